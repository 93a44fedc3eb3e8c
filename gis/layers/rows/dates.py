"""Which day does a cell mean: one ISO 8601 text for the many ways in which programs write days.

A day that could be another one is an error, never a guess; a year alone stays a year.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

from gis.layers.rows.values import is_missing, parse_number, shown

_FIRST_YEAR, _LAST_YEAR = 1600, 2200
_VOID_DAYS = frozenset({dt.date(1899, 12, 30), dt.date(1899, 12, 31), dt.date(1, 1, 1)})
"""Day nought of the calendars that spreadsheets and databases count in: they write it for no day at all."""
_VOID = re.compile(r"NAT|0+|0{4}[-/]0{2}[-/]0{2}([ T].*)?", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<word>jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?|oct(ober)?"
    r"|nov(ember)?|dec(ember)?)\.?"
)
_CLOCK = (
    r"([ T]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(:(?P<second>\d{2})(\.(?P<part>\d{1,9}))?)?"
    r"\s*(?P<half>[AP]M)?\s*(?P<zone>Z|[+-]\d{2}(:?\d{2})?)?)?"
)
_FORMS = tuple(
    re.compile(form + _CLOCK, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})",
        r"(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})",
        r"(?P<month>\d{1,2})(?P<mark>[-/])(?P<day>\d{1,2})(?P=mark)(?P<year>\d{4})",
        rf"{_MONTH} (?P<day>\d{{1,2}}),? (?P<year>\d{{4}})",
        rf"(?P<day>\d{{1,2}})[- ]{_MONTH}[- ](?P<year>\d{{4}})",
    )
)
_DOTTED = re.compile(r"(?P<one>\d{1,2})\.(?P<other>\d{1,2})\.(?P<year>\d{4})" + _CLOCK, re.IGNORECASE)
"""A point is no American mark: whether such a day has the month first, only a number above twelve tells."""
_YEAR = re.compile(r"\d{4}")
_YEAR_AND_MONTH = re.compile(r"(\d{4})-(\d{2})")
_DIGITS = re.compile(r"\d{8}")
_SHORT_YEAR = re.compile(rf"(\d{{1,2}}[-/. ](\d{{1,2}}|{_MONTH})[-/. ]\d{{2}})([ T].*)?", re.IGNORECASE)
_SERIALS = range(10_000, 100_000)
"""Days since 1899-12-30, as spreadsheets count them: from 1927 to 2173."""
_LEAST_EPOCH_MS = 10**11
_DEFAULT_DAYS = frozenset({"1900-01-01", "1970-01-01"})
_DAY_LETTERS = len("1970-01-01")
_NOON = 12


def parse_date(value: object) -> str | None:
    """Read a day, with its time and offset where the cell gives them.

    Parameters
    ----------
    value : object
        Text ("2023-06-30", "6/30/2023" with the month first, "20230630", "30-Jun-2023",
        "2026-03-14T15:09:26-05:00"), a date or a time. A midnight without an offset is a day.

    Returns
    -------
    str or None
        ISO 8601: "2023-06-30", with a time "2026-03-14T15:09:26-05:00"; a year alone, or a year
        and a month, stays as short as it is ("1987"), because nobody said which day. None where
        the cell holds nothing.

    Raises
    ------
    ValueError
        Where there is no such day, the year has two digits, month and day could change places
        (02.03.2024), the number counts days or milliseconds, or it is a day that programs write for
        none (1899-12-30, 0000-00-00).

    Examples
    --------
    >>> parse_date("6/30/2023"), parse_date(20230630), parse_date(" 1987 "), parse_date(None)
    ('2023-06-30', '2023-06-30', '1987', None)
    >>> parse_date("2026-03-14T15:09:26-05:00")
    '2026-03-14T15:09:26-05:00'
    >>> parse_date("6/30/23")
    Traceback (most recent call last):
    ValueError: '6/30/23' has a year of two digits; write all four
    """
    if is_missing(value):
        return None
    if isinstance(value, dt.datetime):
        return _in_words(value, value)
    if isinstance(value, dt.date):
        return _in_words(dt.datetime.combine(value, dt.time()), value)
    text = " ".join(str(value).split())
    if _VOID.fullmatch(text):
        raise _void(value)
    dotted = _DOTTED.fullmatch(text)
    if dotted:
        text = _undotted(dotted, value)
    for form in _FORMS:
        match = form.fullmatch(text)
        if match:
            return _in_words(_moment(match, value), value)
    if _YEAR.fullmatch(text) or _YEAR_AND_MONTH.fullmatch(text):
        return _in_part(text, value)
    if _SHORT_YEAR.fullmatch(text):
        msg = f"{shown(value)} has a year of two digits; write all four"
        raise ValueError(msg)
    return _from_number(value)


def _undotted(match: re.Match[str], value: object) -> str:
    """Return a dotted day with its month first between slashes."""
    one, other = int(match["one"]), int(match["other"])
    if one != other and max(one, other) <= len(_MONTHS):
        msg = f"{shown(value)} could be two days of the year; write it as year-month-day"
        raise ValueError(msg)
    month, day = (other, one) if one > len(_MONTHS) else (one, other)
    return f"{month}/{day}/{match['year']}{match.string[match.end('year') :]}"


def is_default(day: object) -> bool:
    """Say whether a day as read is the first of a calendar, which programs also write where there is none.

    >>> is_default("1900-01-01"), is_default("1970-01-01T00:00:00+00:00"), is_default("1970"), is_default(None)
    (True, True, False, False)
    """
    return isinstance(day, str) and day[:_DAY_LETTERS] in _DEFAULT_DAYS


def ends_before(end: object, start: object) -> bool:
    """Say whether one day as read comes before another; of a year or a month only what both tell counts.

    >>> ends_before("1990-05-01", "1998-01-02"), ends_before("1998", "1998-01-02"), ends_before(None, "1998")
    (True, False, False)
    """
    if not (isinstance(end, str) and isinstance(start, str)):
        return False
    shared = min(len(end), len(start), _DAY_LETTERS)
    return end[:shared] < start[:shared]


def _moment(match: re.Match[str], value: object) -> dt.datetime:
    found = match.groupdict()
    month = found.get("month") or str(_MONTHS.index(found["word"].lower()[:3]) + 1)
    if int(month) > len(_MONTHS) and int(found["day"]) <= len(_MONTHS) and not match.string.startswith(found["year"]):
        msg = f"{shown(value)} is no day with the month first; write it as year-month-day"
        raise ValueError(msg)
    hour = int(found["hour"] or 0)
    if found["half"]:
        if not 1 <= hour <= _NOON:
            raise _no_day(value)
        hour = hour % _NOON + (_NOON if found["half"].upper() == "PM" else 0)
    try:
        return dt.datetime(
            int(found["year"]),
            int(month),
            int(found["day"]),
            hour,
            int(found["minute"] or 0),
            int(found["second"] or 0),
            int((found["part"] or "0").ljust(6, "0")[:6]),
            tzinfo=_zone(found["zone"]),
        )
    except ValueError as error:
        raise _no_day(value) from error


def _zone(text: str | None) -> dt.timezone | None:
    if text is None:
        return None
    if text in {"Z", "z"}:
        return dt.UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return dt.timezone(-offset if text[0] == "-" else offset)


def _in_words(moment: dt.datetime, value: object) -> str:
    if moment.date() in _VOID_DAYS:
        raise _void(value)
    _check_year(moment.year, value)
    if moment.tzinfo is None and moment.time() == dt.time():
        return moment.date().isoformat()
    return moment.isoformat()


def _in_part(text: str, value: object) -> str:
    _check_year(int(text[:4]), value)
    if len(text) > len("2023") and not 1 <= int(text[5:]) <= len(_MONTHS):
        raise _no_day(value)
    return text


def _from_number(value: object) -> str:
    """Read 20230630 and 1987 stored as numbers; refuse counts of days and of milliseconds."""
    try:
        number = parse_number(value)
    except ValueError:
        number = None
    if number is None:
        raise _no_day(value)
    text = str(int(number)) if abs(number) < Decimal(10) ** 15 and number == number.to_integral_value() else ""
    if _DIGITS.fullmatch(text):
        try:
            day = dt.date(int(text[:4]), int(text[4:6]), int(text[6:]))
        except ValueError as error:
            raise _no_day(value) from error
        return _in_words(dt.datetime.combine(day, dt.time()), value)
    if _YEAR.fullmatch(text):
        return _in_part(text, value)
    if int(number) in _SERIALS:
        day = dt.date(1899, 12, 30) + dt.timedelta(days=int(number))
        msg = f"{shown(value)} is a spreadsheet's count of days, here perhaps {day}; save the column as dates"
        raise ValueError(msg)
    if abs(number) >= _LEAST_EPOCH_MS:
        msg = f"{shown(value)} is a count of milliseconds, not a day; save the column as dates"
        raise ValueError(msg)
    raise _no_day(value)


def _check_year(year: int, value: object) -> None:
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise _no_day(value)


def _no_day(value: object) -> ValueError:
    return ValueError(f"{shown(value)} is no day of the calendar")


def _void(value: object) -> ValueError:
    return ValueError(f"{shown(value)} is what programs write where there is no day")
