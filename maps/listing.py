"""What stands in the list beside the map: everything that the map shows, and every finding, as words."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from gis.model.finding import Conflict, Evidence, Finding, State
from gis.model.mending import Mend, ParcelConcerned
from gis.model.report import Report
from gis.model.view import Role, ViewFeature
from maps.embed import DrawnFeature, RoleBlock, features_of, record_id, script_json
from maps.law_words import law_link
from maps.legend import ROLE_STYLES, STATE_STYLES, StateStyle
from maps.role_style import RoleStyle
from maps.wording import (
    answer_words,
    coordinates_words,
    date_words,
    entered_words,
    margin_sentence,
    name_words,
    operation_words,
    quantity,
    rows,
    value_words,
)

Standing = Literal["decided", "waiting", "does_not_apply"]
"""What a finding tells: an outcome or a part of one, only which facts are missing, or that the rule is not asked."""
_GROUPS: tuple[tuple[Standing, str, str], ...] = (
    (
        "decided",
        "Answered, in whole or in part",
        "The state of each says whether a fact is still missing.",
    ),
    (
        "waiting",
        "Waiting for facts",
        "Nobody has given yet what these rules ask; each says what, and where it is entered.",
    ),
    ("does_not_apply", "Do not apply", "These rules are not asked here; each says why."),
)

MOST_EVIDENCE = 200
"""Pieces of evidence that one finding shows; the sentence after them counts the rest."""

_ROLE_OF_EVIDENCE = {
    "cut": Role.PARCEL_CUT,
    "offending": Role.OFFENDING,
    "sliver": Role.SLIVER,
    "disputed": Role.DISPUTED,
    "inside": Role.PARCEL_INSIDE,
}
_CONFLICT_WORDS = {
    "roll_and_polygon": "The assessment roll and the map disagree",
    "claimed_twice": "Two municipalities claim the same land",
    "claimed_by_none": "No municipality claims the land",
}


class Made(Protocol):
    """An answer that says what it was made from."""

    @property
    def townline(self) -> str:
        """Version that made it."""

    @property
    def rules(self) -> Mapping[str, str]:
        """Version of each rule."""

    @property
    def parameters_hash(self) -> str:
        """Hash of the values of the law."""

    @property
    def editions(self) -> Mapping[str, str]:
        """Edition of each layer."""

    @property
    def register_hash(self) -> str | None:
        """Hash of the register; null where none was given."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a button of the list goes: a drawn feature, a box in degrees, or nowhere."""

    key: str | None
    bbox: str | None
    """JSON of west, south, east, north."""


@dataclass(frozen=True, slots=True)
class ParcelFinding:
    """What one rule says of one parcel, as the line of the parcel shows it."""

    rule: str
    question: str
    citation: str
    law: str | None
    """Address of the page that explains the rule; null where no page can be reached from here."""
    state: StateStyle
    state_name: str
    answer: str
    because: str


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """One feature that decided a finding."""

    name: str
    role: str
    layer: str
    target: Target
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """One disagreement of the sources."""

    words: str
    subject: str
    claims: str
    measures: str
    effect: str
    target: Target


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """What another reading of the text would give."""

    name: str
    state: StateStyle
    state_name: str
    answer: str
    because: str


@dataclass(frozen=True, slots=True)
class ParameterLine:
    """One number of the law that was used."""

    name: str
    value: str
    holds_from: str
    citation: str


@dataclass(frozen=True, slots=True)
class MendLine:
    """One way to mend a finding."""

    says: str
    days: str
    """First and last day on which it can be done; empty where none is set."""
    parcels: tuple[EvidenceLine, ...]
    parcels_left: int
    items: tuple[str, ...]
    entered: str
    """Where the facts asked for are entered; empty where none is."""
    has_boundary: bool


@dataclass(frozen=True, slots=True)
class FindingEntry:
    """A finding as the list shows it."""

    anchor: str
    rule: str
    version: str
    citation: str
    subject: str | None
    law: str | None
    """Address of the page that explains the rule; null where no page can be reached from here."""
    question: str
    answer: str
    state: StateStyle
    state_name: str
    because: str
    measures: tuple[tuple[str, str], ...]
    margin: str | None
    readings: tuple[ReadingLine, ...]
    conflicts: tuple[ConflictLine, ...]
    notes: tuple[str, ...]
    parameters: tuple[ParameterLine, ...]
    evidence: tuple[EvidenceLine, ...]
    evidence_left: int
    standing: Standing
    is_folded: bool
    """Whether only the question stands there until somebody opens it: nothing is to be done or looked at."""
    mends: tuple[MendLine, ...]


