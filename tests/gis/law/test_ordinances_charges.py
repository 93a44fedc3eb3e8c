"""Is the section charges of an ordinance file read strictly: its rules, and the figures that a body adopts?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import LawFileInvalid, ParameterNotInForce
from gis.law.explanations import load_explanations
from gis.law.loader import load_law
from gis.law.ordinance_charges import CHARGE_RULES, FIGURES, charge_rules_of
from gis.law.ordinance_checking import checked_ordinance
from gis.law.ordinance_files import Ordinances, load_ordinances, uses_by_rule
from gis.law.ordinance_reading import every_rule_of, examined
from gis.law.ordinance_writing import new_ordinance
from gis.model.ordinance import AdoptedFigure, ConnectionRule, FigureName, PlaceKind
from tests.gis.law.filling import filled_in

DAY = dt.date(2026, 6, 15)

OAK = """\
id: oak
title: Oak Sanitary District, charges
citation: Oak Charges 1
applies_in:
  kind: sanitary
  name: Oak Sanitary District
in_force:
  from: 2012-01-01
charges:
  rules: [CKSD-04, CKSD-08]
  figures:
    scac_dollars:
      - from: 2024-01-01
        value: 1200.50
        source: Schedule of 2024
      - from: 2025-01-01
        until: 2025-12-31
        value: 1300
        source: Schedule of 2025
      - from: 2027-01-01
        value: 1500
        source: Schedule of 2027
    user_fee_dollars_per_rue:
      - from: 2026-01-01
        value: 97.00
        source: Schedule of 2026
