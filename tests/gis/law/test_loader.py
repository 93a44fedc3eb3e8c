"""Is the law read strictly, every fault told with its file and line?"""

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import LawFileInvalid
from gis.law.loader import load_law, read_law
from gis.law.parameters import Unit

GOOD = """\
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
      - from: 2010-01-01
        value: 15
        citation: Wis. Stat. 1.01(2)
        note: Changed in 2010.
  share_needed:
    says: So much of the land.
    unit: ratio
    values:
      - from: 2000-01-01
        value: 0.51
        citation: Wis. Stat. 1.01(3)
"""


def test_a_good_file_gives_dated_exact_values() -> None:
    law = read_law({"one.yaml": GOOD})
    assert sorted(law.entries) == ["bond_days", "share_needed"]
    share = law.parameters(dt.date(2026, 1, 1)).get("share_needed")
    assert share.value == Fraction(51, 100)  # 0.51 as a float is 5734161139222659 / 2**53
    assert share.unit is Unit.RATIO
    assert share.citation == "Wis. Stat. 1.01(3)"
    assert share.says == "So much of the land."
    assert share.holds_from == dt.date(2000, 1, 1)


def test_digits_beyond_binary_precision_stay() -> None:
    law = read_law({"one.yaml": GOOD.replace("0.51", "0.9876543210987654321")})
    expected = Fraction(9876543210987654321, 10**19)
    assert law.parameters(dt.date(2026, 1, 1)).number("share_needed") == expected


DAY = "value: 1990-04-19\n        citation: Wis. Stat. 1.01(3)"

# Each change to the good file, the line on which it is refused, and a word of the reason.
REFUSED = [
    pytest.param("section: Wis. Stat. 1.01", "sektion: Wis. Stat. 1.01", 1, "no key", id="unknown key of the file"),
    pytest.param("    unit: days", "    unitt: days", 5, "no key", id="unknown key of a parameter"),
    pytest.param("        note: Changed", "        notes: Changed", 14, "no key", id="unknown key of a value"),
    pytest.param("    unit: days", "    unit: days\n    unit: ft", 6, "twice", id="duplicate key"),
    pytest.param("  share_needed:", "  bond_days:", 15, "twice", id="duplicate parameter"),
    pytest.param("        citation: Wis. Stat. 1.01(2)\n", "", 11, "citation is missing", id="missing citation"),
    pytest.param("citation: Wis. Stat. 1.01(1)", "citation:", 10, "citation", id="empty citation"),
    pytest.param("citation: Wis. Stat. 1.01(1)", 'citation: ""', 10, "citation", id="blank citation"),
    pytest.param("    says: So much of the land.\n", "", 16, "says is missing", id="missing says"),
    pytest.param("says: So much of the land.", "says: 5", 16, "Words are needed", id="says is a number"),
    pytest.param("    unit: days", "    unit: fortnights", 5, "no unit", id="unit outside the list"),
    pytest.param("    unit: days", "    unit: [days]", 5, "Words are needed", id="unit is a list"),
    pytest.param("from: 2010-01-01", "from: 2009-06-01", 11, "overlap", id="overlapping dates"),
    pytest.param("from: 2010-01-01", "from: 2000-01-01", 11, "not in order", id="duplicate date"),
    pytest.param("from: 2010-01-01", "from: 1999-01-01", 11, "not in order", id="unordered dates"),
    pytest.param("until: 2009-12-31", "until: 1999-12-31", 7, "ends before", id="ends before it begins"),
    pytest.param("from: 2010-01-01", "from: 2010-02-30", 11, "no date", id="a day that is not in the calendar"),
    pytest.param("from: 2010-01-01", "from: 2010", 11, "no date", id="a year alone"),
    pytest.param("from: 2010-01-01", 'from: "2010-01-01"', 11, "no date", id="a quoted date"),
    pytest.param("value: 15", 'value: "15"', 12, "plain decimal", id="a quoted number"),
    pytest.param("value: 15", "value: fifteen", 12, "plain decimal", id="a word for a number"),
    pytest.param("value: 15", "value: -15", 12, "plain decimal", id="a negative number"),
    pytest.param("value: 15", "value: 1_5", 12, "plain decimal", id="digits with underscore"),
    pytest.param("value: 15", "value: 0xF", 12, "plain decimal", id="hexadecimal"),
    pytest.param("value: 15", "value: 017", 12, "plain decimal", id="octal"),
    pytest.param("value: 15", "value: 1:30", 12, "plain decimal", id="sexagesimal"),
    pytest.param("value: 15", "value: .inf", 12, "plain decimal", id="infinity"),
    pytest.param("value: 15", "value: .nan", 12, "plain decimal", id="not a number"),
    pytest.param("value: 15", "value: true", 12, "plain decimal", id="a truth value"),
    pytest.param("value: 15", "value:", 12, "plain decimal", id="no value"),
    pytest.param("value: 15", "value: [15]", 12, "plain decimal", id="a list for a number"),
    pytest.param("value: 15", "value: 15.5", 12, "not whole", id="half a day"),
    pytest.param("unit: ratio", "unit: choice", 20, "Words are needed", id="a number where a choice is due"),
    pytest.param(
        "unit: ratio\n    values:\n      - from: 2000-01-01\n        value: 0.51",
        "unit: choice\n    values:\n      - from: 2000-01-01\n        value: coin_toss",
        20,
        "no choice",
        id="a choice that no rule can follow",
    ),
    pytest.param("  share_needed:", "  Share-Needed:", 15, "no parameter name", id="a bad name"),
    pytest.param("  share_needed:", "  yes:", 15, "no word", id="a name that YAML reads as true"),
    pytest.param("value: 15", "value: &fifteen 15", 12, "anchor", id="anchor"),
    pytest.param("value: 15", "value: *ten", 12, "alias", id="alias"),
    pytest.param("value: 15", "value: !!int 15", 12, "tag", id="tag"),
    pytest.param("value: 15", "value: !!python/name:os.system", 12, "tag", id="a tag that would run code"),
    pytest.param("value: 15", "value: {a: {b: {c: {d: 1}}}}", 12, "nested", id="nested too deep"),
    pytest.param("section:", "%YAML 1.1\n---\nsection:", 1, "directive", id="directive"),
    pytest.param("  share_needed:", "---\nother:", 15, "second document", id="second document"),
    pytest.param("    unit: days", "    unit: 'days", 5, "not valid YAML", id="an open quote"),
    pytest.param("    unit: days", "   unit: days", 5, "not valid YAML", id="wrong indentation"),
    pytest.param("    unit: days", "\tunit: days", 5, "not valid YAML", id="a tab"),
    pytest.param("Changed in 2010.", "Changed \x07", 14, "character", id="a control character"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), REFUSED)
