"""What does one parcel bear of a district's levy, and which home inside the district is a typical one?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gis.errors import OptionInvalid
from gis.facts.conflicts import disagreements
from gis.facts.ground import Ground, survey
from gis.facts.values import jurisdiction_facts
from gis.geometry.boundary import Boundary
from gis.law.parameters import Parameters
from gis.model.charges import ChargeMissing, ParcelLevy
from gis.model.facts.territory import JurisdictionFacts, ParcelValue
from gis.proposals.on_file import LayersOnFile, closed
from gis.proposals.town_shares import KINDS, LEVY_CITATION
from gis.rules.rounding import cents_half_up
from gis.rules.territory.jurisdiction import usable_ratios
from gis.rules.territory.taxable_value import is_inside, standing
from gis.rules.territory.town_values import equalized_by_town
from gis.rules.words import all_listed, dollars, price, quantity

_RESIDENTIAL = "1"
"""Class of residential property (Wis. Stat. 70.32(2)(a)1)."""
_RATIO_ABOVE, _RATIO_BELOW = "assessment_ratio_above", "assessment_ratio_below"
_DECIMALS = 6
"""Of a share in percent: to a cent of any levy below a million dollars."""
_VERIFY = "The text of 60.77(6), its limits and the day of certification are not among the texts on file: verify."


@dataclass(frozen=True, slots=True)
class Home:
    """A parcel chosen as typical, and how."""

    parcel_id: str
    county: str | None
    says: str


@dataclass(frozen=True)
class DistrictValues:
    """Taxable value inside a boundary; not slotted, because what it took long to add up is kept."""

    ground: Ground
    facts: JurisdictionFacts
    parameters: Parameters

    @cached_property
    def by_town(self) -> Mapping[str, Fraction | None]:
        """Equalized value inside of each town, dollars; null where it is not known."""
        return equalized_by_town(self.facts, self.parameters)

    @property
    def total(self) -> Fraction | None:
        """Equalized value of all taxable property inside; null where one town's is not known."""
        known = [value for value in self.by_town.values() if value is not None]
        return sum(known, start=Fraction(0)) if len(known) == len(self.by_town) else None

    @cached_property
    def ratios(self) -> Mapping[str, Fraction]:
        """Assessment ratios that can be used, by municipality."""
        bounds = self.parameters.number(_RATIO_ABOVE), self.parameters.number(_RATIO_BELOW)
        return usable_ratios(self.facts, *bounds)

    def inside(self, parcel_id: str) -> tuple[ParcelValue, ...]:
        """Return the records of a parcel with land inside."""
        return tuple(each for each in self.facts.parcels or () if each.parcel_id == parcel_id and is_inside(each))

    def equalized(self, parcel: ParcelValue) -> Fraction | None:
        """Return the equalized value of what a record has inside; null where value, ratio or share is not known."""
        how, ratio = standing(parcel), self.ratios.get(parcel.municipality)
        if how == "excluded":
            return Fraction(0)
        if how == "unknown" or ratio is None or parcel.share_in_district is None or parcel.assessed_value is None:
            return None
        return parcel.assessed_value * parcel.share_in_district / ratio


def district_values(
    on_file: LayersOnFile, boundary: Boundary, date: dt.date, editions: Mapping[str, str], parameters: Parameters
) -> DistrictValues:
    """Gather the taxable value inside a boundary, as `townline levy` does.

    Raises
    ------
    BoundaryError, EditionError
        The land cannot be looked at.
    """
    held = on_file.layer_set(boundary, date, KINDS, dict(editions))
    ground = survey(closed(boundary), held)
    return DistrictValues(ground, jurisdiction_facts(ground, disagreements(ground)).facts, parameters)