"""


@pytest.fixture
def load(tmp_path: Path) -> Callable[[str], Ordinances]:
    """Return what loads the packaged ordinances with one of a text."""

    def with_text(text: str) -> Ordinances:
        path = tmp_path / "oak.yaml"
        path.write_text(text, encoding="utf-8")
        return load_ordinances([path])

    return with_text


def test_a_body_that_only_charges(load: Callable[[str], Ordinances]) -> None:
    oak = load(OAK).get("oak", DAY)
    assert (oak.connection_rule, oak.stormwater, oak.charges.standby) == (None, None, False)
    assert charge_rules_of(oak) == every_rule_of(oak) == ("CKSD-04", "CKSD-08")


@pytest.mark.parametrize(
    ("name", "day", "value"),
    [
        ("scac_dollars", "2023-12-31", None),
        ("scac_dollars", "2024-01-01", Fraction(2401, 2)),
        # A figure without an end is ended by the next.
        ("scac_dollars", "2024-12-31", Fraction(2401, 2)),
        ("scac_dollars", "2025-01-01", Fraction(1300)),
        ("scac_dollars", "2025-12-31", Fraction(1300)),
        # One that was set until the end of 2025 is not carried into 2026, nor is that of 2027 taken back.
        ("scac_dollars", "2026-01-01", None),
        ("scac_dollars", "2026-12-31", None),
        ("scac_dollars", "2027-01-01", Fraction(1500)),
        ("scac_dollars", "2199-12-31", Fraction(1500)),
        ("user_fee_dollars_per_rue", "2025-12-31", None),
        ("user_fee_dollars_per_rue", "2026-01-01", Fraction(97)),
        ("permit_fee_dollars", "2026-01-01", None),
    ],
)
def test_a_figure_holds_on_its_days_only(
    load: Callable[[str], Ordinances], name: FigureName, day: str, value: Fraction | None
) -> None:
    found = load(OAK).get("oak", DAY).charges.figure(name, dt.date.fromisoformat(day))
    assert (None if found is None else found.value) == value


def test_the_end_of_a_figure_is_told(load: Callable[[str], Ordinances]) -> None:
    first, second, third, _ = load(OAK).get("oak", DAY).charges.figures
    assert first == AdoptedFigure(
        "scac_dollars", Fraction(2401, 2), dt.date(2024, 1, 1), dt.date(2024, 12, 31), "Schedule of 2024"
    )
    assert (second.until, third.until) == (dt.date(2025, 12, 31), None)


# Each change to the good file, the line on which it is refused, and a word of the reason.
REFUSED = [
    pytest.param("[CKSD-04, CKSD-08]", "[CKSD-04, CKSD-8]", 10, "no rule of charges", id="no rule"),
    pytest.param("[CKSD-04, CKSD-08]", "[CKSD-04, CKSD-01, CKSD-08]", 10, "no rule of charges", id="no charge"),
    pytest.param("[CKSD-04, CKSD-08]", "[CKSD-04, CKSD-08, CKSD-04]", 10, "stands twice", id="a rule twice"),
    pytest.param("[CKSD-04, CKSD-08]", "CKSD-04", 10, "not a list", id="no list"),
    pytest.param("[CKSD-04, CKSD-08]", "[]", 10, "delete the key", id="empty list"),
    pytest.param("[CKSD-04, CKSD-08]", "[CKSD-08]", 12, "a figure of CKSD-04", id="figure without its rule"),
    pytest.param("  rules: [CKSD-04, CKSD-08]\n", "", 1, "nor rules of charges", id="no rules"),
    pytest.param("  rules:", "  standby: yes\n  rules:", 10, "standby and no connection", id="standby"),
    pytest.param("  rules:", "  rule:", 10, "'rule' is no key", id="misspelt key"),
    pytest.param("    scac_dollars", "    scac_dolars", 12, "'scac_dolars' is no key of figures", id="unknown figure"),
    pytest.param("value: 1200.50", "value: 1200.505", 14, "at most two places", id="parts of a cent"),
    pytest.param("value: 1200.50", "value: -1200.50", 14, "without quotes, sign", id="negative"),
    pytest.param("value: 1200.50", "value: '1200.50'", 14, "without quotes", id="quoted"),
    pytest.param("value: 1200.50", "value: 1e3", 14, "amount of dollars", id="exponent"),
    pytest.param("from: 2024-01-01", "from: 2024-02-30", 13, "no date", id="no day"),
    pytest.param("from: 2024-01-01", "from: 204-01-01", 13, "no date", id="three digits"),
    pytest.param("from: 2024-01-01", "from: 1024-01-01", 13, "year 1024", id="year not read"),
    pytest.param("until: 2025-12-31", "until: 2925-12-31", 17, "year 2925", id="last year not read"),
    pytest.param("until: 2025-12-31", "until: 2024-12-31", 17, "ends before it begins", id="ends before it begins"),
    pytest.param("from: 2024-01-01", "from: 2026-01-01", 16, "not in order", id="out of order"),
    pytest.param("from: 2024-01-01", "from: 2025-01-01", 16, "each once", id="two from one day"),
    pytest.param("until: 2025-12-31", "until: 2027-01-01", 20, "overlap", id="overlap of one day"),
    pytest.param("        source: Schedule of 2024\n", "", 13, "source is missing", id="no source"),
    pytest.param("source: Schedule of 2024", "source: 2024", 15, "Words are needed", id="a number as source"),
    pytest.param("source: Schedule of 2024", "sauce: Schedule of 2024", 15, "'sauce' is no key", id="misspelt source"),
    pytest.param(
        "      - from: 2024-01-01\n        value: 1200.50\n        source: Schedule of 2024\n",
        "      value: 1200\n",
        14,
        "not valid YAML",
        id="a key among the items",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "word"), REFUSED)
def test_what_is_wrong_is_refused_with_its_line(
    load: Callable[[str], Ordinances], old: str, new: str, line: int, word: str
) -> None:
    assert OAK.count(old) >= 1
    with pytest.raises(LawFileInvalid) as caught:
        load(OAK.replace(old, new, 1))
    assert (
        f"line {line}" in caught.value.where or f"line {line}:" in str(caught.value),
        word in str(caught.value),
    ) == (
        True,
        True,
    ), caught.value


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "oak.yaml"
    text = OAK.replace("CKSD-08]", "CKSD-99]").replace("1200.50", "1200.505").replace("97.00", "-97")
    path.write_text(text.replace("  rules", "  standby: maybe\n  rules"))
    told = {each.line: each.what for each in checked_ordinance(path).faults}
    # One line more than in the text above; standby has two faults at its line.
    assert list(told) == [10, 11, 15, 26]


@pytest.mark.parametrize("figure", ["total_recs", "single_family_average_gal", "sewer_consumption_kgal"])
def test_nothing_is_divided_by_a_figure_of_nothing(load: Callable[[str], Ordinances], figure: str) -> None:
    text = OAK.partition("charges:")[0] + (
        f"charges:\n  rules: [MUK-05, MUK-06]\n  figures:\n    {figure}:\n"
        "      - from: 2026-01-01\n        value: {}\n        source: Budget\n"
    )
    # Units have as many decimals as they need.
    assert load(text.format("1234.5625")).get("oak", DAY).charges.figures[0].value == Fraction(19753, 16)
    with pytest.raises(LawFileInvalid, match=f"{figure} cannot be 0"):
        load(text.format("0"))


def test_every_rule_of_charges_is_explained() -> None:
    assert set(CHARGE_RULES) <= load_explanations().keys()


def test_each_packaged_text_charges_by_its_own_rules() -> None:
    # RULES.md, sections 5 to 7: Mukwonago ch. 86, the CKSD's ordinance and the village's; 281.45 charges nothing.
    charged = {each.id: set(charge_rules_of(each)) for each in load_ordinances().in_force(DAY)}
    assert charged.pop("wis-stat-281.45") == set()
    assert {name: {rule[: rule.index("-")] for rule in rules} for name, rules in charged.items()} == {
        "mukwonago": {"MUK"},
        "cksd": {"CKSD"},
        "village-connections": {"VLG"},
    }
    assert sum(map(len, charged.values())) == len(CHARGE_RULES) == 24
    # The amounts are in no text on file.
    assert all(not each.charges.figures for each in load_ordinances().in_force(DAY))


KINDS: tuple[PlaceKind, ...] = get_args(PlaceKind)
DUTIES: tuple[ConnectionRule, ...] = get_args(ConnectionRule)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("duty", DUTIES)
def test_the_figures_of_a_new_file_are_examples_that_hold(kind: PlaceKind, duty: ConnectionRule) -> None:
    text = filled_in(new_ordinance("Elm", kind, duty).text)
    start, end = text.index("  # figures:\n"), text.index("# Delete this section")
    examples = text[start:end].replace("  # ", "  ")
    found = examined(text[:start] + examples + text[end:], "new.yaml", load_law(), uses_by_rule())
    assert found.faults == ()
    assert found.file is not None
    charges = found.file.ordinance.charges
    villages = {"MUK", "VLG"} if duty == "VLG-06" else {"MUK"}
    assert {rule[: rule.index("-")] for rule in charges.rules} == ({"CKSD"} if kind == "sanitary" else villages)
    assert len(charges.figures) == examples.count("- from:") > 5


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_new_file_without_a_duty_has_an_example_of_charges_that_holds(kind: PlaceKind) -> None:
    text = filled_in(new_ordinance("Elm", kind, "none").text)
    start, end = text.index("# charges:\n"), text.index("# Delete this section")
    section = re.sub("^# ", "", text[start:end], flags=re.MULTILINE)
    examples = section.index("  # figures:\n")
    section = section[:examples] + section[examples:].replace("  # ", "  ")
    found = examined(text[:start] + section + text[end:], "new.yaml", load_law(), uses_by_rule())
    assert found.faults == ()
    assert found.file is not None
    assert found.file.ordinance.connection_rule is None
    assert found.file.ordinance.charges.rules
    assert len(found.file.ordinance.charges.figures) == section.count("- from:") > 5


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(st.dates(dt.date(2012, 1, 1), dt.date(2030, 12, 31)), min_size=1, max_size=6, unique=True), st.data())
def test_on_any_day_at_most_one_figure_holds(days: list[dt.date], data: st.DataObject) -> None:
    begins = sorted(days)
    items = []
    for i, since in enumerate(begins):
        until = ""
        if data.draw(st.booleans()):
            last = begins[i + 1] - dt.timedelta(days=1) if i + 1 < len(begins) else dt.date(2035, 1, 1)
            until = f"        until: {data.draw(st.dates(since, last))}\n"
        items.append(f"      - from: {since}\n{until}        value: {i}\n        source: Schedule\n")
    text = (
        f"{OAK.partition('charges:')[0]}charges:\n  rules: [CKSD-04]\n  figures:\n    scac_dollars:\n{''.join(items)}"
    )
    found = examined(text, "oak.yaml", load_law(), uses_by_rule())
    assert found.file is not None, found.faults
    charges = found.file.ordinance.charges
    for day in (*begins, *(each - dt.timedelta(days=1) for each in begins), dt.date(2100, 1, 1)):
        holding = [each for each in charges.figures if each.holds_from <= day <= (each.until or dt.date.max)]
        assert len(holding) <= 1
        begun = sum(each <= day for each in begins)
        figure = charges.figure("scac_dollars", day)
        # No earlier figure stands in for one that ended, and no later one begins early.
        assert figure is None or figure.value == begun - 1


def test_every_figure_has_a_place_in_some_new_file() -> None:
    written = "".join(new_ordinance("Elm", kind, "VLG-06").text for kind in KINDS)
    assert all(f"  {name}:\n" in written for name in FIGURES)


BY_DAYS = """\
id: ash
title: Village of Ash, charges
citation: Ash Code 1
applies_in: {kind: village, name: Village of Ash}
in_force: {from: 2012-01-01}
connection: {rule: MUK-01}
charges:
  rec_charge_period: quarterly
  figures:
    rec_charge_dollars:
      - {from: 2025-01-01, value: 80, source: Resolution of 2024}
      - {from: 2026-01-01, until: 2026-12-31, value: 90.50, source: Resolution of 2025}
