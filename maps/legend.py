"""How does each kind of feature and each state look: one style for every map, list and sheet.

Nothing is told by colour alone: each role has words, an outline or hatch of its own and an icon,
each state has words and an icon. Colours of text reach a contrast of 4.5 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gis.model.finding import State
from gis.model.view import Role
from maps.assessment_styles import ASSESSMENT_STYLES
from maps.role_style import CHECK, CROSS, OUTLINE, QUESTION, SQUARE, WAVES, RoleStyle
from maps.runoff_styles import RUNOFF_STYLES
from maps.sewer_styles import SEWER_STYLES

PAPER = "#fbfaf6"
"""The plain ground under the map, where others would put a base map."""


@dataclass(frozen=True, slots=True)
class StateStyle:
    """How one state of a finding is shown."""

    words: str
    meaning: str
    text: str
    ground: str
    icon: str


ROLE_STYLES: dict[Role, RoleStyle] = {
    Role.TOWN: RoleStyle(
        "Town",
        "Land of a town.",
        stroke="#4c5f3a",
        width_px=1.5,
        dash="10 3 2 3",
        fill="#edf2e3",
        fill_opacity=0.9,
        hatch="none",
        icon="M2 14V7L8 2L14 7V14Z",
        order=0,
        label=True,
    ),
    Role.VILLAGE: RoleStyle(
        "Village",
        "Land of a village.",
        stroke="#5a3d8a",
        width_px=2,
        dash="10 3 2 3",
        fill="#ece5f6",
        fill_opacity=0.9,
        hatch="dots",
        icon="M2 14V8L5 5L8 8V14ZM8 14V6L11 3L14 6V14Z",
        order=1,
        label=True,
    ),
    Role.CITY: RoleStyle(
        "City",
        "Land of a city.",
        stroke="#1d4f8f",
        width_px=2,
        dash="10 3 2 3",
        fill="#e1ebf7",
        fill_opacity=0.9,
        hatch="grid",
        icon="M2 14V6H6V2H11V8H14V14Z",
        order=2,
        label=True,
    ),
    Role.OTHER_RECORD: RoleStyle(
        "Road, water or gap",
        "A record of the parcel layer that is no land with an owner.",
        stroke="#666666",
        width_px=1,
        dash="1 4",
        fill="#dadada",
        fill_opacity=0.7,
        hatch="none",
        icon="M5 2L3 14M11 2L13 14M8 3V5M8 7V9M8 11V13",
        order=3,
    ),
    Role.PARCEL_INSIDE: RoleStyle(
        "Parcel inside",
        "A parcel wholly inside the boundary.",
        stroke="#7a5b00",
        width_px=1,
        dash=None,
        fill="#f1dda0",
        fill_opacity=0.65,
        hatch="none",
        icon=SQUARE,
        order=4,
    ),
    Role.PARCEL_CUT: RoleStyle(
        "Parcel cut by the line",
        "A parcel that the boundary divides: dashed outline.",
        stroke="#8a3b00",
        width_px=2.5,
        dash="7 5",
        fill="#f6e9d8",
        fill_opacity=0.5,
        hatch="none",
        icon="M2 2H14V14H2ZM1 11L15 5",
        order=5,
    ),
    Role.DISPUTED: RoleStyle(
        "Disputed land",
        "Land on which the layers disagree: hatched both ways.",
        stroke="#5c4a00",
        width_px=2,
        dash="3 3",
        fill="#5c4a00",
        fill_opacity=1,
        hatch="cross",
        icon=QUESTION,
        order=6,
        marker=True,
    ),
    Role.OFFENDING: RoleStyle(
        "Offending land",
        "Village or city land inside the boundary: hatched.",
        stroke="#a40000",
        width_px=2.5,
        dash=None,
        fill="#a40000",
        fill_opacity=1,
        hatch="diagonal",
        icon=CROSS,
        order=7,
        marker=True,
    ),
    Role.SLIVER: RoleStyle(
        "Sliver within accuracy",
        "An overlap narrower than the layers are accurate: hatched the other way.",
        stroke="#86005f",
        width_px=2.5,
        dash="2 3",
        fill="#86005f",
        fill_opacity=1,
        hatch="counter",
        icon=WAVES,
        order=8,
        marker=True,
    ),
    Role.EXCLUDED: RoleStyle(
        "Excluded",
        "Land that the board leaves out as not benefited: lines across.",
        stroke="#7a1f00",
        width_px=2.5,
        dash=None,
        fill="#7a1f00",
        fill_opacity=1,
        hatch="level",
        icon="M3 8H13",
        order=9,
        marker=True,
    ),
    Role.KEPT: RoleStyle(
        "Kept",
        "Land proposed to be left out, which the board keeps: upright lines.",
        stroke="#0b5426",
        width_px=2.5,
        dash="8 3",
        fill="#0b5426",
        fill_opacity=1,
        hatch="upright",
        icon=CHECK,
        order=10,
        marker=True,
    ),
    Role.UNDECIDED: RoleStyle(
        "Not decided yet",
        "Land proposed to be left out, of which the board has not decided: rings.",
        stroke="#1b4478",
        width_px=2.5,
        dash="2 4",
        fill="#1b4478",
        fill_opacity=1,
        hatch="rings",
        icon=QUESTION,
        order=11,
        marker=True,
    ),
    Role.ADDED: RoleStyle(
        "To be added",
        "Other territory that the board would take in: plus signs.",
        stroke="#56267f",
        width_px=2.5,
        dash="12 3 2 3",
        fill="#56267f",
        fill_opacity=1,
        hatch="plus",
        icon="M8 3V13M3 8H13",
        order=12,
        marker=True,
    ),
    Role.RESULT: RoleStyle(
        "Resulting boundary",
        "The boundary after the decision: a wide light line, under the black one where both are the same.",
        stroke="#2a8fbd",
        width_px=9,
        dash=None,
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon=OUTLINE,
        order=13,
    ),
    Role.BOUNDARY: RoleStyle(
        "Proposed boundary",
        "The line that was judged.",
        stroke="#111111",
        width_px=4,
        dash=None,
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon=OUTLINE,
        order=99,
    ),
    **SEWER_STYLES,
    **RUNOFF_STYLES,
    **ASSESSMENT_STYLES,
}

JUDGED_STYLES: dict[Role, RoleStyle] = {
    role: replace(style, meaning=f"{style.meaning[:-1]}, which a town sanitary district may not include.")
    if role in (Role.VILLAGE, Role.CITY)
    else style
    for role, style in ROLE_STYLES.items()
}
"""The same where the boundary of a district is judged, of which alone that is true."""

DUTY_ROLES = tuple(role for role in SEWER_STYLES if not SEWER_STYLES[role].is_line and role is not Role.LAYER_FAULT)
"""Parcels by the answer to whether they must connect; the page of one shows words and icon as text of its colour."""
RULING_ROLES = (Role.EXCLUDED, Role.KEPT, Role.UNDECIDED, Role.ADDED)
"""Land that a board decided on; the list shows the role's words and icon as text of its colour."""

