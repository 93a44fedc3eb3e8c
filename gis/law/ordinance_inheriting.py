"""Which numbers of the law on file does an ordinance not take over: the money and rates of another municipality?

A municipality that follows a rule may follow its days and its words. What it charges it must state for itself: nobody
is charged another's dollars, percents or units under its name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import get_args

from gis.law.explanations import load_explanations
from gis.law.parameters import DatedParameter, Law, Unit
from gis.model.ordinance import ChargeRule

CHARGING: tuple[str, ...] = (*get_args(ChargeRule), "MUK-02", "MUK-03", "MUK-04")
"""Rules by whose numbers somebody is charged: those of charges, and of instalments and of land without connection."""
_RATES = frozenset({Unit.USD, Unit.PERCENT, Unit.RATIO, Unit.REC})
"""Units of money, and of what an amount is multiplied by."""
_SCHEDULES = ("MUK-07", "MUK-08")
"""Rules of which every number makes the amount: the steps and bands of a list of units, the year of an increase."""
STATUTES = "Wis. Stat."
_FOR_EVERYBODY = (STATUTES, "Townline convention")
"""How the citations begin of what holds in every municipality."""
_SOURCE_WORDS = 3
"""So many words at the head of a citation name the text."""


def source_of(citation: str) -> tuple[str, ...]:
    """Return the words of a citation that name its text.

    >>> source_of("Village of Mukwonago Code ch. 86, Appendix A")
    ('Village', 'of', 'Mukwonago')
    """
    return tuple(citation.split()[:_SOURCE_WORDS])


def is_of_one_municipality(entry: DatedParameter) -> bool:
    """Return whether a value of the law was written by one municipality or district for itself."""
    return not entry.values[-1].citation.startswith(_FOR_EVERYBODY)


def rates(law: Law, rules: Collection[str] = CHARGING) -> frozenset[str]:
    """Return the names of the money and rates by which some rules charge, and that one municipality set for itself.

    Parameters
    ----------
    law : Law
        The law on file.
    rules : collection of str
        Rules of an ordinance; those that charge nobody count for nothing.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> sorted(rates(load_law(), ["MUK-03", "MUK-12"]))
    ['mukwonago_standby_percent']
    """
    uses = load_explanations()
    charging = [rule for rule in rules if rule in CHARGING]
    names = {
        name
        for rule in charging
        for name in uses[rule].parameters
        if rule in _SCHEDULES or law.entries[name].unit in _RATES
    }
    return frozenset(name for name in names if is_of_one_municipality(law.entries[name]))


def withheld(
    law: Law, names: Collection[str], own: Collection[str], sources: Collection[tuple[str, ...]], file: str
) -> Iterator[DatedParameter]:
    """Yield, without any value, the rates that an ordinance does not state and whose text on file is another's.

    Parameters
    ----------
    law : Law
        The law on file.
    names : collection of str
        Money and rates of the ordinance's rules (`rates`).
    own : collection of str
        Names that its file states.
    sources : collection
        Texts of the ordinance, through its versions (`source_of`).
    file : str
        Its file, for errors.
    """
    for name in sorted(names):
        entry = law.entries[name]
        if name not in own and source_of(entry.values[-1].citation) not in sources:
            yield replace(entry, values=(), file=file)
