"""Layers of a small village held in memory, for tests of what a map draws."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import shapely

from gis.errors import EditionMissing
from gis.geometry.frame import working_frame
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.model.edition import Counts, Manifest, SourceFile
from gis.proposals.on_file import LayersOnFile

DATE = dt.date(2026, 6, 15)
X0, Y0 = 600_000.0, 300_000.0

# In metres from the corner; lots A, B and C lie on a street with a gravity main, F far from it:
#
#   100 +----+----+----+
#       | A  | B  | C  |              +----+
#    60 +====+====+====+=== main =    | F  |   (x = 400)
#       0   40   80  120   160        +----+
LOTS = {"A": (0, 60, 40, 100), "B": (40, 60, 80, 100), "C": (80, 60, 120, 100), "F": (400, 60, 440, 100)}


def box(west: float, south: float, east: float, north: float) -> shapely.Polygon:
    return shapely.box(X0 + west, Y0 + south, X0 + east, Y0 + north)


def line(*points: tuple[float, float]) -> shapely.LineString:
    return shapely.LineString([(X0 + x, Y0 + y) for x, y in points])


def lot(place: str, county: str = "Jefferson", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - cells of a table
    row = {"parcel_id": place, "county": county, "municipality": "Village of Elm", "record_kind": "parcel"}
    return {**row, "site_address": f"{100 + ord(place[0])} MAIN ST", "geometry": box(*LOTS[place[0]]), **more}


def main(sewer_id: str, kind: str | None, status: str | None, south: float = 55, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - the same
    row = {"sewer_id": sewer_id, "kind": kind, "status": status, "operator": "Village of Elm"}
    return {**row, "geometry": line((0, south), (160, south)), **more}


VILLAGE: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "municipalities": [
        {"name": "Village of Elm", "kind": "village", "county": "Jefferson", "geometry": box(-500, -500, 130, 500)},
        {"name": "Town of Alder", "kind": "town", "county": "Jefferson", "geometry": box(130, -500, 900, 500)},
    ],
    "districts": [
        {
            "name": "Elm Sanitary District",
            "kind": "sanitary",
            "geometry": box(-20, 0, 100, 200),
            "valid_from": "2001-05-01",
        },
        {"name": "Old District", "kind": "sanitary", "geometry": box(-20, 0, 100, 200), "valid_to": "1996-12-31"},
    ],
    "service_areas": [{"name": "Elm Area", "kind": "planned", "geometry": box(-20, 0, 130, 200)}],
    "sewers": [
        main("G1", "gravity_main", "in_service", operational="2020-05-01"),
        main("G2", "gravity_main", "in_service", 54, operational="2027-01-01"),
        main("F1", "force_main", "in_service", 53),
        main("I1", "interceptor", "abandoned", 52),
        main("U1", "gravity_main", None, 51),
        main("L1", "lateral", "in_service", 50),
    ],
    "parcels": [lot("A"), lot("B"), lot("C"), lot("F"), lot("A", county="Dodge"), lot("B2", record_kind="row")],
}


class HeldLayers(LayersOnFile):
    """Layers in memory that answer as those of a folder do."""

    def __init__(self, rows: Mapping[str, Sequence[Mapping[str, Any]]] = VILLAGE) -> None:
        super().__init__(Path("nowhere"))
        self._held = {kind: _layer(kind, of_kind) for kind, of_kind in rows.items()}

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind."""
        if kind not in self._held or edition not in (None, self._held[kind].edition):
            raise EditionMissing(what=f"No {kind} on {date}.", where="here", why="None is held.", next="Hold one.")
        return self._held[kind]

    def editions(self, kind: str) -> tuple[Manifest, ...]:
        """Return the one manifest of a kind."""
        return (_manifest(kind),) if kind in self._held else ()


def _layer(kind: str, rows: Sequence[Mapping[str, Any]]) -> Layer:
    names = [*CONTRACTS[kind].names, "geometry"]  # type: ignore[index]  # the kinds above
    whole = {name: [row.get(name) for row in rows] for name in names}
    table = gpd.GeoDataFrame(whole, crs="EPSG:3071")
    return Layer(kind, f"{kind}-1", Fraction(1, 10), working_frame("EPSG:3071"), table)


def _manifest(kind: str) -> Manifest:
    return Manifest(
        kind=kind,  # type: ignore[arg-type]  # the kinds above
        edition=f"{kind}-1",
        sha256="",
        schema_version=2,
        source=SourceFile(f"{kind}.gpkg", "", None, "GPKG"),
        preset="",
        columns={},
        constants={},
        crs=None,
        operations=(),
        edge_model=None,
        vintage=dt.date(2025, 1, 1),
        accuracy_ft=Fraction(1, 10),
        counts=Counts(1, 1, 0, 1),
        sums={},
        area_sqft_in=None,
        area_sqft_out=None,
        repairs=(),
        refusals=(),
        notes=(),
        townline="",
    )
