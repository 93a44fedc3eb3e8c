from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.register.entries import Entry, Register
from tests.gis.proposals.runoff.runoff_village import DATE, write_village

ENTERED = dt.date(2025, 1, 15)
Told = tuple[str, str, str]
"""Lot or district, kind, value."""
Run = Callable[..., RunoffAsked]


@pytest.fixture(scope="session")
def runoff_village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of `runoff_village.py`; no test writes to it."""
    return write_village(tmp_path_factory.mktemp("runoff"))


@pytest.fixture(scope="session")
def runoff_on_file(runoff_village: Path) -> LayersOnFile:
    """Return the village's layers, read once."""
    return LayersOnFile(runoff_village)


@pytest.fixture(scope="session")
def run(runoff_village: Path) -> Run:
    """Return what asks about the village under Mukwonago's text, with entries of a register."""

    def asked(
        *told: Told,
        date: dt.date = DATE,
        rate: str | None = None,
        budget: int | None = None,
        ordinance: Path | None = None,
    ) -> RunoffAsked:
        entries = [
            Entry(
                "parcel" if subject.startswith("7-") else "district", subject, kind, value, ENTERED, "", "", line=line
            )
            for line, (subject, kind, value) in enumerate(told, 2)
        ]
        ordinances = load_ordinances([] if ordinance is None else [ordinance])
        register = Register(tuple(entries)) if entries else None
        named = "mukwonago" if ordinance is None else ordinance.stem
        return RunoffAsked(
            Asked(date, ordinances, named, register),
            runoff_village,
            None if rate is None else Fraction(rate),
            None if budget is None else Fraction(budget),
        )

    return asked
