"""How is a district's levy divided between its towns, and how did the towns' shares change: the objects that say it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.finding import Conflict, Finding, ParameterUse
from gis.model.report import BoundaryRecord


@dataclass(frozen=True, slots=True)
class TownLevy:
    """What one town collects of a levy."""

    __pydantic_config__ = STRICT

    town: str
    equalized_value: Money | None
    """Of taxable property inside, rounded to the cent for print; the division is by the exact value."""
    share: Exact | None
    levy: Money | None


@dataclass(frozen=True, slots=True)
class LevySplit:
    """A levy divided between the towns of a district by the equalized value of each inside."""

    __pydantic_config__ = STRICT

    date: dt.date
    amount: Money
    citation: str
    towns: tuple[TownLevy, ...]
    is_settled: bool
    because: str
    boundary: BoundaryRecord
    editions: dict[str, str]
    parameters: tuple[ParameterUse, ...]
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollYearValues:
    """The towns' equalized values inside by the rolls of one year."""

    __pydantic_config__ = STRICT

    roll_year: int
    parcels_edition: str
    vintage: dt.date
    towns: tuple[TownValue, ...]
    leader: str | None
    """The town with the largest value; null where a value is not known, or two are equal."""


@dataclass(frozen=True, slots=True)
class TownValue:
    """What one town has inside by one roll."""

    __pydantic_config__ = STRICT

    town: str
    equalized_value: Money | None
    share: Exact | None


@dataclass(frozen=True, slots=True)
class SharesOverTime:
    """How the towns' shares of a district's value changed, and what the law says of it (60.74(2))."""

    __pydantic_config__ = STRICT

    date: dt.date
    boundary: BoundaryRecord
    years: tuple[RollYearValues, ...]
    finding: Finding
    """TSD-24: whether another town's board may now replace the commissioners."""
    notes: tuple[str, ...] = ()
