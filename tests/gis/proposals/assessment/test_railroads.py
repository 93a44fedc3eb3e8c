"""What is a railroad charged whose track crosses the street: by the price, and no more than the others on average?"""

from __future__ import annotations

import pytest

from gis.errors import EditionMissing
from gis.model.finding import Finding
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed, assess
from tests.gis.proposals.assessment.farm_country import Country
from tests.gis.proposals.assessment.projects import project

LOTS = ("id: L1, frontage_ft: 100", "id: L2, frontage_ft: 300")


def assessed(railroad: str, *, layers: bool = False) -> Assessed:
    of = project(*LOTS, purpose="street", railroad=railroad)
    return assess(Country() if layers else None, AssessmentAsked(of, of.levied))


def finding(railroad: str) -> Finding:
    (found,) = assessed(railroad).answer.findings
    return found


@pytest.mark.parametrize(
    ("railroad", "answer"),
    [
        # 132 ft at 40 dollars are 5,280; the others bear 100,000 over 400 ft, 250 a foot, 33,000.
        ("{unit_price: 40, frontages_ft: [66, 66]}", "5280.00"),
        # At 300 dollars 39,600, which the average of the others caps.
        ("{unit_price: 300, frontages_ft: [66, 66]}", "33000.00"),
    ],
)
def test_the_price_is_capped_by_the_average_of_the_others(railroad: str, answer: str) -> None:
    found = finding(railroad)
    assert (found.rule, found.state, found.answer) == ("SA-10", "pass", answer)


def test_a_late_payment_and_an_unknown_front() -> None:
    # 30 days after June 30, 2026 is July 30, a Thursday.
    late = "{unit_price: 40, frontages_ft: [66], presented: 2026-06-30, paid: 2026-07-31}"
    assert finding(late).state == "fail"
    assert finding(late.replace("07-31", "07-30")).state == "pass"
    assert finding("{unit_price: 40}").state == "needs_evidence"


def test_it_is_no_part_of_the_roll() -> None:
    answer = assessed("{unit_price: 40, frontages_ft: [66, 66]}").answer
    assert sum(each.amount for each in answer.parcels) == 100_000
    assert any("no part of the roll" in note for note in answer.notes)


def test_a_railroad_that_is_not_on_file_is_an_error() -> None:
    with pytest.raises(EditionMissing, match="No right-of-way of a railroad"):
        assessed("{unit_price: 40}", layers=True)
