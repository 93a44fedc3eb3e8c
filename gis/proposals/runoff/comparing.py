"""Which parcels have other units or another bill than on an earlier day, and why: surface, lot, rule or rate?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from gis import __version__
from gis.layers.lineage.lineage import Lineage
from gis.layers.progress import Progress, silent
from gis.model.facts.stormwater import NewConstructionFacts
from gis.model.finding import Finding, ParameterUse
from gis.model.runoff import Bill, ClassArea, ParcelUnits, RollChanges, UnitsChange
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.descent import ParcelKey, children, line_between, names_of, parents
from gis.proposals.runoff.development import KIND_WORDS
from gis.proposals.runoff.judging import Found
from gis.proposals.runoff.roll import RollFound, eru_roll
from gis.rules.registry import judge
from gis.rules.stormwater.assigning import said_when_lower
from gis.rules.stormwater.units import count_of_units, sqft
from gis.rules.words import all_listed, dollars

_BY_AREA, _CONSTRUCTION = "MUK-11", "MUK-13"
_MEASURED = frozenset({"polygons", "raster", "register"})
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
        line = line_between(new.area.layers, old.parcels, new.parcels)
    keys = sorted({*old.found, *new.found}, key=lambda key: (key[0], key[1] or ""))
    then = _areas_then(old, new, line)
    told = [each for key in keys if (each := _change(key, old, new, line, then)) is not None]
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


def _areas_then(old: RollFound, new: RollFound, line: Lineage | None) -> dict[ParcelKey, Fraction | None]:
    """Return the surface of the earlier day within the lots of now, of lots that are others now; null is unknown."""
    if line is None:
        return {}
    moved = [
        position
        for position, parcel in enumerate(new.roll.parcels)
        if not _is_same_lot(old.found.get((parcel.parcel_id, parcel.county)), parcel)
    ]
    if not moved:
        return {}
    area, parcels = new.area, new.parcels
    lots = replace(parcels, table=parcels.table.iloc[area.rows[moved]].reset_index(drop=True))
    layers = replace(area.layers, layers={**area.layers.layers, "parcels": lots})
    land = area.measuring.then(layers, old.roll.date)
    return {
        (new.roll.parcels[position].parcel_id, new.roll.parcels[position].county): land.total_sqft(
            int(land.areas.ground_of[i])
        )
        for i, position in enumerate(moved)
    }


def _is_same_lot(was: Found | None, now: ParcelUnits) -> bool:
    return was is not None and abs(was.parcel.measured.lot_sqft - now.measured.lot_sqft) < _LEAST_SQFT


def _change(
    key: ParcelKey,
    old: RollFound,
    new: RollFound,
    line: Lineage | None,
    then: Mapping[ParcelKey, Fraction | None],
) -> UnitsChange | None:
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
    before_sqft = None if now is None else then[key] if key in then else _area_of(was)
    construction = None
    if now is not None and (was is None or (was.finding is not None and was.finding.rule == _BY_AREA)):
        construction = _construction(now, before_sqft, new)
    if construction is not None:
        reasons.append(f"{construction.rule} ({construction.citation}): {construction.because}")
    return UnitsChange(
        parcel_id=key[0],
        county=key[1],
        units_before=units_before,
        units_after=units_after,
        due_before=due_before,
        due_after=due_after,
        reasons=tuple(reasons),
        impervious_before_sqft=before_sqft,
        impervious_after_sqft=_area_of(now),
        construction=construction,
    )


def _area_of(parcel: ParcelUnits | None) -> Fraction | None:
    """Return the surface of a parcel; null where some of its land is unknown."""
    if parcel is None or parcel.measured.unknown_sqft or parcel.measured.basis not in _MEASURED:
        return None
    return parcel.measured.impervious_sqft.value


def _construction(now: ParcelUnits, before_sqft: Fraction | None, new: RollFound) -> Finding | None:
    """Judge MUK-13 of a parcel that goes by its area: what is seen on the day is completed."""
    after_sqft = _area_of(now)
    if now.finding is None or now.finding.rule != _BY_AREA or before_sqft is None or after_sqft is None:
        return None
    more = after_sqft - before_sqft
    if abs(more) < _LEAST_SQFT:
        return None
    facts = NewConstructionFacts(
        impervious_before_sqft=before_sqft,
        added_sqft=max(more, _NOTHING),
        removed_sqft=max(-more, _NOTHING),
        completed=True,
        tiers=new.area.policy.tiers or None,
    )
    return replace(judge(_CONSTRUCTION, facts, new.parameters), subject=now.parcel_id)


def _divided(key: ParcelKey, was: ParcelUnits, now: ParcelUnits, line: Lineage | None) -> Iterator[str]:
    """Tell of a lot that keeps its number and yet gave land away, or took some."""
    if line is None or abs(was.measured.lot_sqft - now.measured.lot_sqft) < _LEAST_SQFT:
        return
    names = names_of(key)
    gave = [each.new_id for each in children(key, line) if each.share_of_old and each.new_id not in names]
    took = [each.old_id for each in parents(key, line) if each.share_of_new and each.old_id not in names]
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
    named = [each.old_id for each in parents(key, line) if each.share_of_old]
    if not named:
        return "It is new on the roll, and no parcel of the earlier roll has its land."
    units = all_listed([f"{each}{_units_of(each, old)}" for each in named])
    return f"It was made of {units}." if len(named) > 1 else f"It was split from {units}."


def _gone(key: ParcelKey, new: RollFound, line: Lineage | None) -> str:
    named = [each.new_id for each in children(key, line) if each.share_of_new]
    if not named:
        return "It is no longer on the roll, and no parcel of the roll of now has its land."
    units = all_listed([f"{each}{_units_of(each, new)}" for each in named])
    return f"It was split into {units}." if len(named) > 1 else f"It became part of {units}."


def _units_of(name: str, roll: RollFound) -> str:
    found = next((each.parcel for key, each in roll.found.items() if name in names_of(key)), None)
    if found is None or found.units is None:
        return ""
    return f" ({count_of_units(found.units)})"
