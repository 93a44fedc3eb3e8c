"""Which bytes was a layer read from: one hash for a file, a folder or a shapefile with its companions."""

from __future__ import annotations

import hashlib
from pathlib import Path

from gis.layers.readers.opened import OpenedFile

_SIDECARS = (".shp", ".shx", ".dbf", ".prj", ".cpg")
_LOCKS = frozenset({".lock", ".gdb-wal", ".gdb-shm"})


def source_hash(opened: OpenedFile) -> str:
    """Return the SHA-256 of what was opened; of a service, of its pages as served."""
    return opened.sha256 if opened.sha256 is not None else file_hash(opened.path)


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, of a folder's files, or of a shapefile with its companions."""
    if path.is_dir():
        files = [file for file in path.rglob("*") if file.is_file() and file.suffix.lower() not in _LOCKS]
    elif path.suffix.lower() == ".shp":
        files = [file for file in path.parent.glob(f"{path.stem}.*") if file.suffix.lower() in _SIDECARS]
    else:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for each in sorted(files):
        with each.open("rb") as file:
            whole.update(each.name.encode() + b"\0" + hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()
