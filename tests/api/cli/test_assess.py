"""`townline assess`: three ways to spread one project of the sample, and a division three years after a levy."""

from __future__ import annotations

import csv
import json
import shutil
import stat
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from icalendar import Calendar

from api.cli.assess import assess_command
from api.cli.importing import import_command
from api.cli.main import COMMANDS
from tests.gis.proposals.assessment.projects import text

NET = 22_590_000
"""Cents of the sample's project: 270,900 and 35,000 dollars less a grant of 80,000."""
# As the project file states them, in feet, hundredths of an acre and units; the farm first, which is exempt.
FARM = "004-0815-3222-001"
LOTS = {
    "004-0815-2933-002": (330, 225, 2),
    "004-0815-3222-101": (542, 130, 1),
    "004-0815-3222-102": (157, 145, 1),
    "004-0815-3222-103": (30, 90, 1),
    "004-0815-3222-104": (200, 120, 1),
    "004-0815-3222-105": (200, 140, 1),
    "004-0815-3222-108": (200, 140, 1),
    "004-0815-3222-110": (400, 1, 0),
    "004-0815-3222-112": (200, 100, 1),
}
FARM_HAS = (2241, 6750, 4)
FARMS_PERHAPS = ["004-0815-2931-001", "004-0815-2934-001", "004-0815-3044-003", "004-0815-3111-002"]
"""Agricultural on the roll, in the district, and nobody stated anything of them."""
BASES = ("frontage", "area", "unit")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(assess_command, [str(argument) for argument in arguments])


