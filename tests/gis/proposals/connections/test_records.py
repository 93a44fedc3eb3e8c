"""Which connections were made in a period, by size and user (village ordinance, records of connections)."""

from __future__ import annotations

import csv
import datetime as dt
import io
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.model.connection_records import ConnectionRecords
from gis.proposals.connections.records import connection_records, records_table
from gis.register.entries import COLUMNS, Register
from gis.register.reading import read_register

D = dt.date.fromisoformat
SINCE, UNTIL = D("2026-01-01"), D("2026-03-31")
NAME = "OWNER 7001 OF NOWHERE"

MADE = (
    f"1-1,connection_made,,2026-01-01,P1,{NAME}",
    "1-1,connection_size_in,4,2026-01-01,P1,Clerk",
    "1-1,connection_user,residential,2026-01-01,P1,Clerk",
    "1-1,connection_flow_gpd,200,2026-01-01,P1,Clerk",
    # Size and user were entered after the period, and tell of the connection all the same.
    "1-2,connection_made,,2026-03-31,P2,Clerk",
    "1-2,connection_size_in,6.0,2026-05-01,,Clerk",
    "1-2,connection_user,commercial,2026-05-01,,Clerk",
    # Before and after the period.
    "1-3,connection_made,,2025-12-31,P3,Clerk",
    "1-4,connection_made,,2026-04-01,P4,Clerk",
    # Nothing but the day.
    '"1-5, Rock",connection_made,,2026-02-02,P5,Clerk',
    # Two buildings of one parcel, told apart by their permits.
    "1-6,connection_made,,2026-02-03,P6,Clerk",
    "1-6,connection_size_in,4,2026-02-03,P6,Clerk",
    "1-6,connection_user,residential,2026-02-03,P6,Clerk",
    "1-6,connection_made,,2026-02-03,P7,Clerk",
    "1-6,connection_size_in,8,2026-02-20,P7,Clerk",
    "1-6,connection_user,industrial,2026-02-20,P7,Clerk",
    "1-6,connection_flow_gpd,30000,2026-02-20,P7,Clerk",
)


def records(*rows: str) -> ConnectionRecords:
    return connection_records(register(*rows), SINCE, UNTIL)


def register(*rows: str) -> Register:
    lines = (f"parcel,{row}" for row in rows)
    return read_register("\n".join((",".join(COLUMNS), *lines, "")).encode(), "register.csv")


def test_the_connections_of_a_quarter() -> None:
    """Five: two of 4 inches, one each of 6 and 8, one of no size on file; two homes, a shop, a factory, one unknown."""
    found = records(*MADE)
    assert found.count == 5
    assert [(each.size_in, each.count) for each in found.by_size] == [(4, 2), (6, 1), (8, 1), (None, 1)]
    assert [(each.user, each.count) for each in found.by_user] == [
        ("residential", 2),
        ("commercial", 1),
        ("industrial", 1),
        (None, 1),
    ]
    assert (found.flow_gpd, found.flow_unknown) == (Fraction(30_200), 3)
    assert [(each.parcel_id, each.day.isoformat(), each.size_in, each.user) for each in found.connections] == [
        ("1-1", "2026-01-01", 4, "residential"),
        ("1-5, Rock", "2026-02-02", None, None),
        ("1-6", "2026-02-03", 4, "residential"),
        ("1-6", "2026-02-03", 8, "industrial"),
        ("1-2", "2026-03-31", 6, "commercial"),
    ]


def test_what_is_not_on_file_is_said() -> None:
    found = records('"1-5, Rock",connection_made,,2026-02-02,P5,Clerk')
    assert found.connections[0].doubts == (
        "The size is not on file.",
        "The user is not on file.",
        "The flow is not on file.",
    )


