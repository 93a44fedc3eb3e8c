from __future__ import annotations

from pathlib import Path

import pytest

from gis.errors import LayerEmpty
from gis.layers.importing import ImportRequest, prepare
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

# Old and odd releases of the Wisconsin Statewide Parcel Map, as small made-up files.


def test_a_release_with_improved_and_forestvalue(geojson: GeoJsonWriter) -> None:
    row = parcel("1", lot(0), IMPROVED="YES", FORESTVALUE="12,500", TAXROLLYEAR="2015")
    found = prepare(ImportRequest("parcels", geojson("v2.geojson", [row])))
    assert found.manifest.preset == "wi-statewide"
    assert found.manifest.columns["mfl_value_cents"] == "FORESTVALUE"
    assert found.manifest.sums["mfl_value"] == "12500.00"
    assert "IMPROVED" not in found.manifest.columns.values()


@pytest.mark.parametrize(
    ("written", "dollars"),
    [
        ("$1,234,500.00", "1234500.00"),
        ("1234500", "1234500.00"),
        ("1.2345E6", "1234500.00"),
        ("1.2e+05", "120000.00"),
        ("1,234", "1234.00"),
        (" 77000 ", "77000.00"),
    ],
)
def test_money_as_counties_write_it(geojson: GeoJsonWriter, written: str, dollars: str) -> None:
    row = parcel("1", lot(0), CNTASSDVALUE=written)
    assert prepare(ImportRequest("parcels", geojson("p.geojson", [row]))).manifest.sums["assessed_value"] == dollars


def test_a_number_with_two_points_is_no_number_and_is_listed(geojson: GeoJsonWriter) -> None:
    row = parcel("1", lot(0), CNTASSDVALUE="12.345.000")
    manifest = prepare(ImportRequest("parcels", geojson("p.geojson", [row]))).manifest
    assert [(note.rule, note.column) for note in manifest.repairs] == [("value_unreadable", "CNTASSDVALUE")]
    assert "'12.345.000'" in manifest.repairs[0].what


def test_comma_lists_of_classes_and_auxiliary_codes(geojson: GeoJsonWriter) -> None:
    row = parcel("1", lot(0), PROPCLASS="4, 5,5M", AUXCLASS="W5,X4,AWO")
    table = prepare(ImportRequest("parcels", geojson("p.geojson", [row]))).table
    stored = table.iloc[0][["property_classes", "exempt_codes", "forest_codes", "unknown_codes"]]
    assert stored.tolist() == ["4,5,5M", "X4", "W5", "AWO"]


def test_parcel_ids_are_kept_to_the_sign(geojson: GeoJsonWriter) -> None:
    # Brown County: without punctuation 1-1109 and 11-109 would be one parcel.
    ids = ["1-1109", "11-109", "0011-109", "11109"]
    rows = [parcel(name, lot(number)) for number, name in enumerate(ids)]
    found = prepare(ImportRequest("parcels", geojson("p.geojson", rows)))
    assert sorted(found.table["parcel_id"]) == sorted(ids)
    assert found.manifest.counts.features == 4


def test_the_county_of_the_land_and_not_of_the_sender_is_used_and_said(geojson: GeoJsonWriter) -> None:
    # 123 is Vernon, 023 Crawford: a municipality on the county line sends land of both, as the city of Appleton does.
    rows = [
        parcel("31-1", lot(0), CONAME="CRAWFORD", PARCELFIPS="123"),
        parcel("31-2", lot(1), CONAME="VERNON", PARCELFIPS="123"),
    ]
    found = prepare(ImportRequest("parcels", geojson("p.geojson", rows)))
    assert found.table["county"].tolist() == ["Crawford", "Vernon"]
    said = [note for note in found.manifest.notes if "Vernon" in note and "Crawford" in note]
    assert len(said) == 1
    assert "31-1" in said[0]


@pytest.mark.parametrize("ratio", ["80.00", "80", "80%", "0", "-1", "2.5"])
def test_a_percentage_is_no_ratio_and_is_refused(tmp_path: Path, ratio: str) -> None:
    file = tmp_path / "ratios.csv"
    file.write_text(f"Municipality,Muni Type,County,Year,Aggregate Ratio\nALDER,T,VERNON,2023,{ratio}\n")
    with pytest.raises(LayerEmpty) as caught:
        prepare(ImportRequest("ratios", file))
    assert ("here 0.8" in caught.value.why) == ratio.startswith("80")


def test_a_ratio_as_a_fraction_keeps_its_digits(tmp_path: Path) -> None:
    file = tmp_path / "ratios.csv"
    file.write_text("Municipality,Muni Type,County,Year,Aggregate Ratio\nALDER,T,VERNON,2023,0.8000\n")
    assert prepare(ImportRequest("ratios", file)).table["ratio"].tolist() == ["0.8000"]
