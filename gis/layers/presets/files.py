"""What does a preset say, and is the file that says it sound?

A preset is data: a TOML file in presets/, or one that a user writes for `--map`. The loader is
strict, so that a slip stops at once and not at some later import.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import cast

from gis.layers.contracts import CONTRACTS, ROW_KINDS
from gis.layers.presets.readings import READS, Read, readable, reads_of
from gis.layers.rows.choices import CLOSED, choice_reader
from gis.layers.rows.quantities import unit_of
from gis.model.config import STRICT
from gis.model.edition import Kind

UNITS = ("ft", "us-ft", "m", "in", "mm")
PLACEHOLDER = re.compile(r"\{([a-z_0-9]+)\}")
"""What stands in the name of a wide column for a word or a year."""

_PRESET_KEYS = ("title", "kind", "telling", "unless", "constants", "column", "wide")
_COLUMN_KEYS = ("canonical", "aliases", "read", "values", "unit")
_WIDE_KEYS = ("canonical", "pattern", "values")
_BRACES = re.compile(r"[{}]")
_YEARS = ("yy", "year")
_WIDE_READS = ("votes", "ratio")
"""Figures of which a row may hold several, each a feature."""
_TOLD_READS = ("choice", "year")
"""What the name of a column can tell: a word or a year; places and units have columns of their own."""
_LONGEST_SHOWN = 60


class PresetFault(ValueError):
    """A preset file breaks its form: which file, at which key, and what is allowed there."""

    def __init__(self, file: str, key: str, problem: str, allowed: str) -> None:
        super().__init__(f"{file}, {key}: {problem} {allowed}")
        self.file = file
        self.key = key
        self.problem = problem
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a canonical column may be found, the best name first, and how its cells are read.

    A name may hold `{yy}` (the year of a release, as MCD_NAME{yy} for MCD_NAME22) or `{year}` (the
    year of the figures, as Final Estimate {year}, which then fills the column `year`).
    """

    __pydantic_config__ = STRICT

    canonical: str
    aliases: tuple[str, ...]
    read: Read
    values: tuple[tuple[str, str], ...] = ()
    """For `choice`: text of the source in capitals and single blanks, and what it stands for."""
    unit: str | None = None
    """For `number`: unit of the source (ft, us-ft, m, in, mm); null is that of the canonical name."""


@dataclass(frozen=True, slots=True)
class WideRule:
    """Columns that are features of their own, known by the form of their names, as {office}TOT{yy}.

    In braces stands a canonical column, whose words are those of `values`, or `year` (four digits)
    or `yy` (two digits, which fill `year`). All else is as it stands, but for case, blanks and
    punctuation.
    """

    __pydantic_config__ = STRICT

    canonical: str
    pattern: str
    values: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Canonical column: what each text in its place stands for. A text that is not there does not fit."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A published schema, or a user's map. Case, blanks and punctuation of names do not matter."""

    __pydantic_config__ = STRICT

    name: str
    title: str
    kind: Kind
    rules: tuple[Rule, ...]
    wide: tuple[WideRule, ...] = ()
    telling: tuple[str, ...] = ()
    """Columns that are not read and yet show the file to be of this schema."""
    unless: tuple[str, ...] = ()
    """Columns that show the file to be of another kind: then the preset must be named to be used."""
    constants: tuple[tuple[str, str], ...] = ()
    """Values that hold for every row of the schema."""


def spelling(name: str) -> str:
    """Return what two spellings of one column name share.

    >>> spelling("Muni Type"), spelling("muni_type"), spelling(" MUNI-TYPE ")
    ('MUNI_TYPE', 'MUNI_TYPE', 'MUNI_TYPE')
    """
    return re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_")


def source_text(text: str) -> str:
    """Return the text of a cell as maps of values write it: capitals, single blanks.

    >>> source_text(" Gravity  main ")
    'GRAVITY MAIN'
    """
    return " ".join(text.upper().split())


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """Return all presets that come with Townline, by name.

    Raises
    ------
    PresetFault
        Where a file of the package is not sound.

    Examples
    --------
    >>> [preset.name for preset in presets() if preset.kind == "parcels"]
    ['generic-parcels', 'wi-statewide']
    """
    folder = resources.files("gis.layers.presets").joinpath("layouts")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(parse_preset(file.name.removesuffix(".toml"), file.read_text("utf-8")) for file in files)


