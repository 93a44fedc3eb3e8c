from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import RegisterInvalid
from gis.register.entries import COLUMNS, Entry
from gis.register.kinds import kinds
from gis.register.reading import read_entries, read_register

HEAD = ",".join(COLUMNS)
HISTORY = f"{HEAD},entry,entered_on,replaces"
ROW = "parcel,A1,lien,QUILLFEATHER,2004-06-01,,"
DAY = dt.date(2026, 6, 1)


def register(*rows: str, head: str = HEAD) -> bytes:
    return "\n".join((head, *rows, "")).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The file is empty"),
        (HEAD.replace(",who", "").encode(), "The column who is missing"),
        (f"{HEAD},kind\n{ROW},cost".encode(), "The column kind is there more than once"),
        (f"{HEAD},notes\n{ROW},QUILLFEATHER".encode(), "Column 8 is none of this file's"),
        (register(ROW.replace("parcel", "parcels")), "A subject_kind is none of district, main"),
        (register(ROW.replace("parcel", "lot")), "A subject_kind is none of district, main"),
        (register(f"{ROW},QUILLFEATHER"), "more cells"),
        (register("parcel,,lien,QUILLFEATHER,2004-06-01,,"), "no subject"),
        (register("parcel,A1,,QUILLFEATHER,2004-06-01,,"), "no kind"),
        (register("parcel,A1,lien,QUILLFEATHER,QUILLFEATHER,,"), "A date is written as YYYY-MM-DD"),
        (register("parcel,A1,lien,QUILLFEATHER,2004-02-30,,"), "A date is written as YYYY-MM-DD"),
        (register("parcel,A1,lien,QUILLFEATHER"), "date"),
        (register(ROW).decode().encode("utf-16"), "not UTF-8"),
        (register('"QUILLFEATHER'), "no table"),
    ],
)
def test_a_register_without_its_form_is_refused_and_no_cell_repeated(data: bytes, message: str) -> None:
    with pytest.raises(RegisterInvalid, match=message) as caught:
        read_entries(data, "register.csv")
    assert "QUILLFEATHER" not in str(caught.value)
    assert caught.value.places


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("proceeding,P1,bond_field,,2026-05-01,,", "kind", "alike are bond_filed"),
        ("proceeding,P1,QUILLFEATHER,,2026-05-01,,", "kind", "There is no kind of that name"),
        ("parcel,1-2,bond_filed,,2026-05-01,,", "subject_kind", "bond_filed is about a proceeding, not about a parcel"),
        ("parcel,1-2,benefit_found,QUILLFEATHER,2026-05-01,,", "value", "Needed is yes or no"),
        ("parcel,1-2,lien_recorded,-1,2026-05-01,,", "value", "Needed is an amount of dollars"),
        ("parcel,1-2,lien_recorded,1.005,2026-05-01,,", "value", "Needed is an amount of dollars"),
        ("parcel,1-2,lien_recorded,,2026-05-01,,", "value", "Needed is an amount of dollars"),
        ("district,D,supervisors,2.5,2026-05-01,,", "value", "Needed is a whole number"),
        ("proceeding,P1,order_recorded,,2026-05-01,,", "value", "Needed is the name of a county"),
        ("proceeding,P1,notice_mailed,dot,2026-05-01,,", "value", "Needed is one of dsps, dnr"),
        ("parcel,1-2,objection,,2026-05-01,,", "value", "Needed is some text"),
        ("parcel,1-2,not_benefited,no,2026-05-01,,", "value", "The kind says it already"),
        ("proceeding,P1,hearing_scheduled,2026-04-30,2026-05-01,,", "value", "earlier than the day of the entry"),
        ("parcel,1-2,private_system_installed,2026-05-02,2026-05-01,,", "value", "later than the day of the entry"),
        ("owner,QUILLFEATHER,waiver,x,2026-05-01,,", "subject", "An owner is named by the key"),
        ("parcel,QUILLFEATHER,waiver,x,2026-05-01,,", "subject", "A parcel's number has a digit"),
        ("main,M1,main_operational,,2026-06-02,,", "date", "2026-06-02 is later than 2026-06-01"),
        ("main,M1,entry_withdrawn,,2026-05-01,,", "replaces", "names it"),
    ],
)
def test_a_bad_row_is_told_by_line_and_column(row: str, column: str, message: str) -> None:
    data = register("main,M1,main_operational,,2026-06-01,,", row)
    with pytest.raises(RegisterInvalid, match=message) as caught:
        read_register(data, "register.csv", DAY)
    assert "QUILLFEATHER" not in str(caught.value)
    assert [(place.column, str(place.text).partition(":")[0]) for place in caught.value.places] == [(column, "line 3")]


