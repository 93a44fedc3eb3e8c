"""What equalized value of taxable property has each municipality inside the line, and how sure is it.

Wis. Stat. 60.70(2): assessed value divided by the municipality's assessment ratio. Used by every rule that asks
for the largest portion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from gis.errors import FactsInvalid
from gis.model.facts.territory import JurisdictionFacts, ParcelValue
from gis.rules.span import NOTHING, UNLIMITED, WHOLE, Span, exact_sum, total

ShareOf = Callable[[ParcelValue], Span]
Standing = Literal["counted", "excluded", "unknown"]

_ANY_SHARE = Span(Fraction(0), Fraction(1))


@dataclass(frozen=True, slots=True)
class Tally:
    """Equalized value inside the line by municipality, and what keeps a value from being known."""

    spans: Mapping[str, Span]
    """Bounds of each municipality's value, those named only by parcels or totals last."""
    missing_ratio: tuple[str, ...]
    """Municipalities with value inside and no usable ratio."""
    missing_value: tuple[str, ...]
    """Municipalities for which no value of any kind is stated."""
    unlisted: tuple[str, ...]
    """Municipalities that hold value but are not among those with land inside."""

    def known(self, name: str) -> Fraction | None:
        """Return the value as far as it is known; null without ratio or any value."""
        if name in self.missing_ratio or name in self.missing_value or name in self.unlisted:
            return None
        return self.spans[name].low


def standing(parcel: ParcelValue) -> Standing:
    """Say whether a parcel's value counts as taxable general property.

    An exempt code with a positive assessed value is a partial exemption and counts at that value. Forest-law land
    has no general assessed value; where a record has both, its general value counts. `taxable` overrides the codes.

    >>> standing(ParcelValue("B-11", "Town of Birch", assessed_value=Fraction(0), exempt_codes=("X4",)))
    'excluded'
    >>> standing(ParcelValue("B-12", "Town of Birch"))
    'unknown'
    """
    if parcel.taxable is False:
        return "excluded"
    if parcel.taxable is None:
        return "unknown"
    if parcel.taxable == "unstated" and (parcel.exempt_codes or parcel.forest_codes) and not parcel.assessed_value:
        return "excluded"
    return "unknown" if parcel.assessed_value is None else "counted"


def is_inside(parcel: ParcelValue) -> bool:
    """Whether any land of the parcel is or may be inside; a parcel that only touches the line has share 0."""
    return parcel.share_in_district is None or parcel.share_in_district.numerator > 0


def is_cut(parcel: ParcelValue) -> bool:
    """Whether the line cuts the parcel: a share strictly between 0 and 1."""
    share = parcel.share_in_district
    return share is not None and 0 < share.numerator < share.denominator


def by_land(parcel: ParcelValue) -> Span:
    """Share of a parcel by its land."""
    if parcel.share_in_district is None:
        return _ANY_SHARE
    return WHOLE if parcel.share_in_district == 1 else Span.exactly(parcel.share_in_district)


def by_land_within_accuracy(parcel: ParcelValue) -> Span:
    """Share of a parcel by its land, with the line pulled in and pushed out by the accuracy."""
    share = parcel.share_in_district
    if share is None or (parcel.share_low is None and parcel.share_high is None):
        return by_land(parcel)
    low = share if parcel.share_low is None else min(share, parcel.share_low)
    high = share if parcel.share_high is None else max(share, parcel.share_high)
    return Span(low, high)


def by_building(parcel: ParcelValue) -> Span:
    """Share of a parcel by its buildings: a cut parcel counts whole where they stand inside, else not at all."""
    if not is_cut(parcel):
        return by_land(parcel)
    if parcel.building_in_district is None:
        return _ANY_SHARE
    return WHOLE if parcel.building_in_district else NOTHING


def by_land_uncut(parcel: ParcelValue) -> Span:
    """Share of a parcel that the line does not cut; one that it cuts is left out."""
    return NOTHING if is_cut(parcel) else by_land(parcel)


