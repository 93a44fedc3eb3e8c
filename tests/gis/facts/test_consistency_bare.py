from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

import gis.facts.consistency.bare as bare_module
from gis.errors import OverlayUnverified
from gis.facts.consistency.bare import bare_land
from gis.geometry.coverage import unclaimed
from gis.geometry.frame import LOCAL_FEET

WINDOW = shapely.box(0, 0, 12, 12)


def bare(shapes: list[shapely.Geometry], window: shapely.Geometry = WINDOW) -> shapely.Geometry:
    return bare_land(np.array([window], dtype=object), np.array(shapes, dtype=object), LOCAL_FEET)[0]


@pytest.mark.parametrize(
    ("shapes", "area"),
    [
        ([], 144.0),
        ([WINDOW], 0.0),
        ([WINDOW, WINDOW], 0.0),
        # one outline twice: its edges run the same way, so they are no neighbours' edges; 144 - 36
        ([shapely.box(0, 0, 6, 6), shapely.box(0, 0, 6, 6)], 108.0),
        # halves whose edges are divided differently: 12 + 6 + 6
        ([shapely.box(0, 0, 6, 12), shapely.box(6, 0, 12, 6), shapely.box(6, 6, 12, 12)], 0.0),
        # two lots overlap by 2 x 12 and share one edge on the same side
        ([shapely.box(0, 0, 8, 12), shapely.box(6, 0, 12, 12)], 0.0),
        ([shapely.box(0, 0, 8, 12), shapely.box(0, 0, 6, 12)], 48.0),
        # a hole of 2 x 2, and a lot that fills half of it
        ([shapely.Polygon(WINDOW.exterior, [[(4, 4), (6, 4), (6, 6), (4, 6)]])], 4.0),
        ([shapely.Polygon(WINDOW.exterior, [[(4, 4), (6, 4), (6, 6), (4, 6)]]), shapely.box(4, 4, 5, 6)], 2.0),
        # two parts of one feature that meet in a corner: 144 - 2 x 36
        ([shapely.MultiPolygon([shapely.box(0, 0, 6, 6), shapely.box(6, 6, 12, 12)])], 72.0),
        # a feature that reaches beyond the window, an empty one and a missing one
        ([shapely.box(-5, -5, 6, 20), shapely.Polygon(), None], 72.0),
    ],
)
def test_land_that_no_feature_covers(shapes: list[shapely.Geometry], area: float) -> None:
    assert bare(shapes).area == pytest.approx(area, abs=1e-9)


def test_a_gap_of_five_hundredths_of_a_foot_is_found() -> None:
    found = bare([shapely.box(0, 0, 6, 12), shapely.box(6.05, 0, 12, 12)])
    assert found.area == pytest.approx(0.6, abs=1e-9)  # 0.05 x 12
    assert found.bounds == pytest.approx((6.0, 0.0, 6.05, 12.0))


def test_each_window_has_its_own_land() -> None:
    windows = shapely.box([0, 6], 0, [6, 12], 12)
    west, east = bare_land(windows, np.array([shapely.box(4, 0, 9, 12)], dtype=object), LOCAL_FEET)
    assert (west.area, east.area) == (48.0, 36.0)  # 4 x 12 and 3 x 12


def test_without_a_window_what_features_enclose_is_looked_at() -> None:
    ring = shapely.Polygon(WINDOW.exterior, [[(4, 4), (6, 4), (6, 6), (4, 6)]])
    assert bare_land(np.zeros(0, dtype=object), np.array([ring], dtype=object), LOCAL_FEET)[0].area == 4.0


BOXES = st.lists(
    st.tuples(st.integers(-1, 11), st.integers(-1, 11), st.integers(1, 6), st.integers(1, 6)), min_size=0, max_size=12
)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(BOXES)
def test_it_agrees_with_cells_counted_one_by_one_and_with_the_engine(boxes: list[tuple[int, int, int, int]]) -> None:
    cells = np.ones((12, 12), dtype=bool)
    for x, y, width, height in boxes:
        cells[max(x, 0) : max(x + width, 0), max(y, 0) : max(y + height, 0)] = False
    shapes = [shapely.box(x, y, x + width, y + height) for x, y, width, height in boxes]
    assert bare(shapes).area == pytest.approx(cells.sum(), abs=1e-6)
    assert bare(shapes[::-1]).area == pytest.approx(cells.sum(), abs=1e-6)
    engine = unclaimed(np.array(shapes, dtype=object), WINDOW, LOCAL_FEET)
    assert engine.symmetric_difference(bare(shapes)).area == pytest.approx(0, abs=1e-6)


def test_edges_struck_out_wrongly_do_not_pass_for_covered_land(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without any edge, the window is one piece, and a lot at its middle would seem to cover all of it.
    monkeypatch.setattr(bare_module, "_open_edges", lambda *_: np.zeros(0, dtype=object))
    with pytest.raises(OverlayUnverified):
        bare([shapely.box(4, 4, 8, 8)])


def test_a_feature_that_reaches_into_bare_land_is_taken_out_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # The same fault with a lot that does not hold the middle: the whole window would seem bare.
    monkeypatch.setattr(bare_module, "_open_edges", lambda *_: np.zeros(0, dtype=object))
    assert bare([shapely.box(0, 0, 2, 2)]).area == pytest.approx(140.0)
