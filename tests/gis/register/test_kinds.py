from __future__ import annotations

import csv
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter

from gis.errors import LawFileInvalid
from gis.register.kinds import SUBJECT_KINDS, kinds, meaning, near, read_kinds
from gis.rules.registry import RULES

KIND = "a_kind:\n  says: So\n  subjects: [parcel]\n  value: note\n"

# Issue 5, "The register": what people establish, and the word by which it is entered.
ASKED_FOR = {
    "petition received": "petition_received",
    "notice published": "notice_published",
    "mailed": "notice_mailed",
    "served": "notice_served",
    "bond": "bond_filed",
    "benefit found for these parcels": "benefit_found",
    "objection": "objection",
    "waiver": "waiver",
    "with vote": "waiver_votes_for",
    "health hazard": "health_hazard",
    "first levy": "first_levy",
    "lien recorded": "lien_recorded",
    "levy paid before 2004": "levy_paid_before_2004",
    "private system installed": "private_system_installed",
    "cost": "private_system_cost",
    "grants": "private_system_grant",
    "main operational": "main_operational",
    "farmland certificate": "farmland_certificate",
    "signature withdrawn": "signature_withdrawn",
}


@pytest.mark.parametrize(("asked", "kind"), ASKED_FOR.items())
def test_every_kind_of_the_issue_is_there(asked: str, kind: str) -> None:
    assert kind in kinds(), asked
    if asked in {"bond", "cost", "grants"}:
        found = meaning(asked)
        assert found is not None
        assert found.name == kind


def test_the_kinds_of_the_sample_are_known(repository: Path) -> None:
    with (repository / "data" / "boundaries" / "register.csv").open(encoding="utf-8", newline="") as file:
        words = {row["kind"] for row in csv.DictReader(file)}
    assert all(meaning(word) for word in words)


@pytest.mark.parametrize("name", kinds())
def test_a_kind_gives_only_facts_that_the_rules_know(name: str) -> None:
    for given in kinds()[name].gives:
        for rule_id in given.rules:
            rule = RULES.get(rule_id)
            assert rule is not None, f"{name} serves {rule_id}, which is not implemented"
            fact, _, inner = given.fact.partition(".")
            assert fact in {field.name for field in fields(rule.facts_type)}
            hint: Any = get_type_hints(rule.facts_type, include_extras=True)[fact]
            if inner:
                # An unknown name inside the fact would be refused.
                TypeAdapter(hint).validate_python({inner: True})
            # Entries in doubt give null.
            TypeAdapter(hint).validate_python({inner: None} if inner else None)


def test_every_kind_says_what_it_is_of_and_can_be_told_apart() -> None:
    for name, kind in kinds().items():
        assert re.fullmatch(r"[a-z0-9_]+", name)
        assert kind.says[0].isupper()
        assert not kind.says.endswith(".")
        assert set(kind.subjects) <= SUBJECT_KINDS
        assert set(kind.alias_values.values()) <= {"yes", "no", *kind.choices}
        if kind.value_day:
            assert kind.value == "date"
        if kind.repeats == "by_value":
            assert kind.value != "note"


@pytest.mark.parametrize(
    ("word", "first"),
    [("bonds", "bond_filed"), ("notice publised", "notice_published"), ("hearing_hold", "hearing_held")],
)
def test_a_word_that_is_none_names_what_it_is_like(word: str, first: str) -> None:
    assert meaning(word) is None
    assert near(word)[0] == first


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (KIND + "  colour: red\n", 5, "colour"),
        (KIND + "a_kind:\n  says: Again\n", 5, "stands twice"),
        (KIND.replace("note", "colour"), 4, "a_kind.value"),
        (KIND.replace("[parcel]", "[lot]"), 3, "a_kind.subjects"),
        (KIND.replace("  says: So\n", ""), 2, "a_kind.says"),
        (KIND + "  gives:\n    - {rules: [TSD-05], fact: x, take: guess}\n", 6, "take"),
        ("- a\n", 1, "not as the table asks"),
    ],
)
def test_a_table_that_breaks_its_form_is_refused_with_its_line(content: str, line: int, message: str) -> None:
    with pytest.raises(LawFileInvalid, match=message) as caught:
        read_kinds(content, "k.yaml")
    assert f"file k.yaml, line {line}" in caught.value.where


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (KIND + "  after: [nothing]\n", "nothing is no kind"),
        (KIND + "  held_as: nothing\n", "nothing is no kind"),
        (KIND + "  anew_with: nothing\n", "nothing is no kind"),
        (KIND + "  gives:\n    - {rules: [TSD-05], fact: x, take: date, answers: nothing}\n", "nothing is no kind"),
        (KIND + "  aliases: [a_kind]\n", "a_kind means two kinds"),
        (KIND + "  choices: [one]\n", "a_kind has choices"),
        (KIND.replace("note", "choice"), "a_kind has choices"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(content: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_kinds(content, "k.yaml")
