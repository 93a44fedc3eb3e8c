"""Of which parcels do entries hold after a change; feet, boxes as west, south, east, north."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest

from gis.layers.lineage.carrying import carry, write_carried
from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import Lineage, lineage
from gis.model.jsonio import to_json
from gis.register.entries import COLUMNS, Entry
from gis.register.reading import read_entries, read_register
from tests.gis.layers.editions_drawn import TENTH_FT, Lot, edition

A, WEST, EAST = (0, 0, 200, 100), (0, 0, 100, 100), (100, 0, 200, 100)
FAR = (1000, 0, 1100, 100)
ROW = {"record_kind": "row"}
DAY = dt.date(2004, 6, 1)
DECISION, COST = "exclusion_decision", "private_system_cost"


def entry(subject: str, kind: str = DECISION, value: str = "out", date: dt.date = DAY) -> Entry:
    return Entry("parcel", subject, kind, value, date, "Order 7", "QUILLFEATHER, ANN")


def step(old: Sequence[Lot], new: Sequence[Lot]) -> Lineage:
    return lineage(difference(edition(old, "old"), edition(new, "new"), TENTH_FT))


SPLIT = [Lot("A1", WEST), Lot("A2", EAST)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "carried_to"),
    [
        pytest.param([Lot("A", A)], [Lot("A", A)], COST, ("A",), id="unchanged"),
        pytest.param([Lot("A", A)], [Lot("A", A, {"assessed_value_cents": 1})], COST, ("A",), id="value changed"),
        pytest.param([Lot("A", A)], [Lot("X", A)], COST, ("X",), id="renumbered"),
        pytest.param([Lot("A", A)], [Lot("A", (0, 0, 200.05, 100))], COST, ("A",), id="redrawn"),
        pytest.param([Lot("A", A)], [Lot("A", (0, 0, 205, 100))], COST, ("A",), id="moved, 200 of 205 ft in common"),
        pytest.param([Lot("A", A)], [Lot("A", (0, 0, 220, 100))], COST, (), id="grown by land without a building"),
        pytest.param([Lot("A", A)], [Lot("A", (0, 0, 220, 100))], DECISION, (), id="grown by land not decided on"),
        pytest.param([Lot("A", A)], [Lot("A", (0, 0, 180, 100))], COST, (), id="moved, 180 of 200 ft in common"),
        pytest.param([Lot("A", A)], [Lot("X", (0, 0, 204, 100))], COST, (), id="renumbered and redrawn: likely only"),
        pytest.param([Lot("A", A)], SPLIT, DECISION, ("A1", "A2"), id="split, of the land as a whole"),
        pytest.param([Lot("A", A)], SPLIT, COST, (), id="split, of one building"),
        pytest.param(
            [Lot("A", A)],
            [Lot("A1", (0, 0, 180, 100)), Lot("A2", (180, 0, 240, 100))],
            DECISION,
            (),
            id="split, a part has land that was not of it",
        ),
        pytest.param(
            [Lot("A", A)], [Lot("A1", WEST), Lot("ROW", EAST, ROW)], DECISION, ("A1",), id="split, one part a road"
        ),
        pytest.param([Lot("A", A)], [Lot("ROW", A, ROW)], DECISION, (), id="all of it a road"),
        pytest.param([Lot("A", A)], [Lot("U1", A), Lot("U2", A)], DECISION, ("U1", "U2"), id="units, of the land"),
        pytest.param([Lot("A", A)], [Lot("U1", A), Lot("U2", A)], COST, (), id="units, of one building"),
        pytest.param([Lot("A", A)], [Lot("A", A), Lot("U2", A)], COST, (), id="units, one keeps the id, one building"),
        pytest.param(
            [Lot("A", A)], [Lot("A", A), Lot("U2", A)], DECISION, ("A", "U2"), id="units, one keeps the id, of the land"
        ),
        pytest.param(
            [Lot("A", A), Lot("U2", A)], [Lot("A", A), Lot("U2", A), Lot("U3", A)], COST, ("A",), id="a unit joins"
        ),
        pytest.param(
            # 80 x 100 of the 200 x 100 ft of A, which stays: whose land that is nobody can tell.
            [Lot("A", A)],
            [Lot("A", A), Lot("Z", (10, 0, 90, 100))],
            COST,
            (),
            id="another drawn on it",
        ),
        pytest.param([Lot("A", A)], [Lot("A", A), Lot("Z", (10, 0, 90, 100))], DECISION, (), id="another, of the land"),
        pytest.param(
            # 2 x 100 of A's 200 x 100 ft and of Z's 102 x 100: a twentieth of neither.
            [Lot("A", A)],
            [Lot("A", A), Lot("Z", (198, 0, 300, 100))],
            COST,
            ("A",),
            id="another over a strip of it",
        ),
        *(
            pytest.param(
                [Lot("A", WEST), Lot("B", EAST)], [Lot(name, A)], kind, (), id=f"merged to {name}, {kind} of A"
            )
            for name in ("M", "A")
            for kind in (COST, DECISION, "lien", "private_system", "objection")
        ),
        pytest.param([Lot("A", A), Lot("B", FAR)], [Lot("B", FAR)], COST, (), id="gone"),
        pytest.param([Lot("A", A)], [Lot("A", FAR)], COST, (), id="same id elsewhere"),
        pytest.param(
            [Lot("A", (0, 0, 150, 100)), Lot("B", (150, 0, 300, 100))],
            [Lot("C", (0, 0, 100, 100)), Lot("D", (100, 0, 200, 100)), Lot("E", (200, 0, 300, 100))],
            DECISION,
            (),
            id="rearranged",
        ),
        pytest.param([Lot("B", A)], [Lot("B", A)], COST, (), id="no such parcel"),
        pytest.param([Lot("A", A, ROW)], [Lot("A", A, ROW)], COST, (), id="a road's id"),
    ],
)
def test_of_what_an_entry_on_a_holds(old: list[Lot], new: list[Lot], kind: str, carried_to: tuple[str, ...]) -> None:
    done = carry([entry("A", kind)], step(old, new))
    assert [each.new_subjects for each in done.carried] == ([carried_to] if carried_to else [])
    assert len(done.carried) + len(done.asked) == 1
    assert all(each.why for each in (*done.carried, *done.asked))


def test_choices_of_what_is_asked_are_the_children_with_their_shares() -> None:
    new = [Lot("A1", (0, 0, 50, 100)), Lot("A2", (50, 0, 200, 100))]
    (asked,) = carry([entry("A", COST)], step([Lot("A", A)], new)).asked
    assert [(each.subject, float(each.share_of_old), each.confidence) for each in asked.choices] == [
        ("A2", 0.75, "certain"),
        ("A1", 0.25, "certain"),
    ]


@pytest.mark.parametrize(
    ("entries", "carried_rows"),
    [
        pytest.param([entry("A"), entry("B")], [1, 2], id="both parents decided alike"),
        pytest.param([entry("A"), entry("B", value="in")], [], id="decided otherwise"),
        pytest.param([entry("A", COST, "5000"), entry("B", COST, "7000")], [], id="two costs"),
        pytest.param([entry("A", COST, "5000"), entry("B", "lien", "7000")], [], id="different kinds"),
        pytest.param([entry("A", COST, "5000"), entry("B", COST, "5000")], [1, 2], id="two costs, the same"),
        pytest.param(
            # A's first decision was replaced by a later one, so that both parents say the same now.
            [entry("A", value="in"), entry("A", date=dt.date(2010, 1, 1)), entry("B")],
            [1, 2, 3],
            id="the newest counts",
        ),
    ],
)
def test_entries_of_parents_that_merged(entries: list[Entry], carried_rows: list[int]) -> None:
    done = carry(entries, step([Lot("A", WEST), Lot("B", EAST)], [Lot("M", A)]))
    assert [each.row for each in done.carried] == carried_rows
    assert sorted([each.row for each in done.carried] + [each.row for each in done.asked]) == [
        *range(1, len(entries) + 1)
    ]


def test_what_is_about_no_parcel_holds_on() -> None:
    kinds = ("district", "main", "owner", "proceeding")
    rows = "".join(f"{kind.title()},A,first_levy,1,2004-06-01,,\n" for kind in kinds)
    done = carry(read_entries(f"{HEAD}\n{rows}".encode(), "register.csv"), step([Lot("A", A)], SPLIT))
    assert [each.new_subjects for each in done.carried] == [("A",)] * 4


def test_nothing_that_is_said_names_a_person() -> None:
    done = carry([entry("A"), entry("A", COST, "paid by MERRIWETHER")], step([Lot("A", A)], SPLIT))
    text = to_json(done).decode()
    assert "QUILLFEATHER" not in text
    assert "MERRIWETHER" not in text


HEAD = ",".join(COLUMNS)


def test_a_register_is_read_and_written_with_what_was_carried() -> None:
    text = f'\ufeff{HEAD}\nParcel, A ,Exclusion  decision,"out, all",2004-06-01,Order 7,"QUILLFEATHER, ANN"\n'
    entries = read_entries(text.encode(), "register.csv")
    assert entries == (Entry("parcel", "A", DECISION, "out, all", DAY, "Order 7", "QUILLFEATHER, ANN"),)
    done = carry(entries, step([Lot("A", A)], SPLIT))
    assert write_carried(entries, done).decode() == (
        f"{HEAD},carried_from\n"
        'parcel,A1,exclusion_decision,"out, all",2004-06-01,Order 7,"QUILLFEATHER, ANN",A\n'
        'parcel,A2,exclusion_decision,"out, all",2004-06-01,Order 7,"QUILLFEATHER, ANN",A\n'
    )
    again = read_entries(write_carried(entries, done), "carried.csv")
    assert [each.subject for each in again] == ["A1", "A2"]


def test_the_history_of_an_entry_is_carried_with_it() -> None:
    """A correction of an entry on land that was divided corrects it on every part."""
    text = (
        f"{HEAD},entry,entered_on,replaces\n"
        "parcel,A,exclusion_decision,out,2004-06-01,Order 7,Clerk,1,2004-06-02,\n"
        "parcel,A,exclusion_decision,in,2004-06-01,Order 7,Clerk,2,2004-06-09,1\n"
    )
    entries = read_entries(text.encode(), "register.csv")
    written = write_carried(entries, carry(entries, step([Lot("A", A)], SPLIT)))
    register = read_register(written, "carried.csv")
    assert [(each.subject, each.value, each.carried_from) for each in register.current()] == [
        ("A1", "in", "A"),
        ("A2", "in", "A"),
    ]
    assert len(register.entries) == 4


@pytest.mark.parametrize(
    ("subject", "carried_to"),
    [("2, Dane", ("2, Dane",)), ("2", ("2, Dane",)), ("1", ()), ("3", ())],
    ids=["with its county", "a number of one county", "a number of both", "a number of none"],
)
def test_a_parcel_of_one_of_two_counties(subject: str, carried_to: tuple[str, ...]) -> None:
    lots = [
        Lot("1", (0, 0, 9, 9), {"county": "Dane"}),
        Lot("2", (9, 0, 18, 9), {"county": "Dane"}),
        Lot("1", (0, 9, 9, 18), {"county": "Rock"}),
    ]
    done = carry([entry(subject)], step(lots, lots))
    assert tuple(name for each in done.carried for name in each.new_subjects) == carried_to
    assert len(done.carried) + len(done.asked) == 1
