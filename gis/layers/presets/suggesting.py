"""Which map of columns would fit this file: proposed by names and by what the cells hold, never by position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd

from gis.errors import LayerChoiceNeeded, OptionInvalid
from gis.layers.contracts import CONTRACTS, ROW_KINDS, Contract, Shape
from gis.layers.presets.choosing import PLAIN_NAMES
from gis.layers.presets.files import Preset, WideRule, presets, source_text, spelling
from gis.layers.presets.impersonal import is_plain_word, may_be_personal, may_be_shown
from gis.layers.presets.likeness import PLACES, Match, known_words, matches
from gis.layers.presets.readings import Read, readable
from gis.layers.presets.wide_names import placeholders, told_by_name
from gis.layers.readers import OpenedFile, SourceLayer, open_file, read_rows
from gis.layers.rows.values import is_missing
from gis.model.config import STRICT
from gis.model.edition import Kind

_ROWS_LOOKED_AT = 2000
_SAMPLES = 3
_FEW_WORDS = 15
_NOT_LAND = frozenset(
    {"OBJECTID", "FID", "GLOBALID", "SHAPE_LENGTH", "SHAPE_AREA", "SHAPE_LENG", "SHAPE_STAR", "SHAPE_STLE"}
)


@dataclass(frozen=True, slots=True)
class SuggestedColumn:
    """One column of a proposed map, and why."""

    __pydantic_config__ = STRICT

    canonical: str
    source: str
    alias: str
    """Name to write: that of the column, or a pattern with {year} where it tells a year."""
    read: Read
    unit: str | None
    values: tuple[tuple[str, str], ...]
    """Of a choice: what the words of the file stand for, as far as they are known."""
    unknown: tuple[str, ...]
    """Of a choice: texts of the file that no list knows and that can be of no person."""
    hidden: int
    """Of a choice: how many more texts no list knows; any of them could be a name."""
    why: str
    samples: tuple[str, ...]
    """Values as the file has them; none of a column that could tell of a person."""
    score: float


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A proposed map of one layer as one kind."""

    __pydantic_config__ = STRICT

    file: str
    layer: str
    kind: Kind
    columns: tuple[SuggestedColumn, ...]
    wide: tuple[WideRule, ...]
    unmatched: tuple[str, ...]
    """Columns of the file that are not read."""
    missing: tuple[str, ...]
    """Required columns that nothing in the file fills."""
    others: tuple[Kind, ...]
    """Other kinds for which all that is required was found."""

    @property
    def rank(self) -> tuple[bool, float]:
        """The better, the greater: all that is required first, then how much tells of the kind."""
        telling = sum(column.score for column in self.columns if spelling(column.source) not in PLAIN_NAMES)
        return not self.missing, telling + len(self.wide) * 2


def suggest(path: Path, kind: Kind | None = None, layer: str | None = None) -> Suggestion:
    """Propose a map of the columns of a file.

    Parameters
    ----------
    path : Path
        File to import.
    kind : str, optional
        Kind to import it as; without it the kind that the columns and shapes tell best.
    layer : str, optional
        Layer of the file, where it holds several.

    Returns
    -------
    Suggestion
        Which column could be which, with what is missing and left over. It is a proposal: a person
        must read it before it is used.

    Raises
    ------
    LayerUnreadable, LayerChoiceNeeded
        Where the file or its layer cannot be read.
    OptionInvalid
        Where the kind cannot be rows of a file of such shapes.
    """
    opened = open_file(path)
    chosen = _layer(opened, layer)
    rows = _some_rows(opened, chosen)
    family = shape_family(chosen.geometry_type)
    kinds = [each for each in ROW_KINDS if _may_hold(CONTRACTS[each], chosen.geometry_type, family)]
    if kind is not None and kind not in kinds:
        raise OptionInvalid(
            what=f"The rows of this layer cannot be {kind}.",
            where=f"{path.name}, layer {chosen.name}",
            why=f"Its shapes are {chosen.geometry_type or 'none: it is a table'}; {kind} are "
            f"{' or '.join(CONTRACTS[kind].shapes) or 'a table'}.",
            next=f"Name another --layer, or one of these with --kind: {', '.join(kinds)}.",
        )
    proposals = [_propose(path.name, chosen, rows, each) for each in ([kind] if kind else kinds)]
    best = max(proposals, key=lambda each: each.rank)
    enough = best.rank[1] / 2
    others = [each for each in proposals if each is not best and not each.missing and each.rank[1] > enough]
    return replace(best, others=tuple(each.kind for each in sorted(others, key=_by_rank, reverse=True)))


def _by_rank(suggestion: Suggestion) -> tuple[bool, float]:
    return suggestion.rank


