"""What does a person see at /: the map of the configured boundary, and the files that it loads."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from api.answers import not_found
from api.errors import public_error, status_of
from api.evaluator import Evaluates
from api.routes.kept_page import KeptPage
from api.settings import Settings
from gis.errors import TownlineError
from maps.assets import Assets, asset_files
from maps.exports import error_page, notice_page, proposal_page
from maps.parcel_addresses import Pages

YEAR_S = 365 * 24 * 3600
LAW_PAGES = "law"
"""Where the pages on the law are, from the page of the boundary."""


def pages_served(
    *, has_decision: bool, has_sewers: bool, has_runoff: bool, has_charges: bool
) -> tuple[tuple[str, str], ...]:
    """Return name and address of each page that a service has, as every page lists them.

    >>> pages_served(has_decision=False, has_sewers=False, has_runoff=False, has_charges=False)
    (('Proposed boundary', '/'), ('Law', '/law'))
    """
    pages = Pages()
    named = (
        ("Proposed boundary", "/", True),
        ("Board's decision", "/exclusions", has_decision),
        ("Map of sewers", pages.service_area, has_sewers),
        ("Find a parcel", pages.parcels, has_sewers),
        ("Charges", pages.charges, has_charges),
        ("Runoff units", pages.runoff, has_runoff),
        ("Law", pages.law, True),
    )
    return tuple((name, address) for name, address, is_served in named if is_served)


class BoundaryPage:
    """The page of the configured boundary, made at the first question and kept."""

    def __init__(self, settings: Settings, evaluator: Evaluates, assets: Assets) -> None:
        self._settings = settings
        self._evaluator = evaluator
        self._assets = assets
        self._kept = KeptPage(self._made)

    def html(self) -> str:
        """Return the page; the boundary is judged once, and an error is not kept.

        Raises
        ------
        TownlineError
            Where the boundary cannot be judged.
        """
        return self._kept.html()

    def _made(self) -> str:
        settings = self._settings
        if settings.boundary is None:
            return _how_to_post(self._assets)
        judged = self._evaluator.evaluate_file(
            settings.boundary,
            settings.date,
            settings.editions,
            crs=settings.crs,
            layer=settings.layer,
            boundary_accuracy_ft=settings.boundary_accuracy_ft,
            brought=settings.brought,
        )
        return proposal_page(judged.view, judged.report, self._assets, law_pages=LAW_PAGES)


def pages_router(page: BoundaryPage, assets: Assets, limiter: CapacityLimiter) -> APIRouter:
    """Return the routes of the page and of its scripts, styles and images."""
    router = APIRouter()
    files = asset_files()

    @router.get("/", include_in_schema=False)
    async def home() -> Response:
        try:
            html = await to_thread.run_sync(page.html, limiter=limiter)
        except TownlineError as error:
            return HTMLResponse(error_page(public_error(error), assets), status_code=status_of(error))
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    # A name is looked up among the files known beforehand, so no path can lead outside.
    @router.get("/assets/{name:path}", include_in_schema=False)
    async def asset(name: str, request: Request) -> Response:
        if name not in files:
            raise not_found(thing="file")
        file = files[name]
        tag = f'"{file.digest[:32]}"'
        is_pinned = request.query_params.get("v") == file.digest[:16]
        headers = {
            "ETag": tag,
            "Cache-Control": f"public, max-age={YEAR_S}, immutable" if is_pinned else "no-cache",
        }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.media_type, headers=headers)

    return router


def _how_to_post(assets: Assets) -> str:
    return notice_page(
        "No boundary is set",
        [
            "This service judges a boundary when it is sent one. To see one on a map here, start it with a file:",
            "townline serve --layers DIR --date YYYY-MM-DD --boundary FILE",
            "To have one judged, post it as JSON to /api/evaluations, in longitude and latitude:",
            '{"boundary": {"type": "Polygon", "coordinates": [...]}, "date": "2025-07-01"}',
            "The answer is the report: every rule, its state and why.",
            "What may be sent and what comes back is described at /openapi.json.",
        ],
        assets,
    )
