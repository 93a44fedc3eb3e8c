from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli.law import law_command
from api.cli.main import main
from gis.law.loader import load_law
from gis.rules.registry import RULES
from gis.rules.words import day_words
from tests.gis.law.beginnings import begins


def law(*arguments: str) -> Result:
    return CliRunner().invoke(law_command, arguments)


def words(result: Result) -> str:
    """Return what was printed as one line, however it was wrapped."""
    return " ".join(result.stdout.split())


def test_the_list_names_every_rule_and_value_with_citation_and_date() -> None:
    result = law("--date", "2026-07-01")
    assert result.exit_code == 0, result.output
    said = words(result)
    for rule in RULES.values():
        first = day_words(begins(rule.id))
        assert f"{rule.id} {rule.question} {rule.citation}, from {first}; version {rule.version}." in said
    assert "petition_owners_portion: 0.51 (51 percent), from July 1, 2011; Wis. Stat. 60.71(2)(a)." in said
    assert all(f"{name}: " in said for name in load_law().entries)


def test_the_list_as_json() -> None:
    said = json.loads(law("--format", "json", "--date", "2026-07-01").stdout)
    assert [line["rule"] for line in said["rules"]] == list(RULES)
    assert all(line["citation"] for line in said["rules"])
    assert {line["rule"]: line["holds_from"] for line in said["rules"]} == {
        rule_id: begins(rule_id).isoformat() for rule_id in RULES
    }
    assert [each["name"] for each in said["parameters"]] == sorted(load_law().entries)


def test_one_rule_is_explained_in_every_part() -> None:
    result = law("TSD-02", "--date", "2026-07-01")
    assert result.exit_code == 0, result.output
    said = words(result)
    assert said.startswith(f"TSD-02: {RULES['TSD-02'].question} Wis. Stat. 60.71(2)(a); rule version ")
    parts = [
        "as of July 1, 2026",
        "What the law asks Wis. Stat. 60.71(2)(a), text on file from July 1, 2011: A petition",
        "How Townline reads it",
        "Readings all_coowners: The default. A parcel is signed when every one of its co-owners signed.",
        "Facts it needs parcels (table): ",
        "Values of the law in force petition_owners_portion 0.51 (51 percent), from July 1, 2011",
        "What it does not decide",
        "Sources outside the five texts on file Wis. Stat. 990.01(26) (confidence High): ",
    ]
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_one_rule_as_json() -> None:
    said = json.loads(law("TSD-02", "--date", "2026-07-01", "--format", "json").stdout)
    assert (said["rule"], said["date"], said["holds_from"]) == ("TSD-02", "2026-07-01", "2011-07-01")
    assert {"requirement", "interpretation", "readings", "facts", "parameters", "not_decided", "outside"} <= said.keys()


def test_a_value_shows_its_history() -> None:
    result = law("former_exclusions_end", "--date", "2026-07-01")
    said = words(result)
    assert "Values on file, oldest first April 19, 1990 (in force) from July 1, 2011; Wis. Stat. 60.726(1)." in said
    assert "Rules that use it TSD-19" in said


@pytest.mark.parametrize(("name", "near"), [("TSD-2", "TSD-02"), ("petition_owner_portion", "petition_owners_portion")])
def test_an_unknown_name_leaves_with_2_and_near_names(name: str, near: str) -> None:
    result = law(name, "--date", "2026-07-01", "--format", "json")
    assert result.exit_code == 2
    said = json.loads(result.stderr)
    assert said["error"] == "LawUnknown"
    assert said["why"].startswith(f"Near names are {near}")


@pytest.mark.parametrize("name", ["TSD-02", "TSD-28", "petition_owners_portion"])
def test_a_date_before_the_law_on_file_is_refused(name: str) -> None:
    result = law(name, "--date", "2011-06-30")
    assert result.exit_code == 2
    assert "2011-06-30" in result.stderr
    assert "2011-07-01" in result.stderr


def test_a_wrong_date_leaves_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["law", "TSD-02", "--date", "July 2026"])
    assert left.value.code == 2
    assert "'July 2026' is no date." in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    ["law", "/law", "javascript:alert(1)", "ftp://example.org/law", "https://", "https://[/law", "https://x/?a"],
)
def test_a_map_links_only_to_a_whole_address(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["map", "line.geojson", "-o", str(tmp_path / "map.html"), "--layers", str(tmp_path), "--date", "2025-07-01"]
    with pytest.raises(SystemExit) as left:
        main([*asked, "--law-pages", address])
    assert left.value.code == 2
    assert "the option --law-pages" in capsys.readouterr().err
