"""Which column of a file is which canonical column: presets, kept as data in presets/*.toml."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Literal, get_args

from gis.errors import ColumnMissing, OptionInvalid, PresetUndecided, PresetUnknown
from gis.layers.contracts import CONTRACTS
from gis.model.edition import Kind

Read = Literal[
    "verbatim",
    "text",
    "place",
    "kind",
    "county",
    "year",
    "dollars",
    "cents",
    "codes",
    "acres",
    "ratio",
    "record_kind",
    "private",
]
GENERIC = "generic"
_HELPERS = frozenset({"state_id", "auxiliary_codes"})
"""Columns that are read to fill others, and not stored themselves."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a canonical column may be found, the best name first, and how its cells are read."""

    canonical: str
    aliases: tuple[str, ...]
    read: Read


@dataclass(frozen=True, slots=True)
class Preset:
    """A published schema. With `exact`, names must be spelt as they are; else case does not matter."""

    name: str
    title: str
    kind: Kind
    rules: tuple[Rule, ...]
    exact: bool
    unless: tuple[str, ...] = ()
    """Columns that show the file to be of another kind: then the preset must be named to be used."""


@dataclass(frozen=True, slots=True)
class MappedColumn:
    """One canonical column: the source column it comes from, the constant that fills it, or both."""

    canonical: str
    source: str | None
    read: Read
    constant: str | None = None


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """How the columns of one file are read."""

    preset: str
    columns: tuple[MappedColumn, ...]
    unused: tuple[str, ...]
    """Columns that would fit too, after a better name was found."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the source columns to read."""
        return tuple(column.source for column in self.columns if column.source is not None)


@lru_cache(maxsize=1)
def presets() -> tuple[Preset, ...]:
    """Return all presets, by name.

    Examples
    --------
    >>> [preset.name for preset in presets() if preset.kind == "parcels"]
    ['generic-parcels', 'wi-statewide']
    """
    folder = resources.files("gis.layers").joinpath("presets")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(_preset(file.name.removesuffix(".toml"), tomllib.loads(file.read_text("utf-8"))) for file in files)


def _preset(name: str, data: Mapping[str, object]) -> Preset:
    """Read a preset strictly: a slip in a data file stops at once, not at some later import."""
    kind, columns = data["kind"], data["column"]
    if kind not in CONTRACTS or not isinstance(columns, list):
        msg = f"preset {name}: kind or columns are wrong"
        raise ValueError(msg)
    contract = CONTRACTS[kind]
    known = {*contract.names, *contract.private, *_HELPERS}
    rules = []
    for column in columns:
        rule = Rule(column["canonical"], tuple(column["aliases"]), column["read"])
        if rule.canonical not in known or rule.read not in get_args(Read) or set(column) - set(Rule.__slots__):
            msg = f"preset {name}: column {rule.canonical} is not one of {kind}, or is read in no known way"
            raise ValueError(msg)
        rules.append(rule)
    unless = data.get("unless", [])
    if not isinstance(unless, list):
        msg = f"preset {name}: unless is no list"
        raise TypeError(msg)
    exact = bool(data.get("exact", False))
    return Preset(name, str(data["title"]), contract.kind, tuple(rules), exact, tuple(unless))


