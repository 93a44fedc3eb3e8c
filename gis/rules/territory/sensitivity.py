"""Does the leading town stay the same where the facts can be counted another way: every doubt of TSD-01 side by side.

Cut parcels by land, by buildings or left out; parcels of unknown value, of unknown taxability or disputed between roll
and polygons all for the leading town and all against it; the line pulled in and pushed out by the accuracy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.model.facts.territory import JurisdictionFacts, ParcelValue
from gis.model.finding import Reading, State
from gis.rules.span import Span
from gis.rules.territory.leading import Outcome, outcome, towns
from gis.rules.territory.taxable_value import (
    Ledger,
    ShareOf,
    by_land_within_accuracy,
    polygon_municipality,
    roll_municipality,
    standing,
    tally,
)

_WORDS = {
    "split_by_land": "with cut parcels counted by their land",
    "split_by_buildings": "with cut parcels counted where their buildings stand",
    "split_left_out": "with cut parcels left out",
    "doubtful_to_leader": "with every doubtful parcel counted for the leading town",
    "doubtful_to_rival": "with every doubtful parcel counted against the leading town",
    "boundary_in": "with the line pulled in by the accuracy",
    "boundary_out": "with the line pushed out by the accuracy",
}


@dataclass(frozen=True, slots=True)
class Counted:
    """The value facts with one set of candidate towns, ready to be added up."""

    facts: JurisdictionFacts
    book: Ledger
    ratios: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The town that leads under each doubt; null where none leads or that cannot be said."""

    split_by_land: str | None
    split_by_buildings: str | None
    split_left_out: str | None
    doubtful_to_leader: str | None
    doubtful_to_rival: str | None
    boundary_in: str | None
    boundary_out: str | None

    @property
    def by_doubt(self) -> dict[str, str | None]:
        """The leading town by doubt."""
        return {name: getattr(self, name) for name in _WORDS}


def pulled_in(parcel: ParcelValue) -> Span:
    """Share of a parcel by its land with the line pulled in by the accuracy."""
    return Span.exactly(by_land_within_accuracy(parcel).low)


def pushed_out(parcel: ParcelValue) -> Span:
    """Share of a parcel by its land with the line pushed out by the accuracy."""
    span = by_land_within_accuracy(parcel)
    return span if span.high is None else Span.exactly(span.high)


def unknown_parcels(counted: Counted, share_of: ShareOf) -> list[str]:
    """Name the parcels of unknown value or taxability with land inside, but for those of villages and cities."""
    elsewhere = {place.name for place in counted.facts.inside if place.kind != "town"}
    return [
        parcel.parcel_id
        for parcel in counted.book.moving
        if parcel.municipality not in elsewhere and share_of(parcel).high != 0 and standing(parcel) == "unknown"
    ]


def sensitivity(
    drawn: Counted, wide: Counted, readings: Mapping[str, Reading], found: Outcome, *, is_interval_known: bool
) -> Sensitivity:
    """Say which town leads under each doubt.

    Parameters
    ----------
    drawn
        The facts with the municipalities that have land inside the line as drawn.
    wide
        The same with those that only the accuracy would bring in.
    readings
        What the readings of cut parcels give.
    found
        The outcome as measured. Where a missing fact keeps it open, the doubtful parcels are counted for and against
        the town that leads by what is known.
    is_interval_known
        Whether the accuracy of the line is known; without it nobody can say what moving it does.
    """
    leader = found.leader or _leading_by_what_is_known(drawn, found)
    return Sensitivity(
        split_by_land=found.leader,
        split_by_buildings=_answer(readings, "building_location"),
        split_left_out=_answer(readings, "split_parcels_left_out"),
        doubtful_to_leader=leader,  # its value can only grow, and what its rivals surely have is less already
        doubtful_to_rival=None if leader is None else _with_doubts_against(leader, drawn),
        boundary_in=_leader_at(drawn, pulled_in) if is_interval_known else None,
        boundary_out=_leader_at(wide, pushed_out) if is_interval_known else None,
    )


