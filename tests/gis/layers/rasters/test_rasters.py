from __future__ import annotations

import csv
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import rasterio
import rasterio.crs
from rasterio.errors import NotGeoreferencedWarning
from rasterio.transform import Affine

from gis.errors import (
    CellsUnexplained,
    CellsUnfit,
    CrsImplausible,
    CrsMissing,
    EditionCorrupt,
    LayerChoiceNeeded,
    LayerEmpty,
    LayerUnreadable,
    OptionInvalid,
    StrictRefusal,
    VintageInvalid,
)
from gis.layers.editions import edition_folder, read_manifests
from gis.layers.finishing import Imported
from gis.layers.importing import ImportRequest
from gis.layers.rasters import storing as raster_store
from gis.layers.rasters.files import STRIP_ROWS
from gis.layers.rasters.importing import check_raster, import_raster
from gis.layers.rasters.storing import cells_path, read_cells, verify_raster
from gis.layers.store import LayerStore
from gis.model.edition import CellCount, Kind, Manifest, RasterRecord
from tests.conftest import FieldCaseLoader

NORTH_UP = Affine(10, 0, 700_000, 0, -10, 150_000)
"""Ten Vernon County feet a cell."""
CLASSES = np.array([[21, 21, 11], [24, 250, 11]], dtype=np.uint8)
SHARES = {"classes": "21,22,23,24"}
HEIGHTS = {"unit": "us-ft", "vertical_datum": "NAVD88"}


def tif(path: Path, cells: npt.NDArray[Any], transform: Affine = NORTH_UP, **profile: Any) -> Path:  # noqa: ANN401  values of any type
    """Write cells as a publisher would: EPSG:8112, no value for unknown cells, one band, where nothing else is said."""
    bands = cells if cells.ndim == 3 else cells[np.newaxis]
    crs = profile.pop("crs", "EPSG:8112")
    with rasterio.open(
        path,
        "w",
        driver="GTiff",
        width=bands.shape[2],
        height=bands.shape[1],
        count=bands.shape[0],
        dtype=bands.dtype,
        transform=transform,
        crs=crs,
        **profile,
    ) as target:
        target.write(bands)
    return path


def run(
    layers: Path,
    file: Path,
    settings: Mapping[str, str] = SHARES,
    kind: Kind = "impervious_raster",
    **options: Any,  # noqa: ANN401  values of any type
) -> Imported:
    options.setdefault("vintage", "2023")
    return import_raster(ImportRequest(kind, file, constants=settings, **options), layers)


def record(manifest: Manifest) -> RasterRecord:
    assert manifest.raster is not None
    return manifest.raster


# --- what is kept -----------------------------------------------------------------------------


def test_classes_are_counted_and_kept_as_they_lie(tmp_path: Path) -> None:
    done = run(tmp_path / "layers", tif(tmp_path / "cover.tif", CLASSES, nodata=250))
    manifest, raster = done.manifest, record(done.manifest)
    assert raster.cells == (CellCount(11, 2), CellCount(21, 2), CellCount(24, 1))
    assert (raster.known_cells, raster.unknown_cells) == (5, 1)
    assert (raster.width, raster.height, raster.dtype, raster.nodata) == (3, 2, "uint8", "250")
    assert (raster.measure, raster.classes) == ("class", (21, 22, 23, 24))
    assert raster.transform == (10, 0, 700_000, 0, -10, 150_000)
    assert manifest.crs is not None
    assert manifest.crs.used == "EPSG:8112"
    assert (manifest.counts.rows_in, manifest.counts.rows_out, manifest.counts.features) == (6, 6, 6)
    assert any("22 or 23" in note for note in manifest.notes)  # said to be impervious, and nowhere
    assert read_manifests(tmp_path / "layers") == (manifest,)
    assert LayerStore(tmp_path / "layers").choose("impervious_raster", manifest.vintage) == manifest
    verify_raster(tmp_path / "layers", manifest)
    values, known = read_cells(tmp_path / "layers", manifest, (0, 2), (1, 3))
    assert values.tolist() == [[21, 11], [250, 11]]
    assert known.tolist() == [[True, True], [False, True]]


