"""What did a person decide of each signer: the petition written with proposals, and read back with decisions."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace

from gis.errors import PetitionInvalid, Place
from gis.layers.owners import owner_of_record
from gis.proceedings.petition.columns import ADDED, columns_of
from gis.proceedings.petition.matching import Proposal
from gis.proceedings.petition.names import OwnerNames
from gis.proceedings.petition.signatures import MATCH_AGAIN, Petition


def write_matched(
    petition: Petition, proposals: Sequence[Proposal], edition: str, names: OwnerNames | None = None
) -> bytes:
    """Write the petition as it was read, with a line number and what is proposed and decided of each signer.

    Parameters
    ----------
    petition : Petition
        Settled, so that certain ones bear their decision.
    proposals : sequence of Proposal
        One a signature, in the order of the petition.
    edition : str
        Whose owner keys these are; the file says so in each row, because keys of other editions are other owners.
    names : OwnerNames, optional
        Where given, the proposed owners' names stand in a last column.

    Returns
    -------
    bytes
        CSV in UTF-8 with the mark by which spreadsheets know it, in the order of lines.
    """
    sheet = petition.sheet
    columns = columns_of(sheet.header)
    kept = [place for place in range(len(sheet.header)) if place not in {columns.places.get(name) for name in ADDED}]
    is_numbered = "line" in columns.places
    added = ADDED if names is not None else ADDED[:-1]
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=sheet.separator, lineterminator="\r\n")
    writer.writerow([*([] if is_numbered else ["line"]), *(sheet.header[place] for place in kept), *added])
    for signature, proposal in zip(petition.signatures, proposals, strict=True):
        keys = signature.proposed or proposal.owner_keys
        best = proposal.candidates[0].score if proposal.candidates else ""
        cells: list[str | int] = [] if is_numbered else [signature.line]
        cells += [signature.cells[place] for place in kept]
        cells += ["; ".join(map(str, keys)), proposal.match, best, signature.decision, edition]
        if names is not None:
            cells.append("; ".join(names.by_key.get(key, "") for key in keys))
        writer.writerow(cells)
    return text.getvalue().encode("utf-8-sig")


def with_decisions(petition: Petition, decided: Petition, edition: str) -> Petition:
    """Return the petition with what a person decided in a file that was matched before.

    Parameters
    ----------
    petition : Petition
        As the owners signed it; what is decided in it already gives way.
    decided : Petition
        The matched file; its lines are found by number, and must bear the same signer.
    edition : str
        Whose owner keys are used now.

    Raises
    ------
    PetitionInvalid
        Where it was matched against other owners, or a decided line is another signer's now.
    """
    decided.refuse_other_edition(edition)
    mine = {signature.line: signature for signature in petition.signatures}
    faults = []
    taken = dict(mine)
    for signature in decided.signatures:
        if not signature.decision:
            continue
        now = mine.get(signature.line)
        if now is None:
            faults.append(Place(text=f"line {signature.line}: it is decided, and the petition has no such line"))
        elif owner_of_record(now.name) != owner_of_record(signature.name):
            faults.append(
                Place(text=f"line {signature.line}: it is decided for another name than the petition has there")
            )
        else:
            taken[signature.line] = replace(
                now, decision=signature.decision, owner_key=signature.owner_key, proposed=signature.proposed
            )
    if faults:
        raise PetitionInvalid(
            what="The decisions do not belong to this petition.",
            where=decided.where,
            why="A decision would count for another signer.",
            next=MATCH_AGAIN,
            places=tuple(faults),
        )
    return replace(petition, signatures=tuple(taken[signature.line] for signature in petition.signatures))
