"""Scenes of our own about sewers: what FACTS.md 1.7 says of each was worked by hand, in the scene's note."""

from __future__ import annotations

from pathlib import Path

import pytest

from gis.proposals.cases import run_cases
from gis.proposals.scenes import judge_scene

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.json"))


@pytest.mark.parametrize("scene", SCENES, ids=lambda path: path.stem)
def test_the_scene_holds(scene: Path) -> None:
    result = run_cases([scene], judge_scene)
    assert (result.total, result.held, result.failed) == (1, 1, ())


def test_there_are_scenes() -> None:
    assert len(SCENES) == 8
