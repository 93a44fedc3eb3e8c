"""Which debts of a utility go to the tax roll: each account judged, and the certified list of November?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Money
from gis.model.finding import State

ListReading = Literal["rolled", "calendar_day"]
"""Whether a last day to pay that is a Sunday or legal holiday allows the next open day."""
Standing = Literal["certified", "open", "paid", "later_cycle", "nothing_owed"]
"""On the certified list; owing and still to be paid in time; paid in time; of a later cycle; nothing in arrears."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a utility says of one account."""

    __pydantic_config__ = STRICT

    account: str
    """Number by which the utility knows it; each stands once for a service date."""
    parcel_id: str
    """Lot or parcel to which the service was furnished, as the layer of parcels has it."""
    service_date: dt.date
    """Last day of the service in arrears."""
    arrears: Money
    """In arrears at the notice of October, penalties under the rules of the utility included, dollars."""
    paid: dt.date | None = None
    """Day of the payment in full of what was then due; null where none was made."""
    county: str | None = None
    """Tells parcels of one number apart; null where the number is of one county."""


@dataclass(frozen=True, slots=True)
class AccountReading:
    """What one reading of the last days makes of an account."""

    __pydantic_config__ = STRICT

    standing: Standing
    penalty: Money
    total: Money
    """Arrears with the penalty: paid, or owing on the day asked about."""


@dataclass(frozen=True, slots=True)
class AccountArrears:
    """One account, judged by UT-04."""

    __pydantic_config__ = STRICT

    row: int
    """Line of the file, or place in the list that was sent, from 1."""
    account: str
    parcel_id: str
    county: str | None
    service_date: dt.date
    arrears: Money
    paid: dt.date | None
    """As known on the day asked about: null also where the payment came after it."""
    state: State
    standing: Standing
    penalty: Money
    total: Money
    readings: Mapping[ListReading, AccountReading]
    because: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CertifiedLot:
    """One lot or parcel of the list, with all its accounts."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    description: str
    """The land in words, from the layers: not the description of a deed."""
    accounts: tuple[str, ...]
    arrears: Money
    penalty: Money
    total: Money


@dataclass(frozen=True, slots=True)
class CertifiedList:
    """The lots and parcels that are certified under one reading, by county and number, and their sums."""

    __pydantic_config__ = STRICT

    reading: ListReading
    without_penalty_by: dt.date
    pay_by: dt.date
    """Last day to pay with the penalty."""
    lots: tuple[CertifiedLot, ...]
    arrears: Money
    penalty: Money
    total: Money


@dataclass(frozen=True, slots=True)
class StandingCount:
    """How many accounts have a standing under the first reading, and what is theirs together."""

    __pydantic_config__ = STRICT

    standing: Standing
    count: int
    total: Money
    """Paid or owing, with penalties."""


@dataclass(frozen=True, slots=True)
class Arrears:
    """The arrears of one year's cycle on a day."""

    __pydantic_config__ = STRICT

    townline: str
    year: int
    as_of: dt.date
    rule: str
    rule_version: str
    citation: str
    notice_on: dt.date
    certify_on: dt.date
    lists: tuple[CertifiedList, ...]
    """Of each reading one; first that by which the accounts are told."""
    counts: tuple[StandingCount, ...]
    accounts: tuple[AccountArrears, ...]
    """In the order of the file."""
    parameters_hash: str
    editions: Mapping[str, str]
    notes: tuple[str, ...]
