"""How well could one column of a file be one canonical column, by its name and by what its cells hold?"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pandas as pd

from gis.layers.presets.column_maps import MappedColumn
from gis.layers.presets.files import Rule, presets, source_text, spelling
from gis.layers.presets.impersonal import may_be_personal, may_be_shown
from gis.layers.presets.readings import Read, readable
from gis.layers.rows.cells import parser
from gis.layers.rows.counties import fips_of_county
from gis.layers.rows.values import is_missing
from gis.model.edition import Kind

_NAME_ENOUGH = 0.74
"""Likeness of two names from which one is taken for the other; below, cells must tell."""
_SHORT_NAME = 3
"""Names of so many letters are alike by chance."""
_NAME_SURE = 0.96
"""Likeness of names that differ in nothing but signs, a year, or the ten letters of a shapefile."""
_READABLE_ENOUGH = 0.5
_CELLS_ENOUGH = 0.8
_CELLS_ALONE = 0.6
"""What cells count that tell a column without its name: less than any name that is alike."""
_INITIALS = 2
"""Words of two letters may be anything."""
PLACES: frozenset[Read] = frozenset({"place", "county"})
"""Ways of reading that a column called NAME or CITY may have and still tell of no person."""
_TEXT_READS: frozenset[Read] = frozenset({"text", "private", "verbatim", "place"})


@dataclass(frozen=True, slots=True)
class Match:
    """How well one column of a file could be one canonical column."""

    canonical: str
    source: str
    alias: str
    rule: Rule
    score: float
    why: str


@lru_cache(maxsize=32)
def _rules(kind: Kind) -> dict[str, tuple[Rule, ...]]:
    """Return all that presets know of each canonical column of a kind; their names are synonyms."""
    found = [rule for preset in presets() if preset.kind == kind for rule in preset.rules]
    return {name: tuple(rule for rule in found if rule.canonical == name) for name in readable(kind)}


def matches(kind: Kind, source: str, cells: pd.Series) -> Iterator[Match]:
    """Say as which canonical columns of a kind a column of a file could be read.

    Parameters
    ----------
    kind : str
        Kind to import.
    source : str
        Name of the column in the file.
    cells : Series
        Some of its cells.

    Yields
    ------
    Match
        One for each canonical column that its name is like, or that its cells alone tell of.

    Examples
    --------
    >>> roll = pd.Series(["$1,000", "2,500"], dtype=object)
    >>> [match.canonical for match in matches("parcels", "LandAssessed", roll) if match.score > 0.9]
    ['land_value_cents']
    """
    full = cells[~cells.map(is_missing).to_numpy(dtype=bool)]
    for canonical, rules in _rules(kind).items():
        if not rules:
            continue
        likeness, alias, rule = _most_alike(rules, source)
        # An empty column is taken for nothing but what it is called.
        is_named = likeness >= (_NAME_ENOUGH if len(full) else _NAME_SURE)
        share = _readable_share(kind, rule, source, full) if is_named else 0.0
        if share >= _READABLE_ENOUGH:
            how = "its name" if likeness >= _NAME_SURE else f"its name is like {alias}"
            can = f"{share:.0%} of its cells can be read so" if len(full) else "it is empty in the rows looked at"
            why = how if rule.read in _TEXT_READS and len(full) else f"{how}; {can}"
            written = alias if "{year}" in alias else source
            yield Match(canonical, source, written, rule, likeness * 0.8 + share * 0.2, why)
        elif (told := _told_by_cells(canonical, rules[0], source, full)) is not None:
            yield Match(canonical, source, source, rules[0], _CELLS_ALONE * told[0], told[1])


def _most_alike(rules: Sequence[Rule], source: str) -> tuple[float, str, Rule]:
    """Return the name of a canonical column that is most like a column's; of equals the better one comes first."""
    named = [(alias, rule) for rule in rules for alias in rule.aliases]
    likeness = [_likeness(alias, source) - place / 10_000 for place, (alias, _) in enumerate(named)]
    best = likeness.index(max(likeness))
    return likeness[best], *named[best]


