"""Is a rule, and a value of the law through time, told as it stands on the day asked about?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import LawUnknown, ParameterNotInForce
from gis.law.loader import load_law, read_law
from gis.model.law import ParameterExplained, RuleExplained
from gis.rules.explaining import explained, law_list
from gis.rules.registry import RULES
from tests.gis.law.beginnings import begins

DAY = dt.date(2026, 7, 1)


def rule(name: str, date: dt.date | None = DAY) -> RuleExplained:
    told = explained(name, date)
    assert isinstance(told, RuleExplained)
    return told


def value(name: str, date: dt.date | None = DAY) -> ParameterExplained:
    told = explained(name, date)
    assert isinstance(told, ParameterExplained)
    return told


def test_the_petition_rule_is_told_whole() -> None:
    told = rule("TSD-02")
    assert (told.rule, told.citation, told.version) == ("TSD-02", "Wis. Stat. 60.71(2)(a)", RULES["TSD-02"].version)
    assert told.question == RULES["TSD-02"].question
    assert told.date == DAY
    assert "51 percent" in told.requirement[0].says  # 60.71(2)(a): at least 51 percent, of persons or of land
    assert {"all_coowners", "pro_rata", "any_coowner", "gross_area"} <= told.readings.keys()
    portions = {each.name: each.in_force for each in told.parameters}
    for name in ("petition_owners_portion", "petition_land_portion"):
        now = portions[name]
        assert now is not None
        assert (now.value, now.holds_from, now.citation) == (0.51, dt.date(2011, 7, 1), "Wis. Stat. 60.71(2)(a)")
    assert told.not_decided


@pytest.mark.parametrize("rule_id", RULES)
def test_a_date_before_the_law_on_file_is_refused(rule_id: str) -> None:
    first = begins(rule_id)
    day_before = first - dt.timedelta(days=1)
    assert rule(rule_id, first).holds_from == first
    with pytest.raises(ParameterNotInForce, match=day_before.isoformat()) as caught:
        explained(rule_id, day_before)
    assert first.isoformat() in caught.value.why


def test_a_value_before_the_law_on_file_is_refused_with_its_file() -> None:
    with pytest.raises(ParameterNotInForce) as caught:
        explained("order_recorded_in", dt.date(2011, 6, 30))
    assert "wis-stat-60.71.yaml" in caught.value.where


def test_without_a_date_the_newest_law_is_told() -> None:
    assert rule("TSD-09", None).date == load_law().newest().date
    assert value("governor_term_years", None).date == load_law().newest().date


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("tsd-09", "TSD-09"),
        ("TSD-9", "TSD-09"),
        ("TSD-99", "TSD-09"),
        ("petition_owner_portion", "petition_owners_portion"),
        ("Order_Recorded_In", "order_recorded_in"),
    ],
)
def test_an_unknown_name_is_refused_with_near_names(name: str, near: str) -> None:
    with pytest.raises(LawUnknown) as caught:
        explained(name, DAY)
    assert repr(name) in caught.value.what
    assert near in caught.value.why
    assert caught.value.next


def test_a_name_that_is_near_nothing_says_so() -> None:
    with pytest.raises(LawUnknown, match="No name on file is near it"):
        explained("quillfeather", DAY)


def test_a_value_tells_the_rules_that_use_it() -> None:
    # 20 percent of the vote: petitions to elect (26), to appoint (29), and the numbers by area (31, 32).
    assert value("elector_signatures_portion").rules == ("TSD-26", "TSD-29", "TSD-31", "TSD-32")


HISTORY = """\
section: Wis. Stat. 1.01
parameters:
  bond_days:
    says: The bond is filed so many days before the hearing.
    unit: days
    values:
      - {from: 2000-01-01, until: 2008-12-31, value: 10, citation: Wis. Stat. 1.01(1)}
      - {from: 2010-01-01, value: 15, citation: Wis. Stat. 1.01(2), note: Changed in 2010.}
      - {from: 2020-01-01, value: 20, citation: Wis. Stat. 1.01(3)}
"""


@pytest.fixture
def _history(monkeypatch: pytest.MonkeyPatch) -> None:
    law = read_law({"one.yaml": HISTORY})
    monkeypatch.setattr("gis.rules.explaining.load_law", lambda: law)


@pytest.mark.usefixtures("_history")
@pytest.mark.parametrize(
    ("date", "in_force"),
    [
        pytest.param(dt.date(2000, 1, 1), 10, id="first day"),
        pytest.param(dt.date(2008, 12, 31), 10, id="last day of the first"),
        pytest.param(dt.date(2010, 1, 1), 15, id="first day of the second"),
        pytest.param(dt.date(2019, 12, 31), 15, id="the day before the third"),
        pytest.param(dt.date(2020, 1, 1), 20, id="first day of the third"),
    ],
)
def test_every_value_on_file_is_told_and_one_is_in_force(date: dt.date, in_force: int) -> None:
    told = value("bond_days", date)
    assert [each.value for each in told.values] == [10, 15, 20]
    assert [each.value for each in told.values if each.in_force] == [in_force]
    now = told.in_force
    assert now is not None
    assert now.value == in_force


@pytest.mark.usefixtures("_history")
@pytest.mark.parametrize("date", [dt.date(1999, 12, 31), dt.date(2009, 6, 1)])
def test_a_day_without_a_value_is_refused(date: dt.date) -> None:
    with pytest.raises(ParameterNotInForce, match=date.isoformat()):
        explained("bond_days", date)


def test_the_list_holds_every_rule_and_every_value() -> None:
    told = law_list(DAY)
    assert [line.rule for line in told.rules] == list(RULES)
    assert all(line.in_force and line.citation for line in told.rules)
    assert [each.name for each in told.parameters] == sorted(load_law().entries)
    past = {each.name for each in told.parameters if each.in_force is None}
    # The tables of impact fees end in 2020.
    assert {"mukwonago_impact_water_usd_per_rec", "mukwonago_impact_sewer_usd_per_rec"} <= past
    ends = [each.values[-1].until for each in told.parameters if each.name in past]
    assert all(until is not None and until < DAY for until in ends)
    assert all(each.in_force.citation for each in told.parameters if each.in_force)


def test_the_list_of_an_early_day_says_what_is_not_on_file() -> None:
    told = law_list(dt.date(1995, 10, 24))
    assert not any(line.in_force for line in told.rules)
    # Only the term of governors is on file from before October 25, 1995: Wis. Const. art. V, from 1970.
    assert [each.name for each in told.parameters if each.in_force] == ["governor_term_years"]
    # From that day to 2011 only Mukwonago's list of units is.
    told = law_list(dt.date(2000, 1, 1))
    assert [line.rule for line in told.rules if line.in_force] == ["MUK-07"]
