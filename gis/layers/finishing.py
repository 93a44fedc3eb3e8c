"""What is an edition made of once its rows are settled: sorted, hashed, described, written or refused."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis import __version__
from gis.errors import Place, StrictRefusal
from gis.geometry.frame import Frame
from gis.geometry.measure import areas_by_scale_sqft
from gis.layers.canonical import EDITION_DIGITS
from gis.layers.contracts import CONTRACTS, SCHEMA_VERSION, Contract
from gis.layers.editions import digest_rows, edition_folder, hash_rows, write_edition
from gis.layers.journal import Journal, in_order
from gis.layers.owners import Written, remove_owners, write_owners
from gis.layers.presets.choosing import ColumnMap
from gis.layers.progress import Progress, silent
from gis.layers.rows.ordering import text_order
from gis.layers.shapes import WORKING, Placed, equal_area
from gis.layers.storing import storing
from gis.model.edition import Counts, Kind, Manifest, SourceFile
from gis.model.exact import money
from gis.units import quantise_area_sqft

__all__ = [
    "Draft",
    "Features",
    "Imported",
    "Prepared",
    "Progress",
    "finish",
    "money_sums",
    "silent",
    "store",
]

_NAMES_WRITTEN: dict[Written, str] = {
    "replaced": "These rows were on file already; owners' names or addresses differed from those kept apart for them, "
    "which were replaced by this file's.",
    "new": "These rows were on file already, but no owners' names were kept apart for them; this file's were written.",
}


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """One row a feature, the digests of their shapes in the same order, and owners' names apart."""

    table: pd.DataFrame
    shapes: list[bytes]
    owners: pd.DataFrame


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """What is known of an edition before its rows are hashed."""

    kind: Kind
    source: SourceFile
    column_map: ColumnMap
    constants: dict[str, str]
    placed: Placed | None
    rows_in: int
    vintage: dt.date
    accuracy_ft: Fraction | None
    sums_in: dict[str, str]
    frame: Frame = WORKING


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """An edition that is not written yet."""

    manifest: Manifest
    table: pd.DataFrame
    owners: pd.DataFrame
    sums_in: dict[str, str]
    """Money columns: the sum of all rows read."""


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """An edition on disk; `is_new` is False where the same rows were there already."""

    manifest: Manifest
    folder: Path
    is_new: bool
    sums_in: dict[str, str]


def store(prepared: Prepared, directory: Path, *, strict: bool, progress: Progress = silent) -> Imported:
    """Write a prepared edition, or refuse it where `strict` and anything was changed or refused."""
    manifest = prepared.manifest
    if strict and (manifest.repairs or manifest.refusals):
        raise _strict(manifest)
    progress(f"writing {len(prepared.table):,} features")
    folder = edition_folder(directory, manifest.kind, manifest.edition)
    with storing(directory):
        # Names first: an edition that is there has its names, and names without an edition are swept.
        written = write_owners(directory, manifest.edition, prepared.owners)
        try:
            is_new = write_edition(directory, manifest, prepared.table)
        finally:
            if not folder.exists():
                remove_owners(directory, manifest.edition)
    if not is_new and written in _NAMES_WRITTEN:
        manifest = replace(manifest, notes=(*manifest.notes, _NAMES_WRITTEN[written]))
    return Imported(manifest, folder, is_new, prepared.sums_in)


def money_sums(contract: Contract, table: pd.DataFrame) -> dict[str, str]:
    """Return the sum of each money column in dollars, by the column's name without `_cents`."""
    sums = {}
    for name in contract.of_type("cents"):
        cents = sum(map(int, table[name].dropna().tolist()))
        sums[name.removesuffix("_cents")] = money(Fraction(cents, 100))
    return sums


