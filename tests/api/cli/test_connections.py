from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import stat
from pathlib import Path
from typing import Any, NoReturn

import geopandas as gpd
import pyogrio
import pytest
from click.testing import CliRunner, Result

from api.cli.connections import connections_command
from api.cli.main import COMMANDS
from gis.layers.importing import ImportRequest, import_layer
from gis.proposals.on_file import LayersOnFile
from tests.gis.proposals.connections.village import OWNERS, ZONE, line, write_village


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of layers with the village of tests/gis/proposals/connections/village.py."""
    return write_village(tmp_path_factory.mktemp("village"))


def run(village: Path, *arguments: object) -> Result:
    fixed = ["--layers", village, "--date", "2026-06-15"]
    return CliRunner().invoke(connections_command, [str(argument) for argument in [*arguments, *fixed]])


def told(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_command_is_on_the_list() -> None:
    assert COMMANDS["connections"][:2] == ("api.cli.connections", "connections_command")


def test_counts_and_reasons_on_paper(village: Path) -> None:
    result = run(village, "--ordinance", "mukwonago")
    assert result.exit_code == 0, result.stderr
    assert "        4  must connect" in result.stdout
    assert "Must connect: 4 parcels" in result.stdout
    assert "    1: 7-N3" in result.stdout
    assert "Draft for review. Not legal advice, not a survey." in result.stdout
    # Progress is told at a terminal only.
    assert result.stderr == ""


def test_each_parcel_as_a_row(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "parcels.csv"
    result = run(village, "--ordinance", "mukwonago", "--out", out)
    assert result.exit_code == 0, result.stderr
    rows = {row["parcel_id"]: row for row in csv.DictReader(out.read_text("utf-8").splitlines())}
    assert len(rows) == 9
    s1 = rows["7-S1"]
    assert (s1["state"], s1["must_connect"], s1["connect_by"], s1["serving_main"]) == (
        "pass",
        "yes",
        "2025-12-15",
        "M1",
    )
    assert float(s1["frontage_ft"]) == pytest.approx(250, abs=0.02)
    assert (s1["adjacent"], s1["in_block"], s1["in_use"], s1["private_system"]) == ("yes", "yes", "yes", "")
    assert s1["sewers"] == "M1"
    assert rows["7-N3"]["must_connect"] == ""


def test_a_geopackage_has_the_sewers_that_decided(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "parcels.gpkg"
    assert run(village, "--out", out).exit_code == 0
    assert sorted(name for name, _ in pyogrio.list_layers(out)) == ["parcels", "sewers"]
    parcels, sewers = gpd.read_file(out, layer="parcels"), gpd.read_file(out, layer="sewers")
    assert dict(zip(parcels["parcel_id"], parcels["state"], strict=True))["7-T1"] == "no_ordinance"
    assert parcels.area.min() > 0
    # M1 asks for connections; P1 is proposed, and decides that nothing follows yet across Oak Street.
    assert dict(zip(sewers["sewer_id"], sewers["status"], strict=True)) == {"M1": "in_service", "P1": "proposed"}


@pytest.mark.parametrize("suffix", [".json", ".geojson"])
def test_rows_for_scripts(village: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"parcels{suffix}"
    assert run(village, "--ordinance", "mukwonago", "--out", out).exit_code == 0
    data = json.loads(out.read_text("utf-8"))
    rows = data["parcels"] if suffix == ".json" else [each["properties"] for each in data["features"]]
    assert {row["parcel_id"]: row["state"] for row in rows}["7-S3"] == "fail"


def test_one_parcel_in_sentences(village: Path) -> None:
    result = run(village, "--parcel", "7-S1", "--county", "Waukesha")
    assert result.exit_code == 0, result.stderr
    assert "must connect, by Monday, December 15, 2025" in result.stdout
    assert "What would change it" in result.stdout


def test_one_parcel_as_json(village: Path) -> None:
    answer = told(run(village, "--parcel", "7-N3", "--format", "json"))
    assert answer["parcel"]["finding"]["state"] == "needs_evidence"
    assert answer["open_facts"][0]["register_kind"] == "property_in_use"


def test_what_a_main_makes_liable(village: Path) -> None:
    answer = told(
        run(village, "--main", "P1", "--operational", "2026-09-01", "--ordinance", "mukwonago", "--format", "json")
    )
    assert [each["parcel"]["parcel_id"] for each in answer["liable"]] == ["7-X1", "7-X2"]


def test_a_main_that_makes_nobody_liable_says_who_is_so_already(village: Path, tmp_path: Path) -> None:
    # M1 and a second main in Elm Street, beside it: whoever the second would make liable must connect to M1.
    second = village.parent / "second.gpkg"
    rows = gpd.read_file(village.parent / "sewers.gpkg")
    rows.loc[len(rows)] = {**rows.iloc[0].to_dict(), "sewer_id": "M2", "status": "proposed", "operational": None}
    rows.to_file(second, driver="GPKG")
    layers = tmp_path / "layers"
    shutil.copytree(village, layers)
    import_layer(ImportRequest("sewers", second, preset="generic", vintage="2025", accuracy_ft="0.1"), layers)
    out = tmp_path / "list.csv"
    clerk = ("--mailing-list", out, "--role", "clerk")
    result = run(layers, "--main", "M2", "--operational", "2026-09-01", "--ordinance", "mukwonago", *clerk)
    assert result.exit_code == 0, result.stderr
    assert "It makes liable 0 parcels" in result.stdout
    assert "Liable already by other sewers: 4 parcels" in result.stdout
    assert "  7-S1, 1 NOWHERE ST by M1" in result.stdout
    assert (
        "list.csv holds the owners of 0 parcels: no parcel above gets a notice, and the notes say why." in result.stdout
    )
    assert "4 liable already by other sewers" in result.stdout
    assert len(out.read_text("utf-8").splitlines()) == 1


def test_several_mains_that_become_operational_together(village: Path) -> None:
    mains = ("--main", "P1", "--main", "M1", "--operational", "2026-09-01", "--ordinance", "mukwonago")
    answer = told(run(village, *mains, "--format", "json"))
    assert answer["mains"] == ["P1", "M1"]
    liable = ["7-N1", "7-N2", "7-S1", "7-S2", "7-X1", "7-X2"]
    assert [each["parcel"]["parcel_id"] for each in answer["liable"]] == liable
    assert answer["already"] == []
    assert run(village, *mains).stdout.startswith("Mains P1 and M1 in service from Tuesday, September 1, 2026")


def test_a_mailing_list_asks_for_nothing_before_the_day_asked_about(village: Path, tmp_path: Path) -> None:
    # In operation since 2024-01-01: nine months ended on 2024-10-01; the days to send are those from 2026-06-15 on.
    out = tmp_path / "list.csv"
    question = ("--main", "P1", "--operational", "2024-01-01", "--mailing-list", out, "--role", "clerk")
    assert run(village, *question).exit_code == 0
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    assert [(row["parcel_id"], row["notice_by"], row["connect_by"]) for row in rows] == [
        ("7-X1", "2026-06-15", "2024-10-01"),
        ("7-X2", "2026-06-15", "2024-10-01"),
    ]


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("--ordinance", "mukwonago", "--ordinance", "cksd"), "--ordinance"),
        (("--date", "2026-01-01"), "--date"),
        (("--parcel", "7-S1", "--parcel", "7-S2"), "--parcel"),
        (("--out", "a.csv", "--out", "b.csv"), "--out"),
    ],
)
def test_of_an_option_given_twice_none_is_chosen(village: Path, arguments: tuple[str, ...], option: str) -> None:
    result = run(village, *arguments)
    assert result.exit_code == 2
    assert f"Option '{option}' is given more than once" in result.stderr
    assert result.stdout == ""


def test_all_missing_options_are_named_at_once_in_the_order_of_the_help() -> None:
    result = CliRunner().invoke(connections_command, ["--parcel", "7-S1"])
    assert result.exit_code == 2
    assert "Missing options '--layers', '--date'." in result.stderr
    helped = CliRunner().invoke(connections_command, ["--help", "--date", "2026-01-01", "--date", "2026-01-02"])
    assert helped.exit_code == 0


def read_nothing(*_: object, **__: object) -> NoReturn:
    pytest.fail("layers were read before the file was looked at")


@pytest.mark.parametrize("option", ["--out", "--mailing-list"])
@pytest.mark.parametrize(
    "refused",
    [
        ("no/such/folder/a.csv", "cannot be written"),
        ("a.csv", "cannot be written"),  # a folder of that name
        ("layers/parcels/a.csv", "among the editions of the layers folder"),
        ("layers/private/owners/a.csv", "among the editions of the layers folder"),
        ("layers/../layers/sewers/a.csv", "among the editions of the layers folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_found_before_the_work(
    village: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, refused: tuple[str, str]
) -> None:
    place, says = refused
    (tmp_path / "layers").symlink_to(village)
    (tmp_path / "a.csv").mkdir()
    monkeypatch.setattr(LayersOnFile, "layer", read_nothing)
    more = () if option == "--out" else ("--main", "P1", "--operational", "2026-09-01", "--role", "clerk")
    before = sorted(path.name for path in village.rglob("*"))
    result = run(village, option, tmp_path / place, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert option in result.stderr
    assert sorted(path.name for path in village.rglob("*")) == before


def test_a_file_beside_the_layers_is_written(village: Path) -> None:
    # A folder of layers may hold other things: only what imports keep there is theirs.
    out = village / "answers.csv"
    assert run(village, "--ordinance", "mukwonago", "--out", out).exit_code == 0
    out.unlink()


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "Point", "coordinates": [-88.3, 42.8]},
        {"type": "MultiLineString", "coordinates": [[[-88.3, 42.8], [-88.31, 42.8]], [[-88.3, 42.9], [-88.31, 42.9]]]},
        {"type": "Polygon", "coordinates": [[[-88.3, 42.8], [-88.31, 42.8], [-88.31, 42.81], [-88.3, 42.8]]]},
        {"type": "GeometryCollection", "geometries": []},
        None,
    ],
)
def test_a_proposed_main_that_is_no_line_is_told_so_in_its_own_words(
    village: Path, tmp_path: Path, shape: dict[str, Any] | None
) -> None:
    drawn = tmp_path / "main.geojson"
    drawn.write_text("no JSON" if shape is None else json.dumps(shape), "utf-8")
    result = run(village, "--proposed-main", drawn)
    assert result.exit_code == 2
    assert "main.geojson" in result.stderr
    assert "the option --proposed-main" in result.stderr
    assert "boundary" not in result.stderr.lower()


@pytest.mark.parametrize("suffix", [".gpkg", ".csv", ".geojson", ".json"])
def test_the_same_question_writes_the_same_bytes(village: Path, tmp_path: Path, suffix: str) -> None:
    files = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for file in files:
        assert run(village, "--ordinance", "mukwonago", "--out", file).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_geopackage_bears_the_day_of_the_answer_and_no_clock(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "parcels.gpkg"
    assert run(village, "--ordinance", "mukwonago", "--out", out).exit_code == 0
    with sqlite3.connect(out) as opened:
        noted = {day for (day,) in opened.execute("SELECT last_change FROM gpkg_contents")}
    assert noted == {"2026-06-15T00:00:00.000Z"}


def test_a_districts_ordinance_without_limits_of_districts_says_so(village: Path) -> None:
    result = run(village, "--ordinance", "cksd")
    assert result.exit_code == 0, result.stderr
    assert "No limits of districts are on file" in result.stdout
    # The village's land is in no town sanitary district; of the town's one lot nobody can say. None must connect.
    assert "  1 parcel\n" in result.stdout
    assert "must connect" not in result.stdout
    assert "No limits of districts are on file" in run(village, "--ordinance", "cksd", "--parcel", "7-T1").stdout


def test_land_without_an_ordinance_is_not_told_that_a_main_serves_it(village: Path) -> None:
    # Under the district's ordinance, which governs no village's land, M1 in the street is nobody's answer.
    told = run(village, "--ordinance", "cksd", "--parcel", "7-S1").stdout
    assert "would serve it" not in told
    assert "Main M1 lies by the parcel; no ordinance on file governs the land" in told


def test_a_proposed_main_on_paper(village: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "main.geojson"
    course = [(333.0, 333.0), (-33.0, 333.0), (-33.0, -33.0)]
    gpd.GeoDataFrame(geometry=[line(course)], crs=ZONE).to_crs("EPSG:4326").to_file(drawn)
    result = run(village, "--proposed-main", drawn, "--added-gpd", "1000")
    assert result.exit_code == 0, result.stderr
    assert "It would make liable 2 parcels, 200 ft of frontage" in result.stdout
    assert "the proposed main > M1 > WWTP" in result.stdout


def test_the_mailing_list_is_the_clerks_alone(village: Path, tmp_path: Path) -> None:
    out = tmp_path / "list.csv"
    question = ("--main", "P1", "--operational", "2026-09-01", "--mailing-list", out)
    refused = run(village, *question)
    assert refused.exit_code == 2
    assert "for the clerk only" in refused.stderr
    assert not out.exists()
    done = run(village, *question, "--role", "clerk")
    assert done.exit_code == 0, done.stderr
    assert OWNERS["X1"] in out.read_text("utf-8")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "question",
    [
        ("--ordinance", "mukwonago"),
        ("--parcel", "7-S1"),
        ("--parcel", "7-S1", "--format", "json"),
        ("--main", "P1", "--operational", "2026-09-01", "--format", "json"),
    ],
)
def test_no_owner_is_named(village: Path, question: tuple[str, ...]) -> None:
    result = run(village, *question)
    said = result.stdout + result.stderr
    assert not any(each in said for each in (*OWNERS.values(), "BOX "))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--ordinance", "mukwonega"), "mukwonago"),
        (("--parcel", "7-S9"), "7-S1"),
        (("--main", "P9", "--operational", "2026-09-01"), "P1"),
        (("--main", "P1"), "--operational"),
        (("--operational", "2026-09-01"), "--main"),
        (("--parcel", "7-S1", "--main", "P1"), "--parcel and --main"),
        (("--county", "Waukesha"), "--parcel"),
        (("--out", "parcels.pdf"), ".csv"),
        (("--parcel", "7-S1", "--out", "parcels.csv"), "--out"),
        (("--added-gpd", "5"), "--proposed-main"),
    ],
)
def test_bad_input_is_said_to_be_so(village: Path, arguments: tuple[str, ...], says: str) -> None:
    result = run(village, *arguments)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_flow_that_is_no_number(village: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "main.geojson"
    gpd.GeoDataFrame(geometry=[line([(0.0, 0.0), (50.0, 0.0)])], crs=ZONE).to_crs("EPSG:4326").to_file(drawn)
    result = run(village, "--proposed-main", drawn, "--added-gpd", "much")
    assert result.exit_code == 2
    assert "--added-gpd" in result.stderr
