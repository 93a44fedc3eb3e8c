"""In which municipality is each row: names read, bare names folded, spellings made one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from gis.layers.journal import Entry, Journal
from gis.layers.names import MunicipalityKind, Place, fold_bare, name_key, parse_place
from gis.layers.values import shown

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
    rows = cells.names.index.tolist()
    places = _parse(cells, rows, journal)
    classed: dict[object, set[Place]] = defaultdict(set)
    counties = cells.counties.tolist()
    # Rows of one name share one place, so that each is looked at once a county.
    pairs = {(id(place), county): (place, county) for place, county in zip(places, counties, strict=True)}
    for place, county in pairs.values():
        if place is not None and place.kind is not None:
            classed[county].add(place)
    spelling = _one_spelling(classed)

    names: list[str | None] = []
    kinds: list[str | None] = []
    ids = cells.ids.tolist()
    named: dict[tuple[MunicipalityKind, str], str] = {}
    for row, feature_id, place, county in zip(rows, ids, places, counties, strict=True):
        settled = place
        if place is not None and place.kind is None:
            settled = _fold(place, classed[county], (row, feature_id), cells, journal)
        if settled is None or settled.kind is None:
            names.append(None)
            kinds.append(None)
            continue
        spelt = (settled.kind, settled.bare)
        if spelt not in named:
            named[spelt] = spelling[settled.kind, name_key(settled.bare)]
        names.append(named[spelt])
        kinds.append(settled.kind)
    return names, kinds


def _parse(cells: PlaceCells, rows: Sequence[int], journal: Journal) -> list[Place | None]:
    read: dict[tuple[object, object], Place | ValueError | None] = {}
    places: list[Place | None] = []
    for row, value, kind, feature_id in zip(
        rows, cells.names.tolist(), cells.kinds.tolist(), cells.ids.tolist(), strict=True
    ):
        known = (str(value), kind)
        if known not in read:
            try:
                read[known] = parse_place(value, kind)
            except ValueError as error:
                read[known] = error
        place = read[known]
        if isinstance(place, ValueError):
            entry = Entry(
                "placename_class_conflict",
                "refused" if cells.refuse else "municipality left out",
                f"{place}.",
                "Correct the name or the class in the source.",
            )
            list_it = journal.refuse if cells.refuse else journal.repair
            list_it(entry, row, feature_id, column=cells.column)
            place = None
        places.append(place)
    return places


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
        'Write the class in the source ("Town of ..."), or give it with --set.',
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
