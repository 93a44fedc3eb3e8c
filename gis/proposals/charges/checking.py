"""Can what a person states of building, lots and bill be meant: no acreage of zero, no unknown kind, no wrong day?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NoReturn, get_args

from pydantic import ValidationError

from gis.calendar.years import YEARS_READ, is_sensible
from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated, Event, Quarter
from gis.model.jsonio import adapter
from gis.proposals.charges.stated_uses import refuse_other_uses
from gis.rules.words import all_listed

DWELLINGS = ("studio", "one_bedroom", "two_bedroom", "three_bedroom", "single_family", "duplex")
"""Kinds of dwelling; of duplexes the buildings are counted, of the others the dwellings."""
LAND_USES = ("commercial", "industrial", "public")
"""Uses of land whose acres count."""
OPTIONS: Mapping[str, str] = {
    "permit_date": "--permit-date",
    "new_building": "--new",
    "replaces_same": "--replaces-same",
    "recs": "--recs",
    "use": "--use",
    "quantity": "--quantity",
    "dwellings": "--dwellings",
    "commercial_sqft": "--commercial-sqft",
    "acres": "--acres",
    "before": "--before",
    "lots": "--lots",
    "existing_lots": "--existing-lots",
    "quarter": "--quarter",
    "volume_kgal": "--volume-kgal",
    "june_volume_kgal": "--june-volume-kgal",
    "issued": "--issued",
    "paid": "--paid",
}
"""Option of the command for each name."""
_OF_EVENT: Mapping[str, tuple[Event, ...]] = {
    "permit_date": ("connect", "develop"),
    "new_building": ("connect", "develop"),
    "replaces_same": ("connect", "develop"),
    "recs": ("connect", "develop", "bill"),
    "use": ("connect", "develop"),
    "quantity": ("connect", "develop"),
    "dwellings": ("connect", "develop", "divide"),
    "commercial_sqft": ("connect", "develop"),
    "acres": ("connect", "develop", "divide"),
    "before": ("connect", "develop", "divide"),
    "lots": ("connect", "develop", "divide"),
    "existing_lots": ("connect", "develop", "divide"),
    "quarter": ("bill",),
    "volume_kgal": ("bill",),
    "june_volume_kgal": ("bill",),
    "issued": ("bill",),
    "paid": ("bill",),
}
"""Events of which each is asked."""
_DAYS = ("permit_date", "issued", "paid")
_YES_NO = ("new_building", "replaces_same")
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_POSITIVE = ("recs", "commercial_sqft")
_LEAST = {"lots": 1, "existing_lots": 0, "quantity": 0}
_QUARTERS = get_args(Quarter)
_MOST = Fraction(10**9)


def stated_of(raw: Mapping[str, Any], event: Event, date: dt.date, where: str = "what is stated") -> ChargesStated:
    """Return what a person states, checked.

    Parameters
    ----------
    raw : mapping
        By the names of `ChargesStated`; numbers as text or numbers, days as YYYY-MM-DD; null is not stated.
    event : str
        What happens to the parcel.
    date : date
        Day of the question: nothing is billed or paid after it.
    where : str
        Where it is stated, for errors.

    Raises
    ------
    FactsInvalid
        Something cannot be meant: an unknown name or kind, an acreage of zero or less, days out of order.

    Examples
    --------
    >>> stated_of({"acres": {"commercial": "2.5"}}, "develop", dt.date(2018, 5, 1)).acres["commercial"]
    Fraction(5, 2)
    """
    given = {name: value for name, value in raw.items() if value is not None and value not in ({}, ())}
    known = {each.name for each in fields(ChargesStated)}
    for name, value in given.items():
        if name not in known:
            near = get_close_matches(str(name)[:60], known, n=1)
            _refuse(
                "Something is stated that no charge asks for.",
                where,
                f"Near it is {near[0]}." if near else f"Known are {all_listed(sorted(known))}.",
                "Correct the name, or leave it out.",
            )
        if event not in _OF_EVENT[name]:
            events = " or ".join(_OF_EVENT[name])
            _refuse(
                f"{OPTIONS[name]} says nothing of the event {event}.",
                _place(name, where),
                f"It is asked of the event {events}.",
                "Leave it out, or ask of that event.",
            )
        _refuse_loose(name, value, where)
    try:
        stated: ChargesStated = adapter(ChargesStated).validate_python(given)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        name = str(fault["loc"][0])
        _refuse(
            f"What is stated for {OPTIONS.get(name, name)} cannot be used.",
            _place(name, where),
            f"{fault['msg'][:1].upper()}{fault['msg'][1:]}.",
            "Write numbers such as 2.5, days as YYYY-MM-DD, and kinds as kind=count.",
        )
    _refuse_impossible(stated, date, where)
    _refuse_contradictions(stated, event, where)
    refuse_other_uses(stated, lambda name: _place(name, where))
    return stated


def _refuse_loose(name: str, value: object, where: str) -> None:
    """Refuse what could be read as a number or a day and was not written as one: a yes, or seconds since 1970."""
    is_day = isinstance(value, dt.date) or (isinstance(value, str) and _ISO_DAY.fullmatch(value.strip()))
    if name in _DAYS and not is_day:
        _refuse(
            f"What is stated for {OPTIONS[name]} is no day.",
            _place(name, where),
            "A day is written YYYY-MM-DD.",
            "Write it, for example, as 2026-06-15.",
        )
    if isinstance(value, bool) and name not in _YES_NO:
        _refuse(
            f"What is stated for {OPTIONS[name]} is yes or no.",
            _place(name, where),
            "Something else is asked for.",
            "State the number, the kind or the word.",
        )


def _refuse_impossible(stated: ChargesStated, date: dt.date, where: str) -> None:
    for name, value in _numbers(stated):
        if value >= _MOST:
            _refuse(f"{value} is more than can be meant.", _place(name, where), "It is a thousand million or more.",
                    "Correct it.")  # fmt: skip
    _refuse_unknown_kinds("dwellings", stated.dwellings, DWELLINGS, where)
    _refuse_unknown_kinds("acres", stated.acres, LAND_USES, where)
    _refuse_unknown_kinds("before", stated.before, (*DWELLINGS, *LAND_USES), where)
    for use, acres in stated.acres.items():
        if acres <= 0:
            _refuse(
                f"{_shown(acres)} acres of {use} land are stated.",
                _place("acres", where),
                "Land that is developed has an area: an acreage of zero or less is none, and not an unknown one.",
                "State the acres, such as 2.5, or leave the use out.",
            )
    for name in _POSITIVE:
        value = getattr(stated, name)
        if value is not None and value <= 0:
            _refuse(
                f"{_shown(value)} is stated for {OPTIONS[name]}.",
                _place(name, where),
                "It is a number above 0; what is not known is left out.",
                "State the number, or leave it out.",
            )
    for name, least in _LEAST.items():
        value = getattr(stated, name)
        if value is not None and value < least:
            _refuse(
                f"{value} is stated for {OPTIONS[name]}.",
                _place(name, where),
                f"It is a whole number from {least} on.",
                "Correct it, or leave it out.",
            )
    _refuse_negative(stated, where)
    _refuse_days(stated, date, where)


def _refuse_contradictions(stated: ChargesStated, event: Event, where: str) -> None:
    if stated.dwellings and not any(stated.dwellings.values()) and not stated.before:
        _refuse(
            "No dwelling at all is stated.",
            _place("dwellings", where),
            "Zero new dwellings, and nothing that stands there before, is nothing to be charged for.",
            "State how many dwellings are built, or leave them out.",
        )
    is_built = any(stated.dwellings.values()) or stated.commercial_sqft is not None
    if stated.new_building is False and is_built and not stated.before:
        _refuse(
            "A building is said to stand there already, and what is newly built is stated.",
            _place("new_building", where),
            "Impact fees are charged for what is new.",
            "Leave out one of the two, or state what stands there now with --before.",
        )
    if event == "divide" and stated.lots == 1:
        _refuse(
            "One lot is no division.",
            _place("lots", where),
            "Land that is divided becomes two lots or more.",
            "State how many lots there are then.",
        )
    if stated.lots is not None and stated.existing_lots is not None and stated.existing_lots > stated.lots:
        _refuse(
            f"{stated.existing_lots} lots stood there before, of {stated.lots} in all.",
            _place("existing_lots", where),
            "Of the lots that are charged no more can have stood before than there are.",
            "Correct one of the two numbers.",
        )


def _refuse_negative(stated: ChargesStated, where: str) -> None:
    for name in ("volume_kgal", "june_volume_kgal"):
        value = getattr(stated, name)
        if value is not None and value < 0:
            _refuse(
                f"{_shown(value)} thousand gallons are stated.",
                _place(name, where),
                "No meter runs backward.",
                "State the volume in thousands of gallons, such as 12.5.",
            )
    for name in ("dwellings", "before"):
        for kind, count in getattr(stated, name).items():
            if count < 0:
                _refuse(
                    f"{_shown(Fraction(count))} of {kind} are stated.",
                    _place(name, where),
                    "A number of dwellings or acres is 0 or more.",
                    "Correct it, or leave the kind out.",
                )


def _refuse_days(stated: ChargesStated, date: dt.date, where: str) -> None:
    for name in _DAYS:
        day = getattr(stated, name)
        if day is not None and not is_sensible(day):
            _refuse(f"{day.isoformat()} is stated for {OPTIONS[name]}.", _place(name, where), YEARS_READ, "Correct it.")
    if stated.issued is not None and stated.issued > date:
        _refuse(
            f"The statement is of {stated.issued.isoformat()}, after the day asked about.",
            _place("issued", where),
            f"What is late is asked on {date.isoformat()}.",
            "Ask about a later day, or correct the day of the statement.",
        )
    if stated.paid is not None and stated.paid > date:
        _refuse(
            f"The payment is of {stated.paid.isoformat()}, after the day asked about.",
            _place("paid", where),
            f"What was paid by {date.isoformat()} is not known from a later day.",
            "Ask about a later day, or leave --paid out: then the bill is unpaid on the day asked about.",
        )
    if stated.paid is not None and stated.issued is None:
        _refuse(
            "A payment is stated, and no statement that it pays.",
            _place("paid", where),
            "The days to pay run from the day of the statement.",
            "State --issued too, or leave --paid out.",
        )
    if stated.paid is not None and stated.issued is not None and stated.paid < stated.issued:
        _refuse(
            f"The payment of {stated.paid.isoformat()} is before the statement of {stated.issued.isoformat()}.",
            _place("paid", where),
            "Nobody pays a statement that is not made.",
            "Correct one of the two days.",
        )


def _refuse_unknown_kinds(name: str, given: Mapping[str, object], known: tuple[str, ...], where: str) -> None:
    for kind in given:
        if kind not in known:
            near = get_close_matches(str(kind)[:60], known, n=1)
            _refuse(
                f"{OPTIONS[name]} names a kind that no schedule has.",
                _place(name, where),
                f"Near it is {near[0]}." if near else f"Known are {all_listed(known)}.",
                f"Write, for example, {OPTIONS[name]} {known[0]}=2.",
            )


def _numbers(stated: ChargesStated) -> Iterator[tuple[str, Fraction]]:
    for each in fields(stated):
        value = getattr(stated, each.name)
        of_kinds = value.values() if isinstance(value, Mapping) else (value,)
        yield from (
            (each.name, Fraction(one)) for one in of_kinds if isinstance(one, int | Fraction) and one is not True
        )


def _place(name: str, where: str) -> str:
    return f"the option {OPTIONS[name]}" if where == "the options" and name in OPTIONS else f"{where}, {name}"


def _shown(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else str(float(value))


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise FactsInvalid(what=what, where=where, why=why, next=next_step)
