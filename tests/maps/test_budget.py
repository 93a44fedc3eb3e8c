from __future__ import annotations

from shapely.geometry import shape

from gis.model.view import MapView, Role, ViewFeature
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.embed import role_blocks
from tests.maps.sample_evaluation import degrees, rectangle, sample_view


def test_a_light_view_is_left_as_it_is() -> None:
    view = sample_view()
    assert within_budget(view) is view


def test_twenty_thousand_parcels_do_not_go_into_one_page() -> None:
    # Field case map-03-big-layer: 20,000 parcels of 5 vertices with 4 properties.
    parcels = tuple(_parcel(number % 200, number // 200 / 3, facts=4) for number in range(20_000))
    boundary = ViewFeature(Role.BOUNDARY, "boundary", "Proposed boundary", rectangle(0, 0, 200, 40))
    light = within_budget(MapView("t", degrees(0, 0, 200, 40), (*parcels, boundary), ("Said before.",)))
    assert sum(len(block.text.encode()) for block in role_blocks(light)) <= MAX_FEATURE_BYTES
    assert light.features == (boundary,)
    assert light.left_out[0] == "Said before."
    assert "Parcel inside: 20,000 not drawn one by one" in light.left_out[1]


def test_an_outline_too_heavy_is_simplified_and_said_so() -> None:
    # A square of 1 degree with 4 x 1,000 vertices on its straight sides: simplified, 4 corners are left.
    side = [n / 1000 for n in range(1000)]
    ring = [*((x, 0.0) for x in side), *((1.0, y) for y in side), *((1 - x, 1.0) for x in side)]
    ring += [*((0.0, 1 - y) for y in side), (0.0, 0.0)]
    boundary = ViewFeature(
        Role.BOUNDARY, "boundary", "Line", {"type": "Polygon", "coordinates": [[list(xy) for xy in ring]]}
    )
    light = within_budget(MapView("t", (0, 0, 1, 1), (boundary,)), max_bytes=2_000)
    assert shape(light.features[0].geometry).equals(shape(boundary.geometry))
    assert len(light.features[0].geometry["coordinates"][0]) == 5
    assert "simplified" in light.left_out[0]


def test_the_line_is_the_last_to_go() -> None:
    many = tuple(ViewFeature(Role.OFFENDING, f"o{n}", f"Land {n}", rectangle(n, 0, n + 1, 1)) for n in range(400))
    line = ViewFeature(Role.BOUNDARY, "boundary", "Line", rectangle(0, 0, 400, 1))
    light = within_budget(MapView("t", degrees(0, 0, 400, 1), (*many, line)), max_bytes=20_000)
    assert sum(len(block.text.encode()) for block in role_blocks(light)) <= 20_000
    assert light.features[0].role is Role.BOUNDARY
    assert shape(light.features[0].geometry).equals(shape(line.geometry))
    assert 1 < len(light.features) < 401
    assert f"Only the first {len(light.features)} of 401" in light.left_out[-1]


def _parcel(column: float, row: float, facts: int = 0) -> ViewFeature:
    ring = [[round(-88.8 + (column + x) / 1000, 12), 43 + (row + y) / 1000] for x, y in _CORNERS]
    return ViewFeature(
        Role.PARCEL_INSIDE,
        f"{column}-{row}",
        f"Parcel {column}-{row}",
        {"type": "Polygon", "coordinates": [ring]},
        tuple((f"Property {n}", "value") for n in range(facts)),
    )


_CORNERS = ((0.123456789, 0), (0.9, 0), (0.9, 0.3), (0, 0.3), (0.123456789, 0))
