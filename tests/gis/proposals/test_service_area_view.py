"""What a map of sewers draws, in a village made by hand (tests/gis/proposals/held_layers.py)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from shapely.geometry import shape

from gis.errors import EditionMissing, OptionInvalid
from gis.geometry.crs import to_lonlat
from gis.model.connections import ParcelConnection
from gis.model.finding import State
from gis.model.view import MapView, Role, ViewFeature
from gis.proposals import service_area_parcels
from gis.proposals.service_area_layers import MapAsked
from gis.proposals.service_area_view import proposed_main_view, service_area_view
from tests.gis.proposals.held_layers import DATE, VILLAGE, HeldLayers, line, lot
from tests.maps.sample_connections import parcel, sample_connections, sample_proposed_main

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""

ASKED = MapAsked(DATE, {})


def found(*of_lots: tuple[str, State]) -> tuple[ParcelConnection, ...]:
    return tuple(replace(parcel(1, state), parcel_id=parcel_id, county="Jefferson") for parcel_id, state in of_lots)


def view(
    parcels: Sequence[ParcelConnection] = (), layers: HeldLayers | None = None, asked: MapAsked = ASKED
) -> MapView:
    return service_area_view(
        layers or HeldLayers(), asked, replace(sample_connections(), parcels=tuple(parcels), faults=())
    )


def by_role(shown: MapView) -> dict[Role, list[str]]:
    roles: dict[Role, list[str]] = {}
    for feature in shown.features:
        roles.setdefault(feature.role, []).append(feature.title)
    return roles


def feature(shown: MapView, title: str) -> ViewFeature:
    return next(each for each in shown.features if each.title == title)


def test_mains_are_drawn_by_kind_and_state_of_the_day_and_laterals_are_not() -> None:
    roles = by_role(view())
    assert roles[Role.GRAVITY_IN_SERVICE] == ["Gravity main G1"]
    # In service only from 2027, so that on the day it is still proposed.
    assert roles[Role.GRAVITY_PROPOSED] == ["Gravity main G2"]
    assert roles[Role.FORCE_IN_SERVICE] == ["Force main F1"]
    assert roles[Role.INTERCEPTOR_ABANDONED] == ["Interceptor I1"]
    assert roles[Role.SEWER_UNKNOWN] == ["Gravity main U1"]
    assert not [title for titles in roles.values() for title in titles if "L1" in title]
    assert "1 laterals, storm sewers and other lines that are no mains are not drawn." in view().left_out


def test_only_lines_that_hold_on_the_day_are_drawn_with_what_made_them() -> None:
    shown = view()
    assert by_role(shown)[Role.DISTRICT] == ["Elm Sanitary District, sanitary"]
    assert ("In force from", "May 1, 2001") in feature(shown, "Elm Sanitary District, sanitary").facts
    assert by_role(shown)[Role.SERVICE_AREA] == ["Elm Area, planned"]


def test_parcels_are_drawn_by_their_state_and_others_only_near_a_main_or_in_a_service_area() -> None:
    shown = view(found(("A", State.PASS), ("B", State.NEEDS_EVIDENCE)))
    roles = by_role(shown)
    assert roles[Role.MUST_CONNECT] == ["Parcel A"]
    assert roles[Role.FACT_MISSING] == ["Parcel B"]
    # C and the A of another county lie in the service area; F is 240 m from the mains (200 ft are 61 m).
    assert sorted(roles[Role.PARCEL_NEAR]) == ["Parcel A", "Parcel C"]
    assert any(said.startswith("1 of the 5 parcels on file are not drawn") for said in shown.left_out)
    assert feature(shown, "Parcel A").facts == (
        ("Site address", "165 MAIN ST"),
        ("Municipality on the roll", "Village of Elm"),
        ("Connect by", "Sunday, February 28, 2027"),
        ("Served by", "main G1"),
        ("Sides", "Oak St 66 ft"),
    )


def test_where_not_all_can_be_drawn_those_that_must_connect_and_lie_near_a_main_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_area_parcels, "DRAWN_SINGLY", 2)
    parcels = found(("A", State.FAIL), ("B", State.FAIL), ("C", State.FAIL), ("F", State.PASS))
    far = {**VILLAGE, "sewers": [row for row in VILLAGE["sewers"] if row["sewer_id"] == "G1"]}
    shown = view(parcels, HeldLayers(far))
    roles = by_role(shown)
    assert roles[Role.MUST_CONNECT] == ["Parcel F"]
    # A, B and C are all 5 m from the main: the first in the layer is kept, the others are one shape of 80 m by 40 m.
    assert roles[Role.NEED_NOT_CONNECT] == ["Parcel A", "2 further parcels"]
    # The state's plane is turned against the meridian here by less than a degree.
    west, south, east, north = shape(feature(shown, "2 further parcels").geometry).bounds
    assert (east - west) * 111_320 * math.cos(math.radians(south)) == pytest.approx(80, rel=0.05)
    assert (north - south) * 111_320 == pytest.approx(40, rel=0.05)
    assert "2 further parcels (need not connect) are drawn as one shape; the list has them." in shown.left_out
    assert "1 parcels (no ordinance on file governs the land) are not drawn: a map may hold 2." in shown.left_out
    monkeypatch.setattr(service_area_parcels, "MERGED", 1)
    without = view(parcels, HeldLayers(far))
    assert by_role(without)[Role.NEED_NOT_CONNECT] == ["Parcel A"]
    assert "2 parcels (need not connect) are not drawn: a map may hold 2." in without.left_out


def test_a_district_named_is_drawn_alone_with_its_parcels() -> None:
    rows = {**VILLAGE, "service_areas": [], "sewers": []}
    shown = view(layers=HeldLayers(rows), asked=MapAsked(DATE, {}, "elm sanitary district"))
    assert shown.title == "Sewers: elm sanitary district"
    # The district ends at x = 100, in the middle of C.
    assert sorted(by_role(shown)[Role.PARCEL_NEAR]) == ["Parcel A", "Parcel A", "Parcel B", "Parcel C"]


def test_a_district_that_is_not_there_on_the_day_is_refused() -> None:
    with pytest.raises(OptionInvalid, match="Elm Sanitary District"):
        view(asked=MapAsked(DATE, {}, "Old District"))


def test_without_parcels_or_sewers_the_map_says_so() -> None:
    shown = view(layers=HeldLayers({"municipalities": VILLAGE["municipalities"]}))
    assert set(by_role(shown)) == {Role.VILLAGE, Role.TOWN}
    assert "No parcels are on file, so none are drawn." in shown.left_out
    assert "No sewers are on file, so none are drawn." in shown.left_out


def test_an_edition_that_is_not_there_is_refused() -> None:
    with pytest.raises(EditionMissing):
        view(asked=MapAsked(DATE, {"sewers": "nope"}))


def test_each_layer_is_told_with_its_day_and_source() -> None:
    told = {source.kind: (source.vintage.isoformat(), source.source) for source in view().sources}
    assert told["sewers"] == ("2025-01-01", "sewers.gpkg")
    assert set(told) == {"municipalities", "districts", "service_areas", "sewers", "parcels"}


def test_faults_are_marked_where_they_have_a_place() -> None:
    shown = service_area_view(HeldLayers(), ASKED, replace(sample_connections(), parcels=()))
    marks = [each for each in shown.features if each.role is Role.LAYER_FAULT]
    assert [mark.title for mark in marks] == ["Short of node: G7"]
    point = replace(sample_connections().faults[0], bbox=(-88.5, 43.1, -88.5, 43.1))
    at_point = service_area_view(HeldLayers(), ASKED, replace(sample_connections(), parcels=(), faults=(point,)))
    # A square of 0.0004 degrees around the point.
    assert shape(at_point.features[-1].geometry).bounds == pytest.approx((-88.5002, 43.0998, -88.4998, 43.1002))


def test_the_sketch_shows_the_main_and_the_parcels_it_makes_liable_only_near_it() -> None:
    rows = {**VILLAGE, "parcels": [lot("A"), lot("F")]}
    held = HeldLayers(rows)
    # The main is sketched along y = 56 from x = 0 to 40, in degrees.
    frame = held.layer("parcels", DATE).frame
    drawn = to_lonlat(np.array([line((0, 56), (40, 56))], dtype=object), frame)[0]
    sketch = sample_proposed_main()
    liable = tuple(replace(each, parcel=found(("A", State.PASS))[0]) for each in sketch.liable[:1])
    shown = proposed_main_view(held, ASKED, replace(sketch, lines=(tuple(drawn.coords),), liable=liable, faults=()))
    roles = by_role(shown)
    assert roles[Role.MUST_CONNECT] == ["Parcel A"]
    assert roles[Role.SKETCHED_MAIN] == ["Proposed main"]
    assert Role.PARCEL_NEAR not in roles
    assert feature(shown, "Proposed main").facts == (("Length", "1,320 ft"), ("Runs into", "G9"))


def test_the_same_layers_give_the_same_map() -> None:
    parcels = found(("A", State.PASS), ("C", State.FAIL))
    assert view(parcels) == view(parcels)
    assert view(parcels).features == view(tuple(reversed(parcels))).features
