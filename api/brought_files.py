"""What do people bring in files: `--proposal`, `--petition` and `--register`, each read and joined into one?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.named_files import read_named
from api.proposal_file import read_proposal
from gis.errors import EditionMissing, OptionInvalid
from gis.proceedings.petition.matching import by_names
from gis.proceedings.petition.names import owner_names
from gis.proceedings.petition.reading import read_petition
from gis.proposals.brought import NOTHING, Brought
from gis.register.entries import Register
from gis.register.reading import read_register

if TYPE_CHECKING:
    from gis.layers.layer import Layer
    from gis.proceedings.petition.signatures import Petition
    from gis.proposals.evaluate import Evaluator


@dataclass(frozen=True, slots=True)
class BroughtFiles:
    """The files that a command names."""

    proposal: Path | None = None
    petition: Path | None = None
    register: Path | None = None

    def read(self, evaluator: Evaluator, layers: Path, date: dt.date, editions: Mapping[str, str]) -> Brought:
        """Read the files as of a day.

        Raises
        ------
        FactsInvalid, PetitionInvalid, RegisterInvalid, OptionInvalid
            A file cannot be read, or says what cannot be.
        """
        brought = NOTHING if self.proposal is None else read_proposal(self.proposal)
        if self.register is not None:
            register = read_register(read_named(self.register, "--register"), self.register.name, date)
            brought = replace(
                brought,
                register=register,
                proceeding_id=_subject(register, "proceeding", brought.proceeding_id),
                district=_subject(register, "district", brought.district),
            )
        if self.petition is not None:
            petition = _matched_petition(self.petition, _Asked(evaluator, layers, date, editions), brought.filed(date))
            brought = replace(brought, petition=_without_withdrawn(petition, brought.register, date))
        return brought


def _subject(register: Register, kind: str, named: str | None) -> str | None:
    """Return the proceeding or district that is asked about: the one named, else the only one of the register."""
    known = register.subjects(kind)
    if named is None and len(known) > 1:
        raise OptionInvalid(
            what=f"The register tells of several {kind}s.",
            where="the option --register",
            why=f"They are {', '.join(known)}, and the proposal does not say which is meant.",
            next=f"Name one in the proposal file, as {'proceeding_id' if kind == 'proceeding' else kind}.",
        )
    if named is not None and known and named not in known:
        raise OptionInvalid(
            what=f"The register tells of no {kind} named {named}.",
            where="the option --register",
            why=f"It tells of {', '.join(known)}.",
            next="Correct the name in the proposal file, or give the register that tells of it.",
        )
    return known[0] if named is None and known else named


def _without_withdrawn(petition: Petition, register: Register | None, date: dt.date) -> Petition:
    """Return the petition with the withdrawals that the register tells of, by owner."""
    withdrawn = {
        int(entry.subject): entry.date
        for entry in (() if register is None else register.standing(date))
        if (entry.subject_kind, entry.kind) == ("owner", "signature_withdrawn")
    }
    signatures = tuple(
        replace(each, withdrawn=each.withdrawn or withdrawn.get(each.owner_key or 0)) for each in petition.signatures
    )
    return replace(petition, signatures=signatures)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question for which a petition is read."""

    evaluator: Evaluator
    layers: Path
    date: dt.date
    editions: Mapping[str, str]


def _matched_petition(path: Path, asked: _Asked, filed: dt.date | None) -> Petition:
    """Read a petition whose signers are decided, or match those whose names equal an owner's exactly.

    Equal names are matched only where the private names of owners are in the folder of layers; every other line stays
    undecided, for a person.
    """
    parcels = asked.evaluator.layer("parcels", asked.date, asked.editions.get("parcels"))
    owners = owners_layer(asked.evaluator, parcels, asked.date, asked.editions)
    names = owner_names(asked.layers, owners.edition)
    known = frozenset(map(str, parcels.column("parcel_id").tolist()))
    if names is not None:
        known |= names.by_parcel.keys()
    petition = read_petition(read_named(path, "--petition"), path.name, asked.date, filed=filed, parcel_ids=known)
    petition.refuse_other_edition(owners.edition)
    return petition if names is None else by_names(petition, names)


def owners_layer(evaluator: Evaluator, parcels: Layer, date: dt.date, editions: Mapping[str, str]) -> Layer:
    """Return the layer whose owner keys are used: the parcels', or, where these bear none, the table of owners."""
    if any(parcels.column("owner_keys")):
        return parcels
    try:
        return evaluator.layer("owners", date, editions.get("owners"))
    except EditionMissing:
        if "owners" in editions:
            raise
        return parcels
