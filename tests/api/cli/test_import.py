from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.importing import check_command, editions_command, import_command
from tests.conftest import REPOSITORY
from tests.gis.layers.conftest import GeoJsonWriter, geojson, lot, parcel

__all__ = ["geojson"]  # the fixture of the layers' tests


@pytest.fixture
def layers(tmp_path: Path) -> Path:
    return tmp_path / "layers"


def run_import(*arguments: object) -> Result:
    return CliRunner().invoke(import_command, [str(argument) for argument in arguments])


ROWS = [
    parcel("1", lot(0), OWNERNME1="QUILLFEATHER, ANN"),
    parcel("1", lot(0), OWNERNME1="QUILLFEATHER, ANN"),
    parcel("2", lot(1), PLACENAME="ALDER"),
]


def test_the_summary_names_counts_sums_and_every_change(geojson: GeoJsonWriter, layers: Path) -> None:
    file = geojson("p.geojson", ROWS)
    result = run_import("parcels", file, "--layers", layers, "--accuracy-ft", "2.5")
    assert result.exit_code == 0, result.output
    assert ": imported, in force from 2023-08-15" in result.stdout
    assert "3 in = 2 stored + 1 refused; 2 features; 1 rows changed" in result.stdout
    assert "assessed value         $3,000.00 read, $2,000.00 stored" in result.stdout
    assert "2, row 3: 'Alder' read as Town of Alder" in result.stdout
    assert "1, row 2: refused: repeats row 1" in result.stdout
    assert "accuracy     2.5 ft" in result.stdout
    assert "QUILLFEATHER" not in result.output
    again = run_import("parcels", file, "--layers", layers, "--accuracy-ft", "2.5")
    assert again.exit_code == 0
    assert ": already there" in again.stdout


def test_json_is_the_manifest_as_stored(geojson: GeoJsonWriter, layers: Path) -> None:
    result = run_import("parcels", geojson("p.geojson", ROWS), "--layers", layers, "--format", "json")
    manifest = json.loads(result.stdout)
    stored = layers / "parcels" / manifest["edition"] / "manifest.json"
    assert result.stdout_bytes == stored.read_bytes()
    assert manifest["counts"]["rows_in"] == 3
    assert manifest["source"]["name"] == "p.geojson"


def test_strict_leaves_with_2_and_writes_nothing(geojson: GeoJsonWriter, layers: Path) -> None:
    result = run_import("parcels", geojson("p.geojson", ROWS), "--layers", layers, "--strict", "--format", "json")
    assert result.exit_code == 2
    error = json.loads(result.stderr)
    assert error["error"] == "StrictRefusal"
    assert [place["row"] for place in error["places"]] == [1, 2]
    assert not layers.exists()


def test_municipalities_with_a_set_class_and_from_parcels(geojson: GeoJsonWriter, layers: Path) -> None:
    file = geojson("m.geojson", [{"mcd_name": "ALDER", "county_name": "VERNON", "wkt": lot(0)}])
    result = run_import("municipalities", file, "--layers", layers, "--set", "kind=town", "--vintage", "2020")
    assert result.exit_code == 0, result.output
    run_import("parcels", geojson("p.geojson", ROWS), "--layers", layers)
    derived = run_import("municipalities", "--from", "parcels", "--layers", layers)
    assert derived.exit_code == 0, derived.output
    assert "preset from-parcels" in derived.stdout
    listed = CliRunner().invoke(editions_command, ["--layers", str(layers)])
    kinds = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
    assert kinds == ["municipalities", "municipalities", "parcels"]
    as_json = CliRunner().invoke(editions_command, ["--layers", str(layers), "--format", "json"])
    assert [each["vintage"] for each in json.loads(as_json.stdout)] == ["2020-01-01", "2023-08-15", "2023-08-15"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["parcels"], "no file to import"),
        (["parcels", "--from", "parcels"], "cannot be combined"),
        (["municipalities", "FILE", "--from", "parcels"], "cannot be combined"),
        (["municipalities", "--from", "parcels"], "no parcels to derive"),
        (["parcels", "FILE", "--set", "roll_year"], "has no value"),
        (["parcels", "FILE", "--set", "roll=2020"], "cannot be used"),
        (["parcels", "FILE", "--preset", "none"], "no preset none"),
        (["parcels", "FILE", "--crs", "EPSG:1"], "no coordinate system"),
        (["parcels", "FILE", "--vintage", "old"], "no vintage"),
        (["parcels", "FILE", "--accuracy-ft", "x"], "no accuracy"),
        (["parcels", "FILE", "--layer", "roads"], "no layer 'roads'"),
    ],
)
def test_wrong_options_are_told_on_standard_error(
    geojson: GeoJsonWriter, layers: Path, arguments: list[str], error: str
) -> None:
    file = geojson("p.geojson", ROWS)
    given = [str(file) if argument == "FILE" else argument for argument in arguments]
    result = run_import(*given, "--layers", layers)
    assert result.exit_code == 2
    assert error in result.stderr
    assert result.stdout == ""
    assert not layers.exists()


