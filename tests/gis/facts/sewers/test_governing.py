"""Which ordinance governs a parcel: by its land, over the accuracy, and never a village's in a town.

    x   0    200           1000   1200         2000  ft
        +----+--------------+------+------------+   1000
        |    |  Lake district      |            |
        |    |              |      |            |
        | Town of Alder     | Village of Elm    |   no municipality east of 2000
        +----+--------------+------+------------+   0

The district reaches into the village, as no lawful one does. Lines are accurate to one foot.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import geopandas as gpd
import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.governing import InPlace, governing, governs, in_place
from gis.facts.sewers.areas.membership import Membership, Place, membership
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from gis.model.ordinance import Ordinance, PlaceKind

DAY = dt.date(2026, 6, 15)
ALDER = {"name": "Town of Alder", "kind": "town", "county": "Rock"}
ELM = {"name": "Village of Elm", "kind": "village", "county": "Rock"}
LAKE = {"name": "Lake Sanitary District", "kind": "sanitary", "valid_from": None, "valid_to": None}
MUNICIPALITIES = [(ALDER, (0, 1000)), (ELM, (1000, 2000))]
DISTRICTS = [(LAKE, (200, 1200))]
Strip = tuple[float, float]
"""West and east, from 0 to 1000 ft north."""
Rows = Sequence[tuple[dict[str, Any], Strip]]


def ordinance(kind: PlaceKind, name: str | None, *more: PlaceKind, county: str | None = None) -> Ordinance:
    return Ordinance("asked", "Title", "Code", (kind, *more), name, county, dt.date(2011, 7, 1), None, "MUK-01")


OF_ELM = ordinance("village", "Village of Elm", county="Rock")
OF_LAKE = replace(ordinance("sanitary", "Lake Sanitary District of Alder"), other_names=("LAKE SANITARY DISTRICT",))


def layer(kind: str, rows: Rows, height_ft: float = 1000) -> Layer:
    shapes = [shapely.box(west, 0, east, height_ft) for _, (west, east) in rows]
    table = gpd.GeoDataFrame([cells for cells, _ in rows], geometry=np.array([*shapes, None], dtype=object)[:-1])
    return Layer(kind, "test", Fraction(1), LOCAL_FEET, table)


def where(
    *parcels: Strip,
    roll: str | None = None,
    municipalities: Rows = MUNICIPALITIES,
    districts: Rows = DISTRICTS,
    date: dt.date = DAY,
) -> Membership:
    cells = {"municipality": roll, "municipality_kind": None, "county": "Rock"}
    layers = {"parcels": layer("parcels", [({"parcel_id": str(i), **cells}, each) for i, each in enumerate(parcels)])}
    for kind, rows in (("municipalities", municipalities), ("districts", districts)):
        if rows:
            layers[kind] = layer(kind, rows)
    held = LayerSet(LOCAL_FEET, layers, Fraction(1, 10), combined_accuracy_ft=Fraction(1))
    return membership(held, np.arange(len(parcels)), date)


def one(found: InPlace) -> tuple[bool | None, str | None]:
    return found.values[0], found.because[0]


@pytest.mark.parametrize(
    ("parcel", "of_elm", "of_lake"),
    [
        pytest.param((50, 150), False, False, id="in the town, not in the district"),
        pytest.param((300, 400), False, True, id="in the town and the district"),
        pytest.param((1500, 1600), True, False, id="in the village"),
        pytest.param((1050, 1150), True, False, id="in the village, where the district's polygon reaches over it"),
        pytest.param((900, 1000), False, True, id="touching the village limit"),
        pytest.param((900, 1001), False, True, id="over the village limit by the accuracy"),
        pytest.param((900, 1001.01), None, None, id="over the village limit by a hair more"),
        pytest.param((950, 1050), None, None, id="cut in half by the village limit"),
        pytest.param((998.99, 1300), None, None, id="a hair more than the accuracy left in the town"),
        pytest.param((999, 1300), True, False, id="the accuracy left in the town"),
        pytest.param((100, 200), False, False, id="touching the district"),
        pytest.param((100, 201), False, False, id="in the district by the accuracy"),
        pytest.param((100, 201.01), False, None, id="in the district by a hair more"),
        pytest.param((199, 400), False, True, id="out of the district by the accuracy"),
        pytest.param((198.99, 400), False, None, id="out of the district by a hair more"),
        pytest.param((1150, 1250), True, False, id="cut by the district, and village land"),
        pytest.param((2100, 2200), None, False, id="in no municipality on file"),
        pytest.param((1950, 2050), None, False, id="partly in no municipality on file"),
        pytest.param((1950, 2001), True, False, id="out of every municipality by the accuracy"),
        pytest.param((1000.2, 1000.7), None, None, id="so narrow that the line may lie on either side of it"),
    ],
)
def test_where_land_lies_decides(parcel: Strip, of_elm: bool | None, of_lake: bool | None) -> None:
    found = where(parcel)
    assert one(in_place(OF_ELM, found))[0] is of_elm
    assert one(in_place(OF_LAKE, found))[0] is of_lake


def test_the_municipality_of_a_parcel_is_told_where_all_its_land_is_in_one() -> None:
    found = where((300, 400), (1500, 1600), (950, 1050), (2100, 2200), (900, 1001))
    assert found.municipality.tolist() == ["Town of Alder", "Village of Elm", None, None, "Town of Alder"]


@pytest.mark.parametrize(
    ("parcel", "asked", "said"),
    [
        (
            (950, 1050),
            OF_ELM,
            (
                "The parcel lies in the Town of Alder and the Village of Elm, in each by more than the layers' "
                "accuracy of 1 ft."
            ),
        ),
        ((2100, 2200), OF_ELM, "No municipality on file claims all of the parcel's land."),
        (
            (1950, 2050),
            OF_ELM,
            "No municipality on file claims all of the parcel's land; a part is in the Village of Elm.",
        ),
        (
            (150, 250),
            OF_LAKE,
            (
                "The limits of Lake Sanitary District cut the parcel by more than the layers' accuracy of 1 ft, so "
                "that only a part of it is in the district."
            ),
        ),
        (
            (1050, 1150),
            OF_LAKE,
            (
                "The land is a village's or city's, and no territory of one is in a town sanitary district "
                "(Wis. Stat. 60.71(5)(a))."
            ),
        ),
        ((300, 400), OF_LAKE, None),
        ((50, 150), OF_LAKE, None),
        ((300, 400), OF_ELM, None),
    ],
)
def test_what_is_not_known_is_said_in_a_sentence(parcel: Strip, asked: Ordinance, said: str | None) -> None:
    assert one(in_place(asked, where(parcel)))[1] == said


@pytest.mark.parametrize(
    ("parcel", "roll", "of_elm", "of_lake"),
    [
        pytest.param((300, 400), "Town of Alder", False, True, id="roll and limits agree"),
        pytest.param((300, 400), "TOWN OF ALDER", False, True, id="another spelling"),
        pytest.param((300, 400), "Village of Elm", None, None, id="the roll says village, the limits town"),
        pytest.param((1500, 1600), "Town of Alder", None, False, id="the roll says town, the limits village"),
        # Whether Alder or Birch: neither is a village, and both are towns.
        pytest.param((300, 400), "Town of Birch", False, True, id="two towns"),
        pytest.param((300, 400), "Alder", False, True, id="a roll that shows no class says nothing"),
        # Outside the district nobody asks whose land it is.
        pytest.param((50, 150), "Village of Elm", None, False, id="out of the district either way"),
    ],
)
def test_roll_and_limits_that_differ_are_not_known(
    parcel: Strip, roll: str, of_elm: bool | None, of_lake: bool | None
) -> None:
    found = where(parcel, roll=roll)
    assert one(in_place(OF_ELM, found))[0] is of_elm
    assert one(in_place(OF_LAKE, found))[0] is of_lake


def test_roll_and_limits_that_differ_are_both_named() -> None:
    assert one(in_place(OF_ELM, where((300, 400), roll="Village of Elm")))[1] == (
        "The roll places the parcel in the Village of Elm, the municipal limits place it in the Town of Alder."
    )


def test_without_limits_or_districts_nothing_is_known() -> None:
    found = where((300, 400), (50, 150), municipalities=(), districts=())
    assert in_place(OF_ELM, found).values.tolist() == [None, None]
    assert "No municipal limits are on file" in in_place(OF_ELM, found).because[0]
    assert "No districts are on file" in in_place(OF_LAKE, found).because[1]
    without_limits = where((300, 400), (50, 150), municipalities=())
    # Whose land it is nobody knows; that it is not in the district is known all the same.
    assert in_place(OF_LAKE, without_limits).values.tolist() == [None, False]


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2026-06-15", None, True),
        ("2026-06-16", None, False),
        (None, "2026-06-15", True),
        (None, "2026-06-14", False),
    ],
)
def test_only_a_district_in_force_counts(since: str | None, until: str | None, expected: bool) -> None:
    found = where((300, 400), districts=[({**LAKE, "valid_from": since, "valid_to": until}, (200, 1200))])
    assert one(in_place(OF_LAKE, found))[0] is expected


def test_a_district_of_another_kind_is_no_sanitary_district() -> None:
    found = where((300, 400), districts=[({**LAKE, "kind": "utility"}, (200, 1200))])
    assert one(in_place(OF_LAKE, found))[0] is False


def test_a_district_and_its_addition_are_one() -> None:
    # The parcel lies across the seam of the two, and wholly in the district.
    found = where((300, 400), districts=[(LAKE, (200, 350)), ({**LAKE, "valid_from": "2020-01-01"}, (350, 600))])
    assert one(in_place(OF_LAKE, found))[0] is True


def test_a_village_in_two_counties_is_one_village() -> None:
    east = {**ELM, "county": "Walworth"}
    found = where((1450, 1550), municipalities=[(ALDER, (0, 1000)), (ELM, (1000, 1500)), (east, (1500, 2000))])
    assert one(in_place(OF_ELM, found))[0] is True


@pytest.mark.parametrize(
    ("kind", "name", "county", "place", "expected"),
    [
        ("town", "Town of Union", "Rock", Place("Town of Union", "town", "Dane"), False),
        ("town", "Town of Union", "Rock", Place("Town of Union", "town", "ROCK"), True),
        ("town", "Town of Union", "Rock", Place("Town of Union", "town"), True),
        ("town", "Town of Union", None, Place("Town of Union", "town", "Dane"), True),
        # The one name is a town's and a village's, and their land is not the same.
        ("village", "Village of Mukwonago", "Waukesha", Place("Town of Mukwonago", "town", "Waukesha"), False),
        ("village", None, None, Place("Town of Mukwonago", "town", "Waukesha"), False),
        ("village", None, None, Place("Village of Elm", "village"), True),
        ("sanitary", "Elm District", None, Place("Elm District", "town"), False),
    ],
)
def test_which_place_an_ordinance_is_of(
    kind: PlaceKind, name: str | None, county: str | None, place: Place, expected: bool
) -> None:
    assert governs(ordinance(kind, name, county=county), place) is expected


def test_an_ordinance_of_any_place_governs_where_it_is_asked_for() -> None:
    anywhere = ordinance("town", None, "village", "city", "sanitary")
    found = in_place(anywhere, where((300, 400), (1500, 1600), (950, 1050), (2100, 2200)))
    # Half in a town and half in a village is in one of them all the same; outside the limits on file nobody knows.
    assert found.values.tolist() == [True, True, True, None]
    assert found.because.tolist()[:3] == [None, None, None]


def test_a_towns_ordinance_and_a_districts_can_both_govern() -> None:
    of_alder = replace(ordinance("town", "Town of Alder"), id="alder")
    of_lake, of_elm = replace(OF_LAKE, id="lake"), replace(OF_ELM, id="elm")
    anywhere = replace(ordinance("village", None), id="any")
    found = governing([of_alder, of_elm, of_lake, anywhere], where((50, 150), (300, 400), (1500, 1600), (950, 1050)))
    assert found.tolist() == [("alder",), ("alder", "lake"), ("elm",), ()]


@given(st.lists(st.tuples(st.integers(0, 2400), st.integers(4, 400)), min_size=1, max_size=8))
@settings(max_examples=30, derandomize=True)
def test_the_same_as_by_widths_along_the_strip(parcels: list[tuple[int, int]]) -> None:
    """In a strip of parcels a thousand feet high, the part in a municipality is as wide as the interval shared."""
    strips = [(float(west), float(west + width)) for west, width in parcels]
    expected = []
    for west, east in strips:
        elm_ft = max(0.0, min(east, 2000) - max(west, 1000))
        alder_ft = max(0.0, min(east, 1000) - west)
        none_ft = max(0.0, east - max(west, 2000))
        parts = (elm_ft > 1, alder_ft > 1, none_ft > 1)
        expected.append({(True, False, False): True, (False, True, False): False}.get(parts))
    assert in_place(OF_ELM, where(*strips, districts=())).values.tolist() == expected


def test_a_thousand_lots_at_a_winding_limit() -> None:
    """Against plain areas: 40 by 25 lots of 50 ft, and a limit that winds through them."""
    bend = [(500 + 300 * np.sin(y / 150), y) for y in range(-10, 1311, 10)]
    west = shapely.Polygon([(-10, -10), *bend, (-10, 1310)])
    east = shapely.Polygon([(2100, -10), *bend, (2100, 1310)])
    x, y = np.meshgrid(np.arange(40) * 50, np.arange(25) * 50)
    lots = shapely.box(x.ravel(), y.ravel(), x.ravel() + 50, y.ravel() + 50)
    frames = {
        "municipalities": gpd.GeoDataFrame([ALDER, ELM], geometry=[west, east]),
        "parcels": gpd.GeoDataFrame(
            [
                {"parcel_id": str(i), "municipality": None, "municipality_kind": None, "county": None}
                for i in range(1000)
            ],
            geometry=lots,
        ),
    }
    layers = {kind: Layer(kind, "test", Fraction(1), LOCAL_FEET, table) for kind, table in frames.items()}
    held = LayerSet(LOCAL_FEET, layers, Fraction(1, 10), combined_accuracy_ft=Fraction(1))
    found = in_place(OF_ELM, membership(held, np.arange(1000), DAY)).values
    share = shapely.area(shapely.intersection(lots, east)) / 2500
    # Parts of less than a twentieth may or may not be wider than a foot; all others plainly are.
    assert {*found[share > 0.999999].tolist()} == {True}
    assert {*found[share < 0.000001].tolist()} == {False}
    assert {*found[(share > 0.05) & (share < 0.95)].tolist()} == {None}
    assert ((share > 0.05) & (share < 0.95)).sum() > 20
