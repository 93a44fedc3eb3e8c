"""How is one parcel's charge explained, step by step, so that its owner can check it?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from gis.model.connections import Said
from gis.model.runoff import ClassArea, ParcelUnits
from gis.model.stormwater_policy import StormwaterPolicy
from gis.proposals.runoff.billing import credits_given
from gis.proposals.runoff.judging import Judging
from gis.proposals.runoff.placing import reading_said
from gis.proposals.runoff.stated import StatedRunoff
from gis.rules.stormwater.credits import credit_standings
from gis.rules.stormwater.units import UnitFormula, count_of_units, sqft
from gis.rules.words import all_listed, day_words, dollars, percent, quantity

_SINGLE, _LOW = "MUK-10", "MUK-12"
_NOTHING, _ONE = Fraction(0), Fraction(1)
_STEP_SQFT = Fraction(1)
_BASES = {
    "polygons": "Outlines of surfaces",
    "raster": "A raster of impervious surface",
    "register": "The decision on an appeal",
}


def parcel_said(judging: Judging, position: int, parcel: ParcelUnits) -> tuple[Said, ...]:
    """Return the parts of the answer for one parcel: place, kind, surfaces, units, readings, changes, charge."""
    parts = [
        Said("Is it charged", (parcel.membership_says,)),
        Said("What stands on it", (parcel.development_says,)),
        Said("Impervious surface", tuple(_surfaces(parcel))),
        Said("Runoff units", tuple(_units(judging.formula, judging.area.policy, parcel))),
        Said("Other readings", tuple(_readings(parcel))),
        Said("What would change it", tuple(_changes(judging, position, parcel))),
        Said("Charge", tuple(_charge(judging, judging.lots.told(position), parcel))),
    ]
    return tuple(each for each in parts if each.sentences)


def _surfaces(parcel: ParcelUnits) -> Iterator[str]:
    measured = parcel.measured
    low, value, high = (getattr(measured.impervious_sqft, name) for name in ("low", "value", "high"))
    if measured.basis not in _BASES:
        yield "Nobody looked at this parcel's surfaces, so none of its land is known to be impervious or pervious."
        return
    for each in measured.surfaces:
        yield f"{sqft(each.area_sqft)} of {each.surface}, {_weight(each)}."
    seen = [each for each in (measured.captured_first, measured.captured_last) if each is not None]
    days = " and ".join(dict.fromkeys(map(day_words, seen)))
    by = f"{_BASES[measured.basis]}{f', seen on {days},' if days else ''}"
    verb = "show" if measured.basis == "polygons" else "shows"
    share = f", {percent(value / measured.lot_sqft)} of the lot of {sqft(measured.lot_sqft)}" if value else ""
    if measured.is_undrawn:
        yield "None is drawn on the lot. Outlines of surfaces lie near it; they may not cover it."
    else:
        yield f"{by} {verb} {sqft(value)} in all{share}."
    if low != high:
        yield f"Within the accuracy of the layers it is between {sqft(low)} and {sqft(high)}."
    if measured.unknown_sqft:
        yield f"Of {sqft(measured.unknown_sqft)} nobody can tell whether they count; they are not taken for pervious."
    if measured.baseline_sqft is not None and (measured.baseline_sqft or not measured.is_undrawn):
        lot = measured.baseline_lot_sqft
        then = "" if lot is None else f" on a lot of {sqft(lot)}"
        yield f"On the qualifying date of low density it was {sqft(measured.baseline_sqft)}{then}."


def _weight(each: ClassArea) -> str:
    if each.weight is None:
        return "of which the ordinance does not say whether it counts"
    counts = each.area_sqft * each.weight
    if each.weight == _ONE:
        return "counted whole"
    return f"counted at {quantity(each.weight, 4)} of it, {sqft(counts)}" if each.weight else "not counted"


def _units(formula: UnitFormula, policy: StormwaterPolicy, parcel: ParcelUnits) -> Iterator[str]:
    finding = parcel.finding
    if finding is None:
        yield parcel.why
        return
    yield parcel.why
    yield f"{finding.rule} ({finding.citation}): {finding.because}"
    if finding.rule == "MUK-11" and parcel.units is not None:
        area = parcel.measured.impervious_sqft.value
        both = {
            name: formula.units(area, policy.tiers or None, area_rounding=name)
            for name in ("whole_square_feet", "unrounded_area")
        }
        if len({*both.values()}) > 1:
            whole, exact = both["whole_square_feet"], both["unrounded_area"]
            yield f"By whole square feet it has {count_of_units(whole)}, by the area as measured {quantity(exact, 4)}."
        else:
            yield "Whether the area is first rounded to a whole square foot or not changes nothing."
    yield from finding.notes
    if parcel.could_differ:
        fewest, most = parcel.units_fewest or _NOTHING, parcel.units_most or _NOTHING
        yield (
            f"Within the accuracy of the area it could be from {quantity(fewest, 4)} to {count_of_units(most)}: "
            "a closer measure may change the bill."
        )
    elif parcel.units is not None:
        yield "No other area within the accuracy would change the units."


def _readings(parcel: ParcelUnits) -> Iterator[str]:
    yield from map(reading_said, parcel.readings)


def _changes(judging: Judging, position: int, parcel: ParcelUnits) -> Iterator[str]:
    """Yield in sentences which other area gives other units, told by asking the rules again."""
    finding, units = parcel.finding, parcel.units
    if finding is None:
        return
    if units is None and judging.part_charged(position, parcel) is not None:
        yield "A person must say how much of the surface lies in the part inside."
        return
    if units is None:
        yield "A person must settle what is open above; the register takes it."
        return
    if finding.rule == _SINGLE and not judging.area.policy.single_family_tiers:
        yield "No amount of surface does, while it is a developed single-family lot."
        return
    part = judging.part_charged(position, parcel)
    if part is not None:
        yield from _changes_inside(judging, position, *part)
        return
    area = parcel.measured.impervious_sqft.value
    tiers = judging.area.policy.tiers or None

    def at(area_sqft: Fraction) -> Fraction:
        found, _ = judging.would_have(position, area_sqft)
        return judging.formula.units(area_sqft, tiers) if found is None else found

    portion = judging.lots.portion
    if finding.rule == _LOW and portion is not None:
        end = portion * parcel.measured.lot_sqft
        after = at(end + _STEP_SQFT)
        fewer = ": fewer than now, for the formula and not the flat unit then holds" if after < units else ""
        yield (
            f"With more than {sqft(end)}, {percent(portion)} of the lot, it would no longer be low-density and "
            f"have {count_of_units(after)}{fewer}."
        )
        return
    yield from _steps(judging, area, at, "in all")


def _changes_inside(judging: Judging, position: int, least: Fraction, most: Fraction) -> Iterator[str]:
    """Yield what would change the units of a parcel that pays by its part in the district alone."""
    if least != most:
        yield f"From {sqft(least)} to {sqft(most)} lie inside the district; either way the units are the same."
        return

    def at(inside_sqft: Fraction) -> Fraction:
        return judging.units_inside(position, inside_sqft) or _NOTHING

    yield from _steps(judging, least, at, "in the part inside")


def _steps(judging: Judging, area: Fraction, at: Callable[[Fraction], Fraction], where: str) -> Iterator[str]:
    """Yield how much more surface gives more units than an area, and how much less fewer."""
    units = at(area)
    more = _first(area, area + 2 * judging.formula.size_sqft, lambda each: at(each) > units)
    if more is not None:
        yield f"With {sqft(more - area)} more, {sqft(more)} {where}, it would have {count_of_units(at(more))}."
    less = _first(_NOTHING, area, lambda each: at(each) >= units)
    if less:
        below = less - _STEP_SQFT
        yield f"With {sqft(area - below)} less, {sqft(below)} {where}, it would have {count_of_units(at(below))}."


def _first(low: Fraction, high: Fraction, holds: Callable[[Fraction], bool]) -> Fraction | None:
    """Return the least whole square foot between two areas from which on a thing holds; null where it never does."""
    least, most = -(-low.numerator // low.denominator), -(-high.numerator // high.denominator)
    if not holds(Fraction(most)):
        return None
    while least < most:
        middle = (least + most) // 2
        least, most = (least, middle) if holds(Fraction(middle)) else (middle + 1, most)
    return Fraction(least)


def _charge(judging: Judging, told: StatedRunoff, parcel: ParcelUnits) -> Iterator[str]:
    rate, rate_says = judging.area.rate
    bill = parcel.bill
    if rate is None:
        yield f"{rate_says[:1].upper()}{rate_says[1:]}; give one with --rate."
    elif bill is not None:
        yield f"{bill.says} The rate is that {rate_says}." if rate_says.startswith("adopted") else bill.says
        for each in bill.credits:
            yield f"The credit {each.name} ({each.source}) takes off {dollars(each.taken_off)}."
            day = "" if each.stated_on is None else f" on {day_words(each.stated_on)}"
            line = "" if each.register_line is None else f" (line {each.register_line} of the register)"
            yield f"It was found{day}{line} to hold that: {all_listed(each.conditions)}"
        if bill.credits:
            yield f"Due are {dollars(bill.due)}."
    elif parcel.standing == "open":
        dues = [(each, judging.bill(each.units, 0)) for each in parcel.readings if each.units is not None]
        yield "No charge can be said while the units are open."
        yield from (f"{each.says} Then {dollars(would.due)} a bill." for each, would in dues if would is not None)
    policy = judging.area.policy
    given = {condition: True for each in credits_given(policy, told) for condition in each.conditions}
    for standing in credit_standings(policy, given) if parcel.standing == "assigned" else ():
        if not standing.given:
            yield (
                f"The credit {standing.credit.name} would take off {percent(standing.credit.portion_off)} if it were "
                f"shown that: {all_listed(standing.credit.conditions)}"
            )
