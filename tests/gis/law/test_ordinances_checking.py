"""Are all faults of an ordinance file told at once, and what it says beside the law on file?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from gis.errors import LawFileInvalid
from gis.law.ordinance_checking import checked_ordinance
from gis.law.ordinance_files import load_ordinances
from gis.model.ordinance_check import OrdinanceCheck

ELM = """\
id: Elm
title: Village of Elm, sewers
citation: FILL-IN
applies_in:
  kind: hamlet
  name: Village of Elm
  country: Rock
in_force:
  from: 2012-13-01
connection:
  rule: MUK-99
operators:
  Elm Utilities: private
charges:
  rec_charge: -45
  rec_charge_period: weekly
  standby: maybe
stormwater:
  distrct: Elm Stormwater
  rate: many
  tiers:
    - up_to_sqft: 2500
      units: 1
parameters:
  mukwonago_connect_months:
    unit: days
    values:
      - from: 2012-01-01
        value: 12
        citation: Village of Elm Code 20.1
  mukwonago_hazard_days:
    unit: days
    values:
      - from: FILL-IN
        value: 12
        citation: FILL-IN
  eru_sqft:
    unit: sqft
    values:
      - from: 2012-01-01
        value: 0
        citation: Village of Elm Code 20.1
  eru_sqrt:
    unit: sqft
    values:
      - from: 2012-01-01
        value: 2500
        citation: Village of Elm Code 20.1
"""


def check(folder: Path, text: str) -> OrdinanceCheck:
    path = folder / "elm.yaml"
    path.write_text(text, encoding="utf-8")
    return checked_ordinance(path)


def test_all_faults_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    found = check(tmp_path, ELM)
    assert (found.usable, found.says) == (False, None)
    # Counted in the text above.
    told = {each.line: each.what for each in found.faults}
    expected = {
        1: "'Elm' is no id",
        3: "To be filled in: citation.",
        5: "'hamlet' is no kind",
        7: "'country' is no key",
        9: "A date of in_force is no date",
        11: "'MUK-99' is no rule",
        13: "'private' is no owner",
        15: "rec_charge is no amount",
        16: "'weekly' is no rec_charge_period",
        17: "standby is neither yes nor no",
        19: "'distrct' is no key",
        20: "rate of stormwater is no amount",
        22: "the last tier ends at 2500 sq ft",
        25: "mukwonago_connect_months is in days here and in months in the law",
        34: "To be filled in: from and citation of mukwonago_hazard_days.",
        37: "eru_sqft cannot be 0 sqft",
        43: "has no parameter eru_sqrt",
    }
    assert list(told) == sorted(expected)
    assert len(found.faults) == len(expected)
    for line, what in expected.items():
        assert what in told[line], told[line]
    assert all(each.why and each.next for each in found.faults)


def test_where_the_file_is_used_the_other_lines_are_told_too(tmp_path: Path) -> None:
    path = tmp_path / "elm.yaml"
    path.write_text(ELM)
    with pytest.raises(LawFileInvalid) as caught:
        load_ordinances([path])
    assert caught.value.where == "file elm.yaml, line 1"
    assert len(caught.value.places) == 16
    assert "line 3: To be filled in: citation." in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("", 1, "empty"),
        ("id: elm\ntitle: 'open", 2, "not valid YAML"),
        ("- a\n- b\n", 1, "Keys are needed for the file"),
        ("id: elm\nid: oak\n", 2, "stands twice"),
        ("id: &a elm\n", 1, "anchor"),
    ],
)
def test_what_is_no_such_file_is_told_too(tmp_path: Path, text: str, line: int, word: str) -> None:
    (fault,) = check(tmp_path, text).faults
    assert (fault.line, word in fault.what) == (line, True), fault


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LawFileInvalid, match="cannot be read"):
        checked_ordinance(tmp_path / "none.yaml")


def test_a_second_text_for_days_that_have_one_is_a_fault(tmp_path: Path) -> None:
    text = """\
