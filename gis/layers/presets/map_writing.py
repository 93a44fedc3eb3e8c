"""How is a proposed map of columns written down, so that a person can read, mend and use it?"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gis.layers.contracts import CONTRACTS
from gis.layers.presets.files import WideRule
from gis.layers.presets.suggesting import SuggestedColumn, Suggestion


def to_toml(suggestion: Suggestion) -> str:
    """Write a proposed map as TOML in the form of a preset, each column with why and with samples.

    Parameters
    ----------
    suggestion : Suggestion
        Proposal; without any column it is written too, and must be filled in.

    Returns
    -------
    str
        TOML for `townline import --map`.

    Examples
    --------
    >>> print(to_toml(Suggestion("w.shp", "w", "water", (), (), ("FOO",), (), ())).splitlines()[0])
    # A map of columns for `townline import water`, proposed for w.shp. Read it before you use it.
    """
    return "\n".join(_lines(suggestion)) + "\n"


def _lines(suggestion: Suggestion) -> Iterator[str]:
    kind = suggestion.kind
    file = _plain(suggestion.file)
    yield f"# A map of columns for `townline import {kind}`, proposed for {file}. Read it before you use it."
    yield f"# Canonical columns of {kind}: {', '.join(CONTRACTS[kind].names)}."
    if suggestion.others:
        yield f"# The layer could also be {', '.join(suggestion.others)}: name it with --kind."
    for name in suggestion.missing:
        yield f"# Missing, and every row must have it: {name}. Add a column, or give --set {name}=VALUE."
    if not suggestion.columns and not suggestion.wide:
        yield "# No column of the file is known. For shapes alone use --preset generic instead of this map."
    yield f"title = {_quoted(f'Columns of {file}')}"
    yield f"kind = {_quoted(kind)}"
    for column in suggestion.columns:
        yield from _column(column)
    for rule in suggestion.wide:
        yield from _wide(rule)
    if suggestion.unmatched:
        yield ""
        yield "# Columns of the file that are not read:"
        yield from (f"#   {_plain(name)}" for name in suggestion.unmatched)


def _column(column: SuggestedColumn) -> Iterator[str]:
    source = _plain(column.source)
    samples = f" Such as {', '.join(map(_plain, column.samples))}." if column.samples else ""
    yield ""
    yield f"# Why: {_plain(column.why)}.{samples}"
    yield "[[column]]"
    yield f"canonical = {_quoted(column.canonical)}"
    yield f"aliases = [{_quoted(column.alias)}]"
    yield f"read = {_quoted(column.read)}"
    if column.unit is not None:
        yield f"unit = {_quoted(column.unit)}"
    if column.values or column.unknown or column.hidden:
        yield "[column.values]"
        yield from (f"{_quoted(text)} = {_quoted(word)}" for text, word in column.values)
        yield from (f'# {_quoted(text)} = ""  # not known: say what it stands for' for text in column.unknown)
        if column.hidden:
            more = "1 text is" if column.hidden == 1 else f"{column.hidden:,} texts are"
            yield f"# {more} not known and not shown here, for any of them could be a name: look into {source}."


def _wide(rule: WideRule) -> Iterator[str]:
    yield ""
    yield "# Each column whose name fits is a feature of its own."
    yield "[[wide]]"
    yield f"canonical = {_quoted(rule.canonical)}"
    yield f"pattern = {_quoted(rule.pattern)}"
    for group, pairs in rule.values:
        yield f"[wide.values.{group}]"
        yield from (f"{_quoted(text)} = {_quoted(word)}" for text, word in pairs)


def _quoted(text: str) -> str:
    """Return a TOML string; the escapes of JSON are TOML's too, and a printable text needs no others."""
    return json.dumps(text, ensure_ascii=False)


def _plain(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)
