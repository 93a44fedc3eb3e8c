"""Which days are closed to an act that is due: what every rule with a deadline may be told (FACTS.md 1.4)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from gis.model.config import STRICT

# Described by Field: pydantic reads the docstrings of a class's own attributes, not of inherited ones.
HolidayList = Annotated[
    tuple[dt.date, ...] | None,
    Field(description="Days on which a legal holiday is kept; empty means none, null takes those of Wisconsin."),
]
SaturdayHours = Annotated[
    bool | None,
    Field(
        description="Whether the office that receives the filing or payment keeps Saturday hours; only false moves a "
        "Saturday."
    ),
]
AskedOn = Annotated[dt.date | None, Field(description="Day on which the question is asked.")]


@dataclass(frozen=True, slots=True)
class Holidays:
    """Facts of every rule that counts days."""

    __pydantic_config__ = STRICT

    holidays: HolidayList = None


@dataclass(frozen=True, slots=True)
class ClosedDays(Holidays):
    """Facts of every rule that counts days forward to a deadline."""

    __pydantic_config__ = STRICT

    office_open_saturday: SaturdayHours = None
    as_of: AskedOn = None
