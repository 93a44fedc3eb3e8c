"""Which preset, or which map of the user's, reads the columns of this file?"""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gis.errors import ColumnMissing, OptionInvalid, PresetInvalid, PresetUndecided, PresetUnknown
from gis.layers.contracts import CONTRACTS
from gis.layers.presets.column_maps import GENERIC, ColumnMap, MappedColumn, WideColumn, check_wide, fit, missing
from gis.layers.presets.constants import check_constants, sound_constants
from gis.layers.presets.files import Preset, PresetFault, Rule, parse_preset, presets, spelling
from gis.model.edition import Kind

__all__ = [
    "ColumnMap",
    "MappedColumn",
    "Preset",
    "Rule",
    "WideColumn",
    "check_constants",
    "choose_preset",
    "fit",
    "fitting_map",
    "missing",
    "presets",
    "read_map",
]

PLAIN_NAMES = frozenset(
    (
        "ADDRESS",
        "AGENCY",
        "AREA",
        "CLASS",
        "CODE",
        "COUNTY",
        "DATE",
        "DESCRIPTION",
        "FACILITYID",
        "FACILITY_ID",
        "FID",
        "ID",
        "INSTALLDATE",
        "KIND",
        "LABEL",
        "MATERIAL",
        "NAME",
        "OBJECTID",
        "OPERATOR",
        "OWNER",
        "STATE",
        "STATUS",
        "TITLE",
        "TYPE",
        "YEAR",
        "ZONE",
    )
)
"""Names that files of any kind have, so that they do not tell which kind it is."""
PARCEL_NAMES = frozenset({"PARCELID", "PARCEL_ID", "PARCEL_NO", "PARCEL_NUMBER", "PIN"})
"""Names of what a row of another kind may lie on."""
_TELLING_NEEDED = 2
"""Of the columns of a kind that requires none; of any other, one."""
_HASH_DIGITS = 16


def choose_preset(  # noqa: PLR0913  what an import may say of its columns, one each
    kind: Kind,
    columns: Sequence[str],
    preset: str | None,
    constants: Mapping[str, str],
    where: str,
    map_file: Path | None = None,
) -> ColumnMap:
    """Map the columns of a file by the preset named, by a user's map, or by the preset that fits.

    A preset fits where it fills every required column, and for a kind without such where two of the
    file's columns tell of it: a NAME or an ID may be of anything. Of several the one that fills most
    columns is taken.

    Parameters
    ----------
    kind : str
        Kind to import.
    columns : sequence of str
        Columns of the file.
    preset : str, optional
        Name of a preset, or "generic". A preset that is named may find no column at all where the
        kind requires none: then only shapes are imported.
    constants : mapping of canonical column to text
        Values that fill what the file lacks.
    where : str
        File and layer, for messages.
    map_file : Path, optional
        A user's map, in the form of a preset; every column that it names must be there.

    Returns
    -------
    ColumnMap
        The columns to read.

    Raises
    ------
    PresetUnknown, PresetUndecided, PresetInvalid, ColumnMissing, OptionInvalid
        Where no choice can be made.
    """
    if map_file is not None and preset is not None:
        raise OptionInvalid(
            what="--map and --preset cannot both be given.",
            where="the options --map and --preset",
            why="Each says which column is which.",
            next="Leave one of them out.",
        )
    given = sound_constants(kind, constants)
    if map_file is not None:
        found = _by_map(read_map(map_file, kind), columns, given, where)
    elif preset is not None:
        found = _named(kind, columns, preset, given, where)
    else:
        found = _best(kind, columns, given, where)
    check_wide(found, where)
    check_constants(found, given)
    return found