def told(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def by_largest_remainder(weights: dict[str, int]) -> dict[str, int]:
    """Divide the net cost in whole cents: floors, then a cent each to the largest remainders."""
    whole = sum(weights.values())
    cents = {name: NET * weight // whole for name, weight in weights.items()}
    order = sorted(weights, key=lambda name: (-(NET * weights[name] % whole), name))
    for name in order[: NET - sum(cents.values())]:
        cents[name] += 1
    return cents


@pytest.fixture
def tanner(repository: Path) -> Path:
    return repository / "data" / "boundaries" / "project-tanner.yaml"


def test_the_command_is_on_the_list() -> None:
    assert COMMANDS["assess"][:2] == ("api.cli.assess", "assess_command")


@pytest.mark.parametrize("basis", BASES)
def test_the_sample_is_spread_three_ways(tanner: Path, basis: str) -> None:
    answer = told(run(tanner, "--basis", basis, "--format", "json"))
    found = {each["parcel_id"]: each for each in answer["parcels"]}
    measure = BASES.index(basis)
    assert {name: int(Decimal(each["amount"]) * 100) for name, each in found.items()} == {
        **by_largest_remainder({name: has[measure] for name, has in LOTS.items()}),
        FARM: 0,
    }
    everybody = {**{name: has[measure] for name, has in LOTS.items()}, FARM: FARM_HAS[measure]}
    unexempt = by_largest_remainder(everybody)
    assert {name: int(Decimal(each["unexempt_amount"]) * 100) for name, each in found.items()} == unexempt
    assert sum(Decimal(each["amount"]) for each in answer["parcels"]) == Decimal("225900.00")
    assert int(Decimal(answer["sums"]["shifted"]) * 100) == unexempt[FARM]
    assert (answer["sums"]["body"], answer["state"]) == ("0.00", "pass")


def test_figures_of_the_sample_worked_by_hand(tanner: Path) -> None:
    # By front the lots have 330 + 542 + 157 + 30 + 200 + 200 + 200 + 400 + 200 = 2,259 ft, so that 225,900 are 100.00 a
    # foot; with the farm's 2,241 ft 4,500 ft, 50.20 a foot. By unit 9 units, 25,100 each; with the farm's four 13.
    by_front = {each["parcel_id"]: each for each in told(run(tanner, "--format", "json"))["parcels"]}
    lot = by_front["004-0815-3222-102"]
    assert (lot["amount"], lot["unexempt_amount"], lot["shift"]) == ("15700.00", "7881.40", "7818.60")
    # 2,241 x 50.20
    assert (by_front[FARM]["unexempt_amount"], by_front[FARM]["shift"]) == ("112498.20", "-112498.20")
    by_unit = {each["parcel_id"]: each for each in told(run(tanner, "--basis", "unit", "--format", "json"))["parcels"]}
    assert by_unit["004-0815-2933-002"]["amount"] == "50200.00"


def test_the_sample_on_paper(tanner: Path) -> None:
    result = run(tanner)
    assert (result.exit_code, result.stderr) == (0, "")
    for line in (
        "Special assessment of June 15, 2026: Mains in Tanner Road and Glover Road",
        "  by frontage: $225,900 over 2,259 ft, $100 a foot",
        "    had nobody been exempt: over 4,500 ft, $50.20 a foot",
        "Roll: $225,900 on 10 parcels",
        "  Exempt and capped land would have paid $112,498.20 more; other parcels bear $112,498.20 of it.",
        "  004-0815-3222-102: $15,700, assessed",
        "    157 ft at $100 a foot is $15,700",
        "    had nobody been exempt $7,881.40: $7,818.60 more because of exemptions",
        "Draft for review. Not legal advice, not a survey.",
    ):
        assert line in result.stdout.splitlines(), line
    assert "[verify: text of 66.0703 not on file; confidence medium]" in result.stdout


def test_the_calendar_file(tanner: Path, tmp_path: Path) -> None:
    assert run(tanner, "--calendar", tmp_path / "days.ics").exit_code == 0
    events = Calendar.from_ical((tmp_path / "days.ics").read_bytes()).walk("VEVENT")
    days = {str(event["summary"]).partition(": ")[2]: event["dtstart"].dt.isoformat() for event in events}
    assert days["Hold the hearing"] == "2026-06-08"
    # September 13 is a Sunday; the business day before it is Friday.
    assert days["Record the liens on exempt and capped land with the register of deeds"] == "2026-09-11"
    assert any("verify: text of 66.0703 not on file" in str(event["description"]) for event in events)
    # A window is told with both its ends: ten to forty days after May 14.
    (hearing,) = (str(event["description"]) for event in events if "Hold the hearing" in str(event["summary"]))
    assert hearing.startswith("First day: 2026-05-24.\nLast day: 2026-06-23.")


def test_the_same_bytes_each_time(tanner: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.ics", "b.ics")]
    said = [run(tanner, "--calendar", file, "--format", "json").stdout for file in files]
    assert said[0] == said[1]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--mailing-list", "m.csv"], "The mailing list is for the clerk only."),
        (["--role", "clerk"], "--role is given without --mailing-list."),
        (["--role", "clerk", "--mailing-list", "m.csv"], "Owners are not known without layers."),
        (["--notices", "n.csv"], "Owners are not known without layers."),
        (["--edition", "parcels=0123456789abcdef"], "--edition is given without --layers."),
        (["--reopen"], "No day is given on which the levy is reopened."),
        (["--reopen", "--date", "2029-06-15"], "A levy cannot be reopened without layers."),
        (["--out", "roll.xlsx"], "No roll ends in .xlsx."),
        (["--out", "nowhere/roll.csv"], "roll.csv cannot be written."),
        (["--layers", "nowhere"], "There is no such folder of layers."),
    ],
)
def test_what_does_not_go_together_is_refused(
    tanner: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(tanner, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


def test_a_fault_of_the_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("id: x\ntitle: y\ncosts:\n  - {what: Main, dollars: 1.005}\n", "utf-8")
    result = run(file, "--format", "json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"] == "ProjectInvalid"
    assert "line 4" in result.stderr
    assert run(tmp_path / "none.yaml").exit_code == 2


@pytest.mark.slow
def test_a_division_three_years_later_reopens_the_farm_that_was_divided(sample_layers: Path, repository: Path) -> None:
    # 190,000 over 190 acres: 80,000 on the farm of 80 acres that the roll of 2025 divides in its middle. A year's
    # interest is 80,000 x 0.0365 = 2,920, 8 a day; from December 2, 2024 to October 1, 2027 are 1,033 days: 8,264.
    project = repository / "data" / "boundaries" / "project-hazel.yaml"
    result = run(project, "--layers", sample_layers, "--reopen", "--date", "2027-10-01", "--format", "json")
    answer = told(result)
    assert sum(Decimal(each["amount"]) for each in answer["parcels"]) == 190_000
    reopening = answer["reopening"]
    assert reopening["unchanged"] == ["008-0915-2044-900, Dodge"]
    (farm,) = reopening["parcels"]
    assert (farm["parcel_id"], farm["state"], farm["became"]) == ("008-0915-2042-001", "pass", "divided")
    assert (farm["amount"], farm["interest"], farm["finding"]["rule"]) == ("80000.00", "8264.00", "SA-04")
    parts = {each["parcel_id"].partition(",")[0]: each for each in farm["children"]}
    assert set(parts) == {"008-0915-2013-001", "008-0915-2042-001"}
    assert sum(Decimal(each["amount"]) for each in parts.values()) == 80_000
    assert all(abs(Fraction(each["amount"]) - 40_000) < 50 for each in parts.values())
    assert sum(Decimal(each["interest"]) for each in parts.values()) == 8_264


@pytest.mark.parametrize(
    ("options", "twice"),
    [
        (("--out", "same.csv", "--lien-list", "same.csv"), "same.csv"),
        (("--out", "./same.csv", "--calendar", "sub/../same.csv"), "same.csv"),
        (("--register", "register.csv", "--out", "register.csv"), "register.csv"),
        (("--calendar", "project.yaml"), "project.yaml"),
    ],
)
def test_no_file_is_written_over_another_of_the_same_command(
    tanner: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], twice: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "project.yaml").write_bytes(tanner.read_bytes())
    (tmp_path / "register.csv").write_text("subject_kind,subject,kind,value,date,document,who\n", "utf-8")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    result = run("project.yaml", *options)
    assert result.exit_code == 2
    assert f"{twice} is named twice." in result.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before


@pytest.mark.parametrize(
    ("changes", "refused", "words"),
    [
        ({"body": "{kind: city, name: Elm}"}, ("--lien-list", "liens.csv"), "This levy has no list of liens."),
        ({"body": "{kind: village, name: Elm}"}, ("--lien-list", "liens.csv"), "This levy has no list of liens."),
        ({"purpose": "street"}, ("--lien-list", "liens.csv"), "This levy has no list of liens."),
        ({}, ("--out", "roll.gpkg"), "A GeoPackage holds shapes, and no layers were looked at."),
    ],
)
def test_what_is_refused_leaves_no_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, str],
    refused: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "project.yaml").write_text(text("id: 1, frontage_ft: 5", **changes), "utf-8")
    options = {"--out": "roll.csv", "--calendar": "days.ics"} | {refused[0]: refused[1]}
    result = run("project.yaml", *(each for pair in options.items() for each in pair))
    assert result.exit_code == 2
    assert words in result.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"project.yaml"}


