"""Does QGIS open the sample? Loads every layer of a folder headless and says which are valid and how large.

Run with the Python that QGIS belongs to, not the project's own: on Debian `apt-get install python3-qgis`, then
`QT_QPA_PLATFORM=offscreen /usr/bin/python3 scripts/soak/qgis_load.py [FOLDER]`. Leaves with 1 if a layer is not
valid, or has shapes and no style in the folder `styles` beside it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from osgeo import gdal
from qgis.core import (
    Qgis,
    QgsApplication,
    QgsMapLayer,
    QgsProviderRegistry,
    QgsRasterLayer,
    QgsVectorLayer,
    QgsWkbTypes,
)

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "boundaries"
RASTERS = {".tif", ".tiff"}
NO_SHAPE = "no geometry"
VECTORS = {".gpkg", ".geojson", ".csv", ".fgb", ".shp", ".zip"}


def layers(file: Path) -> Iterator[QgsMapLayer]:
    """Yield each layer of a file as QGIS opens it: one for each sort of shape where a layer holds several."""
    if file.suffix in RASTERS:
        yield QgsRasterLayer(str(file), file.name)
        return
    by_shape = Qgis.SublayerQueryFlags(Qgis.SublayerQueryFlag.ResolveGeometryType)
    found = QgsProviderRegistry.instance().querySublayers(str(file), by_shape)
    if not found:
        yield QgsVectorLayer(str(file), file.name, "ogr")
    for sublayer in found:
        yield QgsVectorLayer(sublayer.uri(), sublayer.name(), "ogr")


DRAWN = dict.fromkeys(("annexation", "excluded"), "proposal")
"""Files of drawn land that are styled as proposals are."""


def style_of(file: Path, shape: str) -> Path:
    """Return the style of a file's layer: all drawn lines share that of proposals, all years of a layer have one."""
    name = re.split(r"_\d{4}|[.-]", file.name)[0]
    return file.parent / "styles" / f"{DRAWN.get(name, name)}.{shape}.qml"


def said(file: Path, layer: QgsMapLayer) -> str:
    """Return what QGIS makes of a layer, in one line."""
    if not layer.isValid():
        return f"NOT VALID  {file.name}: {layer.error().summary()}"
    is_raster = isinstance(layer, QgsRasterLayer)
    shape = "raster" if is_raster else QgsWkbTypes.geometryDisplayString(layer.geometryType()).lower()
    told = ""
    if shape != NO_SHAPE:
        message, is_loaded = layer.loadNamedStyle(str(style_of(file, shape)))
        told = ", styled" if is_loaded else f", STYLE NOT LOADED: {message}"
    crs = layer.crs().authid() or "no coordinates"
    if is_raster:
        return f"valid      {file.name}: {layer.width()} x {layer.height()} cells, {crs}{told}"
    bad = sum(1 for feature in layer.getFeatures() if feature.hasGeometry() and not feature.geometry().isGeosValid())
    counted = f"{layer.featureCount():,} features, {len(layer.fields())} fields, {crs}"
    return (
        f"valid      {file.name}, {layer.name()}: {shape}, {counted}{told}{f', {bad} SHAPES NOT VALID' if bad else ''}"
    )


def main() -> int:
    """Open every layer; return 1 if one could not be opened as it should."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else SAMPLE
    # Nothing may be written beside what is looked at, such as a raster's statistics.
    gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
    gdal.UseExceptions()
    QgsApplication.setPrefixPath("/usr", True)  # noqa: FBT003 -- the name of the switch is QGIS's own
    application = QgsApplication([], False)  # noqa: FBT003 -- no windows; QGIS takes it by position
    application.initQgis()
    files = sorted(file for file in folder.iterdir() if file.suffix in RASTERS | VECTORS)
    lines = [said(file, layer) for file in files for layer in layers(file)]
    print("\n".join(lines))
    faults = sum(not line.startswith("valid") or "NOT" in line for line in lines)
    print(f"{len(files)} files, {len(lines)} layers, {faults} not as they should be")
    application.exitQgis()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
