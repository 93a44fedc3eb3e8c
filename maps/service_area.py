"""How do sewers and the duty to connect become one page: a map beside an equal list in which a parcel can be found?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from gis.model.connections import Connections, LayerFault, ParcelConnection
from gis.model.view import LayerShown, MapView, Role
from gis.proposals.connections.words import connection_words, fronts_words, reason
from gis.proposals.finding_parcels import number_key
from gis.proposals.service_area_parcels import MERGED_ID, ROLE_OF_STATE
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.connection_words import ANSWER_WORDS, due_words, layer_lines
from maps.embed import DrawnFeature, RoleBlock, features_of, record_id, role_blocks, script_json
from maps.exports import map_page
from maps.finding_words import find_text, words_for_script
from maps.legend import ROLE_STYLES
from maps.listing import ParcelFinding, Target, feature_groups, made_rows
from maps.parcel_addresses import Pages
from maps.role_style import RoleStyle
from maps.wording import date_words

PARCEL_ROLES = tuple(ROLE_OF_STATE.values())
ROLL = "Municipality on the roll"
MOST_LISTED = 5_000
"""Parcels in the list; a longer list would stop a browser. `townline connections` writes all of them."""
MOST_FAULTS = 200
"""Faults of one kind in the list."""
_STATE_OF_ROLE = {role: state for state, role in ROLE_OF_STATE.items()}
_KIND_OF_ROLE = {
    **dict.fromkeys((Role.TOWN, Role.VILLAGE, Role.CITY), "municipalities"),
    Role.DISTRICT: "districts",
    Role.SERVICE_AREA: "service_areas",
    **dict.fromkeys(PARCEL_ROLES, "parcels"),
}


@dataclass(frozen=True, slots=True)
class ParcelLine:
    """One parcel in the list."""

    name: str
    target: Target
    page: str | None
    """Address of its plain answer; null in a file."""
    find: str
    """What it is found by; see `maps.finding_words`."""
    address: str
    facts: tuple[tuple[str, str], ...]
    because: str
    findings: tuple[ParcelFinding, ...] = ()
    """What rules say of it, where the page shows that beside the parcel."""


@dataclass(frozen=True, slots=True)
class ParcelGroup:
    """The parcels of one answer."""

    role: Role
    style: RoleStyle
    answer: str
    count: int
    left: int
    """How many more there are than listed."""
    lines: tuple[ParcelLine, ...]


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """The faults of one kind."""

    words: str
    count: int
    lines: tuple[FaultLine, ...]


@dataclass(frozen=True, slots=True)
class FaultLine:
    """One fault of the layers."""

    name: str
    layer: str
    what: str
    where: str
    target: Target


def service_area_page(  # noqa: PLR0913 - what is shown, how it is dressed, and which pages are near
    view: MapView,
    found: Connections | None,
    assets: Assets,
    *,
    pages: Pages | None = None,
    others: Sequence[tuple[str, str]] = (),
    max_feature_bytes: int = MAX_FEATURE_BYTES,
) -> str:
    """Return the public's map of sewers and the duty to connect as HTML; same input, same text, and nobody is named.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude.
    found
        What was found of each parcel; without it the page says that no ordinance was asked.
    assets
        Links to our own origin, or scripts and styles to put inside.
    pages
        Where a service answers; a file that no service is near has none, and finds parcels in its own list.
    others
        Title and address of the maps under other ordinances.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold; see `maps.budget`.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    listed = parcel_groups(() if found is None else found.parcels, blocks, pages)
    return map_page(
        "service_area.html",
        shown,
        blocks,
        assets,
        {
            "found": found,
            "date": None if found is None else date_words(found.date),
            "parcels": listed,
            "example": search_example(listed),
            "faults": fault_groups(() if found is None else found.faults, blocks),
            "origin": () if found is None else _origin(found),
            "others": others,
            **shared_parts(view, blocks, pages, PARCEL_ROLES),
        },
        ask_at=None if pages is None else pages.parcels,
    )


def shared_parts(
    view: MapView, blocks: Sequence[RoleBlock], pages: Pages | None, told: Collection[Role]
) -> Mapping[str, object]:
    """Return what every map of sewers says: the layers with day and source, how one finds, and the features.

    Of the roles `told` the page lists every feature in a place of its own, as it does the faults.
    """
    return {
        "layers": layer_lines(view.sources),
        "dated": dated_roles(view.sources),
        "groups": [group for group in feature_groups(blocks) if group.role not in (*told, Role.LAYER_FAULT)],
        "pages": pages,
        "words": script_json(words_for_script()),
    }


def dated_roles(sources: Sequence[LayerShown]) -> dict[Role, str]:
    """Return of which day, and from which file, the features of each role are."""
    asked = (Role.SKETCHED_MAIN, Role.LAYER_FAULT)
    return dated_by_kind(sources, {role: _KIND_OF_ROLE.get(role, "sewers") for role in Role if role not in asked})


def dated_by_kind(sources: Sequence[LayerShown], kinds: Mapping[Role, str]) -> dict[Role, str]:
    """Return of which day, and from which file, the features of some roles are, by the kind of layer of each."""
    said = {each.kind: f"As of {date_words(each.vintage)}, from {each.source}." for each in sources}
    return {role: said[kind] for role, kind in kinds.items() if kind in said}


