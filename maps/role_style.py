"""What does the look of one kind of feature consist of, and which signs do several share?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Hatch = Literal[
    "none",
    "diagonal",
    "counter",
    "cross",
    "dots",
    "grid",
    "level",
    "upright",
    "rings",
    "plus",
    "ticks",
    "weave",
    "bricks",
    "chevrons",
    "boxes",
]

SQUARE = "M2 2H14V14H2Z"
OUTLINE = "M2 5L9 2L14 8L11 14L3 12Z"
CROSS = "M3 3L13 13M13 3L3 13"
WAVES = "M2 6.5C4 3.5 6 3.5 8 6.5S12 9.5 14 6.5M2 11C4 8 6 8 8 11S12 14 14 11"
CHECK = "M2.5 8.5L6.5 12.5L13.5 4"
QUESTION = "M5 5.5A3 3 0 1 1 8 8.6V10.4M8 12.6V13.4"


@dataclass(frozen=True, slots=True)
class RoleStyle:
    """How one role is drawn; lengths in screen pixels, the icon as an SVG path in a box of 16 by 16."""

    words: str
    meaning: str
    """One sentence for the legend."""
    stroke: str
    width_px: float
    dash: str | None
    fill: str | None
    fill_opacity: float
    hatch: Hatch
    icon: str
    order: int
    """Drawing order: higher lies on top."""
    label: bool = False
    """Whether the title stands on the map."""
    marker: bool = False
    """Whether the icon stands on the map, so that a feature too small to see is found."""
    is_line: bool = False
    """Whether the features are lines, so that the legend shows one and no patch."""


def of_land(  # noqa: PLR0913 - what tells one piece of land from another
    words: str,
    meaning: str,
    stroke: str,
    width_px: float,
    fill: str,
    hatch: Hatch,
    icon: str,
    order: int,
    plain_opacity: float = 0.8,
) -> RoleStyle:
    """Return how land looks; without a hatch it is filled so far that the map beneath is seen."""
    return RoleStyle(
        words,
        meaning,
        stroke=stroke,
        width_px=width_px,
        dash=None,
        fill=fill,
        fill_opacity=plain_opacity if hatch == "none" else 1,
        hatch=hatch,
        icon=icon,
        order=order,
    )
