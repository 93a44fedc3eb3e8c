"""What changed between two reports, in sentences that a board reads?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest
from pydantic import JsonValue

from gis.model.finding import Finding, State
from gis.model.interval import Interval
from gis.model.report import BoundaryRecord, Report, Territory, TerritoryShare
from gis.proposals.decisions.compare import PETITION_NOTE, compare

ACRE_SQFT = Fraction(43_560)


def finding(rule: str, state: State, answer: JsonValue, subject: str | None = None, **measures: JsonValue) -> Finding:
    return Finding(rule, "", "1", state, answer, measures, {}, "", subject=subject, question=f"Question of {rule}?")


def share(name: str, acres: int, county: str = "Jefferson") -> TerritoryShare:
    area = ACRE_SQFT * acres
    return TerritoryShare(name, name.split(maxsplit=1)[0].lower(), county, Interval(area, area, area), Fraction(0))


def report(acres: int, *findings: Finding, shares: tuple[TerritoryShare, ...] = (), inside: int = 0) -> Report:
    area = ACRE_SQFT * acres
    return Report(
        townline="1",
        rules={},
        parameters_hash="p",
        date=dt.date(2026, 6, 15),
        boundary=BoundaryRecord(f"hash{acres}", "EPSG:4326", area, Fraction(acres), Fraction(0), "EPSG:8189", parts=1),
        editions={},
        register_hash=None,
        findings=findings,
        territory=Territory(shares, (), inside, 0, 0, area),
    )


def test_jurisdiction_passes_and_the_rest_stays() -> None:
    same = finding("TSD-09", State.PASS, [], overlap_area_sqft=0)
    before = report(100, finding("TSD-01", State.PASS, "Town of Alder", lead_share=0.5125), same)
    after = report(90, finding("TSD-01", State.PASS, "Town of Birch", lead_share=0.503), same)
    changes = compare(before, after)
    assert (changes.boundary_before, changes.boundary_after) == ("hash100", "hash90")
    assert changes.land == ("The territory has 90.00 acres instead of 100.00 acres: 10.00 acres less.",)
    (change,) = changes.changed
    assert change.outcome_changed
    assert change.sentences == (
        "Jurisdiction passes from Town of Alder to Town of Birch.",
        "The leading town's share of the equalized value: 51.25 percent before, 50.3 percent now.",
    )
    assert changes.unchanged == ("TSD-09",)
    assert changes.notes == ()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            finding("TSD-01", State.UNDETERMINED, None),
            finding("TSD-01", State.PASS, "Town of Alder"),
            "Jurisdiction is with Town of Alder now; before, no town could be named.",
        ),
        (
            finding("TSD-01", State.PASS, "Town of Alder"),
            finding("TSD-01", State.UNDETERMINED, None),
            "Jurisdiction was with Town of Alder; now no town can be named.",
        ),
        (
            finding("TSD-09", State.FAIL, ["Village of Elm", "City of Fir"]),
            finding("TSD-09", State.PASS, []),
            "Villages and cities with land inside: Village of Elm and City of Fir before, none now.",
        ),
        (
            finding("TSD-15", State.PASS, ["Dodge", "Jefferson"]),
            finding("TSD-15", State.PASS, ["Jefferson"]),
            "Counties in which the order must be recorded: Dodge and Jefferson before, Jefferson now.",
        ),
        (
            finding("TSD-32", State.PASS, 71),
            finding("TSD-32", State.PASS, 60),
            "Signatures of electors needed, part by part: 71 before, 60 now.",
        ),
        (
            finding("TSD-10", State.FAIL, "not_allowed"),
            finding("TSD-10", State.NOT_APPLICABLE, None),
            "Overlap with other sewerage districts: not allowed before, not known now.",
        ),
        (
            finding("TSD-02", State.FAIL, answer=False),
            finding("TSD-02", State.PASS, answer=True),
            "Question of TSD-02? Before: fails; now: passes.",
        ),
        (
            finding("TSD-09", State.FAIL, ["Village of Elm"], overlap_area_sqft=435_600),
            finding("TSD-09", State.FAIL, ["Village of Elm"], overlap_area_sqft=1000),
            "Village and city land inside: 10.00 acres before, 1,000 sq ft now.",
        ),
    ],
)
def test_each_change_is_a_sentence(before: Finding, after: Finding, said: str) -> None:
    (change,) = compare(report(1, before), report(1, after)).changed
    assert said in change.sentences


def test_numbers_alone_are_a_change_of_numbers() -> None:
    old, new = (finding("TSD-15", State.PASS, ["Dodge"], county_count=count, of="x") for count in (1, 2))
    (change,) = compare(report(1, old), report(1, new)).changed
    assert not change.outcome_changed
    assert [(each.name, each.before, each.after) for each in change.measures] == [("county_count", 1, 2)]
    assert change.sentences == ()


def test_the_petition_count_is_for_information() -> None:
    old, new = (finding("TSD-02", State.PASS, answer=True, land_share=share) for share in (0.52, 0.58))
    changes = compare(report(1, old), report(1, new))
    assert "Share of the land that is signed: 52 percent before, 58 percent now." in changes.changed[0].sentences
    assert changes.notes == (PETITION_NOTE,)


def test_the_decision_itself_is_not_compared_and_persons_keep_their_own_line() -> None:
    old = [finding("TSD-12", State.PASS, "order"), finding("TSD-08", State.PASS, answer=True, subject="owner 7")]
    new = [finding("TSD-12", State.FAIL, "dismiss"), finding("TSD-08", State.FAIL, answer=False, subject="owner 7")]
    other = finding("TSD-08", State.PASS, answer=True, subject="owner 8")
    changes = compare(report(1, *old, other), report(1, *new, other))
    assert [(change.rule, change.subject) for change in changes.changed] == [("TSD-08", "owner 7")]
    assert changes.unchanged == ("TSD-08",)  # of owner 8 nothing changed


def test_land_of_towns_counties_and_parcels() -> None:
    before = report(10, shares=(share("Town of Alder", 6), share("Village of Elm", 4)), inside=1200)
    after = report(12, shares=(share("Town of Alder", 5), share("Town of Cedar", 7, "Dodge")), inside=1199)
    assert compare(before, after).land == (
        "The territory has 12.00 acres instead of 10.00 acres: 2.00 acres more.",
        "Land of the Town of Alder inside: 6.00 acres before, 5.00 acres now.",
        "No land of the Village of Elm is inside any more; it was 4.00 acres.",
        "Land of the Town of Cedar comes inside: 7.00 acres.",
        "Counties with land inside: Jefferson before, Dodge and Jefferson now.",
        "Parcels wholly inside: 1,200 before, 1,199 now.",
    )


def test_what_else_differs_is_told() -> None:
    before = report(1, finding("TSD-01", State.PASS, "Town of Alder"))
    after = replace(report(1), date=dt.date(2027, 1, 1), editions={"parcels": "aa"})
    assert compare(before, after).notes == (
        "The two reports differ in the day asked about too, which may have changed answers.",
        "The two reports differ in the editions too, which may have changed answers.",
        "Only one of the two reports judges TSD-01.",
    )


def test_nothing_changes_between_a_report_and_itself() -> None:
    same = report(3, finding("TSD-01", State.PASS, "Town of Alder"), shares=(share("Town of Alder", 3),))
    changes = compare(same, same)
    assert (changes.land, changes.changed, changes.unchanged, changes.notes) == ((), (), ("TSD-01",), ())
