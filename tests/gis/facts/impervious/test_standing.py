"""Was a surface there on a day, when its dates are told to the year, the month, the day or the second?"""

from __future__ import annotations

import datetime as dt

import pytest
import shapely

from gis.facts.impervious.standing import dates_of, standing_of
from tests.gis.facts.consistency_scene import layer_set

QUALIFYING = dt.date(2004, 1, 1)


def standing(built: str | None, captured: str | None, date: dt.date) -> bool | None:
    row = {"surface_id": "s", "built": built, "captured": captured, "shape": shapely.box(0, 0, 1, 1)}
    layer = layer_set({"impervious": [row]}).layers["impervious"]
    (found,) = standing_of(layer, date, None)
    assert found is None or isinstance(found, bool)
    return found


@pytest.mark.parametrize(
    ("built", "captured", "expected"),
    [
        ("2003-12-31", "2025-04-09", True),
        ("2004-01-01", "2025-04-09", True),
        ("2004-01-02", "2025-04-09", False),
        # A year means any of its days.
        ("2003", "2025-04-09", True),
        ("2004", "2025-04-09", None),
        ("2005", "2025-04-09", False),
        ("2003-12", "2025-04-09", True),
        ("2004-01", "2025-04-09", None),
        ("2004-02", "2025-04-09", False),
        ("2003-12-31T23:59:59-06:00", "2025-04-09", True),
        # Without the day of building it was there where it was surely seen by then.
        (None, "2003", True),
        (None, "2004", None),
        (None, "2003-12-31T10:00:00", True),
        (None, "2025", None),
        (None, None, True),
    ],
)
def test_of_a_date_told_in_part_only_what_is_sure_counts(
    built: str | None, captured: str | None, expected: bool | None
) -> None:
    assert standing(built, captured, QUALIFYING) is expected


def test_by_the_end_of_the_year_all_of_it_is_over() -> None:
    assert standing("2004", "2025", dt.date(2004, 12, 31)) is True
    assert standing("2004", "2025", dt.date(2004, 12, 30)) is None
    assert standing("2024-02", "2025", dt.date(2024, 2, 29)) is True
    assert standing("2024-02", "2025", dt.date(2024, 2, 28)) is None


def test_a_layer_without_the_column_knows_no_dates() -> None:
    layer = layer_set({"impervious": [{"surface_id": "s", "shape": shapely.box(0, 0, 1, 1)}]}).layers["impervious"]
    assert dates_of(layer, "built").tolist() == [None]
    assert standing_of(layer, QUALIFYING, dt.date(2010, 1, 1)).tolist() == [None]
