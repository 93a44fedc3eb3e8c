"""Which ordinance governs each parcel, by the municipality or sanitary district in which it lies?

A village's ordinance never governs a town's land. A sanitary district's governs land in the district and in no village
or city, for a town sanitary district may include none (Wis. Stat. 60.71(5)(a)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from gis.facts.sewers.areas.membership import Flags, Held, Membership, Place, Texts
from gis.layers.rows.names import name_key
from gis.model.ordinance import Ordinance

_SANITARY = "sanitary"


@dataclass(frozen=True, eq=False)
class InPlace:
    """Whether an ordinance governs parcels; one element a parcel, and where neither holds, the layers do not tell.

    Attributes
    ----------
    is_in, is_out : bool arrays
        True where it governs the land, and where it does not.
    because : object array of str or None
        A sentence where it is not known, or where a village's or city's land is left out of a district.
    """

    is_in: Flags
    is_out: Flags
    because: Texts

    @property
    def values(self) -> Texts:
        """True, False, or None where it is not known."""
        values: Texts = np.full(len(self.because), None, dtype=object)
        values[self.is_in], values[self.is_out] = True, False
        return values

    @property
    def unknown(self) -> npt.NDArray[np.intp]:
        """Positions of the parcels of which it is not known."""
        return np.flatnonzero(~self.is_in & ~self.is_out)


def governs(ordinance: Ordinance, place: Place) -> bool:
    """Say whether an ordinance is that of a place, or of any place of its kind where its text names none.

    The county tells towns of one name apart. A village or city bears its name alone, and may lie in several counties.

    Examples
    --------
    >>> import datetime as dt
    >>> name = "Village of Elm"
    >>> elm = Ordinance("elm", "Elm", "Code 1", ("village",), name, "Rock", dt.date(2011, 7, 1), None, "MUK-01")
    >>> governs(elm, Place("VILLAGE OF ELM", "village", "Dane")), governs(elm, Place("Town of Elm", "town", "Rock"))
    (True, False)
    """
    if place.kind not in ordinance.place_kinds:
        return False
    if ordinance.place_name is None:
        return True
    if name_key(place.name) not in map(name_key, (ordinance.place_name, *ordinance.other_names)):
        return False
    counties = (ordinance.county, place.county)
    return place.kind != "town" or None in counties or len({name_key(str(county)) for county in counties}) == 1


def in_place(ordinance: Ordinance, where: Membership) -> InPlace:
    """Tell of each parcel whether an ordinance governs it.

    Parameters
    ----------
    ordinance : Ordinance
        In force on the day of `where`.
    where : Membership
        Where the parcels lie.

    Returns
    -------
    InPlace
        None with a sentence where the land lies partly in the place and partly not, where the roll and the limits on
        file place it differently, where no limits on file claim all of it, or where none are on file.
    """
    of_municipality = any(kind != _SANITARY for kind in ordinance.place_kinds)
    if _SANITARY not in ordinance.place_kinds:
        return _in_municipality(ordinance, where)
    if not of_municipality:
        return _in_district(ordinance, where)
    first, other = _in_municipality(ordinance, where), _in_district(ordinance, where)
    is_in = first.is_in | other.is_in
    because = np.where(first.is_in | first.is_out, other.because, first.because)
    because[is_in] = None
    return InPlace(is_in, first.is_out & other.is_out, because)


def governing(ordinances: Sequence[Ordinance], where: Membership) -> Texts:
    """Return for each parcel the ids of the ordinances that govern it for certain, in the order given.

    Parameters
    ----------
    ordinances : sequence of Ordinance
        In force on the day of `where`, such as `gis.law.ordinance_files.Ordinances.in_force` returns them. One whose
        text names no place governs only where somebody asks for it, and is left out here.
    where : Membership
        Where the parcels lie.

    Returns
    -------
    object array of tuple of str
        Empty where none governs; several where land in a district lies in a town that has an ordinance of its own.
    """
    found: Texts = np.empty(len(where), dtype=object)
    found[:] = [()] * len(where)
    for each in ordinances:
        if each.place_name is not None:
            for i in np.flatnonzero(in_place(each, where).is_in).tolist():
                found[i] += (each.id,)
    return found


def _in_municipality(ordinance: Ordinance, where: Membership) -> InPlace:
    held = where.municipalities
    if held is None:
        return _unknown(where, "No municipal limits are on file, so that nobody can say whose land it is.")
    return _by_limits(where, held, _of(ordinance, held.places), _of(ordinance, where.roll))


def _in_district(ordinance: Ordinance, where: Membership) -> InPlace:
    districts, size = where.districts, len(where)
    town = _in_town(where)
    if districts is None:
        unknown = _unknown(where, "No districts are on file, so that nobody can say whether the land lies in one.")
        return replace(unknown, is_out=town.is_out)
    ours = _of(ordinance, districts.places)
    is_whole = districts.counted(ours, size, whole=True) > 0
    is_out = districts.counted(ours, size) == 0
    because = np.where(is_out, np.array(None), town.because)
    because[~is_out & town.is_out] = (
        "The land is a village's or city's, and no territory of one is in a town sanitary district "
        "(Wis. Stat. 60.71(5)(a))."
    )
    for i in np.flatnonzero(~is_out & ~is_whole & ~town.is_out).tolist():
        names = " and ".join(place.name for place in districts.of_parcel(i) if governs(ordinance, place))
        because[i] = (
            f"The limits of {names} cut the parcel by more than the layers' accuracy of "
            f"{where.district_accuracy_ft:g} ft, so that only a part of it is in the district."
        )
    return InPlace(is_whole & town.is_in, is_out | town.is_out, because)


def _in_town(where: Membership) -> InPlace:
    """Tell of each parcel whether it is a town's land, and no village's or city's."""
    held = where.municipalities
    if held is None:
        return _unknown(where, "No municipal limits are on file, so that nobody can say whether it is a town's land.")
    of_limits, of_roll = (
        np.array([place.kind == "town" for place in places], dtype=bool) for places in (held.places, where.roll)
    )
    return _by_limits(where, held, of_limits, of_roll)