@lru_cache(maxsize=1)
def vocabularies() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return the maps of values that presets share, by name."""
    text = resources.files("gis.layers.presets").joinpath("vocabularies.toml").read_text("utf-8")
    return {name: _pairs(values, "vocabularies.toml", name) for name, values in tomllib.loads(text).items()}


def parse_preset(name: str, text: str) -> Preset:
    """Read a preset strictly.

    Parameters
    ----------
    name : str
        Name of the preset, for messages and manifests.
    text : str
        TOML.

    Returns
    -------
    Preset
        The preset, its columns in the order of the file.

    Raises
    ------
    PresetFault
        Where the text is no TOML, or a key, column, unit or pattern is unknown, or a column cannot be
        read as the text says, or a name stands for two columns. The message names the file, the key
        and what is allowed.

    Examples
    --------
    >>> parse_preset("my", 'kind = "water"')
    Traceback (most recent call last):
    gis.layers.presets.files.PresetFault: my, column: there is none. Write at least one table [[column]].
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PresetFault(name, "the whole file", f"it is no TOML: {error}.", "See `townline preset show`.") from error
    _known(data, _PRESET_KEYS, name, "the whole file")
    kind = cast("Kind", _one_of(data.get("kind"), ROW_KINDS, name, "kind"))
    rules = tuple(
        _rule(kind, column, name, f"column {number}")
        for number, column in enumerate(_tables(data, "column", name), start=1)
    )
    wide = tuple(
        _wide(kind, column, name, f"wide {number}") for number, column in enumerate(_tables(data, "wide", name), 1)
    )
    if not rules and not wide:
        raise PresetFault(name, "column", "there is none.", "Write at least one table [[column]].")
    _check_aliases(rules, name)
    _check_told(rules, wide, name)
    constants = _pairs(data.get("constants", {}), name, "constants")
    for canonical, _ in constants:
        _one_of(canonical, CONTRACTS[kind].settable, name, "constants")
    return Preset(
        name=name,
        title=_text(data.get("title", name), name, "title"),
        kind=kind,
        rules=rules,
        wide=wide,
        telling=_texts(data.get("telling", []), name, "telling"),
        unless=_texts(data.get("unless", []), name, "unless"),
        constants=constants,
    )


def _rule(kind: Kind, column: Mapping[str, object], file: str, key: str) -> Rule:
    _known(column, _COLUMN_KEYS, file, key)
    canonical = _one_of(column.get("canonical"), readable(kind), file, f"{key}, canonical")
    key = f"column {canonical}"
    aliases = _texts(column.get("aliases"), file, f"{key}, aliases")
    if not aliases:
        raise PresetFault(file, f"{key}, aliases", "there is none.", 'Write names of columns, as ["PIN"].')
    for alias in aliases:
        plain = alias.replace("{yy}", "").replace("{year}", "")
        if _BRACES.search(plain) or not spelling(plain):
            raise PresetFault(file, f"{key}, aliases", f"{alias!r} is no name.", "Braces hold {yy} or {year} only.")
    read = cast("Read", _one_of(column.get("read"), READS, file, f"{key}, read"))
    if read not in reads_of(kind, canonical):
        allowed = f"Allowed for {canonical}: {', '.join(reads_of(kind, canonical))}."
        raise PresetFault(file, f"{key}, read", f"{canonical} cannot be read as {read}.", allowed)
    values = _values(column.get("values", {}), file, f"{key}, values")
    if values and read != "choice":
        raise PresetFault(file, f"{key}, values", "do not go with how it is read.", 'They belong to read = "choice".')
    for _, word in values:
        _one_of(word, CLOSED.get((kind, canonical), (word,)), file, f"{key}, values")
    return Rule(canonical, aliases, read, values, _unit(column.get("unit"), canonical, read, file, f"{key}, unit"))


def _unit(found: object, canonical: str, read: Read, file: str, key: str) -> str | None:
    if found is None:
        return None
    unit = _one_of(found, UNITS, file, key)
    if read != "number":
        raise PresetFault(file, key, "does not go with how it is read.", 'It belongs to read = "number".')
    if unit_of(canonical) is None:
        raise PresetFault(file, key, f"{canonical} is no length.", "Leave the unit out.")
    return unit


def _wide(kind: Kind, column: Mapping[str, object], file: str, key: str) -> WideRule:
    _known(column, _WIDE_KEYS, file, key)
    figures = [name for name in readable(kind) if reads_of(kind, name)[0] in _WIDE_READS]
    if not figures:
        raise PresetFault(file, key, f"{kind} have no figures of their own.", "Write [[column]] for each column.")
    canonical = _one_of(column.get("canonical"), figures, file, f"{key}, canonical")
    pattern = _text(column.get("pattern"), file, f"{key}, pattern")
    named = PLACEHOLDER.findall(pattern)
    # What the name tells must tell the features of one row apart.
    apart = [name for name in CONTRACTS[kind].key if reads_of(kind, name)[0] in _TOLD_READS]
    allowed = f"Write it as {canonical.upper()}{{yy}}; braces hold {', '.join([*apart, 'yy'])}, each column once."
    filled = ["year" if name == "yy" else name for name in named]
    if not named or len(set(filled)) < len(filled) or not set(filled) <= set(apart):
        raise PresetFault(file, f"{key}, pattern", f"{pattern[:_LONGEST_SHOWN]!r} is no form of names.", allowed)
    if _BRACES.search(PLACEHOLDER.sub("", pattern)):
        raise PresetFault(file, f"{key}, pattern", f"{pattern[:_LONGEST_SHOWN]!r} has a lone brace.", allowed)
    return WideRule(canonical, pattern, _told(kind, named, column.get("values", {}), file, f"{key}, values"))


