"""How do the charges of a parcel look as a page without script: a form, each charge with its arithmetic, what lacks?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gis.errors import TownlineError
from gis.model.charges import Charge, ChargesUnder, HowOften, ParcelCharges
from gis.rules.words import all_listed, count_of, day_words, dollars
from maps.assets import Assets
from maps.charges_form import EVENTS, LABELS, filled_groups, in_form, where_in_form
from maps.connection_words import DRAFT
from maps.elements import environment
from maps.law_words import law_link
from maps.parcel_addresses import Pages

_PERIODS: Mapping[HowOften, str] = {"once": "once", "month": "a month", "quarter": "a quarter", "year": "a year"}


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
class SumShown:
    """What is known together of one period, and what of it is open."""

    known: str
    rest: str


@dataclass(frozen=True, slots=True)
class UnderShown:
    """The charges under one ordinance."""

    title: str
    says: str
    rows: tuple[ChargeRow, ...]
    together: str
    sums: tuple[SumShown, ...]
    missing: tuple[tuple[str, str], ...]
    not_due: tuple[tuple[str, str], ...]


def charges_page(  # noqa: PLR0913 - what was asked and answered, and how the page is dressed
    asked: Mapping[str, str],
    answer: ParcelCharges | None,
    error: TownlineError | None,
    unread: Sequence[str],
    ordinances: Mapping[str, str],
    day: dt.date,
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
    unread
        Labels of boxes that are filled in and say nothing of the event.
    ordinances
        Titles of the ordinances that may be named, by id.
    day
        Day that is asked about where the form names none.
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
            error=None if error is None else [in_form(each) for each in (error.what, error.why, error.next)],
            events=EVENTS,
            labels=LABELS,
            day=day_words(day),
            ordinances=ordinances,
            groups=[*filled_groups(asked)],
            unread=all_listed([f"“{each}”" for each in unread]),
            answer=answer,
            conflict=None if answer is None or answer.conflict is None else in_form(answer.conflict),
            says=() if answer is None else [*map(in_form, answer.says)],
            heading=None if answer is None else EVENTS[answer.event],
            land=None if answer is None else _land(answer),
            date=None if answer is None else day_words(answer.date),
            under=() if answer is None else tuple(_shown(each, answer, pages) for each in answer.under),
            notes=() if answer is None else tuple(dict.fromkeys(map(in_form, _notes(answer)))),
        )
    )


def _shown(under: ChargesUnder, answer: ParcelCharges, pages: Pages) -> UnderShown:
    return UnderShown(
        title=under.ordinance_title,
        says=in_form(under.governs_says),
        rows=tuple(_row(each, answer, pages) for each in under.charges),
        together=f"Known together{', if the premises are connected' if under.if_connected else ''}",
        sums=tuple(_sums(under)),
        missing=tuple((each.fact, where_in_form(each.where)) for each in under.missing),
        not_due=tuple((each.name, " ".join(_why_not(each))) for each in under.not_due),
    )


def _row(charge: Charge, answer: ParcelCharges, pages: Pages) -> ChargeRow:
    amount = "Open" if charge.amount is None else f"{dollars(charge.amount)} {_PERIODS[charge.how_often]}"
    return ChargeRow(
        name=f"{charge.name[:1].upper()}{charge.name[1:]}",
        amount=amount,
        when=charge.due,
        says=tuple(map(in_form, charge.says)),
        readings=tuple(_readings(charge)),
        citation=charge.citation,
        law=None if charge.finding is None else law_link(pages.law, charge.finding.rule, answer.date),
    )


def _why_not(charge: Charge) -> Iterator[str]:
    yield from map(in_form, charge.because)
    yield from _readings(charge)


def _readings(charge: Charge) -> Iterator[str]:
    which = "one" if charge.amount is None else "another"
    for each in charge.readings:
        amount = "the amount is not known" if each.amount is None else f"it is {dollars(each.amount)}"
        yield f"By {which} reading {amount}: {in_form(each.says)}"


def _sums(under: ChargesUnder) -> Iterator[SumShown]:
    for each in under.sums:
        period = _PERIODS[each.how_often]
        known = f"nothing yet {period}" if each.known is None else f"{dollars(each.known)} {period}"
        yield SumShown(known, f"open, and not counted: {all_listed(each.open)}" if each.open else "")
    if under.each_quarter is not None and under.mixes_periods:
        yield SumShown(f"{dollars(under.each_quarter)} each quarter in all", under.each_quarter_says)


def _land(answer: ParcelCharges) -> str:
    acres = "" if answer.acres is None else f"{count_of(answer.acres, 'acre', 2)}, "
    return f"{acres}in {all_listed([f'the {each}' for each in answer.places]) or 'no place on file'}"


def _notes(answer: ParcelCharges) -> Iterator[str]:
    yield from (note for under in answer.under for note in under.notes)
    yield from answer.notes
