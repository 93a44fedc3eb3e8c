"""What does an ArcGIS feature service answer, page by page, until every row that it counts is there?"""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gis.errors import LayerChoiceNeeded, LayerUnreadable
from gis.layers.readers.esri_json import ESRI_DRIVER, Page, object_ids, refuse_error, rows_of_pages
from gis.layers.readers.opened import OpenedFile
from gis.layers.readers.refusals import unreadable

TIMEOUT_S = 60.0
_SCHEMES = frozenset({"http", "https"})
_LARGEST_ANSWER_BYTES = 512_000_000
_MOST_IN_A_PAGE = 1000
"""Where the service does not say its own limit."""
_ATTEMPTS = 2
_ALL = "1=1"
_AGAIN = "Ask again later, or save the pages to files and import their folder."


def is_service(source: Path | str) -> bool:
    """Say whether a source is an address on the web and no file.

    >>> is_service("https://gis.example.gov/arcgis/rest/services/Parcels/FeatureServer/0"), is_service("a.json")
    (True, False)
    """
    return isinstance(source, str) and urllib.parse.urlsplit(source).scheme.lower() in _SCHEMES


@dataclass(frozen=True, slots=True)
class _Service:
    """One layer of a service: where it is, and what every request for it carries."""

    address: str
    extra: tuple[tuple[str, str], ...]
    """What the address was given with, such as a token; never shown."""
    timeout_s: float

    def ask(self, path: str = "", **parameters: str | int) -> tuple[Page, bytes]:
        """Return the answer to a request, parsed and as it was served."""
        query = urllib.parse.urlencode([*self.extra, *parameters.items(), ("f", "json")])
        opener = urllib.request.build_opener()
        try:
            with opener.open(f"{self.address}{path}?{query}", timeout=self.timeout_s) as answer:
                data: bytes = answer.read(_LARGEST_ANSWER_BYTES)
        except urllib.error.HTTPError as error:
            with error:
                why = f"The service answered with HTTP status {error.code}."
            raise unreadable(self.address, why, _AGAIN) from None  # the cause bears the whole address
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            why = f"The service cannot be reached: {type(reason).__name__}."
            raise unreadable(self.address, why, _AGAIN) from None  # the same
        try:
            found = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise unreadable(self.address, "The answer is no JSON; it may be a page to sign in.", _AGAIN) from error
        refuse_error(found, self.address)
        return found, data

    def count(self, where: str) -> int:
        """Return how many rows the service says that there are."""
        found, _ = self.ask("/query", where=where, returnCountOnly="true")
        if not isinstance(found.get("count"), int):
            raise unreadable(self.address, "The service does not say how many rows there are.", _AGAIN)
        return int(found["count"])


def open_service(url: str, timeout_s: float = TIMEOUT_S) -> OpenedFile:
    """Fetch all rows of one layer of an ArcGIS feature service.

    The number of rows got must be the number that the service counts, and no object id may come
    twice; a layer that changed meanwhile is asked for once more. Rows come in the layer's own
    coordinate system, ordered by object id. Pages that are shorter than asked for are followed on.

    Parameters
    ----------
    url : str
        Address of the layer, such as https://host/arcgis/rest/services/Parcels/FeatureServer/0. A token
        or a `where` in its query is sent along, and shown nowhere.
    timeout_s : float
        Seconds to wait for each answer.

    Returns
    -------
    OpenedFile
        With the rows held, and the hash of the pages as served.

    Raises
    ------
    LayerUnreadable
        Where the service cannot be reached, answers with an error, or gives another number of rows
        than it says.
    LayerChoiceNeeded
        Where the address is of a service and not of one of its layers.
    """
    parts = urllib.parse.urlsplit(url)
    given = urllib.parse.parse_qsl(parts.query)
    where = next((value for name, value in given if name.lower() == "where"), _ALL)
    extra = tuple((name, value) for name, value in given if name.lower() in {"token", "gdbversion"})
    host = parts.hostname or "?"
    netloc = host if parts.port is None else f"{host}:{parts.port}"
    path = parts.path.rstrip("/").removesuffix("/query")
    service = _Service(f"{parts.scheme}://{netloc}{path}", extra, timeout_s)
    info, _ = service.ask()
    if "layers" in info and "geometryType" not in info and "fields" not in info:
        raise _choose(service.address, info)
    for attempt in range(1, _ATTEMPTS + 1):
        pages, digest = _pages(service, info, where)
        features = [feature for page in pages for feature in page.get("features", [])]
        count = service.count(where)
        ids = object_ids(pages, features)
        if len(features) == count and len(set(ids)) == len(ids):
            break
        if attempt == _ATTEMPTS:
            raise _incomplete(service.address, count, len(features), len(ids) - len(set(ids)))
    name = str(info.get("name") or "layer")
    layer, rows = rows_of_pages([_page(info, page) for page in pages], name, service.address)
    remark = f"{count:,} rows came in {len(pages):,} pages from {service.address}."
    title = f"{name} at {netloc}".replace("/", " ")
    return OpenedFile(Path(title), ESRI_DRIVER, (layer,), (remark,), sha256=digest, held=(rows,))


