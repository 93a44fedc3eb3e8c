"""Was the parcel subdivided from another one, as the earlier rolls on file show?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gis.layers.layer import Layer
from gis.model.edition import Kind
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.connections.layers import layers_asked, near_place
from gis.proposals.connections.place import parcel_asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.descent import line_between, names_of, parents
from gis.rules.words import day_words, listed

_KINDS: tuple[Kind, ...] = ("parcels", "municipalities", "counties")


@dataclass(frozen=True, slots=True)
class Division:
    """That a parcel was made when another was divided."""

    parent: str
    says: str


def division_of(on_file: LayersOnFile, asked: ChargesAsked, parcel_id: str, county: str | None) -> Division | None:
    """Return from which parcel of the oldest roll on file a parcel was divided; None where none shows that it was.

    Land that changed hands along a line is no division: of two or more parcels that came of the old one, each must have
    most of its own land from it.
    """
    question = asked.under(None)
    in_use = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
    editions = on_file.editions("parcels")
    vintage = next(each.vintage for each in editions if each.edition == in_use.edition)
    older = [each for each in editions if each.vintage < vintage]
    if not older:
        return None
    oldest = min(older, key=lambda each: (each.vintage, each.edition))
    land = parcel_asked(on_file, question, parcel_id, county)
    layers = near_place(layers_asked(on_file, question, land, kinds=_KINDS), land, ("parcels",))
    before = on_file.layer("parcels", asked.date, oldest.edition)
    near: Layer = near_place(replace(layers, layers={"parcels": before}), land, ("parcels",)).layers["parcels"]
    line = line_between(layers, near, layers.layers["parcels"])
    for each in parents((parcel_id, county), line):
        made = [one.new_id for one in line.children(each.old_id) if 2 * one.share_of_new > 1]
        if len(made) > 1 and {*names_of((parcel_id, county))} & {*made}:
            roll = f"The roll of {day_words(oldest.vintage)} has parcel {each.old_id}"
            says = f"{roll}, of which {listed(sorted(made))} were made since: it was subdivided."
            return Division(each.old_id, says)
    return None
