"""Does a parcel keep one runoff unit as existing low-density development: MUK-12, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.stormwater import LowDensityFacts
from gis.model.finding import Finding, Margin, ParameterUse, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.units import (
    UNIT,
    UnitFormula,
    count_of_units,
    refuse_beyond,
    refuse_tiers,
    sqft,
    unit_formula,
)
from gis.rules.words import are_not_known, day_words, not_known, quantity, sentence, used

ID = "MUK-12"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, stormwater charges (2)(c)"
QUESTION = "Does the parcel keep one runoff unit as existing low-density development?"

_PORTION = "eru_low_density_portion"
_UNITS, _DATE = "eru_low_density_units", "eru_low_density_date"
_PERCENT, _FINEST = 100, 9
_READINGS = {
    "keeps_one": "Only additional surfaces end the low density, so a lot made smaller without any keeps it.",
    "recomputed": "The share decides, however it came to exceed the limit, so the formula holds.",
}


def judge(facts: LowDensityFacts, parameters: Parameters) -> Finding:
    """Say whether a parcel keeps the unit of existing low-density development.

    Parameters
    ----------
    facts
        Lot and impervious area on the qualifying date and now, square feet, and whether surfaces were added since.
    parameters
        The law on the date of the assignment.

    Returns
    -------
    Finding
        `pass` with the unit kept; `fail` with the formula's units where the parcel never qualified or additions made
        it exceed the share; `undetermined` without answer where it exceeds the share only because the lot shrank;
        `needs_evidence` without answer where an area is not known and could change that. Of a lot that did not change
        and exceeds the share now, the area on the qualifying date could not.

    Raises
    ------
    FactsInvalid
        An area is negative, a lot has none, a surface exceeds its lot, or the tiers cannot stand.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (2)(c). Exactly the share does not qualify, and does not end
    the unit of a parcel that did.
    """
    _refuse_impossible(facts)
    formula = unit_formula(parameters)
    most, since, kept, uses = parameters.once(_of_law)
    lot = _lot(facts, most, since)
    by_formula = formula.units_or_null(facts.impervious_now_sqft, facts.tiers)
    state = lot.state
    units = {State.PASS: kept, State.FAIL: by_formula}.get(state)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=number_or_null(units),
        answer_unit=UNIT,
        measures={
            "qualified_2004": lot.qualified,
            "share_2004": number_or_null(lot.share_then),
            "share_now": number_or_null(lot.share_now),
            "units_by_formula": number_or_null(by_formula),
            "surfaces_added": lot.added,
        },
        readings=_readings(kept, by_formula) if state is State.UNDETERMINED else {},
        because=sentence(_said(lot, kept, formula)),
        parameters=uses,
        margin=None if lot.share_now is None else _margin(lot.share_now, lot.portion),
        notes=tuple(_notes(lot)),
    )


def _of_law(parameters: Parameters) -> tuple[Fraction, dt.date, Fraction, tuple[ParameterUse, ...]]:
    """Return the share, the qualifying date, the units that are kept, and all that the finding used of the law."""
    uses = (*(used(parameters.get(name)) for name in (_UNITS, _PORTION, _DATE)), *unit_formula(parameters).uses)
    return portion(parameters), parameters.day(_DATE), kept_units(parameters), uses


def has_rule(parameters: Parameters) -> bool:
    """Return whether the ordinance has a rule for low density at all."""
    return portion(parameters) > 0


def portion(parameters: Parameters) -> Fraction:
    """Return the part of a lot up to which low density holds; 0 where the ordinance has no such rule."""
    return parameters.number(_PORTION)


def kept_units(parameters: Parameters) -> Fraction:
    """Return the units that an existing low-density parcel keeps."""
    return unit_formula(parameters).at_most(parameters.number(_UNITS))


@dataclass(frozen=True, slots=True)
class _Lot:
    """The parcel on the qualifying date and now; null is not known."""

    facts: LowDensityFacts
    portion: Fraction
    since: dt.date
    then_sqft: Fraction | None
    """Lot area on the qualifying date."""
    share_then: Fraction | None
    share_now: Fraction | None
    added: bool | None

    @property
    def qualified(self) -> bool | None:
        """Whether there was some surface on the qualifying date, and less than the share."""
        if self.facts.impervious_2004_sqft == 0 or self.portion == 0:
            return False
        return None if self.share_then is None else self.share_then < self.portion

    @property
    def exceeds(self) -> bool | None:
        return None if self.share_now is None else self.share_now > self.portion

    @property
    def exceeds_whatever_it_was(self) -> bool:
        """Whether it has no unit of low density, however much surface there was on the qualifying date.

        What exceeds the share now either did not qualify then, or was added to since, unless the lot shrank.
        """
        added, same_lot = self.facts.surfaces_added, self.then_sqft == self.facts.lot_area_sqft
        return bool(self.exceeds) and (added is True or (added is None and same_lot))

    @property
    def state(self) -> State:
        """What the text says of the unit."""
        if self.qualified is False or (self.qualified is None and self.exceeds_whatever_it_was):
            return State.NEEDS_EVIDENCE if self.facts.impervious_now_sqft is None else State.FAIL
        if self.qualified is None or self.exceeds is None:
            return State.NEEDS_EVIDENCE
        if not self.exceeds:
            return State.PASS
        return State.FAIL if self.added else State.UNDETERMINED

    def share_said(self, share: Fraction | None) -> str:
        """Say a share so finely that what is near the limit is not said to be at it."""
        said, limit = (share or Fraction(0)) * _PERCENT, self.portion * _PERCENT
        decimals = next((n for n in range(1, _FINEST) if said == limit or round(said, n) != round(limit, n)), _FINEST)
        return f"{quantity(said, decimals)} percent"


def _lot(facts: LowDensityFacts, portion: Fraction, since: dt.date) -> _Lot:
    then_sqft = facts.lot_area_sqft if facts.lot_area_2004_sqft is None else facts.lot_area_2004_sqft
    then, now, added = facts.impervious_2004_sqft, facts.impervious_now_sqft, facts.surfaces_added
    if added is None and then is not None and now is not None:
        added = now > then
    return _Lot(facts, portion, since, then_sqft, _share(then, then_sqft), _share(now, facts.lot_area_sqft), added)


def _margin(share: Fraction, portion: Fraction) -> Margin:
    return Margin(measure="share_now", unit="share", value=number(share), threshold=number(portion))


def _share(part_sqft: Fraction | None, lot_sqft: Fraction | None) -> Fraction | None:
    return None if part_sqft is None or lot_sqft is None else part_sqft / lot_sqft


def _readings(kept: Fraction, by_formula: Fraction | None) -> dict[str, Reading]:
    return {
        "keeps_one": Reading(State.PASS, number_or_null(kept), _READINGS["keeps_one"]),
        "recomputed": Reading(State.FAIL, number_or_null(by_formula), _READINGS["recomputed"]),
    }


def _said(lot: _Lot, kept: Fraction, formula: UnitFormula) -> list[str]:
    now = lot.facts.impervious_now_sqft
    if lot.state is State.NEEDS_EVIDENCE or now is None:
        return [f"whether the parcel keeps its unit cannot be said, because {are_not_known(_missing(lot))}"]
    by_area = f"so the formula holds: {formula.reckoned(now, lot.facts.tiers).said()}"
    if lot.portion == 0:
        return ["the ordinance has no rule for low density", by_area]
    most, cover = lot.share_said(lot.portion), f"{sqft(now)} now cover {lot.share_said(lot.share_now)} of the parcel"
    if lot.state is State.FAIL:
        return [*_lost_said(lot, cover, most), by_area]
    if lot.state is State.PASS:
        return [_then_said(lot), f"{cover}, not more than {most}, so it keeps {count_of_units(kept)}"]
    silent = "no surface was added, and the text does not say whether a lot made smaller keeps its unit"
    return [_then_said(lot), f"{cover}, more than {most}", silent]


def _lost_said(lot: _Lot, cover: str, most: str) -> list[str]:
    if lot.qualified:
        return [_then_said(lot), f"{cover} after additions, more than {most}"]
    if lot.qualified is None:
        either = f"either it never had less than that, or it was added to since {day_words(lot.since)}"
        return [f"{cover}, more than {most}", either]
    return [_then_said(lot), f"only some surface, and less than {most}, would have qualified it as low-density"]


def _then_said(lot: _Lot) -> str:
    day, area = day_words(lot.since), lot.facts.impervious_2004_sqft
    if not area or lot.then_sqft is None:
        return f"on {day} the parcel had no impervious surface"
    return f"on {day} the parcel had {sqft(area)} on {sqft(lot.then_sqft)}, {lot.share_said(lot.share_then)}"


def _missing(lot: _Lot) -> list[str]:
    facts = lot.facts
    now = ("the impervious area now", facts.impervious_now_sqft)
    if lot.qualified is False:
        return not_known(now)
    then = (f"the impervious area on {day_words(lot.since)}", facts.impervious_2004_sqft)
    return not_known(("the lot area", facts.lot_area_sqft), then, now)


def _notes(lot: _Lot) -> list[str]:
    facts, said = lot.facts, []
    now, then = facts.impervious_now_sqft, facts.impervious_2004_sqft
    if lot.state is State.PASS and now == 0:
        said.append("No impervious surface is left; the text does not say that the unit ends with it.")
    if now is not None and then is not None and facts.surfaces_added is False and now > then:
        said.append("No surface is said to be added, and yet the area is greater than it was: check both.")
    alone = _share(then, facts.lot_area_sqft)
    if lot.qualified and lot.added and alone is not None and alone > lot.portion:
        said.append("The surfaces of the qualifying date alone exceed the share of the smaller lot that it is now.")
    return said


def _refuse_impossible(facts: LowDensityFacts) -> None:
    lots = [("lot_area_sqft", facts.lot_area_sqft), ("lot_area_2004_sqft", facts.lot_area_2004_sqft)]
    surfaces = [
        ("impervious_2004_sqft", facts.impervious_2004_sqft, facts.lot_area_2004_sqft or facts.lot_area_sqft),
        ("impervious_now_sqft", facts.impervious_now_sqft, facts.lot_area_sqft),
    ]
    refuse_negative([*lots, *((path, area) for path, area, _ in surfaces)])
    for path, area in lots:
        if area == 0:
            raise FactsInvalid(
                what="The lot has no area.",
                where=f"facts.{path}",
                why="A part of nothing is no share.",
                next="Correct it, or give null where it is not known.",
            )
    for path, area, lot in surfaces:
        refuse_beyond(path, area, lot)
    refuse_tiers(facts.tiers)