def parcel_groups(
    parcels: Sequence[ParcelConnection], blocks: Sequence[RoleBlock], pages: Pages | None
) -> tuple[ParcelGroup, ...]:
    """Return the parcels by what was found, those that must connect first; drawn ones are tied to the map."""
    drawn = drawn_keys(blocks)
    told = {(each.parcel_id, each.municipality) for each in parcels}
    groups, left = [], MOST_LISTED
    for role in PARCEL_ROLES:
        of_role = [each for each in parcels if ROLE_OF_STATE[each.state] is role]
        beside = [
            item
            for block in blocks
            if block.role is role
            for item in block.features
            if (record_id(item.feature), dict(item.feature.facts).get(ROLL)) not in told
        ]
        together = [item for item in beside if item.feature.feature_id.startswith(MERGED_ID)]
        singly = [item for item in beside if item not in together]
        lines = [parcel_line(each, drawn, pages) for each in islice(of_role, left)]
        lines += [_drawn_line(item) for item in islice(singly, left - len(lines))]
        left -= len(lines)
        count = len(of_role) + len(singly)
        if count:
            shown = (*map(_drawn_line, together), *lines)
            answer = ANSWER_WORDS[_STATE_OF_ROLE[role]]
            groups.append(ParcelGroup(role, ROLE_STYLES[role], answer, count, count - len(lines), shown))
    return tuple(groups)


def search_example(groups: Sequence[ParcelGroup]) -> tuple[str, str] | None:
    """Return number and site address of the first parcel listed that its number finds; None where there is none."""
    for line in (line for group in groups for line in group.lines):
        number = line.name.removeprefix("Parcel ")
        # Where counties share a number the name has the county too, and shapes drawn together have no number.
        if line.find.startswith(f"{number_key(number)}|"):
            return number, line.address
    return None


def drawn_keys(blocks: Sequence[RoleBlock]) -> dict[str, list[str]]:
    """Return the keys of the parcels drawn, by number; several counties may use one."""
    drawn: dict[str, list[str]] = {}
    for item in features_of(blocks):
        if item.feature.role in PARCEL_ROLES:
            drawn.setdefault(record_id(item.feature), []).append(item.key)
    return drawn


def parcel_line(parcel: ParcelConnection, drawn: Mapping[str, Sequence[str]], pages: Pages | None) -> ParcelLine:
    """Return one parcel as the list shows it."""
    keys = drawn.get(parcel.parcel_id, ())
    return ParcelLine(
        name=f"Parcel {parcel.parcel_id}",
        # An id that several counties use may be drawn more than once; the box tells which is meant.
        target=Target(
            keys[0] if len(keys) == 1 else None, None if parcel.bbox is None else script_json([*parcel.bbox])
        ),
        page=None if pages is None else pages.parcel(parcel.parcel_id, parcel.county),
        find=find_text(parcel.parcel_id, parcel.site_address),
        address=parcel.site_address or "",
        facts=tuple(_facts(parcel)),
        because=reason(parcel),
    )


def fault_groups(faults: Sequence[LayerFault], blocks: Sequence[RoleBlock]) -> tuple[FaultGroup, ...]:
    """Return the faults of the layers by kind, rare kinds first, each fault with its place."""
    drawn = {item.feature.feature_id: item.key for item in features_of(blocks) if item.feature.role is Role.LAYER_FAULT}
    kinds: dict[str, list[FaultLine]] = {}
    for number, fault in enumerate(faults, start=1):
        target = Target(drawn.get(f"fault-{number}"), None if fault.bbox is None else script_json([*fault.bbox]))
        line = FaultLine(fault.feature_id, fault.layer.replace("_", " "), fault.what, fault.where, target)
        kinds.setdefault(fault.kind, []).append(line)
    return tuple(
        FaultGroup(kind.replace("_", " ").capitalize(), len(lines), tuple(lines[:MOST_FAULTS]))
        for kind, lines in sorted(kinds.items(), key=lambda item: (len(item[1]), item[0]))
    )


def _drawn_line(drawn: DrawnFeature) -> ParcelLine:
    """Return land of which nothing was found, or many parcels that are drawn as one, as the map shows it."""
    facts = dict(drawn.feature.facts)
    address = facts.pop("Site address", None)
    is_parcel = not drawn.feature.feature_id.startswith(MERGED_ID)
    find = find_text(record_id(drawn.feature), address) if is_parcel else ""
    return ParcelLine(drawn.feature.title, Target(drawn.key, None), None, find, address or "", tuple(facts.items()), "")


def _facts(parcel: ParcelConnection) -> Iterator[tuple[str, str]]:
    connection, due = connection_words(parcel), due_words(parcel)
    if connection is not None:
        yield "Connection", connection
    if due is not None:
        yield "Connect by", due
    if parcel.serving_main is not None and parcel.finding is not None:
        yield "Served by", f"main {parcel.serving_main}"
    if parcel.fronts:
        yield "Sides", fronts_words(parcel.fronts)
    if parcel.municipality is not None:
        yield ROLL, parcel.municipality


def _origin(found: Connections) -> tuple[tuple[str, str], ...]:
    return (
        ("Judged for", date_words(found.date)),
        ("Ordinance", found.ordinance_title),
        *made_rows(found),
    )
