"""Which areas, shares and votes do the gatherers of TSD-26, TSD-31 and TSD-32 state?"""

from __future__ import annotations

import dataclasses
import datetime as dt
from fractions import Fraction
from pathlib import Path

import pytest
import shapely

from gis.facts.elector_facts import election_petition_facts, elector_area_facts, elector_parts_facts
from gis.law.loader import load_law
from gis.model.facts.electors import ElectorPart, UnitShare
from gis.rules.registry import judge
from tests.conftest import FieldCaseLoader
from tests.gis.facts.elector_scene import (
    ALDER,
    ALDER_LAND,
    BIRCH,
    BIRCH_LAND,
    MILE,
    TOWNS,
    UNITS,
    VOTES,
    miles,
    poll,
    vote,
)

# Ward 1 whole and half of ward 2 of Birch, and 1.5 of the 18 square miles of Alder.
ACROSS = miles(0, -2, 3, 0.5)


def parts(district: shapely.Geometry, **scene: object) -> dict[str, ElectorPart]:
    facts = elector_parts_facts(poll(district, **scene)).facts  # type: ignore[arg-type]  # the scene's own names
    return {part.municipality: part for part in facts.parts or ()}


def units(part: ElectorPart) -> dict[str, UnitShare]:
    return {unit.name: unit for unit in part.units or ()}


def test_parts_and_units_of_a_district_in_two_towns() -> None:
    found = parts(ACROSS)
    assert set(found) == {ALDER, BIRCH}
    alder, birch = found[ALDER], found[BIRCH]
    assert (alder.area_sqmi, alder.municipality_area_sqmi, alder.municipality_votes) == (Fraction(3, 2), 18, 1800)
    assert alder.units is None
    assert (birch.area_sqmi, birch.municipality_area_sqmi, birch.municipality_votes) == (6, 12, 600)
    assert {name: (unit.share_in_district, unit.votes_for_governor) for name, unit in units(birch).items()} == {
        "Ward 1": (1, 100),
        "Ward 2": (Fraction(1, 2), 200),
    }
    # Pulled in by 0.1 ft on three sides, pushed out by 0.1 ft on the east.
    ward_2 = units(birch)["Ward 2"]
    assert ward_2.share_low == Fraction(round((MILE - 0.1) * (2 * MILE - 0.1) * 100), 4 * MILE * MILE * 100)
    assert ward_2.share_high == Fraction(round((MILE + 0.1) * 2 * MILE * 100), 4 * MILE * MILE * 100)
    assert units(birch)["Ward 1"].share_low is None


@pytest.mark.parametrize(
    ("east_ft", "shares"),
    [
        # The line passes the limit of ward 1, at two miles, by so many feet; the accuracy is 0.1 ft.
        pytest.param(0, {"Ward 1": 1}, id="on the line"),
        pytest.param(0.1, {"Ward 1": 1}, id="a sliver beyond"),
        pytest.param(-0.1, {"Ward 1": 1}, id="a sliver short"),
        pytest.param(0.2, {"Ward 1": 1, "Ward 2": Fraction(2, 10) / (2 * MILE)}, id="a strip beyond"),
        pytest.param(-0.2, {"Ward 1": 1 - Fraction(2, 10) / (2 * MILE)}, id="a strip short"),
    ],
)
def test_a_sliver_neither_cuts_a_unit_nor_brings_one_in(east_ft: float, shares: dict[str, Fraction]) -> None:
    district = shapely.box(0, -2 * MILE, 2 * MILE + east_ft, 0)
    found = poll(district)
    assert {unit.name: unit.share for unit in found.electorate.parts[0].units} == shares
    assert found.electorate.is_whole_units is all(share == 1 for share in shares.values())


def test_whole_reporting_units_are_the_district_and_a_cut_one_is_not() -> None:
    whole = election_petition_facts(poll(miles(0, -2, 4, 0))).facts
    assert whole.reporting_units is not None
    assert [(unit.name, unit.votes_for_governor) for unit in whole.reporting_units] == [
        ("Ward 1", 100),
        ("Ward 2", 200),
    ]
    assert (whole.election_date, whole.petition_filed) == (dt.date(2022, 11, 8), dt.date(2026, 6, 15))
    cut = election_petition_facts(poll(miles(0, -2, 3, 0)))
    assert cut.facts.reporting_units is None
    assert any("cuts reporting units" in note and "Ward 2" in note for note in cut.notes)
    # Alder has no units on file, so a district with land there is no union of units.
    assert election_petition_facts(poll(miles(0, -2, 2, 3))).facts.reporting_units is None


