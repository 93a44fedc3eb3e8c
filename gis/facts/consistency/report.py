"""Do the layers on file fit: all questions of the consistency report, asked of one set of layers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import get_args

from gis import __version__
from gis.facts.consistency.found import Find, section
from gis.facts.consistency.gaps import bare_places
from gis.facts.consistency.kinds import TITLES
from gis.facts.consistency.municipalities import tiling
from gis.facts.consistency.parcels import records_of, shared_ground
from gis.facts.consistency.roll import roll_against_polygons
from gis.facts.consistency.sums import roll_sums
from gis.facts.consistency.tables import (
    municipalities_without_parcels,
    populations_against_municipalities,
    roll_against_ratios,
    votes_against_units,
)
from gis.facts.consistency.towns import Towns
from gis.facts.consistency.units import units_against_municipalities
from gis.facts.layerset import LayerSet
from gis.model.consistency import ConsistencyReport, SectionId

Progress = Callable[[str], None]
NEEDED: dict[SectionId, tuple[str, ...]] = {
    "roll_and_polygons": ("municipalities", "parcels"),
    "municipalities": ("municipalities",),
    "parcels": ("parcels",),
    "reporting_units": ("reporting_units",),
    "tables": ("parcels", "ratios", "reporting_units", "votes", "populations"),
}
"""Kinds of layer that each question needs; the one about tables asks what it can of those that are there."""
KINDS = (
    "counties",
    "municipalities",
    "parcels",
    "populations",
    "railroads",
    "ratios",
    "reporting_units",
    "rights_of_way",
    "votes",
    "water",
)
"""Kinds of layer that the report looks at."""


def _silent(_: str) -> None:
    """Say nothing."""


def consistency(
    layers: LayerSet,
    date: dt.date,
    progress: Progress = _silent,
    questions: Collection[SectionId] = get_args(SectionId),
) -> ConsistencyReport:
    """Find every place and row where the layers contradict each other or themselves.

    Parameters
    ----------
    layers : LayerSet
        Layers of `KINDS`, whichever are on file; a question whose layers are missing says so.
    date : date
        Day for which the layers were chosen.
    progress : callable
        Told what is being done.
    questions : collection of section ids
        Questions to ask; all of them, where nothing else is said.

    Returns
    -------
    ConsistencyReport
        The same for any order of rows but for the order in which stacks name their records. What is
        within the combined accuracy of the layers compared (`LayerSet.accuracy_ft`) stands apart.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.
    """
    towns = Towns(layers)
    sections = []
    for section_id, ask in _QUESTIONS.items():
        if section_id not in questions:
            continue
        progress(TITLES[section_id])
        missing = tuple(kind for kind in NEEDED[section_id] if kind not in layers.layers)
        cannot = missing if section_id != "tables" else ()
        finds = () if cannot else ask(layers, towns)
        found = section(section_id, finds, layers, title=TITLES[section_id])
        sections.append(replace(found, not_on_file=missing, notes=_notes(section_id, layers)))
    parcels = layers.layers.get("parcels")
    return ConsistencyReport(
        townline=__version__,
        date=date,
        measured_in=layers.frame.measure_crs,
        editions={kind: layer.edition for kind, layer in sorted(layers.layers.items())},
        sections=tuple(sections),
        values=() if parcels is None else roll_sums(parcels),
        notes=layers.notes,
    )


def _parcels(layers: LayerSet, towns: Towns) -> Iterator[Find]:
    records = records_of(layers)
    yield from shared_ground(records, layers)
    yield from bare_places(records, layers, towns)


def _tables(layers: LayerSet, towns: Towns) -> Iterator[Find]:
    held = layers.layers
    if "parcels" in held and "ratios" in held:
        yield from roll_against_ratios(held["parcels"], held["ratios"], towns)
    if "parcels" in held:
        yield from municipalities_without_parcels(held["parcels"], towns)
    if "votes" in held and "reporting_units" in held:
        yield from votes_against_units(held["votes"], held["reporting_units"])
    if "populations" in held and len(towns):
        yield from populations_against_municipalities(held["populations"], towns)


_QUESTIONS: dict[SectionId, Callable[[LayerSet, Towns], Iterator[Find]]] = {
    "roll_and_polygons": roll_against_polygons,
    "municipalities": tiling,
    "parcels": _parcels,
    "reporting_units": units_against_municipalities,
    "tables": _tables,
}


def _notes(section_id: SectionId, layers: LayerSet) -> tuple[str, ...]:
    held = layers.layers
    if section_id == "municipalities" and "municipalities" in held and "counties" not in held:
        return ("No counties are on file, so land that nobody claims is looked for between municipalities only.",)
    if section_id == "parcels" and "parcels" in held and "municipalities" not in held:
        return ("No municipalities are on file, so only bare land with parcels all around is looked for.",)
    if section_id == "reporting_units" and "reporting_units" in held and "municipalities" not in held:
        return ("No municipalities are on file, so only overlaps of units and land between them are looked for.",)
    return ()