def read_map(path: Path, kind: Kind) -> Preset:
    """Read a user's map of columns.

    Parameters
    ----------
    path : Path
        TOML in the form of a preset; `townline preset suggest` writes one.
    kind : str
        Kind to import, which the map must be for.

    Returns
    -------
    Preset
        Named after the file and the first digits of its SHA-256, so that a manifest tells which
        map was used.

    Raises
    ------
    PresetInvalid
        With the key that is wrong, what is allowed there, and a near match.
    """
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PresetInvalid(
            what="The map of columns cannot be read.",
            where=path.name,
            why=f"{error.strerror if isinstance(error, OSError) else 'It is no text in UTF-8'}.",
            next="Check the path given with --map.",
        ) from error
    try:
        found = parse_preset(path.name, text)
    except PresetFault as fault:
        raise PresetInvalid(
            what=f"The map of columns is not sound at {fault.key}: {fault.problem}",
            where=f"{path.name}, {fault.key}",
            why="A slip in a map would put figures in the wrong column.",
            next=f"{fault.allowed} `townline preset show generic-{kind}` shows the form.",
        ) from fault
    if found.kind != kind:
        raise PresetInvalid(
            what=f"The map is for {found.kind}, and {kind} are imported.",
            where=f"{path.name}, kind",
            why="Each kind has columns of its own.",
            next=f'Import {found.kind}, or write kind = "{kind}" and its columns.',
        )
    try:
        own = sound_constants(kind, dict(found.constants))
    except OptionInvalid as error:
        raise PresetInvalid(
            what=error.what.replace("--set", "In [constants],"),
            where=f"{path.name}, constants",
            why=error.why,
            next=error.next,
        ) from error
    return replace(
        found,
        constants=tuple(own.items()),
        name=f"map:{path.name} sha256:{hashlib.sha256(data).hexdigest()[:_HASH_DIGITS]}",
    )


def fitting_map(kind: Kind, columns: Sequence[str]) -> ColumnMap | None:
    """Return the map of the preset that a file's columns tell of; None where they do not tell the kind.

    Stricter than an import, where a person has said which kind it is: of what is required something
    must tell, so that a file with a NAME is not taken for every kind that has one.

    >>> fitting_map("districts", ["NAME"]) is None, fitting_map("votes", ["MCD_NAME", "WARDID", "GOVTOT22"]).preset
    (True, 'wi-votes')
    """
    fitting = [each for each in _fitting(kind, columns, {}) if each.telling]
    return max(fitting, key=lambda each: each.rank).found if fitting else None


def _by_map(user: Preset, columns: Sequence[str], constants: Mapping[str, str], where: str) -> ColumnMap:
    for rule in user.rules:
        alone = fit(replace(user, rules=(rule,), wide=()), columns, constants)
        if not alone.sources:
            raise ColumnMissing(
                what=f"The map names {' or '.join(rule.aliases)} for {rule.canonical}, and there is no such column.",
                where=where,
                why=f"Columns found: {', '.join(columns) or 'none'}.",
                next=f"{_near(rule.aliases, columns)}Correct the name in {user.name.split()[0]}, or take the column "
                "out of it.",
            )
    found = fit(user, columns, constants)
    _check_filled(user, found, columns, where)
    return found


def _near(wanted: Sequence[str], columns: Sequence[str]) -> str:
    spelt = {spelling(name): name for name in columns}
    near = [hit for name in wanted for hit in difflib.get_close_matches(spelling(name), list(spelt), 2)]
    return f"Did you mean {' or '.join(dict.fromkeys(spelt[hit] for hit in near))}? " if near else ""


def _named(kind: Kind, columns: Sequence[str], preset: str, constants: Mapping[str, str], where: str) -> ColumnMap:
    of_kind = [each for each in presets() if each.kind == kind]
    name = f"{GENERIC}-{kind}" if preset == GENERIC else preset
    named = [each for each in of_kind if each.name == name]
    if not named:
        raise PresetUnknown(
            what=f"There is no preset {preset} for {kind}.",
            where="the option --preset",
            why="A preset says which column of the file is which.",
            next=f"Presets for {kind}: {', '.join(each.name for each in of_kind)}.",
        )
    found = fit(named[0], columns, constants)
    _check_filled(named[0], found, columns, where)
    if not found.sources:
        remark = f"No column of the file is read: the rows of {kind} are shapes alone."
        return replace(found, remarks=(*found.remarks, remark))
    return found


