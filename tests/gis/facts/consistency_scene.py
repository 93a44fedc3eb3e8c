"""Small layers drawn in feet, for the tests of the consistency report."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.consistency.report import consistency
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET, Frame
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.model.consistency import ConsistencyReport, Group, Inconsistency, SectionId, Situation, Tally
from gis.model.edition import Kind

DAY = dt.date(2026, 6, 15)
Row = Mapping[str, Any]


def layer(kind: Kind, rows: Sequence[Row], frame: Frame = LOCAL_FEET, accuracy_ft: str | None = "0.1") -> Layer:
    """Return a layer of rows; `shape` is the geometry, and columns that a row does not name are null."""
    contract = CONTRACTS[kind]
    table = pd.DataFrame([{name: row.get(name) for name in contract.names} for row in rows], dtype=object)
    geometry = np.array([row["shape"] for row in rows], dtype=object) if contract.has_geometry else None
    accuracy = None if accuracy_ft is None else Fraction(accuracy_ft)
    return Layer(kind, f"edition-of-{kind}", accuracy, frame, gpd.GeoDataFrame(table, geometry=geometry))


def layer_set(rows: Mapping[Kind, Sequence[Row]], frame: Frame = LOCAL_FEET) -> LayerSet:
    """Return a set of layers by kind."""
    layers: dict[str, Layer] = {kind: layer(kind, held, frame) for kind, held in rows.items()}
    return LayerSet(frame, layers, default_accuracy_ft=Fraction("0.1"))


def report(
    rows: Mapping[Kind, Sequence[Row]], only: SectionId | None = None, frame: Frame = LOCAL_FEET
) -> ConsistencyReport:
    """Return the report of layers by kind, each good to 0.1 ft; of one question only, where one is named."""
    layers = layer_set(rows, frame)
    return consistency(layers, DAY) if only is None else consistency(layers, DAY, questions=(only,))


def group(found: ConsistencyReport, kind: Situation) -> Group | None:
    """Return the group of a kind; null where nothing of the kind was found."""
    groups = [each for section in found.sections for each in section.groups if each.kind == kind]
    return groups[0] if groups else None


def items(found: ConsistencyReport, kind: Situation) -> tuple[Inconsistency, ...]:
    """Return what is of a kind, beyond the accuracy and within it."""
    mine = group(found, kind)
    return () if mine is None else (*mine.items, *mine.slivers)


def kinds(found: ConsistencyReport) -> set[Situation]:
    """Return the kinds of which anything was found."""
    return {each.kind for section in found.sections for each in section.groups}


def size(item: Inconsistency) -> tuple[float, float]:
    """Return area in square feet and greatest width in feet."""
    assert item.area_sqft is not None
    assert item.width_ft is not None
    return float(item.area_sqft), float(item.width_ft)


def sizes(tally: Tally) -> tuple[int, float, float]:
    """Return how many, their area in square feet and their greatest width in feet."""
    return tally.count, float(tally.area_sqft), float(tally.width_ft)


def ids(item: Inconsistency) -> list[str]:
    """Return the ids of an item's features."""
    return [feature.feature_id for feature in item.features]


def box(west: float, south: float, east: float, north: float) -> BaseGeometry:
    """Return a rectangle."""
    return shapely.box(west, south, east, north)


def town(name: str, shape: BaseGeometry, county: str | None = "Jefferson", **more: object) -> Row:
    """Return a municipality; the class is the first word of its name."""
    return {"name": name, "kind": name.split(" ", 1)[0].lower(), "county": county, "shape": shape, **more}


def parcel(parcel_id: str, shape: BaseGeometry, municipality: str | None = "Town of Alder", **more: object) -> Row:
    """Return a parcel of the roll of 2025."""
    kind = None if municipality is None else municipality.split(" ", 1)[0].lower()
    place = {"municipality": municipality, "municipality_kind": kind, "county": "Jefferson", "roll_year": 2025}
    return {"parcel_id": parcel_id, "record_kind": "parcel", **place, "shape": shape, **more}


def lots(*shapes: BaseGeometry) -> list[Row]:
    """Return parcels numbered from 1."""
    return [parcel(f"lot {i}", shape) for i, shape in enumerate(shapes, start=1)]


def unit(name: str, shape: BaseGeometry, municipality: str = "Town of Alder") -> Row:
    """Return a reporting unit."""
    return {"unit": name, "municipality": municipality, "county": "Jefferson", "shape": shape}


def without(shape: BaseGeometry, *holes: Iterable[tuple[float, float]]) -> BaseGeometry:
    """Return a rectangle with rings cut out of it."""
    return shapely.Polygon(shape.exterior, [list(hole) for hole in holes])