def _by_limits(where: Membership, held: Held, ours: Flags, ours_by_roll: Flags) -> InPlace:
    """Tell of each parcel whether its land lies in some municipalities, by their limits and by the roll."""
    size = len(where)
    everywhere = np.ones(len(held.places), dtype=bool)
    every, inside = held.counted(everywhere, size), held.counted(ours, size)
    # What one municipality holds in part, and no other the rest of, lies partly where none on file claims it.
    is_told = (held.counted(everywhere, size, whole=True) > 0) | (every > 1)
    is_in, is_out = is_told & (inside == every), is_told & (inside == 0)
    on_roll = where.roll_place >= 0
    by_roll = is_in.copy()
    by_roll[on_roll] = ours_by_roll[where.roll_place[on_roll]]
    differs = (is_in & ~by_roll) | (is_out & by_roll & on_roll)
    found = InPlace(is_in & ~differs, is_out & ~differs, np.full(size, None, dtype=object))
    for i in found.unknown.tolist():
        names = " and ".join(sorted({f"the {place.name}" for place in held.of_parcel(i)}))
        if differs[i]:
            roll = where.roll[where.roll_place[i]].name
            found.because[i] = f"The roll places the parcel in the {roll}, the municipal limits place it in {names}."
        elif is_told[i]:
            found.because[i] = (
                f"The parcel lies in {names}, in each by more than the layers' accuracy of "
                f"{where.municipal_accuracy_ft:g} ft."
            )
        else:
            part = f"; a part is in {names}" if names else ""
            found.because[i] = f"No municipality on file claims all of the parcel's land{part}."
    return found


def _of(ordinance: Ordinance, places: Sequence[Place]) -> Flags:
    return np.array([governs(ordinance, place) for place in places], dtype=bool)


def _unknown(where: Membership, why: str) -> InPlace:
    none = np.zeros(len(where), dtype=bool)
    return InPlace(none, none, np.full(len(where), why, dtype=object))
