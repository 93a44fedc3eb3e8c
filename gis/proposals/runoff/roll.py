"""Which units and bill has every parcel of a stormwater utility, and which rate covers its budget?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gis import __version__
from gis.law.parameters import Parameters, parameters_hash
from gis.layers.layer import Layer
from gis.layers.progress import Progress, silent, without_collection
from gis.model.facts.stormwater import StormwaterChargeFacts
from gis.model.runoff import ParcelUnits, Roll, Sums
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.area import RunoffArea, surveyed
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.citing import Citing
from gis.proposals.runoff.descent import ParcelKey
from gis.proposals.runoff.judging import Found, Judging, possible_units
from gis.rules.registry import RULES, judge
from gis.rules.stormwater.low_density import has_rule
from gis.rules.stormwater.rate import rate_needed, revenue
from gis.rules.words import all_listed

_RULES, _LOW = ("MUK-10", "MUK-11", "MUK-14", "MUK-15"), "MUK-12"
_BILLS = "eru_bills_a_year"
_NOTHING, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, eq=False)
class RollFound:
    """A roll, and what a map or a comparison needs beside it.

    Attributes
    ----------
    roll : Roll
        The answer.
    found : mapping of ParcelKey to Found
        What the rules said of each parcel.
    shapes : object array
        Shape of each parcel of the roll, in its order, in the state's frame.
    area : RunoffArea
        What was looked at.
    """

    roll: Roll
    found: Mapping[ParcelKey, Found]
    shapes: npt.NDArray[np.object_]
    area: RunoffArea

    @property
    def parcels(self) -> Layer:
        """The layer of parcels that was looked at."""
        return self.area.layers.layers["parcels"]

    @property
    def parameters(self) -> Parameters:
        """The law on the day, with the ordinance's own values."""
        return self.area.run.parameters


def eru_roll(on_file: LayersOnFile, run: RunoffAsked, progress: Progress = silent) -> RollFound:
    """Assign units to every parcel of a stormwater utility, bill them, and add them up.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    run : RunoffAsked
        Day, ordinance, register, rate and budget.
    progress : callable
        Told what is being done.

    Returns
    -------
    RollFound
        Each parcel once, in the order of ids and counties. Where a utility district is on file the roll holds the
        parcels with land in it; else those of the ordinance's municipality.

    Raises
    ------
    EditionMissing
        No parcels or no municipalities are on file.
    OptionInvalid
        No ordinance is named.
    LawUnknown, OrdinanceNotInForce
        The ordinance is not on file, or not in force.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (1)-(2), and the annual resolution.
    """
    with without_collection():
        area = surveyed(on_file, run, progress=progress)
        judging = Judging(area)
        progress(f"assigning units to {len(area.rows):,} parcels")
        found = [judging.found(position) for position in range(len(area.rows))]
        parcels = tuple(each.parcel for each in found)
        roll = Roll(
            townline=__version__,
            date=run.asked.date,
            ordinance=run.ordinance.id,
            ordinance_title=run.ordinance.title,
            bills_a_year=run.parameters.whole(_BILLS),
            rules=rules_used(area),
            parameters_hash=hash_of_law(area),
            editions=area.editions(),
            register_hash=register_hash(area),
            parcels=parcels,
            sums=_sums(area, parcels),
            notes=tuple(notes_of(area)),
        )
    keyed = {(each.parcel.parcel_id, each.parcel.county): each for each in found}
    return RollFound(roll, keyed, area.layers.layers["parcels"].geometries[area.rows], area)


def rules_used(area: RunoffArea) -> dict[str, str]:
    """Return the versions of the rules that judge, by rule."""
    low = (_LOW,) if has_rule(area.run.parameters) else ()
    return {rule: RULES[rule].version for rule in sorted((*_RULES, *low))}


def hash_of_law(area: RunoffArea) -> str:
    """Return the hash of the law under the ordinance."""
    return parameters_hash(area.run.asked.ordinances.law_under(area.run.ordinance))


def register_hash(area: RunoffArea) -> str | None:
    """Return the hash of the register; null without one."""
    return None if area.run.asked.register is None else area.run.asked.register.hash


def notes_of(area: RunoffArea) -> Iterator[str]:
    """Yield what every answer must say of ordinance, layers and register."""
    yield from area.run.ordinance.notes
    yield from area.layers.notes
    yield from later_notes(area.run.asked.register, area.run.asked.date)
    yield from area.now.areas.notes
    if area.district is None:
        named = area.run.ordinance.utility_district
        what = "No utility district is on file" if named is None else f"The {named} is not among the districts on file"
        yield f"{what}: the limits of the municipality are taken in its place."
    elif area.outside:
        yield f"Parcels of the municipality outside the {area.district.name}, which are not charged: {area.outside:,}."
    yield from area.doubts
    unused = sorted({*area.measuring.policy.allocations} - {*area.now.policy.allocations})
    if unused:
        yield f"Shared surfaces of which they or their parcels are not looked at: {all_listed(unused)}; not divided."
    if area.before.note:
        yield area.before.note
    if "buildings" not in area.layers.layers:
        yield "No buildings are on file: the kind of development is unknown where nobody entered it."
    if area.run.asked.register is None:
        yield "No register was given; kinds, credits, rates and appeals that people established are not known."


def _sums(area: RunoffArea, parcels: Sequence[ParcelUnits]) -> Sums:
    standing = Counter(parcel.standing for parcel in parcels)
    total = sum((parcel.units_bearing or _NOTHING for parcel in parcels), start=_NOTHING)
    paying = sum((parcel.units_paying or _NOTHING for parcel in parcels), start=_NOTHING)
    open_units = [possible_units(parcel) for parcel in parcels if parcel.standing == "open"]
    known = [each for each in open_units if each is not None]
    bills = [parcel.bill for parcel in parcels if parcel.bill is not None]
    (rate, rate_says), budget = area.rate, area.run.budget
    finding = None
    if rate is not None:
        facts = StormwaterChargeFacts(
            in_utility_district=True, units=_ONE, rate=rate, budget=budget, total_units=paying
        )
        finding = Citing(area.run).finding(judge("MUK-14", facts, area.run.parameters))
    return Sums(
        parcels=len(parcels),
        assigned=standing["assigned"],
        open=standing["open"],
        outside=standing["outside"],
        same_ground=sum(parcel.shares_ground_with is not None for parcel in parcels),
        could_differ=sum(parcel.could_differ for parcel in parcels),
        total_units=total,
        open_fewest=sum((fewest for fewest, _ in known), start=_NOTHING),
        open_most=sum((most for _, most in known), start=_NOTHING),
        open_unknown=len(open_units) - len(known),
        rate=rate,
        rate_says=rate_says,
        revenue=None if rate is None else revenue(rate, total),
        credits=sum((each.taken_off for bill in bills for each in bill.credits), start=_NOTHING),
        billed=None if rate is None else sum((bill.due for bill in bills), start=_NOTHING),
        budget=budget,
        rate_needed=None if budget is None else rate_needed(budget, paying),
        finding=finding,
    )
