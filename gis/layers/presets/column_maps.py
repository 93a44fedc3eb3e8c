"""Which column of a file is which canonical column, as a preset finds them by their names?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gis.errors import PresetUndecided
from gis.layers.contracts import CONTRACTS
from gis.layers.presets.files import Preset, Rule, WideRule, presets, spelling
from gis.layers.presets.readings import Read
from gis.layers.presets.wide_names import told_by_name
from gis.layers.rows.values import parse_cents, parse_year
from gis.model.edition import Kind

GENERIC = "generic"
_RELEASES = range(29, 9, -1)
"""Years of two digits that a name with `{yy}` may end in, the newest first."""
_CUT_NAME = 10
"""A shapefile cuts the names of its columns to ten letters."""


@dataclass(frozen=True, slots=True)
class MappedColumn:
    """One canonical column: the source column it comes from, the constant that fills it, or both."""

    canonical: str
    source: str | None
    read: Read
    constant: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    """See `Rule`."""
    unit: str | None = None
    """See `Rule`."""
    spares: tuple[tuple[str, Read], ...] = ()
    """Columns that would fit too, after a better name was found, and how; read only to say what they hold."""
    filled_by: str = "--set"
    """Where the constant stands."""


@dataclass(frozen=True, slots=True)
class WideColumn:
    """A source column whose every cell that is not blank is a feature of its own, as GOVTOT22 is of votes."""

    source: str
    canonical: str
    constants: tuple[tuple[str, str], ...]
    """Canonical column and text that the name of the source column tells, such as office and year."""


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """How the columns of one file are read."""

    preset: str
    columns: tuple[MappedColumn, ...]
    unused: tuple[str, ...]
    """Columns that would fit too, after a better name was found, or that are of other years or offices."""
    wide: tuple[WideColumn, ...] = ()
    """Columns that are features of their own, each with the row's other columns."""
    remarks: tuple[str, ...] = ()
    """What the names of the columns told, such as the year of a population."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the source columns to read, each once; also spare ones."""
        spares = (name for column in self.columns for name, _ in column.spares)
        return tuple(dict.fromkeys((*self.used, *spares)))

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the source columns whose cells are stored, each once."""
        named = (column.source for column in self.columns if column.source is not None)
        return tuple(dict.fromkeys((*named, *(column.source for column in self.wide))))


@dataclass(slots=True)
class _Names:
    """The columns of a file, found by spelling, or by a longer name of which a shapefile cut them."""

    columns: Sequence[str]
    preset: Preset
    spelt: dict[str, list[str]] = field(init=False)
    """Columns by spelling; several may differ in nothing but case or signs."""
    cuts: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.spelt = _by_spelling(self.columns)
        whole = {spelling(alias) for rule in self.preset.rules for alias in rule.aliases}
        # A cut that could be of two names, or is a name itself, is not taken for either.
        cuts = [cut for rule in self.preset.rules for cut in {_cut(alias) for alias in rule.aliases}]
        unclear = {cut for cut in cuts if cuts.count(cut) > 1} | whole
        self.cuts = _by_spelling(
            [name for name in self.columns if len(name) == _CUT_NAME and spelling(name) not in unclear]
        )

    def find(self, alias: str) -> list[str]:
        """Return the columns of a name, the one that is written as it is first."""
        found = self.spelt.get(spelling(alias), [])
        if not found and len(alias) > _CUT_NAME:
            found = self.cuts.get(_cut(alias), [])
        return sorted(found, key=lambda name: name != alias)

    def years(self, alias: str) -> list[int]:
        """Return the years at which the file has a column of a name with `{year}`, the newest first."""
        before, after = (re.escape(spelling(part)) for part in alias.split("{year}"))
        form = re.compile(rf"{before}_?(\d{{4}})_?{after}")
        found = {int(hit[1]) for name in self.spelt if (hit := form.fullmatch(name))}
        return sorted(filter(_is_year, found), reverse=True)


def _by_spelling(columns: Sequence[str]) -> dict[str, list[str]]:
    spelt: dict[str, list[str]] = {}
    for name in columns:
        spelt.setdefault(spelling(name), []).append(name)
    return spelt


def _is_year(number: int) -> bool:
    try:
        return parse_year(number) is not None
    except ValueError:
        return False


def _cut(alias: str) -> str:
    return spelling(alias[:_CUT_NAME])


def _names_at(alias: str, year: str | None) -> list[str]:
    """Return the names that an alias stands for: itself, one for each release, or that of one year."""
    if "{yy}" in alias:
        return [alias.replace("{yy}", str(yy)) for yy in _RELEASES]
    if "{year}" in alias:
        return [] if year is None else [alias.replace("{year}", year)]
    return [alias]


def _year(preset: Preset, names: _Names, constants: Mapping[str, str]) -> str | None:
    """Return the year of the figures: the one set by hand, else the newest under the best name."""
    if "year" in constants:
        return constants["year"]
    of_years = (alias for rule in preset.rules for alias in rule.aliases if "{year}" in alias)
    return next((str(years[0]) for alias in of_years if (years := names.years(alias))), None)


def _hits(rule: Rule, names: _Names, year: str | None) -> dict[str, bool]:
    """Return the columns of the file that fit a rule, the best first, and whether their names bear the year."""
    hits: dict[str, bool] = {}
    for alias in rule.aliases:
        for name in _names_at(alias, year):
            for found in names.find(name):
                hits.setdefault(found, "{year}" in alias)
    return hits


def _of_other_years(rule: Rule, names: _Names) -> list[str]:
    aliases = (alias for alias in rule.aliases if "{year}" in alias)
    found = (names.find(alias.replace("{year}", str(year))) for alias in aliases for year in names.years(alias))
    return [name for hits in found for name in hits]


def fit(preset: Preset, columns: Sequence[str], constants: Mapping[str, str]) -> ColumnMap:
    """Map the columns of a file by a preset, whether or not all that is required is there.

    Columns are found by name, never by position. Figures whose names bear a year are taken of one
    year: that of the constant `year`, or the newest.

    Examples
    --------
    >>> votes = next(each for each in presets() if each.name == "wi-votes")
    >>> fit(votes, ["MCD_NAME", "WARDID", "GOVTOT22", "GOVDEM22"], {}).wide
    (WideColumn(source='GOVTOT22', canonical='votes', constants=(('office', 'governor'), ('year', '2022'))),)
    """
    names = _Names(columns, preset)
    own = {name: preset.name for name, _ in preset.constants if name not in constants}
    constants = {**dict(preset.constants), **constants}
    year = _year(preset, names, constants)
    mapped: dict[str, MappedColumn] = {}
    spare: list[str] = []
    remarks: list[str] = []
    for rule in preset.rules:
        hits = _hits(rule, names, year)
        spare += [*hits, *_of_other_years(rule, names)]
        if (better := mapped.get(rule.canonical)) is not None:
            more = tuple((name, rule.read) for name in hits)
            mapped[rule.canonical] = replace(better, spares=(*better.spares, *more))
            continue
        if not hits:
            continue
        source, *spares = hits
        constant = constants.get(rule.canonical)
        if constant is not None and rule.read == "cents":
            constant = str(parse_cents(constant))  # what a person sets is in dollars
        mapped[rule.canonical] = MappedColumn(
            canonical=rule.canonical,
            source=source,
            read=rule.read,
            constant=constant,
            values=rule.values,
            unit=rule.unit,
            spares=tuple((name, rule.read) for name in spares),
            filled_by=own.get(rule.canonical, "--set"),
        )
        if hits[source] and year is not None:
            remarks.append(f"{rule.canonical} is of {year}, as the name of its column says ({source}).")
            constants["year"] = year
    wide, left = _wide(preset.wide, columns, constants)
    told = {name for column in wide for name, _ in column.constants}
    for canonical, constant in constants.items():
        if canonical not in mapped and canonical not in told:
            like = constant_rule(preset.kind, canonical, preset.rules)
            filled_by = own.get(canonical, "--set")
            mapped[canonical] = MappedColumn(canonical, None, like.read, constant, like.values, filled_by=filled_by)
    taken = {*(column.source for column in mapped.values()), *(column.source for column in wide)}
    unused = tuple(name for name in dict.fromkeys((*spare, *left)) if name not in taken)
    return ColumnMap(preset.name, tuple(mapped.values()), unused, wide, tuple(remarks))


def _wide(
    rules: Sequence[WideRule], columns: Sequence[str], constants: Mapping[str, str]
) -> tuple[tuple[WideColumn, ...], list[str]]:
    """Return the columns that are features of their own, and those that the constants exclude."""
    wide, left = [], []
    for name in columns:
        told = ((rule, told_by_name(rule, name)) for rule in rules)
        found = next((WideColumn(name, rule.canonical, said) for rule, said in told if said is not None), None)
        if found is None:
            continue
        if all(constants.get(canonical, text) == text for canonical, text in found.constants):
            wide.append(found)
        else:
            left.append(name)
    return tuple(wide), left


def constant_rule(kind: Kind, canonical: str, rules: Sequence[Rule] = ()) -> Rule:
    """Return how a constant is read: as these rules read the column, else as its own preset; money in dollars."""
    own = next(each for each in presets() if each.name == f"{GENERIC}-{kind}")
    found = [rule for rule in (*rules, *own.rules) if rule.canonical == canonical]
    return next((rule for rule in found if rule.read == "dollars"), found[0])


def check_wide(column_map: ColumnMap, where: str) -> None:
    """Refuse two columns that tell the same of their figures.

    Raises
    ------
    PresetUndecided
        With both columns: one row would give two features that nothing tells apart.
    """
    seen: dict[tuple[tuple[str, str], ...], str] = {}
    for column in column_map.wide:
        told = tuple(sorted(column.constants))
        if told in seen:
            words = " and ".join(f"{name} {text}" for name, text in told)
            raise PresetUndecided(
                what=f"Two columns hold {column.canonical} of {words}: {seen[told]} and {column.source}.",
                where=where,
                why="Each row would give two figures for the same thing, and nothing tells which is right.",
                next="Ask the publisher which of them counts, and take the other out of the file, or write a map in "
                "which only one of them fits (--map).",
            )
        seen[told] = column.source


def missing(kind: Kind, column_map: ColumnMap) -> tuple[str, ...]:
    """Return the required columns that a map does not fill."""
    filled = {column.canonical for column in column_map.columns} | {column.canonical for column in column_map.wide}
    filled |= {name for column in column_map.wide for name, _ in column.constants}
    return tuple(name for name in CONTRACTS[kind].required if name not in filled)
