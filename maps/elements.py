"""Which parts make a folium page that holds no inline code and links no other host.

Folium writes its map as an inline script with random names and links seven foreign files. These
elements replace that: data stands in JSON blocks, one static script reads them, and every name is
the same for the same input, so that a content security policy without inline script holds and the
same evaluation gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import folium
from branca.element import Figure, MacroElement
from folium.template import Template as FoliumTemplate
from folium.utilities import camelize
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from maps.assets import Assets
from maps.embed import RoleBlock, script_json
from maps.legend import PAPER, ROLE_STYLES

MAP_ID = "townline-map"
_TEMPLATES = Path(__file__).parent / "templates"


def _defused(value: object) -> object:
    """Escape what any expression prints, backtick and dollar too, so that no template literal can start."""
    if isinstance(value, str) and not isinstance(value, Markup):
        escaped = str(escape(value)).replace("`", "&#96;").replace("$", "&#36;")
        return Markup(escaped)  # noqa: S704 - escaped on the line before
    return value


def environment() -> Environment:
    """Return the one template environment: everything escaped, a missing name is an error."""
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        finalize=_defused,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class PageFigure(Figure):
    """The page around the map: a template of ours, with what it says."""

    def __init__(self, template: str, assets: Assets, says: Mapping[str, object]) -> None:
        super().__init__()
        self._id = "page"
        self._template = environment().get_template(template)
        self.assets = assets
        self.says = says


class ProposalMap(folium.Map):
    """A folium map without a base map, started by our own script from JSON."""

    _template = FoliumTemplate(
        '{% macro html(this, kwargs) %}<div class="folium-map" id="{{ this.map_id }}"></div>\n'
        '<script type="application/json" id="{{ this.map_id }}-settings">{{ this.settings }}</script>\n'
        "{% endmacro %}"
    )

    def __init__(self, bbox: tuple[float, float, float, float], ask_at: str | None = None) -> None:
        west, south, east, north = bbox
        super().__init__(
            location=[(south + north) / 2, (west + east) / 2],
            tiles=None,
            control_scale=True,
            maxZoom=26,
            zoomSnap=0.25,
            zoomDelta=1,
        )
        # Folium's own lists are the foreign hosts; the page links Leaflet from our origin.
        self.default_js = []
        self.default_css = []
        self._id = "proposal"
        self.map_id = MAP_ID
        self.settings = script_json(
            {
                "options": {camelize(name): value for name, value in self.options.items()},
                "bounds": [[south, west], [north, east]],
                "attribution": "Not a survey",
                "paper": PAPER,
                **({} if ask_at is None else {"askAt": ask_at}),
                "roles": {
                    role.value: {
                        "words": style.words,
                        "stroke": style.stroke,
                        "width": style.width_px,
                        "dash": style.dash,
                        "fill": style.fill,
                        "fillOpacity": style.fill_opacity,
                        "hatch": style.hatch,
                        "icon": style.icon,
                        "label": style.label,
                        "marker": style.marker,
                    }
                    for role, style in ROLE_STYLES.items()
                },
            }
        )


class RoleLayer(MacroElement):
    """The features of one role, as a block of JSON that our script draws."""

    _template = FoliumTemplate(
        "{% macro html(this, kwargs) %}"
        '<script type="application/json" class="townline-features" id="{{ this.block_id }}">{{ this.text }}</script>\n'
        "{% endmacro %}"
    )

    def __init__(self, block: RoleBlock) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # branca annotates it in part
        self._name = "RoleLayer"
        self._id = block.role.value
        self.block_id = f"features-{block.role.value}"
        self.text = block.text
