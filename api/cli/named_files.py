"""How are files that an option names read and written, so that a fault says which option to mend?"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path

from gis.errors import OptionInvalid
from gis.model.edition import KINDS


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


def unwritable(path: Path, option: str, error: OSError) -> OptionInvalid:
    """Return the error for a file of an option that could not be written."""
    return OptionInvalid(
        what=f"{path.name} cannot be written.",
        where=f"the option {option}",
        why=f"The system says: {error.strerror or type(error).__name__}.",
        next="Name a file in a folder that is there and may be written to.",
    )


def refuse_unwritable(path: Path, option: str, layers: Path | None = None) -> None:
    """Refuse a file that could not be written, or must not be, before anything is computed for it.

    Parameters
    ----------
    path
        The file that an option names.
    option
        The option ("--out"), for errors.
    layers
        Folder of layers, in whose editions and private part nothing is written but by an import.

    Raises
    ------
    OptionInvalid
        The file is a folder, its folder is not there or may not be written to, or it belongs to the layers.
    """
    place = Path(os.path.realpath(path))
    if layers is not None and _is_own_part(place, Path(os.path.realpath(layers))):
        raise OptionInvalid(
            what=f"{path.name} would lie among the editions of the layers folder.",
            where=f"the option {option}",
            why="What lies there was imported and is never written over; an answer there would be taken for a layer.",
            next="Name a file in another folder.",
        )
    beside = place.with_name(f".townline-{secrets.token_hex(8)}.part")
    try:
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not place.exists() or place.is_file():
            beside.open("xb").close()
    except OSError as error:
        raise unwritable(path, option, error) from error
    finally:
        beside.unlink(missing_ok=True)


def refuse_same_file(written: Iterable[tuple[str, Path]], read: Iterable[tuple[str, Path | None]]) -> None:
    """Refuse to write a file that the command reads, or two answers into one file, before anything is computed.

    Parameters
    ----------
    written
        Options ("--out") and the files that they name to be written.
    read
        Options or arguments ("the argument PROJECT.yaml") and the files that they name to be read; None is left out.

    Raises
    ------
    OptionInvalid
        Two of them are one file.
    """
    taken = {os.path.realpath(path): option for option, path in read if path is not None}
    for option, path in written:
        other = taken.setdefault(os.path.realpath(path), option)
        if other != option:
            raise OptionInvalid(
                what=f"{path.name} is named twice.",
                where=f"the option {option}",
                why=f"{other} names it too, and what is there would be lost.",
                next="Name another file.",
            )


def _is_own_part(place: Path, layers: Path) -> bool:
    """Whether a file would lie in a part of a layers folder that imports keep: a folder of a kind, or the private one.

    A folder that holds layers may hold other things beside them.
    """
    from gis.layers.storing import PRIVATE_FOLDER  # noqa: PLC0415 - commands that write no such file stay quick

    own = (layers / part for part in (*KINDS, PRIVATE_FOLDER))
    return any(place.is_relative_to(part) for part in own)


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
