"""Which facts of the rules follow from what people entered in a register?

A fact that contradictory entries would give in two ways is null: it is not known, and no default stands for it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from gis.model.exact import money
from gis.register.contradictions import contradictions
from gis.register.counting import answering, by_kind, counted, holding, in_dispute
from gis.register.entries import Entry, Register, about_parcel
from gis.register.kinds import Given, SubjectKind, Take, kinds
from gis.register.values import Value, typed

T = TypeVar("T")
RuleFacts = dict[str, dict[str, Any]]
"""Rule id, fact name, and its value as a case file states it; days are `datetime.date`."""

_DECISION = "TSD-11"
_COMMISSIONERS = "TSD-18"
_ACTS_ON = {"vacancy": "vacancy_filled"}
"""Which entry answers an event of 60.72(8); every other is answered by the choice of a method."""
_INCLUSION = "TSD-19"


def register_facts(
    register: Register, *, date: dt.date, proceeding: str | None = None, district: str | None = None
) -> RuleFacts:
    """Return what the entries on a proceeding and a district say to each rule.

    Parameters
    ----------
    register : Register
        With its history; what was corrected says nothing.
    date : date
        Only entries dated on or before it count.
    proceeding, district : str, optional
        Names as the register has them; what is not named gives nothing.

    Returns
    -------
    dict
        Only facts that the register gives; a rule about which it says nothing is absent. Null where entries are in
        doubt. The towns of TSD-16 are those to which a notice was mailed, and need not be all.

    Examples
    --------
    >>> day = dt.date(2026, 6, 1)
    >>> entry = Entry("proceeding", "P1", "bond_filed", "", day, "", "")
    >>> register_facts(Register((entry,)), date=day, proceeding="P1")["TSD-05"]
    {'bond_filed': datetime.date(2026, 6, 1)}
    """
    subjects = {("proceeding", proceeding), ("district", district)}
    standing = [each for each in register.standing(date) if (each.subject_kind, each.subject) in subjects]
    facts = _facts(standing)
    _answer_event(facts, standing)
    _conclude(facts, standing, date)
    return facts


def parcel_facts(
    register: Register, parcel_id: str, date: dt.date, *, county: str | None = None, district: str | None = None
) -> RuleFacts:
    """Return what the entries on a parcel say to each rule, with what TSD-19 and TSD-20 ask of its district.

    Parameters
    ----------
    register : Register
        With its history.
    parcel_id : str
        Number of the parcel; entries name it alone, or with its county ("1-22, Dane").
    date : date
        Only entries dated on or before it count.
    county, district : str, optional
        County of the parcel, and the district that encompasses it.

    Examples
    --------
    >>> day = dt.date(2026, 6, 1)
    >>> cost = Entry("parcel", "1-22", "private_system_cost", "9000.00", day, "", "")
    >>> parcel_facts(Register((cost,)), "1-22", day)
    {'TSD-20': {'system_cost': '9000.00'}}
    """
    standing = register.standing(date)
    own = _facts([each for each in standing if about_parcel(each, parcel_id, county)])
    of_district = _facts([each for each in standing if (each.subject_kind, each.subject) == ("district", district)])
    for rule in own:
        own[rule] = of_district.get(rule, {}) | own[rule]
    if _INCLUSION in own:
        own[_INCLUSION]["as_of"] = date
    return own


def owner_facts(register: Register, owner_key: str, date: dt.date, *, district: str | None = None) -> RuleFacts:
    """Return what the entries on an owner say to each rule (who may serve, TSD-35), with those on the district."""
    standing = register.standing(date)
    own = _facts([each for each in standing if (each.subject_kind, each.subject) == ("owner", owner_key)])
    of_district = _facts([each for each in standing if (each.subject_kind, each.subject) == ("district", district)])
    return {rule: of_district.get(rule, {}) | facts for rule, facts in own.items()}


def subjects_of(
    register: Register, subject_kind: SubjectKind, kind: str, date: dt.date, value: str | None = None
) -> tuple[str, ...]:
    """Return the parcels or owners of which a kind of entry says something on a day, as the register names them.

    Parameters
    ----------
    register : Register
        With its history.
    subject_kind : str
        parcel, owner, main, district or proceeding.
    kind : str
        A kind by its own name, such as exclusion_decision or signature_withdrawn.
    date : date
        Only entries dated on or before it count.
    value : str, optional
        What the entry says; any where it is left out.

    Returns
    -------
    tuple of str
        Sorted. One on which entries contradict each other is not among them.

    Examples
    --------
    >>> day = dt.date(2026, 6, 1)
    >>> out = Entry("parcel", "1-22", "exclusion_decision", "out", day, "", "")
    >>> subjects_of(Register((out,)), "parcel", "exclusion_decision", day, "out")
    ('1-22',)
    """
    by_subject: dict[str, list[Entry]] = defaultdict(list)
    for each in register.standing(date):
        if (each.subject_kind, each.kind) == (subject_kind, kind):
            by_subject[each.subject].append(each)
    return tuple(
        sorted(
            subject
            for subject, entries in by_subject.items()
            if value in {None, *(each.value for each in holding(entries))} and not _in_doubt(entries)
        )
    )


def _in_doubt(entries: Sequence[Entry]) -> bool:
    """Whether entries of one kind and subject that should agree do not; days out of order are another matter."""
    return bool(contradictions(entries))


def _facts(entries: Sequence[Entry]) -> RuleFacts:
    """Return the facts of entries that are on one proceeding and one district, or on one parcel."""
    counting = counted(by_kind(entries))
    disputed = in_dispute(counting)
    candidates: dict[tuple[str, str], list[tuple[tuple[bool, dt.date], Any]]] = defaultdict(list)
    for name in sorted(counting):
        for given in kinds()[name].gives:
            own = answering(name, given.answers, counting) if given.answers else holding(counting[name])
            told = [each for each in own if given.when in {"", each.value}]
            for rule in given.rules if told else ():
                rank = (given.goes_first, max(each.date for each in told))
                value = None if name in disputed else _taken(given, told, own)
                candidates[rule, given.fact].append((rank, value))
    facts: RuleFacts = defaultdict(dict)
    for (rule, fact), known in sorted(candidates.items(), key=lambda item: item[0]):
        first = max(rank for rank, _ in known)
        values = [value for rank, value in known if rank == first]
        _put(facts[rule], fact, values[0] if all(value == values[0] for value in values) else None)
    return dict(facts)


def _put(facts: dict[str, Any], fact: str, value: object) -> None:
    name, point, inner = fact.partition(".")
    if point:
        facts.setdefault(name, {})[inner] = value
    else:
        facts[name] = value


def _taken(given: Given, told: Sequence[Entry], own: Sequence[Entry]) -> Any:  # noqa: ANN401 - facts are of any type
    """Return what a fact takes of the entries of one kind that tell it, of all that count; null where in doubt."""
    is_by_value = kinds()[own[0].kind].repeats == "by_value"
    if given.take in _OF_ONE and _in_doubt(told if is_by_value else own):
        return None
    return _TAKES[given.take](given, told)


def _one(told: Iterable[T]) -> T | None:
    """Return what all say; null where they do not say the same."""
    said = set(told)
    return said.pop() if len(said) == 1 else None


def _value(entries: Sequence[Entry]) -> Value | None:
    value = _one(each.value for each in entries)
    return None if value is None else typed(value, kinds()[entries[0].kind])


def _equals(given: Given, entries: Sequence[Entry]) -> bool | None:
    value = _one(each.value for each in entries)
    return None if value is None else value == given.word


def _mailed_to(entries: Iterable[Entry]) -> Iterator[Mapping[str, Any]]:
    days: dict[str, set[dt.date]] = defaultdict(set)
    for each in entries:
        days[each.value].add(each.date)
    for name, mailed in sorted(days.items()):
        yield {"name": name, "mailed": _one(mailed)}


_TAKES: Mapping[Take, Callable[[Given, Sequence[Entry]], Any]] = {
    "date": lambda _, entries: _one(each.date for each in entries),
    "value": lambda _, entries: _value(entries),
    "is_so": lambda *_: True,
    "word": lambda given, _: given.word,
    "equals": _equals,
    "dates": lambda _, entries: sorted({each.date for each in entries}),
    "first_date": lambda _, entries: min(each.date for each in entries),
    "last_date": lambda _, entries: max(each.date for each in entries),
    "values": lambda _, entries: sorted({each.value for each in entries}),
    "mailed_to": lambda _, entries: [*_mailed_to(entries)],
    "sum": lambda _, entries: money(sum((Fraction(each.value) for each in entries), start=Fraction(0))),
}
"""How each fact is taken of the entries that give it."""
_OF_ONE = frozenset({"date", "value", "equals"})
"""What is taken of one entry, so that it is not known where several contradict each other; the others hold of all."""


def _answer_event(facts: RuleFacts, entries: Sequence[Entry]) -> None:
    """Say when the town board answered the event of 60.72(8) that counts: an act of before it answers another."""
    found = facts.get(_COMMISSIONERS, {})
    event, event_date = found.get("event"), found.get("event_date")
    if event is None or event_date is None:
        return
    answer = _ACTS_ON.get(event, "method_determined")
    acts = [each.date for each in entries if each.kind == answer and each.date >= event_date]
    if acts:
        found["board_acted"] = min(acts)


def _conclude(facts: RuleFacts, entries: Sequence[Entry], date: dt.date) -> None:
    """Say when the hearing ended, where that is not entered and follows from its being continued.

    Sessions alone do not tell which of them was the last. Where the hearing was continued once, to a day that is past
    and before any decision, that day is a session like those that were held, and the last of them ended it.
    """
    found = facts.get(_DECISION, {})
    sessions = found.pop("hearing_sessions", None)
    days = {dt.date.fromisoformat(each.value) for each in entries if each.kind == "hearing_continued"}
    until = days.pop() if len(days) == 1 else dt.date.max
    if found.get("hearing_concluded") is not None and sessions:
        found["hearing_sessions"] = sessions
    elif "hearing_concluded" not in found and sessions and until <= min(date, found.get("decision_issued") or date):
        found["hearing_sessions"] = sorted({*sessions, until})
    if not found:
        facts.pop(_DECISION, None)