def parcel_levy(values: DistrictValues, parcel_id: str, levy: Fraction) -> ParcelLevy:
    """Return what a parcel bears of a levy: its share of the equalized value inside.

    Raises
    ------
    OptionInvalid
        The parcel has no land inside the boundary.
    """
    records = refuse_outside(values, parcel_id)
    known = [values.equalized(each) for each in records]
    own = None if None in known else sum((each for each in known if each is not None), start=Fraction(0))
    total = values.total
    share = own / total if own is not None and total else None
    amount = None if share is None else cents_half_up(levy * share)
    return ParcelLevy(
        levy=levy,
        district_value=total,
        parcel_value=own,
        share=share,
        amount=amount,
        citation=LEVY_CITATION,
        says=tuple(_said(levy, total, own, amount)),
        missing=tuple(_missing(values, total, own)),
    )


def refuse_outside(values: DistrictValues, parcel_id: str) -> tuple[ParcelValue, ...]:
    """Return the records of a parcel inside a proposed district.

    Raises
    ------
    OptionInvalid
        It has no land inside.
    """
    records = values.inside(parcel_id)
    if not records:
        raise OptionInvalid(
            what=f"Parcel {parcel_id} has no land inside the proposed district.",
            where="the options --parcel and --proposal",
            why="Before and after would be the same, and it would bear no part of the levy.",
            next="Name a parcel inside, or give --typical for a typical home inside.",
        )
    return records


def typical_home(values: DistrictValues) -> Home:
    """Return the residential parcel of median equalized value among those wholly inside.

    Of an even number the lower of the two in the middle is taken; among parcels of one value, the first by number.

    Raises
    ------
    OptionInvalid
        No residential parcel with a known value lies wholly inside.
    """
    classes = _classes(values)
    homes = []
    for each in values.facts.parcels or ():
        value = values.equalized(each) if each.share_in_district == 1 else None
        if value and classes.get(each.parcel_id, ("", None))[0] == _RESIDENTIAL:
            homes.append((value, each.parcel_id))
    if not homes:
        raise OptionInvalid(
            what="No typical home lies inside the proposed district.",
            where="the option --typical",
            why="No parcel of class 1 (residential) alone, with a known equalized value, lies wholly inside.",
            next="Name a parcel with --parcel.",
        )
    homes.sort()
    value, parcel_id = homes[(len(homes) - 1) // 2]
    return Home(
        parcel_id,
        classes[parcel_id][1],
        f"The typical home is the parcel of median equalized value, {dollars(value)}, among the {len(homes):,} parcels "
        "of class 1 (residential) alone that lie wholly inside with a known value; of an even number the lower of the "
        "two in the middle.",
    )


def _classes(values: DistrictValues) -> dict[str, tuple[str, str | None]]:
    """Return assessment classes and county by parcel number, of numbers that only one county has."""
    parcels = values.ground.parcels
    if parcels is None:
        return {}
    columns = (parcels.column(name).tolist() for name in ("parcel_id", "property_classes", "county"))
    told = {(str(number), str(classes or ""), county) for number, classes, county in zip(*columns, strict=True)}
    times = Counter(number for number, _, _ in told)
    return {number: (classes, county) for number, classes, county in told if times[number] == 1}


def _said(levy: Fraction, total: Fraction | None, own: Fraction | None, amount: Fraction | None) -> list[str]:
    said = []
    if own is not None and total:
        said.append(
            f"The parcel has {dollars(own)} of the {dollars(total)} of equalized taxable value inside, "
            f"{quantity(own / total * 100, _DECIMALS)} percent of it."
        )
    if amount is not None and total:
        said.append(f"Of a levy of {dollars(levy)} a year it bears {dollars(amount)}.")
        said.append(f"That is {price(levy / total * 1000)} for each $1,000 of equalized value.")
    else:
        said.append("What it bears of the levy cannot be said.")
    return [*said, _VERIFY]


def _missing(values: DistrictValues, total: Fraction | None, own: Fraction | None) -> list[ChargeMissing]:
    missing = []
    if own is None:
        missing.append(ChargeMissing("the parcel's assessed value and ratio", "layers of parcels and of ratios"))
    if total is None:
        unknown = sorted(town for town, value in values.by_town.items() if value is None)
        missing.append(
            ChargeMissing(f"the equalized value of {all_listed(unknown)}", "layers of parcels and of ratios")
        )
    return missing
