"""What does the law on file say of a rule, or of one of its values, on a date?"""

from __future__ import annotations

import datetime as dt
from difflib import get_close_matches

from gis.errors import LawUnknown, ParameterNotInForce
from gis.law.explanations import Explanation, load_explanations
from gis.law.loader import load_law
from gis.law.parameters import DatedParameter, Parameters, as_json, parameters_hash
from gis.model.law import LawList, LawValue, ParameterExplained, RuleExplained, RuleLine
from gis.rules.registry import RULES, Rule

_NEAR = 5
"""Near names that are told of one that is not known."""


def law_list(date: dt.date | None = None) -> LawList:
    """Return every rule and every value of the law, with the days on which they hold.

    Parameters
    ----------
    date
        Day asked about; null takes the day from which the newest value on file holds.

    Examples
    --------
    >>> [line.citation for line in law_list().rules if line.rule == "TSD-09"]
    ['Wis. Stat. 60.71(5)(a)']
    """
    law = load_law()
    day = date or law.newest().date
    return LawList(
        date=day,
        parameters_hash=parameters_hash(law),
        rules=tuple(_line(rule, day) for rule in RULES.values()),
        parameters=tuple(_value(entry, day) for entry in law.entries.values()),
    )


def explained(name: str, date: dt.date | None = None) -> RuleExplained | ParameterExplained:
    """Return what the law asks of a rule and how it is read, or what one of its values is through time.

    Parameters
    ----------
    name
        Id of a rule, such as TSD-02, or name of a value, such as petition_owners_portion.
    date
        Day asked about; null takes the day from which the newest value on file holds.

    Raises
    ------
    LawUnknown
        Neither a rule nor a value of the law has that name; near names are told.
    ParameterNotInForce
        The text of the law on the day is not on file.

    Examples
    --------
    >>> explained("TSD-09", dt.date(2026, 7, 1)).citation
    'Wis. Stat. 60.71(5)(a)'
    """
    law = load_law()
    parameters = law.newest() if date is None else law.parameters(date)
    if name in RULES:
        return _rule(RULES[name], parameters)
    if name in law.entries:
        parameters.get(name)  # refuses a day on which no value holds
        return _value(law.entries[name], parameters.date)
    by_folded = {_folded(each): each for each in (*RULES, *law.entries)}
    near = [by_folded[each] for each in get_close_matches(_folded(name), by_folded, n=_NEAR)]
    raise LawUnknown(
        what=f"There is no rule and no value of the law called {name!r}.",
        where="the name asked for",
        why=f"Near names are {', '.join(near)}." if near else "No name on file is near it.",
        next="`townline law` lists every rule and every value of the law.",
    )


def _folded(name: str) -> str:
    """Return a name as people may write it: in any case, TSD-2 for TSD-02."""
    return name.casefold().replace("-0", "-")


def _rule(rule: Rule, parameters: Parameters) -> RuleExplained:
    told, day = load_explanations()[rule.id], parameters.date
    begins = _begins(told)
    if day < begins:
        raise ParameterNotInForce(
            what=f"The text that {rule.id} applies is not on file for {day.isoformat()}.",
            where=rule.citation,
            why=f"The text on file is used from {begins.isoformat()}; what held before is not on file, and Townline "
            "does not guess it.",
            next=f"Ask about a date from {begins.isoformat()} on.",
        )
    return RuleExplained(
        rule=rule.id,
        version=rule.version,
        citation=rule.citation,
        question=rule.question,
        date=day,
        holds_from=begins,
        requirement=tuple(passage for passage in told.requirement if passage.holds_from <= day),
        interpretation=told.interpretation,
        readings=dict(told.readings),
        facts=told.facts,
        parameters=tuple(_value(parameters.law.entries[name], day) for name in told.parameters),
        not_decided=told.not_decided,
        outside=told.outside,
    )


def _begins(told: Explanation) -> dt.date:
    """Return the first day on which the rule's text and every value that it uses hold."""
    values = [load_law().entries[name].values[0].holds_from for name in told.parameters]
    return max([min(passage.holds_from for passage in told.requirement), *values])


def _line(rule: Rule, day: dt.date) -> RuleLine:
    begins = _begins(load_explanations()[rule.id])
    return RuleLine(rule.id, rule.version, rule.citation, rule.question, begins, in_force=begins <= day)


def _value(entry: DatedParameter, day: dt.date) -> ParameterExplained:
    next_from = [*(later.holds_from for later in entry.values[1:]), dt.date.max]
    return ParameterExplained(
        name=entry.name,
        says=entry.says,
        unit=entry.unit.value,
        section=entry.section,
        date=day,
        values=tuple(
            LawValue(
                value=as_json(dated.value),
                holds_from=dated.holds_from,
                until=dated.until,
                citation=dated.citation,
                note=dated.note,
                in_force=dated.holds_from <= day < following and (dated.until is None or day <= dated.until),
            )
            for dated, following in zip(entry.values, next_from, strict=True)
        ),
        rules=tuple(rule_id for rule_id in RULES if entry.name in load_explanations()[rule_id].parameters),
    )
