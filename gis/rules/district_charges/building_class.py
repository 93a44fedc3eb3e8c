"""In which class of the sub-districts' contribution charge is a building: CKSD-06, ordinance ch. II(4)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import BuildingClassFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import (
    all_listed,
    are_not_known,
    beside,
    count_of,
    day_words,
    not_known,
    quantity,
    sentence,
    used,
)

ID = "CKSD-06"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. II(4)"
QUESTION = "Which class is the building?"

_EXISTING_ON: Mapping[str, str] = MappingProxyType({"FSD2": "cksd_fsd2_existing_on", "ASD4": "cksd_asd4_existing_on"})
_A_MOST, _C_ABOVE, _C_DAYS = "cksd_class_a_most_gpd", "cksd_class_c_above_gpd", "cksd_class_c_days"
_NORMAL: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "bod_mg_l": ("cksd_normal_bod_mg_l", "biochemical oxygen demand"),
        "ss_mg_l": ("cksd_normal_ss_mg_l", "suspended solids"),
        "tkn_mg_l": ("cksd_normal_tkn_mg_l", "total Kjeldahl nitrogen"),
        "tp_mg_l": ("cksd_normal_tp_mg_l", "total phosphorus"),
    }
)
"""Each fact of strength, with the parameter of its normal value and its name in words."""
_MOST_DAYS = 31
_Outcome: TypeAlias = tuple[State, str | None, list[str]]
"""State, class and what is said of it."""
_COMMISSION = "The Commission determines use and class in consultation with its engineer, and sets the charge by them."


def judge(facts: BuildingClassFacts, parameters: Parameters) -> Finding:
    """Say in which class a building of FSD2 or ASD4 is, and whether it is an existing or a future one.

    Parameters
    ----------
    facts
        The sub-district, whether it is a single-family residence, average flow (gallons per day), days of a month over
        the flow of class C, strength of its sewage (milligrams per liter) and since when it exists.
    parameters
        The ordinance on the date of the application.

    Returns
    -------
    Finding
        `pass` with the class: `single_family` whatever its flow, then `C` by strength, then by flow. `undetermined`
        where the flow is in a gap of the text; `needs_evidence` where what the class hangs on is not known.
        Strengths that are not stated are taken as normal.

    Raises
    ------
    FactsInvalid
        A flow, a strength or the days are negative, or the days are more than a month has.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. II(4)(b)-(c), with ch. I(29). The text has no class for exactly 1,000 gallons a day,
    and none for more on fewer than 15 days.
    """
    _refuse_impossible(facts)
    existing_on = {name: parameters.day(parameter) for name, parameter in _EXISTING_ON.items()}
    limits = {name: parameters.number(parameter) for name, (parameter, _) in _NORMAL.items()}
    flows = parameters.number(_A_MOST), parameters.number(_C_ABOVE)
    days = parameters.whole(_C_DAYS)
    strong = [name for name, limit in limits.items() if _exceeds(getattr(facts, name), limit)]
    state, answer, said = _outcome(facts, [_strong_said(facts, strong, limits)] if strong else [], flows, days)
    status = _status(facts, existing_on)
    names = (*_EXISTING_ON.values(), _A_MOST, _C_ABOVE, _C_DAYS, *(parameter for parameter, _ in _NORMAL.values()))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=answer,
        measures={"building_status": status},
        readings={},
        because=sentence([*said, *_status_said(facts, existing_on, status)]),
        parameters=tuple(used(parameters.get(name)) for name in names),
        notes=(*_taken_as_normal(facts), *_often_over(facts, flows[1], days), _COMMISSION),
    )


def _exceeds(strength: Fraction | None, normal: Fraction) -> bool:
    return strength is not None and strength > normal


def _outcome(facts: BuildingClassFacts, strong: list[str], flows: tuple[Fraction, Fraction], days: int) -> _Outcome:
    """Class a building; `strong` says what is stronger than normal in its sewage, and is empty where nothing is."""
    flow = facts.average_gpd
    unknown = not_known(
        ("the sub-district", facts.sub_district),
        ("whether it is a single-family residence", facts.single_family),
        ("the average daily flow", True if facts.single_family or strong else flow),
    )
    if unknown:
        return State.NEEDS_EVIDENCE, None, [are_not_known(unknown)]
    if facts.single_family:
        return State.PASS, "single_family", ["the building is a single-family residence"]
    if flow is None or strong:
        return State.PASS, "C", strong
    return _by_flow(flow, flows, facts.days_over_1000, days)


def _by_flow(flow: Fraction, flows: tuple[Fraction, Fraction], over: int | None, days: int) -> _Outcome:
    """Class a commercial building of normal strength by its average flow."""
    a_most, c_above = flows
    gallons = "1 gallon" if flow == 1 else f"{beside(flow, 3, *flows)} gallons"
    said = f"the average flow is {gallons} a day"
    most, above = quantity(a_most, 3), quantity(c_above, 3)
    if flow <= a_most:
        return State.PASS, "A", [f"{said}, and class A goes up to {most}"]
    if flow < c_above:
        return State.PASS, "B", [f"{said}, over {most} and less than {above}, which is class B"]
    if flow == c_above:
        gap = f"class B ends below {above} gallons and class C begins above, so the text has no class for it"
        return State.UNDETERMINED, None, [said, gap]
    return _by_days(over, days, said, above)


def _by_days(over: int | None, days: int, said: str, above: str) -> _Outcome:
    """Class a building whose average flow is above that of class B by the days on which it is."""
    if over is None:
        return State.NEEDS_EVIDENCE, None, [said, are_not_known([f"on how many days of a month it is over {above}"])]
    said = f"{said}, over {above} on {count_of(over, 'day')} of the month"
    if over < days:
        return State.UNDETERMINED, None, [said, f"class C asks for {days} days, so the text has no class for it"]
    return State.PASS, "C", [f"{said}, where class C asks for {days}"]


def _strong_said(facts: BuildingClassFacts, strong: list[str], limits: Mapping[str, Fraction]) -> str:
    told = [
        f"{_NORMAL[name][1]} of {beside(getattr(facts, name), 3, limits[name])} milligrams per liter, where up to "
        f"{quantity(limits[name], 3)} is normal"
        for name in strong
    ]
    return f"its sewage is stronger than normal, with {all_listed(told)}, which is class C"


def _status(facts: BuildingClassFacts, existing_on: Mapping[str, dt.date]) -> str | None:
    if facts.sub_district is None or facts.existing_since is None:
        return None
    return "existing" if facts.existing_since <= existing_on[facts.sub_district] else "future"


def _status_said(facts: BuildingClassFacts, existing_on: Mapping[str, dt.date], status: str | None) -> list[str]:
    if status is None or facts.existing_since is None or facts.sub_district is None:
        return []
    since, as_of = day_words(facts.existing_since), day_words(existing_on[facts.sub_district])
    return [f"the building has existed since {since}, so for {facts.sub_district} it counts as {status} on {as_of}"]


def _taken_as_normal(facts: BuildingClassFacts) -> tuple[str, ...]:
    unstated = [words for name, (_, words) in _NORMAL.items() if getattr(facts, name) is None]
    if facts.single_family or not unstated:
        return ()
    return (f"Nothing is stated of {all_listed(unstated)}; taken as normal.",)


def _often_over(facts: BuildingClassFacts, c_above: Fraction, days: int) -> tuple[str, ...]:
    """Say where the days of a month speak for class C and the average does not."""
    flow, over = facts.average_gpd, facts.days_over_1000
    if facts.single_family or flow is None or over is None or flow > c_above or over < days:
        return ()
    limit = quantity(c_above, 3)
    return (
        f"The flow is over {limit} gallons on {over} days of the month, as class C has it, and its average is not.",
    )


def _refuse_impossible(facts: BuildingClassFacts) -> None:
    refuse_negative((name, getattr(facts, name)) for name in ("average_gpd", "days_over_1000", *_NORMAL))
    if facts.days_over_1000 is not None and facts.days_over_1000 > _MOST_DAYS:
        raise FactsInvalid(
            what=f"The month has {facts.days_over_1000} days.",
            where="facts.days_over_1000",
            why=f"The days are those of one calendar month, which has at most {_MOST_DAYS}.",
            next="Count the days of one month.",
        )
