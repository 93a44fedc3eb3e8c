"""How is a number of the model said to a person: units in words, thousands separated, feet and acres."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from pydantic import JsonValue

from gis.model.edition import CoordinateOperation
from gis.model.finding import Margin
from gis.model.interval import Interval
from gis.model.mending import FactToGive
from gis.units import FTUS_PER_M, SQFT_PER_ACRE
from maps.measure_names import MEASURE_NAMES

NOT_KNOWN = "not known"
NONE = "none"
MOST_LISTED = 40
"""Longest list that is written out; the report has the rest."""

_UNITS = {
    "sqft": "sq ft",
    "acres": "acres",
    "sqmi": "sq mi",
    "ft": "ft",
    "gpd": "gallons per day",
    "kgal": "thousand gallons",
    "gal": "gallons",
    "share": "share",
    "eru": "runoff units",
}
_COUNTED = ("signatures", "votes")
_UNIT_NAMES = {
    "square feet": "sqft",
    "sq ft": "sqft",
    "feet": "ft",
    "foot": "ft",
    "us survey feet": "ft",
    "acre": "acres",
    "square miles": "sqmi",
    "quotient": "share",
    "fraction": "share",
    "runoff units": "eru",
}
_ABBREVIATIONS = {"efv": "equalized full value", "tid": "TID", "eru": "ERU", "rue": "RUE", "mfl": "MFL", "id": "id"}
_MONEY = re.compile(r"-?\d+\.\d\d")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_OWN_WORD = re.compile(r"[a-z]+(_[a-z]+)+")
"""A word of our own vocabulary, such as order_with_exclusion; names have capitals, and ids digits."""
_FEW_ACRES = 0.1
"""Less is told with more decimals."""
_ACRES_SHOWN_FROM_SQFT = SQFT_PER_ACRE / 10


def unit_of(name: str) -> str | None:
    """Return the unit that a measure's name ends in, or None.

    >>> unit_of("overlap_area_sqft"), unit_of("share"), unit_of("parcels")
    ('sqft', 'share', None)
    """
    last = name.rpartition("_")[2]
    if last in _UNITS:
        return last
    if last in ("vote", "votes"):
        return "votes"
    if last == "year":
        return "year"
    return "share" if "share" in name.split("_") or last == "quotient" else None


def name_words(name: str) -> str:
    """Say the name of a measure, without its unit.

    >>> name_words("overlap_area_sqft"), name_words("excluded_parcels")
    ('Overlap area', 'Parcels without taxable value (not counted)')
    """
    if name in MEASURE_NAMES:
        return MEASURE_NAMES[name]
    parts = name.replace("-", "_").split("_")
    if len(parts) > 1 and parts[-1] in _UNITS and parts[-1] != "share":
        parts = parts[:-1]
    words = " ".join(_ABBREVIATIONS.get(part, part) for part in parts if part)
    return words[:1].upper() + words[1:]


def entered_words(facts: Sequence[FactToGive]) -> str:
    """Say where facts are entered, each kind of entry once.

    >>> bond = FactToGive("bond_filed", "", "date", ("bond_filed",), (), "TSD-05.bond_filed")
    >>> entered_words([bond, replace(bond, register=(), proposal="TSD-19.as_of")])
    'In the register as bond_filed; in a proposal file as TSD-19.as_of.'
    """
    places = {
        "in the register as ": (fact.register for fact in facts),
        "in the petition's columns ": (fact.petition for fact in facts if not fact.register),
        "in a proposal file as ": ((fact.proposal,) for fact in facts if not (fact.register or fact.petition)),
    }
    named = {place: ", ".join(dict.fromkeys(chain.from_iterable(names))) for place, names in places.items()}
    said = "; ".join(f"{place}{names}" for place, names in named.items() if names)
    return f"{said[:1].upper()}{said[1:]}."


def quantity(value: float | Fraction, unit: str | None, *, near: bool = False) -> str:
    """Say a number with its unit; `near` says more decimals, for a number beside its threshold.

    >>> quantity(435600, "sqft"), quantity(0.02, "ft"), quantity(Fraction(1, 8), "share")
    ('10.00 acres (435,600 sq ft)', '0.02 ft', '12.5 percent')
    >>> quantity(0.75, "eru"), quantity(1, "eru")
    ('0.75 runoff units', '1 runoff unit')
    """
    known = _UNIT_NAMES.get((unit or "").lower(), unit)
    if known == "year":
        return str(value)
    if known == "share":
        return f"{_percent(float(value) * 100, near=near)} percent"
    if known in ("usd", "dollars", "money"):
        return _dollars(f"{float(value):.2f}")
    if known == "sqft":
        said, said_acres = f"{_plain(value, 2)} sq ft", f"{float(value) / SQFT_PER_ACRE:,.2f} acres"
        if abs(float(value)) >= SQFT_PER_ACRE:
            return f"{said_acres} ({said})"
        return f"{said} ({said_acres})" if abs(float(value)) >= _ACRES_SHOWN_FROM_SQFT else said
    decimals = {"acres": 4, "ft": 3, "sqmi": 4, "votes": 2}.get(known or "", 6)
    if known in _COUNTED and value == 1:
        known = known.removesuffix("s")
    elif known == "eru" and value == 1:
        known = "runoff unit"
    as_areas_are = known == "acres" and abs(float(value)) >= _FEW_ACRES and not near
    said = f"{float(value):,.2f}" if as_areas_are else _plain(value, decimals)
    return f"{said} {_UNITS.get(known or '', known or '')}".rstrip()


def value_words(value: JsonValue | Fraction, unit: str | None = None) -> str:
    """Say a scalar or a list; a missing value is "not known", an empty list "none".

    >>> value_words("147368.42"), value_words("2025-07-01"), value_words(["Village of Elm"])
    ('$147,368.42', 'July 1, 2025', 'Village of Elm')
    >>> value_words("order_with_exclusion")
    'order with exclusion'
    """
    if value is None:
        return NOT_KNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float | Fraction):
        return quantity(value, unit)
    if isinstance(value, str):
        return _text_words(value, unit)
    if isinstance(value, Mapping):
        return _mapping_words(value)
    said = [value_words(part, unit) for part in value[:MOST_LISTED]]
    if len(value) > MOST_LISTED:
        said.append(f"and {len(value) - MOST_LISTED:,} more in the report")
    return "; ".join(said) or NONE


def _mapping_words(value: Mapping[str, JsonValue]) -> str:
    """Say each part of an object; of a long one, such as the standing of every signature, how often each value is."""
    if len(value) <= MOST_LISTED:
        return "; ".join(f"{name_words(name)}: {value_words(part, unit_of(name))}" for name, part in value.items())
    counts = Counter(value_words(part) for part in value.values())
    return "; ".join(f"{count:,} {words}" for words, count in counts.most_common(MOST_LISTED))


def answer_words(answer: JsonValue, unit: str | None) -> str:
    """Say a finding's answer; an answer that nobody can give is a dash of words, not a blank."""
    return "no answer" if answer is None else value_words(answer, unit)