def test_every_bad_row_is_listed_in_the_order_of_the_file() -> None:
    data = register(
        "parcel,1-2,benefit_found,perhaps,2026-05-01,,",
        "parcel,1-2,unheard_of,,2026-05-01,,",
        'parcel,1-2,objection,"two\nlines",2026-05-01,,',
        "parcel,1-2,benefit_found,yes,yesterday,,",
    )
    with pytest.raises(RegisterInvalid, match="3 faults") as caught:
        read_register(data, "register.csv")
    # The third row stands on lines 4 and 5, so that the fourth is on line 6.
    assert [str(place.text).partition(":")[0] for place in caught.value.places] == ["line 2", "line 3", "line 6"]


DATED_NOTES = sorted(
    name
    for name, kind in kinds().items()
    if kind.value == "note" and "parcel" in kind.subjects and any(each.take == "date" for each in kind.gives)
)


def note(kind: str, value: str) -> bytes:
    return f"{','.join(COLUMNS)}\nparcel,7-S1,{kind},{value},2020-01-05,Paper 1,Clerk\n".encode()


@pytest.mark.parametrize("kind", DATED_NOTES)
def test_a_day_in_a_note_is_refused_where_the_column_tells_another(kind: str) -> None:
    # Whoever writes the day of a permit or a levy into the value would be charged by the day of the entry.
    for value in ("2003-12-31", " 2020-01-06 "):
        with pytest.raises(RegisterInvalid) as caught:
            read_register(note(kind, value), "register.csv")
        (place,) = caught.value.places
        assert (place.column, place.text.partition(":")[0]) == ("value", "line 2")
        assert "state the day in the column date" in place.text
        assert value.strip() not in place.text
    for value in ("", "2020-01-05", "Letter of 2003-12-31", "2003-13-31"):
        assert len(read_register(note(kind, value), "register.csv").entries) == 1


def test_words_are_settled() -> None:
    data = register(
        "Parcel, 1-2 ,Not Benefited,,2026-05-01,,",
        "owner,owner 0812,Waiver,Of notice,2026-05-01,,",
        "parcel,1-2,Lien,1250,2026-05-01,,",
        "proceeding,P1,Notice mailed,DNR,2026-05-01,,",
    )
    entries = read_register(data, "register.csv", DAY).entries
    assert [(each.subject, each.kind, each.value) for each in entries] == [
        ("1-2", "benefit_found", "no"),
        ("812", "waiver", "Of notice"),
        ("1-2", "lien_recorded", "1250.00"),
        ("P1", "notice_mailed", "dnr"),
    ]


FIRST = "proceeding,P1,bond_filed,,2026-05-01,,,1,2026-05-02,"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((FIRST, "proceeding,P1,bond_filed,,2026-05-03,,,2,,9"), "line 3: No entry has that name"),
        ((FIRST, "proceeding,P1,bond_filed,,2026-05-03,,,2,,2"), "line 3: An entry cannot correct itself"),
        ((FIRST, "proceeding,P1,costs_paid,,2026-05-03,,,2,,1"), "Line 2 is of another kind"),
        ((FIRST, "proceeding,P1,bond_filed,,2026-05-03,,,2,2026-05-01,1"), "Line 2 was entered later"),
        ((FIRST, "proceeding,P1,bond_filed,,2026-05-03,,,1,,"), "Line 2 has that name, and is another entry"),
        ((FIRST, FIRST), "Line 2 has that name, and is another entry"),
        (
            (
                FIRST,
                "proceeding,P1,bond_filed,,2026-05-03,,,2,,1",
                "proceeding,P1,entry_withdrawn,,2026-05-03,,,3,,1",
            ),
            "line 2: Two entries correct this one",
        ),
        (
            (
                "parcel,1-2,benefit_found,yes,2026-05-01,,,1,,",
                "parcel,1-3,benefit_found,yes,2026-05-01,,,1,,",
                "parcel,1-4,benefit_found,no,2026-05-01,,,,,1",
            ),
            "several subjects",
        ),
    ],
)
def test_a_correction_names_one_earlier_entry(rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(RegisterInvalid, match=message):
        read_register(register(*rows, head=HISTORY), "register.csv")


def test_one_entry_on_several_parcels_is_corrected_on_one_of_them() -> None:
    found = read_register(
        register(
            "parcel,1-2,benefit_found,yes,2026-05-01,Order 7,,1,,",
            "parcel,1-3,benefit_found,yes,2026-05-01,Order 7,,1,,",
            "parcel,1-3,benefit_found,no,2026-05-01,Order 7,,2,,1",
            head=HISTORY,
        ),
        "register.csv",
    )
    assert [(each.subject, each.value) for each in found.standing(DAY)] == [("1-2", "yes"), ("1-3", "no")]
    assert len(found.entries) == 3


def test_an_entry_does_not_show_what_may_name_people() -> None:
    entry = Entry("parcel", "1-2", "objection", "by QUILLFEATHER", DAY, "Letter of QUILLFEATHER", "QUILLFEATHER")
    assert "QUILLFEATHER" not in repr(entry)
