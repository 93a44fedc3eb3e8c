"""What would mend each finding: every way that is known, in the order of the rules?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from gis.model.finding import Finding, State
from gis.model.mending import Mend
from gis.proposals.gathering import GATHERERS
from gis.proposals.mending.acts import (
    after_dismissal,
    choose_again,
    late,
    lawful_number,
    other_person,
    record_order,
    restart_department_notice,
    serve_review,
    set_terms,
    still_due,
    wait,
)
from gis.proposals.mending.awaited import awaited, fact_to_give
from gis.proposals.mending.hearing import mend_bond, mend_continuance, mend_hearing_day, mend_notice
from gis.proposals.mending.judged import Judged
from gis.proposals.mending.land import leave_out_other_districts, leave_out_village_city
from gis.proposals.mending.looking import break_tie, look, value_unknown
from gis.proposals.mending.petitions import amend_petition, gather_electors, vouch
from gis.proposals.mending.signing import gather_signatures

Way = Callable[[Judged, Finding], Iterator[Mend]]

_WHERE: Mapping[str, str] = MappingProxyType(
    {
        "TSD-08": "a person wants to appear at the hearing",
        "TSD-13": "other territory is to be taken in at the hearing",
        "TSD-14": "the board dismissed the petition",
        "TSD-19": "the question is about property once excluded under former 60.725",
        "TSD-20": "the question is about the credit for a private system",
        "TSD-21": "somebody goes to court",
        "TSD-24": "a district exists in several towns",
        "TSD-25": "the board provides for an election",
        "TSD-26": "electors petition for elected commissioners",
        "TSD-27": "electors petition for elected commissioners",
        "TSD-28": "commissioners are to be replaced",
        "TSD-29": "a referendum was held on a change to appointment",
        "TSD-30": "electors petition for a change of the method",
        "TSD-35": "a person is to be a commissioner",
    }
)
"""When a rule matters at all; the others matter in every proceeding."""


def mends(judged: Judged) -> tuple[Mend, ...]:
    """Return what would mend every finding that is not met.

    Parameters
    ----------
    judged : Judged
        The findings, the ground they were judged on, and what people brought.

    Returns
    -------
    tuple of Mend
        In the order of the rules; several for one rule are other ways to mend it. None for a finding that passes or
        does not apply. Owners of record are told by key, nobody by name.

    Raises
    ------
    OverlayUnverified
        Where two independent overlays of the land to leave out disagree.
    """
    return tuple(mend for _, finding in sorted(judged.findings.items()) for mend in _of_one(judged, finding))


def _of_one(judged: Judged, finding: Finding) -> tuple[Mend, ...]:
    ways = _WAYS.get((finding.rule, finding.state), _BY_STATE.get(finding.state, ()))
    found = tuple(mend for way in ways for mend in way(judged, finding))
    if found or finding.state is not State.NEEDS_EVIDENCE:
        return found
    what = "Import layers that hold what is missing" if finding.rule in GATHERERS else "Establish what is missing"
    return (Mend(finding.rule, "give_facts", f"{what}. {finding.because}"),)


def give_facts(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say which facts a rule waits for, and when it matters at all."""
    facts = tuple(fact_to_give(finding.rule, name) for name in _awaited(judged, finding))
    if facts:
        asked = "; ".join(f"{fact.says[:1].lower()}{_first_clause(fact.says[1:])}" for fact in facts)
        where = f"Only where {_WHERE[finding.rule]}: f" if finding.rule in _WHERE else "F"
        yield Mend(finding.rule, "give_facts", f"{where}ind out and enter: {asked}.", facts=facts)


def _first_clause(says: str) -> str:
    return says.partition(";")[0].removesuffix(".")


def _awaited(judged: Judged, finding: Finding) -> tuple[str, ...]:
    return awaited(finding.rule, {**finding.measures, **judged.told.get(finding.rule, {})})


_BY_STATE: Mapping[State, tuple[Way, ...]] = MappingProxyType(
    {
        State.FAIL: (late,),
        State.NEEDS_EVIDENCE: (give_facts, still_due),
        State.WITHIN_TOLERANCE: (look,),
        State.UNDETERMINED: (look,),
    }
)
"""Ways for a rule that has none of its own."""
_WAYS: Mapping[tuple[str, State], tuple[Way, ...]] = MappingProxyType(
    {
        ("TSD-01", State.NEEDS_EVIDENCE): (value_unknown,),
        ("TSD-01", State.UNDETERMINED): (break_tie,),
        ("TSD-01", State.WITHIN_TOLERANCE): (break_tie,),
        ("TSD-02", State.FAIL): (gather_signatures,),
        ("TSD-02", State.WITHIN_TOLERANCE): (look, gather_signatures),
        ("TSD-02", State.NEEDS_EVIDENCE): (gather_signatures, give_facts),
        ("TSD-03", State.FAIL): (amend_petition,),
        ("TSD-03", State.WITHIN_TOLERANCE): (amend_petition,),
        ("TSD-03", State.NEEDS_EVIDENCE): (amend_petition,),
        ("TSD-04", State.NEEDS_EVIDENCE): (vouch,),
        ("TSD-05", State.FAIL): (mend_bond,),
        ("TSD-06", State.FAIL): (mend_hearing_day,),
        ("TSD-07", State.FAIL): (mend_notice,),
        ("TSD-08", State.FAIL): (other_person,),
        ("TSD-09", State.FAIL): (leave_out_village_city,),
        ("TSD-10", State.FAIL): (leave_out_other_districts,),
        ("TSD-10", State.UNDETERMINED): (look, leave_out_other_districts),
        ("TSD-12", State.FAIL): (after_dismissal,),
        ("TSD-13", State.FAIL): (mend_continuance,),
        ("TSD-15", State.NEEDS_EVIDENCE): (record_order, give_facts),
        ("TSD-16", State.FAIL): (restart_department_notice,),
        ("TSD-21", State.FAIL): (serve_review,),
        ("TSD-22", State.FAIL): (choose_again,),
        ("TSD-23", State.FAIL): (choose_again,),
        ("TSD-23", State.UNDETERMINED): (break_tie,),
        ("TSD-23", State.NEEDS_EVIDENCE): (value_unknown,),
        ("TSD-26", State.FAIL): (gather_electors,),
        ("TSD-29", State.FAIL): (gather_electors, late),
        ("TSD-30", State.FAIL): (wait,),
        ("TSD-31", State.FAIL): (gather_electors,),
        ("TSD-32", State.FAIL): (gather_electors,),
        ("TSD-33", State.FAIL): (lawful_number,),
        ("TSD-34", State.FAIL): (lawful_number,),
        ("TSD-34", State.NEEDS_EVIDENCE): (give_facts, set_terms),
        ("TSD-35", State.FAIL): (other_person,),
    }
)
"""Ways of a rule's own, in order."""
