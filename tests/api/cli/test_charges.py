from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli.charges import charges_command
from api.cli.charges_asking import stated_by
from api.cli.main import COMMANDS
from gis.model.charges import ChargesCompared, ParcelCharges
from gis.model.jsonio import adapter
from tests.gis.proposals.charges.conftest import DISTRICT_ID, FILES, VILLAGE_ID, own_rates
from tests.gis.proposals.charges.places import ROWS, SECOND, TOWN, add_districts, add_values
from tests.gis.proposals.connections.village import DISTRICT, ZONE, box, write_village

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with both ordinances as files, and the boundary of a proposed district."""
    made = tmp_path_factory.mktemp("charges")
    for name, text in FILES.items():
        (made / f"{name}.yaml").write_text(text + own_rates(text), "utf-8")
    other = FILES[DISTRICT_ID].replace(DISTRICT_ID, "by-second").replace(DISTRICT, SECOND)
    (made / "second.yaml").write_text(other + own_rates(other), "utf-8")
    drawn = {"type": "Feature", "properties": {}, "geometry": box(ROWS).__geo_interface__}
    crs = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:EPSG::{ZONE.removeprefix('EPSG:')}"}}
    proposal = {"type": "FeatureCollection", "crs": crs, "features": [drawn]}
    (made / "proposal.geojson").write_text(json.dumps(proposal), "utf-8")
    return made


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_village(tmp_path_factory.mktemp("village"))


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("town")
    layers = write_village(made, TOWN, DISTRICT)
    add_districts(layers, (DISTRICT, SECOND), made)
    add_values(layers, made)
    return layers


def run(layers: Path, *arguments: object) -> Result:
    fixed = ["--layers", layers, "--date", "2026-06-15"]
    return CliRunner().invoke(charges_command, [str(argument) for argument in [*fixed, *arguments]])


def told(result: Result) -> Any:  # noqa: ANN401 - JSON data
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_command_is_on_the_list() -> None:
    assert COMMANDS["charges"][:2] == ("api.cli.charges", "charges_command")


def test_a_connection_on_paper(layers: Path, folder: Path) -> None:
    result = run(
        layers,
        *("--parcel", "7-S1", "--event", "connect", "--ordinance", folder / f"{VILLAGE_ID}.yaml"),
        *("--use", "restaurant", "--quantity", 60, "--existing"),
    )
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    for line in (
        "Parcel 7-S1, Waukesha County, 1 NOWHERE ST, Village of Mukwonago",
        "Land: 0.34 acres, in the Village of Mukwonago.",
        "  reserve capacity assessment: $7,680 once",
        "    By another reading it is $12,800: Every started step counts whole.",
        "  permit fee: $75 once",
        "  payments before the permit to connect: open",
        "    once: $7,755 in 2 charges; open: payments before the permit to connect",
        "    the regional connection fee, on June 15, 2026: ordinance file: regional_fee_dollars",
        "Draft for review. Not legal advice, not a survey.",
    ):
        assert line in lines
    assert "OWNER" not in result.stdout
    assert result.stderr == ""


def test_what_is_not_due_says_why_and_what_another_reading_charges(layers: Path, folder: Path) -> None:
    named = ("--parcel", "7-S1", "--ordinance", folder / f"{VILLAGE_ID}.yaml", "--permit-date", "2018-05-01")
    result = run(layers, *named, "--event", "connect", "--existing", "--before", "single_family=1")
    lines = result.stdout.splitlines()
    at = lines.index("  Looked at, and not due")
    for i, (name, dollars) in enumerate((("s for library, fire and police", "531"), (" for water", "2,201"))):
        assert lines[at + 1 + 2 * i].startswith(f"    impact fee{name}: The building is said to stand there already")
        assert lines[at + 2 + 2 * i].startswith(f"      By another reading it is ${dollars}: The paragraph on payment")


def test_a_replacement_is_stated_by_its_option(layers: Path, folder: Path) -> None:
    named = ("--parcel", "7-S1", "--ordinance", folder / f"{VILLAGE_ID}.yaml", "--format", "json")
    (under,) = told(run(layers, *named, "--event", "develop", "--replaces-same"))["under"]
    assert {each["name"]: each["amount"] for each in under["not_due"] if each["name"].startswith("impact")} == {
        "impact fees for library, fire and police": "0.00",
        "impact fees for water and sewer": "0.00",
    }


@pytest.mark.parametrize(("entered", "words"), [(None, ", if the premises are connected"), ("connected,yes", "")])
def test_sums_of_a_bill_say_that_they_suppose_a_connection(
    layers: Path, folder: Path, tmp_path: Path, entered: str | None, words: str
) -> None:
    rows = "".join(f"parcel,7-S1,{each},2026-01-01,,\n" for each in (entered, "development_kind,single_family") if each)
    (tmp_path / "register.csv").write_text(f"subject_kind,subject,kind,value,date,document,who\n{rows}", "utf-8")
    named = ("--parcel", "7-S1", "--ordinance", folder / f"{VILLAGE_ID}.yaml", "--register", tmp_path / "register.csv")
    asked = (*named, "--event", "bill", "--volume-kgal", 12)
    assert f"  Known together{words}" in run(layers, *asked).stdout.splitlines()
    (under,) = told(run(layers, *asked, "--format", "json"))["under"]
    assert under["if_connected"] is bool(words)


def test_the_same_as_an_object(layers: Path, folder: Path) -> None:
    result = run(
        layers,
        *("--parcel", "7-S1", "--event", "develop", "--ordinance", folder / f"{VILLAGE_ID}.yaml"),
        *("--permit-date", "2018-05-01", "--dwellings", "two_bedroom=8", "--acres", "commercial=2.5"),
        *("--commercial-sqft", "12000", "--format", "json"),
    )
    (under,) = told(result)["under"]
    by_name = {each["name"]: each["amount"] for each in under["charges"]}
    # Hand-worked in tests/gis/proposals/charges/test_impact_fees.py.
    assert by_name["impact fee for water"] == "27732.60"
    assert by_name["impact fees for library, fire and police"] == "3825.20"
    adapter(ParcelCharges).validate_json(result.stdout)


def test_the_register_is_read(layers: Path, folder: Path, tmp_path: Path) -> None:
    register = tmp_path / "register.csv"
    rows = ("connected,yes", "development_kind,single_family", "water_june_gal,12000")
    body = "".join(f"parcel,7-S1,{row},2026-06-01,,\n" for row in rows)
    register.write_text(f"subject_kind,subject,kind,value,date,document,who\n{body}", "utf-8")
    arguments = ("--event", "bill", "--ordinance", folder / f"{VILLAGE_ID}.yaml", "--register", register)
    result = run(layers, "--parcel", "7-S1", *arguments)
    assert "    a quarter: $61.20 in 1 charge" in result.stdout.splitlines()
    assert "    a year: $384 in 1 charge" in result.stdout.splitlines()
    # A fourth of 384 is 96; with 61.20 of the quarter 157.20.
    together = "    each quarter together: $157.20, $61.20 a quarter and a fourth of $384 a year"
    assert together in result.stdout.splitlines()


def test_a_year_before_and_after_and_no_quarter_told_twice(town: Path, folder: Path) -> None:
    proposal = ("--proposal", folder / "proposal.geojson", "--levy", "5450", "--typical")
    result = run(town, "--event", "bill", "--ordinance", folder / f"{DISTRICT_ID}.yaml", *proposal)
    assert result.exit_code == 0, result.stderr
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    # 4 x 98.25 and 1,000 of the levy.
    assert "year in all none known $1,393 none known" in lines
    assert "a quarter: $98.25 in 1 charge" in lines
    assert not any(line.startswith("each quarter together") for line in lines)
    assert not any("annexed to" in line for line in lines)


def test_before_and_after_on_paper(town: Path, folder: Path) -> None:
    proposal = ("--proposal", folder / "proposal.geojson", "--levy", "5450", "--typical")
    arguments = ("--event", "connect", "--ordinance", folder / f"{DISTRICT_ID}.yaml", *proposal)
    result = run(town, *arguments)
    assert result.exit_code == 0, result.stderr
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert "levy a year $0 $1,000 $1,000" in lines
    assert "Of a levy of $5,450 a year it bears $1,000." in lines
    assert any("median equalized value" in line for line in lines)
    as_json = run(town, *arguments, "--format", "json")
    answer = told(as_json)
    assert answer["levy_after"]["amount"] == "1000.00"
    adapter(ChargesCompared).validate_json(as_json.stdout)


def test_two_districts_ask_which(town: Path, folder: Path) -> None:
    files = ("--ordinance", folder / f"{DISTRICT_ID}.yaml", "--ordinance", folder / "second.yaml")
    result = run(town, "--parcel", "7-S1", "--event", "connect", *files)
    assert result.exit_code == 1
    assert DISTRICT in result.stdout
    assert SECOND in result.stdout
    assert "a person must say which district serves the land" in result.stdout
    named = run(town, "--parcel", "7-S1", "--event", "connect", *files[:2])
    assert named.exit_code == 0


def test_land_without_an_ordinance(layers: Path, folder: Path) -> None:
    result = run(layers, "--parcel", "7-T1", "--event", "connect", "--ordinance", folder / f"{VILLAGE_ID}.yaml")
    assert result.exit_code == 1
    assert "No ordinance on file with charges governs this land, which lies in the Town of Vernon." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--event", "connect"], "No parcel is named."),
        (["--event", "connect", "--typical", "--parcel", "7-S1"], "--parcel and --typical are given at once."),
        (["--event", "connect", "--typical"], "--typical is given without --proposal."),
        (["--event", "connect", "--parcel", "7-S1", "--levy", "10"], "--levy is given without --proposal."),
        (["--event", "connect", "--parcel", "7-S1", "--proposal", "x.geojson"], "of the proposed district is not told"),
        (["--event", "develop", "--parcel", "7-S1", "--acres", "commercial=0"], "0 acres of commercial land"),
        (["--event", "develop", "--parcel", "7-S1", "--acres", "commercial"], "says no kind and number"),
        (["--event", "develop", "--parcel", "7-S1", "--recs", "1", "--units", "2"], "say different numbers"),
        (["--event", "connect", "--parcel", "7-S1", "--ordinance", "mukwonag"], "No ordinance on file has that id."),
        (["--event", "develop", "--parcel", "7-S1", "--recs", "1", "--units", "one"], "say different numbers"),
        (["--event", "develop", "--parcel", "7-S1", "--recs", "one", "--units", "one"], "for --recs cannot be read."),
        (["--event", "divide", "--parcel", "7-S1", "--lots", "many"], "Needed is a whole number, such as 3."),
        (["--event", "bill", "--parcel", "7-S1", "--quarter", "May"], "Needed is march, june, september or december"),
        (["--event", "bill", "--parcel", "7-S1", "--issued", "0206-06-15"], "Years are read from 1800 to 2199"),
        (
            ["--event", "connect", "--parcel", "7-S1", "--new", "--existing"],
            "'--new' and '--existing' are given at once",
        ),
        (
            ["--event", "connect", "--parcel", "7-S1", "--existing", "--new"],
            "'--new' and '--existing' are given at once",
        ),
        (["--event", "connect", "--parcel", "7-S1", "--new", "--new"], "Option '--new' is given more than once"),
        (
            ["--event", "connect", "--parcel", "7-S1", "--lots", "1", "--lots", "2"],
            "Option '--lots' is given more than",
        ),
        (["--event", "connect", "--parcel", "7-S9"], "No parcel 7-S9 is on file."),
        (["--event", "connect", "--parcel", "7-S1", "--use", "restrant"], "Near it is restaurant."),
        (["--event", "connect", "--parcel", "7-S1", "--use", "duplex", "--quantity", "4"], "4 dwellings are stated"),
        (["--event", "connect", "--parcel", "7-S1", "--existing", "--replaces-same"], "and to replace one"),
        (["--event", "bill", "--parcel", "7-S1", "--replaces-same"], "--replaces-same says nothing of the event bill"),
        (["--event", "bill", "--parcel", "7-S1", "--paid", "2026-01-01"], "no statement that it pays"),
    ],
)
def test_bad_input_is_one_clear_error(layers: Path, arguments: list[str], what: str) -> None:
    result = run(layers, *arguments)
    assert result.exit_code == 2
    assert what in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(("recs", "units"), [("1", "1.0"), ("2.50", "2.5"), ("01", "1"), ("3", "3")])
def test_two_names_of_one_number_may_write_it_differently(recs: str, units: str) -> None:
    assert stated_by({"recs": recs, "units": units})["recs"] == recs


def test_a_levy_of_three_decimals_is_refused(town: Path, folder: Path) -> None:
    proposal = ("--proposal", folder / "proposal.geojson", "--levy", "5450.125", "--parcel", "7-S1")
    result = run(town, "--event", "connect", "--ordinance", folder / f"{DISTRICT_ID}.yaml", *proposal)
    assert result.exit_code == 2
    assert "is no amount of money" in result.stderr
