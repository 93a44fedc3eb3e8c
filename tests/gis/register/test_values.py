from __future__ import annotations

import datetime as dt

import pytest

from gis.register.kinds import kinds
from gis.register.values import day, typed, written


@pytest.mark.parametrize(
    ("kind", "cell", "value", "fact"),
    [
        ("benefit_found", "Yes", "yes", True),
        ("benefit_found", "no", "no", False),
        ("lien_recorded", "0", "0.00", "0.00"),
        ("lien_recorded", "1250.5", "1250.50", "1250.50"),
        ("supervisors", "03", "3", 3),
        ("private_system_years", "6.50", "6.50", "6.50"),
        ("hearing_scheduled", "2026-07-01", "2026-07-01", dt.date(2026, 7, 1)),
        ("notice_mailed", " DSPS ", "dsps", "dsps"),
        ("decision_issued", "order with exclusion", "order_with_exclusion", "order_with_exclusion"),
        ("town_acted", "none", "none", "none"),
        ("order_recorded", "County of Fond  du Lac", "Fond du Lac", "Fond du Lac"),
        ("created_by", "Town of  Sumner", "Town of Sumner", "Town of Sumner"),
        ("bond_filed", "  kept  as it is ", "kept  as it is", "kept  as it is"),
        ("bond_filed", "", "", ""),
    ],
)
def test_a_value_is_settled_and_stated(kind: str, cell: str, value: str, fact: object) -> None:
    settled = written(cell, kinds()[kind])
    assert settled == value
    assert written(settled, kinds()[kind]) == settled
    assert typed(settled, kinds()[kind]) == fact
    assert type(typed(settled, kinds()[kind])) is type(fact)


@pytest.mark.parametrize(("kind", "choice"), [(name, each) for name, kind in kinds().items() for each in kind.choices])
def test_every_choice_of_every_kind_reads_back_however_it_is_written(kind: str, choice: str) -> None:
    spoken = choice.replace("_", " ")
    for cell in (choice, f" {choice} ", choice.lower(), choice.upper(), spoken, spoken.replace(" ", "-").title()):
        assert written(cell, kinds()[kind]) == choice
        assert typed(written(cell, kinds()[kind]), kinds()[kind]) == choice


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        ("benefit_found", "perhaps"),
        ("benefit_found", ""),
        ("lien_recorded", "1,250.00"),
        ("lien_recorded", "$5"),
        ("lien_recorded", "1e3"),
        ("lien_recorded", "\u0661"),
        ("supervisors", "-1"),
        ("private_system_years", "6,5"),
        ("hearing_scheduled", "01.07.2026"),
        ("hearing_scheduled", "20260701"),
        ("notice_mailed", "both"),
        ("created_by", "  "),
    ],
)
def test_what_is_no_value_is_refused_without_being_repeated(kind: str, cell: str) -> None:
    with pytest.raises(ValueError, match=r"^needed is ") as caught:
        written(cell, kinds()[kind])
    assert not cell.strip() or cell not in str(caught.value)


@pytest.mark.parametrize("text", ["2026-02-29", "2026-1-01", "", "0000-01-01", "2026-01-01T00"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a date is written as YYYY-MM-DD$"):
        day(text)
