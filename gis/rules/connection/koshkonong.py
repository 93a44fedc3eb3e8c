"""Must the owner connect land that abuts a street of the district's sewers: CKSD-01, ordinance ch. III(6)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.connection import KoshkonongConnectionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, deadline
from gis.rules.words import are_not_known, not_known, sentence

ID = "CKSD-01"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. III(6)"
QUESTION = "Must the owner connect?"

_READING = "cksd_abutting_reading"
_DAYS = "cksd_connect_days"
_LINE_ONLY, _POINT_COUNTS = "shared_line_only", "point_counts"
_ABUTS_BY = {_LINE_ONLY: frozenset({"line"}), _POINT_COUNTS: frozenset({"line", "point"})}
"""How a parcel must meet the street to abut it, by the reading of the text."""
_READING_WORDS = {
    _LINE_ONLY: "A single point in common is not abutting.",
    _POINT_COUNTS: "A single point in common is abutting.",
}
_ANSWERS = {State.PASS: True, State.FAIL: False, State.NOT_APPLICABLE: False}
_FUTURE = (
    "A street in which a sewer of the district may be located in future counts as one that holds a sewer; the duty "
    "begins only with the district's notice."
)
_LEVY = "An exemption for recreation is one from user fees and the duty to connect, never from the sanitary levy."


def judge(facts: KoshkonongConnectionFacts, parameters: Parameters) -> Finding:
    """Say whether the owner must connect, and by which day.

    Parameters
    ----------
    facts
        Whether the land lies in the district and is in use, how it meets a street that holds or may hold a sewer, the
        district's notice, and whether an exemption is granted.
    parameters
        The ordinance on the date asked about.

    Returns
    -------
    Finding
        `not_applicable` outside the district or where an exemption is granted; `fail` where nothing is in use or the
        land does not abut; `undetermined` where a force main is all that it would meet; `needs_evidence` before the
        notice, or where a fact that could change the answer is not known; else `pass`. Readings are given where the
        land meets the street in a point.

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. III(6).
    """
    reading = parameters.choice(_READING)
    state = _state(facts, reading)
    # Without a duty there is no day by which to connect.
    may_be_due = state in {State.PASS, State.NEEDS_EVIDENCE}
    due = deadline(facts, facts.notice if may_be_due else None, parameters.whole(_DAYS), None)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "connect_by": due.answer,
            "abuts": _abuts(facts, reading),
            "exempt": False if facts.in_district is False else facts.exemption_granted,
            **due.measures(),
        },
        readings=_readings(facts, reading) if facts.abutting == "point" else {},
        because=sentence(_said(facts, state, due)),
        parameters=counting_used(parameters, _READING, _DAYS),
        notes=(_FUTURE, *([_LEVY] if facts.exemption_granted else []), COUNTING_NOTE),
    )


def _abuts(facts: KoshkonongConnectionFacts, reading: str) -> bool | None:
    if facts.reaches_by_easement_only:
        return False
    if facts.abutting is None:
        return None
    meets = facts.abutting in _ABUTS_BY[reading]
    return None if meets and facts.reaches_by_easement_only is None else meets


def _state(facts: KoshkonongConnectionFacts, reading: str) -> State:
    if facts.in_district is False or facts.exemption_granted:
        return State.NOT_APPLICABLE
    abuts = _abuts(facts, reading)
    # Land that has a force main along a line, and another sewer at a point, abuts the latter where a point counts.
    force_main = facts.only_force_main and not (facts.abutting == "point" and abuts)
    if facts.in_use is False or (abuts is False and not force_main):
        return State.FAIL
    if None in (facts.in_district, facts.in_use, facts.exemption_granted):
        return State.NEEDS_EVIDENCE
    if force_main:
        return State.UNDETERMINED
    return State.NEEDS_EVIDENCE if abuts is None or facts.notice is None else State.PASS


def _readings(facts: KoshkonongConnectionFacts, reading: str) -> dict[str, Reading]:
    states = {name: _state(facts, name) for name in sorted(_ABUTS_BY, key=lambda name: name != reading)}
    return {name: Reading(state, _ANSWERS.get(state), _READING_WORDS[name]) for name, state in states.items()}


def _said(facts: KoshkonongConnectionFacts, state: State, due: Deadline) -> list[str]:
    if state is State.NOT_APPLICABLE:
        if facts.in_district is False:
            return ["the land lies outside the district, whose ordinance does not govern it"]
        return ["the district granted an exemption for recreation, and there is no duty to connect while it lasts"]
    if state is State.FAIL:
        why = "nothing on the land is in use" if facts.in_use is False else _not_abutting(facts)
        return [f"there is no duty to connect, because {why}"]
    if state is State.UNDETERMINED:
        return [
            "the only sewer that the land abuts is a force main, which takes no connection",
            "the ordinance does not say whether the duty applies",
        ]
    if state is State.PASS:
        met = "the land is in use and abuts a street that holds or may hold a sewer, so the owner must connect it"
        return [met, *due.said("the district's notice", "the connection")[:-1]]  # no act is asked about
    unknown = not_known(
        ("whether the land lies in the district", facts.in_district),
        ("whether anything on it is in use", facts.in_use),
        ("how it meets a street that holds or may hold a sewer", facts.abutting),
        ("whether it reaches that street by an easement only", facts.reaches_by_easement_only),
        ("whether an exemption is granted", facts.exemption_granted),
        ("the day of the district's notice, with which the duty begins", facts.notice),
    )
    return [are_not_known(unknown)]


def _not_abutting(facts: KoshkonongConnectionFacts) -> str:
    if facts.reaches_by_easement_only:
        return "the land reaches the street of the sewer by an easement only, which is not abutting"
    if facts.abutting == "point":
        return "the land meets the street of the sewer in a single point, which is not abutting"
    return "the land abuts no street, alley or right-of-way that holds or may hold a sewer of the district"
