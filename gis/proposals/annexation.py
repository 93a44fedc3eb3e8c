"""What does it do to a district when a village or city annexes land of it: Wis. Stat. 60.79?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import EditionMissing
from gis.facts.ground import area_steps, sqft, survey
from gis.facts.layerset import LayerSet
from gis.geometry.boundary import read_boundary
from gis.geometry.measure import lengths_ft
from gis.geometry.overlay import difference, intersection, union
from gis.geometry.slivers import greatest_width_ft
from gis.layers.layer import Layer
from gis.model.annexation import AnnexationEffect, MainLeaving, MoneyOpen, NodeLeaving, OpenQuestion
from gis.model.report import ParcelInside
from gis.proposals.decisions.outline import Outline, outline
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile, closed, plain_frame
from gis.proposals.record import boundary_record, parcels_inside
from gis.register.entries import Entry, Register, about_parcel
from gis.rules.words import listed, quantity
from gis.units import acres, quantise_length_ft

KINDS = ("municipalities", "counties", "parcels", "sewers", "sewer_nodes", "districts")
Outcome = Literal["untouched", "within_accuracy", "part_leaves", "dissolved"]

_WHO_SERVES = OpenQuestion(
    "Who serves the land that leaves, where sewers or customers are in it already?",
    "Wis. Stat. 60.79(2)",
    "outside the five texts",
)
_QUESTIONS = {
    "part_leaves": (
        OpenQuestion(
            "On which day does the annexation take effect, and is it contested?", "Wis. Stat. 66.0217", "verify"
        ),
        _WHO_SERVES,
        OpenQuestion(
            "Who collects the assessments that are still owed on the land that leaves?",
            "Wis. Stat. 60.79(4)-(5)",
            "outside the five texts",
        ),
        OpenQuestion(
            "Do commissioners live in the land that leaves, so that they no longer live in the district?",
            "Wis. Stat. 60.75(3)",
            "outside the five texts",
        ),
        OpenQuestion(
            "Does another town now have the largest share of the equalized value in what remains?",
            "Wis. Stat. 60.74(2)(b)",
            "text on file",
        ),
    ),
    "dissolved": (
        OpenQuestion(
            "On which day does the annexation take effect, and is it contested?", "Wis. Stat. 66.0217", "verify"
        ),
        OpenQuestion(
            "Which of the district's assets and debts pass to the village or city, and when?",
            "Wis. Stat. 60.79(1)",
            "outside the five texts",
        ),
    ),
}
_IN_PIECES = OpenQuestion(
    "What remains is in several pieces: does the district keep them all?",
    "Wis. Stat. 60.79(2)",
    "outside the five texts",
)


@dataclass(frozen=True, slots=True)
class Annexed:
    """What an annexation does to a district, and the boundary that remains."""

    effect: AnnexationEffect
    remaining: Outline | None
    """What remains of the district; None where nothing leaves, or nothing remains."""


def annex(  # noqa: PLR0913 - what is annexed, of which district, by which layers, on which day
    annexed: Path,
    district: str | Path,
    layers: Path,
    date: dt.date,
    *,
    register: Register | None = None,
    editions: Mapping[str, str] | None = None,
) -> Annexed:
    """Say what leaves a district where a village or city annexes land.

    Parameters
    ----------
    annexed : Path
        The annexed land: a file that says its coordinate system.
    district : str or Path
        Name of a district in the layer of districts that is in force on the day, or a file with its boundary.
    layers : Path
        Folder of layers. Parcels, sewers and their nodes that are on file are told where they lie in what leaves.
    date : date
        Day of the question.
    register : Register
        Where given, assessments that were levied and not paid, and liens, are told of parcels with land that leaves.
    editions : mapping of kind to edition id
        Editions to use in place of those in force.

    Returns
    -------
    Annexed
        `untouched` where the two only touch or lie apart; `within_accuracy` where no circle wider than the accuracy
        of the two lines fits in their common land, so that a person looks; `dissolved` where what remains is no wider
        than that; else `part_leaves`.

    Raises
    ------
    BoundaryError, EditionError, CrsError
        Where the land or the district cannot be read, or the district is not on file.

    Notes
    -----
    Wis. Stat. 60.79(1) and (2), known from headings, annotations and first words only; see docs of the law beyond the
    five texts. Whether an annexation is valid is not decided here.
    """
    land = read_boundary(annexed, plain_frame())
    on_file = LayersOnFile(layers)
    held = on_file.layer_set(land, date, KINDS, editions)
    before, accuracy_ft = district_land(district, held, date)
    common = intersection(before, closed(land), held.frame)
    rest = difference(before, closed(land), held.frame)
    leaves = _Leaves(common, rest, held, accuracy_ft)
    outcome = leaves.outcome()
    return Annexed(
        effect=AnnexationEffect(
            date=date,
            district=district if isinstance(district, str) else district.name,
            annexed=boundary_record(land, held.frame),
            outcome=outcome,
            because=leaves.because(outcome),
            before_acres=acres(_area_sqft(before, held)),
            leaves_sqft=_area_sqft(common, held),
            leaves_acres=acres(_area_sqft(common, held)),
            leaves_width_ft=leaves.width_ft,
            accuracy_ft=accuracy_ft,
            remains_acres=acres(_area_sqft(rest, held)),
            remains_parts=len(shapely.get_parts(rest)),
            remains_holes=int(sum(shapely.get_num_interior_rings(shapely.get_parts(rest)))),
            parcels=leaves.parcels(),
            mains=tuple(leaves.mains()),
            nodes=tuple(leaves.nodes()),
            money_open=() if register is None else tuple(leaves.money_open(register, date)),
            questions=_questions(outcome, rest),
            editions={kind: layer.edition for kind, layer in sorted(held.layers.items())},
            notes=(
                *held.notes,
                *later_notes(register, date),
                *(() if register else ("No register was given, so money owed is not told.",)),
            ),
        ),
        remaining=outline(rest, land, held.frame, "What remains of the district") if outcome == "part_leaves" else None,
    )


@dataclass(frozen=True, slots=True)
class _Leaves:
    """The land that leaves a district, and what remains."""

    land: BaseGeometry
    rest: BaseGeometry
    held: LayerSet
    accuracy_ft: Fraction

    @property
    def width_ft(self) -> Fraction:
        return quantise_length_ft(greatest_width_ft(self.land, self.held.frame))

    def outcome(self) -> Outcome:
        if self.land.is_empty:
            return "untouched"
        if self.width_ft <= self.accuracy_ft:
            return "within_accuracy"
        remains_ft = quantise_length_ft(greatest_width_ft(self.rest, self.held.frame))
        return "dissolved" if remains_ft <= self.accuracy_ft else "part_leaves"

    def because(self, outcome: Outcome) -> str:
        leaves = quantity(acres(_area_sqft(self.land, self.held)), 2)
        if outcome == "untouched":
            return "The annexed land and the district have no land in common, so the district stays as it is."
        if outcome == "within_accuracy":
            return (
                f"The annexed land and the district share {leaves} acres, no wider than {quantity(self.width_ft, 3)} "
                f"ft, and the two lines are known to {quantity(self.accuracy_ft, 3)} ft, so a person must say whether "
                "any land leaves."
            )
        if outcome == "dissolved":
            return "The whole district lies in the annexed land, so it is dissolved (60.79(1))."
        rest = quantity(acres(_area_sqft(self.rest, self.held)), 2)
        return f"{leaves} acres of the district leave it and {rest} acres remain (60.79(2))."

    def parcels(self) -> tuple[ParcelInside, ...]:
        found = None if self.land.is_empty else survey(self.land, self.held).parcels
        return () if found is None else parcels_inside(found)

    def mains(self) -> Iterator[MainLeaving]:
        """Tell each main with length in the land; lines are cut on the grid and lengths are measured on the ground."""
        layer = self.held.layers.get("sewers")
        if layer is None or self.land.is_empty:
            return
        grid = self.held.frame.grid
        pieces: dict[str, list[int]] = defaultdict(list)
        for row in np.sort(layer.tree.query(self.land, predicate="intersects")).tolist():
            pieces[str(layer.column("sewer_id")[row])].append(row)
        for sewer_id, rows in sorted(pieces.items()):
            shapes = layer.geometries[layer.column("sewer_id") == sewer_id] if sewer_id else layer.geometries[rows]
            leaving_ft, whole_ft = (
                quantise_length_ft(float(lengths_ft(lines, self.held.frame).sum()))
                for lines in (shapely.intersection(shapes, self.land, grid_size=grid), shapes)
            )
            if leaving_ft > 0:
                kind, status, operator = (layer.column(name)[rows[0]] for name in ("kind", "status", "operator"))
                yield MainLeaving(sewer_id, kind, status, operator, leaving_ft, max(whole_ft - leaving_ft, Fraction(0)))

    def nodes(self) -> Iterator[NodeLeaving]:
        layer = self.held.layers.get("sewer_nodes")
        if layer is None or self.land.is_empty:
            return
        for row in np.sort(layer.tree.query(self.land, predicate="intersects")).tolist():
            yield NodeLeaving(str(layer.column("node_id")[row]), layer.column("kind")[row])

    def money_open(self, register: Register, date: dt.date) -> Iterator[MoneyOpen]:
        """Tell what was levied and not paid, and liens, on each parcel with land that leaves."""
        standing = register.standing(date)
        for parcel in self.parcels():
            entries = [entry for entry in standing if about_parcel(entry, parcel.parcel_id, parcel.county)]
            levied, paid = (_sum(entries, kind) for kind in ("assessment_levied", "assessment_paid"))
            liens = [entry.date for entry in entries if entry.kind == "lien_recorded"]
            if levied > paid or liens:
                yield MoneyOpen(
                    parcel.parcel_id, levied, paid, max(levied - paid, Fraction(0)), max(liens, default=None)
                )


def _sum(entries: Sequence[Entry], kind: str) -> Fraction:
    return sum((Fraction(entry.value) for entry in entries if entry.kind == kind), start=Fraction(0))


def _questions(outcome: Outcome, rest: BaseGeometry) -> tuple[OpenQuestion, ...]:
    in_pieces = outcome == "part_leaves" and len(shapely.get_parts(rest)) > 1
    return (*_QUESTIONS.get(outcome, ()), *((_IN_PIECES,) if in_pieces else ()))


def _area_sqft(land: BaseGeometry, held: LayerSet) -> Fraction:
    return sqft(int(area_steps(np.array([land], dtype=object), held.frame)[0]))


def district_land(district: str | Path, held: LayerSet, date: dt.date) -> tuple[BaseGeometry, Fraction]:
    """Return the district's land, and how sure its line and that of the annexed land are together."""
    if isinstance(district, Path):
        land = closed(read_boundary(district, plain_frame()))
        return land, held.accuracy_ft()
    layer = held.layers.get("districts")
    named = [] if layer is None else [name for name in layer.column("name") if name is not None]
    if layer is None or district not in named:
        known = listed(sorted(set(named))) or "none"
        raise EditionMissing(
            what=f"No district named {district} is on file.",
            where="the layer of districts",
            why=f"Named there are: {known}.",
            next="Correct the name, import its boundary as districts, or give a file with its boundary.",
        )
    rows = [row for row in np.flatnonzero(layer.column("name") == district).tolist() if _in_force(layer, row, date)]
    if not rows:
        raise EditionMissing(
            what=f"{district} was no district on {date.isoformat()}.",
            where="the layer of districts",
            why="Each of its lines on file ended before, or began after that day.",
            next="Ask about another day, or give a file with its boundary.",
        )
    return union(layer.geometries[rows], held.frame), held.accuracy_ft("districts")


def _in_force(layer: Layer, row: int, date: dt.date) -> bool:
    since, until = (layer.column(name)[row] for name in ("valid_from", "valid_to"))
    day = date.isoformat()
    return (since is None or str(since) <= day) and (until is None or day <= str(until))
