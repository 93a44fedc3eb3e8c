from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from api.cli.diff import diff_command
from api.cli.main import COMMANDS, main, townline
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from tests.gis.layers.conftest import lot, parcel

# Lot 1 (100 x 100 ft) is divided in halves, lot 2 is renumbered, lot 3 gains value and is annexed, lot 4 stays.
OLD = [
    parcel("1", lot(0), OWNERNME1="QUILLFEATHER, ANN"),
    parcel("2", lot(1)),
    parcel("3", lot(2)),
    parcel("4", lot(3)),
]
NEW = [
    parcel("1A", lot(0, width=50)),
    parcel("1B", "POLYGON ((700050 150000, 700100 150000, 700100 150100, 700050 150100, 700050 150000))"),
    parcel("20", lot(1)),
    parcel("3", lot(2), CNTASSDVALUE="2500", PLACENAME="CITY OF BIRCH"),
    parcel("4", lot(3)),
]
NEW = [{**row, "TAXROLLYEAR": "2024"} for row in NEW]
REGISTER = (
    "subject_kind,subject,kind,value,date,document,who\n"
    "parcel,1,exclusion_decision,out,2004-06-01,Order 7,MERRIWETHER\n"
    "parcel,1,lien,5000 to MERRIWETHER,2004-06-01,Document 1234,MERRIWETHER\n"
    "parcel,2,lien,700,2005-06-01,Document 1235,MERRIWETHER\n"
)


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both editions; no test writes to it."""
    folder = tmp_path_factory.mktemp("diff")
    for name, rows in (("old.gpkg", OLD), ("new.gpkg", NEW)):
        table = pd.DataFrame(rows)
        shapes = gpd.GeoSeries.from_wkt(table.pop("wkt"))
        gpd.GeoDataFrame(table, geometry=shapes, crs="EPSG:8112").to_file(folder / name)
        import_layer(ImportRequest("parcels", folder / name, accuracy_ft="0.3"), folder / "layers")
    return folder / "layers"


@pytest.fixture(scope="module")
def editions(layers: Path) -> tuple[str, str]:
    old, new = LayerStore(layers).manifests()  # by vintage
    return old.edition, new.edition


@pytest.fixture
def register(tmp_path: Path) -> Path:
    path = tmp_path / "register.csv"
    path.write_text(REGISTER)
    return path


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(diff_command, [str(argument) for argument in arguments])


def test_the_text_tells_counts_and_each_change_in_words(layers: Path, editions: tuple[str, str]) -> None:
    result = diff(*editions, "--layers", layers)
    assert result.exit_code == 0, result.output
    old, new = editions
    assert f"Difference of parcels: {old} (2023-08-15) to {new} (2024-08-15)" in result.stdout
    # the root of 0.3 squared twice
    assert "lines within 0.424 ft are the same; measured in EPSG:8112" in result.stdout
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    # 100 x 100 ft are 10,000 / 43,560 = 0.23 acres
    assert "split 1 0 1 2 0.23 0.23" in lines
    assert "renumbered 1 0 1 1 0.23 0.23" in lines
    assert "unchanged 1 0 1 1 0.23 0.23" in lines
    assert "all 0 4 5 0.92 0.92" in lines
    assert "throughout roll year: 2023 before, 2024 now" in lines
    assert any(line.startswith("1 to 1A, 1B, 0.23 acres, at -90.") and "certain" in line for line in lines)
    assert "municipality: Town of Alder before, City of Birch now" in lines
    assert "assessed value: 1000.00 before, 2500.00 now" in lines
    assert any(line.startswith("City of Birch: 0 features before, 1 after") for line in lines)
    assert "QUILLFEATHER" not in result.output


def test_json_is_the_difference_and_the_same_bytes_each_time(layers: Path, editions: tuple[str, str]) -> None:
    first, second = (diff(*editions, "--layers", layers, "--format", "json") for _ in range(2))
    assert first.stdout_bytes == second.stdout_bytes
    told = json.loads(first.stdout)
    assert (told["old"], told["new"]) == editions
    assert [each["relation"] for each in told["relations"]] == ["split", "renumbered", "changed"]
    split = told["relations"][0]
    assert split["shares"][0]["share_of_old"] == pytest.approx(0.5)
    assert told["unchanged"] == ["4"]


def test_only_chooses_what_is_listed_and_counts_all(layers: Path, editions: tuple[str, str]) -> None:
    told = json.loads(diff(*editions, "--layers", layers, "--only", "split, merged", "--format", "json").stdout)
    assert [each["relation"] for each in told["relations"]] == ["split"]
    assert len(told["tallies"]) == 4
    text = diff(*editions, "--layers", layers, "--only", "merged").stdout
    assert "Split (" not in text


def test_an_accuracy_given_is_used(layers: Path, editions: tuple[str, str]) -> None:
    assert "lines within 2 ft" in diff(*editions, "--layers", layers, "--accuracy-ft", "2").stdout


def test_register_entries_are_carried_or_asked_about(
    layers: Path, editions: tuple[str, str], register: Path, tmp_path: Path
) -> None:
    carried = tmp_path / "carried.csv"
    result = diff(*editions, "--layers", layers, "--register", register, "--carried", carried)
    assert result.exit_code == 0, result.output
    assert "Register entries carried (2)" in result.stdout
    assert "row 1, exclusion_decision of 2004-06-01: holds of 1A, 1B." in result.stdout
    assert "row 3, lien of 2005-06-01: holds of 20." in result.stdout
    assert "Register entries to ask about (1)" in result.stdout
    assert "row 2, lien of 2004-06-01, 1: 1 was divided" in result.stdout
    assert "Choose among: 1A (50.0% of the land), 1B (50.0% of the land)." in result.stdout
    assert "MERRIWETHER" not in result.output
    rows = carried.read_text().splitlines()
    assert rows[1:] == [
        "parcel,1A,exclusion_decision,out,2004-06-01,Order 7,MERRIWETHER,1",
        "parcel,1B,exclusion_decision,out,2004-06-01,Order 7,MERRIWETHER,1",
        "parcel,20,lien,700,2005-06-01,Document 1235,MERRIWETHER,2",
    ]
    again = diff(*editions, "--layers", layers, "--register", register, "--carried", carried)
    assert again.exit_code == 2
    assert "never replaced" in again.stderr


def test_backwards_in_time_is_said_and_carries_no_register(
    layers: Path, editions: tuple[str, str], register: Path
) -> None:
    old, new = editions
    note = "Note: The second edition is of 2023-08-15, earlier than the first"
    assert note in diff(new, old, "--layers", layers).stdout
    assert "earlier than the first" not in diff(old, new, "--layers", layers).stdout
    refused = diff(new, old, "--layers", layers, "--register", register)
    assert refused.exit_code == 2
    assert f"{old} is of 2023-08-15, earlier than {new} of 2024-08-15" in refused.stderr


def test_register_in_json_and_nothing_written(layers: Path, editions: tuple[str, str], register: Path) -> None:
    before = sorted(register.parent.rglob("*"))
    result = diff(*editions, "--layers", layers, "--register", register, "--format", "json")
    told = json.loads(result.stdout)
    assert told["difference"]["kind"] == "parcels"
    assert [each["row"] for each in told["carried"]["carried"]] == [1, 3]
    assert [each["row"] for each in told["carried"]["asked"]] == [2]
    assert "MERRIWETHER" not in result.output
    assert sorted(register.parent.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "split,moon"], "'moon' is no relation"),
        (["--accuracy-ft", "-1"], "is no accuracy"),
        (["--carried", "out.csv"], "There are no entries to carry"),
        (["--register", "nowhere.csv"], "nowhere.csv cannot be read"),
    ],
)
def test_wrong_options_leave_with_2(
    layers: Path,
    editions: tuple[str, str],
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["diff", *editions, "--layers", str(layers), *arguments, "--format", "json"])
    assert left.value.code == 2
    assert message in json.loads(capsys.readouterr().err)["what"]


def test_an_edition_that_is_not_there(layers: Path, editions: tuple[str, str]) -> None:
    result = diff(editions[0], "0123456789abcdef", "--layers", layers)
    assert result.exit_code == 2
    assert "There is no edition 0123456789abcdef" in result.stderr


def test_the_command_is_listed_and_has_help() -> None:
    assert "diff" in COMMANDS
    result = CliRunner().invoke(townline, ["diff", "--help"])
    assert result.exit_code == 0
    assert "--register" in result.output
