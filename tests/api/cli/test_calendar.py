from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.calendar import HELP, calendar_command
from api.cli.main import COMMANDS, main
from api.proceeding_dates import NAMES
from gis.model.timetable import Timetable

ASKED = ("--petition-received", "2026-05-04", "--newspaper-weekday", "Thursday")


def calendar(*arguments: object) -> Result:
    return CliRunner().invoke(calendar_command, [str(argument) for argument in arguments])


def test_the_table_gives_the_window_and_each_day_with_its_weekday() -> None:
    result = calendar(*ASKED, "--title", "Bass Lake", "--hearing-date", "2026-05-28", "--bond-filed", "2026-05-14")
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "Timetable of a town sanitary district by petition: Bass Lake"
    # bond of May 14 and 15 days
    assert "Hearing: A hearing can be held from Friday, May 29, 2026, to Wednesday, June 3, 2026." in lines
    assert any(
        line.startswith("! The stated day does not stand: the bond is filed on Thursday, May 14") for line in lines
    )
    # May 28 less 15
    assert "Wed May 13, 2026 File the bond with the town clerk (petitioners): Thu May 14, 2026, LATE" in lines
    # May 28 and 30 days are a Saturday, with the business day before
    assert "Sat Jun 27, 2026 Fri Jun 26, 2026 Issue written findings and the decision (town board)" in lines
    assert "none stated Record the order with the register of deeds (town board)" in lines
    assert "open Pay the town board's costs (petitioners)" in lines
    assert "Mon May 25, 2026 Legal holiday" in lines
    assert any("Outside the five texts: Wis. Stat. 990.001(4) and 995.20" in line for line in lines)
    assert max(map(len, result.stdout.splitlines())) <= 140


def test_no_possible_day_is_said_plainly() -> None:
    result = calendar(
        "--petition-received", "2026-06-04", "--newspaper-weekday", "Wednesday", "--notice-ready", "2026-06-22"
    )
    assert result.exit_code == 0, result.output
    assert "Hearing: No day is possible: the notice can first stand in the newspaper on" in result.stdout


def test_json_is_the_timetable_and_the_same_bytes_each_time() -> None:
    first, second = (calendar(*ASKED, "--format", "json") for _ in range(2))
    assert first.stdout_bytes == second.stdout_bytes
    told = json.loads(first.stdout)
    assert set(told) == {each.name for each in fields(Timetable)}
    assert told["given"]["newspaper_weekday"] == "Thursday"
    assert told["window"]["earliest"] == "2026-05-21"
    assert told["window"]["latest"] == "2026-06-03"


def test_a_calendar_file_is_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bass.ics"
    result = calendar(*ASKED, "--format", "ics", "--out", path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert path.read_bytes() == calendar(*ASKED, "--format", "ics").stdout_bytes
    assert path.read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = calendar(*ASKED, "--out", tmp_path / "none" / "bass.txt")
    assert result.exit_code == 2
    assert "where: the option --out" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "petition_received is missing"),
        ((*ASKED, "--hearing-date", "2026-05-01"), "hearing_date is May 1, 2026, before petition_received"),
        (("--petition-received", "2026-02-30"), "The calendar has no such day"),
        ((*ASKED, "--hearing-date", "2026-05-20", "--hearing-date", "2026-05-21"), "hearing_date stands twice"),
        (("--petition-received", "2026-05-04", "--newspaper-weekday", "Wensday"), "Did you mean Wednesday?"),
        (("--petition-received", "2010-05-04"), "No value of hearing_days holds on 2010-05-04"),
        ((*ASKED, "--holiday", "soon"), "the option --holiday"),
    ],
)
def test_bad_input_leaves_with_2_and_one_block(arguments: tuple[str, ...], words: str) -> None:
    result = calendar(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert result.stderr.count("townline:") == 1
    assert "where:" in result.stderr
    as_json = calendar(*arguments, "--format", "json")
    assert as_json.exit_code == 2
    assert set(json.loads(as_json.stderr)) == {"error", "what", "where", "why", "next", "places"}


def test_an_option_that_is_none_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["calendar", "--hearing", "2026-05-01"])
    assert left.value.code == 2
    assert "--hearing-date" in capsys.readouterr().err


def test_it_is_one_of_the_commands_with_an_option_for_each_fact() -> None:
    assert COMMANDS["calendar"][:2] == ("api.cli.calendar", "calendar_command")
    assert set(HELP) == set(NAMES)
    text = calendar("--help").stdout
    assert "--insertion YYYY-MM-DD" in text
    assert "--office-open-saturday yes|no|unknown" in text
