"""What does a decision do to a boundary of the sample county, and to every rule?

proposal-flips.geojson has land of Alder and Birch. Without lots 1 to 28 of CHAPEL the assessed values are, by the
table of situations, Alder 10,649,800 / 0.841537012 = 12,655,177.19 and Birch 15,795,947.36: jurisdiction flips.
"""

from __future__ import annotations

import csv
import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
import shapely

from gis.errors import BoundaryNotPolygon
from gis.model.finding import State
from gis.model.jsonio import dump_json, to_json
from gis.model.view import Role
from gis.proposals.brought import NOTHING, Brought
from gis.proposals.decisions.decide import Decided, Decider
from gis.proposals.decisions.file import board_of
from gis.proposals.evaluate import Evaluator

pytestmark = pytest.mark.slow
DATE = dt.date(2026, 6, 15)
FINDINGS = {"necessary": "yes", "welfare": "yes", "benefit": "partly"}
CHAPEL = [f"002-0814-1641-{lot:03d}" for lot in range(5, 29)]
"""Lots of the two blocks; numbers 1 to 4 are the exempt and the condominium records."""


def proposal(repository: Path, key: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((repository / f"data/boundaries/proposal-{key}.geojson").read_text("utf-8"))
    return data


def blocks(repository: Path) -> dict[str, Any]:
    """Return the two blocks as one drawn piece: what the second file of the sample leaves out of the first."""
    whole, left = (
        shapely.from_geojson(json.dumps(proposal(repository, key)["features"][0]["geometry"]))
        for key in ("flips", "flips-excluded")
    )
    drawn: dict[str, Any] = json.loads(shapely.to_geojson(whole.difference(left)))
    return drawn


def excluded(**named: object) -> dict[str, object]:
    return {"reason": "cannot_be_served", "evidence": "Plate 2", "decision": "exclude", "because": "No main.", **named}


@pytest.fixture(scope="module")
def decider(evaluator: Evaluator) -> Decider:
    return Decider(evaluator)


def decided(
    decider: Decider, repository: Path, *exclusions: dict[str, object], brought: Brought = NOTHING, **more: object
) -> Decided:
    data = {"findings": FINDINGS, "exclusions": list(exclusions), **more}
    return decider.decide(proposal(repository, "flips"), board_of(data, "a test"), DATE, brought=brought)


@pytest.fixture(scope="module")
def flipped(decider: Decider, repository: Path) -> Decided:
    return decided(decider, repository, excluded(name="Two blocks", polygon=blocks(repository)))


def test_leaving_two_blocks_out_is_the_sample_s_other_boundary(
    flipped: Decided, evaluator: Evaluator, repository: Path
) -> None:
    with (repository / "data/boundaries/situations.csv").open(encoding="utf-8", newline="") as file:
        answers = {row["key"]: row["answer"] for row in csv.DictReader(file)}
    decision = flipped.decision
    assert decision.outcome == "order_with_exclusion"
    assert decision.changes is not None
    change = next(each for each in decision.changes.changed if each.rule == "TSD-01")
    assert (change.answer_before, change.answer_after) == (
        answers["rolls.flips.TSD-01"],
        answers["rolls.flips-excluded.TSD-01"],
    )
    assert change.sentences[0] == "Jurisdiction passes from Town of Alder to Town of Birch."
    values = next(each for each in change.measures if each.name == "equalized_value")
    assert isinstance(values.after, dict)
    assert values.after["Town of Alder"] == "12655177.19"
    # The handed file of the resulting boundary, judged alone, gets the same answers.
    alone = evaluator.evaluate_file(repository / "data/boundaries/proposal-flips-excluded.geojson", DATE).report
    assert decision.after is not None
    assert [(found.rule, found.state, found.answer) for found in decision.after.findings] == [
        (found.rule, found.state, found.answer) for found in alone.findings
    ]
    assert float(decision.after.boundary.area_acres or 0) == pytest.approx(
        float(alone.boundary.area_acres or 0), abs=1e-4
    )


def test_what_is_written_evaluates_to_the_same_report(flipped: Decided, evaluator: Evaluator) -> None:
    again = evaluator.evaluate(dump_json(flipped.decision.boundary), DATE).report
    assert flipped.decision.after is not None
    assert again.boundary.hash == flipped.decision.after.boundary.hash
    assert again.findings == flipped.decision.after.findings


def test_every_rule_is_either_changed_or_named_as_unchanged(flipped: Decided) -> None:
    changes, before = flipped.decision.changes, flipped.decision.before
    assert changes is not None
    told = {change.rule for change in changes.changed} | set(changes.unchanged)
    assert told == {finding.rule for finding in before.findings} - {"TSD-12", "TSD-13"}


def test_the_order_of_the_file_changes_nothing_but_the_list(decider: Decider, repository: Path) -> None:
    entries = [excluded(parcels=[lot]) for lot in CHAPEL[:3]]
    forward, back = (decided(decider, repository, *order).decision for order in (entries, entries[::-1]))
    assert forward.lands == back.lands[::-1]
    assert to_json(forward).replace(to_json_lands(forward), b"") == to_json(back).replace(to_json_lands(back), b"")


def to_json_lands(decision: Any) -> bytes:  # noqa: ANN401 - a decision
    """Return the bytes of the list of land in the JSON of a decision."""
    text = to_json(decision)
    start, end = text.index(b'"lands"'), text.index(b'"shape"')
    return text[start:end]


def test_kept_and_undecided_land_stays(decider: Decider, repository: Path) -> None:
    kept = excluded(parcels=CHAPEL[:1]) | {"decision": "keep"}
    open_ = excluded(parcels=CHAPEL[1:2]) | {"decision": "undecided", "because": ""}
    decision = decided(decider, repository, kept, open_).decision
    # Part of the territory is not benefited, and the board has not said which: nothing can be ordered yet.
    assert (decision.outcome, decision.decided.state) == (None, State.NEEDS_EVIDENCE)
    assert decision.shape is not None
    assert decision.shape.sentences == ("The territory is one piece.",)
    assert decision.changes is not None
    assert decision.changes.changed == ()
    assert decision.after == decision.before
    assert f"has not decided about {CHAPEL[1]} yet" in " ".join(decision.notes)


def test_leaving_everything_out_dismisses(decider: Decider, repository: Path) -> None:
    whole = proposal(repository, "flips")["features"][0]["geometry"]
    decision = decided(decider, repository, excluded(name="All of it", polygon=whole)).decision
    assert (decision.outcome, decision.decided.state) == ("dismiss", State.FAIL)
    assert decision.decided.measures["costs_to_petitioners"] is True
    assert (decision.boundary, decision.shape, decision.after, decision.changes) == (None, None, None, None)


def test_undecided_land_that_would_make_it_the_whole_leaves_the_order_open(decider: Decider, repository: Path) -> None:
    rest = proposal(repository, "flips-excluded")["features"][0]["geometry"]
    open_ = excluded(name="The rest", polygon=rest) | {"decision": "undecided", "because": ""}
    decision = decided(decider, repository, excluded(name="Two blocks", polygon=blocks(repository)), open_).decision
    assert decision.outcome is None


@pytest.mark.parametrize("negative", ["necessary", "welfare", "benefit"])
def test_a_negative_finding_dismisses_whatever_is_left_out(decider: Decider, repository: Path, negative: str) -> None:
    entry = excluded(parcels=CHAPEL[:1])
    decision = decided(decider, repository, entry, findings=FINDINGS | {negative: "no"}).decision
    assert (decision.outcome, decision.boundary) == ("dismiss", None)


def test_an_addition_is_judged_for_the_continued_hearing(decider: Decider, repository: Path) -> None:
    # South of the boundary's west end: 24.83 acres of Alder, some 1,040 by 1,040 ft.
    box = shapely.box(-88.7929, 43.1302, -88.7890, 43.13305)
    added = {"name": "Mill Lane", "polygon": json.loads(shapely.to_geojson(box)), "because": "Its wells failed."}
    facts = {"TSD-13": {"hearing_date": "2026-07-01", "continued_to": "2026-08-15"}}
    decision = decided(
        decider,
        repository,
        additions=[added],
        findings=FINDINGS | {"benefit": "yes"},
        brought=Brought(stated=facts),
    ).decision
    assert decision.addition is not None
    # Thirty days after July 1 are July 31; August 15 is too late (60.71(6)(e)).
    assert (decision.addition.state, decision.addition.answer) == (State.FAIL, "2026-07-31")
    assert decision.after is not None
    assert decision.shape is not None
    assert len(decision.shape.pieces) == 2
    areas_sqft = [float(report.boundary.area_sqft or 0) for report in (decision.before, decision.after)]
    assert areas_sqft[1] - areas_sqft[0] == pytest.approx(24.83 * 43_560, rel=1e-3)
    assert "the hearing is continued" in " ".join(decision.notes)


def test_a_strip_along_the_line_is_a_sliver_and_lots_that_the_line_now_cuts_are_named(
    decider: Decider, repository: Path
) -> None:
    # The west three quarters, by the outline's own box: what is left cuts whatever stands on that line.
    west, south, east, north = shapely.from_geojson(
        json.dumps(proposal(repository, "flips")["features"][0]["geometry"])
    ).bounds
    middle = west + (east - west) * 0.75
    box = shapely.box(west - 0.001, south - 0.001, middle, north + 0.001)
    decision = decided(decider, repository, excluded(name="West", polygon=json.loads(shapely.to_geojson(box)))).decision
    assert decision.shape is not None
    assert decision.after is not None
    assert decision.after.territory is not None
    cut = {parcel.parcel_id for parcel in decision.after.territory.cut_parcels if parcel.record_kind == "parcel"}
    assert set(decision.shape.newly_cut) == cut  # the line described cuts none
    assert "West reaches beyond the boundary described" in " ".join(decision.notes)


def test_the_map_shows_what_was_decided(flipped: Decided) -> None:
    roles = [feature.role for feature in flipped.view.features]
    assert roles.count(Role.EXCLUDED) == roles.count(Role.RESULT) == roles.count(Role.BOUNDARY) == 1
    facts = dict(next(each for each in flipped.view.features if each.role is Role.EXCLUDED).facts)
    assert facts["Proposed because"] == "no main can reach it"
    assert facts["Evidence"] == "Plate 2"
    assert facts["The board's reasons"] == "No main."


def test_a_line_that_is_not_closed_cannot_be_decided_on(decider: Decider) -> None:
    line = {"type": "LineString", "coordinates": [[-88.79, 43.134], [-88.785, 43.134], [-88.785, 43.137]]}
    with pytest.raises(BoundaryNotPolygon, match="not closed"):
        decider.decide(line, board_of({"findings": FINDINGS}, "a test"), DATE)
