"""Which rules are implemented, and what does one say of some facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from pydantic import ValidationError

from gis.errors import FactsInvalid, RuleUnknown
from gis.law.parameters import Parameters
from gis.model.facts import assessment as assessment_facts
from gis.model.facts import commissioners as commissioner_facts
from gis.model.facts import connection as connection_facts
from gis.model.facts import decision as decision_facts
from gis.model.facts import department as department_facts
from gis.model.facts import district_charges as district_charge_facts
from gis.model.facts import district_permits as district_permit_facts
from gis.model.facts import electors as elector_facts
from gis.model.facts import hearing as hearing_facts
from gis.model.facts import impact_fees as impact_fee_facts
from gis.model.facts import permission as permission_facts
from gis.model.facts import petition as petition_facts
from gis.model.facts import private_systems as private_system_facts
from gis.model.facts import stormwater as stormwater_facts
from gis.model.facts import territory as territory_facts
from gis.model.facts import unconnected as unconnected_facts
from gis.model.facts import utility as utility_facts
from gis.model.facts import village_charges as village_charge_facts
from gis.model.facts import village_lookups as village_lookup_facts
from gis.model.finding import Finding
from gis.model.jsonio import adapter
from gis.rules.assessment import (
    condemnation_benefits,
    connected_structure,
    division,
    exemption,
    late_connection,
    lien_gate,
    railroad_crossing,
    service_area,
    track_in_street,
    use_change,
    utility_extension,
)
from gis.rules.commissioners import (
    eligibility,
    first_election,
    first_terms,
    hold_over,
    method,
    selecting_town,
    share_shift,
    size,
)
from gis.rules.connection import (
    abandonment,
    agricultural_deferral,
    koshkonong,
    mukwonago,
    recreation,
    statute,
    village,
    waiver,
)
from gis.rules.decision import appearance, findings
from gis.rules.department import clerk_notice, ordered_commissioners, town_action
from gis.rules.district_charges import (
    billing_units,
    building_class,
    contribution,
    detached_building,
    development,
    late_bill,
    reconnection,
    shared_lateral,
    user_kind,
)
from gis.rules.electors import by_area, by_parts, change_to_appointment, election_petition, lockout, which_election
from gis.rules.hearing import bond, continuance, costs, decision, hearing_day, hearing_notice, review
from gis.rules.impact_fees import appeal, change_of_use, facilities, property_units, refund, water_sewer
from gis.rules.permission import (
    approvers,
    capacity,
    datum,
    extension_application,
    payments,
    permit_life,
    plans,
    prohibited,
    review_costs,
    village_action,
    village_capacity,
)
from gis.rules.petition import contents, sufficiency, verification
from gis.rules.private_systems import credit, inclusion
from gis.rules.stormwater import charge, low_density, membership, new_construction, nonresidential, single_family
from gis.rules.territory import district_annexation, jurisdiction, other_districts, recording, village_city
from gis.rules.unconnected import instalments, ready_to_serve, standby, standby_candidates
from gis.rules.utility import arrears, commission, main_reimbursement, referendum
from gis.rules.village_charges import (
    equivalency_charge,
    late_charge,
    main_extension,
    reserve_capacity,
    sewer_use,
    strength_surcharge,
    unit_table,
    water_volume,
)
from gis.rules.village_lookups import discharge, sprinkling


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of law: what it asks, of which facts, and the function that answers."""

    id: str
    version: str
    """Changes whenever the same facts could get another finding."""
    citation: str
    question: str
    facts_type: type[Any]
    judge: Callable[[Any, Parameters], Finding]


class _RuleModule(Protocol):
    """What a module that holds one rule names."""

    ID: str
    VERSION: str
    CITATION: str
    QUESTION: str

    @property
    def judge(self) -> Callable[[Any, Parameters], Finding]:
        """The function that answers."""
        ...


