"""Which land is each account in arrears about: its parcel, found in the layer and described in words?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from gis.errors import EditionMissing
from gis.facts.ground import area_steps, sqft
from gis.facts.layerset import LayerSet
from gis.geometry.frame import working_frame
from gis.geometry.wiscrs import zone_for_county
from gis.law.loader import load_law
from gis.layers.layer import Layer
from gis.layers.rows.counties import counties, fips_of_county
from gis.proposals.arrears.reading import NamedParcel
from gis.proposals.assessment.lands import ProjectParcel
from gis.proposals.assessment.liens import described
from gis.proposals.assessment.sections import sections_of
from gis.proposals.finding_parcels import number_key
from gis.proposals.judging import ACCURACY
from gis.register.csv_rows import Fault
from gis.rules.words import all_listed

_PARCELS, _SECTIONS = "parcels", "sections"
_NOT_LOOKED_UP = "No layers were given: no parcel was looked up, and the land is told by its number only."


class HoldsLayers(Protocol):
    """Holds layers; `gis.proposals.on_file.LayersOnFile` does."""

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind in force at a date, or the edition named."""
        ...


@dataclass(frozen=True, slots=True)
class Land:
    """The land of one account."""

    parcel_id: str
    county: str | None
    description: str


@dataclass(frozen=True, slots=True)
class Lands:
    """The land of each account, by its line or place, and what could not be found."""

    by_row: Mapping[int, Land]
    faults: tuple[Fault, ...] = ()
    editions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def find_lands(named: Sequence[NamedParcel], on_file: HoldsLayers | None, date: dt.date) -> Lands:
    """Return the land that accounts are about.

    Parameters
    ----------
    named : sequence of NamedParcel
        The parcels that the accounts name.
    on_file : HoldsLayers or None
        The folder of layers; None describes land by its number only.
    date : date
        Day by which editions are chosen.

    Returns
    -------
    Lands
        Land in words: measured acres, address of the site, survey section, municipality, county, number. A number that
        no parcel has, that parcels of several counties have, or that is of a road or water, is a fault; without layers
        one that stands with a county and without.

    Raises
    ------
    EditionMissing
        A folder is named, and no parcels of the day are on file.
    """
    if on_file is None:
        stated = {each.county for each in named}
        of_county = {county: counties().get(fips_of_county(county or "") or "") for county in stated}
        by_number = {each.row: _by_number(each, of_county) for each in named}
        return Lands(by_number, tuple(_without_county(named)), notes=(_NOT_LOOKED_UP,))
    parcels = on_file.layer(_PARCELS, date)
    layers = {_PARCELS: parcels}
    notes = []
    try:
        layers[_SECTIONS] = on_file.layer(_SECTIONS, date)
    except EditionMissing as missing:
        notes.append(f"No survey section is told. {missing.what}")
    rows_of = _rows(parcels, {each.parcel_id for each in named})
    faults: list[Fault] = []
    found: dict[int, tuple[int, ...]] = {}
    for each in named:
        rows = [row for row in rows_of.get(each.parcel_id, ()) if _is_of(parcels, row, each.county)]
        why = _fault(parcels, rows)
        if why:
            faults.append(Fault(each.row, "parcel_id", why))
        else:
            found[each.row] = tuple(rows)
    held = LayerSet(parcels.frame, layers, load_law().parameters(date).number(ACCURACY))
    lands = _described(held, sorted(set(found.values())))
    editions = {kind: layer.edition for kind, layer in sorted(layers.items())}
    unknown = [each.parcel_id for each in named if each.parcel_id not in rows_of]
    return Lands(
        {row: lands[at] for row, at in found.items()},
        tuple(_with_near(faults, named, _near(parcels, unknown))),
        editions,
        tuple(notes),
    )


def _by_number(named: NamedParcel, of_county: Mapping[str | None, str | None]) -> Land:
    county = of_county[named.county]
    return Land(named.parcel_id, county, described(ProjectParcel(named.parcel_id, county)))


def _without_county(named: Sequence[NamedParcel]) -> Iterator[Fault]:
    """Tell rows without a county whose number stands elsewhere with one: one lot must not get two liens."""
    told: dict[str, NamedParcel] = {}
    for each in named:
        if each.county is not None:
            told.setdefault(each.parcel_id, each)
    for each in named:
        other = told.get(each.parcel_id)
        if each.county is None and other is not None:
            why = f"Line {other.row} gives a county with this number, and this one gives none; write it in each."
            yield Fault(each.row, "county", why)


def _rows(parcels: Layer, wanted: set[str]) -> dict[str, list[int]]:
    ids, found = parcels.column("parcel_id"), defaultdict(list)
    for row in np.flatnonzero(parcels.table["parcel_id"].isin(wanted)).tolist():
        found[str(ids[row])].append(row)
    return found


def _is_of(parcels: Layer, row: int, county: str | None) -> bool:
    of_row = parcels.column("county")[row]
    return county is None or of_row is None or fips_of_county(str(of_row)) == fips_of_county(county)


def _fault(parcels: Layer, rows: Sequence[int]) -> str:
    """Return why no one parcel can be told; empty where it can."""
    if not rows:
        return "No parcel of the layer has this number."
    if any(parcels.column("record_kind")[row] != "parcel" for row in rows):
        return "This is no parcel, but a record such as a road or water."
    counties = sorted({str(parcels.column("county")[row]) for row in rows})
    if len(counties) > 1:
        return f"Parcels of {all_listed(counties)} County have this number; write the county."
    return ""


def _near(parcels: Layer, unknown: Sequence[str]) -> Mapping[str, str]:
    """Return the number of a parcel that differs in spaces, capitals or punctuation only, by the one that is asked."""
    if not unknown:
        return {}
    keys = {number_key(each): each for each in unknown}
    ids = {str(each) for each in parcels.column("parcel_id")}
    return {keys[key]: each for each in sorted(ids, reverse=True) if (key := number_key(each)) in keys}


def _with_near(faults: Sequence[Fault], named: Sequence[NamedParcel], near: Mapping[str, str]) -> Iterator[Fault]:
    asked = {each.row: each.parcel_id for each in named}
    for fault in faults:
        meant = near.get(asked[fault.line])
        yield fault if meant is None else Fault(fault.line, fault.column, f"{fault.why} There is a parcel {meant}.")


def _described(held: LayerSet, parcels: Sequence[tuple[int, ...]]) -> Mapping[tuple[int, ...], Land]:
    shapes = held.layers[_PARCELS].geometries
    sections = sections_of(held, [shapes[rows[0]] for rows in parcels])
    return {rows: _land(held.layers[_PARCELS], rows, section) for rows, section in zip(parcels, sections, strict=True)}


def _land(layer: Layer, rows: tuple[int, ...], section: str | None) -> Land:
    number, county, municipality, address = (
        layer.column(name)[rows[0]] for name in ("parcel_id", "county", "municipality", "site_address")
    )
    parcel = ProjectParcel(str(number), county, municipality, address, section=section)
    if county is not None:
        frame = working_frame(zone_for_county(county).harn_ftus)
        parcel = replace(parcel, area_sqft=sqft(int(area_steps(layer.geometries[[*rows]], frame).sum())))
    return Land(parcel.parcel_id, county, described(parcel))