def rows(measures: Mapping[str, JsonValue]) -> Iterator[tuple[str, str]]:
    """Yield name and value of each measure as words; an object or a list of objects gives several rows."""
    for name, value in measures.items():
        words, unit = name_words(name), unit_of(name)
        if unit == "acres" and _says_acres(measures.get(f"{name.removesuffix('acres')}sqft")):
            continue  # the row in square feet says the acres too
        if isinstance(value, Mapping) and value:
            for inner, part in value.items():
                # The inner name is a key of ours or a name out of the data, such as a town's.
                said = name_words(inner) if inner.islower() else inner
                yield f"{words}: {said}", value_words(part, unit_of(inner) or unit)
        elif isinstance(value, list) and value and all(isinstance(part, Mapping) for part in value):
            for number, part in enumerate(value[:MOST_LISTED], start=1):
                yield f"{words}, {number}", value_words(part)
            if len(value) > MOST_LISTED:
                yield words, f"and {len(value) - MOST_LISTED:,} more in the report"
        else:
            yield words, value_words(value, unit)


def _says_acres(area_sqft: JsonValue) -> bool:
    return isinstance(area_sqft, int | float) and abs(area_sqft) >= _ACRES_SHOWN_FROM_SQFT


def margin_sentence(margin: Margin) -> str:
    """Say how far the outcome is from the threshold and whether the layers' accuracy could flip it."""
    unit = margin.unit
    measure = name_words(margin.measure)
    sentences = [f"{measure} is {_near(margin.value, unit)}; the threshold is {_near(margin.threshold, unit)}."]
    if margin.low is not None or margin.high is not None:
        accuracy = "" if margin.accuracy_ft is None else f" of {quantity(margin.accuracy_ft, 'ft')}"
        sentences.append(
            f"Over the accuracy{accuracy} of the layers it lies between {_near(margin.low, unit)} "
            f"and {_near(margin.high, unit)}."
        )
    sentences.append(
        {
            True: "The outcome is the same over the whole of it.",
            False: "Within that accuracy the outcome could change: a person must look.",
            None: "How far the accuracy of the layers could move it is not known.",
        }[margin.holds]
    )
    return " ".join(sentences)


