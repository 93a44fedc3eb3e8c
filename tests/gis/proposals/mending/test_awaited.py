"""Does the list of facts that a rule waits for agree with the handed cases, which say when evidence is missing?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding, State
from gis.model.jsonio import read_json
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.mending.awaited import awaited, fact_to_give
from gis.register.kinds import kinds
from gis.rules.registry import judge, read_facts

CASES = Path(__file__).resolve().parents[3] / "cases" / "rules"
WAITING = [rule for rule in BOUNDARY_RULES if awaited(rule, {"overlap_area_acres": 1})]
# What these cases lack is no fact of a person's: land of unknown owners, another rule's answer, a share that is no
# number, terms that a board has to set, a county or a mailing among several, a fact that is null where leaving it out
# takes a default.
LACK_SOMETHING_ELSE = {
    *("TSD-02/16", "TSD-03/5", "TSD-08/4", "TSD-15/4", "TSD-15/6", "TSD-16/3", "TSD-24/8", "TSD-26/8", "TSD-34/6"),
}
# The land signed is stated and is enough; who signed does not matter then.
ENOUGH_ANYWAY = {"TSD-02/19"}


def cases(rule: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for case in read_json((CASES / f"{rule}.json").read_bytes()):
        yield case["id"], case["facts"]


def judged(rule: str, facts: dict[str, Any]) -> tuple[Finding, tuple[str, ...]]:
    finding = judge(rule, read_facts(rule, facts), load_law().newest())
    return finding, awaited(rule, {**finding.measures, **facts})


@pytest.mark.parametrize("rule", WAITING)
def test_a_rule_that_passes_waits_for_nothing_and_one_that_needs_evidence_waits_for_something(rule: str) -> None:
    for case_id, facts in cases(rule):
        finding, missing = judged(rule, facts)
        if finding.state is State.PASS and case_id not in ENOUGH_ANYWAY:
            assert (case_id, missing) == (case_id, ())
        if finding.state is State.NEEDS_EVIDENCE and case_id not in LACK_SOMETHING_ELSE:
            assert (case_id, missing) != (case_id, ())


@pytest.mark.parametrize("rule", WAITING)
def test_a_passing_rule_that_loses_what_a_person_gave_waits_again(rule: str) -> None:
    given = {row.fact for kind in kinds().values() for row in kind.gives if rule in row.rules}
    for case_id, facts in cases(rule):
        if judged(rule, facts)[0].state is not State.PASS:
            continue
        for name in given & facts.keys():
            finding, missing = judged(rule, {key: value for key, value in facts.items() if key != name})
            if finding.state is State.NEEDS_EVIDENCE:
                assert (case_id, name, missing) != (case_id, name, ())


def test_rules_that_ask_the_map_alone_wait_for_nobody() -> None:
    assert {rule for rule in BOUNDARY_RULES if rule not in WAITING} == {
        "TSD-01",
        "TSD-04",
        "TSD-09",
        "TSD-23",
        "TSD-31",
        "TSD-32",
    }


@pytest.mark.parametrize(
    ("known", "missing"),
    [
        ({}, ("hearing_date", "bond_filed")),
        ({"hearing_date": 1, "bond_filed": 1}, ()),
        (
            {"hearing_date": 1, "bond_filed": 1, "additional_bond_ordered": 1},
            ("additional_bond_due", "additional_bond_filed"),
        ),
        ({"hearing_date": 1, "bond_filed": 1, "additional_bond_due": 1}, ("additional_bond_ordered",)),
    ],
)
def test_an_additional_bond_is_asked_about_only_where_one_was_ordered(
    known: dict[str, Any], missing: tuple[str, ...]
) -> None:
    assert awaited("TSD-05", known) == missing


def test_either_of_two_facts_does() -> None:
    assert awaited("TSD-11", {"hearing_sessions": [1], "decision_issued": 1}) == ()
    known = dict.fromkeys(("installed", "district_created", "code_conforming", "system_cost"), 1)
    assert awaited("TSD-20", {**known, "in_operation_since": 1}) == ("years_in_operation",)
    assert awaited("TSD-20", {**known, "in_operation_since": 1, "charge_issued": 1}) == ()


def test_where_a_fact_is_entered_is_what_the_kinds_say() -> None:
    fact = fact_to_give("TSD-30", "petition_filed")
    assert fact.register == ("election_petition_filed", "appointment_petition_filed")
    assert all(any(row.fact == fact.name for row in kinds()[kind].gives) for kind in fact.register)
    assert fact_to_give("TSD-02", "signatures").petition == ("signer", "parcel", "date_signed")
    item = fact_to_give("TSD-03", "contents.plat_or_sketch")
    assert (item.says, item.register) == ("The petition has a plat or sketch.", ("petition_has_plat_or_sketch",))
    assert fact_to_give("TSD-19", "as_of").register == ()
