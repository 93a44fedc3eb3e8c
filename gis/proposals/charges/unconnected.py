"""Is the parcel connected, and what is charged while it is not: standby, or ready-to-serve?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from gis.model.charges import Charge, ChargeMissing, ChargeReading, HowOften
from gis.model.connections import ParcelConnection
from gis.model.exact import number
from gis.model.finding import Finding, State
from gis.model.ordinance import FigureName, OrdinanceCharges
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.charges.citing import cited
from gis.proposals.charges.units import Units, registered, told_contradicts, units_of
from gis.proposals.charges.where_stated import missing_figure
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Entry, Register
from gis.rules.words import day_words

STANDBY, READY_TO_SERVE = "MUK-03", "MUK-04"
_PERIODS: dict[str, HowOften] = {"a month": "month", "a quarter": "quarter", "a year": "year"}
_CHARGE = ChargeMissing("the residential equivalency charge of one unit", "ordinance file: charges, rec_charge")
_NOTICE = ChargeMissing("the day of the notice of the standby charge", "register: standby_notice_given")
_CONNECTED = ChargeMissing("whether the premises are connected", "register: connected")
_DUTY = ChargeMissing("whether and by when the owner must connect", "`townline connections --parcel` says it")
_UNITS_KIND = "residential_units"
_WHILE = "as it is billed, while the land is not connected"
_NAMES: dict[str, tuple[str, HowOften]] = {
    STANDBY: ("standby charge", "month"),
    READY_TO_SERVE: ("ready-to-serve charge", "quarter"),
}
_ONE_UNIT = (
    "It is reckoned for one unit, since nobody states how many the premises have (option --recs; register: "
    "residential_units)."
)

_Why = tuple[Fraction | None, State, str, tuple[ChargeMissing, ...]]
"""Amount, state, why, and what is missing."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Whether the premises are connected, and the charges while they are not."""

    connected: bool | None
    charges: tuple[Charge, ...] = ()


def connection_of(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench) -> Connection:
    """Tell whether a parcel is connected, by the register or the survey of sewers, and what follows where it is not.

    The survey, which looks at all parcels and sewers, is made only where the ordinance charges unconnected land and
    nobody entered a connection.
    """
    told = bench.register.parcel.connected
    terms = bench.ordinance.charges
    if told or bench.ordinance.connection_rule is None or not (terms.standby or terms.ready_to_serve):
        return Connection(told)
    if bench.figure_day < bench.ordinance.holds_from:
        return Connection(told, tuple(_of_no_text(bench)))
    place, ordinance, units = bench.place, bench.ordinance.id, units_of(bench)
    is_taken = units.recs is None or units.recs == _units_taken(bench)
    is_of_today = bench.figure_day == asked.date
    if asked.connection_of is not None and is_taken and is_of_today:
        parcel = asked.connection_of(ordinance, place.parcel_id, place.county).parcel
    else:
        # A statement is of its own day, by what is known today.
        question = replace(asked.under(ordinance), supposed=None if is_of_today else bench.figure_day)
        if units.recs is not None and not is_taken:
            question = replace(question, register=_with_units(asked, bench, units.recs))
        parcel = parcel_answer(on_file, question, place.parcel_id, place.county, asked.folder).parcel
    charges = (*_charges(bench, parcel, units), *_not_due(bench, parcel))
    return Connection(parcel.connected if told is None else told, charges)


def _units_taken(bench: Bench) -> Fraction | None:
    """Return the units that the survey reckons with: those of the register, and one where it has none."""
    told = registered(bench)
    return Fraction(1) if told is None and not told_contradicts(bench) else told


def _with_units(asked: ChargesAsked, bench: Bench, recs: Fraction) -> Register:
    """Return the register with the units that a person states of the parcel in place of those entered."""
    names = {bench.place.parcel_id, f"{bench.place.parcel_id}, {bench.place.county}"}
    entries = () if asked.register is None else asked.register.entries
    others = (each for each in entries if each.kind != _UNITS_KIND or each.subject not in names)
    stated = Entry("parcel", bench.place.parcel_id, _UNITS_KIND, str(number(recs)), bench.date, "", "")
    return Register((*others, stated))


def _charges(bench: Bench, parcel: ParcelConnection, units: Units) -> Iterator[Charge]:
    findings = {each.rule: each for each in parcel.more}
    for each in parcel.charges:
        finding = findings.get(each.rule)
        if finding is None:
            continue
        # What the text leaves open is no amount yet, and stands among the readings.
        is_known = finding.state is State.PASS
        by = _ONE_UNIT if units.recs is None and not told_contradicts(bench) else units.says
        own = _of_ordinance(bench, finding)
        yield Charge(
            name=each.name,
            by=bench.by,
            amount=each.amount if is_known else None,
            how_often=_PERIODS[each.period],
            due=_WHILE,
            state=own.state,
            citation=own.citation,
            says=(each.because, by),
            readings=() if is_known else tuple(_readings(own, each.amount)),
            missing=()
            if is_known or own.state is State.UNDETERMINED
            else _missing(bench, own, is_known=parcel.connected is not None),
            finding=own,
        )


