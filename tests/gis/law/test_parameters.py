"""Which value of the law holds on a date, and does the hash see content only?"""

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import ParameterNotInForce
from gis.law.loader import load_law, read_law
from gis.law.parameters import parameters_hash
from gis.rules.words import used

TEXT = """\
section: Wis. Stat. 1.01
parameters:
  bond_days:
    says: The bond is filed so many days before the hearing.
    unit: days
    values:
      - from: 2000-01-01
        until: 2009-12-31
        value: 10
        citation: Wis. Stat. 1.01(1)
      - from: 2011-01-01
        value: 15
        citation: Wis. Stat. 1.01(2)
  width_ft:
    says: So wide.
    unit: ft
    values:
      - from: 2000-01-01
        value: 0.1
        citation: Wis. Stat. 1.01(3)
"""

# The same content: other order, other spacing, quotes, remarks, another spelling of the number.
SAME = """\
# remark
parameters:
    width_ft: {unit: "ft", says: "So wide.", values: [{citation: Wis. Stat. 1.01(3), value: 0.10, from: 2000-01-01}]}

    bond_days:
        values:
        - {value: 10, from: 2000-01-01, citation: Wis. Stat. 1.01(1), until: 2009-12-31}
        - {value: 15, from: 2011-01-01, citation: 'Wis. Stat. 1.01(2)'}
        unit: days
        says: In other words, but the same law.
section: Wis. Stat. 1.01
"""


@pytest.mark.parametrize(
    ("day", "value"),
    [("2000-01-01", 10), ("2009-12-31", 10), ("2011-01-01", 15), ("2026-06-15", 15)],
)
def test_the_value_of_the_day_holds(day: str, value: int) -> None:
    law = read_law({"one.yaml": TEXT})
    assert law.parameters(dt.date.fromisoformat(day)).number("bond_days") == value


@pytest.mark.parametrize("day", ["1999-12-31", "2010-01-01", "2010-12-31"])
def test_a_day_before_the_first_value_or_in_a_gap_is_refused(day: str) -> None:
    law = read_law({"one.yaml": TEXT})
    with pytest.raises(ParameterNotInForce, match=day) as caught:
        law.parameters(dt.date.fromisoformat(day)).get("bond_days")
    assert "one.yaml, line 3" in caught.value.where


def test_past_the_end_of_a_table_the_days_that_it_holds_are_told() -> None:
    ended = TEXT.replace("      - from: 2011-01-01\n", "      - from: 2011-01-01\n        until: 2020-12-31\n")
    with pytest.raises(ParameterNotInForce) as caught:
        read_law({"one.yaml": ended}).parameters(dt.date(2021, 1, 1)).get("bond_days")
    assert "from 2000-01-01 to 2020-12-31" in caught.value.why
    assert "from 2000-01-01 to 2020-12-31" in caught.value.next


@pytest.mark.parametrize("last", ["2009-12-31", None])
@pytest.mark.parametrize(
    ("day", "value"), [("2009-12-31", 10), ("2011-01-01", 15), ("2020-12-31", 15), ("2021-01-01", None)]
)
def test_a_value_that_a_later_one_ended_never_comes_back(day: str, value: int | None, last: str | None) -> None:
    ended = TEXT.replace("      - from: 2011-01-01\n", "      - from: 2011-01-01\n        until: 2020-12-31\n")
    if last is None:
        ended = ended.replace("        until: 2009-12-31\n", "")
    parameters = read_law({"one.yaml": ended}).parameters(dt.date.fromisoformat(day))
    if value is not None:
        assert parameters.number("bond_days") == value
        return
    with pytest.raises(ParameterNotInForce, match=day):
        parameters.get("bond_days")


def test_the_law_on_file_is_not_guessed_backward() -> None:
    before = load_law().parameters(dt.date(2011, 6, 30))
    with pytest.raises(ParameterNotInForce, match="refused rather than guessed"):
        before.get("jurisdiction_portion")
    assert load_law().parameters(dt.date(2011, 7, 1)).get("jurisdiction_portion").value == "plurality"


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(ParameterNotInForce, match="no parameter named petition_days"):
        load_law().newest().get("petition_days")


