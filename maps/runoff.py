"""How do runoff units become one page: a map by units beside an equal list with the arithmetic of each bill?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from gis.model.runoff import Measured, ParcelUnits, Roll
from gis.model.view import MapView, Role
from gis.proposals.runoff.drawing import NONE_DRAWN, RUNOFF_ROLES, role_of, units_words
from gis.rules.stormwater.units import count_of_units, sqft, units_in_all
from gis.rules.words import day_words, dollars
from gis.rules.words import quantity as number_words
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.connection_words import layer_lines
from maps.embed import RoleBlock, role_blocks, script_json
from maps.exports import map_page
from maps.finding_words import find_text, words_for_script
from maps.listing import Target, feature_groups, made_rows
from maps.parcel_groups import roll_groups
from maps.service_area import ROLL, ParcelGroup, ParcelLine, dated_by_kind, search_example
from maps.wording import bounds_words, date_words

_NOTHING = Fraction(0)
_BASIS_WORDS = {
    "polygons": "outlines of surfaces",
    "raster": "a raster of surfaces",
    "register": "the decision on an appeal",
    "unknown": "nothing: nobody looked at its surfaces",
}
_KIND_OF_BASIS = {"polygons": "impervious", "raster": "impervious_raster"}
_KINDS_OF_ROLE = {Role.DISTRICT: "districts", **dict.fromkeys((Role.TOWN, Role.VILLAGE, Role.CITY), "municipalities")}


def runoff_page(
    view: MapView,
    roll: Roll,
    assets: Assets,
    *,
    others: Sequence[tuple[str, str]] = (),
    max_feature_bytes: int = MAX_FEATURE_BYTES,
) -> str:
    """Return the map of runoff units as HTML; same input, same text, and nobody is named.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude.
    roll
        The parcels with their units and bills; all that is listed has its arithmetic.
    assets
        Links to our own origin, or scripts and styles to put inside.
    others
        Title and address of the maps of other utilities that a service has.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold; see `maps.budget`.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    parcels = parcel_groups(roll.parcels, blocks)
    return map_page(
        "runoff.html",
        shown,
        blocks,
        assets,
        {
            "date": date_words(roll.date),
            "ordinance": roll.ordinance_title,
            "sums": tuple(_sums(roll)),
            "notes": roll.notes,
            "parcels": parcels,
            "example": search_example(parcels),
            "groups": [group for group in feature_groups(blocks) if group.role not in RUNOFF_ROLES],
            "layers": layer_lines(view.sources),
            "dated": _dated(view, roll),
            "origin": _origin(roll),
            "others": others,
            "pages": None,
            "words": script_json(words_for_script()),
        },
    )


def parcel_groups(parcels: Sequence[ParcelUnits], blocks: Sequence[RoleBlock]) -> tuple[ParcelGroup, ...]:
    """Return the parcels by their units, the open ones first and then those with the most."""

    def answer(role: Role, places: Sequence[int]) -> str:
        units = sum((parcels[at].units or _NOTHING for at in places), start=_NOTHING)
        return "Not billed yet" if role is Role.RUNOFF_OPEN else f"Together {count_of_units(units)}"

    drawn = [(role_of(each), f"{each.parcel_id}#{at}") for at, each in enumerate(parcels)]
    return roll_groups(RUNOFF_ROLES, drawn, blocks, lambda at, target: _line(parcels[at], target), answer)


def _line(parcel: ParcelUnits, target: Target) -> ParcelLine:
    return ParcelLine(
        name=f"Parcel {parcel.parcel_id}",
        target=target,
        page=None,
        find=find_text(parcel.parcel_id, parcel.site_address),
        address=parcel.site_address or "",
        facts=tuple(_facts(parcel)),
        because=parcel.why,
    )


