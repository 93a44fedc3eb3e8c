"""What became of a feature, over one step or several: children, parents, shares of land and confidence.

Made from differences, for whatever must find its land again: decisions on a parcel, and rules about division.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from gis.layers.lineage.kinship import STRIP_SHARE
from gis.model.difference import CONFIDENCES, Confidence, Difference, Relation

WHOLE = 1 - Fraction(STRIP_SHARE).limit_denominator(100)
"""A share from which on a feature is the other's land, up to strips along its lines."""


@dataclass(frozen=True, slots=True)
class Descent:
    """One way from an old feature to a new one."""

    old_id: str
    new_id: str
    share_of_old: Fraction
    """Part of the old feature's land that the new one has, 0 to 1; 0 where only the id is the same."""
    share_of_new: Fraction
    confidence: Confidence


@dataclass(frozen=True, slots=True)
class Lineage:
    """Descents between two editions, by old id and by new id.

    Attributes
    ----------
    old, new : str
        Editions.
    by_old, by_new : mapping of str to tuple of Descent
        Every id of the old edition, and of the new one; those that are gone or added have no descent.
    shared_old, shared_new : frozenset of str
        Ids that tell no feature apart (roads, water, repeats): their descents are those of all their bearers.
    """

    old: str
    new: str
    by_old: Mapping[str, tuple[Descent, ...]]
    by_new: Mapping[str, tuple[Descent, ...]]
    shared_old: frozenset[str]
    shared_new: frozenset[str]

    def children(self, old_id: str) -> tuple[Descent, ...]:
        """Return what became of an old feature, most of its land first; nothing for one gone or never there."""
        return self.by_old.get(old_id, ())

    def parents(self, new_id: str) -> tuple[Descent, ...]:
        """Return what a new feature was made of, most of its land first; nothing for one added or not there."""
        return self.by_new.get(new_id, ())


def lineage(change: Difference) -> Lineage:
    """Return the descents that a difference tells.

    Parameters
    ----------
    change : Difference
        Of two editions.

    Returns
    -------
    Lineage
        Land that passed between features that stayed makes no descent; units on one outline each have all of it.
    """
    descents = [Descent(name, name, Fraction(1), Fraction(1), "certain") for name in change.unchanged]
    old_ids, new_ids = set(change.unchanged), set(change.unchanged)
    for relation in change.relations:
        old_ids.update(relation.old)
        new_ids.update(relation.new)
        descents += _descents(relation)
    return _lineage(
        (change.old, change.new),
        (old_ids, new_ids),
        descents,
        (frozenset(change.shared_ids_old), frozenset(change.shared_ids_new)),
    )


def compose(first: Lineage, second: Lineage) -> Lineage:
    """Return the lineage over two steps, the second of which begins where the first ended.

    A share over two steps is the product of the shares, added up over all ways. That is exact where the feature in
    the middle is wholly the old one's land, or goes wholly to the new one. Elsewhere nobody can tell from shares which
    part went where: such a descent is "asked", and the difference of the outer editions tells.

    Parameters
    ----------
    first, second : Lineage
        Of consecutive editions.

    Returns
    -------
    Lineage
        Each descent as sure as the least sure step on its way.

    Raises
    ------
    ValueError
        Where the second does not begin with the edition that the first ends with.
    """
    if first.new != second.old:
        msg = f"the first lineage ends with edition {first.new}, the second begins with {second.old}"
        raise ValueError(msg)
    ways: dict[tuple[str, str], list[Descent]] = defaultdict(list)
    for before in (each for found in first.by_old.values() for each in found):
        for after in second.children(before.new_id):
            ways[before.old_id, after.new_id].append(_over_two(before, after, first.shared_new | second.shared_old))
    descents = [_together(found) for found in ways.values()]
    return _lineage(
        (first.old, second.new),
        (set(first.by_old), set(second.by_new)),
        descents,
        (first.shared_old, second.shared_new),
    )


def _descents(relation: Relation) -> list[Descent]:
    confidence = relation.confidence
    if relation.shares:
        return [
            Descent(each.old, each.new, each.share_of_old, each.share_of_new, confidence) for each in relation.shares
        ]
    if not (relation.old and relation.new):
        return []
    # One and one without shares: a value changed on the same land, or only the id is the same.
    share = Fraction(0) if relation.relation == "moved" else Fraction(1)
    return [Descent(relation.old[0], relation.new[0], share, share, confidence)]


def _over_two(before: Descent, after: Descent, shared: frozenset[str]) -> Descent:
    is_exact = before.share_of_new >= WHOLE or after.share_of_old >= WHOLE
    confidence = _least((before.confidence, after.confidence))
    return Descent(
        before.old_id,
        after.new_id,
        before.share_of_old * after.share_of_old,
        before.share_of_new * after.share_of_new,
        confidence if is_exact and before.new_id not in shared else "asked",
    )


def _together(ways: list[Descent]) -> Descent:
    return Descent(
        ways[0].old_id,
        ways[0].new_id,
        min(Fraction(1), sum((way.share_of_old for way in ways), Fraction(0))),
        min(Fraction(1), sum((way.share_of_new for way in ways), Fraction(0))),
        _least(way.confidence for way in ways),
    )


def _least(confidences: Iterable[Confidence]) -> Confidence:
    return max(confidences, key=CONFIDENCES.index)


def _lineage(
    editions: tuple[str, str],
    ids: tuple[set[str], set[str]],
    descents: Iterable[Descent],
    shared: tuple[frozenset[str], frozenset[str]],
) -> Lineage:
    by_old: dict[str, list[Descent]] = {each: [] for each in sorted(ids[0])}
    by_new: dict[str, list[Descent]] = {each: [] for each in sorted(ids[1])}
    for each in descents:
        by_old[each.old_id].append(each)
        by_new[each.new_id].append(each)
    return Lineage(
        *editions,
        MappingProxyType({key: tuple(sorted(found, key=_most_of_old)) for key, found in by_old.items()}),
        MappingProxyType({key: tuple(sorted(found, key=_most_of_new)) for key, found in by_new.items()}),
        *shared,
    )


def _most_of_old(descent: Descent) -> tuple[Fraction, str]:
    return -descent.share_of_old, descent.new_id


def _most_of_new(descent: Descent) -> tuple[Fraction, str]:
    return -descent.share_of_new, descent.old_id
