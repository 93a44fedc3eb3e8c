"""How many residential equivalent connections does the list of users give: MUK-07, Mukwonago ch. 86, Appendix A."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.village_charges import UnitTableFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.village_charges.appendix_a import (
    ANY,
    EACH_FULL,
    EACH_STARTED,
    LOWER_BAND,
    PROPORTIONAL,
    UPPER_BAND,
    Entry,
    UnitTable,
    unit_table,
)
from gis.rules.words import are_not_known, count_of, not_known, quantity, sentence

ID = "MUK-07"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, Appendix A"
QUESTION = "How many units does the table give?"

_READINGS: Mapping[str, str] = MappingProxyType(
    {
        PROPORTIONAL: "The number is divided by the step of the list.",
        EACH_STARTED: "Every started step counts whole.",
        EACH_FULL: "Only full steps count.",
        LOWER_BAND: "An edge number that stands in two rows counts by the lower one.",
        UPPER_BAND: "An edge number that stands in two rows counts by the higher one.",
    }
)
_DWELLINGS_OF_ONE: Mapping[str, int] = MappingProxyType({"single_family": 1, "duplex": 2})
"""Dwelling units of one building of a use."""
_ENGINEER = "the approving authority assigns the units after a recommendation by the village engineer"


def judge(facts: UnitTableFacts, parameters: Parameters) -> Finding:
    """Say how many residential equivalent connections a use has by the list.

    Parameters
    ----------
    facts
        Use, the number of what the list counts for it, and whether a commercial use has a garbage grinder.
    parameters
        The list on the date of the question.

    Returns
    -------
    Finding
        `pass` with the units; `undetermined` without answer where the list does not have the use or the number;
        `needs_evidence` without answer where use, number or grinder are needed and not known.

    Raises
    ------
    FactsInvalid
        The number is negative.
    ParameterNotInForce
        The list on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, Appendix A. Nothing is rounded and there is no least number of units.
    """
    refuse_negative([("quantity", facts.quantity)])
    table = unit_table(parameters)
    entry = table.entry(facts.use)
    found = _found(facts, table)
    state = _state(facts, found, _missing(facts, entry, table))
    units = next(iter(found.values()), None) if state is State.PASS else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if units is None else number(units),
        answer_unit="recs",
        measures={"garbage_grinder_recs": _grinder_recs(facts, table)},
        readings={
            name: Reading(State.PASS, number(each), _READINGS[name])
            for name, each in found.items()
            if name != ANY and state is State.PASS
        },
        because=sentence(_said(facts, entry, table, units)),
        parameters=(
            *(entry.uses if entry is not None else ()),
            *((table.grinder_use,) if _adds_grinder(facts, table) else ()),
        ),
        notes=_notes(facts, table),
    )


def _found(facts: UnitTableFacts, table: UnitTable) -> dict[str, Fraction]:
    if facts.use is None:
        return {}
    return table.by_reading(facts.use, facts.quantity, garbage_grinder=bool(facts.garbage_grinder))


def _missing(facts: UnitTableFacts, entry: Entry | None, table: UnitTable) -> list[str]:
    """Name what has to be known and is not; of a use that the list does not have, nothing more."""
    if facts.use is None:
        return ["the use of the land"]
    if entry is None:
        return []
    needed = [] if entry.counted is None else [(f"how many {entry.counted} there are", facts.quantity)]
    grinder = [("whether there is a garbage grinder", facts.garbage_grinder)] if table.grinder_counts(facts.use) else []
    return not_known(*needed, *grinder)


def _state(facts: UnitTableFacts, found: dict[str, Fraction], missing: list[str]) -> State:
    is_counted = facts.quantity is not None
    if not found and is_counted and facts.use is not None:
        return State.UNDETERMINED  # no row holds the number, whatever else is not known
    if missing:
        return State.NEEDS_EVIDENCE
    return State.PASS if found else State.UNDETERMINED


def _adds_grinder(facts: UnitTableFacts, table: UnitTable) -> bool:
    return bool(facts.garbage_grinder) and table.has(facts.use) and table.grinder_counts(facts.use or "")


def _grinder_recs(facts: UnitTableFacts, table: UnitTable) -> int | float | None:
    """Return what a garbage grinder adds; null where it would count and is not known."""
    if facts.garbage_grinder is None and table.has(facts.use) and table.grinder_counts(facts.use or ""):
        return None
    return number(table.grinder_recs) if _adds_grinder(facts, table) else 0


def _said(facts: UnitTableFacts, entry: Entry | None, table: UnitTable, units: Fraction | None) -> list[str]:
    if facts.use is not None and entry is None:
        return ["the list does not have this use", _ENGINEER]
    if entry is None:
        return [are_not_known(_missing(facts, entry, table))]
    count = facts.quantity
    if units is None and count is not None and not entry.by_reading(count):
        return [f"the list gives no number for {entry.said(count)}", _ENGINEER]
    if units is None:
        return [are_not_known(_missing(facts, entry, table))]
    more = f", with {quantity(table.grinder_recs, 4)} for a garbage grinder" if _adds_grinder(facts, table) else ""
    return [f"{entry.said(count or 0)}: {count_of(units, 'residential equivalent connection', 4)}{more}"]


def _notes(facts: UnitTableFacts, table: UnitTable) -> tuple[str, ...]:
    if (facts.quantity or 0) > _DWELLINGS_OF_ONE.get(facts.use or "", inf):
        return ("The list gives this number for one building; each further one has it again.",)
    if facts.garbage_grinder and table.has(facts.use) and not table.grinder_counts(facts.use or ""):
        return ("A garbage grinder adds units to a commercial establishment only, so here it adds none.",)
    return ()
