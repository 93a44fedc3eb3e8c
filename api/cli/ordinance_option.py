"""Which ordinances does an option name: by id, or by a file of one's own?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from gis.law.ordinance_files import Ordinances

F = TypeVar("F", bound=Callable[..., Any])


def ordinance_option(says: str) -> Callable[[F], F]:
    """Return the option --ordinance, which may be given several times; `says` is its help."""
    return click.option("--ordinance", "ordinances", multiple=True, metavar="ID|FILE.yaml", help=says)


def ordinances_of(named: Sequence[str]) -> tuple[Ordinances, tuple[str, ...]]:
    """Return the ordinances on file with those of the files named, and the ids of those named, each once.

    Raises
    ------
    LawFileInvalid
        A file cannot be read or breaks the form.
    """
    from gis.law.ordinance_files import load_ordinances, named_ordinance  # noqa: PLC0415 - --help stays quick

    ids = [named_ordinance(each)[1] for each in named]
    files = [Path(each.strip()) for each, its_id in zip(named, ids, strict=True) if each.strip() != its_id]
    return load_ordinances(files), tuple(dict.fromkeys(ids))
