from __future__ import annotations

import pytest
from pyproj import CRS

from gis.errors import CrsUnknown
from gis.geometry.wiscrs import Zone, zone_for_county, zones

ALL = zones()


def test_all_72_counties_once() -> None:
    assert len({zone.county for zone in ALL}) == len(ALL) == 72
    assert len({zone.name for zone in ALL}) == 59


@pytest.mark.parametrize("zone", ALL, ids=[zone.county for zone in ALL])
def test_every_code_is_that_of_the_registry(zone: Zone) -> None:
    for code, datum, unit in (
        (zone.harn_ftus, "NAD83(HARN)", "ftUS"),
        (zone.harn_m, "NAD83(HARN)", "m"),
        (zone.nad83_2011_ftus, "NAD83(2011)", "ftUS"),
        (zone.nad83_2011_m, "NAD83(2011)", "m"),
    ):
        assert CRS.from_user_input(code).name == f"{datum} / WISCRS {zone.name} ({unit})"
    assert zone.county in zone.name


@pytest.mark.parametrize(
    ("name", "county"),
    [
        ("Vernon", "Vernon"),
        ("VERNON COUNTY", "Vernon"),
        ("county of vernon", "Vernon"),
        ("St. Croix", "St. Croix"),
        ("ST CROIX", "St. Croix"),
        ("Saint Croix County", "St. Croix"),
        ("Fond Du Lac", "Fond du Lac"),
        ("FONDDULAC", "Fond du Lac"),
        ("La Crosse", "La Crosse"),
        ("LaCrosse Co.", "La Crosse"),
        (" eau  claire ", "Eau Claire"),
    ],
)
def test_names_as_people_write_them(name: str, county: str) -> None:
    assert zone_for_county(name).county == county


def test_shared_zones() -> None:
    assert zone_for_county("Dodge").harn_ftus == zone_for_county("Jefferson").harn_ftus == "EPSG:8189"
    assert zone_for_county("Jefferson").nad83_2011_ftus == "EPSG:7600"


@pytest.mark.parametrize(("name", "hint"), [("Vernn", "Vernon"), ("Cook", "one of the 72|mean"), ("", "72 counties")])
def test_no_such_county(name: str, hint: str) -> None:
    with pytest.raises(CrsUnknown, match=hint):
        zone_for_county(name)
