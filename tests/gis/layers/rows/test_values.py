from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.layers.rows.cells import text as text_of
from gis.layers.rows.cells import verbatim
from gis.layers.rows.values import (
    parse_acres,
    parse_cents,
    parse_number,
    parse_ratio,
    parse_whole,
    parse_year,
    read_column,
    shown,
    sort_auxiliary,
    split_codes,
)
from tests.conftest import FieldCaseLoader


def test_field_case_import_04_money_text(field_case: FieldCaseLoader) -> None:
    case = field_case("import-04")
    reading = read_column(pd.Series(case["input"]["values"], dtype=object), parse_cents)
    expected = case["expected"]
    wanted = [None if value in {None, "error"} else round(value * 100) for value in expected["parsed"]]
    assert reading.cells.tolist() == wanted
    assert reading.missing == expected["nulls"]
    assert len(reading.errors) == expected["errors"]
    assert sum(cents for cents in reading.cells if cents is not None) == expected["sum"] * 100


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("-12.5", -1250),
        ("-$1,000", -100000),
        ("$ 7", 700),
        (" 1234 ", 123400),
        (".5", 50),
        ("1e3", 100000),
        ("0.005", 1),  # half a cent is rounded up, away from zero
        ("(0.005)", -1),
        (1234, 123400),
        (0.1, 10),  # the float nearest to a tenth is read as a tenth
        (float("nan"), None),
        (None, None),
        ("#N/A", None),
        ("<Null>", None),
        ("999999999999999", 99_999_999_999_999_900),
    ],
)
def test_money_is_exact_cents(text: object, cents: int | None) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    ["12.345.000", "12,34", "1,2345", "1 000", "5-", "--5", "(-5)", "$", "1e", "inf", "NaN5", "1e400", "twelve", "10%"],
)
def test_what_is_no_number_is_an_error(text: object) -> None:
    with pytest.raises(ValueError, match=r"number|large"):
        parse_cents(text)


@given(st.integers(-(10**15), 10**15))
@settings(max_examples=50)
def test_cents_written_with_commas_or_plain_are_the_same(cents: int | None) -> None:
    dollars = Decimal(cents) / 100
    assert parse_cents(f"{dollars:,.2f}") == cents
    assert parse_cents(f"{dollars:f}") == cents


def test_text_that_could_be_a_name_is_never_repeated() -> None:
    with pytest.raises(ValueError, match="no number") as caught:
        parse_number("QUILLFEATHER, ANN")
    assert "QUILL" not in str(caught.value)
    assert "text of 17 characters" in str(caught.value)
    assert shown("1.2.3") == "'1.2.3'"


@pytest.mark.parametrize("text", ["0.950312347", " 0.9500 ", "1.2", ".8", "1.999999"])
def test_a_ratio_keeps_its_digits(text: object) -> None:
    read = parse_ratio(text)
    assert read is not None
    assert Decimal(read) == Decimal(text.strip())
    assert len(read.partition(".")[2]) == len(text.strip().partition(".")[2])


@pytest.mark.parametrize(("text", "hint"), [("80.00", "0.8000"), ("80%", "0.80"), ("2", "0.02"), ("0.8%", "0.008")])
def test_a_percentage_is_refused_with_the_ratio_it_would_be(text: object, hint: str) -> None:
    with pytest.raises(ValueError, match=f"percentage.*{hint}"):
        parse_ratio(text)


@pytest.mark.parametrize("text", ["0", "-0.5", "(0.9)"])
def test_a_ratio_is_more_than_nothing(text: object) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        parse_ratio(text)


@pytest.mark.parametrize("parse", [parse_acres, parse_cents, parse_whole, parse_year, parse_ratio])
@pytest.mark.parametrize("text", ["1e999", "-1e999", "1e309", float("inf"), "9" * 400, "0." + "1" * 400, "1e-9999"])
def test_numbers_beyond_all_measure_are_errors_whatever_they_count(
    parse: Callable[[object], object], text: object
) -> None:
    with pytest.raises(ValueError, match=r"number|large|percentage|longer|no ratio"):
        parse(text)


