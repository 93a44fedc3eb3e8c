"""Do the sample's two proceedings, its decision and its two rolls give what was worked by hand?

Each row is worked twice: from the committed files with plain dates, fractions and geopandas, and by Townline over the
imported sample. Keys of data/boundaries/situations.csv that begin with `proceedings.` are checked here.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
import shapely
import yaml

from api.brought_files import BroughtFiles
from gis.geometry.boundary import read_boundary
from gis.model.facts.commissioners import ShareShiftFacts
from gis.model.finding import Finding
from gis.proposals.decisions.decide import Decided, Decider
from gis.proposals.decisions.file import read_decision
from gis.proposals.evaluate import Evaluator
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.proposals.town_shares import shares_over_time
from gis.register.contradictions import contradictions
from gis.register.reading import read_register
from tests.data.plain_county import (
    NEW,
    OLD,
    SAMPLE,
    Row,
    land_inside,
    leading_town,
    proposal,
    rows_of_table,
    signed_land_sqft,
    situations,
)
from tests.data.worked_proceedings import (
    DAY,
    ENOUGH,
    LINE_SQFT,
    PETITIONS,
    WEEK,
    WORKED,
    districts_inside,
    municipalities_inside,
    nth_weekday,
    owners,
    signers,
    sufficient,
    told,
)

DATE = dt.date(2026, 6, 15)
ACCURACY_FT = Fraction(1, 10)
SITUATIONS = situations("proceedings.")


def in_words(answer: object) -> str:
    """Write an answer as the table has it."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list | tuple):
        return "; ".join(str(each) for each in answer)
    return "" if answer is None else str(answer)


def check_worked(row: Row) -> None:
    _, name, rule = row["key"].split(".")
    state, answer = WORKED[rule](told(name))
    assert (state, in_words(answer)) == (row["state"], row["answer"])


def check_earliest_hearing(row: Row) -> None:
    about = told("lawful")
    days = (
        about.days("notice_published")[1] + WEEK,
        about.day("notice_mailed") + 10 * DAY,
        about.day("bond_filed") + 15 * DAY,
    )
    assert max(days).isoformat() == row["answer"]


def check_added(row: Row) -> None:
    line = proposal(row["file"])
    if row["key"] == "proceedings.lawful.added":
        found = line.intersection(shapely.box(18_480, 0, 30_000, 30_000)).area
    else:
        # All but the notch in the village.
        more = line.difference(proposal("proposal-lawful.geojson"))
        found = more.intersection(shapely.box(14_000, 0, 30_000, 30_000)).area
    assert found == pytest.approx(float(row["answer"]), abs=LINE_SQFT)
    stated = float(told(row["key"].split(".")[1]).stated["added_area_acres"])
    assert stated == pytest.approx(found / 43_560, abs=0.005)


def check_owner_count(row: Row) -> None:
    assert len(owners(row["feature_id"])) == int(row["answer"])


def check_all_land(row: Row) -> None:
    whole = sum(area for _, area in land_inside(row["feature_id"]).values())
    assert whole == pytest.approx(float(row["answer"]), abs=2 * LINE_SQFT)


def check_signed(row: Row) -> None:
    people, feet = row["answer"].split("; ")
    assert len(signers(row["file"]) & owners(row["feature_id"])) == int(people)
    assert signed_land_sqft(row["feature_id"], signers(row["file"])) == pytest.approx(float(feet), abs=LINE_SQFT)


def check_short(row: Row) -> None:
    line = row["feature_id"]
    assert ceil(ENOUGH * len(owners(line))) - len(signers(row["file"]) & owners(line)) == int(row["answer"])


def check_metropolitan(row: Row) -> None:
    assert districts_inside("proposal-unlawful.geojson") == {
        row["feature_id"]: pytest.approx(float(row["answer"]), abs=2)
    }


def check_leads(row: Row) -> None:
    roll, year = (OLD, 2024) if row["file"] == OLD else (NEW, 2025)
    assert leading_town(roll, row["feature_id"], year) == row["answer"]


