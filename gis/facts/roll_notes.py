"""What does the roll not tell about the land inside, in sentences for the board?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from gis.facts.ground import Ground, ParcelGround, counted_once, sqft
from gis.geometry.slivers import is_wider

SHOWN = 5
"""Parcels named in a note; the measures and the evidence name all."""
WORTH_SAYING = Fraction(1, 1000)
"""Share of bare land below which nothing is said: rounding and slivers."""


def roll_notes(ground: Ground, roll_year: int | None) -> tuple[str, ...]:
    """Say which roll the values are of, and what it leaves unknown.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    roll_year : int or None
        Year of the values that count.

    Returns
    -------
    tuple of str
        Sentences; parcels by their ids, never owners.
    """
    notes = []
    if ground.parcels is None:
        notes.append("No parcels are on file, so no value is known.")
    elif roll_year is not None:
        notes.append(f"Values are those of the {roll_year} assessment roll.")
    if ground.parcels is not None:
        notes.extend(_parcel_notes(ground, ground.parcels, roll_year))
    towns = {land.name for land in ground.municipalities if land.kind == "town"}
    notes.extend(
        f"{name} has only a sliver of land inside, no wider than the accuracy; it counts as no town of the district "
        "unless the roll places a parcel there."
        for name in sliver_names(ground)
        if name in towns
    )
    for kind in ("parcels", "ratios"):
        layer = ground.layers.layers.get(kind)
        if layer is not None and layer.rows_refused:
            rows = "row" if layer.rows_refused == 1 else "rows"
            notes.append(
                f"Import refused {layer.rows_refused:,} {rows} of the {kind}, edition {layer.edition}; its manifest "
                "says which. What they state is not counted."
            )
    if "ratios" not in ground.layers.layers:
        notes.append("No assessment ratios are on file.")
    return tuple(notes)


def sliver_names(ground: Ground) -> tuple[str, ...]:
    """Return municipalities whose land inside is nowhere wider than the accuracy, where others' land is."""
    inside = [land for land in ground.municipalities if land.is_inside]
    if not inside:
        return ()
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities"))
    wide = is_wider(np.array([land.land for land in inside], dtype=object), accuracy_ft, ground.layers.frame)
    return tuple(land.name for land, is_wide in zip(inside, wide, strict=True) if wide.any() and not is_wide)


def _parcel_notes(ground: Ground, parcels: ParcelGround, roll_year: int | None) -> Iterator[str]:
    mine = np.flatnonzero(parcels.met & parcels.is_parcel)
    years, places, assessed = (
        parcels.column(name)[mine] for name in ("roll_year", "municipality", "assessed_value_cents")
    )
    for told, says in (
        ([year not in {None, roll_year} for year in years], "of another roll year, so the value is not known"),
        (
            [year is None and roll_year is not None for year in years],
            f"without a roll year, taken as of {roll_year}",
        ),
        ([place is None for place in places], "without a municipality on the roll, counted where the polygon lies"),
        ([cents is not None and cents < 0 for cents in assessed], "with a negative value, taken as unknown"),
    ):
        ids = parcels.parcel_id[mine[np.array(told, dtype=bool)]].tolist() if any(told) else []
        if ids:
            yield f"Parcels inside {says}: {_some(ids)}."
    covered = sqft(counted_once(parcels.inside.land[parcels.met], parcels.inside_value[parcels.met]))
    bare = 1 - covered / ground.area_sqft
    if bare > WORTH_SAYING:
        yield (
            f"{float(bare) * 100:.1f} percent of the land inside is under no record of the parcel file. Streets and "
            "water often are; value there, if there is any, is not counted."
        )


def _some(ids: Sequence[object]) -> str:
    shown = ", ".join(str(parcel_id) for parcel_id in ids[:SHOWN])
    return shown if len(ids) <= SHOWN else f"{shown} and {len(ids) - SHOWN:,} more"
