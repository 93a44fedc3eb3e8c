"""Are the board's costs paid in time after it dismissed a petition: TSD-14, Wis. Stat. 60.71(6)(f)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.hearing import CostsFacts
from gis.model.finding import Finding
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline
from gis.rules.words import sentence

ID = "TSD-14"
VERSION = "1"
CITATION = "Wis. Stat. 60.71(6)(f)"
QUESTION = "Were the board's costs paid within 30 days of the order?"

_DAYS = "costs_paid_days"


def judge(facts: CostsFacts, parameters: Parameters) -> Finding:
    """Say whether the petitioners paid the board's costs in time.

    Parameters
    ----------
    facts
        Day of the order to pay, and of the payment.
    parameters
        The law on the date of the order.

    Returns
    -------
    Finding
        As FACTS.md has it for deadlines (Block D).

    Raises
    ------
    FactsInvalid
        The time ends outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(6)(f).
    """
    due = deadline(facts, facts.order_date, parameters.whole(_DAYS), facts.costs_paid)
    named = ("the order to pay", "the payment of the costs")
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=due.state,
        answer=due.answer,
        measures=due.measures(),
        readings=due.readings(),
        because=sentence(due.said(*named)),
        parameters=counting_used(parameters, _DAYS),
        notes=(COUNTING_NOTE, *due.early_note(*named)),
    )
