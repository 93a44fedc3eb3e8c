from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.model.finding import State
from gis.proposals.charges.development import development
from gis.proposals.charges.district import on_connection, quarterly_fee
from tests.gis.proposals.charges.conftest import DISTRICT_ID, Make, amounts, asked_for

SCAC, FCAC = "sewer contribution charge (SCAC)", "future development charge (FCAC)"
PAID = [("sanitary_levy_first_paid", "", "1995-01-31")]
NEVER = [("sanitary_levy_never_paid", "", "2026-01-31")]


def test_a_parcel_that_paid_its_levy_in_time_pays_the_contribution_alone(bench: Make) -> None:
    charges = [*on_connection(bench(DISTRICT_ID, told=PAID))]
    assert amounts(charges) == {SCAC: "2450.00", FCAC: "0.00"}


def test_one_that_never_paid_pays_for_its_lots(bench: Make) -> None:
    charges = [*on_connection(bench(DISTRICT_ID, told=NEVER, lots=2))]
    assert amounts(charges) == {SCAC: "2450.00", FCAC: "3700.00"}  # 2 * 1,850
    fcac = charges[1]
    assert {each.name: each.amount for each in fcac.readings} == {"new_lots": 1850}  # one stood before
    assert fcac.due == "when the plumbing permit is issued"


def test_without_the_history_of_the_levy_it_is_open(bench: Make) -> None:
    charge = development(bench(DISTRICT_ID))
    assert charge.amount is None
    assert asked_for(charge) == ["when the sanitary levy was first paid for the parcel"]


def test_a_division_is_charged_by_its_lots_whatever_the_levy_was(bench: Make) -> None:
    charge = development(bench(DISTRICT_ID, "divide", lots=3))
    assert charge.amount == 5550  # 3 * 1,850
    assert any("could not change the charge" in sentence for sentence in charge.says)
    assert {each.name: each.amount for each in charge.readings} == {"new_lots": 3700}
    open_lots = development(bench(DISTRICT_ID, "divide", told=PAID))
    assert open_lots.amount is None
    assert asked_for(open_lots) == ["into how many lots the parcel is divided"]
    assert development(bench(DISTRICT_ID, "divide", told=[("lots_developed", "2", "2026-02-01")])).amount == 3700


@pytest.mark.parametrize(
    ("acres", "dollars"),
    [("4.9", 1850), ("5", 1850), ("5.1", 4625)],  # 1,850, and 2,775 more over five acres
)
def test_annexed_land_of_more_than_five_acres_has_the_special_rate_too(bench: Make, acres: str, dollars: int) -> None:
    charge = development(bench(DISTRICT_ID, annexed=True, area=acres))
    assert charge.amount == dollars
    replaced = {each.name: each.amount for each in charge.readings}
    # One lot stood there before, so that by one reading none is new; the charge of a large parcel is for the parcel.
    assert replaced == ({"new_lots": 2775, "d_replaces_a": 2775} if dollars > 1850 else {"new_lots": 0})


def test_the_charge_of_a_large_parcel_is_levied_once_and_that_of_lots_for_each(bench: Make) -> None:
    # II(3)(a): per lot; (d): "against each parcel". 3 x 1,850 + 2,775 = 8,325.
    charge = development(bench(DISTRICT_ID, "develop", annexed=True, area="40", lots="3"))
    assert charge.amount == 8325
    assert "3 lots at $1,850, and $2,775 once for the parcel of more than 5 acres: $8,325." in charge.says
    assert {each.name: each.amount for each in charge.readings} == {"new_lots": 6475, "d_replaces_a": 2775}


def test_a_charge_that_was_levied_before_is_not_levied_again(bench: Make) -> None:
    told = [*NEVER, ("development_charge_levied", "1850", "2015-05-01")]
    again = development(bench(DISTRICT_ID, "develop", told=told))
    assert again.amount == 0
    assert any("lump sum" in sentence for sentence in again.says)
    lots = development(bench(DISTRICT_ID, "divide", told=[*told, ("lots_developed", "2", "2026-02-01")]))
    assert lots.amount == 3700


def test_lots_that_nobody_counted_have_no_amount_by_any_reading(bench: Make) -> None:
    charge = development(bench(DISTRICT_ID, "divide", told=NEVER))
    assert (charge.amount, charge.readings) == (None, ())


def test_within_the_accuracy_of_five_acres_both_are_told_and_neither_is_counted(bench: Make) -> None:
    charge = development(bench(DISTRICT_ID, annexed=True, area="5.01", accuracy="0.05"))
    assert charge.amount is None
    assert charge.state is State.WITHIN_TOLERANCE
    assert {each.name: each.amount for each in charge.readings} == {
        "not_over_5_acres": 1850,
        "over_5_acres": 4625,
        "new_lots": 0,
    }


