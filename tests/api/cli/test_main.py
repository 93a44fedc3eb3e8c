"""`townline`: how the command line starts and leaves."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

import gis
from api.cli import main as main_module
from api.cli.main import COMMANDS, main, townline

CASE_FILE = str(Path(__file__).parents[2] / "cases" / "rules" / "TSD-09.json")


def leave(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return caught.value.code


def test_the_version_and_help_leave_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("--version") == 0
    assert capsys.readouterr().out == f"townline, version {gis.__version__}\n"
    assert leave("--help") == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


def test_no_command_shows_help_and_leaves_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave() == 2
    assert "Commands:" in capsys.readouterr().err


def test_a_command_leaves_as_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("cases", CASE_FILE) == 0
    assert capsys.readouterr().out == "8 of 8 examples hold, 0 do not.\n"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["evaluat"], "evaluat"),
        (["cases"], "FILE"),
        (["cases", CASE_FILE, "--rul", "TSD-01"], "--rul"),
        (["cases", CASE_FILE, "--rule"], "--rule"),
        (["--verbose", "cases"], "--verbose"),
    ],
)
def test_a_wrong_use_leaves_with_2_as_one_block(
    arguments: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert leave(*arguments) == 2
    text = capsys.readouterr()
    assert text.out == ""
    assert text.err.startswith("townline: ")
    assert what in text.err
    assert "--help" in text.err


@pytest.mark.parametrize("spelling", [["--format", "json"], ["--format=json"]])
def test_a_wrong_use_is_json_where_json_is_asked_for(spelling: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("cases", *spelling) == 2
    text = capsys.readouterr()
    assert text.out == ""
    said = json.loads(text.err)
    assert said["error"] == "OptionInvalid"
    assert said["where"] == "the arguments of townline cases"
    assert all(said[part] for part in ("what", "why", "next"))


def test_a_format_that_is_not_known_is_refused_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("cases", CASE_FILE, "--format", "yaml") == 2
    assert "yaml" in capsys.readouterr().err


@pytest.mark.parametrize("interruption", [KeyboardInterrupt(), click.Abort()])
def test_an_interruption_is_quiet(
    interruption: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_arguments: object, **_options: object) -> None:
        raise interruption

    monkeypatch.setattr(main_module.townline, "main", interrupted)
    assert leave("cases", CASE_FILE) == 130
    text = capsys.readouterr()
    assert (text.out, text.err) == ("", "")


def test_every_command_is_where_the_list_says() -> None:
    context = click.Context(townline)
    assert townline.list_commands(context) == list(COMMANDS)
    for name, (_, _, says) in COMMANDS.items():
        assert says.endswith(".")
        command = townline.get_command(context, name)
        assert command is not None
        assert command.name == name


def test_help_and_plain_cases_do_not_wait_for_the_geometry_libraries() -> None:
    script = (
        "import sys\n"
        "from api.cli.main import main\n"
        "try:\n"
        "    main(sys.argv[1:])\n"
        "except SystemExit as left:\n"
        "    loaded = {'geopandas', 'shapely', 'pyproj', 'folium', 'fastapi'} & set(sys.modules)\n"
        "    sys.exit(f'loaded: {loaded}' if loaded else left.code)\n"
    )
    for arguments in (["--help"], ["cases", CASE_FILE]):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=Path(gis.__file__).parents[1],
        )
        assert done.returncode == 0, done.stderr


TOWNLINE = [sys.executable, "-m", "api.cli.main"]
ROOT = Path(gis.__file__).parents[1]
WRITERS = [["--help"], ["cases", CASE_FILE]]


@pytest.mark.parametrize("arguments", WRITERS, ids=" ".join)
def test_a_full_disk_is_one_line_and_status_2(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*TOWNLINE, *arguments], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.stderr.decode() == "townline: The output cannot be written. The system says: No space left on device.\n"
    assert done.returncode == 2


def test_a_full_disk_is_json_where_json_is_asked_for() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [*TOWNLINE, "cases", CASE_FILE, "--format", "json"]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert json.loads(done.stderr)["error"] == "OutputFailed"
    assert done.returncode == 2


@pytest.mark.parametrize("arguments", WRITERS, ids=" ".join)
def test_a_pipe_that_nobody_reads_is_quiet(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run([*TOWNLINE, *arguments], cwd=ROOT, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")  # 128 and SIGPIPE, as a shell says it


def test_a_closed_output_is_told() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" >&-', *TOWNLINE, "cases", CASE_FILE], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (2, b"townline: The output cannot be written. It is closed.\n")


@pytest.mark.parametrize("end", ["2>/dev/full", "2>&-"])
def test_a_status_stands_where_errors_cannot_be_written(end: str) -> None:
    script = f'exec "$0" "$@" {end}'
    done = subprocess.run(["sh", "-c", script, *TOWNLINE, "cases", "nothing"], cwd=ROOT, check=False)
    assert done.returncode == 2


def test_an_error_shows_what_would_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert leave("cases", "\x1b]0;owned\x07.json") == 2
    said = capsys.readouterr().err
    assert "\\x1b]0;owned\\x07.json" in said
    assert not {"\x1b", "\x07"} & set(said)
