"""How many residential equivalent connections do uses make by the schedule of 86-141(d)?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.impact_fees import PropertyUse
from gis.model.finding import ParameterUse
from gis.rules.impossible import refuse_negative
from gis.rules.words import count_of, listed, quantity, used_of

LAND_USES = frozenset({"commercial", "industrial", "public"})
"""Uses that the schedule counts by the acre; all others it counts by the dwelling or the building."""
SCHEDULE: Mapping[str, str] = MappingProxyType(
    {
        "single_family": "mukwonago_impact_recs_single_family",
        "duplex": "mukwonago_impact_recs_duplex",
        "one_bedroom": "mukwonago_impact_recs_one_bedroom",
        "two_bedroom": "mukwonago_impact_recs_two_bedroom",
        "three_bedroom": "mukwonago_impact_recs_three_bedroom",
        "commercial": "mukwonago_impact_recs_commercial_per_acre",
        "industrial": "mukwonago_impact_recs_industrial_per_acre",
        "public": "mukwonago_impact_recs_public_per_acre",
    }
)
"""Parameter of each use."""
AT_LEAST = "mukwonago_impact_recs_at_least"
_PLACES = 4


def schedule_recs(uses: Sequence[PropertyUse], parameters: Parameters) -> Fraction | None:
    """Return the units of uses by the schedule, before any minimum.

    Parameters
    ----------
    uses
        Dwellings, duplex buildings or acres of each use; their order does not matter.
    parameters
        The law on the date of the fee.

    Returns
    -------
    Fraction or None
        Exact; zero where there is no use, null where a quantity is not known.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141(d).

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> schedule_recs([PropertyUse("commercial", Fraction(5, 2))], load_law().newest())
    Fraction(33, 5)
    """
    total = Fraction(0)
    for row in uses:
        if row.quantity is None:
            return None
        total += row.quantity * parameters.number(SCHEDULE[row.use])
    return total


def property_recs(uses: Sequence[PropertyUse], parameters: Parameters) -> Fraction | None:
    """Return the units of a property: those of the schedule, and the least that a property counts for.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> property_recs([PropertyUse("one_bedroom", Fraction(1))], load_law().newest())
    Fraction(1, 1)
    """
    recs = schedule_recs(uses, parameters)
    return None if recs is None else max(recs, parameters.number(AT_LEAST))


def schedule_used(parameters: Parameters) -> tuple[ParameterUse, ...]:
    """Return the values of the schedule, as a finding lists them."""
    return used_of(parameters, SCHEDULE.values())


def count_of_recs(recs: Fraction) -> str:
    """Say a number of units.

    >>> count_of_recs(Fraction(1)), count_of_recs(Fraction(33, 5))
    ('1 unit', '6.6 units')
    """
    return count_of(recs, "unit", _PLACES)


def unknown_uses(uses: Sequence[PropertyUse]) -> list[str]:
    """Name the quantities that are not known, in the singular; of one use once."""
    named = (f"the {'acreage' if row.use in LAND_USES else 'number'} of {_words(row)}" for row in uses)
    return list(dict.fromkeys(name for name, row in zip(named, uses, strict=True) if row.quantity is None))


def uses_said(uses: Sequence[PropertyUse], parameters: Parameters) -> str:
    """Say which uses there are and by what the schedule counts each; every quantity is known.

    >>> from gis.law.loader import load_law
    >>> uses_said([PropertyUse("commercial", Fraction(5, 2))], load_law().newest())
    '2.5 acres of commercial use at 2.64'
    """
    return listed([_use_said(row, parameters) for row in uses])


def refuse_impossible_uses(path: str, uses: Sequence[PropertyUse], *, zero_acres: bool) -> None:
    """Refuse what cannot be of uses: less than nothing, and a part of a dwelling.

    Parameters
    ----------
    path
        Path of the list.
    uses
        The uses; a quantity that is not known passes.
    zero_acres
        Whether an acreage of zero says something: that there is no such use. Of a property with the use it does not.

    Raises
    ------
    FactsInvalid
        With the path of the quantity.
    """
    refuse_negative((f"{path}[{i}].quantity", row.quantity) for i, row in enumerate(uses))
    for i, row in enumerate(uses):
        where = f"facts.{path}[{i}].quantity"
        if row.quantity is None:
            continue
        if row.use not in LAND_USES and row.quantity.denominator != 1:
            raise FactsInvalid(
                what=f"{quantity(row.quantity, _PLACES)} of {_words(row)} is no whole number.",
                where=where,
                why="The schedule counts dwellings and duplex buildings, and there is no part of one.",
                next="Give a whole number, or acres with commercial, industrial or public use.",
            )
        if row.use in LAND_USES and row.quantity == 0 and not zero_acres:
            raise FactsInvalid(
                what=f"The acreage of {_words(row)} is zero.",
                where=where,
                why="The schedule counts the use by the acre, and a use without land is a slip or a gap in the data.",
                next="Give the acres, or null where they are not known.",
            )


def _words(row: PropertyUse) -> str:
    match row.use:
        case "commercial" | "industrial" | "public":
            return f"{row.use} use"
        case "duplex":
            return "duplex buildings"
        case "single_family":
            return "single-family units"
        case _:
            return f"{row.use.replace('_', '-')} units"


def _use_said(row: PropertyUse, parameters: Parameters) -> str:
    amount, each = quantity(row.quantity or Fraction(0), _PLACES), quantity(parameters.number(SCHEDULE[row.use]), 2)
    if row.use in LAND_USES:
        return f"{count_of(row.quantity or 0, 'acre', _PLACES)} of {_words(row)} at {each}"
    return f"{amount} {_words(row).removesuffix('s') if row.quantity == 1 else _words(row)} at {each}"
