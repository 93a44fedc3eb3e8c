"""What does an ArcGIS feature service answer, page by page, until every row that it counts is there?"""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from gis.errors import LayerChoiceNeeded, LayerUnreadable
from gis.layers.readers.esri_json import ESRI_DRIVER, Page, features_of, object_ids, refuse_malformed, rows_of_pages
from gis.layers.readers.opened import OpenedFile
from gis.layers.readers.refusals import unreadable

TIMEOUT_S = 60.0
ANSWER_S = 900.0
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_KEPT_IN_PATH = "/%:@!$&'()*+,;=~"
"""What stays as it is in the path of an address; all else, a blank or an umlaut, is written by its bytes."""
_LARGEST_ANSWER_BYTES = 512_000_000
_PIECE_BYTES = 1_000_000
_MOST_ROWS = 20_000_000
"""More than any layer of parcels of a state; a service that says more would be read for days."""
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
    return isinstance(source, str) and _SCHEME.match(source) is not None


@dataclass(frozen=True, slots=True)
class _Service:
    """One layer of a service: where it is, and what every request for it carries."""

    address: str
    extra: tuple[tuple[str, str], ...]
    """What the address was given with, such as a token; never shown."""
    timeout_s: float
    answer_s: float

    def ask(self, path: str = "", **parameters: str | int) -> tuple[Page, bytes]:
        """Return the answer to a request, parsed and as it was served."""
        query = urllib.parse.urlencode([*self.extra, *parameters.items(), ("f", "json")])
        opener = urllib.request.build_opener(_SameHost(self.address))
        until = time.monotonic() + self.answer_s
        try:
            with opener.open(f"{self.address}{path}?{query}", timeout=self.timeout_s) as answer:
                data = self._whole_answer(answer, until)
        except urllib.error.HTTPError as error:
            with error:
                why = f"The service answered with HTTP status {error.code}."
            raise unreadable(self.address, why, _AGAIN) from None  # the cause bears the whole address
        except (OSError, ValueError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            named = type(reason if isinstance(reason, Exception) else error).__name__
            raise unreadable(self.address, f"The service cannot be reached: {named}.", _AGAIN) from None  # the same
        try:
            found = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise unreadable(self.address, "The answer is no JSON; it may be a page to sign in.", _AGAIN) from error
        refuse_malformed(found, self.address)
        return found, data

    def _whole_answer(self, answer: http.client.HTTPResponse, until: float) -> bytes:
        """Read an answer to its end, not for longer than allowed though bytes keep coming."""
        pieces: list[bytes] = []
        got, said = 0, answer.length
        while piece := answer.read1(_PIECE_BYTES):
            pieces.append(piece)
            got += len(piece)
            if got > _LARGEST_ANSWER_BYTES:
                why = f"One answer of the service is larger than {_LARGEST_ANSWER_BYTES:,} bytes."
                raise unreadable(self.address, why, _AGAIN)
            if time.monotonic() > until:
                why = f"The service did not finish one answer in {self.answer_s:g} seconds."
                raise unreadable(self.address, why, _AGAIN)
        data = b"".join(pieces)
        if said is not None and got < said:  # the library tells of it only where all is read at once
            raise http.client.IncompleteRead(data, said - got)
        return data

    def count(self, where: str) -> int:
        """Return how many rows the service says that there are."""
        found, _ = self.ask("/query", where=where, returnCountOnly="true")
        count = found.get("count")
        if type(count) is not int or count < 0:
            raise unreadable(self.address, "The service does not say how many rows there are.", _AGAIN)
        if count > _MOST_ROWS:
            why = f"The service says that it has more than {_MOST_ROWS:,} rows, which are not read at once."
            raise unreadable(self.address, why, "Give a `where` in the address that takes fewer of them.")
        return count


class _SameHost(urllib.request.HTTPRedirectHandler):
    """Follows a service to another address of its host only: what is told of a layer names who served it."""

    def __init__(self, address: str) -> None:
        self.address = address

    def redirect_request(  # noqa: PLR0913  as the library calls it
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        asked, sent = urllib.parse.urlsplit(self.address), urllib.parse.urlsplit(newurl)
        if sent.hostname != asked.hostname or sent.scheme not in {asked.scheme, "https"}:
            fp.close()
            why = f"It sends its readers on to another host or protocol, {sent.scheme}://{sent.hostname}."
            raise unreadable(self.address, why, "If that is the publisher's, give the address there.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def open_service(url: str, timeout_s: float = TIMEOUT_S, answer_s: float = ANSWER_S) -> OpenedFile:
    """Fetch all rows of one layer of an ArcGIS feature service.

    The number of rows got must be the number that the service counts, and no object id may come
    twice; a layer that changed meanwhile is asked for once more. A service that gives more than it counts,
    or the same rows again, is not asked on and on. Rows come in the layer's own
    coordinate system, ordered by object id. Pages that are shorter than asked for are followed on.

    Parameters
    ----------
    url : str
        Address of the layer, such as https://host/arcgis/rest/services/Parcels/FeatureServer/0. A token
        or a `where` in its query is sent along, and shown nowhere.
    timeout_s : float
        Seconds to wait for an answer to begin, and to go on.
    answer_s : float
        Seconds in which an answer must have come whole.

    Returns
    -------
    OpenedFile
        With the rows held, and the hash of the pages as served.

    Raises
    ------
    LayerUnreadable
        Where the service cannot be reached, answers with an error or not as Esri JSON says, sends its
        readers on to another host, or gives another number of rows than it says.
    LayerChoiceNeeded
        Where the address is of a service and not of one of its layers.
    """
    address, netloc, given = _address(url)
    where = next((value for name, value in given if name.lower() == "where"), _ALL)
    extra = tuple((name, value) for name, value in given if name.lower() in {"token", "gdbversion"})
    service = _Service(address, extra, timeout_s, answer_s)
    info, _ = service.ask()
    if "layers" in info and "geometryType" not in info and "fields" not in info:
        raise _choose(service.address, info)
    for attempt in range(1, _ATTEMPTS + 1):
        count = service.count(where)
        pages, digest = _pages(service, info, where, count)
        features = features_of(pages)
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


def _address(url: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the address of a layer without its query, its host and port, and what the query says.

    >>> _address("http://[::1]:8080/Lots and streets/FeatureServer/0/query?f=html")
    ('http://[::1]:8080/Lots%20and%20streets/FeatureServer/0', '[::1]:8080', [('f', 'html')])
    """
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host:
        shown = re.split(r"[?#]", url)[0].rpartition("@")[2]  # no token, no password
        raise unreadable(shown, "It is no address on the web: its host or port cannot be told.", "Check the address.")
    host = f"[{host}]" if ":" in host else host
    netloc = host if port is None else f"{host}:{port}"
    path = urllib.parse.quote(parts.path.rstrip("/").removesuffix("/query"), safe=_KEPT_IN_PATH)
    return f"{parts.scheme}://{netloc}{path}", netloc, urllib.parse.parse_qsl(parts.query)


def _page(info: dict[str, Any], page: Page) -> Page:
    """Return a page that says what only the layer's description says, and whose limit was followed on."""
    said = {name: info[name] for name in ("geometryType", "fields") if info.get(name)}
    return {**said, **{key: value for key, value in page.items() if key != "exceededTransferLimit"}}


def _pages(service: _Service, info: dict[str, Any], where: str, count: int) -> tuple[list[Page], str]:
    """Fetch pages until all rows counted are there, and hash them as they are served.

    No more is asked for where more rows came than were counted, or a page brought none that is new: a
    service that does not heed where a page should begin would never end.
    """
    digest = hashlib.sha256()
    pages: list[Page] = []
    seen: set[Any] = set()
    got = 0
    said = info.get("advancedQueryCapabilities") or info
    fetch = _by_offset if said.get("supportsPagination") else _by_ids
    for page, data in fetch(service, info, where):
        digest.update(data)
        pages.append(page)
        features = features_of([page])
        ids = object_ids([_page(info, page)], features)
        got += len(features)
        if got > count or (ids and seen.issuperset(ids)):
            break
        seen.update(ids)
    return pages, digest.hexdigest()


def _by_offset(service: _Service, info: dict[str, Any], where: str) -> Iterator[tuple[Page, bytes]]:
    asked, size = _asked(info), _page_size(info)
    offset = 0
    while True:
        page, data = service.ask("/query", where=where, **asked, resultOffset=offset, resultRecordCount=size)
        yield page, data
        got = len(features_of([page]))
        offset += got
        if got == 0 or (got < size and not page.get("exceededTransferLimit")):
            return


def _by_ids(service: _Service, info: dict[str, Any], where: str) -> Iterator[tuple[Page, bytes]]:
    asked, key = _asked(info), _object_id(info)
    for low, high in _id_ranges(service, where, _page_size(info)):
        page, data = service.ask("/query", where=f"({where}) AND {key} >= {low} AND {key} <= {high}", **asked)
        if page.get("exceededTransferLimit"):
            why = "The service gives fewer rows at once than it says, and cannot give the rest."
            raise unreadable(service.address, why, _AGAIN)
        yield page, data


def _asked(info: dict[str, Any]) -> dict[str, str]:
    """Return what every request for rows says."""
    order = _object_id(info)
    return {"outFields": "*", "returnGeometry": "true", "returnTrueCurves": "false", "orderByFields": order}


def _page_size(info: dict[str, Any]) -> int:
    limits = [info.get("maxRecordCount") or _MOST_IN_A_PAGE, info.get("standardMaxRecordCount")]
    size = min(limit for limit in limits if limit)
    return size if size > 0 else _MOST_IN_A_PAGE


def _id_ranges(service: _Service, where: str, size: int) -> list[tuple[int, int]]:
    """Return ranges of object ids with no more rows than a page holds."""
    found, _ = service.ask("/query", where=where, returnIdsOnly="true")
    ids = sorted(found.get("objectIds") or [])
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