def test_an_acreage_of_the_roll_that_says_otherwise_is_another_reading(bench: Make) -> None:
    roll = {"assessed": Fraction("5.2"), "deeded": Fraction("4.8")}
    charge = development(bench(DISTRICT_ID, annexed=True, area="4.9", roll=roll))
    assert charge.amount == 1850
    assert {each.name: each.amount for each in charge.readings} == {"new_lots": 0, "acres_assessed": 4625}


def test_a_later_year_has_no_figure_of_an_earlier_one(bench: Make) -> None:
    later = bench(DISTRICT_ID, told=NEVER, date=dt.date(2027, 1, 1))
    charges = {each.name: each for each in on_connection(later)}
    assert charges[SCAC].amount is None
    assert charges[FCAC].amount is None
    assert asked_for(charges[SCAC]) == ["the sewer contribution charge, on January 1, 2027"]
    assert any(
        "on file is one from January 1, 2026 until December 31, 2026" in sentence for sentence in charges[SCAC].says
    )


@given(st.dates(dt.date(2020, 1, 1), dt.date(2035, 12, 31)), st.integers(0, 9))
@settings(max_examples=50, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_figures_hold_on_their_days_alone_and_no_charge_is_negative(bench: Make, day: dt.date, spaces: int) -> None:
    told = [("sanitary_levy_never_paid", "", "2019-01-01")]
    told += [("space_with_fixtures", "", "2019-01-01")] * spaces
    asked = bench(DISTRICT_ID, told=told, date=day, lots=spaces + 1)
    charges = [*on_connection(asked), quarterly_fee(asked)]
    for charge in charges:
        # Without a space nothing is told of the fee; every other amount is a figure of 2026.
        is_known = day.year == 2026 and (charge.how_often == "once" or spaces > 0)
        assert (charge.amount is not None) is is_known
        assert charge.amount is None or charge.amount >= 0


@pytest.mark.parametrize("improved", ["no", "yes", None])
@pytest.mark.parametrize("vacant", ["no", "yes", None])
def test_vacant_land_pays_the_contribution_when_it_is_connected(
    bench: Make, vacant: str | None, improved: str | None
) -> None:
    # I(55): not of vacant and unimproved land; but what is connected is a building.
    told = [(kind, value, "2026-01-01") for kind, value in (("vacant", vacant), ("improved", improved)) if value]
    charges = [*on_connection(bench(DISTRICT_ID, told=[*told, *PAID]))]
    assert amounts(charges)[SCAC] == "2450.00"
    assert any("taken to be serviceable, with a building on it" in each for each in charges[0].says)


def test_land_that_cannot_be_served_pays_no_contribution(bench: Make) -> None:
    told = [*PAID, ("serviceable_by_sewer", "no", "2026-01-01")]
    assert amounts([*on_connection(bench(DISTRICT_ID, told=told))])[SCAC] == "0.00"


def test_a_connection_given_up_by_choice_has_no_fee_in_the_text(bench: Make) -> None:
    # II(6)(a) frees destroyed buildings for two years; of others it names the cap permit only.
    told = [*PAID, ("lateral_disconnected", "choice", "2024-06-15")]
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told))}
    assert charges["reconnection fee"].amount is None
    assert "the text sets only the cap permit" in charges["reconnection fee"].missing[0].fact


def test_classes_of_a_sub_district(bench: Make) -> None:
    told = [*PAID, ("sub_district", "FSD2", "2026-01-01"), ("development_kind", "nonresidential", "2026-01-01")]
    name = "contribution of the sub-district (CAC)"
    assert name not in amounts([*on_connection(bench(DISTRICT_ID, told=PAID))])
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told))}
    assert charges[name].amount is None
    told_a = [*told, ("average_flow_gpd", "500", "2026-01-01")]
    assert amounts([*on_connection(bench(DISTRICT_ID, told=told_a))])[name] == "900.00"
    told_gap = [*told, ("average_flow_gpd", "1000", "2026-01-01")]
    gap = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told_gap))}[name]
    assert (gap.amount, gap.state) == (None, State.UNDETERMINED)
    told_b = [*told, ("average_flow_gpd", "501", "2026-01-01")]
    missing = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told_b))}[name]
    assert asked_for(missing) == ["the sub-district contribution of class B, on June 15, 2026"]


@pytest.mark.parametrize(
    ("day", "dollars"),
    [("2024-06-15", "0.00"), ("2024-06-14", "350.00")],  # two years, the last day counted
)
def test_a_destroyed_building_is_reconnected_free_for_two_years(bench: Make, day: str, dollars: str) -> None:
    told = [*PAID, ("lateral_disconnected", "fire", day)]
    assert amounts([*on_connection(bench(DISTRICT_ID, told=told))])["reconnection fee"] == dollars


