"""How are the days of a proceeding read, on the command line and over HTTP alike: names and words in, facts out?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

from api.values import iso_day
from gis.errors import OptionInvalid
from gis.model.timetable import ProceedingDates

_TYPES = get_type_hints(ProceedingDates)
_DAY = dt.date | None
_SEVERAL_DAYS = tuple[dt.date, ...]
_SATURDAY = {"yes": True, "no": False, "unknown": None}
_SHOWN = 40

NAMES = tuple(each.name for each in fields(ProceedingDates))


def is_list(name: str) -> bool:
    """Say whether a fact may be stated more than once."""
    return bool(_TYPES[name] == _SEVERAL_DAYS)


def choices(name: str) -> tuple[str, ...]:
    """Return the words among which a fact is chosen; empty where it is no choice.

    >>> choices("outcome")
    ('established', 'dismissed')
    """
    if _TYPES[name] == bool | None:
        return tuple(_SATURDAY)
    parts = (_TYPES[name], *get_args(_TYPES[name]))
    return tuple(str(word) for part in parts if get_origin(part) is Literal for word in get_args(part))


def read_dates(stated: Iterable[tuple[str, str]], place: Callable[[str], str]) -> ProceedingDates:
    """Return what is stated of a proceeding.

    Parameters
    ----------
    stated
        Name of each fact and what was written; a list has its name several times.
    place
        Says where a name was written, for errors: "the option --hearing-date".

    Raises
    ------
    OptionInvalid
        A name is unknown or stands twice, or what was written is no day, number or word of its list; the nearest
        word is named.

    Examples
    --------
    >>> read_dates([("petition_received", "2026-06-01"), ("newspaper_weekday", "thursday")], str).newspaper_weekday
    'Thursday'
    """
    facts: dict[str, Any] = {}
    for name, text in stated:
        if name not in NAMES:
            raise _unknown(name, place)
        if is_list(name):
            facts[name] = (*facts.get(name, ()), _day(text, place(name)))
        elif name in facts:
            raise OptionInvalid(
                what=f"{name} stands twice.",
                where=place(name),
                why="Only one of the two can be meant.",
                next="State it once.",
            )
        else:
            facts[name] = _read(name, text, place(name))
    return ProceedingDates(**facts)


def _read(name: str, text: str, where: str) -> dt.date | int | bool | str | None:
    kind = _TYPES[name]
    if kind == _DAY:
        return _day(text, where)
    if kind == int | None:
        return _count(text, where)
    words = choices(name)
    if not words:
        return text
    word = _word(text, words, where)
    return _SATURDAY[word] if kind == bool | None else word


def _day(text: str, where: str) -> dt.date:
    try:
        return iso_day(text)
    except ValueError as error:
        is_written_so = re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII)
        raise OptionInvalid(
            what=f"{text[:_SHOWN]!r} is no day.",
            where=where,
            why="The calendar has no such day." if is_written_so else "A day is written YYYY-MM-DD.",
            next="Write it as 2026-06-15.",
        ) from error


def _count(text: str, where: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise OptionInvalid(
            what=f"{text[:_SHOWN]!r} is no count.",
            where=where,
            why="It counts towns or counties, in digits.",
            next="Write a whole number, such as 2.",
        )
    return int(text)


def _word(text: str, words: tuple[str, ...], where: str) -> str:
    by_small = {word.lower(): word for word in words}
    small = text.strip().lower()
    if small in by_small:
        return by_small[small]
    near = get_close_matches(small, by_small, n=1)
    listed = f"{', '.join(words[:-1])} or {words[-1]}"
    raise OptionInvalid(
        what=f"{text[:_SHOWN]!r} is not one of the words for it.",
        where=where,
        why=f"It is {listed}.",
        next=f"Did you mean {by_small[near[0]]}?" if near else "Write one of these words.",
    )


def _unknown(name: str, place: Callable[[str], str]) -> OptionInvalid:
    near = get_close_matches(name, NAMES, n=1)
    return OptionInvalid(
        what=f"{name[:_SHOWN]!r} is no fact of a proceeding.",
        where=place(name[:_SHOWN]),
        why=f"Its facts are {', '.join(NAMES)}.",
        next=f"Did you mean {near[0]}?" if near else "Name one of these.",
    )
