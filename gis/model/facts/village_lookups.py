"""What may be stated of a discharge to the village's sewers, and of a day for sprinkling (MUK-25, MUK-26)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact


@dataclass(frozen=True, slots=True)
class DischargeFacts:
    """Facts of MUK-25, Village of Mukwonago Code ch. 86, prohibited discharges, permit, industrial user."""

    __pydantic_config__ = STRICT

    ph: Exact | None = None
    grease_mg_l: Exact | None = None
    """Free or emulsified oil and grease, average."""
    average_gpd: Exact | None = None
    """Average flow."""


@dataclass(frozen=True, slots=True)
class SprinklingFacts:
    """Facts of MUK-26, Village of Mukwonago Code ch. 86, water rationing (1)-(2)."""

    __pydantic_config__ = STRICT

    house_number: int | None = None
    """Number of the address."""
    date: dt.date | None = None
    stage: Literal[1, 2] | None = 1
    """Stage of water rationing in effect."""