def test_the_same_cells_are_the_same_edition_whatever_the_tiles_and_compression(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    cells = rng.choice(np.array([11, 21, 22, 23, 24], dtype=np.uint8), size=(2 * STRIP_ROWS + 9, 300))
    plain = run(tmp_path / "a", tif(tmp_path / "plain.tif", cells))
    tiled = tif(tmp_path / "tiled.tif", cells, tiled=True, blockxsize=64, blockysize=128, compress="lzw")
    again = run(tmp_path / "b", tiled)
    assert again.manifest.sha256 == plain.manifest.sha256
    assert (
        cells_path(tmp_path / "a", plain.manifest).read_bytes()
        == cells_path(tmp_path / "b", again.manifest).read_bytes()
    )
    assert not run(tmp_path / "a", tiled).is_new
    assert sorted(file.name for file in again.folder.iterdir()) == ["cells.tif", "manifest.json"]
    with rasterio.open(again.folder / "cells.tif") as stored:
        assert (stored.read(1) == cells).all()
        assert stored.crs == rasterio.crs.CRS.from_epsg(8112)
        assert stored.transform == NORTH_UP


@pytest.mark.parametrize(
    ("change", "settings"),
    [
        ({"cells": np.array([[21, 21, 11], [24, 250, 21]], dtype=np.uint8)}, SHARES),
        ({"cells": CLASSES.reshape(3, 2)}, SHARES),
        ({"cells": CLASSES.astype(np.int16)}, SHARES),
        ({"transform": NORTH_UP @ Affine.translation(1e-6, 0)}, SHARES),
        ({"crs": "EPSG:8111"}, SHARES),
        ({"nodata": 250}, SHARES),
        ({}, {"classes": "21,22,23"}),
    ],
)
def test_other_cells_place_or_meaning_are_another_edition(
    tmp_path: Path, change: dict[str, Any], settings: Mapping[str, str]
) -> None:
    first = run(tmp_path, tif(tmp_path / "a.tif", CLASSES)).manifest
    if change.get("crs") == "EPSG:8111":  # the same county in metres
        change["transform"] = Affine(3, 0, 213_000, 0, -3, 45_000)
    other = run(tmp_path, tif(tmp_path / "b.tif", **{"cells": CLASSES, **change}), settings).manifest
    assert other.edition != first.edition


def test_vintage_and_accuracy_are_part_of_the_identity(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)
    options: list[dict[str, Any]] = [{}, {"vintage": "2013"}, {"accuracy_ft": "30"}]
    assert len({run(tmp_path, file, **each).manifest.edition for each in options}) == 3


@pytest.mark.parametrize(
    ("transform", "orientation", "said"),
    [
        (NORTH_UP, "north_up", None),
        (Affine(10, 0, 700_000, 0, 10, 150_000), "south_up", "southernmost"),
        (NORTH_UP @ Affine.rotation(30), "rotated", "do not run east"),
    ],
)
def test_a_grid_that_lies_otherwise_is_kept_and_said(
    tmp_path: Path, transform: Affine, orientation: str, said: str | None
) -> None:
    manifest = run(tmp_path, tif(tmp_path / "a.tif", CLASSES, transform, nodata=250)).manifest
    raster = record(manifest)
    assert raster.orientation == orientation
    assert raster.transform == transform[:6]
    # The county's zone is true to the ground to some parts in 100,000, and a turn changes no length.
    assert (raster.cell_width_ft, raster.cell_height_ft) == pytest.approx((10, 10), rel=1e-4)
    assert raster.cell_area_sqft == pytest.approx(100, rel=2e-4)
    assert any(said in note for note in manifest.notes) if said else not manifest.notes[1:]
    verify_raster(tmp_path, manifest)


def test_raster_06_a_cell_of_the_web_map_is_half_as_large_as_it_says(
    tmp_path: Path, repository: Path, field_case: FieldCaseLoader
) -> None:
    case = field_case("raster-06")
    file = repository / "tests/cases/field" / case["input"]["file"]
    raster = record(run(tmp_path, file, {"classes": "1"}).manifest)
    assert raster.cell_area_sqft * 100 * 100 == pytest.approx(
        case["expected"]["impervious_sqft"], rel=case["tolerance"]["rel"]
    )
    assert raster.cells == (CellCount(1, 10_000),)


# --- what is asked, refused or remarked -------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({}, CellsUnexplained, "whole values 11, 21, 24, 250"),
        ({"measure": "class"}, CellsUnexplained, "which classes"),
        ({"measure": "percent", "classes": "21"}, CellsUnexplained, "do not go with"),
        ({"measure": "share"}, OptionInvalid, "percent"),
        ({"measure": "percent"}, CellsUnfit, "from 11 to 250"),
        ({"measure": "fraction"}, CellsUnfit, "between 0 and 1"),
        ({"classes": "21, developed"}, OptionInvalid, "whole numbers"),
        ({"classes": " "}, OptionInvalid, "blank"),
        ({"colour": "red"}, OptionInvalid, "measure, classes, nodata, band"),
        ({"classes": "21", "nodata": "256"}, OptionInvalid, "uint8"),
        ({"classes": "21", "nodata": "none"}, OptionInvalid, "uint8"),
        ({"classes": "21,24", "nodata": "24"}, OptionInvalid, "24 cannot stand for unknown cells and for a class"),
        ({"classes": "21", "band": "2"}, OptionInvalid, "no band 2"),
        ({"classes": "21", "band": "-1"}, OptionInvalid, "from 1"),
    ],
)
def test_what_the_cells_mean_is_asked_never_assumed(
    tmp_path: Path, settings: Mapping[str, str], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        run(tmp_path / "layers", tif(tmp_path / "a.tif", CLASSES), settings)
    assert not (tmp_path / "layers").exists()


@pytest.mark.parametrize(
    ("cells", "settings", "known", "note"),
    [
        # Percent with 255 for unknown, which the file does not declare: as given by hand.
        (np.array([[0, 100, 255]], np.uint8), {"measure": "percent", "nodata": "255"}, 2, None),
        (np.array([[0.5, np.nan, 1]], np.float32), {"measure": "fraction"}, 2, "1 cells hold no number"),
        (np.array([[0.5, np.inf, 1]], np.float32), {"measure": "fraction", "nodata": "1"}, 1, "infinite"),
        (np.array([[0, 1, 1]], np.uint8), {"measure": "percent"}, 3, "Warning: no cell holds more than 1 percent"),
        (np.array([[1, 2, 5]], np.float32), {"classes": "5"}, 3, "every cell counts as known"),
    ],
)
def test_shares_and_unknown_cells(
    tmp_path: Path, cells: npt.NDArray[Any], settings: Mapping[str, str], known: int, note: str | None
) -> None:
    manifest = run(tmp_path, tif(tmp_path / "a.tif", cells), settings).manifest
    raster = record(manifest)
    assert (raster.known_cells, raster.unknown_cells) == (known, 3 - known)
    assert note is None or any(note in each for each in manifest.notes)
    verify_raster(tmp_path, manifest)


def test_fractional_cells_are_no_classes(tmp_path: Path) -> None:
    with pytest.raises(CellsUnfit, match="no classes"):
        run(tmp_path, tif(tmp_path / "a.tif", np.array([[0.5, 1]], np.float32)))
    many = np.arange(300, dtype=np.uint16).reshape(3, 100)
    with pytest.raises(CellsUnfit, match="more than 256"):
        run(tmp_path, tif(tmp_path / "b.tif", many))


def test_a_value_for_unknown_that_no_cell_can_hold_is_said(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES.astype(np.float32), nodata=-9999.0)
    with rasterio.open(file, "r+") as dataset:
        assert dataset.nodata == -9999
    manifest = run(tmp_path, file, {**SHARES, "nodata": "250"}).manifest
    assert record(manifest).nodata == "250.0"
    assert any("declares -9999" in note and "250 was given" in note for note in manifest.notes)
    assert record(manifest).unknown_cells == 1


def test_a_mask_needs_a_value_for_unknown_and_changes_cells_by_a_stated_rule(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True), rasterio.open(file, "r+") as dataset:
        dataset.write_mask(np.array([[True, False, True], [True, True, True]]))
    with pytest.raises(OptionInvalid, match="mask"):
        run(tmp_path / "layers", file)
    with pytest.raises(StrictRefusal, match="1 things"):
        run(tmp_path / "layers", file, {**SHARES, "nodata": "0"}, strict=True)
    assert not (tmp_path / "layers").exists()
    manifest = run(tmp_path / "layers", file, {**SHARES, "nodata": "0"}).manifest
    assert [note.rule for note in manifest.repairs] == ["masked_cells"]
    assert record(manifest).unknown_cells == 1
    values, _ = read_cells(tmp_path / "layers", manifest, (0, 1), (0, 3))
    assert values.tolist() == [[21, 0, 11]]


def test_several_bands_are_asked_about_and_one_is_taken(tmp_path: Path) -> None:
    both = np.stack([CLASSES, CLASSES + 1])
    file = tif(tmp_path / "a.tif", both)
    with pytest.raises(LayerChoiceNeeded, match="--set band=N, 1 to 2"):
        run(tmp_path, file)
    manifest = run(tmp_path, file, {"classes": "22", "band": "2"}).manifest
    assert record(manifest).band == 2
    assert record(manifest).cells[0] == CellCount(12, 2)


def test_a_picture_is_no_class_raster(tmp_path: Path) -> None:
    file = tif(tmp_path / "photo.tif", np.stack([CLASSES] * 3), photometric="rgb")
    with pytest.raises(LayerChoiceNeeded, match="picture in colours"):
        run(tmp_path, file)
    with pytest.raises(CellsUnfit, match="picture in colours"):
        run(tmp_path, file, {**SHARES, "band": "1"})


def test_a_colour_table_is_said_for_classes_and_refused_for_heights(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES, photometric="palette")
    with rasterio.open(file, "r+") as dataset:
        dataset.write_colormap(1, {21: (255, 0, 0, 255)})
    assert any("colour table" in note for note in run(tmp_path, file).manifest.notes)
    with pytest.raises(CellsUnfit, match="numbers of colours"):
        run(tmp_path, file, HEIGHTS, "elevations")


def test_values_that_stand_for_others_are_refused(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)
    with rasterio.open(file, "r+") as dataset:
        dataset.scales = (0.1,)
    with pytest.raises(CellsUnfit, match="factor"):
        run(tmp_path, file)
    with pytest.raises(CellsUnfit, match="complex"):
        run(tmp_path, tif(tmp_path / "b.tif", CLASSES.astype(np.complex64)))


def test_where_the_cells_lie_is_asked_and_must_be_possible(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES, crs=None)
    with pytest.raises(CrsMissing, match="--crs") as caught:
        run(tmp_path, file)
    assert "county (WISCRS) feet" in caught.value.why
    manifest = run(tmp_path, file, crs="EPSG:8112").manifest
    assert manifest.crs is not None
    assert (manifest.crs.found, manifest.crs.given, manifest.crs.used) == (None, "EPSG:8112", "EPSG:8112")
    with pytest.raises(CrsImplausible):
        run(tmp_path, file, crs="EPSG:4326")
    with pytest.warns(NotGeoreferencedWarning):
        unplaced = tif(tmp_path / "b.tif", CLASSES, Affine.identity())
    with pytest.raises(CrsMissing, match="where its cells lie"):
        run(tmp_path, unplaced)


def test_no_cell_with_a_value(tmp_path: Path) -> None:
    with pytest.raises(LayerEmpty, match=r"unknown \(250\)"):
        run(tmp_path, tif(tmp_path / "a.tif", np.full((2, 2), 250, np.uint8), nodata=250))


def test_a_vintage_is_needed_and_layers_and_presets_are_not(tmp_path: Path) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)
    with pytest.raises(VintageInvalid, match="from when"):
        run(tmp_path, file, vintage=None)
    options: list[dict[str, Any]] = [{"layer": "x"}, {"preset": "generic"}, {"map_file": tmp_path / "my.toml"}]
    for option in options:
        with pytest.raises(OptionInvalid, match="cannot be used"):
            run(tmp_path, file, **option)