def _facts(parcel: ParcelUnits) -> Iterator[tuple[str, str]]:
    measured, finding, bill = parcel.measured, parcel.finding, parcel.bill
    yield "Kind", parcel.development_says
    yield "Impervious surface", _area_words(parcel)
    yield "Measured by", _measured_by(measured)
    if finding is not None:
        yield "Formula", f"{finding.rule} ({finding.citation}): {finding.because}"
    yield "Units", _units_words(parcel)
    if parcel.shares_ground_with is not None:
        yield "Shares the ground of", parcel.shares_ground_with
    for each in parcel.readings:
        units = "not known" if each.units is None else count_of_units(each.units)
        yield "By another reading", f"{each.says} Then {units}."
    if bill is not None:
        taken = "".join(f" The credit {each.name} takes off {dollars(each.taken_off)}." for each in bill.credits)
        yield "Charge a bill", f"{bill.says}{taken} Due {dollars(bill.due)}."
    if parcel.membership is not None and parcel.membership.answer == "split":
        yield "In the utility", parcel.membership_says
    if parcel.municipality is not None:
        yield ROLL, parcel.municipality


def _measured_by(measured: Measured) -> str:
    if measured.is_undrawn:
        return "outlines of surfaces: there are some near the lot and none on it, so they may not cover it"
    days = [each for each in (measured.captured_first, measured.captured_last) if each is not None]
    seen = f", seen on {' and '.join(dict.fromkeys(map(day_words, days)))}" if days else ""
    return f"{_BASIS_WORDS.get(measured.basis, measured.basis)}{seen}"


def _area_words(parcel: ParcelUnits) -> str:
    measured = parcel.measured
    if measured.basis == "unknown":
        return "not known"
    if measured.is_undrawn:
        return f"{NONE_DRAWN} on a lot of {sqft(measured.lot_sqft)}"
    area = measured.impervious_sqft
    bounds = bounds_words(area, "sqft")
    parts = (
        f"{sqft(area.value)} of a lot of {sqft(measured.lot_sqft)}",
        *((bounds,) if bounds else ()),
        *((f"{sqft(measured.unknown_sqft)} of which nobody can tell",) if measured.unknown_sqft else ()),
    )
    return "; ".join(parts)


def _units_words(parcel: ParcelUnits) -> str:
    words = units_words(parcel)
    if parcel.could_differ and parcel.units_fewest is not None and parcel.units_most is not None:
        words += (
            f"; from {number_words(parcel.units_fewest, 4)} to {count_of_units(parcel.units_most)} within the accuracy"
        )
    if parcel.units_bearing is not None and parcel.units_bearing != parcel.units:
        words += f"; {number_words(parcel.units_bearing, 4)} after credits"
    return words


def _sums(roll: Roll) -> Iterator[tuple[str, str]]:
    sums = roll.sums
    yield "Parcels", f"{sums.parcels:,}"
    yield "With units", f"{sums.assigned:,}: {units_in_all(roll.units_before_credits, sums.total_units)}"
    if sums.open:
        yield "Open", f"{sums.open:,}"
    if sums.same_ground:
        yield "On a ground that they share", f"{sums.same_ground:,}"
    yield "Could differ within the accuracy of their area", f"{sums.could_differ:,}"
    if sums.rate is None:
        yield "Rate", sums.rate_says
    else:
        yield "Rate", f"{dollars(sums.rate)} a unit and bill, {sums.rate_says}"
    if sums.billed is not None:
        yield "Bills together", f"{dollars(sums.billed)}, {roll.bills_a_year} times a year"


def _dated(view: MapView, roll: Roll) -> dict[Role, str]:
    """Say of which day the features of each role are, and of parcels when their surfaces were seen."""
    dated = dated_by_kind(view.sources, _KINDS_OF_ROLE)
    days = [
        day
        for each in roll.parcels
        for day in (each.measured.captured_first, each.measured.captured_last)
        if day is not None
    ]
    used = {_KIND_OF_BASIS.get(each.measured.basis) for each in roll.parcels}
    sources = " and ".join(dict.fromkeys(each.source for each in view.sources if each.kind in used))
    if days and sources:
        between = " to ".join(dict.fromkeys((date_words(min(days)), date_words(max(days)))))
        dated |= dict.fromkeys(RUNOFF_ROLES, f"Surfaces seen {between}, from {sources}.")
    return dated


def _origin(roll: Roll) -> tuple[tuple[str, str], ...]:
    return (("Reckoned for", date_words(roll.date)), ("Ordinance", roll.ordinance_title), *made_rows(roll))
