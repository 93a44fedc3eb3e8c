"""A lot of 200 by 150 ft, 30,000 sq ft, that only a raster shows: what each sort of raster makes of its units."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import rasterio
from pyproj import Transformer
from rasterio.transform import Affine

from gis.errors import CrsMissing, EditionCorrupt, LayerEmpty, LayerUnreadable, TownlineError
from gis.law.ordinance_files import load_ordinances
from gis.layers.importing import ImportRequest, import_layer
from gis.model.runoff import ParcelUnits
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.judging import possible_units
from gis.proposals.runoff.roll import RollFound, eru_roll
from tests.gis.facts.impervious.rasters_at_hand import written
from tests.gis.proposals.connections.village import EAST, NORTH, SOUTH, WEST, X0, Y0, ZONE, box
from tests.gis.proposals.runoff.runoff_village import DATE, PLACE, write
from tests.gis.proposals.runoff.test_comparing import ORDINANCE

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

CELL = 5
WIDE, HIGH = 40, 30
"""Cells of the lot, which ends on lines of cells."""
AROUND = 8
NORTH_UP = Affine(CELL, 0, X0 - AROUND * CELL, 0, -CELL, Y0 + (HIGH + AROUND) * CELL)
FULL = Fraction(30_000)
Cells = npt.NDArray[Any]


def cells(value: float, kind: type = np.uint8) -> Cells:
    """Return cells of one value over the lot and 40 ft around it."""
    return np.full((HIGH + 2 * AROUND, WIDE + 2 * AROUND), value, dtype=kind)


def with_west(whole: Cells, value: float) -> Cells:
    """Return cells of which the west half of the lot, and all beyond it, hold another value."""
    changed = whole.copy()
    changed[:, : AROUND + WIDE // 2] = value
    return changed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a nonresidential lot in its village, and no outlines of surfaces."""
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))}
    write(tmp_path, "municipalities", [place])
    lot = {
        "parcel_id": "7-C",
        "municipality": PLACE,
        "county": "Waukesha",
        "property_classes": "2",
        "improvement_value": 90_000,
        "geometry": box((0, 0, 200, 150)),
    }
    write(tmp_path, "parcels", [lot])
    return tmp_path


def imported(folder: Path, file: Path, settings: dict[str, str]) -> None:
    import_layer(ImportRequest("impervious_raster", file, constants=settings, vintage="2023"), folder / "layers")


def roll_of(folder: Path, ordinance: str | None = None) -> RollFound:
    if ordinance is None:
        ordinances, named = load_ordinances([]), "mukwonago"
    else:
        file = folder / "other.yaml"
        file.write_text(ordinance, "utf-8")
        ordinances, named = load_ordinances([file]), "other"
    run = RunoffAsked(Asked(DATE, ordinances, named), folder / "layers")
    return eru_roll(LayersOnFile(run.folder), run)


def lot_of(folder: Path, ordinance: str | None = None) -> ParcelUnits:
    (found,) = roll_of(folder, ordinance).roll.parcels
    return found


def web_mercator() -> tuple[Cells, Affine]:
    """Return cells of 2 m in Web Mercator over all of the lot; 2 m are 1.46 m on the ground there."""
    to_web = Transformer.from_crs(ZONE, "EPSG:3857", always_xy=True)
    west, south = to_web.transform(X0, Y0)
    return np.ones((80, 80), dtype=np.uint8), Affine(2, 0, west - 20, 0, -2, south + 120)


def rotated() -> tuple[Cells, Affine]:
    """Return cells turned by 30 degrees about the middle of the lot, and reaching well beyond it."""
    return (
        np.ones((120, 120), dtype=np.uint8),
        Affine.translation(X0 + 100, Y0 + 75) @ Affine.rotation(30) @ Affine(CELL, 0, -300, 0, -CELL, 300),
    )


def south_up() -> Affine:
    """Return a grid whose first row is the southern one."""
    return Affine(CELL, 0, X0 - AROUND * CELL, 0, CELL, Y0 - AROUND * CELL)


