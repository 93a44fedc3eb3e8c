"""What is one parcel charged for its runoff, why, what would change it, and what of an owner's other figure?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from gis import __version__
from gis.errors import OptionInvalid
from gis.model.runoff import Appeal, ParcelRunoff, ParcelUnits
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.area import surveyed
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.explaining import parcel_said
from gis.proposals.runoff.judging import Judging
from gis.proposals.runoff.roll import hash_of_law, notes_of, register_hash, rules_used
from gis.rules.stormwater.units import count_of_units, sqft
from gis.rules.words import day_words, dollars

_DECIDED = {
    "granted": "The appeal was granted",
    "granted_in_part": "The appeal was granted in part",
    "denied": "The appeal was denied",
}


@dataclass(frozen=True, slots=True)
class Disputed:
    """What an owner says of the impervious area of a parcel, and what supports it."""

    owner_sqft: Fraction
    evidence: str | None = None


def parcel_runoff(
    on_file: LayersOnFile,
    run: RunoffAsked,
    parcel_id: str,
    county: str | None = None,
    disputed: Disputed | None = None,
) -> ParcelRunoff:
    """Explain the units and the bill of one parcel.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers; only what lies within a mile of the parcel is looked at.
    run : RunoffAsked
        Day, ordinance, register and rate.
    parcel_id : str
        Number of the parcel, as the roll has it.
    county : str, optional
        Its county, where two have parcels of that number.
    disputed : Disputed, optional
        The owner's figure, told beside the measured one with what it would change.

    Raises
    ------
    OptionInvalid
        No parcel on file has that number, or parcels of several counties have it; or an appeal is about a parcel that
        has no units of its own, or names more surface than the lot has room for.
    EditionMissing
        No parcels or no municipalities are on file.
    """
    area = surveyed(on_file, run, (parcel_id, county))
    judging = Judging(area, in_full=True)
    found = judging.found(0)
    more = () if found.assigned is None else found.assigned.beside
    parcel = replace(found.parcel, more=tuple(replace(each, subject=parcel_id) for each in more))
    return ParcelRunoff(
        townline=__version__,
        date=run.asked.date,
        ordinance_title=run.ordinance.title,
        parcel=parcel,
        said=parcel_said(judging, 0, parcel),
        appeal=None if disputed is None else _appeal(judging, parcel, disputed),
        rules=rules_used(area),
        parameters_hash=hash_of_law(area),
        editions=area.editions(),
        register_hash=register_hash(area),
        notes=tuple(dict.fromkeys((*parcel.notes, *notes_of(area)))),
    )


def _appeal(judging: Judging, parcel: ParcelUnits, disputed: Disputed) -> Appeal:
    if parcel.finding is None:
        raise OptionInvalid(
            what=f"Parcel {parcel.parcel_id} has no units to appeal against.",
            where="the option --appeal-sqft",
            why=parcel.why,
            next="Ask about the parcel without it.",
        )
    room = max(parcel.measured.lot_sqft, parcel.measured.impervious_sqft.high)
    if disputed.owner_sqft > room:
        raise OptionInvalid(
            what=f"{sqft(disputed.owner_sqft)} is more than the parcel has room for.",
            where="the option --appeal-sqft",
            why=f"The lot of {parcel.parcel_id} has {sqft(parcel.measured.lot_sqft)}.",
            next="Give the impervious area that the owner states, in square feet.",
        )
    told, measured, units = judging.lots.told(0), parcel.measured.impervious_sqft, parcel.units
    if told.found_sqft is not None:
        # The decision goes before the map in the roll; the appeal was against the map.
        measured = judging.area.now.areas.interval_sqft(judging.lots.ground_row(0))
        units, _ = judging.would_have(0, measured.value)
    ours = judging.bill(units, 0)
    by_owner, because = judging.would_have(0, disputed.owner_sqft)
    bill = judging.bill(by_owner, 0)
    appeal = Appeal(
        owner_sqft=disputed.owner_sqft,
        measured_sqft=measured.value,
        difference_sqft=disputed.owner_sqft - measured.value,
        within_accuracy=measured.low <= disputed.owner_sqft <= measured.high,
        units_measured=units,
        units_by_owner=by_owner,
        due_measured=None if ours is None else ours.due,
        due_by_owner=None if bill is None else bill.due,
        evidence=disputed.evidence,
        decided=told.decided,
        decided_on=told.decided_on,
        found_sqft=told.found_sqft,
        says=(),
    )
    return replace(appeal, says=tuple(_said(appeal, because)))


def _said(appeal: Appeal, because: str) -> list[str]:
    away = abs(appeal.difference_sqft)
    less = "less" if appeal.difference_sqft < 0 else "more"
    differs = f", {sqft(away)} {less}" if away else ", the same"
    said = [f"The owner says {sqft(appeal.owner_sqft)}; here are {sqft(appeal.measured_sqft)}{differs}."]
    within = "lies within" if appeal.within_accuracy else "lies beyond"
    said.append(f"The owner's figure {within} the accuracy of the measure.")
    ours, theirs = appeal.units_measured, appeal.units_by_owner
    if theirs is None:
        said.append(f"By the owner's figure the units would be open: {because}")
    elif ours == theirs:
        said.append(f"Either way the parcel has {count_of_units(theirs)}: the appeal would change nothing.")
    else:
        before = "units that are open" if ours is None else count_of_units(ours)
        said.append(f"By the owner's figure it would have {count_of_units(theirs)} in place of {before}: {because}")
    if appeal.due_measured is not None and appeal.due_by_owner is not None and ours != theirs:
        said.append(f"A bill would be {dollars(appeal.due_by_owner)} in place of {dollars(appeal.due_measured)}.")
    said.append("No evidence is stated." if appeal.evidence is None else f"Evidence: {appeal.evidence}")
    if appeal.decided is None or appeal.decided_on is None:
        said.append("The register has no decision on an appeal.")
    else:
        area = "" if appeal.found_sqft is None else f" and {sqft(appeal.found_sqft)} found"
        said.append(f"{_DECIDED[appeal.decided]} on {day_words(appeal.decided_on)}{area}.")
    return said
