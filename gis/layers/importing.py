"""How does a file become an edition: the one path from rows as published to rows that findings cite.

Read, map columns, reproject, mend, settle duplicates, part owners, store. Every row that came in is
stored or refused, and everything changed or refused is listed. Rasters go their own way (rasters.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd

from gis.errors import LayerChoiceNeeded, LayerEmpty, LayerUnreadable, Place
from gis.geometry.frame import GRID, Frame
from gis.layers.canonical import geometry_digests
from gis.layers.contracts import CONTRACTS, Contract, Shape, is_raster, typed
from gis.layers.editions import check_plane, read_manifests
from gis.layers.finishing import Draft, Features, Imported, Prepared, finish, money_sums, store
from gis.layers.journal import Journal, in_order, short
from gis.layers.owners import part_owners
from gis.layers.presets.choosing import ColumnMap, choose_preset
from gis.layers.progress import Progress, silent, without_collection
from gis.layers.rasters.importing import import_raster
from gis.layers.readers import OpenedFile, SourceLayer, open_file, read_rows, source_hash, unit_remark
from gis.layers.rows.columns import CanonicalRows, canonical_rows
from gis.layers.rows.duplicates import settle_duplicates
from gis.layers.rows.wide import expand
from gis.layers.screening import taken_in_words
from gis.layers.shapes import WORKING, Placed, choose_crs, choose_frame, place_shapes, remark_area
from gis.layers.vintages import (
    parse_accuracy,
    parse_vintage,
    rows_by_year,
    vintage_note,
    vintage_of,
    years_in_words,
)
from gis.layers.whereabouts import check_counties
from gis.model.edition import ImportNote, Kind, SourceFile

_MOST_STACKS = 20
_WITH_INVERTS: frozenset[Kind] = frozenset({"sewers", "sewer_nodes"})
_SHAPE_WORDS: Mapping[str, Shape] = {"Point": "point", "LineString": "line", "Polygon": "polygon", "Surface": "polygon"}
_ONE_PLANE = "Name another folder with --layers, or import in that folder's plane with --working-crs."
_LOOK = "Check with `townline check FILE` what the file holds, and name another --layer or file."


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import and how, as the command line gives it; texts are checked here."""

    kind: Kind
    file: Path
    layer: str | None = None
    preset: str | None = None
    crs: str | None = None
    vintage: str | None = None
    accuracy_ft: str | None = None
    strict: bool = False
    constants: Mapping[str, str] = field(default_factory=dict)
    map_file: Path | None = None
    """A column map of the user's own, in the form of a preset."""
    address: str | None = None
    """Where a feature service serves the layer; read instead of `file`."""
    working_crs: str | None = None
    """Plane in which the layer is worked; without it the state's."""

    @property
    def frame(self) -> Frame:
        """The plane in which the layer is worked, measured in itself; see `choose_frame`."""
        return choose_frame(self.working_crs)


def import_layer(request: ImportRequest, directory: Path, progress: Progress = silent) -> Imported:
    """Import one layer of a file as an edition.

    Parameters
    ----------
    request : ImportRequest
        What to import and how.
    directory : Path
        Folder of layers; made where it is not there.
    progress : callable
        Told what is being done.

    Returns
    -------
    Imported
        The manifest and where the edition lies.

    Raises
    ------
    LayerError, CrsError, OptionInvalid
        Where the file cannot be imported; nothing is written then.
    EditionError
        Where the folder holds layers of another plane, or editions that cannot be read.
    """
    check_plane(read_manifests(directory), request.frame.crs, _ONE_PLANE)
    if is_raster(request.kind):
        return import_raster(request, directory, progress)
    with without_collection():
        return store(prepare(request, progress), directory, strict=request.strict, progress=progress)


