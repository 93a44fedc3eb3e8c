"""Is every rule explained, with exactly the facts it reads, the readings it returns and the values it uses?"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import pytest

from gis.law.explanations import load_explanations
from gis.law.loader import load_law
from gis.law.parameters import DatedParameter, Law
from gis.model.finding import Finding
from gis.model.jsonio import read_json
from gis.rules.registry import RULES, judge, read_facts
from gis.rules.village_charges.appendix_a import USES

CASES = Path(__file__).resolve().parents[2] / "cases" / "rules"
BLOCK_D_READINGS = {"rolled", "calendar_day"}  # FACTS.md 1.4

# Readings that no handed case brings forth and FACTS.md does not name; tests/gis/rules/territory shows each.
_BEYOND_FACTS = {"TSD-01": {"by_polygon", "unknown_bounded"}}
# What no handed case asks: a review time that passes without an appeal (60.72(8)(a)); rows of Appendix A; and the
# rules of our own, which the handed cases and FACTS.md do not know: a dwelling beside a sewer, with notice, a
# reimbursement of assessments, and a wastewater stronger than domestic.
_MORE_FACTS = {
    "TSD-18": ({"event": "no_appeal", "event_date": "2026-03-02"},),
    "WIS-281.45": (
        {"in_territory": True, "habitation": True, "adjacent": True, "block_sewer": "none", "notice": "2026-03-02"},
    ),
    "MUK-18": (
        {
            "dwellings": [{"kind": "one_bedroom", "count": 2}, {"kind": "two_bedroom", "count": 2}],
            "dwellings_before": [{"kind": "single_family", "count": 1}],
        },
    ),
    "MUK-07": tuple({"use": use, "quantity": 20, "garbage_grinder": True} for use in sorted(USES)),
    "MUK-239": ({"volume_kgal": 100, "bod_mg_l": 300},),
    "UT-05": ({"water_mains": True, "paid_otherwise_elsewhere": True, "provided": True},),
}
# A section of the statutes, or a chapter or the whole of an ordinance.
_SECTION = re.compile(r"\b\d+\.\d+|\bch\. \w+|Village connection ordinance")
_HANDED = [rule_id for rule_id in RULES if rule_id not in {"WIS-281.45", "UT-05", "MUK-239"}]


class Watched(Mapping[str, DatedParameter]):
    """The law's values, noting which were asked for."""

    def __init__(self, entries: Mapping[str, DatedParameter]) -> None:
        self._entries = entries
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> DatedParameter:
        self.asked.add(name)
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@cache
def judged(rule_id: str) -> tuple[tuple[Finding, ...], frozenset[str]]:
    """Return the findings of the rule's handed cases, and the values of the law asked for."""
    newest = load_law().newest().date
    watched = Watched(load_law().entries)
    law = Law(MappingProxyType(watched)).parameters(newest)
    cases = read_json((CASES / f"{rule_id}.json").read_text("utf-8")) if rule_id in _HANDED else []
    stated = [*(case["facts"] for case in cases), *_MORE_FACTS.get(rule_id, ())]
    findings = tuple(judge(rule_id, read_facts(rule_id, facts), law) for facts in stated)
    return findings, frozenset(watched.asked)


def facts_entry(rule_id: str) -> str:
    """Return the entry of a rule in FACTS.md."""
    text = (CASES / "FACTS.md").read_text("utf-8")
    found = re.search(rf"^### {rule_id} .*?(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[0]


def test_every_rule_is_explained_and_nothing_else() -> None:
    assert load_explanations().keys() == RULES.keys()


def test_town_sanitary_rules_are_complete() -> None:
    assert {f"TSD-{number:02}" for number in range(1, 36)} <= RULES.keys()  # issue 5: TSD-01 to TSD-35


@pytest.mark.parametrize("rule_id", RULES)
def test_facts_are_those_of_the_facts_type(rule_id: str) -> None:
    explained = [fact.name for fact in load_explanations()[rule_id].facts]
    assert sorted(explained) == sorted(field.name for field in dataclasses.fields(RULES[rule_id].facts_type))


@pytest.mark.parametrize("rule_id", _HANDED)
def test_facts_of_the_vocabulary_are_among_them(rule_id: str) -> None:
    listed = facts_entry(rule_id).partition("Facts:\n")[2].partition("\nAnswer")[0]
    named = set(re.findall(r"^- `(\w+)`", listed, re.MULTILINE))
    assert named <= {fact.name for fact in load_explanations()[rule_id].facts}


@pytest.mark.parametrize("rule_id", RULES)
def test_readings_are_those_of_the_vocabulary_and_of_the_rule(rule_id: str) -> None:
    entry = facts_entry(rule_id) if rule_id in _HANDED else ""
    named = set(re.findall(r"^- `(\w+)`", entry.partition("Readings:\n")[2], re.MULTILINE))
    if "**Block D**" in entry:
        named |= BLOCK_D_READINGS
    returned = {name for finding in judged(rule_id)[0] for name in finding.readings}
    explained = load_explanations()[rule_id].readings.keys()
    assert named <= explained
    assert returned <= explained
    assert explained <= named | returned | _BEYOND_FACTS.get(rule_id, set())


@pytest.mark.parametrize("rule_id", RULES)
def test_values_are_those_that_the_rule_uses_on_its_cases(rule_id: str) -> None:
    findings, asked = judged(rule_id)
    explained = set(load_explanations()[rule_id].parameters)
    assert {use.name for finding in findings for use in finding.parameters} <= explained
    assert asked == explained


@pytest.mark.parametrize("rule_id", RULES)
def test_each_passage_cites_a_section_that_the_rule_cites(rule_id: str) -> None:
    sections = set(_SECTION.findall(RULES[rule_id].citation))
    assert sections
    passages = load_explanations()[rule_id].requirement
    assert sections & {section for passage in passages for section in _SECTION.findall(passage.citation)}


def test_every_value_of_a_rule_is_on_file() -> None:
    used = {name for told in load_explanations().values() for name in told.parameters}
    assert used <= load_law().entries.keys()
