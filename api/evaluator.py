"""What must something be able to do so that the service can put questions to it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from api.on_file import HoldsLayers
from gis.model.report import Report
from gis.model.view import MapView
from gis.proposals.brought import NOTHING, Brought


class Evaluated(Protocol):
    """A report, and what a map of it shows."""

    @property
    def report(self) -> Report:
        """What was found."""
        ...

    @property
    def view(self) -> MapView:
        """What is drawn."""
        ...


class Evaluates(HoldsLayers, Protocol):
    """Judges boundaries over the layers that it holds; `gis.proposals.evaluate.Evaluator` does, or a stand-in."""

    def evaluate(
        self,
        boundary_data: bytes | Mapping[str, Any],
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluated:
        """Judge a boundary given as GeoJSON."""
        ...

    def evaluate_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluated:
        """Judge the boundary in a file."""
        ...
