"""What is the water or sewer impact fee of a year: MUK-19, Mukwonago ch. 86, 86-141(b)-(c)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from gis.law.parameters import Parameter, Parameters
from gis.model.exact import money
from gis.model.facts.impact_fees import WaterSewerFeeFacts
from gis.model.finding import Finding, State
from gis.rules.impact_fees.tables import (
    BOTH,
    TABLE_ORDER,
    Service,
    fees_of_year,
    no_table_said,
    per_rec_said,
    worth,
)
from gis.rules.impact_fees.units import count_of_recs
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, as_billed, not_known, sentence, used

ID = "MUK-19"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, 86-141(b)-(c)"
QUESTION = "What is the fee for the year?"

_SERVICES: Mapping[str, tuple[Service, ...]] = MappingProxyType(
    {"water": ("water",), "sewer": ("sewer",), "both": BOTH}
)


def judge(facts: WaterSewerFeeFacts, parameters: Parameters) -> Finding:
    """Say what the water or sewer impact fee of a year is.

    Parameters
    ----------
    facts
        Year, water, sewer or both, and the residential equivalent connections of the property.
    parameters
        The law; its tables name years, so that the date of the law does not matter.

    Returns
    -------
    Finding
        `pass` with the fee; `undetermined` without answer where the tables do not have the year; `needs_evidence`
        without answer where a fact that could change the fee is not known.

    Raises
    ------
    FactsInvalid
        The number of units is negative.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(b)-(c). Looked up, never computed from another year. Rounded half up to
    the cent, once.
    """
    refuse_negative([("recs", facts.recs)])
    services = _SERVICES[facts.service or "both"]
    fees = None if facts.year is None else fees_of_year(parameters, services, facts.year)
    has_no_row = facts.year is not None and fees is None
    missing = _missing(facts)
    per_rec = None if fees is None or facts.service is None else sum(map(worth, fees), Fraction(0))
    due = None if missing or per_rec is None or facts.recs is None else per_rec * facts.recs
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.UNDETERMINED if has_no_row else State.NEEDS_EVIDENCE if due is None else State.PASS,
        answer=None if due is None else money(due),
        answer_unit="usd",
        measures={"fee_per_rec": None if per_rec is None else money(per_rec)},
        readings={},
        because=sentence(
            [no_table_said(parameters, facts.year)]
            if facts.year is not None and has_no_row
            else _said(facts, fees or (), services, due, missing)
        ),
        parameters=tuple(map(used, fees or ())) if facts.service else (),
        notes=(TABLE_ORDER,),
    )


def _missing(facts: WaterSewerFeeFacts) -> list[str]:
    return not_known(
        ("the year of the fee", facts.year),
        ("whether it is for water, sewer or both", facts.service),
        ("how many units the property has", facts.recs),
    )


def _said(
    facts: WaterSewerFeeFacts,
    fees: tuple[Parameter, ...],
    services: tuple[Service, ...],
    due: Fraction | None,
    missing: list[str],
) -> list[str]:
    if due is None or facts.recs is None or facts.year is None:
        return [f"the fee cannot be said, because {are_not_known(missing)}"]
    return [per_rec_said(fees, services, facts.year), f"for {count_of_recs(facts.recs)} the fee is {as_billed(due)}"]
