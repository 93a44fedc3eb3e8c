"""Which connections were made in a period, of what size and for which users: what the regional commission asks for?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact

UserKind = Literal["residential", "commercial", "industrial", "institutional", "other"]


@dataclass(frozen=True, slots=True)
class ConnectionRecord:
    """One connection, told by its parcel; who applied for it is never said."""

    __pydantic_config__ = STRICT

    parcel_id: str
    """As the register names it, with its county where it does."""
    day: dt.date
    size_in: Exact | None
    """Inside diameter of the building sewer, inches; null where it is not known."""
    user: UserKind | None
    """Nature of the user; null where it is not known."""
    flow_gpd: Exact | None
    """Added flow, gallons a day; null where it is not known."""
    doubts: tuple[str, ...] = ()
    """Why something is not known, a sentence each."""


@dataclass(frozen=True, slots=True)
class SizeCount:
    """How many connections have a size."""

    __pydantic_config__ = STRICT

    size_in: Exact | None
    """Null for those whose size is not known."""
    count: int


@dataclass(frozen=True, slots=True)
class UserCount:
    """How many connections are of a kind of user."""

    __pydantic_config__ = STRICT

    user: UserKind | None
    """Null for those whose user is not known."""
    count: int


@dataclass(frozen=True, slots=True)
class ConnectionRecords:
    """The connections of a period, counted by size and by nature of the user."""

    __pydantic_config__ = STRICT

    since: dt.date
    until: dt.date
    """Last day of the period."""
    count: int
    by_size: tuple[SizeCount, ...]
    """Smallest first, those of unknown size last; each connection in one of them."""
    by_user: tuple[UserCount, ...]
    """In the order of the list of users, those not known last; each connection in one of them."""
    flow_gpd: Exact
    """Sum of the flows that are known."""
    flow_unknown: int
    """Connections whose flow is not known."""
    connections: tuple[ConnectionRecord, ...]
    """By day, then by parcel."""
    register_hash: str
