"""Is the use that a person states one of Appendix A, with a number that it counts, and are dwellings stated whole?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import NoReturn

from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated
from gis.rules.impact_fees.units import LAND_USES
from gis.rules.village_charges.appendix_a import USES
from gis.rules.words import all_listed, count_of

_HOUSES: Mapping[str, int] = MappingProxyType({"single_family": 1, "duplex": 2})
"""Dwellings of one building of the uses that Appendix A counts by the building."""


def refuse_other_uses(stated: ChargesStated, place: Callable[[str], str]) -> None:
    """Refuse a use that is not listed, several houses as one, a part of a dwelling, and what both stands and replaces.

    Parameters
    ----------
    stated : ChargesStated
        What a person states.
    place : callable
        Where it is stated, by its name, for errors.

    Raises
    ------
    FactsInvalid
        It says what is known and what to state; the value is not repeated.

    Examples
    --------
    >>> refuse_other_uses(ChargesStated(use="restrant"), lambda name: f"the option --{name}")
    Traceback (most recent call last):
    gis.errors.FactsInvalid: The use stated is not in Appendix A.
      where: the option --use
      why:   Near it is restaurant.
      next:  Correct the word. Of a use not listed the village assigns the connections: state them with --recs.
    """
    if stated.use is not None:
        _refuse_unlisted(stated.use, place)
    _refuse_several_houses(stated, place)
    for kind, count in stated.before.items():
        if kind not in LAND_USES and count.denominator != 1:
            _refuse(
                f"A part of a dwelling is stated of {kind}.",
                place("before"),
                "Dwellings and duplex buildings are whole; only land has parts of an acre.",
                "State a whole number, such as single_family=1.",
            )
    if stated.new_building is False and stated.replaces_same:
        _refuse(
            "A building is said to stand there already, and to replace one.",
            place("replaces_same"),
            "What replaces a building is new.",
            "Leave out one of the two.",
        )


def _refuse_unlisted(use: str, place: Callable[[str], str]) -> None:
    if use not in USES:
        near = get_close_matches(use[:60].lower().replace(" ", "_").replace("-", "_"), sorted(USES), n=1)
        _refuse(
            "The use stated is not in Appendix A.",
            place("use"),
            f"Near it is {near[0]}." if near else f"Listed are {all_listed(sorted(USES))}.",
            "Correct the word. Of a use not listed the village assigns the connections: state them with --recs.",
        )


def _refuse_several_houses(stated: ChargesStated, place: Callable[[str], str]) -> None:
    dwellings = _HOUSES.get(stated.use or "")
    if dwellings is None or stated.quantity is None or 1 <= stated.quantity <= dwellings:
        return
    _refuse(
        f"{count_of(stated.quantity, 'dwelling')} are stated of one {(stated.use or '').replace('_', '-')} building.",
        place("quantity"),
        f"Appendix A counts a {(stated.use or '').replace('_', '-')} building of {count_of(dwellings, 'dwelling')}, "
        "whatever number is stated.",
        "Of three dwellings or more in one building state --use multifamily and their number; of several houses all "
        "their connections, with --recs.",
    )


def _refuse(what: str, where: str, why: str, next_step: str) -> NoReturn:
    raise FactsInvalid(what=what, where=where, why=why, next=next_step)
