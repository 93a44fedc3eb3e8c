"""How is the answer for one parcel told in sentences, each with what it rests on?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from gis.facts.sewers.answers.access import SewerAccess
from gis.facts.sewers.areas.lying import NOWHERE
from gis.facts.sewers.ground import SewerGround
from gis.model.connections import Downstream, Front, ParcelConnection, Said
from gis.proposals.connections.words import (
    DUTY_WORDS,
    charge_words,
    day_of_another_rule,
    duty_words,
    feet,
    front_name,
    frontage_ft,
    weekday_words,
)
from gis.rules.words import all_listed, quantity

_SOURCES = {
    "rights_of_way": "a record of the layer of rights-of-way",
    "parcels": "a right-of-way record of the roll",
    "gap": "the gap that the parcels leave",
    "centreline": "a centreline with its width",
    "easement": "a recorded easement",
}
_KINDS = {"gravity_main": "gravity main", "force_main": "force main", "interceptor": "interceptor", None: "sewer"}
_HOW = {"interior": "in its interior", "through": "through it", "bounding_street": "in a street that bounds it"}
_PATH_AT_MOST = 12


def answer_said(parcel: ParcelConnection, title: str | None) -> Said:
    """Say the answer itself: whether the land must connect, by when, and why."""
    words, due = duty_words(parcel), parcel.connect_by
    if parcel.finding is None:
        return Said("The answer", (f"{words[:1].upper()}{words[1:]}.",))
    because = f"{parcel.finding.because} ({parcel.finding.rule}, {parcel.finding.citation})"
    of_others = day_of_another_rule(parcel)
    if due is None or not of_others:
        by = "" if due is None else f", by {weekday_words(due)}"
        return Said("The answer", (f"{title}: {words}{by}.", because))
    first = f"The first day by which to connect is {weekday_words(due)}."
    return Said("The answer", (f"{title}: {words}.", because, first, *of_others))


def sides_said(fronts: Sequence[Front]) -> Said:
    """Say along which rights-of-way the parcel lies, for how many feet, and what runs in them."""
    if not fronts:
        return Said("Sides", ("The parcel meets no street, alley, railroad or easement on file.",))
    total = f"Frontage on streets, alleys and other rights-of-way in all: {feet(frontage_ft(fronts))}."
    return Said("Sides", (*map(_side, fronts), total))


def _side(front: Front) -> str:
    length = feet(front.length_ft) if front.length_ft else "a corner only"
    sewers = f"; sewers in it that count: {all_listed(front.sewers)}" if front.sewers else "; no sewer in it counts"
    sure = "" if front.is_certain else ", which is derived and less sure than a record"
    return f"{front_name(front)} ({front.kind}): {length}{sewers}. Told from {_SOURCES[front.source]}{sure}."


def sewers_said(ground: SewerGround, access: SewerAccess) -> Said:
    """Say which sewers decided: their kind, state, owner, where they run and since when they serve."""
    lines = ground.mains
    if lines is None or not access.sewers:
        return Said("Sewers", ("No sewer on file meets the ordinance's test for this parcel.",))
    statuses, where = lines.statuses_on(ground.date), _streets(access)
    said = []
    bearers = {name: np.flatnonzero(lines.ids == name).tolist() for name in access.sewers}
    for name, row in [(name, row) for name, rows in bearers.items() for row in rows]:
        kind = _KINDS.get(lines.kinds[row], "sewer")
        state = str(statuses[row] or "state not known").replace("_", " ")
        owner = f", {lines.owners[row]}" if lines.owners[row] else ", owner not known"
        day = lines.operational[row]
        since = (
            "; the day on which it began to serve is not on file" if day is None else f", since {weekday_words(day)}"
        )
        count = len(bearers[name])
        # Which of several is meant nobody can say, nor therefore where it runs.
        runs = where.get(name, "elsewhere in the block") if count == 1 else f"one of {count} sewers that bear this id"
        said.append(f"{name}, {kind}{owner}, {runs}: {state}{since}.")
    return Said("Sewers", tuple(said))


def _streets(access: SewerAccess) -> dict[str, str]:
    return {sewer: f"in {front_name(front)}" for front in access.fronts for sewer in front.sewers}


def block_said(ground: SewerGround, piece: int, access: SewerAccess) -> Said:
    """Say in which block the parcel lies, what closes it, and how sewers lie to it."""
    block = int(ground.block[piece])
    if block == NOWHERE:
        known = "in no block" if ground.is_open_known else "in a block that nobody can name: no streets are on file"
        return Said("Block", (f"The parcel lies {known}.",))
    blocks = ground.blocks
    name = f"block {blocks.ids[block]}" if blocks.sources[block] == "blocks" else "a block told from the layers"
    closed = f", closed by {all_listed(blocks.closed_by[block])}" if blocks.closed_by[block] else ""
    return Said("Block", (f"The parcel lies in {name}{closed}.", *_in_block(ground, block, access)))


def _in_block(ground: SewerGround, block: int, access: SewerAccess) -> Iterator[str]:
    lines, in_blocks = ground.mains, ground.in_blocks
    pairs = (in_blocks.block == block).nonzero()[0].tolist()
    for how, words in _HOW.items():
        names = [str(lines.ids[in_blocks.sewer[i]]) for i in pairs if in_blocks.how[i] == how] if lines else []
        counted = [name for name in dict.fromkeys(names) if name in access.sewers]
        if counted:
            yield f"Sewers that count {words}: {all_listed(counted)}."


def charges_said(parcel: ParcelConnection) -> Said | None:
    """Say what may be charged while the land is not connected, with the arithmetic."""
    said = tuple(
        f"{charge_words(charge)[:1].upper()}{charge_words(charge)[1:]}. {charge.because}" for charge in parcel.charges
    )
    return Said("Charges while not connected", said) if said else None


def more_said(parcel: ParcelConnection) -> Said | None:
    """Say what the other rules find that bear on the parcel."""
    charged = {charge.rule for charge in parcel.charges}
    said = tuple(
        f"{each.rule}, {each.question} {each.because} ({each.citation})"
        for each in parcel.more
        if each.rule not in charged
    )
    return Said("Other rules", said) if said else None


def readings_said(parcel: ParcelConnection) -> Said | None:
    """Say what another honest reading of the text would give, beside the one that decides."""
    found = parcel.finding
    if found is None:
        return None
    said = tuple(
        f"{reading.because} Then: {DUTY_WORDS[reading.state]}."
        for reading in found.readings.values()
        # Readings of how days are counted answer with a day, and say nothing else of the duty.
        if reading.state is not found.state
    )
    return Said("Another reading of the text", said) if said else None


def downstream_said(parcel: ParcelConnection, way: Downstream | None) -> Said:
    """Say by which sewers sewage goes to the plant, and where the way is tightest.

    Of land that no ordinance on file governs nothing of that is said: whether it may connect nobody told.
    """
    main = parcel.serving_main
    if main is None or way is None:
        return Said("Way to the plant", ("No gravity main or interceptor in service lies by the parcel.",))
    if parcel.finding is None:
        ungoverned = (
            f"Main {main} lies by the parcel; no ordinance on file governs the land and says that it serves it."
        )
        return Said("Way to the plant", (ungoverned,))
    shown = " > ".join(way.path[:_PATH_AT_MOST])
    rest = len(way.path) - _PATH_AT_MOST
    said = [f"{main} would serve it. Down the flow: {shown}{f' and {rest} more' if rest > 0 else ''}."]
    said.append("The way reaches a treatment plant." if way.reaches_plant else str(way.why_broken))
    if way.bottleneck is not None and way.bottleneck_gpd is not None:
        said.append(f"Tightest is {way.bottleneck}, with {quantity(way.bottleneck_gpd, 0)} gallons a day to spare.")
    if way.unknown_capacity:
        said.append(f"Of {way.unknown_capacity:,} components on the way nobody stated the spare capacity.")
    return Said("Way to the plant", tuple(said))
