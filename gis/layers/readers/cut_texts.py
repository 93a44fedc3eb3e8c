"""In which columns do texts hold a NUL, at which the reading library ends them without a word?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyogrio.raw

_NUL = "\0"


def cut_in_geopackage(address: str, layer: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Return a remark on the columns of a GeoPackage whose texts are cut.

    Parameters
    ----------
    address : str
        Name of the file for the reading library.
    layer : str
        Its layer.
    columns : sequence of str
        Columns of text.

    Returns
    -------
    tuple of str
        One remark, or none.
    """
    if not columns:
        return ()
    if not _is_any_cut(address, layer, columns):
        return ()
    counts = ", ".join(
        f"COALESCE(SUM(INSTR(CAST({_quoted(name)} AS BLOB), x'00') > 0), 0) AS c{at}" for at, name in enumerate(columns)
    )
    sql = f"SELECT {counts} FROM {_quoted(layer)}"  # noqa: S608  names are quoted, and the file is only read
    _, _, _, found = pyogrio.raw.read(address, sql=sql, read_geometry=False)
    return _remark({name: int(count[0]) for name, count in zip(columns, found, strict=True)})


def _is_any_cut(address: str, layer: str, columns: Sequence[str]) -> bool:
    """Say whether any text holds a NUL, in a third of the time of counting: a length ends at one, or is of UTF-8."""
    names = [_quoted(name) for name in columns]
    likely = " OR ".join(f"OCTET_LENGTH({name}) > LENGTH(CAST({name} AS TEXT))" for name in names)
    row = " || ".join(f"IFNULL({name}, '')" for name in names)
    sql = (
        f"SELECT 1 AS cut FROM {_quoted(layer)} "  # noqa: S608  names are quoted, and the file is only read
        f"WHERE ({likely}) AND INSTR(CAST({row} AS BLOB), x'00') > 0 LIMIT 1"
    )
    _, _, _, found = pyogrio.raw.read(address, sql=sql, read_geometry=False)
    return len(found[0]) > 0


def cut_in_features(features: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    """Return a remark on the members of GeoJSON features whose texts are cut.

    >>> cut_in_features([{"properties": {"PARCELID": "12"}}, {"properties": None}])
    ()
    """
    counts: dict[str, int] = {}
    for feature in features:
        properties = feature.get("properties")
        for name, value in properties.items() if isinstance(properties, Mapping) else ():
            # Lists and objects come as JSON text, in which a NUL is written out.
            if isinstance(value, str) and _NUL in value:
                counts[name] = counts.get(name, 0) + 1
    return _remark(counts)


def _remark(counts: Mapping[str, int]) -> tuple[str, ...]:
    told = ", ".join(f"{name} {count:,}" for name, count in counts.items() if count)
    return (f"Texts that hold a NUL character are cut off before it: {told}.",) if told else ()


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
