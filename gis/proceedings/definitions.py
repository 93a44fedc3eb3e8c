"""Which proceedings are there, what does each ask of whom, and which states does it go through?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Literal, NoReturn

from gis.errors import LawFileInvalid
from gis.model.config import STRICT
from gis.register.kinds import kinds
from gis.register.tables import read_table

START = "not_begun"
"""The state of a proceeding of which nothing is entered."""

Sure = Literal["High", "Med-High"]
"""How sure a source outside the five texts is that decides."""
Unsure = Literal["Med", "Low"]
"""How sure one is that never decides, and is only told with the word to verify it."""


@dataclass(frozen=True, slots=True)
class Due:
    """By when an act is due."""

    __pydantic_config__ = STRICT

    how: Literal["rolled", "office", "court", "minimum", "class_2", "set"]
    """rolled, court: days after an act, moved off closed days; office: the same of a filing or payment, which waits for
    the hours of an office too; minimum, class_2: days before one, never moved; set: on the day that an act sets."""
    days: tuple[str, ...] = ()
    """Parameters of the law, added up; none for a day that is set."""
    after: tuple[str, ...] = ()
    """Acts from which the days run: the first of them that is done."""
    before: tuple[str, ...] = ()
    """Acts whose day, or the day that they set, is counted back from: the first of them that is done."""


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody does in a proceeding."""

    __pydantic_config__ = STRICT

    says: str
    who: str
    done_by: tuple[str, ...]
    """Kinds of register entry that show it, any of them; `kind=value` asks for that value."""
    citation: str
    times: int = 1
    """How many such entries it takes: of different days, values or kinds."""
    opens_after: tuple[str, ...] = ()
    """Acts that must be done before; `a or b` asks for one of them."""
    moot_after: tuple[str, ...] = ()
    """Acts after any of which nobody need do it any more."""
    since: tuple[str, ...] = ()
    """Acts that it answers: the first entry on or after the first of them that is done counts, and not the newest."""
    due: Due | None = None
    may: bool = False
    """Whether one may do it and need not."""
    outcome: bool = False
    """What another act turned out to be, so that nobody is asked to do it."""
    rule: str = ""
    """The rules that judge it."""
    outside: Sure | None = None
    """Confidence of the source where it is outside the five texts."""