SHIFT = ShareShiftFacts(first_authorized="Town of Birch", shares_changed=dt.date(2025, 8, 15))
ACTED = {"proceedings.shares.in-time": dt.date(2025, 10, 14), "proceedings.shares.late": dt.date(2025, 10, 15)}


def check_acted(row: Row) -> None:
    assert (leading_town(OLD, row["feature_id"], 2024), leading_town(NEW, row["feature_id"], 2025)) == (
        SHIFT.first_authorized,
        row["answer"],
    )
    assert SHIFT.shares_changed is not None
    last = SHIFT.shares_changed + 60 * DAY
    assert last != nth_weekday(2025, 10, 0, 2)
    assert row["state"] == ("pass" if ACTED[row["key"]] <= last else "fail")


def check_area_of_line(row: Row) -> None:
    assert proposal(row["file"]).area == pytest.approx(float(row["answer"]), abs=LINE_SQFT)
    left = proposal(row["feature_id"]).difference(proposal("excluded-flips.geojson"))
    result = proposal("proposal-flips-excluded.geojson")
    assert left.symmetric_difference(result).area < LINE_SQFT


def decided_file() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((SAMPLE / "decision-flips.yaml").read_text("utf-8"))
    return found


def check_flipped(row: Row) -> None:
    line, rule = "proposal-flips-excluded.geojson", row["rule"]
    if rule == "TSD-12":
        # YAML takes yes for a truth value.
        found = decided_file()["findings"]
        assert (found["necessary"], found["welfare"], found["benefit"]) == (True, True, "partly")
    elif rule == "TSD-02":
        assert sufficient(line, "petition-heads.csv") is (row["answer"] == "yes")
        assert (len(signers("petition-heads.csv") & owners(line)), len(owners(line))) == (77, 120)
    elif rule == "TSD-32":
        alder, birch = (municipalities_inside(line)[f"Town of {town}"] for town in ("Alder", "Birch"))
        votes = alder / 13_939_200 * 640 + birch / 27_246_780 * 510
        assert ceil(votes / 5) == int(row["answer"])
    else:
        assert leading_town(NEW, line, 2025) == row["answer"]


def check_ruling(row: Row) -> None:
    (entry,) = (each for each in decided_file()["exclusions"] if each.get("parcels") == [row["feature_id"]])
    assert entry["decision"] == row["answer"]
    assert ("because" in entry) == (row["answer"] != "undecided")


