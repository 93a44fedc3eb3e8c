"""How do parcels look by how they stand to a special assessment, and the streets, lines and area of the levy?"""

from __future__ import annotations

from functools import partial

from gis.model.view import Role
from maps.role_style import CHECK, OUTLINE, QUESTION, SQUARE, RoleStyle, of_land

_HALF = "M2 2H14V14H2ZM2 14L14 2"
_UP_TO = "M3 3H13M8 14V6M5 9L8 6L11 9"
_NOTHING = "M8 2.5A5.5 5.5 0 1 0 8 13.5A5.5 5.5 0 1 0 8 2.5ZM4.2 11.8L11.8 4.2"
_ENDS = "M2 13H14M2 13V10M14 13V10"

_line = partial(RoleStyle, fill=None, fill_opacity=0, hatch="none", is_line=True)

ASSESSMENT_STYLES: dict[Role, RoleStyle] = {
    Role.PROJECT_STREET: RoleStyle(
        "Street of the project",
        "Right-of-way of a street along which the cost is spread: pale, with a dashed edge.",
        stroke="#5f5a4a",
        width_px=1.25,
        dash="5 3",
        fill="#e3ddc8",
        fill_opacity=0.9,
        hatch="none",
        icon=SQUARE,
        order=19,
    ),
    Role.NOT_ON_ROLL: RoleStyle(
        "Not on the roll",
        "Land near by that the project does not count as benefited: white, with a dotted edge.",
        stroke="#6a675e",
        width_px=0.85,
        dash="1.5 3",
        fill="#ffffff",
        fill_opacity=0.6,
        hatch="none",
        icon="M3 8H13",
        order=20,
    ),
    Role.ASSESSED: of_land(
        "Assessed in full",
        "It pays for all of its measure: plain yellow.",
        "#6b5300",
        1.5,
        "#f7dc86",
        "none",
        CHECK,
        21,
    ),
    Role.ASSESSED_IN_PART: of_land(
        "Assessed in part",
        "It pays for the part that is not exempt: bricks.",
        "#6b3a00",
        1.7,
        "#6b3a00",
        "bricks",
        _HALF,
        22,
    ),
    Role.ASSESSED_TO_CAP: of_land(
        "Assessed up to the cap",
        "Farmland or a camp with a connected structure, whose assessment is capped: zigzag lines.",
        "#7a2f5a",
        1.8,
        "#7a2f5a",
        "chevrons",
        _UP_TO,
        23,
    ),
    Role.EXEMPT: of_land(
        "Exempt",
        "It pays nothing in this levy, and may be assessed when its use ends: small squares.",
        "#2f6b46",
        1.7,
        "#2f6b46",
        "boxes",
        _NOTHING,
        24,
    ),
    Role.EXEMPTION_OPEN: of_land(
        "Exemption open",
        "Evidence is wanting; it is reckoned as assessed, and once more as exempt: short strokes.",
        "#1b4478",
        1.9,
        "#1b4478",
        "ticks",
        QUESTION,
        25,
    ),
    Role.LEVY_AREA: _line(
        "Area of the levy",
        "The service area, or the land benefited as a whole: a dash and three dots.",
        stroke="#00695c",
        width_px=4,
        dash="16 8 0.5 7 0.5 7 0.5 8",
        icon=OUTLINE,
        order=32,
    ),
    Role.PROJECT_FRONT: _line(
        "Front that counts",
        "What a parcel fronts on the streets of the project, as the map measures it: a narrow dash.",
        stroke="#b3261e",
        width_px=3.25,
        dash="7 4",
        icon=_ENDS,
        order=50,
    ),
    Role.PROJECT_LINE: _line(
        "Main or line of the project",
        "What the cost is spread along: a wide chain of short links.",
        stroke="#123f5e",
        width_px=7,
        dash="6 11",
        icon="M1 12L6 6L10 10L15 4",
        order=51,
    ),
}
