from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline

NAME = "OWNER 7001 OF NOWHERE"
REGISTER = f"""\
subject_kind,subject,kind,value,date,document,who
parcel,"1-22, Dane",connection_made,,2026-01-05,Permit 7,{NAME}
parcel,"1-22, Dane",connection_size_in,4,2026-01-05,Permit 7,{NAME}
parcel,"1-22, Dane",connection_user,residential,2026-01-05,Permit 7,{NAME}
parcel,"1-22, Dane",connection_flow_gpd,200,2026-01-05,Permit 7,{NAME}
parcel,1-23,connection_made,,2026-02-05,Permit 8,{NAME}
parcel,1-23,connection_size_in,6,2026-02-05,Permit 8,{NAME}
parcel,1-23,connection_size_in,8,2026-02-05,Permit 8,{NAME}
"""


@pytest.fixture
def register(tmp_path: Path) -> Path:
    path = tmp_path / "register.csv"
    path.write_text(REGISTER, encoding="utf-8")
    return path


def told(register: Path, *arguments: str) -> Result:
    return CliRunner().invoke(townline, ["connection-records", "--register", str(register), *arguments])


QUARTER = ("--from", "2026-01-01", "--to", "2026-03-31")


def test_the_period_is_told_by_size_and_user_and_parcel(register: Path) -> None:
    result = told(register, *QUARTER)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "Connections made from January 1, 2026 to March 31, 2026: 2",
        "By size of the building sewer: 4 in: 1; size not known: 1",
        "By nature of the user: residential: 1; not known: 1",
        "Added flow: 200 gallons a day; of 1 the flow is not known",
        "  2026-01-05  parcel 1-22, Dane: 4 in, residential, 200 gallons a day",
        "  2026-02-05  parcel 1-23: size not known, user not known, flow not known",
        "    The size is entered in different ways.",
    ]


def test_a_period_without_connections(register: Path) -> None:
    result = told(register, "--from", "2020-01-01", "--to", "2020-12-31")
    assert result.stdout.splitlines() == ["Connections made from January 1, 2020 to December 31, 2020: 0"]


def test_json_and_file_hold_no_name(register: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.csv"
    result = told(register, *QUARTER, "--format", "json", "--out", str(out))
    answer = json.loads(result.stdout)
    assert (answer["count"], answer["flow_gpd"], answer["by_size"][1]) == (2, 200, {"size_in": None, "count": 1})
    assert len(out.read_text("utf-8").splitlines()) == 3
    for text in (result.stdout, out.read_text("utf-8")):
        assert NAME not in text
        assert "Permit" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Missing options '--from', '--to'."),
        (("--from", "2026-01-01"), "Missing option '--to'."),
        ((*QUARTER, "--to", "2026-06-30"), "Option '--to' is given more than once"),
        ((*QUARTER, "--out", "records.xlsx"), ".xlsx"),
        ((*QUARTER, "--out", "records"), "ends in nothing"),
        (("--from", "2026-03-31", "--to", "2026-01-01"), "ends before it begins"),
        ((*QUARTER, "--out", "no/such/folder/records.csv"), "cannot be written"),
    ],
)
def test_what_cannot_be_asked_is_one_error(register: Path, arguments: tuple[str, ...], says: str) -> None:
    result = told(register, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
