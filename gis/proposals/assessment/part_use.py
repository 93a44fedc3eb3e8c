"""Was land in exclusive use when it was divided, did that use stop since, and what of it does nobody know?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gis.proposals.assessment.project import Evidence
from gis.rules.words import are_not_known, sentence

ASKED: Mapping[str, str] = {
    "exclusive_use": "whether it is devoted exclusively to agricultural use or to use as a camp",
    "use_stopped": "the day on which exclusive use stopped",
    "use_resumed": "the day on which exclusive use resumed",
    "divided": "the day of its division",
}
"""Facts that someone says are not known, or that are told in two ways."""


@dataclass(frozen=True, slots=True)
class PartUse:
    """The use of one part of divided land.

    Attributes
    ----------
    at_division : bool or None
        Whether it was devoted exclusively to agricultural use or to use as a camp when it was divided off.
    evidence : Evidence
        What is told of it on the day of the question.
    doubts : tuple of str
        What of its use nobody knows, in sentences.
    """

    at_division: bool | None
    evidence: Evidence
    doubts: tuple[str, ...] = ()

    @property
    def has_stopped(self) -> bool:
        """Whether exclusive use is told to have stopped, on whatever day."""
        return self.evidence.use_stopped is not None or self.evidence.exclusive_use is False

    @property
    def now(self) -> bool | None:
        """Whether it is devoted exclusively to one use on the day of the question."""
        return self.at_division if use_goes_on(self.evidence) else False


def use_goes_on(evidence: Evidence) -> bool:
    """Say whether nothing tells that exclusive use stopped, or a day tells when it resumed."""
    if evidence.use_stopped is not None:
        return evidence.use_resumed is not None
    return evidence.exclusive_use is not False


def at_division(told: Evidence, then: Evidence, divided: dt.date | None) -> bool | None:
    """Say whether a part was in exclusive use when it was divided off; null where that is not known.

    Parameters
    ----------
    told
        Of the part, by file and register on the day of the question.
    then
        Of the part, by the register on the day of the division.
    divided
        Day of the division.

    Examples
    --------
    >>> stopped = Evidence(use_stopped=dt.date(2027, 9, 1))
    >>> [at_division(stopped, Evidence(), day) for day in (dt.date(2027, 6, 15), dt.date(2027, 9, 1), None)]
    [True, False, None]
    """
    if "use_stopped" in told.unknown:
        return None
    if told.use_stopped is None:
        # What was told on the day of the division goes before what holds by now.
        return told.exclusive_use if None in (told.exclusive_use, then.exclusive_use) else then.exclusive_use
    if divided is None:
        return None
    if divided < told.use_stopped:
        return True
    if told.use_resumed is not None and told.use_resumed <= divided:
        return True
    return None if "use_resumed" in told.unknown else False


def use_doubts(evidence: Evidence, *, stopped: bool) -> Iterator[str]:
    """Say what of the use of undivided land nobody knows, where it could change what may be levied."""
    asked = ("use_stopped", "use_resumed") if stopped else ("exclusive_use", "use_stopped")
    unknown = [ASKED[name] for name in asked if name in evidence.unknown]
    if unknown:
        yield sentence([are_not_known(unknown)])
    if evidence.use_stopped is not None and evidence.use_resumed is None and evidence.exclusive_use:
        yield "It is stated to be in exclusive use, and no day is on which that use resumed."
