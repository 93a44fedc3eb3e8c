from __future__ import annotations

from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely

from gis.errors import ColumnMissing, OptionInvalid, PresetInvalid
from gis.layers.importing import ImportRequest, prepare
from gis.layers.journal import Journal
from gis.layers.presets.choosing import choose_preset
from gis.layers.rows.cells import ColumnReader, same
from gis.layers.rows.filling import remark_filling
from gis.model.edition import Kind

UNITS = ["MCD_NAME", "CNTY_NAME", "WARDID"]


def remarks(kind: Kind, rows: dict[str, list[Any]], map_file: Path | None = None, **constants: str) -> list[str]:
    """Return what is said of the rows of a file."""
    table = pd.DataFrame(rows, dtype=object)
    found = choose_preset(kind, list(rows), None, constants, "file", map_file)
    journal = Journal()
    columns = {column.canonical: column for column in found.columns}
    remark_filling(ColumnReader(kind, table, columns, same(None, table.index), journal, found.wide))
    return journal.notes


def test_money_in_a_column_that_is_not_read_is_summed() -> None:
    rows: dict[str, list[Any]] = {
        "PARCELID": ["1", "2", "3", "4"],
        "MFLVALUE": ["7", None, " ", ""],
        "FORESTVALUE": ["5", "$1,000.50", "99.50", "N/A"],  # 1000.50 + 99.50 = 1100.00 beside blanks
    }
    (note,) = remarks("parcels", rows)
    assert "FORESTVALUE, which is not read, holds something in 2 rows where MFLVALUE is blank" in note
    assert "1100.00 dollars in all" in note
    assert remarks("parcels", {name: cells[:1] for name, cells in rows.items()}) == []  # nothing lies beside a blank


def test_an_import_says_what_it_does_not_read(tmp_path: Path) -> None:
    rows = {"PARCELID": ["1-1", "1-2"], "MFLVALUE": ["", "7"], "FORESTVALUE": ["5", "5"], "CONAME": ["Vernon", None]}
    boxes = [shapely.box(700_000 + 100 * i, 150_000, 700_100 + 100 * i, 150_100) for i in range(2)]
    file = tmp_path / "v3.gpkg"
    gpd.GeoDataFrame(rows, geometry=boxes, crs="EPSG:8112").to_file(file, engine="pyogrio")
    request = ImportRequest("parcels", file, vintage="2017", constants={"county": "Vernon"})
    notes = " ".join(prepare(request).manifest.notes)
    assert "holds something in 1 row where MFLVALUE is blank, 5.00 dollars in all" in notes
    assert notes.count("1 blank cell of CONAME filled by --set (county=Vernon)") == 1
    assert "blank cells filled by --set." not in notes  # the same is not said twice


def test_what_lies_beside_a_blank_and_is_no_amount_is_counted() -> None:
    rows: dict[str, list[Any]] = {"parcel_id": ["1", "2"], "owner_name": [None, "X"], "owner": ["QUILLFEATHER", "B"]}
    (note,) = remarks("parcels", rows)
    assert "owner, which is not read, holds something in 1 row where owner_name is blank." in note
    assert "QUILLFEATHER" not in note


@pytest.mark.parametrize(("second", "said"), [(["1", "9"], "differ in 1 row;"), (["1", None], "agree wherever both")])
def test_columns_of_one_name_but_for_case_are_compared(second: list[str | None], said: str) -> None:
    (note,) = remarks("parcels", {"PARCELID": ["1", "2"], "ParcelId": second})
    assert note.startswith(f"PARCELID and ParcelId are one name but for case or signs, and {said}")


@pytest.mark.parametrize(
    ("years", "said"),
    [
        (["2023", "2023"], ["filled nothing"]),
        (["2023", None], ["1 blank cell of TAXROLLYEAR filled by --set (roll_year=2023)"]),
        (["2022", None], ["1 blank cell", "TAXROLLYEAR with something else than --set (roll_year=2023) kept: 1 cell."]),
        (["2022", "2023.0"], ["filled nothing", "kept: 1 cell."]),
    ],
)
def test_what_a_constant_did_is_said(years: list[str | None], said: list[str]) -> None:
    notes = remarks("parcels", {"PARCELID": ["1", "2"], "TAXROLLYEAR": years}, roll_year="2023")
    assert len(notes) == len(said)
    assert all(words in note for words, note in zip(said, notes, strict=True))