@pytest.mark.parametrize(
    ("grid", "settings", "share"),
    [
        (lambda: (cells(1), NORTH_UP, ZONE, None), {"classes": "1"}, "1"),
        # Zero is a class like others, and no sign of what is not known.
        (lambda: (with_west(cells(1), 0), NORTH_UP, ZONE, 255), {"classes": "1"}, "0.5"),
        (lambda: (with_west(cells(1), 0), south_up(), ZONE, None), {"classes": "1"}, "0.5"),
        (lambda: (*rotated(), ZONE, None), {"classes": "1"}, "1"),
        (lambda: (*web_mercator(), "EPSG:3857", None), {"classes": "1"}, "1"),
        (lambda: (cells(25), NORTH_UP, ZONE, 255), {"measure": "percent"}, "0.25"),
        (lambda: (with_west(cells(0.5, np.float32), 0), NORTH_UP, ZONE, np.nan), {"measure": "fraction"}, "0.25"),
    ],
)
def test_what_is_known_has_its_units(
    folder: Path, grid: Callable[[], tuple[Cells, Affine, str, float | None]], settings: dict[str, str], share: str
) -> None:
    array, transform, crs, nodata = grid()
    imported(folder, written(folder / "cells.tif", array, transform, crs, nodata), settings)
    found = lot_of(folder)
    measured = found.measured
    assert (measured.basis, measured.unknown_sqft) == ("raster", Fraction(0))
    # The county's zone is a part in 20,000 off the ground.
    assert float(measured.impervious_sqft.value) == pytest.approx(float(FULL * Fraction(share)), rel=1e-4)
    # 30,000 over 3,000 is 10, a quarter of it 2.5; a part in 20,000 more than that is the next quarter.
    assert found.units is not None
    assert found.units - 10 * Fraction(share) in {0, Fraction(1, 4)}


