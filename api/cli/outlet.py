"""How does text reach a full disk, a closed pipe or an old terminal, so that no traceback comes back?"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from gis.errors import TownlineError

_PLAIN_SIGNS = "townline-plain-signs"
_PLAIN = {
    "✓": "+",
    "✗": "x",
    "≈": "~",
    "§": "s.",
    "…": "...",
}
# Besides control characters: what ends a line or turns its direction.
_MISLEADING = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class OutputFailed(TownlineError):
    """Standard output takes no more; said in one line."""

    def __str__(self) -> str:
        """Return what happened and why."""
        return f"{self.what} {self.why}"


class OutputClosed(Exception):
    """Whoever read standard output has gone, as `head` does once it has enough."""


def printable(text: str) -> str:
    r"""Return text in which nothing but line ends commands a terminal; such characters are shown escaped.

    >>> printable("\x1b]0;title\x07")
    '\\x1b]0;title\\x07'
    """
    return "".join(_shown(character) if character != "\n" else character for character in text)


def one_line(text: str) -> str:
    r"""Return text out of the data with its line ends escaped too, so that it cannot pass for a line of ours.

    >>> one_line("Elm\nTSD-09 passes")
    'Elm\\nTSD-09 passes'
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    commands = character in _MISLEADING or unicodedata.category(character) == "Cc"
    return character.encode("unicode_escape").decode("ascii") if commands else character


class Outlet:
    """A standard stream that tells its own failures apart from every other, and fits text to its encoding."""

    # Click would put a stream of its own around one that says it is ASCII.
    encoding = "utf-8"
    errors = "strict"

    def __init__(self, stream: TextIO | None, *, is_last_resort: bool = False) -> None:
        self._stream = stream
        self._is_last_resort = is_last_resort

    def write(self, text: str) -> int:
        """Write text at once.

        Raises
        ------
        OutputClosed
            Where nobody reads any more.
        OutputFailed
            Where it cannot be written. On standard error there is nobody left to tell.
        """
        # Click tries a stream with nothing and takes no notice of how that fails; a full disk refuses even that.
        if text == "":
            return 0
        if self._stream is None:
            return self._failed("It is closed.", len(text))
        encoding = self._stream.encoding or "utf-8"
        with self.told():
            self._stream.write(text.encode(encoding, _PLAIN_SIGNS).decode(encoding))
            self._stream.flush()
        return len(text)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are, and fail as `write` does."""
        if self._stream is None:
            self._failed("It is closed.", 0)
            return
        with self.told():
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.buffer.flush()

    def flush(self) -> None:
        """Do nothing: nothing waits."""

    @contextmanager
    def told(self) -> Iterator[None]:
        """Say in our own words that the stream failed."""
        try:
            yield
        except BrokenPipeError as error:
            self._let_go()
            if not self._is_last_resort:
                raise OutputClosed from error
        except OSError as error:
            self._let_go()
            self._failed(f"The system says: {error.strerror}.", 0)

    def _failed(self, why: str, written: int) -> int:
        if self._is_last_resort:
            return written
        raise OutputFailed(
            what="The output cannot be written.",
            where="standard output",
            why=why,
            next="Send it to a file or program that can take all of it.",
        )

    def _let_go(self) -> None:
        """Send what still waits nowhere, or Python would try and fail again as it leaves."""
        if self._stream is None:
            return
        with suppress(OSError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever else a stream has
        return getattr(self._stream, name)


@contextmanager
def outlets() -> Iterator[None]:
    """Put outlets in front of standard output and standard error."""
    before = sys.stdout, sys.stderr
    sys.stdout = cast("TextIO", Outlet(sys.stdout))
    sys.stderr = cast("TextIO", Outlet(sys.stderr, is_last_resort=True))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Replace what an encoding lacks: our own signs by plain ones, all else escaped."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    plain = (_PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode("ascii") for sign in lacking)
    return "".join(plain), error.end


codecs.register_error(_PLAIN_SIGNS, _plain_signs)