def test_the_constant_of_a_map_is_not_laid_to_the_command_line(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text(
        'kind = "water"\n[constants]\nname = "Alder Lake"\n'
        '[[column]]\ncanonical = "name"\naliases = ["LAKE"]\nread = "text"\n'
    )
    (note,) = remarks("water", {"LAKE": [None, "Birch Lake"]}, own)[:1]
    assert "filled by map:my.toml" in note
    assert "--set" not in note


@pytest.mark.parametrize(
    ("rows", "is_refused"),
    [
        ({"PLACENAME": ["A", "B"], "CNTASSDVALUE": ["1", "1"]}, True),
        ({"PLACENAME": ["A"], "CNTASSDVALUE": ["1"]}, False),
        ({"PARCELID": ["1", None], "CNTASSDVALUE": ["1", "1"]}, False),
        ({"PARCELID": [None, None], "CNTASSDVALUE": ["1", "1"]}, True),
    ],
)
def test_one_id_for_several_rows_is_refused(rows: dict[str, list[Any]], is_refused: bool) -> None:
    if is_refused:
        with pytest.raises(OptionInvalid, match="2 rows would bear the same id"):
            remarks("parcels", rows, parcel_id="5")
    else:
        remarks("parcels", rows, parcel_id="5")


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("parcels", "gis_acres", "1e"),
        ("parcels", "record_kind", "zzz"),
        ("parcels", "assessed_value_cents", "bad"),
        ("parcels", "roll_year", "1"),
        ("parcels", "county", "n/a"),
        ("parcels", "municipality_kind", "hamlet"),
        ("votes", "basis", "ZZQ"),
        ("ratios", "ratio", "80.00"),
        ("populations", "population", "-5"),
        ("sewers", "kind", "zzz"),
        ("sewers", "installed", "yesterday"),
    ],
)
def test_a_constant_that_cannot_be_read_stops_at_once(kind: Kind, name: str, value: str) -> None:
    with pytest.raises(OptionInvalid) as caught:
        choose_preset(kind, ["PARCELID", *UNITS], None, {name: value}, "file")
    assert caught.value.what == f"--set {name}={value} cannot be read."


@pytest.mark.parametrize(
    ("kind", "columns", "name", "value", "constant"),
    [
        ("sewers", ["PIPE_ID", "PIPE_DIA"], "kind", "Rising Main", "force_main"),
        ("sewers", ["PIPE_ID", "PIPE_DIA"], "kind", "force_main", "force_main"),
        ("parcels", ["parcel_id"], "land_value_cents", "1,000.50", "1,000.50"),  # dollars
        ("parcels", ["parcel_id", "land_value_cents"], "land_value_cents", "1,000.50", "100050"),  # cells are cents
    ],
)
def test_a_constant_means_the_same_whatever_the_file_holds(
    kind: Kind, columns: list[str], name: str, value: str, constant: str
) -> None:
    found = choose_preset(kind, columns, None, {name: value}, "file")
    assert {column.canonical: column.constant for column in found.columns}[name] == constant


def test_a_constant_for_figures_with_columns_of_their_own_is_refused() -> None:
    with pytest.raises(OptionInvalid, match="would do nothing") as caught:
        choose_preset("votes", [*UNITS, "GOVTOT22"], None, {"votes": "5"}, "file")
    assert "GOVTOT22" in caught.value.why
    with pytest.raises(ColumnMissing):
        choose_preset("votes", UNITS, None, {"votes": "5"}, "file")


@pytest.mark.parametrize("text", ['year = "E"', 'year = "23"', 'year = "n/a"', 'ratio = "80.00"'])
def test_a_constant_of_a_map_is_tried_when_the_map_is_read(tmp_path: Path, text: str) -> None:
    own = tmp_path / "my.toml"
    own.write_text(
        f'kind = "ratios"\n[constants]\n{text}\n'
        '[[column]]\ncanonical = "municipality"\naliases = ["A"]\nread = "place"\n'
    )
    with pytest.raises(PresetInvalid, match="cannot be read") as caught:
        choose_preset("ratios", ["A"], None, {}, "file", own)
    assert caught.value.where == "my.toml, constants"
    assert "--set" not in caught.value.what


def test_the_constants_of_shipped_presets_can_be_read() -> None:
    found = choose_preset("sewer_nodes", ["Facility Name", "NPDES Permit Number"], "vt-plants", {}, "file")
    assert {column.canonical: column.constant for column in found.columns}["kind"] == "plant"
    found = choose_preset("service_areas", ["System_Name"], "vt-service-areas", {}, "file")
    assert {column.canonical: column.constant for column in found.columns}["kind"] == "sewered"
