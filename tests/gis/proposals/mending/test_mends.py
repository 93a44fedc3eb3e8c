"""Do mends mend: on a county of two towns and a village, drawn in whole feet and worked by hand?

4000 +------------------+
     |       Elm        |   village, y from 3000
3000 +--------+---------+
     | Alder  |  Birch  |   boundary: x 2000 to 4000, y 1000 to 3200
   0 +--------+---------+
     0      3000      6000
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from gis.errors import OverlayUnverified
from gis.model.finding import State
from gis.model.jsonio import to_json
from gis.model.mending import Mend
from gis.model.report import Report
from gis.proposals.brought import Brought
from gis.proposals.evaluate import Evaluator
from gis.proposals.mending import land
from tests.gis.proposals.small_county import DATE, TOWNS, Box, county, drawn, parcel

pytestmark = pytest.mark.slow

IN_TOWNS: Box = (2000, 1000, 4000, 3000)
LINE: Box = (2000, 1000, 4000, 3200)
PARCELS = [
    parcel("A-1", "Town of Alder", (2000, 1000, 3000, 3000), 100_000),
    parcel("B-1", "Town of Birch", (3000, 1000, 4000, 3000), 100_000),
    parcel("E-1", "Village of Elm", (2000, 3000, 2500, 3200), 1),
    parcel("E-2", "Village of Elm", (2500, 3000, 3000, 3400), 1),
    parcel("E-3", "Village of Elm", (4000, 3000, 4500, 3400), 1),
]
RECEIVED = dt.date(2026, 6, 1)


@pytest.fixture(scope="module")
def evaluator(tmp_path_factory: pytest.TempPathFactory) -> Evaluator:
    places = {**TOWNS, "Village of Elm": (0.0, 3000.0, 6000.0, 4000.0)}
    return county(tmp_path_factory.mktemp("mending"), PARCELS, places)


def judged(evaluator: Evaluator, stated: Mapping[str, object], date: dt.date = DATE, box: Box = IN_TOWNS) -> Report:
    return evaluator.evaluate(drawn(box), date, brought=Brought(stated=stated)).report


def mends(report: Report, rule: str) -> list[Mend]:
    return [mend for mend in report.mending if mend.rule == rule]


def state(report: Report, rule: str) -> State:
    return next(finding.state for finding in report.findings if finding.rule == rule)


def test_village_land_is_left_out_and_the_boundary_left_passes(evaluator: Evaluator) -> None:
    report = judged(evaluator, {}, box=LINE)
    assert state(report, "TSD-09") is State.FAIL
    [mend] = mends(report, "TSD-09")
    # 2,000 by 200 ft of the village: 400,000 sq ft or 9.1827 acres, of 2,000 by 2,200 ft or 101.0101 acres.
    assert mend.says.startswith("Leave out 9.18 acres (")
    assert "the land of Village of Elm: the whole of parcel E-1 and part of parcel E-2." in mend.says
    named = [(each.parcel_id, each.place, each.is_whole) for each in mend.parcels]
    assert named == [("E-1", "Village of Elm", True), ("E-2", "Village of Elm", False)]
    assert [float(each.land_sqft or 0) for each in mend.parcels] == pytest.approx([100_000, 100_000], abs=1)
    assert mend.boundary is not None
    assert float(mend.boundary.left_out_acres) == pytest.approx(400_000 / 43_560, abs=1e-3)
    assert float(mend.boundary.area_acres) == pytest.approx(4_000_000 / 43_560, abs=1e-3)
    assert mend.boundary.state is State.PASS
    again = evaluator.evaluate(mend.boundary.geojson, DATE).report
    assert state(again, "TSD-09") is State.PASS
    assert again.boundary.area_acres == pytest.approx(mend.boundary.area_acres, abs=1e-4)
    assert mends(again, "TSD-09") == []


def test_of_land_that_is_all_village_nothing_is_left(evaluator: Evaluator) -> None:
    [mend] = mends(judged(evaluator, {}, box=(2000, 3100, 2400, 3150)), "TSD-09")
    assert mend.boundary is None
    assert "nothing is left" in mend.says


def test_shapes_that_cannot_be_overlaid_do_not_spoil_the_report(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_args: object) -> None:
        raise OverlayUnverified(what="Two overlays disagree.", where="here", why="so", next="look")

    monkeypatch.setattr(land, "resulting_land", refuses)
    [mend] = mends(judged(evaluator, {}, box=LINE), "TSD-09")
    assert (mend.boundary, mend.says) == (
        None,
        "Leave out the land of Village of Elm. No sound boundary could be made without it; draw another.",
    )


def test_a_finding_that_passes_or_does_not_apply_has_no_mend_and_every_other_has_one(evaluator: Evaluator) -> None:
    report = judged(evaluator, {}, box=LINE)
    mended = {mend.rule for mend in report.mending}
    for finding in report.findings:
        assert (finding.rule in mended) is (finding.state not in {State.PASS, State.NOT_APPLICABLE}), finding.rule
    assert [mend.rule for mend in report.mending] == sorted(mend.rule for mend in report.mending)


def test_the_order_of_parcels_changes_nothing(evaluator: Evaluator, tmp_path_factory: pytest.TempPathFactory) -> None:
    places = {"Village of Elm": (0.0, 3000.0, 6000.0, 4000.0), **dict(reversed(TOWNS.items()))}
    turned = county(tmp_path_factory.mktemp("turned"), PARCELS[::-1], places)
    mending = [json.loads(to_json(judged(each, {}, box=LINE)))["mending"] for each in (evaluator, turned)]
    assert mending[0] == mending[1]


def test_a_half_drawn_line_has_no_mends(evaluator: Evaluator) -> None:
    closed = drawn(LINE)
    line = {**closed, "type": "LineString", "coordinates": closed["coordinates"][0][:3]}
    assert evaluator.evaluate(line, DATE).report.mending == ()


# Received Monday, June 1, 2026: the hearing is due by July 1. On June 15 the notice can stand in the newspaper that day
# and on the 22nd, so a hearing can be held from the 29th; a bond filed that day allows June 30 (15 days).
HEARING: dict[str, dict[str, object]] = {"TSD-06": {"petition_received": RECEIVED, "signatures_sufficient": True}}


class Case(NamedTuple):
    """What people say of a hearing on a day, and what the mend then says."""

    date: dt.date
    rule: str
    facts: dict[str, object]
    way: str
    by: dt.date | None = None
    not_before: dt.date | None = None


def june(day: int) -> dt.date:
    return dt.date(2026, 6, day)


JULY_1, JULY_6 = dt.date(2026, 7, 1), dt.date(2026, 7, 6)


@pytest.mark.parametrize(
    "case",
    [
        Case(june(15), "TSD-06", {"hearing_date": JULY_6}, "act", JULY_1, june(30)),
        # For June 29 the second printing is due on the 22nd and the first a week before.
        Case(june(15), "TSD-07", {"hearing_date": june(29), "insertions": [june(17), june(24)]}, "act", june(15)),
        # Fifteen days before June 20 are past on the 15th, and not yet on the 4th.
        Case(june(15), "TSD-05", {"hearing_date": june(20), "board_approved": False}, "act", JULY_1, june(30)),
        Case(june(4), "TSD-05", {"hearing_date": june(20), "board_approved": False}, "act", june(5)),
        # On June 18 the notice can be out on the 18th and the 25th, so no hearing before July 2: too late by a day.
        Case(june(18), "TSD-06", {"hearing_date": JULY_6}, "too_late"),
        Case(dt.date(2026, 8, 3), "TSD-06", {"hearing_date": JULY_6}, "too_late"),
    ],
)
def test_what_can_still_be_done_for_a_hearing(evaluator: Evaluator, case: Case) -> None:
    stated = {**HEARING, case.rule: {**HEARING.get(case.rule, {}), **case.facts}}
    report = judged(evaluator, stated, case.date)
    assert state(report, case.rule) is State.FAIL
    [mend] = mends(report, case.rule)
    assert (mend.way, mend.by, mend.not_before) == (case.way, case.by, case.not_before)
    assert ("new petition" in mend.says) is (case.way == "too_late")


@pytest.mark.parametrize("day", [june(30), JULY_1])
def test_a_hearing_held_as_the_mend_says_passes(evaluator: Evaluator, day: dt.date) -> None:
    on_day = {"hearing_date": day, "first_insertion": june(15), "notice_mailed": june(15), "bond_filed": june(15)}
    report = judged(evaluator, {"TSD-06": {**HEARING["TSD-06"], **on_day}})
    assert state(report, "TSD-06") is State.PASS


# Facts of many rules at once, so that one evaluation shows many mends, and words of each.
TOLD: list[dict[str, tuple[dict[str, object], str]]] = [
    {
        "TSD-11": ({"hearing_concluded": june(1)}, "Issue the written findings and the decision by July 1, 2026"),
        "TSD-12": ({"finding_welfare": "no"}, "Owners may bring a new petition"),
        "TSD-13": (
            {"hearing_date": june(10), "continued_to": dt.date(2026, 7, 20), "added_in_village_or_city_sqft": 100},
            "Leave the 100 sq ft of village or city land out",
        ),
        "TSD-14": ({"order_date": dt.date(2026, 4, 1), "costs_paid": june(1)}, "They stay due until they are paid"),
        "TSD-21": (
            {
                "final_determination": dt.date(2026, 5, 1),
                "action_filed": june(1),
                "county_of_lands": "Dodge",
                "county_filed": "Dane",
            },
            "circuit court of Dodge County by July 30, 2026",
        ),
        "TSD-05": (
            {
                "hearing_date": JULY_1,
                "bond_filed": june(1),
                "additional_bond_ordered": june(10),
                "additional_bond_due": june(15),
            },
            "for a day not before June 20, 2026",
        ),
        "TSD-22": (
            {
                "towns_count": 1,
                "established": june(1),
                "method": "town_board_commission",
                "supervisors": 3,
                "votes_for": 1,
                "method_determined": june(10),
            },
            "with 2 supervisors for it",
        ),
        "TSD-26": (
            {"votes_for_governor": 500, "signatures_valid": 60, "requests": "not_stated"},
            "Gather 40 more valid signatures of electors of the district; 100 are needed in all.",
        ),
        "TSD-30": (
            {
                "petition_kind": "to_appointment",
                "election_date": dt.date(2024, 4, 2),
                "petition_filed": dt.date(2026, 1, 5),
            },
            "on or after April 3, 2029",
        ),
        "TSD-33": ({"town_board_commission": False, "members": 4}, "a commission of 3 or 5 members"),
        "TSD-34": ({"basis": "first_board", "members": 4}, "a commission of 3 or 5 members"),
        "TSD-35": ({"resident_of_district": False}, "Choose a resident"),
    },
    {
        "TSD-11": ({"hearing_concluded": dt.date(2026, 5, 1)}, "the last day was June 1, 2026"),
        "TSD-13": (
            {"hearing_date": dt.date(2026, 4, 1), "continued_to": june(1)},
            "The last day for the continued hearing was May 1, 2026",
        ),
        "TSD-34": ({"basis": "first_board", "members": 3, "selection": "special_election"}, "shorter terms"),
        "TSD-01": (
            {
                "municipalities": [{"name": "Town of Alder"}, {"name": "Town of Birch"}],
                "equalized_totals": [
                    {"municipality": "Town of Alder", "equalized_value": 100},
                    {"municipality": "Town of Birch", "equalized_value": 100},
                ],
            },
            "No board has jurisdiction while the values are equal to the cent",
        ),
    },
    {
        "TSD-11": (
            {"hearing_concluded": dt.date(2026, 4, 1), "decision_issued": june(1)},
            "The last day was May 1, 2026, and the clock cannot be rolled back.",
        ),
    },
]


def test_what_else_is_to_be_done(evaluator: Evaluator) -> None:
    for told in TOLD:
        report = judged(evaluator, {rule: facts for rule, (facts, _) in told.items()})
        for rule, (_, says) in told.items():
            found = [mend.says for mend in mends(report, rule)]
            assert any(says in each for each in found), (rule, found)


def test_where_the_accuracy_decides_the_parcels_that_are_cut_are_told(evaluator: Evaluator) -> None:
    # 100,000 / 0.8 in Alder, of which 800 of 1,000 ft are inside, against 100,000 / 1.0 in Birch, all inside.
    report = judged(evaluator, {}, box=(2200, 1000, 4000, 3000))
    assert state(report, "TSD-01") is State.WITHIN_TOLERANCE
    [mend] = mends(report, "TSD-01")
    assert (mend.way, [each.parcel_id for each in mend.parcels]) == ("look", ["A-1"])
    assert float(mend.parcels[0].land_sqft or 0) == pytest.approx(1_600_000, abs=1)


OWNED = {
    "parcels": [
        {"parcel_id": "1", "owners": ["Ann Plainly Invented"], "area_acres": 60},
        {"parcel_id": "2", "owners": ["Bob Plainly Invented"], "area_acres": 40},
        {"parcel_id": "3", "owners": ["Cyd Plainly Invented"], "area_acres": 10},
    ],
    "signatures": [],
}


def test_nobody_is_named_where_names_were_stated(evaluator: Evaluator) -> None:
    # 51 percent of 110 acres are 56.1, which one owner has; 51 percent of 3 persons are 2.
    report = judged(evaluator, {"TSD-02": OWNED})
    assert state(report, "TSD-02") is State.FAIL
    head, by_land = mends(report, "TSD-02")
    assert (head.count, by_land.count, by_land.owners, by_land.parcels) == (2, 1, (), ())
    assert not re.search("Invented", json.dumps(json.loads(to_json(report))["mending"]))


def test_signatures_that_nobody_vouches_for_are_counted_and_not_named(evaluator: Evaluator) -> None:
    signed = [
        {"person": "Ann Plainly Invented", "notarized": False, "covered_by_verification": False},
        {"person": "Bob Plainly Invented"},
    ]
    bare, unknown = mends(judged(evaluator, {"TSD-04": {"signatures": signed}}), "TSD-04")
    assert (bare.way, bare.count, unknown.way, unknown.count) == ("act", 1, "give_facts", 1)
    assert "Invented" not in bare.says + unknown.says
    assert unknown.facts[0].petition == ("notarized", "covered_by_verification")


@pytest.mark.parametrize(
    ("sufficient", "way"), [(True, State.WITHIN_TOLERANCE), (False, State.FAIL), (None, State.NEEDS_EVIDENCE)]
)
def test_what_a_petition_lacks_is_to_be_completed(evaluator: Evaluator, *, sufficient: bool | None, way: State) -> None:
    contents = dict.fromkeys(
        ("name", "necessity", "welfare_and_benefit", "legal_description", "plat_or_sketch", "improvements"), True
    )
    lacking = {"contents": {**contents, "plat_or_sketch": False}, "signatures_sufficient": sufficient}
    report = judged(evaluator, {"TSD-03": lacking})
    assert state(report, "TSD-03") is way
    [mend] = mends(report, "TSD-03")
    assert (mend.way, mend.items) == ("act", ("plat_or_sketch",))
    assert ("TSD-02" in mend.says) is not bool(sufficient)
