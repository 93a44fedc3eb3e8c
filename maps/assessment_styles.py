"""How do parcels look by how they stand to a special assessment, and the streets and the area of the levy?"""

from __future__ import annotations

from gis.model.view import Role
from maps.role_style import CHECK, OUTLINE, QUESTION, SQUARE, RoleStyle, of_land

_HALF = "M2 2H14V14H2ZM2 14L14 2"
_UP_TO = "M3 3H13M8 14V6M5 9L8 6L11 9"
_NOTHING = "M8 2.5A5.5 5.5 0 1 0 8 13.5A5.5 5.5 0 1 0 8 2.5ZM4.2 11.8L11.8 4.2"

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
    Role.ASSESSED: of_land(
        "Assessed in full", "It pays for all of its measure: plain pale yellow.", "#6b5300", 1.05, "#f7e3a1", "none",
        CHECK, 21,
    ),
    Role.ASSESSED_IN_PART: of_land(
        "Assessed in part",
        "It pays for the part that is not exempt (66.0721): upright lines.",
        "#6b3a00",
        1.25,
        "#6b3a00",
        "upright",
        _HALF,
        22,
    ),
    Role.ASSESSED_TO_CAP: of_land(
        "Assessed up to the cap",
        "Farmland or a camp with a connected structure, which pays for a square acre at most: lines across.",
        "#7a2f5a",
        1.3,
        "#7a2f5a",
        "level",
        _UP_TO,
        23,
    ),
    Role.EXEMPT: of_land(
        "Exempt",
        "It pays nothing in this levy, and may when its use ends: dotted.",
        "#2f6b46",
        1.2,
        "#e6f2e6",
        "dots",
        _NOTHING,
        24,
    ),
    Role.EXEMPTION_OPEN: of_land(
        "Exemption open",
        "Evidence is wanting; it is reckoned as if it were assessed, and once more as if it were exempt: short strokes.",
        "#1b4478",
        1.5,
        "#1b4478",
        "ticks",
        QUESTION,
        25,
    ),
    Role.LEVY_AREA: RoleStyle(
        "Area of the levy",
        "The service area, or the land that is benefited as a whole: dash and two dots.",
        stroke="#00695c",
        width_px=4,
        dash="14 4 2 4 2 4",
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon=OUTLINE,
        order=32,
        is_line=True,
    ),
    Role.PROJECT_FRONT: RoleStyle(
        "Front that counts",
        "What a parcel fronts on the streets of the project, as the map measures it: a thin wide-spaced dash.",
        stroke="#b3261e",
        width_px=3.25,
        dash="7 3",
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon="M2 13H14M2 13V10M14 13V10",
        order=50,
        is_line=True,
    ),
    Role.PROJECT_LINE: RoleStyle(
        "Line of the project",
        "The main, or the line, along which the cost is spread: a wide unbroken line.",
        stroke="#123f5e",
        width_px=5,
        dash=None,
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon="M1 12L6 6L10 10L15 4",
        order=51,
        is_line=True,
    ),
}