_MODULES: tuple[tuple[_RuleModule, type[Any]], ...] = (
    (jurisdiction, territory_facts.JurisdictionFacts),
    (village_city, territory_facts.VillageCityFacts),
    (recording, territory_facts.RecordingFacts),
    (election_petition, elector_facts.ElectionPetitionFacts),
    (by_area, elector_facts.ElectorAreaFacts),
    (by_parts, elector_facts.ElectorPartsFacts),
    (which_election, elector_facts.WhichElectionFacts),
    (change_to_appointment, elector_facts.ChangeToAppointmentFacts),
    (lockout, elector_facts.LockoutFacts),
    (inclusion, private_system_facts.RetroactiveInclusionFacts),
    (credit, private_system_facts.SystemCreditFacts),
    (method, commissioner_facts.SelectionMethodFacts),
    (selecting_town, commissioner_facts.SelectionFacts),
    (share_shift, commissioner_facts.ShareShiftFacts),
    (first_election, commissioner_facts.FirstElectionFacts),
    (hold_over, commissioner_facts.HoldOverFacts),
    (size, commissioner_facts.CommissionSizeFacts),
    (first_terms, commissioner_facts.FirstTermsFacts),
    (eligibility, commissioner_facts.EligibilityFacts),
    (bond, hearing_facts.BondFacts),
    (hearing_day, hearing_facts.HearingFacts),
    (hearing_notice, hearing_facts.HearingNoticeFacts),
    (decision, hearing_facts.DecisionFacts),
    (continuance, hearing_facts.ContinuanceFacts),
    (costs, hearing_facts.CostsFacts),
    (review, hearing_facts.ReviewFacts),
    (clerk_notice, department_facts.DepartmentNoticeFacts),
    (town_action, department_facts.TownActionFacts),
    (ordered_commissioners, department_facts.DepartmentCommissionersFacts),
    (sufficiency, petition_facts.PetitionFacts),
    (contents, petition_facts.PetitionContentsFacts),
    (verification, petition_facts.VerificationFacts),
    (appearance, decision_facts.AppearanceFacts),
    (other_districts, territory_facts.OtherDistrictsFacts),
    (findings, decision_facts.BoardDecisionFacts),
    (mukwonago, connection_facts.MukwonagoConnectionFacts),
    (statute, connection_facts.StatuteConnectionFacts),
    (instalments, unconnected_facts.InstalmentFacts),
    (standby, unconnected_facts.StandbyFacts),
    (ready_to_serve, unconnected_facts.ReadyToServeFacts),
    (capacity, permission_facts.CapacityFacts),
    (koshkonong, connection_facts.KoshkonongConnectionFacts),
    (abandonment, connection_facts.AbandonmentFacts),
    (recreation, connection_facts.RecreationFacts),
    (village, connection_facts.VillageConnectionFacts),
    (waiver, connection_facts.WaiverFacts),
    (agricultural_deferral, connection_facts.AgriculturalDeferralFacts),
    (standby_candidates, unconnected_facts.UtilityRateFacts),
    (approvers, permission_facts.ApproverFacts),
    (village_capacity, permission_facts.VillageCapacityFacts),
    (plans, permission_facts.PlanFilingFacts),
    (village_action, permission_facts.VillageActionFacts),
    (datum, permission_facts.PlanDatumFacts),
    (payments, permission_facts.PaymentFacts),
    (review_costs, permission_facts.ReviewCostFacts),
    (prohibited, permission_facts.ProhibitedFacts),
    (facilities, impact_fee_facts.FacilityFeeFacts),
    (water_sewer, impact_fee_facts.WaterSewerFeeFacts),
    (property_units, impact_fee_facts.UnitFacts),
    (change_of_use, impact_fee_facts.ChangeOfUseFacts),
    (refund, impact_fee_facts.RefundFacts),
    (appeal, impact_fee_facts.AppealFacts),
    (equivalency_charge, village_charge_facts.EquivalencyChargeFacts),
    (sewer_use, village_charge_facts.SewerUseFacts),
    (unit_table, village_charge_facts.UnitTableFacts),
    (reserve_capacity, village_charge_facts.ReserveCapacityFacts),
    (late_charge, village_charge_facts.LateChargeFacts),
    (main_extension, village_charge_facts.MainExtensionFacts),
    (water_volume, village_charge_facts.WaterVolumeFacts),
    (strength_surcharge, village_charge_facts.StrengthSurchargeFacts),
    (discharge, village_lookup_facts.DischargeFacts),
    (sprinkling, village_lookup_facts.SprinklingFacts),
    (referendum, utility_facts.ReferendumFacts),
    (commission, utility_facts.UtilityCommissionFacts),
    (arrears, utility_facts.ArrearsFacts),
    (main_reimbursement, utility_facts.MainReimbursementFacts),
    (district_annexation, territory_facts.DistrictAnnexationFacts),
    (single_family, stormwater_facts.SingleFamilyFacts),
    (nonresidential, stormwater_facts.NonresidentialFacts),
    (low_density, stormwater_facts.LowDensityFacts),
    (new_construction, stormwater_facts.NewConstructionFacts),
    (charge, stormwater_facts.StormwaterChargeFacts),
    (membership, stormwater_facts.UtilityMembershipFacts),
    (contribution, district_charge_facts.ContributionFacts),
    (development, district_charge_facts.DevelopmentContributionFacts),
    (building_class, district_charge_facts.BuildingClassFacts),
    (late_bill, district_charge_facts.LateBillFacts),
    (billing_units, district_charge_facts.BillingUnitFacts),
    (detached_building, district_charge_facts.DetachedBuildingFacts),
    (reconnection, district_charge_facts.ReconnectionFacts),
    (permit_life, district_permit_facts.PermitLifeFacts),
    (extension_application, district_permit_facts.ExtensionApplicationFacts),
    (shared_lateral, district_charge_facts.SharedLateralFacts),
    (user_kind, district_charge_facts.UserKindFacts),
    (exemption, assessment_facts.FarmlandExemptionFacts),
    (connected_structure, assessment_facts.ConnectedStructureFacts),
    (late_connection, assessment_facts.LateConnectionFacts),
    (division, assessment_facts.LandDivisionFacts),
    (use_change, assessment_facts.UseChangeFacts),
    (lien_gate, assessment_facts.LienFacts),
    (service_area, assessment_facts.ServiceAreaFacts),
    (utility_extension, assessment_facts.UtilityExtensionFacts),
    (condemnation_benefits, assessment_facts.CondemnationBenefitFacts),
    (railroad_crossing, assessment_facts.RailroadCrossingFacts),
    (track_in_street, assessment_facts.TrackInStreetFacts),
)
"""Each rule's module and the type of its facts."""

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        module.ID: Rule(module.ID, module.VERSION, module.CITATION, module.QUESTION, facts_type, module.judge)
        for module, facts_type in sorted(_MODULES, key=lambda row: row[0].ID)
    }
)


