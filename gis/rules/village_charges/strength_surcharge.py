"""What surcharge follows from the strength of a wastewater: MUK-239, Mukwonago ch. 86, 86-239.

The vocabulary of the cases has no entry for it. The text subjects whoever discharges more than domestic concentrations
to a surcharge, and leaves its amount to a federal model that is not on file.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.village_charges import StrengthSurchargeFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import all_listed, are_not_known, beside, not_known, sentence, used

ID = "MUK-239"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, 86-239"
QUESTION = "What surcharge is owed for wastewater stronger than domestic wastewater?"

_NONE = Fraction(0)
_BOD, _SS = "mukwonago_domestic_bod_mg_l", "mukwonago_domestic_ss_mg_l"
_MODEL = "Model No. 2, Federal Register of February 11, 1974 (Vol. 39, No. 29), page 5270"
_NO_AMOUNT = (
    f"86-239 has the surcharge computed by {_MODEL}, which is not on file, so no amount is said even where every input "
    "is stated."
)
_OTHERS = "Other constituents that affect the cost of collection and treatment count too; the text does not list them."


def judge(facts: StrengthSurchargeFacts, parameters: Parameters) -> Finding:
    """Say by which constituents a wastewater exceeds domestic wastewater, and what its surcharge still needs.

    Parameters
    ----------
    facts
        Volume of the period (thousands of gallons), concentrations by the utility's tests (mg/l), and what the removal
        of each constituent costs the utility (dollars a pound).
    parameters
        The law on the date of the discharge.

    Returns
    -------
    Finding
        Always `needs_evidence` without answer: the text on file does not hold the formula of the amount. The measures
        name every input and by how much each constituent exceeds domestic wastewater.

    Raises
    ------
    FactsInvalid
        A volume, concentration or cost is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-239, with the definition of domestic wastewater. A concentration at the limit
    does not exceed it. The definition of normal sewage has lost its figures, so that of phosphorus is a fact.
    """
    inputs = _inputs(facts)
    refuse_negative(inputs.items())
    constituents = (
        Constituent("bod", "biochemical oxygen demand", facts.bod_mg_l, parameters.number(_BOD)),
        Constituent("ss", "suspended solids", facts.ss_mg_l, parameters.number(_SS)),
        Constituent("phosphorus", "phosphorus", facts.phosphorus_mg_l, facts.normal_phosphorus_mg_l),
    )
    above: list[JsonValue] = [each.name for each in constituents if each.excess_mg_l]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE,
        answer=None,
        answer_unit="usd",
        measures={
            **{name: number_or_null(value) for name, value in inputs.items()},
            **{f"{each.name}_excess_mg_l": number_or_null(each.excess_mg_l) for each in constituents},
            "above_domestic": above,
        },
        readings={},
        because=sentence(_said(facts, constituents)),
        parameters=(used(parameters.get(_BOD)), used(parameters.get(_SS))),
        notes=(_NO_AMOUNT, _OTHERS),
    )


@dataclass(frozen=True, slots=True)
class Constituent:
    """What a wastewater has of something, and what domestic wastewater has of it at most; null is not known."""

    name: str
    words: str
    found_mg_l: Fraction | None
    domestic_mg_l: Fraction | None

    @property
    def excess_mg_l(self) -> Fraction | None:
        """By how much it exceeds domestic wastewater; nothing where it does not."""
        if self.found_mg_l is None or self.domestic_mg_l is None:
            return None
        return max(self.found_mg_l - self.domestic_mg_l, _NONE)


def _inputs(facts: StrengthSurchargeFacts) -> dict[str, Fraction | None]:
    return {
        "volume_kgal": facts.volume_kgal,
        "bod_mg_l": facts.bod_mg_l,
        "ss_mg_l": facts.ss_mg_l,
        "phosphorus_mg_l": facts.phosphorus_mg_l,
        "normal_phosphorus_mg_l": facts.normal_phosphorus_mg_l,
        "bod_dollars_per_lb": facts.bod_dollars_per_lb,
        "ss_dollars_per_lb": facts.ss_dollars_per_lb,
        "phosphorus_dollars_per_lb": facts.phosphorus_dollars_per_lb,
    }


def _said(facts: StrengthSurchargeFacts, constituents: tuple[Constituent, ...]) -> list[str]:
    said = []
    above = [each for each in constituents if each.excess_mg_l]
    if above:
        by = [f"{each.words} by {beside(each.excess_mg_l or _NONE, 4, _NONE)} mg/l" for each in above]
        said.append(f"the wastewater exceeds domestic wastewater in {all_listed(by)}, so it is subject to a surcharge")
    elif all(each.excess_mg_l is not None for each in constituents):
        said.append("none of the three constituents exceeds domestic wastewater")
    missing = not_known(
        ("the volume of the period", facts.volume_kgal),
        *((f"its concentration of {each.words}", each.found_mg_l) for each in constituents),
        ("how much phosphorus domestic wastewater has", facts.normal_phosphorus_mg_l),
        ("what removing a pound of biochemical oxygen demand costs", facts.bod_dollars_per_lb),
        ("what removing a pound of suspended solids costs", facts.ss_dollars_per_lb),
        ("what removing a pound of phosphorus costs", facts.phosphorus_dollars_per_lb),
    )
    if missing:
        said.append(are_not_known(missing))
    return [*said, f"the amount is left to {_MODEL}, which is not on file"]
