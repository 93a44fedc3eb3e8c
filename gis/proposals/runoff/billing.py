"""What is the bill of a parcel's units: rate, credits, and its arithmetic in a sentence?"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from gis.model.facts.stormwater import StormwaterChargeFacts
from gis.model.runoff import Bill, CreditGiven
from gis.model.stormwater_policy import CreditStep, StormwaterPolicy
from gis.proposals.runoff.area import RunoffArea
from gis.proposals.runoff.stacked import SharedGround
from gis.proposals.runoff.stated import CreditStated, StatedRunoff
from gis.rules.registry import judge
from gis.rules.stormwater.credits import credited, credited_charge, half_up
from gis.rules.words import dollars

_CHARGE = "MUK-14"


@dataclass(frozen=True, eq=False)
class Billing:
    """The rate and the credits of a utility; bills of the same units and credits are made once."""

    area: RunoffArea
    _bills: dict[tuple[Fraction, Fraction | None, tuple[tuple[CreditStep, CreditStated], ...]], Bill] = field(
        default_factory=dict, repr=False
    )

    def bearing(self, units: Fraction | None, told: StatedRunoff) -> Fraction | None:
        """Return the units that bear the budget; null where a parcel has none that are known."""
        policy = self.area.policy
        if units is None or policy.credits_on != "units":
            return units
        return self.paying(units, told)

    def paying(self, units: Fraction | None, told: StatedRunoff) -> Fraction | None:
        """Return the units that bills are paid for: after credits, be they taken off units or off the charge."""
        policy = self.area.policy
        return None if units is None else credited(units, credits_given(policy, told), policy).left

    def bill(self, units: Fraction | None, told: StatedRunoff, ground: SharedGround | None = None) -> Bill | None:
        """Return the bill of a parcel; null without units or without a rate.

        Those of the parcels on one ground are whole cents that sum to the charge of the ground.
        """
        rate, _ = self.area.rate
        if units is None or rate is None:
            return None
        policy = self.area.policy
        given = credits_given(policy, told)
        by_whom = tuple((each, told.credits[each.name.casefold()]) for each in given)
        share = None
        if ground is not None and ground.portion:
            share = ground.share_of_charge(half_up(units / ground.portion * rate))
        bill = self._bills.get((units, share, by_whom))
        if bill is None:
            charged = credited_charge(units, rate, given, policy, share)
            facts = StormwaterChargeFacts(in_utility_district=True, units=units, rate=rate)
            says = judge(_CHARGE, facts, self.area.run.parameters).because
            known = {step.name: (step.conditions, stated.date, stated.line or None) for step, stated in by_whom}
            lines = tuple(
                CreditGiven(each.name, each.source, each.taken_off, *known[each.name]) for each in charged.lines
            )
            if charged.whole != half_up(units * rate):
                says += f" Bills of one ground sum to its charge in whole cents; this one is {dollars(charged.whole)}."
            bill = Bill(units, rate, charged.whole, lines, charged.left, says)
            self._bills[units, share, by_whom] = bill
        return bill


def credits_given(policy: StormwaterPolicy, told: StatedRunoff) -> tuple[CreditStep, ...]:
    """Return the credits that the register gives a parcel."""
    stated = ((each, told.credits.get(each.name.casefold())) for each in policy.credits)
    return tuple(each for each, found in stated if found is not None and found.holds)