def _told(
    kind: Kind, named: Iterable[str], found: object, file: str, key: str
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Read what the words in the names of wide columns stand for; each as its own column stores it."""
    words = [name for name in named if name not in _YEARS]
    if not isinstance(found, dict):
        raise PresetFault(file, key, "they are no table.", 'Write office = {GOV = "governor"}.')
    for name in found:
        _one_of(name, words, file, key)
    told = []
    for name in words:
        pairs = _pairs(found.get(name, {}), file, f"{key}, {name}")
        spelt = [spelling(text) for text, _ in pairs]
        if not all(spelt) or not pairs or len(set(spelt)) < len(spelt):
            problem = "a text is missing, blank or stands twice."
            raise PresetFault(file, f"{key}, {name}", problem, "Write each text that names hold once, and its meaning.")
        read = choice_reader(kind, name, dict(vocabularies().get(name, ())))
        meant = [read(word) for _, word in pairs]
        if None in meant:
            raise PresetFault(file, f"{key}, {name}", "a meaning is blank.", "Write what each text stands for.")
        told.append((name, tuple((text, str(word)) for (text, _), word in zip(pairs, meant, strict=True))))
    return tuple(told)


def _check_aliases(rules: Iterable[Rule], file: str) -> None:
    seen: dict[str, str] = {}
    for rule in rules:
        for alias in rule.aliases:
            spelt = spelling(alias)
            if spelt in seen:
                problem = f"{alias!r} stands already for {seen[spelt]}."
                raise PresetFault(file, f"column {rule.canonical}, aliases", problem, "A name stands for one column.")
            seen[spelt] = rule.canonical


def _check_told(rules: Iterable[Rule], wide: Iterable[WideRule], file: str) -> None:
    """Refuse a column that both cells of its own and the names of wide columns fill."""
    own = {rule.canonical for rule in rules}
    for number, rule in enumerate(wide, start=1):
        told = ("year" if name == "yy" else name for name in PLACEHOLDER.findall(rule.pattern))
        for name in (rule.canonical, *told):
            if name in own:
                problem = f"{name} has a [[column]] too."
                raise PresetFault(file, f"wide {number}, {name}", problem, "Leave one of the two out.")


def _values(found: object, file: str, key: str) -> tuple[tuple[str, str], ...]:
    """Read a map of values: a table of its own, or the name of a shared one."""
    if isinstance(found, str):
        return vocabularies()[_one_of(found, tuple(vocabularies()), file, key)]
    pairs = _pairs(found, file, key)
    spelt = [source_text(text) for text, _ in pairs]
    if len(set(spelt)) < len(spelt):
        raise PresetFault(file, key, "two texts differ only in case or blanks.", "Each text stands once.")
    return tuple((text, stands_for) for text, (_, stands_for) in zip(spelt, pairs, strict=True))


def _pairs(found: object, file: str, key: str) -> tuple[tuple[str, str], ...]:
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise PresetFault(file, key, "it is no table of texts.", 'Write "TEXT" = "what it stands for".')
    return tuple((str(text), str(value)) for text, value in found.items())


def _tables(data: Mapping[str, object], key: str, file: str) -> list[dict[str, object]]:
    found = data.get(key, [])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise PresetFault(file, key, "it is no list of tables.", f"Write [[{key}]] above each.")
    return found


def _texts(found: object, file: str, key: str) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise PresetFault(file, key, "it is no list of texts.", 'Write it as ["NAME", "OTHER NAME"].')
    return tuple(found)


def _text(found: object, file: str, key: str) -> str:
    if not isinstance(found, str) or not found.strip():
        raise PresetFault(file, key, "it is missing, or no text.", "Write a text in quotation marks.")
    return found


def _one_of(found: object, allowed: Iterable[str], file: str, key: str) -> str:
    names = tuple(allowed)
    if found is None:
        raise PresetFault(file, key, "it is missing.", f"Allowed: {', '.join(names)}.")
    if not isinstance(found, str) or found not in names:
        near = difflib.get_close_matches(str(found), names, 1)
        hint = f"Did you mean {near[0]}? " if near else ""
        problem = f"{str(found)[:_LONGEST_SHOWN]!r} is not known here."
        raise PresetFault(file, key, problem, f"{hint}Allowed: {', '.join(names)}.")
    return found


def _known(table: Mapping[str, object], allowed: tuple[str, ...], file: str, key: str) -> None:
    for name in table:
        _one_of(name, allowed, file, key)
