"""What is the parcel billed for its runoff, by the utility of the ordinance?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gis.model.charges import Charge, ChargeMissing, ChargeReading, HowOften
from gis.model.finding import State
from gis.model.runoff import ParcelRunoff
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.register.entries import Register

_PERIODS: dict[int, HowOften] = {1: "year", 4: "quarter", 12: "month"}
_ADOPTED = "rate_adopted"
"""Kind of the register for a rate, with the day of the resolution."""
_BILLS = "eru_bills_a_year"
_BARE = "undeveloped"
_HEADINGS = ("Runoff units", "Charge")
_RATE = ChargeMissing(
    "the rate of one runoff unit", "register: rate_adopted, of the utility district; ordinance file: stormwater, rate"
)
_UNITS = ChargeMissing("what leaves the runoff units open", "`townline eru --parcel` says it")


@dataclass(frozen=True, slots=True)
class Runoff:
    """The stormwater bill of a parcel, and what the utility found to stand on it."""

    charge: Charge | None = None
    """Null where the ordinance has no utility, or it does not charge the land."""
    kind: str | None = None
    """single_family, duplex, multifamily or nonresidential; null where that is unclear, or nothing is built."""
    kind_says: str = ""


def runoff_of(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench) -> Runoff:
    """Return the stormwater bill of a parcel, by the utility of the ordinance."""
    if bench.ordinance.stormwater is None:
        return Runoff()
    run = RunoffAsked(_of_bill(asked, bench), asked.folder)
    answer = parcel_runoff(on_file, run, bench.place.parcel_id, bench.place.county)
    parcel = answer.parcel
    if parcel.standing == "outside":
        return Runoff()
    kind = None if parcel.development == _BARE else parcel.development
    return Runoff(_charge(bench, answer), kind, parcel.development_says)


def _of_bill(asked: ChargesAsked, bench: Bench) -> Asked:
    """Return the question about runoff, without rates that were adopted after the statement."""
    question = asked.under(bench.ordinance.id)
    entries = () if question.register is None else question.register.entries
    known = tuple(each for each in entries if each.kind != _ADOPTED or each.date <= bench.figure_day)
    return question if known == entries else replace(question, register=Register(known))


def _charge(bench: Bench, answer: ParcelRunoff) -> Charge:
    parcel = answer.parcel
    amount = None if parcel.bill is None else parcel.bill.due
    missing = () if amount is not None else (_UNITS if parcel.units is None else _RATE,)
    said = [sentence for part in answer.said if part.heading in _HEADINGS for sentence in part.sentences]
    readings = tuple(ChargeReading(each.name, each.says, None) for each in parcel.readings) if amount is None else ()
    return Charge(
        name="runoff charge",
        by=bench.by,
        amount=amount,
        how_often=_PERIODS.get(bench.parameters.whole(_BILLS), "year"),
        due="with the stormwater bill",
        state=State.PASS if amount is not None else State.NEEDS_EVIDENCE,
        citation=bench.ordinance.citation,
        says=tuple(said),
        readings=readings,
        missing=missing,
        finding=parcel.finding,
    )
