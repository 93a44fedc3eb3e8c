"""Does a stored report still stand: have rules, values of the law or editions changed since?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from gis import __version__
from gis.errors import EditionAmbiguous, EditionMissing, ParameterNotInForce, ReportInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters, as_json, parameters_hash
from gis.layers.editions import in_force
from gis.model.edition import Manifest
from gis.model.jsonio import adapter
from gis.model.staleness import Staleness, StaleReason, StoredReport
from gis.proposals.applicable import BOUNDARY_RULES

NOT_COMPARED = (
    "The boundary, the register, the petition and what was stated of the proposal are files of their own; whether "
    "these have changed is not compared."
)
_MOST_FAULTS = 3


@dataclass(frozen=True, slots=True)
class Standing:
    """What a report made now would rest on."""

    townline: str
    rules: Mapping[str, str]
    """Version of each rule, by id."""
    parameters: Parameters
    editions: Mapping[str, str | None]
    """Edition in force, or named, by kind; null where several claim the day. A kind without any is left out."""
    on_file: frozenset[tuple[str, str]]
    """Kind and id of every edition on file."""


def read_report(content: bytes, where: str) -> StoredReport:
    """Read what is compared of a report, as `townline evaluate --format json` wrote it.

    Parameters
    ----------
    content
        The file, JSON. Names that this version does not know are passed over, for an earlier one may have written it.
    where
        The file, in words, for an error.

    Raises
    ------
    ReportInvalid
        The content is no JSON, or no report.
    """
    try:
        report: StoredReport = adapter(StoredReport).validate_json(content)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        told = "; ".join(f"{_place(fault['loc'])}: {fault['msg']}" for fault in faults[:_MOST_FAULTS])
        raise ReportInvalid(
            what="This is no report of Townline.",
            where=where,
            why=f"{told}.",
            next="Name a file that `townline evaluate --format json` wrote.",
        ) from error
    return report


def _place(path: tuple[int | str, ...]) -> str:
    """Name a part of a report; the keys of its mappings are the file's own words and are not repeated."""
    known = path[:1] if path[:1] in (("rules",), ("editions",)) else path
    return ".".join(map(str, known)) or "the file"


def standing(
    manifests: Sequence[Manifest], date: dt.date, kinds: Sequence[str], named: Mapping[str, str] | None = None
) -> Standing:
    """Return what a report made now, for a date, would rest on.

    Parameters
    ----------
    manifests
        Every edition on file.
    date
        Day by which law and editions are chosen.
    kinds
        Kinds of layers that an evaluation takes.
    named
        Editions to take in place of those in force, by kind.

    Raises
    ------
    EditionMissing
        A named edition is not on file.
    """
    chosen = named or {}
    editions: dict[str, str | None] = {}
    for kind in kinds:
        try:
            editions[kind] = in_force(manifests, kind, date, chosen.get(kind)).edition
        except EditionAmbiguous:
            editions[kind] = None
        except EditionMissing:
            if kind in chosen:
                raise
    return Standing(
        townline=__version__,
        rules={rule.id: rule.version for rule in BOUNDARY_RULES.values()},
        parameters=load_law().parameters(date),
        editions=editions,
        on_file=frozenset((manifest.kind, manifest.edition) for manifest in manifests),
    )


def staleness(report: StoredReport, now: Standing) -> Staleness:
    """Compare a stored report with what it would rest on now; nothing is judged again.

    Parameters
    ----------
    report
        The report as it was stored.
    now
        What a report made now would rest on.

    Returns
    -------
    Staleness
        `stale` with every reason; `current` where nothing has changed.
    """
    reasons = (*_townline(report, now), *_rules(report, now), *_values(report, now), *_editions(report, now))
    return Staleness(
        status="stale" if reasons else "current",
        report_date=report.date,
        date=now.parameters.date,
        reasons=reasons,
        not_compared=(NOT_COMPARED,),
    )


def _townline(report: StoredReport, now: Standing) -> Iterator[StaleReason]:
    if report.townline != now.townline:
        yield StaleReason(
            "townline",
            "Townline",
            report.townline,
            now.townline,
            f"It was made by Townline {report.townline}; this is {now.townline}, which may measure and gather "
            "facts otherwise.",
        )


def _rules(report: StoredReport, now: Standing) -> Iterator[StaleReason]:
    for rule in sorted(report.rules.keys() | now.rules.keys()):
        was, is_now = report.rules.get(rule), now.rules.get(rule)
        if was == is_now:
            continue
        if was is None:
            yield StaleReason("rule_added", rule, None, is_now, f"{rule} was not judged then and would be now.")
        elif is_now is None:
            yield StaleReason("rule_removed", rule, was, None, f"{rule} was judged then and is no longer a rule.")
        else:
            says = f"{rule} was version {was} and is version {is_now}: the same facts could get another finding."
            yield StaleReason("rule_changed", rule, was, is_now, says)


def _values(report: StoredReport, now: Standing) -> Iterator[StaleReason]:
    changed = [*_changed_values(report, now.parameters)]
    hash_now = parameters_hash(now.parameters.law)
    if report.parameters_hash != hash_now:
        used = "of those that its findings used, some differ" if changed else "none that its findings used differs"
        says = f"The values of the law on file have changed; {used} on {now.parameters.date.isoformat()}."
        yield StaleReason("values", "values of the law", report.parameters_hash, hash_now, says)
    yield from changed


def _changed_values(report: StoredReport, parameters: Parameters) -> Iterator[StaleReason]:
    used = {(value.name, repr(value.value)): value for finding in report.findings for value in finding.parameters}
    for (name, _), value in sorted(used.items()):
        try:
            is_now = as_json(parameters.get(name).value)
        except ParameterNotInForce:
            says = f"{name} was {value.value}, and no value of it on file holds on {parameters.date.isoformat()}."
            yield StaleReason("value_removed", name, value.value, None, says)
            continue
        if is_now != value.value:
            yield StaleReason("value_changed", name, value.value, is_now, f"{name} was {value.value} and is {is_now}.")


def _editions(report: StoredReport, now: Standing) -> Iterator[StaleReason]:
    day = now.parameters.date.isoformat()
    for kind in sorted(report.editions.keys() | now.editions.keys()):
        was, is_now = report.editions.get(kind), now.editions.get(kind)
        if was is None:
            says = f"No edition of {kind} was looked at then, and one is on file for {day}."
            yield StaleReason("edition_added", kind, None, is_now, says)
        elif (kind, was) not in now.on_file:
            yield StaleReason("edition_gone", kind, was, is_now, f"Edition {was} of {kind} is no longer on file.")
        elif kind not in now.editions:
            says = f"Edition {was} of {kind} is not in force on {day}, and no other is."
            yield StaleReason("edition_not_in_force", kind, was, None, says)
        elif is_now is None:
            says = f"Several editions of {kind} claim {day}, so that one has to be named."
            yield StaleReason("editions_undecided", kind, was, None, says)
        elif was != is_now:
            says = f"Edition {was} of {kind} gave way to {is_now}, which is in force on {day}."
            yield StaleReason("edition_replaced", kind, was, is_now, says)
