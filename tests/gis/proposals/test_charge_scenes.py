"""What do the rules on charges say of drawn parcels and streets: the handed scenes, and what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gis.errors import CaseFileInvalid, EditionMissing
from gis.proposals.cases import run_cases
from gis.proposals.scenes import judge_scene

RULES = {"CKSD-05", "MUK-16", "SA-06", "SA-10"}
STREET = "POLYGON ((654700 107934, 655300 107934, 655300 108000, 654700 108000, 654700 107934))"
MAIN = {"main_id": "w1", "wkt": "LINESTRING (654800 107967, 655150 107967)"}
EXTENSION = {
    "assessable_cost": "60000.00",
    "total_frontage_ft": 600,
    "completed": "2020-06-15",
    "connected": "2026-03-01",
}


def lot(parcel_id: str, west: int, east: int, north: object = 108_100) -> dict[str, Any]:
    ring = f"{655_000 + west} 108000, {655_000 + east} 108000, {655_000 + east} {north}, {655_000 + west} {north}"
    return {"parcel_id": parcel_id, "wkt": f"POLYGON (({ring}, {655_000 + west} 108000))"}


def scene(rule: str, subject: str | None, facts: dict[str, Any], boundary: str | None = None, **layers: Any) -> Any:  # noqa: ANN401 - records of any layer
    return {
        "id": "scene/drawn",
        "crs": "EPSG:7642",
        "date": "2026-06-15",
        "layers": layers,
        "boundary": boundary,
        "facts": {rule: facts},
        "expect": [{"rule": rule, "subject": subject}],
    }


@pytest.mark.parametrize(
    "name", ["five-acre-annexation", "main-frontage", "lien-list-service-area", "railroad-skew-crossing"]
)
def test_the_handed_scenes_hold(repository: Path, name: str) -> None:
    file = repository / "tests" / "cases" / "scenes" / f"{name}.json"
    result = run_cases([file], judge_scene, RULES)
    assert (result.failed, result.held, result.unimplemented) == ((), 1, ())


def test_a_main_in_a_street_gives_the_served_parcel_its_share_by_front() -> None:
    street = {"row_id": "Main Street", "kind": "street", "wkt": STREET}
    drawn = scene("MUK-16", "1-1", EXTENSION, parcels=[lot("1-1", 0, 90)], rights_of_way=[street], mains=[MAIN])
    found = judge_scene(drawn, {"MUK-16"})["MUK-16", "1-1"]
    # 60,000 * 90 / 600
    assert (found.state, found.answer, found.subject) == ("pass", "9000.00", "1-1")


def test_without_a_main_or_with_one_off_every_street_the_front_is_unknown() -> None:
    street = {"row_id": "Main Street", "kind": "street", "wkt": STREET}
    off = {"main_id": "w1", "wkt": "LINESTRING (655010 108050, 655080 108050)"}
    for mains in ([], [off]):
        drawn = scene("MUK-16", "1-1", EXTENSION, parcels=[lot("1-1", 0, 90)], rights_of_way=[street], mains=mains)
        assert judge_scene(drawn, {"MUK-16"})["MUK-16", "1-1"].state == "needs_evidence"


def test_without_any_street_the_scene_is_refused() -> None:
    drawn = scene("MUK-16", "1-1", EXTENSION, parcels=[lot("1-1", 0, 90)], mains=[MAIN])
    with pytest.raises(EditionMissing, match="Neither rights-of-way nor streets are on file"):
        judge_scene(drawn, {"MUK-16"})


def test_without_a_service_area_nobody_is_on_the_list_of_liens() -> None:
    drawn = scene("SA-06", None, {"first_levy": "2026-09-14"}, parcels=[lot("1-1", 0, 90)])
    found = judge_scene(drawn, {"SA-06"})["SA-06", None]
    assert not found.measures.get("lien_list")


def test_a_subject_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(CaseFileInvalid, match="0 parcels have the id 9-9"):
        judge_scene(scene("CKSD-05", "9-9", {"annexed": True}, parcels=[lot("1-1", 0, 90)]), {"CKSD-05"})


@pytest.mark.parametrize(
    ("north", "state", "answer"),
    # 660 ft wide: 330 ft are 5 acres; 331.32 are 5.02, at the edge of 0.02; 331.33 are beyond it.
    [
        ("108330", "within_tolerance", ["a"]),
        ("108331.32", "within_tolerance", ["a"]),
        ("108331.33", "pass", ["a", "d"]),
    ],
)
def test_the_area_of_an_annexed_parcel_is_measured(north: str, state: str, answer: list[str]) -> None:
    facts = {"annexed": True, "area_accuracy_acres": "0.02"}
    drawn = scene("CKSD-05", "1-1", facts, parcels=[lot("1-1", 0, 660, north)])
    found = judge_scene(drawn, {"CKSD-05"})["CKSD-05", "1-1"]
    assert (found.state, list(found.answer)) == (state, answer)
