"""What does a later customer of an extended main pay to its first contributor: MUK-16, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.calendar.counting import add_years
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.village_charges import MainExtensionFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_more_than_whole, refuse_negative, refuse_parts_of_cent
from gis.rules.rounding import cents_down
from gis.rules.words import are_not_known, day_words, dollars, not_known, quantity, sentence, used

ID = "MUK-16"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, main extensions (b)2"
QUESTION = "What does the later customer pay and the first contributor get back?"

_YEARS = "mukwonago_main_refund_years"
_NOTHING = Fraction(0)


def judge(facts: MainExtensionFacts, parameters: Parameters) -> Finding:
    """Say what a later customer contributes, which is refunded to the first contributor.

    Parameters
    ----------
    facts
        Assessable cost and refunds so far (dollars), frontage of all property and of the served parcel along the main
        (US survey feet), completion of the extension, and connection.
    parameters
        The law on the date of the completion.

    Returns
    -------
    Finding
        `pass` with the amount for a connection up to the last day of the window; `not_applicable` with "0.00" after
        it; `needs_evidence` without answer where a fact that could change that is not known.

    Raises
    ------
    FactsInvalid
        An amount or length is negative, an amount has parts of a cent, there is no frontage at all, a part is more
        than its whole, or the window leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, main extensions (b)2. The share may not be exceeded, so it is rounded down to the
    cent; no customer pays more than what is left of the cost.
    """
    _refuse_impossible(facts)
    ends = None if facts.completed is None else add_years(facts.completed, parameters.whole(_YEARS))
    share = proportionate_amount(facts.assessable_cost, facts.customer_frontage_ft, facts.total_frontage_ft)
    left = None
    if facts.assessable_cost is not None and facts.refunded_to_date is not None:
        left = cents_down(facts.assessable_cost - facts.refunded_to_date)
    state, answer = _outcome(facts, ends, None if share is None or left is None else min(share, left))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_money(answer),
        answer_unit="usd",
        measures={
            "window_ends": day_or_null(ends),
            "proportionate_amount": _money(share),
            "frontage_ft": number_or_null(facts.customer_frontage_ft),
            "cost_not_refunded": _money(left),
        },
        readings={},
        because=sentence(_said(facts, ends, state, share, answer)),
        parameters=(used(parameters.get(_YEARS)),),
        notes=_notes(facts),
    )


def proportionate_amount(
    cost: Fraction | None, frontage_ft: Fraction | None, total_frontage_ft: Fraction | None
) -> Fraction | None:
    """Return a parcel's part of a cost by frontage, dollars, rounded down to the cent; null where it is not known.

    >>> proportionate_amount(Fraction(60_000), Fraction(120), Fraction(600))
    Fraction(12000, 1)
    """
    if cost is None or frontage_ft is None or not total_frontage_ft:
        return None
    return cents_down(cost * frontage_ft / total_frontage_ft)


def _outcome(facts: MainExtensionFacts, ends: dt.date | None, pays: Fraction | None) -> tuple[State, Fraction | None]:
    if facts.connected is None or ends is None:
        return State.NEEDS_EVIDENCE, None
    if facts.connected > ends:
        return State.NOT_APPLICABLE, _NOTHING
    return (State.NEEDS_EVIDENCE if pays is None else State.PASS), pays


def _said(
    facts: MainExtensionFacts, ends: dt.date | None, state: State, share: Fraction | None, answer: Fraction | None
) -> list[str]:
    window = [] if ends is None else [f"whoever connects up to {day_words(ends)} contributes"]
    if state is State.NOT_APPLICABLE and facts.connected is not None:
        return [*window, f"the customer connected on {day_words(facts.connected)}, later, and pays none"]
    if state is State.NEEDS_EVIDENCE or share is None or answer is None:
        missing = not_known(
            ("the assessable cost", facts.assessable_cost),
            ("the frontage of all property", facts.total_frontage_ft),
            ("the frontage of the parcel along the main", facts.customer_frontage_ft),
            ("the day of the completion", facts.completed),
            ("the day of the connection", facts.connected),
            ("what was refunded so far", facts.refunded_to_date),
        )
        return [*window, are_not_known(missing)]
    of = f"{_feet(facts.customer_frontage_ft)} of {_feet(facts.total_frontage_ft)} ft along the main"
    said = [*window, f"{of} bear {dollars(share)} of the cost of {dollars(facts.assessable_cost or _NOTHING)}"]
    if answer < share:
        said.append(f"only {dollars(answer)} of the cost is not refunded yet")
    return [*said, f"the customer pays {dollars(answer)}, and the first contributor gets it back"]


def _feet(length_ft: Fraction | None) -> str:
    return quantity(length_ft or _NOTHING, 3)


def _money(amount: Fraction | None) -> str | None:
    return None if amount is None else money(amount)


def _notes(facts: MainExtensionFacts) -> tuple[str, ...]:
    if facts.connected and facts.completed and facts.connected < facts.completed:
        return ("The connection is dated before the extension was completed; check both dates.",)
    return ()


def _refuse_impossible(facts: MainExtensionFacts) -> None:
    for name in ("assessable_cost", "refunded_to_date"):
        refuse_parts_of_cent(name, getattr(facts, name))
    refuse_negative((name, getattr(facts, name)) for name in ("total_frontage_ft", "customer_frontage_ft"))
    if facts.total_frontage_ft == 0:
        raise FactsInvalid(
            what="No property has frontage along the main.",
            where="facts.total_frontage_ft",
            why="The cost is divided by the frontage of all property, and nothing can be divided by 0.",
            next="Give the frontage of all property along the extension, or null where it is not measured.",
        )
    refuse_more_than_whole("customer_frontage_ft", facts.customer_frontage_ft, facts.total_frontage_ft, "feet")
    refuse_more_than_whole("refunded_to_date", facts.refunded_to_date, facts.assessable_cost, "dollars")
