"""How far is a proceeding on a day, what is open, who must do it by when, and what comes next?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.config import STRICT
from gis.proceedings.definitions import START, Act, Definition, Question, StateOf, ToVerify, alternatives
from gis.proceedings.due_days import Days, DueDay, due_day
from gis.register.contradictions import Contradiction, contradictions
from gis.register.counting import by_kind, counted, first_since, holding
from gis.register.entries import Entry, Register
from gis.register.kinds import kinds

SUBJECT_KIND = "proceeding"
_SATURDAY = "office_open_saturday"


@dataclass(frozen=True, slots=True)
class Reached:
    """A state, and the day since when it is reached."""

    __pydantic_config__ = STRICT

    state: str
    says: str
    since: dt.date | None
    """Null for the state of a proceeding of which nothing is entered."""


@dataclass(frozen=True, slots=True)
class DoneAct:
    """An act that is done."""

    __pydantic_config__ = STRICT

    act: str
    says: str
    who: str
    on: tuple[dt.date, ...]
    due: DueDay | None
    in_time: bool | None
    """Whether the day on which it was complete is in time; null where none is set or known. The rule decides."""
    citation: str
    rule: str
    outside: str | None


@dataclass(frozen=True, slots=True)
class OpenAct:
    """An act that can be done, or must be."""

    __pydantic_config__ = STRICT

    act: str
    says: str
    who: str
    may: bool
    """Whether one may do it and need not."""
    due: DueDay | None
    waits_for: str
    """What a day is counted from or to that is not known yet; empty where none is needed."""
    overdue: bool
    begun_on: tuple[dt.date, ...]
    """Days on which a part of it was done."""
    citation: str
    rule: str
    outside: str | None


@dataclass(frozen=True, slots=True)
class NextState:
    """A state that can come next, and what it lacks, in words."""

    __pydantic_config__ = STRICT

    state: str
    says: str
    lacks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProceedingStatus:
    """Where a proceeding stands on a day, by what is entered in the register."""

    __pydantic_config__ = STRICT

    proceeding: str
    kind: str
    title: str
    citation: str
    outside: str | None
    """Confidence of the source where it is outside the five texts."""
    date: dt.date
    state: Reached
    path: tuple[Reached, ...]
    """States that were reached, the first first; their days never go backward."""
    done: tuple[DoneAct, ...]
    open: tuple[OpenAct, ...]
    next: tuple[NextState, ...]
    ahead: tuple[str, ...]
    """Acts that are entered and belong to a state that is not reached, since something before it is missing."""
    contradictions: tuple[Contradiction, ...]
    """Entries in doubt; the acts that they would show do not count."""
    later_entries: int
    """Entries of a later day, which do not count yet."""
    questions: tuple[Question, ...]
    verify: tuple[ToVerify, ...]
    register_hash: str


def status(
    register: Register, proceeding: str, definition: Definition, date: dt.date, parameters: Parameters
) -> ProceedingStatus:
    """Say where a proceeding stands, by the entries dated on or before a day.

    Parameters
    ----------
    register : Register
        With its history.
    proceeding : str
        Name of the proceeding in the register; one that is not there has nothing entered.
    definition : Definition
        Its kind, from `gis.proceedings.definitions.proceedings`.
    date : date
        The day asked about.
    parameters : Parameters
        The law on that day.

    Returns
    -------
    ProceedingStatus
        The earliest state that the entries support: a state is reached when the one before it is. Entries that
        contradict each other support nothing.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.
    """
    own = [each for each in register.current() if (each.subject_kind, each.subject) == (SUBJECT_KIND, proceeding)]
    standing = [each for each in own if each.date <= date]
    course = _Course(definition, tuple(standing), contradictions(standing), date, parameters)
    path = course.path()
    return ProceedingStatus(
        proceeding=proceeding,
        kind=definition.proceeding,
        title=definition.title,
        citation=definition.citation,
        outside=definition.outside,
        date=date,
        state=path[-1],
        path=path,
        done=tuple(course.done_acts()),
        open=tuple(course.open_acts()),
        next=tuple(course.next_states(path[-1].state)),
        ahead=tuple(course.ahead(path)),
        contradictions=course.doubts,
        later_entries=len(own) - len(standing),
        questions=tuple(each for each in definition.questions if course.met(each.when)),
        verify=definition.verify,
        register_hash=register.hash,
    )


@dataclass(frozen=True)
class _Course:
    """The acts of one proceeding, and the entries that show them."""

    definition: Definition
    entries: tuple[Entry, ...]
    doubts: tuple[Contradiction, ...]
    date: dt.date
    parameters: Parameters

    @cached_property
    def shown_by(self) -> Mapping[str, Sequence[Entry]]:
        """The entries that show each act, oldest first; those in doubt, or of an earlier hearing, show none."""
        doubted = {doubt.kind for doubt in self.doubts}
        counting = counted(by_kind(self.entries))
        sure = {name: entries for name, entries in counting.items() if name not in doubted}
        shown: dict[str, Sequence[Entry]] = {}
        for name, act in self.definition.acts.items():
            begun = [_done_on(self.definition.acts[each], shown[each]) for each in act.since]
            since = next((day for day in begun if day is not None), None)
            shown[name] = sorted(_showing(act, sure, since), key=lambda entry: entry.date)
        return shown

    @cached_property
    def days(self) -> Days:
        """The day on which each act was complete, and the days that acts set."""
        done: dict[str, dt.date] = {}
        set_days: dict[str, dt.date] = {}
        for name, act in self.definition.acts.items():
            done_on = _done_on(act, self.shown_by[name])
            if done_on is not None:
                done[name] = done_on
                newest = self.shown_by[name][-1]
                is_set = kinds()[newest.kind].value_day == "future"
                set_days[name] = dt.date.fromisoformat(newest.value) if is_set else done[name]
        hours = holding([entry for entry in self.entries if entry.kind == _SATURDAY])
        said = {entry.value for entry in hours}
        return Days(done, set_days, said == {"yes"} if len(said) == 1 else None)

    def due(self, act: Act) -> DueDay | None:
        return None if act.due is None else due_day(act.due, self.days, self.parameters)

    def met(self, needs: Sequence[str]) -> bool:
        """Whether every need has one of its acts done."""
        return all(any(act in self.days.done for act in alternatives(need)) for need in needs)

    def path(self) -> tuple[Reached, ...]:
        """Return the states that are reached, one after another."""
        path = [Reached(START, "Nothing that counts is entered", None)]
        while True:
            state = next((each for each in self._after(path[-1].state) if self._since(each) is not None), None)
            if state is None:
                return tuple(path)
            days = [day for day in (path[-1].since, self._since(state)) if day is not None]
            path.append(Reached(state.name, state.says, max(days)))

    def done_acts(self) -> Iterator[DoneAct]:
        found = {name: act for name, act in self.definition.acts.items() if name in self.days.done}
        for name, act in sorted(found.items(), key=lambda item: self.days.done[item[0]]):
            due = self.due(act)
            dates = tuple(sorted({entry.date for entry in self.shown_by[name]}))
            # Of a notice that is published more than twice the last time counts, as the rules have it.
            is_notice = act.due is not None and act.due.how == "class_2"
            in_time = None if due is None else (dates[-1] if is_notice else self.days.done[name]) <= due.last_day
            yield DoneAct(name, act.says, act.who, dates, due, in_time, act.citation, act.rule, act.outside)

    def open_acts(self) -> Iterator[OpenAct]:
        acts = self.definition.acts
        for name, act in acts.items():
            is_moot = any(each in self.days.done for each in act.moot_after)
            if name in self.days.done or act.outcome or is_moot or not self.met(act.opens_after):
                continue
            due = self.due(act)
            awaited = () if act.due is None or due is not None else (*act.due.before[-1:], *act.due.after)
            yield OpenAct(
                act=name,
                says=act.says,
                who=act.who,
                may=act.may,
                due=due,
                waits_for=next((acts[each].says for each in awaited), ""),
                overdue=due is not None and not act.may and due.last_day < self.date,
                begun_on=tuple(sorted({entry.date for entry in self.shown_by[name]})),
                citation=act.citation,
                rule=act.rule,
                outside=act.outside,
            )

    def next_states(self, name: str) -> Iterator[NextState]:
        for state in self._after(name):
            if state.passed:
                lacks: tuple[str, ...] = (f"The time of this act passes without it: {self._says(state.passed)}",)
            else:
                lacks = tuple(self._says(need) for need in state.needs if not self.met([need]))
            yield NextState(state.name, state.says, lacks)

    def ahead(self, path: Sequence[Reached]) -> Iterator[str]:
        """Return the acts that are done, and needed only by states that are not reached."""
        reached = {each.state for each in path}
        used = {act for state in self.definition.states if state.name in reached for act in _acts(state)}
        later = {act for state in self.definition.states if state.name not in reached for act in _acts(state)}
        for name in sorted(later - used, key=lambda act: (self.days.done.get(act, dt.date.max), act)):
            if name in self.days.done:
                yield self.definition.acts[name].says

    def _after(self, name: str) -> Sequence[StateOf]:
        return [state for state in self.definition.states if name in state.from_]

    def _since(self, state: StateOf) -> dt.date | None:
        """Return the day on which all that a state needs was there; null where something is missing."""
        if state.passed:
            due = self.due(self.definition.acts[state.passed])
            done = self.days.done.get(state.passed, dt.date.max)
            is_over = due is not None and due.last_day < min(self.date, done)
            return add_days(due.last_day, 1) if due is not None and is_over else None
        if not self.met(state.needs):
            return None
        done_on = self.days.done
        return max(min(done_on[act] for act in alternatives(need) if act in done_on) for need in state.needs)

    def _says(self, need: str) -> str:
        return ", or: ".join(self.definition.acts[act].says for act in alternatives(need))


def _acts(state: StateOf) -> Iterator[str]:
    for need in state.needs:
        yield from alternatives(need)


def _showing(act: Act, entries: Mapping[str, Sequence[Entry]], since: dt.date | None) -> Iterator[Entry]:
    for text in act.done_by:
        kind, equals, value = text.partition("=")
        own = entries.get(kind, ())
        counting = holding(own) if since is None else first_since(since, own)
        yield from (entry for entry in counting if not equals or entry.value == value)


def _done_on(act: Act, entries: Sequence[Entry]) -> dt.date | None:
    """Return the day on which an act was complete; null where it is not."""
    firsts = _firsts(entries)
    return firsts[act.times - 1] if len(firsts) >= act.times else None


def _firsts(entries: Sequence[Entry]) -> list[dt.date]:
    """Return the first day of each entry that counts by itself: of another day, value or kind."""
    firsts: dict[tuple[str, str], dt.date] = {}
    for entry in entries:
        match kinds()[entry.kind].repeats:
            case "by_value":
                key = entry.value
            case "all":
                key = entry.date.isoformat()
            case _:
                key = ""
        firsts.setdefault((entry.kind, key), entry.date)
    return sorted(firsts.values())
