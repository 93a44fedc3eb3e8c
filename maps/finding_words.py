"""What does a page hold so that its own list can be searched as the service searches, without a server?"""

from __future__ import annotations

from pydantic import JsonValue

from gis.proposals.finding_parcels import number_key
from gis.proposals.site_addresses import (
    HIGHWAYS,
    KEEPERS,
    LONG_FORM,
    long_forms,
    split_number,
    ways_to_say,
    without_keeper,
    words_of,
)


def find_text(parcel_id: str, site_address: str | None) -> str:
    """Return what a parcel is found by: its number, the ways to say its house, its street with and without keeper.

    >>> find_text("002-0814", "N1036 Cty Hwy B")
    '0020814|N1036 1036|COUNTY HIGHWAY B|HIGHWAY B'
    >>> find_text("7", None)
    '7||'
    """
    number, words = split_number(words_of(site_address or ""))
    street = long_forms(words)
    streets = dict.fromkeys((" ".join(street), " ".join(without_keeper(street))))
    return "|".join((number_key(parcel_id), " ".join(ways_to_say(number.replace(" ", "_"))), *streets))


def words_for_script() -> dict[str, JsonValue]:
    """Return the tables by which the page's script reads an address as `gis.proposals.site_addresses` does."""
    return {"long": dict(LONG_FORM), "keepers": [*KEEPERS], "highways": [*HIGHWAYS]}
