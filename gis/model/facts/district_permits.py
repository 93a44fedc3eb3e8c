"""What may be stated of permits and applications in the Koshkonong district (CKSD-11, CKSD-13)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT


@dataclass(frozen=True, slots=True)
class PermitLifeFacts:
    """Facts of CKSD-11, CKSD Sewer Use Ordinance ch. V(1)(a)."""

    __pydantic_config__ = STRICT

    issued: dt.date | None = None
    construction_started: dt.date | Literal["not_started"] | None = None
    as_of: dt.date | None = None
    """Day asked about."""


@dataclass(frozen=True, slots=True)
class ExtensionItems:
    """Which items accompany the application; null where nobody has looked."""

    __pydantic_config__ = STRICT

    preliminary_plat: bool | None = None
    contour_map_2ft: bool | None = None
    legal_description: bool | None = None
    owners_list: bool | None = None
    electronic_survey: bool | None = None


@dataclass(frozen=True, slots=True)
class ExtensionApplicationFacts:
    """Facts of CKSD-13, CKSD Sewer Use Ordinance ch. VIII(2)."""

    __pydantic_config__ = STRICT

    items: ExtensionItems | None = None
