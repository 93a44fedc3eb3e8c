"""Has the JSON of every command the shape that `townline schema` says?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli.main import townline
from gis.proceedings.comment_files import COLUMNS
from gis.schema import MODELS, schemas
from tests.json_shape import faults

DATE = "--date 2026-06-15"
REGISTER = "{sample}/register-lawful.csv"
LAWFUL = "{sample}/proposal-lawful.geojson"
# Beside each schema a command whose answer has it; words in braces stand for folders, and _ for a space in a name.
WITHOUT_LAYERS = {
    "Register": f"register {REGISTER}",
    "ProceedingStatus": f"proceeding Alder_and_Birch_petition_of_2025 --kind petition --register {REGISTER} {DATE}",
    "Timetable": "calendar --petition-received 2026-07-01",
    "LawList": f"law {DATE}",
    "RuleExplained": f"law TSD-02 {DATE}",
    "ParameterExplained": f"law petition_owners_portion {DATE}",
    "ConnectionRecords": "connection-records --register {sample}/register-sewers.csv --from 2020-01-01 --to 2026-06-15",
    "OrdinanceList": "ordinance list",
    "Arrears": "arrears {sample}/arrears.csv --year 2026 --as-of 2026-11-20",
    "OrdinanceCheck": "ordinance check {sample}/ordinance-elm.yaml",
    "Assessment": "assess {sample}/project-tanner.yaml",
}
OVER_LAYERS = {
    "Report": f"evaluate {LAWFUL} --register {REGISTER}",
    "Decision": "decide {sample}/proposal-flips.geojson --decision {sample}/decision-flips.yaml",
    "MatchedPetition": "petition {sample}/petition-heads.csv --boundary {sample}/proposal-flips.geojson --with-names",
    "AnnexationEffect": "annexation {sample}/annexation-spindle.geojson --district Spindle_Lake_Sanitary_District "
    "--register {sample}/register-spindle.csv",
    "DistrictAnnexation": "annexation {sample}/annexation-spindle.geojson --to-district Tanner_Road_Sanitary_District "
    "--ordinance {sample}/ordinance-tanner.yaml --register {sample}/register-spindle.csv",
    "LevySplit": f"levy 125000.00 {LAWFUL}",
    "SharesOverTime": f"shares {LAWFUL} --first-authorized Town_of_Alder",
    "PrivateSystems": f"private-systems {LAWFUL} --register {REGISTER}",
    "Finding": f"commissioner {LAWFUL} --home -88.79,43.13",
    "Comments": f"comments {{out}}/comments.csv --boundary {LAWFUL} --with-text",
    "Connections": "connections --ordinance {sample}/ordinance-tanner.yaml --register {sample}/register-sewers.csv",
    "ParcelAnswer": "connections --ordinance {sample}/ordinance-tanner.yaml --parcel 004-0815-3222-101",
    "ProposedMain": "connections --ordinance {sample}/ordinance-tanner.yaml "
    "--proposed-main {sample}/main-proposed.geojson",
    "PageWritten": f"map {LAWFUL} -o {{out}}/map.html",
}


_NAMES = ("Alder_", "Spindle_", "Tanner_", "Town_")
"""How words begin that stand for several."""


def answer(command: str, **folders: Path) -> object:
    words = [word.replace("_", " ") if word.startswith(_NAMES) else word for word in command.split()]
    result = CliRunner().invoke(townline, [word.format_map(folders) for word in (*words, "--format", "json")])
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", WITHOUT_LAYERS)
def test_commands_without_layers(repository: Path, name: str) -> None:
    told = answer(WITHOUT_LAYERS[name], sample=repository / "data" / "boundaries")
    assert faults(told, schemas()[name]) == []


def test_every_kind_of_entry() -> None:
    told = answer("register --kinds")
    assert isinstance(told, dict)
    assert told
    schema = schemas()["EntryKind"]
    assert [fault for kind in told.values() for fault in faults(kind, schema)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OVER_LAYERS)
def test_commands_over_layers(repository: Path, sample_layers: Path, tmp_path: Path, name: str) -> None:
    said = "1,002-0814-1641-001,objection,benefit,No,2026-06-01,hearing,,"
    (tmp_path / "comments.csv").write_text(f"{','.join(COLUMNS)}\n{said}\n")
    folders = {"sample": repository / "data" / "boundaries", "layers": sample_layers, "out": tmp_path}
    told = answer(f"{OVER_LAYERS[name]} --layers {{layers}} {DATE}", **folders)
    assert faults(told, schemas()[name]) == []


def test_a_shape_that_is_not_foreseen_is_a_fault() -> None:
    told = answer(WITHOUT_LAYERS["Timetable"])
    assert isinstance(told, dict)
    schema = schemas()["Timetable"]
    assert faults({**told, "more": 1}, schema) == ["$: more is not foreseen"]
    assert faults({**told, "rows": 1}, schema) == ["$.rows: 1 is no array"]
    assert faults({}, schema)
    assert "Serving" in MODELS  # which test_serve.py holds against the service