def answer_holds(told: Sensitivity, found: Outcome, *, steady: bool | None, has_rival: bool) -> bool | None:
    """Say whether the answer is the same under every doubt.

    Parameters
    ----------
    told
        The leading town under each doubt.
    found
        The outcome as measured.
    steady
        Whether it is the same over the whole accuracy of the line, worst case each way; null where that is not known.
    has_rival
        Whether there is a second town, without which nothing has to be steady.

    Returns
    -------
    bool or None
        Null where there is no answer, or one of the doubts is not known and none that is known changes it.
    """
    if found.leader is None:
        return None
    leaders = told.by_doubt.values()
    if steady is False or any(leader not in {None, found.leader} for leader in leaders):
        return False
    return None if None in leaders or (has_rival and steady is None) else True


def sensitivity_words(told: Sensitivity, found: Outcome, *, holds: bool | None) -> str:
    """Say in one sentence whether the answer holds."""
    if found.leader is None:
        return _doubts(told)
    if holds:
        return (
            "The answer holds: it is the same however cut parcels are counted, with every doubtful parcel for or "
            "against the leading town, and with the line moved by the accuracy."
        )
    other = [
        f"{leader} leads {_WORDS[name]}" for name, leader in told.by_doubt.items() if leader not in {None, found.leader}
    ]
    if holds is False:
        said = "; ".join(other) or "the line moved by the accuracy, worst case each way, could change it"
        return f"The answer does not hold under every doubt: {said}."
    unknown = [_WORDS[name] for name, leader in told.by_doubt.items() if leader is None]
    unknown = unknown or ["with the line moved by the accuracy, worst case each way"]
    return f"Whether the answer holds cannot be said in full: it is not known which town leads {'; '.join(unknown)}."


def _doubts(told: Sensitivity) -> str:
    """Say what the doubtful parcels decide, where they keep the answer open."""
    if told.doubtful_to_leader is None:
        return ""
    if told.doubtful_to_leader == told.doubtful_to_rival:
        return f"{told.doubtful_to_leader} leads with every doubtful parcel counted for it, and against it too."
    against = told.doubtful_to_rival or "no town"
    return (
        f"{told.doubtful_to_leader} leads with every doubtful parcel counted for it, {against} with every one counted "
        "against it."
    )


def _answer(readings: Mapping[str, Reading], name: str) -> str | None:
    answer = readings[name].answer if name in readings else None
    return answer if isinstance(answer, str) else None


def _leading_by_what_is_known(drawn: Counted, found: Outcome) -> str | None:
    """Return the one town that leads by the values that are known, where only doubtful parcels keep that open."""
    values = tally(drawn.book, drawn.ratios)
    if found.state is not State.NEEDS_EVIDENCE or values.unlisted or values.missing_ratio or values.missing_value:
        return None
    known = {name: values.spans[name].low for name in towns(drawn.facts)}
    top = [name for name, value in known.items() if value == max(known.values())]
    return top[0] if len(top) == 1 else None


def _with_doubts_against(leader: str, drawn: Counted) -> str | None:
    """Return who leads with every doubtful parcel counted for the rival that gains most by it; null on a tie."""
    ahead: dict[str, Fraction] = {}
    for rival in towns(drawn.facts):
        if rival == leader:
            continue
        values = tally(drawn.book, drawn.ratios, holder_of=_in_favour_of(rival, leader))
        own, its = values.spans[leader].low, values.spans[rival].high
        if its is None:
            return rival
        ahead[rival] = its - own
    most = max(ahead.values(), default=Fraction(-1))
    if most == 0:
        return None
    return leader if most < 0 else min(rival for rival, by in ahead.items() if by == most)


def _in_favour_of(rival: str, leader: str) -> Callable[[ParcelValue], str]:
    """Count a disputed parcel for the rival where one source does, else against the leader where one does."""

    def holder(parcel: ParcelValue) -> str:
        claims = (roll_municipality(parcel), polygon_municipality(parcel))
        if rival in claims:
            return rival
        return next((claim for claim in claims if claim != leader), leader)

    return holder


def _leader_at(counted: Counted, share_of: ShareOf) -> str | None:
    """Return who leads with the line moved; null where a parcel of unknown value is inside several towns then."""
    found = outcome(counted.facts, tally(counted.book, counted.ratios, share_of=share_of))
    if len(towns(counted.facts)) > 1 and unknown_parcels(counted, share_of):
        return None
    return found.leader