def test_the_user_fee_goes_by_spaces_with_a_fixture(bench: Make) -> None:
    space, bare = ("space_with_fixtures", "", "2026-01-01"), ("space_without_fixtures", "", "2026-01-01")
    assert quarterly_fee(bench(DISTRICT_ID, "bill", told=[space, space, bare])).amount == Fraction("196.5")
    assigned = ("billing_units", "3", "2026-01-01")
    assert quarterly_fee(bench(DISTRICT_ID, "bill", told=[space, assigned])).amount == Fraction("294.75")
    charge = quarterly_fee(bench(DISTRICT_ID, "bill"))
    assert asked_for(charge) == ["the separately occupied spaces with a fixture"]
    late = quarterly_fee(bench(DISTRICT_ID, "bill", told=[space], date=dt.date(2027, 3, 1)))
    assert late.amount is None


def test_a_detached_building_with_its_agreement_frees_itself_and_not_the_house(bench: Make) -> None:
    told = [
        ("detached_by_private_interceptor", "yes", "2026-01-01"),
        ("detached_dwelling_or_business", "no", "2026-01-01"),
        ("detached_agreement", "yes", "2026-01-01"),
        ("space_with_fixtures", "", "2026-01-01"),
    ]
    charge = quarterly_fee(bench(DISTRICT_ID, "bill", told=told))
    # II(5)(a): the garage has no charge of its own; the one space of the house has its $98.25.
    assert charge.amount == Fraction("98.25")
    assert [each.rule for each in charge.beside] == ["CKSD-09"]
    assert any("It bears none of its own" in sentence for sentence in charge.says)
    house = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=[*told, *PAID]))}
    assert house[SCAC].amount == 2450


@pytest.mark.parametrize(("lots", "dollars"), [(None, 1850), ("3", 5550)])
@pytest.mark.parametrize("event", ["connect", "develop"])
def test_an_unknown_history_of_the_levy_is_told_both_ways(
    bench: Make, event: str, lots: str | None, dollars: int
) -> None:
    # II(3)(b): per lot, of land whose levy was not paid before January 1, 2004; nothing of land whose levy was.
    charge = development(bench(DISTRICT_ID, event, lots=lots))
    assert charge.amount is None
    told = {each.name: each.amount for each in charge.readings if each.name.startswith("levy_")}
    assert told == {"levy_not_paid_in_time": dollars, "levy_paid_in_time": 0}
    assert any("is $1,850 from January 1, 2026" in sentence for sentence in charge.says)
    # Of a day without a figure the amount is not known, and never none at all.
    later = development(bench(DISTRICT_ID, event, lots=lots, date=dt.date(2027, 1, 1)))
    assert {each.name: each.amount for each in later.readings if each.name.startswith("levy_")} == {
        "levy_not_paid_in_time": None,
        "levy_paid_in_time": 0,
    }


@pytest.mark.parametrize("history", [PAID, NEVER])
def test_a_charge_levied_before_is_recalculated_where_the_service_increases(
    bench: Make, history: list[tuple[str, str, str]]
) -> None:
    # II(3)(e), without further division.
    told = [*history, ("development_charge_levied", "1000", "2015-05-01")]
    charge = development(bench(DISTRICT_ID, "develop", told=told))
    assert charge.amount == 0
    assert "lump sum" in charge.because[-1]
    assert {each.name: each.amount for each in charge.readings} == {"substantial_increase": 1850}
    increased = development(bench(DISTRICT_ID, "develop", told=[*told, ("substantial_increase", "yes", "2026-01-01")]))
    assert increased.amount == 1850
    # Whether the $1,000 of 2015 are taken off, (e) does not say.
    readings = {each.name: each.amount for each in increased.readings}
    assert readings["less_what_was_levied"] == 850
    settled = development(bench(DISTRICT_ID, "develop", told=[*told, ("substantial_increase", "no", "2026-01-01")]))
    assert (settled.amount, settled.readings) == (0, ())


def test_whether_a_reconnection_bears_the_contribution_again_is_open(bench: Make) -> None:
    told = [*PAID, ("lateral_disconnected", "fire", "2025-06-15")]
    charge = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told))}[SCAC]
    assert (charge.amount, charge.state) == (None, State.UNDETERMINED)
    assert {each.name: each.amount for each in charge.readings} == {"not_due": 0, "due": 2450}


