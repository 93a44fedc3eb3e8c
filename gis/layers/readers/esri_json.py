"""Which rows do the pages of an ArcGIS feature service hold, outer rings clockwise, merged into one layer?"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely
from pyproj import CRS
from pyproj.exceptions import CRSError

from gis.errors import Place
from gis.layers.readers.esri_shapes import EsriShapes, NoShapeError, as_wkb
from gis.layers.readers.opened import SourceLayer, SourceRows
from gis.layers.readers.refusals import unreadable

ESRI_DRIVER = "ESRIJSON"
_TYPES = {
    "esriGeometryPolygon": "MultiPolygon",
    "esriGeometryPolyline": "MultiLineString",
    "esriGeometryPoint": "Point",
    "esriGeometryMultipoint": "MultiPoint",
}
_DATE = "esriFieldTypeDate"
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MOST_LISTED = 20
_SAVE_AGAIN = "Ask the service again with returnTrueCurves=false, and save all pages."

Page = dict[str, Any]


def is_page(found: object) -> bool:
    """Say whether parsed JSON is a page of a feature service, or the error that it answered with."""
    if not isinstance(found, dict) or "type" in found:
        return False
    features = found.get("features")
    if isinstance(features, list):
        return "geometryType" in found or "fields" in found or any("attributes" in each for each in features[:1])
    return set(found) == {"error"}


def rows_of_pages(pages: Sequence[Page], name: str, where: str) -> tuple[SourceLayer, SourceRows]:
    """Return the rows of all pages as one layer.

    A ring inside another ring of its feature is a hole and a ring inside a hole is land again,
    whichever comes first; outer rings run clockwise and holes against the clock, and rings that run
    the other way are told. Rings that cross each other stay as they are, for the mending of shapes
    to list. Dates become text in ISO form, in UTC, as the service counts them. Domain codes stay codes.

    Parameters
    ----------
    pages : sequence of dict
        Parsed answers to queries, in order.
    name : str
        Name of the layer.
    where : str
        File or service, for messages.

    Returns
    -------
    tuple
        The layer and its rows.

    Raises
    ------
    LayerUnreadable
        Where a page is an error, pages differ in coordinate system or type, the last page says that
        more rows follow, an object id comes twice, or a curve is no arc of a circle.
    """
    for number, page in enumerate(pages, start=1):
        refuse_error(page, f"{where}, page {number}")
    geometry_type = _same(pages, "geometryType", where)
    crs = _crs(pages, where)
    if pages and pages[-1].get("exceededTransferLimit"):
        why = "The last page says that more rows follow (exceededTransferLimit), and they are not there."
        raise unreadable(
            where, why, "Save the pages that are missing (resultOffset), or give the address of the service."
        )
    features = [feature for page in pages for feature in page.get("features", [])]
    _refuse_repeats(pages, features, where)
    table = _table(pages, features)
    shapes: npt.NDArray[np.object_] | None = None
    remarks: tuple[str, ...] = ()
    bounds = None
    if geometry_type is not None:
        maker = EsriShapes(crs, bool(pages[0].get("hasZ")), bool(pages[0].get("hasM")))
        made = [_made(maker, feature, row, where) for row, feature in enumerate(features)]
        shapes, remarks = as_wkb(made), maker.remarks()
        west, south, east, north = map(float, shapely.total_bounds(np.array([None, *made], dtype=object)))
        bounds = (west, south, east, north) if np.isfinite([west, south, east, north]).all() else None
    kind = None if geometry_type is None else _TYPES.get(geometry_type, "Unknown")
    types = {str(each["name"]): str(each.get("type", "")) for each in _fields(pages)}
    columns = tuple(map(str, table.columns))
    layer = SourceLayer(
        name=name,
        geometry_type=kind,
        rows=len(features),
        columns=columns,
        types=tuple(types.get(column, "").removeprefix("esriFieldType").lower() or "string" for column in columns),
        crs=crs,
        bounds=bounds,
    )
    return layer, SourceRows(table, shapes, remarks)


def _made(maker: EsriShapes, feature: Page, row: int, where: str) -> shapely.Geometry | None:
    try:
        return maker.shape(feature.get("geometry"))
    except NoShapeError as error:
        place = Place(row=row, text=str(error))
        raise unreadable(where, "A geometry is not as Esri JSON says.", _SAVE_AGAIN, (place,)) from error


def refuse_error(page: object, where: str) -> None:
    """Raise what a service answers in place of rows."""
    if not isinstance(page, dict):
        raise unreadable(where, "The answer is no JSON object.")
    error = page.get("error")
    if error is not None:
        said = error if isinstance(error, dict) else {"message": error}
        message = str(said.get("message") or "no message")[:150]
        raise unreadable(
            where,
            f"The service answered with an error: code {said.get('code', 'not given')}, {message}.",
            "Open the address in a browser; the layer may be private, moved or switched off.",
        )


def _same(pages: Sequence[Page], member: str, where: str) -> str | None:
    said = sorted({str(page[member]) for page in pages if page.get(member) is not None})
    if len(said) > 1:
        why = f"Its pages differ in {member}: {', '.join(said)[:150]}. They are not of one layer."
        raise unreadable(where, why, "Put only the pages of one layer in the folder.")
    return said[0] if said else None


def _crs(pages: Sequence[Page], where: str) -> str | None:
    names = {_crs_name(page["spatialReference"]) for page in pages if page.get("spatialReference")}
    if len(names) > 1:
        why = f"Its pages differ in coordinate system: {', '.join(sorted(map(str, names)))[:150]}."
        raise unreadable(where, why, "Save all pages with the same outSR.")
    return next(iter(names), None)


def _crs_name(reference: Page) -> str | None:
    """Return the name of a spatial reference; codes that EPSG does not have are ESRI's own.

    >>> _crs_name({"wkid": 102100, "latestWkid": 3857}), _crs_name({"wkid": 103470}), _crs_name({})
    ('EPSG:3857', 'ESRI:103470', None)
    """
    code = reference.get("latestWkid") or reference.get("wkid")
    if code is None:
        text = reference.get("wkt") or reference.get("wkt2")
        return None if text is None else str(text)
    try:
        CRS.from_authority("EPSG", code)
    except CRSError:
        return f"ESRI:{code}"
    return f"EPSG:{code}"


def object_ids(pages: Sequence[Page], features: Sequence[Page]) -> list[Any]:
    """Return the object id of each feature; nothing where the pages do not say which field it is."""
    name = next((page["objectIdFieldName"] for page in pages if page.get("objectIdFieldName")), None)
    name = name or next((each["name"] for each in _fields(pages) if each.get("type") == "esriFieldTypeOID"), None)
    return [] if name is None else [feature.get("attributes", {}).get(name) for feature in features]


def _refuse_repeats(pages: Sequence[Page], features: Sequence[Page], where: str) -> None:
    ids = Counter(each for each in object_ids(pages, features) if each is not None)
    twice = [each for each, count in ids.items() if count > 1]
    if twice:
        places = tuple(Place(feature_id=str(each)) for each in twice[:_MOST_LISTED])
        why = f"{len(twice):,} object ids come more than once: a page was saved twice, or the layer changed meanwhile."
        raise unreadable(where, why, "Save the pages again, ordered by the object id.", places)


def _fields(pages: Sequence[Page]) -> list[Page]:
    return next((page["fields"] for page in pages if page.get("fields")), [])


def _table(pages: Sequence[Page], features: Sequence[Page]) -> pd.DataFrame:
    rows = [feature.get("attributes") or {} for feature in features]
    fields = _fields(pages)
    names = dict.fromkeys([*(str(each["name"]) for each in fields), *(key for row in rows for key in row)])
    dates = {each["name"] for each in fields if each.get("type") == _DATE}
    columns = {
        name: pd.Series([_date(row.get(name)) if name in dates else row.get(name) for row in rows], dtype=object)
        for name in names
    }
    return pd.DataFrame(columns, index=pd.RangeIndex(len(rows)))


def _date(value: object) -> object:
    """Return milliseconds since 1970 as text in UTC; what is no whole number stays as it is.

    >>> _date(1_692_057_600_000), _date(-1), _date(None)
    ('2023-08-15T00:00:00Z', '1969-12-31T23:59:59.999000Z', None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    try:
        return (_EPOCH + dt.timedelta(milliseconds=value)).isoformat().replace("+00:00", "Z")
    except (OverflowError, ValueError):
        return value
