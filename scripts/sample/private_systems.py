"""Which homes outside the sewers have a system of their own, what kind, since when, at what cost?

Each system is drawn from a generator seeded by its parcel's number. What the county has no record of stays
blank; a replaced system stays on the list.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sample.buildings import Building
from sample.ground import CEDAR, COUNTY_FIPS, Ground, Piece

SERVED = frozenset({"DWELLING", "DUPLEX", "CONDOMINIUM", "SCHOOL", "CHURCH", "PUBLIC"})
FIRST_PERMITS = 1970
"""Older systems were put in without a permit; the county knows the year of some."""
NEWEST = 2025
SORTS = (("Conventional", 0.58), ("Mound", 0.22), ("Holding Tank", 0.12), ("Drip Line", 0.04), ("", 0.04))
BY_THE_LAKE = (("Conventional", 0.34), ("Mound", 0.28), ("Holding Tank", 0.34), ("", 0.04))
COST_IN_2025 = {
    "Conventional": 9_800,
    "Mound": 17_500,
    "Holding Tank": 11_200,
    "Drip Line": 21_000,
}
GROWTH = 0.028
"""Costs rose by this share a year."""
GRANT_YEARS = range(1979, 2022)
GRANT_SHARE, GRANT_CHANCE = 0.6, 0.09
NO_COST_SHARE, NO_DATE_SHARE = 0.35, 0.12
NO_SYSTEM_KNOWN_SHARE = 0.03
REPLACED_SHARE = 0.07


@dataclass(frozen=True, slots=True)
class PrivateSystem:
    """A row of the county's list of sanitary permits."""

    permit: str
    parcel_id: str
    county: str
    sort: str
    status: str
    installed: str
    cost: str
    grant: str


def _drawn(rng: random.Random, shares: Sequence[tuple[str, float]]) -> str:
    at = rng.random()
    for sort, share in shares:
        at -= share
        if at < 0:
            return sort
    return shares[0][0]


def _system(rng: random.Random, piece: Piece, sort: str, year: int, status: str) -> PrivateSystem:
    known_date = rng.random() > NO_DATE_SHARE
    cost, grant = "", ""
    if sort and year >= FIRST_PERMITS and rng.random() > NO_COST_SHARE:
        dollars = COST_IN_2025[sort] * (1 - GROWTH) ** (NEWEST - year) * rng.uniform(0.85, 1.25)
        cost = f"{round(dollars, -1):.2f}"
        granted = year in GRANT_YEARS and rng.random() < GRANT_CHANCE
        grant = f"{float(cost) * GRANT_SHARE:.2f}" if granted else "0.00"
    installed = f"{year}-{rng.randint(4, 11):02d}-{rng.randint(1, 28):02d}" if known_date else ""
    number = rng.randint(1, 9_999_999)
    permit = f"{COUNTY_FIPS[piece.county]}-{number:07d}" if year >= FIRST_PERMITS else ""
    return PrivateSystem(permit, piece.parcel_id, piece.county, sort, status, installed, cost, grant)


def _of(piece: Piece, built: int) -> Iterator[PrivateSystem]:
    rng = random.Random(f"system {piece.parcel_id}")  # noqa: S311 -- the same each time; nothing is secret
    if rng.random() < NO_SYSTEM_KNOWN_SHARE:
        return
    by_the_lake = piece.use == "lake lot" and piece.place == CEDAR
    shares = BY_THE_LAKE if by_the_lake else SORTS
    year = max(built, rng.randint(1958, NEWEST) if built < FIRST_PERMITS else built)
    replaced = year < NEWEST - 30 and rng.random() < REPLACED_SHARE
    yield _system(rng, piece, _drawn(rng, shares), year, "Replaced" if replaced else "In Use")
    if replaced:
        yield _system(rng, piece, _drawn(rng, shares), rng.randint(year + 20, NEWEST), "In Use")


def all_private_systems(ground: Ground, buildings: Sequence[Building]) -> tuple[PrivateSystem, ...]:
    """Return the systems of all buildings of the towns, which have no sewer, in the order of the parcels."""
    built: dict[str, int] = {}
    for building in buildings:
        if building.use in SERVED:
            built.setdefault(building.parcel_id, building.built)
    found: list[PrivateSystem] = []
    for piece in ground.pieces:
        if piece.parcel_id in built and (piece.place or "").startswith("TOWN"):
            found.extend(_of(piece, built.pop(piece.parcel_id)))
    return tuple(found)
