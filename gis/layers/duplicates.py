"""Which rows are one feature: repeats, parts of one shape, and rows that contradict each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import shapely

from gis.geometry.frame import Frame
from gis.geometry.overlay import union
from gis.layers.canonical import geometry_digests
from gis.layers.contracts import Contract
from gis.layers.journal import Entry, Journal

_PER_PART = frozenset({"gis_acres", "owner_keys"})
"""Columns that may differ between the parts of one feature: what was measured of each part, and owners."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One row a feature, the digests of their shapes, and which other source rows each one stands for."""

    table: pd.DataFrame
    shapes: list[bytes]
    stands_for: dict[int, tuple[int, ...]]


def settle_duplicates(
    contract: Contract, table: pd.DataFrame, shapes: Sequence[bytes], frame: Frame, journal: Journal
) -> Settled:
    """Bring rows of one id together, or refuse them.

    Same shape and same values: the repeats are refused (rule `repeat_row`). Other shape, same
    values: the rows become one multipart feature whose values count once (`exploded_multipart`).
    Values differ: all rows of the id are refused (`same_id_different_values`), because nobody can
    tell which is right. Ids that differ only by blanks around them are one id (`id_padded`).
    Records of a parcel file that are no parcels may share an id.

    Parameters
    ----------
    contract : Contract
        Names the columns that tell features apart.
    table : DataFrame
        Canonical rows, indexed by source row, with `geometry` where the kind has one.
    shapes : sequence of bytes
        Digest of each row's shape; empty bytes where the kind has none.
    frame : Frame
        Plane of the shapes.
    journal : Journal
        Takes what was refused and merged.

    Returns
    -------
    Settled
        The features, in the order of their first rows.
    """
    keys = table[list(contract.key)].astype(object)
    # Identifiers stand as published, but blanks around one make it no other feature.
    keys = keys.where(keys.notna(), "").map(lambda cell: cell.strip() if isinstance(cell, str) else cell)
    again = keys.duplicated(keep=False)
    if "record_kind" in table:
        again &= table["record_kind"] == "parcel"
    if not again.any():
        return Settled(table, list(shapes), {})
    digest_of = dict(zip(table.index.tolist(), shapes, strict=True))
    compared = [name for name in contract.names if name not in _PER_PART]
    drop: list[int] = []
    stands_for: dict[int, tuple[int, ...]] = {}
    joined: dict[int, shapely.Geometry] = {}
    acres: dict[int, float] = {}
    for index in keys[again].groupby(list(contract.key), sort=False).groups.values():
        rows = _plain_ids_first(table.loc[index, contract.key[0]])
        values = table.loc[rows, compared].astype(object)
        values = values.where(values.notna(), None)
        _list_padded(values[contract.key[0]], journal)
        values[list(contract.key)] = keys.loc[rows]
        feature_id = str(values.iloc[0][contract.key[0]])
        differing = [name for name in compared if len(set(values[name])) > 1]
        if differing:
            _refuse_differing(rows, feature_id, differing, journal)
            drop += rows
            continue
        first_with = {digest_of[row]: row for row in reversed(rows)}
        parts = sorted(first_with.values(), key=rows.index)
        for row in rows:
            if row not in parts:
                _refuse_repeat(row, first_with[digest_of[row]], feature_id, journal)
        keep = parts[0]
        drop += [row for row in rows if row != keep]
        stands_for[keep] = tuple(row for row in rows if row != keep)
        if len(parts) > 1:
            joined[keep] = union(np.asarray(table.loc[parts, "geometry"].array, dtype=object), frame)
            acres[keep] = _acres(table, parts)
            _list_merged(parts, feature_id, journal)
    kept = table.drop(index=drop).copy()
    if joined:
        kept["geometry"] = [
            joined.get(row, shape) for row, shape in zip(kept.index.tolist(), kept["geometry"], strict=True)
        ]
    if joined and "gis_acres" in kept:
        kept["gis_acres"] = [
            acres.get(row, each) for row, each in zip(kept.index.tolist(), kept["gis_acres"], strict=True)
        ]
    digests = dict(zip(joined, geometry_digests(np.array([*joined.values()], dtype=object), frame.grid), strict=True))
    digest_of |= digests
    return Settled(kept, [digest_of[row] for row in kept.index.tolist()], stands_for)


def _plain_ids_first(ids: pd.Series) -> list[int]:
    """Return the rows of one feature, an id without blanks around it first, whatever the order of rows."""
    texts = {int(str(row)): str(text) for row, text in ids.items()}
    return sorted(texts, key=lambda row: (texts[row] != texts[row].strip(), texts[row], row))


def _list_padded(ids: pd.Series, journal: Journal) -> None:
    entry = Entry(
        "id_padded",
        "differs from the id of another row only by blanks around it, and is read as the same",
        "Identifiers stand as published, but no roll tells two parcels apart by blanks.",
        "Publish the id without blanks around it.",
    )
    if ids.nunique() < 2:  # noqa: PLR2004  all rows bear the very same id
        return
    for row, text in ids.items():
        if str(text) != str(text).strip():
            journal.repair(entry, int(str(row)), str(text))


def _acres(table: pd.DataFrame, parts: Sequence[int]) -> float:
    """Return the measured acres of parts together: once where all show the same whole, else added."""
    if "gis_acres" not in table:
        return float("nan")
    each = table.loc[list(parts), "gis_acres"].tolist()
    return each[0] if len(set(each)) == 1 else math.fsum(each)


def _refuse_differing(rows: Sequence[int], feature_id: str, differing: list[str], journal: Journal) -> None:
    listed = ", ".join(str(row + 1) for row in rows)
    entry = Entry(
        "same_id_different_values",
        f"refused: rows {listed} share this id and differ in {', '.join(differing)}",
        "Nobody can tell from the file which of them is right, or whether they are one parcel.",
        "Ask the publisher which row holds, and leave only that one in the file.",
    )
    for row in rows:
        journal.refuse(entry, row, feature_id, column=differing[0])


def _refuse_repeat(row: int, first: int, feature_id: str, journal: Journal) -> None:
    entry = Entry(
        "repeat_row",
        f"refused: repeats row {first + 1}, same shape and same values",
        "Counted twice, its land and value would double.",
        "Remove the repeat from the source.",
    )
    journal.refuse(entry, row, feature_id)


def _list_merged(parts: Sequence[int], feature_id: str, journal: Journal) -> None:
    entry = Entry(
        "exploded_multipart",
        f"joined to row {parts[0] + 1}: {len(parts)} rows are one feature, whose values count once",
        "They share one id and all values, and differ in shape only.",
        "Publish the feature as one multipart shape.",
    )
    for row in parts[1:]:
        journal.repair(entry, row, feature_id)
