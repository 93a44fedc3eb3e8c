"""How do parcels look by their runoff units: the more units, the denser the hatch?"""

from __future__ import annotations

from functools import partial

from gis.model.view import Role
from maps.role_style import QUESTION, RoleStyle, of_land

_BARS = ("M3 13V11", "M3 13V10M7 13V8", "M3 13V10M7 13V7M11 13V5", "M2 13V10M6 13V8M10 13V5M14 13V2")
"""An icon for each step of units: as many bars."""


_units = partial(of_land, plain_opacity=0.85)

RUNOFF_STYLES: dict[Role, RoleStyle] = {
    Role.RUNOFF_NONE: _units(
        "No units", "Nothing that counts is there: plain white.", "#5c6b73", 0.7, "#ffffff", "none", "M3 13H13", 21
    ),
    Role.RUNOFF_TO_ONE: _units(
        "Up to 1 unit",
        "More than none, and 1 at most: plain pale blue.",
        "#35607d",
        0.95,
        "#d9e8f2",
        "none",
        _BARS[0],
        22,
    ),
    Role.RUNOFF_TO_FIVE: _units(
        "More than 1 unit, up to 5", "Dotted.", "#1d4e70", 1.15, "#b9d4e6", "dots", _BARS[1], 23
    ),
    Role.RUNOFF_TO_TWENTY: _units(
        "More than 5 units, up to 20", "Woven lines.", "#123f5e", 1.35, "#123f5e", "weave", _BARS[2], 24
    ),
    Role.RUNOFF_MORE: _units(
        "More than 20 units", "Hatched both ways.", "#0a2c45", 1.65, "#0a2c45", "cross", _BARS[3], 25
    ),
    Role.RUNOFF_OPEN: _units(
        "Units open",
        "The text or a missing fact leaves the units open, so no bill can be said: short strokes.",
        "#8a3b00",
        1.45,
        "#8a3b00",
        "ticks",
        QUESTION,
        26,
    ),
}
