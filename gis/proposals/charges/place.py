"""Where does the parcel lie, how large is it, and which ordinances govern its land on the day?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gis.facts.ground import area_steps, sqft
from gis.facts.sewers.areas.governing import in_place
from gis.facts.sewers.areas.membership import Held, Membership, membership
from gis.geometry.measure import lengths_ft
from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.model.exact import to_fraction
from gis.model.ordinance import Ordinance
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.told import told_of
from gis.proposals.connections.layers import layers_asked, near_place
from gis.proposals.connections.place import parcel_asked, parcel_rows
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import all_listed

_SQFT_OF_ACRE = 43_560
_KINDS: tuple[Kind, ...] = ("parcels", "municipalities", "counties", "districts")
_SANITARY, _LIKE_DISTRICT = "sanitary", "CKSD-"
SEWER_RULES = frozenset({"MUK-05", "MUK-06", "MUK-08", "MUK-16", "VLG-09"})
"""Rules by which a municipality charges for sewer: for its use, a connection, or its being there."""
_IF_GOVERNED = (
    "What stands here is what the whole parcel is charged if the ordinance governs it; nobody has said that it does."
)
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
    """What was taken for granted, and where the register contradicts itself of the parcel."""

    @property
    def conflict(self) -> tuple[Ordinance, ...]:
        """Ordinances of several bodies that all charge the land for sewer; none where at most one does.

        Of one municipality several ordinances may charge, each for something else; of one sanitary district one does.
        """
        charging = tuple(
            each.ordinance for each in self.governing if each.governs is not False and _is_for_sewer(each.ordinance)
        )
        districts = sum(_is_district(each) for each in charging)
        return charging if districts > 1 or len({each.place_name for each in charging}) > 1 else ()


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
    its_county = _text(parcels.column("county")[first[0]])
    return ParcelPlace(
        parcel_id=parcel_id,
        county=its_county,
        municipality=_text(parcels.column("municipality")[first[0]]),
        site_address=_text(parcels.column("site_address")[first[0]]),
        acres=sqft(int(area_steps(shapes, layers.frame)[0])) / _SQFT_OF_ACRE,
        acres_accuracy=outline_ft * accuracy_ft / _SQFT_OF_ACRE,
        acres_on_roll=dict(_acres_on_roll(parcels, int(first[0]))),
        places=tuple(_places(where)),
        governing=tuple(each for each in told if each.governs is not False),
        elsewhere=tuple(each for each in told if each.governs is False),
        editions={kind: layer.edition for kind, layer in sorted(layers.layers.items())},
        notes=(
            *layers.notes,
            *_several(len(rows)),
            *_limits_missing(unlimited),
            *told_of(asked.register, asked.date, parcel_id, its_county).doubts,
        ),
    )


def conflict_said(ordinances: Sequence[Ordinance]) -> str:
    """Say that several bodies charge one piece of land for sewer, and what a person must say."""
    names = all_listed([f"the {each.place_name or each.title} (ordinance {each.id})" for each in ordinances])
    which = "which district" if all(map(_is_district, ordinances)) else "which of them"
    return (
        f"By the limits on file the land lies, or may lie, in {names}, and each charges for sewer. No text says that "
        f"an owner pays several, so a person must say {which} serves the land: name it with --ordinance, for example "
        f"--ordinance {ordinances[0].id}. Each is told below under its own heading, and they are never added together."
    )


def _is_for_sewer(ordinance: Ordinance) -> bool:
    """Say whether an ordinance of a named place charges for sewer: for its use, a connection, or its being there."""
    terms = ordinance.charges
    by_rule = any(each in SEWER_RULES or each.startswith(_LIKE_DISTRICT) for each in terms.rules)
    is_charging = by_rule or terms.standby or terms.ready_to_serve or terms.has_rec_charge
    return ordinance.place_name is not None and is_charging


def _governing(ordinance: Ordinance, where: Membership) -> Governing:
    found = in_place(ordinance, where)
    because = found.because[0]
    place = ordinance.place_name or f"a {' or '.join(ordinance.place_kinds)}"
    if found.is_in[0]:
        return Governing(ordinance, governs=True, says=f"The land lies in {_article(place)}.")
    if found.is_out[0]:
        return Governing(ordinance, governs=False, says=str(because or f"The land does not lie in {_article(place)}."))
    return Governing(ordinance, governs=None, says=f"{because} {_IF_GOVERNED}")


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
