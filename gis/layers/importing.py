"""How does a file become an edition: the one path from rows as published to rows that findings cite.

Read, map columns, reproject, mend, settle duplicates, part owners, store. Every row that came in is
stored or refused, and everything changed or refused is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from gis.errors import LayerChoiceNeeded, LayerEmpty, LayerUnreadable
from gis.geometry.frame import GRID
from gis.layers.canonical import geometry_digests
from gis.layers.columns import CanonicalRows, canonical_rows
from gis.layers.contracts import CONTRACTS, Contract, typed
from gis.layers.duplicates import settle_duplicates
from gis.layers.finishing import Draft, Features, Imported, Prepared, Progress, finish, money_sums, silent, store
from gis.layers.journal import Journal
from gis.layers.owners import part_owners
from gis.layers.presets import ColumnMap, choose_preset
from gis.layers.readers import OpenedFile, SourceLayer, file_hash, open_file, read_rows
from gis.layers.shapes import WORKING, Placed, choose_crs, place_shapes
from gis.layers.vintages import (
    parse_accuracy,
    parse_vintage,
    rows_by_year,
    vintage_note,
    vintage_of,
    years_in_words,
)
from gis.model.edition import Kind, SourceFile

_MOST_STACKS = 20
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
    """
    return store(prepare(request, progress), directory, strict=request.strict, progress=progress)


def prepare(request: ImportRequest, progress: Progress = silent) -> Prepared:
    """Do all of an import but the writing; see `import_layer`."""
    accuracy = None if request.accuracy_ft is None else parse_accuracy(request.accuracy_ft)
    vintage = None if request.vintage is None else parse_vintage(request.vintage)
    contract = CONTRACTS[request.kind]
    progress("reading")
    opened = open_file(request.file)
    layer = choose_layer(opened, request.layer, contract)
    where = f"{opened.path.name}, layer {layer.name}"
    column_map = choose_preset(request.kind, layer.columns, request.preset, request.constants, where)
    journal = Journal()
    crs = choose_crs(layer, request.crs, where, journal) if contract.has_geometry else None
    rows = read_rows(opened, layer, column_map.sources)
    for remark in (*opened.remarks, *rows.remarks):
        journal.remark(f"The reader remarked: {remark}")
    if not len(rows.table):
        raise _empty(where, "It has no rows.", _LOOK)
    progress(f"reading {len(rows.table):,} rows in canonical columns")
    canonical = canonical_rows(request.kind, rows.table, column_map, journal)
    placed = None
    if crs is not None and rows.shapes is not None:
        progress("reprojecting and mending")
        placed = place_shapes(opened, rows.shapes, crs, _ids(canonical, contract), journal)
    progress("settling duplicates and owners")
    features = _features(contract, canonical, placed, journal)
    if not len(features.table):
        first = journal.refusals[0]
        why = f"All {len(rows.table):,} rows were refused, the first because: {first.what}. {first.why}"
        raise _empty(where, why, first.mend)
    _remark_columns(column_map, journal)
    years = rows_by_year(request.kind, features.table)
    if vintage is None:
        vintage = vintage_of(request.kind, features.table, where)
        journal.remark(vintage_note(vintage))
    elif len(years) > 1:
        journal.remark(f"The rows bear several years: {years_in_words(years)}.")
    source = SourceFile(opened.path.name, file_hash(opened.path), layer.name, opened.driver)
    return finish(
        Draft(
            kind=request.kind,
            source=source,
            column_map=column_map,
            constants=dict(request.constants),
            placed=placed,
            rows_in=len(rows.table),
            vintage=vintage,
            accuracy_ft=accuracy,
            sums_in=money_sums(contract, canonical.table),
        ),
        features,
        journal,
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
        fitting = [layer for layer in opened.layers if not contract.has_geometry or _may_hold_land(layer)]
        if len(fitting) > 1:
            raise LayerChoiceNeeded(
                what=f"The file holds {len(fitting)} layers that could be {contract.kind}.",
                where=opened.path.name,
                why=f"Its layers: {listed}.",
                next="Name one with --layer.",
            )
        choice = fitting[0] if fitting else opened.layers[0]
    if contract.has_geometry and choice.geometry_type is None:
        raise _without_shapes(opened, choice, contract)
    return choice


def _may_hold_land(layer: SourceLayer) -> bool:
    """Whether a layer's shapes can be polygons; a layer that does not say which it holds may hold any."""
    return layer.geometry_type is not None and not any(thin in layer.geometry_type for thin in ("Point", "LineString"))


def _without_shapes(opened: OpenedFile, layer: SourceLayer, contract: Contract) -> LayerUnreadable:
    is_shapefile = opened.driver == "ESRI Shapefile"
    return LayerUnreadable(
        what="The .shp file of this shapefile is missing." if is_shapefile else "This is a table without shapes.",
        where=f"{opened.path.name}, layer {layer.name}",
        why=f"An edition of {contract.kind} needs the outline of each row.",
        next="Ask the publisher for the whole shapefile: .shp, .shx, .dbf and .prj together."
        if is_shapefile
        else "Give the file that holds the outlines.",
    )


def _empty(where: str, why: str, next_step: str) -> LayerEmpty:
    return LayerEmpty(
        what="There is no feature to import.",
        where=where,
        why=why,
        next=next_step,
    )


def _ids(canonical: CanonicalRows, contract: Contract) -> list[str | None]:
    ids = canonical.table[contract.key[0]]
    return [text if isinstance(text, str) else None for text in ids.tolist()]


def _features(contract: Contract, canonical: CanonicalRows, placed: Placed | None, journal: Journal) -> Features:
    """Return one row a feature out of the rows that were not refused."""
    table = typed(contract, canonical.table)
    shapes: list[bytes] = [b""] * len(table)
    if placed is not None:
        table["geometry"] = placed.geometries
        shapes = geometry_digests(placed.geometries, GRID)
    kept = ~table.index.isin(list(journal.refused_rows))
    digests = [shape for shape, keep in zip(shapes, kept.tolist(), strict=True) if keep]
    table = table[kept]
    _remark_stacks(table, digests, journal)
    settled = settle_duplicates(contract, table, digests, WORKING, journal)
    table = settled.table
    owners = pd.DataFrame()
    if contract.private:
        parted = part_owners(table, canonical.private, settled.stands_for)
        table = table.assign(owner_keys=parted.keys)
        owners = parted.private
    return Features(table, settled.shapes, owners)


def _remark_stacks(table: pd.DataFrame, shapes: list[bytes], journal: Journal) -> None:
    """List parcels of different ids with one and the same outline, as condominium units have."""
    if "record_kind" not in table:
        return
    ids: dict[bytes, set[str]] = {}
    for shape, parcel_id, kind in zip(shapes, table["parcel_id"], table["record_kind"], strict=True):
        if kind == "parcel":
            ids.setdefault(shape, set()).add(parcel_id.strip())
    stacks = sorted(sorted(stack) for stack in ids.values() if len(stack) > 1)
    for stack in stacks[:_MOST_STACKS]:
        journal.remark(f"{len(stack)} parcels share one outline and are all kept: {', '.join(stack)}.")
    if len(stacks) > _MOST_STACKS:
        journal.remark(f"{len(stacks) - _MOST_STACKS} more groups of parcels share one outline.")


def _remark_columns(column_map: ColumnMap, journal: Journal) -> None:
    if column_map.unused:
        journal.remark(f"Columns not used, because a better name was there: {', '.join(column_map.unused)}.")
