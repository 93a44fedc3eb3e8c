"""What does a finding cite under another place's ordinance that follows the same rule: its own sections?"""

from __future__ import annotations

from dataclasses import replace

from gis.law.loader import load_law
from gis.law.ordinance_files import Ordinances
from gis.law.ordinance_inheriting import source_of
from gis.model.finding import Finding
from gis.model.ordinance import Ordinance


def own_numbers(ordinances: Ordinances, ordinance: Ordinance) -> frozenset[str]:
    """Return the names of the numbers that an ordinance's file states for itself."""
    under, of_law = ordinances.law_under(ordinance).entries, load_law().entries
    return frozenset(name for name, entry in under.items() if entry.values and entry != of_law.get(name))


def cited(found: Finding, ordinance: Ordinance, own: frozenset[str]) -> Finding:
    """Return a finding that cites the ordinance asked about.

    Where the rule is made of that very text, it stays as it is. Elsewhere it cites the sections by which the file
    states the numbers that the finding used, or the ordinance as a whole.

    Examples
    --------
    >>> import datetime as dt
    >>> from gis.model.finding import State
    >>> found = Finding("CKSD-08", "CKSD Sewer Use Ordinance ch. II(9)", "1", State.PASS, 2, {}, {}, "Two.")
    >>> place = ("sanitary",), None, None, dt.date(2020, 1, 1), None, "CKSD-01"
    >>> cited(found, Ordinance("a", "A", "Tanner Road Sewer Use Ordinance III", *place), frozenset()).citation
    'Tanner Road Sewer Use Ordinance III'
    """
    if source_of(found.citation) == source_of(ordinance.citation):
        return found
    sections = dict.fromkeys(use.citation for use in found.parameters if use.name in own)
    return replace(found, citation="; ".join(sections) or ordinance.citation)
