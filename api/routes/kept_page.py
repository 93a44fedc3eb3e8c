"""How is a page made at the first question and kept, while several people ask at once?"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock


class KeptPage:
    """A page that is made once; what fails is not kept, so that the next question tries again."""

    def __init__(self, make: Callable[[], str]) -> None:
        self._make = make
        self._html: str | None = None
        self._making = Lock()

    def html(self) -> str:
        """Return the page, made now if nobody asked before."""
        with self._making:
            if self._html is None:
                self._html = self._make()
            return self._html
