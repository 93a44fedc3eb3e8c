"""How many signatures of electors does a vote for governor ask for, and are there enough?

What the rules on petitions of electors share: TSD-26 where the vote of the district is reported, TSD-31 and TSD-32
where it is found by area. Votes stay exact fractions; only the signatures are rounded, once, up.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from gis.errors import FactsInvalid
from gis.model.exact import number
from gis.model.finding import Margin, State
from gis.rules.span import Span
from gis.rules.words import listed, quantity

PORTION = "elector_signatures_portion"
_PERCENT = 100


@dataclass(frozen=True, slots=True)
class DistrictVote:
    """The vote for governor in the district, exact, and between which bounds it lies over the layers' accuracy."""

    value: Fraction
    bounds: Span | None = None
    """Null where no accuracy is known."""


def signatures_needed(vote: Fraction, portion: Fraction) -> int:
    """Return the smallest whole number that is at least a portion of a vote.

    Examples
    --------
    >>> signatures_needed(Fraction(837), Fraction(1, 5)), signatures_needed(Fraction(45), Fraction(1, 5))
    (168, 9)
    """
    return ceil(vote * portion)


def signatures_short(needed: int | None, valid: int | None) -> int | None:
    """Return how many signatures are missing, at least none; null where either number is not known."""
    return None if needed is None or valid is None else max(0, needed - valid)


def sufficiency(vote: DistrictVote | None, portion: Fraction, valid: int | None) -> State:
    """Say whether the signatures suffice, or, where nobody has counted any, whether the number could be computed.

    Parameters
    ----------
    vote
        Vote of the district; null where it is not known.
    portion
        Portion of the vote that has to sign.
    valid
        Valid signatures; null where they are not counted.

    Returns
    -------
    State
        `within_tolerance` where the accuracy of the layers could turn enough into too few, or the reverse.
    """
    if vote is None:
        return State.NEEDS_EVIDENCE
    if valid is None:
        return State.PASS
    if _steady(vote, portion, valid) is False:
        return State.WITHIN_TOLERANCE
    return State.PASS if valid >= signatures_needed(vote.value, portion) else State.FAIL


def vote_margin(vote: DistrictVote, portion: Fraction, valid: int | None, accuracy_ft: Fraction | None) -> Margin:
    """Compare the vote of the district with the vote above which the outcome would be another.

    That is the greatest vote for which the valid signatures suffice; without any counted, the greatest vote for which
    the number needed stays as it is.
    """
    suffices_up_to = signatures_needed(vote.value, portion) if valid is None else valid
    bounds = vote.bounds
    return Margin(
        measure="district_vote",
        unit="votes",
        value=number(vote.value),
        threshold=number(suffices_up_to / portion),
        low=None if bounds is None else number(bounds.low),
        high=None if bounds is None or bounds.high is None else number(bounds.high),
        accuracy_ft=None if accuracy_ft is None else float(accuracy_ft),
        holds=_steady(vote, portion, valid),
    )


def _steady(vote: DistrictVote, portion: Fraction, valid: int | None) -> bool | None:
    """Whether the outcome is the same at both ends of the interval; null where there is none."""
    if vote.bounds is None or vote.bounds.high is None:
        return None
    low, high = (signatures_needed(end, portion) for end in (vote.bounds.low, vote.bounds.high))
    return low == high if valid is None else (valid >= low) == (valid >= high)


def signatures_words(vote: Fraction, portion: Fraction, valid: int | None) -> str:
    """Say how many signatures a vote asks for, and how many there are.

    Examples
    --------
    >>> signatures_words(Fraction(837), Fraction(1, 5), 160)
    '20 percent of that, rounded up, is 168 signatures; 160 valid ones are 8 too few'
    """
    needed = signatures_needed(vote, portion)
    said = (
        f"{quantity(portion * _PERCENT, 4)} percent of that, rounded up, is {needed:,} "
        f"signature{'' if needed == 1 else 's'}"
    )
    if valid is None:
        return said
    short = signatures_short(needed, valid)
    ones = "1 valid one is" if valid == 1 else f"{valid:,} valid ones are"
    return f"{said}; {ones} {f'{short:,} too few' if short else 'enough'}"


def doubt_words(vote: DistrictVote, portion: Fraction, valid: int | None, accuracy_ft: Fraction | None) -> str:
    """Say how the layers' accuracy could change whether the signatures suffice."""
    if valid is None or vote.bounds is None or vote.bounds.high is None:
        return ""
    low, high = (signatures_needed(end, portion) for end in (vote.bounds.low, vote.bounds.high))
    moved = "the accuracy of the layers" if accuracy_ft is None else f"the accuracy of {quantity(accuracy_ft, 3)} ft"
    return (
        f"; with the line moved by {moved} the number lies between {low:,} and {high:,}, so a person must look "
        f"whether {valid:,} suffice"
    )


def election_words(election: dt.date | None) -> str:
    """Say which election, where that is known.

    >>> election_words(dt.date(2022, 11, 8)), election_words(None)
    (' on November 8, 2022', '')
    """
    return "" if election is None else f" on {election:%B} {election.day}, {election.year}"


def modelled_note(names: list[str]) -> list[str]:
    """Say which votes nobody counted in the area itself; nothing where all were."""
    if not names:
        return []
    told = (
        f"The votes of {listed(names)} are modelled: the publisher spread the results of a larger area over them, so "
        "they are not reported election statistics."
    )
    return [told]


def quotient(part: Fraction | None, whole: Fraction | None, path: str) -> Fraction | None:
    """Return one area over another; null where either is not known.

    Raises
    ------
    FactsInvalid
        The whole is nothing, or smaller than its part.
    """
    if part is None or whole is None:
        return None
    if whole == 0 or part > whole:
        raise FactsInvalid(
            what=f"The district cannot have {quantity(part, 6)} of the {quantity(whole, 6)} sq mi of a municipality.",
            where=f"facts.{path}",
            why="The area of a municipality is greater than nothing and at least that of a part of it.",
            next="Measure both on one basis (both with water, or both without).",
        )
    return part / whole
