"""What would it cost one parcel to connect, to be developed, divided or billed: the objects that ask and answer?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.finding import Finding, State

Event = Literal["connect", "develop", "divide", "bill"]
"""What happens to the parcel."""
HowOften = Literal["once", "month", "quarter", "year"]
Quarter = Literal["march", "june", "september", "december"]
"""Quarter of a year by the month in which it ends."""


@dataclass(frozen=True, slots=True)
class ChargesStated:
    """What a person states of the building, the lots and the bill; it goes before register and map. Null is unknown."""

    __pydantic_config__ = STRICT

    permit_date: dt.date | None = None
    """Day of the building permit; the day asked about where nobody states one."""
    new_building: bool | None = None
    """Whether the building is new, so that impact fees follow."""
    replaces_same: bool | None = None
    """Whether it only replaces a building of the same size and use, with no additional or larger connection."""
    recs: Exact | None = None
    """Residential equivalent connections of the building."""
    use: str | None = None
    """Use by Appendix A, such as restaurant; with its quantity it gives the connections."""
    quantity: int | None = None
    dwellings: Mapping[str, int] = field(default_factory=dict)
    """New dwellings by kind: studio, one_bedroom, two_bedroom, three_bedroom, single_family, duplex."""
    commercial_sqft: Exact | None = None
    """New usable building area, commercial or industrial, square feet."""
    acres: Mapping[str, Exact] = field(default_factory=dict)
    """Land by use: commercial, industrial, public."""
    before: Mapping[str, Exact] = field(default_factory=dict)
    """What stands there now, by the same kinds and uses: fees follow the net increase."""
    lots: int | None = None
    """Lots developed, or that the parcel is divided into."""
    existing_lots: int | None = None
    quarter: Quarter | None = None
    """Quarter billed; that of the day asked about where nobody states one."""
    volume_kgal: Exact | None = None
    """Water used in the quarter, thousands of gallons."""
    june_volume_kgal: Exact | None = None
    """Water used in the quarter that ended on June 30."""
    issued: dt.date | None = None
    """Day of the statement."""
    paid: dt.date | None = None
    """Day of the payment; null with `issued` is unpaid on the day asked about."""


@dataclass(frozen=True, slots=True)
class ChargeMissing:
    """What nobody states, and where it can be stated."""

    __pydantic_config__ = STRICT

    fact: str
    where: str
    """Option, kind of the register, figure of the ordinance file, or layer."""


@dataclass(frozen=True, slots=True)
class ChargeReading:
    """What another honest reading of the text would charge."""

    __pydantic_config__ = STRICT

    name: str
    says: str
    amount: Money | None


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge."""

    __pydantic_config__ = STRICT

    name: str
    by: str
    """Who charges it."""
    amount: Money | None
    """Dollars; null while it is open, never zero for what is not known."""
    how_often: HowOften
    due: str
    """When it is to be paid, in words."""
    state: State
    citation: str
    says: tuple[str, ...]
    """The arithmetic in sentences."""
    readings: tuple[ChargeReading, ...] = ()
    missing: tuple[ChargeMissing, ...] = ()
    finding: Finding | None = None
    """What the rule says; null for a fee that an ordinance file states and no rule works out."""
    beside: tuple[Finding, ...] = ()
    """Findings that it builds on, such as the number of units."""

    @property
    def because(self) -> tuple[str, ...]:
        """The sentence of the rule and those after it; all sentences where no rule works the charge out."""
        if self.finding is None or self.finding.because not in self.says:
            return self.says
        return self.says[self.says.index(self.finding.because) :]


@dataclass(frozen=True, slots=True)
class ChargeSum:
    """What is known of the charges of one period together."""

    __pydantic_config__ = STRICT

    how_often: HowOften
    known: Money | None
    """Sum of the amounts known; null where none is."""
    charges: int
    """How many amounts are in the sum."""
    open: tuple[str, ...]
    """Names of the charges of the period whose amount is open, and not in the sum."""


@dataclass(frozen=True, slots=True)
class ChargesUnder:
    """What one ordinance charges the parcel."""

    __pydantic_config__ = STRICT

    ordinance: str
    ordinance_title: str
    place: str | None
    governs: bool | None
    """Whether it governs the land; null where the layers do not tell."""
    governs_says: str
    charges: tuple[Charge, ...]
    sums: tuple[ChargeSum, ...]
    """By period, once first; only periods of which there are charges."""
    missing: tuple[ChargeMissing, ...]
    """What is missing for the amounts that are open, each once."""
    each_quarter: Money | None = None
    """What is known of a quarter's bills together: three months, the quarter, and a fourth of the year."""
    each_quarter_says: str = ""
    if_connected: bool = False
    """Whether sewer use is charged here that falls due only if the premises are connected, which nobody states."""
    not_due: tuple[Charge, ...] = ()
    """Charges that were looked at and do not fall due."""
    notes: tuple[str, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    parameters_hash: str = ""
    """Of the law with the ordinance's own values."""

    @property
    def mixes_periods(self) -> bool:
        """Whether a quarter's bills hold more than its own charges: what is charged by the month or the year."""
        return any(each.known is not None and each.how_often in {"month", "year"} for each in self.sums)


@dataclass(frozen=True, slots=True)
class ParcelCharges:
    """What one parcel is charged on an event, under every ordinance that governs it; ordinances are never summed."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    event: Event
    parcel_id: str
    county: str | None
    municipality: str | None
    """As the tax roll has it."""
    site_address: str | None
    acres: Exact | None
    """Of the ground that the map draws."""
    places: tuple[str, ...]
    """Municipality and sanitary districts in which the land lies, by their limits."""
    stated: ChargesStated
    under: tuple[ChargesUnder, ...]
    conflict: str | None
    """Sentence where several bodies, districts or municipalities, charge the same land for sewer, so that a person must
    say which."""
    says: tuple[str, ...]
    """What to do where no ordinance governs, and what else bears on the question."""
    editions: Mapping[str, str]
    register_hash: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParcelLevy:
    """What a parcel bears of a district's levy."""

    __pydantic_config__ = STRICT

    levy: Money
    district_value: Money | None
    """Equalized value of all taxable property inside."""
    parcel_value: Money | None
    """Equalized value of what the parcel has inside."""
    share: Exact | None
    amount: Money | None
    """Share times levy, half up; null where a value is not known."""
    citation: str
    says: tuple[str, ...]
    missing: tuple[ChargeMissing, ...] = ()


@dataclass(frozen=True, slots=True)
class ChargesCompared:
    """One parcel before a proposed district takes it in, and after."""

    __pydantic_config__ = STRICT

    townline: str
    date: dt.date
    event: Event
    chosen: str
    """How the parcel was chosen, in a sentence."""
    before: ParcelCharges
    after: ParcelCharges
    levy_before: Money | None
    levy_after: ParcelLevy | None
    """Null where no levy is stated."""
    differences: tuple[ChargeDifference, ...]
    boundary_hash: str
    notes: tuple[str, ...]
    year: ChargeDifference | None = None
    """Twelve months, four quarters like the one asked about, charges of the year and the levy together;
    null where no bill is asked about."""


@dataclass(frozen=True, slots=True)
class ChargeDifference:
    """What is known of one period before and after."""

    __pydantic_config__ = STRICT

    how_often: HowOften
    before: Money | None
    """Null where nothing is charged on file, or no amount is known."""
    after: Money | None
    more: Money | None
    """After less before, of what is known; null where one side has charges and none of their amounts is known."""
    open: tuple[str, ...] = ()
    """Charges of either side that are open and not counted."""
