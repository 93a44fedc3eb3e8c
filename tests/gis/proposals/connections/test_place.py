"""What is said of a parcel that is not on file: numbers of parcels alone, each once?"""

from __future__ import annotations

from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from gis.errors import OptionInvalid
from gis.layers.layer import Layer
from gis.proposals.connections.place import parcel_rows

RECORDS = [
    *[("ROW", "row")] * 3,
    *[("7-10", "parcel")] * 2,
    ("7-12", "parcel"),
    ("HYDRO", "water"),
    ("ROWE-4", "parcel"),
    ("ROAD 7", "row"),
]


class Records:
    """Records of a roll by name and kind, all of one county."""

    def column(self, name: str) -> npt.NDArray[np.object_]:
        """Return a column."""
        found = {"parcel_id": [row[0] for row in RECORDS], "record_kind": [row[1] for row in RECORDS]}
        return np.array(found.get(name, ["Rock"] * len(RECORDS)), dtype=object)


@pytest.mark.parametrize(
    ("parcel_id", "why"),
    [
        ("ROW", "3 records of the roll bear that name, and none is a parcel: a right-of-way, for example, is none."),
        ("HYDRO", "1 record of the roll bears that name, and none is a parcel: a right-of-way, for example, is none."),
        # The records of one parcel are one parcel, and a road is none.
        ("7-11", "Like it are 7-12, 7-10."),
        ("ROW-4", "Like it are ROWE-4."),
        ("ROAD", "There are 4 parcels, and none is like it."),
    ],
)
def test_what_is_no_parcel(parcel_id: str, why: str) -> None:
    with pytest.raises(OptionInvalid) as caught:
        parcel_rows(cast("Layer", Records()), parcel_id, None)
    assert caught.value.what == f"No parcel {parcel_id} is on file."
    assert caught.value.why == why


def test_a_parcel_has_all_of_its_records() -> None:
    assert list(parcel_rows(cast("Layer", Records()), "7-10", None)) == [3, 4]
