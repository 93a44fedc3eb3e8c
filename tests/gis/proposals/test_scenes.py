from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.errors import CaseFileInvalid
from gis.model.finding import Finding, State
from gis.proposals.cases import run_cases
from gis.proposals.scenes import judge_scene

# One square mile of a WISCRS plane, as the handed scenes use it. All scenes here look like this:
#
#   x  830000      832000      834000
#      +-----------+-----------+  522000
#      |  Alder    |  Birch    |
#      +-----------+-----------+  520000
X0, Y0 = 830000, 520000


def box(west: float, south: float, east: float, north: float) -> str:
    """Return a rectangle, in feet from the scene's corner."""
    w, s, e, n = X0 + west, Y0 + south, X0 + east, Y0 + north
    return f"POLYGON (({w} {s}, {e} {s}, {e} {n}, {w} {n}, {w} {s}))"


def box_with_hole(outer: tuple[float, float, float, float], hole: tuple[float, float, float, float]) -> str:
    """Return a rectangle with a rectangular hole."""
    shell, inner = (box(*ring).removeprefix("POLYGON (").removesuffix(")") for ring in (outer, hole))
    return f"POLYGON ({shell}, {inner})"


def municipality(name: str, wkt: str, ratio: str | None = "1.00") -> dict[str, Any]:
    kind = name.split(" ", 1)[0].lower()
    return {"name": name, "kind": kind, "county": "Jefferson", "wkt": wkt, "assessment_ratio": ratio}


def parcel(
    parcel_id: str, place: str | None, wkt: str, value: str | None = "100000.00", **more: object
) -> dict[str, Any]:
    return {"parcel_id": parcel_id, "municipality": place, "wkt": wkt, "assessed_value": value, **more}


ALDER = municipality("Town of Alder", box(-3000, -3000, 2000, 6000))
BIRCH = municipality("Town of Birch", box(2000, -3000, 9000, 6000))
TOWN_PARCELS = [
    parcel("A-1", "Town of Alder", box(0, 0, 2000, 2000), "2000000.00"),
    parcel("B-1", "Town of Birch", box(2000, 0, 4000, 2000), "1000000.00"),
]


def scene(
    municipalities: list[dict[str, Any]],
    parcels: list[dict[str, Any]],
    boundary: str,
    facts: dict[str, Any] | None = None,
    **layers: object,
) -> dict[str, Any]:
    return {
        "id": "test",
        "title": "",
        "crs": "EPSG:7600",
        "date": "2026-06-15",
        "layers": {"municipalities": municipalities, "parcels": parcels, **layers},
        "boundary": boundary,
        "facts": facts or {},
        "expect": [],
    }


def judged(drawn: dict[str, Any]) -> tuple[Finding, Finding]:
    findings = judge_scene(drawn, {"TSD-01", "TSD-09"})
    return findings["TSD-01", None], findings["TSD-09", None]


# Counted by hand in the scene files: which name the rule under "expect".
SCENES_OF = {
    "TSD-01": 4,
    "TSD-09": 6,
    "TSD-15": 2,
    "TSD-31": 1,
    "TSD-32": 1,
    "MUK-01": 5,
    "CKSD-01": 5,
    "VLG-06": 2,
    "UT-03": 1,
    "MUK-24": 1,
    "CKSD-12": 1,
    "MUK-11": 1,
    "MUK-12": 1,
    "MUK-15": 1,
}


@pytest.mark.parametrize(("rule", "count"), SCENES_OF.items())
def test_every_handed_scene_of_the_rule_holds(repository: Path, rule: str, count: int) -> None:
    scenes = sorted((repository / "tests" / "cases" / "scenes").glob("*.json"))
    result = run_cases(scenes, judge_scene, {rule})
    assert result.failed == ()
    assert result.held == result.total == count


def test_a_parcel_cut_by_the_line_counts_by_its_land_and_says_how_sure() -> None:
    # A-1 whole 2,000,000; B-1 from 2000 to 4000 cut at 3000: half of 1,000,000.
    # With 0.1 ft: inner line at 2999.9 and 0.1 ft in from south and north:
    #   B-1 (2999.9 - 2000) x (2000 - 0.2) = 999.9 x 1999.8 = 1,999,600.02 of 4,000,000 -> 0.499900005
    #   outer (3000.1 - 2000) x 2000 = 2,000,200 -> 0.50005
    first, _ = judged(scene([ALDER, BIRCH], TOWN_PARCELS, box(0, 0, 3000, 2000)))
    assert first.state is State.PASS
    assert first.answer == "Town of Alder"
    assert first.measures["equalized_value"] == {"Town of Alder": "2000000.00", "Town of Birch": "500000.00"}
    assert first.measures["split_parcels"] == ["B-1"]
    assert first.margin is not None
    assert first.margin.holds is True


