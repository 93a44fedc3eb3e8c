"""How are files that an option names read and written, so that a fault says which option to mend?"""

from __future__ import annotations

from pathlib import Path

from gis.errors import OptionInvalid


def read_named(path: Path, option: str) -> bytes:
    """Return the bytes of a file that an option names.

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
            where=f"the option {option}",
            why=f"The system says: {error.strerror}.",
            next="Name a file that is there and may be read.",
        ) from error


def write_named(path: Path, data: bytes, option: str) -> None:
    """Write a file that an option names; one that is there already is replaced.

    Raises
    ------
    OptionInvalid
        It cannot be written.
    """
    try:
        path.write_bytes(data)
    except OSError as error:
        raise OptionInvalid(
            what=f"{path.name} cannot be written.",
            where=f"the option {option}",
            why=f"The system says: {error.strerror}.",
            next="Name a file in a folder that is there and may be written to.",
        ) from error
