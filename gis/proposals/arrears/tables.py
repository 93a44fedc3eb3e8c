"""How does the certified list leave as a file for the clerk?"""

from __future__ import annotations

import pandas as pd

from gis.model.arrears import Arrears, ListReading
from gis.model.exact import money
from gis.proposals.connections.tables import harmless

COLUMNS = ("parcel_id", "county", "description", "accounts", "arrears", "penalty", "total")
"""Columns of the list, dollars with two decimals."""


def certified_table(found: Arrears, reading: ListReading) -> bytes:
    """Return the certified list of a reading as CSV in UTF-8, a lot or parcel a row; no person stands in it."""
    lots = next(each for each in found.lists if each.reading == reading).lots
    rows = [
        (
            each.parcel_id,
            each.county,
            each.description,
            "; ".join(each.accounts),
            *map(money, (each.arrears, each.penalty, each.total)),
        )
        for each in lots
    ]
    table = harmless(pd.DataFrame(rows, columns=list(COLUMNS), dtype=object))
    return table.to_csv(index=False, lineterminator="\n").encode()
