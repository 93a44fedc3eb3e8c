"""Are accounts in arrears read strictly, each bad row told, and no name repeated?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import ArrearsInvalid
from gis.model.arrears import Account
from gis.proposals.arrears.reading import NamedParcel, read_accounts, stated_accounts

AS_OF = dt.date(2026, 11, 20)
HEAD = "account,parcel_id,county,service_date,arrears,paid"
GOOD = "S-1,001-22,Jefferson,2026-09-15,480.05,2026-11-02"


def faults(*rows: str, head: str = HEAD) -> dict[int, list[str]]:
    read = read_accounts("\n".join((head, *rows, "")).encode(), "a.csv", AS_OF)
    told: dict[int, list[str]] = {}
    for each in read.faults:
        told.setdefault(each.line, []).append(f"{each.column}: {each.why}")
    return told


def test_a_row_is_read_exactly() -> None:
    read = read_accounts(f"{HEAD}\n{GOOD}\n".encode(), "a.csv", AS_OF)
    day, paid = dt.date(2026, 9, 15), dt.date(2026, 11, 2)
    assert read.rows == ((2, Account("S-1", "001-22", day, Fraction(48_005, 100), paid, "Jefferson")),)
    assert (read.parcels, read.faults) == ((NamedParcel(2, "001-22", "Jefferson"),), ())
    read.refuse()


def test_the_county_may_be_left_out_and_cells_may_be_parted_by_semicolons() -> None:
    head = "arrears;paid;account;parcel_id;service_date"
    read = read_accounts(f"{head}\n0.04;;7;001-22;2026-09-30\n".encode(), "a.csv", AS_OF)
    assert read.rows == ((2, Account("7", "001-22", dt.date(2026, 9, 30), Fraction(1, 25))),)


# What a row says in place of the good one, the column at fault, and a word of the reason.
BAD = [
    pytest.param("S-1,001-22,,2026-09-15,-480.05,", "arrears", "cannot be negative", id="negative"),
    pytest.param("S-1,001-22,,2026-09-15,480.055,", "arrears", "no parts of a cent", id="three decimals"),
    pytest.param("S-1,001-22,,2026-09-15,$480,", "arrears", "an amount of dollars", id="sign of dollars"),
    pytest.param("S-1,001-22,,2026-09-15,1e3,", "arrears", "an amount of dollars", id="exponent"),
    pytest.param("S-1,001-22,,2026-09-15,NaN,", "arrears", "an amount of dollars", id="no number"),
    pytest.param('S-1,001-22,,2026-09-15,"1,480.00",', "arrears", "an amount of dollars", id="thousands"),
    pytest.param("S-1,001-22,,2026-09-15,,", "arrears", "an amount of dollars", id="no amount"),
    pytest.param("S-1,001-22,,2026-09-15,1000000000.01,", "arrears", "thousand million", id="slipped column"),
    pytest.param("S-1,001-22,,2026-13-15,480,", "service_date", "YYYY-MM-DD", id="no day"),
    pytest.param("S-1,001-22,,9/15/2026,480,", "service_date", "YYYY-MM-DD", id="another form"),
    pytest.param("S-1,001-22,,0206-09-15,480,", "service_date", "years are read", id="year of a slip"),
    pytest.param("S-1,001-22,,2026-11-21,480,", "service_date", "later than 2026-11-20", id="service to come"),
    pytest.param("S-1,001-22,,2026-09-15,480,yes", "paid", "YYYY-MM-DD", id="paid, no day"),
    pytest.param(",001-22,,2026-09-15,480,", "account", "told by its number", id="no account"),
    pytest.param("SMITH JOHN,001-22,,2026-09-15,480,", "account", "told by its number", id="a name as account"),
    pytest.param("S-1,,,2026-09-15,480,", "parcel_id", "has a digit", id="no parcel"),
    pytest.param("S-1,SMITH 7,,2026-09-15,480,", "parcel_id", "has a digit", id="a name as parcel"),
    pytest.param("S-1,001-22,Smith,2026-09-15,480,", "county", "no such county", id="a name as county"),
    pytest.param("S-1,001-22,,2026-09-15,480,,Smith", "None", "more cells", id="too many cells"),
]


@pytest.mark.parametrize(("row", "column", "word"), BAD)
def test_a_bad_row_is_told_with_its_line_and_column(row: str, column: str, word: str) -> None:
    told = faults("S-0,001-21,,2026-09-15,1.00,", row)
    assert list(told) == [3]
    (only,) = told[3]
    assert only.startswith(f"{column}: ")
    assert word.casefold() in only.casefold()
    assert "smith" not in only.casefold()


def test_all_faults_are_told_at_once_by_line() -> None:
    rows = [
        "S-1,001-22,,2026-09-15,-1,",
        "S-2,001-22,,2026-09-15,1.005,",
        "S-3,001-22,,2026-99-15,x,",
        "S-4,001-22,,2026-09-15,1.00,",
        "S-4,001-23,,2026-09-15,2.00,",
    ]
    read = read_accounts("\n".join((HEAD, *rows)).encode(), "a.csv", AS_OF)
    with pytest.raises(ArrearsInvalid) as caught:
        read.refuse()
    assert (caught.value.what, caught.value.where) == ("The accounts have 5 faults.", "file a.csv")
    assert [(place.text or "").partition(":")[0] for place in caught.value.places] == [
        *("line 2", "line 3", "line 4", "line 4", "line 6")
    ]
    assert "stands in line 5 already" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"account,parcel_id\n", "service_date is missing"),
        (f"{HEAD},owner\n{GOOD},SMITH\n".encode(), "Column 7 is none of this file's"),
        (f"{HEAD}\n".encode(), "no account"),
        ("account\n\xff".encode("latin-1"), "UTF-8"),
    ],
)
def test_a_file_that_is_none_is_refused(data: bytes, word: str) -> None:
    read = read_accounts(data, "a.csv", AS_OF)
    with pytest.raises(ArrearsInvalid, match=word) as caught:
        read.refuse()
    assert "SMITH" not in str(caught.value)


# Bills of two quarters stand in two rows; the same bill twice is a fault, on whatever parcel, amount or payment.
@pytest.mark.parametrize(
    ("second", "is_double"),
    [
        ("S-1,001-22,,2026-06-30,99.00,", False),
        ("S-1,001-22,,2026-09-29,480.05,", False),
        ("S-2,001-22,,2026-09-30,480.05,", False),
        ("S-1,001-22,,2026-09-30,480.05,", True),
        ("S-1,001-22,,2026-09-30,1.00,", True),
        ("S-1,001-23,,2026-09-30,480.05,2026-10-20", True),
    ],
)
def test_an_account_stands_once_for_a_service_date(second: str, is_double: bool) -> None:
    first = "S-1,001-22,,2026-09-30,480.05,"
    told = faults(first, second)
    assert list(told) == ([3] if is_double else [])
    rows = read_accounts(f"{HEAD}\n{first}\n{second}\n".encode(), "a.csv", AS_OF).rows
    sent = stated_accounts([each for _, each in rows], "the request", AS_OF)
    assert [(each.line, each.column) for each in sent.faults] == ([(2, "account")] if is_double else [])


def test_no_accounts_that_were_sent_are_refused_as_an_empty_file_is() -> None:
    with pytest.raises(ArrearsInvalid, match="There is no account in it"):
        stated_accounts([], "the request", AS_OF).refuse()


def test_accounts_that_were_sent_are_held_to_the_same() -> None:
    day = dt.date(2026, 9, 15)
    sent = [
        Account("1", "001-22", day, Fraction(480)),
        Account("SMITH", "001-22", day, Fraction(480)),
        Account("3", "JONES", day, Fraction(1, 1000)),
        Account("1", "001-22", day, Fraction(-1), None, "Smith"),
    ]
    read = stated_accounts(sent, "the request", AS_OF)
    assert sorted((each.line, each.column) for each in read.faults) == [
        *((2, "account"), (3, "arrears"), (3, "parcel_id")),
        *((4, "account"), (4, "arrears"), (4, "county")),
    ]
    with pytest.raises(ArrearsInvalid) as caught:
        read.refuse()
    assert not {"smith", "jones"} & {*str(caught.value).casefold().split()}