def prepare(request: ImportRequest, progress: Progress = silent, opened: OpenedFile | None = None) -> Prepared:
    """Do all of an import of rows but the writing; see `import_layer`. A file `opened` already is not opened again."""
    accuracy = None if request.accuracy_ft is None else parse_accuracy(request.accuracy_ft)
    vintage = None if request.vintage is None else parse_vintage(request.vintage)
    contract = CONTRACTS[request.kind]
    progress("reading")
    frame = request.frame
    opened = open_file(request.address or request.file) if opened is None else opened
    layer = choose_layer(opened, request.layer, contract)
    where = f"{opened.path.name}, layer {layer.name}"
    column_map = choose_preset(
        request.kind, layer.columns, request.preset, request.constants, where, map_file=request.map_file
    )
    journal = Journal()
    is_placed = contract.has_geometry and layer.geometry_type is not None
    crs = choose_crs(layer, request.crs, where, journal) if is_placed else None
    if crs is not None and (doubt := unit_remark(opened, crs.used)):
        journal.remark(doubt)
    progress(f"reading {layer.rows:,} rows")
    rows = read_rows(opened, layer, column_map.sources)
    for remark in (*opened.remarks, *rows.remarks):
        journal.remark(f"The reader remarked: {remark}")
    if not len(rows.table):
        raise _empty(where, "It has no rows.", _LOOK)
    rows_in, shapes = len(rows.table), rows.shapes
    canonical = canonical_rows(request.kind, rows.table, column_map, journal, progress)
    _remark_heights(request.kind, rows.remarks, journal)
    del rows  # of a million rows these are half a gigabyte, which the shapes need
    placed = None
    if crs is not None and shapes is not None:
        placed = place_shapes(opened, shapes, crs, _ids(canonical, contract), journal, contract, progress, frame)
        del shapes
    sums_in = money_sums(contract, canonical.table)
    canonical = replace(canonical, table=typed(contract, canonical.table))
    features = _features(contract, canonical, placed, frame, journal, progress)
    del canonical
    if not len(features.table):
        first = journal.refusals[0]
        why = f"All {rows_in:,} rows were refused, the first because: {first.what}. {first.why}"
        raise _empty(where, why, first.mend, journal.refusals)
    if placed is not None:
        if frame == WORKING:  # counties of other states bear names of ours
            check_counties(features.table, placed.crs, where)
        remark_area(placed, frame, journal)
    _remark_columns(column_map, journal)
    years = rows_by_year(request.kind, features.table)
    if vintage is None:
        vintage = vintage_of(request.kind, features.table, where)
        journal.remark(vintage_note(request.kind, vintage))
    elif len(years) > 1:
        journal.remark(f"The rows bear several years: {years_in_words(years)}.")
    source = SourceFile(opened.path.name, source_hash(opened), layer.name, opened.driver)
    return finish(
        Draft(
            kind=request.kind,
            source=source,
            column_map=column_map,
            constants=dict(request.constants),
            placed=placed,
            rows_in=rows_in,
            vintage=vintage,
            accuracy_ft=accuracy,
            sums_in=sums_in,
            frame=frame,
        ),
        features,
        journal,
        progress,
    )


def choose_layer(opened: OpenedFile, name: str | None, contract: Contract) -> SourceLayer:
    """Return the layer named, or the only one that could hold the kind.

    Raises
    ------
    LayerChoiceNeeded
        Where none has that name, or several could.
    LayerUnreadable
        Where the file has no layer with shapes, and the kind needs them.
    """
    listed = "; ".join(
        f"{layer.name} ({layer.geometry_type or 'table'}, {layer.rows:,} rows)" for layer in opened.layers
    )
    if name is not None:
        named = [layer for layer in opened.layers if layer.name == name]
        if not named:
            raise LayerChoiceNeeded(
                what=f"There is no layer {name!r} in this file.",
                where=opened.path.name,
                why=f"Its layers: {listed or 'none'}.",
                next="Name one of these with --layer.",
            )
        choice = named[0]
    else:
        fitting = [layer for layer in opened.layers if may_hold(layer, contract)]
        if len(fitting) > 1:
            raise LayerChoiceNeeded(
                what=f"The file holds {len(fitting)} layers that could be {contract.kind}.",
                where=opened.path.name,
                why=f"Its layers: {listed}.",
                next="Name one with --layer.",
            )
        choice = fitting[0] if fitting else opened.layers[0]
    if contract.has_geometry and not contract.shape_optional and choice.geometry_type is None:
        raise _without_shapes(opened, choice, contract)
    return choice


def may_hold(layer: SourceLayer, contract: Contract) -> bool:
    """Say whether a layer's shapes can be those of a kind; a layer that does not say which it holds may hold any."""
    if not contract.has_geometry:
        return True
    if layer.geometry_type is None:
        return contract.shape_optional
    shape = next((shape for word, shape in _SHAPE_WORDS.items() if word in layer.geometry_type), None)
    return shape is None or shape in contract.shapes


