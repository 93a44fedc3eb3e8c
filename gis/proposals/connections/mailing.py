"""To whom do the notices of a new main go: owners of record with their addresses, for the clerk alone?"""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from gis.errors import EditionCorrupt, EditionMissing
from gis.layers.storing import owners_file
from gis.model.connections import LiableParcel
from gis.proposals.connections.tables import harmless

_PRIVATE = ["parcel_id", "county", "name", "mailing_address"]
_COLUMNS = ("parcel_id", "county", "site_address", "owner", "mailing_address", "notice_by", "connect_by")


def mailing_list(directory: Path, edition: str, parcels: Sequence[LiableParcel]) -> bytes:
    """Return the mailing list of notices as CSV, one row for each owner of each parcel.

    It holds names and addresses: it is written to a file that only its owner may read, and shown nowhere.

    Parameters
    ----------
    directory : Path
        Folder of layers.
    edition : str
        Edition of parcels or owners whose names are read.
    parcels : sequence of LiableParcel
        Parcels to which a notice goes; one without an owner on file gets a row without a name.

    Returns
    -------
    bytes
        UTF-8; days in ISO 8601; no cell is run as a formula by a spreadsheet.

    Raises
    ------
    EditionMissing
        The folder holds no names of the edition.
    EditionCorrupt
        The file of names cannot be read.
    """
    owners = owners_of_record(directory, edition)
    rows = []
    for each in parcels:
        parcel = each.parcel
        named = owners.get((parcel.parcel_id, parcel.county), [("", "")])
        by = min((notice.send_on.isoformat() for notice in each.notices), default="")
        due = "" if parcel.connect_by is None else parcel.connect_by.isoformat()
        rows += [
            (parcel.parcel_id, parcel.county or "", parcel.site_address or "", name, address, by, due)
            for name, address in named
        ]
    return as_csv(_COLUMNS, rows)


def as_csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """Return rows as CSV in UTF-8, null as an empty cell; no cell is run as a formula by a spreadsheet."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(harmless(pd.DataFrame(rows, columns=list(columns), dtype=object)).itertuples(index=False))
    return text.getvalue().encode()


def owners_of_record(directory: Path, edition: str) -> Mapping[tuple[str, str | None], list[tuple[str, str]]]:
    """Return names and addresses of the owners of each parcel and county, each owner once, for the clerk alone.

    Raises
    ------
    EditionMissing, EditionCorrupt
        As `mailing_list`.
    """
    path = owners_file(directory, edition)
    if not path.exists():
        raise EditionMissing(
            what=f"No names of owners are on file for edition {edition}.",
            where="the private side file of the layers folder",
            why="A mailing list needs the owners of record and their addresses.",
            next="Import the parcels from a source that names owners, or a table of them with: "
            "townline import owners FILE --layers DIR",
        )
    try:
        table = pd.read_parquet(path, columns=_PRIVATE)
    except (OSError, ValueError) as error:
        raise EditionCorrupt(
            what=f"The names of owners of edition {edition} cannot be read.",
            where="the private side file of the layers folder",
            why=f"{type(error).__name__} while reading it.",
            next="Import the layer again from its source.",
        ) from error
    cells = table.astype(object).where(table.notna(), None)
    owners: dict[tuple[str, str | None], list[tuple[str, str]]] = defaultdict(list)
    for parcel_id, county, name, address in cells.itertuples(index=False):
        owner = (name or "", address or "")
        if owner not in owners[parcel_id, county]:
            owners[parcel_id, county].append(owner)
    return owners
