"""What is reimbursed of assessments for water mains: UT-05, Wis. Stat. 66.0805(4)(b)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.utility import MainAssessment, MainReimbursementFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.words import are_not_known, dollars, listed, not_known, sentence

ID = "UT-05"
VERSION = "1"
CITATION = "Wis. Stat. 66.0805(4)(b)"
QUESTION = "What is reimbursed of the assessments paid for water mains?"

_NOTHING = Fraction(0)
_ALL = "Reimbursement is for all persons who paid; the governing body does not choose among them."


def judge(facts: MainReimbursementFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say how much of the assessments for water mains goes back to those who paid them.

    Parameters
    ----------
    facts
        Whether water mains were installed or extended, whether elsewhere the municipality or a utility paid, whether
        the governing body provides for reimbursement, and the assessments (dollars) with whether each was paid.
    parameters
        The law on the date of the decision; no number of it is used.

    Returns
    -------
    Finding
        `pass` with the sum of the assessments paid; `fail` with "0.00" where the governing body does not provide for
        reimbursement; `not_applicable` with "0.00" where the cost was not assessed in some instances and paid by the
        municipality or a utility in others; `needs_evidence` without answer where a fact that decides is not known.

    Raises
    ------
    FactsInvalid
        An assessment is negative or has parts of a cent.

    Notes
    -----
    Wis. Stat. 66.0805(4)(b). The text gives no amount of its own: the amount of the assessment, whenever it was made
    or paid.
    """
    assessments = facts.assessments or ()
    for i, row in enumerate(assessments):
        refuse_parts_of_cent(f"assessments[{i}].amount", row.amount)
    ground = _ground_against(facts)
    missing = _missing(facts)
    if ground:
        state, due = State.NOT_APPLICABLE, dict[str, Fraction]()
    elif facts.provided is False:
        state, due = State.FAIL, dict[str, Fraction]()
    else:
        state, due = (State.NEEDS_EVIDENCE if missing else State.PASS), reimbursed(assessments)
    total = None if state is State.NEEDS_EVIDENCE else sum(due.values(), _NOTHING)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if total is None else money(total),
        answer_unit="usd",
        measures={
            "reimbursed_by_parcel": None if total is None else {name: money(part) for name, part in due.items()},
            "unpaid_parcels": [*sorted({row.parcel_id for row in assessments if row.paid is False})],
        },
        readings={},
        because=sentence(_said(facts, ground, missing, total, len(due))),
        notes=(_ALL,) if state is State.PASS else (),
    )


def reimbursed(assessments: tuple[MainAssessment, ...]) -> dict[str, Fraction]:
    """Return for each lot or parcel, by its id, the assessments paid; one that was not paid gives nothing back.

    >>> reimbursed((MainAssessment("B", Fraction(900), True), MainAssessment("A", Fraction(700), False)))
    {'B': Fraction(900, 1)}
    """
    parts: defaultdict[str, Fraction] = defaultdict(Fraction)
    for row in assessments:
        if row.paid and row.amount is not None:
            parts[row.parcel_id] += row.amount
    return {name: parts[name] for name in sorted(parts)}


def _ground_against(facts: MainReimbursementFacts) -> str:
    """Say in a clause why the paragraph does not reach these mains; empty where nothing known stands against it."""
    if facts.water_mains is False:
        return "no water main was installed or extended"
    if facts.assessments == ():
        return "no cost of a main was assessed against abutting owners"
    if facts.paid_otherwise_elsewhere is False:
        return "nowhere else did the municipality or a utility pay the cost"
    return ""


def _missing(facts: MainReimbursementFacts) -> list[str]:
    """Name in the singular what is not known and could change the sum."""
    missing = not_known(
        ("whether water mains were installed or extended", facts.water_mains),
        ("whether the municipality or a utility paid elsewhere", facts.paid_otherwise_elsewhere),
        ("whether the governing body provides for reimbursement", facts.provided),
        ("which assessments there were", facts.assessments),
    )
    rows = facts.assessments or ()
    missing.extend(f"whether the assessment of {row.parcel_id} was paid" for row in rows if row.paid is None)
    missing.extend(
        f"the amount of the assessment of {row.parcel_id}"
        for row in rows
        if row.amount is None and row.paid is not False
    )
    return missing


def _said(
    facts: MainReimbursementFacts, ground: str, missing: list[str], total: Fraction | None, parcels: int
) -> list[str]:
    if ground:
        return [f"{ground}, so nothing is reimbursed under this paragraph"]
    if facts.provided is False:
        return ["the governing body may provide for reimbursement, and has not"]
    if total is None:
        return [f"the sum cannot be said, because {are_not_known(missing)}"]
    unpaid = sorted({row.parcel_id for row in facts.assessments or () if row.paid is False})
    paid = f"{dollars(total)} goes back to those who paid the assessments against {parcels} "
    said = [paid + ("lot or parcel" if parcels == 1 else "lots or parcels")]
    return [*said, f"{listed(unpaid)} paid none"] if unpaid else said
