"""Who owns which rows: running numbers with the rows, names and addresses in a file apart."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.layers.editions import write_file
from gis.layers.rows.ordering import text_order
from gis.layers.rows.values import MISSING_TEXTS, is_missing
from gis.layers.storing import PARTIAL, owners_file

_NAMES = ("owner_name_1", "owner_name_2")
_ADDRESS = "mailing_address"
Whole = npt.NDArray[np.int64]
Texts = npt.NDArray[np.object_]
_WITHHELD = re.compile(
    r"(NAMES? )?(REDACTED|WITHHELD|SUPPRESSED|CONFIDENTIAL|PROTECTED)"
    r"|(OWNER )?(NAME )?(NOT AVAILABLE|UNAVAILABLE|UNKNOWN|NOT PROVIDED|UNASSIGNED)( OWNER)?"
)


def owner_of_record(value: object) -> str | None:
    """Return a name as it is compared: capitals, single blanks, no punctuation at the ends.

    A blank or withheld name is None: it tells of no owner, and that is not the same as no owner.

    >>> owner_of_record(" Alder,  Ann "), owner_of_record("REDACTED"), owner_of_record(None)
    ('ALDER, ANN', None, None)
    """
    if not isinstance(value, str):
        return None if is_missing(value) else owner_of_record(str(value))
    text = " ".join(value.upper().split())
    if text in MISSING_TEXTS:
        return None
    text = text.strip(" .,;*-")
    return None if not text or _WITHHELD.fullmatch(text) else text


@dataclass(frozen=True, slots=True)
class Owners:
    """The owner keys of each row, and the private table of names that they stand for."""

    keys: pd.Series
    private: pd.DataFrame


def part_owners(table: pd.DataFrame, private: pd.DataFrame, stands_for: Mapping[int, tuple[int, ...]]) -> Owners:
    """Give each owner of record a running number, by first appearance in the order of parcel ids.

    The numbers do not depend on the order of rows. Rows that stand for others take their owners too.

    Parameters
    ----------
    table : DataFrame
        Parcels, indexed by source row.
    private : DataFrame
        Owner names and mailing address of all source rows.
    stands_for : mapping
        Other source rows that a row stands for.

    Returns
    -------
    Owners
        Keys as comma-joined text on the table's index; names with parcel, county and key.
    """
    named = _named(table, private, stands_for)
    named = named.at(np.lexsort((named.rank, _turns(table, named)[named.place])))
    numbers = pd.factorize(named.rank)[0] + 1
    listed = table.iloc[named.place]
    return Owners(
        pd.Series(_keys(len(table), named.place, numbers), index=table.index, dtype=object),
        pd.DataFrame(
            {
                "parcel_id": listed["parcel_id"].to_numpy(),
                "county": listed["county"].to_numpy(),
                "owner_key": numbers,
                "name": named.name,
                "mailing_address": named.address,
            }
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Named:
    """Each owner of each row of a table once: arrays of one length."""

    place: Whole
    """Position of the row in the table."""
    rank: Whole
    """Place of the name in the order of names; equal for equal names."""
    name: Texts
    address: Texts
    """What the first source row to name the owner gives."""

    def at(self, which: Whole) -> _Named:
        return _Named(self.place[which], self.rank[which], self.name[which], self.address[which])


def _named(table: pd.DataFrame, private: pd.DataFrame, stands_for: Mapping[int, tuple[int, ...]]) -> _Named:
    places = dict(zip(table.index.tolist(), range(len(table)), strict=True))
    joined = [(row, places[keep], turn) for keep, rows in stands_for.items() for turn, row in enumerate(rows, 1)]
    rows = np.array([*places, *(row for row, _, _ in joined)], dtype=np.int64)
    place = np.array([*places.values(), *(place for _, place, _ in joined)], dtype=np.int64)
    turn = np.concatenate([np.zeros(len(places), np.int64), np.array([turn for *_, turn in joined], np.int64)])
    given = private.reindex(columns=[*_NAMES, _ADDRESS], index=rows)
    code, names = _of_record([given[column] for column in _NAMES])
    # Of one row the first name counts before the second, and of a feature its own row before those it stands for.
    found = np.flatnonzero(code >= 0)
    found = found[np.argsort(np.tile(turn, len(_NAMES))[found], kind="stable")] if joined else found
    rank, owner = code[found], np.tile(place, len(_NAMES))[found]
    addresses = np.tile(given[_ADDRESS].to_numpy(dtype=object), len(_NAMES))[found]
    again = pd.DataFrame({"place": owner, "rank": rank}).duplicated().to_numpy()
    return _Named(owner, rank, names[rank], addresses).at(np.flatnonzero(~again))


def _of_record(columns: Sequence[pd.Series]) -> tuple[Whole, Texts]:
    """Return for each cell, one column after another, its owner's place in the names in order, or -1; and the names."""
    positions, distinct = pd.factorize(np.concatenate([column.to_numpy(dtype=object) for column in columns]))
    spelt, found = pd.factorize(np.array([*map(owner_of_record, distinct.tolist()), None], dtype=object))
    order, _ = text_order([pd.Series(found, dtype=object)])
    rank = np.full(len(found) + 1, -1, dtype=np.int64)
    rank[order] = np.arange(len(order))
    # What holds nothing has the position -1: the last place, which was given to it above.
    return rank[spelt][positions], found[order]


