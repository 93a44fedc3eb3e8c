"""How does long work tell what it is doing, without knowing who listens?"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """Take progress that nobody wants to see."""


@contextmanager
def without_collection() -> Iterator[None]:
    """Let work that makes millions of objects and leaves no cycles run without the search for cycles.

    Each search walks all objects there are: of an import it would take a quarter of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
