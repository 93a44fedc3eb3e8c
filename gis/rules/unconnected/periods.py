"""How long is the period for which a charge is billed?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gis.model.ordinance import Period

MONTHS_IN: Mapping[Period, int] = MappingProxyType({"monthly": 1, "quarterly": 3, "annual": 12})
PERIOD_WORDS: Mapping[Period, str] = MappingProxyType({"monthly": "month", "quarterly": "quarter", "annual": "year"})
