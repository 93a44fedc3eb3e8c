"""What people bring beside a boundary: stated facts before the register, and a register that contradicts itself."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from gis.errors import FactsInvalid
from gis.model.finding import State
from gis.proposals.brought import Brought
from gis.register.entries import Entry, Register
from tests.gis.proposals.small_county import DATE, HALF_IN_EACH, county, drawn, parcel

RECEIVED, HELD = dt.date(2025, 5, 1), dt.date(2025, 4, 1)


def entry(kind: str, day: dt.date, value: str = "") -> Entry:
    return Entry("proceeding", "P1", kind, value, day, "", "")


def brought(*entries: Entry, **more: object) -> Brought:
    return Brought(register=Register(entries), proceeding_id="P1", **more)  # type: ignore[arg-type]  # as each test says


def test_what_is_stated_goes_before_the_register_and_the_register_before_nothing() -> None:
    told = brought(entry("petition_received", RECEIVED), stated={"petition_received": "2025-04-30"}).by_rule(DATE)
    assert told["TSD-06"]["petition_received"] == dt.date(2025, 4, 30)
    assert brought(entry("petition_received", RECEIVED)).filed(DATE) == RECEIVED
    assert Brought().filed(DATE) is None


def test_an_entry_after_the_day_of_the_question_is_not_known_yet() -> None:
    assert brought(entry("petition_received", RECEIVED)).filed(RECEIVED - dt.timedelta(days=1)) is None


@pytest.mark.slow
def test_a_register_out_of_order_stops_no_other_rule(tmp_path: Path) -> None:
    lots = [
        parcel("A1", "Town of Alder", (2000, 1000, 3000, 2000), 100_000),
        parcel("B1", "Town of Birch", (3000, 1000, 4000, 2000), 1),
    ]
    evaluator = county(tmp_path, lots)
    entries = brought(entry("petition_received", RECEIVED), entry("hearing_held", HELD))
    report = evaluator.evaluate(drawn(HALF_IN_EACH), DATE, brought=entries).report
    found = {each.rule: each for each in report.findings}
    assert found["TSD-06"].state is State.NEEDS_EVIDENCE
    assert "2025-04-01 lies before 2025-05-01" in found["TSD-06"].because
    assert found["TSD-01"].state is State.PASS
    assert report.register_hash == entries.register.hash if entries.register else False
    stated = Brought(stated={"petition_received": RECEIVED, "hearing_date": HELD})
    with pytest.raises(FactsInvalid, match="lies before"):
        evaluator.evaluate(drawn(HALF_IN_EACH), DATE, brought=stated)


@pytest.mark.slow
def test_a_rule_of_another_proceeding_applies_only_where_facts_are_stated_under_its_id(tmp_path: Path) -> None:
    evaluator = county(tmp_path, [parcel("A1", "Town of Alder", (2000, 1000, 3000, 2000), 100_000)])

    def states(question: Brought) -> dict[str, State]:
        report = evaluator.evaluate(drawn(HALF_IN_EACH), DATE, brought=question).report
        return {each.rule: each.state for each in report.findings}

    asked = ("TSD-02", "TSD-16", "TSD-17")
    petition = states(Brought(stated={"as_of": "2025-06-01"}))
    order = states(Brought(proceeding="department_order"))
    both = states(Brought(stated={"TSD-17": {"order_received": "2025-05-01"}}))
    assert [petition[rule] is State.NOT_APPLICABLE for rule in asked] == [False, True, True]
    assert [order[rule] is State.NOT_APPLICABLE for rule in asked] == [True, False, False]
    assert both["TSD-17"] is not State.NOT_APPLICABLE
