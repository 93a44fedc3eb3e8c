"""Must one parcel connect, by when, why, at what cost; what would change it, and who knows what is unknown?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from gis import __version__
from gis.facts.sewers.answers.access import SewerAccess
from gis.facts.sewers.answers.serving import NONE
from gis.geometry.beside import HERE, Beside
from gis.model.connections import Downstream, FactOpen, ParcelAnswer, ParcelConnection, Said
from gis.model.finding import Finding
from gis.network.capacity import capacity_facts
from gis.network.trace import as_downstream, downstream
from gis.proposals.connections.area import Area, Governed, surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.changes import open_facts, what_would_change
from gis.proposals.connections.connections import hash_of_law, limits_notes, rules_used
from gis.proposals.connections.explaining import (
    answer_said,
    block_said,
    charges_said,
    downstream_said,
    more_said,
    readings_said,
    sewers_said,
    sides_said,
)
from gis.proposals.connections.fall import fall_said
from gis.proposals.connections.judging import Judging
from gis.proposals.connections.permissions import DUTY, OF_BUILDING_SEWER, Permit, permissions
from gis.proposals.connections.place import parcel_asked
from gis.proposals.connections.proposed_main import CAPACITY
from gis.proposals.on_file import LayersOnFile
from gis.rules.registry import judge


def parcel_answer(  # noqa: PLR0913 - the question, the parcel, and what is at hand for it
    on_file: LayersOnFile,
    asked: Asked,
    parcel_id: str,
    county: str | None = None,
    folder: Path | None = None,
    beside: Beside = HERE,
    area: Area | None = None,
) -> ParcelAnswer:
    """Explain one parcel.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The day, the ordinance and the register.
    parcel_id : str
        Number of the parcel, as the roll has it.
    county : str, optional
        Its county, where two have parcels of that number.
    folder : Path, optional
        Where the cells of an elevation layer lie; without it no ground height is looked at.
    beside : Beside
        Takes work that nothing waits for yet.
    area : Area, optional
        What was surveyed for the same question, where that was kept.

    Raises
    ------
    OptionInvalid
        No parcel on file has that number, or parcels of several counties have it.
    EditionMissing
        No parcels or no municipalities are on file.
    """
    # Says that there is no such parcel before all of them are surveyed.
    parcel_asked(on_file, asked, parcel_id, county)
    area = surveyed(on_file, asked, beside=beside) if area is None else area
    position = _position(area, parcel_id, county)
    judging = Judging(area)
    way = _downstream(area, position)
    parcel = replace(judging.parcel(position), downstream=way)
    unders = judging.under(position)
    under = unders[0] if unders else None
    if under is not None:
        parcel = replace(parcel, more=(*parcel.more, *_permissions(judging, under, position, parcel)))
    said = [answer_said(parcel, None if under is None else under.ordinance.title)]
    unknown: tuple[FactOpen, ...] = ()
    if under is not None:
        access = judging.access(under, position)
        said += _told(area, position, parcel, access)
        changes, unknown = _supposing(judging, under, position)
        said += [each for each in (readings_said(parcel), changes, charges_said(parcel), more_said(parcel)) if each]
    said += [downstream_said(parcel, way), *fall_said(on_file, folder, area, position)]
    return ParcelAnswer(
        townline=__version__,
        date=asked.date,
        ordinance_title=None if under is None else under.ordinance.title,
        parcel=parcel,
        said=tuple(said),
        open_facts=unknown,
        rules={**rules_used(area), **{each.rule: each.version for each in parcel.more}},
        parameters_hash=hash_of_law(area),
        editions=area.editions(),
        register_hash=None if asked.register is None else asked.register.hash,
        notes=_notes(area, under, parcel),
    )


def _permissions(judging: Judging, under: Governed, position: int, parcel: ParcelConnection) -> Iterator[Finding]:
    """Yield what a village's ordinance asks before it permits a building sewer; nothing under other ordinances."""
    area, main = judging.area, parcel.serving_main
    if under.ordinance.connection_rule != DUTY or parcel.connected:
        return
    below = None
    if main is not None and area.network is not None:
        facts = capacity_facts(area.network, main, None, area.spare_gpd)
        below = judge(CAPACITY, facts, area.asked.ordinances.law.parameters(area.asked.day))
    permit = Permit(main, judging.told(position).facts, below)
    yield from permissions(area, permit, OF_BUILDING_SEWER, under.parameters)


def _position(area: Area, parcel_id: str, county: str | None) -> int:
    """Return where the parcel stands in the survey, which tells of one county's parcel of that number."""
    rows = np.flatnonzero(area.ground.ids == parcel_id)
    named = [row for row in rows.tolist() if county is None or _is(area.counties[row], county)]
    return int(named[0])


def _is(county: object, wanted: str) -> bool:
    return isinstance(county, str) and county.casefold() == wanted.strip().casefold().removesuffix(" county")


def _told(area: Area, position: int, parcel: ParcelConnection, access: SewerAccess) -> list[Said]:
    piece = int(area.ground.ground[position])
    doubts = [Said("Doubts", access.doubts)] if access.doubts else []
    return [
        sides_said(parcel.fronts),
        sewers_said(area.ground, access),
        block_said(area.ground, piece, access),
        *doubts,
    ]


def _supposing(judging: Judging, under: Governed, position: int) -> tuple[Said | None, tuple[FactOpen, ...]]:
    if judging.use(position).connected:
        return None, ()  # whatever else were so, there is nothing left to do
    bench = judging.benches[under.ordinance.id]
    facts = judging.facts(under, position)
    changes = tuple(what_would_change(bench, facts))
    return Said("What would change it", changes) if changes else None, tuple(open_facts(bench, facts))


def _downstream(area: Area, position: int) -> Downstream | None:
    main = int(area.serving[area.ground.ground[position]])
    if main == NONE or area.network is None or area.ground.mains is None:
        return None
    return as_downstream(downstream(area.network, str(area.ground.mains.ids[main])), area.spare_gpd)


def _notes(area: Area, under: Governed | None, parcel: ParcelConnection) -> tuple[str, ...]:
    of_ordinance = () if under is None else under.ordinance.notes
    of_finding = () if parcel.finding is None else parcel.finding.notes
    none = "No register was given; notices, waivers, uses and connections that people established are not known."
    return (
        *limits_notes(area),
        *of_ordinance,
        *of_finding,
        *area.ground.notes,
        *([none] if area.asked.register is None else []),
    )
