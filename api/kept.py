"""How is something made at the first question and kept, while several people ask at once?"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """A thing that is made once; what fails is not kept, so that the next question tries again."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: T | None = None
        self._making = Lock()

    def get(self) -> T:
        """Return it, made now if nobody asked before."""
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made
