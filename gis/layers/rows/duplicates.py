"""Which rows are one feature: repeats, parts of one shape, and rows that contradict each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import areas_sqft
from gis.geometry.overlay import union
from gis.layers.canonical import geometry_digests, row_digests, row_texts
from gis.layers.contracts import Contract
from gis.layers.journal import Entry, Journal
from gis.layers.rows.values import bare_id
from gis.units import SQFT_PER_ACRE

_PER_PART = frozenset({"gis_acres", "owner_keys"})
"""Columns that may differ between the parts of one feature: what was measured of each part, and owners."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One row a feature, the digests of their shapes, and which other source rows each one stands for."""

    table: pd.DataFrame
    shapes: list[bytes]
    stands_for: dict[int, tuple[int, ...]]


@dataclass(slots=True)
class _Outcome:
    """What becomes of places in the table: which are dropped, what those kept stand for, and their new shapes."""

    dropped: list[int] = field(default_factory=list)
    stands_for: dict[int, tuple[int, ...]] = field(default_factory=dict)
    joined: dict[int, shapely.Geometry] = field(default_factory=dict)
    acres: dict[int, float] = field(default_factory=dict)


def settle_duplicates(
    contract: Contract, table: pd.DataFrame, shapes: Sequence[bytes], frame: Frame, journal: Journal
) -> Settled:
    """Bring rows of one id together, or refuse them.

    Same shape and same values: the repeats are refused (rule `repeat_row`). Other shape, same
    values: the rows become one multipart feature whose values count once (`exploded_multipart`).
    Values differ: all rows of the id are refused (`same_id_different_values`), because nobody can
    tell which is right. Ids that differ only by blanks around them, or by letters that nobody sees,
    are one id (`id_padded`). A row without a county whose id another row has in some county may be
    that one once more (`id_without_county`): land is refused, rows of a table are kept and listed,
    because it may hold sums over counties. Acres that each part repeats are
    taken once or added, as the measured area of the whole tells.
    Records of a parcel file that are no parcels may share an id, and rows without an id share none.

    Of a kind whose rows may share a key (the pieces of a street) only rows that are the same in
    every column and in shape are repeats. Rows of a table of owners that name one parcel become
    one, which takes the owners of all.

    Parameters
    ----------
    contract : Contract
        Names the columns that tell features apart.
    table : DataFrame
        Canonical rows, indexed by source row, with `geometry` where the kind has one. A source row
        that gives several features stands in the index as often.
    shapes : sequence of bytes
        Digest of each row's shape; empty bytes where the kind has none.
    frame : Frame
        Plane of the shapes.
    journal : Journal
        Takes what was refused and merged.

    Returns
    -------
    Settled
        The features, in the order of their first rows. Of a source row that is refused none is left.
    """
    outcome = _Outcome()
    if contract.repeats:
        _settle_identical(contract, table, shapes, journal, outcome)
    else:
        keys = _keys(contract, table)
        _list_without_county(contract, table, keys, journal, outcome)
        groups = _groups(contract, table, keys, outcome.dropped)
        if groups and contract.private and not contract.has_geometry:
            _join_owners(table, groups, journal, outcome)
        elif groups:
            _Groups(contract, table, keys, shapes, frame, journal, outcome).settle(groups)
    return _settled(table, shapes, frame, journal, outcome)


def _keys(contract: Contract, table: pd.DataFrame) -> pd.DataFrame:
    """Return the key columns, each text bare: identifiers stand as published, but blanks tell nothing apart."""
    keys = {}
    for name in contract.key:
        cells = table[name].astype(object)
        plain = cells.where(cells.notna(), "").tolist()
        keys[name] = pd.Series([bare_id(cell) if isinstance(cell, str) else cell for cell in plain], dtype=object)
    return pd.DataFrame(keys)


def _can_be_told_apart(contract: Contract, table: pd.DataFrame, keys: pd.DataFrame) -> npt.NDArray[np.bool_]:
    """Say of each row whether its id is one that no other feature may bear."""
    has_id = (keys[contract.key[0]] != "").to_numpy(dtype=bool)
    return has_id & (table["record_kind"] == "parcel").to_numpy(dtype=bool) if "record_kind" in table else has_id


