from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline

HEAD = "subject_kind,subject,kind,value,date,document,who\n"
ROWS = (
    "proceeding,P1,Bond,,2026-06-12,Bond of MERRIWETHER,MERRIWETHER\n"
    "proceeding,P1,bond filed,,2026-06-13,,\n"
    "parcel,1-2,objection,MERRIWETHER objects,2026-06-11,,\n"
    "parcel,1-2,lien,5,2026-06-11,,\n"
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "register.csv"
    path.write_text(HEAD + ROWS)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(townline, ["register", *map(str, arguments)])


def test_a_register_is_listed_by_subject_with_its_contradictions(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0, result.output
    assert "proceeding P1" in result.stdout
    assert "line 5, June 11, 2026, lien_recorded: 5.00" in result.stdout
    assert "Contradictions (1)" in result.stdout
    assert "proceeding P1, lines 2, 3: 2 entries of bond_filed are of different days" in result.stdout
    assert "MERRIWETHER" not in result.output


def test_json_and_what_was_chosen(file: Path) -> None:
    told = json.loads(run(file, "--subject", "1-2", "--kind", "Lien", "--format", "json").stdout)
    assert [[entry["kind"] for entry in each["entries"]] for each in told["subjects"]] == [["lien_recorded"]]
    assert told["contradictions"] == []
    assert told["count"] == 4
    assert "MERRIWETHER" not in json.dumps(told)


def test_a_contradiction_can_fail_the_command(file: Path) -> None:
    assert run(file, "--fail-on-contradiction").exit_code == 1
    assert run(file, "--fail-on-contradiction", "--subject", "1-2").exit_code == 0


def test_the_settled_register_is_written_whole_and_is_settled(file: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    assert run(file, "--out", first, "--subject", "1-2").exit_code == 0
    assert first.read_text().splitlines()[1:] == [
        "proceeding,P1,bond_filed,,2026-06-12,Bond of MERRIWETHER,MERRIWETHER",
        "proceeding,P1,bond_filed,,2026-06-13,,",
        "parcel,1-2,objection,MERRIWETHER objects,2026-06-11,,",
        "parcel,1-2,lien_recorded,5.00,2026-06-11,,",
    ]
    assert run(first, "--out", second).exit_code == 0
    assert second.read_bytes() == first.read_bytes()


def test_the_kinds_are_listed_without_a_file() -> None:
    text = run("--kinds").stdout
    assert (
        "bond_filed: The petitioners filed the bond\n  about a proceeding; value: note; serves TSD-05, TSD-06" in text
    )
    assert json.loads(run("--kinds", "--format", "json").stdout)["benefit_found"]["subjects"] == ["parcel"]


@pytest.mark.parametrize(
    ("rows", "arguments", "message"),
    [
        (ROWS, ["--date", "2026-06-12"], "line 3: 2026-06-13 is later than 2026-06-12"),
        ("parcel,1-2,MERRIWETHER,,2026-06-11,,\n", [], "line 2: There is no kind of that name"),
        (ROWS, ["--kind", "bonds"], "Alike are bond_filed"),
    ],
)
def test_bad_input_leaves_with_2_and_no_cell_is_repeated(
    file: Path, rows: str, arguments: list[str], message: str
) -> None:
    file.write_text(HEAD + rows)
    result = run(file, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "MERRIWETHER" not in result.output


def test_a_file_is_needed(tmp_path: Path) -> None:
    assert "No register is named" in run().stderr
    missing = run(tmp_path / "none.csv", "--format", "json")
    assert (missing.exit_code, json.loads(missing.stderr)["error"]) == (2, "OptionInvalid")
