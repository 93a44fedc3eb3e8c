"""What does a sanitary district charge: contributions on connection, development and division, the quarterly fee?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.model.charges import Charge, ChargeMissing, ChargeReading
from gis.model.finding import Finding, State
from gis.model.ordinance import FigureName
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.development import DEVELOPMENT, development
from gis.proposals.charges.where_stated import missing_facts, missing_figure
from gis.rules.words import count_of

CONTRIBUTION, CLASS, UNITS = "CKSD-04", "CKSD-06", "CKSD-08"
DETACHED, RECONNECTION, LATERAL = "CKSD-09", "CKSD-10", "CKSD-14"
_MOST_UNITS = 10_000
_HOME = "single_family"
_SEVERAL_FAMILIES = frozenset(
    {
        "multifamily", "duplex", "studio", "one_bedroom", "two_bedroom", "three_bedroom",
        "elderly_one_bedroom", "elderly_two_bedroom", "assisted_one_bedroom", "assisted_two_bedroom",
    }
)  # fmt: skip
"""Kinds of dwelling and uses of Appendix A that are no single-family residence and no business."""
_CLASSES: dict[str, FigureName] = {
    "single_family": "cac_single_family_dollars",
    "A": "cac_class_a_dollars",
    "B": "cac_class_b_dollars",
    "C": "cac_class_c_dollars",
}
_CONNECTED_BEFORE = (
    "A lateral of the parcel was disconnected, so the parcel was connected before; whether the charge, a lump sum, is "
    "levied once more with a reconnection, the text does not say."
)
_ONCE, _AGAIN = "It is levied once for the parcel.", "It is levied with every connection."
_MULTIFAMILY = (
    "The charge is for each connected building, and a multi-family residential building is excepted; what it pays in "
    "its place, the text does not say (II(4)(a))."
)
_EXCEPTED = "It pays no such charge at all."
_NOT_EXCEPTED = "It pays the charge of its class, and only not one for each building."
_MAY_BE_HOME = (
    "Nobody says whether the building is a single-family residence, which has a charge of its own whatever its flow."
)
_KIND = ChargeMissing(
    "whether the building is a single-family residence", "register: development_kind; options --dwellings or --use"
)
_DAYS = ChargeMissing("on how many days of a month the flow is over that of class B", "register: days_over_1000_gpd")
_BY_CHOICE = ChargeMissing(
    "what a connection costs again after one was given up by choice; the text sets only the cap permit and its fee",
    "ask the district",
)


def on_connection(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for a connection."""
    if bench.has(CONTRIBUTION):
        yield _contribution(bench)
    yield from on_development(bench)
    if bench.has(RECONNECTION) and bench.told.get(RECONNECTION):
        yield _reconnection(bench)
    if bench.has(LATERAL) and bench.told.get(LATERAL):
        due = Due("share of a private lateral", "once", "to the user who laid it, on connection")
        finding, facts = bench.find(LATERAL)
        yield bench.charge(finding, due, None, missing=missing_facts(LATERAL, facts))


