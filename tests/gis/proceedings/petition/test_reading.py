"""Which signatures does a petition file hold, and what keeps it from being counted?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import PetitionInvalid
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition, Signature

DATE = dt.date(2026, 6, 15)
FILED = dt.date(2026, 5, 1)
PARCELS = frozenset({"10-1", "10-2", "10-3", "002-0814-1643-001"})
NAME = "QUILLFEATHER, ANN"


def read(text: str | bytes, filed: dt.date | None = None, *, is_verified: bool | None = None) -> Petition:
    data = text if isinstance(text, bytes) else text.encode()
    return read_petition(data, "petition.csv", DATE, filed=filed, parcel_ids=PARCELS, is_verified=is_verified)


def only(text: str) -> Signature:
    (signature,) = read(text).signatures
    return signature


def faults(text: str | bytes, filed: dt.date | None = None) -> list[str]:
    with pytest.raises(PetitionInvalid) as caught:
        read(text, filed)
    told = str(caught.value)
    assert "QUILLFEATHER" not in told.upper()
    return [str(place) for place in caught.value.places] or [caught.value.what]


def test_every_column_is_read() -> None:
    signature = only(
        "line,parcel,name_printed,capacity,date_signed,notarized,covered_by_verification,withdrawn,share\n"
        f'7,10-1,"{NAME}",owner,2026-04-01,yes,,2026-05-02,1/2\n'
    )
    assert (signature.line, signature.parcels, signature.name) == (7, ("10-1",), NAME)
    assert (signature.date, signature.withdrawn) == (dt.date(2026, 4, 1), dt.date(2026, 5, 2))
    assert (signature.notarized, signature.covered_by_verification) == (True, False)
    assert signature.share == Fraction(1, 2)
    assert NAME not in repr(signature)


def test_without_columns_on_verification_nothing_is_known_of_it() -> None:
    signature = only(f"signer\n{NAME}\n".replace(",", ""))
    assert (signature.notarized, signature.covered_by_verification) == (None, None)


def test_one_verification_may_cover_the_whole_petition() -> None:
    found = read("signer,verified\nANN,no\nBEA,\n", is_verified=True)
    assert [each.covered_by_verification for each in found.signatures] == [True, True]


@pytest.mark.parametrize(
    "heading",
    [
        "signer",
        "Name_Printed",
        "PRINTED NAME",
        "Print name:",
        " name ",
        "Petitioner",
        "signer name",
    ],
)
def test_spellings_of_the_signers_heading(heading: str) -> None:
    assert only(f"{heading},parcel\nANN QUILLFEATHER,10-1\n").name == "ANN QUILLFEATHER"


def test_headings_that_are_not_our_own_are_told() -> None:
    assert "Read as signer: printed_name; as parcel: pin." in read("Printed Name,PIN\nANN,10-1\n").notes


@pytest.mark.parametrize(
    ("data", "separator"),
    [
        pytest.param("signer,parcel\nANN,10-1\n".encode("utf-8-sig"), ",", id="the mark that Excel puts in front"),
        pytest.param(b"signer;parcel\r\nANN;10-1\r\n", ";", id="semicolons of a European Excel"),
        pytest.param(b"signer\tparcel\nANN\t10-1\n", "\t", id="tabs"),
        pytest.param(b"sep=;\r\nsigner;parcel\r\nANN;10-1\r\n", ";", id="said in a line above"),
        pytest.param(b'signer,parcel\n"ANN",10-1\n\n', ",", id="a blank line at the end"),
    ],
)
def test_forms_in_which_spreadsheets_save(data: bytes, separator: str) -> None:
    found = read(data)
    assert [(each.name, each.parcels) for each in found.signatures] == [("ANN", ("10-1",))]
    assert found.sheet.separator == separator


def test_lines_are_rows_of_the_sheet_unless_the_file_numbers_them() -> None:
    # The header is row 1 and the blank row counts, as a spreadsheet shows it.
    assert [each.line for each in read("signer\nANN\n\nBEA\n").signatures] == [2, 4]
    assert [each.line for each in read("line,signer\n2,BEA\n1,ANN\n").signatures] == [1, 2]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            f'signer,parcel\n"{NAME}",10-4\n',
            "line 2: parcel 10-4 is not on file; near it: 10-1, 10-2, 10-3",
            id="unknown parcel",
        ),
        pytest.param(
            f"signer,parcel\nANN,{NAME.replace(',', '')} 7\n",
            "line 2: parcel text of 18 characters is not on file",
            id="a name for a parcel",
        ),
        pytest.param(
            "signer,parcel\nANN,002-814-1643-001\n",
            "line 2: parcel 002-814-1643-001 is not on file; near it: 002-0814-1643-001",
            id="a zero lost",
        ),
        pytest.param(
            "signer,parcel\nANN,10-1; 99-99999\n",
            "line 2: parcel 99-99999 is not on file",
            id="the second of two parcels",
        ),
        pytest.param(
            "signer,date\nANN,2026-06-16\n",
            "line 2: date signed: 2026-06-16 had not come on 2026-06-15, the day asked about",
            id="a day in the future",
        ),
        pytest.param(
            "signer,date\nANN,03/04/26\n",
            "line 2: date signed: '03/04/26' has a year of two digits; write all four",
            id="a year of two digits",
        ),
        pytest.param("signer,date\nANN,2026\n", "line 2: date signed: '2026' tells no day", id="a year for a day"),
        pytest.param(
            f"signer,date\nANN,{NAME.replace(',', '')}\n",
            "line 2: date signed: text of 16 characters is no day of the calendar",
            id="a name for a day",
        ),
        pytest.param(
            "signer,withdrawn\nANN,2026-07-01\n",
            "line 2: withdrawn: 2026-07-01 had not come on 2026-06-15, the day asked about",
            id="withdrawn in the future",
        ),
        pytest.param(
            "signer,date,withdrawn\nANN,2026-04-01,2026-03-01\n",
            "line 2: withdrawn: 2026-03-01 is before it was signed, on 2026-04-01",
            id="withdrawn before it was signed",
        ),
        pytest.param(
            "signer,parcel\n  ,10-1\n",
            "line 2: nobody's name stands there; leave the line out if it is no signature",
            id="a blank signer",
        ),
        pytest.param(
            "signer,notarized\nANN,perhaps\n",
            "line 2: notarized: text of 7 characters is neither yes nor no",
            id="no tick",
        ),
        pytest.param(
            "signer,share\nANN,1.01\n",
            "line 2: share: '1.01' is more than the whole; a share is written as a fraction",
            id="a share over one",
        ),
        pytest.param(
            "signer,share\nANN,3/2\n",
            "line 2: share: '3/2' is more than the whole; a share is written as a fraction",
            id="a quotient over one",
        ),
        pytest.param(
            "signer,share\nANN,-0.5\n",
            "line 2: share: '-0.5' is no share; leave it blank where nobody knows",
            id="a share below nothing",
        ),
        pytest.param(
            "signer,parcel,share\nANN,10-1,0.6\nBEA,10-1,0.6\n",
            "lines 2 and 3: the shares in parcel 10-1 add up to 1.2, over the whole",
            id="shares that are more than the whole together",
        ),
        pytest.param("line,signer\n1,ANN\n1,BEA\n", "line 1: 2 rows bear this number", id="a number twice"),
        pytest.param("line,signer\nfirst,ANN\n", "row 2 of the sheet: line: it is no number of a line", id="no number"),
        pytest.param(
            f"signer,parcel\nANN,10-1\n{NAME}\n{NAME},1,2\n",
            "row 4 of the sheet: it has 4 cells, and the header has 2",
            id="a row of another length",
        ),
        pytest.param(
            "signer,owner_key,decision\nANN,812,perhaps\n",
            "line 2: decision: text of 7 characters is no decision; write yes, no or the number of an owner key",
            id="no decision",
        ),
        pytest.param(
            "signer,owner_key,decision\nANN,,yes\n",
            "line 2: decision: it says yes, and no owner key stands there",
            id="yes to nobody",
        ),
        pytest.param(
            "signer,owner_key,decision\nANN,812; 915,yes\n",
            "line 2: decision: it says yes, and several owner keys stand there",
            id="yes to several",
        ),
        pytest.param(
            f"signer,owner_key\nANN,{NAME.replace(',', '')}\n",
            "line 2: owner key: text of 16 characters is no owner key; write its number",
            id="no owner key",
        ),
        pytest.param(
            "signer,owners_edition\nANN,a1\nBEA,b2\n",
            "column owners_edition, it names several editions of owners",
            id="two editions",
        ),
    ],
)
def test_each_fault_has_its_own_words(text: str, told: str) -> None:
    assert [place for place in faults(text) if place.startswith(told)]


def test_signed_after_the_filing_is_refused_and_on_its_day_is_not() -> None:
    assert faults("signer,date\nANN,2026-05-02\n", FILED) == [
        "line 2: date signed: 2026-05-02 is after the petition was filed, on 2026-05-01"
    ]
    assert read("signer,date\nANN,2026-05-01\n", FILED).signatures[0].date == FILED


def test_all_faults_are_told_at_once_and_none_is_lost() -> None:
    rows = ["signer,parcel,date", *(f"ANN {n},77-{n:04d},2027-01-01" for n in range(1, 201))]
    told = faults("\n".join(rows) + "\n")
    # Of each line the parcel and the day.
    assert len(told) == 400
    assert {f"line {line}" for line in range(2, 202)} == {place.split(":")[0] for place in told}


@pytest.mark.parametrize(
    ("data", "what"),
    [
        pytest.param(b"", "The petition file is empty.", id="empty"),
        pytest.param(b"\n\n", "The petition file is empty.", id="blank"),
        pytest.param(b"signer,parcel\n", "The petition file holds no signature.", id="a header alone"),
        pytest.param(b"1,10-1,ANN\n2,10-2,BEA\n", "No column of the petition file tells who signed.", id="no header"),
        pytest.param(
            "signer\nM\u00fcLLER\n".encode("cp1252"), "The petition file is not UTF-8 text.", id="Windows-1252"
        ),
        pytest.param("signer\nANN\n".encode("utf-16"), "The petition file is not UTF-8 text.", id="UTF-16"),
        pytest.param(
            b'signer,parcel\n"ANN,10-1\n', "The petition file is no table of separated values.", id="an open quote"
        ),
    ],
)
def test_an_unusable_file_says_so(data: bytes, what: str) -> None:
    assert faults(data) == [what]


def test_two_columns_of_one_meaning_are_refused() -> None:
    assert faults("signer,printed name\nANN,BEA\n") == ["signer: signer, printed_name"]


def test_a_signer_twice_is_told_and_both_lines_are_kept() -> None:
    found = read("signer\nAnn  Quillfeather\nBEA\nANN QUILLFEATHER.\n")
    assert len(found.signatures) == 3
    assert "One name stands on lines 2 and 4." in found.notes


def test_who_signs_for_another_is_told_without_repeating_the_words() -> None:
    found = read(
        "signer,capacity\nANN,Owner\nBEA,trustee\nCY,Trustee\nDOT,attorney-in-fact\n"
        "EVE,daughter of QUILLFEATHER\nFAY,\n"
    )
    assert [note for note in found.notes if "authority" in note] == [
        "A person looks at the authority to sign: lines 3 and 4 (trustee).",
        "A person looks at the authority to sign: line 5 (attorney in fact).",
        "A person looks at the authority to sign: line 6 (in another capacity than owner).",
    ]


@pytest.mark.parametrize(
    ("decision", "owner_key", "standing"),
    [
        ("yes", 812, "counts"),
        ("certain", 812, "counts"),
        ("owner 915", 915, "counts"),
        ("no", None, "not_owner"),
        ("", None, "undecided"),
    ],
)
def test_what_a_person_decided(decision: str, owner_key: int | None, standing: str) -> None:
    found = read(f"signer,owner_key,match,score,decision,owners_edition\nANN,812,likely,82,{decision},c59f\n")
    assert (found.signatures[0].owner_key, found.standing(found.signatures[0])) == (owner_key, standing)
    assert (found.is_matched, found.edition) == (True, "c59f")