def test_a_choice_is_no_number() -> None:
    with pytest.raises(TypeError, match="choice"):
        load_law().newest().number("jurisdiction_portion")


DATED = """\
section: Wis. Stat. 1.02
parameters:
  in_district_from:
    says: From this day the land is in the district.
    unit: date
    values:
      - {from: 2011-07-01, value: 1990-04-19, citation: Wis. Stat. 1.02(1)}
"""


def test_each_kind_of_value_is_given_as_what_it_is() -> None:
    law = read_law({"one.yaml": TEXT, "two.yaml": DATED}).parameters(dt.date(2026, 6, 15))
    assert law.day("in_district_from") == dt.date(1990, 4, 19)
    days = law.whole("bond_days")
    assert (days, type(days)) == (15, int)
    assert law.number("width_ft") == Fraction(1, 10)
    assert load_law().newest().choice("jurisdiction_portion") == "plurality"


@pytest.mark.parametrize(
    ("ask", "name", "said"),
    [
        ("day", "bond_days", "a number, not a day"),
        ("number", "in_district_from", "a day, not a number"),
        ("whole", "in_district_from", "a day, not a number"),
        ("whole", "width_ft", "in ft, which has parts"),
        ("choice", "bond_days", "a number, not a choice"),
        ("choice", "in_district_from", "a day, not a choice"),
    ],
)
def test_a_value_of_another_kind_is_a_fault_of_the_rule(ask: str, name: str, said: str) -> None:
    law = read_law({"one.yaml": TEXT, "two.yaml": DATED}).parameters(dt.date(2026, 6, 15))
    with pytest.raises(TypeError, match=said):
        getattr(law, ask)(name)


def test_a_day_is_listed_in_a_finding_by_its_iso_date() -> None:
    law = read_law({"two.yaml": DATED}).parameters(dt.date(2026, 6, 15))
    use = used(law.get("in_district_from"))
    assert (use.value, use.unit, use.holds_from) == ("1990-04-19", "date", dt.date(2011, 7, 1))


@pytest.mark.parametrize(("old", "new"), [("1990-04-19", "1990-04-20"), ("1.02(1)", "1.02(2)")])
def test_the_hash_sees_the_days_that_the_law_names(old: str, new: str) -> None:
    changed = DATED.replace(old, new)
    assert parameters_hash(read_law({"two.yaml": changed})) != parameters_hash(read_law({"two.yaml": DATED}))


def test_the_values_on_file() -> None:
    # 60.71(5)(a): not any territory; FACTS.md 1.6: 0.1 ft; DATA-STANDARDS: 0 < ratio < 2.
    newest = load_law().newest()
    assert newest.number("village_city_overlap_permitted_sqft") == 0
    assert newest.number("boundary_accuracy_default_ft") == Fraction(1, 10)
    assert (newest.number("assessment_ratio_above"), newest.number("assessment_ratio_below")) == (0, 2)


def test_the_hash_does_not_see_how_a_file_is_laid_out() -> None:
    one = parameters_hash(read_law({"one.yaml": TEXT}))
    assert one == parameters_hash(read_law({"other-name.yaml": SAME}))
    assert len(one) == 64
    assert set(one) <= set("0123456789abcdef")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value: 15", "value: 16"),
        ("value: 0.1", "value: 0.11"),
        ("from: 2011-01-01", "from: 2011-01-02"),
        ("until: 2009-12-31", "until: 2009-12-30"),
        ("1.01(2)", "1.01(4)"),
        ("unit: ft", "unit: acres"),
        ("width_ft", "widths_ft"),
    ],
)
def test_the_hash_sees_every_change_of_the_law(old: str, new: str) -> None:
    changed = TEXT.replace(old, new)
    assert changed != TEXT
    assert parameters_hash(read_law({"one.yaml": changed})) != parameters_hash(read_law({"one.yaml": TEXT}))
