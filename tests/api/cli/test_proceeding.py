from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline

TEXT = """\
subject_kind,subject,kind,value,date,document,who
proceeding,P1,petition_received,,2026-06-05,,MERRIWETHER
proceeding,P1,hearing_scheduled,2026-07-01,2026-06-08,,MERRIWETHER
proceeding,P1,bond_filed,by MERRIWETHER,2026-06-12,,
proceeding,P1,hearing_held,,2026-07-01,,
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "register.csv"
    path.write_text(TEXT)
    return path


def run(file: Path, *arguments: str, name: str = "P1", kind: str = "petition", date: str = "2026-06-23") -> Result:
    given = ["proceeding", name, "--kind", kind, "--register", str(file), "--date", date, *arguments]
    return CliRunner().invoke(townline, given)


def test_the_text_tells_state_acts_and_what_is_lacking(file: Path) -> None:
    result = run(file)
    assert result.exit_code == 0, result.output
    text = " ".join(result.stdout.replace("|", " ").split())
    assert "State: hearing scheduled since June 8, 2026" in text
    assert "before: petition received on June 5, 2026" in text
    # The bond had to be there 15 days before July 1, on June 16, and the mailings 10 days before, on Sunday June 21.
    assert "done in time" in text
    assert "overdue, by Sunday" in text
    assert "hearing noticed lacks: The town board publishes the notice of the hearing twice" in text
    assert "1 of the entries on it are dated later" in text
    assert "What the law leaves open" in text
    assert "MERRIWETHER" not in result.output


def test_json_is_the_same_bytes_each_time(file: Path) -> None:
    first, second = (run(file, "--format", "json") for _ in range(2))
    assert first.stdout_bytes == second.stdout_bytes
    told = json.loads(first.stdout)
    assert told["state"] == {
        "state": "hearing_scheduled",
        "says": "The day of the hearing is set",
        "since": "2026-06-08",
    }
    assert {each["act"] for each in told["open"] if each["overdue"]} == {"mailing_dsps", "mailing_dnr"}
    assert told["later_entries"] == 1
    assert "MERRIWETHER" not in first.stdout


def test_a_source_outside_the_texts_says_so(file: Path) -> None:
    told = run(file, kind="addition").stdout
    assert "outside the five texts (confidence Med-High)" in told
    assert "To verify; it decides nothing here" in told


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("P9", "petition", "No entry of the register is about that proceeding"),
        ("P1", "wish", "no proceeding of that kind"),
    ],
)
def test_what_is_not_there_leaves_with_2(file: Path, name: str, kind: str, message: str) -> None:
    result = run(file, name=name, kind=kind)
    assert result.exit_code == 2
    assert message in result.stderr
