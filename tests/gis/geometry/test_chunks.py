"""Work in stretches gives what work at once gives."""

from __future__ import annotations

import numpy as np
import pytest

from gis.geometry.chunks import by_chunks, joined


@pytest.mark.parametrize("size", [1, 2, 3, 10, 11])
def test_stretches_come_back_in_order_whatever_their_size(size: int) -> None:
    rows = np.arange(10)
    parts = by_chunks(lambda stretch: stretch * 2, rows, size)
    assert np.concatenate(parts).tolist() == list(range(0, 20, 2))
    assert max(len(part) for part in parts) <= size


def test_no_rows_are_one_empty_stretch() -> None:
    assert by_chunks(len, np.array([])) == [0]
    assert joined(lambda rows: rows, np.array([], dtype=object)).dtype == object


def test_many_rows_are_joined_and_an_error_in_one_stretch_is_raised() -> None:
    rows = np.arange(60_001)
    assert joined(lambda stretch: stretch + 1, rows).tolist() == list(range(1, 60_002))

    def fails(stretch: np.ndarray) -> int:
        if 60_000 in stretch:
            msg = "the last"
            raise ValueError(msg)
        return 0

    with pytest.raises(ValueError, match="the last"):
        by_chunks(fails, rows)
