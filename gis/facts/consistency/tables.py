"""Do parcels, ratios, votes and populations name municipalities and units that are on file?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gis.facts.consistency.found import Find
from gis.facts.consistency.towns import Towns
from gis.facts.consistency.units import unit_label
from gis.facts.ground import same_place
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.model.consistency import Situation

Place = tuple[str | None, str | None]
"""Name and county of a municipality, as a layer has them."""


@dataclass(frozen=True, slots=True)
class _Named:
    """A table of municipalities: name, county, and what else tells a row apart."""

    names: list[str | None]
    counties: list[str | None]

    @property
    def states_counties(self) -> bool:
        return any(self.counties)


def _named(layer: Layer) -> _Named:
    return _Named(layer.column("municipality").tolist(), layer.column("county").tolist())


def roll_against_ratios(parcels: Layer, ratios: Layer, towns: Towns) -> Iterator[Find]:
    """Find municipalities and years on the roll without a ratio, and ratios of municipalities that are not on file.

    A ratio of another county than those on file is no fault: the state's table has them all.
    """
    held = _named(ratios)
    years = [int(year) for year in ratios.column("year")]
    for (name, county), year in _on_roll(parcels):
        if not any(
            its_year == year and same_place(name, county, its_name, its_county)
            for its_name, its_county, its_year in zip(held.names, held.counties, years, strict=True)
        ):
            known = sorted(
                {y for n, c, y in zip(held.names, held.counties, years, strict=True) if same_place(name, county, n, c)}
            )
            has = f"ratios on file: {', '.join(map(str, known)) or 'none'}"
            yield Find("ratio_missing", (("municipalities", str(name)),), (f"roll year: {year}", has))
    yield from _unmatched("ratio_name_unmatched", "ratios", held, towns, parcels)


def _on_roll(parcels: Layer) -> list[tuple[Place, int]]:
    """Return each municipality and year that a parcel names, sorted."""
    is_parcel = parcels.column("record_kind") == "parcel"
    columns = [parcels.column(name)[is_parcel].tolist() for name in ("municipality", "county", "roll_year")]
    named = {
        ((name, county), int(year)) for name, county, year in zip(*columns, strict=True) if name and year is not None
    }
    return sorted(named, key=lambda each: (each[0][0] or "", each[0][1] or "", each[1]))


def _unmatched(kind: Situation, layer: str, held: _Named, towns: Towns, parcels: Layer | None = None) -> Iterator[Find]:
    """Find rows of a table whose municipality neither the polygons nor the roll on file have."""
    counties = {name_key(town.county) for town in towns.towns if town.county}
    rolls: set[Place] = set() if parcels is None else {place for place, _ in _on_roll(parcels)}
    for name, county in sorted(
        set(zip(held.names, held.counties, strict=True)), key=lambda place: (str(place[0]), str(place[1]))
    ):
        # In a table that states counties, a row without one is of several, and may be of others than those on file.
        is_elsewhere = held.states_counties if county is None else bool(counties) and name_key(county) not in counties
        is_on_roll = any(same_place(name, county, *place) for place in rolls)
        if name is None or is_elsewhere or is_on_roll or towns.find(name, county) >= 0:
            continue
        near = towns.near_names(name)
        yield Find(
            kind=kind,
            features=((layer, name),),
            claims=tuple(f"on file: {each}" for each in near),
        )


def votes_against_units(votes: Layer, units: Layer) -> Iterator[Find]:
    """Find votes of units that have no polygon, and units without votes; by municipality and name of the unit."""
    cast, drawn = _units(votes), _units(units)
    for key in sorted(cast.keys() - drawn.keys()):
        yield Find("votes_without_unit", (("votes", cast[key]),))
    for key in sorted(drawn.keys() - cast.keys()):
        yield Find("unit_without_votes", (("reporting_units", drawn[key]),))


def _units(layer: Layer) -> dict[tuple[str, str, str], str]:
    columns = (layer.column(name).tolist() for name in ("unit", "municipality", "county"))
    return {
        (name_key(municipality or ""), name_key(unit or ""), name_key(county or "")): unit_label(unit, municipality)
        for unit, municipality, county in zip(*columns, strict=True)
    }


def populations_against_municipalities(populations: Layer, towns: Towns) -> Iterator[Find]:
    """Find municipalities without a population and populations of municipalities that are not on file.

    Joined on the census code and the class where both have them, for names are spelled in many ways; else on the name.
    """
    held = _named(populations)
    codes, kinds = populations.column("cousub_fips").tolist(), populations.column("municipality_kind").tolist()
    by_code = set(zip(codes, kinds, strict=True))
    joined = {i for i, town in enumerate(towns.towns) if town.cousub_fips and (town.cousub_fips, town.kind) in by_code}
    named = {towns.find(name, county) for name, county in zip(held.names, held.counties, strict=True)}
    about: Iterable[int] = towns.concerned(held.counties)
    for i in about:
        if i not in joined and i not in named:
            yield Find("population_missing", (("municipalities", towns[i].name),))
    town_codes = {(town.cousub_fips, town.kind) for town in towns.towns if town.cousub_fips}
    left = [k for k, code in enumerate(zip(codes, kinds, strict=True)) if code not in town_codes]
    rest = _Named([held.names[k] for k in left], [held.counties[k] for k in left])
    yield from _unmatched("population_name_unmatched", "populations", rest, towns)


def municipalities_without_parcels(parcels: Layer, towns: Towns) -> Iterator[Find]:
    """Find municipalities of the counties on the roll that no parcel names and in which no record lies."""
    pairs = zip(parcels.column("municipality"), parcels.column("county"), strict=True)
    named = {towns.find(*pair) for pair in set(pairs)}
    known = named.union(towns.met(parcels.geometries, parcels.tree))
    for i in towns.concerned(parcels.column("county").tolist()):
        if i not in known:
            yield Find("municipality_without_parcels", (("municipalities", towns[i].name),), shape=towns[i].land)
