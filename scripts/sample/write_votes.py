"""How are the units, their votes, the populations and the proposals for electors' petitions written?"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

import geopandas as gpd

from sample.ballots import MODELLED, POPULATIONS, VOTES
from sample.ground import COUNTY_FIPS, Municipality
from sample.plane import Lattice, box
from sample.units import reporting_units
from sample.write import FRAME, write_layer, write_proposal

LAKE_DISTRICT = box(-3_960, 30_360, 7_920, 36_960)
"""Around Lake Fable in the town of Cedar: 11,880 by 6,600 ft, 2.8125 square miles."""
ONE_UNIT = box(13_200, 5_280, 15_840, 10_560)
"""Ward 4 of the town of Alder, no more and no less."""

Row = Sequence[str | int | None]


def write_votes(folder: Path, known: Sequence[Municipality], seed: int) -> None:
    """Write all that electors' petitions need; the municipal layer must be written already."""
    table = gpd.read_file(folder / "municipalities.gpkg")
    lands = dict(zip(table["MCD_NAME"], table.geometry, strict=True))
    places = {one.name: one for one in known}
    units = list(reporting_units(Lattice(seed), lands))
    of = [places[unit.municipality] for unit in units]
    columns: dict[str, Sequence[str | float | None]] = {
        "CNTY_FIPS": [f"55{COUNTY_FIPS[one.county]}" for one in of],
        "CNTY_NAME": [one.county for one in of],
        "COUSUBFP": [one.cousubfp for one in of],
        "MCD_NAME": [one.name for one in of],
        "CTV": [one.ctv for one in of],
        "REP_UNIT": [unit.name for unit in units],
    }
    write_layer(folder / "reporting_units.gpkg", "reporting_units", columns, [unit.polygon for unit in units], FRAME)
    heading = ("CNTY_NAME", "MCD_NAME", "CTV", "REP_UNIT")
    _write_table(
        folder / "votes.csv",
        (*heading, "GOVTOT18", "GOVTOT22"),
        (
            (places[name].county, name, places[name].ctv, unit, *cast)
            for name, wards in VOTES.items()
            for unit, cast in wards.items()
        ),
    )
    _write_table(
        folder / "votes_modelled.csv",
        (*heading, "GOVTOT22"),
        (
            (places[name].county, name, places[name].ctv, unit, spread)
            for name, wards in MODELLED.items()
            for unit, spread in wards.items()
        ),
    )
    _write_table(
        folder / "populations.csv",
        (
            "FIPS 5",
            "Muni Type",
            "Municipality Name",
            "County",
            "Census 2020",
            "Final Estimate 2025",
            "Voting Age Estimate 2025",
        ),
        (
            (places[name].cousubfp, places[name].ctv, name, places[name].county, *counted)
            for name, counted in POPULATIONS.items()
        ),
    )
    write_proposal(folder / "proposal-one-town.geojson", "Lake Fable Sanitary District", LAKE_DISTRICT)
    write_proposal(folder / "proposal-one-unit.geojson", "Ward Four Sanitary District", ONE_UNIT)


def _write_table(file: Path, heading: Sequence[str], rows: Iterable[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, lineterminator="\n")
        writer.writerow(heading)
        writer.writerows(rows)
