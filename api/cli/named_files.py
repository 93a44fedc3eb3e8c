"""How are files that an option names read and written, so that a fault says which option to mend?"""

from __future__ import annotations

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
    """Write a file that an option names.

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
        with path.open("xb" if kept else "wb") as file:
            file.write(data)
    except OSError as error:
        raise OptionInvalid(
            what=f"{path.name} cannot be written.",
            where=option if " " in option else f"the option {option}",
            why=f"The system says: {error.strerror}. {kept}".rstrip(),
            next=f"Name a {'new ' if kept else ''}file in a folder that is there and may be written to.",
        ) from error
