"""What does a caller ask about parcels: words, a place, or one parcel under one ordinance?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from api.connector import Connects
from api.errors import ChoiceNeeded, NotFound, RequestInvalid
from gis.errors import Place
from gis.model.connections import ParcelAnswer
from gis.model.finding import State
from gis.model.found_parcels import FoundParcels
from gis.rules.words import all_listed

LONGEST_WORDS = 200
MOST_SHOWN = 100
SHOWN = 20
NEAR_SHOWN = 10
_NAME_SHOWN = 40


@dataclass(frozen=True, slots=True)
class ParcelSearch:
    """A search for parcels: by words, or at a place."""

    words: str | None
    at: tuple[float, float] | None
    """Longitude and latitude."""
    limit: int = SHOWN


@dataclass(frozen=True, slots=True)
class ParcelChosen:
    """One parcel on file."""

    parcel_id: str
    county: str | None
    row: int


def refuse_unknown(stated: Iterable[tuple[str, str]], *known: str) -> None:
    """Refuse a query parameter that an address does not know, or that stands twice: it would change nothing.

    Raises
    ------
    RequestInvalid
        For the first such parameter.
    """
    told: set[str] = set()
    for name, _ in stated:
        shown = name[:_NAME_SHOWN]
        if name not in known:
            near = get_close_matches(shown, known, n=1)
            raise RequestInvalid(
                what=f"This address does not know the parameter {shown!r}.",
                where=f"the query parameter {shown}",
                why=f"It knows {all_listed(known)}.",
                next=f"Did you mean {near[0]}?" if near else "Leave the parameter out.",
            )
        if name in told:
            raise RequestInvalid(
                what=f"{shown} stands twice.",
                where=f"the query parameter {shown}",
                why="Only one of the two can be meant.",
                next="State it once.",
            )
        told.add(name)


def read_search(stated: Mapping[str, str]) -> ParcelSearch:
    """Read the query parameters q, or lon and lat, and limit.

    Raises
    ------
    RequestInvalid
        One is missing, or says what cannot be.
    """
    words, limit = stated.get("q"), stated.get("limit", str(SHOWN))
    if words is not None and len(words) > LONGEST_WORDS:
        raise _invalid(name="q", why=f"It has more than {LONGEST_WORDS} characters.", what_next="Shorten it.")
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit[:9]) <= MOST_SHOWN):
        raise _invalid(
            name="limit",
            why=f"It is a whole number from 1 to {MOST_SHOWN}.",
            what_next="Write limit=20, or leave it out.",
        )
    if words is None and ("lon" in stated or "lat" in stated):
        return ParcelSearch(None, (_degrees(stated, "lon", 180), _degrees(stated, "lat", 90)), int(limit))
    return ParcelSearch(words, None, int(limit))


def search(asked: ParcelSearch, connector: Connects) -> FoundParcels:
    """Return the parcels that fit."""
    if asked.at is not None:
        return connector.finder.at(*asked.at, asked.limit)
    return connector.finder.by_words(asked.words or "", asked.limit)


def chosen_parcel(parcel_id: str, county: str | None, connector: Connects) -> ParcelChosen:
    """Return the parcel of a number, in the county where one is named.

    Raises
    ------
    NotFound
        None on file has it; the near ones are its places.
    ChoiceNeeded
        Parcels of several counties have it.
    """
    rows = connector.finder.with_number(parcel_id, county)
    told = {connector.finder.told(row).county: row for row in reversed(rows)}
    if not told:
        near = connector.finder.near_number(parcel_id, NEAR_SHOWN).parcels
        raise NotFound(
            what=f"No parcel {parcel_id[:LONGEST_WORDS]} is on file{f' in {county} County' if county else ''}.",
            where="the address of the request",
            why="The number is not on the roll as it is written, or the roll on file is of another day.",
            next="Take one of those that are like it, or search at /parcels."
            if near
            else "Search by the beginning of the number, or by the site address, at /parcels.",
            places=tuple(Place(feature_id=each.parcel_id, text=each.site_address) for each in near),
        )
    if len(told) > 1:
        counties = sorted(str(name) for name in told)
        raise ChoiceNeeded(
            what=f"Parcels of {len(told)} counties have the number {parcel_id}.",
            where="the address of the request",
            why=f"They lie in {' and in '.join(counties)} County.",
            next=f"Say which is meant, for example with ?county={counties[0]}.",
            places=tuple(Place(feature_id=parcel_id, text=f"{name} County") for name in counties),
        )
    ((found_in, row),) = told.items()
    return ParcelChosen(parcel_id, found_in, row)


def chosen_ordinance(ordinance: str | None, connector: Connects) -> str | None:
    """Return the ordinance that a caller names, else the first of those served; None where the place decides.

    Raises
    ------
    NotFound
        The one named is not among those that this service judges by.
    """
    served = tuple(connector.titles)
    if ordinance is not None and ordinance not in served:
        raise NotFound(
            what="This service does not judge by that ordinance.",
            where="the query parameter ordinance",
            why=f"It judges by {', '.join(served)}." if served else "It asks of each parcel by the place it lies in.",
            next="Name one of them." if served else "Leave the parameter out.",
        )
    return ordinance or next(iter(served), None)


def governing_answer(
    parcel: ParcelChosen, ordinance: str | None, connector: Connects
) -> tuple[str | None, ParcelAnswer]:
    """Return the answer under the ordinance named, else under the first served that governs the land."""
    first = chosen_ordinance(ordinance, connector)
    if ordinance is None:
        for each in connector.titles:
            answer = connector.answer(parcel.parcel_id, parcel.county, each)
            if answer.parcel.state not in (None, State.NOT_APPLICABLE):
                return each, answer
    return first, connector.answer(parcel.parcel_id, parcel.county, first)


def _degrees(stated: Mapping[str, str], name: str, most: float) -> float:
    try:
        degrees = float(stated.get(name, ""))
    except ValueError:
        degrees = math.nan
    if not -most <= degrees <= most:
        raise _invalid(
            name, f"A place has lon and lat, degrees, {name} from -{most} to {most}.", "Write lon=-88.8&lat=43.1."
        )
    return degrees


def _invalid(name: str, why: str, what_next: str) -> RequestInvalid:
    return RequestInvalid(
        what=f"{name} says no place or words." if name != "limit" else "limit is no number that can be meant.",
        where=f"the query parameter {name}",
        why=why,
        next=what_next,
    )
