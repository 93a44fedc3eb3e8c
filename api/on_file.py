"""Against which parcels and owners on file is a petition read?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from gis.errors import EditionMissing

if TYPE_CHECKING:
    from gis.layers.layer import Layer


class HoldsLayers(Protocol):
    """Holds layers; `gis.proposals.evaluate.Evaluator` does."""

    def layer(self, kind: str, date: dt.date, edition: str | None = None) -> Layer:
        """Return the layer of a kind in force at a date, or the edition named."""
        ...


@dataclass(frozen=True, slots=True)
class OnFile:
    """What a petition is held against; no names."""

    parcel_ids: frozenset[str]
    owners_edition: str
    """Edition whose owner keys count."""


def on_file(holder: HoldsLayers, date: dt.date, editions: Mapping[str, str]) -> OnFile:
    """Return the parcels that a petition may name, and the edition of the owners that it may be matched to.

    Raises
    ------
    EditionMissing
        No parcels are on file, or an edition named is not.
    """
    parcels = holder.layer("parcels", date, editions.get("parcels"))
    owners = owners_layer(holder, parcels, date, editions)
    ids = {str(parcel_id) for layer in (parcels, owners) for parcel_id in layer.column("parcel_id").tolist()}
    return OnFile(frozenset(ids), owners.edition)


def owners_layer(holder: HoldsLayers, parcels: Layer, date: dt.date, editions: Mapping[str, str]) -> Layer:
    """Return the layer whose owner keys are used: the parcels', or, where these bear none, the table of owners."""
    if any(parcels.column("owner_keys")):
        return parcels
    try:
        return holder.layer("owners", date, editions.get("owners"))
    except EditionMissing:
        if "owners" in editions:
            raise
        return parcels
