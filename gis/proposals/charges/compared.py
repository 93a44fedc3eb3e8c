"""What does a parcel bear before a proposed district takes it in, and after: its levy and its charges, side by side?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from types import MappingProxyType

from gis import __version__
from gis.errors import OptionInvalid
from gis.geometry.boundary import Boundary
from gis.law.loader import load_law
from gis.model.charges import ChargeDifference, ChargesCompared, ChargeSum, HowOften, ParcelCharges
from gis.model.ordinance import Ordinance
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.levy import DistrictValues, district_values, parcel_levy, refuse_outside, typical_home
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.charges.told import told_of
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Entry, Register
from gis.rules.words import quantity

_SANITARY = "sanitary"
_ORDER: tuple[HowOften, ...] = ("once", "month", "quarter", "year")
_HOME: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("space_with_fixtures", "", ("billing_units", "space_without_fixtures")),
    ("development_kind", "single_family", ()),
)
"""What a typical home has: kind and value of the register, and kinds that say it in another way."""
_ONE_HOME = (
    "The typical home is taken to be one single-family dwelling, so one billing unit and one residential unit, where "
    "the register says nothing else. The water that it uses is not taken for granted: state it with --volume-kgal."
)
_IN_YEAR: Mapping[HowOften, int] = MappingProxyType({"month": 12, "quarter": 4, "year": 1})
"""How often a charge of each period falls due in a year."""
_LEVY = "levy of the district"
_YEAR = (
    "A year in all is twelve months, four quarters like the one asked about, what is charged by the year, and the levy "
    "of the proposed district. What falls due once, such as a late charge, is not in it."
)
_BEFORE = "Before, the land pays no levy of the proposed district; other levies are not looked at."


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposed district."""

    boundary: Boundary
    levy: Fraction | None = None
    """Its levy of a year, dollars; null where nobody states one."""


def charges_compared(
    on_file: LayersOnFile,
    asked: ChargesAsked,
    proposed: Proposed,
    parcel_id: str | None,
    county: str | None = None,
) -> ChargesCompared:
    """Return the charges and the levy of a parcel before a proposed district takes it in, and after.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : ChargesAsked
        One of the ordinances that it names is the proposed district's; others are those of the place, before and after.
    proposed : Proposed
        Boundary and levy.
    parcel_id : str or None
        Number of the parcel; without one a typical home inside is chosen, and it is said how.
    county : str, optional
        Its county, where two have parcels of that number.

    Raises
    ------
    OptionInvalid
        No ordinance of a district is named, or several; the parcel has no land inside; or no typical home is there.
    """
    district = _district(asked)
    values = district_values(on_file, proposed.boundary, asked.date, asked.editions, load_law().parameters(asked.date))
    supposed: tuple[Entry, ...] = ()
    if parcel_id is None:
        home = typical_home(values)
        parcel_id, county, chosen = home.parcel_id, home.county, home.says
        supposed = tuple(_of_a_home(asked.register, parcel_id, county, asked.date))
    else:
        refuse_outside(values, parcel_id)
        chosen = "The parcel was named."
    # Of the place are those named beside the district's, else those on file.
    others = tuple(each for each in asked.ids if each != district.id)
    of_place = replace(asked, ids=others, without=frozenset({district.id}), supposed=supposed)
    levy_after = None if proposed.levy is None else parcel_levy(values, parcel_id, proposed.levy)
    before = parcel_charges(on_file, of_place, parcel_id, county)
    after = parcel_charges(on_file, of_place, parcel_id, county, annexed_to=district.id)
    levy = None if levy_after is None else levy_after.amount
    year = year_between(before, after, levy) if asked.event == "bill" else None
    return ChargesCompared(
        townline=__version__,
        date=asked.date,
        event=asked.event,
        chosen=chosen,
        before=before,
        after=after,
        levy_before=None if proposed.levy is None else Fraction(0),
        levy_after=levy_after,
        differences=tuple(_differences(before, after)),
        boundary_hash=proposed.boundary.hash,
        notes=(
            _BEFORE,
            *([_ONE_HOME] if supposed else []),
            *([] if year is None else [_YEAR]),
            *_part_inside(values, parcel_id),
        ),
        year=year,
    )


