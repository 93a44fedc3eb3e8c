"""Which share of a district's value has each town, by roll year, and how is a levy divided by it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gis.errors import EditionMissing, FactsInvalid
from gis.facts.conflicts import disagreements
from gis.facts.gathered import Gathered
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.values import jurisdiction_facts
from gis.geometry.boundary import Boundary
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.layers.vintages import VALUATION_COMPLETE
from gis.model.facts.commissioners import RollYearShares, ShareShiftFacts, TownShare
from gis.model.facts.territory import JurisdictionFacts
from gis.model.levy import LevySplit, RollYearValues, SharesOverTime, TownLevy, TownValue
from gis.proposals.on_file import LayersOnFile, closed
from gis.proposals.record import boundary_record
from gis.rules.apportionment import apportioned
from gis.rules.registry import judge
from gis.rules.territory.town_values import equalized_by_town
from gis.rules.words import dollars, listed, percent, used

KINDS = ("municipalities", "counties", "parcels", "ratios", "buildings")
LEVY_CITATION = "CKSD Sewer Use Ordinance ch. II(8); Wis. Stat. 60.77(6)(b)"
_EFFECT_NOTE = (
    "The shares of a roll year are taken to hold from August 15 of it, by when the state completes the valuation "
    "(70.57, outside the five texts); state the day from which the 60 days run where it was another."
)
_PARAMETERS = ("equalized_value_method", "assessment_ratio_above", "assessment_ratio_below")


@dataclass(frozen=True, slots=True)
class _Valued:
    """The towns' values inside a boundary by one roll."""

    gathered: Gathered[JurisdictionFacts]
    held: LayerSet
    values: dict[str, Fraction | None]

    @property
    def total(self) -> Fraction | None:
        known = [value for value in self.values.values() if value is not None]
        return sum(known, start=Fraction(0)) if len(known) == len(self.values) else None

    def share(self, town: str) -> Fraction | None:
        value, total = self.values[town], self.total
        return value / total if value is not None and total else None


def levy_split(
    amount: Fraction,
    boundary: Boundary,
    on_file: LayersOnFile,
    date: dt.date,
    editions: Mapping[str, str] | None = None,
) -> LevySplit:
    """Divide a levy between the towns of a district by the equalized value of taxable property inside each.

    Parameters
    ----------
    amount : Fraction
        The levy in dollars and whole cents.
    boundary : Boundary
        Of the district, in the working frame.
    on_file : LayersOnFile
        Parcels, ratios and municipalities in force on the day.
    date : date
        Day of the question.
    editions : mapping of kind to edition id
        Editions to use in place of those in force.

    Returns
    -------
    LevySplit
        Parts in whole cents that add up to the levy. No part where a value or ratio is not known, or nothing inside
        is taxable: the towns concerned are named.

    Raises
    ------
    FactsInvalid
        The amount is negative or has parts of a cent.
    BoundaryError, EditionError
        The land cannot be looked at.

    Notes
    -----
    CKSD ch. II(8), which cites Wis. Stat. 60.77(6)(b); that text is not on file, and the limit and days in it are for
    a person to check.
    """
    _refuse_no_money(amount)
    parameters = load_law().parameters(date)
    found = _valued(boundary, on_file, date, dict(editions or {}), parameters)
    unknown = sorted(town for town, value in found.values.items() if value is None)
    settled = not unknown and bool(found.total)
    parts = apportioned(amount, {town: value or Fraction(0) for town, value in found.values.items()}) if settled else {}
    return LevySplit(
        date=date,
        amount=amount,
        citation=LEVY_CITATION,
        towns=tuple(
            TownLevy(town, value, found.share(town), parts.get(town)) for town, value in sorted(found.values.items())
        ),
        is_settled=settled,
        because=_because(amount, parts, found, unknown),
        boundary=boundary_record(boundary, found.held.frame),
        editions={kind: layer.edition for kind, layer in sorted(found.held.layers.items())},
        parameters=tuple(used(parameters.get(name)) for name in _PARAMETERS),
        conflicts=found.gathered.conflicts,
        notes=(
            "Verify: the text of 60.77(6), its limits and the day of certification are not among the texts on file.",
            *found.held.notes,
            *found.gathered.notes,
        ),
    )


