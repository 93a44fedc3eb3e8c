"""How many feet does each parcel front on the streets of some mains: worked by hand on a drawn street."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from gis.errors import EditionMissing, OptionInvalid, SewerUnknown
from gis.facts.assessments.frontage import (
    FrontageAlong,
    frontage_along,
    frontage_on_streets,
    lines_drawn,
    sewers_named,
)
from gis.facts.assessments.land import ParcelLand
from tests.gis.facts.assessments.street_scene import DATE, ELM, LOTS, OAK, land_of, lot, way

WHOLE = shapely.LineString([(0, 33), (866, 33)])
STREETS = [OAK, ELM]


def along(land: ParcelLand, *lines: shapely.LineString) -> FrontageAlong:
    names = [f"w{place}" for place in range(1, len(lines) + 1)]
    return frontage_along(land, lines_drawn(land.layers, lines, names), DATE)


def feet(land: ParcelLand, found: FrontageAlong) -> dict[str, float | None]:
    lengths = {str(name): found.frontage_ft(position) for position, name in enumerate(land.ids)}
    return {name: None if length is None else float(length) for name, length in lengths.items()}


def named(land: ParcelLand, positions: np.ndarray) -> list[str]:
    return [str(each) for each in land.ids[positions]]


def test_each_lot_has_its_line_on_the_street_and_a_corner_lot_only_the_street_of_the_main() -> None:
    land = land_of(parcels=LOTS, rights_of_way=STREETS)
    found = along(land, WHOLE)
    # 1-3 and 1-4 have 100 ft along Elm Street too, in which no main runs.
    assert feet(land, found) == {"1-1": 100, "1-2": 100, "1-3": 100, "1-4": 100, "1-5": 300, "1-6": 300}
    assert named(land, found.benefited) == ["1-1", "1-2", "1-3", "1-4", "1-5", "1-6"]
    assert [front.street for front in found.fronts[2]] == ["Oak Street"]
    assert (found.not_held, len(found.beyond), found.is_point.any()) == ((), 0, False)


def test_a_main_in_both_streets_gives_a_corner_lot_both_fronts() -> None:
    land = land_of(parcels=LOTS, rights_of_way=STREETS)
    found = along(land, WHOLE, shapely.LineString([(433, 40), (433, 480)]))
    assert feet(land, found) == {"1-1": 100, "1-2": 100, "1-3": 200, "1-4": 200, "1-5": 300, "1-6": 300}
    assert [(front.street, front.length_ft) for front in found.fronts[3]] == [("Elm Street", 100), ("Oak Street", 100)]


def test_a_line_that_bends_is_measured_along_its_bends() -> None:
    # The line of the lot goes 60 ft east, then 48 east and 64 north: 60 + 80.
    bent = shapely.Polygon([(0, 0), (60, 0), (108, 64), (108, 150), (0, 150)])
    street = shapely.Polygon([(-300, -66), (93, -66), (173.8, 41.7), (121, 81.3), (108, 64), (60, 0), (-300, 0)])
    land = land_of(parcels=[lot("2-1", bent)], rights_of_way=[way("Bent Road", street)])
    assert feet(land, along(land, shapely.LineString([(-200, -33), (40, -33)]))) == {"2-1": 140}


def test_lots_that_the_main_does_not_reach_are_told_apart() -> None:
    land = land_of(parcels=LOTS, rights_of_way=[OAK])
    found = along(land, shapely.LineString([(0, 33), (250, 33)]))
    # 1-3 begins 50 ft beyond the end; the front of 1-6 begins before it.
    assert named(land, found.benefited) == ["1-1", "1-2", "1-6"]
    assert named(land, found.beyond) == ["1-3", "1-4", "1-5"]


def test_two_mains_end_to_end_are_one_and_so_is_a_main_on_file_twice() -> None:
    land = land_of(parcels=LOTS, rights_of_way=[OAK])
    halves = shapely.LineString([(0, 33), (150, 33)]), shapely.LineString([(150, 33), (250, 33)])
    for lines in (halves, (halves[0], *halves), (*halves, *halves)):
        assert named(land, along(land, *lines).beyond) == ["1-3", "1-4", "1-5"]


def test_lots_around_the_end_of_a_street_are_those_of_the_main_that_runs_up_to_it() -> None:
    around = [lot("3-1", shapely.box(0, 66, 100, 200)), lot("3-2", shapely.box(300, -40, 400, 106))]
    land = land_of(parcels=around, rights_of_way=[way("Short Court", shapely.box(-300, 0, 300, 66))])
    # The main ends 60 ft before the lot across the end; then 250 ft before it.
    assert named(land, along(land, shapely.LineString([(-300, 33), (240, 33)])).benefited) == ["3-1", "3-2"]
    assert named(land, along(land, shapely.LineString([(-300, 33), (50, 33)])).benefited) == ["3-1"]


def test_a_main_that_runs_up_to_a_lot_across_the_end_of_a_street_reaches_it_and_the_lot_beside_it() -> None:
    # The end of the street is halved between two lots; the main ends in its middle, on the line of both.
    ends = [lot("3-1", shapely.box(300, -40, 400, 33)), lot("3-2", shapely.box(300, 33, 400, 106))]
    land = land_of(parcels=ends, rights_of_way=[way("Short Court", shapely.box(-300, 0, 300, 66))])
    assert named(land, along(land, shapely.LineString([(-300, 33), (299, 33)])).benefited) == ["3-1", "3-2"]


# No record draws Oak Street: between y = 0 and 66 there is no parcel.
SOUTH = [lot(f"4-{x}", shapely.box(x, -100, x + 100, 0)) for x in range(100, 800, 100)]
NORTH = [lot(f"5-{x}", shapely.box(x, 66, x + 100, 166)) for x in range(100, 800, 100)]


@pytest.mark.parametrize("sewer", [None, [(100, 33), (400, 33)], [(700, 33), (100, 33)], [(100, 40), (800, 40)]])
@pytest.mark.parametrize(
    ("main", "faced"),
    [
        ([(100, 33), (500, 33)], (100, 200, 300, 400)),
        # It begins and ends in the middle of a lot's front, which counts whole.
        ([(250, 25), (550, 25)], (200, 300, 400, 500)),
        ([(100, 60), (800, 60)], (100, 200, 300, 400, 500, 600, 700)),
    ],
)
def test_across_a_gap_between_parcels_those_have_a_front_that_the_line_passes_whatever_else_runs_there(
    main: list[tuple[int, int]], faced: tuple[int, ...], sewer: list[tuple[int, int]] | None
) -> None:
    laid = {"sewer_id": "S1", "kind": "gravity_main", "shape": shapely.LineString(sewer or main)}
    land = land_of(parcels=[*SOUTH, *NORTH], **({} if sewer is None else {"sewers": [laid]}))
    found = along(land, shapely.LineString(main))
    lengths = {name: length for name, length in feet(land, found).items() if length}
    assert lengths == {f"{side}-{x}": 100 for side in (4, 5) for x in faced}
    (front,) = found.fronts[land.position(f"4-{faced[0]}")]
    assert (front.source, front.is_certain, found.notes) == ("gap", False, ())


def test_a_street_of_which_a_record_draws_only_a_part_goes_on_in_the_gap() -> None:
    record = way("Oak Street", shapely.box(0, 0, 450, 66))
    land = land_of(parcels=[*SOUTH, *NORTH], rights_of_way=[record])
    found = along(land, shapely.LineString([(100, 33), (650, 33)]))
    lengths = {name: length for name, length in feet(land, found).items() if length}
    # The front of the lots from x = 400 to 500 is half on the record and half on the gap.
    assert lengths == {f"{side}-{x}": 100 for side in (4, 5) for x in range(100, 700, 100)}


def test_ground_that_two_records_of_a_street_claim_counts_once() -> None:
    twice = [OAK, way("Oak Street", shapely.box(150, 0, 866, 66))]
    land = land_of(parcels=LOTS, rights_of_way=twice)
    assert feet(land, along(land, WHOLE)) == {"1-1": 100, "1-2": 100, "1-3": 100, "1-4": 100, "1-5": 300, "1-6": 300}


def test_units_on_one_piece_of_ground_each_tell_its_front_and_how_many_share_it() -> None:
    units = [lot(f"6-{unit}", shapely.box(100, 66, 200, 166)) for unit in (1, 2, 3)]
    land = land_of(parcels=[*units, units[0]], rights_of_way=[OAK])
    assert feet(land, along(land, WHOLE)) == {"6-1": 100, "6-2": 100, "6-3": 100}
    assert land.sharing.tolist() == [3, 3, 3]


def test_a_strip_of_another_between_lot_and_street_breaks_the_front() -> None:
    strip = lot("9-9", shapely.box(100, 66, 150, 67))
    land = land_of(parcels=[strip, lot("1-1", shapely.box(100, 67, 200, 166))], rights_of_way=[OAK])
    # What stands 1 ft off the street, and with another's strip between, has no line in common with it.
    assert feet(land, along(land, WHOLE)) == {"9-9": 50, "1-1": 0}


def test_a_corner_that_touches_is_no_front() -> None:
    land = land_of(parcels=[lot("7-1", shapely.box(866, 66, 900, 100))], rights_of_way=[OAK])
    found = along(land, WHOLE)
    assert (feet(land, found), found.is_point.tolist(), len(found.benefited)) == ({"7-1": 0}, [True], 0)


def test_an_easement_gives_no_frontage_and_leaves_it_unknown() -> None:
    strip = way("Easement 1", shapely.box(100, 100, 300, 120), "easement")
    land = land_of(parcels=LOTS, rights_of_way=[OAK, strip])
    found = along(land, shapely.LineString([(100, 110), (300, 110)]))
    assert found.not_held == ("w1",)
    # All lots within 100 ft of the line; 1-6 begins 110 ft away, 1-4 stands 166 ft off.
    assert feet(land, found) == {"1-1": None, "1-2": None, "1-3": None, "1-4": 0, "1-5": 0, "1-6": 0}
    assert found.notes == ("w1 runs in no street and in no gap between parcels on file.",)


def test_a_main_that_leaves_the_street_gives_frontage_where_it_is_in_it_and_says_so() -> None:
    land = land_of(parcels=LOTS, rights_of_way=[OAK])
    found = along(land, shapely.LineString([(0, 33), (250, 33), (250, 160)]))
    assert feet(land, found)["1-1"] == 100
    assert found.notes == ("w1 leaves the streets for a part: there it gives no frontage.",)


def test_sewers_are_taken_by_their_ids_and_treated_as_lines_are() -> None:
    sewer = {"sewer_id": "S1", "kind": "gravity_main", "status": "proposed", "shape": WHOLE}
    other = {"sewer_id": "S2", "kind": "force_main", "shape": shapely.LineString([(433, 80), (433, 480)])}
    land = land_of(parcels=LOTS, rights_of_way=STREETS, sewers=[other, sewer])
    found = frontage_along(land, sewers_named(land.layers, ["S1"]), DATE)
    assert feet(land, found) == feet(land, along(land, WHOLE))
    both = frontage_along(land, sewers_named(land.layers, ["S1", "S2"]), DATE)
    assert feet(land, both)["1-3"] == 200
    with pytest.raises(SewerUnknown, match="S3"):
        sewers_named(land.layers, ["S1", "S3"])


@pytest.mark.parametrize("layers", [{}, {"rights_of_way": [OAK]}])
def test_without_sewers_none_can_be_named(layers: dict[str, list[dict[str, object]]]) -> None:
    land = land_of(parcels=LOTS, **layers)
    with pytest.raises(EditionMissing, match="No sewers are on file"):
        sewers_named(land.layers, ["S1"])


def test_without_any_street_there_is_nothing_to_measure_along() -> None:
    # One lot alone: nothing stands across from it, so that there is no gap either.
    land = land_of(parcels=LOTS[:1])
    with pytest.raises(EditionMissing, match="Neither rights-of-way nor streets are on file"):
        along(land, WHOLE)
    with pytest.raises(EditionMissing, match="Neither rights-of-way nor streets are on file"):
        frontage_on_streets(land, ["Oak Street"], DATE)


def test_no_line_or_no_length_is_refused() -> None:
    land = land_of(parcels=LOTS, rights_of_way=[OAK])
    with pytest.raises(OptionInvalid, match="No line is given"):
        lines_drawn(land.layers, [], [])
    with pytest.raises(OptionInvalid, match="w1 is no line"):
        lines_drawn(land.layers, [shapely.Point(0, 33)], ["w1"])
    with pytest.raises(OptionInvalid, match="w1 is no line"):
        lines_drawn(land.layers, [shapely.LineString([(0, 33), (0, 33)])], ["w1"])


def test_streets_are_taken_by_name_in_capitals_or_not_and_by_the_id_of_a_record() -> None:
    record = {"row_id": "W0001", "street": "Elm Street", "kind": "street", "shape": ELM["shape"]}
    land = land_of(parcels=LOTS, rights_of_way=[OAK, record])
    for name in ("elm street", "W0001"):
        found = frontage_on_streets(land, [name], DATE)
        assert feet(land, found) == {"1-1": 0, "1-2": 0, "1-3": 100, "1-4": 100, "1-5": 0, "1-6": 0}
        assert named(land, found.benefited) == ["1-3", "1-4"]
    both = frontage_on_streets(land, ["Oak Street", "ELM STREET"], DATE)
    assert feet(land, both)["1-3"] == 200
    with pytest.raises(OptionInvalid, match="No street on file is called Ash Street"):
        frontage_on_streets(land, ["Ash Street"], DATE)
    with pytest.raises(OptionInvalid, match="No street is named"):
        frontage_on_streets(land, [], DATE)


def test_of_two_streets_of_one_name_those_count_that_lie_within() -> None:
    far = way("Oak Street", shapely.box(5000, 0, 5866, 66))
    lots = [*LOTS, lot("8-1", shapely.box(5100, 66, 5200, 166))]
    land = land_of(parcels=lots, rights_of_way=[OAK, far])
    assert feet(land, frontage_on_streets(land, ["Oak Street"], DATE))["8-1"] == 100
    here = frontage_on_streets(land, ["Oak Street"], DATE, within=shapely.box(-50, -50, 900, 300))
    assert (feet(land, here)["8-1"], feet(land, here)["1-1"]) == (0, 100)
    with pytest.raises(OptionInvalid, match="No street within the area named is called Oak Street"):
        frontage_on_streets(land, ["Oak Street"], DATE, within=shapely.box(9000, 0, 9900, 300))


def test_a_street_that_only_a_centreline_tells_has_fronts_too() -> None:
    line = {"street_id": "1", "name": "Oak Street", "width_ft": 66.0, "shape": WHOLE}
    land = land_of(parcels=LOTS, streets=[line])
    found = frontage_on_streets(land, ["Oak Street"], DATE)
    assert feet(land, found)["1-1"] == 100
    assert not found.fronts[0][0].is_certain


@settings(max_examples=12, derandomize=True, deadline=None)
@given(order=st.permutations(range(len(LOTS))), turned=st.sampled_from([0, 17, 45, 90, 203]))
def test_neither_the_order_of_parcels_nor_the_lie_of_the_land_changes_a_front(order: list[int], turned: int) -> None:
    def turn(record: dict[str, object]) -> dict[str, object]:
        return {**record, "shape": affinity.rotate(record["shape"], turned, origin=(0, 0))}

    land = land_of(parcels=[turn(LOTS[place]) for place in order], rights_of_way=[turn(OAK), turn(ELM)])
    found = along(land, affinity.rotate(WHOLE, turned, origin=(0, 0)))
    expected = {"1-1": 100, "1-2": 100, "1-3": 100, "1-4": 100, "1-5": 300, "1-6": 300}
    # On a grid of 0.0001 ft each end of a line may be off by as much.
    assert feet(land, found) == pytest.approx(expected, abs=0.001)


def test_notes_of_the_layers_are_handed_on() -> None:
    land = land_of(parcels=LOTS, rights_of_way=[OAK])
    noted = replace(land, layers=replace(land.layers, notes=("The streets are of 2019.",)))
    assert along(noted, WHOLE).notes == ("The streets are of 2019.",)
    assert along(noted, WHOLE).frontage_ft(0) == Fraction(100)