@dataclass(frozen=True, slots=True)
class FindingGroup:
    """Findings of one standing."""

    standing: Standing
    heading: str
    meaning: str
    entries: tuple[FindingEntry, ...]
    counts: tuple[tuple[StateStyle, str, int], ...]
    """How many findings have each state, by the order of the legend."""


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """All drawn features of one role."""

    role: Role
    style: RoleStyle
    features: tuple[DrawnFeature, ...]


def finding_entries(
    report: Report, blocks: Sequence[RoleBlock], law_pages: str | None = None
) -> tuple[FindingEntry, ...]:
    """Return every finding in the report's order, its evidence tied to what is drawn and its rule to its page."""
    drawn: dict[str, list[DrawnFeature]] = {}
    for item in features_of(blocks):
        for name in _names(item.feature):
            drawn.setdefault(name, []).append(item)

    def page_of(rule: str) -> str | None:
        return None if law_pages is None else law_link(law_pages, rule, report.date)

    return tuple(
        _entry(
            number,
            finding,
            drawn,
            page_of(finding.rule),
            tuple(_mend(mend, drawn) for mend in report.mending if mend.rule == finding.rule),
        )
        for number, finding in enumerate(report.findings, start=1)
    )


def standing(finding: Finding) -> Standing:
    """Say whether a finding has more to tell than which facts are missing, or that the rule does not apply."""
    if finding.state is State.NOT_APPLICABLE:
        return "does_not_apply"
    waits = finding.state is State.NEEDS_EVIDENCE and not finding.answer and not finding.evidence
    return "waiting" if waits else "decided"


def parcel_finding(finding: Finding, law_pages: str | None, date: dt.date) -> ParcelFinding:
    """Return a finding as the line of a parcel shows it, its rule tied to the page on it as of a day."""
    return ParcelFinding(
        rule=finding.rule,
        question=finding.question,
        citation=finding.citation,
        law=None if law_pages is None else law_link(law_pages, finding.rule, date),
        state=STATE_STYLES[finding.state],
        state_name=finding.state.value,
        answer=answer_words(finding.answer, finding.answer_unit),
        because=finding.because,
    )


def finding_groups(entries: Sequence[FindingEntry]) -> tuple[FindingGroup, ...]:
    """Return the findings by what they tell, each group in the order given; a group of none is left out."""
    found = {kind: tuple(entry for entry in entries if entry.standing == kind) for kind, _, _ in _GROUPS}
    return tuple(
        FindingGroup(kind, heading, meaning, found[kind], _counts(found[kind]))
        for kind, heading, meaning in _GROUPS
        if found[kind]
    )


def _counts(entries: Sequence[FindingEntry]) -> tuple[tuple[StateStyle, str, int], ...]:
    times = Counter(entry.state_name for entry in entries)
    return tuple(
        (style, state.value, times[state.value]) for state, style in STATE_STYLES.items() if times[state.value]
    )


def feature_groups(blocks: Sequence[RoleBlock]) -> tuple[FeatureGroup, ...]:
    """Return the drawn features by role, the topmost role first."""
    return tuple(FeatureGroup(block.role, ROLE_STYLES[block.role], block.features) for block in reversed(blocks))


def legend_lines(
    blocks: Sequence[RoleBlock], styles: Mapping[Role, RoleStyle] = ROLE_STYLES
) -> tuple[tuple[Role, RoleStyle], ...]:
    """Return what the legend says of each role drawn, the topmost first."""
    return tuple((block.role, styles[block.role]) for block in reversed(blocks))


def origin_rows(report: Report) -> tuple[tuple[str, str], ...]:
    """Return what someone needs to get the same report again."""
    boundary = report.boundary
    return (
        ("Judged for", date_words(report.date)),
        ("Boundary", boundary.hash),
        ("Coordinates", coordinates_words(boundary.crs, boundary.operations)),
        *(
            (f"Coordinate operation {number}", operation_words(step))
            for number, step in enumerate(boundary.operations, start=1)
        ),
        ("Measured in", boundary.measured_in),
        *made_rows(report),
    )


def made_rows(answer: Made) -> tuple[tuple[str, str], ...]:
    """Return from which layers, rules, values of the law and register an answer was made, and by which version."""
    return (
        *((f"Edition of {kind}", edition) for kind, edition in answer.editions.items()),
        ("Rules", "; ".join(f"{rule} version {version}" for rule, version in answer.rules.items())),
        ("Parameters of the law", answer.parameters_hash),
        *((("Register", answer.register_hash),) if answer.register_hash else ()),
        ("Townline", answer.townline),
    )


def territory_conflicts(report: Report) -> tuple[ConflictLine, ...]:
    """Return the disagreements of the layers anywhere inside the boundary."""
    return () if report.territory is None else tuple(map(_conflict, report.territory.conflicts))


