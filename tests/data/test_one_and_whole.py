"""Does one parcel of the sample, asked alone, have the answer that the whole area gives it?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.connections import ParcelConnection
from gis.proposals.connections.area import Area, surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.on_file import LayersOnFile
from gis.register.reading import read_register
from tests.data.plain_county import SAMPLE

DATE = dt.date(2026, 6, 15)
LONG_BLOCKS = ("004-0814-3512-010", "004-0815-0943-001", "004-0815-0541-011", "004-0814-2612-001")
"""Parcels whose blocks reach farther than a mile, or lie near one that does."""
CHOSEN = 40


@cache
def question() -> Asked:
    file = SAMPLE / "register-sewers.csv"
    register = read_register(file.read_bytes(), file.name, DATE)
    return Asked(DATE, load_ordinances(sorted(SAMPLE.glob("ordinance-*.yaml"))), "wis-stat-281.45", register)


@cache
def area(layers: Path) -> Area:
    return surveyed(LayersOnFile(layers), question())


@cache
def whole(layers: Path) -> dict[str, ParcelConnection]:
    return {parcel.parcel_id: parcel for parcel in connections(LayersOnFile(layers), question()).answer.parcels}


def checked(layers: Path, one: ParcelConnection) -> None:
    # The way to the plant is told of one parcel only.
    assert replace(one, downstream=None) == whole(layers)[one.parcel_id]


@pytest.mark.slow
@pytest.mark.parametrize("parcel_id", LONG_BLOCKS)
def test_a_parcel_asked_alone(sample_layers: Path, parcel_id: str) -> None:
    """As the command answers: with a survey of its own."""
    checked(sample_layers, parcel_answer(LayersOnFile(sample_layers), question(), parcel_id).parcel)


@pytest.mark.slow
def test_parcels_asked_one_by_one(sample_layers: Path) -> None:
    """As the service answers: one survey kept for all."""
    ids = sorted(whole(sample_layers))
    chosen = np.random.default_rng(281).choice(len(ids), CHOSEN, replace=False)
    on_file = LayersOnFile(sample_layers)
    for number in chosen.tolist():
        checked(sample_layers, parcel_answer(on_file, question(), ids[number], area=area(sample_layers)).parcel)
