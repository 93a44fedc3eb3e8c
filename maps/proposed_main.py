"""How does a proposed main become a sketch map: the parcels that it makes liable, their frontage, the capacity?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.model.connections import LiableParcel, ProposedMain
from gis.model.finding import Finding
from gis.model.view import MapView, Role
from gis.proposals.connections.words import feet, fronts_words
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.connection_words import due_words
from maps.embed import RoleBlock, role_blocks
from maps.exports import map_page
from maps.legend import STATE_STYLES, StateStyle
from maps.service_area import PARCEL_ROLES, ParcelLine, drawn_keys, fault_groups, parcel_line, shared_parts
from maps.wording import date_words


@dataclass(frozen=True, slots=True)
class LiableLine:
    """A parcel that the main would make liable, as the list shows it."""

    parcel: ParcelLine
    frontage: str
    sides: str
    due: str
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiableGroup:
    """The parcels that the main makes liable, for which it leaves a fact to find out, or that must connect already."""

    heading: str
    frontage: str
    """Of all of them together."""
    lines: tuple[LiableLine, ...]


def proposed_main_page(
    view: MapView, found: ProposedMain, assets: Assets, *, max_feature_bytes: int = MAX_FEATURE_BYTES
) -> str:
    """Return the sketch map of a proposed main as HTML; same input, same text, and nobody is named.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude.
    found
        What the main would change; all of it is in the list.
    assets
        Links to our own origin, or scripts and styles to put inside.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold; see `maps.budget`.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    return map_page(
        "proposed_main.html",
        shown,
        blocks,
        assets,
        {
            **shared_parts(view, blocks, None, [role for role in PARCEL_ROLES if role is not Role.PARCEL_NEAR]),
            "found": found,
            "date": date_words(found.date),
            "length": feet(found.length_ft),
            "liable": (
                _group("Would have to connect", found.liable, blocks),
                _group("Would leave a fact to find out", found.open, blocks),
                _group("Must connect already, by other sewers", found.already, blocks),
            ),
            "capacity": None if found.capacity is None else _judged(found.capacity),
            "permissions": tuple(map(_judged, found.permissions)),
            "faults": fault_groups(found.faults, blocks),
            "origin": tuple(_origin(found)),
        },
    )


def _group(heading: str, parcels: Sequence[LiableParcel], blocks: Sequence[RoleBlock]) -> LiableGroup:
    keys = drawn_keys(blocks)
    total = sum((each.frontage_ft for each in parcels), start=Fraction(0))
    lines = tuple(
        LiableLine(
            parcel_line(each.parcel, keys, None),
            feet(each.frontage_ft) if each.frontage_ft else "through its block only",
            fronts_words(each.fronts),
            due_words(each.parcel) or "no day follows yet",
            tuple(notice.says for notice in each.notices),
        )
        for each in parcels
    )
    return LiableGroup(heading, feet(total), lines)


def _judged(found: Finding) -> tuple[StateStyle, str, str, str]:
    """Return style and name of the state, the question, and the sentence."""
    return STATE_STYLES[found.state], found.state.value, found.question, found.because


def _origin(found: ProposedMain) -> Iterator[tuple[str, str]]:
    yield "Judged for", date_words(found.date)
    yield from ((f"Edition of {kind}", edition) for kind, edition in found.editions.items())
    yield "Rules", "; ".join(f"{rule} version {version}" for rule, version in found.rules.items())
    yield "Parameters of the law", found.parameters_hash
    if found.register_hash:
        yield "Register", found.register_hash
    yield "Townline", found.townline
