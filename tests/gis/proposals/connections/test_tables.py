from __future__ import annotations

import csv
import dataclasses
import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest

from gis.geometry import beside
from gis.geometry.beside import other_processes
from gis.model.connections import Connections, Front, ParcelConnection
from gis.proposals.connections.tables import Drawn, harmless, parcel_rows, write_connections

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
_DRAWN = Drawn(np.zeros(0, dtype=object), gpd.GeoDataFrame)


def filled(kind: type[T], **known: object) -> T:
    """Return an object of which nothing is known but what is given."""
    needed = [each.name for each in dataclasses.fields(kind) if each.default is dataclasses.MISSING]
    return kind(**{**dict.fromkeys(needed), **known})


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        (" +1", "' +1"),
        ("-5", "-5"),
        ("-33.34", "-33.34"),
        ("-5-3", "'-5-3"),
        ("-5+cmd|' /C calc'!A0", "'-5+cmd|' /C calc'!A0"),
        ("@cmd", "'@cmd"),
        ("\t=1", "' =1"),
        ("a\x1b[2Jb", "a [2Jb"),
        ("7-S1", "7-S1"),
        (None, None),
        (12.5, 12.5),
    ],
)
def test_no_cell_is_run(cell: object, written: object) -> None:
    (found,) = harmless(pd.DataFrame({"a": pd.Series([cell], dtype=object)}))["a"].tolist()
    assert found == written


def test_cells_come_back_as_they_are_from_a_file_of_rows(tmp_path: Path) -> None:
    """By the reader of Python's own library: commas, quotes, letters of other alphabets, and nothing."""
    addresses = ["12 Oak St, Unit B", 'The "Lodge"', '"', ",", "", None, "Straße 7", "7 Elm; 9 Elm", "=1+1"]
    front = Front(
        "R1", 'Oak "Old" St, N', "street", Fraction("80.25"), "rights_of_way", is_certain=True, sewers=("M1",)
    )
    parcels = tuple(
        filled(
            ParcelConnection,
            parcel_id=f"7001-{row // 2}",
            site_address=address,
            fronts=(front,) * (row % 2),
            in_use=True,
        )
        for row, address in enumerate(addresses)
    )
    answer = filled(Connections, date=dt.date(2026, 6, 15), parcels=parcels)
    out = tmp_path / "rows.csv"
    write_connections(answer, _DRAWN, out)
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["site_address"] for row in rows] == [*addresses[:5], "", *addresses[6:8], "'=1+1"]
    assert [row["parcel_id"] for row in rows] == [f"7001-{row // 2}" for row in range(len(addresses))]
    assert [row["frontage_ft"] for row in rows] == ["0.0" if row % 2 == 0 else "80.25" for row in range(len(addresses))]
    assert rows[1]["frontage_by_side"] == 'Oak "Old" St, N 80.25 ft'
    assert {row["in_use"] for row in rows} == {"yes"}
    assert out.read_bytes().count(b"\n") == len(addresses) + 1


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_rows_are_written_the_same_with_another_process(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parcels = tuple(filled(ParcelConnection, parcel_id=f"7001-{row}", fronts=()) for row in range(count))
    answer = filled(Connections, date=dt.date(2026, 6, 15), parcels=parcels)
    alone, shared = tmp_path / "alone.csv", tmp_path / "shared.csv"
    write_connections(answer, _DRAWN, alone)
    monkeypatch.setattr(beside, "processors", lambda: 2)
    with other_processes() as found:
        write_connections(answer, _DRAWN, shared, found)
    with shared.open(encoding="utf-8", newline="") as file:
        assert [row["parcel_id"] for row in csv.DictReader(file)] == [f"7001-{row}" for row in range(count)]
    assert shared.read_bytes() == alone.read_bytes()


@pytest.mark.parametrize("fronts_ft", [[], ["80.25"], ["80.25", "20"]])
def test_lengths_are_numbers_where_a_file_has_types(fronts_ft: list[str]) -> None:
    parcels = tuple(
        filled(
            ParcelConnection,
            parcel_id=f"7001-{length}",
            fronts=(Front("R1", "Oak St", "street", Fraction(length), "rights_of_way", is_certain=True, sewers=()),),
        )
        for length in fronts_ft
    )
    frontage = parcel_rows(parcels)["frontage_ft"]
    assert (frontage.dtype.kind, frontage.tolist()) == ("f", [float(length) for length in fronts_ft])