@pytest.mark.parametrize(
    ("grid", "settings", "known"),
    [
        # The west half of the lot is not known, and what the east half holds is.
        (lambda: (with_west(cells(1), 255), NORTH_UP, 255), {"classes": "1"}, "15000"),
        (lambda: (with_west(cells(0), 255), NORTH_UP, 255), {"classes": "1"}, "0"),
        (lambda: (with_west(cells(50), 255), NORTH_UP, 255), {"measure": "percent"}, "7500"),
        (lambda: (with_west(cells(1, np.float32), np.nan), NORTH_UP, None), {"measure": "fraction"}, "15000"),
        # The raster ends in the middle of the lot.
        (
            lambda: (cells(1)[:, AROUND + WIDE // 2 :], NORTH_UP @ Affine.translation(AROUND + WIDE // 2, 0), None),
            {"classes": "1"},
            "15000",
        ),
    ],
)
def test_what_is_not_known_is_told_and_never_taken_for_pervious(
    folder: Path, grid: Callable[[], tuple[Cells, Affine, float | None]], settings: dict[str, str], known: str
) -> None:
    array, transform, nodata = grid()
    imported(folder, written(folder / "cells.tif", array, transform, ZONE, nodata), settings)
    found = lot_of(folder)
    measured = found.measured
    assert float(measured.unknown_sqft) == pytest.approx(15_000, rel=1e-4)
    assert float(measured.impervious_sqft.value) == pytest.approx(float(known), rel=1e-4, abs=0.5)
    assert float(measured.impervious_sqft.high) >= float(known) + 15_000 * (1 - 1e-4)
    assert measured.needs_review
    # Whether the units could differ within it: they could, from those of what is known to those of all.
    assert (found.standing, found.units, found.bill) == ("open", None, None)
    bounds = possible_units(found)
    assert bounds is not None
    least, most = Fraction(known) / 3_000, (Fraction(known) + 15_000) / 3_000
    assert all(0 <= each - exact <= Fraction(1, 2) for each, exact in zip(bounds, (least, most), strict=True))


def test_a_lot_beyond_the_raster_is_unknown(folder: Path) -> None:
    beyond = NORTH_UP @ Affine.translation(200, 0)
    imported(folder, written(folder / "cells.tif", cells(1), beyond, ZONE), {"classes": "1"})
    found = lot_of(folder)
    assert (found.measured.basis, found.units) == ("unknown", None)
    assert float(found.measured.unknown_sqft) == pytest.approx(30_000, rel=1e-4)
    notes = roll_of(folder).roll.notes
    assert "The raster on file shows none of the parcels that have no outlines of surfaces." in notes
    assert not any("Parcels measured by a raster" in note for note in notes)


RASTER_WEIGHTS = ORDINANCE.replace(
    "  rate: null\n",
    "  rate: null\n  raster_weights:\n"
    "    - class: 21\n      weight: {of_21}\n      source: Code 4\n"
    "    - class: 24\n      weight: 1\n      source: Code 4\n",
).split("parameters:")[0]


@pytest.mark.parametrize(
    ("of_21", "known", "unknown"),
    [("0.2", 18_000, 0), ("0", 15_000, 0), ("1", 30_000, 0), ("null", 15_000, 15_000)],
)
def test_the_ordinance_says_which_classes_count(folder: Path, of_21: str, known: int, unknown: int) -> None:
    # West half of class 21, east half of class 24; import was told that only 24 is impervious.
    imported(folder, written(folder / "cells.tif", with_west(cells(24), 21), NORTH_UP, ZONE), {"classes": "24"})
    roll = roll_of(folder, RASTER_WEIGHTS.format(of_21=of_21)).roll
    (found,) = roll.parcels
    assert float(found.measured.impervious_sqft.value) == pytest.approx(known, rel=1e-4)
    assert float(found.measured.unknown_sqft) == pytest.approx(unknown, rel=1e-4)
    of_21_said = {"0.2": "class 21 at 0.2 of it, ", "1": "class 21 whole, "}.get(of_21, "")
    assert any(note.startswith(f"Of the raster's cells count {of_21_said}class 24 whole;") for note in roll.notes)
    assert any(
        note.startswith("Parcels measured by a raster with cells of ") and note.endswith(": 1.") for note in roll.notes
    )
    told = {each.surface: each.weight for each in found.measured.surfaces}
    assert told["cells of class 24"] == 1


def test_weights_of_classes_do_not_touch_a_raster_of_shares(folder: Path) -> None:
    imported(folder, written(folder / "cells.tif", cells(50), NORTH_UP, ZONE), {"measure": "percent"})
    found = lot_of(folder, RASTER_WEIGHTS.format(of_21="1"))
    assert float(found.measured.impervious_sqft.value) == pytest.approx(15_000, rel=1e-4)


def test_outlines_of_any_name_are_no_cells(folder: Path) -> None:
    # Class 5 gravel is a common name of a base course.
    surface = {
        "surface_id": "s",
        "surface": "class 5 gravel",
        "captured": "2023-04-01",
        "geometry": box((0, 0, 90, 90)),
    }
    write(folder, "impervious", [surface])
    found = lot_of(folder)
    assert {each.surface for each in found.measured.surfaces} == {"class 5 gravel"}
    # 8,100 over 3,000 is 2.7.
    assert found.units == Fraction(11, 4)


@pytest.mark.parametrize(
    ("array", "crs", "nodata", "error"),
    [
        (cells(255), ZONE, 255, LayerEmpty),
        (cells(np.nan, np.float32), ZONE, None, LayerEmpty),
        (cells(1), None, None, CrsMissing),
    ],
)
def test_a_raster_without_an_answer_is_refused_on_import(
    folder: Path, array: Cells, crs: str | None, nodata: float | None, error: type[TownlineError]
) -> None:
    file = folder / "cells.tif"
    profile = {"driver": "GTiff", "count": 1, "dtype": array.dtype, "crs": crs, "transform": NORTH_UP}
    with rasterio.open(file, "w", height=array.shape[0], width=array.shape[1], nodata=nodata, **profile) as target:
        target.write(array, 1)
    settings = {"measure": "fraction"} if array.dtype == np.float32 else {"classes": "1"}
    with pytest.raises(error):
        imported(folder, file, settings)


def test_a_raster_that_was_cut_off_on_disk_is_one_clear_error(folder: Path) -> None:
    imported(folder, written(folder / "cells.tif", with_west(cells(1), 0), NORTH_UP, ZONE), {"classes": "1"})
    (stored,) = (folder / "layers" / "impervious_raster").rglob("*.tif")
    stored.write_bytes(stored.read_bytes()[: stored.stat().st_size // 2])
    with pytest.raises((LayerUnreadable, EditionCorrupt)):
        lot_of(folder)
