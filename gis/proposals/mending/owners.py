"""Which signatures are missing, and what is missing in the petition (TSD-02 to TSD-04, TSD-26, TSD-29 to TSD-32)?

Owners of record are told by key; a person whose name somebody stated in place of a key is counted and never named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil

from gis.model.exact import to_fraction
from gis.model.finding import Finding, State
from gis.model.mending import FactToGive, Mend, ParcelConcerned
from gis.proceedings.petition.signatures import line_words
from gis.proposals.mending.awaited import fact_to_give
from gis.proposals.mending.judged import Judged
from gis.rules.words import listed, quantity

_KEY = re.compile(r"owner [0-9]+")
_LINE = re.compile(r"line ([0-9]+)")
_LEAST_ACRES = Fraction(1, 10_000)
_AGAIN = "A signature counts once a person has decided which owner of record it is."


def gather_signatures(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say how many more owners have to sign by head, or which owners by land; either count suffices."""
    undecided = _undecided(judged)
    if undecided is not None:
        yield undecided
    unknown = finding.measures.get("parcels_owner_unknown")
    if finding.state is State.NEEDS_EVIDENCE and isinstance(unknown, list) and unknown:
        parcels = tuple(ParcelConcerned(str(name)) for name in sorted(map(str, unknown)))
        says = f"Establish who owns parcel{'' if len(unknown) == 1 else 's'} {listed([p.parcel_id for p in parcels])}."
        yield Mend("TSD-02", "give_facts", says, parcels=parcels)
    if finding.state is not State.FAIL:
        return
    together = finding.measures.get("completing_set")
    together = together if isinstance(together, dict) else {}
    heads, owners = together.get("head_limb_count"), together.get("land_limb_owners")
    if isinstance(heads, int) and heads:
        yield Mend(
            "TSD-02",
            "sign",
            f"By head: {heads:,} more of the persons who own land within the limits and have not signed, whoever they "
            f"are. {_AGAIN}",
            count=heads,
        )
    if isinstance(owners, list) and owners:
        yield _by_land(finding, [str(owner) for owner in owners])


def _by_land(finding: Finding, owners: Sequence[str]) -> Mend:
    short = finding.measures.get("land_short_acres")
    acres = "" if short is None else f"{quantity(_rounded_up(to_fraction(short)), 4)} more acres are needed, and "
    count = len(owners)
    keys = tuple(owner for owner in owners if _KEY.fullmatch(owner))
    who = listed(keys) if len(keys) == count else f"{count:,} owners"
    who = f"{who[:1].lower()}{who[1:]}"
    says = f"By land: {acres}{who} {'is' if count == 1 else 'are together'} enough: {'that owner has' if count == 1 else 'these few have'} to sign"
    return Mend("TSD-02", "sign", f"{says}. {_AGAIN}", owners=keys if len(keys) == count else (), count=count)
