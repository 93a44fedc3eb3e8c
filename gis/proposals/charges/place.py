"""Where does the parcel lie, how large is it, and which ordinances govern its land on the day?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gis.facts.ground import area_steps, sqft
from gis.facts.sewers.governing import in_place
from gis.facts.sewers.membership import Held, Membership, membership
from gis.geometry.measure import lengths_ft
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.model.exact import to_fraction
from gis.model.ordinance import Ordinance
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.connections.layers import layers_asked, near_place
from gis.proposals.connections.place import parcel_asked, parcel_rows
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import all_listed

_SQFT_OF_ACRE = 43_560
_KINDS: tuple[Kind, ...] = ("parcels", "municipalities", "counties", "districts")
_SANITARY = "sanitary"
_ACREAGES = {"assessed_acres": "assessed", "deeded_acres": "deeded", "gis_acres": "measured by the publisher"}


@dataclass(frozen=True, slots=True)
class Governing:
    """One ordinance, and whether it governs the land."""

    ordinance: Ordinance
    governs: bool | None
    """Null where the layers do not tell."""
    says: str


@dataclass(frozen=True, slots=True)
class ParcelPlace:
    """What map and roll say of one parcel."""

    parcel_id: str
    county: str | None
    municipality: str | None
    site_address: str | None
    acres: Fraction
    """Of the ground as drawn."""
    acres_accuracy: Fraction
    """How far the area may be off, were every line of the parcel off by the layer's accuracy."""
    acres_on_roll: Mapping[str, Fraction]
    """What the roll says of its acres, by the name of the acreage; those above 0."""
    places: tuple[str, ...]
    governing: tuple[Governing, ...]
    """Of the ordinances asked, those that govern the land or may; those that do not are in `elsewhere`."""
    elsewhere: tuple[Governing, ...]
    editions: dict[str, str]
    notes: tuple[str, ...]

    @property
    def conflict(self) -> tuple[Ordinance, ...]:
        """Ordinances of several sanitary districts that all charge the land; none where at most one does."""
        of_districts = tuple(
            each.ordinance
            for each in self.governing
            if _SANITARY in each.ordinance.place_kinds and each.ordinance.charges.rules and each.governs is not False
        )
        return of_districts if len(of_districts) > 1 else ()


def parcel_place(on_file: LayersOnFile, asked: ChargesAsked, parcel_id: str, county: str | None) -> ParcelPlace:
    """Tell where one parcel lies and which of the ordinances asked govern it.

    Raises
    ------
    OptionInvalid
        No parcel on file has that number, or parcels of several counties have it.
    EditionMissing
        No parcels or no municipalities are on file.
    """
    question = asked.under(None)
    land = parcel_asked(on_file, question, parcel_id, county)
    layers = near_place(layers_asked(on_file, question, land, kinds=_KINDS), land, ("parcels",))
    parcels = layers.layers["parcels"]
    rows = np.array(parcel_rows(parcels, parcel_id, county), dtype=np.intp)
    first = rows[:1]
    where = membership(layers, first, asked.date)
    shapes = parcels.geometries[first]
    accuracy_ft = Fraction(str(float(layers.accuracy_ft("parcels", with_boundary=False))))
    outline_ft = Fraction(str(round(float(lengths_ft(shapes, layers.frame)[0]), 3)))
    chosen = asked.chosen()
    # Without limits of districts nobody could be told apart: who asks for a district's ordinance by name is told so.
    unlimited = [] if asked.ids or where.districts is not None else [each for each in chosen if _is_district(each)]
    told = tuple(_governing(each, where) for each in chosen if each not in unlimited)
    return ParcelPlace(
        parcel_id=parcel_id,
        county=_text(parcels.column("county")[first[0]]),
        municipality=_text(parcels.column("municipality")[first[0]]),
        site_address=_text(parcels.column("site_address")[first[0]]),
        acres=sqft(int(area_steps(shapes, layers.frame)[0])) / _SQFT_OF_ACRE,
        acres_accuracy=outline_ft * accuracy_ft / _SQFT_OF_ACRE,
        acres_on_roll=dict(_acres_on_roll(parcels, int(first[0]))),
        places=tuple(_places(where)),
        governing=tuple(each for each in told if each.governs is not False),
        elsewhere=tuple(each for each in told if each.governs is False),
        editions={kind: layer.edition for kind, layer in sorted(layers.layers.items())},
        notes=(*layers.notes, *_several(len(rows)), *_limits_missing(unlimited)),
    )


def conflict_said(ordinances: Sequence[Ordinance]) -> str:
    """Say that several districts charge one piece of land, and what a person must say."""
    names = all_listed([f"{each.place_name or each.title} (ordinance {each.id})" for each in ordinances])
    return (
        f"The land lies in {names}, and each has charges of its own. No text says that an owner pays both, so a person "
        f"must say which district serves the land: name it with --ordinance, for example --ordinance "
        f"{ordinances[0].id}. Each is told below under its own heading, and they are never added together."
    )


def _governing(ordinance: Ordinance, where: Membership) -> Governing:
    found = in_place(ordinance, where)
    because = found.because[0]
    place = ordinance.place_name or f"a {' or '.join(ordinance.place_kinds)}"
    if found.is_in[0]:
        return Governing(ordinance, governs=True, says=f"The land lies in {_article(place)}.")
    if found.is_out[0]:
        return Governing(ordinance, governs=False, says=str(because or f"The land does not lie in {_article(place)}."))
    return Governing(ordinance, governs=None, says=str(because))


def _article(place: str) -> str:
    return place if place.startswith("a ") else f"the {place}"


def _places(where: Membership) -> Iterator[str]:
    yield from _names(where.municipalities)
    yield from _names(where.districts)


def _acres_on_roll(parcels: Layer, row: int) -> Iterator[tuple[str, Fraction]]:
    for column, name in _ACREAGES.items():
        value = parcels.column_if_there(column)[row]
        if value is not None and to_fraction(value) > 0:
            yield name, to_fraction(value)


def _names(held: Held | None) -> tuple[str, ...]:
    return () if held is None else tuple(dict.fromkeys(place.name for place in held.of_parcel(0)))


def _is_district(ordinance: Ordinance) -> bool:
    return set(ordinance.place_kinds) == {_SANITARY}


def _limits_missing(unlimited: Sequence[Ordinance]) -> Iterator[str]:
    if unlimited:
        names = all_listed([f"the {each.place_name}" for each in unlimited])
        yield (
            f"No limits of districts are on file, so that nobody can say which land lies in {names}, and no charge of "
            "a district is told. `townline import districts` takes the limits."
        )


def _several(records: int) -> Iterator[str]:
    if records > 1:
        yield f"{records} records on file bear the number; the first tells the land and its area."


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