def test_one_municipality_is_told_by_its_area_and_vote() -> None:
    found = elector_area_facts(poll(miles(0, -2, 3, 0)))
    facts = found.facts
    assert (facts.municipality, facts.several_municipalities) == (BIRCH, False)
    assert (facts.district_area_sqmi, facts.municipality_area_sqmi, facts.votes_for_governor) == (6, 12, 600)
    low, high = facts.district_area_low_sqmi, facts.district_area_high_sqmi
    assert low is not None
    assert high is not None
    assert low < 6 < high
    assert any("No water is on file" in note for note in found.notes)
    assert elector_area_facts(poll(ACROSS)).facts.several_municipalities is True


def test_water_is_taken_off_both_areas_once_and_lines_have_none() -> None:
    # Two lakes of one square mile overlap by half of one: 1.5 in Birch, of which 0.5 + 0.5 in the district.
    #   x   1       2       3       3.5
    #       +---A---+---+           A: 1..2, B: 1.5..2.5, the district ends at 2
    lakes = [({"name": "A"}, miles(1, -1, 2, 0)), ({"name": "B"}, miles(1.5, -1, 2.5, 0))]
    creek = ({"name": "Creek"}, shapely.LineString([(0, -MILE), (5 * MILE, -MILE)]))
    facts = elector_area_facts(poll(miles(0, -2, 2, 0), water=[*lakes, creek])).facts
    assert (facts.district_land_area_sqmi, facts.municipality_land_area_sqmi) == (3, Fraction(21, 2))


def test_a_gap_that_no_municipality_claims_leaves_the_number_open() -> None:
    gap_ft = 30
    birch = shapely.box(0, -2 * MILE, 6 * MILE, -gap_ft)
    towns = [TOWNS[0], ({"name": BIRCH, "kind": "town", "county": "Rock"}, birch)]
    found = poll(ACROSS, towns=towns)
    assert elector_parts_facts(found).facts.several_municipalities is None
    # A hair of a gap is no land.
    hair = [TOWNS[0], ({"name": BIRCH, "kind": "town", "county": "Rock"}, shapely.box(0, -2 * MILE, 6 * MILE, -0.05))]
    assert elector_parts_facts(poll(ACROSS, towns=hair)).facts.several_municipalities is True


def test_a_town_with_only_a_sliver_is_no_part() -> None:
    # The line passes the town line by 0.05 ft.
    district = shapely.box(0, -MILE, MILE, 0.05)
    assert elector_area_facts(poll(district)).facts.municipality == BIRCH


def test_units_that_do_not_cover_the_part_leave_it_to_the_municipality() -> None:
    found = elector_parts_facts(poll(ACROSS, units=UNITS[:1]))
    assert {part.municipality: part.units for part in found.facts.parts or ()} == {ALDER: None, BIRCH: None}
    assert any("do not cover the part in Town of Birch" in note for note in found.notes)


def test_without_units_or_votes_the_notes_say_so() -> None:
    found = elector_parts_facts(poll(ACROSS, units=[], votes=[]))
    assert [part.municipality_votes for part in found.facts.parts or ()] == [None, None]
    assert "No reporting units are on file." in found.notes
    assert any("November 8, 2022 count; none are on file" in note for note in found.notes)


@pytest.mark.parametrize(
    ("votes", "of_birch", "of_units"),
    [
        pytest.param(VOTES, 600, [100, 200], id="all there"),
        pytest.param(VOTES[:-1], None, [100, 200], id="one unit of the town has no row"),
        pytest.param([*VOTES[:-1], vote("Ward 3", None)], None, [100, 200], id="one unit of the town has no vote"),
        pytest.param([vote(None, "650"), *VOTES], 650, [100, 200], id="the town's own row"),
        pytest.param([VOTES[0], vote(None, "650")], 650, None, id="nothing by unit"),
        pytest.param([vote("WARD  1", "7"), *VOTES[2:]], 507, [7, 200], id="another spelling"),
        pytest.param([vote("Ward 1", "7", county="Dane"), *VOTES[2:]], None, [None, 200], id="another county"),
        pytest.param([vote("Ward 1", "7", year=2012), *VOTES[2:]], None, [None, 200], id="another year"),
        pytest.param([vote("Ward 1", "7", office="president"), *VOTES[2:]], None, [None, 200], id="another office"),
    ],
)
def test_the_vote_of_a_town_and_of_its_units(
    votes: list[dict[str, object]], of_birch: int | None, of_units: list[int | None] | None
) -> None:
    birch = parts(ACROSS, votes=votes)[BIRCH]
    assert birch.municipality_votes == of_birch
    told = None if birch.units is None else [unit.votes_for_governor for unit in birch.units]
    assert told == of_units