"""


@pytest.mark.parametrize(
    ("day", "dollars"),
    [("2024-12-31", None), ("2025-06-01", 80), ("2026-12-31", Fraction("90.5")), ("2027-01-01", None)],
)
def test_a_charge_of_one_unit_may_have_days(
    load: Callable[[str], Ordinances], day: str, dollars: Fraction | int | None
) -> None:
    charges = load(BY_DAYS).get("ash", DAY).charges
    assert charges.has_rec_charge
    assert charges.rec_charge_on(dt.date.fromisoformat(day)) == dollars


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("  rec_charge_period: quarterly\n", "", "stand together"),
        ("  rec_charge_period", "  rec_charge: 80\n  rec_charge_period", "stand for one charge"),
        ("connection: {rule: MUK-01}\n", "", "and no connection"),
    ],
)
def test_a_charge_of_one_unit_is_stated_once_with_its_period(
    load: Callable[[str], Ordinances], old: str, new: str, word: str
) -> None:
    with pytest.raises(LawFileInvalid, match=word):
        load(BY_DAYS.replace(old, new))


RATES = """\
id: birch
title: Village of Birch, charges
citation: Birch Code 1
applies_in:
  kind: village
  name: Village of Birch
in_force:
  from: 2012-01-01
charges:
  rules: [MUK-08, MUK-19]
