"""How does TSD-02 explain itself: what was counted, what is short, and what the finding took for granted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Margin, Reading, State
from gis.rules.petition.limbs import Limb
from gis.rules.words import listed, quantity

_PERCENT = 100
_DECIMALS = ((Fraction(1, 10), 2), (Fraction(1, 1000), 4))
"""Decimals of acres by how far the signed land is at least from what is needed; nearer than that, more of them."""
_MOST_DECIMALS = 8


@dataclass(frozen=True, slots=True)
class Counted:
    """Everything that decided whether enough owners signed."""

    facts: PetitionFacts
    state: State
    heads: Limb
    land: Limb
    head_portion: Fraction
    land_portion: Fraction
    owners_unknown: tuple[str, ...]
    """Parcels within the limits whose owners are not known."""
    area_unknown: tuple[str, ...]
    """Parcels whose land within the limits is not known."""
    strangers: tuple[str, ...] | None
    """Signers of whom no land within the limits is on file; null where the parcels or signatures are not."""
    margin: Margin | None

    @property
    def owners_needed(self) -> int | None:
        """Smallest number of persons that is at least the portion, not rounded before; null of nobody."""
        return ceil(self.heads.of * self.head_portion) if self.heads.of else None

    @property
    def owners_short(self) -> int | None:
        """Persons still missing, at least none."""
        if self.owners_needed is None or self.heads.signed is None:
            return None
        return max(0, self.owners_needed - int(self.heads.signed))

    @property
    def surely_short(self) -> tuple[int | None, Fraction | None]:
        """Persons and acres that would suffice whatever is not known, at least none; null where nothing would."""
        heads, land = self.heads.worst, self.land.worst
        return (
            None if heads is None or not heads.of else max(0, ceil(heads.of * self.head_portion - heads.signed)),
            None if land is None or not land.of else max(Fraction(0), land.of * self.land_portion - land.signed),
        )

    @property
    def land_needed_acres(self) -> Fraction | None:
        """The portion of the land, not rounded; null of none."""
        return self.land.of * self.land_portion if self.land.of else None

    @property
    def land_printed_acres(self) -> tuple[Fraction, Fraction] | None:
        """Land signed and needed as a sentence prints it, so that the printed numbers add up; null where not known.

        What is short is not understated: signed is rounded down and needed up. Where enough is signed both go down,
        so that enough never reads as too little.
        """
        signed, needed = self.land.signed, self.land_needed_acres
        if signed is None or needed is None:
            return None
        apart = abs(needed - signed)
        places = next((places for at_least, places in _DECIMALS if apart >= at_least or not apart), _MOST_DECIMALS)
        steps = 10**places
        up = ceil if signed < needed else floor
        return Fraction(floor(signed * steps), steps), Fraction(up(needed * steps), steps)

    @property
    def land_short_acres(self) -> Fraction | None:
        """Acres still missing, at least none."""
        if self.land_needed_acres is None or self.land.signed is None:
            return None
        return max(Fraction(0), self.land_needed_acres - self.land.signed)


def because(counted: Counted) -> str:
    """Say in one sentence why the finding is what it is, with the numbers in it."""
    said = "; ".join(part for part in (_heads(counted), _land(counted)) if part)
    if counted.state is State.NEEDS_EVIDENCE:
        missing = "; ".join(_missing(counted))
        return f"Whether enough owners signed cannot be said yet: {'; '.join(filter(None, (missing, said)))}."
    tests = {
        "by head": counted.heads.test(counted.head_portion),
        "by land": counted.land.test(counted.land_portion),
    }
    reached = [way for way, test in tests.items() if test == "pass"]
    if reached:
        said = f"{said}; either count suffices, and it is reached {listed(reached)}"
    else:
        said = f"{said}; neither count is reached{_short(counted)}"
    if counted.state is State.WITHIN_TOLERANCE:
        said = f"{said}; but {_moved(counted)} that could change, so a person must look"
    return f"{said[:1].upper()}{said[1:]}."


def _heads(counted: Counted) -> str:
    of, signed, needed = counted.heads.of, counted.heads.signed, counted.owners_needed
    if not of or needed is None:
        return ""
    persons = f"{quantity(of, 0)} person{'' if of == 1 else 's'} owning land within the limits"
    rounded = f"{needed:,} {'is' if needed == 1 else 'are'} needed ({_percent(counted.head_portion)}, rounded up)"
    if signed is None:
        return f"of {persons}, {rounded}"
    return f"{quantity(signed, 0)} of {persons} signed and {rounded}"


def _land(counted: Counted) -> str:
    of, needed = counted.land.of, counted.land_needed_acres
    if not of or needed is None:
        return ""
    printed = counted.land_printed_acres
    if printed is None:
        return f"of {quantity(of, 2)} acres, {quantity(needed, 2)} are needed ({_percent(counted.land_portion)})"
    has, asked = (quantity(acres, _MOST_DECIMALS) for acres in printed)
    return (
        f"the owners of {has} of {quantity(of, 2)} acres signed and {asked} are needed "
        f"({_percent(counted.land_portion)})"
    )


def _short(counted: Counted) -> str:
    ways = []
    if counted.owners_short:
        ways.append(f"{counted.owners_short:,} more person{'' if counted.owners_short == 1 else 's'}")
    if counted.land_short_acres and counted.land_printed_acres:
        has, asked = counted.land_printed_acres
        ways.append(f"owners of {quantity(asked - has, _MOST_DECIMALS)} more acres")
    return f", and {' or '.join(ways)} would have to sign" if ways else ""


def _moved(counted: Counted) -> str:
    accuracy = counted.facts.boundary_accuracy_ft
    by = "the accuracy of the layers" if accuracy is None else f"the accuracy of {quantity(accuracy, 3)} ft"
    return f"with the line moved by {by}"


def _missing(counted: Counted) -> list[str]:
    """Say which facts are missing."""
    facts = counted.facts
    if facts.parcels is None:
        totals = {
            "how many persons own land within the limits": facts.owner_count,
            "how many of them signed": facts.owners_signed,
            "how much land lies within the limits": facts.land_acres,
            "for how much of it the owners signed": facts.land_signed_acres,
        }
        unknown = [words for words, value in totals.items() if value is None]
        if len(unknown) == len(totals):
            unknown = ["who owns land within the limits, and who signed,"]
        parts = [f"{listed(unknown)} is not on file"] if unknown else []
    else:
        signed_stated = facts.owners_signed is not None and facts.land_signed_acres is not None
        parts = ["who signed is not on file"] if facts.signatures is None and not signed_stated else []
    if counted.owners_unknown:
        parts.append(f"the owners of {_parcels(counted.owners_unknown)} are not known")
    if counted.area_unknown:
        parts.append(f"the land of {_parcels(counted.area_unknown)} within the limits is not known")
    nothing = [
        words for words, of in (("no person who owns land", counted.heads.of), ("no land", counted.land.of)) if of == 0
    ]
    if nothing:
        parts.append(f"{' and '.join(nothing)} within the limits is on file, and no portion of nothing can sign")
    return parts


def notes(counted: Counted, readings: Mapping[str, Reading]) -> list[str]:
    """Say in sentences what the finding took for granted."""
    said = [
        "A person is also a partnership, an association, a corporation or a public body (990.01, outside the texts).",
        "Which signatures are valid, and for whom a signer may sign, is for people to say.",
    ]
    if counted.strangers:
        count = len(counted.strangers)
        said.append(
            f"{count} signer{' is' if count == 1 else 's are'} not on file as owning land within the limits and "
            f"count{'s' if count == 1 else ''} for nothing."
        )
    if counted.owners_unknown and counted.state is not State.NEEDS_EVIDENCE:
        said.append(
            f"{_parcels(counted.owners_unknown, 'Parcel')} of unknown owner: taken as one more person who did not "
            "sign, or as one already counted who signed, the result is the same."
        )
    if counted.owners_unknown and counted.strangers:
        said.append(
            f"A signer who is not on file as an owner may own {_parcels(counted.owners_unknown)}, which this count "
            "does not suppose, so a person must look."
        )
    gross = counted.facts.gross_area_acres
    if gross is not None and counted.land.of is not None and counted.land.of > gross:
        said.append(
            f"The parcels within the limits add up to {quantity(counted.land.of, 2)} acres, more than the "
            f"{quantity(gross, 2)} acres of the whole polygon: some of them overlap."
        )
    default = readings["all_coowners"]
    said += [
        f"The reading {name} gives {_READS[reading.state]} instead."
        for name, reading in readings.items()
        if reading.answer != default.answer
    ]
    return said


_READS = {State.PASS: "enough", State.FAIL: "too few", State.NEEDS_EVIDENCE: "no answer yet"}


def _parcels(ids: tuple[str, ...], called: str = "parcel") -> str:
    return f"{called}{'s' if len(ids) > 1 else ''} {listed(ids)}"


def _percent(portion: Fraction) -> str:
    return f"{quantity(portion * _PERCENT, 4)} percent"
