"""What does the board's decision do: the boundary that results, and every rule judged again on it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis.errors import BoundaryNotPolygon
from gis.facts.exclusions import addition_facts, decision_facts, part
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.geometry.boundary import Boundary
from gis.law.loader import load_law
from gis.model.decision import Decision, Ruling
from gis.model.facts.decision import BoardDecisionFacts
from gis.model.finding import Finding
from gis.model.report import Report
from gis.model.view import MapView
from gis.proposals.brought import NOTHING, Brought
from gis.proposals.decisions.compare import compare
from gis.proposals.decisions.file import Board
from gis.proposals.decisions.land import Lands, find_lands
from gis.proposals.decisions.outline import Outline, outline, resulting_land, shape_of
from gis.proposals.decisions.view import decision_view
from gis.proposals.evaluate import Evaluation, Evaluator
from gis.rules.registry import judge
from gis.rules.words import listed

DECISION, ADDITION, JURISDICTION = "TSD-12", "TSD-13", "TSD-01"
DISMISS = "dismiss"
NAME = "Resulting boundary"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, and what a map needs to show it."""

    decision: Decision
    described: Evaluation
    lands: Lands
    resulting: Evaluation | None

    @property
    def view(self) -> MapView:
        """The features to draw, in degrees."""
        return decision_view(self.described, self.lands, self.resulting)


def decide(
    described: Evaluation,
    board: Board,
    again: Callable[[Boundary], Evaluation],
    brought: Brought = NOTHING,
) -> Decided:
    """Apply the board's decision to the described boundary and judge every rule again on what results.

    Parameters
    ----------
    described : Evaluation
        The boundary described in the petition, judged.
    board : Board
        Findings, land left out or taken in, and the rulings.
    again : callable
        Judges another boundary as `described` was judged: the same day, editions, accuracy and what people brought.
    brought : Brought
        What people brought; TSD-13 takes the day of the continued hearing and its notice from it.

    Returns
    -------
    Decided
        Without a resulting boundary where the board must dismiss or nothing is left. Undecided land counts as kept, and
        a note says so. The order in which land is named changes nothing but the order in which it is listed.

    Raises
    ------
    BoundaryNotPolygon
        The described line is not closed.
    DecisionInvalid
        The decision names land that is not there, or gives land two rulings.
    BoundaryInvalid, OverlayUnverified
        What results has no sound outline.
    """
    ground = described.ground
    if ground is None:
        raise BoundaryNotPolygon(
            what="The boundary described is not closed.",
            where="the boundary",
            why="Only land can be left out of it or taken in.",
            next="Close the line, then decide.",
        )
    lands = find_lands(board, ground)
    date = described.report.date
    decided = _decided(board, lands, ground, date)
    outcome = decided.answer if isinstance(decided.answer, str) else None
    excluded, added = lands.shapes(Ruling.EXCLUDE), lands.shapes(Ruling.ADD)
    frame = ground.layers.frame
    left = resulting_land(ground.boundary, excluded, added, frame)
    line = after = None
    if outcome != DISMISS and not left.is_empty:
        line = outline(left, described.boundary, frame, NAME)
        after = described if line.boundary.hash == described.boundary.hash else again(line.boundary)
    decision = Decision(
        date=date,
        outcome=outcome,
        decided=decided,
        addition=_addition(lands, described, after, brought) if added else None,
        lands=lands.decided,
        shape=None if after is None else shape_of(_land(after), ground, _newly_cut(described.report, after.report)),
        boundary=None if line is None else line.geojson,
        before=described.report,
        after=None if after is None else after.report,
        changes=None if after is None else compare(described.report, after.report),
        notes=(*lands.notes, *_notes(lands, board, line)),
    )
    return Decided(decision, described, lands, after)


