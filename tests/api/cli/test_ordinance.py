"""Does `townline ordinance` list, write and check ordinance files?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.main import COMMANDS, main, townline
from gis.schema import schemas
from tests.gis.law.filling import filled_in
from tests.json_shape import faults


def ordinance(*arguments: str) -> Result:
    return CliRunner().invoke(townline, ["ordinance", *arguments])


@pytest.fixture
def elm(tmp_path: Path) -> Path:
    """Return a new file of the Village of Elm that was filled in."""
    path = tmp_path / "elm.yaml"
    assert ordinance("new", "Elm", "--out", str(path)).exit_code == 0
    path.write_text(filled_in(path.read_text()))
    return path


def test_it_is_among_the_commands() -> None:
    assert COMMANDS["ordinance"][:2] == ("api.cli.ordinance", "ordinance_group")
    for words in ([], ["list"], ["new"], ["check"]):
        assert ordinance(*words, "--help").exit_code == 0


def test_the_list_tells_place_rule_and_days() -> None:
    result = ordinance("list")
    assert result.exit_code == 0
    assert (
        "  Village of Mukwonago, Waukesha County, in force from 2011-07-01\n  duty to connect by MUK-01\n"
        in result.stdout
    )
    assert "stormwater: Utility District No. 1" in result.stdout
    assert "  duty to connect by VLG-06\n  charges by VLG-09, VLG-10\n" in result.stdout
    assert "any village, where somebody asks for it, in force from 2011-07-01" in result.stdout
    told = json.loads(ordinance("list", "--format", "json").stdout)
    assert faults(told, schemas()["OrdinanceList"]) == []
    # Only the CKSD's text bears a date.
    days = {each["id"]: (each["connection_rule"], each["holds_from"], each["until"]) for each in told["ordinances"]}
    assert days == {
        "cksd": ("CKSD-01", "2011-08-11", None),
        "mukwonago": ("MUK-01", "2011-07-01", None),
        "village-connections": ("VLG-06", "2011-07-01", None),
        "wis-stat-281.45": ("WIS-281.45", "2011-07-01", None),
    }


def test_a_new_file_tells_what_is_to_be_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    result = ordinance("new", "Elm", "--out", str(path), "--since", "2019-01-01", "--rule", "none", "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert faults(told, schemas()["OrdinanceWritten"]) == []
    assert (told["file"], told["id"]) == ("elm.yaml", "village-of-elm")
    lines = path.read_text().splitlines()
    assert told["to_fill_in"]
    assert all("FILL-IN" in lines[each["line"] - 1] for each in told["to_fill_in"])


def test_a_new_file_is_named_after_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = ordinance("new", "Town of Elm")
    assert result.exit_code == 0
    assert [each.name for each in tmp_path.iterdir()] == ["town-of-elm.yaml"]
    assert "To be filled in: citation." in result.stdout
    assert result.stdout.endswith("townline ordinance check town-of-elm.yaml\n")


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    path.write_text("mine")
    result = ordinance("new", "Elm", "--out", str(path), "--format", "json")
    assert (result.exit_code, json.loads(result.stderr)["error"]) == (2, "ExportExists")
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["", "--out", "{folder}/x.yaml"], "argument NAME"),
        (["Elm\nid: x", "--out", "{folder}/x.yaml"], "cannot be printed"),
        (["Elm", "--out", "{folder}/x.txt"], "end in .yaml"),
        (["Elm", "--out", "{folder}/none/x.yaml"], "cannot be written"),
    ],
)
def test_what_cannot_be_written_leaves_with_2(tmp_path: Path, arguments: list[str], word: str) -> None:
    result = ordinance("new", *(each.format(folder=tmp_path) for each in arguments))
    assert (result.exit_code, word in result.stderr) == (2, True), result.stderr
    assert not any(tmp_path.iterdir())


def test_a_day_that_is_none_leaves_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["ordinance", "new", "Elm", "--out", str(tmp_path / "elm.yaml"), "--since", "2019"])
    assert left.value.code == 2
    assert "'2019' is no date." in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_a_file_as_it_is_written_cannot_be_used_yet(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    ordinance("new", "Elm", "--out", str(path))
    result = ordinance("check", str(path))
    assert (result.exit_code, result.stderr) == (2, "")
    line = path.read_text().splitlines().index("citation: FILL-IN") + 1
    assert f"line {line}: To be filled in: citation.\n  why:  FILL-IN stands there.\n  next: Write" in result.stdout
    assert result.stdout.startswith("elm.yaml cannot be used: ")
    told = json.loads(ordinance("check", str(path), "--format", "json").stdout)
    assert faults(told, schemas()["OrdinanceCheck"]) == []
    assert (told["usable"], told["says"]) == (False, None)
    assert {each["line"] for each in told["faults"]} >= {line}


def test_a_file_that_is_filled_in_is_told_beside_the_law(elm: Path) -> None:
    result = ordinance("check", str(elm), "--all")
    assert (result.exit_code, result.stderr) == (0, "")
    said = " ".join(result.stdout.split())
    assert "Governs: Village of Elm, in force from 2019-01-01." in said
    assert "Duty to connect, by the test of MUK-01: " in said
    assert "Unconnected land: a standby charge, a ready-to-serve charge, no residential" in said
    assert "Stormwater utility: Elm Stormwater Utility, no rate stated." in said
    # Nine months and one.
    assert (
        "mukwonago_connect_months: 10 months from 2019-01-01 (Elm Code 9 (mukwonago_connect_months)); differs from the "
        "law on file 9 months (Village of Mukwonago Code ch. 86, sewer article, compulsory connection (a))"
    ) in said
    assert "boundary_accuracy_default_ft: not stated: 0.1 ft, as in Townline convention" in said
    assert said.startswith("elm.yaml can be used. ")
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_charges_and_figures_are_told(repository: Path) -> None:
    result = ordinance("check", str(repository / "data" / "boundaries" / "ordinance-tanner.yaml"), "--all")
    said = " ".join(result.stdout.split())
    for words in (
        "Charges on connection, on development and by bill, by rule: CKSD-04, CKSD-05,",
        # The figure of 2025 has no end in the file, and is ended by that of 2026.
        "user_fee_dollars_per_rue: $96.50 from 2025-01-01 until 2025-12-31 (Schedule of Charges of 2025 (invented))",
        "user_fee_dollars_per_rue: $98.25 from 2026-01-01 until 2026-12-31 (Schedule of Charges of 2026 (invented))",
        "reconnection_fee_dollars: $350 from 2024-07-01 (Schedule of Charges of 2024 (invented))",
        "cksd_bill_days: 25 days from 2024-07-01",
        "Not stated, so that those of the law on file hold: ",
        "cksd_reconnect_years: not stated: 2 years, as in CKSD Sewer Use Ordinance ch. ",
    ):
        assert words in said
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_the_rates_that_nobody_stated_are_told(tmp_path: Path, repository: Path) -> None:
    text = (repository / "data" / "boundaries" / "ordinance-tanner.yaml").read_text("utf-8")
    path = tmp_path / "tanner.yaml"
    path.write_text(text[: text.index("  cksd_late_user_bill_percent")], "utf-8")
    said = " ".join(ordinance("check", str(path)).stdout.split())
    assert said.startswith("tanner.yaml can be used. 2 numbers not stated: what is charged by them stays open.")
    assert "cksd_late_user_bill_percent: not stated: its charge stays open (CKSD Sewer Use Ordinance ch. " in said
    assert " has 3 percent) cksd_finance_percent_a_month: not stated: its charge stays open (" in said
    assert "What CKSD-07 would charge by these stays open" in said


def test_no_number_is_told_twice_and_a_long_list_is_cut(elm: Path) -> None:
    numbers = json.loads(ordinance("check", str(elm), "--format", "json").stdout)["says"]["numbers"]
    names = [each["name"] for each in numbers]
    assert len(names) > 100
    whole = ordinance("check", str(elm), "--all").stdout
    assert [whole.count(f"  {name}: ") for name in names] == [1] * len(names)
    assert " more; --all" not in whole
    own = [each["name"] for each in numbers if each["standing"] == "own"]
    cut = ordinance("check", str(elm)).stdout
    assert [each for each in own if f"  {each}: " in cut] == own[:20]
    assert f"  and {len(own) - 20} more; --all lists them\n" in cut


def test_a_long_list_of_faults_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    new = ordinance("new", "Elm", "--out", str(path))
    faulty = json.loads(ordinance("check", str(path), "--format", "json").stdout)["faults"]
    more = f"and {len(faulty) - 20} more; "
    assert new.stdout.count("To be filled in: ") == 20
    assert f"{more}townline ordinance check --all lists them\n" in new.stdout
    cut, whole = (ordinance("check", str(path), *every).stdout for every in ([], ["--all"]))
    assert (cut.count("\n  why:  "), cut.splitlines()[-1]) == (20, f"{more}--all lists them")
    assert whole.count("\n  why:  ") == len(faulty)


def test_units_are_told_in_words(elm: Path) -> None:
    said = " ".join(ordinance("check", str(elm), "--all").stdout.split())
    # Appendix A: a duplex has 2 units; domestic wastewater has 200 milligrams of BOD in a litre.
    for words in ("law on file 2 REC (", "law on file 200 mg/L (", "law on file 900 dollars ("):
        assert words in said
    assert not [unit for unit in (" rec ", " mg_l ", " usd ", " sqft ", " eru ") if unit in said]


def test_what_a_file_says_has_its_shape(elm: Path) -> None:
    lists = """\
  rate: 21.50
  weights:
    gravel:
      weight: 0.5
      source: Elm Code 9
    sand:
      weight: null
      source: Elm Code 9
  tiers:
    - up_to_sqft: 2500
      units: 1
    - units: 2
  duplex_units_per_dwelling: 0.6
  credits:
    - name: pond
      portion_off: 0.25
      conditions:
        - The pond is inspected.
      source: Elm Code 10
