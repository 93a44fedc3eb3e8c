"""How do a proposal, a register and a petition join into what people bring to a question?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace

from api.errors import RequestInvalid
from api.on_file import OnFile
from api.proposal_file import read_proposal_data
from gis.errors import OptionInvalid
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition
from gis.proposals.brought import NOTHING, Brought
from gis.register.entries import Register
from gis.register.reading import read_register

ReadPetition = Callable[[dt.date | None], Petition]
"""Reads a petition, given the day on which the clerk received it, where that is known."""
_MOST_LINES = 5


def bring(
    proposal: Brought, register: Register | None, petition: ReadPetition | None, date: dt.date, where: str
) -> Brought:
    """Join what people bring.

    Parameters
    ----------
    proposal
        What a proposal states; it may name the proceeding and the district in the register.
    register
        What people established.
    petition
        Reads the petition; signatures that the register says were withdrawn are marked so.
    date
        Day of the question.
    where
        Where the register was named, for errors.

    Raises
    ------
    OptionInvalid
        The register tells of several proceedings or districts, and nobody says which is meant; or not of the one named.
    FactsInvalid, PetitionInvalid
        What is stated or signed cannot be.
    """
    brought = proposal
    if register is not None:
        brought = replace(
            brought,
            register=register,
            proceeding_id=_subject(register, "proceeding", brought.proceeding_id, where),
            district=_subject(register, "district", brought.district, where),
        )
    if petition is not None:
        signed = petition(brought.filed(date))
        brought = replace(brought, petition=_without_withdrawn(signed, register, date))
    return brought


def bring_data(
    proposal: dict[str, object] | None,
    register: str | None,
    petition: str | None,
    date: dt.date,
    on_file: Callable[[], OnFile],
) -> Brought:
    """Join what a request brings: a proposal as an object, register and petition as CSV text.

    No private names are read for it, so that a petition counts as far as it bears owner keys and decisions. Its
    parcels, and the edition of owners that it was matched to, are looked up in what `on_file` returns.

    Raises
    ------
    FactsInvalid, RegisterInvalid, PetitionInvalid, OptionInvalid
        A member cannot be read, or says what cannot be.
    RequestInvalid
        A member holds half a character.
    """
    stated = NOTHING if proposal is None else read_proposal_data(proposal, "the request, member proposal")
    where = "the request, member register"
    entered = None if register is None else read_register(utf8(register, where), where)

    def signed(filed: dt.date | None) -> Petition:
        where = "the request, member petition"
        text = utf8(petition or "", where)
        found = on_file()
        read = read_petition(text, where, date, filed=filed, parcel_ids=found.parcel_ids)
        read.refuse_other_edition(found.owners_edition)
        return read

    return bring(stated, entered, None if petition is None else signed, date, where)


def utf8(text: str, where: str) -> bytes:
    """Return text as the bytes of a file; JSON can send half a character, which no file holds.

    Raises
    ------
    RequestInvalid
        It holds half a character.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise RequestInvalid(
            what="The text is not Unicode that can be written.",
            where=where,
            why=f"Character {error.start + 1} is half of one (a lone surrogate).",
            next="Send the text of the file as it stands, escaped as JSON has it.",
        ) from error


def _subject(register: Register, kind: str, named: str | None, where: str) -> str | None:
    """Return the proceeding or district that is asked about: the one named, else the only one of the register."""
    known = register.subjects(kind)
    # A subject is free text of a file, and so told by its lines.
    lines = sorted({each.line for each in register.entries if each.subject_kind == kind})
    shown = f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines[:_MOST_LINES]))}"
    shown += " and so on" if len(lines) > _MOST_LINES else ""
    if named is None and len(known) > 1:
        raise OptionInvalid(
            what=f"The register tells of {len(known)} {kind}s.",
            where=where,
            why=f"They stand in {shown}, and the proposal does not say which is meant.",
            next=f"Name one in the proposal, as {'proceeding_id' if kind == 'proceeding' else kind}.",
        )
    if named is not None and known and named not in known:
        raise OptionInvalid(
            what=f"The register tells of no {kind} of the name that the proposal gives.",
            where=where,
            why=f"Those that it tells of stand in {shown}.",
            next="Correct the name in the proposal, or give the register that tells of it.",
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