def year_between(before: ParcelCharges, after: ParcelCharges, levy: Fraction | None) -> ChargeDifference:
    """Return what is known of a year of bills before and after, with the levy of the district after.

    Parameters
    ----------
    before, after : ParcelCharges
        The bills; what falls due once is of no year.
    levy : Fraction or None
        What the parcel bears of the levy, dollars; null is open, and never zero.
    """
    was, now = (_sums(side, _IN_YEAR) for side in (before, after))
    bills = _difference("year", before, was, now, _IN_YEAR)
    if levy is None:
        return replace(bills, open=(*bills.open, _LEVY))
    more = None if bills.more is None else bills.more + levy
    return replace(bills, after=(bills.after or Fraction(0)) + levy, more=more)


def _of_a_home(register: Register | None, parcel_id: str, county: str | None, date: dt.date) -> Iterator[Entry]:
    """Yield what a typical home has and nobody entered of it: one dwelling, which is one unit of every kind."""
    entered = {*told_of(register, date, parcel_id, county).entries}
    for kind, value, instead in _HOME:
        if not entered & {kind, *instead}:
            yield Entry("parcel", parcel_id, kind, value, date, "", "")


def _part_inside(values: DistrictValues, parcel_id: str) -> Iterator[str]:
    """Yield that only a part of the parcel lies inside, and what is reckoned on it and what on the whole."""
    shares = [each.share_in_district for each in values.inside(parcel_id)]
    known = [each for each in shares if each is not None]
    if len(known) == len(shares) and all(each == 1 for each in known):
        return
    part = "A part of the parcel that nobody measured"
    if len(shares) == len(known) == 1:
        part = f"Only {quantity(known[0] * 100, 2)} percent of the parcel's area"
    yield (
        f"{part} lies inside the proposed district. The levy is on that part of its value, by area. What it is charged "
        "is reckoned on the whole parcel, its acres included: no text on file divides a charge, so ask the district."
    )


def _district(asked: ChargesAsked) -> Ordinance:
    """Return the ordinance of the proposed district among those named."""
    named = asked.chosen() if asked.ids else ()
    found = [each for each in named if _SANITARY in each.place_kinds]
    if len(found) != 1:
        raise OptionInvalid(
            what="The ordinance of the proposed district is not told."
            if not found
            else "Several ordinances of districts are named for one proposed district.",
            where="the option --ordinance",
            why="Charges after the proposal are those of the sanitary district that takes the land in.",
            next="Name the one ordinance of that district, by its id or as a file.",
        )
    return found[0]


def _differences(before: ParcelCharges, after: ParcelCharges) -> Iterator[ChargeDifference]:
    for period in _ORDER:
        was, now = (_sums(side, {period}) for side in (before, after))
        if was or now:
            yield _difference(period, before, was, now, {period: 1})


def _sums(side: ParcelCharges, periods: Container[HowOften]) -> list[ChargeSum]:
    return [each for under in side.under for each in under.sums if each.how_often in periods]


def _difference(
    period: HowOften,
    before: ParcelCharges,
    was: Sequence[ChargeSum],
    now: Sequence[ChargeSum],
    times: Mapping[HowOften, int],
) -> ChargeDifference:
    """Return the difference of sums, each counted so many times."""
    before_known, after_known = _known(was, times), _known(now, times)
    # A side of which there is a charge, and no amount, is not known; one without any charge bears nothing.
    # Where no ordinance with charges is on file, nobody knows that there are none.
    is_open = not before.under or (was and before_known is None) or (now and after_known is None)
    more = None if is_open else (after_known or Fraction(0)) - (before_known or Fraction(0))
    names = dict.fromkeys(chain.from_iterable(each.open for each in (*was, *now)))
    return ChargeDifference(period, before_known, after_known, more, tuple(names))


def _known(sums: Sequence[ChargeSum], times: Mapping[HowOften, int]) -> Fraction | None:
    known = [each.known * times[each.how_often] for each in sums if each.known is not None]
    return sum(known, start=Fraction(0)) if known else None