@pytest.mark.parametrize("text", ["0.0080", "0.0999", 0.05])
def test_a_ratio_is_no_tax_rate(text: object) -> None:
    with pytest.raises(ValueError, match="less than any published ratio"):
        parse_ratio(text)


@pytest.mark.parametrize("text", ["1e-400", "1e-30", "1e-19", "0." + "9" * 19, "0.9503123470000000000"])
def test_a_ratio_has_no_more_places_than_one_could_publish(text: object) -> None:
    with pytest.raises(ValueError, match="more decimal places"):
        parse_ratio(text)


def test_acres() -> None:
    assert parse_acres("1,234.5") == 1234.5
    assert parse_acres("0") == 0
    assert parse_acres("") is None
    for nothing in ("-0", -0.0, "(0)"):  # nothing has no sign, or two editions would hold the same land
        assert str(parse_acres(nothing)) == "0.0"
    for text in ("1e9", "1e-400", "1e-30"):
        with pytest.raises(ValueError, match="no number of acres"):
            parse_acres(text)


@pytest.mark.parametrize(("text", "year"), [("2022", 2022), (2022.0, 2022), ("", None)])
def test_years(text: object, year: int | None) -> None:
    assert parse_year(text) == year


@pytest.mark.parametrize("text", ["2022.5", "22", "20222"])
def test_what_is_no_year(text: object) -> None:
    with pytest.raises(ValueError, match=r"whole number|no year"):
        parse_year(text)


def test_whole_numbers_are_not_cut() -> None:
    assert parse_whole("5.00") == 5
    with pytest.raises(ValueError, match="whole"):
        parse_whole("5.01")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("X4,S1", ("S1", "X4")),
        ("C5, f4", ("C5", "F4")),
        ("5M ,", ("5M",)),
        ("4;5", ("4", "5")),
        ("X1,X1", ("X1",)),
        ("", ()),
        (None, ()),
    ],
)
def test_codes_are_split_and_sorted(text: object, codes: object) -> None:
    assert split_codes(text) == codes


@pytest.mark.parametrize("text", ["ELM", "ELM, EVE", "4, ELM", "G1 EVE", "SMITH1", "1234", "4.0x", "ÄPFEL"])
def test_what_may_be_a_name_is_no_code(text: str) -> None:
    with pytest.raises(ValueError, match="no list of codes") as caught:
        split_codes(text)
    assert not any(word in str(caught.value) for word in ("ELM", "EVE", "SMITH"))


@pytest.mark.parametrize(
    ("codes", "exempt", "forest", "unknown"),
    [
        ("X1,X2,X3,X4", "X1,X2,X3,X4", "", ""),
        ("W1,W9", "", "W1,W9", ""),
        ("AW,AWO,XTEL", "", "", "AW,AWO,XTEL"),
        ("X5,W10,X,W,X44", "", "", "W,W10,X,X44,X5"),
        ("X4,S1", "X4", "", "S1"),
    ],
)
def test_only_the_published_codes_are_known(codes: object, exempt: str, forest: str, unknown: str) -> None:
    assert sort_auxiliary(split_codes(codes)) == (exempt, forest, unknown)


@pytest.mark.parametrize("parse", [text_of, verbatim])
def test_text_that_stands_for_itself_reads_as_it_does_cell_by_cell(parse: Callable[[object], str | None]) -> None:
    # Blanks of all kinds, words for nothing, what is not ASCII, a lost id, a cell of several lines.
    cells: list[str | None] = [
        "0012-3.1",
        " 12",
        "12 ",
        "A B",
        "",
        "  ",
        "n/a",
        "NULL ",
        "1.2E+12",
        "1+2",
        "é",
        "\u00a012",
        "12\n",
        "\x1f12",
    ]
    cells += ["a\nb", "a\tb", "12", "12", "-", "+", None]
    column = pd.Series(cells, dtype="str", index=range(5, 5 + len(cells)))
    quick = read_column(column, parse, as_it_stands=True)
    slow = read_column(column.astype(object), parse)
    assert quick.cells.tolist() == slow.cells.tolist()
    assert (quick.missing, quick.errors) == (slow.missing, slow.errors)
    assert quick.cells.tolist()[0] == "0012-3.1"
    assert quick.cells.isna().sum() >= 5
