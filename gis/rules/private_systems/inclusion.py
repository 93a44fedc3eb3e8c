"""Is property once excluded part of the district on a day: TSD-19, Wis. Stat. 60.726(1)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.private_systems import RetroactiveInclusionFacts
from gis.model.finding import Finding, State
from gis.rules.words import are_not_known, day_words, not_known, used

ID = "TSD-19"
VERSION = "2"
CITATION = "Wis. Stat. 60.726(1)"
QUESTION = "Is property once excluded under former 60.725 part of the district on this day?"

_END = "former_exclusions_end"


def judge(facts: RetroactiveInclusionFacts, parameters: Parameters) -> Finding:
    """Say whether property that former law excluded is in the district on a day.

    Parameters
    ----------
    facts
        Whether the property was excluded, and the day asked about.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` from the day to which the inclusion reaches back, `fail` before it; `not_applicable` for property that
        was never excluded; `needs_evidence` where either fact is not known.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.726(1).
    """
    end, as_of = parameters.day(_END), facts.as_of
    unknown = not_known(
        ("whether the property was excluded under former 60.725", facts.excluded_under_former_law),
        ("the day asked about", as_of),
    )
    included = None if unknown or as_of is None else as_of >= end
    if facts.excluded_under_former_law is False:
        state, included = State.NOT_APPLICABLE, None
        said = "The property was never excluded under former 60.725, so there is nothing to include again"
    elif included is None or as_of is None:
        state, said = State.NEEDS_EVIDENCE, f"It cannot be said: {are_not_known(unknown)}"
    else:
        state = State.PASS if included else State.FAIL
        said = (
            f"The law puts formerly excluded property back in the district from {day_words(end)}, so on "
            f"{day_words(as_of)} it {'is' if included else 'was not yet'} part of it"
        )
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=included,
        measures={},
        readings={},
        because=f"{said}.",
        parameters=(used(parameters.get(_END)),),
        notes=("Former 60.725 (1995) is outside the five texts on file; which land it excluded, people have to say.",),
    )