"""
    elm.write_text(elm.read_text().replace("  rate: null\n", lists))
    result = ordinance("check", str(elm))
    assert result.exit_code == 0
    said = " ".join(result.stdout.split())
    for words in (
        "Elm Stormwater Utility, $21.50 a unit and bill.",
        "gravel counts at 0.5 of its area (Elm Code 9)",
        "sand is left open (Elm Code 9)",
        "tiers of parcels but single-family ones: 1 ERU up to 2,500 sq ft and 2 ERU above",
        "duplex buildings: 0.6 ERU a dwelling",
        "credit pond: 25 percent off (Elm Code 10), where a person states: The pond is inspected.",
        "credits take off charge, each a part of what those before it left, together at most 100 percent",
    ):
        assert words in said
    told = json.loads(ordinance("check", str(elm), "--format", "json").stdout)
    assert faults(told, schemas()["OrdinanceCheck"]) == []
    assert (told["says"]["stormwater_rate"], told["says"]["stormwater"]["weights"][0]["weight"]) == ("21.50", 0.5)


def test_a_file_that_is_not_there_leaves_with_2(tmp_path: Path) -> None:
    result = ordinance("check", str(tmp_path / "none.yaml"), "--format", "json")
    assert (result.exit_code, json.loads(result.stderr)["error"]) == (2, "LawFileInvalid")


def test_what_a_file_says_commands_nothing(elm: Path) -> None:
    elm.write_text(elm.read_text().replace('title: "Village of Elm, ordinance"', 'title: "Elm\\e[2J\\ncan be used"'))
    result = ordinance("check", str(elm))
    assert "\x1b" not in result.stdout
    assert "\ncan be used" not in result.stdout
