"""Is the duty to connect waived or deferred, may it be so for all anybody knows, and what interest accrued?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gis.calendar.counting import add_years
from gis.law.ordinance_reading import rules_of
from gis.law.parameters import Parameters
from gis.model.facts.connection import AgriculturalDeferralFacts, WaiverFacts
from gis.model.finding import Finding, State
from gis.model.ordinance import Ordinance
from gis.proposals.connections.following import Told, judged
from gis.proposals.connections.stated import Levy
from gis.rules.words import all_listed, day_words

_WAIVER, _DEFERRAL = "VLG-07", "VLG-08"
_MOST_YEARS = "village_deferral_interest_years"
_MAY_BE = (
    "A waiver is on record of which it is not known whether it is in force, so nobody can say whether the duty waits"
)
Installed = Mapping[str, dt.date | None]
"""Day on which each sewer that adjoins a parcel was installed, by its id; null where nobody said."""


@dataclass(frozen=True, slots=True)
class Waived:
    """The waiver and the deferral of one parcel, as they were judged."""

    findings: tuple[Finding, ...] = ()
    until: dt.date | None = None
    """Last day known of one in force; the day asked about for a deferral, which has no last day of its own."""
    may_be: bool = False
    """Whether one may cover the day asked about, for all that is known."""

    def opened(self, duty: Finding) -> Finding:
        """Return the finding of the duty, left open where it would stand but for a waiver of which facts are missing.

        A waiver known to be in force is a fact of the duty's own rule, and opens nothing here.
        """
        if not self.may_be or duty.state is not State.PASS:
            return duty
        why = [each.because for each in self.findings if each.state is State.NEEDS_EVIDENCE]
        because = f"{_MAY_BE}: {' '.join(why)} Without a waiver: {duty.because[:1].lower()}{duty.because[1:]}"
        return replace(duty, state=State.NEEDS_EVIDENCE, answer=None, because=because)


def waived(
    ordinance: Ordinance, told: Told, installed: Installed, levies: Sequence[Levy], parameters: Parameters
) -> Waived:
    """Judge the waiver and the deferral of which the register tells, where the ordinance has them.

    Parameters
    ----------
    ordinance
        Of the land.
    told
        What people established, by rule.
    installed
        Of the sewers that adjoin the parcel. A year after the first of them no waiver lasts; where the day of one is
        not known that first day is not either, and the others only say by when the year has ended at the latest.
    levies
        Special assessments of the parcel, from each of which interest runs on its own.
    parameters
        The law on the day asked about.
    """
    rules, date = rules_of(ordinance), parameters.date
    findings: list[Finding] = []
    until: list[dt.date] = []
    may_be = False
    if _WAIVER in rules and "granted" in told.get(_WAIVER, {}):
        found, last = _waiver(told[_WAIVER], installed, parameters)
        findings.append(found)
        until += [dt.date.fromisoformat(str(found.answer))] if found.state is State.PASS else []
        may_be |= found.state is State.NEEDS_EVIDENCE and (last is None or last >= date)
    if _DEFERRAL in rules and told.get(_DEFERRAL):
        found = _deferral(told[_DEFERRAL], levies, parameters)
        findings.append(found)
        until += [date] if found.state is State.PASS else []
        may_be |= found.state is State.NEEDS_EVIDENCE and told[_DEFERRAL].get("applied") is True
    return Waived(tuple(findings), max(until, default=None), may_be)


def _waiver(told: Mapping[str, Any], installed: Installed, parameters: Parameters) -> tuple[Finding, dt.date | None]:
    """Judge a waiver; return with it the last day on which it can be in force at most, null where nobody knows."""
    known = [day for day in installed.values() if day is not None]
    unknown = [sewer for sewer, day in installed.items() if day is None]
    facts = replace(WaiverFacts(sewer_installed=min(known, default=None)), **told)
    found = judged(_WAIVER, facts, parameters)
    longest = found.measures.get("longest_until")
    ends = [dt.date.fromisoformat(str(longest))] if longest else []
    ends += [day for day in (facts.granted_until, facts.transferred) if day is not None]
    if unknown and known and found.state is not State.FAIL:
        found = judged(_WAIVER, replace(facts, sewer_installed=None), parameters)
        note = f"When {all_listed(unknown)} was installed is not on file; the year runs from the first sewer."
        found = replace(found, notes=(*found.notes, note))
    elif len({*known}) > 1:
        note = f"Of the sewers that adjoin the parcel the first was installed on {day_words(min(known))}."
        found = replace(found, notes=(*found.notes, f"{note} In no event is a waiver longer than a year after that."))
    return found, min(ends, default=None)


def _deferral(told: Mapping[str, Any], levies: Sequence[Levy], parameters: Parameters) -> Finding:
    """Judge a deferral, with the years since the assessments were levied where the register has their days.

    They run to the day asked about, or to the day before it on which the deferral or the exclusion ended.
    """
    facts = replace(AgriculturalDeferralFacts(as_of=parameters.date), **told)
    ends = (parameters.date, facts.qualification_ended, facts.sewer_used_from)
    end = min(day for day in ends if day is not None)
    if not levies or facts.years_waived is not None:
        return judged(_DEFERRAL, facts, parameters)
    years = years_waived(levies, end, parameters.whole(_MOST_YEARS))
    found = judged(_DEFERRAL, replace(facts, years_waived=years), parameters)
    days = all_listed([day_words(each.day) for each in levies])
    note = f"Interest runs from the levy on {days} to {day_words(end)}; a part of a year counts by its days."
    return replace(found, notes=(*found.notes, note))


def years_waived(levies: Sequence[Levy], end: dt.date, most_years: int) -> Fraction:
    """Return the years for which interest runs on assessments, as one number for their sum.

    Parameters
    ----------
    levies
        At least one.
    end
        Day on which the interest stops.
    most_years
        Years of interest at most; of several assessments each is held to it by itself.

    Returns
    -------
    Fraction
        Of one assessment the years since its levy, whatever their number; of several, the mean of theirs by amount, so
        that their sum bears the interest of all.

    Examples
    --------
    >>> first = Levy(dt.date(2020, 2, 29), Fraction(8000))
    >>> years_waived([first], dt.date(2025, 2, 28), 10)
    Fraction(5, 1)
    >>> years_waived([first, Levy(dt.date(2024, 2, 28), Fraction(24000))], dt.date(2025, 2, 28), 10)
    Fraction(2, 1)
    """
    if len(levies) == 1:
        return _years(levies[0].day, end)
    total = sum((each.amount for each in levies), start=Fraction(0))
    held = (each.amount * min(_years(each.day, end), Fraction(most_years)) for each in levies)
    return sum(held, start=Fraction(0)) / total if total else Fraction(0)


def _years(start: dt.date, end: dt.date) -> Fraction:
    """Return the years from one day to another: whole ones by their anniversaries, then days of the year that runs."""
    if end <= start:
        return Fraction(0)
    whole = end.year - start.year
    if add_years(start, whole) > end:
        whole -= 1
    last, following = add_years(start, whole), add_years(start, whole + 1)
    return whole + Fraction((end - last).days, (following - last).days)
