"""What would it cost one parcel to connect, to be developed, divided or billed, under each ordinance of its place?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from gis import __version__
from gis.law.parameters import parameters_hash
from gis.model.charges import Charge, ChargeSum, ChargesUnder, HowOften, ParcelCharges
from gis.model.finding import State
from gis.proposals.charges import billing, development, district, impact_fees, village
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.charges.citing import own_numbers
from gis.proposals.charges.extension import extension_frontage
from gis.proposals.charges.lineage import Division, division_of
from gis.proposals.charges.permit import fee_notes, permit_fee
from gis.proposals.charges.place import Governing, ParcelPlace, conflict_said, parcel_place
from gis.proposals.charges.runoff import runoff_of
from gis.proposals.charges.told import Told, told_of
from gis.proposals.charges.unconnected import connection_of
from gis.proposals.on_file import LayersOnFile
from gis.rules.registry import RULES
from gis.rules.rounding import cents_half_up
from gis.rules.words import all_listed, dollars

_ORDER: tuple[HowOften, ...] = ("once", "month", "quarter", "year")
_IN_QUARTER: dict[HowOften, Fraction] = {"month": Fraction(3), "quarter": Fraction(1), "year": Fraction(1, 4)}
"""How much of each period's charges falls on a quarter."""
_QUARTER_WORDS: dict[HowOften, str] = {
    "month": "3 months of {}",
    "quarter": "{} a quarter",
    "year": "a fourth of {} a year",
}
_CONNECTED = "The register says that the premises are connected: what is told here falls due on a new connection only."
_NOT_CONNECTED = "The premises are not connected, so nothing is billed for using the sewer."
_MAY_BE = (
    "Whether the premises are connected is not known; what is billed for using the sewer is billed once they are. "
    "Register: connected."
)
_REOPENS = (
    "A division may reopen special assessments that were not levied on the land because it was farmland or a camp "
    "(Wis. Stat. 66.0721(3)(b)), and so may another use of it (66.0721(3)(c)): ask with "
    "`townline assess PROJECT.yaml --reopen`."
)
_MORE_ON_CONNECTION = (
    "On connection more falls due: ask again with --event connect. What stands in both answers is due once."
)
_NO_EXTENSION = (
    "No main extension that another customer paid for is on file in front of the parcel. If there is one, state it in "
    "the register (main_extension_cost, main_extension_along, main_extension_completed)."
)
_NOBODY = "No register was given; permits, water volumes, levies and connections that people established are not known."


def parcel_charges(
    on_file: LayersOnFile,
    asked: ChargesAsked,
    parcel_id: str,
    county: str | None = None,
    *,
    annexed_to: str | None = None,
) -> ParcelCharges:
    """Return what a parcel is charged on an event, under every ordinance that governs it, each for itself.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : ChargesAsked
        Day, event, ordinances, register, and what is stated.
    parcel_id : str
        Number of the parcel, as the roll has it.
    county : str, optional
        Its county, where two have parcels of that number.
    annexed_to : str, optional
        Id of the ordinance of a district that the land is taken to be annexed to, whatever the limits on file say.

    Returns
    -------
    ParcelCharges
        Amounts that are not known are null, and what is missing is named with where to state it. Nothing is added up
        over two ordinances.

    Raises
    ------
    OptionInvalid
        No parcel on file has that number, or parcels of several counties have it.
    EditionMissing
        No parcels or no municipalities are on file.
    LawUnknown, OrdinanceNotInForce
        An ordinance that is named is not on file, or not in force on the day.
    FactsInvalid
        What is stated, or the register has, cannot be.
    """
    place = parcel_place(on_file, asked, parcel_id, county)
    governing = place.governing if annexed_to is None else _taken_in(asked, place, annexed_to)
    land = _Land(
        place=place,
        told=told_of(asked.known, asked.date, place.parcel_id, place.county),
        division=_division(on_file, asked, place, governing),
        annexed_to=annexed_to,
    )
    under = tuple(
        _under(on_file, asked, _bench(asked, land, each), each) for each in governing if _charges_at_all(each)
    )
    conflict = place.conflict if annexed_to is None else ()
    return ParcelCharges(
        townline=__version__,
        date=asked.date,
        event=asked.event,
        parcel_id=place.parcel_id,
        county=place.county,
        municipality=place.municipality,
        site_address=place.site_address,
        acres=place.acres,
        places=place.places,
        stated=asked.stated,
        under=under,
        conflict=conflict_said(conflict) if conflict else None,
        says=tuple(_says(asked, place, governing, under)),
        editions=place.editions,
        register_hash=None if asked.register is None else asked.register.hash,
        notes=(*place.notes, *(() if asked.register is not None else (_NOBODY,))),
    )