def test_a_lead_smaller_than_the_accuracy_asks_for_a_person() -> None:
    # Alder 500,040, Birch 1,000,000 cut in half: 500,000. Pushed out by 0.1 ft Birch is 0.50005: 500,050.
    parcels = [
        parcel("A-1", "Town of Alder", box(0, 0, 2000, 2000), "500040.00"),
        parcel("B-1", "Town of Birch", box(2000, 0, 4000, 2000), "1000000.00"),
    ]
    first, _ = judged(scene([ALDER, BIRCH], parcels, box(-10, -10, 3000, 2010)))
    assert first.answer == "Town of Alder"
    assert first.state is State.WITHIN_TOLERANCE
    assert first.margin is not None
    assert first.margin.holds is False


@pytest.mark.parametrize(
    ("roll", "city"),
    [
        # The polygon has the lot in the city, the roll has not followed the annexation.
        ("Town of Birch", (2500, 500, 3000, 1000)),
        # The roll has it in the city, the polygon has not followed.
        ("City of Fir", (5000, 500, 6000, 1000)),
    ],
)
def test_roll_and_polygon_that_disagree_fail_and_are_listed(roll: str, city: tuple[float, float, float, float]) -> None:
    fir = municipality("City of Fir", box(*city))
    rest = municipality("Town of Birch", box_with_hole((2000, -3000, 9000, 6000), city))
    lot = parcel("B-2", roll, box(2500, 500, 3000, 1000), "300000.00")
    drawn = scene([ALDER, rest, fir], [*TOWN_PARCELS[:1], lot], box(0, 0, 4000, 2000))
    first, ninth = judged(drawn)
    assert ninth.state is State.FAIL
    assert ninth.answer == ["City of Fir"]
    # The lot is 500 by 500 ft either way.
    assert ninth.measures["overlap_area_sqft"] == 250000
    disputes = [conflict for conflict in ninth.conflicts if conflict.kind == "roll_and_polygon"]
    assert [conflict.subject for conflict in disputes] == ["B-2"]
    assert disputes[0].area_sqft == 250000
    assert [conflict.subject for conflict in first.conflicts if conflict.kind == "roll_and_polygon"] == ["B-2"]


def test_the_value_of_a_disputed_parcel_follows_the_roll_and_the_other_reading_the_polygon() -> None:
    # By roll Birch has 1,000,000 + 1,500,000 and leads; by polygon the annexed lot counts for no town.
    fir = municipality("City of Fir", box(2500, 500, 3000, 1000))
    rest = municipality("Town of Birch", box_with_hole((2000, -3000, 9000, 6000), (2500, 500, 3000, 1000)))
    lot = parcel("B-2", "Town of Birch", box(2500, 500, 3000, 1000), "1500000.00")
    other = parcel("B-3", "Town of Birch", box(3000, 0, 4000, 2000), "1000000.00")
    first, _ = judged(scene([ALDER, rest, fir], [TOWN_PARCELS[0], lot, other], box(0, 0, 4000, 2000)))
    assert first.answer == "Town of Birch"
    assert first.measures["equalized_value"] == {"Town of Alder": "2000000.00", "Town of Birch": "2500000.00"}
    assert first.readings["by_polygon"].answer == "Town of Alder"


def test_land_that_two_claim_is_listed_with_its_area_and_counts_as_village_land() -> None:
    # The village reaches 40 ft over the town's own polygon, along 50 ft, inside the line.
    elm = municipality("Village of Elm", box(3960, 500, 6000, 550))
    first, ninth = judged(scene([ALDER, BIRCH, elm], TOWN_PARCELS, box(0, 0, 4000, 2000)))
    assert ninth.answer == ["Village of Elm"]
    claims = [conflict for conflict in ninth.conflicts if conflict.kind == "claimed_twice"]
    assert [(set(conflict.claims), conflict.area_sqft) for conflict in claims] == [
        ({"Town of Birch", "Village of Elm"}, 2000)
    ]
    assert claims[0].width_ft == pytest.approx(40, abs=0.001)
    assert first.answer == "Town of Alder"