id: mukwonago
title: Another
citation: Another
applies_in:
  kind: village
  name: Village of Mukwonago
in_force:
  from: {day}
connection:
  rule: MUK-01
"""
    # The packaged text is used from July 1, 2011; one from a later day ends it.
    (fault,) = check(tmp_path, text.format(day="2011-07-01")).faults
    assert (fault.line, "in force on 2011-07-01" in fault.what) == (8, True)
    assert check(tmp_path, text.format(day="2011-07-02")).usable


def test_the_samples_village_is_unlike_mukwonago_in_every_number(repository: Path) -> None:
    found = checked_ordinance(repository / "data" / "boundaries" / "ordinance-elm.yaml")
    assert found.says is not None, found.faults
    assert (found.says.place_name, found.says.county, found.says.connection_rule) == (
        "Village of Elm",
        "Jefferson",
        "MUK-01",
    )
    assert found.says.holds_from == dt.date(2019, 1, 1)
    # The days of Mukwonago ch. 86 beside those of Elm's file, in the order of its rules.
    numbers = {each.name: each for each in found.says.numbers}
    months = numbers["mukwonago_connect_months"]
    assert ([each.value for each in months.own], months.law, months.differs) == ([14], 9, True)
    # Statute and convention are no ordinance's; of its charges Elm leaves most numbers to the law on file.
    same = {name for name, each in numbers.items() if not each.differs and each.rule not in found.says.charges.rules}
    assert same <= {"last_day_on_closed_day", "boundary_accuracy_default_ft"}


@pytest.mark.parametrize(("name", "count", "rule"), [("elm", 7, "MUK-08"), ("tanner", 7, "CKSD-07")])
def test_the_samples_have_figures_and_prices_of_their_own(repository: Path, name: str, count: int, rule: str) -> None:
    found = checked_ordinance(repository / "data" / "boundaries" / f"ordinance-{name}.yaml")
    assert found.says is not None, found.faults
    charges = found.says.charges
    assert len(charges.figures) == count
    # Some figure of 2026 was set for that year only.
    ended = [each for each in charges.figures if each.until == dt.date(2026, 12, 31)]
    assert ended
    for each in ended:
        assert charges.figure(each.name, dt.date(2026, 12, 31)) == each
        assert charges.figure(each.name, dt.date(2027, 1, 1)) is None
    assert any(each.differs for each in found.says.numbers if each.rule == rule)


def test_elms_quarterly_charge_is_a_quarter_of_its_debt_service_by_unit(repository: Path) -> None:
    found = checked_ordinance(repository / "data" / "boundaries" / "ordinance-elm.yaml")
    assert found.says is not None, found.faults
    charges = found.says.charges
    for year in (2025, 2026):
        # 614,400 over 1,600 units and 629,760 over 1,640 are 384 dollars a year each.
        debt, recs = (
            charges.figure(name, dt.date(year, 6, 15)) for name in ("debt_service_dollars_a_year", "total_recs")
        )
        assert debt is not None
        assert recs is not None
        assert debt.value / recs.value == 384
    assert charges.rec_charge == 96


def test_a_number_that_is_stated_as_the_law_has_it_does_not_differ(tmp_path: Path) -> None:
    text = """\
id: oak
title: Oak
citation: Oak
applies_in:
  kind: village
in_force:
  from: 2015-01-01
stormwater:
  district: Oak
parameters:
  eru_sqft:
    unit: sqft
    values:
      - from: 2015-01-01
        until: 2019-12-31
        value: 2500
        citation: Oak Code 1
      - from: 2020-01-01
        value: 3000.0
        citation: Oak Code 2
"""
    says = check(tmp_path, text).says
    assert says is not None
    assert (says.test, says.place_name) == (None, None)
    size = next(each for each in says.numbers if each.name == "eru_sqft")
    assert ([each.value for each in size.own], size.law, size.differs) == ([2500, 3000], 3000, False)
    cap = next(each for each in says.numbers if each.name == "eru_cap")
    assert (cap.own, cap.law, cap.differs) == ((), 0, False)
