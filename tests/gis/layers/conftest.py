"""What do the tests of layers share: small files, written as a publisher would write them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
import shapely


class GeoJsonWriter(Protocol):
    """Writes rows, each with a WKT shape under `wkt`, as a GeoJSON file."""

    def __call__(self, name: str, rows: Sequence[Mapping[str, Any]], crs: str | None = "EPSG:8112") -> Path:
        """Return the path; `crs` becomes the crs member of old GeoJSON, None leaves it out."""
        ...


@pytest.fixture
def geojson(tmp_path: Path) -> GeoJsonWriter:
    def write(name: str, rows: Sequence[Mapping[str, Any]], crs: str | None = "EPSG:8112") -> Path:
        features = [
            {
                "type": "Feature",
                "properties": {key: value for key, value in row.items() if key != "wkt"},
                "geometry": None
                if row["wkt"] is None
                else json.loads(shapely.to_geojson(shapely.from_wkt(row["wkt"]))),
            }
            for row in rows
        ]
        data: dict[str, Any] = {"type": "FeatureCollection", "features": features}
        if crs is not None:
            urn = f"urn:ogc:def:crs:{crs.replace(':', '::')}"
            data["crs"] = {"type": "name", "properties": {"name": urn}}
        path = tmp_path / name
        path.write_text(json.dumps(data))
        return path

    return write


def lot(column: int, row: int = 0, width: float = 100, height: float = 100) -> str:
    """Return a lot of a small plat in Vernon County feet (EPSG:8112), 200 ft apart, as WKT."""
    x, y = 700_000 + 200 * column, 150_000 + 200 * row
    return shapely.box(x, y, x + width, y + height).wkt


def parcel(parcel_id: str | None, wkt: str | None, **values: object) -> dict[str, Any]:
    """Return a row of the statewide schema, with what a test does not name filled plausibly."""
    return {
        "STATEID": f"123{parcel_id or ''}",
        "PARCELID": parcel_id,
        "TAXROLLYEAR": "2023",
        "PLACENAME": "TOWN OF ALDER",
        "CONAME": "VERNON",
        "CNTASSDVALUE": "1000",
        "LNDVALUE": "400",
        "IMPVALUE": "600",
        "AUXCLASS": None,
        "PROPCLASS": "1",
        "wkt": wkt,
        **values,
    }
