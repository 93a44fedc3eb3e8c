"""Which scripts and styles does a page need, and where are they: linked from our origin, or inside the page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from gis.errors import AssetsMissing
from maps.legend import legend_css

STATIC = Path(__file__).parent / "static"
LEAFLET = "vendor/leaflet"
SCRIPTS = (f"{LEAFLET}/leaflet.js", "proposal.js")
FINDING = ("finding.js",)
"""What a page needs beside these where a list is searched."""
STYLES = (f"{LEAFLET}/leaflet.css", "townline.css", "legend.css")
IMAGES = tuple(
    f"{LEAFLET}/images/{name}"
    for name in ("layers.png", "layers-2x.png", "marker-icon.png", "marker-icon-2x.png", "marker-shadow.png")
)
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".png": "image/png",
}

_SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)
_IMAGE_LINK = re.compile(r"url\(images/([\w.-]+)\)")


@dataclass(frozen=True, slots=True)
class AssetFile:
    """One file that the service hands out; the name is the path below /assets."""

    name: str
    content: bytes
    media_type: str

    @property
    def digest(self) -> str:
        """SHA-256 of the content, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True, slots=True)
class Asset:
    """One script or style of a page: a link to our origin, or text to put inside."""

    url: str | None
    text: str | None

    @property
    def csp_hash(self) -> str:
        """The source expression by which a content security policy allows the inlined text."""
        digest = hashlib.sha256((self.text or "").encode()).digest()
        return f"'sha256-{base64.b64encode(digest).decode()}'"


@dataclass(frozen=True, slots=True)
class Assets:
    """Everything that a page loads, in order."""

    scripts: tuple[Asset, ...]
    styles: tuple[Asset, ...]
    pages: tuple[tuple[str, str], ...] = ()
    """Name and address of the pages of the service that hands this one out; a file that is sent around has none."""

    @property
    def policy(self) -> str | None:
        """Content security policy of a self-contained page; None where the service sends one."""
        if any(asset.text is None for asset in self.scripts + self.styles):
            return None
        scripts = " ".join(asset.csp_hash for asset in self.scripts)
        styles = " ".join(asset.csp_hash for asset in self.styles)
        return (
            f"default-src 'none'; script-src {scripts}; style-src {styles}; img-src data:; "
            "connect-src 'none'; base-uri 'none'; form-action 'none'"
        )


def asset_files() -> dict[str, AssetFile]:
    """Return every file that a page may ask for, by its name below /assets, read once.

    Raises
    ------
    AssetsMissing
        Where Leaflet was not installed into the package folder.
    """
    return {
        name: AssetFile(name, _content(name), MEDIA_TYPES[PurePosixPath(name).suffix])
        for name in (*SCRIPTS, *FINDING, *STYLES, *IMAGES)
    }


def served_assets(
    prefix: str = "/assets", scripts: Sequence[str] = SCRIPTS, pages: Sequence[tuple[str, str]] = ()
) -> Assets:
    """Return links to our own origin; each carries the digest of its file, so that a cache may keep it.

    `pages` has name and address of every page of the service, which each of them then lists.
    """
    files = asset_files()

    def link(name: str) -> Asset:
        return Asset(f"{prefix}/{name}?v={files[name].digest[:16]}", None)

    return Assets(tuple(map(link, scripts)), tuple(map(link, STYLES)), tuple(pages))


def inline_assets(scripts: Sequence[str] = SCRIPTS) -> Assets:
    """Return the same scripts and styles as text, for a file that works without any server."""

    def script(name: str) -> Asset:
        # The source map is a file that a self-contained page does not have.
        return Asset(None, _SOURCE_MAP.sub("", _content(name).decode()).strip() + "\n")

    def style(name: str) -> Asset:
        return Asset(None, _IMAGE_LINK.sub(_image_as_data, _content(name).decode()))

    return Assets(tuple(map(script, scripts)), tuple(map(style, STYLES)))


def _image_as_data(match: re.Match[str]) -> str:
    content = base64.b64encode(_content(f"{LEAFLET}/images/{match[1]}")).decode()
    return f"url(data:image/png;base64,{content})"


def _content(name: str) -> bytes:
    if name == "legend.css":
        return legend_css().encode()
    try:
        # A browser reads CR LF as LF, and the digest in the policy must be of what it reads.
        content = (STATIC / name).read_bytes()
        return content if name.endswith(".png") else content.replace(b"\r\n", b"\n")
    except FileNotFoundError as error:
        raise AssetsMissing(
            what=f"The map's file {PurePosixPath(name).name} is not installed.",
            where=f"the package folder maps/static/{PurePosixPath(name).parent}",
            why="A page loads nothing from another host, so its scripts and styles must be there beforehand.",
            next="Run scripts/setup once; it installs Leaflet 1.9.4 from the locked npm package.",
        ) from error
