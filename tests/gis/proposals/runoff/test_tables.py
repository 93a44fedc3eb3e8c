from __future__ import annotations

import csv
import json
from pathlib import Path

import geopandas as gpd
import pytest

from gis.errors import OptionInvalid
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import RollFound, eru_roll
from gis.proposals.runoff.tables import COLUMNS, read_columns, write_resolution, write_roll
from tests.gis.proposals.runoff.conftest import Run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def found(runoff_on_file: LayersOnFile, run: Run) -> RollFound:
    return eru_roll(runoff_on_file, run(rate="18.75"))


def rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))


def test_a_row_for_each_parcel(found: RollFound, tmp_path: Path) -> None:
    assert write_roll(found, tmp_path / "roll.csv") == ("roll.csv",)
    by_id = {row["parcel_id"]: row for row in rows(tmp_path / "roll.csv")}
    assert tuple(by_id["7-C"]) == COLUMNS
    told = ("standing", "development", "in_district", "units", "rate", "charge", "due", "captured_last")
    assert [by_id["7-C"][name] for name in told] == [
        *("assigned", "nonresidential", "in", "3.5", "18.75", "65.63", "65.63", "2023-04-01"),
    ]
    assert (by_id["7-F"]["units"], by_id["7-F"]["due"]) == ("", "")
    assert by_id["7-F"]["readings"] == "whole_parcel: 2.75; inside_part: 1.5"


def test_a_billing_system_takes_its_own_columns_in_its_own_order(found: RollFound, tmp_path: Path) -> None:
    columns = read_columns("map.toml", b'due = "AMT"\nparcel_id = "ACCT"\n')
    write_roll(found, tmp_path / "bills.csv", columns)
    lines = (tmp_path / "bills.csv").read_text("utf-8").splitlines()
    assert lines[:2] == ["AMT,ACCT", "18.75,7-A"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'owner = "NAME"', "A roll has no column owner"),
        (b'units = "A"\ndue = "A"', "Two columns are named A"),
        (b"units = 3", "A column has no name there"),
        (b"", "A column has no name there"),
        (b"units = ", "cannot be read as TOML"),
        (b"\xff\xfe", "cannot be read as TOML"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(content: bytes, message: str) -> None:
    with pytest.raises(OptionInvalid, match=message):
        read_columns("map.toml", content)


def test_the_list_of_the_resolution_names_no_person(found: RollFound, tmp_path: Path) -> None:
    write_resolution(found.roll, tmp_path / "list.csv")
    listed = rows(tmp_path / "list.csv")
    assert list(listed[0]) == ["parcel", "units", "basis"]
    assert [(row["parcel"], row["units"]) for row in listed[:3]] == [("7-A", "1"), ("7-B", ""), ("7-C", "3.5")]
    assert listed[2]["basis"].startswith("Village of Mukwonago Code ch. 86, stormwater definitions (5)-(6)")
    text = (tmp_path / "list.csv").read_text("utf-8")
    assert "OWNER" not in text
    assert "BOX" not in text


def test_a_map_and_a_script_get_the_same_roll(found: RollFound, tmp_path: Path) -> None:
    write_roll(found, tmp_path / "roll.gpkg")
    drawn = gpd.read_file(tmp_path / "roll.gpkg", layer="runoff")
    assert drawn["parcel_id"].tolist() == [each.parcel_id for each in found.roll.parcels]
    # Lot C is 200 by 150 ft.
    area = drawn.to_crs("EPSG:8102").area[drawn["parcel_id"] == "7-C"].iloc[0]
    assert area == pytest.approx(30_000, rel=1e-3)
    write_roll(found, tmp_path / "roll.json")
    data = json.loads((tmp_path / "roll.json").read_text("utf-8"))
    assert [each["units"] for each in data["parcels"]][:3] == [1, None, 3.5]
    assert "OWNER" not in json.dumps(data)


@pytest.mark.parametrize(("name", "columns"), [("roll.xlsx", None), ("roll.json", {"units": "ERU"})])
def test_what_cannot_be_written_is_refused(
    found: RollFound, tmp_path: Path, name: str, columns: dict[str, str] | None
) -> None:
    with pytest.raises(OptionInvalid):
        write_roll(found, tmp_path / name, columns)
    assert not (tmp_path / name).exists()


def test_numbers_are_numbers_in_a_geopackage(found: RollFound, tmp_path: Path) -> None:
    write_roll(found, tmp_path / "roll.gpkg")
    drawn = gpd.read_file(tmp_path / "roll.gpkg", layer="runoff")
    texts = {name for name in COLUMNS if drawn[name].dtype.kind != "f"}
    assert texts == {
        *("parcel_id", "county", "municipality", "site_address", "standing", "development", "in_district", "basis"),
        *("captured_first", "captured_last", "rule", "state", "readings", "reason", "credits", "arithmetic"),
        *("shares_ground_with", "notes"),
    }
    # 7.25 units as in test_roll.py, and bills of 135.94 together: another program can add them up.
    assert (drawn["units"].sum(), round(drawn["due"].sum(), 2)) == (7.25, 135.94)
    assert drawn.loc[drawn["parcel_id"] == "7-F", "units"].isna().all()
    write_roll(found, tmp_path / "bills.gpkg", {"units": "ERU_QTY", "parcel_id": "ACCT"})
    bills = gpd.read_file(tmp_path / "bills.gpkg", layer="runoff")
    assert (list(bills.columns), bills["ERU_QTY"].sum()) == (["ERU_QTY", "ACCT", "geometry"], 7.25)


@pytest.mark.parametrize(
    "columns",
    [
        *({"units": name} for name in ("fid", "FID", "geometry", "Geom", "rowid")),
        {"units": "Amount", "due": "AMOUNT"},
    ],
)
def test_names_that_a_geopackage_cannot_hold_are_refused(
    found: RollFound, tmp_path: Path, columns: dict[str, str]
) -> None:
    with pytest.raises(OptionInvalid, match=r"GeoPackage|upper or lower"):
        write_roll(found, tmp_path / "roll.gpkg", columns)
    assert not any(tmp_path.iterdir())
    # A spreadsheet takes them.
    write_roll(found, tmp_path / "roll.csv", columns)
    assert list(rows(tmp_path / "roll.csv")[0]) == list(columns.values())


OTHER = """
id: other
title: Other
citation: Code of Other 9
applies_in:
  kind: village
in_force:
  from: 2011-07-01
stormwater:
  district: Utility District No. 1
  rate: 10
parameters:
  eru_sqft:
    unit: sqft
    values:
      - from: 2011-07-01
        value: 3000
        citation: Code of Other 9-21
"""


def test_another_utility_cites_its_own_sections(runoff_on_file: LayersOnFile, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(OTHER, "utf-8")
    question = run(ordinance=file)
    other = eru_roll(runoff_on_file, question)
    write_resolution(other.roll, tmp_path / "list.csv")
    by_id = {row["parcel"]: row["basis"] for row in rows(tmp_path / "list.csv")}
    # C goes by the size of a unit, which the file states; A by flat units, of which it says nothing of its own.
    assert by_id["7-C"].startswith("Code of Other 9-21 (follows MUK-11): ")
    assert by_id["7-A"].startswith("Code of Other 9 (follows MUK-10): ")
    found = parcel_runoff(runoff_on_file, question, "7-C").parcel
    assert found.finding is not None
    assert found.membership is not None
    cited = [each.citation for each in (found.finding, found.membership, *found.more)]
    assert len(cited) == 4
    assert all(each.startswith("Code of Other 9") for each in cited)
    assert found.membership.citation == "Code of Other 9"
