"""Does the name of a file say in which format it is to be written?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gis.errors import OptionInvalid


def check_suffix(to: Path, known: Sequence[str], what: str, option: str = "--out") -> str:
    """Return the suffix of a file to be written, in lower case.

    Parameters
    ----------
    to
        The file.
    known
        Suffixes of the formats that are written, each with its dot.
    what
        What the file would hold, in lower case: "roll", "file of connections".
    option
        The option that names the file.

    Raises
    ------
    OptionInvalid
        For another suffix.
    """
    suffix = to.suffix.lower()
    named = known[0] if len(known) == 1 else f"one of {', '.join(known)}"
    if suffix not in known:
        raise OptionInvalid(
            what=f"No {what} ends in {to.suffix or 'nothing'}.",
            where=f"the option {option}",
            why="The suffix of the file's name says in which format it is written.",
            next=f"End the name in {named}.",
        )
    return suffix
