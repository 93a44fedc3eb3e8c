"""What is in this file, and what would an import of it change or refuse: told, nothing written."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

from gis.errors import TownlineError
from gis.geometry.crs import guess_crs
from gis.geometry.repair import shapes_from_wkb
from gis.layers.contracts import CONTRACTS, ROW_KINDS
from gis.layers.finishing import Progress, silent
from gis.layers.importing import ImportRequest, choose_layer, may_hold, prepare
from gis.layers.presets.choosing import fitting_map
from gis.layers.readers import OpenedFile, SourceLayer, open_file, read_rows
from gis.layers.shapes import known_crs
from gis.model.config import STRICT
from gis.model.edition import Counts, ImportNote, Kind

_ANY_VINTAGE = "2000"
"""A check writes nothing, so the day from which the rows hold does not matter."""
_MOST_LISTED = 1000
_Systems = tuple[str | None, str | None]
"""Coordinate system of the file and plane of the work, as they are given; null where they are not."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an import as one kind would do, or the error it would end with."""

    __pydantic_config__ = STRICT

    kind: Kind
    preset: str
    counts: Counts | None
    repairs: tuple[ImportNote, ...]
    refusals: tuple[ImportNote, ...]
    notes: tuple[str, ...]
    error: str | None


@dataclass(frozen=True, slots=True)
class Invalid:
    """A shape that is not valid as it stands in the file."""

    __pydantic_config__ = STRICT

    row: int
    why: str


@dataclass(frozen=True, slots=True)
class LayerReport:
    """One layer as it stands."""

    __pydantic_config__ = STRICT

    name: str
    rows: int
    geometry_types: dict[str, int]
    """Type of shape: number of rows; "none" for a row without one."""
    columns: dict[str, str]
    crs: str | None
    crs_guesses: tuple[str, ...]
    """Where the file does not say: what the coordinates look like."""
    bounds: tuple[float, float, float, float] | None
    invalid: tuple[Invalid, ...]
    duplicate_ids: dict[str, int]
    """Ids borne by several rows, for each kind that fits: how many ids."""
    trials: tuple[Trial, ...]


@dataclass(frozen=True, slots=True)
class FileReport:
    """A file and its layers."""

    __pydantic_config__ = STRICT

    file: str
    driver: str
    layers: tuple[LayerReport, ...]
    remarks: tuple[str, ...]


def check_file(
    path: Path | str,
    layer: str | None = None,
    crs: str | None = None,
    progress: Progress = silent,
    working_crs: str | None = None,
) -> FileReport:
    """Say what a file holds and what import would do with it.

    Parameters
    ----------
    path : Path or str
        File, folder of a File Geodatabase, or address of a layer of a feature service.
    layer : str, optional
        Only this layer.
    crs : str, optional
        Coordinate system for the trial imports, where the file does not say or says it wrongly.
    progress : callable
        Told what is being done.
    working_crs : str, optional
        Plane for the trial imports, as an import takes it; the state's where it is left out.

    Returns
    -------
    FileReport
        Of every layer: columns, coordinate system or guesses, types of shapes, invalid shapes with
        their places, ids that repeat, and a trial import as each kind that fits.

    Raises
    ------
    LayerUnreadable
        Where the file cannot be opened.
    LayerChoiceNeeded
        Where it has no layer of that name.
    """
    opened = open_file(path)
    layers = opened.layers
    if layer is not None:
        layers = (choose_layer(opened, layer, CONTRACTS["ratios"]),)
    return FileReport(
        file=opened.path.name,
        driver=opened.driver,
        layers=tuple(_layer(opened, each, (crs, working_crs), progress) for each in layers),
        remarks=opened.remarks,
    )


def _layer(opened: OpenedFile, layer: SourceLayer, given: _Systems, progress: Progress) -> LayerReport:
    types: dict[str, int] = {}
    invalid: tuple[Invalid, ...] = ()
    if layer.geometry_type is not None:
        progress(f"looking at the shapes of {layer.name}")
        shapes = read_rows(opened, layer, []).shapes
        found = shapes_from_wkb(np.array([], dtype=object) if shapes is None else shapes).geometries
        types, invalid = _shapes(found)
    crs = None if layer.crs is None else known_crs(layer.crs)
    trials, duplicates = _trials(opened, layer, given, progress)
    return LayerReport(
        name=layer.name,
        rows=layer.rows,
        geometry_types=types,
        columns=dict(zip(layer.columns, layer.types, strict=True)),
        crs=crs,
        crs_guesses=guess_crs(layer.bounds) if crs is None and layer.bounds is not None else (),
        bounds=layer.bounds if layer.bounds is not None and np.isfinite(layer.bounds).all() else None,
        invalid=invalid,
        duplicate_ids=duplicates,
        trials=trials,
    )


def _shapes(found: np.ndarray) -> tuple[dict[str, int], tuple[Invalid, ...]]:
    kinds, counts = np.unique(shapely.get_type_id(found), return_counts=True)
    types = {
        "none" if kind < 0 else shapely.GeometryType(int(kind)).name.lower(): int(count)
        for kind, count in zip(kinds.tolist(), counts.tolist(), strict=True)
    }
    bad = np.flatnonzero(~shapely.is_valid(found) & ~shapely.is_missing(found))[:_MOST_LISTED]
    return types, tuple(Invalid(int(row), shapely.is_valid_reason(found[row])) for row in bad)


def _trials(
    opened: OpenedFile, layer: SourceLayer, given: _Systems, progress: Progress
) -> tuple[tuple[Trial, ...], dict[str, int]]:
    """Try the import as each kind that the columns and the type of shape fit."""
    crs, working_crs = given
    trials = []
    duplicates: dict[str, int] = {}
    for kind in ROW_KINDS:
        contract = CONTRACTS[kind]
        if not may_hold(layer, contract):
            continue
        column_map = fitting_map(kind, layer.columns)
        if column_map is None:
            continue
        progress(f"trying {layer.name} as {kind}")
        sources = {each.canonical: each.source for each in column_map.columns}
        keys = [source for name in contract.key if (source := sources.get(name)) is not None]
        if keys and not contract.repeats:
            ids = read_rows(opened, layer, keys).table
            duplicates[kind] = len(ids[ids.duplicated(keep=False)].drop_duplicates())
        request = ImportRequest(
            kind,
            opened.path,
            layer=layer.name,
            preset=column_map.preset,
            crs=crs,
            vintage=_ANY_VINTAGE,
            working_crs=working_crs,
        )
        trials.append(_trial(request, opened, column_map.preset, progress))
    return tuple(trials), duplicates


def _trial(request: ImportRequest, opened: OpenedFile, preset: str, progress: Progress) -> Trial:
    blank = Trial(request.kind, preset, None, (), (), (), None)
    try:
        manifest = prepare(request, progress, opened).manifest
    except TownlineError as error:
        return dataclasses.replace(blank, error=f"{error.code}: {error.what} {error.why} {error.next}")
    return dataclasses.replace(
        blank,
        counts=manifest.counts,
        repairs=manifest.repairs,
        refusals=manifest.refusals,
        notes=manifest.notes,
    )
