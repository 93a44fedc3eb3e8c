"""What is on a petition: its signatures, and which owner of record each is decided or proposed to be."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from gis.errors import PetitionInvalid

MATCH_AGAIN = (
    "Match it again: townline petition FILE.csv --layers DIR --date D --out MATCHED.csv, and decide in that file."
)
Standing = Literal["counts", "not_owner", "undecided", "withdrawn"]
"""What becomes of a signature: its owner signed; no owner did; a person must say; it was taken back in time."""


def owner_words(owner_key: int) -> str:
    """Return how an owner of record is told where no name may stand.

    >>> owner_words(812)
    'owner 812'
    """
    return f"owner {owner_key}"


def line_words(lines: Iterable[int]) -> str:
    """Return lines of a petition in words, each told and stretches joined.

    >>> line_words([12]), line_words([7, 3, 4, 5, 9])
    ('line 12', 'lines 3 to 5, 7 and 9')
    """
    numbers = sorted(set(lines))
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    told: list[str] = []
    for stretch in stretches:
        is_long = len(stretch) > 2  # noqa: PLR2004 - two neighbours are told as two
        told += [f"{stretch[0]} to {stretch[-1]}"] if is_long else [str(number) for number in stretch]
    joined = " and ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)
    return f"{'line' if len(numbers) == 1 else 'lines'} {joined}"


@dataclass(frozen=True, slots=True)
class Signature:
    """One line of a petition; the signer's name and capacity are kept out of everything that is printed."""

    line: int
    """Number in the file's column `line`, or the row of the sheet, the header being row 1."""
    name: str = field(repr=False)
    parcels: tuple[str, ...] = ()
    """Parcels that the signer names as their own."""
    capacity: str = field(default="", repr=False)
    date: dt.date | None = None
    notarized: bool | None = None
    covered_by_verification: bool | None = None
    """Null where the petition says nothing of it for any signature; the same for `notarized`."""
    withdrawn: dt.date | None = None
    share: Fraction | None = None
    """The signer's share in the parcel as stated; no rule reads it."""
    decision: str = ""
    """yes, no, certain or the number of an owner key; empty while a person has to decide."""
    owner_key: int | None = None
    """The owner of record who signed, where that is decided."""
    proposed: tuple[int, ...] = ()
    """Owners who may have signed, best first, where it is not decided."""
    cells: tuple[str, ...] = field(default=(), repr=False)
    """The row as it is."""

    @property
    def person(self) -> str:
        """How rules name the signer: by owner key where one is decided, else by the line."""
        return line_words([self.line]) if self.owner_key is None else owner_words(self.owner_key)


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the file heads and parts its cells, so that it can be written again with columns added."""

    header: tuple[str, ...]
    separator: str = ","


@dataclass(frozen=True, slots=True)
class Petition:
    """A petition of owners of land, in the order of its lines.

    Attributes
    ----------
    where : str
        Name of the file.
    signatures : tuple of Signature
        Ascending by line.
    filed : date or None
        Day on which the clerk received it, where stated.
    edition : str or None
        The edition whose owner keys stand in it; None where it was matched against none.
    sheet : Sheet
        How the file is written.
    is_matched : bool
        Whether owners of record were proposed or decided for it.
    notes : tuple of str
        How the file was read, and what a person should look at; no names.
    """

    where: str
    signatures: tuple[Signature, ...]
    sheet: Sheet
    filed: dt.date | None = None
    edition: str | None = None
    is_matched: bool = False
    notes: tuple[str, ...] = ()

    def standing(self, signature: Signature) -> Standing:
        """Say what becomes of a signature.

        One withdrawn before the petition was filed is no part of it. One withdrawn later counts: the statute does not
        speak of withdrawal. Where nobody states when the petition was filed, a withdrawn signature is undecided.
        """
        if signature.withdrawn is not None:
            if self.filed is None:
                return "undecided"
            if signature.withdrawn < self.filed:
                return "withdrawn"
        if not signature.decision:
            return "undecided"
        return "not_owner" if signature.owner_key is None else "counts"

    def of(self, standing: Standing) -> tuple[Signature, ...]:
        """Return the signatures of one standing, in the order of lines."""
        return tuple(signature for signature in self.signatures if self.standing(signature) == standing)

    def counting_notes(self) -> tuple[str, ...]:
        """Return what a finding on the petition must say of its signatures; owners by key, signers by line."""
        notes = list(self.notes)
        undecided = self.of("undecided")
        if undecided:
            notes.append(
                f"Nobody has decided yet which owner of record signed: {line_words(s.line for s in undecided)} "
                f"({len(undecided)} of {len(self.signatures)} signatures). They count for nothing here, and are tested "
                "both ways."
            )
        nobody = self.of("not_owner")
        if nobody:
            notes.append(f"Decided to be no owner of record: {line_words(s.line for s in nobody)}.")
        notes += self._withdrawal_notes()
        notes += [
            f"{owner_words(key).capitalize()} signed more than once ({line_words(lines)}) and counts once."
            for key, lines in _repeated(self.of("counts"))
        ]
        return tuple(notes)

    def refuse_other_edition(self, edition: str) -> None:
        """Refuse owner keys of another edition than the one in use: the same numbers are other owners there.

        A petition that names no edition is taken at its word.

        Raises
        ------
        PetitionInvalid
            With both editions.
        """
        if self.edition in {None, edition}:
            return
        raise PetitionInvalid(
            what=f"The owners of the petition were matched in edition {self.edition}.",
            where=self.where,
            why=f"Here edition {edition} is used, and its owner keys stand for other owners.",
            next=f"{MATCH_AGAIN} Or name the edition it was matched in with --edition.",
        )

    def _withdrawal_notes(self) -> list[str]:
        withdrawn = [signature for signature in self.signatures if signature.withdrawn is not None]
        if not withdrawn:
            return []
        if self.filed is None:
            lines = line_words(signature.line for signature in withdrawn)
            note = f"Withdrawn, and nobody states when the petition was filed: {lines}. Before the filing a signature "
            return [f"{note}can be taken back; of later the statute does not speak."]
        early = [signature.line for signature in withdrawn if self.standing(signature) == "withdrawn"]
        late = [signature.line for signature in withdrawn if self.standing(signature) != "withdrawn"]
        notes = []
        if early:
            notes.append(f"Withdrawn before the filing of {self.filed}, and not counted: {line_words(early)}.")
        if late:
            notes.append(
                f"Withdrawn on or after the day of filing, {self.filed}: {line_words(late)}. The statute does not "
                "speak of it; they are taken as signatures still."
            )
        return notes


def _repeated(signatures: Sequence[Signature]) -> list[tuple[int, list[int]]]:
    lines: dict[int, list[int]] = defaultdict(list)
    for signature in signatures:
        if signature.owner_key is not None:
            lines[signature.owner_key].append(signature.line)
    return [(key, found) for key, found in sorted(lines.items()) if len(found) > 1]
