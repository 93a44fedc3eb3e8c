"""How are two editions drawn for a test: rows of parcels in a plane of US survey feet, each with a box or a shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import geopandas as gpd
import pandas as pd
import shapely

from gis.geometry.frame import LOCAL_FEET, Frame
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.layers.lineage.difference import difference
from gis.model.difference import Difference, Relation
from gis.model.edition import Kind

TENTH_FT = Fraction(1, 10)


@dataclass(frozen=True)
class Lot:
    """One row: its id, west, south, east, north in feet (or any shape), and other columns."""

    id: str | None
    land: tuple[float, float, float, float] | shapely.Geometry | None
    cells: dict[str, object] = field(default_factory=dict)

    @property
    def shape(self) -> shapely.Geometry | None:
        """Return the land as a shape."""
        return shapely.box(*self.land) if isinstance(self.land, tuple) else self.land


def edition(
    lots: Sequence[Lot],
    name: str = "old",
    kind: Kind = "parcels",
    frame: Frame = LOCAL_FEET,
    accuracy_ft: Fraction | None = None,
) -> Layer:
    contract = CONTRACTS[kind]
    defaults: dict[str, object] = {"record_kind": "parcel"} if kind == "parcels" else {}
    codes = dict.fromkeys(contract.of_type("codes"), "")
    rows = [
        {**dict.fromkeys(contract.names), **codes, **defaults, contract.key[0]: lot.id, **lot.cells} for lot in lots
    ]
    table = pd.DataFrame(rows, columns=list(contract.names), dtype=object)
    if contract.has_geometry:
        table["geometry"] = gpd.GeoSeries([lot.shape for lot in lots])
    return Layer(kind, name, accuracy_ft, frame, gpd.GeoDataFrame(table))


def differ(
    old: Sequence[Lot], new: Sequence[Lot], kind: Kind = "parcels", accuracy_ft: Fraction = TENTH_FT
) -> Difference:
    return difference(edition(old, "old", kind), edition(new, "new", kind), accuracy_ft)


def told(change: Difference) -> list[tuple[str, str, str, str]]:
    """Return relation, old ids, new ids and confidence of each relation, ids joined by blanks."""
    return [(each.relation, " ".join(each.old), " ".join(each.new), each.confidence) for each in change.relations]


def only(change: Difference) -> Relation:
    (relation,) = change.relations
    return relation