@pytest.mark.slow
def test_without_names_on_file_a_mailing_list_is_refused_before_any_file_is_written(
    sample_layers: Path, tanner: Path, tmp_path: Path
) -> None:
    layers = tmp_path / "layers"
    shutil.copytree(sample_layers, layers, ignore=shutil.ignore_patterns("private"))
    roll, owners = tmp_path / "roll.csv", tmp_path / "owners.csv"
    result = run(tanner, "--layers", layers, "--out", roll, "--mailing-list", owners, "--role", "clerk")
    assert result.exit_code == 2
    assert "No names of owners are on file" in result.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"layers"}


@pytest.mark.parametrize("option", ["--out", "--lien-list", "--notices", "--calendar"])
@pytest.mark.parametrize("named", ["benefited: {area: near.json}", "along: {line: near.json}"])
def test_no_file_is_written_over_one_that_the_project_names(tmp_path: Path, named: str, option: str) -> None:
    (tmp_path / "near.json").write_text("{}", "utf-8")
    key, _, line = named.partition(": ")
    (tmp_path / "project.yaml").write_text(text("id: 1, frontage_ft: 5", **{key: line}), "utf-8")
    given = ("--layers", tmp_path) if option == "--notices" else ()
    result = run(tmp_path / "project.yaml", option, tmp_path / "near.json", *given)
    assert result.exit_code == 2
    assert "near.json is named twice." in result.stderr
    assert (tmp_path / "near.json").read_text("utf-8") == "{}"


def test_the_checklist_says_what_the_law_leaves_to_the_board(tanner: Path) -> None:
    # 66.0703(1) by ordinances that copy it; 66.0721(2) exempts land and says of nobody that he bears it.
    shown = run(tanner).stdout
    assert "a special assessment may not exceed the benefit" in shown
    assert "Decide who bears what exempt land does not pay: here the other parcels do" in shown
    assert "Look on all exempt land for a structure that is or will be connected" in shown


