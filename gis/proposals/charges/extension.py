"""Which frontage has the parcel along a main extension that another customer paid for, and which has all property?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.facts.assessments.frontage import frontage_along
from gis.facts.assessments.land import parcel_land
from gis.facts.assessments.lines import sewers_named
from gis.model.edition import Kind
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.connections.layers import layers_asked, near_place
from gis.proposals.connections.place import parcel_asked
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import listed, quantity
from gis.units import LENGTH_STEPS_PER_FT

MAINS = "main_extension_along"
"""Kind of the register that names a main of the extension."""
_KINDS: tuple[Kind, ...] = (
    *("parcels", "municipalities", "counties", "rights_of_way", "streets", "railroads", "water", "plats", "sewers"),
)


@dataclass(frozen=True, slots=True)
class ExtensionFrontage:
    """Frontage along an extension, US survey feet on the ground."""

    parcel_ft: Fraction | None
    """Null where the parcel has none that the map can tell."""
    total_ft: Fraction
    says: tuple[str, ...]


def extension_frontage(on_file: LayersOnFile, asked: ChargesAsked, bench: Bench) -> ExtensionFrontage | None:
    """Measure the frontage along the mains that the register names; None where it names none.

    Raises
    ------
    SewerUnknown
        No main on file has one of the ids.
    EditionMissing
        No sewers are on file, or nothing says in which streets they run.
    """
    mains = sorted({each.strip() for each in bench.register.values(MAINS)})
    if not mains:
        return None
    place, question = bench.place, asked.under(None)
    land = parcel_asked(on_file, question, place.parcel_id, place.county)
    layers = layers_asked(on_file, question, land, kinds=_KINDS)
    parcels = parcel_land(near_place(layers, land, ("parcels",)))
    along = frontage_along(parcels, sewers_named(layers, mains), asked.date)
    own = along.frontage_ft(parcels.position(place.parcel_id, place.county))
    # Units of a condominium have one front together.
    total = {int(parcels.ground[each]): int(along.steps[each]) for each in along.benefited.tolist()}
    total_ft = Fraction(sum(total.values()), LENGTH_STEPS_PER_FT)
    measured = "none that the map can tell" if own is None else f"{quantity(own, 1)} ft"
    fronts = (
        f"Along {listed(mains)} the parcel fronts for {measured}, all property for {quantity(total_ft, 1)} ft: the "
        "line that each shares with the street that holds the main."
    )
    return ExtensionFrontage(own, total_ft, (fronts, *along.notes))
