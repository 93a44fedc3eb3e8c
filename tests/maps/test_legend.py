from __future__ import annotations

import pytest

from gis.model.finding import State
from gis.model.view import Role
from maps.legend import PAPER, ROLE_STYLES, STATE_STYLES, contrast, drawing_order

ENOUGH_FOR_TEXT = 4.5  # WCAG 2.1, 1.4.3
ENOUGH_FOR_SHAPES = 3.0  # WCAG 2.1, 1.4.11


def test_every_role_and_every_state_has_a_style() -> None:
    assert set(ROLE_STYLES) == set(Role)
    assert set(STATE_STYLES) == set(State)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),  # the well-known grey that just fails on white
        ("#ffffff", "#ffffff", 1.0),
    ],
)
def test_contrast_is_that_of_wcag(first: str, second: str, expected: float) -> None:
    assert contrast(first, second) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("state", list(State))
def test_words_of_a_state_can_be_read(state: State) -> None:
    style = STATE_STYLES[state]
    assert contrast(style.text, style.ground) >= ENOUGH_FOR_TEXT


@pytest.mark.parametrize("role", list(Role))
def test_outline_stands_out_from_the_paper(role: Role) -> None:
    assert contrast(ROLE_STYLES[role].stroke, PAPER) >= ENOUGH_FOR_SHAPES


def test_nothing_is_told_by_colour_alone() -> None:
    states = STATE_STYLES.values()
    assert len({style.icon for style in states}) == len({style.words for style in states}) == len(State)
    drawn = {(style.hatch, style.dash, style.width_px, style.fill is None) for style in ROLE_STYLES.values()}
    towns = {Role.TOWN, Role.VILLAGE, Role.CITY}
    assert len(drawn) >= len(Role) - len(towns) + 1
    assert len({ROLE_STYLES[role].hatch for role in towns}) == len(towns)
    assert len({style.words for style in ROLE_STYLES.values()}) == len(Role)


def test_the_line_lies_on_top_and_municipalities_lie_below() -> None:
    order = drawing_order()
    assert order[-1] is Role.BOUNDARY
    assert set(order[:3]) == {Role.TOWN, Role.VILLAGE, Role.CITY}
