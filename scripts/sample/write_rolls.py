"""How are the roll of the year before, districts, register, petitions, their proposals and annexations written?"""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import geopandas as gpd

from sample import petitions, proposals, register
from sample.districts import DISTRICTS
from sample.plane import Lattice, densified, on_the_state_frame
from sample.roll import FIELDS
from sample.second_roll import earlier_roll
from sample.write import EDGE_STEP_FT, FRAME, WRITTEN_AT, write_layer, write_proposal


def write_rolls(folder: Path, seed: int) -> None:
    """Write what lies beside the parcel layer of 2025, which must be written already."""
    _write_earlier_roll(folder)
    _write_districts(folder / "districts.gpkg")
    _write_table(folder / "register.csv", register.COLUMNS, register.ENTRIES)
    for name, petition in petitions.PETITIONS.items():
        _write_table(folder / name, petitions.COLUMNS, petition.lines())
    write_proposal(folder / "proposal-flips.geojson", "Meadow and Landing Sanitary District", proposals.FLIPS)
    write_proposal(
        folder / "proposal-flips-excluded.geojson",
        "Meadow and Landing Sanitary District, two blocks of Chapel left out",
        proposals.FLIPS_EXCLUDED,
    )
    write_proposal(folder / "excluded-flips.geojson", "Two blocks of Chapel", proposals.FLIPS_LEFT_OUT)
    write_proposal(folder / "annexation-elm.geojson", "Annexed by the Village of Elm", proposals.ANNEXED_BY_ELM)
    write_proposal(folder / "annexation-spindle.geojson", "Annexed by a city", proposals.ANNEXED_OF_SPINDLE)
    write_proposal(folder / "proposal-two-counties.geojson", "County Line Sanitary District", proposals.TWO_COUNTIES)
    write_proposal(
        folder / "proposal-county-sliver.geojson",
        "North Alder Sanitary District",
        proposals.county_sliver(Lattice(seed)),
    )


def _write_earlier_roll(folder: Path) -> None:
    """Write the parcels of 2024 as a zipped GeoPackage: it is a fifth of the size."""
    before = earlier_roll(gpd.read_file(folder / "parcels.gpkg"))
    with TemporaryDirectory() as place:
        file = Path(place, "parcels_2024.gpkg")
        columns = {name: before[name].tolist() for name in FIELDS}
        write_layer(file, "parcels", columns, before.geometry.tolist(), FRAME)
        # A fixed time and no system's own attributes, so that the same plan gives the same bytes.
        entry = zipfile.ZipInfo(file.name, WRITTEN_AT.timetuple()[:6])
        entry.external_attr = 0o644 << 16
        with zipfile.ZipFile(folder / f"{file.name}.zip", "w") as archive:
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)


def _write_districts(file: Path) -> None:
    columns: dict[str, Sequence[str | float | None]] = {
        "DISTRICT": [one.name for one in DISTRICTS],
        "DISTRICT_TYPE": [one.sort for one in DISTRICTS],
        "ESTABLISHED": [one.established for one in DISTRICTS],
        "DISSOLVED": [one.dissolved for one in DISTRICTS],
        "ORDER_NO": [one.order for one in DISTRICTS],
    }
    land = [densified(one.polygon, EDGE_STEP_FT) for one in DISTRICTS]
    write_layer(file, "districts", columns, on_the_state_frame(land), FRAME)


def _write_table(file: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
