from __future__ import annotations

import pandas as pd
import pytest

from gis.proposals.connections.tables import harmless


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        (" +1", "' +1"),
        ("-5", "'-5"),
        ("@cmd", "'@cmd"),
        ("\t=1", "' =1"),
        ("a\x1b[2Jb", "a [2Jb"),
        ("7-S1", "7-S1"),
        (None, None),
        (12.5, 12.5),
    ],
)
def test_no_cell_is_run(cell: object, written: object) -> None:
    (found,) = harmless(pd.DataFrame({"a": pd.Series([cell], dtype=object)}))["a"].tolist()
    assert found == written