def test_check_reports_and_leaves_with_0(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    file = geojson("p.geojson", ROWS)
    result = CliRunner().invoke(check_command, [str(file)])
    assert result.exit_code == 0, result.output
    assert "Layer p: 3 rows" in result.stdout
    assert "fits         parcels with preset wi-statewide" in result.stdout
    assert "1 ids are borne by several rows" in result.stdout
    assert "would store 2 of 3 rows" in result.stdout
    assert "QUILLFEATHER" not in result.output
    as_json = CliRunner().invoke(check_command, [str(file), "--format", "json"])
    assert json.loads(as_json.stdout)["layers"][0]["crs"] == "EPSG:8112"
    missing = CliRunner().invoke(check_command, [str(tmp_path / "none.shp")])
    assert missing.exit_code == 2
    assert "no such file" in missing.stderr


def test_an_empty_folder_says_how_to_begin(layers: Path) -> None:
    result = CliRunner().invoke(editions_command, ["--layers", str(layers)])
    assert result.exit_code == 0
    assert "townline import" in result.stdout


def test_control_characters_of_a_file_are_shown(geojson: GeoJsonWriter, layers: Path) -> None:
    hostile = "7\x1b]0;owned\x07\nRefused (0)"
    file = geojson("p.geojson", [parcel(hostile, lot(0), PLACENAME="ALDER"), parcel("2", lot(1))])
    shown = [
        run_import("parcels", file, "--layers", layers).output,
        CliRunner().invoke(check_command, [str(file)]).output,
    ]
    for output in shown:
        assert not {"\x1b", "\x07"} & set(output)
    assert "7\\x1b]0;owned\\x07" in shown[0]
    assert "Refused (0)" not in shown[0].splitlines()


def test_a_folder_that_cannot_be_written_to_is_told(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    result = run_import("parcels", geojson("p.geojson", ROWS), "--layers", tmp_path / "taken" / "layers")
    assert result.exit_code == 2
    assert "Not a directory" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_second_edition_from_the_same_day_is_warned_about_at_once(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    for value in ("1000", "2000"):
        file = geojson(f"{value}.geojson", [parcel("1", lot(0), CNTASSDVALUE=value)])
        result = run_import("parcels", file, "--layers", layers)
        assert result.exit_code == 0
    assert "Warning: edition" in result.stdout
    assert str(layers / "parcels") in result.stdout


def test_a_map_of_ones_own_says_which_column_is_which(geojson: GeoJsonWriter, tmp_path: Path, layers: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(
        'title = "Lake lots"\nkind = "districts"\n\n'
        '[[column]]\ncanonical = "name"\naliases = ["LABEL"]\nread = "text"\n'
    )
    file = geojson("d.geojson", [{"LABEL": "Alder Sanitary District", "wkt": lot(0)}])
    options = ("--layers", layers, "--vintage", "2023")
    assert run_import("districts", file, *options).exit_code == 2
    result = run_import("districts", file, *options, "--map", mine)
    assert result.exit_code == 0, result.output
    assert "mine.toml" in result.stdout


def test_figures_of_one_row_are_counted_beside_it(tmp_path: Path, layers: Path) -> None:
    file = tmp_path / "v.csv"
    file.write_text("county,ctv,municipality,rep_unit,GOVTOT22,USSTOT22,PRETOT20\nVERNON,T,ALDER,W 1,10,9,8\n")
    result = run_import("votes", file, "--layers", layers, "--vintage", "2023")
    assert "1 in = 1 stored + 0 refused; 3 features, 2 more than rows" in result.stdout


def test_check_tries_with_a_coordinate_system_given(geojson: GeoJsonWriter) -> None:
    file = str(geojson("p.geojson", [parcel("1", lot(0))], crs=None))
    assert "import would stop: CrsImplausible" in CliRunner().invoke(check_command, [file]).stdout
    given = CliRunner().invoke(check_command, [file, "--crs", "EPSG:8112"])
    assert given.exit_code == 0
    assert "import would store 1 of 1 rows" in given.stdout


def test_check_tells_what_a_raster_holds() -> None:
    raster = str(REPOSITORY / "tests" / "cases" / "field" / "files" / "imperv_6x6.tif")
    result = CliRunner().invoke(check_command, [raster])
    assert result.exit_code == 0, result.output
    assert "6 by 6 cells, 1 band" in result.stdout
    assert "as impervious_raster" in result.stdout
    as_json = CliRunner().invoke(check_command, [raster, "--format", "json"])
    assert json.loads(as_json.stdout)["width"] == 6
    wrong = CliRunner().invoke(check_command, [raster, "--layer", "a"])
    assert wrong.exit_code == 2
    assert "--layer says nothing about a raster" in wrong.stderr