def _spelling(name: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", name.upper()).strip("_")


def fit(preset: Preset, columns: Sequence[str], constants: Mapping[str, str]) -> ColumnMap:
    """Map the columns of a file by a preset, whether or not all that is required is there."""
    spelt = {name: name for name in columns}
    if not preset.exact:
        spelt |= {_spelling(name): name for name in reversed(columns)}
    mapped: dict[str, MappedColumn] = {}
    unused = []
    for rule in preset.rules:
        wanted = rule.aliases if preset.exact else [_spelling(alias) for alias in rule.aliases]
        found = list(dict.fromkeys(spelt[alias] for alias in wanted if alias in spelt))
        if rule.canonical in mapped:
            unused.extend(found)
        elif found:
            constant = constants.get(rule.canonical)
            mapped[rule.canonical] = MappedColumn(rule.canonical, found[0], rule.read, constant)
            unused.extend(found[1:])
    for canonical, constant in constants.items():
        if canonical not in mapped:
            read = _read_of(preset, canonical)
            mapped[canonical] = MappedColumn(canonical, None, read, constant)
    return ColumnMap(preset.name, tuple(mapped.values()), tuple(unused))


def _read_of(preset: Preset, canonical: str) -> Read:
    """Return how a constant is read: as the preset reads the column, money always in dollars."""
    own = next(each for each in presets() if each.name == f"{GENERIC}-{preset.kind}")
    reads = [rule.read for rule in (*preset.rules, *own.rules) if rule.canonical == canonical]
    return "dollars" if "dollars" in reads else reads[0]


def missing(kind: Kind, column_map: ColumnMap) -> tuple[str, ...]:
    """Return the required columns that a map does not fill."""
    filled = {column.canonical for column in column_map.columns}
    return tuple(name for name in CONTRACTS[kind].required if name not in filled)


def check_constants(kind: Kind, constants: Mapping[str, str]) -> None:
    """Refuse a constant for a column that the kind does not have.

    Raises
    ------
    OptionInvalid
        With the names that may be set.
    """
    for name, value in constants.items():
        allowed = CONTRACTS[kind].settable
        if name not in allowed or not value.strip():
            near = difflib.get_close_matches(name, allowed, 1)
            raise OptionInvalid(
                what=f"--set {name}={value} cannot be used for {kind}.",
                where="the option --set",
                why="The kind has no such column." if name not in allowed else "The value is blank.",
                next=(f"Did you mean {near[0]}? " if near and name not in allowed else "")
                + f"Columns that can be set: {', '.join(allowed)}.",
            )


def choose_preset(
    kind: Kind, columns: Sequence[str], preset: str | None, constants: Mapping[str, str], where: str
) -> ColumnMap:
    """Map the columns of a file by the preset named, or by the one that fits.

    A preset fits where it fills every required column; of several the one that fills most columns
    is taken, and Townline's own names before a published schema.

    Parameters
    ----------
    kind : str
        Kind to import.
    columns : sequence of str
        Columns of the file.
    preset : str, optional
        Name of a preset, or "generic".
    constants : mapping of canonical column to text
        Values that fill what the file lacks.
    where : str
        File and layer, for messages.

    Returns
    -------
    ColumnMap
        The columns to read.

    Raises
    ------
    PresetUnknown, PresetUndecided, ColumnMissing, OptionInvalid
        Where no choice can be made.
    """
    check_constants(kind, constants)
    of_kind = [each for each in presets() if each.kind == kind]
    if preset is not None:
        name = f"{GENERIC}-{kind}" if preset == GENERIC else preset
        named = [each for each in of_kind if each.name == name]
        if not named:
            raise PresetUnknown(
                what=f"There is no preset {preset} for {kind}.",
                where="the option --preset",
                why="A preset says which column of the file is which.",
                next=f"Presets for {kind}: {', '.join(each.name for each in of_kind)}.",
            )
        column_map = fit(named[0], columns, constants)
        lacking = missing(kind, column_map)
        if lacking:
            raise _column_missing(kind, named[0], lacking, columns, where)
        return column_map
    return _best(kind, columns, constants, where)


def _best(kind: Kind, columns: Sequence[str], constants: Mapping[str, str], where: str) -> ColumnMap:
    spelt = {_spelling(column) for column in columns}
    of_kind = [each for each in presets() if each.kind == kind and not spelt.intersection(each.unless)]
    fitting = [
        (len(found.sources), each.exact, found)
        for each in of_kind
        if (found := fit(each, columns, constants)).sources and not missing(kind, found)
    ]
    if not fitting:
        partly = max(of_kind, key=lambda each: len(fit(each, columns, constants).sources))
        found = fit(partly, columns, constants)
        if found.sources:
            raise _column_missing(kind, partly, missing(kind, found), columns, where)
        raise PresetUndecided(
            what=f"No preset for {kind} fits the columns of this file.",
            where=where,
            why=f"Columns found: {', '.join(columns) or 'none'}.",
            next=f"Rename the columns to Townline's own names ({', '.join(CONTRACTS[kind].names)}), "
            f"or check with `townline check FILE` whether it is the right file and layer.",
        )
    most, exact, best = max(fitting, key=lambda item: item[:2])
    equal = [found.preset for count, is_exact, found in fitting if (count, is_exact) == (most, exact)]
    if len(equal) > 1:
        raise PresetUndecided(
            what=f"{len(equal)} presets for {kind} fit equally well: {', '.join(equal)}.",
            where=where,
            why="They would read different columns.",
            next="Name one with --preset.",
        )
    return best


def _column_missing(
    kind: Kind, preset: Preset, lacking: Sequence[str], columns: Sequence[str], where: str
) -> ColumnMissing:
    aliases = {rule.canonical: rule.aliases[0] for rule in reversed(preset.rules)}
    wanted = " and ".join(f"{name} ({aliases.get(name, name)} in {preset.name})" for name in lacking)
    return ColumnMissing(
        what=f"The column for {wanted} is not there.",
        where=where,
        why=f"Every row of {kind} must have it. Columns found: {', '.join(columns) or 'none'}.",
        next="Name another --preset or --layer, rename the column, or give one value for all rows with "
        f"--set {lacking[0]}=VALUE.",
    )