def test_a_fault_is_refused_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(LawFileInvalid) as caught:
        read_law({"one.yaml": text})
    error = caught.value
    assert error.where == f"file one.yaml, line {line}"
    assert reason in f"{error.what} {error.why}"
    assert error.next


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        pytest.param("", 1, "empty", id="no text"),
        pytest.param("# only a remark\n", 1, "empty", id="only a remark"),
        pytest.param("- a\n- b\n", 1, "Keys are needed", id="a list"),
        pytest.param("section: A\nparameters: none\n", 2, "Keys are needed", id="parameters are a word"),
        pytest.param("section: A\n", 1, "parameters is missing", id="no parameters"),
        pytest.param(GOOD.encode().replace(b"2010.", b"2010 \xe9."), 14, "UTF-8", id="Latin-1"),
    ],
)
def test_a_file_that_is_no_law_file_is_refused(content: str | bytes, line: int, reason: str) -> None:
    with pytest.raises(LawFileInvalid) as caught:
        read_law({"one.yaml": content})
    assert caught.value.where == f"file one.yaml, line {line}"
    assert reason in caught.value.what


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        pytest.param("1990-04-31", "no date", id="a day that is not in the calendar"),
        pytest.param('"1990-04-19"', "no date", id="a quoted day"),
        pytest.param("19900419", "no date", id="a day without hyphens"),
        pytest.param("1990-04", "no date", id="a month"),
        pytest.param("April 19, 1990", "no date", id="a day in words"),
        pytest.param("15", "no date", id="a number"),
        pytest.param("", "no date", id="nothing"),
    ],
)
def test_a_value_in_dates_is_a_day_of_the_calendar(value: str, reason: str) -> None:
    text = GOOD.replace("unit: ratio", "unit: date").replace("value: 0.51", f"value: {value}")
    with pytest.raises(LawFileInvalid) as caught:
        read_law({"one.yaml": text})
    assert caught.value.where == "file one.yaml, line 20"
    assert reason in caught.value.what
    good = read_law({"one.yaml": text.replace(f"value: {value}\n        citation: Wis. Stat. 1.01(3)", DAY)})
    assert good.entries["share_needed"].values[0].value == dt.date(1990, 4, 19)


def test_a_choice_that_another_parameter_has_is_refused() -> None:
    text = GOOD.replace("share_needed", "order_recorded_in").replace("unit: ratio", "unit: choice")
    with pytest.raises(LawFileInvalid, match="'plurality' is no choice") as caught:
        read_law({"one.yaml": text.replace("value: 0.51", "value: plurality")})
    assert caught.value.where == "file one.yaml, line 20"
    assert "every_county" in caught.value.why
    assert read_law({"one.yaml": text.replace("value: 0.51", "value: every_county")})


def test_values_that_are_no_list_are_refused() -> None:
    text = "section: A\nparameters:\n  x:\n    says: It is so.\n    unit: ft\n    values: 5\n"
    with pytest.raises(LawFileInvalid, match="not a list") as caught:
        read_law({"one.yaml": text})
    assert caught.value.where == "file one.yaml, line 6"


def test_a_name_defined_in_two_files_is_refused() -> None:
    with pytest.raises(LawFileInvalid, match="two files") as caught:
        read_law({"one.yaml": GOOD, "two.yaml": "# a remark\n" + GOOD})
    assert caught.value.where == "file two.yaml, line 4"  # one line further down than in one.yaml
    assert "one.yaml, line 3" in caught.value.why


def test_the_packaged_law_loads_once_and_is_cited_throughout() -> None:
    law = load_law()
    assert load_law() is law
    assert {
        "jurisdiction_portion",
        "village_city_overlap_permitted_sqft",
        "equalized_value_method",
        "assessment_ratio_above",
        "assessment_ratio_below",
        "boundary_accuracy_default_ft",
        "order_recorded_in",
        "elector_signatures_portion",
        "district_vote_method",
        "district_vote_areas",
        "governor_term_years",
    } <= law.entries.keys()
    values = [value for entry in law.entries.values() for value in entry.values]
    sources = (
        "Wis. Stat. ",
        "Wis. Const. ",
        "Townline convention",
        "Village of Mukwonago Code ",
        "CKSD Sewer Use Ordinance ",
        "Village connection ordinance",
    )
    assert all(value.citation.startswith(sources) for value in values)
