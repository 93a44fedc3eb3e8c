"""Where do the bytes of a layer lie: in a file of its own, or inside a zip?"""

from __future__ import annotations

import lzma
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from gis.layers.readers.refusals import unreadable

BROKEN_ZIP = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
"""What unpacking raises where the zip is damaged, locked with a password (RuntimeError), or packed in a way unknown."""
_LARGEST_WHOLE_BYTES = 1_000_000_000
"""What is unpacked in one piece is held in memory, several times over once it is parsed."""
_LARGEST_DENSE_BYTES = 100_000_000
_MOST_DENSE = 200
"""How many times smaller a member may be packed beyond that size: tables full of blanks reach some 50, traps 1,000."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file or folder on disk, or a member of a zip."""

    path: Path
    member: str | None = None

    @property
    def name(self) -> str:
        """Name without its folder."""
        return self.path.name if self.member is None else PurePosixPath(self.member).name

    @property
    def stem(self) -> str:
        """Name without its last suffix."""
        return PurePosixPath(self.name).stem

    @property
    def suffix(self) -> str:
        """Last suffix in lower case, with its dot."""
        return PurePosixPath(self.name).suffix.lower()

    @property
    def where(self) -> str:
        """Name for messages: of a member with its zip."""
        return self.name if self.member is None else f"{self.path.name}, {self.member}"

    @property
    def address(self) -> str:
        """Name under which the reading library finds it."""
        return str(self.path) if self.member is None else f"/vsizip/{self.path}/{self.member}".rstrip("/")

    def read(self, most: int | None = None) -> bytes:
        """Return its bytes, at most as many as asked for.

        Raises
        ------
        LayerUnreadable
            Where the zip is broken or locked with a password, what is asked for whole is more than memory should hold,
            or the file may not be read.
        """
        try:
            if self.member is None:
                with self.path.open("rb") as file:
                    return file.read() if most is None else file.read(most)
            with zipfile.ZipFile(self.path) as archive:
                if most is None:
                    check_unpacked(archive.getinfo(self.member), self.where)
                with archive.open(self.member) as opened:
                    return opened.read() if most is None else opened.read(most)
        except BROKEN_ZIP as error:
            raise unreadable(self.where, f"Its bytes cannot be read: {error}", "Give the file unpacked.") from error

    def companions(self) -> dict[str, Source]:
        """Return the files beside it with the same stem, by suffix in lower case; stems may differ in case."""
        if self.member is None:
            beside = [Source(file) for file in sorted(self.path.parent.iterdir())] if self.path.parent.is_dir() else []
        else:
            folder = PurePosixPath(self.member).parent
            beside = [Source(self.path, name) for name in zip_names(self.path) if PurePosixPath(name).parent == folder]
        same = [each for each in beside if each.stem.lower() == self.stem.lower()]
        # The exact stem comes last and so stays, where a folder holds Lots.dbf and lots.dbf.
        same.sort(key=lambda each: each.stem == self.stem)
        return {each.suffix: each for each in same}


def zip_names(path: Path) -> tuple[str, ...]:
    """Return the names of the files in a zip, without what an operating system added.

    Raises
    ------
    LayerUnreadable
        Where it is no zip.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile) as error:
        raise not_zip(path) from error
    return tuple(
        name
        for name in names
        if not name.endswith("/") and "__MACOSX/" not in name and not PurePosixPath(name).name.startswith(".")
    )


def check_unpacked(member: zipfile.ZipInfo, where: str, most_bytes: int = _LARGEST_WHOLE_BYTES) -> None:
    """Refuse a member of a zip that would fill the memory: one that is too large, or packed as only a trap is.

    Raises
    ------
    LayerUnreadable
        By the sizes that the zip states; no more than the stated size is ever unpacked.
    """
    is_dense = member.file_size > _LARGEST_DENSE_BYTES and member.file_size > _MOST_DENSE * member.compress_size
    if member.file_size > most_bytes or is_dense:
        why = f"{PurePosixPath(member.filename).name} takes {member.file_size:,} bytes when it is unpacked"
        why += f", {_MOST_DENSE} times or more what it takes now." if is_dense else f", and at most {most_bytes:,} are."
        raise unreadable(where, why, "If you trust the file, unpack it, or give it in another format.")


def not_zip(path: Path) -> Exception:
    """Return the error for a zip that is none."""
    error = unreadable(path.name, "Its list of contents cannot be read.")
    error.what = "This is no zip file, or it is cut off."
    error.next = "Download it again; a browser may have saved an error page under that name."
    return error
