"""Is the parcel connected, and what is charged while it is not: standby, or ready-to-serve?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from gis.model.charges import Charge, ChargeMissing, ChargeReading, HowOften
from gis.model.connections import ParcelConnection
from gis.model.finding import Finding, State
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.charges.where_stated import missing_figure
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.on_file import LayersOnFile

STANDBY, READY_TO_SERVE = "MUK-03", "MUK-04"
_PERIODS: dict[str, HowOften] = {"a month": "month", "a quarter": "quarter", "a year": "year"}
_CHARGE = ChargeMissing("the residential equivalency charge of one unit", "ordinance file: charges, rec_charge")
_NOTICE = ChargeMissing("the day of the notice of the standby charge", "register: standby_notice_given")


@dataclass(frozen=True, slots=True)
class Connection:
    """Whether the premises are connected, and the charges while they are not."""

    connected: bool | None
    charges: tuple[Charge, ...] = ()
    notes: tuple[str, ...] = ()


def connection_of(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench) -> Connection:
    """Tell whether a parcel is connected, by the register or the survey of sewers, and what follows where it is not.

    The survey, which looks at all parcels and sewers, is made only where the ordinance charges unconnected land and
    nobody entered a connection.
    """
    told = bench.register.parcel.connected
    terms = bench.ordinance.charges
    if told or bench.ordinance.connection_rule is None or not (terms.standby or terms.ready_to_serve):
        return Connection(told)
    place, ordinance = bench.place, bench.ordinance.id
    if asked.connection_of is not None:
        parcel = asked.connection_of(ordinance, place.parcel_id, place.county).parcel
    else:
        answer = parcel_answer(on_file, asked.under(ordinance), place.parcel_id, place.county, asked.folder)
        parcel = answer.parcel
    return Connection(parcel.connected if told is None else told, tuple(_charges(bench, parcel)))


def _charges(bench: Bench, parcel: ParcelConnection) -> Iterator[Charge]:
    findings = {each.rule: each for each in parcel.more}
    for each in parcel.charges:
        finding = findings.get(each.rule)
        if finding is None:
            continue
        # What the text leaves open is no amount yet, and stands among the readings.
        is_known = finding.state is State.PASS
        readings = () if is_known else tuple(_readings(finding, each.amount))
        yield Charge(
            name=each.name,
            by=bench.by,
            amount=each.amount if is_known else None,
            how_often=_PERIODS[each.period],
            due="as it is billed, while the land is not connected",
            state=finding.state,
            citation=finding.citation,
            says=(each.because,),
            readings=readings,
            missing=() if is_known or finding.state is State.UNDETERMINED else _missing(bench, finding),
            finding=finding,
        )


def _readings(finding: Finding, computed: Fraction | None) -> Iterator[ChargeReading]:
    if computed is not None and not finding.readings:
        yield ChargeReading("charged", "If it may be charged, this is the amount.", computed)
    for name, reading in finding.readings.items():
        if isinstance(reading.answer, str):
            yield ChargeReading(name, reading.because, Fraction(reading.answer))


def _missing(bench: Bench, finding: Finding) -> tuple[ChargeMissing, ...]:
    terms, missing = bench.ordinance.charges, []
    if terms.rec_charge_on(bench.date) is None:
        missing.append(
            _CHARGE if terms.rec_charge is None else missing_figure("debt_service_dollars_a_year", bench.date)
        )
    if finding.rule == STANDBY and bench.known(STANDBY, "notice_given") is None:
        missing.append(_NOTICE)
    return tuple(missing)