def _without_shapes(opened: OpenedFile, layer: SourceLayer, contract: Contract) -> LayerUnreadable:
    is_shapefile = opened.driver == "ESRI Shapefile"
    return LayerUnreadable(
        what="The .shp file of this shapefile is missing." if is_shapefile else "This is a table without shapes.",
        where=f"{opened.path.name}, layer {layer.name}",
        why=f"An edition of {contract.kind} needs {taken_in_words(contract)}, one shape for each row.",
        next="Ask the publisher for the whole shapefile: .shp, .shx, .dbf and .prj together."
        if is_shapefile
        else "Give the file that holds the shapes.",
    )


def _empty(where: str, why: str, next_step: str, refusals: Sequence[ImportNote] = ()) -> LayerEmpty:
    return LayerEmpty(
        what="There is no feature to import.",
        where=where,
        why=why,
        next=next_step,
        places=tuple(
            Place(feature_id=note.feature_id, row=note.row, column=note.column, text=f"{note.rule}: {note.what}")
            for note in in_order(refusals)
        ),
    )


def _ids(canonical: CanonicalRows, contract: Contract) -> list[str | None]:
    ids = canonical.table[contract.key[0]]
    return [text if isinstance(text, str) else None for text in ids.tolist()]


def _features(  # noqa: PLR0913  rows and their shapes, of which kind and plane, and where to list
    contract: Contract,
    canonical: CanonicalRows,
    placed: Placed | None,
    frame: Frame,
    journal: Journal,
    progress: Progress,
) -> Features:
    """Return one row a feature out of the rows that were not refused."""
    progress(f"settling duplicates among {len(canonical.table):,} rows")
    table = canonical.table
    shapes: list[bytes] = [b""] * len(table)
    if contract.has_geometry:
        table = table.assign(geometry=None if placed is None else placed.geometries)
        shapes = geometry_digests(table["geometry"].to_numpy(dtype=object), GRID)
    kept = ~table.index.isin(list(journal.refused_rows))
    digests = [shape for shape, keep in zip(shapes, kept.tolist(), strict=True) if keep]
    table = table[kept]
    _remark_stacks(table, digests, journal)
    settled = settle_duplicates(contract, table, digests, frame, journal)
    table = settled.table
    owners = pd.DataFrame()
    if contract.private:
        progress(f"numbering the owners of {len(table):,} features")
        parted = part_owners(table, canonical.private, settled.stands_for)
        table = table.assign(owner_keys=parted.keys)
        owners = parted.private
    expanded, digests = expand(table, settled.shapes, canonical.figures)
    return Features(expanded, digests, owners)


def _remark_stacks(table: pd.DataFrame, shapes: list[bytes], journal: Journal) -> None:
    """List parcels of different ids with one and the same outline, as condominium units have."""
    if "record_kind" not in table:
        return
    is_parcel = (table["record_kind"] == "parcel").to_numpy(dtype=bool)
    again = pd.Series(shapes, dtype=object)[is_parcel]
    again = again[again.duplicated(keep=False)]
    ids: dict[bytes, set[str]] = {}
    for shape, parcel_id in zip(again, table["parcel_id"].iloc[again.index], strict=True):
        ids.setdefault(shape, set()).add(parcel_id.strip())
    stacks = sorted(sorted(stack) for stack in ids.values() if len(stack) > 1)
    for stack in stacks[:_MOST_STACKS]:
        journal.remark(f"{len(stack)} parcels share one outline and are all kept: {', '.join(map(short, stack))}.")
    if len(stacks) > _MOST_STACKS:
        journal.remark(f"{len(stacks) - _MOST_STACKS} more groups of parcels share one outline.")


def _remark_heights(kind: Kind, remarks: Sequence[str], journal: Journal) -> None:
    """Say of sewers that the heights of their shapes are no inverts, which nobody said they are."""
    if kind in _WITH_INVERTS and any("heights (Z)" in remark for remark in remarks):
        journal.remark("Heights of the shapes are not read as inverts or rims: those come from columns alone.")


def _remark_columns(column_map: ColumnMap, journal: Journal) -> None:
    if column_map.unused:
        journal.remark(f"Columns not used, because a better name was there: {', '.join(column_map.unused)}.")
