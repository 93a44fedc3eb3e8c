"""Which parcels have other units or another bill than on an earlier day, and why: surface, lot, rule or rate?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gis import __version__
from gis.facts.layerset import LayerSet
from gis.law.loader import load_law
from gis.layers.layer import Layer
from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import Descent, Lineage, lineage
from gis.layers.progress import Progress, silent
from gis.model.finding import ParameterUse
from gis.model.runoff import Bill, ClassArea, ParcelUnits, RollChanges, UnitsChange
from gis.proposals.judging import ACCURACY
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.development import KIND_WORDS
from gis.proposals.runoff.judging import Found
from gis.proposals.runoff.roll import ParcelKey, RollFound, eru_roll
from gis.rules.stormwater.assigning import said_when_lower
from gis.rules.stormwater.units import count_of_units, sqft
from gis.rules.words import all_listed, dollars

_NOTHING = Fraction(0)
_LEAST_SQFT = Fraction(1)
"""Two measures of the same surface may differ by less."""


def roll_changes(
    on_file: LayersOnFile, before: RunoffAsked, after: RunoffAsked, progress: Progress = silent
) -> RollChanges:
    """Compare the rolls of two days, with a reason for each change of units or bill.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers, with the editions of both days.
    before, after : RunoffAsked
        The same question on two days.
    progress : callable
        Told what is being done.

    Returns
    -------
    RollChanges
        Parcels in the order of ids and counties; those that changed only in what has no bearing are counted.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities were on file on one of the days.
    """
    old, new = eru_roll(on_file, before, progress), eru_roll(on_file, after, progress)
    line = None
    if old.parcels.edition != new.parcels.edition:
        progress("following parcels through splits and merges")
        line = _lineage(old, new)
    keys = sorted({*old.found, *new.found}, key=lambda key: (key[0], key[1] or ""))
    told = [each for key in keys if (each := _change(key, old, new, line)) is not None]
    return RollChanges(
        townline=__version__,
        ordinance=after.ordinance.id,
        before=before.asked.date,
        after=after.asked.date,
        sums_before=old.roll.sums,
        sums_after=new.roll.sums,
        changes=tuple(told),
        unchanged=len(keys) - len(told),
        notes=tuple(dict.fromkeys((*new.roll.notes, *old.roll.notes))),
    )


def _lineage(old: RollFound, new: RollFound) -> Lineage:
    """Return what became of the parcels of the earlier edition that lie where the utility does."""
    sides: dict[str, Layer] = {"old": old.parcels, "new": new.parcels}
    default_ft = load_law().parameters(new.roll.date).number(ACCURACY)
    accuracy_ft = LayerSet(old.parcels.frame, sides, default_ft).accuracy_ft("old", "new", with_boundary=False)
    return lineage(difference(old.parcels, new.parcels, accuracy_ft))


def _change(key: ParcelKey, old: RollFound, new: RollFound, line: Lineage | None) -> UnitsChange | None:
    before, after = old.found.get(key), new.found.get(key)
    was, now = (None if each is None else each.parcel for each in (before, after))
    due_before, due_after = _due(was), _due(now)
    units_before, units_after = (None if each is None else each.units for each in (was, now))
    if was is not None and now is not None:
        if (units_before, due_before, was.standing) == (units_after, due_after, now.standing):
            return None
        reasons = [*_divided(key, was, now, line), *_reasons(was, now, before, after)]
    elif now is not None:
        reasons = [_new(key, old, line)]
    else:
        reasons = [_gone(key, new, line)]
    return UnitsChange(
        parcel_id=key[0],
        county=key[1],
        units_before=units_before,
        units_after=units_after,
        due_before=due_before,
        due_after=due_after,
        reasons=tuple(reasons),
    )


def _divided(key: ParcelKey, was: ParcelUnits, now: ParcelUnits, line: Lineage | None) -> Iterator[str]:
    """Tell of a lot that keeps its number and yet gave land away, or took some."""
    if line is None or abs(was.measured.lot_sqft - now.measured.lot_sqft) < _LEAST_SQFT:
        return
    names = _names(key)
    gave = [each.new_id for each in _children(key, line) if each.share_of_old and each.new_id not in names]
    took = [each.old_id for each in _parents(key, line) if each.share_of_new and each.old_id not in names]
    if gave:
        yield f"Land of it became part of {all_listed(gave)}."
    if took:
        yield f"It took land of {all_listed(took)}."


def _due(parcel: ParcelUnits | None) -> Fraction | None:
    return None if parcel is None or parcel.bill is None else parcel.bill.due


def _reasons(was: ParcelUnits, now: ParcelUnits, before: Found | None, after: Found | None) -> Iterator[str]:
    told = [
        *_place_changed(was, now),
        *_kind_changed(was, now),
        *_lot_changed(was, now),
        *_surface_changed(was, now),
        *_rule_changed(was, now),
        *_bill_changed(was.bill, now.bill),
    ]
    yield from told or ["What is known of the parcel changed; compare both explanations with --parcel."]
    if before is not None and after is not None and before.assigned is not None and after.assigned is not None:
        lower = said_when_lower(before.assigned, after.assigned)
        if lower:
            yield lower


def _place_changed(was: ParcelUnits, now: ParcelUnits) -> Iterator[str]:
    if (was.standing == "outside") != (now.standing == "outside") or _place(was) != _place(now):
        yield f"Its place in the utility changed. Before: {was.membership_says} Now: {now.membership_says}"


def _place(parcel: ParcelUnits) -> object:
    return None if parcel.membership is None else parcel.membership.answer


def _kind_changed(was: ParcelUnits, now: ParcelUnits) -> Iterator[str]:
    if was.development != now.development:
        kinds = f"from {KIND_WORDS[was.development]} to {KIND_WORDS[now.development]}"
        yield f"What stands on it changed {kinds}: {now.development_says}"


def _lot_changed(was: ParcelUnits, now: ParcelUnits) -> Iterator[str]:
    lots = was.measured.lot_sqft, now.measured.lot_sqft
    if abs(lots[0] - lots[1]) >= _LEAST_SQFT:
        yield f"The lot changed from {sqft(lots[0])} to {sqft(lots[1])}."


def _surface_changed(was: ParcelUnits, now: ParcelUnits) -> Iterator[str]:
    areas = was.measured.impervious_sqft.value, now.measured.impervious_sqft.value
    if abs(areas[1] - areas[0]) >= _LEAST_SQFT:
        verb = "grew" if areas[1] > areas[0] else "shrank"
        classes = all_listed([*_by_class(was.measured.surfaces, now.measured.surfaces)])
        yield f"The impervious surface {verb} from {sqft(areas[0])} to {sqft(areas[1])}{classes and f': {classes}'}."
    unknown = was.measured.unknown_sqft, now.measured.unknown_sqft
    if abs(unknown[1] - unknown[0]) >= _LEAST_SQFT:
        yield f"Land of which nobody can tell went from {sqft(unknown[0])} to {sqft(unknown[1])}."


def _by_class(old: tuple[ClassArea, ...], new: tuple[ClassArea, ...]) -> Iterator[str]:
    before, after = ({each.surface: each.area_sqft for each in classes} for classes in (old, new))
    for name in sorted({*before, *after}):
        change = after.get(name, _NOTHING) - before.get(name, _NOTHING)
        if abs(change) >= _LEAST_SQFT:
            yield f"{sqft(abs(change))} {'more' if change > 0 else 'less'} of {name}"


def _rule_changed(was: ParcelUnits, now: ParcelUnits) -> Iterator[str]:
    if was.finding is None or now.finding is None:
        return
    old, new = ({each.name: each for each in parcel.parameters} for parcel in (was.finding, now.finding))
    for name in sorted({*old} & {*new}):
        if old[name].value != new[name].value:
            yield f"The ordinance changed {name} from {_value(old[name])} to {_value(new[name])}."
    if was.finding.rule != now.finding.rule:
        rules = f"{was.finding.citation}, before and {now.finding.citation}, now"
        yield f"It is judged by another rule, {rules}. {now.why}"
    elif was.finding.state != now.finding.state:
        yield f"Before: {was.finding.because} Now: {now.finding.because}"


def _value(each: ParameterUse) -> str:
    return f"{each.value} {each.unit}" if each.unit != "choice" else str(each.value)


def _bill_changed(was: Bill | None, now: Bill | None) -> Iterator[str]:
    if was is None or now is None:
        return
    if was.rate != now.rate:
        yield f"The rate changed from {dollars(was.rate)} to {dollars(now.rate)} a unit."
    had, has = ({each.name for each in bill.credits} for bill in (was, now))
    if had != has:
        ended, given = (all_listed(sorted(each)) for each in (had - has, has - had))
        yield f"Credits changed{given and f'; given: {given}'}{ended and f'; ended: {ended}'}."


def _new(key: ParcelKey, old: RollFound, line: Lineage | None) -> str:
    named = [each.old_id for each in _parents(key, line) if each.share_of_old]
    if not named:
        return "It is new on the roll, and no parcel of the earlier roll has its land."
    units = all_listed([f"{each}{_units_of(each, old)}" for each in named])
    return f"It was made of {units}." if len(named) > 1 else f"It was split from {units}."


def _gone(key: ParcelKey, new: RollFound, line: Lineage | None) -> str:
    named = [each.new_id for each in _children(key, line) if each.share_of_new]
    if not named:
        return "It is no longer on the roll, and no parcel of the roll of now has its land."
    units = all_listed([f"{each}{_units_of(each, new)}" for each in named])
    return f"It was split into {units}." if len(named) > 1 else f"It became part of {units}."


def _parents(key: ParcelKey, line: Lineage | None) -> tuple[Descent, ...]:
    found = (line.parents(name) for name in _names(key)) if line is not None else ()
    return next((each for each in found if each), ())


def _children(key: ParcelKey, line: Lineage | None) -> tuple[Descent, ...]:
    found = (line.children(name) for name in _names(key)) if line is not None else ()
    return next((each for each in found if each), ())


def _names(key: ParcelKey) -> tuple[str, ...]:
    """Return the names by which a lineage may know a parcel: with its county, where numbers of several are on file."""
    return (key[0],) if key[1] is None else (f"{key[0]}, {key[1]}", key[0])


def _units_of(name: str, roll: RollFound) -> str:
    found = next((each.parcel for key, each in roll.found.items() if name in _names(key)), None)
    if found is None or found.units is None:
        return ""
    return f" ({count_of_units(found.units)})"
