"""What is the special assessment of a project: cost, parcels with their shares, days, liens, and what reopens it?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact, Money
from gis.model.facts.assessment import Basis, LevyingBody, Purpose
from gis.model.finding import Finding, State

Standing = Literal["assessed", "exempt", "partly_exempt", "capped", "open"]
"""Whether a parcel pays in full, not at all, for its part that is not exempt, up to the cap of 66.0721(3)(a), or waits
for evidence."""
Carries = Literal["others", "body"]
"""Who carries what exempt and capped land would have paid."""
Became = Literal["divided", "use_stopped", "same", "gone"]


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of a project's cost, or one grant."""

    __pydantic_config__ = STRICT

    what: str
    dollars: Money


@dataclass(frozen=True, slots=True)
class ProjectCost:
    """What a project costs, and what of it is spread."""

    __pydantic_config__ = STRICT

    costs: tuple[CostLine, ...]
    grants: tuple[CostLine, ...]
    total: Money
    granted: Money
    net: Money
    """What is spread: the costs less the grants."""


@dataclass(frozen=True, slots=True)
class BasisPart:
    """The part of the net cost that one basis spreads."""

    __pydantic_config__ = STRICT

    basis: Basis
    portion: Exact
    amount: Money
    weight: Exact
    """Feet, square feet or units that pay."""
    rate: Exact | None
    """Dollars a foot, square foot or unit, not rounded; null where nothing pays."""
    weight_unexempt: Exact
    """What would have paid had nobody been exempt."""
    rate_unexempt: Exact | None


@dataclass(frozen=True, slots=True)
class PartShare:
    """What one parcel pays on one basis."""

    __pydantic_config__ = STRICT

    basis: Basis
    full: Exact
    """Feet, square feet or units of the parcel."""
    paying: Exact
    """What of them counts."""
    cap: Exact | None
    """Where the cap is reached; null where nothing is capped."""
    rate: Exact | None
    """Dollars a foot, square foot or unit, not rounded; null where nobody is left to pay."""
    amount: Money
    unexempt: Money
    """What it would have been had nobody been exempt."""


@dataclass(frozen=True, slots=True)
class Front:
    """What a parcel has along one street of the project."""

    __pydantic_config__ = STRICT

    street: str
    length_ft: Exact
    source: str
    """What the street was told from: a record, a gap between parcels, a centre line; or the project file."""
    is_certain: bool


@dataclass(frozen=True, slots=True)
class AssessedParcel:
    """One parcel of the roll."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    municipality: str | None
    site_address: str | None
    """Address of the land, not of an owner."""
    standing: Standing
    why: str
    frontage_ft: Exact | None
    fronts: tuple[Front, ...]
    area_sqft: Exact | None
    units: Exact | None
    parts: tuple[PartShare, ...]
    amount: Money
    """What it pays; where evidence is wanting, of this parcel or another, with all such parcels assessed."""
    amount_if_exempt: Money | None
    """What it pays with all such parcels exempt; null where no parcel of the project is open."""
    unexempt_amount: Money
    """What it would have paid had nobody been exempt."""
    eligible_amount: Money
    """What of `unexempt_amount` its farmland or camp would have borne; of an open parcel, if it is exempt. No later
    levy under 66.0721(3)(b) or (c) is above it."""
    levied_for_structure: Money
    """What of `amount` is levied on that land for a connected structure, under 66.0721(3)(a)."""
    shift: Money
    """What exemptions change for it: `amount` less `unexempt_amount`."""
    interest: Money | None
    """Interest because its structure was connected after the first levy (SA-03), not part of the cost; null where it
    is not asked about, or not known."""
    arithmetic: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()
    amount_if_cap_unexempt: Money | None = None
    """What it pays where the cap of 66.0721(3)(a) is a square acre at the rate had nobody been exempt, in place of the
    rate of this roll; null where no parcel of the project is capped."""
    amount_if_both: Money | None = None
    """What it pays with both: all open parcels exempt, and the cap at the rate had nobody been exempt; null where no
    parcel is open, or none is capped then."""

    @property
    def said(self) -> tuple[Finding, ...]:
        """Its findings, without those that say what one before says: of each basis, that the same is not known."""
        return tuple({(each.rule, each.because): each for each in reversed(self.findings)}.values())[::-1]

    @property
    def name(self) -> str:
        """Number of the parcel, with its county where that is known."""
        return self.parcel_id if self.county is None else f"{self.parcel_id}, {self.county}"


@dataclass(frozen=True, slots=True)
class AssessmentSums:
    """What a roll adds up to."""

    __pydantic_config__ = STRICT

    parcels: int
    standing: dict[str, int]
    """How many parcels stand in each way."""
    net_cost: Money
    assessed: Money
    """What all parcels pay; with `body` it is the net cost."""
    body: Money
    """What is left for the levying body."""
    exempt_would_pay: Money
    """What exempt land, and land above a cap, would pay more had nobody been exempt."""
    shifted: Money
    """What of that other parcels pay."""
    open_parcels: int
    open_amount: Money
    """What open parcels pay if they are assessed."""
    assessed_if_exempt: Money | None
    """What all parcels pay if the open ones are exempt; null where none is open."""
    body_if_exempt: Money | None
    assessed_if_cap_unexempt: Money | None = None
    """What all parcels pay by the other reading of the cap; null where none is capped."""
    body_if_cap_unexempt: Money | None = None
    assessed_if_both: Money | None = None
    """What all parcels pay by the other reading of the cap if the open ones are exempt; null where no parcel is open,
    or none is capped then."""
    body_if_both: Money | None = None


@dataclass(frozen=True, slots=True)
class AssessmentDay:
    """One day of the proceeding, and what it hangs on."""

    __pydantic_config__ = STRICT

    step: str
    what: str
    first: dt.date | None
    """First day that will do; null where only the last one is bounded."""
    last: dt.date | None
    """Last day by the calendar; null where what it is counted from is not known."""
    rolled: dt.date | None
    """That day moved off a Sunday or legal holiday, where the law moves it."""
    plan_by: dt.date | None
    citation: str
    verify: str = ""
    """What must be checked, because the text is not on file."""
    done: dt.date | None = None
    in_time: bool | None = None
    note: str = ""
    doubts: tuple[str, ...] = ()
    """What of the stated day a person must look at, in sentences."""


@dataclass(frozen=True, slots=True)
class LienLand:
    """One parcel of the list of liens."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    description: str
    """The land in words, from the layers: not the description of a deed."""
    status: str
    """What the notice must say of it: the exemption, or the assessment of a connected structure."""
    potential_assessment: Money | None
    """What would be levied on its farmland or camp had that not been exempt; null where it is not on the roll."""
    recorded: dt.date | Literal["never"] | None
    state: State
    """pass where its lien is recorded in time and describes the exemption, fail where (b) and (c) are lost on it."""
    remark: str
    """What is known of its lien, in a clause."""


