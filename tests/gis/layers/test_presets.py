from __future__ import annotations

import pytest

from gis.errors import ColumnMissing, OptionInvalid, PresetUndecided, PresetUnknown
from gis.layers.contracts import CONTRACTS
from gis.layers.presets import ColumnMap, choose_preset, presets
from gis.model.edition import Kind

STATEWIDE_V12 = ["STATEID", "PARCELID", "TAXROLLYEAR", "OWNERNME1", "PLACENAME", "CNTASSDVALUE", "MFLVALUE", "CONAME"]


def sources(column_map: ColumnMap) -> dict[str, str | None]:
    return {column.canonical: column.source for column in column_map.columns}


def test_each_preset_fills_what_its_kind_requires() -> None:
    for preset in presets():
        filled = {rule.canonical for rule in preset.rules}
        assert filled.issuperset(CONTRACTS[preset.kind].required), preset.name


@pytest.mark.parametrize(
    ("kind", "columns", "preset"),
    [
        ("parcels", STATEWIDE_V12, "wi-statewide"),
        ("parcels", ["parcel_id", "municipality", "assessed_value"], "generic-parcels"),
        ("municipalities", ["MCD_NAME20", "CTV20", "CNTY_NAME20"], "wi-municipalities"),
        ("municipalities", ["mcd_name", "county_name"], "wi-municipalities"),
        ("municipalities", ["name", "kind", "county"], "generic-municipalities"),
        ("counties", ["NAME", "LSAD"], "wi-counties"),
        ("counties", ["name"], "generic-counties"),
        ("ratios", ["Municipality", "Muni Type", "County", "Year", "Aggregate Ratio"], "wi-ratios"),
        ("ratios", ["municipality", "county", "year", "ratio"], "generic-ratios"),
    ],
)
def test_the_preset_is_told_by_the_columns(kind: Kind, columns: list[str], preset: str) -> None:
    assert choose_preset(kind, columns, None, {}, "file").preset == preset


@pytest.mark.parametrize(
    ("columns", "source"),
    [
        (["PARCELID", "FORESTVALUE"], "FORESTVALUE"),  # V1 to V5
        (["PARCELID", "MFLVALUE"], "MFLVALUE"),
        (["PARCELID", "FORESTVALU"], "FORESTVALU"),  # as a shapefile cuts it
        (["PARCELID", "FORESTVALUE", "MFLVALUE"], "MFLVALUE"),
    ],
)
def test_old_and_cut_names_of_the_statewide_schema(columns: list[str], source: str) -> None:
    column_map = choose_preset("parcels", columns, None, {}, "file")
    assert sources(column_map)["mfl_value_cents"] == source
    assert column_map.unused == (("FORESTVALUE",) if len(columns) == 3 else ())


def test_names_are_never_told_by_position() -> None:
    forward = sources(choose_preset("parcels", STATEWIDE_V12, None, {}, "file"))
    backward = sources(choose_preset("parcels", STATEWIDE_V12[::-1], None, {}, "file"))
    assert forward == backward


def test_a_municipality_file_is_not_taken_for_counties() -> None:
    with pytest.raises(PresetUndecided):
        choose_preset("counties", ["MCD_NAME", "CTV", "CNTY_NAME"], None, {}, "file")


def test_the_column_that_lacks_is_named_with_the_option_that_fills_it() -> None:
    with pytest.raises(ColumnMissing) as caught:
        choose_preset("ratios", ["Municipality", "Aggregate Ratio"], None, {}, "ratios.csv")
    assert "year (YEAR in wi-ratios)" in caught.value.what
    assert "--set year=VALUE" in caught.value.next
    filled = choose_preset("ratios", ["Municipality", "Aggregate Ratio"], None, {"year": "2022"}, "ratios.csv")
    assert {column.canonical: column.constant for column in filled.columns}["year"] == "2022"


def test_what_fits_nothing_says_what_was_found() -> None:
    with pytest.raises(PresetUndecided) as caught:
        choose_preset("parcels", ["FID", "LABEL"], None, {}, "roads.gpkg, layer roads")
    assert "FID, LABEL" in caught.value.why
    assert caught.value.where == "roads.gpkg, layer roads"


def test_an_unknown_preset_lists_those_there_are() -> None:
    with pytest.raises(PresetUnknown, match="wi-statewide"):
        choose_preset("parcels", STATEWIDE_V12, "wi-statewise", {}, "file")
    assert choose_preset("parcels", ["parcel_id"], "generic", {}, "file").preset == "generic-parcels"


@pytest.mark.parametrize("constants", [{"kindd": "town"}, {"owner_keys": "1"}, {"kind": " "}])
def test_only_columns_of_the_kind_can_be_set(constants: dict[str, str]) -> None:
    with pytest.raises(OptionInvalid, match="can be set"):
        choose_preset("municipalities", ["MCD_NAME"], None, constants, "file")
