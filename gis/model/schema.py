"""What shape has each object that Townline gives and takes: JSON Schemas generated from the model."""

from __future__ import annotations

from typing import Any

from gis.model.edition import Manifest
from gis.model.facts import JurisdictionFacts, VillageCityFacts
from gis.model.finding import Conflict, Evidence, Finding, Margin, ParameterUse, Reading
from gis.model.interval import Interval
from gis.model.jsonio import adapter
from gis.model.report import Report

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
    "TSD-01.facts": JurisdictionFacts,
    "TSD-09.facts": VillageCityFacts,
}


def schemas() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of every public object, by name."""
    return {
        name: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **adapter(model).json_schema(mode="serialization" if "facts" not in name else "validation"),
            "title": name,
        }
        for name, model in MODELS.items()
    }