@dataclass(frozen=True, slots=True)
class LienList:
    """Which liens must be recorded, and by when (SA-06)."""

    __pydantic_config__ = STRICT

    finding: Finding
    """Of the parcel that stands worst: one lien that is lost, or not known, is not made good by the others."""
    must_say: str
    land: tuple[LienLand, ...]
    eligibility_unknown: tuple[str, ...]
    unknown_land: tuple[LienLand, ...] = ()
    """The land of `eligibility_unknown`: a lien is owed there if it is eligible."""


@dataclass(frozen=True, slots=True)
class ChildParcel:
    """A parcel that a division made."""

    __pydantic_config__ = STRICT

    parcel_id: str
    area_sqft: Exact
    """Land of the divided parcel in it."""
    added_sqft: Exact
    """Land of others in it."""
    exclusively_agricultural_or_camp: bool | None
    amount: Money | None
    interest: Money | None
    """Its part of the interest, by area."""
    finding: Finding | None = None
    """Of its own use, where that stopped after a division that reopens nothing; null where it is not asked about."""


@dataclass(frozen=True, slots=True)
class ReopenedParcel:
    """What became of one parcel that did not pay in full, and what may be levied now."""

    __pydantic_config__ = STRICT

    parcel_id: str
    county: str | None
    became: Became
    state: State
    because: str
    unexempt_amount: Money
    """What its farmland or camp would have borne had nobody been exempt."""
    already_levied: Money
    """What was levied on that land for a connected structure."""
    amount: Money | None
    """What may be levied now on all of its land."""
    interest: Money | None
    children: tuple[ChildParcel, ...]
    other_sqft: Exact
    """Land of it that is road, water or the like now."""
    missing_sqft: Exact
    """Land of it that is in no record now."""
    finding: Finding | None
    """The rule that decides: SA-04 of a division, SA-05 of another use, SA-06 where the lien does not count, SA-01
    where the exemption is open; null where none does."""


@dataclass(frozen=True, slots=True)
class Reopening:
    """Which parcels of a levy may be assessed at a later day."""

    __pydantic_config__ = STRICT

    date: dt.date
    old_edition: str
    new_edition: str
    parcels: tuple[ReopenedParcel, ...]
    """Those that were divided, whose use stopped, or of which nobody can tell."""
    unchanged: tuple[str, ...]
    """Those that did not pay in full and are as they were."""
    notes: tuple[str, ...] = ()
    """What the project file states for the later day and was not used."""


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One thing that a clerk must look to."""

    __pydantic_config__ = STRICT

    what: str
    citation: str
    verify: str = ""


@dataclass(frozen=True, slots=True)
class Assessment:
    """The special assessment of a project."""

    __pydantic_config__ = STRICT

    townline: str
    """Version that made it."""
    id: str
    title: str
    date: dt.date
    """Day by which editions and the register are read."""
    levied: dt.date
    first_levy: dt.date | None
    """First levy in the service area."""
    body: str
    body_kind: LevyingBody
    purpose: Purpose
    service_area: str | None
    state: State
    """pass where the roll is settled, needs_evidence where parcels are open, undetermined where nobody is left to
    pay."""
    cost: ProjectCost
    carried_by: Carries
    parts: tuple[BasisPart, ...]
    parcels: tuple[AssessedParcel, ...]
    sums: AssessmentSums
    days: tuple[AssessmentDay, ...]
    liens: LienList | None
    reopening: Reopening | None
    checklist: tuple[ChecklistItem, ...]
    findings: tuple[Finding, ...]
    """Of the project as a whole: which service area was in force (SA-07), what a railroad is charged (SA-10)."""
    rules: dict[str, str]
    parameters_hash: str
    editions: dict[str, str]
    register_hash: str | None
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    """All parcels that front on the project and are not in it, by number and county; a note names the first."""