def shares_over_time(
    boundary: Boundary,
    on_file: LayersOnFile,
    date: dt.date,
    told: ShareShiftFacts,
) -> SharesOverTime:
    """Say which share each town had by every roll on file up to a day, and whether another board may now act.

    Parameters
    ----------
    boundary : Boundary
        Of the district, in the working frame.
    on_file : LayersOnFile
        Every edition of parcels up to the day is used, with the ratios of its own roll year; the other layers are
        those in force on the day.
    date : date
        Day of the question.
    told : ShareShiftFacts
        What people established: the town first authorised under 60.74(2)(a), the day from which the 60 days run, the
        other board's act. Shares stated here are taken in place of the rolls'.

    Returns
    -------
    SharesOverTime
        With the finding of TSD-24 on them.

    Raises
    ------
    EditionMissing
        No parcels of that time are on file.
    FactsInvalid
        The town first authorised is no municipality on file.

    Notes
    -----
    Wis. Stat. 60.74(2). The shares of a roll year are taken to hold from the day by which the state completes its
    valuation (70.57).
    """
    parameters = load_law().parameters(date)
    editions = [manifest for manifest in on_file.editions("parcels") if manifest.vintage <= date]
    if not editions:
        raise EditionMissing(
            what=f"No parcels of {date.isoformat()} or earlier are on file.",
            where="the layers folder",
            why="The shares by roll year come from the parcels of each year.",
            next="Import the parcels of each year with their vintage.",
        )
    years: dict[int, RollYearValues] = {}
    rows: dict[int, RollYearShares] = {}
    for manifest in sorted(editions, key=lambda each: (each.vintage, each.edition)):
        found = _valued(boundary, on_file, date, {"parcels": manifest.edition}, parameters)
        roll_year = found.gathered.facts.roll_year or manifest.vintage.year
        towns = tuple(TownValue(town, value, found.share(town)) for town, value in sorted(found.values.items()))
        years[roll_year] = RollYearValues(roll_year, manifest.edition, manifest.vintage, towns, _leader(found))
        shares = tuple(TownShare(town, equalized_value=value) for town, value in sorted(found.values.items()))
        rows[roll_year] = RollYearShares(roll_year, shares, dt.date(roll_year, *VALUATION_COMPLETE))
        last = found
    _refuse_unknown_town(told.first_authorized, last.held)
    return SharesOverTime(
        date=date,
        boundary=boundary_record(boundary, last.held.frame),
        years=tuple(years[year] for year in sorted(years)),
        finding=judge("TSD-24", replace(told, roll_years=tuple(rows[year] for year in sorted(rows))), parameters),
        notes=(_EFFECT_NOTE, *last.held.notes),
    )


def _valued(
    boundary: Boundary, on_file: LayersOnFile, date: dt.date, editions: dict[str, str], parameters: Parameters
) -> _Valued:
    held = on_file.layer_set(boundary, date, KINDS, editions)
    ground = survey(closed(boundary), held)
    gathered = jurisdiction_facts(ground, disagreements(ground))
    return _Valued(gathered, held, equalized_by_town(gathered.facts, parameters))


def _refuse_unknown_town(town: str | None, held: LayerSet) -> None:
    known = sorted({str(name) for name in held.layers["municipalities"].column("name").tolist() if name is not None})
    if town is not None and town not in known:
        raise FactsInvalid(
            what="No municipality of that name is on file.",
            where="the town first authorised",
            why=f"On file are {listed(known)}.",
            next="Write the name as it is on file.",
        )


def _leader(found: _Valued) -> str | None:
    known = {town: value for town, value in found.values.items() if value is not None}
    if not known or len(known) < len(found.values):
        return None
    most = max(known.values())
    leaders = [town for town, value in known.items() if value == most]
    return leaders[0] if len(leaders) == 1 else None


def _because(amount: Fraction, parts: Mapping[str, Fraction], found: _Valued, unknown: list[str]) -> str:
    if unknown:
        return f"The levy cannot be divided: the equalized value of {listed(unknown)} inside is not known."
    if not parts:
        return "The levy cannot be divided: nothing inside is taxable property of a town."
    told = [f"{town} {dollars(part)} ({percent(found.share(town) or Fraction(0))})" for town, part in parts.items()]
    return f"Of {dollars(amount)}, by the equalized value inside: {listed(told)}."


def _refuse_no_money(amount: Fraction) -> None:
    if amount < 0 or (amount * 100).denominator != 1:
        raise FactsInvalid(
            what="The levy is no amount of money.",
            where="the amount",
            why="A levy is dollars and whole cents, and not negative.",
            next="Write it such as 125000.00.",
        )
