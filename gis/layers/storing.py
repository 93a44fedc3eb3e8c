"""Who is writing into a folder of layers, and what did imports that were killed leave there?"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gis.layers.contracts import ROW_KINDS
from gis.model.edition import RASTER_KINDS

PARTIAL = ".partial-"
"""How the name of all that is not whole yet begins."""
PRIVATE_FOLDER = "private"


def owners_file(directory: Path, edition: str) -> Path:
    """Return where the names of an edition's owners lie."""
    return directory / PRIVATE_FOLDER / "owners" / f"{edition}.parquet"


@contextmanager
def storing(directory: Path) -> Iterator[None]:
    """Hold a folder of layers while something is written into it; where nobody else does, sweep it first.

    Several may hold it at once. The system lets go when a process ends, however it ends, so whoever
    finds the folder held by nobody knows that all that is not whole was left by the dead.

    Parameters
    ----------
    directory : Path
        Folder of layers; made where it is not there.
    """
    directory.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        if _is_alone(descriptor):
            _sweep(directory)
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


def _is_alone(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _sweep(directory: Path) -> None:
    """Remove what is not whole, and names of owners of an edition that is not there."""
    for kind in (*ROW_KINDS, *RASTER_KINDS):
        for path in (directory / kind).glob(f"{PARTIAL}*"):
            shutil.rmtree(path)
    names = owners_file(directory, "*")
    for path in names.parent.glob(f"{PARTIAL}*"):
        path.unlink()
    for path in names.parent.glob(names.name):
        if not any((directory / kind / path.stem).exists() for kind in ROW_KINDS):
            path.unlink()
