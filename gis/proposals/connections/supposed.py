"""How does the layer of sewers read with what people established of a main, or with what is supposed of one?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import geopandas as gpd
import pandas as pd
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.layers.contracts import CONTRACTS, typed
from gis.layers.layer import Layer
from gis.model.ordinance import SewerOwner
from gis.proposals.connections.stated import StatedMain

_SEWERS = CONTRACTS["sewers"]
_SERVES = "in_service"


def no_sewers(frame: Frame) -> Layer:
    """Return a layer of sewers without a row, for ground in which the first main is proposed."""
    columns = {name: pd.Series(dtype=object) for name in _SEWERS.names}
    table = gpd.GeoDataFrame(columns, geometry=gpd.GeoSeries([], crs=frame.crs))
    return Layer("sewers", edition="none", accuracy_ft=None, frame=frame, table=typed(_SEWERS, table))


def as_established(layer: Layer, told: Mapping[str, StatedMain]) -> Layer:
    """Return the sewers with the days on which people established that they went into operation.

    Such a day goes before that of the layer, and says that a main which the layer has as proposed is in service; not so
    where several sewers bear the id, for then nobody can say which of them is meant.
    """
    days = {name: main.operational for name, main in told.items() if main.operational is not None}
    ids, statuses = layer.column("sewer_id").tolist(), layer.column("status").tolist()
    times = Counter(ids)
    rows = zip(range(len(ids)), ids, statuses, strict=True)
    meant = (row for row, name, status in rows if name in days and (times[name] == 1 or status == _SERVES))
    return _serving(layer, {row: days[ids[row]] for row in meant})


def _serving(layer: Layer, days: Mapping[int, dt.date]) -> Layer:
    """Return the sewers with some rows in service, each since its day."""
    if not days:
        return layer
    table = layer.table.copy()
    for row, day in days.items():
        table.loc[table.index[row], ["status", "operational"]] = [_SERVES, day.isoformat()]
    return replace(layer, table=table)


def without(layer: Layer, mains: Collection[str]) -> Layer:
    """Return the sewers as if mains had not been laid."""
    keep = ~layer.table["sewer_id"].isin(mains)
    return replace(layer, table=layer.table[keep].reset_index(drop=True))


def in_service(layer: Layer, mains: Collection[str], day: dt.date) -> Layer:
    """Return the sewers as if mains served from a day on."""
    ids = layer.column("sewer_id").tolist()
    return _serving(layer, {row: day for row, name in enumerate(ids) if name in mains})


def with_main(  # noqa: PLR0913 - the layer, and what is supposed of the new main
    layer: Layer, main_id: str, line: BaseGeometry, day: dt.date, owner: SewerOwner, kind: str = "gravity_main"
) -> Layer:
    """Return the sewers with one more, in service from a day on.

    Parameters
    ----------
    layer : Layer
        The sewers on file.
    main_id : str
        Name of the new one.
    line : LineString or MultiLineString
        In the frame, drawn in the direction of flow.
    day : date
        On which it would begin to serve.
    owner : str
        Whose it would be: local, regional or district.
    kind : str
        As the layer has kinds.
    """
    table = layer.table.copy()
    unsaid: dict[str, Any] = dict.fromkeys(_SEWERS.names)
    row = {**unsaid, "sewer_id": main_id, "kind": kind, "status": _SERVES, "operational": day.isoformat()}
    table["owner"] = layer.column("owner") if "owner" in table.columns else None
    added = gpd.GeoDataFrame([{**row, "owner": owner}], geometry=[line], crs=table.crs)
    joined = pd.concat([table, added.astype(table.dtypes.to_dict())], ignore_index=True)
    return replace(layer, table=gpd.GeoDataFrame(joined, geometry="geometry", crs=table.crs))
