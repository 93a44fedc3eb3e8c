from __future__ import annotations

import json
import math

import pytest

from gis.model.view import MapView, Role, ViewFeature
from maps.embed import MOST_SPOTS, label_spots, role_blocks, script_json, shown_id
from tests.maps.sample_evaluation import degrees, rectangle, sample_view


@pytest.mark.parametrize("text", ["</script>", "<!--", "]]>", "&amp;", "`${x}`", "\u2028\u2029", '"\\"'])
def test_json_has_no_live_character_and_reads_back(text: str) -> None:
    written = script_json({text: text})
    assert not set("<>&`$\u2028\u2029") & set(written)
    assert json.loads(written) == {text: text}


def test_blocks_come_in_drawing_order_with_seven_decimals() -> None:
    first = ViewFeature(Role.PARCEL_INSIDE, "1", "Parcel 1", rectangle(0, 0, 1, 1))
    ring = first.geometry["coordinates"][0]
    ring[0][0] = -88.799876543211
    view = MapView("t", degrees(0, 0, 9, 9), (first, *sample_view().features))
    blocks = role_blocks(view)
    assert [block.role for block in blocks] == sorted((block.role for block in blocks), key=_order)
    inside = next(block for block in blocks if block.role is Role.PARCEL_INSIDE)
    written = json.loads(inside.text)["features"][0]
    assert written["geometry"]["coordinates"][0][0][0] == -88.7998765


def test_a_label_lies_inside_what_is_seen() -> None:
    view = sample_view()
    for block in role_blocks(view):
        for drawn in block.features:
            if drawn.label_at is not None:
                west, south, east, north = view.bbox
                assert west <= drawn.label_at[0] <= east
                assert south <= drawn.label_at[1] <= north


def test_a_label_has_places_in_its_land_with_the_room_that_each_has() -> None:
    # The box sees a strip of the village 2 wide and 4 high (thousandths of a degree), and the land goes on to the west.
    village = ViewFeature(Role.VILLAGE, "Elm", "Elm", rectangle(-10, 0, 2, 4))
    spots = label_spots(village, degrees(0, 0, 20, 8))
    assert len(spots) == 2 * MOST_SPOTS
    assert spots == label_spots(village, degrees(0, 0, 20, 8))
    west, south, east, north = degrees(-10, 0, 2, 4)
    squeeze = math.cos(math.radians(43.002))
    for x, y, room in spots:
        nearest = min((x - west) * squeeze, (east - x) * squeeze, y - south, north - y)
        assert 0 < room <= nearest + 2e-7
    assert all(x > degrees(0, 0, 0, 0)[0] for x, _, _ in spots[:MOST_SPOTS])
    assert max(room for *_, room in spots) > 0.0015  # the middle of the land is 0.002 from its edge
    assert label_spots(ViewFeature(Role.PARCEL_CUT, "1", "1", rectangle(0, 0, 2, 4)), degrees(0, 0, 9, 9)) == ()


@pytest.mark.parametrize(
    ("role", "feature_id", "title", "shown"),
    [
        (Role.PARCEL_CUT, "012-7#31", "Parcel 012-7", None),
        (Role.PARCEL_CUT, "012-7#31", "Lot", "012-7"),
        (Role.OFFENDING, "inside-Elm", "Elm", None),
    ],
)
def test_an_id_is_shown_where_the_title_does_not_say_it(
    role: Role, feature_id: str, title: str, shown: str | None
) -> None:
    assert shown_id(ViewFeature(role, feature_id, title, {})) == shown


def _order(role: Role) -> int:
    lowest_first = (
        Role.TOWN,
        Role.VILLAGE,
        Role.CITY,
        Role.OTHER_RECORD,
        Role.PARCEL_INSIDE,
        Role.PARCEL_CUT,
        Role.DISPUTED,
        Role.OFFENDING,
        Role.SLIVER,
        Role.BOUNDARY,
    )
    return lowest_first.index(role)
