"""Which parcels may be assessed: records that are none, repeats, units on one ground, ids that repeat."""

from __future__ import annotations

import pytest
import shapely

from gis.errors import EditionMissing, OptionInvalid
from gis.facts.assessments.land import parcel_land
from tests.gis.facts.assessments.street_scene import land_of, lot
from tests.gis.facts.sewers.sewer_scene import layer_set

SQUARE, OTHER = shapely.box(0, 0, 100, 100), shapely.box(200, 0, 300, 100)


def test_roads_and_repeats_are_left_out_and_units_share_their_ground() -> None:
    records = [
        lot("ROW", shapely.box(0, 100, 300, 166), record_kind="row"),
        lot("1-1", SQUARE),
        lot("1-2", SQUARE),
        lot("1-1", SQUARE),
        lot("2-1", OTHER),
        {"parcel_id": "3-1", "wkt": "POLYGON EMPTY"},
    ]
    land = land_of(parcels=records)
    assert (land.ids.tolist(), land.rows.tolist(), len(land)) == (["1-1", "1-2", "2-1"], [1, 2, 4], 3)
    assert (land.ground.tolist(), land.sharing.tolist()) == ([0, 0, 1], [2, 2, 1])
    assert land.ground_of_row.tolist() == [-1, 0, 0, 0, 1, -1]


def test_a_parcel_is_found_by_its_id_and_county() -> None:
    land = land_of(parcels=[lot("1-1", SQUARE, county="Dane"), lot("1-1", OTHER, county="Rock")])
    assert land.position("1-1", "Rock") == 1
    with pytest.raises(OptionInvalid, match="2 parcels have the id 1-1"):
        land.position("1-1")
    with pytest.raises(OptionInvalid, match="No parcel has the id 9-9"):
        land.position("9-9")
    with pytest.raises(OptionInvalid, match="No parcel of Jefferson County has the id 1-1"):
        land.position("1-1", "Jefferson")


def test_without_parcels_nothing_is_assessed() -> None:
    with pytest.raises(EditionMissing, match="No parcels are on file"):
        parcel_land(layer_set({}))
