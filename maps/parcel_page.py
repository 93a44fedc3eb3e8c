"""How does the answer for one parcel look as a page without script: must it connect, by when, why, at what cost?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gis.model.connections import ParcelAnswer
from gis.model.found_parcels import FoundParcel, FoundParcels, LiesIn
from gis.model.view import LayerShown
from gis.proposals.connections.words import CONNECTED, day_of_another_rule, standing
from gis.proposals.service_area_parcels import ROLE_OF_STATE
from maps.assets import Assets
from maps.connection_words import DRAFT, answer_words, charge_line, due_words, layer_lines, part_words
from maps.elements import environment
from maps.law_words import law_link
from maps.legend import ROLE_STYLES
from maps.parcel_addresses import Pages
from maps.wording import date_words

_ABOVE = ("The answer", "Charges while not connected")
"""Parts of the answer that the page says in places of their own."""
LONG = 600
"""Characters from which a part is folded away until somebody opens it."""
_GROUNDS = {"municipalities": "Municipality", "districts": "District", "service_areas": "Service area"}


@dataclass(frozen=True, slots=True)
class ParcelTold:
    """What a page says of a parcel beside the answer itself."""

    places: tuple[LiesIn, ...]
    same_ground: tuple[FoundParcel, ...]
    """Other parcels over the same ground, as the units of a condominium."""
    sources: tuple[LayerShown, ...]
    others: tuple[tuple[str, str], ...] = ()
    """Title and address of the answers under other ordinances."""


def parcel_page(answer: ParcelAnswer, told: ParcelTold, assets: Assets, pages: Pages) -> str:
    """Return the plain answer for one parcel as HTML; same input, same text, no script and nobody named.

    Parameters
    ----------
    answer
        What was found.
    told
        Where the parcel lies, what shares its ground, and where the layers come from.
    assets
        Links to the styles on our own origin.
    pages
        Where the service answers.
    """
    parcel, finding = answer.parcel, answer.parcel.finding
    return (
        environment()
        .get_template("parcel.html")
        .render(
            title=f"Parcel {parcel.parcel_id}",
            banner=DRAFT,
            assets=assets,
            pages=pages,
            parcel=parcel,
            date=date_words(answer.date),
            ordinance=answer.ordinance_title,
            answer=answer_words(parcel),
            duty=(ROLE_OF_STATE[parcel.state].value, ROLE_STYLES[ROLE_OF_STATE[parcel.state]]),
            due=due_words(parcel),
            is_fulfilled=standing(parcel) == CONNECTED,
            earlier=day_of_another_rule(parcel),
            because=None if finding is None else finding.because,
            law=None if finding is None else law_link(pages.law, finding.rule, answer.date),
            citation=None if finding is None else finding.citation,
            charges=[charge_line(charge) for charge in parcel.charges],
            open_facts=answer.open_facts,
            told=[(each, sum(map(len, each.sentences)) > LONG) for each in answer.said if each.heading not in _ABOVE],
            places=[(_GROUNDS[place.layer], part_words(place)) for place in told.places],
            same_ground=[(each, pages.parcel(each.parcel_id, each.county)) for each in told.same_ground],
            others=told.others,
            notes=answer.notes,
            layers=layer_lines(told.sources),
            rules=[f"{rule} version {version}" for rule, version in answer.rules.items()],
            register=answer.register_hash,
        )
    )


def search_page(  # noqa: PLR0913 - what was asked and found, and how the page is dressed
    asked: str, found: FoundParcels | None, heading: str, assets: Assets, pages: Pages, *, says: Sequence[str] = ()
) -> str:
    """Return the search for parcels as HTML, with what was found.

    Parameters
    ----------
    asked
        What stands in the box.
    found
        What fits; None where nothing was asked yet.
    heading
        What the list is: parcels that fit, or that are only near.
    assets
        Links to the styles on our own origin.
    pages
        Where the service answers.
    says
        Sentences above the list.
    """
    lines = [] if found is None else [(each, pages.parcel(each.parcel_id, each.county)) for each in found.parcels]
    return (
        environment()
        .get_template("parcel_search.html")
        .render(
            title="Find a parcel",
            banner=DRAFT,
            assets=assets,
            pages=pages,
            asked=asked,
            found=found,
            heading=heading,
            lines=lines,
            says=says,
        )
    )
