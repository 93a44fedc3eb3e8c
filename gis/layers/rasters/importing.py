"""How does a raster file become an edition, and what is in one: cells kept in their own grid, never resampled."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from gis import __version__
from gis.errors import CellsUnfit, LayerEmpty, OptionInvalid, Place, StrictRefusal, TownlineError, VintageInvalid
from gis.geometry.crs import check_plausible, crs_name, guess_crs, parse_crs
from gis.geometry.grids import Transform, cell_on_ground
from gis.geometry.operations import route
from gis.layers.canonical import EDITION_DIGITS
from gis.layers.contracts import SCHEMA_VERSION
from gis.layers.editions import edition_folder
from gis.layers.finishing import Imported, Progress, silent
from gis.layers.journal import Entry, Journal, in_order
from gis.layers.rasters.files import Band, check_band, describe
from gis.layers.rasters.meaning import (
    Extremes,
    Meaning,
    check_cells,
    check_settings,
    check_unknown,
    held_by,
    meaning_of,
    parse_band,
    parse_nodata,
)
from gis.layers.rasters.storing import MOST_CLASSES, Tally, hash_cells, tally, write_raster
from gis.layers.readers import file_hash
from gis.layers.shapes import crs_missing, known_crs
from gis.layers.vintages import parse_accuracy, parse_vintage
from gis.model.config import STRICT
from gis.model.edition import (
    RASTER_KINDS,
    CellCount,
    Counts,
    CrsRecord,
    Kind,
    Manifest,
    Orientation,
    RasterRecord,
    SourceFile,
)

if TYPE_CHECKING:  # importing.py calls this module
    from gis.layers.importing import ImportRequest

PRESET = "raster"
_FORMAT = "GeoTIFF"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class RasterTrial:
    """Whether an import as one kind would work as the file stands, or what it would ask for."""

    __pydantic_config__ = STRICT

    kind: Kind
    error: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RasterReport:
    """A raster file as it stands."""

    __pydantic_config__ = STRICT

    file: str
    driver: str
    bands: int
    width: int
    height: int
    dtype: str
    """Of the first band, as are nodata and looks."""
    transform: Transform
    orientation: Orientation
    crs: str | None
    crs_guesses: tuple[str, ...]
    """Where the file does not say: what the corners look like."""
    bounds: tuple[float, float, float, float]
    nodata: str | None
    looks: str
    trials: tuple[RasterTrial, ...]


@dataclass(frozen=True, slots=True)
class PreparedRaster:
    """A raster edition that is not written yet."""

    manifest: Manifest
    raster: RasterRecord
    band: Band


def import_raster(request: ImportRequest, directory: Path, progress: Progress = silent) -> Imported:
    """Import one band of a GeoTIFF as an edition of impervious_raster or elevations.

    Cells stay in the file's own coordinate system and grid. Rows are cells in the counts: all of
    them are stored, those of unknown value too. Memory holds a few hundred rows at a time.

    Parameters
    ----------
    request : ImportRequest
        What to import; `constants` may give measure, classes, unit, vertical_datum, nodata and band.
    directory : Path
        Folder of layers; made where it is not there.
    progress : callable
        Told what is being done.

    Returns
    -------
    Imported
        The manifest, with its RasterRecord, and where the edition lies.

    Raises
    ------
    LayerUnreadable, LayerChoiceNeeded, LayerEmpty
        Where the file cannot be read, has several bands, or no cell has a value.
    CrsMissing, CrsImplausible, CrsUnknown
        Where nothing says where the cells lie, or they cannot lie there.
    CellsUnexplained, CellsUnfit
        Where nothing says what the cells mean, or they cannot mean it.
    VintageInvalid, OptionInvalid, StrictRefusal
        As for rows.
    """
    prepared = prepare_raster(request, progress)
    manifest = prepared.manifest
    if request.strict and manifest.repairs:
        raise _strict(manifest)
    is_new = write_raster(directory, manifest, prepared.raster, prepared.band, progress)
    return Imported(manifest, edition_folder(directory, manifest.kind, manifest.edition), is_new, {})


def prepare_raster(request: ImportRequest, progress: Progress = silent) -> PreparedRaster:
    """Do all of an import but the writing; see `import_raster`."""
    accuracy = None if request.accuracy_ft is None else parse_accuracy(request.accuracy_ft)
    vintage = _vintage(request)
    _check_request(request)
    settings = request.constants
    journal = Journal()
    band = describe(request.file, parse_band(settings))
    check_band(band)
    crs = _choose_crs(band, request.crs, journal)
    check_plausible(band.bounds, crs.used, band.where, request.frame)
    nodata = _choose_nodata(band, settings, journal)
    meaning = meaning_of(request.kind, settings, band, partial(_looks, band, nodata, progress), journal)
    check_unknown(meaning, nodata, band.where)
    counted = tally(band, nodata, count_values=meaning.measure == "class", progress=progress)
    if not counted.known:
        raise LayerEmpty(
            what="No cell has a value.",
            where=band.where,
            why=f"All {counted.unknown:,} cells hold the value that stands for unknown ({_text(nodata, band.dtype)}).",
            next="Give another file or band, or the right value with --set nodata=V.",
        )
    _check_classes(meaning, counted, band, journal)
    check_cells(meaning, Extremes(counted.minimum, counted.maximum), band.where, journal)
    _remark(band, nodata, counted, journal)
    way = route(crs.used, request.frame.crs)
    for note in way.notes():
        journal.remark(note)
    raster = _record(band, crs.used, nodata, meaning, counted)
    cells = band.width * band.height
    manifest = Manifest(
        kind=request.kind,
        edition="",
        sha256="",
        schema_version=SCHEMA_VERSION,
        source=SourceFile(band.path.name, file_hash(band.path), None, _FORMAT),
        preset=PRESET,
        columns={},
        constants=dict(settings),
        crs=crs,
        operations=way.operations,
        edge_model=f"cells in {parse_crs(crs.used).name}",
        vintage=vintage,
        accuracy_ft=accuracy,
        counts=Counts(rows_in=cells, rows_out=cells, refused=0, features=cells),
        sums={},
        area_sqft_in=None,
        area_sqft_out=None,
        repairs=in_order(journal.repairs),
        refusals=(),
        notes=tuple(journal.notes),
        townline=__version__,
        raster=raster,
        working_crs=request.frame.crs,
    )
    sha256 = hash_cells(manifest, raster, counted.digest.hexdigest())
    return PreparedRaster(replace(manifest, edition=sha256[:EDITION_DIGITS], sha256=sha256), raster, band)


def _vintage(request: ImportRequest) -> dt.date:
    if request.vintage is not None:
        return parse_vintage(request.vintage)
    raise VintageInvalid(
        what=f"Nothing says from when on this edition of {request.kind} holds.",
        where=request.file.name,
        why="A grid of cells bears no year, and the day on which the file was made is not the day of the picture.",
        next="Give the year or day that it shows with --vintage.",
    )


def _check_request(request: ImportRequest) -> None:
    options = {"--layer": request.layer, "--preset": request.preset, "--map": request.map_file}
    for name, value in options.items():
        if value is not None:
            raise OptionInvalid(
                what=f"{name} cannot be used for {request.kind}.",
                where=f"the option {name}",
                why="A raster has bands, not layers, and no columns.",
                next="Name the band with --set band=N, and what the cells mean with --set.",
            )
    check_settings(request.kind, request.constants)


def _choose_crs(band: Band, given: str | None, journal: Journal) -> CrsRecord:
    if given is None:
        if band.wkt is None:
            raise crs_missing(band.bounds, band.where)
        named = crs_name(parse_crs(band.wkt))
        return CrsRecord(found=named, given=None, used=named)
    found = None if band.wkt is None else known_crs(band.wkt)
    used = crs_name(parse_crs(given))
    if found is not None and found != used:
        journal.remark(f"The file names another coordinate system; {parse_crs(given).name} was given and used instead.")
    return CrsRecord(found=found, given=used, used=used)


def _choose_nodata(band: Band, settings: Mapping[str, str], journal: Journal) -> float | None:
    """Return the value of unknown cells: given by hand, else declared, where the cells can hold it."""
    given = parse_nodata(settings, band.dtype)
    declared = None if band.nodata is None else held_by(band.nodata, band.dtype)
    if band.nodata is not None and declared is None:
        journal.remark(f"The file declares {band.nodata:g} for unknown cells, which no cell of {band.dtype} can hold.")
    if given is not None and declared is not None and given != declared:
        journal.remark(f"The file declares {declared:g} for unknown cells; {given:g} was given and used instead.")
    nodata = declared if given is None else given
    if nodata is None and band.is_masked:
        raise OptionInvalid(
            what="The file's mask says that some cells are unknown, and no value stands for that.",
            where=band.where,
            why="A cell is kept as one number, so unknown needs a number of its own.",
            next="Give one that no known cell holds with --set nodata=V.",
        )
    return nodata


def _check_classes(meaning: Meaning, counted: Tally, band: Band, journal: Journal) -> None:
    if meaning.measure != "class":
        return
    values = counted.values
    if len(values) > MOST_CLASSES or any(not float(value).is_integer() for value in values):
        raise CellsUnfit(
            what="The cells hold no classes.",
            where=band.where,
            why=f"They go from {counted.minimum:g} to {counted.maximum:g}, with fractions or more than "
            f"{MOST_CLASSES} different values.",
            next="Give --set measure=percent or measure=fraction if that is what they hold.",
        )
    absent = [str(each) for each in meaning.classes if each not in values]
    if absent:
        journal.remark(f"No cell holds {' or '.join(absent)}, which count as impervious.")


def _remark(band: Band, nodata: float | None, counted: Tally, journal: Journal) -> None:
    if nodata is None:
        journal.remark("No value is declared for unknown cells: every cell counts as known. --set nodata=V gives one.")
    if counted.not_finite:
        journal.remark(f"{counted.not_finite:,} cells hold no number, or an infinite one, and count as unknown.")
    if band.orientation == "south_up":
        journal.remark("The first row is the southernmost; kept so.")
    if band.orientation == "rotated":
        journal.remark("The rows do not run east; the grid is kept as it lies.")
    if band.has_palette:
        journal.remark("The file has a colour table; the cells are read as numbers, and the colours are not kept.")
    if band.is_masked:
        entry = Entry(
            "masked_cells",
            f"cells that the file's mask takes out hold {_text(nodata, band.dtype)}",
            "They are unknown, and a cell is kept as one number.",
            "Write the value of unknown cells into the file and declare it.",
        )
        journal.repair(entry, None, None)


def _text(nodata: float | None, dtype: str) -> str:
    """Return the value of unknown cells as text that reads back as the same number."""
    if nodata is None:
        return "none"
    return repr(nodata) if np.dtype(dtype).kind == "f" else str(int(nodata))


def _record(band: Band, crs: str, nodata: float | None, meaning: Meaning, counted: Tally) -> RasterRecord:
    width_ft, height_ft, area_sqft = cell_on_ground(band.transform, band.width, band.height, crs)
    return RasterRecord(
        width=band.width,
        height=band.height,
        transform=band.transform,
        orientation=band.orientation,
        cell_width_ft=round(width_ft, _DIGITS),
        cell_height_ft=round(height_ft, _DIGITS),
        cell_area_sqft=round(area_sqft, _DIGITS),
        dtype=band.dtype,
        nodata=None if nodata is None else _text(nodata, band.dtype),
        band=band.number,
        measure=meaning.measure,
        classes=meaning.classes,
        unit=meaning.unit,
        vertical_datum=meaning.vertical_datum,
        cells=tuple(CellCount(int(value), count) for value, count in sorted(counted.values.items())),
        minimum=counted.minimum,
        maximum=counted.maximum,
        known_cells=counted.known,
        unknown_cells=counted.unknown,
    )


def check_raster(path: Path, progress: Progress = silent) -> RasterReport:
    """Say what a raster file holds, and what an import as each kind of raster would ask for; nothing is written.

    Parameters
    ----------
    path : Path
        A GeoTIFF.
    progress : callable
        Told what is being done.

    Raises
    ------
    LayerUnreadable
        Where it cannot be opened, or a part of its first band is not whole.
    """
    band = describe(path, 1)
    crs = None if band.wkt is None else known_crs(band.wkt)
    return RasterReport(
        file=path.name,
        driver=_FORMAT,
        bands=band.bands,
        width=band.width,
        height=band.height,
        dtype=band.dtype,
        transform=band.transform,
        orientation=band.orientation,
        crs=crs,
        crs_guesses=guess_crs(band.bounds) if crs is None else (),
        bounds=band.bounds,
        nodata=None if band.nodata is None else f"{band.nodata:g}",
        looks=_looks(band, band.nodata, progress),
        trials=tuple(_trial(path, kind, progress) for kind in sorted(RASTER_KINDS)),
    )


def _looks(band: Band, nodata: float | None, progress: Progress) -> str:
    return tally(band, nodata, count_values=True, progress=progress).in_words()


def _trial(path: Path, kind: Kind, progress: Progress) -> RasterTrial:
    from gis.layers.importing import ImportRequest  # noqa: PLC0415 - importing.py calls this module

    try:
        # A check writes nothing, so the day from which the cells hold does not matter.
        manifest = prepare_raster(ImportRequest(kind, path, vintage="2000"), progress).manifest
    except TownlineError as error:
        return RasterTrial(kind, f"{error.code}: {error.what} {error.why} {error.next}", ())
    return RasterTrial(kind, None, manifest.notes)


def is_raster_file(path: Path) -> bool:
    """Say by its name whether a file is a raster.

    >>> is_raster_file(Path("cover.TIF")), is_raster_file(Path("parcels.gpkg"))
    (True, False)
    """
    return path.suffix.lower() in {".tif", ".tiff"}


def _strict(manifest: Manifest) -> StrictRefusal:
    return StrictRefusal(
        what=f"{len(manifest.repairs)} things would be changed.",
        where=manifest.source.name,
        why="With --strict nothing may be changed or left out; nothing was written.",
        next="Mend the source as listed, or import without --strict: the manifest then lists the same.",
        places=tuple(Place(text=f"{note.rule}: {note.what}") for note in manifest.repairs),
    )
