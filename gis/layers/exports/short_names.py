"""Which column of a shapefile was cut to ten letters from which long name: chosen on export, restored on import."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

MOST_LETTERS = 10
"""A DBF table has room for no more in the name of a column."""
NAMES_SUFFIX = ".names.csv"
_HEADER = ["short", "long"]


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return a name of at most ten letters for each column, no two alike, whatever their case.

    A name that is short enough stays; another is cut, and where that is taken it ends in a number.

    Parameters
    ----------
    names : sequence of str
        Long names, in ASCII, no two alike.

    Returns
    -------
    dict
        Long name: short name, in the order given.

    Examples
    --------
    >>> short_names(["EQUALIZED_LAND", "EQUALIZED_IMPR", "EQUALIZED_TOTAL", "PIN"])
    {'EQUALIZED_LAND': 'EQUALIZED_', 'EQUALIZED_IMPR': 'EQUALIZE_1', 'EQUALIZED_TOTAL': 'EQUALIZE_2', 'PIN': 'PIN'}
    """
    # Names that fit are theirs before any other is cut, so that no cut name takes their place.
    chosen = {name: name for name in names if len(name) <= MOST_LETTERS}
    taken = {name.lower() for name in chosen}
    for name in names:
        if name in chosen:
            continue
        candidate, number = name[:MOST_LETTERS], 0
        while candidate.lower() in taken:
            number += 1
            ending = f"_{number}"
            candidate = name[: MOST_LETTERS - len(ending)] + ending
        chosen[name] = candidate
        taken.add(candidate.lower())
    return {name: chosen[name] for name in names}


def names_file(shp: Path) -> Path:
    """Return where the map of names of a shapefile lies."""
    return shp.with_name(shp.stem + NAMES_SUFFIX)


def names_table(shorts: Mapping[str, str]) -> bytes:
    """Return the map of names as a table: short, long."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows([short, long] for long, short in shorts.items())
    return text.getvalue().encode()


def restored_names(path: Path) -> Mapping[str, str] | None:
    """Return the long names of a shapefile that Townline wrote; None for any other file.

    Parameters
    ----------
    path : Path
        The .shp file.

    Returns
    -------
    mapping or None
        Short name: long name. None where there is no map of names beside the file, or one of
        another make: it is then no word of ours.
    """
    if path.suffix.lower() != ".shp" or not names_file(path).is_file():
        return None
    return parse_names(names_file(path).read_bytes())


def parse_names(data: bytes) -> Mapping[str, str] | None:
    r"""Read a map of names, as from an archive; None where it is none of ours.

    >>> parse_names(b"short,long\nEQUALIZED_,EQUALIZED_LAND\n"), parse_names(b"a,b,c\n")
    ({'EQUALIZED_': 'EQUALIZED_LAND'}, None)
    """
    try:
        rows = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error):
        return None
    if not rows or rows[0] != _HEADER or any(len(row) != len(_HEADER) for row in rows[1:]):
        return None
    restored = {short: long for short, long in rows[1:]}  # noqa: C416 - dict() would take a row of any length
    return restored if len(restored) == len(rows) - 1 == len(set(restored.values())) else None