def _near(value: JsonValue | Fraction, unit: str | None) -> str:
    """Say a value of a margin, so that it is not rounded onto its threshold."""
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return quantity(value, unit, near=True)
    return value_words(value, unit)


def bounds_words(interval: Interval, unit: str) -> str | None:
    """Say how far the layers' accuracy could move a measured number; None where it could not."""
    if interval.low == interval.high:
        return None
    if unit == "sqft" and interval.high >= SQFT_PER_ACRE:
        low, high = (float(edge) / SQFT_PER_ACRE for edge in (interval.low, interval.high))
        return f"{low:,.2f} to {high:,.2f} acres over the layers' accuracy"
    return f"{_plain(interval.low, 2)} to {_plain(interval.high, 2)} {_UNITS[unit]} over the layers' accuracy"


def operation_words(step: CoordinateOperation) -> str:
    """Say one step from a coordinate system to another, and how sure it is.

    >>> operation_words(CoordinateOperation("NAD83(HARN) to WGS 84 (3)", 1.0))
    'NAD83(HARN) to WGS 84 (3), good to 1 m (3.3 ft)'
    """
    if step.accuracy_m is None:
        sure = "how good is not known"
    elif step.accuracy_m == 0:
        sure = "exact"
    else:
        sure = f"good to {_plain(step.accuracy_m, 3)} m ({_plain(step.accuracy_m * float(FTUS_PER_M), 1)} ft)"
    return f"{step.name}, {sure}" + (f" ({step.note})" if step.note else "")


def coordinates_words(crs: str, operations: Sequence[CoordinateOperation]) -> str:
    """Say in which coordinate system something came and how it was moved; exact steps move nothing on the ground.

    >>> coordinates_words("EPSG:3071", (CoordinateOperation("Wisconsin Transverse Mercator 83", 0.0),))
    'EPSG:3071, not moved'
    """
    moves = [replace(step, note="") for step in operations if step.accuracy_m != 0]
    return f"{crs}, moved by {'; then '.join(map(operation_words, moves))}" if moves else f"{crs}, not moved"


def date_words(day: dt.date) -> str:
    """Say a date as an American reader expects it."""
    return f"{day:%B} {day.day}, {day.year}"


def _text_words(value: str, unit: str | None) -> str:
    if _MONEY.fullmatch(value):
        return _dollars(value) if unit is None or unit in ("usd", "dollars", "money") else quantity(float(value), unit)
    if _DATE.fullmatch(value):
        try:
            return date_words(dt.date.fromisoformat(value))
        except ValueError:
            return value  # an id may look like a date
    if _OWN_WORD.fullmatch(value):
        return value.replace("_", " ")
    return value or "(empty)"


def _percent(value: float, *, near: bool) -> str:
    """Say a percentage with two decimals; with four where two would make it a whole number that it is not."""
    said = _plain(value, 2)
    return _plain(value, 4) if near or ("." not in said and said.replace(",", "") != f"{value:.6g}") else said


def _dollars(amount: str) -> str:
    sign, digits = ("-", amount[1:]) if amount.startswith("-") else ("", amount)
    whole, _, cents = digits.partition(".")
    return f"{sign}${int(whole):,}.{cents}"


def _plain(value: float | Fraction, decimals: int) -> str:
    number = float(value)
    text = f"{number:,.{decimals}f}"
    if number and not float(text.replace(",", "")):
        return f"{number:.2g}"  # too small for the usual decimals, and not nothing
    return text.rstrip("0").rstrip(".") if "." in text else text