def finish(draft: Draft, features: Features, journal: Journal, progress: Progress = silent) -> Prepared:
    """Sort and hash the rows, and write down everything about them."""
    contract = CONTRACTS[draft.kind]
    progress(f"hashing {len(features.table):,} features")
    digests = digest_rows(draft.kind, features.table, features.shapes)
    sha256 = hash_rows(draft.kind, features.table, draft.vintage, draft.accuracy_ft, digests, draft.frame.crs)
    progress(f"sorting {len(features.table):,} features")
    table = _sorted(contract, features.table, digests, draft.frame)
    sums = money_sums(contract, table)
    for name, total in sums.items():
        if draft.sums_in.get(name, total) != total:
            journal.remark(f"{name}: {Decimal(draft.sums_in[name]):,} in the rows read, {Decimal(total):,} stored.")
    placed = draft.placed
    refused = len(journal.refused_rows)
    stored_rows = features.table.index.nunique()
    area_in, area_out = _areas(contract, draft, features.table, journal)
    manifest = Manifest(
        kind=draft.kind,
        edition=sha256[:EDITION_DIGITS],
        sha256=sha256,
        schema_version=SCHEMA_VERSION,
        source=draft.source,
        preset=draft.column_map.preset,
        columns={each.canonical: each.source for each in draft.column_map.columns if each.source is not None},
        constants=draft.constants,
        crs=None if placed is None else placed.crs,
        operations=() if placed is None else placed.operations,
        edge_model=None if placed is None else placed.edge_model,
        vintage=draft.vintage,
        accuracy_ft=draft.accuracy_ft,
        counts=Counts(
            rows_in=draft.rows_in,
            rows_out=draft.rows_in - refused,
            refused=refused,
            features=len(table),
            merged=draft.rows_in - refused - stored_rows,
            expanded=len(table) - stored_rows,
            repaired=len({note.row for note in journal.repairs if note.row is not None} - journal.refused_rows),
        ),
        sums=sums,
        area_sqft_in=area_in,
        area_sqft_out=area_out,
        repairs=in_order(journal.repairs),
        refusals=in_order(journal.refusals),
        notes=tuple(journal.notes),
        townline=__version__,
        working_crs=draft.frame.crs,
    )
    return Prepared(manifest, table, features.owners, draft.sums_in)


def _areas(
    contract: Contract, draft: Draft, table: pd.DataFrame, journal: Journal
) -> tuple[Fraction | None, Fraction | None]:
    """Return the areas of all rows read and of all features stored, square feet; None where none could have one."""
    placed = draft.placed
    if placed is None or "polygon" not in contract.shapes:
        return None, None
    rows = table.index.to_numpy()
    shapes = np.asarray(table["geometry"].array, dtype=object)
    areas = np.full(len(shapes), np.nan)
    if len(placed.geometries):
        # A shape that stands as it was read has the area that was read.
        mended = np.isin(rows, [note.row for note in journal.repairs if note.row is not None])
        as_read = [mine is read for mine, read in zip(shapes, placed.geometries[rows], strict=True)] & ~mended
        areas[as_read] = placed.area_in_sqft[rows[as_read]]
    new = np.isnan(areas)
    areas[new] = areas_by_scale_sqft(shapes[new], equal_area(draft.frame))
    # Added exactly, so that the sums do not depend on the order of rows.
    return quantise_area_sqft(math.fsum(placed.area_in_sqft)), quantise_area_sqft(math.fsum(areas))


def _sorted(contract: Contract, table: pd.DataFrame, digests: Sequence[bytes], frame: Frame) -> pd.DataFrame:
    """Return rows in an order that does not depend on the source's: by key, then by place, then by digest."""
    order, is_first = text_order([table[name] for name in contract.key])
    tied = np.flatnonzero(~(is_first & np.append(is_first[1:], np.True_)))
    if len(tied):
        rows = order[tied]
        digest = np.array(digests, dtype=object)[rows].astype("S32")
        among: list[npt.NDArray[Any]] = [digest]
        if contract.has_geometry:
            shapes = np.asarray(table["geometry"].array, dtype=object)[rows]
            among += list(shapely.bounds(shapes).T[::-1])
        order[tied] = rows[np.lexsort([*among, np.cumsum(is_first)[tied]])]
    ordered = table.iloc[order].reset_index(drop=True)
    if not contract.has_geometry:
        return ordered
    framed: pd.DataFrame = gpd.GeoDataFrame(ordered, geometry="geometry", crs=frame.crs)
    return framed


def _strict(manifest: Manifest) -> StrictRefusal:
    places = [
        Place(
            feature_id=note.feature_id,
            row=note.row,
            ring=note.ring,
            vertex=note.vertex,
            column=note.column,
            longitude=note.longitude,
            latitude=note.latitude,
            text=f"{note.rule}: {note.what}",
        )
        for note in (*manifest.refusals, *manifest.repairs)
    ]
    return StrictRefusal(
        what=f"{len(manifest.refusals)} rows would be refused and {len(manifest.repairs)} things changed.",
        where=manifest.source.name + (f", layer {manifest.source.layer}" if manifest.source.layer else ""),
        why="With --strict nothing may be changed or left out; nothing was written.",
        next="Mend the source as listed, or import without --strict: the manifest then lists the same.",
        places=tuple(places),
    )
