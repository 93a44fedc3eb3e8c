"""May an address sprinkle on a day: MUK-26, Mukwonago ch. 86, water rationing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from types import MappingProxyType

from gis.calendar.counting import weekday
from gis.law.parameters import Parameters
from gis.model.facts.village_lookups import SprinklingFacts
from gis.model.finding import Finding, State
from gis.rules.formulas import chosen
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, day_words, sentence, used

ID = "MUK-26"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, water rationing (1)-(2)"
QUESTION = "May this address sprinkle on this day?"

_FIRST = ("mukwonago_sprinkling_first_month", "mukwonago_sprinkling_first_day")
_LAST = ("mukwonago_sprinkling_last_month", "mukwonago_sprinkling_last_day")
_WEEKDAYS = "mukwonago_sprinkling_weekdays"
_HOURS = ("mukwonago_sprinkling_from_hour", "mukwonago_sprinkling_to_hour")
_NAMES = (*_FIRST, *_LAST, _WEEKDAYS, *_HOURS)
_EMERGENCY = 2
_GROWERS = "Who grows or sells plants as a business is not bound."
_DAYS_SAID = "even numbers have the even days of the month, odd numbers the odd days"
_WEEKDAYS_SAID = "even numbers have Mondays and Thursdays, odd numbers Tuesdays and Fridays"
_IS_EVEN: Mapping[str, bool] = MappingProxyType({"Monday": True, "Thursday": True, "Tuesday": False, "Friday": False})


def judge(facts: SprinklingFacts, parameters: Parameters) -> Finding:
    """Say whether an address may sprinkle on a day.

    Parameters
    ----------
    facts
        House number, day, and stage of rationing in effect.
    parameters
        The law on the day.

    Returns
    -------
    Finding
        `pass` with true, `fail` with false; `needs_evidence` without answer where a fact is not known, as the number
        in the season or in stage 2, on whatever weekday. In stage 1 nobody is bound outside the season, whatever the
        number; a stage that is not known may change nothing.

    Raises
    ------
    FactsInvalid
        The house number is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, water rationing (1)-(2). The 31st of a month and the 1st of the next are both odd.
    """
    refuse_negative([("house_number", facts.house_number)])
    stages = (1, _EMERGENCY) if facts.stage is None else (facts.stage,)
    found = {stage: _may_sprinkle(facts, stage, parameters) for stage in stages}
    may = found[stages[0]] if len(set(found.values())) == 1 else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if may is None else State.PASS if may else State.FAIL,
        answer=may,
        measures={
            "hours": _hours(parameters) if facts.stage == _EMERGENCY and may else None,
            "weekday": None if facts.date is None else weekday(facts.date),
        },
        readings={},
        because=sentence(_said(facts, may, parameters)),
        parameters=tuple(used(parameters.get(name)) for name in _NAMES),
        notes=(_GROWERS,) if may is False else (),
    )


def _may_sprinkle(facts: SprinklingFacts, stage: int, parameters: Parameters) -> bool | None:
    """Return whether the address may sprinkle in a stage; null where that is not known."""
    day = facts.date
    if day is None:
        return None
    if stage != _EMERGENCY and not _in_season(day, parameters):
        return True
    if facts.house_number is None:
        return None
    evens = chosen(parameters, _WEEKDAYS, {"even_monday_thursday_odd_tuesday_friday": _even_by_weekday})(day)
    is_even_day = evens if stage == _EMERGENCY else day.day % 2 == 0
    return (facts.house_number % 2 == 0) == is_even_day


def _even_by_weekday(day: dt.date) -> bool | None:
    """Return whether a day of the week is one of even addresses or of odd ones; null where it is of neither."""
    return _IS_EVEN.get(weekday(day))


def _in_season(day: dt.date, parameters: Parameters) -> bool:
    first, last = (tuple(parameters.whole(name) for name in names) for names in (_FIRST, _LAST))
    return first <= (day.month, day.day) <= last


def _hours(parameters: Parameters) -> str:
    first, last = (parameters.whole(name) for name in _HOURS)
    return f"{first:02}:00-{last:02}:00"


def _said(facts: SprinklingFacts, may: bool | None, parameters: Parameters) -> list[str]:
    day, number = facts.date, facts.house_number
    if may is None or day is None:
        unknown = [
            *(["the day"] if day is None else []),
            *(["the house number"] if number is None else []),
            *(["the stage of water rationing"] if facts.stage is None else []),
        ]
        return [are_not_known(unknown)]
    on = f"{weekday(day)}, {day_words(day)}"
    if number is None or (facts.stage == 1 and not _in_season(day, parameters)):
        return [f"{on}, lies outside the season of water rationing, so every address may sprinkle"]
    address = f"an address with an {'odd' if number % 2 else 'even'} number"
    if may:
        hours = f", {_hours(parameters)} only" if facts.stage == _EMERGENCY else ""
        return [f"on {on}, {address} may sprinkle{hours}"]
    days = f"in stage 2 {_WEEKDAYS_SAID}" if facts.stage == _EMERGENCY else f"in stage 1 {_DAYS_SAID}"
    return [f"on {on}, {address} may not sprinkle", *([] if facts.stage is None else [days])]
