"""How does a board's decision become one page: the map of what was decided beside the list, and what it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from gis.model.decision import REASON_WORDS, DecidedLand, Decision, RuleChange, Ruling
from gis.model.view import MapView, Role
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.embed import RoleBlock, features_of, role_blocks, script_json
from maps.exports import map_page
from maps.land_inside import boundary_area
from maps.legend import JUDGED_STYLES, ROLE_STYLES, STATE_STYLES, StateStyle
from maps.listing import Target, finding_entries, legend_lines, origin_rows
from maps.role_style import RoleStyle
from maps.wording import answer_words, date_words, name_words, quantity, rows, value_words

_ROLES = {
    Ruling.EXCLUDE: Role.EXCLUDED,
    Ruling.KEEP: Role.KEPT,
    Ruling.UNDECIDED: Role.UNDECIDED,
    Ruling.ADD: Role.ADDED,
}
OUTCOME_WORDS = {
    "order": "The board must order the district as described.",
    "order_with_exclusion": "The board must order the district without the land left out.",
    "dismiss": "The board must dismiss the petition.",
    None: "What the board must do cannot be said yet.",
}


@dataclass(frozen=True, slots=True)
class LandLine:
    """One parcel or drawn piece and its ruling, as the list shows it."""

    name: str
    role: Role
    style: RoleStyle
    target: Target
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ChangeEntry:
    """What changed in one rule, as the list shows it."""

    anchor: str
    rule: str
    question: str
    subject: str | None
    sentences: tuple[str, ...]
    state_before: tuple[StateStyle, str]
    state_after: tuple[StateStyle, str]
    answer_before: str
    answer_after: str
    measures: tuple[tuple[str, str, str], ...]
    """Measure, before, now."""
    numbers_of: str | None
    """An earlier rule whose numbers changed in just the same way; they are shown there."""


def exclusions_page(
    view: MapView,
    decision: Decision,
    assets: Assets,
    *,
    max_feature_bytes: int = MAX_FEATURE_BYTES,
    law_pages: str | None = None,
) -> str:
    """Return the page of one decision as HTML; same input, same text.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude: the described boundary, the land decided on, the resulting boundary.
    decision
        What was decided and what changed; all of it is in the list.
    assets
        Links to our own origin, or scripts and styles to put inside.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold; see `maps.budget`.
    law_pages
        Address below which the pages on the law are; see `maps.exports.proposal_page`.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    told = [finding for finding in (decision.decided, decision.addition) if finding is not None]
    changes = decision.changes
    entries = () if changes is None else tuple(change_entries(changes.changed))
    changed = {entry.anchor for entry, change in _paired(entries, decision) if change.outcome_changed}
    return map_page(
        "exclusions.html",
        shown,
        blocks,
        assets,
        {
            "date": date_words(decision.date),
            "area_before": boundary_area(decision.before),
            "area_after": None if decision.after is None else boundary_area(decision.after),
            "outcome": OUTCOME_WORDS[decision.outcome],
            "notes": decision.notes,
            "findings": finding_entries(replace(decision.before, findings=tuple(told), mending=()), blocks, law_pages),
            "lands": land_lines(decision.lands, blocks),
            "shape": () if decision.shape is None else decision.shape.sentences,
            "land_changes": () if changes is None else changes.land,
            "change_notes": () if changes is None else changes.notes,
            "changed": [entry for entry in entries if entry.anchor in changed],
            "renumbered": [entry for entry in entries if entry.anchor not in changed],
            "unchanged": () if changes is None else changes.unchanged,
            "legend": legend_lines(blocks, JUDGED_STYLES),
            "judged_again": decision.after is not None,
            "origin": _origin(decision),
        },
    )


def land_lines(lands: Sequence[DecidedLand], blocks: Sequence[RoleBlock]) -> tuple[LandLine, ...]:
    """Return the land decided on, in the decision's order, each tied to what is drawn."""
    keys = {(item.feature.role, item.feature.feature_id): item.key for item in features_of(blocks)}
    return tuple(
        LandLine(
            name=f"Parcel {land.name}" if land.kind == "parcel" else land.name,
            role=_ROLES[land.ruling],
            style=ROLE_STYLES[_ROLES[land.ruling]],
            target=Target(
                keys.get((_ROLES[land.ruling], land.name)), None if land.bbox is None else script_json(list(land.bbox))
            ),
            facts=tuple(_facts(land)),
        )
        for land in lands
    )


def change_entries(changes: Sequence[RuleChange]) -> Iterator[ChangeEntry]:
    """Yield what changed in each rule, as words; numbers that changed alike are told with the first rule only."""
    told: dict[tuple[tuple[str, str, str], ...], str] = {}
    for number, change in enumerate(changes, start=1):
        measures = tuple(changed_rows(change))
        first = told.setdefault(measures, change.rule) if measures else change.rule
        yield ChangeEntry(
            anchor=f"change-{number}",
            rule=change.rule,
            question=change.question,
            subject=change.subject,
            sentences=change.sentences,
            state_before=(STATE_STYLES[change.state_before], change.state_before.value),
            state_after=(STATE_STYLES[change.state_after], change.state_after.value),
            answer_before=answer_words(change.answer_before, change.answer_unit),
            answer_after=answer_words(change.answer_after, change.answer_unit),
            measures=measures if first == change.rule else (),
            numbers_of=None if first == change.rule else first,
        )


def changed_rows(change: RuleChange) -> Iterator[tuple[str, str, str]]:
    """Yield name, value before and value now of each number that changed, as words.

    A list whose every part was the same before and is the same now is one row.
    """
    one = {each.name for each in change.measures if _is_one(each.before) and _is_one(each.after)}
    before = dict(_rows({each.name: each.before for each in change.measures}, one))
    after = dict(_rows({each.name: each.after for each in change.measures}, one))
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name, "none"), after.get(name, "none")
        if was != now:
            yield name, was, now


def _rows(measures: Mapping[str, JsonValue], one: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield measures as words, those named in `one` by the single text that they hold."""
    yield from rows({name: value for name, value in measures.items() if name not in one})
    for name, inner in measures.items():
        if name not in one:
            continue
        texts = [part for part in inner.values() if isinstance(part, str)] if isinstance(inner, dict) else []
        yield f"{name_words(name)}, in every way of counting", value_words(texts[0])


def _is_one(value: JsonValue) -> bool:
    """Whether every text of an object is the same, such as the town that leads however it is counted."""
    texts = [part for part in value.values() if isinstance(part, str)] if isinstance(value, dict) else []
    return len(texts) > 1 and len(set(texts)) == 1


def _paired(entries: Sequence[ChangeEntry], decision: Decision) -> Iterator[tuple[ChangeEntry, RuleChange]]:
    if decision.changes is not None:
        yield from zip(entries, decision.changes.changed, strict=True)


def _facts(land: DecidedLand) -> Iterator[tuple[str, str]]:
    if land.reason is not None:
        yield "Proposed because", REASON_WORDS[land.reason]
    if land.evidence:
        yield "Evidence", land.evidence
    if land.because:
        yield "The board's reasons", land.because
    where = {"inside": "wholly inside", "cut": "cut by the line", "outside": "outside"}[land.relation]
    yield "Lies", f"{where}, as the boundary is described"
    yield "Land inside", quantity(land.inside_sqft, "sqft")
    if land.relation != "inside":
        yield "Whole", quantity(land.area_sqft, "sqft")


def _origin(decision: Decision) -> tuple[tuple[str, str], ...]:
    if decision.after is None:
        return origin_rows(decision.before)
    return (*origin_rows(decision.before), ("Resulting boundary", decision.after.boundary.hash))
