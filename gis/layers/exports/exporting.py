"""How does an edition leave as a file of another program: public columns only, in the format that the name asks for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd

from gis.errors import EditionMissing, ExportUnfit, OptionInvalid
from gis.geometry.edges import map_edges
from gis.geometry.frame import GRID, unit_ft
from gis.geometry.operations import LONLAT, crs_name, parse_crs, route
from gis.layers.contracts import CONTRACTS, Contract, is_raster
from gis.layers.editions import read_manifests, read_rows
from gis.layers.exports.files import FORMATS, Format, write_table, write_whole
from gis.layers.exports.short_names import restored_names
from gis.layers.rasters.storing import cells_path
from gis.model.config import STRICT
from gis.model.edition import Kind, Manifest

__all__ = ["ExportRequest", "Exported", "export_edition", "restored_names", "write_table"]

_OWNER_KEYS = "owner_keys"
_CHORD_DEG = 1e-7


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Which edition is written where, and how."""

    edition: str
    to: Path
    crs: str | None = None
    with_owner_keys: bool = False
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    __pydantic_config__ = STRICT

    kind: Kind
    edition: str
    files: tuple[str, ...]
    format: str
    features: int
    crs: str | None
    columns: tuple[str, ...]
    remarks: tuple[str, ...]


def export_edition(directory: Path, request: ExportRequest) -> Exported:
    """Write an edition as a file for another program.

    Names and addresses of owners are never written: they are not in an edition. Owner keys, which
    say which parcels have one owner, are left out unless they are asked for. Shapes are in the
    plane of the edition or the system asked for, in GeoJSON always longitude and latitude as
    RFC 7946 says. Imported again with the generic preset, vintage and accuracy, a GeoPackage or
    Parquet file in the edition's plane gives the same edition, where the rows bear no owner keys.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    request : ExportRequest
        The edition by its id; the file's suffix is its format.

    Returns
    -------
    Exported
        Files written, columns, and what a reader of them must know.

    Raises
    ------
    EditionMissing, EditionCorrupt
        Where there is no such edition, or it cannot be read.
    OptionInvalid
        For a suffix of no known format, or a coordinate system that the format cannot have.
    ExportExists
        Where the file is there already and `overwrite` is not set; nothing is written then.
    ExportUnfit
        Where the format cannot hold the rows.
    """
    manifest = _named(read_manifests(directory), request.edition)
    suffix = request.to.suffix.lower()
    if is_raster(manifest.kind):
        return _export_cells(directory, manifest, request)
    form = FORMATS.get(suffix)
    if form is None:
        raise _unknown_suffix(manifest, tuple(FORMATS))
    contract = CONTRACTS[manifest.kind]
    table = pd.DataFrame(read_rows(directory, manifest))
    columns = [name for name in contract.names if request.with_owner_keys or name != _OWNER_KEYS]
    if contract.has_geometry and form.holds_shapes:
        target, remarks = _placed(table, manifest.working_crs, _target(request, manifest, suffix))
    else:
        target, remarks = None, _without_shapes(request, form, contract)
        table = table.drop(columns="geometry", errors="ignore")
    table = table[[*columns, *([] if target is None else ["geometry"])]]
    if target is not None:
        table = gpd.GeoDataFrame(table, geometry="geometry", crs=target)
    files, heard = write_table(table, request.to, manifest.kind, day=manifest.vintage, overwrite=request.overwrite)
    dated = contract.of_type("date")
    if suffix == ".shp" and dated:
        remarks.append(f"Dates are written as text ({', '.join(dated)}): a date of this format can hold no time.")
    return Exported(
        kind=manifest.kind,
        edition=manifest.edition,
        files=files,
        format=form.name,
        features=len(table),
        crs=target,
        columns=tuple(columns),
        remarks=(*remarks, *heard),
    )


