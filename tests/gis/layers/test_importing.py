from __future__ import annotations

import datetime as dt
import json
import zipfile
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pyproj
import pytest
import shapely
from shapely import affinity

from gis.errors import (
    AccuracyInvalid,
    CrsImplausible,
    CrsMissing,
    CrsUnknown,
    GeometryTypeWrong,
    LayerChoiceNeeded,
    LayerEmpty,
    LayerUnreadable,
    StrictRefusal,
    VintageInvalid,
)
from gis.layers.checking import check_file
from gis.layers.finishing import Imported
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.model.edition import ImportNote, Kind
from tests.conftest import FieldCaseLoader
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

ACCURACY = 2e-4
"""Areas of a plat in county feet and areas on the ellipsoid agree to 2 parts in 10,000."""


def run(layers: Path, kind: Kind, file: Path, **options: Any) -> Imported:  # noqa: ANN401  options of several types
    return import_layer(ImportRequest(kind, file, **options), layers)


def rules(notes: tuple[ImportNote, ...]) -> Counter[str]:
    return Counter(note.rule for note in notes)


def test_a_row_is_read_into_canonical_columns(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    row = parcel(
        "0012-3.1",
        lot(0),
        CNTASSDVALUE="$1,234.50",
        LNDVALUE="234.50",
        IMPVALUE=1000,
        MFLVALUE=None,
        ESTFMKVALUE="1.2e3",
        PROPCLASS="4, 5M",
        AUXCLASS="X4,W5,AW",
        GISACRES="0.23",
        SITEADRESS=" 12 ELM ST ",
        OWNERNME1="ALDER, ANN",
    )
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", [row]), accuracy_ft="2.5")
    layer = LayerStore(tmp_path / "layers").load(done.manifest)
    found = layer.table.iloc[0].drop("geometry").to_dict()
    assert found | {"deeded_acres": 0, "assessed_acres": 0, "mfl_value_cents": 0} == {
        "parcel_id": "0012-3.1",
        "record_kind": "parcel",
        "municipality": "Town of Alder",
        "municipality_kind": "town",
        "county": "Vernon",
        "roll_year": 2023,
        "assessed_value_cents": 123_450,
        "land_value_cents": 23_450,
        "improvement_value_cents": 100_000,
        "mfl_value_cents": 0,
        "est_fair_market_value_cents": 120_000,
        "property_classes": "4,5M",
        "exempt_codes": "X4",
        "forest_codes": "W5",
        "unknown_codes": "AW",
        "owner_keys": "1",
        "assessed_acres": 0,
        "deeded_acres": 0,
        "gis_acres": 0.23,
        "site_address": "12 ELM ST",
    }
    assert layer.table["mfl_value_cents"].isna().all()
    assert layer.accuracy_ft == Fraction(5, 2)
    assert layer.frame.crs == "EPSG:3071"
    assert done.manifest.vintage == dt.date(2023, 8, 15)
    assert any("by when the state completes the year's valuation (70.57)" in note for note in done.manifest.notes)
    assert done.manifest.sums["assessed_value"] == "1234.50"
    assert float(done.manifest.area_sqft_out or 0) == pytest.approx(10_000, rel=ACCURACY)
    assert done.manifest.crs is not None
    assert done.manifest.crs.used == "EPSG:8112"
    assert done.manifest.operations
    assert list(layer.tree.query(layer.geometries[0].representative_point(), predicate="within")) == [0]


def test_field_case_parcel_06_multipart_and_repeat_rows(
    geojson: GeoJsonWriter, tmp_path: Path, field_case: FieldCaseLoader
) -> None:
    case = field_case("parcel-06")
    expected = case["expected"]
    rows = [
        {
            "PARCELID": row["pin"],
            "CNTASSDVALUE": row["value"],
            "OWNERNME1": row["owner"],
            "TAXROLLYEAR": "2023",
            # The plat lies in local feet; here it stands in Vernon County.
            "wkt": affinity.translate(shapely.from_wkt(row["wkt"]), 700_000, 150_000).wkt,
        }
        for row in case["input"]["rows"]
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    counts = done.manifest.counts
    assert counts.features == expected["parcels"]
    assert counts.rows_in == 5
    assert counts.refused == expected["exact_duplicates_dropped"]
    assert counts.rows_out == 4
    assert counts.merged == expected["rows_merged_to_multipart"]
    assert rules(done.manifest.refusals) == {"repeat_row": 1}
    assert rules(done.manifest.repairs) == {"exploded_multipart": 1}
    assert done.manifest.sums["assessed_value"] == f"{expected['total_value']}.00"
    assert done.sums_in["assessed_value"] == f"{expected['naive_value']}.00"
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    sqft = {row.parcel_id: row.geometry.area * (3937 / 1200) ** 2 for row in table.itertuples()}
    # EPSG:3071 is up to 0.08 percent small, see DESIGN.md section 3.
    assert sqft == pytest.approx(expected["land_sqft"], rel=1e-3)
    assert len(set(table["owner_keys"])) == expected["owners"]
    assert table.set_index("parcel_id").loc["018-0811-1432-000"].geometry.geom_type == "Polygon"


def test_rows_of_one_id_that_differ_are_all_refused(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("01", lot(0)),
        parcel("01", lot(1), CNTASSDVALUE="2000", LNDVALUE="1400"),
        parcel("01", lot(0)),
        parcel("02", lot(2)),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert rules(done.manifest.refusals) == {"same_id_different_values": 3}
    assert "assessed_value_cents, land_value_cents" in done.manifest.refusals[0].what
    assert done.manifest.counts.features == 1
    assert done.manifest.counts.rows_in == done.manifest.counts.rows_out + done.manifest.counts.refused


def test_one_id_in_two_counties_is_two_parcels(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel("01", lot(0)), parcel("01", lot(1), CONAME="CRAWFORD", CNTASSDVALUE="5")]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert done.manifest.counts.features == 2


def test_parts_without_common_edge_stay_parts(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel("01", lot(0), GISACRES="0.2"), parcel("01", lot(2), GISACRES="0.3")]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert table.geometry.iloc[0].geom_type == "MultiPolygon"
    assert table["gis_acres"].tolist() == [0.5]
    assert done.manifest.sums["assessed_value"] == "1000.00"


def test_stacked_condominium_units_are_kept(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel(f"01.{unit}", lot(0)) for unit in (1, 2, 3)]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert done.manifest.counts.features == 3
    assert any("3 parcels share one outline" in note and "01.1, 01.2, 01.3" in note for note in done.manifest.notes)


@pytest.mark.parametrize(
    ("parcel_id", "kind", "stored"),
    [
        ("ROW", "row", "ROW"),
        ("RIGHT OF WAY", "row", "RIGHT OF WAY"),
        ("HYDRO", "water", "HYDRO"),
        ("LAKE RIPLEY", "water", "LAKE RIPLEY"),
        ("OVERLAP", "gap", "OVERLAP"),
        ("NO ID IN TAX ROLL", "other", "NO ID IN TAX ROLL"),
        (None, "other", "123"),  # the STATEID, which is the county's number alone
        ("1-1109", "parcel", "1-1109"),
    ],
)
def test_what_is_no_parcel(
    geojson: GeoJsonWriter, tmp_path: Path, parcel_id: str | None, kind: str, stored: str
) -> None:
    rows = [parcel(parcel_id, lot(0)), parcel(parcel_id, lot(1)) if kind != "parcel" else parcel("2", lot(1))]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert table["record_kind"].iloc[0] == kind
    assert table["parcel_id"].iloc[0] == stored
    assert len(table) == 2  # records that are no parcels may share an id


def test_place_names_are_folded_or_set_aside_never_lost(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("1", lot(0), PLACENAME="CITY OF WESTBY"),
        parcel("2", lot(1), PLACENAME="WESTBY"),
        parcel("3", lot(2), PLACENAME="TOWN OF ALDER"),
        parcel("4", lot(3), PLACENAME="VILLAGE OF ALDER"),
        parcel("5", lot(4), PLACENAME="ALDER"),
        parcel("6", lot(5), PLACENAME="BIRCH"),
        parcel("7", lot(6), PLACENAME="WESTBY", CONAME="CRAWFORD"),  # another county: not that Westby
        parcel("8", lot(7), PLACENAME=None),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    table = LayerStore(tmp_path / "layers").load(done.manifest).table.set_index("parcel_id")
    places = table["municipality"].to_dict()
    assert places == {
        "1": "City of Westby",
        "2": "City of Westby",
        "3": "Town of Alder",
        "4": "Village of Alder",
        **dict.fromkeys("5678"),
    }
    assert rules(done.manifest.repairs) == {"placename_class": 1, "placename_class_unclear": 3}
    ambiguous = next(note for note in done.manifest.repairs if note.feature_id == "5")
    assert "Town of Alder, Village of Alder" in ambiguous.why
    assert done.manifest.sums["assessed_value"] == "8000.00"


def test_a_total_that_lacks_is_the_sum_of_its_parts_and_listed(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("1", lot(0), CNTASSDVALUE=None),
        parcel("2", lot(1), CNTASSDVALUE="12.345.000"),  # unreadable, not missing: nobody may guess it
        parcel("3", lot(2), CNTASSDVALUE=None, IMPVALUE=None),
        parcel("4", lot(3), CNTASSDVALUE="7"),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    values = LayerStore(tmp_path / "layers").load(done.manifest).table["assessed_value_cents"]
    assert values.isna().tolist() == [False, True, True, False]
    assert values.dropna().tolist() == [100_000, 700]
    assert rules(done.manifest.repairs) == {"total_from_parts": 1, "value_unreadable": 1}
    assert any("blank for 2 of 4" in note for note in done.manifest.notes)
    assert any("1 rows are not the sum" in note for note in done.manifest.notes)


BOW_TIE = "POLYGON ((700000 150000, 700100 150100, 700100 150000, 700000 150100, 700000 150000))"
LAKE_LOT = (
    "POLYGON ((700000 150000, 700040 150000, 700040 150040, 700000 150040, 700000 150020, 700010 150030, "
    "700020 150020, 700010 150010, 700000 150020, 700000 150000))"
)


def test_what_cannot_be_mended_is_refused_with_its_place(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("1", lot(0)),
        parcel("2", BOW_TIE),
        parcel("3", None),
        parcel("4", "POINT (700000 150000)"),
        parcel("5", LAKE_LOT),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    refused = {note.feature_id: note for note in done.manifest.refusals}
    assert {name: note.rule for name, note in refused.items()} == {
        "2": "self_crossing",
        "3": "no_geometry",
        "4": "wrong_geometry_type",
    }
    assert refused["2"].row == 1
    assert refused["2"].longitude == pytest.approx(-90.9, abs=0.5)
    assert rules(done.manifest.repairs) == {"self_touching_ring": 1}
    counts = done.manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused, counts.features) == (5, 2, 3, 2)
    # 10,000 of the lot and 1,600 - 200 of the lake lot, FIELD import-02 "banana"
    assert float(done.manifest.area_sqft_out or 0) == pytest.approx(11_400, rel=ACCURACY)


def test_strict_refuses_lists_all_and_writes_nothing(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel("1", lot(0)), parcel("2", BOW_TIE), parcel("3", lot(1), PLACENAME="ALDER")]
    with pytest.raises(StrictRefusal) as caught:
        run(tmp_path / "layers", "parcels", geojson("p.geojson", rows), strict=True)
    listed = [str(place) for place in caught.value.places]
    assert len(listed) == 2
    assert "feature 2, row 2" in listed[0]  # rows count from 1 in words
    assert "placename_class" in listed[1]
    assert not (tmp_path / "layers").exists()
    clean = run(tmp_path / "layers", "parcels", geojson("c.geojson", [parcel("1", lot(0))]), strict=True)
    assert clean.is_new


def test_all_rows_refused_is_an_error_with_the_first_reason(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    path = geojson("m.geojson", [{"MCD_NAME": "ALDER", "CNTY_NAME": "VERNON", "wkt": lot(0)}])
    with pytest.raises(LayerEmpty) as caught:
        run(tmp_path, "municipalities", path, vintage="2023")
    assert "no class" in caught.value.why
    assert "--set" in caught.value.next
    done = run(tmp_path, "municipalities", path, vintage="2023", constants={"kind": "town"})
    assert done.manifest.constants == {"kind": "town"}
    table = LayerStore(tmp_path).load(done.manifest).table
    assert table.iloc[0][["name", "kind", "county"]].tolist() == ["Town of Alder", "town", "Vernon"]


def test_a_file_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("municipality,year,ratio\n")
    with pytest.raises(LayerEmpty, match="no rows"):
        run(tmp_path, "ratios", path)


def test_class_column_and_name_that_contradict_are_refused(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        {"name": "Town of Alder", "kind": "V", "county": "Vernon", "wkt": lot(0)},
        {"name": "Birch", "kind": "C", "county": None, "wkt": lot(1)},
        {"name": "Cedar", "kind": "parish", "county": "Vernon", "wkt": lot(2)},
    ]
    done = run(tmp_path / "layers", "municipalities", geojson("m.geojson", rows), vintage="2023")
    assert rules(done.manifest.refusals) == {"placename_class_conflict": 1, "value_unreadable": 1}
    assert any("no county" in note for note in done.manifest.notes)
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert table["name"].tolist() == ["City of Birch"]
    assert table["county"].tolist() == [None]


def test_ratios_keep_their_digits_and_refuse_percentages(tmp_path: Path) -> None:
    path = tmp_path / "ratios.csv"
    path.write_text(
        "Municipality,Type,County,Year,Aggregate Ratio\n"
        "Alder,T,Vernon,2022,0.912345678\n"
        "Birch,C,Vernon,2022,80.00\n"
        "Cedar,V,Vernon,2022,\n"
        "Dane,T,Vernon,2022,1.0500\n"
        "Dane,T,Vernon,2022,1.0500\n"
        "Elm,T,Vernon,2022,0.9\n"
        "Elm,T,Vernon,2022,0.8\n"
    )
    done = run(tmp_path / "layers", "ratios", path)
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert dict(zip(table["municipality"], table["ratio"], strict=True)) == {
        "Town of Alder": "0.912345678",
        "Town of Dane": "1.0500",
    }
    assert table["year"].tolist() == [2022, 2022]
    assert rules(done.manifest.refusals) == {
        "value_unreadable": 1,
        "required_blank": 1,
        "repeat_row": 1,
        "same_id_different_values": 2,
    }
    assert "0.8000" in next(n.what for n in done.manifest.refusals if n.rule == "value_unreadable")
    assert done.manifest.vintage == dt.date(2022, 8, 15)
    assert done.manifest.area_sqft_in is None
    assert LayerStore(tmp_path / "layers").load(done.manifest).geometries.size == 0


@pytest.mark.parametrize(
    ("years", "vintage", "found"),
    [
        # Wis. Stat. 70.57(1): the state completes the valuation of a year by August 15.
        (("2022", "2022"), None, "2022-08-15"),
        (("2022", None), None, "2022-08-15"),
        (("2022", "2022"), "2022", "2022-01-01"),
        (("2022", "2023"), "2023", "2023-01-01"),
        (("2022", "2023"), "2023-06-30", "2023-06-30"),
    ],
)
def test_the_vintage_is_the_year_all_rows_bear(
    geojson: GeoJsonWriter, tmp_path: Path, years: tuple[str | None, ...], vintage: str | None, found: str
) -> None:
    rows = [parcel(str(n), lot(n), TAXROLLYEAR=year) for n, year in enumerate(years)]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows), vintage=vintage)
    assert done.manifest.vintage == dt.date.fromisoformat(found)
    assert any("70.57" in note for note in done.manifest.notes) == (vintage is None)
    listed = "The rows bear several years: 2022 in 1 row, 2023 in 1 row."
    assert (listed in done.manifest.notes) == (years == ("2022", "2023"))


@pytest.mark.parametrize(
    ("years", "vintage"), [(("2022", "2023"), None), ((None,), None), (("2022",), "23"), (("2022",), "2023-02-30")]
)
def test_a_vintage_that_nobody_can_tell_is_asked_for(
    geojson: GeoJsonWriter, tmp_path: Path, years: tuple[str | None, ...], vintage: str | None
) -> None:
    rows = [parcel(str(n), lot(n), TAXROLLYEAR=year) for n, year in enumerate(years)]
    with pytest.raises(VintageInvalid, match="--vintage"):
        run(tmp_path / "layers", "parcels", geojson("p.geojson", rows), vintage=vintage)


@pytest.mark.parametrize("text", ["0", "-1", "two", "inf", "nan", "5280"])
def test_an_accuracy_is_a_positive_number_of_feet(geojson: GeoJsonWriter, tmp_path: Path, text: str) -> None:
    with pytest.raises(AccuracyInvalid):
        run(tmp_path, "parcels", geojson("p.geojson", [parcel("1", lot(0))]), accuracy_ft=text)


def test_projected_geojson_without_crs_member_is_refused_with_a_guess(
    tmp_path: Path, field_case: FieldCaseLoader
) -> None:
    case = field_case("crs-06")
    for name in ("with_crs", "without_crs"):
        data = case["input"][name]
        data["features"][0]["properties"] = {"name": "Vernon"}
        (tmp_path / f"{name}.geojson").write_text(json.dumps(data))
    with pytest.raises(CrsImplausible, match="not degrees") as caught:
        run(tmp_path / "layers", "counties", tmp_path / "without_crs.geojson", vintage="2023")
    assert "WTM" in str(caught.value)
    done = run(tmp_path / "layers", "counties", tmp_path / "with_crs.geojson", vintage="2023")
    assert any("crs member" in note for note in done.manifest.notes)
    shape = LayerStore(tmp_path / "layers").load(done.manifest).geometries[0]
    assert shape.area == pytest.approx(case["expected"]["with_crs_area_m2"], abs=1e-6)


@pytest.mark.parametrize(
    "member",
    [
        {"type": "name", "properties": {"name": "EPSG:999999"}},
        {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::999999"}},
        {"type": "EPSG", "properties": {"code": 999999}},
        {"type": "link", "properties": {"href": "http://example.com/crs", "type": "proj4"}},
        {"type": "name"},
        "EPSG:8112",
        {},
        5,
    ],
)
@pytest.mark.parametrize("zipped", [False, True])
def test_a_crs_member_that_names_no_known_system_is_refused_unless_one_is_given(
    geojson: GeoJsonWriter, tmp_path: Path, member: object, zipped: bool
) -> None:
    square = "POLYGON ((-90.9 43.6, -90.89 43.6, -90.89 43.61, -90.9 43.6))"
    path = geojson("p.geojson", [parcel("1", square)], crs=None)
    data = json.loads(path.read_text()) | {"crs": member}
    path.write_text(json.dumps(data))
    if zipped:
        path = tmp_path / "p.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(tmp_path / "p.geojson", "p.geojson")
    with pytest.raises(CrsUnknown, match="no coordinate system"):
        run(tmp_path / "layers", "parcels", path)
    assert not (tmp_path / "layers").exists()
    report = check_file(path).layers[0]
    assert report.crs is not None
    assert report.trials[0].error is not None
    assert report.trials[0].error.startswith("CrsUnknown")
    given = run(tmp_path / "layers", "parcels", path, crs="EPSG:4326")
    assert any("EPSG:4326 was given by hand" in note for note in given.manifest.notes)


@pytest.mark.parametrize("name", ["urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", None])
def test_a_column_called_crs_is_no_crs_member(geojson: GeoJsonWriter, tmp_path: Path, name: str | None) -> None:
    square = "POLYGON ((-90.9 43.6, -90.89 43.6, -90.89 43.61, -90.9 43.6))"
    path = geojson("p.geojson", [parcel("1", square, crs="EPSG:999999")], crs=None)
    member = None if name is None else {"type": "name", "properties": {"name": name}}
    path.write_text(json.dumps(json.loads(path.read_text()) | {"crs": member}))
    done = run(tmp_path / "layers", "parcels", path)
    assert done.manifest.crs is not None
    assert done.manifest.crs.used == "EPSG:4326"


def test_numbers_beyond_all_measure_are_left_blank_and_listed(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    columns = {
        "TAXROLLYEAR": "roll_year",
        "CNTASSDVALUE": "assessed_value_cents",
        "GISACRES": "gis_acres",
        "DEEDACRES": "deeded_acres",
        "ASSDACRES": "assessed_acres",
    }
    rows = [parcel(str(n), lot(n)) | {column: "1e999"} for n, column in enumerate(columns)]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows), vintage="2023")
    assert [(note.row, note.column, note.rule) for note in done.manifest.repairs] == [
        (n, column, "value_unreadable") for n, column in enumerate(columns)
    ]
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    for n, name in enumerate(columns.values()):
        assert pd.isna(table[name].iloc[n])


def test_a_negative_value_is_kept_and_each_row_listed(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("1", lot(0), CNTASSDVALUE="-5000"),
        parcel("2", lot(1), CNTASSDVALUE="(7.50)", LNDVALUE="-1"),
        parcel("3", lot(2), CNTASSDVALUE=None, LNDVALUE="-400"),  # of a doubtful part no total is made
        parcel("4", lot(3), CNTASSDVALUE="0"),
        parcel("ROW", lot(4), CNTASSDVALUE="-1"),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    listed = [(note.row, note.column, note.what) for note in done.manifest.repairs]
    assert {note.rule for note in done.manifest.repairs} == {"value_negative"}
    assert sorted(listed) == [
        (0, "CNTASSDVALUE", "assessed_value is -5000.00 dollars; kept as published"),
        (1, "CNTASSDVALUE", "assessed_value is -7.50 dollars; kept as published"),
        (1, "LNDVALUE", "land_value is -1.00 dollars; kept as published"),
        (2, "LNDVALUE", "land_value is -400.00 dollars; kept as published"),
        (4, "CNTASSDVALUE", "assessed_value is -1.00 dollars; kept as published"),
    ]
    table = LayerStore(tmp_path / "layers").load(done.manifest).table.set_index("parcel_id")
    stored = table["assessed_value_cents"]
    assert stored[["1", "2", "4", "ROW"]].tolist() == [-500_000, -750, 0, -100]
    assert pd.isna(stored["3"])
    with pytest.raises(StrictRefusal):
        run(tmp_path / "strict", "parcels", geojson("p.geojson", rows), strict=True)


@pytest.mark.parametrize("turn", [1, -1])
def test_ids_that_differ_by_blanks_around_them_are_one_id(geojson: GeoJsonWriter, tmp_path: Path, turn: int) -> None:
    rows = [parcel("B1", lot(0)), parcel("B1 ", lot(0)), parcel(" C2", lot(1)), parcel("D 3", lot(2))][::turn]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert [(note.rule, note.feature_id) for note in done.manifest.repairs] == [("id_padded", "B1 ")]
    assert [(note.rule, note.row) for note in done.manifest.refusals] == [("repeat_row", 1 if turn == 1 else 2)]
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    # An id that has no twin stands as published, and whichever row comes first, the plain id is kept.
    assert table["parcel_id"].tolist() == [" C2", "B1", "D 3"]
    assert done.manifest.sums["assessed_value"] == "3000.00"
    assert not any("share one outline" in note for note in done.manifest.notes)


def test_padded_ids_with_other_values_or_another_shape(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("B1", lot(0)),
        parcel("B1 ", lot(0), CNTASSDVALUE="2000"),
        parcel("C2", lot(1)),
        parcel(" C2", lot(2)),
    ]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert rules(done.manifest.refusals) == {"same_id_different_values": 2}
    assert "differ in assessed_value_cents" in done.manifest.refusals[0].what
    assert rules(done.manifest.repairs) == {"id_padded": 2, "exploded_multipart": 1}
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert table["parcel_id"].tolist() == ["C2"]


def test_years_that_differ_are_counted_where_the_vintage_is_asked_for(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [parcel(str(n), lot(n), TAXROLLYEAR="2022" if n < 2 else "2023") for n in range(3)]
    with pytest.raises(VintageInvalid, match="2022 in 2 rows, 2023 in 1 row"):
        run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))


def test_a_crs_given_by_hand_is_used_and_said(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    path = geojson("p.geojson", [parcel("1", lot(0))], crs=None)
    done = run(tmp_path / "layers", "parcels", path, crs="EPSG:8112")
    assert done.manifest.crs is not None
    assert (done.manifest.crs.found, done.manifest.crs.given) == ("EPSG:4326", "EPSG:8112")
    assert any("EPSG:8112 was given by hand" in note for note in done.manifest.notes)


def test_a_shapefile_without_prj_asks_for_its_crs(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    import geopandas as gpd  # noqa: PLC0415  only this test writes a shapefile

    source = geojson("p.geojson", [{"NAME": "Vernon", "wkt": lot(0)}])
    shp = tmp_path / "county.shp"
    gpd.read_file(source).to_file(shp)
    shp.with_suffix(".prj").unlink()
    with pytest.raises(CrsMissing, match="--crs"):
        run(tmp_path / "layers", "counties", shp, vintage="2023")
    given = run(tmp_path / "layers", "counties", shp, vintage="2023", crs="8112")
    found = run(tmp_path / "layers", "counties", source, vintage="2023")
    assert given.manifest.edition == found.manifest.edition


def test_lines_are_no_land(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    path = geojson("l.geojson", [{"NAME": "Vernon", "wkt": "LINESTRING (700000 150000, 700100 150000)"}])
    with pytest.raises(GeometryTypeWrong, match="linestring"):
        run(tmp_path, "counties", path, vintage="2023")


def test_a_table_has_no_outlines(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("PARCELID,TAXROLLYEAR\n1,2023\n")
    with pytest.raises(LayerUnreadable, match="without shapes"):
        run(tmp_path, "parcels", path)


def test_several_layers_are_asked_about(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    import geopandas as gpd  # noqa: PLC0415  only this test writes a GeoPackage

    frame = gpd.read_file(geojson("p.geojson", [parcel("1", lot(0))]))
    path = tmp_path / "both.gpkg"
    frame.to_file(path, layer="parcels_2022")
    frame.to_file(path, layer="parcels_2023")
    with pytest.raises(LayerChoiceNeeded, match=r"parcels_2022.*parcels_2023"):
        run(tmp_path, "parcels", path)
    with pytest.raises(LayerChoiceNeeded, match="no layer 'roads'"):
        run(tmp_path, "parcels", path, layer="roads")
    assert run(tmp_path / "layers", "parcels", path, layer="parcels_2023").is_new


def test_ids_stored_as_numbers_are_remarked(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    row = parcel("1", lot(0)) | {"PARCELID": 291003010000}
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", [row]))
    assert LayerStore(tmp_path / "layers").load(done.manifest).table["parcel_id"].tolist() == ["291003010000"]
    assert any("leading zeros" in note for note in done.manifest.notes)


DEGREES = "POLYGON ((-90.9 43.6, -90.89 43.6, -90.89 43.61, -90.9 43.6))"
LATITUDE_FIRST = "POLYGON ((43.6 -90.9, 43.6 -90.89, 43.61 -90.89, 43.6 -90.9))"
SOUTH = "POLYGON ((-90.9 -43.6, -90.89 -43.6, -90.89 -43.61, -90.9 -43.6))"
EAST = "POLYGON ((90.9 43.6, 90.89 43.6, 90.89 43.61, 90.9 43.6))"
STATE_FEET = "POLYGON ((1600000 500000, 1600100 500000, 1600100 500100, 1600000 500000))"


@pytest.mark.parametrize(
    ("wkt", "crs", "hint"),
    [
        (DEGREES, "EPSG:8112", "degrees of longitude and latitude"),
        (DEGREES, "EPSG:3071", "degrees of longitude and latitude"),
        (lot(0), "EPSG:4326", "feet or metres, not degrees"),
        (lot(0), "EPSG:8111", "They would fit if they were feet"),  # Vernon County metres
        (STATE_FEET, "EPSG:32154", "They would fit if they were feet"),
        (
            "POLYGON ((447000 343000, 447100 343000, 447100 343100, 447000 343000))",
            "EPSG:2289",
            "outside the area of use",
        ),
        (LATITUDE_FIRST, "EPSG:4326", "latitude seems to stand first"),
        (LATITUDE_FIRST, "EPSG:3071", "degrees, latitude first"),
        (SOUTH, "EPSG:4326", "southern hemisphere"),
        (EAST, "EPSG:4326", "lack its minus sign"),
        (
            "POLYGON ((-72.5 44.1, -72.4 44.1, -72.4 44.2, -72.5 44.1))",
            "EPSG:4326",
            "outside the area of use",
        ),  # Vermont
    ],
)
def test_coordinates_that_cannot_belong_to_the_system_are_refused_with_a_hint(
    geojson: GeoJsonWriter, tmp_path: Path, wkt: str, crs: str, hint: str
) -> None:
    path = geojson("p.geojson", [parcel(str(n), wkt) for n in range(3)], crs=crs)
    with pytest.raises(CrsImplausible) as caught:
        run(tmp_path / "layers", "parcels", path)
    assert hint in caught.value.why
    assert "--crs" in caught.value.next
    assert not (tmp_path / "layers").exists()
    trial = check_file(path).layers[0].trials[0]
    assert trial.error is not None
    assert hint in trial.error


def test_each_refusal_says_which_row_where_and_what_would_mend_it(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    rows = [
        parcel("01", lot(0)),
        parcel("01", lot(0)),
        parcel("02", lot(1)),
        parcel("02", lot(1), CNTASSDVALUE="5"),
        parcel("03", BOW_TIE),
        parcel("04", None),
        parcel("05", f"LINESTRING ({700_000} {150_000}, {700_100} {150_000})"),
        parcel("06", lot(3), CNTASSDVALUE="12 apples", TAXROLLYEAR="two"),
    ]
    manifest = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows)).manifest
    refused = {note.row: note for note in manifest.refusals}
    assert {row: note.rule for row, note in refused.items()} == {
        1: "repeat_row",
        2: "same_id_different_values",
        3: "same_id_different_values",
        4: "self_crossing",
        5: "no_geometry",
        6: "wrong_geometry_type",
    }
    assert [refused[row].feature_id for row in range(1, 7)] == ["01", "02", "02", "03", "04", "05"]
    assert refused[3].column == "assessed_value_cents"
    # The bow tie crosses itself in the middle of its lot: 50 ft in and 50 ft up.
    place = refused[4].longitude, refused[4].latitude
    assert place == pytest.approx(lonlat(700_050, 150_050), abs=1e-7)
    assert all(note.mend and note.why for note in (*manifest.refusals, *manifest.repairs))
    assert sorted((note.row, note.column) for note in manifest.repairs) == [(7, "CNTASSDVALUE"), (7, "TAXROLLYEAR")]
    counts = manifest.counts
    assert counts.rows_in == counts.rows_out + counts.refused == 8
    assert counts.features == counts.rows_out - counts.merged + counts.expanded == 2


def lonlat(x: float, y: float) -> tuple[float, float]:
    found = pyproj.Transformer.from_crs("EPSG:8112", "EPSG:4326", always_xy=True).transform(x, y)
    return float(found[0]), float(found[1])


def test_money_and_area_agree_before_and_after_or_the_difference_is_told(
    geojson: GeoJsonWriter, tmp_path: Path
) -> None:
    clean = [parcel(str(n), lot(n)) for n in range(3)]
    done = run(tmp_path / "clean", "parcels", geojson("c.geojson", clean))
    assert done.sums_in == done.manifest.sums
    assert done.manifest.area_sqft_in == done.manifest.area_sqft_out
    assert not any("acres of the area read" in note or "Mending" in note for note in done.manifest.notes)
    # An acre is 43,560 square feet: the repeat of a lot of 208 by 210 ft (43,680) has 1.00 acres.
    rows = [parcel("1", lot(0)), parcel("2", lot(2, width=208, height=210)), parcel("2", lot(2, width=208, height=210))]
    done = run(tmp_path / "layers", "parcels", geojson("p.geojson", rows))
    assert (done.sums_in["assessed_value"], done.manifest.sums["assessed_value"]) == ("3000.00", "2000.00")
    assert float(done.manifest.area_sqft_in or 0) == pytest.approx(97_360, rel=ACCURACY)
    assert float(done.manifest.area_sqft_out or 0) == pytest.approx(53_680, rel=ACCURACY)
    assert "Refused rows have 1.00 acres of the area read." in done.manifest.notes
    assert any("3,000.00 in the rows read, 2,000.00 stored" in note for note in done.manifest.notes)


def test_a_map_of_ones_own_is_used(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'title = "Lake lots"\nkind = "districts"\n\n'
        '[[column]]\ncanonical = "name"\naliases = ["LABEL"]\nread = "text"\n'
    )
    path = geojson("d.geojson", [{"LABEL": "Alder Sanitary District", "wkt": lot(0)}])
    done = run(tmp_path / "layers", "districts", path, vintage="2023", map_file=mine)
    assert LayerStore(tmp_path / "layers").load(done.manifest).table["name"].tolist() == ["Alder Sanitary District"]
    assert done.manifest.columns == {"name": "LABEL"}
