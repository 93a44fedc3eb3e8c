"""In which encoding does a shapefile keep its text: as the bytes show, whatever its .cpg says."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from gis.layers.readers.sources import Source

_HEADER_LENGTH = slice(8, 10)
_LANGUAGE = 29
"""Place of the byte that names a code page, in files that have no .cpg; 0 names none."""
_CPG_BYTES = 1000
_NUMBERED = re.compile(r"(?:ansi|oem|cp|windows)?[ -]?(\d{3,5})")
_UTF8 = "utf-8"
_BYTES = "ISO-8859-1"
"""The encoding in which each byte is one character, so that cells can be taken apart again."""


@dataclass(frozen=True, slots=True)
class DbfText:
    """How the text of a table is to be read."""

    encoding: str | None = None
    """None where the reading library finds it by itself."""
    is_cut: bool = False
    """Whether it is UTF-8 whose cells were cut inside a character; `encoding` then hands on the bytes."""
    remarks: tuple[str, ...] = ()


def dbf_text(companions: dict[str, Source]) -> DbfText:
    """Return how to read the table of a shapefile, where the reading library would not do it rightly.

    Text that is not ASCII and decodes as UTF-8 is UTF-8; by chance other text hardly ever does.
    So is text that is said to be UTF-8 and of which only the last characters of some cells are cut.
    All else is what the .cpg or the table's own header says, and Windows-1252 where neither says
    anything, or says UTF-8 wrongly: programs for that system leave both out.

    Parameters
    ----------
    companions : dict of str to Source
        The files of the shapefile by suffix.

    Returns
    -------
    DbfText
        Without encoding where the file is ASCII or has no table, or says rightly what it is.
    """
    said, remarks = _said(companions.get(".cpg"))
    if ".dbf" not in companions:
        return DbfText(remarks=remarks)
    data = companions[".dbf"].read()
    records = data[int.from_bytes(data[_HEADER_LENGTH], "little") :]
    if records.isascii():
        return DbfText(remarks=remarks)
    try:
        records.decode(_UTF8)
    except UnicodeDecodeError:
        return _other_than_utf8(records, said, data[_LANGUAGE] if len(data) > _LANGUAGE else 0, remarks)
    return DbfText("UTF-8", remarks=(*remarks, _as_shown("UTF-8")))


def _other_than_utf8(records: bytes, said: str | None, language: int, remarks: tuple[str, ...]) -> DbfText:
    codec = None if said is None else _codec(said)
    if codec == _UTF8 and _is_cut_utf8(records):
        return DbfText(_BYTES, is_cut=True, remarks=(*remarks, _CUT))
    if codec not in {None, _UTF8}:
        # The reading library takes "ANSI 1250" for Latin 1, and says nothing.
        return DbfText(codec, remarks=remarks)
    is_said = codec is None if said is not None else language != 0
    return DbfText(remarks=remarks) if is_said else DbfText("cp1252", remarks=(*remarks, _as_shown("cp1252")))


_CUT = "Text in the .dbf is UTF-8, and some cells end inside a character: that character was left out."


def uncut(text: object) -> object:
    """Return a cell that was read byte by byte as the UTF-8 that it is, without a character that was cut.

    >>> uncut("BrÃ»lÃ")
    'Brûl'
    """
    return text.encode(_BYTES).decode("utf-8", errors="ignore") if isinstance(text, str) else text


def _said(cpg: Source | None) -> tuple[str | None, tuple[str, ...]]:
    """Return what a .cpg says; a web page in its place says nothing."""
    if cpg is None:
        return None, ()
    text = cpg.read(_CPG_BYTES).decode("ascii", errors="replace")
    if "<" in text:
        return None, ("The .cpg holds a web page and names no encoding; it was left aside.",)
    return text, ()


def _codec(said: str) -> str | None:
    """Return the name under which Python knows an encoding that a .cpg names in one of several ways.

    >>> [_codec(said) for said in ("UTF-8", "65001", "ANSI 1250", "1252", "OEM 437", "88591", "Big5", "no such")]
    ['utf-8', 'utf-8', 'cp1250', 'cp1252', 'cp437', 'iso8859-1', 'big5', None]
    """
    text = said.strip().lower()
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None:
        number = numbered[1]
        text = _UTF8 if number == "65001" else f"iso8859-{number[4:]}" if number.startswith("8859") else f"cp{number}"
    try:
        return codecs.lookup(text).name
    except LookupError:
        return None


def _is_cut_utf8(records: bytes) -> bool:
    """Say whether nearly all that is not ASCII is whole UTF-8 characters."""
    high = len(records) - len(records.decode("ascii", errors="ignore"))
    whole = sum(len(run.encode()) for run in re.findall(r"[^\x00-\x7f]+", records.decode("utf-8", errors="ignore")))
    return whole > high / 2


def _as_shown(encoding: str) -> str:
    return f"The text of the .dbf was read as {encoding}, as its bytes show."
