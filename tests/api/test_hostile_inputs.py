"""Whatever a file or a request holds: each reader refuses it in our four parts, and repeats no text of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from api.answers import invalid_request
from api.bringing import bring_data
from api.errors import RequestInvalid, error_data
from api.on_file import OnFile
from api.proposal_file import read_proposal, read_proposal_data
from api.values import iso_day
from gis.errors import FactsInvalid, OptionInvalid, TownlineError
from gis.proceedings.comment_files import COLUMNS as COMMENT_COLUMNS
from gis.proceedings.comment_files import read_comments
from gis.proceedings.petition.reading import read_petition
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.decisions.file import read_decision
from gis.proposals.stated import refuse_unknown, stated_facts
from gis.register.entries import COLUMNS as REGISTER_COLUMNS
from gis.register.reading import read_register

DATE = dt.date(2026, 7, 1)
NAME = "QUILLFEATHER"
"""An invented name that no error may repeat."""

# --- YAML: the proposal and the decision -----------------------------------------------------

BAD_YAML = {
    "a tag that no value has": f"facts: !!timestamp {NAME}",
    "a number that is none": f"facts: !!int {NAME}",
    "a tag of Python": f"facts: !!python/object/apply:os.system [{NAME}]",
    "a tag that is a name": f"facts: !{NAME} a",
    "a tag handle that is a name": f"facts: !{NAME}!x a",
    "a number of 5,000 digits": f"facts: {{members: {'9' * 5000}}}",
    "5,000 open brackets": "[" * 5000,
    "5,000 nested lists": "[" * 5000 + "]" * 5000,
    "5,000 nested mappings": "{a: " * 5000 + "1" + "}" * 5000,
    "lists in lists by indentation": "\n".join("  " * depth + "-" for depth in range(200)) + " 1",
    "a list as a key": "{? [1,2] : 3}",
    "a mapping as a key": "{{a: b}: c}",
    "a number as a key": "1: 2",
    "a truth value as a key": "yes: 2",
    "a key twice": f"{{{NAME}: {{}}, {NAME}: {{}}}}",
    "a deeper key twice": f"facts: {{{NAME}: 1, {NAME}: 2}}",
    "an alias": f"facts: &{NAME} {{}}\nb: *{NAME}",
    "an alias to nothing": f"facts: *{NAME}",
    "an open quote": f"facts: '{NAME}",
    "a mapping in a line of one": f"facts: b: {NAME}",
    "a character that YAML has not": "facts: \x01",
    "a NUL": "facts: a\x00",
    "two documents": f"--- {{}}\n--- {NAME}",
    "an unknown key": f"{NAME}: 1",
    "words alone": NAME,
    "nothing": "",
}


@pytest.mark.parametrize("read", [read_proposal, read_decision], ids=["proposal", "decision"])
@pytest.mark.parametrize("text", BAD_YAML.values(), ids=BAD_YAML)
def test_yaml_is_refused(tmp_path: Path, read: Callable[[Path], object], text: str) -> None:
    (tmp_path / "file.yaml").write_text(text, "utf-8")
    with pytest.raises(TownlineError) as caught:
        read(tmp_path / "file.yaml")
    _in_four_parts(caught.value)


@pytest.mark.parametrize("read", [read_proposal, read_decision], ids=["proposal", "decision"])
@pytest.mark.parametrize("data", [b"\xff\xfef\x00", b"facts: \xe9", None], ids=["UTF-16", "Latin-1", "a folder"])
def test_what_is_no_text_is_refused(tmp_path: Path, read: Callable[[Path], object], data: bytes | None) -> None:
    path = tmp_path / "file.yaml"
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data)
    with pytest.raises(TownlineError, match=r"cannot be read|not UTF-8|not YAML"):
        read(path)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-07-01", "2026-07-01"),  # a day stays text, for whoever asks for a day
        ("2025-02-31", "2025-02-31"),
        ("012", "012"),  # 10 in old YAML
        ("1:30", "1:30"),  # 90 in old YAML
        ("1_000", "1_000"),
        (".inf", ".inf"),
        ("12", 12),
        ("-1.5", -1.5),
        ("yes", True),
        ("~", None),
        ("", None),
    ],
)
def test_a_plain_value_is_read_as_it_looks(tmp_path: Path, written: str, read: object) -> None:
    (tmp_path / "file.yaml").write_text(f"\ufefffacts: {{a: {written}}}", "utf-8")
    assert dict(read_proposal(tmp_path / "file.yaml").stated) == {"a": read}


# --- facts that are stated -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule_id", "stated"),
    [
        ("TSD-06", {"hearing_date": "2025-02-31"}),
        ("TSD-06", {"hearing_date": "9999-12-31"}),
        ("TSD-06", {"hearing_date": "0001-01-01"}),
        ("TSD-06", {"hearing_date": 0}),  # midnight of January 1, 1970, to whoever counts seconds
        ("TSD-06", {"hearing_date": "0"}),
        ("TSD-06", {"hearing_date": True}),
        ("TSD-07", {"insertions": ["2026-07-01", "9999-12-31"]}),
        ("TSD-26", {"signatures_valid": True}),  # one, to whoever counts
        ("TSD-08", {"person": NAME}),
        ("TSD-08", {"person": f"owner 8 {NAME}"}),
        ("TSD-06", {"TSD-06": {NAME: 1}}),
        ("TSD-06", {"TSD-06": NAME}),
    ],
)
def test_a_stated_fact_that_cannot_be_is_refused(rule_id: str, stated: dict[str, object]) -> None:
    with pytest.raises(FactsInvalid) as caught:
        stated_facts(rule_id, stated, "here")
    _in_four_parts(caught.value)


@pytest.mark.parametrize("person", ["owner 812", "owner-1", "Owner 812", "speaker 3"])
def test_a_person_is_told_by_a_number(person: str) -> None:
    assert stated_facts("TSD-08", {"person": person}, "here") == {"person": person}


def test_an_unknown_fact_is_not_repeated_and_near_ones_are_named() -> None:
    with pytest.raises(FactsInvalid, match="hearing_date"):
        refuse_unknown({"hearing_dat": "2026-07-01"}, "here", BOUNDARY_RULES)
    with pytest.raises(FactsInvalid) as caught:
        refuse_unknown({NAME: 1}, "here", BOUNDARY_RULES)
    _in_four_parts(caught.value)


@pytest.mark.parametrize("text", ["1799-12-31", "2200-01-01", "9999-12-31", "0001-01-01", "2026-02-30", "20260615"])
def test_a_day_that_cannot_be_meant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"1800 to 2199|YYYY-MM-DD|day"):
        iso_day(text)


# --- CSV: the petition, the register, the comments ------------------------------------------

HEADS = {
    "petition": "name_printed,parcel,date_signed",
    "register": ",".join(REGISTER_COLUMNS),
    "comments": ",".join(COMMENT_COLUMNS),
}
ROWS = {
    "petition": "OWNER 1 OF NOWHERE,10-1,2026-06-01",
    "register": "proceeding,P1,petition_received,,2026-06-01,,",
    "comments": "812,1-22,comment,benefit,Said,2026-06-01,hearing,,",
}


def _read(which: str, data: bytes) -> int:
    """Return how many rows a reader found."""
    match which:
        case "petition":
            return len(read_petition(data, "file.csv", DATE).signatures)
        case "register":
            return len(read_register(data, "file.csv", DATE).entries)
        case _:
            return len(read_comments(data, "file.csv", DATE))


@pytest.mark.parametrize("which", HEADS)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["Unix", "Windows", "old Macintosh"])
@pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"], ids=["bare", "with a mark"])
def test_a_table_is_read_however_spreadsheets_save_it(which: str, ends: str, separator: str, before: bytes) -> None:
    text = f"{HEADS[which]}{ends}{ROWS[which]}{ends}".replace(",", separator)
    assert _read(which, before + text.encode()) == 1


BAD_BYTES = {
    "nothing": b"",
    "blanks": b"\n \n",
    "UTF-16": "who,date\n".encode("utf-16"),
    "UTF-16 without a mark": f"{NAME},date\n".encode("utf-16-le"),
    "binary": bytes(range(256)),
    "Latin-1": f"{NAME}\xe9,date\n1,2".encode("latin-1"),
    "an open quote": f'{NAME},"date\n1,2'.encode(),
    "words after a quote": f'"{NAME}" b,c\n1,2'.encode(),
    "other columns": f"{NAME},a,b\n1,2,3".encode(),
    "one column": f"{NAME}\n1".encode(),
}


@pytest.mark.parametrize("which", HEADS)
@pytest.mark.parametrize("data", BAD_BYTES.values(), ids=BAD_BYTES)
def test_what_is_no_table_is_refused_with_few_words(which: str, data: bytes) -> None:
    with pytest.raises(TownlineError) as caught:
        _read(which, data)
    _in_four_parts(caught.value)
    assert len(caught.value.places) <= 1


@pytest.mark.parametrize("which", HEADS)
@pytest.mark.parametrize("cell", ["\x00", "9" * 5000, "9999-12-31", "0001-01-01", f"{NAME} 7"])
@pytest.mark.parametrize("place", range(3))
def test_a_strange_cell_is_read_or_refused_and_never_repeated(which: str, cell: str, place: int) -> None:
    cells = ROWS[which].split(",")
    # What was said and who signed may be anything; the parcel, the day and the key may not.
    cells[{"petition": (1, 2, 2), "register": (0, 2, 4), "comments": (0, 1, 5)}[which][place]] = cell
    try:
        _read(which, f"{HEADS[which]}\n{','.join(cells)}\n".encode())
    except TownlineError as error:
        _in_four_parts(error)


@pytest.mark.parametrize("line", ["9" * 5000, "0", "-1", "1.5", "²", NAME])
def test_a_line_number_that_is_none_is_refused(line: str) -> None:
    data = f"line,{HEADS['petition']}\n{line},{ROWS['petition']}".encode()
    with pytest.raises(TownlineError, match="no number of a line") as caught:
        _read("petition", data)
    _in_four_parts(caught.value)


@pytest.mark.parametrize(
    "row", [f"owner,{'9' * 5000},signature_withdrawn,,2026-06-01,,", f"owner,{NAME},signature_withdrawn,,2026-06-01,,"]
)
def test_an_owner_key_that_is_none_is_refused(row: str) -> None:
    with pytest.raises(TownlineError, match="named by the key"):
        _read("register", f"{HEADS['register']}\n{row}\n".encode())


@pytest.mark.parametrize("which", HEADS)
def test_of_many_faults_the_first_hundred_are_told_in_text_and_json_alike(which: str) -> None:
    bad = ROWS[which].replace("2026-06-01", "2026-02-30")
    rows = "\n".join([bad] * 250)
    with pytest.raises(TownlineError) as caught:
        _read(which, f"{HEADS[which]}\n{rows}\n".encode())
    error = caught.value
    assert len(error.places) >= 250
    places = error_data(error)["places"]
    assert isinstance(places, list)
    assert len(places) == 101
    assert places[-1] == {"text": f"and {len(error.places) - 100} more"}
    assert str(error).splitlines()[-1] == f"  - and {len(error.places) - 100} more"


# --- a request --------------------------------------------------------------------------------


@pytest.mark.parametrize("member", ["register", "petition"])
def test_half_a_character_is_refused_with_the_name_of_the_member(member: str) -> None:
    texts: dict[str, str | None] = {"register": None, "petition": None, member: f"{NAME}\ud800"}
    with pytest.raises(RequestInvalid) as caught:
        bring_data(None, texts["register"], texts["petition"], DATE, _nothing_on_file)
    assert member in caught.value.where
    _in_four_parts(caught.value)


def test_keys_that_a_caller_made_up_are_not_repeated() -> None:
    extra = "Extra inputs are not permitted"
    error = invalid_request([((NAME,), extra), (("boundary", NAME), extra), (("editions", NAME, "[key]"), "No kind")])
    _in_four_parts(error)
    assert [str(place) for place in error.places] == [f"body: {extra}", f"boundary: {extra}", "editions: No kind"]


@pytest.mark.parametrize("kind", ["proceeding", "district"])
@pytest.mark.parametrize("named", [None, f"{NAME} 3"])
def test_subjects_of_a_register_are_told_by_their_lines(kind: str, named: str | None) -> None:
    fact = {"proceeding": "petition_received,", "district": "shares_changed,"}[kind]
    rows = [f"{kind},{NAME} {number},{fact},2026-06-01,," for number in (1, 2)]
    register = "\n".join([HEADS["register"], *rows])
    key = "proceeding_id" if kind == "proceeding" else kind
    with pytest.raises(OptionInvalid, match=r"lines 2, 3") as caught:
        bring_data({} if named is None else {key: named}, register, None, DATE, _nothing_on_file)
    _in_four_parts(caught.value)


def test_unknown_keys_of_a_proposal_are_counted() -> None:
    with pytest.raises(FactsInvalid, match="nothing reads: 2") as caught:
        read_proposal_data({NAME: 1, "a": 2, "facts": {}}, "the request")
    _in_four_parts(caught.value)


def _nothing_on_file() -> OnFile:
    return OnFile(frozenset(), "")


def _in_four_parts(error: TownlineError) -> None:
    assert all((error.what, error.where, error.why, error.next))
    told = f"{error} {error_data(error)}"
    assert NAME.casefold() not in told.casefold()
    assert "9" * 50 not in told
