"""Which town leads by equalized value, and could the layers' accuracy put another ahead."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.model.facts.territory import JurisdictionFacts
from gis.model.finding import State
from gis.rules.span import Span
from gis.rules.territory.taxable_value import ParcelLists, Tally

_SETTLED = frozenset({State.PASS, State.WITHIN_TOLERANCE, State.UNDETERMINED})


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a town leads, and which."""

    state: State
    leader: str | None = None

    @property
    def is_settled(self) -> bool:
        """Whether the facts suffice to say who leads, or that there is a tie."""
        return self.state in _SETTLED


@dataclass(frozen=True, slots=True)
class Lead:
    """How far the leading town is ahead of its nearest rival, in dollars."""

    rival: str
    value: Fraction
    low: Fraction | None
    """Worst case for the leader over the accuracy of the layers; null where nothing limits it."""
    high: Fraction | None
    """Best case; null where nothing limits it."""
    threatening: str
    """The rival of the worst case."""


def towns(facts: JurisdictionFacts) -> list[str]:
    """Return the towns with land inside, in the order of the facts."""
    return [municipality.name for municipality in facts.inside if municipality.kind == "town"]


def outcome(facts: JurisdictionFacts, values: Tally) -> Outcome:
    """Say which town leads, wherever in their bounds the unknown values lie.

    A single town needs no value. A leader must be ahead of every rival's upper bound; equal is a tie where all
    is known, else a missing fact decides.
    """
    candidates = _candidates(facts, values)
    if not candidates:
        return Outcome(State.NEEDS_EVIDENCE if facts.municipalities is None else State.NOT_APPLICABLE)
    if len(candidates) == 1 and not values.unlisted:
        return Outcome(State.PASS, next(iter(candidates)))
    for name in towns(facts):
        if all(candidates[name].surely_more_than(other) for rival, other in candidates.items() if rival != name):
            return Outcome(State.PASS, name)
    if all(span.is_known for span in candidates.values()):
        return Outcome(State.UNDETERMINED)
    return Outcome(State.NEEDS_EVIDENCE)


def asked_about(found: Outcome, facts: JurisdictionFacts, parcels: ParcelLists) -> Outcome:
    """Return the outcome, or `needs_evidence` where a parcel of unknown value lies in one of several towns.

    Such a value has no upper limit, and where it could not change the town it is still asked about: the roll may be
    wrong about which town it is in, and a board should not decide beside a hole in its figures.
    """
    if found.is_settled and len(towns(facts)) > 1 and parcels.unknown_in_towns:
        return Outcome(State.NEEDS_EVIDENCE)
    return found


def lead(facts: JurisdictionFacts, values: Tally, bounds: Tally) -> Lead | None:
    """Compare the leading town with every rival, worst case each way.

    Parameters
    ----------
    facts
        Facts of TSD-01.
    values
        Equalized value as measured.
    bounds
        The same with every cut parcel between the line pulled in and pushed out by the accuracy. A municipality
        that only the accuracy would bring in is no rival.

    Returns
    -------
    Lead or None
        Null with fewer than two candidates: a lead is a lead over another.
    """
    candidates = _candidates(facts, values)
    if len(candidates) <= 1:
        return None
    leader = max(candidates, key=lambda name: candidates[name].low)
    rivals = [name for name in candidates if name != leader]
    nearest = max(rivals, key=lambda name: candidates[name].low)
    own = bounds.spans[leader]
    # The most dangerous rival is the one whose upper bound is highest; no bound is higher than any.
    threatening = max(
        rivals, key=lambda name: (bounds.spans[name].high is None, bounds.spans[name].high or Fraction(0))
    )
    threat = bounds.spans[threatening].high
    return Lead(
        rival=nearest,
        value=candidates[leader].low - candidates[nearest].low,
        low=None if threat is None else own.low - threat,
        high=None if own.high is None else own.high - max(bounds.spans[rival].low for rival in rivals),
        threatening=threatening,
    )


def holds(found: Outcome, margin: Lead) -> bool:
    """Whether the outcome is the same over the whole interval."""
    if found.state is State.UNDETERMINED:
        return margin.low == margin.high == 0
    return margin.low is not None and margin.low > 0


def _candidates(facts: JurisdictionFacts, values: Tally) -> dict[str, Span]:
    """Towns, and municipalities of unknown kind that hold value: any of them could be a town."""
    return {name: values.spans[name] for name in (*towns(facts), *values.unlisted)}