@dataclass(frozen=True, slots=True)
class _Land:
    """The parcel before any ordinance is asked."""

    place: ParcelPlace
    told: Told
    division: Division | None
    annexed_to: str | None


def _division(
    on_file: LayersOnFile, asked: ChargesAsked, place: ParcelPlace, governing: Sequence[Governing]
) -> Division | None:
    """Return what the rolls on file show of a division, where an ordinance charges by it."""
    asks = any(development.DEVELOPMENT in each.ordinance.charges.rules for each in governing)
    if not asks or asked.event == "bill":
        return None
    return division_of(on_file, asked, place.parcel_id, place.county)


def _bench(asked: ChargesAsked, land: _Land, each: Governing) -> Bench:
    return Bench(
        ordinance=each.ordinance,
        parameters=asked.ordinances.parameters(each.ordinance, asked.date),
        event=asked.event,
        place=land.place,
        register=land.told,
        stated=asked.stated,
        own=own_numbers(asked.ordinances, each.ordinance),
        division=land.division,
        annexed=each.ordinance.id == land.annexed_to,
    )


def _taken_in(asked: ChargesAsked, place: ParcelPlace, annexed_to: str) -> tuple[Governing, ...]:
    """Return what governs the land once it is annexed: what does now, but no other district."""
    ours = asked.ordinances.get(annexed_to, asked.date)
    says = (
        f"The charges of this ordinance stand in for those of the proposed district: the land is charged as if it "
        f"joined the {ours.place_name or ours.title}."
    )
    others = (each for each in place.governing if "sanitary" not in each.ordinance.place_kinds)
    return (*others, Governing(ours, governs=True, says=says))


def _charges_at_all(each: Governing) -> bool:
    terms = each.ordinance.charges
    has_unconnected = terms.standby or terms.ready_to_serve or terms.has_rec_charge
    return bool(terms.rules or has_unconnected or each.ordinance.stormwater)


def _under(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench, governing: Governing) -> ChargesUnder:
    notes: list[str] = []
    charges = [*_charges(on_file, asked, bench, notes)]
    due = tuple(each for each in charges if not _falls_away(each))
    sums = sums_of(due)
    each_quarter = quarter_of_sums(sums)
    missing = dict.fromkeys(one for each in due for one in each.missing)
    rules = sorted({f.rule for each in charges for f in (each.finding, *each.beside) if f is not None})
    return ChargesUnder(
        ordinance=bench.ordinance.id,
        ordinance_title=bench.ordinance.title,
        place=bench.ordinance.place_name,
        governs=governing.governs,
        governs_says=governing.says,
        charges=due,
        sums=sums,
        each_quarter=each_quarter[0],
        each_quarter_says=each_quarter[1],
        if_connected=_MAY_BE in notes,
        missing=tuple(missing),
        not_due=tuple(each for each in charges if _falls_away(each)),
        notes=(*notes, *bench.ordinance.notes),
        rules={rule: RULES[rule].version for rule in rules},
        parameters_hash=parameters_hash(asked.ordinances.law_under(bench.ordinance)),
    )


def _falls_away(charge: Charge) -> bool:
    return charge.amount == 0 or (charge.state is State.NOT_APPLICABLE and charge.amount is None)


