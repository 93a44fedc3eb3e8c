"""How are files that an option names read and written, so that a fault says which option to mend?"""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path

from gis.errors import OptionInvalid


def read_named(path: Path, option: str) -> bytes:
    """Return the bytes of a file that an option names ("--petition"), or an argument ("the argument FILE").

    Raises
    ------
    OptionInvalid
        It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise OptionInvalid(
            what=f"{path.name} cannot be read.",
            where=option if " " in option else f"the option {option}",
            why=f"The system says: {error.strerror}.",
            next="Name a file that is there and may be read.",
        ) from error


def write_named(path: Path, data: bytes, option: str, kept: str = "") -> None:
    """Write a file that an option names: whole or not at all, so that a full disk costs nobody the file that was there.

    Parameters
    ----------
    path
        The file; one that is there already is replaced, unless `kept` says why it never is.
    data
        What to write.
    option
        The option ("--out"), or an argument ("the argument FILE"), for errors.
    kept
        Sentence that says why a file of that name is kept; empty where it is replaced.

    Raises
    ------
    OptionInvalid
        It cannot be written.
    """
    try:
        _write_whole(Path(os.path.realpath(path)), data, is_new=bool(kept))
    except OSError as error:
        raise OptionInvalid(
            what=f"{path.name} cannot be written.",
            where=option if " " in option else f"the option {option}",
            why=f"The system says: {error.strerror}. {kept}".rstrip(),
            next=f"Name a {'new ' if kept else ''}file in a folder that is there and may be written to.",
        ) from error


def _write_whole(path: Path, data: bytes, *, is_new: bool) -> None:
    """Write beside a file and put that in its place; what is no plain file (a pipe, a device) is written into."""
    if path.exists() and not path.is_file():
        with path.open("xb" if is_new else "wb") as file:
            file.write(data)
        return
    beside = path.with_name(f".townline-{secrets.token_hex(8)}.part")
    try:
        with beside.open("xb") as file:
            file.write(data)
        if is_new:
            # Takes the name, and fails where another has it.
            path.open("xb").close()
        elif path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
