"""Who may be a commissioner: the home against the line, and land of one's own inside."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.errors import CrsImplausible, FactsInvalid
from gis.geometry.boundary import boundary_from_geojson
from gis.model.finding import Finding, State
from gis.proposals.eligibility import Person, may_serve
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.register.entries import Entry, Register
from tests.gis.proposals.small_county import DATE, X0, Y0, Box, county, drawn, parcel

pytestmark = pytest.mark.slow  # each test imports a county of its own

DISTRICT: Box = (1000, 1000, 3000, 2000)
# Owner keys run by first appearance in the order of ids: A1 is owner 1, A2 owner 2, A3 owner 3.
LOTS = [
    {**parcel("A1", "Town of Alder", (1000, 1000, 2000, 2000), 1), "owner_name_1": "OWNER 1 OF NOWHERE"},
    {**parcel("A2", "Town of Alder", (1000, 2000, 2000, 2900), 1), "owner_name_1": "OWNER 2 OF NOWHERE"},  # touches
    {**parcel("A3", "Town of Alder", (2000, 1999.95, 3000, 2900), 1), "owner_name_1": "OWNER 3 OF NOWHERE"},  # a sliver
]


def place(x: float, y: float) -> tuple[float, float]:
    point = gpd.GeoSeries([shapely.Point(X0 + x, Y0 + y)], crs="EPSG:8189").to_crs("EPSG:4326").iloc[0]
    return point.x, point.y


def served(folder: Path, person: Person, entries: tuple[Entry, ...] = ()) -> Finding:
    county(folder, LOTS)
    district = boundary_from_geojson(json.dumps(drawn(DISTRICT)), plain_frame())
    return may_serve(person, district, LayersOnFile(folder / "layers"), DATE, Register(entries))


@pytest.mark.parametrize(
    ("at", "state"),
    [
        ((1500, 1500), State.PASS),
        ((500, 1500), State.FAIL),
        ((1000, 1500), State.NEEDS_EVIDENCE),  # on the line
        # Degrees come by a shift of the datum that is good to a metre, so 2 ft inside is not sure.
        ((1002, 1500), State.NEEDS_EVIDENCE),
    ],
)
def test_the_home_against_the_line(tmp_path: Path, at: tuple[float, float], state: State) -> None:
    assert served(tmp_path, Person(home=place(*at))).state is state


SUMMER = (
    Entry("district", "D", "summer_resort_district", "yes", dt.date(2025, 1, 1), "", ""),
    Entry("district", "D", "another_member_resident", "yes", dt.date(2025, 1, 1), "", ""),
)


@pytest.mark.parametrize(
    ("owner", "state"),
    [(1, State.PASS), (2, State.FAIL), (3, State.NEEDS_EVIDENCE), (None, State.NEEDS_EVIDENCE)],
)
def test_who_is_no_resident_of_a_summer_resort_district_must_own_land_in_it(
    tmp_path: Path, owner: int | None, state: State
) -> None:
    found = served(tmp_path, Person(place(500, 500), owner, "D"), SUMMER)
    assert found.state is state
    assert found.subject == (None if owner is None else f"owner {owner}")
    assert "NOWHERE" not in str(found)


def test_a_home_with_latitude_first_is_refused(tmp_path: Path) -> None:
    longitude, latitude = place(1500, 1500)
    with pytest.raises(CrsImplausible, match="home"):
        served(tmp_path, Person(home=(latitude, longitude)))


@pytest.mark.parametrize("key", [0, -1, 4])
def test_an_owner_that_is_not_on_file_is_refused(tmp_path: Path, key: int) -> None:
    with pytest.raises(FactsInvalid, match="between 1 and 3"):
        served(tmp_path, Person(owner_key=key))
