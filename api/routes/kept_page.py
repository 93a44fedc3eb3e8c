"""How is a page made at the first question and kept?"""

from __future__ import annotations

from api.kept import Kept


class KeptPage(Kept[str]):
    """A page that is made once; see `api.kept`."""

    def html(self) -> str:
        """Return the page, made now if nobody asked before."""
        return self.get()
