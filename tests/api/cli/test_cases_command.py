"""`townline cases`: counts, differences and exit statuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.cases import cases_command

RULES = Path(__file__).parents[2] / "cases" / "rules"
TSD_01, TSD_09 = (str(RULES / f"{rule}.json") for rule in ("TSD-01", "TSD-09"))
NO_RULE = "TSD-99"
"""An id that no rule will ever bear."""


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """Return a file whose one case expects what the law does not say."""
    file = tmp_path / "wrong.json"
    case = {"id": "wrong/1", "rule": "TSD-09", "facts": {"overlaps": []}, "expect": {"state": "fail", "answer": ["A"]}}
    file.write_text(json.dumps([case]))
    return str(file)


@pytest.fixture
def nobody_judges(tmp_path: Path) -> str:
    """Return a file with two cases of a rule that is not there."""
    file = tmp_path / "later.json"
    case = {"rule": NO_RULE, "facts": {}, "expect": {"state": "pass"}}
    file.write_text(json.dumps([{"id": f"later/{number}", **case} for number in (1, 2)]))
    return str(file)


def test_json_says_how_many_hold_and_which_rules_are_missing(nobody_judges: str) -> None:
    done = CliRunner().invoke(cases_command, [TSD_01, TSD_09, nobody_judges, "--format", "json"])
    assert done.exit_code == 0
    said = json.loads(done.stdout)
    assert said == {"total": 19, "held": 17, "failed": [], "unimplemented": [NO_RULE], "not_judged": 2}


def test_text_says_the_same_for_people(nobody_judges: str) -> None:
    asked = [TSD_01, TSD_09, nobody_judges, "--rule", "TSD-01", "--rule", NO_RULE]
    done = CliRunner().invoke(cases_command, asked)
    assert done.exit_code == 0
    assert done.stdout.startswith("9 of 11 ")
    assert NO_RULE in done.stdout


def test_a_failing_case_leaves_with_1_and_names_the_difference(failing: str) -> None:
    done = CliRunner().invoke(cases_command, [failing, TSD_09, "--format", "json"])
    assert done.exit_code == 1
    said = json.loads(done.stdout)
    assert (said["total"], said["held"]) == (9, 8)
    assert said["failed"] == [
        {"id": "wrong/1", "difference": 'state: expected "fail", got "pass"; answer: expected ["A"], got []'}
    ]
    text = CliRunner().invoke(cases_command, [failing])
    assert text.exit_code == 1
    assert "0 of 1 examples hold, 1 do not." in text.stdout
    assert '    state: expected "fail", got "pass"' in text.stdout.splitlines()


def test_a_file_that_is_no_case_leaves_with_2(tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text("{")
    done = CliRunner().invoke(cases_command, [str(file), "--format", "json"])
    assert done.exit_code == 2
    assert done.stdout == ""
    said = json.loads(done.stderr)
    assert said["error"] == "CaseFileInvalid"
    assert said["where"].startswith("file broken.json, line 1")


def test_a_rule_that_no_file_asks_about_leaves_with_2() -> None:
    done = CliRunner().invoke(cases_command, [TSD_09, "--rule", "TSD-99"])
    assert done.exit_code == 2
    assert "No example asks about TSD-99." in done.stderr


def test_a_folder_stands_for_the_files_in_it(failing: str, nobody_judges: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Not an example.")
    done = CliRunner().invoke(cases_command, [str(tmp_path), TSD_09, "--format", "json"])
    named = CliRunner().invoke(cases_command, [nobody_judges, failing, TSD_09, "--format", "json"])
    assert json.loads(done.stdout) == json.loads(named.stdout)
    assert (done.exit_code, named.exit_code) == (1, 1)


def test_a_folder_without_examples_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    done = CliRunner().invoke(cases_command, [str(tmp_path)])
    assert done.exit_code == 2
    assert f"The folder {tmp_path.name} holds no worked examples." in done.stderr
