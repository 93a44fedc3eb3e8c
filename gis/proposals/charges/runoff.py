"""What is the parcel billed for its runoff, by the utility of the ordinance?"""

from __future__ import annotations

from gis.model.charges import Charge, ChargeMissing, ChargeReading, HowOften
from gis.model.finding import State
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.rules.registry import RULES

_PERIODS: dict[int, HowOften] = {1: "year", 4: "quarter", 12: "month"}
_BILLS = "eru_bills_a_year"
_CHARGE = "MUK-14"
_HEADINGS = ("Runoff units", "Charge")
_RATE = ChargeMissing(
    "the rate of one runoff unit", "register: rate_adopted, of the utility district; ordinance file: stormwater, rate"
)
_UNITS = ChargeMissing("what leaves the runoff units open", "`townline eru --parcel` says it")


def runoff_charge(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench) -> Charge | None:
    """Return the stormwater bill of a parcel; None where the ordinance has no utility, or does not charge the land."""
    if bench.ordinance.stormwater is None:
        return None
    run = RunoffAsked(asked.under(bench.ordinance.id), asked.folder)
    answer = parcel_runoff(on_file, run, bench.place.parcel_id, bench.place.county)
    parcel = answer.parcel
    if parcel.standing == "outside":
        return None
    bills = bench.parameters.whole(_BILLS)
    amount = None if parcel.bill is None else parcel.bill.due
    missing = () if amount is not None else (_UNITS if parcel.units is None else _RATE,)
    said = [sentence for part in answer.said if part.heading in _HEADINGS for sentence in part.sentences]
    readings = tuple(ChargeReading(each.name, each.says, None) for each in parcel.readings) if amount is None else ()
    return Charge(
        name="runoff charge",
        by=bench.by,
        amount=amount,
        how_often=_PERIODS.get(bills, "year"),
        due="with the stormwater bill",
        state=State.PASS if amount is not None else State.NEEDS_EVIDENCE,
        citation=RULES[_CHARGE].citation,
        says=tuple(said),
        readings=readings,
        missing=missing,
        finding=parcel.finding,
    )
