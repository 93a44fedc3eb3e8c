from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.evaluate import evaluate_command


def run(layers: Path, boundary: Path, *options: str) -> Result:
    arguments = [str(boundary), "--layers", str(layers), "--date", "2026-06-15", *options]
    return CliRunner().invoke(evaluate_command, arguments)


@pytest.fixture(scope="module")
def proposals(repository: Path) -> Path:
    return repository / "data" / "boundaries"


def test_a_board_member_can_read_the_table(sample_layers: Path, proposals: Path) -> None:
    result = run(sample_layers, proposals / "proposal-unlawful.geojson")
    assert result.exit_code == 0
    # The words of the table wrap; without the rules and blanks they must all be there.
    words = " ".join(result.stdout.replace("|", " ").split())
    for said in (
        "✗ fails",
        "City of Fir",
        "Village of Elm",
        "60.71(5)(a)",
        "Where the sources disagree",
        "not a survey",
    ):
        assert said in words
    assert max(len(line) for line in result.stdout.splitlines()) <= 100


@pytest.mark.parametrize(
    ("proposal", "states", "status"),
    [
        ("lawful", ["fail"], 0),
        ("unlawful", ["fail"], 1),
        ("unlawful", ["within_tolerance"], 0),
        ("sliver", ["fail", "within_tolerance"], 1),
    ],
)
def test_fail_on_turns_a_state_into_the_exit_status(
    sample_layers: Path, proposals: Path, proposal: str, states: list[str], status: int
) -> None:
    options = [option for state in states for option in ("--fail-on", state)]
    result = run(sample_layers, proposals / f"proposal-{proposal}.geojson", *options, "--format", "json")
    assert result.exit_code == status
    assert json.loads(result.stdout)["findings"]


def polygon(*points: tuple[float, float]) -> str:
    return json.dumps({"type": "Polygon", "coordinates": [[*points, points[0]]]})


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", "BoundaryUnreadable"),
        ('{"type": "Point", "coordinates": [-88.9, 43.2]}', "BoundaryNotPolygon"),
        # A bow tie: its two long lines cross in the middle.
        (polygon((-88.9, 43.2), (-88.8, 43.3), (-88.8, 43.2), (-88.9, 43.3)), "BoundaryInvalid"),
        (polygon((569000, 290000), (569100, 290000), (569100, 290100)), "CrsMissing"),
        # Chippewa County; the sample lies in Jefferson.
        (polygon((-90.9, 44.9), (-90.8, 44.9), (-90.8, 44.95)), "BoundaryOutside"),
    ],
)
def test_bad_boundaries_are_one_readable_block_and_exit_status_2(
    sample_layers: Path, tmp_path: Path, text: str, error: str
) -> None:
    file = tmp_path / "line.geojson"
    file.write_text(text, "utf-8")
    told = run(sample_layers, file, "--format", "json")
    assert told.exit_code == 2
    assert told.stdout == ""
    fault = json.loads(told.stderr)
    assert fault["error"] == error
    assert all(fault[part] for part in ("what", "where", "why", "next"))
    in_words = run(sample_layers, file)
    assert in_words.exit_code == 2
    assert fault["what"] in in_words.stderr
    assert "Traceback" not in in_words.stderr


def test_a_file_that_is_not_there(sample_layers: Path, tmp_path: Path) -> None:
    result = run(sample_layers, tmp_path / "nothing.geojson")
    assert result.exit_code == 2
    assert "nothing.geojson" in result.stderr


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("facts: {occasion: annexed_later}", "not_applicable"),
        ("facts: {TSD-09: {occasion: annexed_later}}", "not_applicable"),
        ("facts: {occasion: addition}", "fail"),
        ("{}", "fail"),
    ],
)
def test_a_proposal_file_states_facts(
    sample_layers: Path, proposals: Path, tmp_path: Path, text: str, state: str
) -> None:
    file = tmp_path / "proposal.yaml"
    file.write_text(text, "utf-8")
    boundary = proposals / "proposal-unlawful.geojson"
    result = run(sample_layers, boundary, "--proposal", str(file), "--format", "json")
    assert result.exit_code == 0
    assert {found["rule"]: found["state"] for found in json.loads(result.stdout)["findings"]}["TSD-09"] == state


@pytest.mark.parametrize(
    "text", ["facts: [1", "- facts", "fact: {}", "facts: {ocasion: addition}", "facts: {occasion: sometime}", "3"]
)
def test_a_proposal_file_that_says_nothing_known_is_refused(
    sample_layers: Path, proposals: Path, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "proposal.yaml"
    file.write_text(text, "utf-8")
    result = run(sample_layers, proposals / "proposal-lawful.geojson", "--proposal", str(file), "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"] == "FactsInvalid"


def test_the_table_says_what_is_not_judged_and_what_was_taken_for_granted(sample_layers: Path, proposals: Path) -> None:
    words = " ".join(run(sample_layers, proposals / "proposal-lawful.geojson").stdout.split())
    assert "Duties to connect, charges and assessments are not judged here" in words
    assert "Nobody stated the accuracy of the boundary" in words
