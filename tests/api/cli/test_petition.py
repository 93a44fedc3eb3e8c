from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
import shapely
from click.testing import CliRunner, Result

from api.cli.main import COMMANDS
from api.cli.petition import petition_command
from gis.layers.importing import ImportRequest, import_layer
from tests.gis.layers.conftest import lot, parcel

# Four lots of 100 by 100 ft, 200 ft apart; the boundary takes in the first three.
ROLL = [
    parcel("10-1", lot(0), OWNERNME1="QUILLFEATHER, ANN", OWNERNME2="QUILLFEATHER, BEN"),
    parcel("10-2", lot(1), OWNERNME1="JOHN MERRIWETHER"),
    parcel("10-3", lot(2), OWNERNME1="EXAMPLE HOLDINGS 7 LLC"),
    parcel("10-4", lot(3), OWNERNME1="ZEBULON PIKE"),
]
NAMES = ("QUILLFEATHER", "MERRIWETHER", "HOLDINGS", "ZEBULON")
PETITION = (
    "line,parcel,name_printed,capacity,date_signed\n"
    '1,10-1,"Quillfeather,  Ann",owner,2026-03-01\n'
    "2,10-2,J MERRIWETHER,owner,2026-03-01\n"
    "3,10-3,EXAMPLE HOLDINGS 7 LLC,manager,2026-03-02\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the layers and a boundary; no test writes to it."""
    folder = tmp_path_factory.mktemp("petition")
    table = pd.DataFrame(ROLL)
    shapes = gpd.GeoSeries.from_wkt(table.pop("wkt"))
    gpd.GeoDataFrame(table, geometry=shapes, crs="EPSG:8112").to_file(folder / "roll.gpkg")
    import_layer(ImportRequest("parcels", folder / "roll.gpkg", accuracy_ft="0.1"), folder / "layers")
    town = gpd.GeoDataFrame(
        {"name": ["Town of Alder"], "kind": ["town"], "county": ["Vernon"]},
        geometry=[shapely.box(690_000, 140_000, 710_000, 160_000)],
        crs="EPSG:8112",
    )
    town.to_file(folder / "towns.gpkg")
    import_layer(
        ImportRequest("municipalities", folder / "towns.gpkg", vintage="2023", accuracy_ft="0.1"), folder / "layers"
    )
    limits = gpd.GeoDataFrame(geometry=[shapely.box(699_990, 149_990, 700_510, 150_110)], crs="EPSG:8112")
    limits.to_crs("EPSG:4326").to_file(folder / "boundary.geojson")
    flat = [[-90.9, 43.6], [-90.9, 43.61], [-90.9, 43.62], [-90.9, 43.6]]
    (folder / "flat.geojson").write_text(json.dumps({"type": "Polygon", "coordinates": [flat]}))
    drawn = shapely.LineString([(700_000, 150_000), (700_300, 150_000), (700_300, 150_100)])
    gpd.GeoDataFrame(geometry=[drawn], crs="EPSG:8112").to_crs("EPSG:4326").to_file(folder / "open.geojson")
    return folder


@pytest.fixture
def petition(tmp_path: Path) -> Path:
    path = tmp_path / "petition.csv"
    path.write_text(PETITION)
    return path


def run(folder: Path, *arguments: object) -> Result:
    fixed = ["--layers", folder / "layers", "--date", "2026-06-15"]
    return CliRunner().invoke(petition_command, [str(argument) for argument in [*arguments, *fixed]])


def told(result: Result) -> dict[int, tuple[str, list[int], str]]:
    lines = json.loads(result.stdout)["lines"]
    return {
        each["line"]: (each["match"], [candidate["owner_key"] for candidate in each["candidates"]], each["decision"])
        for each in lines
    }


def test_the_command_is_listed_and_says_that_it_is_for_staff() -> None:
    assert COMMANDS["petition"][:2] == ("api.cli.petition", "petition_command")
    assert "For staff: it reads the private names" in " ".join((petition_command.help or "").split())


def test_lines_are_proposed_by_key_without_names(folder: Path, petition: Path) -> None:
    result = run(folder, petition, "--format", "json")
    assert result.exit_code == 0, result.output
    # Keys run by parcel and then by name: Ann 1 and Ben 2 on 10-1, and so on.
    assert told(result) == {1: ("certain", [1], "certain"), 2: ("likely", [3], ""), 3: ("certain", [4], "certain")}
    text = run(folder, petition)
    assert "certain 2, likely 1, none 0; a person has to decide 1" in text.stdout
    assert "line 3 (manager)" in text.stdout
    for name in NAMES:
        assert name not in (result.output + text.output).upper()


def test_names_are_shown_where_they_are_asked_for(folder: Path, petition: Path, tmp_path: Path) -> None:
    out = tmp_path / "matched.csv"
    result = run(folder, petition, "--with-names", "--out", out)
    assert "J MERRIWETHER: JOHN MERRIWETHER" in result.stdout
    rows = list(csv.DictReader(io.StringIO(out.read_text("utf-8-sig"))))
    assert [row["owner_name"] for row in rows] == ["QUILLFEATHER, ANN", "JOHN MERRIWETHER", "EXAMPLE HOLDINGS 7 LLC"]


def test_a_boundary_says_whether_it_is_enough_and_who_is_missing(folder: Path, petition: Path) -> None:
    result = run(folder, petition, "--boundary", folder / "boundary.geojson", "--format", "json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    # Four persons: 2.04, so 3 are needed, and 2 are certain. Land: one lot of three, and two with the proposed owner.
    measures = found["finding"]["measures"]
    assert (measures["owner_count"], measures["owners_signed"], measures["owners_needed"]) == (4, 2, 3)
    assert found["finding"]["state"] == "needs_evidence"
    assert found["finding"]["readings"]["undecided_signed_as_proposed"]["state"] == "pass"
    assert [(each["owner"], each["parcels"], each["completes_alone"]) for each in found["unsigned"]] == [
        ("owner 2", ["10-1"], True),
        ("owner 3", ["10-2"], True),
    ]
    text = run(folder, petition, "--boundary", folder / "boundary.geojson").stdout
    assert "Owners of land inside who have not signed (2), most land first" in text
    assert not any(name in text.upper() for name in NAMES)


@pytest.mark.parametrize(("decision", "state"), [("yes", "pass"), ("no", "fail")])
def test_what_a_person_decides_counts(folder: Path, petition: Path, tmp_path: Path, decision: str, state: str) -> None:
    out = tmp_path / "matched.csv"
    run(folder, petition, "--out", out)
    text = out.read_text("utf-8-sig")
    decided = tmp_path / "decided.csv"
    rows = list(csv.DictReader(io.StringIO(text)))
    rows[1]["decision"] = decision
    with decided.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    for arguments in ([decided], [petition, "--decided", decided]):
        result = run(folder, *arguments, "--boundary", folder / "boundary.geojson", "--format", "json")
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout)["finding"]["state"] == state


def test_the_matched_file_is_never_replaced(folder: Path, petition: Path, tmp_path: Path) -> None:
    out = tmp_path / "matched.csv"
    out.write_text("decided already")
    result = run(folder, petition, "--out", out)
    assert result.exit_code == 2
    assert "never replaced" in result.stderr
    assert out.read_text() == "decided already"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (PETITION.replace("10-2", "10-22"), "line 2: parcel 10-22 is not on file; near it: 10-2"),
        (PETITION.replace("2026-03-02", "2026-07-02"), "line 3: date signed: 2026-07-02 had not come"),
        (PETITION.replace("name_printed", "who"), "No column of the petition file tells who signed."),
        ("", "The petition file is empty."),
    ],
)
def test_bad_input_is_one_block_without_names(folder: Path, petition: Path, text: str, what: str) -> None:
    petition.write_text(text)
    result = run(folder, petition)
    assert (result.exit_code, result.stdout) == (2, "")
    assert what in result.stderr
    assert not any(name in result.stderr.upper() for name in NAMES)


