from __future__ import annotations

import pandas as pd
import pytest

from tests.gis.layers.rows.test_cells import cells, read


@pytest.mark.parametrize(
    ("ids", "values", "says"),
    [
        (("ROW", "LAKE", "1"), ("5", "2000.50", "10"), "2 rows that are no parcels (ROW, LAKE) bear 2005.50 dollars"),
        (("ROW", None, "1"), ("0", "7", "10"), "1 rows that are no parcels (no id) bear 7.00 dollars"),
        (("ROW", "LAKE", "1"), ("0", None, "10"), None),
        (("ROW", "LAKE", "1"), ("-5", None, "10"), None),
        # A row that is refused bears nothing.
        (("1.2E+12", "1.2E+12", "1"), ("5", "5", "10"), None),
        (("ROW " + "X" * 200, "2", "1"), ("5", "5", "10"), "... (204 characters)) bear 5.00 dollars"),
    ],
)
def test_money_on_rows_that_are_no_parcels_is_remarked(
    ids: tuple[str | None, ...], values: tuple[str | None, ...], says: str | None
) -> None:
    _, journal = read("parcels", pd.DataFrame({"parcel_id": cells(*ids), "assessed_value": cells(*values)}))
    mine = [note for note in journal.notes if "that are no parcels" in note]
    assert len(mine) == (says is not None)
    assert says is None or says in mine[0]


def test_a_refused_row_is_none_without_an_id() -> None:
    _, journal = read("parcels", pd.DataFrame({"parcel_id": ["1.2E+12", "1"]}))
    assert not any("have no parcel id" in note for note in journal.notes)
