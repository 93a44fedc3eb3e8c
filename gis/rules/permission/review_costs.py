"""What does a developer pay for the village's review: VLG-10, village connection ordinance, construction."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.permission import ReviewCostFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.words import are_not_known, dollars, not_known, quantity, sentence, used

ID = "VLG-10"
VERSION = "1"
CITATION = "Village connection ordinance, construction paragraph A"
QUESTION = "What does the developer pay for review?"

_FACTOR = "village_staff_payroll_factor"


def judge(facts: ReviewCostFacts, parameters: Parameters) -> Finding:
    """Say what engineering, inspection, consulting and legal services cost the developer.

    Parameters
    ----------
    facts
        Invoices, and the payroll cost of the time of village employees (dollars).
    parameters
        The ordinance on the date of the services.

    Returns
    -------
    Finding
        `pass` with the sum; `needs_evidence` without answer where one of the two is not known.

    Raises
    ------
    FactsInvalid
        An amount is negative or has parts of a cent.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, construction paragraph A. Rounded half up to the cent, once.
    """
    refuse_parts_of_cent("invoices", facts.invoices)
    refuse_parts_of_cent("payroll_cost", facts.payroll_cost)
    factor = parameters.number(_FACTOR)
    staff = None if facts.payroll_cost is None else facts.payroll_cost * factor
    total = None if staff is None or facts.invoices is None else facts.invoices + staff
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if total is None else State.PASS,
        answer=None if total is None else money(total),
        answer_unit="usd",
        measures={"staff_charge": None if staff is None else money(staff)},
        readings={},
        because=sentence(_said(facts, factor, staff, total)),
        parameters=(used(parameters.get(_FACTOR)),),
    )


def _said(facts: ReviewCostFacts, factor: Fraction, staff: Fraction | None, total: Fraction | None) -> list[str]:
    if facts.payroll_cost is None or facts.invoices is None or staff is None or total is None:
        missing = not_known(
            ("the sum of the invoices", facts.invoices), ("the payroll cost of staff time", facts.payroll_cost)
        )
        return [f"the cost cannot be said, because {are_not_known(missing)}"]
    time = f"{quantity(factor, 2)} times the payroll cost of {dollars(facts.payroll_cost)} is {dollars(staff)}"
    return [time, f"with invoices of {dollars(facts.invoices)} the developer pays {dollars(total)}"]
