"""What does a clerk see of a matched petition: each line, and which owners of land inside have not signed?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Finding, State
from gis.proceedings.petition.matching import Candidate, Match, Proposal
from gis.proceedings.petition.names import OwnerNames
from gis.proceedings.petition.signatures import Petition, Standing, owner_words

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """One signature, what is proposed and what is decided of it; names only where they were asked for."""

    __pydantic_config__ = STRICT

    line: int
    parcels: tuple[str, ...]
    match: Match
    candidates: tuple[Candidate, ...]
    decision: str
    owner_key: int | None
    standing: Standing
    remarks: tuple[str, ...]
    signer: str | None = None
    owners: tuple[str, ...] | None = None
    """Names of the candidates, in their order."""


@dataclass(frozen=True, slots=True)
class UnsignedOwner:
    """An owner of land inside who has not signed."""

    __pydantic_config__ = STRICT

    owner: str
    parcels: tuple[str, ...]
    area_acres: Exact
    """Land inside that the owner has alone or with others."""
    with_others: bool
    """Whether some of it waits for another owner's signature too."""
    completes_alone: bool
    """Whether this signature alone would make the petition sufficient."""
    in_completing_set: bool
    """Whether it is one of few that together would, by land."""


@dataclass(frozen=True, slots=True)
class MatchedPetition:
    """A petition beside the owners of record, and, where a boundary was given, what the rule finds of it."""

    __pydantic_config__ = STRICT

    petition: str
    owners_edition: str
    lines: tuple[MatchedLine, ...]
    notes: tuple[str, ...]
    finding: Finding | None = None
    unsigned: tuple[UnsignedOwner, ...] | None = None
    """Most land first; null without a boundary."""

    def count(self, match: Match) -> int:
        """Return how many lines have a match of that kind."""
        return sum(line.match == match for line in self.lines)


def matched_lines(
    petition: Petition, proposals: Sequence[Proposal], names: OwnerNames | None = None
) -> tuple[MatchedLine, ...]:
    """Return the lines of a settled petition beside their proposals; with names only where these are given."""
    return tuple(
        MatchedLine(
            line=signature.line,
            parcels=signature.parcels,
            match=proposal.match,
            candidates=proposal.candidates,
            decision=signature.decision,
            owner_key=signature.owner_key,
            standing=petition.standing(signature),
            remarks=proposal.remarks,
            signer=None if names is None else signature.name,
            owners=None if names is None else tuple(names.by_key[key] for key in proposal.owner_keys),
        )
        for signature, proposal in zip(petition.signatures, proposals, strict=True)
    )


def unsigned_owners(facts: PetitionFacts, petition: Petition, finding: Finding) -> tuple[UnsignedOwner, ...]:
    """Return the owners of land inside who have not signed, most land first.

    Parameters
    ----------
    facts : PetitionFacts
        Parcels with their owners and acres inside.
    petition : Petition
        Who signed.
    finding : Finding
        Of TSD-02 on these facts; its measures say whose signatures would complete a petition that falls short.
    """
    signed = {owner_words(each.owner_key) for each in petition.of("counts") if each.owner_key is not None}
    parcels: dict[str, list[str]] = defaultdict(list)
    acres: dict[str, Fraction] = defaultdict(Fraction)
    waiting: set[str] = set()
    for parcel in facts.parcels or ():
        missing = set(parcel.owners or ()) - signed
        inside = parcel.area_in_district_acres or _NOTHING
        if inside <= 0:
            continue
        for owner in missing:
            parcels[owner].append(parcel.parcel_id)
            acres[owner] += inside
        if len(missing) > 1:
            waiting |= missing
    measures = cast("dict[str, Any]", finding.measures) if finding.state is not State.PASS else {}
    alone = set(measures.get("completing_owners") or ())
    together = set((measures.get("completing_set") or {}).get("land_limb_owners") or ())
    return tuple(
        UnsignedOwner(owner, tuple(parcels[owner]), acres[owner], owner in waiting, owner in alone, owner in together)
        for owner in sorted(parcels, key=lambda owner: (-acres[owner], owner))
    )