@pytest.mark.parametrize(
    ("file", "what"), [("flat", "The boundary encloses no land."), ("open", "The boundary is not closed yet.")]
)
def test_a_boundary_without_area_is_refused(folder: Path, petition: Path, file: str, what: str) -> None:
    result = run(folder, petition, "--boundary", folder / f"{file}.geojson")
    assert (result.exit_code, result.stdout) == (2, "")
    assert what in result.stderr


def test_layers_without_names_say_so(folder: Path, petition: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    (bare / "layers").mkdir(parents=True)
    for path in (folder / "layers").iterdir():
        if path.name != "private":
            (bare / "layers" / path.name).symlink_to(path)
    result = run(bare, petition)
    assert result.exit_code == 2
    assert "No names of owners are on file" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "state", "signed", "signed_acres"),
    [
        # data/boundaries/situations.csv, rolls.petition.*: signers of record; square feet all of whose owners signed.
        ("heads", "pass", 102, 2_990_549.57 / 43_560),
        ("land", "pass", 6, 10_771_260.29 / 43_560),
        ("too-few", "fail", 42, 1_071_576.00 / 43_560),
    ],
)
def test_the_petitions_of_the_sample(  # noqa: PLR0913 - what a petition is held against
    repository: Path, sample_layers: Path, name: str, state: str, signed: int, signed_acres: float
) -> None:
    sample = repository / "data" / "boundaries"
    result = CliRunner().invoke(
        petition_command,
        [
            str(sample / f"petition-{name}.csv"),
            *("--layers", str(sample_layers), "--date", "2026-06-15", "--format", "json"),
            *("--boundary", str(sample / "proposal-lawful.geojson")),
        ],
    )
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    measures = found["finding"]["measures"]
    assert (found["finding"]["state"], measures["owner_count"], measures["owners_signed"]) == (state, 154, signed)
    # A hundred parcels, each some hundreds of feet around, on a grid of a third of a thousandth of a foot.
    assert measures["land_signed_acres"] == pytest.approx(signed_acres, abs=25 / 43_560)
    assert measures["land_acres"] == pytest.approx(16_835_279 / 43_560, abs=50 / 43_560)
    assert measures["parcels_owner_unknown"] == ["004-0814-1533-041"]
    assert {each["decision"] for each in found["lines"]} == {"certain"}
