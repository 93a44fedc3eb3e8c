"""Does a roll make up its cost to the cent, with exempt, capped and open land where evidence puts it?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import ProjectInvalid
from gis.model.assessment import AssessedParcel
from gis.proposals.assessment.roll import AssessmentRoll, assessment_roll
from gis.register.entries import Entry, Register
from tests.gis.proposals.assessment.projects import amounts, lands, law, project, roll

LOT = "id: 1, frontage_ft: 100, area_acres: 1"
FARM = "id: 9, frontage_ft: 400, area_acres: 40"


def one(found: AssessmentRoll, parcel_id: str) -> AssessedParcel:
    return next(each for each in found.parcels if each.parcel_id == parcel_id)


def test_farmland_is_exempt_and_its_share_shifts() -> None:
    # 100,000 over 100 ft; with the farm over 500 ft: 20,000 and 80,000.
    found = roll(LOT, f"{FARM}, farmland_eligible: yes")
    assert amounts(found) == {"1": "100000.00", "9": "0.00"}
    farm, lot = one(found, "9"), one(found, "1")
    assert (farm.standing, farm.unexempt_amount, farm.shift) == ("exempt", 80_000, -80_000)
    assert (lot.standing, lot.unexempt_amount, lot.shift) == ("assessed", 20_000, 80_000)
    assert (found.sums.exempt_would_pay, found.sums.shifted, found.sums.body) == (80_000, 80_000, 0)
    assert (farm.findings[0].rule, farm.findings[0].citation) == ("SA-01", "Wis. Stat. 66.0721(1)-(2)")
    assert farm.arithmetic == "0 of 400 ft at $1,000 a foot is $0"
    assert found.state == "pass"


def test_the_body_may_carry_it() -> None:
    found = roll(LOT, f"{FARM}, farmland_eligible: yes", exempt_carried_by="body")
    assert amounts(found) == {"1": "20000.00", "9": "0.00"}
    assert (found.sums.body, found.sums.shifted) == (80_000, 0)


@pytest.mark.parametrize(
    "evidence",
    [
        "farmland_eligible: no",
        "land: camp, camp_501c3: no",
        "land: camp, camp_501c3: yes, camp_wisconsin: yes, camp_mainly_children: no",
    ],
)
def test_what_does_not_qualify_pays(evidence: str) -> None:
    assert amounts(roll(LOT, f"{FARM}, {evidence}")) == {"1": "20000.00", "9": "80000.00"}


def test_a_camp_is_exempt_on_its_three_tests() -> None:
    tests = "land: camp, camp_501c3: yes, camp_wisconsin: yes, camp_mainly_children: yes"
    assert one(roll(LOT, f"{FARM}, {tests}"), "9").standing == "exempt"


@pytest.mark.parametrize("changes", [{"purpose": "street"}, {"body": "{kind: village, name: Elm}"}])
def test_a_village_and_a_street_exempt_nobody(changes: dict[str, str]) -> None:
    found = roll(LOT, f"{FARM}, farmland_eligible: yes", **changes)
    assert amounts(found) == {"1": "20000.00", "9": "80000.00"}
    assert one(found, "9").findings[0].state == "not_applicable"


def test_partly_exempt_land_pays_for_the_rest_of_its_area() -> None:
    # 10 of 40 acres pay, with the lot 11: 100,000 / 11 = 9,090.909..., 90,909.09 + 9,090.91.
    found = roll(LOT, f"{FARM}, farmland_eligible: yes, eligible_acres: 30", basis="area")
    assert amounts(found) == {"1": "9090.91", "9": "90909.09"}
    assert one(found, "9").standing == "partly_exempt"


def test_front_of_partly_exempt_land_is_stated_or_taken_by_its_share() -> None:
    # A quarter of 400 ft is 100 ft, as much as the lot's; stated are 300 ft.
    farm = f"{FARM}, farmland_eligible: yes, eligible_acres: 30"
    found = roll(LOT, farm)
    assert amounts(found) == {"1": "50000.00", "9": "50000.00"}
    assert any("assessable_frontage_ft" in note for note in one(found, "9").notes)
    assert amounts(roll(LOT, f"{farm}, assessable_frontage_ft: 300")) == {"1": "25000.00", "9": "75000.00"}


def test_a_connected_structure_is_capped_at_the_side_of_a_square_acre() -> None:
    # The side of a square acre is 208.7103256... ft, so 308.7103... ft pay: 323.928 dollars a foot, and the cap is
    # 100,000 x 208.7103256 / 308.7103256 = 67,607.1719.. dollars, down to 67,607.17.
    found = roll(LOT, f"{FARM}, farmland_eligible: yes, connected_structure: yes")
    assert amounts(found) == {"1": "32392.83", "9": "67607.17"}
    farm = one(found, "9")
    assert farm.standing == "capped"
    assert [each.rule for each in farm.findings] == ["SA-01", "SA-02", "SA-03"]
    cap = farm.findings[1]
    assert (cap.answer, cap.measures["cap_amount"], cap.measures["cap_applies"]) == ("67607.17", "67607.17", True)


def test_two_sides_and_the_largest_lot_of_an_ordinance_are_other_caps() -> None:
    connected = f"{FARM}, farmland_eligible: yes, connected_structure: yes"
    # 417.42 ft on two sides are more than its 400 ft.
    assert amounts(roll(LOT, f"{connected}, sides: 2")) == {"1": "20000.00", "9": "80000.00"}
    lot = "{ordinance_max_lot: {citation: Ordinance 4, frontage_ft: 300, acres: 3}}"
    # 100 and 300 ft.
    assert amounts(roll(LOT, connected, farmland=lot)) == {"1": "25000.00", "9": "75000.00"}
    # 1 and 3 acres.
    assert amounts(roll(LOT, connected, farmland=lot, basis="area")) == {"1": "25000.00", "9": "75000.00"}


def test_a_largest_lot_must_be_measured_on_the_basis() -> None:
    connected = f"{FARM}, farmland_eligible: yes, connected_structure: yes"
    with pytest.raises(ProjectInvalid, match="not measured on the basis"):
        roll(LOT, connected, farmland="{ordinance_max_lot: {citation: Ordinance 4, acres: 3}}")


def test_a_cap_by_area_and_by_unit() -> None:
    connected = f"{FARM}, farmland_eligible: yes, connected_structure: yes, units: 3"
    # One acre each; one unit each.
    assert amounts(roll(LOT, connected, basis="area")) == {"1": "50000.00", "9": "50000.00"}
    assert amounts(roll(LOT, connected, basis="unit")) == {"1": "50000.00", "9": "50000.00"}


def test_a_connection_after_the_levy_is_none_yet() -> None:
    found = roll(LOT, f"{FARM}, farmland_eligible: yes, connected: 2026-06-16")
    assert one(found, "9").standing == "exempt"


AREA = "{name: North, first_levy: 2025-06-15}"
RATES = "[{from: 2026-01-01, to: 2026-12-31, rate: 0.0365}]"


def test_interest_runs_from_a_connection_after_the_first_levy() -> None:
    # Capped at 1 acre of 2: 50,000. From March 7 to June 15, 2026 are 100 days: 50,000 x 0.0365 x 100 / 365 = 500.
    farm = f"{FARM}, farmland_eligible: yes, connected: 2026-03-07"
    found = roll(LOT, farm, basis="area", service_area=AREA, average_rates=RATES)
    assert one(found, "9").interest == 500
    assert sum(each.amount for each in found.parcels) == 100_000


def test_interest_runs_on_what_is_levied_for_the_structure_alone() -> None:
    # Of 2 acres 1.5 are eligible, capped at 1; the other half acre pays in full. By area 100,000 over 1 + 0.5 of this
    # parcel and 1 of the lot: the structure bears 40,000. 40,000 x 0.0365 x 100 / 365 = 400.
    farm = "id: 9, area_acres: 2, eligible_acres: 1.5, farmland_eligible: yes, connected: 2026-03-07"
    found = roll("id: 1, area_acres: 1", farm, basis="area", service_area=AREA, average_rates=RATES)
    assert amounts(found) == {"1": "40000.00", "9": "60000.00"}
    assert (one(found, "9").levied_for_structure, one(found, "9").interest) == (40_000, 400)


@pytest.mark.parametrize(
    ("rate", "used"),
    [
        # 300,000 at 3 percent and 100,000 at 5: by principal 3.5, each alike 4; the lowest of all that are known.
        ("obligations: [{principal: 300000, rate: 0.03}, {principal: 100000, rate: 0.05}]", "0.035"),
        ("obligations: [{principal: 100000, rate: 0.03}, {principal: 300000, rate: 0.05}]", "0.04"),
        ("rate: 0.02, obligations: [{principal: 100000, rate: 0.03}, {principal: 300000, rate: 0.05}]", "0.02"),
        ("rate: 0.045, obligations: [{principal: 100000, rate: 0.04}]", "0.04"),
    ],
)
def test_the_rate_may_be_reckoned_from_the_obligations(rate: str, used: str) -> None:
    farm = f"{FARM}, farmland_eligible: yes, connected: 2026-03-07"
    rates = f"[{{from: 2026-01-01, to: 2026-12-31, {rate}}}]"
    late = one(roll(LOT, farm, basis="area", service_area=AREA, average_rates=rates), "9").findings[2]
    assert late.rule == "SA-03"
    assert Fraction(str(late.measures["rate_used"])) == Fraction(used)
    of = project(LOT, average_rates=rates)
    assert of.rate_on(of.levied) == Fraction(used)


def test_a_structure_that_is_assessed_at_the_first_levy_bears_no_interest() -> None:
    late = one(roll(LOT, f"{FARM}, farmland_eligible: yes, connected_structure: yes"), "9").findings[2]
    assert (late.rule, late.state, late.answer) == ("SA-03", "not_applicable", "0.00")


def test_both_readings_of_the_cap_are_told_for_every_parcel() -> None:
    # By area: 100,000 over 1 + 2 + 7 acres are 10,000 an acre had nobody been exempt; the cap is one acre.
    found = roll(
        "id: 1, area_acres: 1",
        "id: 8, area_acres: 2, farmland_eligible: yes, connected_structure: yes",
        "id: 9, area_acres: 7, farmland_eligible: yes",
        basis="area",
    )
    assert amounts(found) == {"1": "50000.00", "8": "50000.00", "9": "0.00"}
    assert {each.parcel_id: each.amount_if_cap_unexempt for each in found.parcels} == {"1": 90_000, "8": 10_000, "9": 0}
    assert (found.sums.assessed_if_cap_unexempt, found.sums.body_if_cap_unexempt) == (100_000, 0)


@pytest.mark.parametrize(
    ("parcels", "basis", "cost", "said"),
    [
        # 100 over three: 33.33 each and a cent, which goes to the first.
        (
            ("id: 1", "id: 2", "id: 3"),
            "unit",
            "100.00",
            {"1": " + 1 cent of the remainder is $33.34", "2": " is $33.33"},
        ),
        # 100 over seven and five times one: of 7 / 12 58.333..., of 1 / 12 8.333...; four cents go to the first four.
        (
            ("id: 1, units: 7", *(f"id: {each}" for each in "23456")),
            "unit",
            "100.00",
            {"1": " + 1 cent of the remainder is $58.34", "5": " is $8.33", "6": " is $8.33"},
        ),
        # A cap is rounded down: by the side of a square acre 67,607.1719; and 1 / 3 of 200 is 66.67, said 66.66.
        (
            ("id: 1, units: 2", "id: 2, units: 3, farmland_eligible: yes, connected_structure: yes"),
            "unit",
            "200.00",
            {"1": " + 1 cent of the remainder is $133.34", "2": ", rounded down, is $66.66"},
        ),
    ],
)
def test_arithmetic_names_the_cents_that_are_placed(
    parcels: tuple[str, ...], basis: str, cost: str, said: dict[str, str]
) -> None:
    found = roll(*parcels, basis=basis, costs=f"[{{what: Main, dollars: {cost}}}]")
    for parcel_id, words in said.items():
        assert one(found, parcel_id).arithmetic.endswith(f" a unit{words}")


def test_no_rate_of_another_time_is_taken() -> None:
    farm = f"{FARM}, farmland_eligible: yes, connected: 2026-03-07"
    rates = "[{from: 2025-01-01, to: 2026-06-14, rate: 0.0365}, {from: 2026-06-16, to: 2027-01-01, rate: 0.05}]"
    found = one(roll(LOT, farm, basis="area", service_area=AREA, average_rates=rates), "9")
    assert (found.interest, found.findings[2].state) == (None, "needs_evidence")


def test_open_land_is_reckoned_both_ways() -> None:
    found = roll(LOT, f"{FARM}, land: farmland")
    assert amounts(found) == {"1": "20000.00", "9": "80000.00"}
    assert {each.parcel_id: each.amount_if_exempt for each in found.parcels} == {"1": 100_000, "9": 0}
    assert (found.state, one(found, "9").standing) == ("needs_evidence", "open")
    assert (found.sums.open_parcels, found.sums.open_amount, found.sums.assessed_if_exempt) == (1, 80_000, 100_000)


def test_farmland_whose_structure_is_not_known_is_capped_or_exempt() -> None:
    found = roll(LOT, f"{FARM}, farmland_eligible: yes, connected_structure: unknown", basis="area")
    farm = one(found, "9")
    assert (farm.standing, farm.amount, farm.amount_if_exempt) == ("open", 50_000, 0)


def test_another_exemption_stands_on_its_citation() -> None:
    found = roll(LOT, f"{FARM}, other_exemption: {{citation: Wis. Stat. 70.11, why: A cemetery}}")
    farm = one(found, "9")
    assert (farm.standing, farm.amount, farm.findings) == ("exempt", 0, ())
    assert "Wis. Stat. 70.11" in farm.why


def test_where_all_is_exempt_the_cost_is_the_bodys() -> None:
    found = roll(f"{FARM}, farmland_eligible: yes")
    assert (found.state, found.sums.assessed, found.sums.body) == ("undetermined", 0, 100_000)
    assert found.parts[0].rate is None


def test_where_open_land_is_all_there_is_one_reading_leaves_nobody() -> None:
    found = roll(f"{FARM}, land: farmland")
    assert (found.state, found.sums.assessed, found.sums.body_if_exempt) == ("undetermined", 100_000, 100_000)


def test_a_mix_divides_the_cost_first() -> None:
    # 50,000 by front: 10,000 and 40,000; 25,000 by area of 1 and 40: 609.76 and 24,390.24; 25,000 by unit: 12,500 each.
    found = roll(LOT, FARM, basis="{frontage: 0.5, area: 0.25, unit: 0.25}")
    assert amounts(found) == {"1": "23109.76", "9": "76890.24"}
    assert [(part.basis, part.amount) for part in found.parts] == [
        ("area", 25_000),
        ("frontage", 50_000),
        ("unit", 25_000),
    ]


@pytest.mark.parametrize(
    ("parcels", "basis", "words"),
    [
        (("id: 1, frontage_ft: 5", "id: 2"), "frontage", "The front of 1 benefited parcel is not known."),
        (("id: 1", "id: 2"), "area", "The area of 2 benefited parcels is not known."),
        (("id: 1, units: 0", "id: 2, units: 0"), "unit", "No benefited parcel has any number of units to spread by."),
        (("id: 1, frontage_ft: 0",), "frontage", "No benefited parcel has any front to spread by."),
    ],
)
def test_what_cannot_be_spread_is_refused(parcels: tuple[str, ...], basis: str, words: str) -> None:
    with pytest.raises(ProjectInvalid) as caught:
        roll(*parcels, basis=basis)
    assert caught.value.what == words


def test_a_parcel_without_a_front_pays_nothing_and_is_told() -> None:
    found = one(roll(LOT, "id: 2, frontage_ft: 0"), "2")
    assert found.amount == 0
    assert found.notes == ("It has no front here and pays nothing on that basis.",)


def entry(kind: str, value: str = "", parcel: str = "9", day: dt.date = dt.date(2026, 5, 1)) -> Entry:
    return Entry("parcel", parcel, kind, value, day, "", "", line=2)


def test_the_register_gives_evidence() -> None:
    held = Register((entry("farmland_certificate", "yes"), entry("connection_made")))
    assert one(roll(LOT, FARM, register=held), "9").standing == "capped"
    held = Register((entry("farmland_certificate", "yes"), entry("farmland_eligible_acres", "10")))
    assert one(roll(LOT, FARM, register=held), "9").standing == "partly_exempt"


def test_where_file_and_register_disagree_nobody_knows() -> None:
    held = Register((entry("farmland_certificate", "no"),))
    found = one(roll(LOT, f"{FARM}, farmland_eligible: yes", register=held), "9")
    assert found.standing == "open"
    assert any("disagree on farmland_eligible" in note for note in found.notes)


def test_entries_that_contradict_each_other_say_nothing() -> None:
    held = Register((entry("farmland_certificate", "no"), entry("farmland_certificate", "yes")))
    found = one(roll(LOT, FARM, register=held), "9")
    assert found.standing == "open"
    assert "Entries of the register contradict each other in lines 2 and 2." in found.notes


def test_entries_after_the_day_do_not_count() -> None:
    held = Register((entry("farmland_certificate", "yes", day=dt.date(2026, 6, 16)),))
    assert one(roll(LOT, FARM, register=held), "9").standing == "assessed"


EVIDENCE = (
    "",
    ", farmland_eligible: yes",
    ", farmland_eligible: unknown",
    ", farmland_eligible: yes, connected_structure: yes",
    ", farmland_eligible: yes, connected_structure: unknown",
    ", farmland_eligible: yes, eligible_acres: 0.5",
    ", other_exemption: {citation: A, why: B}",
)


@st.composite
def parcels(draw: st.DrawFn) -> list[str]:
    ids = draw(st.lists(st.integers(100, 999), min_size=1, max_size=7, unique=True))
    return [
        f"id: {each}, frontage_ft: {draw(st.integers(0, 900))}.{draw(st.integers(100, 999))}, "
        f"area_acres: {draw(st.integers(1, 90))}.{draw(st.integers(10, 99))}, "
        f"units: {draw(st.integers(1, 5))}{draw(st.sampled_from(EVIDENCE))}"
        for each in ids
    ]


BASES = ("frontage", "area", "unit", "{frontage: 0.35, area: 0.4, unit: 0.25}")


@settings(max_examples=40)
@given(parcels(), st.sampled_from(BASES), st.sampled_from(["others", "body"]), st.integers(1, 10**9))
def test_what_holds_of_every_roll(listed: list[str], basis: str, carried: str, cents: int) -> None:
    costs = f"[{{what: Main, dollars: {cents // 100}.{cents % 100:02}}}]"
    changes = {"basis": basis, "exempt_carried_by": carried, "costs": costs}
    found = roll(*listed, **changes)
    net = Fraction(cents, 100)
    assert sum(each.amount for each in found.parcels) + found.sums.body == net
    assert sum(each.unexempt_amount for each in found.parcels) == net
    assert sum(each.shift for each in found.parcels) == -found.sums.body
    if found.sums.assessed_if_exempt is not None and found.sums.body_if_exempt is not None:
        assert found.sums.assessed_if_exempt + found.sums.body_if_exempt == net
    assert found.sums.body >= 0
    assert all(each.amount >= 0 and (each.amount_if_exempt or 0) >= 0 for each in found.parcels)
    for each in found.parcels:
        caps = [Fraction(str(cap.answer)) for cap in each.findings if cap.rule == "SA-02" and cap.state == "pass"]
        if caps and each.standing == "capped":
            assert each.amount <= sum(caps)
    assert roll(*reversed(listed), **changes) == found


ALL_OF_A_CAMP = "camp_501c3: yes, camp_wisconsin: yes, camp_mainly_children: yes"


# 66.0721(2) exempts eligible farmland, and a camp: either is enough, and one that is ruled out rules not out the other.
@pytest.mark.parametrize(
    ("evidence", "standing"),
    [
        (f"farmland_eligible: no, {ALL_OF_A_CAMP}", "exempt"),
        (f"land: farmland, {ALL_OF_A_CAMP}", "exempt"),
        (f"farmland_eligible: unknown, {ALL_OF_A_CAMP}", "exempt"),
        ("land: camp, farmland_eligible: yes", "exempt"),
        ("farmland_eligible: yes, camp_501c3: no", "exempt"),
        ("farmland_eligible: unknown, camp_501c3: no", "open"),
        ("farmland_eligible: unknown, camp_501c3: yes", "open"),
        ("farmland_eligible: no, camp_501c3: yes", "open"),
        ("farmland_eligible: no, camp_501c3: no", "assessed"),
        ("farmland_eligible: no, camp_501c3: yes, camp_mainly_children: no", "assessed"),
        ("camp_501c3: no", "assessed"),
        ("farmland_eligible: no", "assessed"),
        ("farmland_eligible: unknown", "open"),
    ],
)
def test_farmland_and_a_camp_are_each_exempt(evidence: str, standing: str) -> None:
    assert one(roll(LOT, f"{FARM}, {evidence}"), "9").standing == standing


@pytest.mark.parametrize("structure", ["", ", connected_structure: no", ", connected_structure: unknown"])
def test_a_part_of_land_of_unknown_size_is_assessed_in_full_in_one_reading_and_not_capped(structure: str) -> None:
    # Three acres of nobody knows how many: 100,000 over 1 + 4 units, or nothing on the farm.
    farm = f"id: 9, units: 4, farmland_eligible: yes, eligible_acres: 3{structure}"
    found = one(roll(LOT, farm, basis="unit"), "9")
    assert (found.standing, found.amount, found.amount_if_exempt) == ("open", 80_000, 0)
    assert found.levied_for_structure == 0


def test_a_cap_on_a_part_of_land_of_unknown_size_is_refused() -> None:
    farm = "id: 9, units: 4, farmland_eligible: yes, eligible_acres: 3, connected_structure: yes"
    with pytest.raises(ProjectInvalid) as caught:
        roll(LOT, farm, basis="unit")
    assert caught.value.what == "Which part of parcel 9 is eligible is not known."
    assert "area_acres" in caught.value.next
    # Stated on the basis it is known: one unit under the cap and three that are not eligible, beside the lot's one.
    found = one(roll(LOT, f"{farm}, assessable_units: 3", basis="unit"), "9")
    assert (found.standing, found.amount) == ("capped", 80_000)


@pytest.mark.parametrize("name", ["9", "9, Rock", "9, rock", "9, ROCK COUNTY", "9,Rock"])
def test_the_register_may_spell_a_county_in_any_way(name: str) -> None:
    held = Register((entry("farmland_certificate", "yes", name),))
    assert one(roll(LOT, f"{FARM}, county: Rock", register=held), "9").standing == "exempt"
    other = Register((entry("farmland_certificate", "yes", "9, Dane"),))
    assert one(roll(LOT, f"{FARM}, county: Rock", register=other), "9").standing == "assessed"


# Connected on May 1, before the levy, and yet no connected structure: nobody knows which holds.
@pytest.mark.parametrize(
    ("stated", "entries"),
    [
        ("", (entry("connection_made"), entry("connected", "no", day=dt.date(2026, 5, 2)))),
        (", connected_structure: no", (entry("connection_made"),)),
        (", connected: 2026-05-01", (entry("connected", "no"),)),
    ],
)
def test_a_connection_and_none_are_no_cap_but_open(stated: str, entries: tuple[Entry, ...]) -> None:
    found = one(roll(LOT, f"{FARM}, farmland_eligible: yes{stated}", register=Register(entries)), "9")
    assert (found.standing, found.amount_if_exempt) == ("open", 0)
    torn = ("connected on May 1, 2026, and also that none is", "register disagree on connected_structure")
    assert any(said in note for said in torn for note in found.notes)


@pytest.mark.parametrize(
    ("evidence", "kind"),
    [
        # 66.0721(2) exempts either: what is known not to be a camp may be eligible farmland, and the other way round.
        ("camp_501c3: no", "farmland"),
        ("land: camp, camp_wisconsin: no", "farmland"),
        ("land: camp, camp_mainly_children: no, farmland_eligible: unknown", "farmland"),
        ("camp_501c3: yes", "camp"),
        ("land: farmland, camp_501c3: yes", "farmland"),
        ("farmland_eligible: no, camp_501c3: yes", "camp"),
        ("land: farmland, farmland_eligible: no, camp_501c3: yes", "camp"),
        ("land: camp", "camp"),
    ],
)
@pytest.mark.parametrize("classes", ["4", "5M", "1,4"])
def test_land_that_may_be_farmland_or_a_camp_is_asked_as_what_it_may_still_be(
    evidence: str, kind: str, classes: str
) -> None:
    farm = one(agricultural(evidence, classes), "FARM")
    assert (farm.standing, farm.findings[0].state) == ("open", "needs_evidence")
    words = {"farmland": "eligible for farmland preservation credits", "camp": "501(c)(3)"}
    of_camp = "501(c)(3)" in farm.findings[0].because or "organized under Wisconsin" in farm.findings[0].because
    assert (words["farmland"] in farm.findings[0].because, of_camp) == (kind == "farmland", kind == "camp")


@pytest.mark.parametrize("evidence", ["camp_501c3: no, farmland_eligible: no", "farmland_eligible: no"])
def test_land_that_is_neither_pays_whatever_its_class(evidence: str) -> None:
    assert one(agricultural(evidence, "4"), "FARM").standing == "assessed"


def test_without_a_class_that_asks_a_camp_that_is_none_pays() -> None:
    assert one(agricultural("camp_501c3: no", "1"), "FARM").standing == "assessed"


def agricultural(evidence: str, classes: str) -> AssessmentRoll:
    """Return the roll of a farm that has classes on the assessment roll, and of a lot beside it."""
    of = project(LOT, f"id: FARM, frontage_ft: 400, area_acres: 40, {evidence}")
    told = lands(of)
    parcels = tuple(
        replace(each, classes=tuple(classes.split(",")) if each.parcel_id == "FARM" else ()) for each in told.parcels
    )
    return assessment_roll(of, replace(told, parcels=parcels), law())


@pytest.mark.parametrize("basis", ["frontage", "{frontage: 0.5, area: 0.5}", "{frontage: 0.5, area: 0.25, unit: 0.25}"])
def test_what_is_not_known_of_a_structure_is_said_once_whatever_the_bases(basis: str) -> None:
    farm = one(roll(LOT, f"{FARM}, farmland_eligible: yes, connected_structure: unknown", basis=basis), "9")
    caps = [each for each in farm.findings if each.rule == "SA-02"]
    assert len(caps) == basis.count(":") or basis == "frontage"
    said = [(each.rule, each.because) for each in farm.said]
    assert len(said) == len({*said})
    assert [rule for rule, _ in said] == ["SA-01", "SA-02", "SA-03"]
    assert {*said} == {(each.rule, each.because) for each in farm.findings}


def test_caps_that_differ_by_basis_are_all_said() -> None:
    mix = "{frontage: 0.5, area: 0.5}"
    farm = one(roll(LOT, f"{FARM}, farmland_eligible: yes, connected_structure: yes", basis=mix), "9")
    assert farm.said == farm.findings
    assert [each.rule for each in farm.said].count("SA-02") == 2


@pytest.mark.parametrize(
    ("open_parcel", "both"),
    [
        # Ten units had nobody been exempt, 10,000 each. 8 is capped at one unit of three: 10,000 by that rate. With 7
        # exempt, 1 has 90,000 to bear alone.
        ("id: 7, units: 1, farmland_eligible: unknown", {"1": 90_000, "7": 0, "8": 10_000, "9": 0}),
        # 7 is capped too if it is eligible: 10,000 of its own, and 80,000 left.
        (
            "id: 7, units: 1, farmland_eligible: unknown, connected_structure: yes",
            {"1": 80_000, "7": 10_000, "8": 10_000, "9": 0},
        ),
    ],
)
def test_what_is_open_and_the_cap_are_reckoned_both_at_once(open_parcel: str, both: dict[str, int]) -> None:
    capped = "id: 8, units: 3, farmland_eligible: yes, connected_structure: yes"
    farm = "id: 9, units: 5, farmland_eligible: yes"
    found = roll("id: 1, units: 1", open_parcel, capped, farm, basis="unit")
    assert {each.parcel_id: each.amount_if_both for each in found.parcels} == both
    assert (found.sums.assessed_if_both, found.sums.body_if_both) == (100_000, 0)


@pytest.mark.parametrize("carried", ["others", "body"])
@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("is_capped", [False, True])
def test_both_at_once_are_reckoned_where_both_are_asked_about(carried: str, *, is_open: bool, is_capped: bool) -> None:
    parcels = ["id: 1, units: 1", "id: 9, units: 5, farmland_eligible: yes"]
    parcels += ["id: 7, units: 1, farmland_eligible: unknown"] if is_open else []
    parcels += ["id: 8, units: 3, farmland_eligible: yes, connected_structure: yes"] if is_capped else []
    found = roll(*parcels, basis="unit", exempt_carried_by=carried)
    told = [each.amount_if_both for each in found.parcels]
    assert (None not in told) is (is_open and is_capped)
    assert (found.sums.assessed_if_both is not None) is (is_open and is_capped)
    if found.sums.assessed_if_both is not None:
        assert found.sums.assessed_if_both == sum(each for each in told if each is not None)
    if carried == "body" and is_open and is_capped:
        # A body that carries what is exempt leaves one rate, and both caps are one.
        assert told == [each.amount_if_exempt for each in found.parcels]
