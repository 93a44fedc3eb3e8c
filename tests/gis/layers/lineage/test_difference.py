"""What became of parcels, in scenes small enough to be checked by eye; feet, boxes as west, south, east, north."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import OptionInvalid
from gis.geometry.frame import working_frame
from gis.layers.lineage.difference import difference
from gis.model.difference import Change, Difference
from gis.model.edition import Kind
from gis.model.jsonio import to_json
from tests.gis.layers.editions_drawn import TENTH_FT, Lot, differ, edition, only, told

ZERO = Fraction(0)
A = (0, 0, 200, 100)  # 20,000 sq ft
WEST, EAST = (0, 0, 100, 100), (100, 0, 200, 100)
FAR = (1000, 0, 1100, 100)
ROW = {"record_kind": "row"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param([Lot("A", A)], [Lot("A", A)], [], id="nothing changed"),
        pytest.param(
            [Lot("A", A)],
            [Lot("A1", WEST), Lot("A2", EAST)],
            [("split", "A", "A1 A2", "certain")],
            id="split in two",
        ),
        pytest.param(
            [Lot("A", A), Lot("B", (200, 0, 300, 100))],
            [Lot("A", (0, 0, 150, 100)), Lot("A2", (150, 0, 200, 100)), Lot("B", (200, 0, 300, 100))],
            [("split", "A", "A A2", "certain")],
            id="split, the remainder keeps the id",
        ),
        pytest.param(
            [Lot("A", A)],
            [Lot("A1", (0, 0, 90, 100)), Lot("A2", (110, 0, 200, 100)), Lot("ROW", (90, 0, 110, 100), ROW)],
            [("split", "A", "A1 A2 ROW", "certain")],
            id="split, and a road dedicated",
        ),
        pytest.param(
            # The street to the south grows by ten feet of the lot and stays the same record.
            [Lot("A", A), Lot("ROW", (0, -60, 1000, 0), ROW)],
            [
                Lot("A1", (0, 10, 90, 100)),
                Lot("A2", (90, 10, 200, 100)),
                Lot("ROW", shapely.union(shapely.box(0, -60, 1000, 0), shapely.box(0, 0, 200, 10)), ROW),
            ],
            [("split", "A", "A1 A2", "likely"), ("moved", "ROW", "ROW", "certain")],
            id="split, and a strip for a street that is there",
        ),
        pytest.param(
            [Lot("A", WEST), Lot("B", EAST)],
            [Lot("A", A)],
            [("merged", "A B", "A", "certain")],
            id="merged under one of the ids",
        ),
        pytest.param(
            [Lot("A", WEST), Lot("B", EAST)], [Lot("C", A)], [("merged", "A B", "C", "certain")], id="merged, new id"
        ),
        pytest.param(
            [Lot("A", WEST), Lot("B", EAST)],
            [Lot("A", (0, 0, 110, 100)), Lot("B", (110, 0, 200, 100))],
            # 100/110 and 90/100 in common: more than half, less than all but a twentieth
            [("moved", "A", "A", "likely"), ("moved", "B", "B", "likely")],
            id="lot line moved by ten feet",
        ),
        pytest.param([Lot("A", A)], [Lot("X", A)], [("renumbered", "A", "X", "certain")], id="renumbered"),
        pytest.param(
            [Lot("A", A)],
            [Lot("X", (0, 0, 200.05, 100))],
            [("renumbered", "A", "X", "certain")],
            id="renumbered, drawn anew within the accuracy",
        ),
        pytest.param(
            [Lot("A", A)],
            [Lot("X", (0, 0, 204, 100))],
            [("renumbered", "A", "X", "likely")],
            id="renumbered, drawn 4 ft wider",
        ),
        pytest.param(
            [Lot("A", A)],
            [Lot("X", WEST), Lot("Y", EAST)],
            [("split", "A", "X Y", "certain")],
            id="renumbered and split at once",
        ),
        pytest.param(
            [Lot("A", (0, 0, 150, 100)), Lot("B", (150, 0, 300, 100))],
            [Lot("C", (0, 0, 100, 100)), Lot("D", (100, 0, 200, 100)), Lot("E", (200, 0, 300, 100))],
            [("rearranged", "A B", "C D E", "likely")],
            id="two lots replatted in three",
        ),
        pytest.param(
            # D has half of its land from each of two lots that stay: it is kin to both.
            [Lot("A", (0, 0, 150, 100)), Lot("B", (150, 0, 300, 100))],
            [Lot("A", (0, 0, 100, 100)), Lot("D", (100, 0, 200, 100)), Lot("B", (200, 0, 300, 100))],
            [("rearranged", "A B", "A B D", "likely")],
            id="a lot out of two that stay",
        ),
        pytest.param(
            [Lot("A", A)],
            [Lot("A.1", A), Lot("A.2", A), Lot("A.3", A)],
            [("stacked", "A", "A.1 A.2 A.3", "likely")],
            id="stacked condominium units replace a lot",
        ),
        pytest.param(
            [Lot("A", A)],
            [Lot("A", A), Lot("A.2", A)],
            [("stacked", "A", "A A.2", "likely")],
            id="a condominium whose first unit keeps the id of the lot",
        ),
        pytest.param(
            [Lot("A.1", A), Lot("A.2", A)],
            [Lot("B.1", (0, 0, 198, 100)), Lot("B.2", (0, 0, 198, 100))],
            [("stacked", "A.1 A.2", "B.1 B.2", "asked")],
            id="units renumbered and redrawn: land does not tell them apart",
        ),
        pytest.param(
            [Lot("A.1", A), Lot("A.2", A)],
            [Lot("A.1", A), Lot("A.2", A), Lot("A.3", A)],
            [("added", "", "A.3", "likely")],
            id="a unit joins its stack",
        ),
        pytest.param(
            [Lot("A.1", A), Lot("A.2", A), Lot("A.3", A)],
            [Lot("A.1", (0, 0, 198, 100)), Lot("A.2", (0, 0, 198, 100)), Lot("A.4", (0, 0, 198, 100))],
            [
                ("renumbered", "A.3", "A.4", "likely"),
                ("moved", "A.1", "A.1", "certain"),
                ("moved", "A.2", "A.2", "certain"),
            ],
            id="a stack drawn anew is matched by id",
        ),
        pytest.param([Lot("A", A)], [Lot("A", FAR)], [("moved", "A", "A", "asked")], id="same id, other land"),
        pytest.param(
            [Lot("A", A)],
            [Lot("X", A), Lot("A", FAR)],
            [("renumbered", "A", "X", "asked"), ("added", "", "A", "asked")],
            id="id reused elsewhere",
        ),
        pytest.param(
            [Lot("A", WEST), Lot("B", FAR)],
            [Lot("B", WEST), Lot("A", FAR)],
            [("renumbered", "A", "B", "asked"), ("renumbered", "B", "A", "asked")],
            id="ids swapped",
        ),
        pytest.param([Lot("A", A), Lot("B", FAR)], [Lot("A", A)], [("gone", "B", "", "certain")], id="gone"),
        pytest.param([Lot("A", A)], [Lot("A", A), Lot("B", FAR)], [("added", "", "B", "certain")], id="added"),
        pytest.param(
            [Lot("A", A)], [Lot("A", A), Lot("B", WEST)], [("added", "", "B", "asked")], id="added on land that stays"
        ),
        pytest.param(
            [Lot("A", (0, 0, 1000, 100))],
            [Lot("A1", (0, 0, 200, 100))],
            [("renumbered", "A", "A1", "asked")],
            id="most of the land is gone",
        ),
        pytest.param(
            [Lot("ROW", WEST, ROW), Lot("ROW", EAST, ROW), Lot("ROW", FAR, ROW)],
            [Lot("ROW", WEST, ROW), Lot("ROW", EAST, ROW)],
            [("gone", "ROW", "", "certain")],
            id="roads that share an id are told apart by land",
        ),
        pytest.param(
            [Lot("A", WEST), Lot("B", EAST)],
            [Lot("A", WEST), Lot("B", (100, 0, 200, 100))],
            [],
            id="touching is nothing",
        ),
        pytest.param([Lot("A", None)], [Lot("A", A)], [("moved", "A", "A", "asked")], id="a place in one edition only"),
        pytest.param([], [Lot("A", A)], [("added", "", "A", "certain")], id="nothing before"),
        pytest.param([Lot("A", A)], [], [("gone", "A", "", "certain")], id="nothing after"),
    ],
)
def test_what_became_of_each_parcel(old: list[Lot], new: list[Lot], expected: list[tuple[str, str, str, str]]) -> None:
    change = differ(old, new)
    assert told(change) == expected
    assert_each_feature_once(change, old, new)


def assert_each_feature_once(change: Difference, old: list[Lot], new: list[Lot]) -> None:
    for side, lots, area in (("old", old, "area_sqft_old"), ("new", new, "area_sqft_new")):
        named = [name for each in change.relations for name in getattr(each, side)] + list(change.unchanged)
        assert Counter(named) == Counter(lot.id for lot in lots)
        assert sum(getattr(each, f"{side}_features") for each in change.tallies) == len(lots)
        whole = sum(lot.shape.area for lot in lots if lot.shape is not None)
        assert float(sum(getattr(each, area) for each in change.tallies)) == pytest.approx(whole, abs=0.01)
        assert sum(getattr(each, area) for each in change.totals) == sum(getattr(each, area) for each in change.tallies)


def test_shares_of_a_split_with_a_road() -> None:
    #    A1  90 ft | ROW 20 ft | A2  90 ft   of 200 ft
    new = [Lot("A1", (0, 0, 90, 100)), Lot("A2", (110, 0, 200, 100)), Lot("ROW", (90, 0, 110, 100), ROW)]
    relation = only(differ([Lot("A", A)], new))
    found = [(each.new, each.area_sqft, each.share_of_old, each.share_of_new) for each in relation.shares]
    assert found == [
        ("A1", 9000, Fraction(9, 20), 1),
        ("A2", 9000, Fraction(9, 20), 1),
        ("ROW", 2000, Fraction(1, 10), 1),
    ]
    assert (relation.area_sqft_old, relation.area_sqft_new) == (20_000, 20_000)
    assert "A became A1, A2 and ROW" in relation.why


def test_a_moved_lot_line_tells_how_far_and_which_land_passed() -> None:
    change = differ([Lot("A", WEST), Lot("B", EAST)], [Lot("A", (0, 0, 110, 100)), Lot("B", (110, 0, 200, 100))])
    assert [each.moved_ft for each in change.relations] == [10, 10]
    (passed,) = change.passed
    # 10 ft of 100 ft depth, out of 10,000 sq ft into 11,000
    assert (passed.land.old, passed.land.new, passed.land.area_sqft) == ("B", "A", 1000)
    assert (passed.land.share_of_old, passed.land.share_of_new) == (Fraction(1, 10), Fraction(1, 11))


@pytest.mark.parametrize(
    ("accuracy_ft", "expected"),
    [
        (Fraction(1, 2), [("redrawn", "A", "A", "certain"), ("redrawn", "B", "B", "certain")]),
        (Fraction(3, 10), [("redrawn", "A", "A", "certain"), ("redrawn", "B", "B", "certain")]),
        (Fraction(1, 10), [("moved", "A", "A", "certain"), ("moved", "B", "B", "certain")]),
    ],
)
def test_a_line_redrawn_by_three_tenths_of_a_foot(
    accuracy_ft: Fraction, expected: list[tuple[str, str, str, str]]
) -> None:
    change = differ(
        [Lot("A", WEST), Lot("B", EAST)],
        [Lot("A", (0, 0, 100.3, 100)), Lot("B", (100.3, 0, 200, 100))],
        accuracy_ft=accuracy_ft,
    )
    assert told(change) == expected
    assert [each.moved_ft for each in change.relations] == [Fraction(3, 10)] * 2
    assert len(change.passed) == (1 if accuracy_ft < Fraction(3, 10) else 0)


def test_a_layer_shifted_by_two_feet_is_moved_and_nothing_is_split() -> None:
    plat = [Lot(f"{x}-{y}", (x * 100, y * 100, x * 100 + 100, y * 100 + 100)) for x in range(4) for y in range(4)]
    shifted = [Lot(lot.id, shapely.affinity.translate(lot.shape, 2, 0)) for lot in plat]
    change = differ(plat, shifted)
    # 98 of 100 ft in common
    assert told(change) == [("moved", lot.id, lot.id, "certain") for lot in plat]
    assert {each.moved_ft for each in change.relations} == {2}
    # 12 of the 16 lots have a neighbour to the east, whose old land they come to lie on by 2 x 100 ft.
    assert Counter(each.land.area_sqft for each in change.passed) == {200: 12}


def test_a_layer_shifted_and_renumbered_at_once_is_renumbered() -> None:
    plat = [Lot(f"{x}", (x * 100, 0, x * 100 + 100, 100)) for x in range(4)]
    shifted = [Lot(f"new {lot.id}", shapely.affinity.translate(lot.shape, 2, 0)) for lot in plat]
    assert told(differ(plat, shifted)) == [("renumbered", lot.id, f"new {lot.id}", "likely") for lot in plat]


def town(name: str) -> dict[str, object]:
    return {"municipality": name, "municipality_kind": name.split(maxsplit=1)[0].lower(), "county": "Vernon"}


def test_values_and_annexation_of_parcels() -> None:
    old = [
        Lot("A", A, {**town("Town of Christiana"), "assessed_value_cents": 10_000_00, "roll_year": 2022}),
        Lot("B", FAR, {**town("City of Westby"), "assessed_value_cents": None, "property_classes": "1"}),
    ]
    new = [
        Lot("A", A, {**town("City of Westby"), "assessed_value_cents": 12_500_50, "roll_year": 2023}),
        Lot("B", FAR, {**town("City of Westby"), "assessed_value_cents": 0, "property_classes": "1,X4"}),
    ]
    change = differ(old, new)
    assert told(change) == [("changed", "A", "A", "certain"), ("changed", "B", "B", "certain")]
    assert change.relations[0].changes == (
        Change("municipality", "Town of Christiana", "City of Westby"),
        Change("municipality_kind", "town", "city"),
        Change("roll_year", "2022", "2023"),
        Change("assessed_value", "10000.00", "12500.50"),
    )
    assert change.relations[1].changes == (
        Change("assessed_value", None, "0.00"),
        Change("property_classes", "1", "1,X4"),
    )
    assert change.changed_columns["municipality"] == 1
    assert change.changed_columns["assessed_value"] == 2
    westby, christiana = change.totals
    assert (westby.municipality, westby.old_features, westby.new_features) == ("City of Westby", 1, 2)
    assert (christiana.municipality, christiana.old_features, christiana.new_features) == ("Town of Christiana", 1, 0)
    assert [(each.old, each.new) for each in westby.sums if each.column == "assessed_value"] == [
        (0, Fraction(1_250_050, 100))
    ]


def test_values_of_a_split_are_added_up() -> None:
    old = [Lot("A", A, {**town("Town of Alder"), "assessed_value_cents": 90_000_00})]
    new = [
        Lot("A1", WEST, {**town("Town of Alder"), "assessed_value_cents": 70_000_00}),
        Lot("A2", EAST, {**town("City of Birch"), "assessed_value_cents": 40_000_00}),
    ]
    assert only(differ(old, new)).changes == (
        Change("municipality", "Town of Alder", "City of Birch; Town of Alder"),
        Change("assessed_value", "90000.00", "110000.00"),
    )


def test_a_year_that_all_rows_change_is_said_once() -> None:
    old = [Lot("A", WEST, {"roll_year": 2022}), Lot("B", EAST, {"roll_year": 2022})]
    both = [Lot("A", WEST, {"roll_year": 2023}), Lot("B", EAST, {"roll_year": 2023})]
    change = differ(old, both)
    assert (change.throughout, change.relations) == ((Change("roll_year", "2022", "2023"),), ())
    one = differ(old, [both[0], old[1]])
    assert (one.throughout, told(one)) == ((), [("changed", "A", "A", "certain")])


def test_owners_keys_say_nothing() -> None:
    assert differ([Lot("A", A, {"owner_keys": "1"})], [Lot("A", A, {"owner_keys": "7"})]).relations == ()


def test_municipalities_tell_what_was_annexed() -> None:
    #   city 1,000 ft | town 2,000 ft   ->   city 1,200 ft | town 1,800 ft, 1,000 ft deep
    change = differ(
        [Lot("City of Westby", (0, 0, 1000, 1000)), Lot("Town of Christiana", (1000, 0, 3000, 1000))],
        [Lot("City of Westby", (0, 0, 1200, 1000)), Lot("Town of Christiana", (1200, 0, 3000, 1000))],
        kind="municipalities",
    )
    assert [each.relation for each in change.relations] == ["moved", "moved"]
    (passed,) = change.passed
    assert (passed.land.old, passed.land.new, passed.land.area_sqft) == (
        "Town of Christiana",
        "City of Westby",
        200_000,
    )


def test_ratios_of_two_years_are_compared_by_municipality() -> None:
    change = differ(
        [Lot("Town of Alder", None, {"year": 2022, "ratio": "0.95"})],
        [
            Lot("Town of Alder", None, {"year": 2023, "ratio": "0.92"}),
            Lot("Town of Birch", None, {"year": 2023, "ratio": "1"}),
        ],
        kind="ratios",
    )
    assert told(change) == [
        ("changed", "Town of Alder", "Town of Alder", "certain"),
        ("added", "", "Town of Birch", "certain"),
    ]
    assert change.relations[0].changes == (Change("ratio", "0.95", "0.92"),)
    assert change.throughout == (Change("year", "2022", "2023"),)


def test_lines_are_compared_by_outline_and_id() -> None:
    main, lateral = shapely.LineString([(0, 0), (100, 0)]), shapely.LineString([(0, 0), (0, 50)])
    change = differ(
        [Lot("S1", main), Lot("S2", lateral)],
        [Lot("S1", shapely.reverse(main)), Lot("S2", shapely.LineString([(0, 0), (3, 50)])), Lot(None, main)],
        kind="sewers",
    )
    assert change.unchanged == ("S1",)
    assert told(change) == [("moved", "S2", "S2", "likely"), ("added", "", "(no id)", "likely")]
    assert change.relations[0].moved_ft == 3


def test_the_county_is_part_of_the_name_where_there_are_several() -> None:
    vernon, crawford = {"county": "Vernon"}, {"county": "Crawford"}
    change = differ([Lot("1", A, vernon), Lot("1", FAR, crawford)], [Lot("1", A, vernon)])
    assert told(change) == [("gone", "1, Crawford", "", "certain")]
    assert change.shared_ids_old == ()


def test_places_and_ground_areas_in_the_working_frame() -> None:
    frame = working_frame("EPSG:3071")
    land = shapely.box(450_000, 354_000, 450_100, 354_100)  # a hectare of the frame, in Vernon County
    halves = [shapely.box(450_000, 354_000, 450_050, 354_100), shapely.box(450_050, 354_000, 450_100, 354_100)]
    vernon = {"county": "Vernon"}
    old = edition([Lot("A", land, vernon)], "old", frame=frame)
    new = edition([Lot("A1", halves[0], vernon), Lot("A2", halves[1], vernon)], "new", frame=frame)
    change = difference(old, new, TENTH_FT)
    relation = only(change)
    assert (relation.relation, change.measured_in) == ("split", "EPSG:8112")
    # 10,000 square metres are 107,638.67 square feet; the frame is 0.08 percent short of the ground there.
    assert float(relation.area_sqft_old) == pytest.approx(107_638.67 * 1.0008, rel=1e-4)
    assert relation.longitude == pytest.approx(-90.857, abs=0.05)  # the City of Westby
    assert relation.latitude == pytest.approx(43.657, abs=0.05)
    nameless = difference(
        edition([Lot("A", land)], "old", frame=frame), edition([Lot("A", land)], "new", frame=frame), TENTH_FT
    )
    assert nameless.measured_in == "EPSG:3071"
    assert "No row names its county" in nameless.notes[0]


@pytest.mark.parametrize(("old", "new"), [("parcels", "municipalities"), ("sewers", "water")])
def test_two_kinds_are_refused(old: Kind, new: Kind) -> None:
    with pytest.raises(OptionInvalid, match="cannot be compared"):
        difference(edition([], "old", old), edition([], "new", new), TENTH_FT)


def test_an_empty_edition_against_itself() -> None:
    change = differ([], [])
    assert (change.relations, change.unchanged, change.passed) == ((), (), ())


# A strip of twelve cells of 50 ft: lots are runs of cells, so that any two plats of it split, merge and rearrange.
@st.composite
def plats(draw: st.DrawFn) -> list[Lot]:
    cuts = sorted(draw(st.sets(st.integers(1, 11), max_size=6)) | {0, 12})
    runs = list(itertools.pairwise(cuts))
    ids = draw(st.permutations([f"P{number}" for number in range(10)]))
    kept = draw(st.lists(st.booleans(), min_size=len(runs), max_size=len(runs)))
    lots = [Lot(ids[at], (west * 50, 0, east * 50, 80)) for at, (west, east) in enumerate(runs) if kept[at]]
    if draw(st.booleans()):
        lots += [Lot("ROW", (0, -40, 600, 0), ROW), Lot("ROW", (0, 80, 600, 120), ROW)]
    return lots


@settings(max_examples=20)
@given(old=plats(), new=plats(), order=st.randoms(use_true_random=False))
def test_each_feature_is_told_once_and_the_order_of_rows_changes_nothing(
    old: list[Lot], new: list[Lot], order: random.Random
) -> None:
    change = differ(old, new)
    assert_each_feature_once(change, old, new)
    for each in change.relations:
        # Land in common is never more than either feature has.
        for name in each.old:
            assert sum(share.share_of_old for share in each.shares if share.old == name) <= 1 or name == "ROW"
    order.shuffle(old)
    order.shuffle(new)
    assert to_json(differ(old, new)) == to_json(change)


@settings(max_examples=10)
@given(old=plats(), new=plats())
def test_backwards_splits_are_merges_and_the_added_are_gone(old: list[Lot], new: list[Lot]) -> None:
    mirror = {"split": "merged", "merged": "split", "added": "gone", "gone": "added"}
    there, back = differ(old, new), differ(new, old)
    assert Counter(
        (mirror.get(each.relation, each.relation), each.new, each.old) for each in there.relations
    ) == Counter((each.relation, each.old, each.new) for each in back.relations)
    assert replace(there.tallies[-1], area_sqft_old=ZERO, area_sqft_new=ZERO) == replace(
        back.tallies[-1], area_sqft_old=ZERO, area_sqft_new=ZERO
    )


def test_a_hairline_that_runs_round_land_cut_off_does_not_hide_it() -> None:
    # The northwest half of the lot, 5,000 sq ft, is cut off along the diagonal but for a hairline under its north
    # line: every corner of either outline lies within 0.05 ft of the other.
    lot = (0.0, 0.0, 100.0, 100.0)
    cut = shapely.Polygon([(0, 0), (100, 0), (100, 100), (0, 100), (0, 99.99), (99.97, 99.99)])
    relation = only(differ([Lot("A", lot)], [Lot("A", cut)]))
    assert relation.relation == "moved"
