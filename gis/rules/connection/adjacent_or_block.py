"""Must land connect that is adjacent to a sewer, or in a block through which one extends: the test of two rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue

from gis.model.facts.connection import AdjacentOrBlockFacts, BlockSewer
from gis.model.finding import Reading, State
from gis.rules.deadline import Deadline
from gis.rules.words import are_not_known, day_words, not_known

_COUNTS: Mapping[str, frozenset[BlockSewer]] = MappingProxyType(
    {
        "bounding_street_counts": frozenset({"interior", "bounding_street"}),
        "interior_only": frozenset({"interior"}),
    }
)
"""Which sewers run through a block, by the reading."""
_READINGS = {
    "bounding_street_counts": "A sewer in a street that bounds the block runs through the block.",
    "interior_only": "Only a sewer that crosses the inside of the block runs through it.",
}
_RUNS: dict[BlockSewer | None, str] = {
    "interior": "a public sewer crosses the inside of its block",
    "bounding_street": "a public sewer runs in a street that bounds its block",
}
_ADJACENT = "the land meets a right-of-way or easement that holds a public sewer"
NO_DEADLINE = Deadline(None, None, None, None, None)
"""Of land that need not connect."""
FORCE_MAIN_NOTE = (
    "A force main is under pressure and takes no building sewer; whether one alone asks for a connection, the text "
    "does not say."
)


@dataclass(frozen=True, slots=True)
class Terms:
    """What an ordinance calls the place that it governs, and the use that it asks for."""

    place: str
    """With its article: "the village"."""
    in_use: str
    """What has to be used, and for what: "a building on the land is used for human habitation"."""
    not_in_use: str
    """The same, denied."""


@dataclass(frozen=True, slots=True)
class Land:
    """One parcel, and what is known of it; null is not known."""

    terms: Terms
    in_place: bool | None
    in_use: bool | None
    sewers: AdjacentOrBlockFacts
    reading: str
    """Reading of the block that decides."""

    @property
    def state(self) -> State:
        """What the reading that decides says of the duty."""
        return self._state(self.reading)

    @property
    def answer(self) -> bool | None:
        """Whether the land must connect; null where nobody can say."""
        return _ANSWERS[self.state]

    @property
    def need_not_connect(self) -> bool:
        """Whether there is no duty for certain, and so no day by which to connect."""
        return self.answer is False

    @property
    def in_block(self) -> bool | None:
        """Whether a sewer runs through the block, by the reading that decides."""
        return self._in_block(self.reading)

    def measures(self, due: Deadline) -> dict[str, JsonValue]:
        """Return both limbs of the test as found, and the day by which to connect."""
        return {
            "adjacent": self.sewers.adjacent,
            "in_block": self.in_block,
            "connect_by": due.answer,
            **due.measures(),
        }

    def readings(self, due: Deadline) -> dict[str, Reading]:
        """Return what each reading of the block says and, where the land must connect, each of the last day."""
        states = {name: self._state(name) for name in _READINGS}
        blocks = {name: Reading(state, _ANSWERS[state], _READINGS[name]) for name, state in states.items()}
        is_dated = self.state is State.PASS and due.day is not None
        return {**blocks, **(due.readings(lambda _: State.PASS) if is_dated else {})}

    def said(self) -> list[str]:
        """Say in clauses whether the land must connect, and why."""
        match self.state:
            case State.PASS:
                found = [_ADJACENT] if self.sewers.adjacent else []
                found += [_RUNS[self.sewers.block_sewer]] if self.in_block else []
                where = f"the land lies in {self.terms.place}"
                return [where, self.terms.in_use, f"{' and '.join(found)}, so it must connect"]
            case State.UNDETERMINED:
                return ["the only sewer that would ask for a connection is a force main, and the text has no answer"]
            case State.NEEDS_EVIDENCE:
                return [f"it cannot be said whether the land must connect, because {are_not_known(self._unknown())}"]
        return [f"{self._why_not()}, so the rule asks for no connection"]

    def _in_block(self, reading: str) -> bool | None:
        return None if self.sewers.block_sewer is None else self.sewers.block_sewer in _COUNTS[reading]

    def _state(self, reading: str) -> State:
        in_service = None if self.sewers.sewer_status is None else self.sewers.sewer_status == "in_service"
        governed, limbs = {self.in_place, in_service}, {self.sewers.adjacent, self._in_block(reading)}
        if False in governed:
            return State.NOT_APPLICABLE
        if self.in_use is False or (limbs == {False} and not self.sewers.only_force_main):
            return State.FAIL
        if None in governed or self.in_use is None:
            return State.NEEDS_EVIDENCE
        if self.sewers.only_force_main:
            return State.UNDETERMINED
        return State.PASS if True in limbs else State.NEEDS_EVIDENCE

    def _why_not(self) -> str:
        if self.in_place is False:
            return f"the land lies outside {self.terms.place}"
        if self.sewers.sewer_status not in (None, "in_service"):
            return f"the sewer is {self.sewers.sewer_status} and not in service"
        if self.in_use is False:
            return self.terms.not_in_use
        block = "no public sewer runs through its block"
        if self.sewers.block_sewer == "bounding_street":
            block = "a public sewer runs only in a street that bounds its block, which does not count"
        return f"the land meets no right-of-way or easement that holds a public sewer, and {block}"

    def _unknown(self) -> list[str]:
        """Name the facts that could change the answer."""
        governing = not_known(
            (f"whether the land lies in {self.terms.place}", self.in_place),
            (f"whether {self.terms.in_use}", self.in_use),
            ("whether the sewer is in service", self.sewers.sewer_status),
        )
        if self.sewers.only_force_main or self.sewers.adjacent or self.in_block:
            return governing
        limbs = not_known(
            (f"whether {_ADJACENT}", self.sewers.adjacent),
            ("how a public sewer runs through its block", self.sewers.block_sewer),
        )
        return [*governing, *limbs]


_ANSWERS = {
    State.PASS: True,
    State.FAIL: False,
    State.NOT_APPLICABLE: False,
    State.UNDETERMINED: None,
    State.NEEDS_EVIDENCE: None,
}


def time_said(due: Deadline, time: str, start: str) -> list[str]:
    """Say in clauses when a known time to connect ends: "9 months", from "the first operation of the sewer"."""
    if due.start is None or due.day is None or due.rolled_day is None:
        return []
    said = [f"{time} from {start} on {day_words(due.start)} end on {due.day:%A}, {day_words(due.day)}"]
    if due.rolled_day != due.day:
        said.append(f"that day is closed, so {due.rolled_day:%A}, {day_words(due.rolled_day)} still counts")
    return said