def _of_ordinance(bench: Bench, finding: Finding) -> Finding:
    """Return a finding of the survey as one of this ordinance and parcel."""
    return replace(cited(finding, bench.ordinance, bench.own), subject=bench.place.parcel_id)


def _not_due(bench: Bench, parcel: ParcelConnection) -> Iterator[Charge]:
    """Yield the charges for unconnected land that do not follow, or not yet, each with why."""
    terms, findings = bench.ordinance.charges, {each.rule: each for each in parcel.more}
    due = {each.rule for each in parcel.charges}
    for rule, is_made in ((STANDBY, terms.standby), (READY_TO_SERVE, terms.ready_to_serve)):
        if not is_made or rule in due or parcel.connected:
            continue
        finding = _of_ordinance(bench, findings[rule]) if rule in findings else None
        if finding is not None:
            amount, state, because = _nothing_yet(finding), finding.state, finding.because
            missing = () if amount is not None else _missing(bench, finding, is_known=parcel.connected is not None)
        else:
            amount, state, because, missing = _before_any(parcel) if rule == STANDBY else _NOT_SERVED
        yield _told(bench, rule, (amount, state, because, missing), finding)


def _told(bench: Bench, rule: str, why: _Why, finding: Finding | None = None) -> Charge:
    amount, state, because, missing = why
    name, how_often = _NAMES[rule]
    return Charge(
        name=name,
        by=bench.by,
        amount=amount,
        how_often=how_often,
        due=_WHILE,
        state=state,
        citation=bench.ordinance.citation if finding is None else finding.citation,
        says=(because,),
        missing=missing,
        finding=finding,
    )


def _of_no_text(bench: Bench) -> Iterator[Charge]:
    """Yield, open, the charges for unconnected land of a statement from before the first day of the text on file."""
    terms, day = bench.ordinance.charges, day_words(bench.figure_day)
    because = f"The text on file is in force from {day_words(bench.ordinance.holds_from)}, and charges nothing before."
    missing = ChargeMissing(f"the text of {day}", "ordinance file: a version that was in force then")
    for rule, is_made in ((STANDBY, terms.standby), (READY_TO_SERVE, terms.ready_to_serve)):
        if is_made:
            yield _told(bench, rule, (None, State.NEEDS_EVIDENCE, because, (missing,)))


def _nothing_yet(finding: Finding) -> Fraction | None:
    """Return nothing of a charge that may not be billed, as without a notice; null of one that is open."""
    return Fraction(0) if finding.answer == "0.00" or finding.state is State.NOT_APPLICABLE else None


_UNSERVED = (
    "No main in service is known to take the sewage of the land, so nothing is charged for its being there. Where "
    "service is provided, state it in the register (facility_available)."
)
_NOT_SERVED: _Why = (None, State.NOT_APPLICABLE, _UNSERVED, ())


def _before_any(parcel: ParcelConnection) -> _Why:
    """Say why no standby charge follows from the duty to connect, or why that is open."""
    duty = None if parcel.finding is None else parcel.finding.answer
    if duty is False:
        return Fraction(0), State.NOT_APPLICABLE, "The owner need not connect, so no standby charge follows.", ()
    if duty is True and parcel.connect_by is not None:
        day = day_words(parcel.connect_by)
        because = f"The owner may connect until {day}; before that nobody has failed to, and no standby charge follows."
        return Fraction(0), State.NOT_APPLICABLE, because, ()
    because = "Whether and by when the owner must connect is not known, and on it a standby charge depends."
    return None, State.NEEDS_EVIDENCE, because, (_DUTY,)


def _readings(finding: Finding, computed: Fraction | None) -> Iterator[ChargeReading]:
    if computed is not None and not finding.readings:
        yield ChargeReading("charged", "If it may be charged, this is the amount.", computed)
    for name, reading in finding.readings.items():
        if isinstance(reading.answer, str):
            yield ChargeReading(name, reading.because, Fraction(reading.answer))


def _missing(bench: Bench, finding: Finding, *, is_known: bool) -> tuple[ChargeMissing, ...]:
    terms, missing = bench.ordinance.charges, []
    if not is_known:
        missing.append(_CONNECTED)
    if terms.rec_charge_on(bench.figure_day) is None:
        missing.append(missing_figure(_figure_of(terms), bench.figure_day) if terms.has_rec_charge else _CHARGE)
    if finding.rule == STANDBY and bench.known(STANDBY, "notice_given") is None:
        missing.append(_NOTICE)
    return tuple(missing)


def _figure_of(terms: OrdinanceCharges) -> FigureName:
    """Return the figure with days on which the charge of one unit rests."""
    return "rec_charge_dollars" if terms.has_figure("rec_charge_dollars") else "debt_service_dollars_a_year"
