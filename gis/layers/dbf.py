"""In which encoding does a shapefile keep its text: as the bytes show, whatever its .cpg says."""

from __future__ import annotations

from pathlib import Path

_HEADER_LENGTH = slice(8, 10)
_LANGUAGE = 29
"""Place of the byte that names a code page, in files that have no .cpg; 0 names none."""


def dbf_encoding(shp: Path) -> str | None:
    """Return the encoding of the table beside a .shp, where the reading library would not find it.

    Text that is not ASCII and decodes as UTF-8 is UTF-8; by chance other text hardly ever does.
    All else is what the .cpg or the table's own header says, and Windows-1252 where neither says
    anything: programs for that system leave both out.

    Parameters
    ----------
    shp : Path
        The .shp file.

    Returns
    -------
    str or None
        None where the file is ASCII or has no table, or says rightly what it is.
    """
    companions = {file.suffix.lower(): file for file in shp.parent.glob(f"{shp.stem}.*")}
    if ".dbf" not in companions:
        return None
    data = companions[".dbf"].read_bytes()
    records = data[int.from_bytes(data[_HEADER_LENGTH], "little") :]
    if records.isascii():
        return None
    try:
        records.decode("utf-8")
    except UnicodeDecodeError:
        is_said = ".cpg" in companions or data[_LANGUAGE] != 0
        return None if is_said else "cp1252"
    return "UTF-8"
