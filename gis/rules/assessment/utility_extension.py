"""May benefited property be assessed for a utility, and how may notice be given: SA-08, Wis. Stat. 66.0723."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.assessment import UtilityExtensionFacts
from gis.model.finding import Finding, State
from gis.rules.words import sentence, used

ID = "SA-08"
VERSION = "1"
CITATION = "Wis. Stat. 66.0723"
QUESTION = "May benefited property be assessed, and how may notice be given?"

_PLACES = "utility_notice_posting_places"
_STATES = {True: State.PASS, False: State.FAIL, None: State.NEEDS_EVIDENCE}


def judge(facts: UtilityExtensionFacts, parameters: Parameters) -> Finding:
    """Say whether property may be assessed for a utility's work, and whether notice of it may be posted.

    Parameters
    ----------
    facts
        Whether the property is benefited, whether it abuts, and whether the municipality has an official paper.
    parameters
        The law on the date of the assessment.

    Returns
    -------
    Finding
        `pass` where it is benefited, `fail` where it is not, `needs_evidence` where nobody knows.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 66.0723(1), "whether abutting or not", and (2).
    """
    places = parameters.whole(_PLACES)
    posting = None if facts.official_paper is None else not facts.official_paper
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=_STATES[facts.benefited],
        answer=facts.benefited,
        measures={"posting_allowed": posting, "posting_places": places if posting else None},
        readings={},
        because=sentence([_benefit_said(facts), _notice_said(posting, places)]),
        parameters=(used(parameters.get(_PLACES)),),
    )


def _benefit_said(facts: UtilityExtensionFacts) -> str:
    if facts.benefited is None:
        return "whether the property is benefited is not known"
    if facts.benefited:
        return "the property is benefited, so it may be assessed whether it abuts or not"
    return "the property is not benefited, so it may not be assessed, whether it abuts or not"


def _notice_said(posting: bool | None, places: int) -> str:
    if posting is None:
        return "whether an official paper is published is not known"
    if posting:
        return f"no official paper is published, so notice may be posted in {places} public places"
    return "an official paper is published, so notice is given in it"