def _named(manifests: Sequence[Manifest], edition: str) -> Manifest:
    for manifest in manifests:
        if manifest.edition == edition:
            return manifest
    listed = "; ".join(f"{each.edition} of {each.kind}" for each in manifests) or "none"
    raise EditionMissing(
        what=f"There is no edition {edition}.",
        where=f"the layers folder; editions: {listed}",
        why="An export is of one edition, named by its id.",
        next="List what is there with: townline editions --layers DIR",
    )


def _unknown_suffix(manifest: Manifest, suffixes: Sequence[str]) -> OptionInvalid:
    return OptionInvalid(
        what=f"No format of {manifest.kind} has this suffix.",
        where="the option --to",
        why="The suffix of the file's name says in which format it is written.",
        next=f"End the name in one of {', '.join(suffixes)}.",
    )


def _target(request: ExportRequest, manifest: Manifest, suffix: str) -> str:
    """Return the system to write in."""
    if suffix == ".geojson":
        if request.crs is not None and crs_name(parse_crs(request.crs)) != LONLAT:
            raise OptionInvalid(
                what=f"GeoJSON cannot be in {request.crs}.",
                where="the option --crs",
                why="RFC 7946 has longitude and latitude (EPSG:4326) only; readers would take any other for that.",
                next="Leave --crs out, or write a GeoPackage (.gpkg).",
            )
        return LONLAT
    return manifest.working_crs if request.crs is None else crs_name(parse_crs(request.crs))


def _placed(table: pd.DataFrame, plane: str, target: str) -> tuple[str, list[str]]:
    """Bring shapes from their plane into a system; each line stays where it is, by vertices added where needed."""
    if target == plane:
        return target, []
    is_degrees = parse_crs(target).is_geographic
    chord = _CHORD_DEG if is_degrees else GRID * unit_ft(plane) / unit_ft(target)
    way = route(plane, target)
    shapes, added = map_edges(np.asarray(table["geometry"].array, dtype=object), way, chord)
    table["geometry"] = shapes
    remarks = list(way.notes())
    if added:
        remarks.append(f"{added:,} vertices were added on long edges, so that every line stays where it was.")
    return target, remarks


def _without_shapes(request: ExportRequest, form: Format, contract: Contract) -> list[str]:
    if request.crs is not None:
        raise OptionInvalid(
            what="A table has no coordinate system.",
            where="the option --crs",
            why=f"{form.name} of {contract.kind} holds no shapes.",
            next="Leave --crs out, or write another format.",
        )
    if not contract.has_geometry:
        if not form.holds_tables:
            raise ExportUnfit(
                what=f"{contract.kind} have no shapes.",
                where=request.to.name,
                why=f"{form.name} is a format of shapes.",
                next="Write .csv, .gpkg or .parquet.",
            )
        return []
    return ["The shapes are left out: a CSV holds a table. A GeoPackage (.gpkg) holds both."]


def _export_cells(directory: Path, manifest: Manifest, request: ExportRequest) -> Exported:
    """Copy the cells of a raster edition as they are stored."""
    if request.to.suffix.lower() not in {".tif", ".tiff"}:
        raise _unknown_suffix(manifest, (".tif", ".tiff"))
    if request.crs is not None:
        raise OptionInvalid(
            what="A raster is written in its own coordinate system.",
            where="the option --crs",
            why="In another the cells would have to be made anew, and none would hold what was published.",
            next="Leave --crs out.",
        )
    stored = cells_path(directory, manifest)

    def fill(path: Path) -> None:
        shutil.copyfile(stored, path)

    files = write_whole(request.to, [request.to], fill, day=manifest.vintage, overwrite=request.overwrite)
    return Exported(
        kind=manifest.kind,
        edition=manifest.edition,
        files=files,
        format="GeoTIFF",
        features=manifest.counts.features,
        crs=None if manifest.crs is None else manifest.crs.used,
        columns=(),
        remarks=("What the cells mean stands in the manifest of the edition, not in the file.",),
    )
