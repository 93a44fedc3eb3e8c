"""In which municipality is each row: names read, bare names folded, spellings made one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.layers.journal import Entry, Journal
from gis.layers.rows.names import MunicipalityKind, Place, fold_bare, name_key, parse_place
from gis.layers.rows.values import shown

_UNCLEAR = "placename_class_unclear"


@dataclass(frozen=True, slots=True)
class PlaceCells:
    """What the source says of each row's municipality; all on the same index of rows."""

    names: pd.Series
    kinds: pd.Series
    counties: pd.Series
    ids: pd.Series
    column: str
    """Source column of the name, for the journal."""
    refuse: bool
    """Whether a row without a clear municipality is left out, or stays with none."""


def resolve_places(cells: PlaceCells, journal: Journal) -> tuple[list[str | None], list[str | None]]:
    """Return the full name and the class of each row's municipality.

    A bare name is folded into the one classed name of the same bare name in the same county
    (rule `placename_class`); where none or several fit (rule `placename_class_unclear`), and where
    name and class column disagree (`placename_class_conflict`), the row is refused or, with
    `refuse` false, keeps no municipality and is listed.

    Parameters
    ----------
    cells : PlaceCells
        Names, classes and counties as read.
    journal : Journal
        Takes what is folded and what is unclear.

    Returns
    -------
    tuple of lists
        "City of Westby" and "city", or None and None.
    """
    # Rows that say the same are few different ones, each of which is read and settled once.
    said: dict[tuple[str, MunicipalityKind | None, object], int] = {}
    counties = cells.counties.tolist()
    names = cells.names.tolist()
    alike = [
        said.setdefault(key, len(said)) for key in zip(map(str, names), cells.kinds.tolist(), counties, strict=True)
    ]
    group = np.array(alike, dtype=np.intp)
    first = np.unique(group, return_index=True)[1].tolist()
    read = [_parsed(names[at], kind) for at, (_, kind, _) in zip(first, said, strict=True)]
    _list_conflicts(read, group, cells, journal)
    places = [None if isinstance(place, ValueError) else place for place in read]
    classed: dict[object, set[Place]] = defaultdict(set)
    for place, (_, _, county) in zip(places, said, strict=True):
        if place is not None and place.kind is not None:
            classed[county].add(place)
    spelling = _one_spelling(classed)

    settled = list(places)
    for row, feature_id, number in _rows_of(
        [number for number, place in enumerate(places) if place is not None and place.kind is None], group, cells
    ):
        bare = places[number]
        if bare is not None:
            settled[number] = _fold(bare, classed[counties[first[number]]], (row, feature_id), cells, journal)
    found = np.empty((2, len(said)), dtype=object)
    for number, place in enumerate(settled):
        if place is not None and place.kind is not None:
            found[:, number] = spelling[place.kind, name_key(place.bare)], place.kind
    return found[0][group].tolist(), found[1][group].tolist()


def _parsed(name: object, kind: MunicipalityKind | None) -> Place | ValueError | None:
    try:
        return parse_place(name, kind)
    except ValueError as error:
        return error


def _rows_of(
    numbers: Sequence[int], group: npt.NDArray[np.intp], cells: PlaceCells
) -> Iterator[tuple[int, str | None, int]]:
    """Yield the rows that say one of these, in their order, with their ids and which of them they say."""
    at = np.flatnonzero(np.isin(group, numbers))
    yield from zip(cells.names.index[at].tolist(), cells.ids.iloc[at].tolist(), group[at].tolist(), strict=True)


def _list_conflicts(
    read: Sequence[Place | ValueError | None], group: npt.NDArray[np.intp], cells: PlaceCells, journal: Journal
) -> None:
    """List the rows whose name says another class than their column of classes."""
    conflicts = [number for number, place in enumerate(read) if isinstance(place, ValueError)]
    for row, feature_id, number in _rows_of(conflicts, group, cells):
        entry = Entry(
            "placename_class_conflict",
            "refused" if cells.refuse else "municipality left out",
            f"{read[number]}.",
            "Correct the name or the class in the source.",
        )
        list_it = journal.refuse if cells.refuse else journal.repair
        list_it(entry, row, feature_id, column=cells.column)


def _fold(
    place: Place, classed: set[Place], row: tuple[int, str | None], cells: PlaceCells, journal: Journal
) -> Place | None:
    folded = fold_bare(place.bare, classed)
    if folded.name is not None and folded.kind is not None:
        entry = Entry(
            "placename_class",
            f"{place.bare!r} read as {folded.name}",
            "It is the only municipality of that name in this file and county.",
            "Write the class in the source, as the state's schema asks.",
        )
        journal.repair(entry, *row, column=cells.column)
        return Place(folded.name.partition(" of ")[2], folded.kind)
    if folded.choices:
        named, why = repr(place.bare), f"It could be any of: {', '.join(folded.choices)}."
    else:
        # The name of no municipality of the file: in a slid column it is a person's.
        named = shown(place.bare)
        why = "The name shows no class, and no other row of the file and county shows it."
    entry = Entry(
        _UNCLEAR,
        f"{named}: {'refused' if cells.refuse else 'municipality left out'}",
        why,
        'Write the class in the source ("Town of ..."), or give it with --set kind=town (of municipalities; elsewhere '
        "municipality_kind=town).",
    )
    list_it = journal.refuse if cells.refuse else journal.repair
    list_it(entry, *row, column=cells.column)
    return None


def _one_spelling(classed: dict[object, set[Place]]) -> dict[tuple[MunicipalityKind, str], str]:
    """Choose one spelling for each municipality: the one with most capitals, as McFarland has."""
    spellings: dict[tuple[MunicipalityKind, str], set[str]] = defaultdict(set)
    for places in classed.values():
        for place in places:
            if place.kind is not None and place.name is not None:
                spellings[place.kind, name_key(place.bare)].add(place.name)
    return {
        key: min(names, key=lambda name: (-sum(letter.isupper() for letter in name), name))
        for key, names in spellings.items()
    }
