"""What does a gatherer hand over: facts of one rule, with the evidence and conflicts behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from gis.model.finding import Conflict, Evidence

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Gathered(Generic[F]):
    """Facts of one rule from the map."""

    facts: F
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()
