"""Must the owner connect land adjacent to a local sewer: VLG-06, village connection ordinance, When required (1)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.connection import VillageConnectionFacts
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known, day_words, not_known, sentence

ID = "VLG-06"
VERSION = "1"
CITATION = 'Village connection ordinance, "When required" (1)(a)-(c)'
QUESTION = "Must the owner connect?"

_ANSWERS = {State.PASS: True, State.FAIL: False, State.NOT_APPLICABLE: False}
_NO_DEADLINE = "The ordinance states no day by which to connect."
_OTHER_LAW = "The State or the Commission may ask for a connection that this ordinance does not (paragraph D)."


def judge(facts: VillageConnectionFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether the owner must connect; the three conditions have to be met together.

    Parameters
    ----------
    facts
        Whether the parcel lies in the village and adjacent to a local sewer, has a structure in use, and that one a
        private system; the last day of a waiver, and the day asked about.
    parameters
        The ordinance on the date asked about; no number of it is used.

    Returns
    -------
    Finding
        `fail` where a condition is not met; `needs_evidence` where one is not known; `not_applicable` where all are
        met and a waiver covers the day asked about; `undetermined` where a force main is the only local sewer that
        would meet the test; else `pass`. No day is stated, so nobody is ever late.

    Notes
    -----
    Village connection ordinance, "When required" (1)(a)-(c). A regional sewer, or a sewer elsewhere in the block, does
    not count.
    """
    state = _state(facts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={"deadline_stated": False, "conditions_met": _conditions_met(facts)},
        readings={},
        because=sentence(_said(facts, state)),
        notes=(_NO_DEADLINE, _OTHER_LAW),
    )


def _adjacent(facts: VillageConnectionFacts) -> bool | None:
    """Whether a sewer that takes connections is adjacent; a force main that meets the test leaves it open."""
    return None if facts.only_force_main else facts.adjacent_local_sewer


def _conditions_met(facts: VillageConnectionFacts) -> int:
    located = facts.in_village is True and _adjacent(facts) is True
    return [located, facts.structure_in_use, facts.private_system].count(True)


def _state(facts: VillageConnectionFacts) -> State:
    others = (facts.in_village, facts.structure_in_use, facts.private_system)
    if False in (*others, _adjacent(facts)):
        return State.FAIL
    is_open = facts.adjacent_local_sewer is None and not facts.only_force_main
    if None in others or is_open or (facts.waiver_until is not None and facts.as_of is None):
        return State.NEEDS_EVIDENCE
    if facts.waiver_until is not None and facts.as_of is not None and facts.as_of <= facts.waiver_until:
        return State.NOT_APPLICABLE
    return State.UNDETERMINED if facts.only_force_main else State.PASS


def _said(facts: VillageConnectionFacts, state: State) -> list[str]:
    if state is State.FAIL:
        unmet = (
            (facts.in_village, "the parcel lies outside the village"),
            (_adjacent(facts), "no local sewer in service is adjacent to the parcel"),
            (facts.structure_in_use, "no structure on the parcel is in use"),
            (facts.private_system, "no private system serves a structure on the parcel"),
        )
        return [f"there is no duty to connect, because {all_listed([words for met, words in unmet if met is False])}"]
    if state is State.NEEDS_EVIDENCE:
        unknown = not_known(
            ("whether the parcel lies in the village", facts.in_village),
            ("whether a local sewer is adjacent to it", True if facts.only_force_main else facts.adjacent_local_sewer),
            ("whether a structure on it is in use", facts.structure_in_use),
            ("whether a private system serves that structure", facts.private_system),
            ("the day asked about, on which a waiver may be in force", facts.as_of if facts.waiver_until else True),
        )
        return [are_not_known(unknown)]
    if state is State.NOT_APPLICABLE and facts.waiver_until is not None:
        return [
            f"a waiver is in force until {day_words(facts.waiver_until)}, and until then there is no duty to connect"
        ]
    if state is State.UNDETERMINED:
        return [
            "the only local sewer adjacent to the parcel is a force main, which takes no connection",
            "the ordinance does not say whether the duty applies",
        ]
    met = (
        "the parcel lies in the village adjacent to a local sewer, and a private system serves a structure in use on it"
    )
    ended = [] if facts.waiver_until is None else [f"the waiver ended on {day_words(facts.waiver_until)}"]
    return [met, *ended, "the owner must connect"]