def _turns(table: pd.DataFrame, named: _Named) -> Whole:
    """Return when each row of the table has its turn: by id and county, and rows of one id by their owners."""
    order, is_first = text_order([table["parcel_id"], table["county"]])
    tied = np.flatnonzero(~(is_first & np.append(is_first[1:], np.True_)))
    if len(tied):
        # So that rows of one id are numbered the same however they are listed.
        mine: dict[int, list[tuple[int, str]]] = {place: [] for place in order[tied].tolist()}
        of_tied = named.at(np.flatnonzero(np.isin(named.place, order[tied])))
        for place, rank, address in zip(of_tied.place.tolist(), of_tied.rank.tolist(), of_tied.address, strict=True):
            mine[place].append((rank, str(address)))
        group = np.cumsum(is_first)
        key = {place: (number, sorted(mine[place])) for number, place in zip(group[tied].tolist(), mine, strict=True)}
        order[tied] = sorted(mine, key=key.__getitem__)
    turns = np.empty(len(order), dtype=np.int64)
    turns[order] = np.arange(len(order))
    return turns


def _keys(count: int, place: Whole, numbers: Whole) -> Texts:
    """Return the numbers of each place in order, comma-joined."""
    order = np.lexsort((numbers, place))
    places, texts = place[order], [str(number) for number in numbers[order].tolist()]
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    keys = np.full(count, "", dtype=object)
    stretches = pairwise([*starts.tolist(), len(texts)])
    keys[places[starts]] = [
        texts[start] if end - start == 1 else ",".join(texts[start:end]) for start, end in stretches
    ]
    return keys


Written = Literal["none", "new", "same", "replaced"]


def write_owners(directory: Path, edition: str, private: pd.DataFrame) -> Written:
    """Write names and addresses apart, readable by the account that imports and by no one else.

    The file is there whole or not at all, and what stood there before is replaced: the rows of an
    edition do not say whose names the owner keys stand for.

    Returns
    -------
    {"none", "new", "same", "replaced"}
        "none" where there is no name to write; "same" where these names stood there already.
    """
    if private.empty:
        return "none"
    path = owners_file(directory, edition)
    before = _names_in(path)
    if before is not None and before.equals(_plain(private)):
        return "same"
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    buffer = io.BytesIO()
    private.to_parquet(buffer, index=False)
    # A name of its own, so that two imports of the same rows at once do not take each other's file away.
    partial = path.with_name(f"{PARTIAL}{edition}-{secrets.token_hex(4)}")
    try:
        write_file(partial, buffer.getvalue(), 0o600)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return "new" if before is None else "replaced"


def remove_owners(directory: Path, edition: str) -> None:
    """Remove the names of an edition that was not written after all."""
    owners_file(directory, edition).unlink(missing_ok=True)


def _names_in(path: Path) -> pd.DataFrame | None:
    """Return what a private file holds; None where there is none, nothing where it cannot be read."""
    if not path.exists():
        return None
    try:
        return _plain(pd.read_parquet(path))
    except (OSError, ValueError):
        return pd.DataFrame()


def _plain(private: pd.DataFrame) -> pd.DataFrame:
    cells = private.astype(object)
    return cells.where(cells.notna(), None)
