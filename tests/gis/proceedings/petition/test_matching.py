"""Which owner of record is proposed for a signer, and who decides?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.proceedings.petition.matching import Proposal, by_names, propose
from gis.proceedings.petition.names import OwnerNames
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition

DATE = dt.date(2026, 6, 15)
# Names as owner_of_record writes them: capitals, single blanks.
NAMES = OwnerNames(
    edition="e1",
    by_key={
        1: "JOHN SMITH",
        2: "JANE SMITH",
        3: "QUILLFEATHER, ANN",
        4: "EXAMPLE HOLDINGS 7 LLC",
        5: "MERRIWETHER, BEA",
    },
    by_parcel={"10-1": (1,), "10-2": (1, 2), "10-3": (3,), "10-4": (4,), "10-5": (5,)},
)


def petition(*rows: str, header: str = "signer;parcel") -> Petition:
    return read_petition("\n".join([header, *rows]).encode(), "petition.csv", DATE)


def proposed(row: str, inside: frozenset[int] | None = None) -> Proposal:
    (proposal,) = propose(petition(row), NAMES, inside)
    return proposal


@pytest.mark.parametrize("name", ["JOHN SMITH", " john  Smith ", "John Smith.", "JOHN\u00a0SMITH"])
def test_the_same_name_is_certain_whatever_its_capitals_and_blanks(name: str) -> None:
    for parcel in ("10-1", ""):
        found = proposed(f"{name};{parcel}")
        assert (found.match, found.owner_keys, found.candidates[0].score) == ("certain", (1,), 100)


@pytest.mark.parametrize(
    ("row", "keys"),
    [
        pytest.param("J SMITH;10-1", (1,), id="an initial, of the parcel named"),
        pytest.param("SMITH JOHN;10-1", (1,), id="the same words in another order"),
        pytest.param("Ann Quillfeather;", (3,), id="without its comma, no parcel named"),
        pytest.param("JOHN A SMITH;10-1", (1,), id="a letter more"),
        pytest.param("JON SMITH;10-1", (1,), id="a letter less"),
    ],
)
def test_names_that_resemble_each_other_are_never_certain(row: str, keys: tuple[int, ...]) -> None:
    found = proposed(row)
    assert (found.match, found.owner_keys) == ("likely", keys)
    assert found.candidates[0].score < 100


def test_one_signer_who_may_be_two_owners_is_told_as_such() -> None:
    found = proposed("J SMITH;10-2")
    assert set(found.owner_keys) == {1, 2}
    assert "Several owners resemble the signer; write the number of the one who signed." in found.remarks


def test_a_namesake_of_another_parcel_is_not_certain() -> None:
    found = proposed("JOHN SMITH;10-5")
    assert (found.match, found.owner_keys) == ("likely", (1,))
    assert "The owner of that name does not own the parcel named, and may be a namesake." in found.remarks


def test_owners_of_the_parcel_named_go_before_owners_inside() -> None:
    assert proposed("J SMITH;10-1", frozenset({2})).owner_keys == (1,)
    # Nobody of the parcel named resembles the signer: owners inside are looked at, and only they.
    found = proposed("J SMITH;10-3", frozenset({2}))
    assert found.owner_keys == (2,)
    assert "No owner of the parcel named resembles the signer." in found.remarks
    assert proposed("J SMITH;10-3", frozenset({5})).match == "none"


def test_a_stranger_has_no_match() -> None:
    found = proposed("ZEBULON PIKE;")
    assert (found.match, found.candidates) == ("none", ())


def test_an_owner_without_land_inside_is_told() -> None:
    assert (
        "The owner of that name has no land inside the boundary." in proposed("JOHN SMITH;10-1", frozenset({3})).remarks
    )


def test_two_lines_of_one_owner_under_two_spellings_are_told() -> None:
    first, second, third = propose(petition("JOHN SMITH;10-1", "JON SMITH;10-1", "john smith;10-1"), NAMES)
    assert "The same name as on line 4; one owner counts once." in first.remarks
    assert "Perhaps the same owner as on line 3, in another spelling." in first.remarks
    assert "Perhaps the same owner as on lines 2 and 4, in another spelling." in second.remarks
    assert "The same name as on line 2; one owner counts once." in third.remarks


def test_no_proposal_repeats_a_name() -> None:
    told = str(propose(petition("QUILLFEATHER ANN;10-3", "JOHN SMITH;10-5"), NAMES))
    assert "QUILLFEATHER" not in told
    assert "SMITH" not in told
    assert "SMITH" not in repr(NAMES)


def test_by_names_decides_equal_names_only_and_says_so() -> None:
    found = by_names(petition("JOHN SMITH;10-1", "J SMITH;10-1", "ZEBULON PIKE;"), NAMES)
    assert [found.standing(each) for each in found.signatures] == ["counts", "undecided", "undecided"]
    assert [each.person for each in found.signatures] == ["owner 1", "line 3", "line 4"]
    assert [each.proposed for each in found.signatures] == [(1,), (1,), ()]
    assert found.edition == "e1"
    assert found.notes[0].startswith("The petition bears no owner keys. 1 of 3 signers")


def test_by_names_leaves_a_matched_petition_to_the_person() -> None:
    matched = petition("JOHN SMITH;;", header="signer;owner_key;decision")
    assert by_names(matched, NAMES) is matched


def test_proposals_do_not_change_with_the_order_of_rows() -> None:
    rows = ["1;JOHN SMITH;10-1", "2;J SMITH;", "3;QUILLFEATHER A;10-3", "4;ZEBULON PIKE;"]
    there, back = (propose(petition(*order, header="line;signer;parcel"), NAMES) for order in (rows, rows[::-1]))
    assert there == back
