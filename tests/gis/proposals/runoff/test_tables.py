from __future__ import annotations

import csv
import json
from pathlib import Path

import geopandas as gpd
import pytest

from gis.errors import OptionInvalid
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.roll import RollFound, eru_roll
from gis.proposals.runoff.tables import COLUMNS, read_columns, write_resolution, write_roll
from tests.gis.proposals.runoff.conftest import Run


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
