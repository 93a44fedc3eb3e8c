"""Which land does a decision file name: parcels found in the layer, drawn pieces read, contradictions refused?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.errors import BoundaryNotPolygon, DecisionInvalid, Place
from gis.facts.exclusions import joined, without_hairs
from gis.facts.ground import Ground, area_steps, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.boundary import boundary_from_geojson, read_boundary
from gis.geometry.overlay import clip, intersection
from gis.geometry.slivers import is_wider
from gis.layers.layer import Layer
from gis.layers.rows.names import name_key
from gis.model.decision import DecidedLand, Ruling
from gis.proceedings.petition.cells import parcel_words
from gis.proposals.decisions.file import Addition, Board, Exclusion, invalid
from gis.units import acres

WHERE = "the decision"


@dataclass(frozen=True, slots=True)
class Land:
    """One parcel or drawn piece of a decision, in the frame of the ground."""

    name: str
    kind: Literal["parcel", "drawn"]
    ruling: Ruling
    shape: BaseGeometry
    entry: Exclusion | Addition


@dataclass(frozen=True, slots=True)
class Lands:
    """All land that a decision names, in its order, and what a reader must know of it."""

    lands: tuple[Land, ...]
    decided: tuple[DecidedLand, ...]
    """The same, as a report tells it: with its area, and how it lies to the boundary."""
    notes: tuple[str, ...]

    def shapes(self, *rulings: Ruling) -> list[BaseGeometry]:
        """Return the shapes of the land with one of these rulings."""
        return [land.shape for land in self.lands if land.ruling in rulings]


def find_lands(board: Board, ground: Ground) -> Lands:
    """Find the land that a decision names.

    Parameters
    ----------
    board : Board
        The decision as its file says it.
    ground : Ground
        The surveyed ground of the described boundary, with the parcel layer.

    Returns
    -------
    Lands
        A parcel of several rows is one; the same land named twice with one ruling is kept once, with a note; land that
        lies outside the boundary or sticks out of it is told in a note.

    Raises
    ------
    DecisionInvalid
        A parcel id is unknown, stands for parcels of several counties, or is of a record that is no parcel; or the
        same land has two rulings.
    BoundaryError, CrsError
        A drawn piece cannot be read as an outline.
    """
    notes: list[str] = []
    found: dict[str, Land] = {}
    for land in [*_parcels(board, ground), *_drawn(board, ground)]:
        earlier = found.setdefault(land.name, land)
        if earlier is land:
            continue
        if earlier.ruling is not land.ruling:
            raise _two_rulings([(earlier, land)])
        notes.append(f"{land.name} stands twice with one ruling; it counts once.")
    lands = tuple(found[name] for name in _in_order(board, found))
    if not lands:
        return Lands((), (), ())
    decided = _decided(lands, ground)
    return Lands(lands, decided, (*notes, *_overlaps(lands, ground), *_placing(decided)))


def line_accuracy_ft(ground: Ground) -> Fraction:
    """Return how far a line of the decision may lie from its place: boundary and parcels together."""
    return ground.layers.accuracy_ft(*(kind for kind in ("parcels",) if kind in ground.layers.layers))


def _entries(board: Board) -> Iterator[tuple[Exclusion | Addition, Ruling]]:
    yield from ((entry, entry.decision) for entry in board.exclusions)
    yield from ((entry, Ruling.ADD) for entry in board.additions)


def _in_order(board: Board, found: dict[str, Land]) -> list[str]:
    names = [name for entry, _ in _entries(board) for name in (entry.parcels or (entry.name or "",))]
    return [name for name in dict.fromkeys(names) if name in found]


def _parcels(board: Board, ground: Ground) -> Iterator[Land]:
    named = [(name, entry, ruling) for entry, ruling in _entries(board) for name in entry.parcels]
    if not named:
        return
    layer = ground.layers.layers.get("parcels")
    if layer is None:
        raise invalid(WHERE, "It names parcels, and no parcels are on file.", "Their ids have no land then.")
    rows = _rows(layer, [name for name, _, _ in named])
    faults = {name: fault for name, (_, fault) in rows.items() if fault}
    if faults:
        raise DecisionInvalid(
            what=f"{len(faults)} of the parcels named cannot be found.",
            where=f"{WHERE}; parcels, edition {layer.edition}",
            why="A decision holds of land, and these ids tell no land.",
            next="Correct the id, add the county (012-34, Jefferson), or draw the land as a polygon.",
            places=tuple(
                Place(feature_id=parcel_words(name.rpartition(",")[0] or name), text=fault)
                for name, fault in faults.items()
            ),
        )
    for name, entry, ruling in named:
        shapes = layer.geometries[rows[name][0]]
        whole = shapes[0] if len(shapes) == 1 else joined(list(shapes), ground.layers.frame)
        yield Land(name, "parcel", ruling, whole, entry)


def _rows(layer: Layer, names: Sequence[str]) -> dict[str, tuple[npt.NDArray[np.intp], str]]:
    """Return the rows of each name, or what is wrong with it; a name is an id, or an id, a comma and a county."""
    ids, counties, kinds = (layer.column(column) for column in ("parcel_id", "county", "record_kind"))
    wanted = {name for each in names for name in (each, each.rpartition(",")[0])}
    rows_of: dict[str, list[int]] = {}
    for row in np.flatnonzero(layer.table["parcel_id"].isin(wanted)).tolist():
        rows_of.setdefault(str(ids[row]), []).append(row)
    found = {}
    for name in names:
        rows = rows_of.get(name, [])
        if not rows:
            parcel_id, _, county = name.rpartition(",")
            rows = [row for row in rows_of.get(parcel_id, []) if name_key(str(counties[row])) == name_key(county)]
        fault = ""
        if not rows:
            fault = "no parcel of the layer has this id"
        elif any(kinds[row] != "parcel" for row in rows):
            fault = "this is no parcel, but a record such as a road or water"
        elif len({counties[row] for row in rows}) > 1:
            fault = f"parcels of {', '.join(sorted(str(counties[row]) for row in rows))} County have this id"
        found[name] = (np.array(rows, dtype=np.intp), fault)
    return found


def _drawn(board: Board, ground: Ground) -> Iterator[Land]:
    # Shapes are the same in every county's frame; only the measures differ.
    frame = ground.layers.frame
    for entry, ruling in _entries(board):
        if entry.polygon is None or entry.name is None:
            continue
        where = f"{WHERE}, {entry.name}"
        if isinstance(entry.polygon, dict):
            drawn = boundary_from_geojson(entry.polygon, frame, where=where)
        else:
            # Without a folder the file was refused when it was read.
            drawn = read_boundary((board.folder or Path()) / entry.polygon, frame)
        if drawn.geometry is None:
            raise BoundaryNotPolygon(
                what="The drawn piece is not closed.",
                where=where,
                why="Only an outline encloses land that can be left out or taken in.",
                next="Close the outline.",
            )
        yield Land(entry.name, "drawn", ruling, drawn.geometry, entry)


def _overlaps(lands: Sequence[Land], ground: Ground) -> list[str]:
    """Refuse land with two rulings, and tell land that two entries name with one."""
    shapes = np.array([land.shape for land in lands], dtype=object)
    first, second = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    frame = ground.layers.frame
    accuracy_ft = float(line_accuracy_ft(ground))
    notes, torn = [], []
    for i, k in sorted((int(i), int(k)) for i, k in zip(first, second, strict=True) if i < k):
        common = intersection(shapes[i], shapes[k], frame)
        area_sqft = sqft(int(area_steps(np.array([common], dtype=object), frame)[0]))
        if not area_sqft:
            continue
        wide = bool(is_wider(np.array([common], dtype=object), accuracy_ft, frame)[0])
        if wide and lands[i].ruling is not lands[k].ruling:
            torn.append((lands[i], lands[k]))
            continue
        strip = "" if wide else ", a strip no wider than the accuracy of the layers"
        notes.append(
            f"{lands[i].name} and {lands[k].name} both hold {float(area_sqft):,.2f} sq ft of the same land{strip}; it "
            "counts once."
        )
    if torn:
        raise _two_rulings(torn)
    return notes


def _decided(lands: Sequence[Land], ground: Ground) -> tuple[DecidedLand, ...]:
    frame = ground.layers.frame
    shapes = np.array([land.shape for land in lands], dtype=object)
    parts = clip(ground.boundary, shapes, frame)
    areas, inside = (area_steps(of_it, frame) for of_it in (shapes, parts.inside))
    return tuple(
        DecidedLand(
            name=land.name,
            kind=land.kind,
            ruling=land.ruling,
            reason=land.entry.reason if isinstance(land.entry, Exclusion) else None,
            evidence=land.entry.evidence,
            because=land.entry.because,
            area_sqft=sqft(int(area)),
            inside_sqft=sqft(int(area if beyond.is_empty else min(inner, area))),
            relation="outside" if within.is_empty else "inside" if beyond.is_empty else "cut",
            bbox=box,
        )
        for land, within, beyond, area, inner, box in zip(
            lands,
            (without_hairs(shape, frame) for shape in parts.inside),
            (without_hairs(shape, frame) for shape in parts.outside),
            areas.tolist(),
            inside.tolist(),
            boxes_lonlat(shapes, frame),
            strict=True,
        )
    )


def _placing(decided: Sequence[DecidedLand]) -> Iterator[str]:
    """Say of each land what its ruling cannot reach."""
    for land in decided:
        if land.ruling is Ruling.ADD:
            if land.inside_sqft:
                yield f"{land.name} lies inside the boundary already, by {_acres(land.inside_sqft)}."
        elif land.relation == "outside":
            yield f"{land.name} lies outside the boundary described: nothing of it can be left out."
        elif land.relation == "cut":
            beyond_sqft = land.area_sqft - land.inside_sqft
            yield (
                f"{land.name} reaches beyond the boundary described by {_acres(beyond_sqft)}; the ruling is about the "
                "land inside."
            )


def _acres(area_sqft: Fraction) -> str:
    return f"{float(acres(area_sqft)):,.2f} acres ({float(area_sqft):,.0f} sq ft)"


def _two_rulings(pairs: Sequence[tuple[Land, Land]]) -> DecisionInvalid:
    return DecisionInvalid(
        what="The same land has two rulings.",
        where=WHERE,
        why="Land is left out, kept, undecided or taken in, and only one of these.",
        next="Give each parcel one ruling, and draw the pieces so that those with different rulings do not overlap.",
        places=tuple(
            Place(text=f"{one.name}: {one.ruling.value}; {other.name}: {other.ruling.value}") for one, other in pairs
        ),
    )
