"""Which towns have more of a district's value than the town first authorised, now and by roll year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.model.facts.commissioners import RollYearShares, ShareShiftFacts, TownShare
from gis.rules.impossible import refuse_negative, refuse_twice
from gis.rules.span import UNLIMITED, Span, exact_sum
from gis.rules.words import quantity

_WHOLE = Fraction(1)
_ROUNDING = Fraction(1, 200)
"""Published shares are rounded to percents or finer; so many of them may add up to a little more than one."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The shares of a time, beside that of the town first authorised."""

    exceeding: tuple[str, ...]
    """Towns that have more, whatever the unknown shares are; largest first, equal ones by name."""
    unsure: tuple[str, ...]
    """Towns that may or may not have more."""
    unknown: tuple[str, ...]
    """Towns whose value or share is not known."""
    shares: dict[str, Fraction | None]
    """Share of each town where all are known; else null."""
    largest: str | None
    """The one town with the largest share of those exceeding; null where two are equal."""


def compare(first: str, rows: Sequence[TownShare]) -> Comparison:
    """Compare every town with the one first authorised, exactly; equal is not more.

    Parameters
    ----------
    first
        The town first authorised. Where it is not among the rows its share is not known.
    rows
        Value or share of each town. Values are compared where every row has one, else shares; an unknown share is
        at most what the known ones leave, an unknown value has no limit.

    Examples
    --------
    >>> rows = [TownShare("Alder", share=Fraction(2, 5)), TownShare("Birch", share=Fraction(3, 5))]
    >>> compare("Alder", rows).exceeding, compare("Birch", rows).exceeding
    (('Birch',), ())
    """
    amounts = _amounts(rows)
    known = [amount for amount in amounts.values() if amount is not None]
    limit = Span(Fraction(0), max(Fraction(0), _WHOLE - exact_sum(known))) if _by_share(rows) else UNLIMITED
    amounts.setdefault(first, None)
    spans = {name: limit if amount is None else Span.exactly(amount) for name, amount in amounts.items()}
    own = spans.pop(first)
    exceeding = sorted(
        (name for name, span in spans.items() if span.surely_more_than(own)), key=lambda name: (-spans[name].low, name)
    )
    total = exact_sum(known)
    complete = len(known) == len(amounts) and total > 0
    tied = len(exceeding) > 1 and spans[exceeding[0]].low == spans[exceeding[1]].low
    return Comparison(
        exceeding=tuple(exceeding),
        unsure=tuple(
            name for name, span in spans.items() if name not in exceeding and (span.high is None or span.high > own.low)
        ),
        unknown=tuple(name for name, amount in amounts.items() if amount is None),
        shares={
            name: None if amount is None or not complete else amount if _by_share(rows) else amount / total
            for name, amount in amounts.items()
        },
        largest=exceeding[0] if exceeding and not tied else None,
    )


def exceeded_since(town: str, first: str, years: Sequence[RollYearShares]) -> RollYearShares | None:
    """Return the roll year from which a town has had more without a break up to the last year; null where it has not.

    A year in which that is not known breaks the row.
    """
    since = None
    for year in sorted(years, key=lambda each: each.roll_year, reverse=True):
        if town not in compare(first, year.shares).exceeding:
            break
        since = year
    return since


def last_shares(facts: ShareShiftFacts) -> tuple[TownShare, ...] | None:
    """Return the shares now, else those of the last roll year; null where neither is known."""
    if facts.shares:
        return facts.shares
    last = max(facts.roll_years or (), key=lambda year: year.roll_year, default=None)
    return last.shares or None if last else None


def changed_on(facts: ShareShiftFacts, town: str | None) -> dt.date | None:
    """Return the day from which the days run: as stated, else that of the roll year in which the town took the lead."""
    if facts.shares_changed is not None or town is None or facts.first_authorized is None:
        return facts.shares_changed
    since = exceeded_since(town, facts.first_authorized, facts.roll_years or ())
    return None if since is None else since.changed


def refuse_impossible_shares(facts: ShareShiftFacts) -> None:
    """Refuse shares that no towns can have.

    Raises
    ------
    FactsInvalid
        A value or share is negative, a share or the sum of shares is more than one, or a town or year stands twice.
    """
    _refuse_rows("shares", facts.shares or ())
    for i, year in enumerate(facts.roll_years or ()):
        _refuse_rows(f"roll_years[{i}].shares", year.shares)
    years = [year.roll_year for year in facts.roll_years or ()]
    for i, roll_year in enumerate(years):
        if roll_year in years[:i]:
            raise FactsInvalid(
                what=f"The roll year {roll_year} stands twice.",
                where=f"facts.roll_years[{i}].roll_year",
                why="Two sets of shares for one year cannot both be right.",
                next="State each roll year once.",
            )


def _refuse_rows(path: str, rows: Sequence[TownShare]) -> None:
    refuse_twice((f"{path}[{i}].municipality", row.municipality) for i, row in enumerate(rows))
    for i, row in enumerate(rows):
        refuse_negative((f"{path}[{i}].{field}", getattr(row, field)) for field in ("equalized_value", "share"))
        _refuse_over_one(f"{path}[{i}].share", row.share, _WHOLE)
    known = [row.share for row in rows if row.share is not None]
    _refuse_over_one(path, exact_sum(known), _WHOLE + _ROUNDING)


def _refuse_over_one(path: str, share: Fraction | None, most: Fraction) -> None:
    if share is not None and share > most:
        raise FactsInvalid(
            what=f"A share of {quantity(share, 4)} is more than the whole.",
            where=f"facts.{path}",
            why="The shares of all towns together make one.",
            next="Divide percents by 100, and state each town's share of the district's value.",
        )


def _by_share(rows: Sequence[TownShare]) -> bool:
    """Whether shares are compared: values go first where all are known, and where not all shares are."""
    values = [row.equalized_value is not None for row in rows]
    return not all(values) and (all(row.share is not None for row in rows) or not any(values))


def _amounts(rows: Sequence[TownShare]) -> dict[str, Fraction | None]:
    by_share = _by_share(rows)
    return {row.municipality: row.share if by_share else row.equalized_value for row in rows}
