"""Is a user commercial or industrial by flow: CKSD-15, CKSD Sewer Use Ordinance ch. I(7) and (22)."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.district_charges import UserKindFacts
from gis.model.finding import Finding, Margin, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, beside, quantity, sentence, used

ID = "CKSD-15"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. I(7), ch. I(22)"
QUESTION = "Is the user commercial or industrial by flow?"

_SPLIT = "cksd_industrial_above_gpd"
_MORE = (
    "Flow alone does not make an industrial user: domestic waste is left out of it, the text names divisions of "
    "industry, and strength or poison can make one of less flow."
)


def judge(facts: UserKindFacts, parameters: Parameters) -> Finding:
    """Say on which side of the split between commercial and industrial users a flow is.

    Parameters
    ----------
    facts
        Average daily flow, gallons per day.
    parameters
        The ordinance on the date asked about.

    Returns
    -------
    Finding
        `pass` with `commercial` below the split and `industrial` above it; `undetermined` exactly on it;
        `needs_evidence` where the flow is not known.

    Raises
    ------
    FactsInvalid
        The flow is negative.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. I(7), ch. I(22).
    """
    refuse_negative((("average_gpd", facts.average_gpd),))
    split = parameters.number(_SPLIT)
    state, answer = _outcome(facts.average_gpd, split)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=answer,
        measures={},
        readings={},
        because=sentence(_said(facts.average_gpd, split, answer)),
        parameters=(used(parameters.get(_SPLIT)),),
        margin=_margin(facts.average_gpd, split),
        notes=(_MORE,),
    )


def _outcome(flow: Fraction | None, split: Fraction) -> tuple[State, str | None]:
    if flow is None:
        return State.NEEDS_EVIDENCE, None
    if flow == split:
        return State.UNDETERMINED, None
    return State.PASS, "commercial" if flow < split else "industrial"


def _said(flow: Fraction | None, split: Fraction, answer: str | None) -> list[str]:
    if flow is None:
        return [are_not_known(["the average daily flow"])]
    limit = quantity(split, 3)
    if answer is None:
        return [f"a commercial user has less than {limit} gallons a day, an industrial one more, and this one has that"]
    side = "less" if answer == "commercial" else "more"
    gallons = "1 gallon" if flow == 1 else f"{beside(flow, 3, split)} gallons"
    return [f"the average flow is {gallons} a day, {side} than {limit}, so by flow the user is {answer}"]


def _margin(flow: Fraction | None, split: Fraction) -> Margin | None:
    return (
        None if flow is None else Margin(measure="average_gpd", unit="gpd", value=number(flow), threshold=number(split))
    )
