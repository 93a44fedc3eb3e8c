"""What changed between the reports on two boundaries: the land, and every rule's state, answer and numbers?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pydantic import JsonValue

from gis.model.decision import Changes, MeasureChange, RuleChange
from gis.model.finding import Finding
from gis.model.report import Report, Territory
from gis.model.state_words import STATE_WORDS
from gis.rules.words import listed, quantity
from gis.units import acres

DECISION_RULES = frozenset({"TSD-12", "TSD-13"})
"""Rules on the decision itself, which is told apart: they do not compare two boundaries."""
PETITION = "TSD-02"
PETITION_NOTE = (
    "The petition's count on the resulting boundary is for information: the statute asks for no new count of "
    "signatures when the board leaves land out or takes land in (TSD-13)."
)

_ANSWERS = {
    "TSD-09": "Villages and cities with land inside",
    "TSD-10": "Overlap with other sewerage districts",
    "TSD-15": "Counties in which the order must be recorded",
    "TSD-16": "Last day for mailing to the town clerks",
    "TSD-23": "Town whose board selects the commissioners",
    "TSD-24": "Town whose board may now replace the commissioners",
    "TSD-26": "Signatures of electors needed",
    "TSD-31": "Signatures of electors needed, by area",
    "TSD-32": "Signatures of electors needed, part by part",
}
"""What the answer of a rule is, where the rule's question does not say it shortly."""
_MEASURES = {
    ("TSD-01", "lead_share"): "The leading town's share of the equalized value",
    ("TSD-02", "owners_signed"): "Owners who signed",
    ("TSD-02", "owner_count"): "Owners of land inside",
    ("TSD-02", "land_share"): "Share of the land that is signed",
    ("TSD-09", "overlap_area_sqft"): "Village and city land inside",
}
"""Numbers that a board asks for even where the answer stays."""


def compare(before: Report, after: Report) -> Changes:
    """Say what changed between two reports, in sentences and rule by rule.

    Parameters
    ----------
    before, after : Report
        On two boundaries, best judged for one day over the same editions; what else differs is told in a note.

    Returns
    -------
    Changes
        Rules whose state, answer or any measure differs, by rule id; the others are named only. A rule that one report
        lacks is told in a note.
    """
    old, new = (_by_rule(report) for report in (before, after))
    both = [key for key in old if key in new and key[0] not in DECISION_RULES]
    changed = tuple(filter(None, (_rule_change(old[key], new[key]) for key in both)))
    told = {(change.rule, change.subject or "") for change in changed}
    notes = list(_differences(before, after))
    if any(change.rule == PETITION for change in changed):
        notes.append(PETITION_NOTE)
    lacking = sorted({rule for rule, _ in old.keys() ^ new.keys()} - DECISION_RULES)
    if lacking:
        notes.append(f"Only one of the two reports judges {', '.join(lacking)}.")
    return Changes(
        boundary_before=before.boundary.hash,
        boundary_after=after.boundary.hash,
        land=tuple(_land(before, after)),
        changed=changed,
        unchanged=tuple(dict.fromkeys(rule for rule, subject in both if (rule, subject) not in told)),
        notes=tuple(notes),
    )


def _by_rule(report: Report) -> dict[tuple[str, str], Finding]:
    return {(finding.rule, finding.subject or ""): finding for finding in report.findings}


def _differences(before: Report, after: Report) -> Iterator[str]:
    """Say what besides the boundary is not the same, and so may have changed an answer too."""
    for what, old, new in (
        ("the day asked about", before.date, after.date),
        ("the editions", before.editions, after.editions),
        ("the law on file", before.parameters_hash, after.parameters_hash),
        ("the rules' versions", before.rules, after.rules),
        ("the register", before.register_hash, after.register_hash),
        ("the petition", before.petition_hash, after.petition_hash),
        ("the proceeding", before.proceeding, after.proceeding),
        ("the version of Townline", before.townline, after.townline),
    ):
        if old != new:
            yield f"The two reports differ in {what} too, which may have changed answers."


def _rule_change(old: Finding, new: Finding) -> RuleChange | None:
    names = dict.fromkeys([*old.measures, *new.measures])
    measures = tuple(
        MeasureChange(name, old.measures.get(name), new.measures.get(name))
        for name in names
        if old.measures.get(name) != new.measures.get(name)
    )
    if (old.state, old.answer) == (new.state, new.answer) and not measures:
        return None
    return RuleChange(
        rule=new.rule,
        question=new.question,
        subject=new.subject,
        state_before=old.state,
        state_after=new.state,
        answer_before=old.answer,
        answer_after=new.answer,
        answer_unit=new.answer_unit,
        sentences=tuple(_sentences(old, new)),
        measures=measures,
    )