def test_a_capped_parcel_that_bears_more_than_had_nobody_been_exempt_is_named(tmp_path: Path) -> None:
    # 100,000 by area. A, 40 acres with a connected structure, is capped at one acre, as large as B; C is exempt: A and
    # B pay 50,000 each. Had nobody been exempt, A would have borne 40 of 441 acres: 9,070.29.
    parcels = (
        "id: A, area_acres: 40, farmland_eligible: yes, connected: 2026-06-01",
        "id: B, area_acres: 1",
        "id: C, area_acres: 400, farmland_eligible: yes",
    )
    file = tmp_path / "project.yaml"
    file.write_text(text(*parcels, basis="area"), "utf-8")
    answer = told(run(file, "--format", "json"))
    assert {each["parcel_id"]: each["amount"] for each in answer["parcels"]} == {
        "A": "50000.00",
        "B": "50000.00",
        "C": "0.00",
    }
    assert any("assessed more than had nobody been exempt: A." in note for note in answer["notes"])


@pytest.mark.slow
def test_land_divided_three_years_after_the_levy(repository: Path, tmp_path: Path) -> None:
    # The same two rolls, the second one taken as that of September 1, 2027; the plat is of September 15, 2027, and from
    # then to October 1 are 16 days at 8 dollars: 128.
    sample = repository / "data" / "boundaries"
    layers = tmp_path / "layers"
    for kind, name, vintage in (
        ("counties", "counties.gpkg", "2024"),
        ("municipalities", "municipalities.gpkg", "2024"),
        ("parcels", "parcels_2024.gpkg.zip", "2024-08-15"),
        ("parcels", "parcels.gpkg", "2027-09-01"),
    ):
        options = ["--layers", str(layers), "--vintage", vintage, "--accuracy-ft", "0.1"]
        imported = CliRunner().invoke(import_command, [kind, str(sample / name), *options])
        assert imported.exit_code == 0, imported.stderr
    project = tmp_path / "project.yaml"
    text = (sample / "project-hazel.yaml").read_text("utf-8")
    assert text.count("divided: 2024-12-02") == 1
    project.write_text(text.replace("divided: 2024-12-02", "divided: 2027-09-15"), "utf-8")
    before = told(run(project, "--layers", layers, "--reopen", "--date", "2027-08-31", "--format", "json"))
    assert before["reopening"]["parcels"] == []
    after = told(run(project, "--layers", layers, "--reopen", "--date", "2027-10-01", "--format", "json"))
    (farm,) = after["reopening"]["parcels"]
    assert (farm["parcel_id"], farm["state"], farm["became"]) == ("008-0915-2042-001", "pass", "divided")
    assert (farm["amount"], farm["interest"]) == ("80000.00", "128.00")
    assert {each["parcel_id"] for each in farm["children"]} == {"008-0915-2013-001", "008-0915-2042-001"}


@pytest.mark.slow
def test_the_sample_on_its_layers(sample_layers: Path, tanner: Path, tmp_path: Path) -> None:
    names = ("roll.gpkg", "liens.csv", "notices.csv", "owners.csv")
    roll, liens, notices, owners = (tmp_path / name for name in names)
    options = ("--out", roll, "--lien-list", liens, "--notices", notices, "--mailing-list", owners, "--role", "clerk")
    result = run(tanner, "--layers", sample_layers, *options)
    assert (result.exit_code, result.stderr) == (0, "")
    with liens.open(encoding="utf-8", newline="") as file:
        farm, *perhaps = csv.DictReader(file)
    assert farm["parcel_id"] == FARM
    assert [row["parcel_id"] for row in perhaps] == FARMS_PERHAPS
    assert {row["status"].partition(";")[0] for row in perhaps} == {"not known to be eligible"}
    assert farm["description"].startswith("67.5 acres in Section 32, T8N, R15E, Town of Birch, Jefferson County")
    # The clerk's file alone names owners, and only the clerk can read it.
    assert "OWNER" in owners.read_text("utf-8")
    assert stat.S_IMODE(owners.stat().st_mode) == 0o600
    assert "OWNER" not in result.stdout + notices.read_text("utf-8") + liens.read_text("utf-8")
    # Farmland of the district of which nobody stated anything is asked for.
    assert "Eligibility not known: 004-0815-2931-001, Jefferson" in result.stdout
    with notices.open(encoding="utf-8", newline="") as file:
        assert {row["parcel_id"] for row in csv.DictReader(file)} == {FARM, *LOTS}


