"""How much of a street does a railroad front on, at a slant too: worked by hand on drawn strips."""

from __future__ import annotations

import pytest
import shapely

from gis.errors import EditionMissing, OptionInvalid
from gis.facts.assessments.railroads import RailroadFrontage, railroad_frontage
from tests.gis.facts.assessments.street_scene import DATE, ELM, OAK, way
from tests.gis.facts.sewers.sewer_scene import layer_set

# A strip 80 ft wide that runs along (3, 4): square to it 80 ft, along the street 80 / (4/5) = 100 ft.
SLANT = shapely.Polygon([(200, -400), (300, -400), (900, 400), (800, 400)])


def measured(*ways: dict[str, object], streets: list[str] | None = None) -> RailroadFrontage:
    return railroad_frontage(layer_set({"rights_of_way": ways}), DATE, streets)


def told(found: RailroadFrontage) -> list[tuple[str, str, float]]:
    return [(each.street, each.side, float(each.length_ft)) for each in found.fronts]


def test_a_railroad_drawn_through_a_street_fronts_on_each_side_of_it() -> None:
    found = measured(OAK, way("Example Line RR", SLANT, "railroad"))
    assert told(found) == [("Oak Street", "north", 100), ("Oak Street", "south", 100)]
    assert (sum(found.frontages_ft), found.notes) == (200, ())


def test_a_railroad_drawn_in_two_pieces_fronts_as_one_drawn_through() -> None:
    north, south = (SLANT.intersection(shapely.box(0, low, 1200, high)) for low, high in ((66, 400), (-400, 0)))
    found = measured(OAK, way("RR north", north, "railroad"), way("RR south", south, "railroad"))
    assert told(found) == [("Oak Street", "north", 100), ("Oak Street", "south", 100)]
    assert found.notes == ()


def test_of_several_streets_those_named_count() -> None:
    # Elm Street crosses the strip at another slant: its sides are parallel to the y-axis, the strip rises by 4 in 3,
    # so that 100 ft along x are 100 * 4/3 = 133.333 ft along y.
    elm = way("Elm Street", shapely.box(680, 66, 746, 500))
    track = way("Example Line RR", SLANT, "railroad")
    found = measured(OAK, elm, track, streets=["elm street"])
    assert told(found) == [("Elm Street", "east", 133.333), ("Elm Street", "west", 133.333)]
    assert len(measured(OAK, elm, track).fronts) == 4


def test_a_street_that_stops_at_the_railroad_has_no_front_there_and_a_note() -> None:
    west, east = (way("Oak Street", shapely.box(low, 0, high, 66)) for low, high in ((0, 400), (500, 900)))
    found = measured(west, east, way("Example Line RR", shapely.box(400, -400, 500, 400), "railroad"))
    assert found.fronts == ()
    assert "by hand" in found.notes[0]


def test_a_railroad_on_one_side_only_is_told_as_such() -> None:
    found = measured(OAK, way("Example Line RR", shapely.box(100, 66, 300, 166), "railroad"))
    assert told(found) == [("Oak Street", "north", 200)]
    assert "on the north side of Oak Street only" in found.notes[0]


def test_a_railroad_that_touches_in_a_corner_or_stands_off_fronts_on_nothing() -> None:
    found = measured(OAK, way("Example Line RR", shapely.box(866, 66, 900, 100), "railroad"))
    assert (found.fronts, found.notes) == ((), ())


def test_what_is_missing_is_said() -> None:
    track = way("Example Line RR", SLANT, "railroad")
    with pytest.raises(EditionMissing, match="No right-of-way of a railroad is on file"):
        measured(OAK, ELM)
    with pytest.raises(EditionMissing, match="Neither rights-of-way nor streets are on file"):
        railroad_frontage(layer_set({}), DATE)
    with pytest.raises(OptionInvalid, match="No street on file is called Ash Street"):
        measured(OAK, track, streets=["Ash Street"])
