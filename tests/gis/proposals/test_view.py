from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import shapely

from gis.model.view import Role
from gis.proposals import view as view_module
from gis.proposals.evaluate import Evaluator

DATE = dt.date(2026, 6, 15)


def sample(repository: Path, key: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((repository / "data/boundaries" / f"proposal-{key}.geojson").read_text("utf-8"))
    return data


def test_the_map_shows_each_parcel_once_and_the_boundary_on_top(repository: Path, evaluator: Evaluator) -> None:
    evaluation = evaluator.evaluate(sample(repository, "lawful"), DATE)
    view, territory = evaluation.view, evaluation.report.territory
    assert territory is not None
    counted = Counter(feature.role for feature in view.features)
    assert counted[Role.PARCEL_INSIDE] == territory.parcels_inside
    assert counted[Role.PARCEL_CUT] == territory.parcels_cut
    assert counted[Role.OTHER_RECORD] == territory.other_records_inside
    assert counted[Role.OFFENDING] == 0
    assert view.features[-1].role is Role.BOUNDARY
    assert view.left_out == ()
    assert len({feature.feature_id for feature in view.features}) == len(view.features)


def test_offending_land_and_slivers_are_told_apart(repository: Path, evaluator: Evaluator) -> None:
    unlawful = evaluator.evaluate(sample(repository, "unlawful"), DATE).view
    titles = [feature.title for feature in unlawful.features if feature.role is Role.OFFENDING]
    assert sorted(title.split(":")[0] for title in titles) == ["City of Fir", "Village of Elm"]
    sliver = evaluator.evaluate(sample(repository, "sliver"), DATE).view
    assert [feature.role for feature in sliver.features if feature.role in {Role.OFFENDING, Role.SLIVER}] == [
        Role.SLIVER
    ]


def test_past_the_limit_the_whole_parcels_are_one_shape_and_the_map_says_so(
    repository: Path, evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluation = evaluator.evaluate(sample(repository, "lawful"), DATE)
    every = evaluation.view
    monkeypatch.setattr(view_module, "DRAWN_SINGLY", 50)
    thinned = evaluation.view
    counted = Counter(feature.role for feature in thinned.features)
    assert counted[Role.PARCEL_INSIDE] == 1
    assert counted[Role.PARCEL_CUT] == 7  # data/boundaries/expected.json: seven cut parcels
    assert len(thinned.left_out) == 1
    assert "134 parcels wholly inside" in thinned.left_out[0]  # 92 of Alder and 42 of Birch
    merged = next(feature for feature in thinned.features if feature.role is Role.PARCEL_INSIDE)
    singles = [
        shapely.from_geojson(json.dumps(feature.geometry))
        for feature in every.features
        if feature.role is Role.PARCEL_INSIDE
    ]
    # Simplified by a metre: the block keeps the land to a percent or so, whatever the stacked units.
    land = shapely.unary_union(singles).area
    assert shapely.from_geojson(json.dumps(merged.geometry)).area == pytest.approx(land, rel=0.02)


def test_coordinates_are_degrees_with_seven_decimals(repository: Path, evaluator: Evaluator) -> None:
    view = evaluator.evaluate(sample(repository, "lawful"), DATE).view
    points = shapely.get_coordinates([shapely.from_geojson(json.dumps(feature.geometry)) for feature in view.features])
    assert (points[:, 0] > -93).all()
    assert (points[:, 0] < -86).all()
    assert (abs(points * 1e7 - (points * 1e7).round()) < 1e-3).all()


def test_a_line_that_is_not_closed_can_be_shown(repository: Path, evaluator: Evaluator) -> None:
    data = sample(repository, "lawful")
    ring = (data.get("geometry") or data["features"][0]["geometry"])["coordinates"][0]
    view = evaluator.evaluate({"type": "LineString", "coordinates": ring[:4]}, DATE).view
    assert [feature.role for feature in view.features] == [Role.BOUNDARY]
    assert view.features[0].geometry["type"] == "LineString"
