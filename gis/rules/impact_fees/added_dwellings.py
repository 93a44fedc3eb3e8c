"""Which dwellings does a property gain: the additional units, reckoned over the property as a whole?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gis.model.facts.impact_fees import DwellingKind, NewDwellings

Fees: TypeAlias = Mapping[DwellingKind, Fraction]
"""Fee of one dwelling, by kind; without those kinds that do not tell their row of the table."""
DWELLINGS_OF_DUPLEX = 2


@dataclass(frozen=True, slots=True)
class Added:
    """Dwellings that are additional, by kind, as the text allows them to be chosen."""

    count: int
    lowest: tuple[NewDwellings, ...]
    """Those with the lowest fees: the ones with the highest take the place of what stood before."""
    highest: tuple[NewDwellings, ...]
    """Those with the highest fees."""


def dwellings_of(rows: Iterable[NewDwellings]) -> int:
    """Return how many dwellings are known; a duplex is two.

    >>> dwellings_of([NewDwellings("duplex", 1), NewDwellings("studio", 3), NewDwellings("two_bedroom")])
    5
    """
    return sum(_by_kind(rows).values())


def added_dwellings(before: Iterable[NewDwellings], after: Iterable[NewDwellings], fees: Fees) -> Added | None:
    """Return the dwellings that stand after a development beyond those that stood before.

    A dwelling of a kind that stood before is that one. Where others stood before than stand after, so many of the
    rest take their place, of whatever kind; which of them, the text does not say.

    Parameters
    ----------
    before, after
        All dwellings of the property, by kind; rows of one kind add up.
    fees
        Fee of one dwelling of each kind, dollars.

    Returns
    -------
    Added or None
        Never less than none; null where a number is not known and could change it.

    Notes
    -----
    Village of Mukwonago Code ch. 86, imposition of impact fees, (a)(2): fees follow "the creation of additional
    dwelling units"; 86-141(a) sets them for each unit.

    Examples
    --------
    >>> fees = {"two_bedroom": Fraction(403), "single_family": Fraction(531)}
    >>> added_dwellings([NewDwellings("single_family", 1)], [NewDwellings("two_bedroom", 4)], fees).count
    3
    >>> added_dwellings([NewDwellings("two_bedroom", 4)], [NewDwellings("single_family", 1)], fees).count
    0
    """
    before, after = [*before], [*after]
    is_known = all(row.count is not None for row in after)
    if is_known and dwellings_of(after) <= dwellings_of(before):
        return Added(0, (), ())
    if not is_known or any(row.count is None for row in before):
        return None
    stood, stands = _by_kind(before), _by_kind(after)
    new = stands - stood
    count = dwellings_of(after) - dwellings_of(before)
    known = sorted((kind for kind in new if kind in fees), key=lambda kind: (fees[kind], kind))
    # What tells no row of the table comes first: whatever is open because of it is not passed over.
    unknown = sorted(kind for kind in new if kind not in fees)
    lowest, highest = [*unknown, *known], [*unknown, *reversed(known)]
    return Added(count, tuple(_first(count, lowest, new)), tuple(_first(count, highest, new)))


def _by_kind(rows: Iterable[NewDwellings]) -> Counter[DwellingKind]:
    found: Counter[DwellingKind] = Counter()
    for row in rows:
        found[row.kind] += (row.count or 0) * (DWELLINGS_OF_DUPLEX if row.kind == "duplex" else 1)
    return found


def _first(count: int, kinds: Iterable[DwellingKind], of: Counter[DwellingKind]) -> Iterator[NewDwellings]:
    for kind in kinds:
        taken = min(count, of[kind])
        count -= taken
        if taken:
            yield NewDwellings(kind, taken)
