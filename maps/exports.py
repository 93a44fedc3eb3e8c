"""How does an evaluation become a page that one can serve, send or print: a map beside an equal list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gis.errors import TownlineError
from gis.model.report import Report
from gis.model.view import MapView
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.connection_words import DRAFT
from maps.elements import PageFigure, ProposalMap, RoleLayer, environment
from maps.embed import RoleBlock, role_blocks, shown_id
from maps.land_inside import boundary_area, counted_rows, land_tables
from maps.legend import JUDGED_STYLES, ROLE_STYLES, STATE_STYLES
from maps.listing import (
    feature_groups,
    finding_entries,
    finding_groups,
    legend_lines,
    origin_rows,
    territory_conflicts,
)
from maps.wording import date_words


def proposal_page(
    view: MapView,
    report: Report,
    assets: Assets,
    *,
    max_feature_bytes: int = MAX_FEATURE_BYTES,
    law_pages: str | None = None,
) -> str:
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
    law_pages
        Address below which the pages on the law are, so that each finding links to its rule; without it the
        citation stands as text, as in a file that no service is near.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    return map_page(
        "proposal.html",
        shown,
        blocks,
        assets,
        {
            "date": date_words(report.date),
            "area": boundary_area(report),
            "groups_of_findings": finding_groups(finding_entries(report, blocks, law_pages)),
            "boundary_notes": report.boundary.notes,
            "report_notes": report.notes,
            "land": land_tables(report),
            "counted": counted_rows(report),
            "conflicts": territory_conflicts(report),
            "states": list(STATE_STYLES.items()),
            "legend": legend_lines(blocks, JUDGED_STYLES),
            "origin": origin_rows(report),
        },
    )


def map_page(  # noqa: PLR0913 - what is drawn and said, how it is dressed, and whom a click asks
    template: str,
    shown: MapView,
    blocks: Sequence[RoleBlock],
    assets: Assets,
    says: Mapping[str, object],
    *,
    ask_at: str | None = None,
) -> str:
    """Return a page of a map beside its list.

    Parameters
    ----------
    template
        Name of the page's template; it takes the map and the list of what is drawn from sides.html.
    shown
        What is drawn, light enough for a page.
    blocks
        The same by role.
    assets
        Links to our own origin, or scripts and styles to put inside.
    says
        What the page says beside what every page with a map says.
    ask_at
        Address that a click beside everything drawn asks what is there; None where no service is near.
    """
    drawn = {
        "title": shown.title,
        "banner": DRAFT,
        "left_out": shown.left_out,
        "groups": feature_groups(blocks),
        "legend": legend_lines(blocks),
        "patterns": list(ROLE_STYLES.items()),
        "shown_id": shown_id,
        "dated": {},
    }
    figure = PageFigure(template, assets, {**drawn, **says})
    proposal = ProposalMap(shown.bbox, ask_at)
    for block in blocks:
        proposal.add_child(RoleLayer(block))
    figure.add_child(proposal)
    return str(figure.render())


def notice_page(title: str, paragraphs: Sequence[str], assets: Assets) -> str:
    """Return a page without a map: what the reader may do, or what went wrong."""
    return (
        environment()
        .get_template("notice.html")
        .render(title=title, banner=DRAFT, paragraphs=paragraphs, assets=assets)
    )


def error_page(error: TownlineError, assets: Assets) -> str:
    """Return an error as a page: what, where, why and next."""
    places = [str(place) for place in error.places]
    return notice_page(
        error.what, [f"Where: {error.where}", f"Why: {error.why}", f"Next: {error.next}", *places], assets
    )