def _page(info: dict[str, Any], page: Page) -> Page:
    """Return a page that says what only the layer's description says, and whose limit was followed on."""
    said = {name: info[name] for name in ("geometryType", "fields") if info.get(name)}
    return {**said, **{key: value for key, value in page.items() if key != "exceededTransferLimit"}}


def _pages(service: _Service, info: dict[str, Any], where: str) -> tuple[list[Page], str]:
    """Fetch all pages, and hash them as they are served."""
    key = _object_id(info)
    size = min(int(info.get("maxRecordCount") or _MOST_IN_A_PAGE), int(info.get("standardMaxRecordCount") or 10**9))
    said = info.get("advancedQueryCapabilities") or info
    can_page = bool(said.get("supportsPagination"))
    asked = {"outFields": "*", "returnGeometry": "true", "returnTrueCurves": "false", "orderByFields": key}
    digest = hashlib.sha256()
    pages: list[Page] = []
    if can_page:
        offset = 0
        while True:
            page, data = service.ask("/query", where=where, **asked, resultOffset=offset, resultRecordCount=size)
            digest.update(data)
            pages.append(page)
            got = len(page.get("features", []))
            offset += got
            if got == 0 or (got < size and not page.get("exceededTransferLimit")):
                return pages, digest.hexdigest()
    for low, high in _id_ranges(service, where, size):
        page, data = service.ask("/query", where=f"({where}) AND {key} >= {low} AND {key} <= {high}", **asked)
        digest.update(data)
        pages.append(page)
        if page.get("exceededTransferLimit"):
            why = "The service gives fewer rows at once than it says, and cannot give the rest."
            raise unreadable(service.address, why, _AGAIN)
    return pages, digest.hexdigest()


def _id_ranges(service: _Service, where: str, size: int) -> list[tuple[int, int]]:
    """Return ranges of object ids with no more rows than a page holds."""
    found, _ = service.ask("/query", where=where, returnIdsOnly="true")
    ids = sorted(map(int, found.get("objectIds") or []))
    return [(ids[first], ids[min(first + size, len(ids)) - 1]) for first in range(0, len(ids), size)]


def _object_id(info: dict[str, Any]) -> str:
    fields = info.get("fields") or []
    by_type = (str(field["name"]) for field in fields if field.get("type") == "esriFieldTypeOID")
    return str(info.get("objectIdField") or next(by_type, "OBJECTID"))


def _incomplete(address: str, count: int, got: int, twice: int) -> LayerUnreadable:
    repeated = f", {twice:,} object ids among them twice" if twice else ""
    return LayerUnreadable(
        what="The service did not give the rows that it says it has.",
        where=address,
        why=f"It said {count:,} and gave {got:,}{repeated}, and again when asked once more.",
        next=_AGAIN,
    )


def _choose(address: str, info: dict[str, Any]) -> LayerChoiceNeeded:
    layers = "; ".join(f"{each.get('id')} {each.get('name')}" for each in info["layers"])
    return LayerChoiceNeeded(
        what="This is the address of a service and not of one of its layers.",
        where=address,
        why=f"Its layers: {layers or 'none'}.",
        next=f"Add the number of one: {address}/{info['layers'][0].get('id') if info['layers'] else 0}",
    )