def roll_municipality(parcel: ParcelValue) -> str:
    """Municipality that a parcel counts for where the assessment roll decides."""
    return parcel.municipality


def polygon_municipality(parcel: ParcelValue) -> str:
    """Municipality that a parcel counts for where the polygons decide."""
    return parcel.polygon_municipality or parcel.municipality


def assessed(parcel: ParcelValue, *, without_increment: bool = False) -> Span:
    """Bounds of the taxable assessed value of a whole parcel, in dollars."""
    how = standing(parcel)
    if how == "excluded":
        return NOTHING
    if parcel.assessed_value is None:
        return UNLIMITED
    value = parcel.assessed_value
    if without_increment and parcel.tid_increment is None:
        return Span(Fraction(0), value)
    if without_increment:
        value -= parcel.tid_increment or 0
    return Span.exactly(value) if how == "counted" else Span(Fraction(0), value)


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the facts say of value, sorted once by whether a reading can change how it counts."""

    listed: tuple[str, ...]
    """Municipalities with land inside, in the order of the facts."""
    stated: Mapping[str, tuple[Span, str | None]]
    """Totals by municipality, and whose ratio equalizes each (null: equalized already)."""
    steady: Mapping[str, tuple[Fraction, Fraction | None]]
    """Value and tax increment (null where it is not known), by municipality, of the whole parcels that count the same
    however one reads."""
    moving: tuple[ParcelValue, ...]
    """The other parcels: cut, near the line, disputed or unknown."""
    silent: frozenset[str]
    """Municipalities of whose value nothing is on file."""
    has_parcels: bool


@dataclass(frozen=True, slots=True)
class ParcelLists:
    """Ids of parcels inside that a finding names, in the order of the facts."""

    split: tuple[str, ...]
    unknown: tuple[str, ...]
    unknown_in_towns: tuple[str, ...]
    excluded: tuple[str, ...]
    disputed: tuple[str, ...]
    of_unknown_share: tuple[str, ...]


def ledger(facts: JurisdictionFacts) -> Ledger:
    """Sort the facts for adding up; a total stated for a municipality goes before its parcels.

    A boundary holds many parcels and the line cuts few; adding up the many once keeps every reading quick.
    """
    stated = _totals(facts)
    unstated = _named_without_total(facts) - {parcel.municipality for parcel in facts.parcels or ()}
    whole: dict[str, list[ParcelValue]] = {}
    moving: list[ParcelValue] = []
    for parcel in facts.parcels or ():
        if parcel.municipality in stated:
            continue
        is_steady = (
            parcel.share_in_district == 1
            and parcel.share_low is None
            and parcel.share_high is None
            and parcel.polygon_municipality is None
            and standing(parcel) == "counted"
        )
        if is_steady:
            whole.setdefault(parcel.municipality, []).append(parcel)
        else:
            moving.append(parcel)
    return Ledger(
        listed=tuple(municipality.name for municipality in facts.inside),
        stated=stated,
        steady={
            name: (
                exact_sum(parcel.assessed_value for parcel in parcels if parcel.assessed_value is not None),
                _increment(parcels),
            )
            for name, parcels in whole.items()
        },
        moving=tuple(moving),
        silent=frozenset(
            municipality.name
            for municipality in facts.inside
            if municipality.name not in stated
            and (facts.parcels is None or not municipality.has_roll or municipality.name in unstated)
        ),
        has_parcels=facts.parcels is not None,
    )


def _increment(parcels: Sequence[ParcelValue]) -> Fraction | None:
    known = [parcel.tid_increment for parcel in parcels if parcel.tid_increment is not None]
    return exact_sum(amount for amount in known if amount) if len(known) == len(parcels) else None


def parcel_lists(facts: JurisdictionFacts) -> ParcelLists:
    """Name the parcels inside that are cut, unknown, left out, or placed differently by roll and polygons."""
    towns = {municipality.name for municipality in facts.inside if municipality.kind == "town"}
    inside = [parcel for parcel in facts.parcels or () if is_inside(parcel)]
    standings = [(parcel, standing(parcel)) for parcel in inside]
    unknown = [parcel for parcel, how in standings if how == "unknown"]
    return ParcelLists(
        split=tuple(parcel.parcel_id for parcel in inside if is_cut(parcel)),
        unknown=tuple(parcel.parcel_id for parcel in unknown),
        unknown_in_towns=tuple(parcel.parcel_id for parcel in unknown if parcel.municipality in towns),
        excluded=tuple(parcel.parcel_id for parcel, how in standings if how == "excluded"),
        disputed=tuple(parcel.parcel_id for parcel in inside if polygon_municipality(parcel) != parcel.municipality),
        of_unknown_share=tuple(
            parcel.parcel_id for parcel, how in standings if how == "counted" and parcel.share_in_district is None
        ),
    )


def tally(
    values: Ledger,
    ratios: Mapping[str, Fraction],
    *,
    share_of: ShareOf = by_land,
    holder_of: Callable[[ParcelValue], str] = roll_municipality,
    without_increment: bool = False,
) -> Tally:
    """Add up the equalized value inside the line for every municipality.

    A parcel's value is equalized by the ratio of the municipality on whose roll it stands, whoever it counts for.

    Parameters
    ----------
    values
        The facts, sorted.
    ratios
        Usable assessment ratios by municipality; those missing or implausible are left out.
    share_of, holder_of, without_increment
        The reading: how a cut parcel counts, for whom, and whether tax-increment value counts.

    Returns
    -------
    Tally
        Exact bounds in dollars, municipalities in the order of the facts.
    """
    spans = dict.fromkeys(values.listed, NOTHING)
    missing_ratio: set[str] = set()
    for (name, ratio_name), amount in _amounts(
        values, share_of, holder_of, without_increment=without_increment
    ).items():
        if amount.high == 0:
            continue
        before = spans.get(name, NOTHING)
        if ratio_name is None:
            spans[name] = before + amount
        elif ratio_name in ratios:
            spans[name] = before + amount / ratios[ratio_name]
        else:
            spans[name] = before + UNLIMITED
            missing_ratio.add(name)
    unlisted = tuple(name for name in spans if name not in values.listed)
    silent = tuple(name for name in values.listed if name in values.silent)
    for name in (*unlisted, *silent):
        spans[name] = UNLIMITED
    return Tally(
        spans=spans,
        missing_ratio=tuple(name for name in values.listed if name in missing_ratio),
        missing_value=silent,
        unlisted=unlisted,
    )


def assessed_by_municipality(values: Ledger) -> dict[str, Fraction]:
    """Add up the known assessed value inside the line for every municipality of any kind, by land share."""
    sums = dict.fromkeys(values.listed, Fraction(0)) if values.has_parcels else {}
    for (name, ratio_name), amount in _amounts(values, by_land, roll_municipality, without_increment=False).items():
        if ratio_name is None:  # stated as equalized value: the assessed value is not known
            sums.pop(name, None)
        else:
            sums[name] = sums.get(name, Fraction(0)) + amount.low
    return sums


def refuse_impossible(facts: JurisdictionFacts) -> None:
    """Refuse facts that no district can have.

    Raises
    ------
    FactsInvalid
        A municipality or a total stands twice, a share is not between 0 and 1, or an amount is negative.
    """
    for path, what, next_step in _faults(facts):
        raise FactsInvalid(
            what=what,
            where=f"facts.{path}",
            why="No district can have such facts, so the rule would answer about nothing real.",
            next=next_step,
        )


def _faults(facts: JurisdictionFacts) -> Iterator[tuple[str, str, str]]:
    """Yield each impossible fact: its path, what is wrong, and what to do."""
    lists: dict[str, list[tuple[str, Fraction | None]]] = {
        "municipalities": [(municipality.name, Fraction(0)) for municipality in facts.inside],
        "assessed_totals": [(total.municipality, total.assessed_value) for total in facts.assessed_totals or ()],
        "equalized_totals": [(total.municipality, total.equalized_value) for total in facts.equalized_totals or ()],
    }
    for field, entries in lists.items():
        names: set[str] = set()
        for index, (name, amount) in enumerate(entries):
            if name in names:
                yield f"{field}[{index}]", f"{name} stands twice.", "Name each municipality once."
            if amount is not None and amount < 0:
                yield f"{field}[{index}]", f"The total of {name} is negative.", "State a total of zero or more."
            names.add(name)
    for index, parcel in enumerate(facts.parcels or ()):
        for field, what, next_step in _parcel_faults(parcel):
            yield f"parcels[{index}].{field}", f"Parcel {parcel.parcel_id}: {what}", next_step


def _parcel_faults(parcel: ParcelValue) -> Iterator[tuple[str, str, str]]:
    for field in ("share_in_district", "share_low", "share_high"):
        share = getattr(parcel, field)
        # Numerator and denominator: comparing them is many times quicker than comparing fractions.
        if share is not None and not 0 <= share.numerator <= share.denominator:
            yield (
                field,
                f"a share of {float(share)} is inside.",
                "A share lies between 0 and 1; divide a percent by 100.",
            )
    value, increment = parcel.assessed_value, parcel.tid_increment
    if value is not None and value.numerator < 0:
        yield "assessed_value", "the value is negative.", "Ask the assessor for the value."
    if increment and (increment < 0 or (value is not None and increment > value)):
        yield (
            "tid_increment",
            "the increment is negative or more than the assessed value it is part of.",
            "State the part of the assessed value that is tax-increment value.",
        )


def _totals(facts: JurisdictionFacts) -> dict[str, tuple[Span, str | None]]:
    """Return the stated totals: the amount, and whose ratio equalizes it (None where it is equalized)."""
    stated: dict[str, tuple[Span, str | None]] = {
        total.municipality: (Span.exactly(total.assessed_value), total.municipality)
        for total in facts.assessed_totals or ()
        if total.assessed_value is not None
    }
    stated.update(
        (total.municipality, (Span.exactly(total.equalized_value), None))
        for total in facts.equalized_totals or ()
        if total.equalized_value is not None
    )
    return stated


def _named_without_total(facts: JurisdictionFacts) -> set[str]:
    """Name the municipalities whose total is said to be not known."""
    return {total.municipality for total in facts.assessed_totals or () if total.assessed_value is None} | {
        total.municipality for total in facts.equalized_totals or () if total.equalized_value is None
    }


def _amounts(
    values: Ledger,
    share_of: ShareOf,
    holder_of: Callable[[ParcelValue], str],
    *,
    without_increment: bool,
) -> dict[tuple[str, str | None], Span]:
    """Return the amount inside by who holds it and whose ratio equalizes it (None: equalized already)."""
    amounts: dict[tuple[str, str | None], list[Span]] = {
        (name, ratio_name): [amount] for name, (amount, ratio_name) in values.stated.items()
    }
    for name, (value, increment) in values.steady.items():
        if not without_increment:
            amounts[name, name] = [Span.exactly(value)]
        elif increment is None:
            amounts[name, name] = [Span(Fraction(0), value)]
        else:
            amounts[name, name] = [Span.exactly(value - increment)]
    for parcel in values.moving:
        inside = assessed(parcel, without_increment=without_increment) * share_of(parcel)
        if inside is not NOTHING:
            amounts.setdefault((holder_of(parcel), parcel.municipality), []).append(inside)
    return {key: total(spans) for key, spans in amounts.items()}
