"""Which owners of land still have to sign, by head or by land, so that the petition suffices (TSD-02)?

So many are told that the petition suffices wherever in the accuracy of the layers the line lies. Owners of record are
told by key; a person whose name somebody stated in place of a key is counted and never named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from gis.facts.ground import Ground, sqft
from gis.facts.owners_inside import of_record
from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Finding, State
from gis.model.mending import Mend, ParcelConcerned
from gis.proceedings.petition.signatures import line_words
from gis.proposals.gathering import gather
from gis.proposals.mending.judged import Judged
from gis.rules.petition.completing import Unsigned
from gis.rules.petition.limbs import (
    Count,
    Holding,
    LandReading,
    Owners,
    head_limb,
    holdings_of,
    land_limb,
    within_accuracy,
)
from gis.rules.words import listed

ID = "TSD-02"
_OWNER = re.compile(r"owner [0-9]+")
_STARTS = "The days to the hearing run only from the day on which the clerk has a petition with enough of them."


def gather_signatures(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say how many more owners have to sign by head, or which few by land; either count suffices."""
    yield from _undecided(judged)
    unknown = finding.measures.get("parcels_owner_unknown")
    names = sorted(map(str, unknown)) if isinstance(unknown, list) else []
    if finding.state is State.NEEDS_EVIDENCE and names:
        says = f"Establish who owns parcel{'' if len(names) == 1 else 's'} {listed(names)}."
        yield Mend(ID, "give_facts", says, parcels=tuple(map(ParcelConcerned, names)))
    completing = None if finding.state is State.NEEDS_EVIDENCE else _completing(judged, finding)
    if completing is None:
        return
    heads = completing.heads()
    if heads:
        yield _by_head(finding, heads)
    owners = completing.owners()
    if owners:
        yield _by_land(judged, owners)


def _by_head(finding: Finding, heads: int) -> Mend:
    short = finding.measures.get("owners_short")
    says = (
        f"By head: {heads:,} more person{'' if heads == 1 else 's'} of those who own land within the limits and have "
        "not signed, not counting who owns no more than a sliver at the line."
    )
    if isinstance(short, int) and 0 < short < heads:
        says += (
            f" On the line as drawn {short:,} would do; the others make it hold wherever in the accuracy of the layers "
            "the line lies, and whoever owns the land of unknown owners."
        )
    return Mend(ID, "sign", f"{says} {_STARTS}", count=heads)


def _by_land(judged: Judged, owners: list[str]) -> Mend:
    count = len(owners)
    is_told = all(map(_OWNER.fullmatch, owners))
    who = listed(owners) if is_told else f"{count:,} owner{'' if count == 1 else 's'} of much land"
    says = f"By land: {who}, whose land{'' if count == 1 else ' together'} is enough. {_STARTS}"
    parcels = tuple(_land_of(judged.seen.ground, frozenset(owners))) if is_told else ()
    return Mend(ID, "sign", says, parcels=parcels, owners=tuple(owners) if is_told else (), count=count)


def _land_of(ground: Ground, owners: Collection[str]) -> Iterator[ParcelConcerned]:
    """Yield the parcels with land inside of which one of these is an owner, by id."""
    record, parcels = of_record(ground), ground.parcels
    if record is None or parcels is None:
        return
    theirs = [
        i
        for i, persons in enumerate(record.owners)
        if parcels.met[i] and parcels.is_parcel[i] and not frozenset(owners).isdisjoint(persons or ())
    ]
    municipality = parcels.column("municipality")
    for i in sorted(theirs, key=lambda i: str(parcels.parcel_id[i])):
        yield ParcelConcerned(
            str(parcels.parcel_id[i]), municipality[i], sqft(int(parcels.inside_value[i])), bool(parcels.whole[i])
        )


def _undecided(judged: Judged) -> Iterator[Mend]:
    petition = judged.brought.petition
    lines = [] if petition is None or not petition.is_matched else [each.line for each in petition.of("undecided")]
    if lines:
        says = f"Decide in the column decision of the petition which owner of record signed on {line_words(lines)}."
        yield Mend(ID, "give_facts", says, count=len(lines))


@dataclass(frozen=True, slots=True)
class _Completing:
    """The parcels and signers, and the portions that suffice."""

    holdings: tuple[Holding, ...]
    signers: Owners
    head_portion: Fraction
    land_portion: Fraction

    def heads(self) -> int | None:
        """Return how many more owners by head suffice at worst; null where so many have not left it open."""
        worst = head_limb(self.holdings, self.signers, within_accuracy).worst
        surely = {owner for holding in self.holdings if within_accuracy(holding).low > 0 for owner in holding.owners}
        if worst is None:
            return None
        # Whoever signs was counted among all already.
        needed = ceil(self.head_portion * worst.of - worst.signed)
        return needed if 0 < needed <= len(surely - self.signers) else None

    def owners(self) -> list[str] | None:
        """Return few owners whose land suffices at worst, most land first; null where all of them do not."""
        unsigned = Unsigned(self.holdings, self.signers)
        asked_acres = _short(self._worst_land(frozenset()), self.land_portion)
        while asked_acres is not None:
            found = unsigned.completing_together(asked_acres)
            if found is None:
                return None
            still_acres = _short(self._worst_land(frozenset(found)), self.land_portion)
            if not still_acres:
                return found
            # Of a parcel that is cut less counts at worst than as drawn, so more has to be asked for.
            asked_acres += still_acres
        return None

    def _worst_land(self, more: Owners) -> Count | None:
        reading = LandReading(span_of=within_accuracy)
        return land_limb(self.holdings, self.signers | more, self.land_portion, reading).worst


def _short(count: Count | None, portion: Fraction) -> Fraction | None:
    """Return how much is missing, at least 0; null where nothing limits it."""
    return None if count is None else max(portion * count.of - count.signed, Fraction(0))


def _completing(judged: Judged, finding: Finding) -> _Completing | None:
    """Return what the counts are made of; null where they were stated as totals, or nobody knows who signed."""
    gathered = gather(ID, judged.seen, {}, judged.findings).facts
    facts: PetitionFacts = replace(gathered, **judged.told.get(ID, {}))
    totals = (facts.owner_count, facts.owners_signed, facts.land_acres, facts.land_signed_acres)
    if facts.parcels is None or facts.signatures is None or any(total is not None for total in totals):
        return None
    heads, land = (judged.seen.parameters.number(use.name) for use in finding.parameters[:2])
    signers = frozenset(signature.person for signature in facts.signatures)
    return _Completing(holdings_of(facts.parcels), signers, heads, land)
