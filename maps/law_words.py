"""How is the law said to a person: a value with its unit, days and source; a rule in sections?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from gis.model.law import LawList, LawValue, ParameterExplained, RuleExplained, RuleLine
from maps.wording import date_words, name_words, quantity, value_words

_NOT_COUNTED = {"count": None, "usd": "usd"}


def law_value_words(value: LawValue, unit: str) -> str:
    """Say a value with its unit.

    >>> def said(value, unit):
    ...     return law_value_words(LawValue(value, dt.date(2011, 7, 1), None, "Wis. Stat. 1.01"), unit)
    >>> said(0.51, "ratio"), said(30, "days"), said(1, "years"), said("1990-04-19", "date"), said("plurality", "choice")
    ('0.51 (51 percent)', '30 days', '1 year', 'April 19, 1990', 'Plurality')
    """
    what = value.value
    if unit == "choice":
        return name_words(str(what))
    if not isinstance(what, int | float):
        return value_words(what)
    if unit == "ratio":
        return f"{quantity(what, None)} ({quantity(what, 'share')})"
    if unit == "percent":
        return f"{quantity(what, None)} percent"
    said = quantity(what, _NOT_COUNTED.get(unit, unit))
    return said.removesuffix("s") if what == 1 and unit in ("days", "months", "years", "acres") else said


def held_words(value: LawValue) -> str:
    """Say from when, and until when, a value holds.

    >>> held_words(LawValue(10, dt.date(2000, 1, 1), dt.date(2009, 12, 31), "Wis. Stat. 1.01"))
    'from January 1, 2000 until December 31, 2009'
    """
    until = "" if value.until is None else f" until {date_words(value.until)}"
    return f"from {date_words(value.holds_from)}{until}"


def value_line(parameter: ParameterExplained) -> str:
    """Say the value that holds on the day asked about, since when and by which source; or that none does."""
    now = parameter.in_force
    if now is None:
        return f"no value on file holds on {date_words(parameter.date)}"
    return f"{law_value_words(now, parameter.unit)}, {held_words(now)}; {now.citation}"


def other_lines(parameter: ParameterExplained) -> tuple[str, ...]:
    """Say each earlier and later value on file."""
    return tuple(
        f"{'earlier' if value.holds_from < parameter.date else 'later'}: "
        f"{law_value_words(value, parameter.unit)}, {held_words(value)}; {value.citation}"
        for value in parameter.values
        if not value.in_force
    )


def law_link(prefix: str, name: str, date: dt.date) -> str:
    """Return the address of the page on a rule or value, as of a day.

    >>> law_link("law", "TSD-02", dt.date(2026, 7, 1))
    'law/TSD-02?date=2026-07-01'
    """
    return f"{prefix}/{quote(name, safe='')}?{day_asked(date)}"


def day_asked(date: dt.date) -> str:
    """Return the query that asks for a day."""
    return urlencode({"date": date.isoformat()})


@dataclass(frozen=True, slots=True)
class LawItem:
    """One entry of a section: what it is called, and what is said of it in paragraphs."""

    term: str
    """Empty where the paragraph stands for itself."""
    says: tuple[str, ...]
    name: str | None = None
    """Rule or value that a reader can ask for by this name."""


@dataclass(frozen=True, slots=True)
class LawSection:
    """A heading and its entries."""

    heading: str
    items: tuple[LawItem, ...]


@dataclass(frozen=True, slots=True)
class LawText:
    """A page on the law, the same on paper, on the screen and in the terminal."""

    title: str
    under: str
    sections: tuple[LawSection, ...]


def law_text(told: RuleExplained | ParameterExplained | LawList) -> LawText:
    """Return what is said of a rule, of a value, or of all the law on file, in sections; empty ones are left out."""
    match told:
        case RuleExplained():
            text = _rule(told)
        case ParameterExplained():
            text = _parameter(told)
        case LawList():
            text = _list(told)
    return replace(text, sections=tuple(section for section in text.sections if section.items))


def _rule(rule: RuleExplained) -> LawText:
    asks = (
        LawItem(f"{passage.citation}, text on file from {date_words(passage.holds_from)}", (passage.says,))
        for passage in rule.requirement
    )
    values = (
        LawItem(value.name, (f"{value_line(value)}.", value.says, *other_lines(value)), value.name)
        for value in rule.parameters
    )
    outside = (
        LawItem(f"{source.citation} (confidence {source.confidence})", (source.says,)) for source in rule.outside
    )
    return LawText(
        f"{rule.rule}: {rule.question}",
        f"{rule.citation}; rule version {rule.version}; as of {date_words(rule.date)}",
        (
            LawSection("What the law asks", tuple(asks)),
            LawSection("How Townline reads it", (LawItem("", (rule.interpretation,)),)),
            LawSection("Readings", tuple(LawItem(name, (says,)) for name, says in rule.readings.items())),
            LawSection(
                "Facts it needs", tuple(LawItem(f"{fact.name} ({fact.unit})", (fact.says,)) for fact in rule.facts)
            ),
            LawSection("Values of the law in force", tuple(values)),
            LawSection("What it does not decide", tuple(LawItem("", (sentence,)) for sentence in rule.not_decided)),
            LawSection("Sources outside the five texts on file", tuple(outside)),
        ),
    )


def _parameter(parameter: ParameterExplained) -> LawText:
    values = (
        LawItem(
            law_value_words(value, parameter.unit) + (" (in force)" if value.in_force else " (not in force)"),
            tuple(filter(None, (f"{held_words(value)}; {value.citation}.", value.note))),
        )
        for value in parameter.values
    )
    return LawText(
        f"{parameter.name}: {value_line(parameter)}",
        f"{parameter.section}; in {parameter.unit}; as of {date_words(parameter.date)}",
        (
            LawSection("What it is", (LawItem("", (parameter.says,)),)),
            LawSection("Values on file, oldest first", tuple(values)),
            LawSection("Rules that use it", tuple(LawItem(rule, (), rule) for rule in parameter.rules)),
        ),
    )


def _list(law: LawList) -> LawText:
    rules = (
        LawItem(
            rule.rule,
            (rule.question, f"{rule.citation}, {_begun(rule)}; version {rule.version}."),
            rule.rule,
        )
        for rule in law.rules
    )
    values = (LawItem(value.name, (f"{value_line(value)}.",), value.name) for value in law.parameters)
    return LawText(
        "The law on file",
        f"As of {date_words(law.date)}; hash of all values {law.parameters_hash}",
        (
            LawSection(f"Rules ({len(law.rules)})", tuple(rules)),
            LawSection(f"Values of the law ({len(law.parameters)})", tuple(values)),
        ),
    )


def _begun(rule: RuleLine) -> str:
    return f"{'from' if rule.in_force else 'not on file before'} {date_words(rule.holds_from)}"
