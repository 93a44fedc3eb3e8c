"""What does the roll on file add up to in each municipality, to be held against its statement of assessment?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from gis.layers.layer import Layer
from gis.model.consistency import RollSum

_MONEY = (
    "assessed_value_cents",
    "land_value_cents",
    "improvement_value_cents",
    "mfl_value_cents",
    "est_fair_market_value_cents",
)
_CENTS = 100


def roll_sums(parcels: Layer) -> tuple[RollSum, ...]:
    """Return the sums of each municipality, county and roll year of a parcel layer.

    Parameters
    ----------
    parcels : Layer
        Rows are counted that are parcels; rights-of-way, water and gaps have no value.

    Returns
    -------
    tuple of RollSum
        Exact to the cent, sorted by municipality, county and year, those without a municipality last. All
        parcels count, exempt ones and forest-law land too, as on the roll.
    """
    rows = np.flatnonzero(parcels.column("record_kind") == "parcel")
    names, counties, years, exempt = (
        parcels.column(name)[rows].tolist() for name in ("municipality", "county", "roll_year", "exempt_codes")
    )
    money = {name: parcels.column(name)[rows].tolist() for name in _MONEY}
    groups: dict[tuple[str | None, str | None, int | None], list[int]] = defaultdict(list)
    for i, key in enumerate(zip(names, counties, years, strict=True)):
        groups[key].append(i)
    return tuple(
        RollSum(
            municipality=key[0],
            county=key[1],
            roll_year=None if key[2] is None else int(key[2]),
            parcels=len(groups[key]),
            without_value=sum(money["assessed_value_cents"][i] is None for i in groups[key]),
            exempt=sum(bool(exempt[i]) for i in groups[key]),
            **{name.removesuffix("_cents"): _dollars(money[name], groups[key]) for name in _MONEY},
        )
        for key in sorted(groups, key=lambda key: (key[0] is None, key[0] or "", key[1] or "", key[2] or 0))
    )


def _dollars(cents: Sequence[int | None], rows: Sequence[int]) -> Fraction:
    return Fraction(sum(int(cents[i] or 0) for i in rows), _CENTS)
