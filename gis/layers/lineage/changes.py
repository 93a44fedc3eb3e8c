"""Which values of a feature are other than they were: of one that stayed one, and of several added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gis.layers.contracts import Contract
from gis.layers.lineage.sides import Side, contract_of
from gis.model.difference import Change
from gis.model.exact import money

_CENTS = "_cents"
_NOT_COMPARED = frozenset({"owner_keys"})
"""Running numbers that each edition gives anew: that they differ says nothing."""
_OF_GROUPS = ("municipality", "record_kind", "property_classes", "exempt_codes")
"""Columns in which several features are compared with several others, besides money."""
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class PairChanges:
    """What changed in each pair of features, in their order, and the changes of a year that all of them share."""

    of_pairs: list[tuple[Change, ...]]
    throughout: tuple[Change, ...]


def pair_changes(old: Side, new: Side, pairs: Sequence[Pair]) -> PairChanges:
    """Compare all stored values of features that stayed one, but for names and owners.

    Owners are told by numbers that each edition gives anew, so that they cannot be compared; who owns a parcel is
    never looked up for it.

    Parameters
    ----------
    old, new : Side
        The editions.
    pairs : sequence of (position, position)
        One old and one new feature each.

    Returns
    -------
    PairChanges
        A value that is missing on one side only is a change; null stands for it.
    """
    contract = contract_of(old.layer)
    changes: list[list[Change]] = [[] for _ in pairs]
    throughout = []
    mine = np.array([pair[0] for pair in pairs], dtype=np.intp)
    theirs = np.array([pair[1] for pair in pairs], dtype=np.intp)
    years = contract.of_type("year")
    for name in contract.names:
        if name in _NOT_COMPARED or (name in contract.key and name not in years):
            continue
        before, after = old.values(name, mine), new.values(name, theirs)
        differing = np.flatnonzero(np.asarray(before != after, dtype=bool)).tolist()
        found = {at: _change(contract, name, before[at], after[at]) for at in differing}
        if name in years and len(found) == len(pairs) and len(set(found.values())) == 1:
            throughout.append(found[0])
            continue
        for at, change in found.items():
            changes[at].append(change)
    return PairChanges([tuple(each) for each in changes], tuple(throughout))


def group_changes(old: Side, new: Side, olds: Sequence[int], news: Sequence[int]) -> tuple[Change, ...]:
    """Compare several features with several others: money added up, and the sets of their municipalities and codes."""
    contract = contract_of(old.layer)
    changes = []
    for name in contract.names:
        if name not in contract.of_type("cents") and name not in _OF_GROUPS:
            continue
        before, after = old.values(name, olds).tolist(), new.values(name, news).tolist()
        if name in contract.of_type("cents"):
            change = _change(contract, name, _total(before), _total(after))
        else:
            change = Change(name, _listed(before), _listed(after))
        if change.old != change.new:
            changes.append(change)
    return tuple(changes)


def plain_name(column: str) -> str:
    """Return a column's name without the unit in which money is stored.

    >>> plain_name("assessed_value_cents")
    'assessed_value'
    """
    return column.removesuffix(_CENTS)


def _change(contract: Contract, name: str, old: object, new: object) -> Change:
    is_money = name in contract.of_type("cents")
    return Change(plain_name(name), *((_text(value, is_money=is_money)) for value in (old, new)))


def _text(value: object, *, is_money: bool) -> str | None:
    if value is None:
        return None
    return money(Fraction(int(str(value)), 100)) if is_money else str(value)


def _total(cents: Iterable[int | None]) -> int | None:
    known = [each for each in cents if each is not None]
    return sum(known) if known else None


def _listed(values: Iterable[object]) -> str | None:
    return "; ".join(sorted({str(value) for value in values if value not in {None, ""}})) or None
