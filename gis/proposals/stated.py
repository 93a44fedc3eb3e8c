"""Which facts does a person state for a rule, in place of what the map would give?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from gis.calendar.years import YEARS_READ, is_sensible
from gis.errors import FactsInvalid
from gis.rules.registry import RULES, Rule

_NAMED_UNDER_A_RULE = {
    "votes_for_governor": "it is the vote of the district in TSD-26 and TSD-29, of the municipality in TSD-31",
    "event": "it starts the town board's days in TSD-18, and ends the service of commissioners in TSD-28",
    "board_acted": "it is the act of the town board after an order in TSD-18, of another town's board in TSD-24",
    "parcels": "they hold value in TSD-01 and TSD-23, owners and acres in TSD-02, and one person's land in TSD-08",
}
"""Facts that mean different things in different rules, so that nobody can say which is meant; state them under one."""
_OF_ITS_OWN: Mapping[str, frozenset[str]] = {
    "TSD-13": frozenset({"hearing_date", "insertions"}),  # the day on which the hearing is continued, the new notice
    "TSD-16": frozenset({"hearing_date", "insertions"}),  # the department's hearing
    "TSD-29": frozenset({"signatures_valid"}),  # the petition for appointment
    "TSD-30": frozenset({"election_date", "petition_filed"}),  # the election that began the five years, a new petition
    "TSD-34": frozenset({"election_date"}),  # the election of the commissioners whose terms are asked about
}
"""Names that mean something else in these rules than in the others that bear them: there only a fact under the rule's
own id counts."""
_PERSON = re.compile(r"(?:owner|speaker)[ -]?[0-9]{1,12}", re.IGNORECASE)
_LONGEST_NAME = 60
_NEXT = "`townline law` lists the rules, and `townline schema` with a rule's id and .facts (TSD-09.facts) its facts."


def stated_facts(rule_id: str, stated: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the stated facts that belong to a rule, typed: rule-neutral ones, and those under its id.

    Parameters
    ----------
    rule_id : str
        A rule that is implemented.
    stated : mapping
        Facts by the names of FACTS.md, or mappings of them under a rule's id.
    where : str
        Whose facts they are, for errors.

    Returns
    -------
    dict
        Fact name: value, as the rule's facts type has it; numbers exact.

    Raises
    ------
    FactsInvalid
        Where the rule has no fact of a name under its id, or a value does not fit.
    """
    model = RULES[rule_id].facts_type
    hints = get_type_hints(model, include_extras=True)
    neutral = {field.name for field in fields(model)} - _OF_ITS_OWN.get(rule_id, frozenset())
    named = {name: value for name, value in stated.items() if name in neutral}
    own = stated.get(rule_id, {})
    if not isinstance(own, Mapping):
        raise _invalid(where, rule_id, "facts of a rule are names and values")
    named.update(own)
    typed = {}
    for name, value in named.items():
        if name not in hints:
            raise _unknown(name, f"{where}, facts of {rule_id}", hints)
        typed[name] = _typed(hints[name], value, name, where)
    person = typed.get("person")
    if person is not None and not _PERSON.fullmatch(str(person)):
        raise _invalid(
            where, "person", "a person is told as owner 812 by the owner key, or as speaker 3, never by name"
        )
    return typed


def refuse_unknown(stated: Mapping[str, Any], where: str, rules: Mapping[str, Rule]) -> None:
    """Refuse a stated name that is neither a fact of one of some rules nor its id, or that two take differently.

    Raises
    ------
    FactsInvalid
        With the name.
    """
    known = {field.name for rule in rules.values() for field in fields(rule.facts_type)}
    for name in stated:
        if name in _NAMED_UNDER_A_RULE:
            raise _invalid(where, name, f"{_NAMED_UNDER_A_RULE[name]}; state it under one")
        if name not in known and name not in rules:
            raise _unknown(name, where, known | rules.keys())


def _typed(hint: Any, value: object, name: str, where: str) -> Any:  # noqa: ANN401 - of the type that the hint says
    """Return a value as its fact has it; yes is no number, and a number is no day."""
    adapter = TypeAdapter(hint)
    try:
        found = adapter.validate_python(value)
        adapter.validate_python(_truth_in_words(value))
    except ValidationError as error:
        raise _invalid(where, name, error.errors()[0]["msg"]) from error
    written = {str(leaf) for leaf in _leaves(value)}
    for day in (leaf for leaf in _leaves(found) if isinstance(leaf, dt.date)):
        if day.isoformat() not in written:
            raise _invalid(where, name, "a day is written YYYY-MM-DD, for example 2026-06-15")
        if not is_sensible(day):
            raise _invalid(where, name, YEARS_READ)
    return found


def _truth_in_words(value: object) -> object:
    """Return a value in which true and false are words: as such they stand for a truth, and for no one or nought."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return {key: _truth_in_words(each) for key, each in value.items()}
    return [_truth_in_words(each) for each in value] if isinstance(value, list | tuple) else value


def _leaves(value: object) -> Iterator[object]:
    """Yield what a value holds that holds nothing else."""
    if is_dataclass(value) and not isinstance(value, type):
        value = [getattr(value, each.name) for each in fields(value)]
    elif isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple | frozenset | set):
        for each in value:
            yield from _leaves(each)
    else:
        yield value


def _unknown(name: object, where: str, known: Iterable[str]) -> FactsInvalid:
    """Return the error of a name that means nothing; it may be anything, a person's too, and is not repeated."""
    near = get_close_matches(str(name)[:_LONGEST_NAME], sorted(known))
    return FactsInvalid(
        what="A stated fact has a name that no rule knows.",
        where=where,
        why=f"Near it are {', '.join(near)}." if near else "No name of a fact is near it.",
        next=_NEXT,
    )


def _invalid(where: str, name: str, why: str) -> FactsInvalid:
    return FactsInvalid(
        what=f"The stated fact {name} cannot be used.",
        where=where,
        why=why,
        next=_NEXT,
    )
