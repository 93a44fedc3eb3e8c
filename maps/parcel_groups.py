"""How do the parcels of a roll stand in a list, group by group, each tied to where the map draws it?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from gis.model.view import Role
from gis.proposals.service_area_parcels import MERGED_ID
from maps.embed import RoleBlock, features_of
from maps.legend import ROLE_STYLES
from maps.listing import Target
from maps.service_area import MOST_LISTED, ParcelGroup, ParcelLine


def roll_groups(
    order: Sequence[Role],
    parcels: Sequence[tuple[Role, str]],
    blocks: Sequence[RoleBlock],
    line: Callable[[int, Target], ParcelLine],
    answer: Callable[[Role, Sequence[int]], str],
) -> tuple[ParcelGroup, ...]:
    """Return the parcels of a roll by role.

    Parameters
    ----------
    order
        The roles in the order of the groups; no longer list than a browser bears is made, the first of these first.
    parcels
        How each parcel of the roll is drawn, and what it is called on the map.
    blocks
        What is drawn. A parcel that is drawn together with others is tied to their shape.
    line
        Gives the line of a parcel by its place on the roll, and where its button goes.
    answer
        Says what holds of all parcels of a role, by their places on the roll.
    """
    drawn = {item.feature.feature_id: item.key for item in features_of(blocks)}
    groups, left = [], MOST_LISTED
    for role in order:
        places = [at for at, (of_parcel, _) in enumerate(parcels) if of_parcel is role]
        if not places:
            continue
        together = drawn.get(f"{MERGED_ID}{role}")
        lines = tuple(line(at, Target(drawn.get(parcels[at][1], together), None)) for at in islice(places, left))
        left -= len(lines)
        more = len(places) - len(lines)
        groups.append(ParcelGroup(role, ROLE_STYLES[role], answer(role, places), len(places), more, lines))
    return tuple(groups)