def shape_family(geometry_type: str | None) -> Shape | None:
    """Return the family of a layer's shapes; None for a table or where the layer does not say.

    >>> shape_family("MultiPolygon Z"), shape_family("LineString"), shape_family("Unknown"), shape_family(None)
    ('polygon', 'line', None, None)
    """
    words: tuple[tuple[str, Shape], ...] = (
        ("polygon", "polygon"),
        ("surface", "polygon"),
        ("line", "line"),
        ("curve", "line"),
        ("point", "point"),
    )
    text = (geometry_type or "").lower()
    return next((family for word, family in words if word in text), None)


def _may_hold(contract: Contract, geometry_type: str | None, family: Shape | None) -> bool:
    if geometry_type is None:
        return not contract.has_geometry or contract.shape_optional
    return not contract.has_geometry or family is None or family in contract.shapes


def _layer(opened: OpenedFile, name: str | None) -> SourceLayer:
    named = [each for each in opened.layers if name is None or each.name == name]
    if len(named) != 1:
        listed = "; ".join(f"{each.name} ({each.geometry_type or 'table'})" for each in opened.layers)
        raise LayerChoiceNeeded(
            what="The file holds several layers." if name is None else f"There is no layer {name!r} in this file.",
            where=opened.path.name,
            why=f"Its layers: {listed}.",
            next="Name one with --layer.",
        )
    return named[0]


def _some_rows(opened: OpenedFile, layer: SourceLayer) -> pd.DataFrame:
    """Return rows from all over the layer, so that a first part that is unlike the rest does not mislead."""
    table: pd.DataFrame = read_rows(opened, layer, layer.columns).table
    if len(table) <= _ROWS_LOOKED_AT:
        return table
    return table.iloc[np.linspace(0, len(table) - 1, _ROWS_LOOKED_AT).astype(int)]


def _propose(file: str, layer: SourceLayer, rows: pd.DataFrame, kind: Kind) -> Suggestion:
    of_kind = [each for each in presets() if each.kind == kind]
    wide, wide_sources = _wide(of_kind, layer.columns)
    usable = [name for name in layer.columns if name not in wide_sources and spelling(name) not in _NOT_LAND]
    columns = {name: rows[name] for name in usable if "{" not in name and name.isprintable() and spelling(name)}
    possible = sorted(
        (match for name, cells in columns.items() for match in matches(kind, name, cells)),
        key=lambda match: (-match.score, match.canonical, match.source),
    )
    chosen: dict[str, Match] = {}
    taken: set[str] = set()
    for match in possible:
        if match.canonical not in chosen and spelling(match.source) not in taken:
            chosen[match.canonical] = match
            taken.add(spelling(match.source))
    order = readable(kind)
    found = tuple(
        _described(match, columns[match.source])
        for match in sorted(chosen.values(), key=lambda match: order.index(match.canonical))
    )
    filled = {*chosen, *(rule.canonical for rule in wide)}
    if any("{year}" in match.alias for match in chosen.values()):
        filled.add("year")
    for rule in wide:
        filled |= set(placeholders(rule))
    read = {match.source for match in chosen.values()} | wide_sources
    return Suggestion(
        file=file,
        layer=layer.name,
        kind=kind,
        columns=found,
        wide=wide,
        unmatched=tuple(name for name in layer.columns if name not in read),
        missing=tuple(name for name in CONTRACTS[kind].required if name not in filled),
        others=(),
    )


def _wide(of_kind: Sequence[Preset], columns: Sequence[str]) -> tuple[tuple[WideRule, ...], set[str]]:
    rules = tuple(rule for preset in of_kind for rule in preset.wide)
    hits = {name: rule for rule in rules for name in columns if told_by_name(rule, name) is not None}
    return tuple(dict.fromkeys(hits.values())), set(hits)


def _described(match: Match, cells: pd.Series) -> SuggestedColumn:
    rule = match.rule
    full = cells[~cells.map(is_missing).to_numpy(dtype=bool)]
    distinct = full.drop_duplicates().tolist()
    words = {source_text(str(cell)): str(cell) for cell in distinct} if rule.read == "choice" else {}
    known = known_words(rule)
    values = tuple((word, known[word]) for word in words if word in known)
    unknown = [word for word in words if word not in known]
    hidden = rule.read == "private" or (may_be_personal(match.source) and rule.read not in PLACES)
    plain = () if hidden else tuple(word for word in unknown if is_plain_word(word))[:_FEW_WORDS]
    shown = [] if hidden else [str(cell) for cell in distinct if may_be_shown(cell, rule.read, known)]
    return SuggestedColumn(
        canonical=match.canonical,
        source=match.source,
        alias=match.alias,
        read=rule.read,
        unit=rule.unit,
        values=values,
        unknown=plain,
        hidden=len(unknown) - len(plain),
        why=match.why,
        samples=tuple(shown[:_SAMPLES]),
        score=round(match.score, 3),
    )
