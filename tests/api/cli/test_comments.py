from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pytest
from click.testing import CliRunner, Result

from api.cli.main import townline
from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.importing import ImportRequest, import_layer
from gis.proceedings.comment_files import COLUMNS
from tests.gis.layers.conftest import lot, parcel

# Lots of 100 x 100 ft side by side; owners are numbered in the order of parcel ids. The boundary is lots 1 and 2.
LOTS = [
    parcel("1", lot(0), OWNERNME1="OWNER 7001 OF NOWHERE"),
    parcel("2", lot(1), OWNERNME1="OWNER 7002 OF NOWHERE"),
    parcel("3", lot(2), OWNERNME1="OWNER 7003 OF NOWHERE"),
]
ROWS = (
    "1,1,objection,benefit,MERRIWETHER objects,2024-06-20,hearing,,",
    "3,3,objection,necessity,MERRIWETHER too,2024-06-20,hearing,MERRIWETHER was told,2024-06-21",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with layers, a boundary and comments; no test writes to it."""
    folder = tmp_path_factory.mktemp("comments")
    table = pd.DataFrame(LOTS)
    shapes = gpd.GeoSeries.from_wkt(table.pop("wkt"))
    gpd.GeoDataFrame(table, geometry=shapes, crs="EPSG:8112").to_file(folder / "parcels.gpkg")
    import_layer(ImportRequest("parcels", folder / "parcels.gpkg", accuracy_ft="0.1"), folder / "layers")
    municipalities_from_parcels(DerivationRequest(), folder / "layers")
    boundary = gpd.GeoSeries.from_wkt([lot(0, width=200)], crs="EPSG:8112")
    gpd.GeoDataFrame({"name": ["P"]}, geometry=boundary).to_file(folder / "boundary.gpkg")
    (folder / "comments.csv").write_text("\n".join((",".join(COLUMNS), *ROWS, "")))
    (folder / "register.csv").write_text(
        "subject_kind,subject,kind,value,date,document,who\nowner,3,comment,MERRIWETHER,2024-06-20,,MERRIWETHER\n"
    )
    return folder


def run(folder: Path, *arguments: object) -> Result:
    given = [*arguments, "--boundary", folder / "boundary.gpkg", "--layers", folder / "layers", "--date", "2024-12-01"]
    return CliRunner().invoke(townline, ["comments", *map(str, given)])


def test_persons_are_told_by_key_and_nothing_that_was_said(folder: Path) -> None:
    result = run(folder, folder / "comments.csv")
    assert result.exit_code == 0, result.output
    assert (
        "line 2, June 20, 2024, objection on benefit at the hearing by owner 1 (owns property within" in result.stdout
    )
    assert "by owner 3 (owns no property within; comments in writing stand), about 3; not within: 3" in result.stdout
    assert "Not answered by the board (1): line 2" in result.stdout
    assert "not shown to own property within (1): line 3" in result.stdout
    assert "MERRIWETHER" not in result.output
    assert "NOWHERE" not in result.output


def test_texts_are_told_where_they_are_asked_for(folder: Path) -> None:
    text = run(folder, folder / "comments.csv", "--with-text").stdout
    assert "said: MERRIWETHER objects" in text
    assert "answer: MERRIWETHER was told" in text


def test_json(folder: Path) -> None:
    told = json.loads(run(folder, folder / "comments.csv", "--format", "json").stdout)
    assert [each["may_appear"] for each in told["comments"]] == [True, False]
    assert told["objected_for"] == {"1": [2], "3": [3]}
    assert [each["rule"] for each in told["findings"]] == ["TSD-08", "TSD-08"]


def test_a_register_serves_too(folder: Path) -> None:
    told = json.loads(run(folder, "--register", folder / "register.csv", "--format", "json").stdout)
    assert [(each["who"], each["may_appear"]) for each in told["comments"]] == [("owner 3", False)]


def test_one_source_is_needed(folder: Path) -> None:
    both = run(folder, folder / "comments.csv", "--register", folder / "register.csv")
    assert (both.exit_code, run(folder).exit_code) == (2, 2)
    assert "One source of comments is needed" in both.stderr


def test_a_parcel_that_is_not_on_file_is_told_and_not_counted(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "comments.csv"
    file.write_text("\n".join((",".join(COLUMNS), ROWS[0], "1,999,objection,benefit,No,2024-06-20,writing,,", "")))
    result = run(folder, file)
    assert "Parcels objected for (1)\n  1: line 2\n" in result.stdout
    assert "Names a parcel that is not on file (1): line 3" in result.stdout