@pytest.mark.slow
def test_who_fronts_on_the_mains_and_is_not_listed_is_named(sample_layers: Path, tanner: Path) -> None:
    # Farms across Glover Road and Tanner Road, which the plat of the project does not show.
    answer = told(run(tanner, "--layers", sample_layers, "--format", "json"))
    (note,) = (note for note in answer["notes"] if note.startswith("Parcels that front on the project"))
    assert note.startswith(
        "Parcels that front on the project and are not in it: 004-0815-2934-001, Jefferson and 004-0815-3111-002, "
        "Jefferson."
    )


@pytest.mark.slow
def test_a_day_before_the_first_edition_says_what_to_import(sample_layers: Path, repository: Path) -> None:
    result = run(repository / "data" / "boundaries" / "project-hazel.yaml", "--layers", sample_layers)
    assert result.exit_code == 2
    assert "No municipalities of October 1, 2024 are on file." in result.stderr
    assert "townline import municipalities FILE --vintage 2024-10-01" in result.stderr
    assert "territory" not in result.stderr


@pytest.mark.slow
def test_fronts_along_the_mains_are_those_of_the_plat(sample_layers: Path, tanner: Path, tmp_path: Path) -> None:
    # Without what the file states the map measures: within a foot of the plat, which knows of no curved earth.
    lines = [line for line in tanner.read_text("utf-8").splitlines() if not line.startswith("  - {id")]
    text = "\n".join(line.replace("parcels:", "benefited: along") for line in lines)
    (tmp_path / "along.yaml").write_text(text, "utf-8")
    answer = told(run(tmp_path / "along.yaml", "--layers", sample_layers, "--format", "json"))
    fronts = {each["parcel_id"]: each["frontage_ft"] for each in answer["parcels"]}
    assert {name: fronts[name] for name in LOTS} == pytest.approx({name: has[0] for name, has in LOTS.items()}, abs=1)
    assert sum(Decimal(each["amount"]) for each in answer["parcels"]) == Decimal("225900.00")
    # The farms are agricultural on the roll, which is no evidence.
    assert {each["standing"] for each in answer["parcels"] if each["parcel_id"] not in LOTS} == {"open"}


def test_open_land_and_a_body_that_carries_on_paper(tanner: Path, tmp_path: Path) -> None:
    # By front 225,900 over 4,500 ft are 50.20 a foot; open, the farm pays 112,498.20, and exempt the others pay all.
    text = tanner.read_text("utf-8").replace("farmland_eligible: yes", "farmland_eligible: unknown")
    (tmp_path / "open.yaml").write_text(text, "utf-8")
    lines = run(tmp_path / "open.yaml").stdout.splitlines()
    said = "  What is open, 1 parcel, pays $112,498.20 if it is assessed; if it is exempt, the roll is $225,900."
    assert {said, "    if what is open is exempt: $0"} <= set(lines)
    (tmp_path / "body.yaml").write_text(f"exempt_carried_by: body\n{tanner.read_text('utf-8')}", "utf-8")
    lines = run(tmp_path / "body.yaml").stdout.splitlines()
    assert "Roll: $113,401.80 on 10 parcels" in lines
    bears = "Tanner Road Sanitary District bears $112,498.20"
    assert f"  Exempt and capped land would have paid $112,498.20 more; {bears}." in lines


@pytest.mark.slow
def test_a_reopened_levy_on_paper(sample_layers: Path, repository: Path) -> None:
    project = repository / "data" / "boundaries" / "project-hazel.yaml"
    lines = run(project, "--layers", sample_layers, "--reopen", "--date", "2027-10-01").stdout.splitlines()
    assert "Reopened on October 1, 2027: 1 parcel" in lines
    farm = "008-0915-2042-001, Dodge: divided, $80,000 may be levied with $8,264 of interest [pass]"
    assert f"  {farm}" in lines
    assert "  As they were: 008-0915-2044-900, Dodge" in lines
    # What is new stands first; the old roll is summed up and not told parcel by parcel.
    assert lines.index("Reopened on October 1, 2027: 1 parcel") < lines.index("Roll: $190,000 on 4 parcels")
    assert not {"Parcels", "Days", "Checklist"} & set(lines)