def _check_filled(preset: Preset, found: ColumnMap, columns: Sequence[str], where: str) -> None:
    lacking = missing(preset.kind, found)
    if lacking:
        raise _column_missing(preset, lacking, columns, where)


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A preset that fits: how many columns it reads, how many of them tell, how many are spelt as it spells them."""

    found: ColumnMap
    telling: int
    exact: int

    @property
    def rank(self) -> tuple[int, int, int]:
        return len(self.found.used), self.telling, self.exact


def _fitting(kind: Kind, columns: Sequence[str], constants: Mapping[str, str]) -> list[_Fitting]:
    spelt = {spelling(column) for column in columns}
    needed = 0 if CONTRACTS[kind].required else _TELLING_NEEDED
    fitting = []
    for preset in presets():
        if preset.kind != kind or not spelt.isdisjoint(map(spelling, preset.unless)):
            continue
        found = fit(preset, columns, constants)
        telling = _telling(preset, found, spelt)
        if found.used and telling >= needed and not missing(kind, found):
            fitting.append(_Fitting(found, telling, _exact(preset, found)))
    return fitting


def _telling(preset: Preset, found: ColumnMap, spelt: set[str]) -> int:
    read = {spelling(name) for name in found.used} - PLAIN_NAMES
    if preset.kind != "parcels":
        read -= PARCEL_NAMES
    return len(read | (spelt & set(map(spelling, preset.telling))))


def _exact(preset: Preset, found: ColumnMap) -> int:
    aliases = {alias for rule in preset.rules for alias in rule.aliases}
    return len(aliases.intersection(found.used))


def _best(kind: Kind, columns: Sequence[str], constants: Mapping[str, str], where: str) -> ColumnMap:
    fitting = _fitting(kind, columns, constants)
    if not fitting:
        raise _nothing_fits(kind, columns, constants, where)
    best = max(fitting, key=lambda each: each.rank)
    # Presets that read the same columns in the same way do not differ.
    equal = {each.found.columns: each.found.preset for each in reversed(fitting) if each.rank == best.rank}
    if len(equal) > 1:
        raise PresetUndecided(
            what=f"{len(equal)} presets for {kind} fit equally well: {', '.join(sorted(equal.values()))}.",
            where=where,
            why="They would read different columns, or read them differently.",
            next="Name one with --preset.",
        )
    return best.found


def _nothing_fits(
    kind: Kind, columns: Sequence[str], constants: Mapping[str, str], where: str
) -> ColumnMissing | PresetUndecided:
    spelt = {spelling(column) for column in columns}
    of_kind = [each for each in presets() if each.kind == kind and spelt.isdisjoint(map(spelling, each.unless))]
    fits = [(each, fit(each, columns, constants)) for each in of_kind]
    partly = max(fits, key=lambda pair: len(pair[1].used), default=None)
    if partly is not None and partly[1].sources and (lacking := missing(kind, partly[1])):
        return _column_missing(partly[0], lacking, columns, where)
    found_words = f"Columns found: {', '.join(columns) or 'none'}."
    if CONTRACTS[kind].required:
        return PresetUndecided(
            what=f"No preset for {kind} fits the columns of this file.",
            where=where,
            why=found_words,
            next="Write a map of its columns with `townline preset suggest FILE` and give it with --map, or check "
            "with `townline check FILE` whether it is the right file and layer.",
        )
    return PresetUndecided(
        what=f"Too few columns of this file tell that its rows are {kind}.",
        where=where,
        why=f"{found_words} Names such as ID, NAME and TYPE may be of anything.",
        next=f"If they are {kind}, say --preset generic: it reads what it finds, shapes alone if nothing; or write a "
        "map with `townline preset suggest FILE` and give it with --map.",
    )


def _column_missing(preset: Preset, lacking: Sequence[str], columns: Sequence[str], where: str) -> ColumnMissing:
    aliases = {rule.canonical: rule.aliases[0] for rule in reversed(preset.rules)}
    wanted = " and ".join(f"{name} ({aliases.get(name, name)} in {preset.name})" for name in lacking)
    return ColumnMissing(
        what=f"The column for {wanted} is not there.",
        where=where,
        why=f"Every row of {preset.kind} must have it. Columns found: {', '.join(columns) or 'none'}.",
        next="Name another --preset or --layer, write a map with `townline preset suggest FILE` and give it with "
        f"--map, or give one value for all rows with --set {lacking[0]}=VALUE.",
    )
