"""How do a runoff roll, one parcel of it and a comparison of two read on paper?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from api.cli.connections_text import notes_lines
from gis.proposals.runoff.development import KIND_WORDS
from gis.rules.stormwater.units import count_of_units, units_in_all
from gis.rules.words import day_words, dollars, quantity

if TYPE_CHECKING:
    from gis.model.runoff import ParcelRunoff, ParcelUnits, Roll, RollChanges, UnitsChange

_PERIODS = MappingProxyType({1: "year", 2: "half-year", 4: "quarter", 12: "month"})
_REASONS_AT_MOST, _PARCELS_AT_MOST, _CHANGES_AT_MOST = 12, 20, 50


def roll_lines(roll: Roll, written: Sequence[str] = ()) -> Iterator[str]:
    """Return the lines of a roll: sums, kinds, what is open with some of its parcels, notes."""
    yield f"Runoff units on {day_words(roll.date)}: {roll.ordinance_title}"
    yield from _sums(roll, _PERIODS.get(roll.bills_a_year, "billing period"))
    yield from (f"  written: {name}" for name in written)
    yield ""
    yield "By kind"
    kinds = Counter(parcel.development for parcel in roll.parcels)
    for kind, words in KIND_WORDS.items():
        units = sum((each.units or Fraction(0) for each in roll.parcels if each.development == kind), Fraction(0))
        if kinds[kind]:
            yield f"  {kinds[kind]:>9,}  {words}, {count_of_units(units)}"
    yield from _open([parcel for parcel in roll.parcels if parcel.standing == "open"])
    yield from notes_lines(roll.notes)


def _sums(roll: Roll, period: str) -> Iterator[str]:
    sums = roll.sums
    yield f"  {sums.parcels:>9,}  parcels"
    yield f"  {sums.assigned:>9,}  have their units: {units_in_all(roll.units_before_credits, sums.total_units)}"
    if sums.open:
        most = count_of_units(sums.open_most)
        between = f"from {quantity(sums.open_fewest, 4)} to {most}" if sums.open_fewest != sums.open_most else most
        unknown = f", and of {sums.open_unknown:,} of them nobody can say" if sums.open_unknown else ""
        yield f"  {sums.open:>9,}  are open: by their readings {between} more{unknown}"
    if sums.same_ground:
        yield f"  {sums.same_ground:>9,}  stand on a ground with others, and share its units"
    if sums.outside:
        yield f"  {sums.outside:>9,}  lie outside the utility"
    yield f"  {sums.could_differ:>9,}  could have other units within the accuracy of their area"
    if sums.rate is None:
        yield f"  {sums.rate_says[:1].upper()}{sums.rate_says[1:]}."
    elif sums.finding is not None:
        yield f"  Rate {sums.rate_says}: {sums.finding.because}"
        if sums.credits:
            yield f"  Credits take off {dollars(sums.credits)} a {period}."
        if sums.billed is not None:
            yield f"  Bills of a {period}, each rounded to the cent: {dollars(sums.billed)}."
    if sums.budget is not None:
        needs = "no rate: there are no units."
        if sums.rate_needed is not None:
            needs = (
                f"{dollars(sums.rate_needed)} a unit, by the units assigned{' after credits' if sums.credits else ''}."
            )
        yield f"  A budget of {dollars(sums.budget)} a {period} needs {needs}"


def _open(parcels: Sequence[ParcelUnits]) -> Iterator[str]:
    if not parcels:
        return
    yield ""
    yield f"Open: {len(parcels):,} parcel{'' if len(parcels) == 1 else 's'}"
    groups: dict[str, list[ParcelUnits]] = defaultdict(list)
    for parcel in parcels:
        groups[_why_open(parcel)].append(parcel)
    by_size = sorted(groups.items(), key=lambda group: -len(group[1]))
    for why, of_it in by_size[:_REASONS_AT_MOST]:
        yield f"  {why}"
        rest = len(of_it) - _PARCELS_AT_MOST
        shown = ", ".join(parcel.parcel_id for parcel in of_it[:_PARCELS_AT_MOST])
        yield f"    {len(of_it):,}: {shown}{f' and {rest:,} more' if rest > 0 else ''}"
    if len(by_size) > _REASONS_AT_MOST:
        yield f"  {len(by_size) - _REASONS_AT_MOST:,} more reasons; --out FILE.csv gives them all."


def _why_open(parcel: ParcelUnits) -> str:
    """Return why the units of a parcel are open: its place, its kind, or what the rule that governs lacks."""
    readings = {each.name: each for each in parcel.readings}
    if "inside_part_fewest" in readings and "whole_parcel" not in readings:
        return readings["inside_part"].says
    if parcel.membership is not None and parcel.membership.state not in {"pass", "fail"}:
        return parcel.membership_says
    if parcel.shares_ground_with is not None:
        return parcel.why
    if parcel.membership is None and parcel.finding is not None and parcel.finding.state == "pass":
        return parcel.membership_says
    if parcel.development is None:
        return parcel.development_says
    return parcel.why if parcel.finding is None else parcel.finding.because


def parcel_lines(answer: ParcelRunoff) -> Iterator[str]:
    """Return the lines of one parcel, and of an appeal where one is asked about."""
    parcel = answer.parcel
    county = f", {parcel.county} County" if parcel.county else ""
    address = f", {parcel.site_address}" if parcel.site_address else ""
    yield f"Parcel {parcel.parcel_id}{county}{address}, {parcel.municipality or 'municipality not on the roll'}"
    yield f"Asked on {day_words(answer.date)}: {answer.ordinance_title}"
    for part in answer.said:
        yield ""
        yield part.heading
        yield from (f"  {sentence}" for sentence in part.sentences)
    if answer.appeal is not None:
        yield ""
        yield "Appeal"
        yield from (f"  {sentence}" for sentence in answer.appeal.says)
    yield from notes_lines(answer.notes)


def changes_lines(answer: RollChanges) -> Iterator[str]:
    """Return the lines of two rolls compared."""
    before, after = answer.sums_before, answer.sums_after
    yield f"Runoff units of {day_words(answer.before)} and {day_words(answer.after)}: {answer.ordinance}"
    yield f"  {count_of_units(before.total_units)} before, {count_of_units(after.total_units)} now"
    if before.billed is not None and after.billed is not None:
        yield f"  bills of {dollars(before.billed)} before, {dollars(after.billed)} now"
    yield f"  {len(answer.changes):,} parcels changed, {answer.unchanged:,} did not"
    for each in answer.changes[:_CHANGES_AT_MOST]:
        yield ""
        yield from _change(each)
    if len(answer.changes) > _CHANGES_AT_MOST:
        yield ""
        yield f"and {len(answer.changes) - _CHANGES_AT_MOST:,} more; --format json gives them all."
    yield from notes_lines(answer.notes)


def _change(each: UnitsChange) -> Iterator[str]:
    units = f"{_units(each.units_before)} before, {_units(each.units_after)} now"
    bill = ""
    if each.due_before is not None and each.due_after is not None and each.due_before != each.due_after:
        bill = f"; a bill of {dollars(each.due_before)} before, {dollars(each.due_after)} now"
    yield f"{each.parcel_id}: {units}{bill}"
    yield from (f"  {reason}" for reason in each.reasons)


def _units(units: Fraction | None) -> str:
    return "no units" if units is None else count_of_units(units)