def on_development(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for development."""
    if bench.has(DEVELOPMENT):
        yield development(bench)
    if bench.has(CLASS) and (bench.known(CLASS, "sub_district") is not None):
        yield _class(bench)


def on_division(bench: Bench) -> Iterator[Charge]:
    """Yield what the district charges for lots made of the parcel."""
    if bench.has(DEVELOPMENT):
        yield development(bench)


def _contribution(bench: Bench) -> Charge:
    known = bench.told.get(CONTRIBUTION, {})
    # Whatever stands there today, what is connected is a building.
    building: dict[str, Any] = {"vacant": False, "improved": True}
    says = ["The question is what a connection costs: the parcel is taken to be serviceable, with a building on it."]
    if {**building, "serviceable": True}.items() <= known.items():
        says = []
    by_map = {"serviceable": True, "schedule_amount": bench.value("scac_dollars")}
    due = Due("sewer contribution charge (SCAC)", "once", "billed once the lateral is laid and observed")
    try:
        finding, facts = bench.find(CONTRIBUTION, by_map, building)
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    amount = _money(finding.measures.get("amount")) if finding.state is State.PASS else None
    if finding.state is State.FAIL:
        return replace(bench.charge(finding, due, Fraction(0)), says=(finding.because,))
    detached = _detached(bench)
    charge = bench.charge(
        finding,
        due,
        amount,
        says=(*says, bench.figure_said("scac_dollars"), *_detached_said(detached)),
        missing=() if amount is not None else _with_figure(bench, missing_facts(CONTRIBUTION, facts)),
        beside=() if detached is None else (detached,),
    )
    is_again = bench.has(RECONNECTION) and bench.told.get(RECONNECTION)
    return _undetermined(charge, _CONNECTED_BEFORE, _ONCE, _AGAIN) if is_again else charge


def _undetermined(charge: Charge, says: str, none: str, whole: str) -> Charge:
    """Leave a charge open of which the text does not say whether it is due, with both readings."""
    readings = (ChargeReading("not_due", none, Fraction(0)), ChargeReading("due", whole, charge.amount))
    return replace(
        charge, amount=None, state=State.UNDETERMINED, says=(*charge.says, says), readings=(*readings, *charge.readings)
    )


def _detached(bench: Bench) -> Finding | None:
    if not bench.has(DETACHED) or not bench.told.get(DETACHED):
        return None
    return bench.find(DETACHED)[0]


def _detached_said(detached: Finding | None) -> tuple[str, ...]:
    """Say what holds of a detached building; whatever it is, the principal building bears its own charges."""
    if detached is None:
        return ()
    bears = "none of its own" if detached.state is State.PASS else "its own, unless this is settled"
    return (f"Of the detached building: {detached.because} It bears {bears}; what stands here is the principal one's.",)


def _with_figure(bench: Bench, missing: tuple[ChargeMissing, ...]) -> tuple[ChargeMissing, ...]:
    """Return what is missing, the figure with the day for which there is none."""
    of_day = missing_figure("scac_dollars", bench.date)
    return tuple(of_day if each.where == of_day.where else each for each in missing)


def _class(bench: Bench) -> Charge:
    when = "billed once the lateral is laid and observed, for each connected building"
    due = Due("contribution of the sub-district (CAC)", "once", when)
    try:
        finding, facts = bench.find(CLASS, stated={"single_family": _is_home(bench)})
    except ParameterNotInForce as error:
        return bench.not_in_force(due, error)
    if not isinstance(finding.answer, str):
        missing = missing_facts(CLASS, facts) or ((_DAYS,) if finding.state is State.NEEDS_EVIDENCE else ())
        return bench.charge(finding, due, None, missing=missing)
    name = _CLASSES[finding.answer]
    amount = bench.value(name)
    missing = (missing_figure(name, bench.figure_day),) if amount is None else ()
    charge = bench.charge(finding, due, amount, says=(bench.figure_said(name),), missing=missing)
    if _is_home(bench) is None and bench.known(CLASS, "single_family") is None:
        return _of_unknown_kind(bench, charge)
    return _undetermined(charge, _MULTIFAMILY, _EXCEPTED, _NOT_EXCEPTED) if _is_multifamily(bench) else charge


def _kinds(bench: Bench) -> frozenset[str]:
    """Return what is stated to stand in the building: dwellings by kind, a use of Appendix A, or business."""
    stated = bench.stated
    is_business = stated.commercial_sqft is not None or bool(stated.acres)
    uses = [*([stated.use] if stated.use else []), *(["business"] if is_business else [])]
    return frozenset([*uses, *(kind for kind, count in stated.dwellings.items() if count)])


def _is_home(bench: Bench) -> bool | None:
    """Say whether the building is stated to be a single-family residence; null where nothing is stated of it."""
    kinds = _kinds(bench)
    return kinds == {_HOME} if kinds else None


def _is_multifamily(bench: Bench) -> bool:
    """Say whether the building has dwellings of several families and nothing else, as stated, else as entered."""
    kinds = _kinds(bench) or {bench.user}
    return kinds <= _SEVERAL_FAMILIES


def _of_unknown_kind(bench: Bench, charge: Charge) -> Charge:
    """Leave open which class a building is in that may be a single-family residence, with both readings."""
    home = ChargeReading("single_family", "It is a single-family residence.", bench.value(_CLASSES[_HOME]))
    other = ChargeReading("by_flow", "It is none, and its flow and strength make its class.", charge.amount)
    return replace(
        charge,
        amount=None,
        state=State.NEEDS_EVIDENCE,
        says=(*charge.says, _MAY_BE_HOME),
        readings=(home, other),
        missing=(*charge.missing, _KIND),
    )


def _reconnection(bench: Bench) -> Charge:
    due = Due("reconnection fee", "once", "with the permit to connect again")
    finding, facts = bench.find(RECONNECTION, stated={"reconnected": bench.date})
    if finding.state is State.PASS:
        return bench.charge(finding, due, Fraction(0))
    if finding.state is State.NOT_APPLICABLE:
        return bench.charge(finding, due, None, missing=(_BY_CHOICE,))
    if finding.state is State.NEEDS_EVIDENCE:
        return bench.charge(finding, due, None, missing=missing_facts(RECONNECTION, facts))
    name: FigureName = "reconnection_fee_dollars"
    amount = bench.value(name)
    missing = (missing_figure(name, bench.figure_day),) if amount is None else ()
    return bench.charge(finding, due, amount, says=(bench.figure_said(name),), missing=missing)


def quarterly_fee(bench: Bench) -> Charge:
    """Return the user fee of a quarter, by separately occupied spaces."""
    due = Due("sewer user fee", "quarter", "on the first day of the month after the quarter")
    name: FigureName = "user_fee_dollars_per_rue"
    spaces = [{"kind": "space", "fixtures": True, "separate": True}] * bench.register.count("space_with_fixtures")
    spaces += [{"kind": "space", "fixtures": False, "separate": True}] * bench.register.count("space_without_fixtures")
    assigned = bench.register.number("billing_units")
    says = [bench.figure_said(name)]
    if assigned is not None:
        _refuse_more(assigned)
        spaces = [{"kind": "unit", "fixtures": True, "separate": True}] * int(assigned)
        says.append(f"The register has {count_of(assigned, 'billing unit', 0)}.")
    facts = {"spaces": tuple(spaces) if spaces or assigned == 0 else None, "rate": bench.value(name)}
    finding, used = bench.find(UNITS, facts)
    amount = _money(finding.measures.get("charge")) if finding.state is State.PASS else None
    detached = _detached(bench)
    return bench.charge(
        finding,
        due,
        amount,
        says=(*says, *_detached_said(detached)),
        missing=() if amount is not None else missing_facts(UNITS, used),
        beside=() if detached is None else (detached,),
    )


def _refuse_more(units: Fraction) -> None:
    if units > _MOST_UNITS:
        raise FactsInvalid(
            what=f"The register has {count_of(units, 'billing unit', 0)} of one property.",
            where="the register, billing_units",
            why=f"No property has more than {_MOST_UNITS:,} separately occupied spaces.",
            next="Correct the entry.",
        )


def _money(value: object) -> Fraction | None:
    return Fraction(value) if isinstance(value, str) else None