def _charges(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench, notes: list[str]) -> Iterator[Charge]:
    if bench.event == "connect":
        if bench.register.parcel.connected:
            notes.append(_CONNECTED)
        frontage = extension_frontage(on_file, asked, bench) if bench.has(village.EXTENSION) else None
        yield from village.on_connection(bench, frontage)
        yield from impact_fees.impact_fees(bench)
        yield from district.on_connection(bench)
        yield from permit_fee(bench)
        notes.extend(fee_notes(bench))
        if bench.has(village.EXTENSION) and frontage is None and not bench.told.get(village.EXTENSION):
            notes.append(_NO_EXTENSION)
    elif bench.event == "develop":
        yield from village.reserve_capacity(bench)
        yield from impact_fees.impact_fees(bench)
        yield from district.on_development(bench)
        if bench.has(village.REVIEW):
            yield village.review(bench)
        notes.append(_MORE_ON_CONNECTION)
    elif bench.event == "divide":
        yield from district.on_division(bench)
        if asked.stated.dwellings or asked.stated.acres:
            yield from impact_fees.impact_fees(bench)
        notes.append(_REOPENS)
    else:
        yield from _bill(on_file, asked, bench, notes)
    notes.extend(f"{name}: {finding.because}" for name, finding in impact_fees.appeals(bench))


def _bill(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench, notes: list[str]) -> Iterator[Charge]:
    connection, runoff = connection_of(on_file, asked, bench), runoff_of(on_file, asked, bench)
    bench = replace(bench, kind=runoff.kind, kind_says=runoff.kind_says)
    drained = [] if runoff.charge is None else [runoff.charge]
    sewer: list[Charge] = []
    user: list[Charge] = []
    if connection.connected is False:
        notes.append(_NOT_CONNECTED)
        sewer = [*connection.charges]
        yield from sewer
    else:
        sewer = [*billing.sewer_bill(bench)]
        user = [billing_unit for billing_unit in (_user_fee(bench),) if billing_unit is not None]
        if connection.connected is None and (sewer or user):
            notes.append(_MAY_BE)
        if connection.connected is None:
            yield from (each for each in connection.charges if not _falls_away(each))
        yield from (*sewer, *user)
    yield from drained
    yield from billing.late_charges(bench, sewer, "sewer")
    yield from billing.late_charges(bench, user, "user")
    yield from billing.late_charges(bench, drained, "stormwater")


def _user_fee(bench: Bench) -> Charge | None:
    return district.quarterly_fee(bench) if bench.has(district.UNITS) else None


def sums_of(charges: Iterable[Charge]) -> tuple[ChargeSum, ...]:
    """Return what is known of each period together, once first; an open charge is named and never counted as zero."""
    by_period = {period: [each for each in charges if each.how_often == period] for period in _ORDER}
    return tuple(_sum(period, of_it) for period, of_it in by_period.items() if of_it)


def quarter_of_sums(sums: Sequence[ChargeSum]) -> tuple[Fraction | None, str]:
    """Return what is known of a quarter's bills together, and of what it is made; null where nothing is known.

    >>> quarter_of_sums([ChargeSum("month", Fraction("5.76"), 1, ()), ChargeSum("year", Fraction(384), 1, ())])
    (Fraction(2832, 25), '3 months of $5.76 and a fourth of $384 a year')
    """
    known = {each.how_often: each.known for each in sums if each.known is not None and each.how_often in _IN_QUARTER}
    if not known:
        return None, ""
    total = sum((amount * _IN_QUARTER[period] for period, amount in known.items()), start=Fraction(0))
    words = [_QUARTER_WORDS[period].format(dollars(amount)) for period, amount in known.items()]
    return cents_half_up(total), all_listed(words)


def _sum(period: HowOften, charges: Sequence[Charge]) -> ChargeSum:
    known = [each.amount for each in charges if each.amount is not None]
    return ChargeSum(
        how_often=period,
        known=sum(known, start=Fraction(0)) if known else None,
        charges=len(known),
        open=tuple(each.name for each in charges if each.amount is None),
    )


def _says(
    asked: ChargesAsked, place: ParcelPlace, governing: Sequence[Governing], under: Sequence[ChargesUnder]
) -> Iterator[str]:
    if not under:
        where = all_listed([f"the {name}" for name in place.places]) or "no municipality on file"
        yield f"No ordinance on file with charges governs this land, which lies in {where}."
        yield (
            "Ask the clerk for the ordinance. Write it as a file (`townline ordinance new`) and name the file with "
            "--ordinance; `townline ordinance list` tells those on file."
        )
    for each in place.elsewhere if asked.ids else ():
        if each not in governing and not any(one.ordinance == each.ordinance.id for one in under):
            yield f"{each.ordinance.title}: {each.says}"