@pytest.mark.parametrize(
    ("rows", "count", "size", "doubt"),
    [
        # One connection entered twice is one.
        (["1-1,connection_made,,2026-02-02,P1,A", "1-1,connection_made,,2026-02-02,P1,B"], 1, None, "not on file"),
        # Two of one day without permits cannot be told apart.
        (["1-1,connection_made,,2026-02-02,,A", "1-1,connection_made,,2026-02-02,,B"], 1, None, "not on file"),
        # 4 and 4.0 are one size, 4 and 6 are two.
        (
            [
                "1-1,connection_made,,2026-02-02,,A",
                "1-1,connection_size_in,4,2026-02-02,,A",
                "1-1,connection_size_in,4.0,2026-02-02,,B",
            ],
            1,
            Fraction(4),
            "",
        ),
        (
            [
                "1-1,connection_made,,2026-02-02,,A",
                "1-1,connection_size_in,4,2026-02-02,,A",
                "1-1,connection_size_in,6,2026-02-02,,B",
            ],
            1,
            None,
            "The size is entered in different ways.",
        ),
    ],
)
def test_entries_that_repeat_or_contradict_each_other(
    rows: list[str], count: int, size: Fraction | None, doubt: str
) -> None:
    found = records(*rows)
    assert (found.count, found.connections[0].size_in) == (count, size)
    assert doubt in found.connections[0].doubts[0]


def test_connections_of_a_parcel_without_permits_are_told_apart_by_their_days() -> None:
    found = records(
        "1-1,connection_made,,2026-02-02,,A",
        "1-1,connection_size_in,4,2026-02-02,,A",
        "1-1,connection_made,,2026-03-02,,A",
        "1-1,connection_size_in,6,2026-03-02,,A",
        # Of neither day: nobody can say of which connection it tells.
        "1-1,connection_user,residential,2026-03-09,,A",
    )
    assert [(each.size_in, each.user) for each in found.connections] == [(Fraction(4), None), (Fraction(6), None)]


def test_one_permit_for_two_connections_is_told_apart_by_the_days() -> None:
    found = records(
        "1-1,connection_made,,2026-02-02,P1,A",
        "1-1,connection_size_in,4,2026-02-02,P1,A",
        "1-1,connection_made,,2026-03-02,P1,A",
        "1-1,connection_size_in,6,2026-03-02,P1,A",
    )
    assert [each.size_in for each in found.connections] == [4, 6]


def test_a_connection_that_was_taken_back_does_not_count() -> None:
    head = "subject_kind,subject,kind,value,date,document,who,entry,replaces"
    rows = ("parcel,1-1,connection_made,,2026-02-02,P1,A,1,", "parcel,1-1,entry_withdrawn,,2026-02-05,,A,,1")
    held = read_register("\n".join((head, *rows, "")).encode(), "register.csv")
    found = connection_records(held, SINCE, UNTIL)
    assert (found.count, found.by_size, found.by_user, found.connections) == (0, (), (), ())


def test_no_name_and_no_document_is_in_the_table_and_no_cell_is_run_as_a_formula() -> None:
    found = records(*MADE, '"=1+1",connection_made,,2026-02-09,Permit of Nowhere,A')
    text = records_table(found).decode()
    assert NAME not in text
    assert "Permit" not in text
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == ["parcel_id", "day", "size_in", "user", "flow_gpd", "doubts"]
    assert rows[1] == ["1-1", "2026-01-01", "4", "residential", "200", ""]
    assert [row[0] for row in rows[1:]] == ["1-1", "1-5, Rock", "1-6", "1-6", "'=1+1", "1-2"]


IN_ORDER = records_table(records(*MADE))


@given(st.permutations(MADE))
@settings(max_examples=50, derandomize=True)
def test_the_order_of_rows_changes_nothing_and_every_connection_is_counted_once(rows: list[str]) -> None:
    found = records(*rows)
    assert records_table(found) == IN_ORDER
    assert sum(each.count for each in found.by_size) == sum(each.count for each in found.by_user) == found.count