STATE_STYLES: dict[State, StateStyle] = {
    State.PASS: StateStyle(
        "Pass",
        "The answer to the rule's question is yes.",
        text="#0b5426",
        ground="#e4f3e8",
        icon=CHECK,
    ),
    State.FAIL: StateStyle(
        "Fail",
        "The answer to the rule's question is no.",
        text="#8c1010",
        ground="#fce8e6",
        icon=CROSS,
    ),
    State.WITHIN_TOLERANCE: StateStyle(
        "Within tolerance",
        "It hangs on less than the layers are accurate: a person must look.",
        text="#6b4200",
        ground="#fff1cf",
        icon=WAVES,
    ),
    State.NEEDS_EVIDENCE: StateStyle(
        "Needs evidence",
        "A fact is missing that someone could supply.",
        text="#1b4478",
        ground="#e6effa",
        icon=QUESTION,
    ),
    State.NOT_APPLICABLE: StateStyle(
        "Does not apply",
        "The rule does not govern these facts.",
        text="#3f3f3f",
        ground="#ececec",
        icon="M3 8H13",
    ),
    State.UNDETERMINED: StateStyle(
        "Undetermined",
        "All facts are there and the law gives no answer.",
        text="#56267f",
        ground="#f1e8f9",
        icon="M3 6H13M3 10H13",
    ),
}


def drawing_order() -> tuple[Role, ...]:
    """Return the roles from the lowest to the topmost."""
    return tuple(sorted(ROLE_STYLES, key=lambda role: ROLE_STYLES[role].order))


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.1 defines it.

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - WCAG 2.1
        for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def legend_css() -> str:
    """Return the style sheet of the states and of the board's rulings, made from the tables above."""
    rules = [f":root {{ --paper: {PAPER}; }}"]
    rules += [
        f".state-{state.value} {{ color: {style.text}; background: {style.ground}; border-color: {style.text}; }}"
        for state, style in STATE_STYLES.items()
    ]
    rules += [
        f".ruling-{role.value} {{ color: {ROLE_STYLES[role].stroke}; background: #ffffff; }}"
        for role in (*RULING_ROLES, *DUTY_ROLES)
    ]
    return "\n".join(rules) + "\n"
