"""Which version of a service area was in force on a day: SA-07, Wis. Stat. 66.0721(3)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.assessment import ServiceAreaFacts, ServiceAreaVersion
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, listed, not_known, sentence

ID = "SA-07"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(3)"
QUESTION = "Which service-area version was in force on a day?"

_UNDEFINED = "The statutes do not say what a service area is; the district draws it, with the days on which it holds."


def judge(facts: ServiceAreaFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say which version of the service area was in force.

    Parameters
    ----------
    facts
        Versions with their first day and the day from which each no longer holds; the day asked about.
    parameters
        The law on the day asked about; no number of it is used.

    Returns
    -------
    Finding
        `pass` with the name of the only version in force; `undetermined` where there are more; `needs_evidence`
        where there is none, or a first day or the day asked about is not known.

    Raises
    ------
    FactsInvalid
        A version ends before it begins.

    Notes
    -----
    Wis. Stat. 66.0721(3). A version holds from its first day up to, but not on, the day on which it ends.
    """
    versions = facts.versions or ()
    for i, version in enumerate(versions):
        why = "No version ends before it begins."
        refuse_before(f"versions[{i}].valid_to", version.valid_to, f"versions[{i}].valid_from", version.valid_from, why)
    in_force = [version.name for version in versions if _holds(version, facts)]
    unclear = [version.name for version in versions if _holds(version, facts) is None]
    state = State.NEEDS_EVIDENCE
    if len(in_force) > 1:
        state = State.UNDETERMINED
    elif in_force and not unclear:
        state = State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=in_force[0] if state is State.PASS else None,
        measures={},
        readings={},
        because=sentence(_said(facts, in_force, unclear)),
        notes=(_UNDEFINED,),
    )


def _holds(version: ServiceAreaVersion, facts: ServiceAreaFacts) -> bool | None:
    """Say whether a version is in force on the day asked about; null where nobody knows when it began."""
    if facts.as_of is None or (version.valid_to is not None and facts.as_of >= version.valid_to):
        return False
    return None if version.valid_from is None else version.valid_from <= facts.as_of


def _said(facts: ServiceAreaFacts, in_force: list[str], unclear: list[str]) -> list[str]:
    missing = not_known(
        ("the list of the versions of the service area", facts.versions), ("the day asked about", facts.as_of)
    )
    if missing or facts.as_of is None:
        return [are_not_known(missing)]
    held = "were" if len(in_force) > 1 else "was"
    return [
        f"in force on {day_words(facts.as_of)} {held} {listed(in_force) or 'no version'}",
        *([f"the first day of {listed(unclear)} is not known"] if unclear else []),
    ]
