"""Every kind of page with a map, of the samples, with many shapes on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gis.model.view import MapView
from maps.assessment import assessment_page
from maps.assets import FINDING, SCRIPTS, Assets, inline_assets
from maps.exclusions import exclusions_page
from maps.exports import proposal_page
from maps.proposed_main import proposed_main_page
from maps.runoff import runoff_page
from maps.service_area import service_area_page
from tests.maps.sample_assessment import addressed, sample
from tests.maps.sample_connections import sample_connections, sample_proposed_main, service_area_map
from tests.maps.sample_decision import decision_map, sample_decision
from tests.maps.sample_evaluation import sample_report, sample_view
from tests.maps.sample_roll import runoff_map, sample_roll

ADDRESS = "W359 N5920 Brown St"
WITH_SEARCH = (*SCRIPTS, *FINDING)


def crowded(view: MapView, times: int) -> MapView:
    """Return the view with each of its features drawn so many times more."""
    more = (
        replace(each, feature_id=f"{each.feature_id}-{at}", title=f"{each.title}-{at}")
        for at in range(times)
        for each in view.features
    )
    return replace(view, features=(*view.features, *more))


def _assessment(times: int, assets: Assets) -> str:
    found, view = sample(rows=addressed(ADDRESS))
    return assessment_page(crowded(view, times), found.answer, assets)


def _exclusions(times: int, assets: Assets) -> str:
    decision = sample_decision()
    return exclusions_page(crowded(decision_map(decision), times), decision, assets)


def _proposal(times: int, assets: Assets) -> str:
    return proposal_page(crowded(sample_view(), times), sample_report(), assets)


def _runoff(times: int, assets: Assets) -> str:
    roll = sample_roll(ADDRESS)
    return runoff_page(crowded(runoff_map(roll), times), roll, assets)


def _service_area(times: int, assets: Assets) -> str:
    found = sample_connections(ADDRESS)
    return service_area_page(crowded(service_area_map(found), times), found, assets)


def _sketch(times: int, assets: Assets) -> str:
    return proposed_main_page(crowded(service_area_map(), times), sample_proposed_main(), assets)


_MAKERS: Mapping[str, Callable[[int, Assets], str]] = {
    "proposal": _proposal,
    "exclusions": _exclusions,
    "service_area": _service_area,
    "sketch": _sketch,
    "runoff": _runoff,
    "assessment": _assessment,
}
KINDS = tuple(_MAKERS)
JUDGED = ("proposal", "exclusions")
"""Those on which the boundary of a district is judged."""
SEARCHED = ("service_area", "runoff", "assessment")
"""Those whose list is searched."""


def map_file(kind: str, times: int = 0) -> str:
    """Return a page as a file that is sent around, each of its shapes so many times more."""
    return _MAKERS[kind](times, inline_assets(WITH_SEARCH if kind in SEARCHED else SCRIPTS))
