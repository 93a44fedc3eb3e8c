"""Which owners have land inside the boundary, and how wide is it?"""

from __future__ import annotations

from fractions import Fraction

import geopandas as gpd
import pytest
import shapely

from gis.facts.owners_inside import by_owner, of_record, owned_inside, owner_keys_inside
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from tests.gis.facts.owned_scene import Lot, ground, handed_scene, lots

LOTS: list[Lot] = [
    ("10-1", "1,2", shapely.box(0, 0, 100, 100)),
    ("10-2", "2", shapely.box(100, 0, 200, 100)),
    ("10-3", None, shapely.box(200, 0, 300, 100)),
    ("10-4", "4", shapely.box(300, 0, 400, 100)),
]


def owners_table(*rows: tuple[str, str | None, str]) -> Layer:
    table = gpd.GeoDataFrame([dict(zip(("parcel_id", "county", "owner_keys"), row, strict=True)) for row in rows])
    return Layer("owners", "o1", None, LOCAL_FEET, table)


def test_who_may_appear_at_the_hearing_of_the_handed_scene() -> None:
    _, surveyed = handed_scene("owners-at-the-hearing")
    found = {
        person: [(each.parcel_id, each.overlap_area_sqft, each.overlap_width_ft) for each in parcels]
        for person, parcels in by_owner(owned_inside(surveyed)).items()
    }
    # Parcel 2 shares the east edge; parcel 3 overlaps by 0.05 ft along 1,000; parcel 4 is half inside, 200 by 100 ft.
    assert found == {
        "owner-1": [("1", 40_000, None)],
        "owner-2": [("2", 0, 0)],
        "owner-3": [("3", 50, Fraction(5, 100))],
        "owner-4": [("4", 20_000, None)],
    }


def test_keys_of_owners_with_land_inside() -> None:
    surveyed = ground(shapely.box(0, 0, 250, 100), lots(LOTS))
    assert owner_keys_inside(surveyed) == {1, 2}
    assert owner_keys_inside(ground(shapely.box(0, 0, 250, 100))) == frozenset()


def test_a_parcel_of_unknown_owners_is_nobodys() -> None:
    owned = owned_inside(ground(shapely.box(0, 0, 250, 100), lots(LOTS)))
    assert [(each.parcel_id, each.owners) for each in owned if each.owners is None] == [("10-3", None)]
    assert set(by_owner(owned)) == {"owner 1", "owner 2"}


def test_a_table_of_owners_serves_where_the_parcels_bear_none() -> None:
    bare = [(parcel_id, None, land) for parcel_id, _, land in LOTS]
    table = owners_table(("10-1", "Dane", "7"), ("10-2", "Rock", "8"), ("10-2", "Dane", "9"), ("10-3", None, "5,6"))
    found = of_record(ground(shapely.box(0, 0, 400, 100), lots(bare), table))
    assert found is not None
    assert found.edition == "o1"
    assert found.owners == (("owner 7",), ("owner 9",), ("owner 5", "owner 6"), None)


@pytest.mark.parametrize("keys", ["1", None])
def test_owners_of_the_parcels_go_first(keys: str | None) -> None:
    surveyed = ground(
        shapely.box(0, 0, 100, 100), lots([("10-1", keys, LOTS[0][2])]), owners_table(("10-1", "Dane", "7"))
    )
    found = of_record(surveyed)
    assert found is not None
    assert found.owners == ((f"owner {keys or 7}",),)
