"""Which days has the yearly cycle of utility arrears, and what is its penalty: Wis. Stat. 66.0809(3)(a)-(b)?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from gis.calendar.counting import rolled
from gis.calendar.years import FIRST_YEAR, LAST_YEAR
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.rules.rounding import cents_half_up

ArrearsReading: TypeAlias = Literal["rolled", "calendar_day"]

SERVICE_BEFORE = "utility_service_before_october_day"
NOTICE = "utility_arrears_notice_october_day"
PENALTY_AFTER = "utility_arrears_penalty_after_november_day"
PAY_BY = "utility_arrears_pay_by_november_day"
CERTIFY = "utility_arrears_certify_november_day"
PENALTY = "utility_arrears_penalty_percent"
CYCLE_VALUES = (SERVICE_BEFORE, NOTICE, PENALTY_AFTER, PAY_BY, CERTIFY, PENALTY)

_OCTOBER, _NOVEMBER = 10, 11
_PERCENT = 100
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class LastDays:
    """The two days by which to pay, both inclusive."""

    without_penalty: dt.date
    pay: dt.date
    """Later payments come after the certified list."""


@dataclass(frozen=True, slots=True)
class ArrearsCycle:
    """The days of one year's cycle."""

    begins: dt.date
    """Service furnished before this day was of the cycle of the year before, or of an earlier one."""
    service_before: dt.date
    """Service furnished before this day is of the cycle."""
    notice_on: dt.date
    certify_on: dt.date
    """Day of the certified list; it never moves."""
    rolled: LastDays
    """Moved off Sundays and legal holidays."""
    calendar_day: LastDays
    """As the statute names them."""

    def is_alike(self, day: dt.date | None) -> bool:
        """Return whether a payment of a day stands alike in both readings, as it does but near a closed last day."""
        if day is None:
            return True
        rolled, plain = self.rolled, self.calendar_day
        return (day <= rolled.without_penalty, day > rolled.pay) == (day <= plain.without_penalty, day > plain.pay)

    def last_days(self, reading: ArrearsReading) -> LastDays:
        """Return the two last days of a reading."""
        return self.rolled if reading == "rolled" else self.calendar_day


@dataclass(frozen=True, slots=True)
class Owing:
    """What stands against a lot or parcel on a day. Dollars, whole cents where the arrears are."""

    amount: Fraction
    """Arrears with the penalty."""
    penalty: Fraction
    certified: bool
    """Whether it stands on the certified list."""


def arrears_cycle(year: int, parameters: Parameters, holidays: Collection[dt.date] | None = None) -> ArrearsCycle:
    """Return the days of the cycle of a year.

    Parameters
    ----------
    year
        Calendar year.
    parameters
        The law on a day of the cycle.
    holidays
        Days on which a legal holiday is kept; null takes Wisconsin's.

    Raises
    ------
    FactsInvalid
        Nobody can mean the year.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0809(3)(a)-(b); moved as in 990.001(4). In 2026 both last days are Sundays, and the Monday after the
    second is the day of the certified list.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> cycle = arrears_cycle(2026, load_law().newest())
    >>> cycle.rolled.without_penalty.isoformat(), cycle.rolled.pay.isoformat(), cycle.certify_on.isoformat()
    ('2026-11-02', '2026-11-16', '2026-11-16')
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise FactsInvalid(
            what=f"{year} is no year of a cycle.",
            where="facts.year",
            why=f"Years lie between {FIRST_YEAR} and {LAST_YEAR}; 26 does not say which century.",
            next="Write the year with four digits.",
        )
    plain = LastDays(
        dt.date(year, _NOVEMBER, parameters.whole(PENALTY_AFTER)), dt.date(year, _NOVEMBER, parameters.whole(PAY_BY))
    )
    return ArrearsCycle(
        begins=dt.date(year - 1, _OCTOBER, parameters.whole(SERVICE_BEFORE)),
        service_before=dt.date(year, _OCTOBER, parameters.whole(SERVICE_BEFORE)),
        notice_on=dt.date(year, _OCTOBER, parameters.whole(NOTICE)),
        certify_on=dt.date(year, _NOVEMBER, parameters.whole(CERTIFY)),
        rolled=LastDays(rolled(plain.without_penalty, holidays), rolled(plain.pay, holidays)),
        calendar_day=plain,
    )


def penalty_of(arrears: Fraction, parameters: Parameters) -> Fraction:
    """Return the penalty on arrears that include the penalties of the utility itself, half up to the cent.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> penalty_of(Fraction("0.05"), load_law().newest())
    Fraction(1, 100)
    """
    return cents_half_up(arrears * parameters.number(PENALTY) / _PERCENT)


def owing_on(arrears: Fraction, day: dt.date, last: LastDays, parameters: Parameters) -> Owing:
    """Return what is owing, or paid, on a day of arrears that are of the cycle and unpaid until then.

    Parameters
    ----------
    arrears
        Dollars in arrears at the notice, not negative.
    day
        Day of the payment, or day asked about.
    last
        The last days of one reading, from `arrears_cycle`.
    parameters
        The law on a day of the cycle.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> law = load_law().newest()
    >>> last = arrears_cycle(2026, law).calendar_day
    >>> owing_on(Fraction(480), dt.date(2026, 11, 2), last, law)
    Owing(amount=Fraction(528, 1), penalty=Fraction(48, 1), certified=False)
    """
    penalty = _NOTHING if day <= last.without_penalty else penalty_of(arrears, parameters)
    return Owing(arrears + penalty, penalty, certified=day > last.pay)
