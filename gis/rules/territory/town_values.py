"""What is the equalized value of each town inside a boundary, exactly, for rules that compare or divide by it?"""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.facts.territory import JurisdictionFacts
from gis.rules.territory.jurisdiction import usable_ratios
from gis.rules.territory.leading import towns
from gis.rules.territory.taxable_value import ledger, refuse_impossible, tally


def equalized_by_town(facts: JurisdictionFacts, parameters: Parameters) -> dict[str, Fraction | None]:
    """Return the equalized full value of taxable property of each town inside the line.

    Parameters
    ----------
    facts
        The facts of TSD-01: towns, ratios, and values in dollars; a cut parcel counts by its land.
    parameters
        The law on the day of the question.

    Returns
    -------
    dict of town to Fraction or None
        Dollars, unrounded; null where a value, a taxability or a ratio is not known. Villages and cities are left out.

    Raises
    ------
    FactsInvalid
        The facts are impossible.

    Notes
    -----
    Wis. Stat. 60.70(2).
    """
    refuse_impossible(facts)
    bounds = parameters.number("assessment_ratio_above"), parameters.number("assessment_ratio_below")
    spans = tally(ledger(facts), usable_ratios(facts, *bounds)).spans
    return {name: spans[name].low if spans[name].is_known else None for name in towns(facts) if name in spans}
