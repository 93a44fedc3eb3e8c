"""How do sewers, service areas and the duty to connect look: lines by dash and width, land by hatch and words?

The kind of a main is told by its width and colour, its state by its dash: in service unbroken (a force main dash and
dot), proposed in dashes, abandoned in dots.
"""

from __future__ import annotations

from gis.model.view import Role
from maps.role_style import CHECK, CROSS, OUTLINE, QUESTION, SQUARE, WAVES, RoleStyle, of_land

_LINE = "M1 12L6 6L10 10L15 4"
_ARROW = "M2 8H13M9 4L13 8L9 12"
_DASH = "M3 8H13"
_EQUALS = "M3 6H13M3 10H13"
_FAULT = "M8 2L14.5 13.5H1.5ZM8 6V9.5M8 11.4V12"


def _line(  # noqa: PLR0913 - what tells one line from another
    words: str, meaning: str, stroke: str, width_px: float, dash: str | None, order: int, icon: str = _LINE
) -> RoleStyle:
    return RoleStyle(
        words,
        meaning,
        stroke=stroke,
        width_px=width_px,
        dash=dash,
        fill=None,
        fill_opacity=0,
        hatch="none",
        icon=icon,
        order=order,
        is_line=True,
    )


SEWER_STYLES: dict[Role, RoleStyle] = {
    Role.PARCEL_NEAR: RoleStyle(
        "Parcel without a finding",
        "A parcel near a sewer or in a service area that no ordinance asked about governs.",
        stroke="#6a675e",
        width_px=0.75,
        dash="2 2",
        fill="#ffffff",
        fill_opacity=0.6,
        hatch="none",
        icon=SQUARE,
        order=20,
    ),
    Role.NOT_GOVERNED: of_land(
        "Not governed now",
        "Outside what the ordinance governs, or no sewer is in service: plain grey.",
        "#6b6b66",
        0.8,
        "#dcdcd6",
        "none",
        _DASH,
        21,
    ),
    Role.NEED_NOT_CONNECT: of_land(
        "Need not connect",
        "The ordinance makes no duty here: plain pale green.",
        "#2f6b46",
        0.9,
        "#dceedd",
        "none",
        CROSS,
        22,
    ),
    Role.FACT_MISSING: of_land(
        "A fact is missing",
        "Whether it must connect hangs on a fact that nobody has given: short strokes.",
        "#1b4478",
        1.1,
        "#1b4478",
        "ticks",
        QUESTION,
        23,
    ),
    Role.NO_ANSWER: of_land(
        "The law gives no answer",
        "All facts are there and the ordinance does not settle it: hatched both ways.",
        "#56267f",
        1.3,
        "#56267f",
        "cross",
        _EQUALS,
        24,
    ),
    Role.PERSON_MUST_LOOK: of_land(
        "A person must look",
        "It hangs on less than the layers are accurate: woven.",
        "#6b4200",
        1.4,
        "#6b4200",
        "weave",
        WAVES,
        25,
    ),
    Role.MUST_CONNECT: of_land(
        "Must connect",
        "The ordinance makes a duty to connect: hatched.",
        "#a03000",
        1.6,
        "#a03000",
        "diagonal",
        CHECK,
        26,
    ),
    Role.SERVICE_AREA: _line(
        "Service area", "Area of a sewer plan: dash and dot.", "#00695c", 3.5, "10 4 2 4", 30, OUTLINE
    ),
    Role.DISTRICT: _line("District", "Land of a district: long dashes.", "#7b1fa2", 5, "18 5", 31, OUTLINE),
    Role.SEWER_UNKNOWN: _line(
        "Sewer, kind or state not known",
        "A line whose kind or state the layer does not tell; it makes no duty.",
        "#5f5f5a",
        2,
        "4 3",
        40,
    ),
    Role.GRAVITY_ABANDONED: _line("Gravity main, abandoned", "Counts nowhere: thin dots.", "#1f4e79", 2.5, "1 6", 41),
    Role.FORCE_ABANDONED: _line("Force main, abandoned", "Counts nowhere: dots in pairs.", "#8a3b00", 3, "1 4 1 9", 42),
    Role.INTERCEPTOR_ABANDONED: _line(
        "Interceptor, abandoned", "Counts nowhere: wide dots.", "#10375c", 5.5, "2 9", 43
    ),
    Role.GRAVITY_PROPOSED: _line("Gravity main, proposed", "Not in service: thin dashes.", "#1f4e79", 2.5, "9 6", 44),
    Role.FORCE_PROPOSED: _line(
        "Force main, proposed",
        "Not in service, and would take no connection: dash and two dots.",
        "#8a3b00",
        3,
        "9 4 2 4 2 4",
        45,
    ),
    Role.INTERCEPTOR_PROPOSED: _line(
        "Interceptor, proposed", "Not in service: wide dashes.", "#10375c", 5.5, "14 8", 46
    ),
    Role.GRAVITY_IN_SERVICE: _line(
        "Gravity main, in service",
        "Sewage runs in it by its own weight: a thin unbroken line.",
        "#1f4e79",
        2.5,
        None,
        47,
    ),
    Role.FORCE_IN_SERVICE: _line(
        "Force main, in service", "Pumped, so that it takes no connection: dash and dot.", "#8a3b00", 3, "12 4 3 4", 48
    ),
    Role.INTERCEPTOR_IN_SERVICE: _line(
        "Interceptor, in service", "Carries the sewage of other mains: a wide unbroken line.", "#10375c", 5.5, None, 49
    ),
    Role.SKETCHED_MAIN: _line(
        "Main asked about",
        "The main that somebody proposes, as sketched: a wide light dash.",
        "#c2185b",
        6.5,
        "16 6",
        60,
        _ARROW,
    ),
    Role.LAYER_FAULT: RoleStyle(
        "Fault of a layer",
        "A place where the layers are wrong or leave something open; no duty follows from it.",
        stroke="#8c1010",
        width_px=1.75,
        dash="3 2",
        fill="#ffffff",
        fill_opacity=0.3,
        hatch="none",
        icon=_FAULT,
        order=61,
        marker=True,
    ),
}
