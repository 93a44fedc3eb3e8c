"""Where do municipalities lie, as the parcels' own place names draw them?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.errors import EditionMissing, LayerEmpty
from gis.geometry.frame import GRID, WORKING_CRS
from gis.geometry.measure import area_sqft, areas_by_scale_sqft
from gis.geometry.places import places_at
from gis.geometry.slivers import Closed, close_hairline_gaps
from gis.layers.canonical import geometry_digests
from gis.layers.contracts import CONTRACTS, typed
from gis.layers.editions import check_plane, in_force, read_manifests, read_rows
from gis.layers.finishing import Draft, Features, Imported, finish, store
from gis.layers.journal import Entry, Journal
from gis.layers.presets.choosing import ColumnMap, MappedColumn
from gis.layers.progress import Progress, silent
from gis.layers.shapes import EQUAL_AREA, WORKING, Placed
from gis.layers.vintages import parse_accuracy, parse_vintage
from gis.model.edition import CrsRecord, Manifest, SourceFile

PRESET = "from-parcels"
GAP_TOLERANCE_FT = 0.1
"""Gaps and pinholes between parcels no wider than this are closed, and listed."""
_COLUMNS = (("name", "municipality"), ("kind", "municipality_kind"), ("county", "county"))


@dataclass(frozen=True, slots=True)
class DerivationRequest:
    """How to derive municipalities; texts as the command line gives them."""

    vintage: str | None = None
    accuracy_ft: str | None = None
    strict: bool = False


def municipalities_from_parcels(request: DerivationRequest, directory: Path, progress: Progress = silent) -> Imported:
    """Derive an edition of municipalities from the place names of the parcels on file.

    Each municipality is the union of all rows that name it, right-of-way and water too where they
    name one. Nothing else is added but gaps no wider than `GAP_TOLERANCE_FT`, each listed (rule
    `hairline_gap`): a street without a place name stays open, because nobody said whose it is.

    Parameters
    ----------
    request : DerivationRequest
        Without a vintage or accuracy those of the parcels are taken.
    directory : Path
        Folder of layers, with an edition of parcels.
    progress : callable
        Told what is being done.

    Returns
    -------
    Imported
        The new edition.

    Raises
    ------
    EditionMissing, EditionAmbiguous
        Where no single edition of parcels is in force at the vintage.
    EditionElsewhere
        Where the folder is worked in another plane than the state's.
    LayerEmpty
        Where no parcel names its municipality.
    OverlayUnverified
        Where a union cannot be shown to be right.
    """
    vintage = None if request.vintage is None else parse_vintage(request.vintage)
    source = _parcels(directory, vintage)
    progress("reading the parcels")
    parcels = read_rows(directory, source)
    shapes = np.asarray(parcels["geometry"].array, dtype=object)
    journal = Journal()
    _refuse_nameless(parcels, journal)
    rows: list[dict[str, object]] = []
    placed = ~parcels.index.isin(list(journal.refused_rows))
    grouped = parcels[placed].groupby([column for _, column in _COLUMNS], dropna=False, sort=True)
    for (name, kind, county), index in grouped.groups.items():
        progress(f"joining {len(index):,} rows of the {name}")
        pieces = [close_hairline_gaps(block, GAP_TOLERANCE_FT, WORKING) for block in _blocks(shapes[index.to_numpy()])]
        _list_gaps(pieces, str(name), journal)
        # Blocks lie farther apart than the tolerance, so together they are one valid shape.
        parts = shapely.get_parts([piece.geometry for piece in pieces])
        rows.append(
            {
                "name": name,
                "kind": kind,
                "county": county if isinstance(county, str) else None,
                "geometry": parts[0] if len(parts) == 1 else shapely.normalize(shapely.multipolygons(parts)),
            }
        )
    contract = CONTRACTS["municipalities"]
    if not rows:
        raise LayerEmpty(
            what="No parcel names its municipality.",
            where=f"edition {source.edition} of parcels",
            why="Municipalities are derived from the parcels' place names.",
            next="Import municipalities from a file of their own.",
        )
    table = typed(contract, pd.DataFrame(rows, columns=[*contract.names, "geometry"]))
    digests = geometry_digests(table["geometry"].to_numpy(), GRID)
    draft = _draft(source, request, vintage, areas_by_scale_sqft(shapes, EQUAL_AREA), len(parcels))
    prepared = finish(draft, Features(table, digests, pd.DataFrame()), journal)
    return store(prepared, directory, strict=request.strict, progress=progress)


def _parcels(directory: Path, vintage: dt.date | None) -> Manifest:
    """Return the edition of parcels in force at the vintage, or else the latest."""
    manifests = read_manifests(directory)
    check_plane(manifests, WORKING_CRS, "Import municipalities from a file of their own.")
    vintages = [manifest.vintage for manifest in manifests if manifest.kind == "parcels"]
    if not vintages:
        raise EditionMissing(
            what="There are no parcels to derive municipalities from.",
            where="the layers folder",
            why="Municipalities are derived from the parcels' place names.",
            next="Import parcels first: townline import parcels FILE --layers DIR",
        )
    return in_force(manifests, "parcels", vintage or max(vintages))


def _refuse_nameless(parcels: pd.DataFrame, journal: Journal) -> None:
    entry = Entry(
        "no_municipality",
        "refused: the row names no municipality",
        "Nobody says whose land it is, so it belongs to none of the outlines.",
        "Give its place name in the parcel file, or import municipalities from a file of their own.",
    )
    nameless = parcels[parcels["municipality"].isna()]
    for row, parcel_id in zip(nameless.index.tolist(), nameless["parcel_id"].tolist(), strict=True):
        journal.refuse(entry, row, parcel_id)


def _blocks(shapes: npt.NDArray[np.object_]) -> list[npt.NDArray[np.object_]]:
    """Part shapes into blocks that lie farther from each other than the tolerance.

    No gap to close lies between two blocks, and each is joined by itself: a city of thousands of
    blocks would else be compared with itself as a whole.
    """
    reach = GAP_TOLERANCE_FT / WORKING.unit_ft + 4 * WORKING.grid
    pairs = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=reach)
    leader = list(range(len(shapes)))

    def lead(row: int) -> int:
        while leader[row] != row:
            leader[row] = leader[leader[row]]
            row = leader[row]
        return row

    for first, second in zip(*pairs.tolist(), strict=True):
        one, other = lead(first), lead(second)
        leader[max(one, other)] = min(one, other)
    block_of = np.array([lead(row) for row in range(len(shapes))])
    order = np.argsort(block_of, kind="stable")
    starts = np.flatnonzero(np.diff(block_of[order])) + 1
    return np.split(shapes[order], starts)


def _list_gaps(pieces: Sequence[Closed], name: str, journal: Journal) -> None:
    for gap in (gap for piece in pieces for gap in piece.gaps):
        point = gap.representative_point()
        place = places_at(np.array([[point.x, point.y]]), WORKING)[0]
        entry = Entry(
            "hairline_gap",
            f"a gap of {area_sqft(gap, EQUAL_AREA):,.2f} sq ft closed",
            f"It is no wider than {GAP_TOLERANCE_FT} ft.",
            "Draw the parcels with a common line.",
        )
        journal.repair(entry, None, name, longitude=place.longitude, latitude=place.latitude)
    parts = sum(piece.parts_after for piece in pieces)
    if parts > 1:
        journal.remark(f"{name} lies in {parts} parts.")


def _draft(
    source: Manifest,
    request: DerivationRequest,
    vintage: dt.date | None,
    areas: npt.NDArray[np.float64],
    rows_in: int,
) -> Draft:
    return Draft(
        kind="municipalities",
        source=SourceFile(f"edition {source.edition} of parcels", source.sha256, None, "townline"),
        column_map=ColumnMap(PRESET, tuple(MappedColumn(to, of, "text") for to, of in _COLUMNS), ()),
        constants={},
        placed=Placed(
            geometries=np.array([], dtype=object),
            area_in_sqft=areas,
            crs=CrsRecord(found=WORKING_CRS, given=None, used=WORKING_CRS),
            operations=source.operations,
            edge_model=source.edge_model or "",
        ),
        rows_in=rows_in,
        vintage=vintage or source.vintage,
        accuracy_ft=source.accuracy_ft if request.accuracy_ft is None else parse_accuracy(request.accuracy_ft),
        sums_in={},
    )
