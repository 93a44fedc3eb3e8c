"""Is nobody charged the money and rates of another municipality under an ordinance that follows its rules?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from gis.errors import ParameterNotInForce
from gis.law.loader import load_law
from gis.law.ordinance_checking import checked_ordinance
from gis.law.ordinance_files import load_ordinances, uses_by_rule
from gis.law.ordinance_inheriting import CHARGING, rates
from gis.law.parameters import Parameters, Unit
from gis.model.jsonio import read_json
from gis.rules.registry import judge, read_facts

DAY = dt.date(2026, 6, 15)
CASES = Path(__file__).resolve().parents[2] / "cases" / "rules"
RULES = [rule for rule in CHARGING if rule not in {"MUK-02", "MUK-03", "MUK-04"}]
FOREIGN = f"""\
id: oak
title: Village of Oak (invented)
citation: Code of the Village of Oak 9
applies_in: {{kind: village, name: Village of Oak}}
in_force: {{from: 2012-01-01}}
connection: {{rule: MUK-01}}
charges:
  standby: yes
  ready_to_serve: yes
  rules: [{", ".join(RULES)}]
"""
OWN = """\
parameters:
  mukwonago_standby_percent:
    unit: percent
    values:
      - from: 2012-01-01
        value: 111
        citation: Code of the Village of Oak 9-4
"""


@pytest.fixture
def oak(tmp_path: Path) -> Path:
    """Return a file of another village that lists every rule of charges and states no number."""
    path = tmp_path / "oak.yaml"
    path.write_text(FOREIGN, "utf-8")
    return path


def under(path: Path, ordinance: str = "oak") -> Parameters:
    ordinances = load_ordinances([path])
    return ordinances.parameters(ordinances.get(ordinance, DAY), DAY)


def test_money_and_rates_are_told_by_their_kind() -> None:
    law, names = load_law().entries, rates(load_law())
    # Whatever a rule of charges reads in dollars, percents, parts or units, unless the state sets it for everybody.
    for rule in CHARGING:
        for name in uses_by_rule()[rule]:
            is_rate = law[name].unit in {Unit.USD, Unit.PERCENT, Unit.RATIO, Unit.REC}
            is_of_state = law[name].values[-1].citation.startswith("Wis. Stat.")
            assert not is_rate or is_of_state or name in names, name
    # Days, and what no charge rests on, are taken over.
    assert not names & {"mukwonago_bill_days", "cksd_bill_days", "mukwonago_connect_months", "eru_sqft"}
    # Of a list of units and of a growing assessment every number makes the amount.
    assert {"mukwonago_step_restaurant", "mukwonago_retail_larger_employees", "mukwonago_rca_first_increase"} <= names


@pytest.mark.parametrize("name", sorted(rates(load_law())))
def test_under_another_text_none_of_them_has_a_value(oak: Path, name: str) -> None:
    with pytest.raises(ParameterNotInForce) as caught:
        under(oak).get(name)
    assert (caught.value.parameter, name in caught.value.next) == (name, True)
    assert under(oak).if_stated(name) is None
    assert load_law().entries[name].values


@pytest.mark.parametrize("rule", CHARGING)
def test_no_finding_under_it_uses_one(oak: Path, rule: str) -> None:
    parameters, names = under(oak), rates(load_law())
    file = CASES / f"{rule}.json"
    cases = [case["facts"] for case in read_json(file.read_text("utf-8"))] if file.exists() else [{}]
    assert cases
    for facts in cases:
        try:
            found = judge(rule, read_facts(rule, facts), parameters)
        except ParameterNotInForce as error:
            assert error.parameter in names  # noqa: PT017 - either is right, and of each something is asked
            continue
        assert not {use.name for use in found.parameters} & names


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        (
            "MUK-03",
            {
                "rec_charge": 45,
                "rec_charge_period": "monthly",
                "recs": 1,
                "notice_given": "2026-01-02",
                "as_of": "2026-06-15",
            },
        ),
        (
            "MUK-04",
            {
                "rate": 45,
                "rate_period": "quarterly",
                "service_provided": True,
                "connected": False,
                "standby_also_charged": False,
            },
        ),
        ("MUK-02", {"cost": 5000, "instalments": 3, "work_completed": "2026-05-01", "option_filed": "2026-05-02"}),
    ],
)
def test_what_land_without_connection_is_charged_stays_open_and_names_its_percent(
    oak: Path, rule: str, facts: dict[str, object]
) -> None:
    found = judge(rule, read_facts(rule, facts), under(oak))
    (name,) = set(uses_by_rule()[rule]) & rates(load_law())
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert name in found.because
    assert "$" not in found.because


def test_what_it_states_itself_holds(oak: Path) -> None:
    oak.write_text(FOREIGN + OWN, "utf-8")
    assert under(oak).number("mukwonago_standby_percent") == 111


def test_a_later_text_of_the_same_ordinance_keeps_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "later.yaml"
    text = FOREIGN.replace("id: oak", "id: mukwonago").replace("Code of the Village of Oak 9", "Ordinance 2020-4")
    path.write_text(text.replace("2012-01-01", "2020-01-01"), "utf-8")
    assert under(path, "mukwonago").number("mukwonago_standby_percent") == 150


def test_under_its_own_text_every_number_holds() -> None:
    ordinances = load_ordinances()
    for version in ordinances.in_force(DAY):
        assert ordinances.law_under(version) == load_law()


def test_the_check_tells_whose_each_number_is(oak: Path) -> None:
    oak.write_text(FOREIGN + OWN, "utf-8")
    says = checked_ordinance(oak).says
    assert says is not None
    numbers = {each.name: each for each in says.numbers}
    assert {each.name for each in says.numbers if each.standing == "missing"} == rates(load_law()) - {
        "mukwonago_standby_percent"
    }
    assert (numbers["mukwonago_standby_percent"].standing, numbers["mukwonago_standby_percent"].own[0].value) == (
        "own",
        111,
    )
    assert (numbers["mukwonago_bill_days"].standing, numbers["mukwonago_bill_days"].law_of) == (
        "taken_over",
        "Village of Mukwonago",
    )
    assert numbers["cksd_bill_days"].law_of == "Consolidated Koshkonong Sanitary District"
    assert numbers["last_day_on_closed_day"].law_of == "Wisconsin"