@lru_cache(maxsize=20_000)
def _likeness(alias: str, source: str) -> float:
    """Return how alike two names are, from 0 to 1; of names with a year the newest are best by a hair."""
    if "{" in alias:
        form = re.escape(spelling(alias.replace("{yy}", "7777").replace("{year}", "8888")))
        pattern = form.replace("7777", r"(\d\d)").replace("8888", r"((?:18|19|20)\d\d)")
        hit = re.fullmatch(pattern, spelling(source))
        return 0.0 if hit is None else 0.999 + int(hit[1]) / 10_000_000
    wanted, name = spelling(alias), spelling(source)
    if wanted == name:
        return 1.0
    if len(source) == 10 and wanted.startswith(name):  # noqa: PLR2004  a shapefile cuts names so
        return 0.98
    joined, other = wanted.replace("_", ""), name.replace("_", "")
    if joined == other:
        return 0.97
    words, others = set(wanted.split("_")), set(name.split("_"))
    shared = len(words & others) / len(words | others)
    if min(len(joined), len(other)) <= _SHORT_NAME:
        return shared * 0.9
    matcher = difflib.SequenceMatcher(None, joined, other)
    # The quick ratio is never less than the ratio itself.
    return max(shared * 0.9, matcher.ratio() * 0.95 if matcher.quick_ratio() >= _NAME_ENOUGH else 0.0)


def known_words(rule: Rule) -> dict[str, str]:
    """Return what the words of a choice stand for."""
    return dict(rule.values)


def _readable_share(kind: Kind, rule: Rule, source: str, cells: pd.Series) -> float:
    """Return which share of the cells that hold something can be read as a rule says; 1 of none."""
    if rule.read in _TEXT_READS or not len(cells):
        return 1.0
    if rule.read == "county":  # any text can be a name; digits are a code
        return float(cells.map(lambda cell: re.search(r"[A-Za-z]", str(cell)) is not None).mean())
    known = known_words(rule)
    if known:
        return max(float(cells.map(lambda cell: source_text(str(cell)) in known).mean()), _READABLE_ENOUGH)
    read = parser(kind, MappedColumn(rule.canonical, source, rule.read, None, rule.values, rule.unit))

    def is_readable(cell: object) -> bool:
        try:
            return read(cell) is not None
        except ValueError:
            return False

    return float(cells.map(is_readable).mean())


def _told_by_cells(canonical: str, rule: Rule, source: str, cells: pd.Series) -> tuple[float, str] | None:
    """Return how surely cells alone tell what a column is, and how; only of what hardly anything else looks like."""
    if not len(cells) or (may_be_personal(source) and rule.read not in PLACES):
        return None
    known = {text for text in known_words(rule) if len(text) > _INITIALS}
    tests: tuple[tuple[bool, Callable[[str], bool], str], ...] = (
        (rule.read == "place", lambda text: may_be_shown(text, "place"), "municipalities with their class"),
        (rule.read == "county", lambda text: fips_of_county(text) is not None, "counties of Wisconsin"),
        (bool(known), lambda text: source_text(text) in known, f"words for {canonical}"),
        (canonical == "property_classes", _is_classes, "classes of s. 70.32(2)(a)"),
        (canonical == "roll_year", _is_recent_year, "years"),
    )
    for applies, tells, what in tests:
        if applies:
            share = sum(map(tells, map(str, cells))) / len(cells)
            return (share, f"{share:.0%} of its cells are {what}") if share >= _CELLS_ENOUGH else None
    return None


def _is_classes(text: str) -> bool:
    return re.fullmatch(r"(?:[1-7]|5M)(?:\s*,\s*(?:[1-7]|5M))*", text) is not None


def _is_recent_year(text: str) -> bool:
    return re.fullmatch(r"20[0-4]\d(?:\.0)?", text) is not None
