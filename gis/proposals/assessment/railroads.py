"""What may a railroad be charged whose track crosses the street that a project improves?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gis.facts.assessments.railroads import railroad_frontage
from gis.law.parameters import Parameters
from gis.model.assessment import AssessedParcel
from gis.model.facts.assessment import RailroadCrossingFacts
from gis.model.finding import Finding
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.surveying import Survey
from gis.rules.registry import judge

CROSSING = "SA-10"


def railroad_charge(
    project: Project, survey: Survey | None, roll: Sequence[AssessedParcel], parameters: Parameters
) -> tuple[Finding, tuple[str, ...]] | None:
    """Judge what the railroad is charged, by the front foot, beside the roll.

    Parameters
    ----------
    project
        With the price of a front foot; without that of a railroad nobody asks.
    survey
        The layers, on which the front of the railroad is measured where the file does not state it.
    roll
        What the other property along the street pays.
    parameters
        The law on the day of the levy.

    Returns
    -------
    tuple or None
        What SA-10 says, and what must be said of the layers. The roll is spread without the railroad.

    Raises
    ------
    EditionMissing
        No right-of-way of a railroad, or none of a street, is on file.
    OptionInvalid
        No street has one of the names.

    Notes
    -----
    Wis. Stat. 66.0727(1) and (2).
    """
    railroad = project.railroad
    if railroad is None:
        return None
    fronts = railroad.frontages_ft or None
    notes: tuple[str, ...] = ()
    if fronts is None and survey is not None:
        streets = None if project.along is None else project.along.streets or None
        measured = railroad_frontage(survey.layers, survey.asked.date, streets)
        fronts, notes = measured.frontages_ft, measured.notes
    paying = [each for each in roll if each.frontage_ft and each.amount]
    facts = RailroadCrossingFacts(
        frontages_ft=fronts,
        unit_price=railroad.unit_price,
        others_assessed=sum((each.amount for each in paying), Fraction(0)),
        others_frontage_ft=sum((each.frontage_ft or Fraction(0) for each in paying), Fraction(0)),
        presented=railroad.presented,
        paid=railroad.paid,
    )
    return judge(CROSSING, facts, parameters), notes
