"""What kind of development stands on each parcel: by the register, the roll's classes and the buildings?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal, cast

import numpy as np
import numpy.typing as npt

from gis.facts.impervious.stacks import first_on_ground
from gis.facts.layerset import LayerSet
from gis.facts.sewers.answers.uses import COVERED_WITHIN_FT
from gis.facts.sewers.areas.lying import NOWHERE, lying
from gis.model.facts.stormwater import Development
from gis.model.runoff import Kind
from gis.rules.words import all_listed

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]

_RESIDENTIAL = frozenset({"1", "7"})
"""Residential, and other (farm homesites with their buildings), 70.32(2)(a)."""
_BUSINESS = frozenset({"2", "3"})
_DUPLEX = 2


@dataclass(frozen=True, slots=True)
class Developed:
    """What is known of the development of one parcel."""

    development: Development | None
    developed: bool | None
    dwellings: int | None
    says: str
    """What tells it, in one sentence."""

    @property
    def kind(self) -> Kind | None:
        """The kind as a roll lists it; null where it is unclear."""
        return "undeveloped" if self.developed is False else self.development if self.developed else None


@dataclass(frozen=True, eq=False)
class Built:
    """The buildings of parcels, one position an array element.

    Attributes
    ----------
    built : object array of bool or None
        Whether a building stands on the parcel; None where no layer shows it.
    dwellings : object array of int or None
        Dwellings in them; None where no building states any.
    """

    built: Texts
    dwellings: Texts


def buildings_on(layers: LayerSet, grounds: Geometries) -> Built:
    """Tell which parcels have a building, and with how many dwellings.

    A building belongs to the parcel that holds most of it. A parcel without one is bare where the layer shows
    another within half a mile; elsewhere nobody can tell. Parcels on one ground have the same buildings.
    """
    holders, of = np.unique(first_on_ground(grounds), return_inverse=True)
    if len(holders) < len(grounds):
        once = buildings_on(layers, grounds[holders])
        return Built(once.built[of], once.dwellings[of])
    built, dwellings = (np.full(len(grounds), None, dtype=object) for _ in range(2))
    layer = layers.layers.get("buildings")
    if layer is None or not len(layer.table):
        return Built(built, dwellings)
    reach_ft = float(layers.accuracy_ft("parcels", "buildings", with_boundary=False))
    where = lying(layer.geometries, grounds, reach_ft, layers.frame).most(len(layer.table))
    has_one = np.zeros(len(grounds), dtype=bool)
    has_one[where[where != NOWHERE]] = True
    bare = np.flatnonzero(~has_one)
    near, _ = layer.tree.query_nearest(
        grounds[bare], max_distance=COVERED_WITHIN_FT / layers.frame.unit_ft, all_matches=False
    )
    built[bare[near]] = False
    built[has_one] = True
    for parcel, units in zip(where.tolist(), layer.column("dwelling_units").tolist(), strict=True):
        if parcel != NOWHERE and units is not None:
            dwellings[parcel] = (dwellings[parcel] or 0) + int(units)
    return Built(built, dwellings)


@cache
def development(  # noqa: PLR0913 - what each source says of one parcel
    *,
    classes: str,
    exempt: str,
    built: bool | None,
    dwellings: int | None,
    improved: bool | None,
    stated: str | None,
    dwellings_stated: int | None,
) -> Developed:
    """Return the kind of development of a parcel.

    Parameters
    ----------
    classes, exempt : str
        Property classes of the roll and its exemption codes, joined by commas.
    built : bool or None
        Whether a building stands on it.
    dwellings : int or None
        Dwellings in its buildings.
    improved : bool or None
        Whether the roll values improvements.
    stated, dwellings_stated : str, int or None
        What the register says, which goes first.

    Examples
    --------
    >>> told = development(classes="1", exempt="", built=True, dwellings=2, improved=True, stated=None,
    ...                    dwellings_stated=None)
    >>> told.development, told.says
    ('duplex', 'Residential land (class 1) with 2 dwellings.')
    """
    count = dwellings if dwellings_stated is None else dwellings_stated
    if stated is not None:
        is_bare = stated == "undeveloped"
        kind = None if is_bare else cast("Development", stated)
        return Developed(kind, not is_bare, count, f"The register says that it is {stated.replace('_', '-')}.")
    stands = _stands(built=built, improved=improved)
    if stands is False:
        return Developed(None, developed=False, dwellings=count, says="No building stands on it.")
    codes = frozenset(classes.split(",")) if classes else frozenset()
    found, says = _by_roll(codes, exempt, count)
    if stands is None:
        says = f"{says} Whether a building stands on it is not known."
    return Developed(found, stands, count, says)


def _stands(*, built: bool | None, improved: bool | None) -> bool | None:
    """Return whether a building stands: none is shown, and yet the roll values improvements, is unknown."""
    if built:
        return True
    if built is False:
        return None if improved else False
    return improved


def _by_roll(codes: frozenset[str], exempt: str, dwellings: int | None) -> tuple[Development | None, str]:
    named = f"class{'' if len(codes) == 1 else 'es'} {all_listed(sorted(codes))}"
    is_home, is_business = bool(codes & _RESIDENTIAL), bool(codes & _BUSINESS) or bool(exempt)
    if is_home and is_business:
        also = f", exempt as {exempt}" if exempt else ""
        return None, f"The roll has it as residential and as another use ({named}{also}); a person must say which."
    if is_business:
        return "nonresidential", f"Nonresidential land ({f'exempt, {exempt}' if exempt else named})."
    if not codes:
        return None, "The roll gives it no property class."
    land = "Residential land" if is_home else "Farm, forest or undeveloped land"
    if not dwellings:
        if is_home:
            says = "no building of which dwellings are stated" if dwellings is None else "a building without a dwelling"
            return None, f"{land} ({named}) with {says}; a person must say what stands there."
        return "nonresidential", f"{land} ({named}) with a building and no dwelling."
    homes: Literal["single_family", "duplex", "multifamily"] = (
        "single_family" if dwellings == 1 else "duplex" if dwellings == _DUPLEX else "multifamily"
    )
    return homes, f"{land} ({named}) with {dwellings} dwelling{'' if dwellings == 1 else 's'}."


KIND_WORDS: Mapping[Kind | None, str] = MappingProxyType(
    {
        "single_family": "single-family",
        "duplex": "duplex",
        "multifamily": "multifamily",
        "nonresidential": "nonresidential",
        "undeveloped": "undeveloped",
        None: "unclear",
    }
)
"""How each kind is said."""
