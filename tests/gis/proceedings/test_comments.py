from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import CommentsInvalid
from gis.law.loader import load_law
from gis.model.facts.decision import OwnedParcel
from gis.model.jsonio import to_json
from gis.proceedings.comment_files import COLUMNS, read_comments
from gis.proceedings.comments import comments_of, heard
from gis.register.reading import read_register

DAY = dt.date(2026, 7, 1)
LAW = load_law().parameters(DAY)
HEAD = ",".join(COLUMNS)
# Owner 1 has land inside; 2 touches the line only; 3 has a strip of 0.05 ft, less than the accuracy of 0.1 ft.
INSIDE = (
    OwnedParcel("10-1", ("owner 1",), Fraction(5000)),
    OwnedParcel("10-2", ("owner 2",), Fraction(0)),
    OwnedParcel("10-3", ("owner 3",), Fraction(5), Fraction("0.05")),
)
ROWS = (
    "1,10-1; 10-2,objection,benefit,QUILLFEATHER is against it,2026-06-20,writing,QUILLFEATHER was told,2026-06-30",
    "2,10-2,objection,necessity,No,2026-07-01,hearing,,",
    "3,,comment,other,Well,2026-07-01,hearing,,",
    ",,objection,other,No,2026-07-01,hearing,,",
    "4,,comment,other,Yes,2026-06-02,writing,,",
)


def file(*rows: str) -> bytes:
    return "\n".join((HEAD, *rows, "")).encode()


def test_owners_within_may_appear_and_anybody_may_comment() -> None:
    found = heard(read_comments(file(*ROWS), "c.csv"), INSIDE, LAW)
    assert [(each.line, each.who, each.may_appear, each.state) for each in found.comments] == [
        (2, "owner 1", True, "pass"),
        (3, "owner 2", False, "fail"),
        (4, "owner 3", None, "within_tolerance"),
        (5, None, None, None),
        (6, "owner 4", False, "fail"),
    ]
    assert found.unanswered == (3, 4, 5, 6)
    # Of those who spoke at the hearing, owner 2 owns nothing within and one person is not named.
    assert found.spoke_without_being_owner == (3, 5)
    assert found.objected_for == {"10-1": (2,), "10-2": (2, 3)}
    assert found.objected_for_none == (5,)
    assert found.comments[0].parcels_not_inside == ("10-2",)
    assert [each.subject for each in found.findings] == ["owner 1", "owner 2", "owner 3", "owner 4"]


def test_land_of_an_unknown_owner_leaves_it_open() -> None:
    unknown = OwnedParcel("10-9", None, Fraction(9))
    found = heard(read_comments(file(*ROWS), "c.csv"), (*INSIDE, unknown), LAW)
    assert [(each.who, each.state) for each in found.comments][1] == ("owner 2", "needs_evidence")
    assert found.comments[0].state == "pass"


def test_what_was_said_is_told_only_where_it_is_asked_for() -> None:
    comments = read_comments(file(*ROWS), "c.csv")
    assert "QUILLFEATHER" not in repr(comments)
    assert "QUILLFEATHER" not in to_json(heard(comments, INSIDE, LAW)).decode()
    told = heard(comments, INSIDE, LAW, with_text=True)
    assert told.comments[0].text == "QUILLFEATHER is against it"
    assert told.comments[0].answer == "QUILLFEATHER was told"


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("QUILLFEATHER,,comment,other,x,2026-06-02,writing,,", "who", "named by the owner key"),
        ("1,QUILLFEATHER,comment,other,x,2026-06-02,writing,,", "parcels", "has a digit"),
        ("1,,protest,other,x,2026-06-02,writing,,", "kind", "one of comment, objection"),
        ("1,,comment,money,x,2026-06-02,writing,,", "about", "one of necessity, benefit, other"),
        ("1,,comment,other,x,2026-06-02,shouting,,", "how", "one of writing, hearing"),
        ("1,,comment,other,,2026-06-02,writing,,", "text", "Nothing was said"),
        ("1,,comment,other,x,June,writing,,", "date", "A date is written as"),
        ("1,,comment,other,x,2026-07-02,writing,,", "date", "later than 2026-07-01"),
        ("1,,comment,other,x,2026-06-02,writing,QUILLFEATHER,2026-06-01", "answered_on", "before it was said"),
        ("1,,comment,other,x,2026-06-02,writing,QUILLFEATHER,", "answered_on", "go together"),
        ("1,,comment,other,x,2026-06-02,writing,,2026-06-03", "answered_on", "go together"),
    ],
)
def test_a_bad_row_is_told_by_line_and_column(row: str, column: str, message: str) -> None:
    with pytest.raises(CommentsInvalid, match=message) as caught:
        read_comments(file(ROWS[0], row), "c.csv", DAY)
    assert "QUILLFEATHER" not in str(caught.value)
    assert [(place.column, str(place.text).partition(":")[0]) for place in caught.value.places] == [(column, "line 3")]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", HEAD.replace(",how", "").encode(), f"{HEAD},more\n".encode()])
def test_a_file_of_another_form_is_refused(data: bytes) -> None:
    with pytest.raises(CommentsInvalid):
        read_comments(data, "c.csv")


def test_the_comments_of_a_register() -> None:
    text = (
        "subject_kind,subject,kind,value,date,document,who\n"
        "parcel,10-1,objection,QUILLFEATHER is against it,2026-06-20,,\n"
        "owner,2,comment,Well,2026-06-21,,\n"
        "proceeding,P1,objection,No,2026-06-19,,\n"
        "proceeding,P2,objection,No,2026-06-19,,\n"
        "owner,2,comment,Later,2026-07-21,,\n"
        "parcel,10-1,benefit_found,yes,2026-06-20,,\n"
    )
    register = read_register(text.encode(), "r.csv")
    assert [(each.line, each.who, each.parcels, each.kind) for each in comments_of(register, DAY, "P1")] == [
        (4, None, (), "objection"),
        (2, None, ("10-1",), "objection"),
        (3, "owner 2", (), "comment"),
    ]
    assert [each.line for each in comments_of(register, DAY)] == [2, 3]
