"""What would mend a finding: what to do, with which land, which owners, which facts, and until when?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.model.finding import State

Way = Literal["leave_out", "sign", "act", "give_facts", "look", "too_late"]
"""Leave land out; gather signatures; do something, in time where a day is set; give facts that nobody has given yet; a
person must look, because no act settles it; it can no longer be mended, and what then."""


@dataclass(frozen=True, slots=True)
class ParcelConcerned:
    """A parcel that a mend is about."""

    __pydantic_config__ = STRICT

    parcel_id: str
    place: str | None = None
    """The town, village, city or other district in which the land concerned lies."""
    land_sqft: Exact | None = None
    """Its land concerned, square feet; null where nothing of it is measured."""
    is_whole: bool | None = None
    """Whether that is the whole parcel."""


@dataclass(frozen=True, slots=True)
class BoundaryLeft:
    """The boundary that results where land is left out, and what the rule says of it."""

    __pydantic_config__ = STRICT

    geojson: dict[str, JsonValue]
    """Longitude and latitude (RFC 7946); it can be judged as it is."""
    area_acres: Exact
    left_out_acres: Exact
    state: State
    """The rule judged again on this boundary."""


@dataclass(frozen=True, slots=True)
class FactToGive:
    """A fact that somebody has to establish, and where it can be entered."""

    __pydantic_config__ = STRICT

    name: str
    """As the schema of the rule's facts has it."""
    says: str
    unit: str
    register: tuple[str, ...]
    """Kinds of entry in the register that give it; any one does."""
    petition: tuple[str, ...]
    """Columns of the petition file that give it."""
    proposal: str
    """Where it stands among the facts of a proposal file: the rule, a point, and the name."""


@dataclass(frozen=True, slots=True)
class Mend:
    """One way to mend one finding; where a finding has several, any one of them does unless it says otherwise."""

    __pydantic_config__ = STRICT

    rule: str
    way: Way
    says: str
    """What to do, for a lay reader, with the numbers and days in it; no person is named."""
    by: dt.date | None = None
    """Last day on which it can be done; null where the law sets none, or it is not known."""
    not_before: dt.date | None = None
    """First day on which it can be done."""
    parcels: tuple[ParcelConcerned, ...] = ()
    """By parcel id."""
    boundary: BoundaryLeft | None = None
    owners: tuple[str, ...] = ()
    """Owners of record by key ("owner 812"), whose signatures together complete the count."""
    count: int | None = None
    """How many more persons or signatures are needed."""
    items: tuple[str, ...] = ()
    """Parts of the petition to complete."""
    counties: tuple[str, ...] = ()
    """Counties in which the order is still to be recorded."""
    facts: tuple[FactToGive, ...] = ()
