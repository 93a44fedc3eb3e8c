from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from api.cli.outlet import Outlet, one_line, printable


def written(encoding: str, text: str) -> bytes:
    paper = io.BytesIO()
    stream = io.TextIOWrapper(paper, encoding=encoding)
    Outlet(stream).write(text)
    stream.detach()
    return paper.getvalue()


@pytest.mark.parametrize(
    ("encoding", "text", "bytes_written"),
    [
        ("utf-8", "✓ passes", "✓ passes".encode()),
        ("ascii", "✓ ✗ ≈ § …", b"+ x ~ s. ..."),
        ("latin-1", "✗ § é", b"x \xa7 \xe9"),
        ("ascii", "Café", b"Caf\\xe9"),
        # Half a character, as a file name that is no UTF-8 gives it.
        ("utf-8", "a\udcffb", b"a\\udcffb"),
    ],
)
def test_what_an_encoding_lacks_is_written_plainly(encoding: str, text: str, bytes_written: bytes) -> None:
    assert written(encoding, text) == bytes_written


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;t\x07", "\\x1b]0;t\\x07"),
        ("a\rb\tc\x00", "a\\rb\\tc\\x00"),
        ("\x9b31m", "\\x9b31m"),  # the eight-bit escape
        ("Elm\u202eegalliv", "Elm\\u202eegalliv"),  # turns what follows
        ("\u2028", "\\u2028"),
        ("Café – 12 ft", "Café – 12 ft"),  # noqa: RUF001 - a dash as data may hold it
    ],
)
def test_what_commands_a_terminal_is_shown(text: str, shown: str) -> None:
    assert printable(text) == one_line(text) == shown


def test_line_ends_stay_between_our_lines_and_not_in_the_data() -> None:
    assert printable("a\nb") == "a\nb"
    assert one_line("a\nb") == "a\\nb"


def test_commands_speak_through_one_mouth(repository: Path) -> None:
    commands = [
        file for file in (repository / "api" / "cli").glob("*.py") if file.name not in {"output.py", "outlet.py"}
    ]
    assert len(commands) > 8
    speaking = re.compile(r"click\.s?echo|(?<![.])\bprint\(|sys\.std(out|err)\.(write|buffer)")
    assert [file.name for file in commands if speaking.search(file.read_text("utf-8"))] == []
