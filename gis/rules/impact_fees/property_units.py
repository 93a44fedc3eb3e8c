"""How many units does a property have for water and sewer impact fees: MUK-20, Mukwonago ch. 86, 86-141(d)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameter, Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.impact_fees import UnitFacts
from gis.model.finding import Finding, State
from gis.rules.impact_fees.tables import BOTH, TABLE_ORDER, fees_of_year, no_table_said, per_rec_said, worth
from gis.rules.impact_fees.units import (
    AT_LEAST,
    count_of_recs,
    property_recs,
    refuse_impossible_uses,
    schedule_recs,
    schedule_used,
    unknown_uses,
    uses_said,
)
from gis.rules.words import are_not_known, as_billed, sentence, used

ID = "MUK-20"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, 86-141(d)"
QUESTION = "How many units does the property have for water and sewer impact fees?"

_FEES = ("water_fee", "sewer_fee")


def judge(facts: UnitFacts, parameters: Parameters) -> Finding:
    """Say how many units a property counts for, and what they cost in a year.

    Parameters
    ----------
    facts
        Uses of the property (dwellings, duplex buildings or acres), and the year of the fees where they are asked for.
    parameters
        The law on the date of the fee.

    Returns
    -------
    Finding
        `pass` with the units; `needs_evidence` without answer where no use is stated or a quantity is not known. The
        fees are null without a year, and where the tables do not have it.

    Raises
    ------
    FactsInvalid
        A quantity is negative, dwellings are not whole, or an acreage is zero.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(d). All uses of the property are added before the minimum. Each fee is
    rounded half up to the cent; the total is the exact sum, rounded once.
    """
    uses = facts.uses or ()
    refuse_impossible_uses("uses", uses, zero_acres=False)
    by_schedule = schedule_recs(uses, parameters) if uses else None
    recs = None if by_schedule is None else property_recs(uses, parameters)
    fees = None if facts.year is None else fees_of_year(parameters, BOTH, facts.year)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if recs is None else State.PASS,
        answer=number_or_null(recs),
        answer_unit="recs",
        measures={"schedule_recs": number_or_null(by_schedule), **_fees(recs, fees)},
        readings={},
        because=sentence(_said(facts, parameters, by_schedule, recs, fees)),
        parameters=(*schedule_used(parameters), used(parameters.get(AT_LEAST)), *map(used, fees or ())),
        notes=() if facts.year is None else (TABLE_ORDER,),
    )


def _fees(recs: Fraction | None, fees: Sequence[Parameter] | None) -> dict[str, JsonValue]:
    if recs is None or fees is None:
        return dict.fromkeys((*_FEES, "total_fee"))
    each = [recs * worth(fee) for fee in fees]
    return {
        **{name: money(fee) for name, fee in zip(_FEES, each, strict=True)},
        "total_fee": money(sum(each, Fraction(0))),
    }


def _said(
    facts: UnitFacts,
    parameters: Parameters,
    by_schedule: Fraction | None,
    recs: Fraction | None,
    fees: Sequence[Parameter] | None,
) -> list[str]:
    if by_schedule is None or recs is None:
        missing = unknown_uses(facts.uses or ()) or ["the use of the property"]
        return [f"the units cannot be said, because {are_not_known(missing)}"]
    said = [f"the schedule gives {count_of_recs(by_schedule)} for {uses_said(facts.uses or (), parameters)}"]
    if recs > by_schedule:
        said.append(f"a property counts for at least {count_of_recs(recs)}")
    if facts.year is None:
        return said
    if fees is None:
        return [*said, no_table_said(parameters, facts.year)]
    due = sum((recs * worth(fee) for fee in fees), Fraction(0))
    return [*said, per_rec_said(fees, BOTH, facts.year), f"both fees come to {as_billed(due)}"]
