"""What may an operator set about the service, and what are its limits?"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from gis.proposals.brought import NOTHING, Brought


@dataclass(frozen=True, slots=True)
class Limits:
    """Most that one request may ask for."""

    body_bytes: int = 20_000_000
    json_depth: int = 64
    """GeoJSON itself needs about ten levels."""
    evaluations_at_once: int = max(1, os.cpu_count() or 1)
    """More would only share the processors."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the service shows and by which date it judges where the caller names none."""

    date: dt.date
    boundary: Path | None = None
    """Boundary of the page at /; None shows how to post one."""
    crs: str | None = None
    """Coordinate system of that boundary, where its file says none."""
    layer: str | None = None
    """Layer of that file, where it holds several."""
    boundary_accuracy_ft: Fraction | None = None
    """Stated accuracy of that boundary, US survey feet."""
    decision: Path | None = None
    """The board's decision on that boundary, shown at /exclusions; None shows how to give one."""
    editions: Mapping[str, str] = field(default_factory=dict)
    brought: Brought = NOTHING
    """What people bring beside that boundary."""
    limits: Limits = field(default_factory=Limits)