def _names(feature: ViewFeature) -> set[str]:
    """Return what evidence may call a feature: its id, its record's id, or its municipality's name."""
    names = {feature.feature_id, record_id(feature), feature.feature_id.removeprefix("inside-")}
    if feature.role in (Role.TOWN, Role.VILLAGE, Role.CITY):
        names.add(feature.title)
    return names


def _entry(
    number: int,
    finding: Finding,
    drawn: Mapping[str, Sequence[DrawnFeature]],
    law: str | None,
    mends: tuple[MendLine, ...],
) -> FindingEntry:
    return FindingEntry(
        anchor=f"finding-{number}",
        rule=finding.rule,
        version=finding.version,
        citation=finding.citation,
        subject=finding.subject,
        law=law,
        question=finding.question,
        answer=answer_words(finding.answer, finding.answer_unit),
        state=STATE_STYLES[finding.state],
        state_name=finding.state.value,
        because=finding.because,
        measures=tuple(rows({name: value for name, value in finding.measures.items() if value is not None})),
        margin=None if finding.margin is None else margin_sentence(finding.margin),
        readings=tuple(
            ReadingLine(
                name_words(name),
                STATE_STYLES[reading.state],
                reading.state.value,
                answer_words(reading.answer, finding.answer_unit),
                reading.because,
            )
            for name, reading in finding.readings.items()
        ),
        conflicts=tuple(map(_conflict, finding.conflicts)),
        notes=finding.notes,
        parameters=tuple(
            ParameterLine(
                name_words(use.name), value_words(use.value, use.unit), date_words(use.holds_from), use.citation
            )
            for use in finding.parameters
        ),
        evidence=tuple(_evidence(item, drawn) for item in finding.evidence[:MOST_EVIDENCE]),
        evidence_left=max(0, len(finding.evidence) - MOST_EVIDENCE),
        standing=standing(finding),
        is_folded=standing(finding) != "decided" or (finding.state is State.PASS and not _may_change(finding)),
        mends=mends,
    )


def _may_change(finding: Finding) -> bool:
    """Whether the accuracy of the layers could change the outcome."""
    return finding.margin is not None and finding.margin.holds is False


def _mend(mend: Mend, drawn: Mapping[str, Sequence[DrawnFeature]]) -> MendLine:
    days = [f"Not before {date_words(mend.not_before)}."] if mend.not_before else []
    days += [f"Not later than {date_words(mend.by)}."] if mend.by else []
    return MendLine(
        says=mend.says,
        days=" ".join(days),
        parcels=tuple(_parcel(parcel, drawn) for parcel in mend.parcels[:MOST_EVIDENCE]),
        parcels_left=max(0, len(mend.parcels) - MOST_EVIDENCE),
        items=tuple(map(name_words, mend.items)),
        entered=entered_words(mend.facts) if mend.facts else "",
        has_boundary=mend.boundary is not None,
    )


def _parcel(parcel: ParcelConcerned, drawn: Mapping[str, Sequence[DrawnFeature]]) -> EvidenceLine:
    shown = next(iter(drawn.get(parcel.parcel_id, ())), None)
    part = {True: "whole", False: "in part", None: ""}[parcel.is_whole]
    land = () if parcel.land_sqft is None else (("Land", quantity(parcel.land_sqft, "sqft")),)
    target = Target(None if shown is None else shown.key, None)
    return EvidenceLine(f"Parcel {parcel.parcel_id}", part, parcel.place or "", target, land)


def _evidence(evidence: Evidence, drawn: Mapping[str, Sequence[DrawnFeature]]) -> EvidenceLine:
    wanted = _ROLE_OF_EVIDENCE.get(evidence.role)
    candidates = drawn.get(evidence.feature_id, ())
    exact = [item for item in candidates if item.feature.role is wanted]
    best = next(iter(exact or candidates), None)
    return EvidenceLine(
        name=evidence.feature_id if best is None else best.feature.title,
        role=name_words(evidence.role),
        layer=f"{evidence.layer}, edition {evidence.edition}" if evidence.edition else evidence.layer,
        target=Target(None if best is None else best.key, _bbox(evidence.bbox)),
        facts=tuple(rows(evidence.measures or {})),
    )


def _conflict(conflict: Conflict) -> ConflictLine:
    measures = quantity(conflict.area_sqft, "sqft")
    if conflict.width_ft is not None:
        measures += f", up to {quantity(conflict.width_ft, 'ft')} wide"
    if conflict.within_accuracy:
        measures += ", within the accuracy of the layers"
    return ConflictLine(
        words=_CONFLICT_WORDS[conflict.kind],
        subject=conflict.subject,
        claims="; ".join(conflict.claims),
        measures=measures,
        effect=conflict.effect,
        target=Target(None, _bbox(conflict.bbox)),
    )


def _bbox(bbox: tuple[float, float, float, float] | None) -> str | None:
    return None if bbox is None else script_json(list(bbox))
