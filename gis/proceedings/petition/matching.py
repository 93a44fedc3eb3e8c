"""Which owner of record may each signer be: proposed with a score, for a person to decide.

The same name is certain; names that resemble each other are likely at most, however alike they are, because J SMITH may
be John or Jane.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz, process

from gis.layers.owners import owner_of_record
from gis.model.config import STRICT
from gis.proceedings.petition import cells
from gis.proceedings.petition.names import OwnerNames
from gis.proceedings.petition.signatures import Petition, Signature, line_words

Scores = npt.NDArray[np.int64]
Match = Literal["certain", "likely", "none"]
SAME = 100
LIKELY_HERE = 60
"""Likeness, of 100, from which an owner of the parcel that the signer names is proposed."""
LIKELY = 80
"""Likeness from which any other owner is."""
MOST_CANDIDATES = 3
_AS_GOOD = 10
"""By how much less like than the best a second owner may be and still be proposed beside."""
_AT_ONCE = 5_000_000
"""Pairs of names compared at once."""
_BETWEEN_WORDS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An owner of record who may have signed; `score` is the likeness of the names, of 100."""

    __pydantic_config__ = STRICT

    owner_key: int
    score: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for one line of a petition, and what a person should know of it; no names."""

    __pydantic_config__ = STRICT

    line: int
    match: Match
    candidates: tuple[Candidate, ...] = ()
    """Best first; one where it is certain."""
    remarks: tuple[str, ...] = ()

    @property
    def owner_keys(self) -> tuple[int, ...]:
        """The owners proposed, best first."""
        return tuple(candidate.owner_key for candidate in self.candidates)


def propose(petition: Petition, names: OwnerNames, inside: Collection[int] | None = None) -> tuple[Proposal, ...]:
    """Propose for each signature the owner of record who signed.

    Parameters
    ----------
    petition : Petition
        Its signers' names are compared; what it has decided already is not looked at.
    names : OwnerNames
        Owners of record.
    inside : collection of int, optional
        Keys of the owners inside a boundary. Without it every owner on file may have signed.

    Returns
    -------
    tuple of Proposal
        One a signature, in order. Equal names, capitals and blanks aside, are certain. But where the signer names a
        parcel that the owner of that name does not own, it may be a namesake, and is likely only. Else the owners of
        the parcel named are proposed, and where none resembles the signer, owners inside.
    """
    by_name: dict[str, list[int]] = defaultdict(list)
    for key, name in names.by_key.items():
        by_name[name].append(key)
    found: list[Proposal | None] = []
    open_: list[int] = []
    for place, signature in enumerate(petition.signatures):
        here = _owners_here(signature, names)
        same = by_name.get(owner_of_record(signature.name) or "", [])
        proposal = _same_name(signature, same, here, inside) if same else _alike_here(signature, here, names)
        found.append(proposal)
        if proposal is None:
            open_.append(place)
    pool = sorted(names.by_key if inside is None else set(inside) & set(names.by_key))
    proposals = dict(zip(open_, _alike([petition.signatures[place] for place in open_], pool, names), strict=True))
    told = [each if each is not None else proposals[place] for place, each in enumerate(found)]
    return tuple(_with_repeats(petition.signatures, told))


def settled(petition: Petition, proposals: Sequence[Proposal], edition: str) -> Petition:
    """Return the petition with certain proposals taken as decided, where no person has decided; others stay open.

    Parameters
    ----------
    petition : Petition
        What a person decided in it stands.
    proposals : sequence of Proposal
        One a signature, in order.
    edition : str
        Whose owner keys the proposals name.
    """
    signatures = []
    for signature, proposal in zip(petition.signatures, proposals, strict=True):
        if signature.decision:
            signatures.append(signature)
        elif proposal.match == "certain":
            key = proposal.owner_keys[0]
            signatures.append(replace(signature, decision=cells.CERTAIN, owner_key=key, proposed=(key,)))
        else:
            signatures.append(replace(signature, proposed=proposal.owner_keys))
    return replace(petition, signatures=tuple(signatures), edition=edition, is_matched=True)


def by_names(petition: Petition, names: OwnerNames, inside: Collection[int] | None = None) -> Petition:
    """Return a petition that was never matched with its certain signers taken as owners of record, and say so.

    A petition that bears owner keys is returned as it is: what is open in it is for a person.
    """
    if petition.is_matched:
        return petition
    found = settled(petition, propose(petition, names, inside), names.edition)
    certain = sum(signature.decision == cells.CERTAIN for signature in found.signatures)
    note = (
        f"The petition bears no owner keys. {certain} of {len(found.signatures)} signers bear exactly the name of an "
        "owner of record and are taken for that owner; who the others are is for a person to decide."
    )
    return replace(found, notes=(note, *found.notes))


def _owners_here(signature: Signature, names: OwnerNames) -> tuple[int, ...]:
    return tuple(dict.fromkeys(key for parcel in signature.parcels for key in names.by_parcel.get(parcel, ())))


def _same_name(
    signature: Signature, same: Sequence[int], here: Sequence[int], inside: Collection[int] | None
) -> Proposal:
    candidates = tuple(Candidate(key, SAME) for key in sorted(same))
    remarks = []
    if inside is not None and not set(same) & set(inside):
        remarks.append("The owner of that name has no land inside the boundary.")
    if signature.parcels and not set(same) & set(here):
        remarks.append("The owner of that name does not own the parcel named, and may be a namesake.")
        return Proposal(signature.line, "likely", candidates, tuple(remarks))
    return Proposal(signature.line, "certain", candidates, tuple(remarks))


def _alike_here(signature: Signature, here: Sequence[int], names: OwnerNames) -> Proposal | None:
    """Return owners of the parcel named who resemble the signer; None where none does."""
    if not here:
        return None
    candidates = _best(_scores([signature.name], _words_of(here, names), LIKELY_HERE)[0], here)
    return Proposal(signature.line, "likely", candidates, _several(candidates)) if candidates else None


def _alike(signatures: Sequence[Signature], pool: Sequence[int], names: OwnerNames) -> list[Proposal]:
    """Return for each signature the owners of a pool who resemble its signer, wherever their land lies."""
    words = _words_of(pool, names)
    step = max(1, _AT_ONCE // max(1, len(pool)))
    proposals = []
    for start in range(0, len(signatures), step):
        some = signatures[start : start + step]
        for signature, row in zip(some, _scores([each.name for each in some], words, LIKELY), strict=True):
            candidates = _best(row, pool)
            remarks = _several(candidates)
            if candidates and signature.parcels:
                remarks = ("No owner of the parcel named resembles the signer.", *remarks)
            proposals.append(Proposal(signature.line, "likely" if candidates else "none", candidates, remarks))
    return proposals


def _scores(signers: Sequence[str], words: Sequence[str], least: int) -> Scores:
    """Return the likeness of each signer to each owner in whole hundredths, 0 below the least.

    Names that are not equal are never told as the same, whatever the order of their words.
    """
    found = process.cdist(list(map(_words, signers)), words, scorer=fuzz.ratio, score_cutoff=least, dtype=np.float32)
    scores: Scores = np.minimum(np.floor(found), SAME - 1).astype(np.int64)
    return scores


def _words_of(keys: Sequence[int], names: OwnerNames) -> list[str]:
    return [_words(names.by_key[key]) for key in keys]


def _words(name: str) -> str:
    """Return a name for comparing: capitals, words in the order of letters, so that SMITH, JOHN is JOHN SMITH."""
    return " ".join(sorted(_BETWEEN_WORDS.sub(" ", name.upper()).split()))


def _best(scores: Scores, keys: Sequence[int]) -> tuple[Candidate, ...]:
    """Return the best candidates, of equal ones the first; who is far less like than the best is none."""
    left = scores.copy()
    found: list[Candidate] = []
    while len(found) < min(MOST_CANDIDATES, len(keys)):
        place = int(left.argmax())
        score = int(left[place])
        if score == 0 or (found and score < found[0].score - _AS_GOOD):
            break
        found.append(Candidate(keys[place], score))
        left[place] = 0
    return tuple(found)


def _several(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    return (
        ("Several owners resemble the signer; write the number of the one who signed.",) if len(candidates) > 1 else ()
    )


def _with_repeats(signatures: Sequence[Signature], proposals: Sequence[Proposal]) -> list[Proposal]:
    """Tell where lines under several spellings lead to one owner."""
    spelt: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for signature, proposal in zip(signatures, proposals, strict=True):
        if proposal.candidates:
            spelt[proposal.owner_keys[0]][owner_of_record(signature.name) or ""].append(signature.line)
    told = []
    for signature, proposal in zip(signatures, proposals, strict=True):
        spellings = spelt[proposal.owner_keys[0]] if proposal.candidates else {}
        others = [line for lines in spellings.values() for line in lines if line != signature.line]
        same = [line for line in spellings.get(owner_of_record(signature.name) or "", ()) if line != signature.line]
        remarks = list(proposal.remarks)
        if same:
            remarks.append(f"The same name as on {line_words(same)}; one owner counts once.")
        if len(others) > len(same):
            differing = sorted(set(others) - set(same))
            remarks.append(f"Perhaps the same owner as on {line_words(differing)}, in another spelling.")
        told.append(replace(proposal, remarks=tuple(remarks)))
    return told