@pytest.mark.parametrize(
    ("gap_ft", "state"),
    [
        (30.0, State.NEEDS_EVIDENCE),
        (0.11, State.NEEDS_EVIDENCE),
        (0.1, State.PASS),
        (0.02, State.PASS),
        (0.0, State.PASS),
    ],
)
def test_land_that_nobody_claims_is_unknown_unless_it_is_a_sliver(gap_ft: float, state: State) -> None:
    # Birch begins gap_ft east of Alder, along the whole 2,000 ft of the boundary.
    birch = municipality("Town of Birch", box(2000 + gap_ft, -3000, 9000, 6000))
    _, ninth = judged(scene([ALDER, birch], TOWN_PARCELS, box(0, 0, 4000, 2000)))
    assert ninth.state is state
    none = [conflict for conflict in ninth.conflicts if conflict.kind == "claimed_by_none"]
    assert [conflict.area_sqft for conflict in none] == ([pytest.approx(gap_ft * 2000, abs=0.5)] if gap_ft else [])
    assert all(conflict.within_accuracy is (state is State.PASS) for conflict in none)


def test_a_town_that_has_only_a_sliver_is_no_town_of_the_district() -> None:
    # The boundary reaches 0.05 ft over the town line; Birch has no parcel inside.
    parcels = [parcel("A-1", "Town of Alder", box(0, 0, 2000, 2000), None)]
    first, _ = judged(scene([ALDER, BIRCH], parcels, box(0, 0, 2000.05, 2000)))
    # One town only: its board may create the district whatever the values are (60.71(1)(a)).
    assert (first.state, first.answer) == (State.PASS, "Town of Alder")
    assert any("sliver" in note for note in first.notes)


@pytest.mark.parametrize(
    "code", [{"exempt_codes": ["X2"]}, {"forest_codes": ["W5"]}], ids=["exempt land", "managed forest"]
)
def test_land_that_is_not_taxable_is_shown_as_left_out(code: dict[str, Any]) -> None:
    lot = parcel("B-2", "Town of Birch", box(3000, 0, 4000, 2000), "0.00", **code)
    parcels = [TOWN_PARCELS[0], parcel("B-1", "Town of Birch", box(2000, 0, 3000, 2000), "1000000.00"), lot]
    first, _ = judged(scene([ALDER, BIRCH], parcels, box(0, 0, 4000, 2000)))
    assert first.measures["excluded_parcels"] == ["B-2"]
    assert [(item.feature_id, item.role) for item in first.evidence] == [("B-2", "excluded")]


def test_a_repeated_record_is_counted_once() -> None:
    twice = [*TOWN_PARCELS, TOWN_PARCELS[1]]
    first, _ = judged(scene([ALDER, BIRCH], twice, box(0, 0, 4000, 2000)))
    assert first.measures["equalized_value"] == {"Town of Alder": "2000000.00", "Town of Birch": "1000000.00"}


def test_stacked_condominium_units_count_each_with_its_value() -> None:
    units = [parcel(f"B-1.{i}", "Town of Birch", box(2000, 0, 4000, 2000), "700000.00") for i in range(3)]
    first, _ = judged(scene([ALDER, BIRCH], [TOWN_PARCELS[0], *units], box(0, 0, 4000, 2000)))
    assert first.answer == "Town of Birch"
    assert first.measures["equalized_value"] == {"Town of Alder": "2000000.00", "Town of Birch": "2100000.00"}


def test_the_order_of_features_and_the_turn_of_rings_change_no_answer() -> None:
    plain = scene([ALDER, BIRCH], TOWN_PARCELS, box(0, 0, 3000, 2000))
    reversed_ring = f"POLYGON (({X0} {Y0}, {X0} {Y0 + 2000}, {X0 + 3000} {Y0 + 2000}, {X0 + 3000} {Y0}, {X0} {Y0}))"
    turned = scene([BIRCH, ALDER], TOWN_PARCELS[::-1], reversed_ring)
    for one, other in zip(judged(plain), judged(turned), strict=True):
        assert (one.state, one.answer, one.margin) == (other.state, other.answer, other.margin)
        assert one.measures == other.measures