parameters:
  mukwonago_rca_base_dollars:
    unit: usd
    values:
      - from: 2012-01-01
        until: 2023-12-31
        value: 700
        citation: Birch Code 2
      - from: 2024-01-01
        value: 812.50
        citation: Birch Code 2, amended
  mukwonago_impact_water_usd_per_rec:
    unit: usd
    values:
      - from: 2025-01-01
        until: 2025-12-31
        value: 1000
        citation: Birch Code 3
      - from: 2026-01-01
        until: 2026-12-31
        value: 1100
        citation: Birch Code 3
"""


def test_its_prices_stand_in_place_of_the_laws(load: Callable[[str], Ordinances]) -> None:
    ordinances = load(RATES)
    told = {
        day.year: ordinances.parameters(ordinances.get("birch", day), day).number("mukwonago_rca_base_dollars")
        for day in (dt.date(2012, 1, 1), dt.date(2023, 12, 31), dt.date(2024, 1, 1))
    }
    assert told == {2012: 700, 2023: 700, 2024: Fraction(1625, 2)}
    # Mukwonago's own 900 and 50 dollars stay what they are, and are nobody else's.
    mukwonago, birch = (ordinances.parameters(ordinances.get(each, DAY), DAY) for each in ("mukwonago", "birch"))
    assert mukwonago.number("mukwonago_rca_base_dollars") == 900
    assert mukwonago.number("mukwonago_rca_increase_dollars") == 50
    with pytest.raises(ParameterNotInForce, match="mukwonago_rca_increase_dollars under parameters"):
        birch.number("mukwonago_rca_increase_dollars")


def test_a_table_by_years_may_end_and_is_never_carried_on(load: Callable[[str], Ordinances]) -> None:
    ordinances = load(RATES)
    law = ordinances.law_under(ordinances.get("birch", DAY))
    name = "mukwonago_impact_water_usd_per_rec"
    assert [law.parameters(dt.date(year, 7, 1)).number(name) for year in (2025, 2026)] == [1000, 1100]
    for year in (2020, 2024, 2027):
        with pytest.raises(ParameterNotInForce, match=str(year)):
            law.parameters(dt.date(year, 7, 1)).number(name)


def test_a_price_that_is_no_table_leaves_no_day_out(load: Callable[[str], Ordinances]) -> None:
    with pytest.raises(LawFileInvalid, match="No value of mukwonago_rca_base_dollars holds on 2024-01-01"):
        load(RATES.replace("from: 2024-01-01", "from: 2024-01-02"))


def test_a_price_of_a_rule_that_is_not_named_is_refused(load: Callable[[str], Ordinances]) -> None:
    with pytest.raises(LawFileInvalid, match="No rule of this ordinance uses mukwonago_rca_base_dollars"):
        load(RATES.replace("[MUK-08, MUK-19]", "[MUK-19]"))


def test_an_unreadable_list_of_rules_calls_no_price_unused(tmp_path: Path) -> None:
    path = tmp_path / "birch.yaml"
    path.write_text(RATES.replace("[MUK-08, MUK-19]", "[MUK-8, MUK-19]"))
    (fault,) = checked_ordinance(path).faults
    assert fault.line == 10
