"""Do roll, lien list and notices leave as files that other programs read, without a person in them?"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from pathlib import Path

import geopandas as gpd
import pytest

from gis.errors import OptionInvalid
from gis.model.jsonio import to_json
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed, assess
from gis.proposals.assessment.tables import (
    COLUMNS,
    LIEN_COLUMNS,
    NOTICE_COLUMNS,
    write_assessment,
    write_liens,
    write_notices,
)
from tests.gis.proposals.assessment.farm_country import COUNTRY, OLD, Country, parcel
from tests.gis.proposals.assessment.projects import project

PARCELS = ("id: L1, frontage_ft: 100", "id: FARM, frontage_ft: 400, farmland_eligible: yes")
HEARING = "{date: 2026-06-30, published: 2026-06-01}"


def found(**changes: str) -> Assessed:
    of = project(*PARCELS, **{"hearing": HEARING, **changes})
    rows = [parcel("L1", owner_keys="812,813"), *OLD[1:]]
    return assess(Country({**COUNTRY, "parcels": rows}), AssessmentAsked(of, of.levied))


def read(path: Path) -> Sequence[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_roll_as_rows(tmp_path: Path) -> None:
    write_assessment(found(), tmp_path / "roll.csv")
    farm, lot = read(tmp_path / "roll.csv")
    assert tuple(farm) == COLUMNS
    assert (farm["parcel_id"], farm["amount"], farm["unexempt_amount"], farm["shift"]) == (
        "FARM",
        "0.00",
        "80000.00",
        "-80000.00",
    )
    assert (lot["amount"], lot["standing"], lot["frontage_ft"], lot["amount_if_exempt"]) == (
        "100000.00",
        "assessed",
        "100.0",
        "",
    )
    assert farm["reason"].startswith("SA-01: ")


def test_the_roll_with_shapes(tmp_path: Path) -> None:
    write_assessment(found(), tmp_path / "roll.gpkg")
    rows = gpd.read_file(tmp_path / "roll.gpkg", layer="assessment")
    assert dict(zip(rows["parcel_id"], rows["amount"], strict=True)) == {"FARM": 0.0, "L1": 100_000.0}
    # 100 by 334 ft.
    assert rows.geometry.area.max() > rows.geometry.area.min() > 0


def test_the_roll_as_json_is_the_answer(tmp_path: Path) -> None:
    one = found()
    write_assessment(one, tmp_path / "roll.json")
    assert (tmp_path / "roll.json").read_bytes() == to_json(one.answer)
    assert json.loads((tmp_path / "roll.json").read_bytes())["sums"]["assessed"] == "100000.00"


def test_the_lien_list(tmp_path: Path) -> None:
    write_liens(found().answer, tmp_path / "liens.csv")
    (farm,) = read(tmp_path / "liens.csv")
    assert tuple(farm) == LIEN_COLUMNS
    assert (farm["parcel_id"], farm["county"], farm["potential_assessment"]) == ("FARM", "Jefferson", "80000.00")
    # September 13, 2026 is a Sunday.
    assert (farm["last_day"], farm["counts_until"], farm["plan_by"], farm["recorded"]) == (
        "2026-09-13",
        "2026-09-14",
        "2026-09-11",
        "",
    )
    assert "66.0721(3)(b) and (c)" in farm["notice_must_say"]
    assert (farm["state"], farm["remark"]) == ("needs_evidence", "The recording of its lien is not known.")


def test_land_that_may_be_eligible_is_on_the_list_of_liens_as_such(tmp_path: Path) -> None:
    of = project("id: 9, frontage_ft: 1, farmland_eligible: yes", "id: 1, frontage_ft: 3, farmland_eligible: unknown")
    write_liens(assess(None, AssessmentAsked(of, of.levied)).answer, tmp_path / "liens.csv")
    rows = read(tmp_path / "liens.csv")
    assert [row["parcel_id"] for row in rows] == ["9", "1"]
    # 100,000 over four feet, had nobody been exempt.
    assert (rows[1]["potential_assessment"], rows[1]["last_day"]) == ("75000.00", "2026-09-13")
    assert rows[1]["status"].startswith("not known to be eligible")
    assert rows[0]["status"].startswith("exempt under")


def test_the_other_reading_of_the_cap_is_a_column(tmp_path: Path) -> None:
    # By units: 100,000 over 4, 25,000 a unit; the cap of one unit is 25,000, and with the farm exempt 100,000 / 2.
    capped = "id: 2, units: 2, farmland_eligible: yes, connected_structure: yes"
    of = project("id: 1, units: 1", capped, "id: 9, units: 1, farmland_eligible: yes", basis="unit")
    write_assessment(assess(None, AssessmentAsked(of, of.levied)), tmp_path / "roll.csv")
    rows = {row["parcel_id"]: (row["amount"], row["amount_if_cap_unexempt"]) for row in read(tmp_path / "roll.csv")}
    assert rows == {"1": ("50000.00", "75000.00"), "2": ("50000.00", "25000.00"), "9": ("0.00", "0.00")}


def test_notices_go_by_owner_key(tmp_path: Path) -> None:
    write_notices(found(), tmp_path / "notices.csv")
    rows = read(tmp_path / "notices.csv")
    assert tuple(rows[0]) == NOTICE_COLUMNS
    assert [(row["parcel_id"], row["owner_key"]) for row in rows] == [("FARM", "812"), ("L1", "812"), ("L1", "813")]
    assert {(row["mail_by"], row["hearing"]) for row in rows} == {("2026-06-20", "2026-06-30")}


def test_a_city_has_no_lien_list(tmp_path: Path) -> None:
    with pytest.raises(OptionInvalid, match="no list of liens"):
        write_liens(found(body="{kind: city, name: Fir}").answer, tmp_path / "liens.csv")


def test_shapes_need_layers_and_a_file_needs_a_format(tmp_path: Path) -> None:
    of = project(*PARCELS)
    with pytest.raises(OptionInvalid, match="no layers were looked at"):
        write_assessment(assess(None, AssessmentAsked(of, of.levied)), tmp_path / "roll.gpkg")
    with pytest.raises(OptionInvalid, match=r"No roll ends in \.xlsx"):
        write_assessment(found(), tmp_path / "roll.xlsx")