def test_names_that_two_offices_spell_differently_are_one_municipality() -> None:
    # The state's layer writes McFarland, the roll's capitals become Mcfarland.
    elm = municipality("Village of McFarland", box(3000, 0, 6000, 2000))
    lot = parcel("B-9", "Village of Mcfarland", box(3000, 0, 4000, 2000))
    birch = municipality("Town of Birch", box(2000, -3000, 3000, 6000))
    _, ninth = judged(scene([ALDER, birch, elm], [TOWN_PARCELS[0], lot], box(0, 0, 4000, 2000)))
    assert ninth.answer == ["Village of McFarland"]
    assert [conflict for conflict in ninth.conflicts if conflict.kind == "roll_and_polygon"] == []


def test_stated_facts_take_the_place_of_gathered_ones() -> None:
    elm = municipality("Village of Elm", box(3000, 0, 6000, 2000))
    drawn = scene([ALDER, BIRCH, elm], TOWN_PARCELS, box(0, 0, 4000, 2000), {"TSD-09": {"occasion": "annexed_later"}})
    assert judged(drawn)[1].state is State.NOT_APPLICABLE


def test_a_stated_accuracy_takes_the_place_of_the_default() -> None:
    # The village reaches half a foot in: a sliver at 1 ft, an overlap at the default of 0.1 ft.
    elm = municipality("Village of Elm", box(3999.5, 0, 6000, 2000))
    for accuracy, state in ((None, State.FAIL), ("1", State.WITHIN_TOLERANCE), ("0.5", State.WITHIN_TOLERANCE)):
        facts = {} if accuracy is None else {"boundary_accuracy_ft": accuracy}
        _, ninth = judged(scene([ALDER, BIRCH, elm], TOWN_PARCELS, box(0, 0, 4000, 2000), facts))
        assert ninth.state is state


@pytest.mark.parametrize(
    "broken",
    [{"TSD-09": {"ocasion": "addition"}}, {"TSD-09": {"occasion": "sometime"}}, {"boundary_accuracy_ft": "wide"}],
)
def test_facts_that_no_rule_can_read_are_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(CaseFileInvalid) as refused:
        judged(scene([ALDER, BIRCH], TOWN_PARCELS, box(0, 0, 4000, 2000), broken))
    assert "test" in refused.value.where


def test_a_centroid_decides_nothing(field_case: Callable[[str], dict[str, Any]]) -> None:
    # Field case parcel-04: a C-shaped lot around a village block; its centroid lies in the village, no land does.
    case = field_case("parcel-04")
    lot = parcel("L-1", "Town of Alder", case["input"]["parcel_wkt"])
    town = municipality("Town of Alder", "POLYGON ((-500 -500, 60 -500, 60 800, -500 800, -500 -500))")
    rest = municipality(
        "Town of Alder",
        "POLYGON ((60 -500, 800 -500, 800 60, 300 60, 60 60, 60 -500))",
    )
    north = municipality("Town of Alder", "POLYGON ((60 240, 300 240, 800 240, 800 800, 60 800, 60 240))")
    village = municipality("Village of Elm", case["input"]["village_wkt"])
    drawn = scene([town, rest, north, village], [lot], case["input"]["parcel_wkt"])
    _, ninth = judged(drawn)
    assert ninth.measures["overlap_area_sqft"] == case["expected"]["village_overlap_sqft"]
    assert ninth.answer == []
    assert [conflict for conflict in ninth.conflicts if conflict.kind == "roll_and_polygon"] == []


def test_a_parcel_over_the_city_limit_by_inches_is_reported_and_no_violation(
    field_case: Callable[[str], dict[str, Any]],
) -> None:
    # Field case parcel-02: a triangle of 25 sq ft, a quarter of a foot wide at most, lies in the city.
    case = field_case("parcel-02")
    drawn = scene(
        [
            municipality("Town of Alder", case["input"]["town_wkt"]),
            municipality("City of Fir", case["input"]["city_wkt"]),
        ],
        [parcel("L-1", "Town of Alder", case["input"]["parcel_wkt"])],
        case["input"]["parcel_wkt"],
        {"boundary_accuracy_ft": "1.0"},
    )
    first, ninth = judged(drawn)
    assert ninth.state is State.WITHIN_TOLERANCE
    assert ninth.measures["overlap_area_sqft"] == case["expected"]["city_overlap_sqft"]
    assert ninth.measures["sliver_names"] == ["City of Fir"]
    assert first.answer == "Town of Alder"


