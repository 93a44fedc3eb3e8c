from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner, Result

from api.cli.eru import eru_command
from api.cli.main import COMMANDS
from gis.errors import OptionInvalid
from gis.proposals.on_file import LayersOnFile
from tests.gis.proposals.connections.village import box
from tests.gis.proposals.runoff.runoff_village import DISTRICT, LOTS, write, write_village

REGISTER_HEAD = "subject_kind,subject,kind,value,date,document,who\n"


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of tests/gis/proposals/runoff/runoff_village.py."""
    return write_village(tmp_path_factory.mktemp("runoff"))


def run(layers: Path, *arguments: object) -> Result:
    fixed = ["--layers", layers, "--date", "2026-06-15", "--ordinance", "mukwonago"]
    return CliRunner().invoke(eru_command, [str(argument) for argument in [*arguments, *fixed]])


def told(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_command_is_on_the_list() -> None:
    assert COMMANDS["eru"][:2] == ("api.cli.eru", "eru_command")


def test_the_roll_on_paper(layers: Path) -> None:
    result = run(layers, "--rate", "18.75", "--budget", "150")
    assert result.exit_code == 0, result.stderr
    for line in (
        "          9  parcels",
        "          6  have their units: 7.25 runoff units in all",
        "          3  are open: by their readings from 3 to 5 runoff units more",
        "  A budget of $150 a quarter needs $20.69 a unit, by the units assigned.",
        "  Bills of a quarter, each rounded to the cent: $135.94.",
        "    1: 7-F",
        "Draft for review. Not legal advice, not a survey.",
    ):
        assert line in result.stdout.splitlines()
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("credits_on", "said"),
    # A 1, B 2 dwellings at 0.5, C 3.5, D 1, E 0.75, G 0, I 1: 8.25. A fourth of C's is 0.875; off the charge, none is.
    [
        ("units", "8.25 runoff units, less 0.875 by credits: 7.375 billed"),
        ("charge", "8.25 runoff units in all"),
    ],
)
def test_units_that_credits_take_off_are_told_apart(layers: Path, tmp_path: Path, credits_on: str, said: str) -> None:
    file, register = tmp_path / "other.yaml", tmp_path / "register.csv"
    file.write_text(f"{ORDINANCE}  credits_on: {credits_on}\n", "utf-8")
    register.write_text(f"{REGISTER_HEAD}parcel,7-C,runoff_credit,Pond,2026-01-15,Letter,\n", "utf-8")
    arguments = ["--layers", layers, "--date", "2026-06-15", "--ordinance", file, "--register", register]
    lines = CliRunner().invoke(eru_command, [*map(str, arguments)]).stdout.splitlines()
    (told,) = [line for line in lines if "have their units: " in line]
    assert told.partition(": ")[2] == said
    # The kinds sum to what is said first.
    by_kind = lines[lines.index("By kind") + 1 :]
    kinds = [line.rpartition(", ")[2].split()[0] for line in by_kind[: by_kind.index("")]]
    assert sum(map(Fraction, kinds)) == Fraction("8.25")


def test_no_owner_is_named(layers: Path, tmp_path: Path) -> None:
    result = run(layers, "--format", "json", "--out", tmp_path / "roll.csv")
    assert [each["parcel_id"] for each in told(result)["parcels"]] == [f"7-{lot}" for lot in LOTS if lot != "T"]
    for text in (result.stdout, (tmp_path / "roll.csv").read_text("utf-8")):
        assert "OWNER" not in text
        assert "BOX " not in text


def test_files_for_billing_and_for_the_board(layers: Path, tmp_path: Path) -> None:
    columns = tmp_path / "map.toml"
    columns.write_text('parcel_id = "ACCT"\nunits = "ERU_QTY"\ndue = "AMT"\n', "utf-8")
    bills, board = tmp_path / "bills.csv", tmp_path / "list.csv"
    result = run(layers, "--rate", "$18.75", "--out", bills, "--columns", columns, "--resolution", board)
    assert result.exit_code == 0, result.stderr
    assert "  written: bills.csv" in result.stdout.splitlines()
    assert bills.read_text("utf-8").splitlines()[0] == "ACCT,ERU_QTY,AMT"
    listed = list(csv.DictReader(board.read_text("utf-8").splitlines()))
    assert [row["units"] for row in listed] == ["1", "", "3.5", "1", "0.75", "", "0", "", "1"]


def test_one_parcel_explained(layers: Path) -> None:
    result = run(layers, "--parcel", "7-F", "--rate", "18.75")
    assert result.exit_code == 0, result.stderr
    assert "  Only the part inside is charged. Then $28.13 a bill." in result.stdout.splitlines()


def test_an_appeal(layers: Path) -> None:
    answer = told(run(layers, "--parcel", "7-I", "--appeal-sqft", "3,100", "--rate", "18.75", "--format", "json"))
    assert (answer["appeal"]["units_measured"], answer["appeal"]["units_by_owner"]) == (1, 1.25)
    assert (answer["appeal"]["due_measured"], answer["appeal"]["due_by_owner"]) == ("18.75", "23.44")


def test_two_years_compared(layers: Path) -> None:
    result = run(layers, "--compare-with", "2025-06-15")
    assert result.exit_code == 0, result.stderr
    assert "  7.5 runoff units before, 7.25 runoff units now" in result.stdout.splitlines()
    assert "7-E: 1 runoff unit before, 0.75 runoff unit now" in result.stdout.splitlines()


def test_credits_of_another_utility_by_an_ordinance_file(layers: Path, tmp_path: Path) -> None:
    file, register = tmp_path / "other.yaml", tmp_path / "register.csv"
    file.write_text(ORDINANCE, "utf-8")
    register.write_text(
        "subject_kind,subject,kind,value,date,document,who\nparcel,7-C,runoff_credit,Pond,2026-01-15,"
        "Letter of A. Nobody,\n",
        "utf-8",
    )
    arguments = ["--layers", layers, "--date", "2026-06-15", "--ordinance", file, "--register", register]
    result = CliRunner().invoke(eru_command, [str(each) for each in (*arguments, "--format", "json")])
    roll = told(result)
    bill = next(each["bill"] for each in roll["parcels"] if each["parcel_id"] == "7-C")
    # 10,000 over 3,000 are 3.5 units at $10, less a quarter of it.
    assert (bill["charge"], bill["due"]) == ("35.00", "26.25")
    # The condition, and where the evidence is to be found; the document itself may name people.
    assert bill["credits"] == [
        {
            "name": "pond",
            "source": "Code 3",
            "taken_off": "8.75",
            "conditions": ["The pond is inspected each year."],
            "stated_on": "2026-01-15",
            "register_line": 2,
        }
    ]
    # A duplex has half a unit a dwelling. Gravel does not count, and 1,000 of 15,000 on H may be low-density or not.
    units = {each["parcel_id"]: each["units"] for each in roll["parcels"]}
    assert units["7-B"] == 1
    assert units["7-H"] is None
    assert roll["sums"]["credits"] == "8.75"
    told_on_paper = CliRunner().invoke(eru_command, [str(each) for each in (*arguments, "--parcel", "7-C")])
    says = "  It was found on January 15, 2026 (line 2 of the register) to hold that: The pond is inspected each year."
    assert says in told_on_paper.stdout.splitlines()
    assert "Nobody" not in told_on_paper.stdout + result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--columns", "map.toml"), "--columns is given without --out."),
        (("--evidence", "a survey"), "--evidence is given without --appeal-sqft."),
        (("--appeal-sqft", "100"), "--appeal-sqft is given without --parcel."),
        (("--parcel", "7-A", "--out", "roll.csv"), "--parcel and --out are asked at once."),
        (("--compare-with", "2026-06-15"), "2026-06-15 is not before 2026-06-15."),
        (("--compare-with", "2025-06-15", "--resolution", "x.csv"), "A comparison is not written as a roll."),
        (("--out", "roll.xlsx"), "No roll ends in .xlsx."),
        (("--parcel", "7-Z"), "No parcel 7-Z is on file."),
        (("--out", "/nowhere/roll.csv"), "roll.csv cannot be written."),
        (("--rate", "1", "--rate", "2"), "Option '--rate' is given more than once"),
        (("--ordinance", "cksd"), "Option '--ordinance' is given more than once"),
    ],
)
def test_what_cannot_be_asked_is_refused(layers: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(layers, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def read_nothing(*_: object, **__: object) -> NoReturn:
    pytest.fail("layers were read before the file was looked at")


@pytest.mark.parametrize("option", ["--out", "--resolution"])
@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("no/such/folder/a.csv", "cannot be written"),
        ("parcels/a.csv", "among the editions of the layers folder"),
        ("private/owners/a.csv", "among the editions of the layers folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_found_before_the_work(
    layers: Path, monkeypatch: pytest.MonkeyPatch, option: str, place: str, says: str
) -> None:
    monkeypatch.setattr(LayersOnFile, "layer", read_nothing)
    result = run(layers, option, layers / place)
    assert result.exit_code == 2
    assert says in result.stderr
    assert option in result.stderr
    assert not (layers / place).exists()


def test_all_missing_options_are_named_at_once() -> None:
    result = CliRunner().invoke(eru_command, ["--parcel", "7-A"])
    assert result.exit_code == 2
    assert "Missing options '--layers', '--date', '--ordinance'." in result.stderr


def test_an_ordinance_without_a_utility_is_not_charged_by_anothers_text(layers: Path) -> None:
    fixed = ["--layers", str(layers), "--date", "2026-06-15", "--ordinance", "cksd"]
    result = CliRunner().invoke(eru_command, fixed)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "The ordinance cksd has no stormwater utility." in result.stderr


def test_a_day_before_the_ordinance_is_refused(layers: Path) -> None:
    for arguments in (
        ("--date", "2010-06-15"),
        ("--date", "2026-06-15", "--compare-with", "2010-06-15"),
    ):
        fixed = ["--layers", str(layers), "--ordinance", "mukwonago"]
        result = CliRunner().invoke(eru_command, [*arguments, *fixed])
        assert result.exit_code == 2
        assert "mukwonago" in result.stderr
        assert "not in force" in result.stderr
        assert result.stdout == ""


@pytest.mark.parametrize(
    ("parcel", "message"),
    [("7-Z", "No parcel 7-Z is on file."), ("7-T", "Parcel 7-T has no units to appeal against.")],
)
def test_an_appeal_of_no_charge_is_refused(layers: Path, parcel: str, message: str) -> None:
    result = run(layers, "--parcel", parcel, "--appeal-sqft", "900")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('unit = "ERU_QTY"\n', "A roll has no column unit."),
        ("", "A column has no name there."),
        ('units = "A"\ndue = "A"\n', "Two columns are named A."),
        ("units", "It cannot be read as TOML."),
    ],
)
def test_a_map_of_columns_that_cannot_be_used_is_refused_before_any_work(
    layers: Path, tmp_path: Path, content: str, message: str
) -> None:
    columns = tmp_path / "map.toml"
    columns.write_text(content, "utf-8")
    result = run(layers, "--out", tmp_path / "roll.csv", "--columns", columns)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not (tmp_path / "roll.csv").exists()


def test_a_budget_of_nothing_needs_nothing(layers: Path) -> None:
    result = run(layers, "--budget", "0")
    assert "  A budget of $0 a quarter needs $0 a unit, by the units assigned." in result.stdout.splitlines()


def test_a_utility_without_parcels_has_an_empty_roll(tmp_path: Path) -> None:
    layers = write_village(tmp_path, with_district=False)
    land = {"name": DISTRICT, "kind": "utility", "geometry": box((-500, -500, -400, -400))}
    write(tmp_path, "districts", [land])
    result = run(layers, "--budget", "150", "--rate", "10", "--out", tmp_path / "roll.csv")
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "          0  parcels" in lines
    assert "  A budget of $150 a quarter needs no rate: there are no units." in lines
    assert len((tmp_path / "roll.csv").read_text("utf-8").splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--rate", "-1"), ("--budget", "much"), ("--rate", "nan"), ("--rate", "1e999")),
        *(("--rate", "0.333"), ("--budget", "150.005")),
    ],
)
def test_what_is_no_amount_is_refused(layers: Path, arguments: tuple[str, ...]) -> None:
    # The group reports what an option's own reading refuses.
    assert isinstance(run(layers, *arguments).exception, OptionInvalid)


ORDINANCE = """
id: other
title: Other
citation: Code 1
applies_in:
  kind: village
  name: Village of Mukwonago
  county: Waukesha
