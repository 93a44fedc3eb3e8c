"""How do the charges of a parcel look as a page without script: a form, each charge with its arithmetic, what lacks?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gis.errors import TownlineError
from gis.model.charges import Charge, ChargesUnder, Event, HowOften, ParcelCharges
from gis.rules.words import all_listed, day_words, dollars, quantity
from maps.assets import Assets
from maps.connection_words import DRAFT
from maps.elements import environment
from maps.law_words import law_link
from maps.parcel_addresses import Pages

_EVENTS: Mapping[Event, str] = {
    "connect": "Connect it to the public sewer",
    "develop": "Develop it",
    "divide": "Divide it into lots",
    "bill": "Receive a bill",
}
_PERIODS: Mapping[HowOften, str] = {"once": "once", "month": "a month", "quarter": "a quarter", "year": "a year"}
FIELDS: tuple[tuple[str, str, str], ...] = (
    ("dwellings", "New dwellings, by kind", "single_family=1, two_bedroom=4"),
    ("commercial_sqft", "New business floor, square feet", "12000"),
    ("acres", "Acres, by use", "commercial=2.5"),
    ("before", "What stands there now", "single_family=1"),
    ("recs", "Residential equivalent connections", "1"),
    ("use", "Use of the building by Appendix A", "restaurant"),
    ("quantity", "How many seats, rooms, employees", "60"),
    ("lots", "Lots", "3"),
    ("permit_date", "Day of the building permit", "2026-06-15"),
    ("volume_kgal", "Water in the quarter, thousand gallons", "12.5"),
    ("june_volume_kgal", "Water in the June quarter, thousand gallons", "10"),
    ("issued", "Day of the statement", "2026-07-01"),
    ("paid", "Day of the payment", "2026-07-20"),
)
"""Boxes of the form beside parcel, event and ordinance: name, label, and how it is written."""


_OPTION = re.compile(r"--([a-z-]+)(?: [A-Z]+=[A-Z]+)?")


@dataclass(frozen=True, slots=True)
class ChargeRow:
    """One charge as the page shows it."""

    name: str
    amount: str
    when: str
    says: tuple[str, ...]
    readings: tuple[str, ...]
    citation: str
    law: str | None


@dataclass(frozen=True, slots=True)
class UnderShown:
    """The charges under one ordinance."""

    title: str
    says: str
    rows: tuple[ChargeRow, ...]
    sums: tuple[str, ...]
    missing: tuple[tuple[str, str], ...]
    not_due: tuple[tuple[str, str], ...]


def charges_page(  # noqa: PLR0913 - what was asked and answered, and how the page is dressed
    asked: Mapping[str, str],
    answer: ParcelCharges | None,
    error: TownlineError | None,
    events: Sequence[Event],
    ordinances: Mapping[str, str],
    assets: Assets,
    pages: Pages,
) -> str:
    """Return the form, and what it was answered, as HTML; same input, same text, no script and nobody named.

    Parameters
    ----------
    asked
        What stands in the form.
    answer
        What was found; None where nothing was asked, or it cannot be answered.
    error
        What cannot be answered.
    events
        Events that may be asked about.
    ordinances
        Titles of the ordinances that may be named, by id.
    assets
        Links to the styles on our own origin.
    pages
        Where the service answers.
    """
    return (
        environment()
        .get_template("charges.html")
        .render(
            title="What would it cost me?" if answer is None else f"Charges of parcel {answer.parcel_id}",
            banner=DRAFT,
            assets=assets,
            pages=pages,
            asked=asked,
            error=error,
            events=[(each, _EVENTS[each]) for each in events],
            ordinances=ordinances,
            fields=FIELDS,
            is_open=any(asked.get(name) for name, _, _ in FIELDS),
            answer=answer,
            heading=None if answer is None else _EVENTS[answer.event],
            land=None if answer is None else _land(answer),
            date=None if answer is None else day_words(answer.date),
            under=() if answer is None else tuple(_shown(each, answer, pages) for each in answer.under),
            notes=() if answer is None else tuple(dict.fromkeys(_notes(answer))),
        )
    )


def _shown(under: ChargesUnder, answer: ParcelCharges, pages: Pages) -> UnderShown:
    return UnderShown(
        title=under.ordinance_title,
        says=under.governs_says,
        rows=tuple(_row(each, answer, pages) for each in under.charges),
        sums=tuple(_sums(under)),
        missing=tuple((each.fact, _in_form(each.where)) for each in under.missing),
        not_due=tuple(
            (each.name, each.says[0] if each.finding is None else each.finding.because) for each in under.not_due
        ),
    )


def _in_form(where: str) -> str:
    """Say where a fact is stated as a reader of the page finds it: in a box of the form, not an option of a command."""
    boxes = {name.replace("_", "-"): label for name, label, _ in FIELDS} | {"new": "Is the building new?"}
    named = _OPTION.sub(lambda found: f"“{boxes.get(found[1], found[1])}”", where)
    return re.sub(r"\boptions? ", "above, ", named)


def _row(charge: Charge, answer: ParcelCharges, pages: Pages) -> ChargeRow:
    amount = "Open" if charge.amount is None else f"{dollars(charge.amount)} {_PERIODS[charge.how_often]}"
    return ChargeRow(
        name=f"{charge.name[:1].upper()}{charge.name[1:]}",
        amount=amount,
        when=charge.due,
        says=charge.says,
        readings=tuple(
            f"By another reading {'not known' if each.amount is None else dollars(each.amount)}: {each.says}"
            for each in charge.readings
        ),
        citation=charge.citation,
        law=None if charge.finding is None else law_link(pages.law, charge.finding.rule, answer.date),
    )


def _sums(under: ChargesUnder) -> Iterator[str]:
    for each in under.sums:
        known = "nothing yet" if each.known is None else dollars(each.known)
        rest = f"; open, and not counted: {all_listed(each.open)}" if each.open else ""
        yield f"Known together, {_PERIODS[each.how_often]}: {known}{rest}."
    if under.each_quarter is not None:
        yield f"Each quarter together: {dollars(under.each_quarter)}, {under.each_quarter_says}."


def _land(answer: ParcelCharges) -> str:
    acres = "" if answer.acres is None else f"{quantity(answer.acres, 2)} acres, "
    return f"{acres}in {all_listed([f'the {each}' for each in answer.places]) or 'no place on file'}"


def _notes(answer: ParcelCharges) -> Iterator[str]:
    yield from (note for under in answer.under for note in under.notes)
    yield from answer.notes
