"""What does the law say about this boundary: the one path that joins layers, facts and rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from gis import __version__
from gis.facts.electors import UNITS
from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.facts.village_city import Offending
from gis.geometry.boundary import Boundary, boundary_from_geojson, read_boundary
from gis.law.loader import load_law
from gis.law.parameters import parameters_hash
from gis.layers.layer import Layer
from gis.model.finding import Finding, State
from gis.model.report import Report
from gis.model.view import MapView
from gis.proposals.applicable import BOUNDARY_RULES, belongs, not_of_this_proceeding
from gis.proposals.brought import NOTHING, Brought
from gis.proposals.gathering import Stated, Surveyed, surveyed
from gis.proposals.judging import judge_ground
from gis.proposals.later_entries import later_notes
from gis.proposals.mending.judged import Judged
from gis.proposals.mending.mends import mends
from gis.proposals.on_file import LayersOnFile, outside, plain_frame
from gis.proposals.record import boundary_record, territory
from gis.proposals.unjudged import unjudged
from gis.proposals.view import build_view

KINDS = ("municipalities", "parcels", "ratios", "counties", UNITS, "votes", "water", "sections", "districts", "owners")
NOT_JUDGED = (
    "Judged is the law of town sanitary districts. Duties to connect, charges and assessments are not judged here, and "
    "nothing follows from their absence."
)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A report, and what a map needs to show it."""

    report: Report
    ground: Ground | None
    boundary: Boundary
    offending: tuple[Offending, ...]

    @property
    def view(self) -> MapView:
        """The features to draw, in degrees."""
        return build_view(self.boundary, self.ground, self.offending)


@dataclass(frozen=True, slots=True)
class _Asked:
    """The question that a report answers."""

    boundary: Boundary
    date: dt.date
    brought: Brought
    told: Mapping[str, Stated]
    """What proposal and register say to each rule."""


class Evaluator:
    """Judges boundaries over the editions of one folder; layers stay in memory between calls."""

    def __init__(self, layers: Path) -> None:
        self._on_file = LayersOnFile(layers)
        self._law = load_law()

    def evaluate_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluation:
        """Judge the boundary in a file; see `evaluate`."""
        boundary = read_boundary(path, plain_frame(), crs=crs, layer=layer)
        return self.evaluate_boundary(boundary, date, editions or {}, boundary_accuracy_ft, brought)

    def evaluate(
        self,
        boundary_data: bytes | Mapping[str, Any],
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluation:
        """Judge every rule that applies over a boundary given as GeoJSON.

        Parameters
        ----------
        boundary_data : bytes or mapping
            GeoJSON in longitude and latitude (RFC 7946), or with an old `crs` member.
        date : date
            Day of the question: editions and law in force then are used.
        editions : mapping of kind to edition id
            Editions to use in place of those in force.
        boundary_accuracy_ft : Fraction
            Stated accuracy of the line, US survey feet.
        brought : Brought
            What people bring beside the line: stated facts, petition, register, and which proceeding.

        Returns
        -------
        Evaluation
            The same bytes of report for the same input.

        Raises
        ------
        BoundaryError, EditionError, LawError, GeometryError, FactsInvalid
            Where the input cannot be judged.
        """
        boundary = boundary_from_geojson(boundary_data, plain_frame())
        return self.evaluate_boundary(boundary, date, editions or {}, boundary_accuracy_ft, brought)

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind in force at a date, or the edition named, as an evaluation reads it."""
        return self._on_file.layer(kind, date, edition)

    def evaluate_boundary(
        self,
        boundary: Boundary,
        date: dt.date,
        editions: Mapping[str, str],
        boundary_accuracy_ft: Fraction | None = None,
        brought: Brought = NOTHING,
    ) -> Evaluation:
        """Judge a boundary that is in the working frame already; see `evaluate`."""
        told = brought.by_rule(date)
        layer_set = self._on_file.layer_set(boundary, date, KINDS, editions, boundary_accuracy_ft)
        if boundary.geometry is None:
            findings = {rule_id: _half_drawn(rule_id) for rule_id in BOUNDARY_RULES}
            return self._evaluation(_Asked(boundary, date, brought, told), layer_set, findings)
        ground = survey(boundary.geometry, layer_set)
        if not any(land.is_inside for land in ground.municipalities):
            raise outside(boundary.geometry)
        seen = surveyed(ground, self._law.parameters(date), date, brought.petition)
        judged = {
            rule_id: told[rule_id]
            for rule_id in BOUNDARY_RULES
            if belongs(rule_id, brought.proceeding) or rule_id in brought.stated
        }
        findings = {
            rule_id: not_of_this_proceeding(rule, brought.proceeding)
            for rule_id, rule in BOUNDARY_RULES.items()
            if rule_id not in judged
        }
        findings.update(judge_ground(seen, judged, brought.entered(date).keys()))
        return self._evaluation(_Asked(boundary, date, brought, told), layer_set, findings, seen)

    def _evaluation(
        self,
        asked: _Asked,
        layers: LayerSet,
        findings: Mapping[str, Finding],
        seen: Surveyed | None = None,
    ) -> Evaluation:
        report = Report(
            townline=__version__,
            rules={rule_id: BOUNDARY_RULES[rule_id].version for rule_id in sorted(findings)},
            parameters_hash=parameters_hash(self._law),
            date=asked.date,
            boundary=boundary_record(asked.boundary, layers.frame),
            editions={kind: layer.edition for kind, layer in sorted(layers.layers.items())},
            register_hash=None if asked.brought.register is None else asked.brought.register.hash,
            findings=tuple(findings[rule_id] for rule_id in sorted(findings)),
            territory=None if seen is None else territory(seen.ground, seen.disagree, seen.electorate),
            notes=(NOT_JUDGED, *later_notes(asked.brought.register, asked.date)),
            proceeding=asked.brought.proceeding,
            petition_hash=asked.brought.petition_hash,
            mending=() if seen is None else mends(Judged(findings, asked.told, seen, asked.boundary, asked.brought)),
        )
        if seen is None:
            return Evaluation(report, None, asked.boundary, ())
        return Evaluation(report, seen.ground, asked.boundary, seen.offending)


def _half_drawn(rule_id: str) -> Finding:
    because = "The line is not closed yet, so it encloses no land to judge."
    return unjudged(BOUNDARY_RULES[rule_id], State.NEEDS_EVIDENCE, because)
