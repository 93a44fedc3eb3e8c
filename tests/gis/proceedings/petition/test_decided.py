"""Does a decision reach the signature it was made for, and no other?"""

from __future__ import annotations

import csv
import datetime as dt
import io

import pytest

from gis.errors import PetitionInvalid
from gis.proceedings.petition.decided import with_decisions, write_matched
from gis.proceedings.petition.matching import propose, settled
from gis.proceedings.petition.names import OwnerNames
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition

DATE = dt.date(2026, 6, 15)
NAMES = OwnerNames(
    edition="e1",
    by_key={1: "JOHN SMITH", 2: "JANE SMITH", 3: "QUILLFEATHER, ANN"},
    by_parcel={"10-1": (1,), "10-2": (1, 2), "10-3": (3,)},
)
FILE = b'Printed Name,parcel,remarks\nJOHN SMITH,10-1,\nJ SMITH,10-2,"late, at home"\nZEBULON PIKE,,\n'


def read(data: bytes) -> Petition:
    return read_petition(data, "petition.csv", DATE)


def matched(data: bytes = FILE, names: OwnerNames | None = None) -> bytes:
    petition = read(data)
    proposals = propose(petition, NAMES)
    return write_matched(settled(petition, proposals, "e1"), proposals, "e1", names)


def cells(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def edited(data: bytes, line: str, decision: str) -> bytes:
    """Return a matched file as a person leaves it who decides one line."""
    rows = cells(data)
    next(row for row in rows if row["line"] == line)["decision"] = decision
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def test_the_file_keeps_every_cell_and_leaves_the_decision_to_a_person() -> None:
    rows = cells(matched())
    assert [row["remarks"] for row in rows] == ["", "late, at home", ""]
    assert [(row["line"], row["match"], row["decision"]) for row in rows] == [
        ("2", "certain", "certain"),
        ("3", "likely", ""),
        ("4", "none", ""),
    ]
    assert rows[0]["owner_key"] == "1"
    assert {row["owners_edition"] for row in rows} == {"e1"}
    assert "owner_name" not in rows[0]


def test_names_of_owners_are_written_where_they_are_asked_for() -> None:
    assert cells(matched(names=NAMES))[0]["owner_name"] == "JOHN SMITH"


def test_what_is_written_is_read_back_and_counts_by_the_decisions() -> None:
    decided = read(edited(matched(), "3", "2"))
    assert [(each.line, each.person, decided.standing(each)) for each in decided.signatures] == [
        (2, "owner 1", "counts"),
        (3, "owner 2", "counts"),
        (4, "line 4", "undecided"),
    ]


def test_matching_a_matched_file_again_keeps_what_was_decided() -> None:
    once = edited(matched(), "3", "no")
    again = cells(matched(once))
    assert [row["decision"] for row in again] == ["certain", "no", ""]
    assert list(again[0]) == list(cells(once)[0])


def test_decisions_are_taken_over_to_a_petition_that_grew() -> None:
    decided = read(edited(matched(), "3", "2"))
    grown = read(FILE + b"ANN QUILLFEATHER,10-3,\n")
    found = with_decisions(grown, decided, "e1")
    assert [each.person for each in found.signatures] == ["owner 1", "owner 2", "line 4", "line 5"]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (
            b"signer\nJOHN SMITH\nJANE SMITH\nZEBULON PIKE\n",
            "line 3: it is decided for another name than the petition has",
        ),
        (b"signer\nJOHN SMITH\n", "line 3: it is decided, and the petition has no such line"),
    ],
)
def test_a_decision_that_slid_to_another_line_is_refused(now: bytes, told: str) -> None:
    decided = read(edited(matched(), "3", "2"))
    with pytest.raises(PetitionInvalid) as caught:
        with_decisions(read(now), decided, "e1")
    assert told in str(caught.value)
    assert "SMITH" not in str(caught.value)


def test_decisions_of_another_edition_are_refused() -> None:
    with pytest.raises(PetitionInvalid, match="matched in edition e1"):
        with_decisions(read(FILE), read(matched()), "e2")


def test_semicolons_stay_semicolons() -> None:
    data = matched(b"signer;parcel\nJ SMITH;10-2\n")
    assert data.decode("utf-8-sig").splitlines()[0].startswith("line;signer;parcel;owner_key")
    assert read(data).signatures[0].proposed == (1, 2)