def rule(rule_id: str) -> Rule:
    """Return a rule by its id.

    Raises
    ------
    RuleUnknown
        No rule of that id is implemented.

    Examples
    --------
    >>> rule("TSD-09").citation
    'Wis. Stat. 60.71(5)(a)'
    """
    found = RULES.get(rule_id)
    if found is None:
        raise RuleUnknown(
            what=f"No rule {rule_id} is implemented.",
            where=f"rule {rule_id}",
            why=f"Implemented are {', '.join(RULES)}.",
            next="Ask one of these, or correct the id.",
        )
    return found


def judge(rule_id: str, facts: object, parameters: Parameters) -> Finding:
    """Return what a rule says of typed facts under the law of one date.

    Parameters
    ----------
    rule_id
        Id of the rule, such as TSD-01.
    facts
        Facts of the rule's own type; `read_facts` makes them from JSON data.
    parameters
        The law's values on the date.

    Raises
    ------
    RuleUnknown
        No rule of that id is implemented.
    FactsInvalid
        The facts are of another rule, or impossible.
    ParameterNotInForce
        The law on the date is not on file.
    """
    found = rule(rule_id)
    if not isinstance(facts, found.facts_type):
        raise FactsInvalid(
            what=f"{type(facts).__name__} are no facts of {rule_id}.",
            where="facts",
            why=f"The rule judges {found.facts_type.__name__}.",
            next="Read the facts with read_facts for this rule.",
        )
    return found.judge(facts, parameters)


def read_facts(rule_id: str, data: object) -> Any:  # noqa: ANN401 - each rule has a facts type of its own
    """Read JSON data as the facts of a rule, strictly: unknown names are refused.

    Parameters
    ----------
    rule_id
        Id of the rule.
    data
        JSON data whose decimals are exact (`gis.model.jsonio.read_json`).

    Returns
    -------
    Any
        An object of the rule's `facts_type`, from the modules of gis/model/facts.

    Raises
    ------
    RuleUnknown
        No rule of that id is implemented.
    FactsInvalid
        A name is unknown, missing or of the wrong type; the path to each is given.
    """
    found = rule(rule_id)
    try:
        return adapter(found.facts_type).validate_python(data)
    except ValidationError as error:
        faults = {_path(data, fault["loc"]): fault["msg"] for fault in error.errors(include_url=False)}
        raise FactsInvalid(
            what=f"The facts do not fit {rule_id}.",
            where=f"facts{next(iter(faults))}",
            why="; ".join(f"facts{path}: {message}" for path, message in faults.items()) + ".",
            next=f"Correct these; `townline schema {rule_id}.facts` shows what the rule reads.",
        ) from error


def _path(data: object, location: tuple[int | str, ...]) -> str:
    """Write a place in JSON data as .parcels[2].assessed_value, without the names of types tried there."""
    text = ""
    for step in location:
        if isinstance(data, list) and isinstance(step, int):
            text += f"[{step}]"
            data = data[step] if step < len(data) else None
        elif isinstance(data, dict):
            text += f".{step}"
            data = data.get(step)
    return text