def _list_without_county(
    contract: Contract, table: pd.DataFrame, keys: pd.DataFrame, journal: Journal, outcome: _Outcome
) -> None:
    if "county" not in contract.key:
        return
    others = [name for name in contract.key if name != "county"]
    is_blank = (keys["county"] == "").to_numpy(dtype=bool)
    wanting = is_blank & _can_be_told_apart(contract, table, keys)
    if not wanting.any() or is_blank.all():
        return
    near = ~is_blank & keys[others[0]].isin(keys.loc[wanting, others[0]].unique()).to_numpy(dtype=bool)
    first_with: dict[tuple[object, ...], int] = {}
    for place, key in _parted(keys[others], near):
        first_with.setdefault(key, place)
    rows, counties = table.index.tolist(), keys["county"].tolist()
    for place, key in _parted(keys[others], wanting):
        if key not in first_with:
            continue
        first = first_with[key]
        entry = Entry(
            "id_without_county",
            f"{'refused' if contract.has_geometry else 'kept'}: the row names no county, and row {rows[first] + 1} "
            f"has its id in {counties[first]} County",
            "Nobody can tell whether both are one feature, which would count twice.",
            "Fill the county of the row in the source.",
        )
        if contract.has_geometry:
            journal.refuse(entry, rows[place], str(key[0]), column="county")
            outcome.dropped.append(place)
        else:
            journal.repair(entry, rows[place], str(key[0]), column="county")


def _parted(keys: pd.DataFrame, mine: npt.NDArray[np.bool_]) -> list[tuple[int, tuple[object, ...]]]:
    """Return the places of some rows and their keys."""
    return list(zip(np.flatnonzero(mine).tolist(), keys[mine].itertuples(index=False, name=None), strict=True))


def _groups(contract: Contract, table: pd.DataFrame, keys: pd.DataFrame, dropped: Sequence[int]) -> list[list[int]]:
    """Return the places in the table that share a key, by their first place; without those already dropped."""
    again = keys.duplicated(keep=False).to_numpy() & _can_be_told_apart(contract, table, keys)
    again[list(dropped)] = False
    if not again.any():
        return []
    numbers = keys[again].groupby(list(contract.key), sort=False).ngroup()
    groups: dict[int, list[int]] = {}
    for place, number in zip(numbers.index.tolist(), numbers.tolist(), strict=True):
        groups.setdefault(number, []).append(place)
    return [places for places in groups.values() if len(places) > 1]


def _settle_identical(
    contract: Contract, table: pd.DataFrame, shapes: Sequence[bytes], journal: Journal, outcome: _Outcome
) -> None:
    first_with: dict[bytes, int] = {}
    rows, ids = table.index.tolist(), table[contract.key[0]].tolist()
    for place, digest in enumerate(row_digests(row_texts(table, contract.names), shapes)):
        first = first_with.setdefault(digest, place)
        if first != place:
            _refuse_repeat(rows[place], rows[first], ids[place], journal)
            outcome.dropped.append(place)


def _join_owners(table: pd.DataFrame, groups: list[list[int]], journal: Journal, outcome: _Outcome) -> None:
    rows = table.index.tolist()
    for keep, *others in groups:
        outcome.dropped += others
        outcome.stands_for[keep] = tuple(rows[place] for place in others)
    count = len(outcome.dropped)
    journal.remark(f"{count:,} {'row names' if count == 1 else 'rows name'} a further owner of a parcel already named.")


@dataclass(slots=True)
class _Groups:
    """The places that share keys, and what their rows say."""

    contract: Contract
    table: pd.DataFrame
    keys: pd.DataFrame
    shapes: Sequence[bytes]
    frame: Frame
    journal: Journal
    outcome: _Outcome

    def settle(self, groups: list[list[int]]) -> None:
        id_name = self.contract.key[0]
        compared = [name for name in self.contract.names if name not in _PER_PART]
        places = [place for group in groups for place in group]
        values = self.table[compared].iloc[places].astype(object)
        values = values.where(values.notna(), None)
        published = dict(zip(places, values[id_name].tolist(), strict=True))
        values[list(self.contract.key)] = self.keys.iloc[places].to_numpy()
        cells = dict(zip(places, values.to_numpy().tolist(), strict=True))
        rows = self.table.index.tolist()
        for group in groups:
            ids = {place: str(published[place]) for place in group}
            # An id without blanks around it first, whatever the order of rows.
            ordered = sorted(group, key=lambda place: (ids[place] != bare_id(ids[place]), ids[place], rows[place]))
            _list_padded({rows[place]: ids[place] for place in ordered}, self.journal)
            feature_id = bare_id(ids[ordered[0]])
            columns = zip(*(cells[place] for place in ordered), strict=True)
            differing = [name for name, each in zip(compared, columns, strict=True) if len(set(each)) > 1]
            if differing:
                _refuse_differing([rows[place] for place in ordered], feature_id, differing, self.journal)
                self.outcome.dropped += ordered
            else:
                self._join(ordered, feature_id, rows)

    def _join(self, ordered: list[int], feature_id: str, rows: list[int]) -> None:
        first_with: dict[bytes, int] = {}
        for place in ordered:
            first = first_with.setdefault(self.shapes[place], place)
            if first != place:
                _refuse_repeat(rows[place], rows[first], feature_id, self.journal)
        keep, *others = parts = list(first_with.values())
        self.outcome.dropped += [place for place in ordered if place != keep]
        self.outcome.stands_for[keep] = tuple(rows[place] for place in ordered if place != keep)
        if others:
            shapes = self.table["geometry"].iloc[parts].to_numpy(dtype=object)
            self.outcome.joined[keep] = union(shapes, self.frame)
            measured = ""
            if "gis_acres" in self.table:
                each = self.table["gis_acres"].iloc[parts].tolist()
                self.outcome.acres[keep], measured = _acres(each, self.outcome.joined[keep], self.frame)
            _list_merged([rows[place] for place in parts], feature_id, measured, self.journal)


