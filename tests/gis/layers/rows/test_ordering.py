"""Rows in one order, however they came."""

from __future__ import annotations

import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.layers.rows.ordering import text_order

TEXTS = st.text(alphabet="aAé\U0001f600 19", max_size=3)


@given(st.lists(st.tuples(TEXTS, st.one_of(st.none(), TEXTS)), max_size=12))
@settings(max_examples=50, derandomize=True)
def test_the_order_is_that_of_python_texts(rows: list[tuple[str, str | None]]) -> None:
    columns = [pd.Series([row[at] for row in rows], dtype=object) for at in (0, 1)]
    order, is_first = text_order(columns)
    plain = [(one, other or "") for one, other in rows]
    ordered = [plain[place] for place in order.tolist()]
    assert ordered == sorted(plain)
    assert is_first.tolist() == [place == 0 or ordered[place] != ordered[place - 1] for place in range(len(rows))]


def test_numbers_stand_as_texts_and_nulls_first() -> None:
    order, is_first = text_order([pd.Series([10, 9, None], dtype="Int64"), pd.Series(["b", "a", "a"])])
    assert order.tolist() == [2, 0, 1]
    assert is_first.all()
