"""Does every handed raster give an answer, or an error that says what is wrong with it?

What import says of each is in tests/gis/layers/rasters; here their cells are measured as they lie, in a plane of
their own, although none of them lies in Wisconsin.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import rasterio
import shapely

from gis.errors import CellsUnfit, CrsImplausible, CrsMissing, LayerChoiceNeeded, LayerUnreadable, TownlineError
from gis.facts.impervious.rasters import RasterAreas, RasterCells, raster_areas
from gis.geometry.frame import LOCAL_FEET
from gis.layers.importing import ImportRequest, import_layer
from tests.gis.facts.impervious.rasters_at_hand import cells_of

pytestmark = pytest.mark.realdata

SMALL = "rasters-small"


def outline(raster: RasterCells) -> npt.NDArray[np.object_]:
    """Return the land of all cells as one polygon."""
    a, b, c, d, e, f = raster.transform
    corners = [(0, 0), (raster.width, 0), (raster.width, raster.height), (0, raster.height)]
    return np.array([shapely.Polygon([(a * x + b * y + c, d * x + e * y + f) for x, y in corners])], dtype=object)


def measured(file: Path, weights: dict[int, Fraction] | None = None, full: float = 1.0) -> tuple[RasterAreas, float]:
    """Measure all of a file's first band, and tell how large one cell is."""
    raster = cells_of(file, weights, crs="local", full=full)
    a, b, _, d, e, _ = raster.transform
    return raster_areas(outline(raster), raster, LOCAL_FEET), abs(a * e - b * d)


@pytest.mark.parametrize(
    ("name", "weights", "full"),
    [
        ("rasterio/all-nodata.tif", {1: Fraction(1)}, 1.0),
        ("rasterio/all-nodata.tif", None, 1.0),
        ("rasterio/byte.tif", None, 255.0),
        ("rasterio/byte.tif", {107: Fraction(1), 123: Fraction(1, 2)}, 1.0),
        ("rasterio/float_nan.tif", None, 1.0),
        ("rasterio/rotated.tif", None, 255.0),
        ("rasterstats/slope_classes.tif", {2: Fraction(1), 5: Fraction(1)}, 1.0),
        ("rasterstats/slope_nodata.tif", None, 90.0),
    ],
)
def test_every_raster_that_can_be_read(
    realdata: Path, name: str, weights: dict[int, Fraction] | None, full: float
) -> None:
    file = realdata / SMALL / name
    found, cell_sqft = measured(file, weights, full)
    with rasterio.open(file) as source:
        cells = source.read(1, masked=True)
    known = np.ma.masked_invalid(cells).compressed().astype(float)
    counts = (
        known / full if weights is None else sum(np.where(known == each, float(w), 0) for each, w in weights.items())
    )
    step = 0.011
    assert found.area[0] / 100 == pytest.approx(cells.size * cell_sqft, abs=step, rel=1e-9)
    assert found.unknown[0] / 100 == pytest.approx((cells.size - known.size) * cell_sqft, abs=step, rel=1e-9)
    assert found.impervious[0] / 100 == pytest.approx(float(np.sum(counts)) * cell_sqft, abs=2 * step, rel=1e-6)
    if "nodata" in name or "nan" in name:
        assert found.unknown[0] > 0
    if "all-nodata" in name:
        assert (found.impervious[0], found.unknown[0]) == (0, found.area[0])


def test_a_corrupt_raster_is_refused_while_it_is_measured(realdata: Path) -> None:
    with pytest.raises(LayerUnreadable):
        measured(realdata / SMALL / "rasterio/corrupt.tif", {1: Fraction(1)})


@pytest.mark.parametrize(
    ("name", "settings", "error"),
    [
        ("rasterio/all-nodata.tif", {"classes": "1"}, LayerChoiceNeeded),
        ("rasterio/all-nodata.tif", {"classes": "1", "band": "1"}, CellsUnfit),
        ("rasterio/byte.tif", {"measure": "percent"}, CrsImplausible),
        ("rasterio/corrupt.tif", {"classes": "1"}, LayerChoiceNeeded),
        ("rasterio/float_nan.tif", {"measure": "fraction"}, CrsMissing),
        ("rasterio/rotated.tif", {"classes": "1"}, CrsMissing),
        ("rasterstats/slope_classes.tif", {"classes": "5"}, CrsImplausible),
        ("rasterstats/slope_nodata.tif", {"measure": "percent"}, CrsImplausible),
        ("corrupt cells", {"classes": "1"}, LayerUnreadable),
    ],
)
def test_import_says_what_is_wrong_with_each(
    realdata: Path, tmp_path: Path, name: str, settings: dict[str, str], error: type[TownlineError]
) -> None:
    file = realdata / SMALL / name
    if name == "corrupt cells":
        whole = (realdata / "wi-waukesha-landcover-nlcd" / "waukesha_land_cover_2003.tif").read_bytes()
        file = tmp_path / "broken.tif"
        file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(error):
        import_layer(ImportRequest("impervious_raster", file, constants=settings, vintage="2023"), tmp_path / "layers")
