"""What does a new user of a private lateral pay to its installer: CKSD-14, CKSD Sewer Use Ordinance ch. IV(8).

The text names time and footage and gives no formula, so the rule never answers with an amount. A policy that the
district adopted is shown as what it is, with its arithmetic.
"""

from __future__ import annotations

from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import FootageAndYears, SharedLateralFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_more_than_whole, refuse_negative, refuse_parts_of_cent
from gis.rules.rounding import cents_half_up
from gis.rules.words import count_of, dollars, quantity, sentence

ID = "CKSD-14"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. IV(8)"
QUESTION = "What does the new user pay to the installer?"

_NOTHING = Fraction(0)


def judge(facts: SharedLateralFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say that the text gives no formula, and show the policy that the district adopted, where there is one.

    Parameters
    ----------
    facts
        The policy in the district's words, the cost of the lateral (dollars), and the policy's numbers where it is one
        of footage and years.
    parameters
        The ordinance on the date of the new connection; no number of it is used.

    Returns
    -------
    Finding
        `undetermined` without answer, always. What the policy gives is a note.

    Raises
    ------
    FactsInvalid
        The cost or a number of the policy is negative, the cost has parts of a cent, the lateral has no length, no
        user or no life, or more of it is shared than there is.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. IV(8): a prorata share "under a system based upon time factors and lineal footage".
    """
    _refuse_impossible(facts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.UNDETERMINED,
        answer=None,
        measures={},
        readings={},
        because=sentence(
            [
                "the new user pays a prorata share by time and lineal footage",
                "the ordinance gives no formula for it, so the amount is for the district and the two users to settle",
            ]
        ),
        notes=_policy_shown(facts),
    )


def _policy_shown(facts: SharedLateralFacts) -> tuple[str, ...]:
    if facts.policy is None:
        return ()
    named = f'The district\'s policy is stated as "{facts.policy}"; it is not the rule of the ordinance.'
    if facts.installed_cost is None or facts.footage_and_years is None:
        return (named,)
    return (named, _arithmetic(facts.installed_cost, facts.footage_and_years))


def _arithmetic(cost: Fraction, by: FootageAndYears) -> str:
    left_years = max(_NOTHING, by.years_of_life - by.years_since)
    share = cost / by.total_ft * by.shared_ft / by.users * left_years / by.years_of_life
    feet = f"{quantity(by.shared_ft, 3)} of {quantity(by.total_ft, 3)} ft shared"
    users = count_of(by.users, "user")
    years = f"{quantity(left_years, 3)} of {quantity(by.years_of_life, 3)} years left"
    return (
        f"By that policy the new user would pay {dollars(cents_half_up(share))}: {dollars(cost)} for {feet}, among "
        f"{users}, with {years}."
    )


def _refuse_impossible(facts: SharedLateralFacts) -> None:
    refuse_parts_of_cent("installed_cost", facts.installed_cost)
    by = facts.footage_and_years
    if by is None:
        return
    path = "footage_and_years"
    refuse_negative((f"{path}.{name}", getattr(by, name)) for name in ("shared_ft", "years_since"))
    for name in ("total_ft", "users", "years_of_life"):
        value = Fraction(getattr(by, name))
        if value <= 0:
            raise FactsInvalid(
                what=f"The policy divides by {quantity(value, 4)}.",
                where=f"facts.{path}.{name}",
                why="A lateral has a length, at least one user and a life over which its cost is written down.",
                next="Give a number above nothing, or leave the policy's numbers out.",
            )
    refuse_more_than_whole(f"{path}.shared_ft", by.shared_ft, by.total_ft, "ft")
