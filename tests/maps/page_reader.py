"""What does a page link to, say and hold: read with a parser of its own, not with a pattern."""

from __future__ import annotations

import re
from html.parser import HTMLParser

LINKING = ("src", "href", "action", "poster", "data", "srcset", "formaction", "background", "xlink:href")
_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)")
_IMPORT = re.compile(r"@import[^;]*")


class PageReader(HTMLParser):
    """Collects links, inline code, event handlers and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.inline_scripts: list[str] = []
        self.inline_styles: list[str] = []
        self.style_attributes: list[str] = []
        self.data: dict[str, str] = {}
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[str] = []
        self._in: tuple[str, dict[str, str]] | None = None
        self.feed(html)
        self.close()
        for style in self.inline_styles:
            self.links += _URL.findall(style) + _IMPORT.findall(style)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in one element."""
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        self.links += [value for name, value in found.items() if name in LINKING and tag != "path"]
        self.handlers += [name for name in found if name.startswith("on")]
        if "style" in found:
            self.style_attributes.append(found["style"])
        if tag in ("script", "style"):
            self._in = (tag, found)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if self._in is not None and tag == self._in[0]:
            self._in = None

    def handle_data(self, data: str) -> None:
        """Take in text, or the content of a script or style."""
        if self._in is None:
            self.text.append(data)
        elif self._in[0] == "style":
            self.inline_styles.append(data)
        elif self._in[1].get("type") == "application/json":
            self.data[self._in[1].get("id", "")] = data
        elif data.strip():
            self.inline_scripts.append(data)
