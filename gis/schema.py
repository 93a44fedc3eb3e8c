"""What shape has each object that Townline gives and takes: JSON Schemas generated from the model."""

from __future__ import annotations

from typing import Any

from gis.model.annexation import AnnexationEffect, DistrictAnnexation
from gis.model.arrears import Arrears
from gis.model.assessment import Assessment
from gis.model.carried import Carried
from gis.model.charges import ChargesCompared, ParcelCharges
from gis.model.connection_records import ConnectionRecords
from gis.model.connections import Connections, ParcelAnswer, ProposedMain
from gis.model.consistency import ConsistencyReport
from gis.model.decision import Decision
from gis.model.difference import Difference, Relation
from gis.model.edition import Manifest
from gis.model.finding import Conflict, Evidence, Finding, Margin, ParameterUse, Reading
from gis.model.found_parcels import FoundParcels
from gis.model.interval import Interval
from gis.model.jsonio import adapter
from gis.model.law import LawList, ParameterExplained, RuleExplained
from gis.model.levy import LevySplit, SharesOverTime
from gis.model.ordinance_check import OrdinanceCheck, OrdinanceList, OrdinanceWritten
from gis.model.private_systems import PrivateSystems
from gis.model.report import Report
from gis.model.runoff import ParcelRunoff, Roll, RollChanges
from gis.model.staleness import Staleness
from gis.model.timetable import ProceedingDates, Timetable
from gis.model.written import PageWritten, Serving
from gis.proceedings.comments import Heard
from gis.proceedings.petition.listing import MatchedPetition
from gis.proceedings.status import ProceedingStatus
from gis.register.kinds import Kind
from gis.register.listing import Listing
from gis.rules.registry import RULES

MODELS: dict[str, type[Any]] = {
    "Finding": Finding,
    "Report": Report,
    "Evidence": Evidence,
    "Reading": Reading,
    "Margin": Margin,
    "Interval": Interval,
    "ParameterUse": ParameterUse,
    "Conflict": Conflict,
    "Manifest": Manifest,
    "Difference": Difference,
    "Relation": Relation,
    "Carried": Carried,
    "ConsistencyReport": ConsistencyReport,
    "Staleness": Staleness,
    "LawList": LawList,
    "RuleExplained": RuleExplained,
    "ParameterExplained": ParameterExplained,
    "Decision": Decision,
    "Timetable": Timetable,
    "ProceedingDates": ProceedingDates,
    "ProceedingStatus": ProceedingStatus,
    "MatchedPetition": MatchedPetition,
    "Register": Listing,
    "EntryKind": Kind,
    "Comments": Heard,
    "AnnexationEffect": AnnexationEffect,
    "DistrictAnnexation": DistrictAnnexation,
    "LevySplit": LevySplit,
    "SharesOverTime": SharesOverTime,
    "PrivateSystems": PrivateSystems,
    "Connections": Connections,
    "ParcelAnswer": ParcelAnswer,
    "ProposedMain": ProposedMain,
    "ConnectionRecords": ConnectionRecords,
    "RunoffRoll": Roll,
    "ParcelRunoff": ParcelRunoff,
    "RollChanges": RollChanges,
    "ParcelCharges": ParcelCharges,
    "ChargesCompared": ChargesCompared,
    "FoundParcels": FoundParcels,
    "Assessment": Assessment,
    "Arrears": Arrears,
    "OrdinanceCheck": OrdinanceCheck,
    "OrdinanceList": OrdinanceList,
    "OrdinanceWritten": OrdinanceWritten,
    "PageWritten": PageWritten,
    "Serving": Serving,
    **{f"{rule.id}.facts": rule.facts_type for rule in RULES.values()},
}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of every public object, by name."""
    return {name: schema(name) for name in MODELS}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of the public object of that name, one of `MODELS`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **adapter(MODELS[name]).json_schema(mode="serialization" if "facts" not in name else "validation"),
        "title": name,
    }