@pytest.mark.parametrize("scale", [1, 3])
def test_a_parcel_split_by_the_city_limit_is_in_neither_whole(
    field_case: Callable[[str], dict[str, Any]], scale: int
) -> None:
    # Field case parcel-01: 250 of 400 ft lie in the town, so five eighths of the value by land.
    case = field_case("parcel-01")

    def grown(wkt: str) -> str:
        inside = wkt[wkt.index("((") + 2 : wkt.rindex("))")]
        pairs = [[float(part) * scale for part in pair.split()] for pair in inside.split(",")]
        return "POLYGON ((" + ", ".join(f"{x} {y}" for x, y in pairs) + "))"

    town_part = f"POLYGON ((0 0, {250 * scale} 0, {250 * scale} {200 * scale}, 0 {200 * scale}, 0 0))"
    value = case["input"]["land_value"] + case["input"]["improvement_value"]
    town = municipality(
        "Town of Alder", f"POLYGON ((-9000 -9000, {250 * scale} -9000, {250 * scale} 9000, -9000 9000, -9000 -9000))"
    )
    neighbour = parcel(
        "L-2", "Town of Alder", f"POLYGON ((-900 0, 0 0, 0 {200 * scale}, -900 {200 * scale}, -900 0))", "0.00"
    )
    drawn = scene(
        [town, municipality("City of Fir", grown(case["input"]["city_wkt"]))],
        [parcel("L-1", "Town of Alder", grown(case["input"]["parcel_wkt"]), f"{value}.00"), neighbour],
        town_part,
        buildings=[{"building_id": "b", "in_use": True, "wkt": grown(case["input"]["building_wkt"])}],
    )
    first, ninth = judged(drawn)
    assert first.measures["split_parcels"] == ["L-1"]
    assert first.measures["equalized_value"] == {"Town of Alder": f"{case['expected']['town_value_by_area']:.2f}"}
    assert ninth.answer == []
    evidence = [item for item in first.evidence if item.feature_id == "L-1"]
    assert [Fraction(item.measures["share_in_district"]) for item in evidence if item.measures] == [
        Fraction(case["expected"]["town_share"])
    ]


UNITS = [
    {"name": "Ward 1", "municipality": "Town of Alder", "votes_for_governor": 30, "wkt": box(-3000, -3000, 2000, 6000)},
    {"name": "Ward 2", "municipality": "Town of Birch", "votes_for_governor": 71, "wkt": box(2000, -3000, 9000, 6000)},
]


def test_a_petition_over_whole_reporting_units_is_judged_by_their_votes() -> None:
    # 30 + 71 = 101 votes: a fifth is 20.2, so 21 signatures.
    facts = {"TSD-26": {"signatures_valid": 20, "requests": "special"}}
    drawn = scene([ALDER, BIRCH], [], box(-3000, -3000, 9000, 6000), facts, reporting_units=UNITS)
    found = judge_scene(drawn, {"TSD-26"})["TSD-26", None]
    assert (found.state, found.answer, found.measures["signatures_short"]) == (State.FAIL, 21, 1)


@pytest.mark.parametrize(("filed", "state"), [(None, State.PASS), ("2022-11-07", State.PASS)])
def test_a_scene_states_the_vote_of_whichever_election_counts(filed: str | None, state: State) -> None:
    facts = {"petition_filed": filed} if filed else {}
    towns = [{**ALDER, "votes_for_governor": 100}, {**BIRCH, "votes_for_governor": 200}]
    found = judge_scene(scene(towns, [], box(0, 0, 1000, 1000), facts), {"TSD-31"})["TSD-31", None]
    # 1,000,000 of 45,000,000 sq ft and 100 votes: 2.2 votes, a fifth of which is less than one signature.
    assert (found.state, found.answer) == (state, 1)
    assert found.measures["election_used"] == ("2018-11-06" if filed else "2022-11-08")


def test_one_town_and_several_are_told_apart() -> None:
    towns = [{**ALDER, "votes_for_governor": 100}, {**BIRCH, "votes_for_governor": 200}]
    one = judge_scene(scene(towns, [], box(0, 0, 1000, 1000)), {"TSD-31", "TSD-32"})
    two = judge_scene(scene(towns, [], box(1000, 0, 3000, 1000)), {"TSD-31", "TSD-32"})
    assert [one[rule, None].state for rule in ("TSD-31", "TSD-32")] == [State.PASS, State.NOT_APPLICABLE]
    assert [two[rule, None].state for rule in ("TSD-31", "TSD-32")] == [State.NOT_APPLICABLE, State.PASS]
