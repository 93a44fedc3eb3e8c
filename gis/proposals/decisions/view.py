"""What should the board's map draw: the described boundary, the land decided on, and the boundary that results?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gis.model.decision import REASON_WORDS, RULING_WORDS, DecidedLand, Ruling
from gis.model.view import MapView, Role
from gis.proposals.decisions.land import Lands
from gis.proposals.evaluate import Evaluation
from gis.proposals.view import Drawing, area_words, in_degrees

_ROLES = {
    Ruling.EXCLUDE: Role.EXCLUDED,
    Ruling.KEEP: Role.KEPT,
    Ruling.UNDECIDED: Role.UNDECIDED,
    Ruling.ADD: Role.ADDED,
}


def decision_view(described: Evaluation, lands: Lands, resulting: Evaluation | None) -> MapView:
    """Collect what the board's map shows: the map of the described boundary, and on it the decision.

    Parameters
    ----------
    described : Evaluation
        The described boundary, judged.
    lands : Lands
        The land decided on.
    resulting : Evaluation or None
        The resulting boundary, judged; None where there is none.
    """
    under = described.view
    drawings = [
        Drawing(
            _ROLES[told.ruling], told.name, f"{_title(told)}: {RULING_WORDS[told.ruling]}", land.shape, (*_facts(told),)
        )
        for land, told in zip(lands.lands, lands.decided, strict=True)
    ]
    if resulting is not None and resulting.boundary.geometry is not None and resulting.ground is not None:
        facts = (("Area", area_words(float(resulting.ground.area_sqft))),)
        drawings.append(Drawing(Role.RESULT, "result", "Resulting boundary", resulting.boundary.geometry, facts))
    features = in_degrees(drawings, described.boundary.frame) if drawings else ()
    boxes = np.array([under.bbox, *(land.bbox for land in lands.decided if land.bbox is not None)])
    west, south = boxes[:, :2].min(axis=0).tolist()
    east, north = boxes[:, 2:].max(axis=0).tolist()
    return replace(
        under,
        title="The board's decision on the proposed district boundary",
        bbox=(west, south, east, north),
        features=(*under.features, *features),
    )


def _title(told: DecidedLand) -> str:
    return f"Parcel {told.name}" if told.kind == "parcel" else told.name


def _facts(told: DecidedLand) -> Iterator[tuple[str, str]]:
    """Yield the lines of the popup; the board's reasons come last, where a board gave any."""
    yield "Decision", RULING_WORDS[told.ruling]
    if told.reason is not None:
        yield "Proposed because", REASON_WORDS[told.reason]
    if told.evidence:
        yield "Evidence", told.evidence
    yield "Land inside the boundary described", area_words(float(told.inside_sqft))
    if told.relation != "inside":
        yield "Whole", area_words(float(told.area_sqft))
    if told.because:
        yield "The board's reasons", told.because
