"""What may be stated of land with a private on-site wastewater treatment system (TSD-19, TSD-20)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from gis.model.config import STRICT
from gis.model.exact import Exact, Money


@dataclass(frozen=True, slots=True)
class RetroactiveInclusionFacts:
    """Facts of TSD-19, Wis. Stat. 60.726(1)."""

    __pydantic_config__ = STRICT

    excluded_under_former_law: bool | None = None
    """Whether the property was excluded under former 60.725."""
    as_of: dt.date | None = None
    """Day asked about."""


@dataclass(frozen=True, slots=True)
class SystemCreditFacts:
    """Facts of TSD-20, Wis. Stat. 60.726(2)."""

    __pydantic_config__ = STRICT

    installed: dt.date | None = None
    district_created: dt.date | None = None
    """Day on which the district that encompasses the land came into existence."""
    code_conforming: bool | None = None
    """Whether the system conforms with the state plumbing code."""
    cost_information_given: bool | None = True
    """Whether the owner gave the cost information that the district asked for."""
    system_cost: Money | None = None
    grants: Money | None = Fraction(0)
    """Grants or aids that the owner received for building the system."""
    years_in_operation: Exact | None = None
    """Years in operation when the charge is issued; where null, the two days below tell them."""
    in_operation_since: dt.date | None = None
    charge_issued: dt.date | None = None
    """Day on which the assessment, charge or tax is issued."""
    levy_to_build_system: bool | None = True
    """Whether the charge is to construct a sewage service system."""
