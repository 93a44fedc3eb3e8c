"""Where does a service answer for one parcel: addresses that any parcel number fits into?"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a service answers."""

    parcels: str = "/parcels"
    """The search for parcels; the answer for one is a step below it."""
    service_area: str = "/service-area"
    law: str = "/law"
    runoff: str = "/runoff"
    charges: str = "/charges"

    def parcel(self, parcel_id: str, county: str | None, ordinance: str | None = None) -> str:
        """Return the address of the plain answer for one parcel, under an ordinance where one is named.

        >>> Pages().parcel("004/22.7 A", None), Pages().parcel("7", "Fond du Lac", "cksd")
        ('/parcels/004%2F22.7%20A', '/parcels/7?county=Fond+du+Lac&ordinance=cksd')
        """
        asked = {"county": county, "ordinance": ordinance}
        query = urlencode({name: value for name, value in asked.items() if value is not None})
        return f"{self.parcels}/{quote(parcel_id, safe='')}{f'?{query}' if query else ''}"

    def cost(self, parcel_id: str, county: str | None, ordinance: str | None = None) -> str:
        """Return the address of what it would cost to connect a parcel.

        >>> Pages().cost("004/22.7 A", "Dane")
        '/charges?parcel=004%2F22.7+A&event=connect&county=Dane'
        """
        asked = {"parcel": parcel_id, "event": "connect", "county": county, "ordinance": ordinance}
        return f"{self.charges}?{urlencode({name: value for name, value in asked.items() if value is not None})}"

    def map(self, ordinance: str) -> str:
        """Return the address of the map under one of several ordinances."""
        return f"{self.service_area}?{urlencode({'ordinance': ordinance})}"

    def units(self, ordinance: str) -> str:
        """Return the address of the map of runoff units of one of several utilities."""
        return f"{self.runoff}?{urlencode({'ordinance': ordinance})}"
