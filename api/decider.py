"""What must something be able to do so that the service can put a board's decisions to it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from gis.model.decision import Decision
from gis.model.view import MapView
from gis.proposals.brought import NOTHING, Brought
from gis.proposals.decisions.file import Board


class WasDecided(Protocol):
    """A decision, and what a map of it shows."""

    @property
    def decision(self) -> Decision:
        """What was decided, and what it changed."""
        ...

    @property
    def view(self) -> MapView:
        """What is drawn."""
        ...


class Decides(Protocol):
    """Applies decisions; `gis.proposals.decisions.decide.Decider` does, and so may a stand-in of a test."""

    def decide(  # noqa: PLR0913 - what a request may say, one each
        self,
        boundary_data: bytes | Mapping[str, Any],
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> WasDecided:
        """Apply a decision to a boundary given as GeoJSON."""
        ...

    def decide_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> WasDecided:
        """Apply a decision to the boundary in a file."""
        ...