@pytest.mark.parametrize(
    ("kind", "stated"),
    [
        ("multifamily", {}),
        ("duplex", {}),
        (None, {"use": "multifamily", "quantity": 6}),
        (None, {"use": "duplex"}),
        (None, {"use": "elderly_one_bedroom", "quantity": 6}),
        (None, {"dwellings": {"two_bedroom": 3}}),
        (None, {"dwellings": {"duplex": 1, "single_family": 0}}),
    ],
)
def test_what_a_multifamily_building_pays_the_sub_district_is_open(
    bench: Make, kind: str | None, stated: dict[str, object]
) -> None:
    # II(4)(a): "except if the building is a multi-family residential building".
    told = [*PAID, ("sub_district", "FSD2", "2026-01-01"), ("average_flow_gpd", "400", "2026-01-01")]
    told += [] if kind is None else [("development_kind", kind, "2026-01-01")]
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told, **stated))}
    charge = charges["contribution of the sub-district (CAC)"]
    assert (charge.amount, charge.state) == (None, State.UNDETERMINED)
    assert {each.name: each.amount for each in charge.readings} == {"not_due": 0, "due": 900}


@pytest.mark.parametrize(
    ("units", "is_refused"), [("0", False), ("10000", False), ("10001", True), ("999999999", True)]
)
def test_more_billing_units_than_a_property_can_have_are_refused(bench: Make, units: str, is_refused: bool) -> None:
    asked = bench(DISTRICT_ID, "bill", told=[("billing_units", units, "2026-01-01")])
    if is_refused:
        with pytest.raises(FactsInvalid, match="billing units of one property"):
            quarterly_fee(asked)
    else:
        assert quarterly_fee(asked).amount == int(units) * Fraction("98.25")


SUB_DISTRICT = [*PAID, ("sub_district", "FSD2", "2026-01-01"), ("average_flow_gpd", "180", "2026-01-01")]


@pytest.mark.parametrize(
    ("told", "stated", "is_open"),
    # A flow of 180 gallons is class A, 900 dollars, of a commercial building; a home has a charge of its own, which the
    # Schedule of the file does not have.
    [
        ([], {}, True),
        ([("development_kind", "nonresidential", "2026-01-01")], {}, False),
        (
            [("development_kind", "nonresidential", "2026-01-01"), ("development_kind", "duplex", "2026-01-01")],
            {},
            True,
        ),
        ([], {"use": "church"}, False),
        ([], {"use": "restaurant", "quantity": 50}, False),
        ([], {"dwellings": {"two_bedroom": 3}, "commercial_sqft": 4000}, False),
        ([], {"commercial_sqft": 4000}, False),
        ([], {"dwellings": {"single_family": 0}, "before": {"single_family": 1}}, True),
    ],
)
def test_a_building_of_unknown_kind_is_in_no_class(
    bench: Make, told: list[tuple[str, str, str]], stated: dict[str, object], is_open: bool
) -> None:
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=[*SUB_DISTRICT, *told], **stated))}
    charge = charges["contribution of the sub-district (CAC)"]
    assert charge.amount == (None if is_open else 900)
    if is_open:
        assert charge.state is State.NEEDS_EVIDENCE
        assert {each.name: each.amount for each in charge.readings} == {"single_family": None, "by_flow": 900}
        assert asked_for(charge) == ["whether the building is a single-family residence"]


@pytest.mark.parametrize("stated", [{"use": "single_family"}, {"dwellings": {"single_family": 1}}])
def test_a_home_that_is_stated_is_in_no_class_of_flow(bench: Make, stated: dict[str, object]) -> None:
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=SUB_DISTRICT, **stated))}
    charge = charges["contribution of the sub-district (CAC)"]
    assert charge.amount is None
    assert asked_for(charge) == ["the sub-district contribution of a single-family home, on June 15, 2026"]


@pytest.mark.parametrize(
    ("flow", "days", "asks"),
    [
        (None, None, ["the average daily flow, gallons a day"]),
        ("1001", None, ["on how many days of a month the flow is over that of class B"]),
        ("1000", None, []),  # a gap of the text, which no fact closes
        ("1001", "14", []),
    ],
)
def test_what_leaves_a_class_open_is_asked(bench: Make, flow: str | None, days: str | None, asks: list[str]) -> None:
    told = [*PAID, ("sub_district", "ASD4", "2026-01-01"), ("development_kind", "nonresidential", "2026-01-01")]
    told += [] if flow is None else [("average_flow_gpd", flow, "2026-01-01")]
    told += [] if days is None else [("days_over_1000_gpd", days, "2026-01-01")]
    charges = {each.name: each for each in on_connection(bench(DISTRICT_ID, told=told))}
    charge = charges["contribution of the sub-district (CAC)"]
    assert charge.amount is None
    assert asked_for(charge) == asks
    assert charge.state is (State.NEEDS_EVIDENCE if asks else State.UNDETERMINED)