def _settled(
    table: pd.DataFrame, shapes: Sequence[bytes], frame: Frame, journal: Journal, outcome: _Outcome
) -> Settled:
    if not outcome.dropped:
        return Settled(table, list(shapes), {})
    digests = list(shapes)
    rows = table.index.tolist()
    if outcome.joined:
        places = list(outcome.joined)
        whole = np.array([*outcome.joined.values(), None], dtype=object)[:-1]
        geometries = table["geometry"].to_numpy(dtype=object, copy=True)
        geometries[places] = whole
        table = table.assign(geometry=geometries)
        for place, digest in zip(places, geometry_digests(whole, frame.grid), strict=True):
            digests[place] = digest
    if outcome.acres:
        measured = table["gis_acres"].to_numpy(copy=True)
        measured[list(outcome.acres)] = list(outcome.acres.values())
        table = table.assign(gis_acres=measured)
    keep = ~table.index.isin(list(journal.refused_rows))
    keep[outcome.dropped] = False
    return Settled(
        table[keep],
        [digest for digest, kept in zip(digests, keep.tolist(), strict=True) if kept],
        {rows[place]: others for place, others in outcome.stands_for.items()},
    )


def _list_padded(ids: dict[int, str], journal: Journal) -> None:
    if len(set(ids.values())) == 1:
        return
    entry = Entry(
        "id_padded",
        "differs from the id of another row only by blanks around it or unseen letters, and is read as the same",
        "Identifiers stand as published, but no roll tells two parcels apart by blanks.",
        "Publish the id without blanks around it.",
    )
    for row, text in ids.items():
        if text != bare_id(text):
            journal.repair(entry, row, text)


def _acres(each: list[float], whole: shapely.Geometry, frame: Frame) -> tuple[float, str]:
    """Return the published acres of parts together, and how they were told, in words.

    Where each part shows the same number, it may be of the part or of the whole: the measured area says which.
    """
    if any(map(math.isnan, each)):
        said = "" if all(map(math.isnan, each)) else "; gis_acres left blank, because a part has none"
        return math.nan, said
    added = math.fsum(each)
    if len(set(each)) == 1:
        acres = float(areas_sqft(np.array([whole], dtype=object), frame)[0]) / SQFT_PER_ACRE
        if abs(each[0] - acres) < abs(added - acres):
            return each[0], "; gis_acres taken once, as the area of the whole"
    return added, "; gis_acres added"


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


def _refuse_repeat(row: int, first: int, feature_id: str | None, journal: Journal) -> None:
    entry = Entry(
        "repeat_row",
        f"refused: repeats row {first + 1}, same shape and same values",
        "Counted twice, its land and value would double.",
        "Remove the repeat from the source.",
    )
    journal.refuse(entry, row, feature_id)


def _list_merged(rows: Sequence[int], feature_id: str, measured: str, journal: Journal) -> None:
    entry = Entry(
        "exploded_multipart",
        f"joined to row {rows[0] + 1}: {len(rows)} rows are one feature, whose values count once{measured}",
        "They share one id and all values, and differ in shape only.",
        "Publish the feature as one multipart shape.",
    )
    for row in rows[1:]:
        journal.repair(entry, row, feature_id)
