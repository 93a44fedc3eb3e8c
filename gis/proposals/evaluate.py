"""What does the law say about this boundary: the one path that joins layers, facts and rules."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from shapely.geometry.base import BaseGeometry

from gis import __version__
from gis.errors import BoundaryOutside, EditionMissing
from gis.facts.conflicts import Disagreements, disagreements
from gis.facts.counties import recording_facts
from gis.facts.elector_facts import (
    Polled,
    election_petition_facts,
    elector_area_facts,
    elector_parts_facts,
    polled,
)
from gis.facts.electors import UNITS, Electorate, electorate
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.facts.values import jurisdiction_facts
from gis.facts.village_city import Offending, offending_land, village_city_facts
from gis.geometry.boundary import Boundary, boundary_from_geojson, read_boundary
from gis.geometry.frame import Frame, working_frame
from gis.law.loader import load_law
from gis.law.parameters import Law, Parameters, parameters_hash
from gis.layers.layer import Layer
from gis.layers.store import LayerStore
from gis.model.edition import CoordinateOperation
from gis.model.finding import Finding, ParameterUse, State
from gis.model.report import Report
from gis.model.view import MapView
from gis.proposals.record import boundary_record, territory
from gis.proposals.stated import refuse_unknown, stated_facts
from gis.proposals.view import build_view
from gis.proposals.zone import measuring_zone
from gis.rules.electors.elections import last_governor_election
from gis.rules.registry import RULES, judge
from gis.rules.words import listed, used

KINDS = ("municipalities", "parcels", "ratios", "counties", UNITS, "votes", "water", "sections")
TERRITORY = ("municipalities", "parcels")
LINES = {
    "TSD-01": TERRITORY,
    "TSD-09": TERRITORY,
    "TSD-15": ("counties",),
    "TSD-26": ("municipalities", UNITS),
    "TSD-31": ("municipalities",),
    "TSD-32": ("municipalities", UNITS),
}
"""Kinds whose lines each rule compares with the boundary, so that their accuracy is told in its finding."""
ACCURACY = "boundary_accuracy_default_ft"
PROPOSAL = "the facts of the proposal"
NOT_JUDGED = (
    f"This version judges {', '.join(sorted(RULES)[:-1])} and {max(RULES)} only. What else the law asks of a district "
    "(petition of owners, hearing, benefit and more) is not judged here, and nothing follows from its absence."
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
class Judged:
    """Findings by rule id, and the land that decided them."""

    findings: Mapping[str, Finding]
    offending: tuple[Offending, ...]
    disagree: Disagreements
    electorate: Electorate


def judge_ground(ground: Ground, law: Law, date: dt.date, rules: Mapping[str, Mapping[str, Any]]) -> Judged:
    """Gather the facts of each rule from the ground and judge them.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    law : Law
        The law on file.
    date : date
        Day on which the law is asked.
    rules : mapping of rule id to stated facts
        Rules to judge; stated facts take the place of gathered ones of the same name.

    Returns
    -------
    Judged
        The findings, with evidence and conflicts.
    """
    disagree = disagreements(ground)
    offending = offending_land(ground, disagree)
    electors = electorate(ground, disagree)
    parameters = law.parameters(date)

    def poll(rule_id: str) -> Polled:
        filed = rules[rule_id].get("petition_filed") or date
        return polled(ground, disagree, electors, filed, last_governor_election(filed, parameters))

    gatherers: dict[str, Callable[[], Gathered[Any]]] = {
        "TSD-01": lambda: jurisdiction_facts(ground, disagree),
        "TSD-09": lambda: village_city_facts(ground, disagree, offending),
        "TSD-15": lambda: recording_facts(ground, disagree),
        "TSD-26": lambda: election_petition_facts(poll("TSD-26")),
        "TSD-31": lambda: elector_area_facts(poll("TSD-31")),
        "TSD-32": lambda: elector_parts_facts(poll("TSD-32")),
    }
    findings = {}
    for rule_id, stated in rules.items():
        gathered = gatherers[rule_id]()
        finding = judge(rule_id, replace(gathered.facts, **stated), parameters)
        lines = LINES[rule_id]
        findings[rule_id] = replace(
            finding,
            evidence=gathered.evidence,
            conflicts=gathered.conflicts,
            notes=(*finding.notes, *_stated_notes(stated), *gathered.notes, *_accuracy_notes(ground, lines)),
            parameters=(*finding.parameters, *_defaults_used(ground, finding, parameters, lines)),
        )
    return Judged(findings, offending, disagree, electors)


def _stated_notes(stated: Mapping[str, Any]) -> tuple[str, ...]:
    return (f"Stated, and not taken from the map: {', '.join(sorted(stated))}.",) if stated else ()


def _defaults_used(
    ground: Ground, finding: Finding, parameters: Parameters, lines: Sequence[str]
) -> tuple[ParameterUse, ...]:
    if not ground.layers.unstated(lines) or any(use.name == ACCURACY for use in finding.parameters):
        return ()
    return (used(parameters.get(ACCURACY)),)


def _accuracy_notes(ground: Ground, lines: Sequence[str]) -> tuple[str, ...]:
    layers = ground.layers
    notes = list(layers.notes)
    notes += [
        f"The coordinates of {name} came through an operation that is good to {metres:g} m only; that is counted in "
        "the accuracy, and nothing that turns on less is final."
        for name, metres in layers.coarse()
    ]
    moved = layers.moved_apart(lines)
    if moved:
        told = "; ".join(f"{name}: {_shift_words(operations)}" for name, operations in moved)
        notes.append(
            f"Not all coordinates came the same way ({told}). Lines that are one on the ground may lie apart by that; "
            "it is counted in the accuracy of what came without a stated one."
        )
    unstated = layers.unstated(lines)
    if unstated:
        default = float(layers.default_accuracy_ft)
        notes.append(f"Nobody stated the accuracy of {listed(unstated)}; {default:g} ft is taken.")
    return tuple(notes)


def _shift_words(operations: Sequence[CoordinateOperation]) -> str:
    if not operations:
        return "no datum shift"
    return " + ".join(
        f"{step.name}, " + ("accuracy unknown" if step.accuracy_m is None else f"good to {step.accuracy_m:g} m")
        for step in operations
    )


class Evaluator:
    """Judges boundaries over the editions of one folder; layers stay in memory between calls."""

    def __init__(self, layers: Path) -> None:
        self._store = LayerStore(layers)
        self._law = load_law()

    def evaluate_file(  # noqa: PLR0913 - the command line's options, one each
        self,
        path: Path,
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        crs: str | None = None,
        layer: str | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        stated: Mapping[str, Any] | None = None,
    ) -> Evaluation:
        """Judge the boundary in a file; see `evaluate`."""
        boundary = read_boundary(path, _plain_frame(), crs=crs, layer=layer)
        return self._judge(boundary, date, editions or {}, boundary_accuracy_ft, stated or {})

    def evaluate(
        self,
        boundary_data: bytes | Mapping[str, Any],
        date: dt.date,
        editions: Mapping[str, str] | None = None,
        boundary_accuracy_ft: Fraction | None = None,
        stated: Mapping[str, Any] | None = None,
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
        stated : mapping
            Facts that a person states, by the names of FACTS.md; they take the place of gathered ones.

        Returns
        -------
        Evaluation
            The same bytes of report for the same input.

        Raises
        ------
        BoundaryError, EditionError, LawError, GeometryError, FactsInvalid
            Where the input cannot be judged.
        """
        boundary = boundary_from_geojson(boundary_data, _plain_frame())
        return self._judge(boundary, date, editions or {}, boundary_accuracy_ft, stated or {})

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind in force at a date, or the edition named, as an evaluation reads it."""
        return self._store.load(self._store.choose(kind, date, edition))

    def _judge(
        self,
        boundary: Boundary,
        date: dt.date,
        editions: Mapping[str, str],
        boundary_accuracy_ft: Fraction | None,
        stated: Mapping[str, Any],
    ) -> Evaluation:
        refuse_unknown(stated, PROPOSAL)
        facts = {rule_id: stated_facts(rule_id, stated, PROPOSAL) for rule_id in RULES}
        layers, absent = self._layers(date, editions)
        parameters = self._law.parameters(date)
        default = parameters.number(ACCURACY)
        shape = boundary.geometry if boundary.geometry is not None else boundary.line
        if len(layers["municipalities"].tree.query(shape, predicate="intersects")) == 0:
            raise _outside(shape)
        frame = working_frame(measuring_zone(shape, layers).harn_ftus)
        layer_set = LayerSet(
            frame, layers, default, boundary_accuracy_ft, boundary_operations=boundary.operations, notes=absent
        )
        if boundary.geometry is None:
            findings = {rule_id: _half_drawn(rule_id) for rule_id in RULES}
            return self._evaluation(boundary, date, layer_set, findings)
        ground = survey(boundary.geometry, layer_set)
        if not any(land.is_inside for land in ground.municipalities):
            raise _outside(shape)
        judged = judge_ground(ground, self._law, date, facts)
        return self._evaluation(boundary, date, layer_set, judged.findings, (ground, judged))

    def _layers(self, date: dt.date, editions: Mapping[str, str]) -> tuple[dict[str, Layer], tuple[str, ...]]:
        held = {manifest.kind for manifest in self._store.manifests()}
        if "municipalities" not in held and "municipalities" not in editions:
            raise EditionMissing(
                what="No edition of municipalities is on file.",
                where="the layers folder",
                why="Every territory rule asks which town, village or city the land is in.",
                next="Import them with: townline import municipalities FILE --layers DIR, or derive them from parcels "
                "on file with: townline import municipalities --from parcels --layers DIR",
            )
        found, notes = {}, []
        for kind in KINDS:
            if kind not in held and kind not in editions:
                continue
            try:
                found[kind] = self.layer(kind, date, editions.get(kind))
            except EditionMissing as missing:
                # Rules that do not ask for the kind are judged all the same; the others say what is missing.
                if kind == "municipalities" or kind in editions:
                    raise
                notes.append(f"No edition of {kind} is used. {missing.what} {missing.why}")
        return found, tuple(notes)

    def _evaluation(
        self,
        boundary: Boundary,
        date: dt.date,
        layers: LayerSet,
        findings: Mapping[str, Finding],
        land: tuple[Ground, Judged] | None = None,
    ) -> Evaluation:
        report = Report(
            townline=__version__,
            rules={rule_id: RULES[rule_id].version for rule_id in sorted(findings)},
            parameters_hash=parameters_hash(self._law),
            date=date,
            boundary=boundary_record(boundary, layers.frame),
            editions={kind: layer.edition for kind, layer in sorted(layers.layers.items())},
            register_hash=None,
            findings=tuple(findings[rule_id] for rule_id in sorted(findings)),
            territory=None if land is None else territory(land[0], land[1].disagree, land[1].electorate),
            notes=(NOT_JUDGED,),
        )
        if land is None:
            return Evaluation(report, None, boundary, ())
        return Evaluation(report, land[0], boundary, land[1].offending)


def _plain_frame() -> Frame:
    """Return the working frame before the county, and so the zone of measures, is known."""
    return working_frame("EPSG:3071")


def _half_drawn(rule_id: str) -> Finding:
    rule = RULES[rule_id]
    return Finding(
        rule=rule.id,
        citation=rule.citation,
        version=rule.version,
        state=State.NEEDS_EVIDENCE,
        answer=None,
        measures={},
        readings={},
        because="The line is not closed yet, so it encloses no land to judge.",
        question=rule.question,
    )


def _outside(shape: BaseGeometry) -> BoundaryOutside:
    x, y = shape.representative_point().coords[0]
    return BoundaryOutside(
        what="No municipality on file has land under this boundary.",
        where=f"around {x:,.0f} m east, {y:,.0f} m north (EPSG:3071)",
        why="Either the boundary lies elsewhere, its coordinate system is wrong, or the layers cover another area.",
        next="Check the boundary's coordinate system, and which area the imported municipalities cover.",
    )
