"""What does a caller ask of /api/charges and /charges: an event, a parcel, a day, and what is stated?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from api.charger import ChargesFor
from api.errors import RequestInvalid
from api.requests import BOUNDARY_SCHEMA
from api.values import dollars_and_cents, iso_day
from gis.model.charges import ChargesStated, Event
from gis.model.jsonio import adapter
from gis.proposals.charges.checking import stated_of
from gis.proposals.charges.readable import refuse_unreadable
from gis.rules.words import sentence

EVENTS: tuple[Event, ...] = get_args(Event)
PAIRS = ("dwellings", "acres", "before")
"""Names of which a query says kind=count, with commas between several."""
STATED = tuple(adapter(ChargesStated).json_schema()["properties"])
LONGEST = 400
_ASKED = ("parcel", "county", "event", "ordinance", "date")
PARAMETERS = (*_ASKED, *STATED)
_YES_NO = ("new_building", "replaces_same")
_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}


def _day(value: object) -> object:
    if value is None or isinstance(value, dt.date):
        return value
    return iso_day(value if isinstance(value, str) else "")


def _levy(value: object) -> Fraction | None:
    return None if value is None else dollars_and_cents(str(value), "levy in the body of the request")


class ChargesRequest(BaseModel):
    """What is asked of the charges of a parcel, or of a parcel before and after a proposed district."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    event: Event
    parcel: str | None = Field(default=None, max_length=LONGEST)
    """Number of the parcel; with a boundary it may be left out, and a typical home inside is taken."""
    county: str | None = Field(default=None, max_length=LONGEST)
    date: Annotated[dt.date | None, BeforeValidator(_day)] = None
    """YYYY-MM-DD; where it is left out, the service's own date."""
    ordinances: list[str] = Field(default_factory=list, max_length=20)
    """Ids of the ordinances to ask; none asks those of the place."""
    stated: Annotated[dict[str, Any], WithJsonSchema({"type": "object"})] = Field(default_factory=dict)
    """As the options of the command, by names such as recs, dwellings, acres, lots, volume_kgal."""
    boundary: Annotated[dict[str, Any] | None, WithJsonSchema(BOUNDARY_SCHEMA)] = None
    """A proposed district: the parcel before it and after. One of the ordinances must be the district's own."""
    levy: Annotated[Fraction | None, BeforeValidator(_levy), WithJsonSchema({"type": ["string", "number", "null"]})] = (
        None
    )
    """With a boundary: the district's levy of a year, dollars."""

    def asked(self, date: dt.date) -> ChargesFor:
        """Return the question, on the day of the request or else the service's.

        Raises
        ------
        FactsInvalid
            What is stated cannot be meant.
        RequestInvalid
            A levy without a boundary, or neither parcel nor boundary.
        """
        if self.parcel is None and self.boundary is None:
            raise _invalid(name="parcel", why="No parcel is named.", what_next="Name it with parcel.")
        if self.levy is not None and self.boundary is None:
            raise _invalid(
                name="levy",
                why="A levy is stated without a boundary.",
                what_next="Send the boundary of the proposed district.",
            )
        day = self.date or date
        refuse_unreadable(self.stated, "stated")
        return ChargesFor(self.event, day, stated_of(self.stated, self.event, day, "stated"), tuple(self.ordinances))


def from_query(stated: Mapping[str, str]) -> ChargesRequest:
    """Return the question that a query asks; empty values, as a form sends them, are not stated.

    Raises
    ------
    RequestInvalid
        The event or the parcel is missing or none, or a value cannot be read.
    """
    given = {name: value.strip() for name, value in stated.items() if value.strip()}
    for name, value in given.items():
        if len(value) > LONGEST:
            raise _invalid(name, f"It has more than {LONGEST} characters.", "Shorten it.")
    event = given.get("event")
    known = {each: each for each in EVENTS}
    if event not in known:
        raise _invalid(name="event", why=f"It is one of {', '.join(EVENTS)}.", what_next="Write event=connect.")
    if "parcel" not in given:
        raise _invalid(
            name="parcel", why="No parcel is named.", what_next="Write parcel= and the number, as the tax bill has it."
        )
    try:
        day = iso_day(given["date"]) if "date" in given else None
    except ValueError as error:
        raise _invalid(name="date", why=sentence([str(error)]), what_next="Write date=2026-06-15.") from error
    return ChargesRequest(
        event=known[event],
        parcel=given["parcel"],
        county=given.get("county"),
        date=day,
        ordinances=[given["ordinance"]] if "ordinance" in given else [],
        stated={name: _value(name, given[name]) for name in STATED if name in given},
    )


def _value(name: str, text: str) -> object:
    if name in PAIRS:
        found: dict[str, str] = {}
        for pair in filter(None, map(str.strip, text.split(","))):
            kind, sign, count = map(str.strip, pair.partition("="))
            if not (kind and sign and count) or kind in found:
                sample = "commercial=2.5" if name == "acres" else "single_family=2"
                raise _invalid(name, "It says kinds with their numbers, each once.", f"Write {name}={sample}.")
            found[kind] = count
        return found
    if name in _YES_NO:
        if text not in _TRUTHS:
            raise _invalid(name, "It says yes or no.", f"Write {name}=yes.")
        return _TRUTHS[text]
    return text


def _invalid(name: str, why: str, what_next: str) -> RequestInvalid:
    return RequestInvalid(
        what=f"{name} says nothing that can be answered.", where=f"the parameter {name}", why=why, next=what_next
    )