@pytest.mark.parametrize("data", [b"", b"no raster", b"II*\0"])
def test_what_is_no_geotiff_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.tif"
    file.write_bytes(data)
    with pytest.raises(LayerUnreadable, match="cannot be read as a raster") as caught:
        run(tmp_path, file)
    assert str(tmp_path) not in str(caught.value)
    with pytest.raises(LayerUnreadable, match="no such file"):
        run(tmp_path, tmp_path / "none.tif")


def test_a_file_that_is_cut_off_leaves_nothing(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    whole = tif(
        tmp_path / "a.tif", rng.integers(0, 100, (600, 300), np.uint8), tiled=True, blockxsize=64, blockysize=64
    )
    (tmp_path / "b.tif").write_bytes(whole.read_bytes()[:150_000])
    with pytest.raises(LayerUnreadable):
        run(tmp_path / "layers", tmp_path / "b.tif", {"measure": "percent"})
    assert not (tmp_path / "layers").exists()


# --- heights ----------------------------------------------------------------------------------

LAND_FT = np.array([[800, 850], [900, -9999]], dtype=np.float32)


def test_heights_with_unit_and_datum_given(tmp_path: Path) -> None:
    manifest = run(tmp_path, tif(tmp_path / "dem.tif", LAND_FT, nodata=-9999), HEIGHTS, "elevations").manifest
    raster = record(manifest)
    assert (raster.measure, raster.unit, raster.vertical_datum) == ("elevation", "us-ft", "NAVD88")
    assert (raster.minimum, raster.maximum, raster.unknown_cells, raster.cells) == (800, 900, 1, ())
    with rasterio.open(cells_path(tmp_path, manifest)) as stored:
        assert stored.read(1).tolist() == LAND_FT.tolist()


@pytest.mark.parametrize(
    ("settings", "lacking"),
    [
        ({}, "--set unit=ft|us-ft|m and --set vertical_datum=NAVD88|NGVD29"),
        ({"unit": "m"}, "--set vertical_datum"),
        ({"vertical_datum": "NGVD29"}, "--set unit"),
    ],
)
def test_unit_and_datum_are_asked(tmp_path: Path, settings: Mapping[str, str], lacking: str) -> None:
    with pytest.raises(CellsUnexplained) as caught:
        run(tmp_path, tif(tmp_path / "dem.tif", LAND_FT, nodata=-9999), settings, "elevations")
    assert lacking in caught.value.next


@pytest.mark.parametrize(
    ("crs", "unit", "expected"),
    [
        # EPSG: 8794 is state plane North with NAVD88 in US survey feet, 5703 NAVD88 in metres.
        ("EPSG:8796", None, ("us-ft", "NAVD88")),
        ("EPSG:8796", "metre", ("m", "NAVD88")),  # what the band says of itself goes before
    ],
)
def test_unit_and_datum_are_taken_from_a_file_that_says_them(
    tmp_path: Path, crs: str, unit: str | None, expected: tuple[str, str]
) -> None:
    cells = LAND_FT if unit is None else np.where(LAND_FT > 0, LAND_FT / 3, LAND_FT)
    file = tif(tmp_path / "dem.tif", cells, Affine(10, 0, 2_150_000, 0, -10, 480_000), crs=crs, nodata=-9999)
    if unit is not None:
        with rasterio.open(file, "r+") as dataset:
            dataset.units = (unit,)
    manifest = run(tmp_path, file, {}, "elevations").manifest
    assert (record(manifest).unit, record(manifest).vertical_datum) == expected
    assert manifest.crs is not None
    assert manifest.crs.used == "EPSG:2289"  # the horizontal part
    said = run(tmp_path, file, {"vertical_datum": "NGVD29"}, "elevations").manifest
    assert record(said).vertical_datum == "NGVD29"
    assert any("NAVD88; NGVD29 was given" in note for note in said.notes)


@pytest.mark.parametrize(
    ("heights", "unit", "refused"),
    [
        # Wisconsin goes from Lake Michigan, 577 ft (175.9 m), to Timms Hill, 1,951.5 ft (594.8 m).
        ([580, 1950], "us-ft", False),
        ([177, 594], "m", False),
        ([177, 594.8], "ft", False),  # up to 595 ft: a low shore, as far as anyone can tell
        ([177, 400], "us-ft", True),  # metres said to be feet
        ([580, 900], "m", True),  # feet said to be metres: 2,953 ft
        ([-9999, 900], "ft", True),  # a value for unknown that nobody declared
        ([800, 32767], "ft", True),
        ([400, 900], "ft", False),  # the bottom of a lake
    ],
)
def test_heights_must_be_those_of_land(tmp_path: Path, heights: list[float], unit: str, refused: bool) -> None:
    file = tif(tmp_path / "dem.tif", np.array([heights], np.float32))
    settings = {"unit": unit, "vertical_datum": "NAVD88"}
    if refused:
        with pytest.raises(CellsUnfit, match="between 577 and 1,952 ft"):
            run(tmp_path, file, settings, "elevations")
        return
    notes = run(tmp_path, file, settings, "elevations").manifest.notes
    is_low = heights[0] * (3937 / 1200 if unit == "m" else 1) < 577
    assert any("below any land" in note for note in notes) is is_low


@pytest.mark.parametrize(
    ("heights", "unit", "outcome"),
    [
        ([579, 601], "m", "refused"),  # 1,900 to 1,972 ft: the shore of Lake Michigan in feet said to be metres
        ([590, 596], "m", "refused"),  # 1,955.4 ft
        ([590, 594.9], "m", "let through"),  # 1,951.8 ft
        ([500, 600], "m", "remarked"),  # as feet the lowest would lie below Lake Michigan: no slip of units
        ([1900, 1980], "us-ft", "remarked"),  # trees on Timms Hill
    ],
)
def test_heights_above_timms_hill(tmp_path: Path, heights: list[float], unit: str, outcome: str) -> None:
    file = tif(tmp_path / "dem.tif", np.array([heights], np.float32))
    settings = {"unit": unit, "vertical_datum": "NAVD88"}
    if outcome == "refused":
        with pytest.raises(CellsUnfit, match="read as feet they all fit"):
            run(tmp_path, file, settings, "elevations")
        return
    notes = run(tmp_path, file, settings, "elevations").manifest.notes
    assert any("above any land" in note for note in notes) is (outcome == "remarked")


def test_a_declared_value_of_unknown_cells_cannot_be_a_class(tmp_path: Path) -> None:
    file = tif(tmp_path / "mask.tif", np.array([[0, 1, 1]], np.uint8), nodata=0)
    with pytest.raises(OptionInvalid, match="0 cannot stand"):
        run(tmp_path, file, {"classes": "0,1"})
    assert record(run(tmp_path, file, {"classes": "1"}).manifest).unknown_cells == 1
    assert record(run(tmp_path, file, {"classes": "0,1", "nodata": "255"}).manifest).unknown_cells == 0


# --- storing ----------------------------------------------------------------------------------


def test_a_crash_leaves_nothing_half_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)

    def fails(_path: Path, _data: bytes, _mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(raster_store, "write_file", fails)
    with pytest.raises(OSError, match="No space"):
        run(tmp_path / "layers", file)
    assert list((tmp_path / "layers" / "impervious_raster").iterdir()) == []
    monkeypatch.undo()
    assert run(tmp_path / "layers", file).is_new


def test_a_file_that_changes_while_it_is_imported_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tif(tmp_path / "a.tif", CLASSES)
    written = edition_folder

    def changes(directory: Path, kind: Kind, edition: str) -> Path:
        tif(file, CLASSES + 1)
        return written(directory, kind, edition)

    monkeypatch.setattr(raster_store, "edition_folder", changes)
    with pytest.raises(LayerUnreadable, match="changed while"):
        run(tmp_path / "layers", file)
    assert list((tmp_path / "layers" / "impervious_raster").iterdir()) == []


def test_cells_that_are_not_those_imported_are_found(tmp_path: Path) -> None:
    manifest = run(tmp_path, tif(tmp_path / "a.tif", CLASSES)).manifest
    path = cells_path(tmp_path, manifest)
    tif(path, CLASSES + 1)
    with pytest.raises(EditionCorrupt, match="hash to"):
        verify_raster(tmp_path, manifest)
    path.write_bytes(b"II*\0")
    with pytest.raises(EditionCorrupt, match="not what was imported"):
        read_cells(tmp_path, manifest, (0, 1), (0, 1))
    with pytest.raises(EditionCorrupt, match="no grid"):
        verify_raster(tmp_path, dataclasses.replace(manifest, raster=None))


# --- check ------------------------------------------------------------------------------------


def test_a_check_says_what_is_there_and_what_would_be_asked(tmp_path: Path) -> None:
    report = check_raster(tif(tmp_path / "a.tif", CLASSES, nodata=250))
    assert (report.width, report.height, report.bands, report.dtype, report.nodata) == (3, 2, 1, "uint8", "250")
    assert (report.crs, report.looks) == ("EPSG:8112", "the whole values 11, 21, 24")
    errors = {trial.kind: str(trial.error).split(":")[0] for trial in report.trials}
    assert errors == {"elevations": "CellsUnexplained", "impervious_raster": "CellsUnexplained"}
    unplaced = check_raster(tif(tmp_path / "b.tif", CLASSES, crs=None))
    assert unplaced.crs is None
    assert "county (WISCRS) feet" in str(unplaced.crs_guesses)


# --- files as published -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.realdata
@pytest.mark.parametrize("year", ["2003", "2023"])
def test_land_cover_of_waukesha_is_counted_as_its_publisher_counted(tmp_path: Path, realdata: Path, year: str) -> None:
    folder = realdata / "wi-waukesha-landcover-nlcd"
    manifest = run(tmp_path, folder / f"waukesha_land_cover_{year}.tif", vintage=year).manifest
    raster = record(manifest)
    with (folder / f"waukesha_summary_table_{year}.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {each.value: each.cells for each in raster.cells} == {int(row["Code"]): int(row["Pixels"]) for row in rows}
    assert raster.unknown_cells == 237_402  # SOURCE.txt: value 250
    # The publisher's acres are international, of 4,046.8564224 m2; ours US survey, 4 parts in a million larger.
    by_code = {each.value: each.cells for each in raster.cells}
    for row in rows:
        acres = by_code[int(row["Code"])] * raster.cell_area_sqft / 43_560
        assert acres == pytest.approx(float(row["Acres"]), rel=1e-4)
    verify_raster(tmp_path, manifest)


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "settings", "problem"),
    [
        ("rasterio/all-nodata.tif", {}, (LayerChoiceNeeded, "4 bands")),
        ("rasterio/corrupt.tif", {"band": "1", "measure": "percent"}, (CellsUnfit, "picture")),
        ("rasterio/byte.tif", {"measure": "percent"}, (CrsImplausible, "outside the area of use")),
        ("rasterio/float_nan.tif", {"measure": "fraction"}, (CrsMissing, "what its coordinates mean")),
        ("rasterio/rotated.tif", {"measure": "percent"}, (CrsMissing, "what its coordinates mean")),
        ("rasterstats/slope_classes.tif", {"classes": "5"}, (CrsImplausible, "outside the area of use")),
        ("rasterstats/slope_nodata.tif", {"measure": "percent"}, (CrsImplausible, "outside the area of use")),
    ],
)
def test_small_rasters_of_test_suites_are_refused_for_their_reason(
    tmp_path: Path, realdata: Path, name: str, settings: Mapping[str, str], problem: tuple[type[Exception], str]
) -> None:
    error, words = problem
    with pytest.raises(error, match=words):
        run(tmp_path, realdata / "rasters-small" / name, settings)