def test_modelled_votes_stay_exact_and_marked() -> None:
    votes = [vote("Ward 1", "100.157630311911", basis="modelled"), *VOTES[2:]]
    birch = parts(ACROSS, votes=votes)[BIRCH]
    assert units(birch)["Ward 1"].votes_for_governor == Fraction("100.157630311911")
    assert units(birch)["Ward 1"].basis == birch.votes_basis == "modelled"
    assert units(birch)["Ward 2"].basis == "reported"


def test_evidence_names_towns_and_units_with_their_square_miles() -> None:
    evidence = elector_parts_facts(poll(ACROSS)).evidence
    assert [(item.layer, item.feature_id, item.role) for item in evidence] == [
        ("municipalities", ALDER, "inside"),
        ("municipalities", BIRCH, "inside"),
        ("reporting_units", "Ward 1", "inside"),
        ("reporting_units", "Ward 2", "cut"),
    ]
    assert evidence[0].measures == {"area_inside_sqmi": 1.5, "municipality_area_sqmi": 18}
    assert evidence[3].measures is not None
    assert evidence[3].measures["area_inside_sqmi"] == 2


def test_the_order_of_features_changes_no_fact() -> None:
    one = elector_parts_facts(poll(ACROSS)).facts
    other = elector_parts_facts(poll(ACROSS, towns=TOWNS[::-1], units=UNITS[::-1], votes=VOTES[::-1])).facts

    def by_name(part: ElectorPart) -> ElectorPart:
        return dataclasses.replace(part, units=part.units and tuple(sorted(part.units, key=lambda unit: unit.name)))

    assert {part.municipality: by_name(part) for part in one.parts or ()} == {
        part.municipality: by_name(part) for part in other.parts or ()
    }


def test_inside_and_outside_of_a_line_hold_each_unit_once() -> None:
    outside = shapely.difference(shapely.union_all([ALDER_LAND, BIRCH_LAND]), ACROSS)
    shares = [
        {unit.name: unit.share for part in poll(land).electorate.parts for unit in part.units}
        for land in (ACROSS, outside)
    ]
    assert {name: shares[0].get(name, 0) + shares[1].get(name, 0) for name in ("Ward 1", "Ward 2", "Ward 3")} == {
        "Ward 1": 1,
        "Ward 2": 1,
        "Ward 3": 1,
    }


def test_votes_are_shared_out_by_area_and_none_is_lost(field_case: FieldCaseLoader) -> None:
    # Field case electors-01: three blocks side by side, each covered from the south by its share.
    case = field_case("electors-01")
    blocks, expected = case["input"]["blocks"], case["expected"]
    rows, west = [], 0.0
    inside, outside = [], []
    for block in blocks:
        east, covered = west + block["sqmi"], block["covered_sqmi"] / block["sqmi"]
        rows.append(({"unit": block["id"], "municipality": BIRCH, "county": "Rock"}, miles(west, 0, east, 1)))
        inside.append(miles(west, 0, east, covered))
        outside.append(miles(west, covered, east, 1))
        west = east
    towns = [({"name": BIRCH, "kind": "town", "county": "Rock"}, miles(0, 0, west, 1))]
    votes = [vote(block["id"], str(block["electors"])) for block in blocks]

    def district_vote(land: list[shapely.Polygon]) -> tuple[float, Fraction | None]:
        facts = elector_parts_facts(poll(shapely.union_all(land), towns=towns, units=rows, votes=votes)).facts
        # The case asks for the apportionment, whatever the number of municipalities.
        found = judge("TSD-32", dataclasses.replace(facts, several_municipalities=True), load_law().newest())
        vote_found, part = found.measures["district_vote"], (facts.parts or ())[0]
        assert isinstance(vote_found, int | float)
        return vote_found, part.area_sqmi

    estimate, area_sqmi = district_vote(inside)
    rest, _ = district_vote([land for land in outside if land.area])
    assert area_sqmi == Fraction(str(expected["district_sqmi"]))
    assert estimate == pytest.approx(expected["estimate"], abs=case["tolerance"]["abs"])
    assert estimate + rest == pytest.approx(expected["sum_inside_and_outside"], abs=case["tolerance"]["abs"])
    assert estimate / float(area_sqmi) == pytest.approx(expected["electors_per_sqmi"], abs=1e-4)


def test_nothing_of_the_law_is_named_in_the_gatherers(repository: Path) -> None:
    # A gatherer that needs a statute's number is in the wrong room (DESIGN.md 1).
    for name in ("electors", "elector_facts", "votes", "water", "counties"):
        text = (repository / "gis" / "facts" / f"{name}.py").read_text("utf-8")
        assert "60.7" not in text
        assert "percent of" not in text
