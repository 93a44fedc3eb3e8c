from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gis.errors import CaseFileInvalid
from gis.proposals.cases import run_cases
from gis.proposals.scenes import judge_scene

SQUARE = "POLYGON ((652000 105000, 660000 105000, 660000 113000, 652000 113000, 652000 105000))"


def lot(parcel_id: str, west: int, east: int) -> dict[str, Any]:
    ring = f"{655_000 + west} 108000, {655_000 + east} 108000, {655_000 + east} 108100, {655_000 + west} 108100"
    return {"parcel_id": parcel_id, "wkt": f"POLYGON (({ring}, {655_000 + west} 108000))"}


def scene(rule: str, subject: str, facts: dict[str, Any] | None = None, **layers: Any) -> dict[str, Any]:  # noqa: ANN401 - facts of any rule
    drawn = {"municipalities": [{"name": "Village of Mukwonago", "kind": "village", "wkt": SQUARE}], **layers}
    return {
        "id": "scene/drawn",
        "crs": "EPSG:7642",
        "date": "2026-06-15",
        "layers": drawn,
        "boundary": None,
        "facts": facts or {},
        "expect": [{"rule": rule, "subject": subject}],
    }


@pytest.mark.parametrize("name", ["impervious-low-density", "impervious-overlap", "utility-district-membership"])
def test_the_handed_scenes_hold(repository: Path, name: str) -> None:
    file = repository / "tests" / "cases" / "scenes" / f"{name}.json"
    result = run_cases([file], judge_scene, {"MUK-11", "MUK-12", "MUK-15"})
    assert (result.failed, result.held) == ((), 1)


def test_surface_across_a_lot_line_counts_with_each_lot_in_part() -> None:
    # 100 by 100 ft over the line between two lots: 4,000 on the first make 1.33, 6,000 on the second 2.
    both = [lot("1-1", 0, 200), lot("1-2", 200, 400)]
    drive = {"surface_id": "d", "kind": "asphalt", "built": "2010-01-01", "wkt": lot("", 160, 260)["wkt"]}
    for name, units in (("1-1", 1.5), ("1-2", 2)):
        drawn = scene("MUK-11", name, parcels=both, impervious=[drive])
        assert judge_scene(drawn, {"MUK-11"})["MUK-11", name].answer == units


def test_without_a_utility_district_membership_is_not_known() -> None:
    found = judge_scene(scene("MUK-15", "1-1", parcels=[lot("1-1", 0, 200)]), {"MUK-15"})
    assert found["MUK-15", "1-1"].state == "needs_evidence"


def test_exhibits_that_disagree_are_a_fact_that_a_scene_states() -> None:
    district = {"name": "U", "kind": "utility", "wkt": SQUARE}
    drawn = scene("MUK-15", "1-1", {"exhibits_agree": False}, parcels=[lot("1-1", 0, 200)], districts=[district])
    assert judge_scene(drawn, {"MUK-15"})["MUK-15", "1-1"].state == "undetermined"


def test_a_subject_that_is_not_drawn_is_refused() -> None:
    with pytest.raises(CaseFileInvalid, match="0 parcels have the id 9-9"):
        judge_scene(scene("MUK-11", "9-9", parcels=[lot("1-1", 0, 200)]), {"MUK-11"})
