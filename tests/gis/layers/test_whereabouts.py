"""Is a layer refused whose rows name one county while its land lies in another part of the state?"""

from __future__ import annotations

from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.errors import CrsImplausible
from gis.layers.importing import ImportRequest, import_layer

# A lot in the middle of Dane County: 89.4 west, 43.07 north, in feet of its own system (EPSG:8193) and in
# metres of the state's frame (EPSG:3071).
FEET = shapely.box(810_000, 480_000, 810_500, 480_400)


def _file(folder: Path, claimed: str, county: str | None, lots: int = 3) -> Path:
    file = folder / "lots.gpkg"
    shapes = [shapely.transform(FEET, lambda at, step=number: at + step * 600) for number in range(lots)]
    table = {"PARCELID": [f"000{number}" for number in range(lots)], "CONAME": county}
    gpd.GeoDataFrame(table, geometry=shapes, crs=claimed).to_file(file, driver="GPKG")
    return file


@pytest.mark.parametrize(
    ("claimed", "county"),
    [("EPSG:3071", "DANE"), ("EPSG:6879", "Dane"), ("EPSG:8193", "VERNON")],
    ids=["feet read as metres of the state", "feet read as metres of the central zone", "another county's name"],
)
def test_land_outside_the_county_that_its_rows_name(tmp_path: Path, claimed: str, county: str) -> None:
    with pytest.raises(CrsImplausible):
        import_layer(ImportRequest("parcels", _file(tmp_path, claimed, county), vintage="2024"), tmp_path / "layers")
    assert not list((tmp_path / "layers").rglob("manifest.json"))


@pytest.mark.parametrize("county", ["DANE", None])
def test_land_in_its_county_or_of_no_county(tmp_path: Path, county: str | None) -> None:
    done = import_layer(
        ImportRequest("parcels", _file(tmp_path, "EPSG:8193", county), vintage="2024"), tmp_path / "layers"
    )
    assert done.manifest.counts.features == 3


def test_few_rows_of_a_wrong_county_do_not_refuse_the_rest(tmp_path: Path) -> None:
    file = _file(tmp_path, "EPSG:8193", "DANE", lots=5)
    table = gpd.read_file(file)
    # Two of five rows name Dane's neighbour: each county is looked at by itself, and its two lots lie near its zone.
    table.loc[:1, "CONAME"] = "JEFFERSON"
    table.to_file(tmp_path / "mixed.gpkg", driver="GPKG")
    done = import_layer(ImportRequest("parcels", tmp_path / "mixed.gpkg", vintage="2024"), tmp_path / "layers")
    assert done.manifest.counts.features == 5