@pytest.mark.realdata
def test_a_corrupt_raster_is_told_by_a_check(realdata: Path) -> None:
    with pytest.raises(LayerUnreadable, match="IReadBlock failed"):
        check_raster(realdata / "rasters-small" / "rasterio" / "corrupt.tif")


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("name", "settings", "kind"),
    [
        ("slope_nodata.tif", {**HEIGHTS, "unit": "ft"}, "elevations"),
        ("slope_classes.tif", {"classes": "5"}, "impervious_raster"),
    ],
)
def test_cells_of_slopes_come_through_whole_where_they_lie_in_wisconsin(
    tmp_path: Path, realdata: Path, name: str, settings: Mapping[str, str], kind: Kind
) -> None:
    with rasterio.open(realdata / "rasters-small" / "rasterstats" / name) as source:
        cells, nodata = source.read(1), np.float32(source.nodata)
    file = tif(
        tmp_path / "a.tif", cells, Affine(25, 0, 550_000, 0, -25, 300_000), crs="EPSG:3071", nodata=float(nodata)
    )
    manifest = run(tmp_path, file, settings, kind).manifest
    raster = record(manifest)
    known = cells[cells != nodata]
    assert (raster.minimum, raster.maximum) == (known.min(), known.max())
    assert raster.unknown_cells == cells.size - known.size > 0
    assert raster.known_cells + raster.unknown_cells == 84 * 78
    verify_raster(tmp_path, manifest)


@pytest.mark.parametrize("name", ["imperv_6x6", "imperv_6x6_hole255"])
def test_the_plats_of_the_field_cases_lie_nowhere_and_are_read_where_they_could(
    tmp_path: Path, repository: Path, name: str
) -> None:
    file = repository / "tests/cases/field/files" / f"{name}.tif"
    with pytest.raises(CrsImplausible):  # a corner at 0, 0 in feet of the state plane
        run(tmp_path, file, {"classes": "1"})
    with rasterio.open(file) as source:
        cells, nodata = source.read(1), source.nodata
    moved = tif(tmp_path / "a.tif", cells, Affine(10, 0, 2_150_000, 0, -10, 480_000), crs="EPSG:2289", nodata=nodata)
    raster = record(run(tmp_path, moved, {"classes": "1"}).manifest)
    # Rows 1 to 3 and columns 1 to 3 are impervious; in the second file the six cells of column 4 are unknown.
    assert raster.cells == (CellCount(0, 27 if nodata is None else 21), CellCount(1, 9))
    assert raster.unknown_cells == (0 if nodata is None else 6)
