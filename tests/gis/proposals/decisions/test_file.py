"""Is a decision file read strictly, and is every contradiction told?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gis.errors import DecisionInvalid
from gis.model.decision import Reason, Ruling
from gis.proposals.decisions.file import board_of, read_decision

WHOLE = """
findings:
  necessary: yes
  welfare: "yes"
  benefit: partly
exclusions:
  - parcels: ["012-1", "012-2, Jefferson"]
    reason: cannot_be_served
    evidence: Grade study, plate 2
    decision: exclude
    because: No main can reach these lots.
  - name: North strip
    polygon: strip.geojson
    reason: no_building
    evidence: Wetland inventory
    decision: undecided
additions:
  - name: Mill Lane
    polygon: {type: Polygon, coordinates: []}
    because: Its wells failed.
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "decision.yaml"
    file.write_text(text, "utf-8")
    return file


def test_a_whole_file(tmp_path: Path) -> None:
    board = read_decision(written(tmp_path, WHOLE))
    # YAML takes a bare yes for a truth value; it is the word that is meant.
    assert (board.findings.necessary, board.findings.welfare, board.findings.benefit) == ("yes", "yes", "partly")
    assert [entry.decision for entry in board.exclusions] == [Ruling.EXCLUDE, Ruling.UNDECIDED]
    assert board.exclusions[0].parcels == ("012-1", "012-2, Jefferson")
    assert board.exclusions[1].reason is Reason.NO_BUILDING
    assert board.folder == tmp_path
    assert board.additions[0].because == "Its wells failed."


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("necessary: yes", "necessary: maybe", "findings.necessary"),
        ("necessary: yes", "needed: yes", "findings: Unexpected keyword argument"),
        ("reason: cannot_be_served", "reason: dislike", "exclusions[0].reason"),
        ("    reason: cannot_be_served\n", "", "exclusions[0].reason: Field required"),
        ("    evidence: Grade study, plate 2\n", "", "exclusions[0].evidence: Field required"),
        ("evidence: Grade study, plate 2", "evidence: ' '", "exclusions[0].evidence"),
        ("    decision: exclude\n", "", "exclusions[0].decision: Field required"),
        ("decision: exclude", "decision: add", "exclusions[0].decision"),
        ("    because: No main can reach these lots.\n", "", "exclusions[0]: because must give the board's reasons"),
        ("    because: Its wells failed.\n", "", "additions[0].because: Field required"),
        ('parcels: ["012-1", "012-2, Jefferson"]', "parcels: [12]", "exclusions[0].parcels[0]"),
        ('parcels: ["012-1", "012-2, Jefferson"]', "parcels: []", "either parcels or a polygon"),
        ("  - name: North strip\n    polygon", "  - polygon", "a polygon needs a name"),
        ("polygon: strip.geojson", "polygon: ../strip.geojson", "the plain name of a file"),
        ("polygon: strip.geojson", "polygon: strip.geojson\n    parcels: ['1']", "either parcels or a polygon"),
        ("benefit: partly", "benefit: yes", "all property is found benefited"),
        ("    reason: no_building", "    reason: no_building\n    reason: other", "A key stands twice, first in line"),
        ("findings:", "findings: [", "It is not YAML"),
        ("findings:", "folder: /\nfindings:", "It holds no decision"),
    ],
)
def test_each_fault_is_told_with_its_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in WHOLE
    with pytest.raises(DecisionInvalid) as caught:
        read_decision(written(tmp_path, WHOLE.replace(old, new, 1)))
    assert told in str(caught.value)
    assert "decision.yaml" in caught.value.where


@pytest.mark.parametrize("data", [None, [], "findings", {1: 2}])
def test_what_is_no_decision_is_refused(data: Any) -> None:  # noqa: ANN401 - anything may be sent
    with pytest.raises(DecisionInvalid):
        board_of(data, "the request")


def test_a_request_names_no_file() -> None:
    entry = {"name": "A", "polygon": "strip.geojson", "reason": "other", "evidence": "x", "decision": "undecided"}
    with pytest.raises(DecisionInvalid, match="must be GeoJSON"):
        board_of({"findings": {}, "exclusions": [entry]}, "the request")


def test_a_file_that_is_not_there_or_not_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(DecisionInvalid, match="cannot be read"):
        read_decision(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"findings: \xff")
    with pytest.raises(DecisionInvalid, match="not UTF-8"):
        read_decision(tmp_path / "bytes.yaml")