RULES = tuple(f"TSD-{number:02d}" for number in range(1, 36))
CHECKS: dict[str, Callable[[Row], None]] = {
    **{f"proceedings.lawful.{rule}": check_worked for rule in RULES},
    "proceedings.lawful.earliest-hearing": check_earliest_hearing,
    "proceedings.lawful.added": check_added,
    **{f"proceedings.unlawful.{rule}": check_worked for rule in RULES},
    "proceedings.unlawful.owners": check_owner_count,
    "proceedings.unlawful.all-land": check_all_land,
    "proceedings.unlawful.signed": check_signed,
    "proceedings.unlawful.short": check_short,
    "proceedings.unlawful.added": check_added,
    "proceedings.unlawful.metropolitan": check_metropolitan,
    "proceedings.shares.2024": check_leads,
    "proceedings.shares.2025": check_leads,
    "proceedings.shares.in-time": check_acted,
    "proceedings.shares.late": check_acted,
    "proceedings.flips.left-out": check_area_of_line,
    "proceedings.flips.result": check_area_of_line,
    **{f"proceedings.flips.TSD-{rule}": check_flipped for rule in ("12", "01", "23", "02", "32")},
    "proceedings.flips.kept": check_ruling,
    "proceedings.flips.undecided": check_ruling,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


@pytest.mark.parametrize("file", sorted(SAMPLE.glob("register*.csv")), ids=lambda file: file.stem)
def test_every_register_is_read_strictly_and_contradicts_nothing(file: Path) -> None:
    register = read_register(file.read_bytes(), file.name, DATE)
    assert len(register.entries) == len(rows_of_table(file.name))
    assert contradictions(register.standing(DATE)) == ()
    invented = re.compile(r"(Clerk|Inspector|Surveyor) of the example |OWNER \d|EXAMPLE ")
    assert all(invented.match(each.who) for each in register.entries)


def by_rule(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.rule: finding for finding in findings}


def answered(finding: Finding) -> tuple[str, str]:
    """Return state and answer; of TSD-04, which answers for each line, how many are not vouched for."""
    answer = finding.measures["neither_count"] if finding.rule == "TSD-04" else finding.answer
    return finding.state.value, in_words(answer)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lawful", "unlawful"])
def test_townline_finds_what_was_worked_by_hand(name: str, evaluator: Evaluator, sample_layers: Path) -> None:
    files = BroughtFiles(SAMPLE / f"proposal-{name}.yaml", SAMPLE / PETITIONS[name], SAMPLE / f"register-{name}.csv")
    brought = files.read(evaluator, sample_layers, DATE, {})
    evaluation = evaluator.evaluate_file(
        SAMPLE / f"proposal-{name}.geojson", DATE, boundary_accuracy_ft=ACCURACY_FT, brought=brought
    )
    found = by_rule(evaluation.report.findings)
    rows = {rule: SITUATIONS[f"proceedings.{name}.{rule}"] for rule in RULES}
    assert {rule: answered(each) for rule, each in found.items()} == {
        rule: (row["state"], row["answer"]) for rule, row in rows.items()
    }
    if name == "lawful":
        assert (
            found["TSD-06"].measures["earliest_hearing"] == SITUATIONS["proceedings.lawful.earliest-hearing"]["answer"]
        )
    else:
        assert str(found["TSD-02"].measures["owner_count"]) == SITUATIONS["proceedings.unlawful.owners"]["answer"]
        assert str(found["TSD-02"].measures["owners_short"]) == SITUATIONS["proceedings.unlawful.short"]["answer"]
        assert found["TSD-15"].measures["missing_counties"] == ["Jefferson"]


@pytest.mark.slow
def test_townline_tells_the_shares_of_both_rolls(sample_layers: Path) -> None:
    line = read_boundary(SAMPLE / "proposal-lawful.geojson", plain_frame())
    for key, acted in ACTED.items():
        found = shares_over_time(line, LayersOnFile(sample_layers), DATE, replace(SHIFT, board_acted=acted))
        assert {str(year.roll_year): year.leader for year in found.years} == {
            "2024": SITUATIONS["proceedings.shares.2024"]["answer"],
            "2025": SITUATIONS["proceedings.shares.2025"]["answer"],
        }
        assert answered(found.finding) == (SITUATIONS[key]["state"], SITUATIONS[key]["answer"])


@pytest.fixture(scope="module")
def decided(evaluator: Evaluator, sample_layers: Path) -> Decided:
    brought = BroughtFiles(petition=SAMPLE / "petition-heads.csv").read(evaluator, sample_layers, DATE, {})
    return Decider(evaluator).decide_file(
        SAMPLE / "proposal-flips.geojson",
        read_decision(SAMPLE / "decision-flips.yaml"),
        DATE,
        boundary_accuracy_ft=ACCURACY_FT,
        brought=brought,
    )


@pytest.mark.slow
def test_townline_flips_jurisdiction_by_the_decision(decided: Decided) -> None:
    decision = decided.decision
    assert decision.shape is not None
    assert decision.after is not None
    assert float(decision.shape.area_sqft) == pytest.approx(
        float(SITUATIONS["proceedings.flips.result"]["answer"]), abs=LINE_SQFT
    )
    after = by_rule(decision.after.findings) | {"TSD-12": decision.decided}
    rows = [row for key, row in SITUATIONS.items() if key.startswith("proceedings.flips.TSD-")]
    assert [answered(after[row["rule"]]) for row in rows] == [(row["state"], row["answer"]) for row in rows]
    assert by_rule(decision.before.findings)["TSD-01"].answer == "Town of Alder"
    assert (after["TSD-02"].measures["owners_signed"], after["TSD-02"].measures["owner_count"]) == (77, 120)
    assert {land.name: land.ruling.value for land in decision.lands} == {
        "Two blocks of Chapel": "exclude",
        SITUATIONS["proceedings.flips.kept"]["feature_id"]: "keep",
        SITUATIONS["proceedings.flips.undecided"]["feature_id"]: "undecided",
    }