class Decider:
    """Applies decisions to boundaries over the layers of an evaluator."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def decide_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Decided:
        """Judge the boundary in a file, and again as decided; see `decide` and `Evaluator.evaluate_file`."""
        described = self._evaluator.evaluate_file(
            path, date, editions, crs=crs, layer=layer, boundary_accuracy_ft=boundary_accuracy_ft, brought=brought
        )
        return self._decide(described, board, editions, boundary_accuracy_ft, brought)

    def decide(  # noqa: PLR0913 - what a request may say, one each
        self,
        boundary_data: bytes | Mapping[str, Any],
        board: Board,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Decided:
        """Judge a boundary given as GeoJSON, and again as decided; see `decide` and `Evaluator.evaluate`."""
        described = self._evaluator.evaluate(
            boundary_data, date, editions, boundary_accuracy_ft=boundary_accuracy_ft, brought=brought
        )
        return self._decide(described, board, editions, boundary_accuracy_ft, brought)

    def _decide(
        self,
        described: Evaluation,
        board: Board,
        editions: Mapping[str, str] | None,
        boundary_accuracy_ft: Fraction | None,
        brought: Brought,
    ) -> Decided:
        def again(line: Boundary) -> Evaluation:
            date = described.report.date
            return self._evaluator.evaluate_boundary(line, date, editions or {}, boundary_accuracy_ft, brought)

        return decide(described, board, again, brought)


def _land(evaluation: Evaluation) -> BaseGeometry:
    """Return the land of a closed boundary."""
    land: BaseGeometry = evaluation.boundary.geometry
    return land


def _decided(board: Board, lands: Lands, ground: Ground, date: dt.date) -> Finding:
    gathered: Gathered[BoardDecisionFacts] = decision_facts(ground, _not_benefited(lands, ground))
    facts = replace(
        gathered.facts,
        finding_necessary=board.findings.necessary,
        finding_welfare=board.findings.welfare,
        finding_benefit=board.findings.benefit,
    )
    finding = judge(DECISION, facts, load_law().parameters(date))
    return replace(finding, evidence=gathered.evidence, notes=(*finding.notes, *gathered.notes))


def _not_benefited(lands: Lands, ground: Ground) -> list[BaseGeometry]:
    """Return the land left out; none where land that is undecided still could make it the whole."""
    sure, open_ = lands.shapes(Ruling.EXCLUDE), lands.shapes(Ruling.UNDECIDED)
    frame = ground.layers.frame
    if sure and open_ and part(ground.boundary, sure, frame).pieces:
        return sure if part(ground.boundary, [*sure, *open_], frame).pieces else []
    return sure


def _addition(lands: Lands, described: Evaluation, after: Evaluation | None, brought: Brought) -> Finding:
    ground = described.ground
    if ground is None:
        msg = "land is added to a closed boundary only"
        raise TypeError(msg)
    date = described.report.date
    leading = (None if report is None else _finding(report, JURISDICTION) for report in _reports(described, after))
    gathered = addition_facts(ground, lands.shapes(Ruling.ADD), *leading)
    facts = replace(gathered.facts, **brought.by_rule(date)[ADDITION])
    finding = judge(ADDITION, facts, load_law().parameters(date))
    return replace(finding, evidence=gathered.evidence, notes=(*finding.notes, *gathered.notes))


def _reports(described: Evaluation, after: Evaluation | None) -> tuple[Report, Report | None]:
    return described.report, None if after is None else after.report


def _finding(report: Report, rule_id: str) -> Finding | None:
    return next((finding for finding in report.findings if finding.rule == rule_id), None)


def _newly_cut(before: Report, after: Report) -> list[str]:
    cut = [
        {parcel.parcel_id for parcel in report.territory.cut_parcels if parcel.record_kind == "parcel"}
        if report.territory is not None
        else set()
        for report in (before, after)
    ]
    return sorted(cut[1] - cut[0])


def _notes(lands: Lands, board: Board, line: Outline | None) -> Iterator[str]:
    undecided = [land.name for land in lands.lands if land.ruling is Ruling.UNDECIDED]
    if undecided:
        yield f"The board has not decided about {listed(undecided)} yet; until it does, this land counts as kept."
    if lands.shapes(Ruling.ADD):
        yield (
            "Other territory is taken in: before an order the hearing is continued, for not more than the days that "
            "TSD-13 gives, with a new notice of the revised boundaries (60.71(6)(e))."
        )
    if lands.shapes(Ruling.EXCLUDE) and board.findings.benefit != "partly":
        yield (
            "Land is ruled to be left out, but the finding on benefit is not partly: only a finding that part of the "
            "territory is not benefited leaves land out (60.71(6)(d))."
        )
    if line is None:
        yield "No boundary results, so no rule is judged again."
