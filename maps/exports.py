"""How does an evaluation become a page that one can serve, send or print: a map beside an equal list."""

from __future__ import annotations

from collections.abc import Sequence

from gis.errors import TownlineError
from gis.model.report import Report
from gis.model.view import MapView
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.elements import PageFigure, ProposalMap, RoleLayer, environment
from maps.embed import role_blocks, shown_id
from maps.legend import ROLE_STYLES, STATE_STYLES
from maps.listing import (
    boundary_area,
    counted_rows,
    feature_groups,
    finding_entries,
    land_tables,
    origin_rows,
    territory_conflicts,
)
from maps.wording import date_words

BANNER = "Draft. Not a survey."


def proposal_page(view: MapView, report: Report, assets: Assets, *, max_feature_bytes: int = MAX_FEATURE_BYTES) -> str:
    """Return the page of one evaluation as HTML; same input, same text.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude.
    report
        What was found; every finding is in the list.
    assets
        Links to our own origin, or scripts and styles to put inside.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold. Past it parcels wholly inside are counted
        and no longer drawn, and the page says so.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    figure = PageFigure(
        "proposal.html",
        assets,
        {
            "title": shown.title,
            "banner": BANNER,
            "date": date_words(report.date),
            "area": boundary_area(report),
            "left_out": shown.left_out,
            "findings": finding_entries(report, blocks),
            "boundary_notes": report.boundary.notes,
            "report_notes": report.notes,
            "land": land_tables(report),
            "counted": counted_rows(report),
            "conflicts": territory_conflicts(report),
            "groups": feature_groups(blocks),
            "legend": [(block.role, ROLE_STYLES[block.role]) for block in reversed(blocks)],
            "states": list(STATE_STYLES.items()),
            "patterns": list(ROLE_STYLES.items()),
            "origin": origin_rows(report),
            "shown_id": shown_id,
        },
    )
    proposal = ProposalMap(shown.bbox)
    for block in blocks:
        proposal.add_child(RoleLayer(block))
    figure.add_child(proposal)
    return str(figure.render())


def notice_page(title: str, paragraphs: Sequence[str], assets: Assets) -> str:
    """Return a page without a map: what the reader may do, or what went wrong."""
    return (
        environment()
        .get_template("notice.html")
        .render(title=title, banner=BANNER, paragraphs=paragraphs, assets=assets)
    )


def error_page(error: TownlineError, assets: Assets) -> str:
    """Return an error as a page: what, where, why and next."""
    places = [str(place) for place in error.places]
    return notice_page(
        error.what, [f"Where: {error.where}", f"Why: {error.why}", f"Next: {error.next}", *places], assets
    )
