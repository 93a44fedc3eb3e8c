"""Which numbers are exact: typed decimals, fractions and money, read and written without binary rounding."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

CENT = Decimal("0.01")
_MOST_DIGITS = 100
"""Nothing measured or paid has more; as a fraction, 1e999999999 would fill the memory."""


def to_fraction(value: Any) -> Any:
    """Read a JSON number, decimal string, Decimal or Fraction as an exact fraction.

    A float is read by its shortest decimal text, so 0.8 is four fifths.

    >>> to_fraction(0.8), to_fraction("0.80")
    (Fraction(4, 5), Fraction(4, 5))
    """
    if isinstance(value, bool) or value is None:
        msg = "a number is needed"
        raise ValueError(msg)
    if isinstance(value, Fraction):
        return value
    try:
        decimal = Decimal(str(value).strip())
    except InvalidOperation as error:
        msg = "what stands there is not a number"  # the text itself may be anything, a name too
        raise ValueError(msg) from error
    if not decimal.is_finite():
        msg = "what stands there is not a finite number"
        raise ValueError(msg)
    if abs(decimal.adjusted()) > _MOST_DIGITS:
        msg = f"what stands there has more than {_MOST_DIGITS} digits before or after the point"
        raise ValueError(msg)
    return Fraction(decimal)


def money(amount: Fraction) -> str:
    """Write an amount as a decimal string with two places, rounded half up (half away from zero).

    >>> money(Fraction(14_000_000, 95) * 100)
    '14736842.11'
    """
    cents = (200 * abs(amount.numerator) + amount.denominator) // (2 * amount.denominator)
    return f"{'-' if amount < 0 and cents else ''}{cents // 100}.{cents % 100:02}"


def number(value: Fraction) -> int | float:
    """Return an exact number as JSON writes it: an integer where it is one, else the nearest float."""
    return value.numerator if value.denominator == 1 else float(value)


def number_or_null(value: Fraction | None) -> int | float | None:
    """Return `number`, or null for what is not known."""
    return None if value is None else number(value)


Exact = Annotated[
    Fraction,
    BeforeValidator(to_fraction),
    PlainSerializer(number, return_type=int | float),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"type": "string"}]}),
]
Money = Annotated[
    Fraction,
    BeforeValidator(to_fraction),
    PlainSerializer(money, return_type=str),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "number"}]}),
]