@dataclass(frozen=True, slots=True)
class StateOf:
    """A state of a proceeding, and what it takes to reach it."""

    __pydantic_config__ = STRICT

    name: str
    says: str
    from_: tuple[str, ...] = field(metadata={"alias": "from"})
    needs: tuple[str, ...] = ()
    """Acts that must be done; `a or b` asks for one of them."""
    passed: str = ""
    """An act whose time must have passed without it."""
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What the law leaves open."""

    __pydantic_config__ = STRICT

    says: str
    citation: str
    when: tuple[str, ...] = ()
    """Acts with which it arises; none where it arises at once."""


@dataclass(frozen=True, slots=True)
class ToVerify:
    """What an unsure source says; it decides nothing."""

    __pydantic_config__ = STRICT

    says: str
    citation: str
    confidence: Unsure


@dataclass(frozen=True, slots=True)
class Definition:
    """One proceeding as its file defines it."""

    __pydantic_config__ = STRICT

    proceeding: str
    title: str
    citation: str
    acts: dict[str, Act]
    states: tuple[StateOf, ...] = ()
    follows: str = ""
    """The proceeding whose acts and states it has where it names none of its own."""
    outside: Sure | None = None
    questions: tuple[Question, ...] = ()
    verify: tuple[ToVerify, ...] = ()


@cache
def proceedings() -> Mapping[str, Definition]:
    """Return every proceeding by its name, read once.

    Raises
    ------
    LawFileInvalid
        A packaged file breaks its form.

    Examples
    --------
    >>> sorted(proceedings())
    ['addition', 'annexation', 'consolidation', 'department_order', 'petition', 'removal']
    """
    folder = resources.files("gis.proceedings") / "defined"
    return read_proceedings({item.name: item.read_bytes() for item in folder.iterdir() if item.name.endswith(".yaml")})


def read_proceedings(files: Mapping[str, bytes | str]) -> Mapping[str, Definition]:
    """Read proceedings strictly.

    Parameters
    ----------
    files
        Name of each file and its content, UTF-8.

    Raises
    ------
    LawFileInvalid
        A file breaks its form, names an act, a state, a kind of entry or a value that is not there, a state before
        it is defined, or follows what is not there. The file is named, and the line where it is a matter of one.
    """
    read = {name: read_table(content, name, Definition) for name, content in sorted(files.items())}
    by_name = {definition.proceeding: definition for definition in read.values()}
    if len(by_name) < len(read):
        _refuse(", ".join(read), "Two files define one proceeding.", "Each proceeding has one file.")
    found = {}
    for file, definition in read.items():
        whole = _joined(file, definition, by_name)
        for fault in _faults(whole):
            _refuse(file, fault, "What is named must be there, and states stand in their order.")
        found[whole.proceeding] = whole
    return MappingProxyType(dict(sorted(found.items())))


def alternatives(need: str) -> tuple[str, ...]:
    """Return the acts of which a need asks for one.

    >>> alternatives("method or dnr_commissioners")
    ('method', 'dnr_commissioners')
    """
    return tuple(need.split(" or "))


def _joined(file: str, definition: Definition, by_name: Mapping[str, Definition]) -> Definition:
    """Return a proceeding with what it takes from the one that it follows."""
    if not definition.follows:
        return definition
    base = by_name.get(definition.follows)
    if base is None or base.follows:
        _refuse(file, f"It follows {definition.follows!r}.", "It can follow a proceeding that follows none.")
    return replace(
        definition,
        acts=base.acts | definition.acts,
        states=definition.states or base.states,
        questions=(*base.questions, *definition.questions),
        verify=(*base.verify, *definition.verify),
    )


def _faults(definition: Definition) -> Iterator[str]:
    acts = definition.acts
    named: list[tuple[str, str]] = []
    for name, act in acts.items():
        yield from (f"{name}: {fault}" for fault in _unknown_entries(act))
        needs = [*act.opens_after, *act.moot_after]
        if act.due is not None:
            needs += [*act.due.after, *act.due.before]
            if bool(act.due.days) == (act.due.how == "set") or bool(act.due.after) == bool(act.due.before):
                yield f"{name}: its day is counted from nothing, or from two things"
        named += [(name, need) for need in needs]
        earlier = {*[*acts][: [*acts].index(name)]}
        yield from (f"{name}: there is no act {each} before it" for each in act.since if each not in earlier)
    known = {START}
    for state in definition.states:
        yield from (f"{state.name}: {origin} is no state before it" for origin in state.from_ if origin not in known)
        if state.name in known or bool(state.needs) == bool(state.passed):
            yield f"{state.name}: it stands twice, or says not what it takes"
        known.add(state.name)
        named += [(state.name, need) for need in (*state.needs, *filter(None, [state.passed]))]
    named += [("questions", need) for question in definition.questions for need in question.when]
    for where, need in named:
        yield from (f"{where}: there is no act {act}" for act in alternatives(need) if act not in acts)
    if not definition.states:
        yield "it has no states"


def _unknown_entries(act: Act) -> Iterator[str]:
    for text in act.done_by:
        kind, _, value = text.partition("=")
        if kind not in kinds():
            yield f"there is no kind of entry {kind}"
        elif "proceeding" not in kinds()[kind].subjects:
            yield f"no entry of {kind} is about a proceeding"
        elif value and value not in (kinds()[kind].choices or ("yes", "no")):
            yield f"{value} is no value of {kind}"


def _refuse(file: str, what: str, why: str) -> NoReturn:
    raise LawFileInvalid(what=what, where=f"file {file}", why=why, next="Correct the file, or the name in it.")