in_force:
  from: 2011-07-01
connection:
  rule: MUK-01
stormwater:
  district: Utility District No. 1
  rate: 10
  duplex_units_per_dwelling: 0.5
  weights:
    gravel:
      weight: 0
      source: Code 2
  credits:
    - name: pond
      portion_off: 0.25
      conditions:
        - The pond is inspected each year.
      source: Code 3
"""


def test_a_part_inside_of_which_nobody_knows_enough_is_told_apart_from_a_text_that_is_silent(
    layers: Path, tmp_path: Path
) -> None:
    register = tmp_path / "register.csv"
    register.write_text(
        "subject_kind,subject,kind,value,date,document,who\n"
        "parcel,7-F,runoff_split_charged,inside_part,2025-01-15,x,y\n"
        "parcel,7-F,runoff_appeal_decided,granted,2025-01-15,x,y\n"
        "parcel,7-F,runoff_area_found_sqft,5000,2025-01-15,x,y\n",
        "utf-8",
    )
    lines = run(layers, "--register", register).stdout.splitlines()
    why = "  Only the part inside is charged. Nobody says on which side of the line lies what differs from the map."
    assert lines[lines.index(why) + 1] == "    1: 7-F"
    told = run(layers, "--register", register, "--parcel", "7-F").stdout.splitlines()
    assert "  A person must say how much of the surface lies in the part inside." in told
