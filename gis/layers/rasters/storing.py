"""How is a raster edition kept: its cells in their own grid, hashed whatever the file's tiles and compression."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import rasterio
import rasterio.crs
from rasterio.transform import Affine
from rasterio.windows import Window

from gis.errors import EditionCorrupt, LayerUnreadable
from gis.geometry.operations import parse_crs
from gis.layers.canonical import EDITION_DIGITS, edition_hash
from gis.layers.editions import MANIFEST_FILE, edition_folder, write_file
from gis.layers.finishing import Progress, silent
from gis.layers.rasters.files import DRIVER, STRIP_ROWS, Band, describe, is_known, opened, strips
from gis.layers.storing import PARTIAL, storing
from gis.model.edition import Manifest, RasterRecord
from gis.model.jsonio import to_json

CELLS_FILE = "cells.tif"
MOST_CLASSES = 256
"""A raster with more values than that holds no classes."""
_MOST_LISTED = 24
_PREDICTORS = {"f": 3, "i": 2, "u": 2}
"""How deflate is helped: by differences of whole numbers, and of the bytes of floating ones."""


@dataclass(slots=True)
class Tally:
    """What the cells of a band hold, counted strip by strip."""

    count_values: bool
    digest: Any = field(default_factory=hashlib.sha256)
    values: Counter[float] = field(default_factory=Counter)
    known: int = 0
    unknown: int = 0
    not_finite: int = 0
    """Unknown cells that hold no number, or an infinite one, although another value stands for unknown."""
    minimum: float = float("inf")
    maximum: float = float("-inf")

    def in_words(self) -> str:
        """Say what the cells look like; never to decide what they mean."""
        if not self.known:
            return "no value"
        extent = f"from {self.minimum:g} to {self.maximum:g}"
        if not all(float(value).is_integer() for value in self.values):
            return f"values with fractions {extent}"
        if len(self.values) > MOST_CLASSES:
            return f"more than {MOST_CLASSES} whole values {extent}"
        if len(self.values) > _MOST_LISTED:
            return f"{len(self.values)} whole values {extent}"
        return f"the whole values {', '.join(f'{value:g}' for value in sorted(self.values))}"

    def add(self, cells: npt.NDArray[Any], nodata: float | None) -> None:
        """Count one strip."""
        self.digest.update(np.ascontiguousarray(cells).tobytes())
        is_good = is_known(cells, nodata)
        known = cells[is_good]
        self.known += known.size
        self.unknown += cells.size - known.size
        if nodata is None or not np.isnan(nodata):
            self.not_finite += int((~np.isfinite(cells)).sum())
        if not known.size:
            return
        self.minimum = min(self.minimum, float(known.min()))
        self.maximum = max(self.maximum, float(known.max()))
        if self.count_values and len(self.values) <= MOST_CLASSES:
            found, counts = np.unique(known, return_counts=True)
            for value, count in zip(found.tolist(), counts.tolist(), strict=True):
                self.values[value] += count


def tally(band: Band, nodata: float | None, *, count_values: bool, progress: Progress = silent) -> Tally:
    """Read all cells of a band once, a strip at a time.

    Raises
    ------
    LayerUnreadable
        Where a part of the file is not whole.
    """
    counted = Tally(count_values)
    row = 0
    with opened(band.path) as dataset:
        for cells in strips(dataset, band, nodata):
            counted.add(cells, nodata)
            row += len(cells)
            progress(f"read {row:,} of {band.height:,} rows of cells")
    return counted


def hash_cells(manifest: Manifest, raster: RasterRecord, cells_sha256: str) -> str:
    """Return the SHA-256 of a raster's cells with their place and meaning.

    Parameters
    ----------
    manifest : Manifest
        Kind, schema, vintage, stated accuracy and coordinate system; its id is not looked at.
    raster : RasterRecord
        Grid and meaning; what was counted is not part of it.
    cells_sha256 : str
        Of the values row by row, little-endian, so that tiles and compression do not matter.

    Returns
    -------
    str
        64 hexadecimal digits; the first 16 are the edition id.
    """
    header: Sequence[str] = (
        manifest.kind,
        str(manifest.schema_version),
        manifest.vintage.isoformat(),
        str(manifest.accuracy_ft),
        _crs(manifest),
        *(number.hex() for number in raster.transform),
        str(raster.width),
        str(raster.height),
        raster.dtype,
        str(raster.nodata),
        raster.measure,
        ",".join(map(str, raster.classes)),
        str(raster.unit),
        str(raster.vertical_datum),
    )
    return edition_hash(header, [bytes.fromhex(cells_sha256)])


def _crs(manifest: Manifest) -> str:
    return "" if manifest.crs is None else manifest.crs.used


def nodata_of(raster: RasterRecord) -> float | None:
    """Return the value that stands for an unknown cell."""
    return None if raster.nodata is None else float(raster.nodata)


def write_raster(directory: Path, manifest: Manifest, raster: RasterRecord, band: Band, progress: Progress) -> bool:
    """Write a raster edition so that it is there whole or not at all.

    Returns
    -------
    bool
        False where the same edition was there already; nothing is written then.

    Raises
    ------
    LayerUnreadable
        Where the source is not what it was when it was first read.
    """
    final = edition_folder(directory, manifest.kind, manifest.edition)
    if (final / MANIFEST_FILE).exists():
        return False
    with storing(directory):
        final.parent.mkdir(parents=True, exist_ok=True)
        partial = final.parent / f"{PARTIAL}{manifest.edition}-{secrets.token_hex(4)}"
        partial.mkdir()
        try:
            _write_cells(partial / CELLS_FILE, manifest, raster, band, progress)
            write_file(partial / MANIFEST_FILE, to_json(manifest), 0o644)
            partial.rename(final)
        except OSError:
            if (final / MANIFEST_FILE).exists():  # another import of the same cells was quicker
                return False
            raise
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return True


def _write_cells(path: Path, manifest: Manifest, raster: RasterRecord, band: Band, progress: Progress) -> None:
    nodata = nodata_of(raster)
    profile = {
        "driver": DRIVER,
        "width": raster.width,
        "height": raster.height,
        "count": 1,
        "dtype": raster.dtype,
        "nodata": nodata,
        "crs": rasterio.crs.CRS.from_wkt(parse_crs(_crs(manifest)).to_wkt()),
        "transform": Affine(*raster.transform),
        "tiled": True,
        "blockxsize": STRIP_ROWS,
        "blockysize": STRIP_ROWS,
        "compress": "deflate",
        "predictor": _PREDICTORS[np.dtype(raster.dtype).kind],
        "bigtiff": "if_safer",
    }
    written = hashlib.sha256()
    row = 0
    # All that a reader needs stands in the file itself and in the manifest: no file beside it.
    with (
        opened(band.path) as source,
        rasterio.Env(GDAL_PAM_ENABLED="NO"),
        rasterio.open(path, "w", **profile) as target,
    ):
        for cells in strips(source, band, nodata):
            written.update(np.ascontiguousarray(cells).tobytes())
            target.write(cells, 1, window=Window(0, row, raster.width, len(cells)))
            row += len(cells)
            progress(f"wrote {row:,} of {raster.height:,} rows of cells")
    if hash_cells(manifest, raster, written.hexdigest()) != manifest.sha256:
        raise LayerUnreadable(
            what="The file changed while it was imported.",
            where=band.where,
            why="Its cells are not those that were checked a moment ago; nothing was kept.",
            next="Import it again when nobody writes to it.",
        )
    path.chmod(0o644)
    with path.open("rb") as file:
        os.fsync(file.fileno())


def cells_path(directory: Path, manifest: Manifest) -> Path:
    """Return where the cells of a raster edition lie."""
    return edition_folder(directory, manifest.kind, manifest.edition) / CELLS_FILE


def read_cells(
    directory: Path, manifest: Manifest, rows: tuple[int, int], columns: tuple[int, int]
) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]:
    """Return a block of cells of a raster edition, and which of them are known.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    manifest : Manifest
        A raster edition.
    rows, columns : tuple of int
        First, and one past the last, from 0 at the upper left corner.

    Returns
    -------
    tuple of ndarray
        Values as stored, and True where the value is known.

    Raises
    ------
    EditionCorrupt
        Where the cells cannot be read.
    """
    window = Window(columns[0], rows[0], columns[1] - columns[0], rows[1] - rows[0])
    raster = _record(manifest)
    try:
        with opened(cells_path(directory, manifest)) as dataset:
            cells = dataset.read(1, window=window)
    except LayerUnreadable as error:
        raise _corrupt(manifest, error.why) from error
    return cells, is_known(cells, nodata_of(raster))


def verify_raster(directory: Path, manifest: Manifest) -> None:
    """Check that the stored cells of an edition are those that were imported.

    Raises
    ------
    EditionCorrupt
        Where they cannot be read or their hash differs.
    """
    raster = _record(manifest)
    try:
        band = describe(cells_path(directory, manifest))
        digest = tally(band, nodata_of(raster), count_values=False).digest
    except LayerUnreadable as error:
        raise _corrupt(manifest, error.why) from error
    actual = hash_cells(manifest, raster, digest.hexdigest())
    if actual != manifest.sha256 or manifest.edition != manifest.sha256[:EDITION_DIGITS]:
        raise _corrupt(manifest, f"The cells hash to {actual[:EDITION_DIGITS]}.")


def _record(manifest: Manifest) -> RasterRecord:
    if manifest.raster is None:
        raise _corrupt(manifest, "Its manifest describes no grid of cells.")
    return manifest.raster


def _corrupt(manifest: Manifest, why: str) -> EditionCorrupt:
    return EditionCorrupt(
        what=f"The edition {manifest.edition} of {manifest.kind} is not what was imported.",
        where=f"{manifest.kind}/{manifest.edition}",
        why=f"{why} A finding that cites it could not be repeated.",
        next=f"Remove that folder and import {manifest.source.name} again, or restore it from a copy.",
    )
