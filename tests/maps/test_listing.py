"""What does the list beside the map say of the findings, of what would mend them, and of the land inside?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.model.finding import Finding, State
from gis.model.interval import Interval
from gis.model.mending import BoundaryLeft, FactToGive, Mend, ParcelConcerned
from gis.model.report import Report, SectionInside, UnitInside
from maps.assets import served_assets
from maps.embed import role_blocks
from maps.exports import proposal_page
from maps.land_inside import boundary_area, land_tables
from maps.listing import finding_entries, finding_groups
from tests.maps.page_reader import PageReader
from tests.maps.sample_evaluation import sample_report, sample_view

HALF_A_MILE_SQFT = Fraction(27_878_400, 2)
LAND = Interval(HALF_A_MILE_SQFT - 100, HALF_A_MILE_SQFT, HALF_A_MILE_SQFT + 100)


def with_parts(section: int | None = 12) -> Report:
    """Return the sample report with half of a reporting unit and of a section."""
    report = sample_report()
    assert report.territory is not None
    half = Fraction(1, 2)
    unit = UnitInside("Wards 1-3", "Town of Alder", LAND, half, half)
    of_survey = SectionInside("2170512", section, 5, 17, "E", LAND, half, half)
    return replace(report, territory=replace(report.territory, reporting_units=(unit,), sections=(of_survey,)))


def test_land_is_told_by_municipality_unit_and_section_in_acres_and_square_miles() -> None:
    tables = {table.heading: table.lines for table in land_tables(with_parts())}
    assert list(tables) == ["Municipality", "Reporting unit", "Section"]
    unit, section = tables["Reporting unit"][0], tables["Section"][0]
    assert (unit.name, section.name) == ("Wards 1-3, Town of Alder", "Section 12, T5N R17E")
    # Half a square mile is 320 acres.
    assert (unit.area, unit.square_miles, unit.share) == ("320.00 acres (13,939,200 sq ft)", "0.5 sq mi", "50 percent")


def test_a_section_without_its_number_is_told_by_its_id() -> None:
    assert land_tables(with_parts(section=None))[2].lines[0].name == "2170512"


def test_what_is_not_on_file_has_no_table() -> None:
    assert [table.heading for table in land_tables(sample_report())] == ["Municipality"]
    assert land_tables(replace(sample_report(), territory=None)) == ()


def test_the_page_holds_every_table() -> None:
    page = proposal_page(sample_view(), with_parts(), served_assets())
    for words in ("Section 12, T5N R17E", "Wards 1-3, Town of Alder", "0.5 sq mi", "Share of the section"):
        assert words in page


@pytest.mark.parametrize(
    ("area_sqft", "said"),
    [(HALF_A_MILE_SQFT, "320.00 acres (13,939,200 sq ft), 0.5 sq mi"), (None, None)],
)
def test_the_area_of_the_boundary(area_sqft: Fraction | None, said: str | None) -> None:
    report = sample_report()
    area_sqmi = None if area_sqft is None else area_sqft / 27_878_400
    boundary = replace(report.boundary, area_sqft=area_sqft, area_sqmi=area_sqmi)
    assert boundary_area(replace(report, boundary=boundary)) == said


def finding(rule: str, state: State) -> Finding:
    return Finding(
        rule, "Wis. Stat. 60.71", "1", state, None, {"days": None}, {}, f"{rule} says why.", question="Is it so?"
    )


def with_mends() -> Report:
    """Return the sample report with a rule that waits for a fact, one that does not apply, and what would mend two."""
    report = sample_report()
    bond = FactToGive("bond_filed", "Day of the bond.", "date", ("bond_filed",), (), "TSD-05.bond_filed")
    left = BoundaryLeft({"type": "FeatureCollection"}, Fraction(100), Fraction(28), State.PASS)
    cut = ParcelConcerned("014-0007", "Village of Elm", Fraction(43_560), is_whole=False)
    by = dt.date(2025, 7, 31)
    return replace(
        report,
        findings=(*report.findings, finding("TSD-05", State.NEEDS_EVIDENCE), finding("TSD-16", State.NOT_APPLICABLE)),
        mending=(
            Mend("TSD-09", "leave_out", "Leave out 28 acres.", parcels=(cut,), boundary=left),
            Mend("TSD-09", "act", "Move the line.", by=by, items=("plat_or_sketch",)),
            Mend("TSD-05", "give_facts", "Find out and enter: day of the bond.", facts=(bond,)),
        ),
    )


def page_text(report: Report) -> str:
    page = PageReader(proposal_page(sample_view(), report, served_assets()))
    return " ".join(" ".join(page.text).split())


def test_findings_stand_in_groups_with_their_counts() -> None:
    groups = finding_groups(finding_entries(with_mends(), role_blocks(sample_view())))
    told = [(group.heading, [entry.rule for entry in group.entries]) for group in groups]
    assert told == [
        ("Answered, in whole or in part", ["TSD-01", "TSD-09"]),
        ("Waiting for facts", ["TSD-05"]),
        ("Do not apply", ["TSD-16"]),
    ]
    assert [(name, count) for _, name, count in groups[0].counts] == [("pass", 1), ("fail", 1)]
    text = page_text(with_mends())
    for words in (
        "Answered, in whole or in part: 2",
        "Pass : 1",
        "Waiting for facts: 1",
        "Do not apply: 1",
        "TSD-16 says why.",
    ):
        assert words.replace(" :", ":") in text.replace(" :", ":")


def test_a_group_of_nothing_is_left_out() -> None:
    groups = finding_groups(finding_entries(sample_report(), role_blocks(sample_view())))
    assert [group.standing for group in groups] == ["decided"]
    assert "Waiting for facts" not in page_text(sample_report())


@pytest.mark.parametrize(
    ("state", "holds", "is_folded"),
    [
        (State.PASS, True, True),
        (State.PASS, False, False),
        (State.FAIL, True, False),
        (State.WITHIN_TOLERANCE, False, False),
        (State.NOT_APPLICABLE, None, True),
    ],
)
def test_what_asks_for_nobody_is_folded_away(*, state: State, holds: bool | None, is_folded: bool) -> None:
    report = sample_report()
    first = report.findings[0]
    assert first.margin is not None
    judged = replace(first, state=state, margin=replace(first.margin, holds=holds))
    [entry] = finding_entries(replace(report, findings=(judged,)), role_blocks(sample_view()))
    assert entry.is_folded is is_folded


def test_each_finding_shows_what_would_mend_it() -> None:
    entries = {entry.rule: entry for entry in finding_entries(with_mends(), role_blocks(sample_view()))}
    leave, act = entries["TSD-09"].mends
    [parcel] = leave.parcels
    assert (parcel.name, parcel.role, parcel.layer) == ("Parcel 014-0007", "in part", "Village of Elm")
    assert parcel.facts == (("Land", "1.00 acres (43,560 sq ft)"),)
    assert parcel.target.key is not None
    assert (leave.has_boundary, act.has_boundary) == (True, False)
    assert (act.days, act.items) == ("Not later than July 31, 2025.", ("Plat or sketch",))
    [asked] = entries["TSD-05"].mends
    assert asked.entered == "In the register as bond_filed."
    assert (entries["TSD-01"].mends, entries["TSD-05"].measures) == ((), ())
    text = page_text(with_mends())
    for words in ("What would mend it", "Leave out 28 acres.", "What to find out", "In the register as bond_filed."):
        assert words in text
