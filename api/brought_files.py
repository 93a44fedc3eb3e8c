"""What do people bring in files: `--proposal`, `--petition` and `--register`, each read and joined into one?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from api.bringing import bring
from api.cli.named_files import read_named
from api.on_file import on_file
from api.proposal_file import read_proposal
from gis.proceedings.petition.matching import by_names
from gis.proceedings.petition.names import owner_names
from gis.proceedings.petition.reading import read_petition
from gis.proposals.brought import NOTHING, Brought
from gis.register.reading import read_register

if TYPE_CHECKING:
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
        stated = NOTHING if self.proposal is None else read_proposal(self.proposal)
        register = None
        if self.register is not None:
            register = read_register(read_named(self.register, "--register"), self.register.name)
        petition = None
        if self.petition is not None:
            petition = partial(_matched_petition, self.petition, _Asked(evaluator, layers, date, editions))
        return bring(stated, register, petition, date, "the option --register")


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
    found = on_file(asked.evaluator, asked.date, asked.editions)
    names = owner_names(asked.layers, found.owners_edition)
    known = found.parcel_ids if names is None else found.parcel_ids | names.by_parcel.keys()
    petition = read_petition(read_named(path, "--petition"), path.name, asked.date, filed=filed, parcel_ids=known)
    petition.refuse_other_edition(found.owners_edition)
    return petition if names is None else by_names(petition, names)
