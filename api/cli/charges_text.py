"""How do the charges of a parcel read on paper: each with its arithmetic, what is known together, what is missing?"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING

from api.cli.connections_text import notes_lines
from gis.model.state_words import STATE_WORDS
from gis.rules.words import all_listed, count_of, day_words, dollars, listed

if TYPE_CHECKING:
    from fractions import Fraction

    from gis.model.charges import (
        Charge,
        ChargeDifference,
        ChargesCompared,
        ChargeSum,
        ChargesUnder,
        Event,
        HowOften,
        ParcelCharges,
    )

EVENT_WORDS: MappingProxyType[Event, str] = MappingProxyType(
    {
        "connect": "What does it cost to connect it to the public sewer?",
        "develop": "What does it cost to develop it?",
        "divide": "What does it cost to divide it?",
        "bill": "What is it billed?",
    }
)
_IF_CONNECTED = ", if the premises are connected"
PERIOD_WORDS: MappingProxyType[HowOften, str] = MappingProxyType(
    {"once": "once", "month": "a month", "quarter": "a quarter", "year": "a year"}
)


def charges_lines(answer: ParcelCharges) -> Iterator[str]:
    """Return the lines of one parcel."""
    yield from _parcel(answer)
    yield f"Asked on {day_words(answer.date)}. {EVENT_WORDS[answer.event]}"
    if answer.conflict is not None:
        yield ""
        yield answer.conflict
    for under in answer.under:
        yield ""
        yield from _under(under)
    if answer.says:
        yield ""
        yield from answer.says
    yield from notes_lines((*(note for under in answer.under for note in under.notes), *answer.notes))


def compared_lines(answer: ChargesCompared) -> Iterator[str]:
    """Return the lines of one parcel before and after a proposal."""
    yield from _parcel(answer.after)
    yield f"Asked on {day_words(answer.date)}. {EVENT_WORDS[answer.event]} Before and after the proposed district."
    yield answer.chosen
    yield ""
    yield "Side by side, of what is known"
    yield f"  {'':<12}{'before':>16}{'after':>16}{'more':>16}"
    for each in answer.differences:
        yield from _difference(PERIOD_WORDS[each.how_often], each)
    if answer.levy_after is not None:
        before, after = _amount(answer.levy_before), _amount(answer.levy_after.amount)
        yield f"  {'levy a year':<12}{before:>16}{after:>16}{after:>16}"
    if answer.year is not None:
        yield from _difference("year in all", answer.year)
    if answer.levy_after is not None:
        yield ""
        yield "Levy of the district"
        yield from (f"  {sentence}" for sentence in answer.levy_after.says)
        yield from (f"  Missing: {each.fact}. Where: {each.where}." for each in answer.levy_after.missing)
        yield f"  ({answer.levy_after.citation})"
    for heading, side in (("Before: outside the district", answer.before), ("After: inside it", answer.after)):
        yield ""
        yield heading
        for under in side.under:
            yield from _under(under)
        yield from side.says
    sides = (answer.before, answer.after)
    notes = (note for side in sides for under in side.under for note in under.notes)
    yield from notes_lines((*answer.notes, *notes, *answer.after.notes))


def _difference(words: str, each: ChargeDifference) -> Iterator[str]:
    cells = "".join(f"{_amount(value):>16}" for value in (each.before, each.after, each.more))
    yield f"  {words:<12}{cells}"
    if each.open:
        yield f"    open, and not counted: {listed(each.open)}"


def _parcel(answer: ParcelCharges) -> Iterator[str]:
    county = f", {answer.county} County" if answer.county else ""
    address = f", {answer.site_address}" if answer.site_address else ""
    yield f"Parcel {answer.parcel_id}{county}{address}, {answer.municipality or 'municipality not on the roll'}"
    acres = "" if answer.acres is None else f"{count_of(answer.acres, 'acre', 2)}, "
    yield f"Land: {acres}in {all_listed([f'the {each}' for each in answer.places]) or 'no place on file'}."


def _under(under: ChargesUnder) -> Iterator[str]:
    yield under.ordinance_title
    yield f"  {under.governs_says}"
    if not under.charges:
        yield "  Nothing falls due under it on this event."
    for charge in under.charges:
        yield ""
        yield from _charge(charge)
    if under.sums:
        yield ""
        yield f"  Known together{_IF_CONNECTED if under.if_connected else ''}"
        yield from map(_sum, under.sums)
        if under.each_quarter is not None and under.mixes_periods:
            yield f"    each quarter together: {dollars(under.each_quarter)}, {under.each_quarter_says}"
    if under.missing:
        yield ""
        yield "  Missing for the rest"
        yield from (f"    {each.fact}: {each.where}" for each in under.missing)
    if under.not_due:
        yield ""
        yield "  Looked at, and not due"
        for each in under.not_due:
            yield f"    {each.name}: {' '.join(each.because)}"
            yield from (f"  {line}" for line in _readings(each))


def _charge(charge: Charge) -> Iterator[str]:
    amount = "open" if charge.amount is None else dollars(charge.amount)
    yield f"  {charge.name}: {amount}{'' if charge.amount is None else f' {PERIOD_WORDS[charge.how_often]}'}"
    yield f"    Charged by the {charge.by}. When: {charge.due}."
    yield from (f"    {sentence}" for sentence in charge.says)
    yield from _readings(charge)
    rule = "" if charge.finding is None else f"{charge.finding.rule}, "
    state = f"; {STATE_WORDS[charge.state]}" if charge.amount is None else ""
    yield f"    ({rule}{charge.citation}{state})"


def _readings(charge: Charge) -> Iterator[str]:
    which = "one" if charge.amount is None else "another"
    for reading in charge.readings:
        amount = "the amount is not known" if reading.amount is None else f"it is {dollars(reading.amount)}"
        yield f"    By {which} reading {amount}: {reading.says}"


def _sum(each: ChargeSum) -> str:
    known = "nothing yet" if each.known is None else dollars(each.known)
    counted = f" in {count_of(each.charges, 'charge')}" if each.charges else ""
    rest = f"; open: {all_listed(each.open)}" if each.open else ""
    return f"    {PERIOD_WORDS[each.how_often]}: {known}{counted}{rest}"


def _amount(value: Fraction | None) -> str:
    return "none known" if value is None else dollars(value) if value >= 0 else f"-{dollars(-value)}"