def _sentences(old: Finding, new: Finding) -> Iterator[str]:
    if old.answer != new.answer:
        yield _answer_sentence(old, new)
    if old.state is not new.state:
        yield f"{new.question or new.rule} Before: {STATE_WORDS[old.state]}; now: {STATE_WORDS[new.state]}."
    for (rule, name), words in _MEASURES.items():
        values = old.measures.get(name), new.measures.get(name)
        if rule == new.rule and values[0] != values[1]:
            yield f"{words}: {_value(values[0], name)} before, {_value(values[1], name)} now."


def _answer_sentence(old: Finding, new: Finding) -> str:
    if new.rule == "TSD-01":
        if isinstance(old.answer, str) and isinstance(new.answer, str):
            return f"Jurisdiction passes from {old.answer} to {new.answer}."
        if isinstance(new.answer, str):
            return f"Jurisdiction is with {new.answer} now; before, no town could be named."
        return f"Jurisdiction was with {old.answer}; now no town can be named."
    label = _ANSWERS.get(new.rule, "The answer")
    return f"{label}: {_value(old.answer)} before, {_value(new.answer)} now."


def _value(value: JsonValue, name: str = "") -> str:
    """Say a scalar or a list in a sentence; an object is told by its measures."""
    if isinstance(value, list):
        return listed([_value(each) for each in value]) or "none"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _number(Fraction(str(value)), name)
    if isinstance(value, str):
        # A name keeps its capitals; a word of our own vocabulary loses its underscores.
        return value.replace("_", " ") if value.islower() else value
    return "as its numbers say" if isinstance(value, dict) else {None: "not known", True: "yes", False: "no"}[value]


def _number(value: Fraction, name: str) -> str:
    if name.endswith("_sqft"):
        return _acres(value)
    return f"{quantity(value * 100, 2)} percent" if name.endswith("share") else quantity(value, 4)


def _land(before: Report, after: Report) -> Iterator[str]:
    old, new = before.boundary, after.boundary
    if old.area_sqft is not None and new.area_sqft is not None and old.area_sqft != new.area_sqft:
        change = new.area_sqft - old.area_sqft
        more = "more" if change > 0 else "less"
        yield (
            f"The territory has {_acres(new.area_sqft)} instead of {_acres(old.area_sqft)}: "
            f"{_acres(abs(change))} {more}."
        )
    for words, was, now in (("separate pieces", old.parts, new.parts), ("holes", old.holes, new.holes)):
        if was != now:
            yield f"Number of {words}: {was} before, {now} now."
    if before.territory is not None and after.territory is not None:
        yield from _territory(before.territory, after.territory)


def _territory(old: Territory, new: Territory) -> Iterator[str]:
    was, now = _municipal(old), _municipal(new)
    for name in [*was, *(name for name in now if name not in was)]:
        if name not in now:
            yield f"No land of the {name} is inside any more; it was {_acres(was[name])}."
        elif name not in was:
            yield f"Land of the {name} comes inside: {_acres(now[name])}."
        elif _acres(was[name]) != _acres(now[name]):
            yield f"Land of the {name} inside: {_acres(was[name])} before, {_acres(now[name])} now."
    counties = [sorted({share.county for share in side.municipalities if share.county}) for side in (old, new)]
    if counties[0] != counties[1]:
        yield f"Counties with land inside: {listed(counties[0]) or 'none'} before, {listed(counties[1]) or 'none'} now."
    for words, before, after in (
        ("Parcels wholly inside", old.parcels_inside, new.parcels_inside),
        ("Parcels cut by the line", old.parcels_cut, new.parcels_cut),
    ):
        if before != after:
            yield f"{words}: {before:,} before, {after:,} now."


def _municipal(territory: Territory) -> Mapping[str, Fraction]:
    return {share.municipality: share.area_sqft.value for share in territory.municipalities}


def _acres(area_sqft: Fraction) -> str:
    if area_sqft and area_sqft < Fraction(4356):
        return f"{quantity(area_sqft, 2)} sq ft"
    return f"{float(acres(area_sqft)):,.2f} acres"
