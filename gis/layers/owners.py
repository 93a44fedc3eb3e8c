"""Who owns which rows: running numbers with the rows, names and addresses in a file apart."""

from __future__ import annotations

import io
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pandas as pd

from gis.layers.editions import write_file
from gis.layers.values import is_missing

PRIVATE_FOLDER = "private"
_NAMES = ("owner_name_1", "owner_name_2")
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
    if is_missing(value):
        return None
    text = " ".join(str(value).upper().split()).strip(" .,;*-")
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
    named: dict[int, list[str]] = {}
    for column in _NAMES:
        cells = private[column].tolist() if column in private else []
        for row, cell in zip(private.index.tolist(), cells, strict=bool(cells)):
            name = owner_of_record(cell)
            if name is not None:
                named.setdefault(row, []).append(name)
    addresses = (
        dict(zip(private.index.tolist(), private["mailing_address"].tolist(), strict=True))
        if "mailing_address" in private
        else {}
    )

    entries: list[tuple[str, str, list[tuple[str, int]], int]] = []
    counties = table["county"].where(table["county"].notna(), "")
    for row, parcel_id, county in zip(table.index.tolist(), table["parcel_id"], counties, strict=True):
        found: dict[str, int] = {}
        for source in (row, *stands_for.get(row, ())):
            for name in named.get(source, ()):
                found.setdefault(name, source)
        if found:
            entries.append((parcel_id, county, sorted(found.items()), row))
    # Names stand in the order, so that rows of one id are numbered the same however they are listed.
    entries.sort(key=lambda entry: (entry[0], entry[1], [name for name, _ in entry[2]]))

    numbers: dict[str, int] = {}
    keys: dict[int, str] = {}
    listed: list[tuple[str, str | None, int, str, object]] = []
    for parcel_id, county, names, row in entries:
        mine = [numbers.setdefault(name, len(numbers) + 1) for name, _ in names]
        keys[row] = ",".join(str(key) for key in sorted(mine))
        for key, (name, source) in zip(mine, names, strict=True):
            listed.append((parcel_id, county or None, key, name, addresses.get(source)))
    columns = ["parcel_id", "county", "owner_key", "name", "mailing_address"]
    return Owners(
        pd.Series([keys.get(row, "") for row in table.index.tolist()], index=table.index, dtype=object),
        pd.DataFrame(listed, columns=columns),
    )


def owners_file(directory: Path, edition: str) -> Path:
    """Return where the names of an edition's owners lie."""
    return directory / PRIVATE_FOLDER / "owners" / f"{edition}.parquet"


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
    if before is not None and before == _plain(private):
        return "same"
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    buffer = io.BytesIO()
    private.to_parquet(buffer, index=False)
    # A name of its own, so that two imports of the same rows at once do not take each other's file away.
    partial = path.with_name(f".partial-{edition}-{secrets.token_hex(4)}")
    try:
        write_file(partial, buffer.getvalue(), 0o600)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return "new" if before is None else "replaced"


def remove_owners(directory: Path, edition: str) -> None:
    """Remove the names of an edition that was not written after all."""
    owners_file(directory, edition).unlink(missing_ok=True)


def _names_in(path: Path) -> list[list[object]] | None:
    """Return what a private file holds; None where there is none, nothing where it cannot be read."""
    if not path.exists():
        return None
    try:
        return _plain(pd.read_parquet(path))
    except (OSError, ValueError):
        return []


def _plain(private: pd.DataFrame) -> list[list[object]]:
    cells = private.astype(object)
    rows: list[list[object]] = cells.where(cells.notna(), None).to_numpy().tolist()
    return rows
