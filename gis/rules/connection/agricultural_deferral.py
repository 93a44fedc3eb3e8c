"""Is the waiver for farmland in force, and what interest accrued: VLG-08, village connection ordinance, paragraph C."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.connection import AgriculturalDeferralFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import all_listed, are_not_known, day_words, dollars, not_known, quantity, sentence, used

ID = "VLG-08"
VERSION = "1"
CITATION = "Village connection ordinance, paragraph C"
QUESTION = "Is the waiver in force, and what interest has accrued?"

_YEARS = "village_deferral_interest_years"
_PERCENT = 100
_ANSWERS = {State.PASS: True, State.FAIL: False}
_OLD_LAW = (
    "The ordinance cites Wis. Stat. 91.15, which is out of date. Interest is taken as simple, and its rate is the "
    "village's, for the ordinance names none."
)


def judge(facts: AgriculturalDeferralFacts, parameters: Parameters) -> Finding:
    """Say whether the waiver for farmland is in force, and what interest accrued on the assessment left off.

    Parameters
    ----------
    facts
        Application, zoning, agreement and the day on which both ended; use of the sewer; assessment (dollars), rate a
        year and years since the assessment.
    parameters
        The ordinance on the date asked about.

    Returns
    -------
    Finding
        `fail` where the owner did not apply, the land never qualified, or ceased to on or before the day asked about;
        `needs_evidence` where one of these is not known; else `pass`. Interest is null where a part of it is unknown,
        or there never was a waiver.

    Raises
    ------
    FactsInvalid
        An amount, a rate or the years are negative.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, paragraph C. Interest is simple and rounded half up to the cent.
    """
    refuse_negative((name, getattr(facts, name)) for name in ("assessment", "annual_rate", "years_waived"))
    most_years = parameters.whole(_YEARS)
    unmet = _unmet(facts)
    unknown = _unknown(facts)
    state = State.FAIL if unmet else State.NEEDS_EVIDENCE if unknown else State.PASS
    interest = _interest(facts, most_years)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "excluded_from_assessment": _excluded(facts, state),
            "interest": None if interest is None else money(interest),
        },
        readings={},
        because=sentence(_said(facts, unmet, unknown, interest, most_years)),
        parameters=(used(parameters.get(_YEARS)),),
        notes=(_OLD_LAW,),
    )


def _qualified(facts: AgriculturalDeferralFacts) -> bool | None:
    """Whether the land is, or was until its qualification ended, zoned or under an agreement."""
    grounds = {facts.exclusive_agricultural_zoning, facts.recorded_agreement}
    if True in grounds:
        return True
    return None if None in grounds else False


def _unmet(facts: AgriculturalDeferralFacts) -> list[str]:
    unmet = []
    if facts.applied is False:
        unmet.append("the owner did not apply")
    if _qualified(facts) is False:
        unmet.append("the land is neither zoned exclusively agricultural nor under a recorded agreement")
    ended = facts.qualification_ended
    if ended is not None and facts.as_of is not None and ended <= facts.as_of:
        unmet.append(f"zoning and agreement had both ended on {day_words(ended)}, and the waiver with them")
    return unmet


def _unknown(facts: AgriculturalDeferralFacts) -> list[str]:
    """Name what is missing and could change whether the waiver is in force."""
    return not_known(
        ("whether the owner applied", facts.applied),
        ("whether the land is zoned exclusively agricultural or under a recorded agreement", _qualified(facts)),
        ("the day asked about", facts.as_of if facts.qualification_ended else True),
    )


def _excluded(facts: AgriculturalDeferralFacts, state: State) -> bool | None:
    """Whether the land is left out of the assessment; null where nobody knows whether the sewer was used by then."""
    if state is not State.PASS:
        return _ANSWERS.get(state)
    if facts.sewer_used_from is None:
        return True
    return None if facts.as_of is None else facts.sewer_used_from > facts.as_of


def _interest(facts: AgriculturalDeferralFacts, most_years: int) -> Fraction | None:
    if False in (facts.applied, _qualified(facts)):
        return None
    if facts.assessment is None or facts.annual_rate is None or facts.years_waived is None:
        return None
    return facts.assessment * facts.annual_rate * min(facts.years_waived, Fraction(most_years))


def _said(
    facts: AgriculturalDeferralFacts,
    unmet: list[str],
    unknown: list[str],
    interest: Fraction | None,
    most_years: int,
) -> list[str]:
    if unmet:
        said = [f"no waiver is in force, because {all_listed(unmet)}"]
    elif unknown:
        said = [are_not_known(unknown)]
    else:
        said = ["the owner applied and the land qualifies, so the waiver is in force"]
        if facts.sewer_used_from is not None and _excluded(facts, State.PASS) is False:
            used_from = day_words(facts.sewer_used_from)
            said.append(f"the owner uses the sewer from {used_from}, so the land is not left out of the assessment")
    if interest is not None and facts.annual_rate is not None and facts.years_waived is not None:
        counted = quantity(min(facts.years_waived, Fraction(most_years)), 2)
        rate = quantity(facts.annual_rate * _PERCENT, 3)
        said.append(
            f"interest of {rate} percent a year for {counted} years, of at most {most_years}, is {dollars(interest)}"
        )
    return said
