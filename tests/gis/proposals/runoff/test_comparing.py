from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import pytest

from gis.model.runoff import RollChanges, UnitsChange
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.comparing import roll_changes
from tests.gis.proposals.runoff.conftest import Run
from tests.gis.proposals.runoff.runoff_village import split_and_merged

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

BEFORE = dt.date(2025, 6, 15)


def changed(answer: RollChanges) -> dict[str, UnitsChange]:
    return {each.parcel_id.removeprefix("7-"): each for each in answer.changes}


def test_a_lot_that_outgrows_the_low_density_and_falls_is_told_why(runoff_on_file: LayersOnFile, run: Run) -> None:
    answer = roll_changes(runoff_on_file, run(date=BEFORE, rate="18.75"), run(rate="18.75"))
    (change,) = answer.changes
    assert (change.parcel_id, change.units_before, change.units_after) == ("7-E", Fraction(1), Fraction(3, 4))
    assert (change.due_before, change.due_after) == (Fraction("18.75"), Fraction("14.06"))
    grew, by_rule, lower = change.reasons
    assert grew.endswith(": 200 sq ft more of drive.")
    assert by_rule.startswith("It is judged by another rule")
    assert "and yet the parcel went from 1 runoff unit to 0.75" in lower
    assert answer.unchanged == 8


def test_another_rate_and_what_a_person_entered(runoff_on_file: LayersOnFile, run: Run) -> None:
    after = run(("7-A", "development_kind", "nonresidential"), date=BEFORE, rate="20")
    found = changed(roll_changes(runoff_on_file, run(date=BEFORE, rate="18.75"), after))
    assert "The rate changed from $18.75 to $20 a unit." in found["C"].reasons
    # 2,000 sq ft by area.
    assert (found["A"].units_before, found["A"].units_after) == (Fraction(1), Fraction(3, 4))
    assert found["A"].reasons[0].startswith("What stands on it changed from single-family to nonresidential")
    # What is open has no bill, and stays as it was.
    assert sorted(found) == ["A", "C", "D", "E", "I"]


def test_another_text_of_the_ordinance(runoff_on_file: LayersOnFile, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(ORDINANCE, "utf-8")
    answer = roll_changes(runoff_on_file, run(date=BEFORE), run(date=BEFORE, ordinance=file))
    found = changed(answer)
    # 10,000 over 2,500 is 4.
    assert found["C"].units_after == 4
    assert any(each.startswith("The ordinance changed eru_sqft from 3000") for each in found["C"].reasons)


ORDINANCE = """
id: other
title: Other
citation: Code 1
applies_in:
  kind: village
  name: Village of Mukwonago
  county: Waukesha
in_force:
  from: 2011-07-01
connection:
  rule: MUK-01
stormwater:
  district: Utility District No. 1
  rate: null
parameters:
  eru_sqft:
    unit: sqft
    values:
      - from: 2011-07-01
        value: 2500
        citation: Code 2
"""


@pytest.fixture(scope="module")
def divided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return split_and_merged(tmp_path_factory.mktemp("divided"))


def test_lots_that_were_split_and_merged(divided: Path, run: Run) -> None:
    def asked(date: dt.date) -> RunoffAsked:
        return RunoffAsked(Asked(date, run().asked.ordinances, "mukwonago"), divided)

    found = changed(roll_changes(LayersOnFile(divided), asked(dt.date(2025, 6, 15)), asked(dt.date(2026, 6, 15))))
    # C1 has 8,000 over 3,000, 2.67; C2 has 2,000, 0.67.
    assert found["C"].reasons == ("It was split into 7-C1 (2.75 runoff units) and 7-C2 (0.75 runoff unit).",)
    assert found["C1"].reasons == ("It was split from 7-C (3.5 runoff units).",)
    assert found["HI"].reasons == ("It was made of 7-H and 7-I (1 runoff unit).",)
