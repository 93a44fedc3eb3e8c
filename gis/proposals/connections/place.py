"""Where is the ground that an ordinance, a parcel or a main is about?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import OptionInvalid, SewerUnknown
from gis.facts.sewers.areas.governing import governs
from gis.facts.sewers.areas.membership import Membership, Place
from gis.layers.layer import Layer
from gis.model.ordinance import Ordinance
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import all_listed, count_of

_MUNICIPALITIES, _DISTRICTS = "municipalities", "districts"
_TAIL, _MOST_COMPARED, _CUTOFF = 3, 2_000, 0.5
"""Most slips are in the last characters of an id."""


def place_asked(on_file: LayersOnFile, asked: Asked) -> BaseGeometry | None:
    """Return the land of the places whose ordinance is asked for; None where every parcel is to be looked at.

    In the state's frame, as the layers draw the places. Where no layer draws a place that the ordinance names, all
    parcels are looked at: the roll may name it.
    """
    if asked.ordinance is None:
        return None
    ordinance = asked.ordinances.get(asked.ordinance, asked.day)
    lands = [
        land
        for kind in (_MUNICIPALITIES, _DISTRICTS)
        if on_file.editions(kind)
        for land in _lands(_layer(on_file, asked, kind), ordinance)
    ]
    return shapely.GeometryCollection(lands) if lands else None


def limits_missing(governed: Sequence[Ordinance], membership: Membership) -> Iterator[str]:
    """Say of which ordinances nobody can tell whose land is theirs, because no limits of districts are on file."""
    of_districts = [each for each in governed if "sanitary" in each.place_kinds and each.place_name is not None]
    if of_districts and membership.districts is None:
        names = all_listed([str(each.place_name) for each in of_districts])
        yield (
            f"No limits of districts are on file, so that nobody can say which land lies in {names}: by the ordinance "
            "there no parcel is told to have a duty. `townline import districts` takes the limits."
        )


def parcel_asked(on_file: LayersOnFile, asked: Asked, parcel_id: str, county: str | None) -> BaseGeometry:
    """Return the ground of a parcel in the state's frame.

    Raises
    ------
    OptionInvalid
        No parcel on file has that id, or parcels of several counties have it and none is named.
    """
    layer = _layer(on_file, asked, "parcels")
    rows = parcel_rows(layer, parcel_id, county)
    return shapely.GeometryCollection(layer.geometries[rows].tolist())


def parcel_rows(layer: Layer, parcel_id: str, county: str | None) -> Sequence[int]:
    """Return the rows of a parcel; see `parcel_asked`."""
    ids, counties = layer.column("parcel_id"), layer.column("county")
    rows = np.flatnonzero((ids == parcel_id) & (layer.column("record_kind") == "parcel"))
    if not len(rows):
        raise _unknown_parcel(parcel_id, ids, layer.column("record_kind"))
    named = sorted({str(counties[row]) for row in rows if counties[row] is not None})
    if county is not None:
        rows = np.array([row for row in rows if _same(counties[row], county)], dtype=int)
    if county is not None and not len(rows):
        raise OptionInvalid(
            what=f"No parcel {parcel_id} is on file in {county} County.",
            where="the option --county",
            why=f"A parcel of that number lies in {' and in '.join(named)} County.",
            next="Name that county, or leave the option out.",
        )
    if county is None and len(named) > 1:
        raise OptionInvalid(
            what=f"Parcels of {len(named)} counties have the number {parcel_id}.",
            where="the option --parcel",
            why=f"They lie in {' and in '.join(named)} County.",
            next=f"Say which is meant, for example with --county {named[0]}.",
        )
    found: Sequence[int] = rows.tolist()
    return found


def check_mains(on_file: LayersOnFile, asked: Asked, mains: Sequence[str]) -> None:
    """Say that there is no such main before all parcels are surveyed.

    Raises
    ------
    SewerUnknown
        No sewer on file has one of the ids.
    EditionMissing
        No sewers are on file.
    """
    ids = _layer(on_file, asked, "sewers").column("sewer_id").tolist()
    for main_id in mains:
        if main_id in ids:
            continue
        near = _like(main_id, [str(each) for each in ids if each is not None])
        raise SewerUnknown(
            what=f"No sewer {main_id} is on file.",
            where="the option --main",
            why=f"Like it are {', '.join(near)}." if near else f"There are {len(ids):,} sewers, and none is like it.",
            next="Give the id of a main of the layer of sewers.",
        )


def _layer(on_file: LayersOnFile, asked: Asked, kind: str) -> Layer:
    return on_file.layer(kind, asked.date, asked.editions.get(kind))


def _lands(layer: Layer, ordinance: Ordinance) -> list[BaseGeometry]:
    columns = (layer.column_if_there(name) for name in ("name", "kind", "county"))
    rows = zip(*columns, layer.geometries, strict=True)
    return [land for name, kind, county, land in rows if governs(ordinance, Place(str(name), str(kind), county))]


def _unknown_parcel(parcel_id: str, ids: npt.NDArray[np.object_], kinds: npt.NDArray[np.object_]) -> OptionInvalid:
    known = [str(each) for each in ids[kinds == "parcel"].tolist()]
    near = _like(parcel_id, known)
    why = f"Like it are {', '.join(near)}." if near else f"There are {len(known):,} parcels, and none is like it."
    others = int(np.count_nonzero(ids == parcel_id))
    if others:
        records = f"{count_of(others, 'record')} of the roll {'bears' if others == 1 else 'bear'} that name"
        why = f"{records}, and none is a parcel: a right-of-way, for example, is none."
    return OptionInvalid(
        what=f"No parcel {parcel_id} is on file.",
        where="the option --parcel",
        why=why,
        next="Give the number as the roll has it, punctuation and leading zeros too.",
    )


def _like(text: str, known: Sequence[str]) -> list[str]:
    """Return a few ids, each once, like one that is not there: of very many, those that begin alike are compared."""
    begins = text[: max(1, len(text) - _TAIL)]
    alike = [*dict.fromkeys(each for each in known if each.startswith(begins))][:_MOST_COMPARED]
    return get_close_matches(text, alike, cutoff=_CUTOFF)


def _same(one: object, other: str) -> bool:
    return isinstance(one, str) and one.casefold() == other.strip().casefold().removesuffix(" county")
