"""Which rows do the pages of an ArcGIS feature service hold, outer rings clockwise, merged into one layer?"""

from __future__ import annotations

import datetime as dt
import json
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
_MEMBERS: dict[str, tuple[type, str]] = {
    "features": (list, "a list"),
    "fields": (list, "a list"),
    "layers": (list, "a list"),
    "objectIds": (list, "a list"),
    "spatialReference": (dict, "an object"),
    "advancedQueryCapabilities": (dict, "an object"),
    "geometryType": (str, "a text"),
    "objectIdFieldName": (str, "a text"),
    "objectIdField": (str, "a text"),
    "maxRecordCount": (int, "a whole number"),
    "standardMaxRecordCount": (int, "a whole number"),
}
"""Of which type the members are that are read here; any of them may be missing or null."""
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
        return (
            "geometryType" in found
            or "fields" in found
            or any("attributes" in each for each in features[:1] if isinstance(each, dict))
        )
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
        Where a page is an error or not as Esri JSON says, pages or shapes differ in coordinate system or
        pages in type, the last page says that more rows follow, an object id comes twice, a place is no
        two finite numbers, or a curve is no arc of a circle.
    """
    for number, page in enumerate(pages, start=1):
        refuse_malformed(page, f"{where}, page {number}")
    geometry_type = _same(pages, "geometryType", where)
    features = features_of(pages)
    crs = _crs(pages, features, where)
    if pages and pages[-1].get("exceededTransferLimit"):
        why = "The last page says that more rows follow (exceededTransferLimit), and they are not there."
        raise unreadable(
            where, why, "Save the pages that are missing (resultOffset), or give the address of the service."
        )
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


def refuse_malformed(page: object, where: str) -> None:
    """Raise what a service answers in place of rows, and where a member is not of the type that Esri JSON gives it."""
    if not isinstance(page, dict):
        raise unreadable(where, "The answer is no JSON object.")
    _refuse_error(page, where)
    for name, (kind, words) in _MEMBERS.items():
        if page.get(name) is not None and not isinstance(page[name], kind):
            raise unreadable(where, f"Its member {name} is not {words}.", _SAVE_AGAIN)
    if not all(isinstance(each, dict) and isinstance(each.get("name"), str) for each in _fields([page])):
        raise unreadable(where, "Its member fields holds something that is no field with a name.", _SAVE_AGAIN)
    if not all(type(each) is int for each in page.get("objectIds") or []):
        raise unreadable(where, "Its member objectIds holds something that is no whole number.", _SAVE_AGAIN)
    if not all(isinstance(each, dict) for each in page.get("layers") or []):
        raise unreadable(where, "Its member layers holds something that is no layer.", _SAVE_AGAIN)
    for row, feature in enumerate(features_of([page])):
        fault = _fault(feature)
        if fault is not None:
            raise unreadable(where, "A feature is not as Esri JSON says.", _SAVE_AGAIN, (Place(row=row, text=fault),))


def _fault(feature: object) -> str | None:
    """Return what is wrong with a feature apart from its shape."""
    if not isinstance(feature, dict):
        return "no object"
    attributes = feature.get("attributes")
    if attributes is None:
        return None
    if not isinstance(attributes, dict):
        return "attributes that are no object"
    nested = next((name for name, value in attributes.items() if isinstance(value, list | dict)), None)
    return None if nested is None else f"an attribute that is a list or an object: {nested}"


def _refuse_error(page: Page, where: str) -> None:
    error = page.get("error")
    if error is not None:
        said = error if isinstance(error, dict) else {"message": error}
        message = str(said.get("message") or "no message")[:150]
        raise unreadable(
            where,
            f"The service answered with an error: code {said.get('code', 'not given')}, {message}.",
            "Open the address in a browser; the layer may be private, moved or switched off.",
        )


def features_of(pages: Sequence[Page]) -> list[Page]:
    """Return the features of all pages; one that says nothing of features has none."""
    return [feature for page in pages for feature in page.get("features") or []]


def _same(pages: Sequence[Page], member: str, where: str) -> str | None:
    said = sorted({str(page[member]) for page in pages if page.get(member) is not None})
    if len(said) > 1:
        why = f"Its pages differ in {member}: {', '.join(said)[:150]}. They are not of one layer."
        raise unreadable(where, why, "Put only the pages of one layer in the folder.")
    return said[0] if said else None


def _crs(pages: Sequence[Page], features: Sequence[Page], where: str) -> str | None:
    """Return the coordinate system of all pages, and of the shapes that say their own."""
    geometries = [feature["geometry"] for feature in features if isinstance(feature.get("geometry"), dict)]
    said = [each["spatialReference"] for each in (*pages, *geometries) if each.get("spatialReference")]
    if not all(isinstance(each, dict) for each in said):
        raise unreadable(where, "The member spatialReference of a shape is not an object.", _SAVE_AGAIN)
    different = list({json.dumps(each, sort_keys=True): each for each in said}.values())
    named = [each for each in different if _crs_name(each) is not None]
    others = [each for each in named if not _agree(named[0], each)]
    if others:
        names = sorted({str(_crs_name(each)) for each in (named[0], *others)})
        why = f"Its pages or shapes differ in coordinate system: {', '.join(names)[:150]}."
        raise unreadable(where, why, "Save all pages with the same outSR.")
    return _crs_name(named[0]) if named else None


def _agree(one: Page, other: Page) -> bool:
    """Say whether two spatial references are one: a system may have an old code and a new one."""
    codes, others = ({str(each[name]) for name in ("wkid", "latestWkid") if each.get(name)} for each in (one, other))
    return bool(codes & others) or _crs_name(one) == _crs_name(other)


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
