"""What a register tells the rules; each rule's facts are named as FACTS.md has them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.law.loader import load_law
from gis.proposals.stated import stated_facts
from gis.register.entries import COLUMNS, Register
from gis.register.facts import owner_facts, parcel_facts, register_facts, subjects_of
from gis.register.reading import read_register
from gis.rules.registry import RULES, judge

LATE = dt.date(2030, 1, 1)
D = dt.date.fromisoformat


def register(*rows: str) -> Register:
    """Return entries written as subject_kind,subject,kind,value,date, and history where it is needed."""
    head = f"{','.join(COLUMNS[:5])},entry,replaces,document,who"
    return read_register("\n".join((head, *rows, "")).encode(), "register.csv")


def of_proceeding(*rows: str, date: dt.date = LATE) -> dict[str, dict[str, Any]]:
    return register_facts(register(*(f"proceeding,P1,{row}" for row in rows)), date=date, proceeding="P1")


def of_district(*rows: str) -> dict[str, dict[str, Any]]:
    return register_facts(register(*(f"district,D,{row}" for row in rows)), date=LATE, district="D")


HEARING = (
    "petition_received,,2026-06-05",
    "bond_filed,,2026-06-12",
    "bond_approved,yes,2026-06-13",
    "additional_bond_ordered,2026-06-26,2026-06-15",
    "additional_bond_filed,,2026-06-20",
    "hearing_scheduled,2026-07-01,2026-06-08",
    "notice_published,,2026-06-17",
    "notice_published,,2026-06-24",
    "notice_mailed,dsps,2026-06-19",
    "notice_mailed,dnr,2026-06-20",
    "boundary_description_in_notice,yes,2026-06-17",
    "office_open_saturday,no,2026-06-01",
    "hearing_held,,2026-07-01",
    "hearing_concluded,,2026-07-01",
    "decision_issued,order,2026-07-20",
    "order_recorded,Dane,2026-07-22",
    "order_recorded,Rock County,2026-07-23",
    "filed_with_dnr,,2026-07-22",
)


def test_the_facts_of_a_hearing() -> None:
    told = of_proceeding(*HEARING)
    assert told["TSD-05"] == {
        "hearing_date": D("2026-07-01"),
        "bond_filed": D("2026-06-12"),
        "board_approved": True,
        "additional_bond_ordered": D("2026-06-15"),
        "additional_bond_due": D("2026-06-26"),
        "additional_bond_filed": D("2026-06-20"),
    }
    assert told["TSD-06"] == {
        "petition_received": D("2026-06-05"),
        "hearing_date": D("2026-07-01"),
        "first_insertion": D("2026-06-17"),
        "notice_mailed": D("2026-06-20"),
        "bond_filed": D("2026-06-12"),
    }
    assert told["TSD-07"] == {
        "hearing_date": D("2026-07-01"),
        "insertions": [D("2026-06-17"), D("2026-06-24")],
        "notice_mailed_dsps": D("2026-06-19"),
        "notice_mailed_dnr": D("2026-06-20"),
        "boundary_description_in_notice": True,
    }
    assert told["TSD-11"]["hearing_sessions"] == [D("2026-07-01")]
    assert told["TSD-11"]["decision_issued"] == D("2026-07-20")
    assert told["TSD-15"] == {"recorded_in": ["Dane", "Rock"], "filed_with_dnr": True}


@pytest.mark.parametrize(
    ("rule", "state"), [("TSD-05", "pass"), ("TSD-06", "pass"), ("TSD-07", "pass"), ("TSD-11", "pass")]
)
def test_the_rules_judge_what_the_register_tells(rule: str, state: str) -> None:
    """Bond 19 days before, additional bond given 11 days, insertions 14 and 7 days before, mailings 12 and 11."""
    typed = stated_facts(rule, {rule: of_proceeding(*HEARING)[rule]}, "the register")
    assert judge(rule, RULES[rule].facts_type(**typed), load_law().newest()).state == state


@pytest.mark.parametrize(
    ("rows", "rule", "facts"),
    [
        (
            ("petition_has_name,yes,2026-06-05", "petition_has_improvements,no,2026-06-05"),
            "TSD-03",
            {"contents": {"name": True, "improvements": False}},
        ),
        (("overlap_purpose,water_only,2026-06-05",), "TSD-10", {"purpose": "water_only"}),
        (("finding_benefit,partly,2026-06-05",), "TSD-12", {"finding_benefit": "partly"}),
        (
            ("hearing_continued,2026-07-30,2026-07-01", "continued_notice_published,,2026-07-15"),
            "TSD-13",
            {"hearing_date": D("2026-07-01"), "continued_to": D("2026-07-30"), "insertions": [D("2026-07-15")]},
        ),
        (
            ("costs_ordered,,2026-06-05", "costs_paid,,2026-06-09"),
            "TSD-14",
            {"order_date": D("2026-06-05"), "costs_paid": D("2026-06-09")},
        ),
        (
            ("dnr_notice_mailed,Town of A,2026-05-02", "dnr_notice_mailed,Town of B,2026-05-03"),
            "TSD-16",
            {
                "towns": [
                    {"name": "Town of A", "mailed": D("2026-05-02")},
                    {"name": "Town of B", "mailed": D("2026-05-03")},
                ]
            },
        ),
        (
            ("dnr_order_received,,2026-05-02", "town_acted,none,2026-06-01"),
            "TSD-17",
            {"order_received": D("2026-05-02"), "town_action": "none"},
        ),
        (
            ("town_acted,utility_district,2026-06-01",),
            "TSD-17",
            {"town_action": "utility_district", "town_acted": D("2026-06-01")},
        ),
        (
            ("no_appeal,2026-02-01,2026-05-05", "method_determined,elect,2026-06-01"),
            "TSD-18",
            {"event": "no_appeal", "event_date": D("2026-02-01"), "board_acted": D("2026-06-01")},
        ),
        (
            # The method was determined before the vacancy, so that it did not fill it.
            ("method_determined,elect,2026-05-01", "vacancy,,2026-06-01"),
            "TSD-18",
            {"event": "vacancy", "event_date": D("2026-06-01")},
        ),
        (
            ("final_determination,,2026-05-01", "action_filed,Dane,2026-06-01", "lands_in_county,Rock,2026-06-01"),
            "TSD-21",
            {
                "final_determination": D("2026-05-01"),
                "action_filed": D("2026-06-01"),
                "county_filed": "Dane",
                "county_of_lands": "Rock",
            },
        ),
    ],
)
def test_facts_of_a_proceeding(rows: tuple[str, ...], rule: str, facts: Mapping[str, Any]) -> None:
    assert of_proceeding(*rows)[rule] == facts


@pytest.mark.parametrize(
    ("rows", "rule", "facts"),
    [
        (
            ("established,,2026-05-01", "method_determined,town_board_commission,2026-06-01", "votes_for,4,2026-06-01"),
            "TSD-22",
            {
                "established": D("2026-05-01"),
                "method": "town_board_commission",
                "method_determined": D("2026-06-01"),
                "votes_for": 4,
            },
        ),
        (("deciding_town,Town of A,2026-05-01",), "TSD-23", {"deciding_town": "Town of A"}),
        # The board acted in April on an earlier change, and in June first on this one.
        (
            ("shares_changed,,2026-05-01", *(f"commissioners_replaced,,2026-0{month}-01" for month in (4, 6, 9))),
            "TSD-24",
            {"shares_changed": D("2026-05-01"), "board_acted": D("2026-06-01")},
        ),
        # Who determined the method later, and how, is not what 60.74(2)(a) asks.
        (
            (
                "established,,2026-05-01",
                "method_determined,elect,2026-06-01",
                "deciding_town,Town of A,2026-06-01",
                "method_determined,appoint,2028-06-01",
                "deciding_town,Town of B,2028-06-01",
            ),
            "TSD-23",
            {
                "established": D("2026-05-01"),
                "method": "elect",
                "method_determined": D("2026-06-01"),
                "deciding_town": "Town of A",
            },
        ),
        (
            ("election_provided_for,spring,2026-05-01",),
            "TSD-25",
            {"decided_on": D("2026-05-01"), "election_kind": "spring"},
        ),
        (("commissioners_are,elected,2026-05-01",), "TSD-26", {"commissioners_appointed": False}),
        (
            ("election_petition_filed,,2026-05-01", "election_petition_requests,special,2026-05-01"),
            "TSD-27",
            {"filed": D("2026-05-01"), "requests": "special"},
        ),
        (("hold_over_event,spring_election,2026-05-01", "hold_over_year,2027,2026-05-01"), "TSD-28", None),
        (
            ("referendum,approved,2027-04-06", "appointment,,2027-05-01", "elected_by_petition,yes,2026-05-01"),
            "TSD-29",
            {
                "referendum_date": D("2027-04-06"),
                "result": "approved",
                "appointed": D("2027-05-01"),
                "elected_by_petition": True,
            },
        ),
        (
            # The newer of two petitions is the one asked about.
            ("election_petition_filed,,2020-05-01", "appointment_petition_filed,,2026-05-01"),
            "TSD-30",
            {"petition_filed": D("2026-05-01"), "petition_kind": "to_appointment"},
        ),
        # How large the commission of now must be hangs on the method of now.
        (
            ("method_determined,elect,2026-05-01", "method_determined,town_board_commission,2028-05-01"),
            "TSD-33",
            {"town_board_commission": True},
        ),
        (("terms_basis,first_board,2026-05-01",), "TSD-34", {"basis": "first_board"}),
    ],
)
def test_facts_of_a_district(rows: tuple[str, ...], rule: str, facts: Mapping[str, Any] | None) -> None:
    assert of_district(*rows)[rule] == ({"event": "spring_election", "year": 2027} if facts is None else facts)


def test_only_what_is_dated_by_the_day_counts_and_a_correction_always() -> None:
    rows = ("proceeding,P1,bond_filed,,2026-06-10,1,,,", "proceeding,P1,bond_filed,,2026-06-12,2,1,,")
    found = register(*rows)
    assert register_facts(found, date=D("2026-06-11"), proceeding="P1") == {}
    told = register_facts(found, date=D("2026-06-12"), proceeding="P1")
    assert told["TSD-05"] == {"bond_filed": D("2026-06-12")}


def test_what_contradicts_itself_is_not_known() -> None:
    told = of_proceeding("bond_filed,,2026-06-10", "bond_filed,,2026-06-12", "petition_received,,2026-06-05")
    assert told == {
        "TSD-05": {"bond_filed": None},
        "TSD-06": {"bond_filed": None, "petition_received": D("2026-06-05")},
    }


@pytest.mark.parametrize(
    ("rows", "rule", "facts"),
    [
        (
            ("petition_has_name,yes,2026-06-05", "petition_has_name,no,2026-06-05"),
            "TSD-03",
            {"contents": {"name": None}},
        ),
        # What the board did is in doubt, and so is the day, though each entry names one.
        (
            ("town_acted,sanitary_district,2026-06-01", "town_acted,utility_district,2026-06-05"),
            "TSD-17",
            {"town_action": None, "town_acted": None},
        ),
        # One department was told on two days, the other on one.
        (
            ("notice_mailed,dsps,2026-06-01", "notice_mailed,dsps,2026-06-05", "notice_mailed,dnr,2026-06-03"),
            "TSD-07",
            {"notice_mailed_dsps": None, "notice_mailed_dnr": D("2026-06-03")},
        ),
        (
            ("dnr_notice_mailed,Town of A,2026-05-02", "dnr_notice_mailed,Town of A,2026-05-03"),
            "TSD-16",
            {"towns": [{"name": "Town of A", "mailed": None}]},
        ),
        # Two entries on one county's record contradict each other in the day only.
        (
            ("order_recorded,Dane,2026-06-01", "order_recorded,Dane,2026-06-05"),
            "TSD-15",
            {"recorded_in": ["Dane"]},
        ),
        (("no_appeal,2026-02-01,2026-05-05", "vacancy,,2026-05-05"), "TSD-18", {"event": None, "event_date": None}),
    ],
)
def test_only_what_is_in_doubt_is_not_known(rows: tuple[str, ...], rule: str, facts: Mapping[str, Any]) -> None:
    assert of_proceeding(*rows)[rule] == facts


def test_proceeding_and_district_can_contradict_each_other() -> None:
    found = register("proceeding,P1,established,,2026-06-01", "district,D,established,,2026-06-02")
    told = register_facts(found, date=LATE, proceeding="P1", district="D")
    assert told["TSD-25"] == {"established": None}


def test_a_session_that_is_not_known_to_be_the_last_says_nothing() -> None:
    assert "TSD-11" not in of_proceeding("hearing_held,,2026-07-01")


def test_another_proceeding_says_nothing() -> None:
    found = register("proceeding,P2,bond_filed,,2026-06-10")
    assert register_facts(found, date=LATE, proceeding="P1") == {}
    assert register_facts(found, date=LATE) == {}


PRIVATE = register(
    'parcel,"1-2, Dane",private_system_installed,2020-06-01,2025-01-01',
    'parcel,"1-2, Dane",private_system_cost,9000,2025-01-01',
    'parcel,"1-2, Dane",private_system_grant,1000,2025-01-01',
    'parcel,"1-2, Dane",private_system_grant,500.50,2025-01-02',
    'parcel,"1-2, Dane",private_system_conforms,yes,2025-01-01',
    "parcel,1-3,excluded_under_former_law,yes,2025-01-01",
    "district,D,established,,2024-01-01",
    "district,D,charge_issued,build_system,2026-01-01",
)


def test_the_facts_of_a_parcel_and_its_district() -> None:
    assert parcel_facts(PRIVATE, "1-2", LATE, county="Dane", district="D") == {
        "TSD-20": {
            "installed": D("2020-06-01"),
            "district_created": D("2024-01-01"),
            "code_conforming": True,
            "system_cost": "9000.00",
            "grants": "1500.50",
            "charge_issued": D("2026-01-01"),
            "levy_to_build_system": True,
        }
    }
    assert parcel_facts(PRIVATE, "1-2", LATE, county="Rock") == {}
    assert parcel_facts(PRIVATE, "1-3", LATE) == {"TSD-19": {"excluded_under_former_law": True, "as_of": LATE}}


def test_the_credit_of_the_parcel_follows() -> None:
    """5 whole years of 10 are left on 2026-01-01: a tenth of 9,000.00 - 1,500.50 = 7,499.50, times 5, is 3,749.75.

    In operation since 2020-06-01 (no other day is entered, so that the years are stated): 5 completed.
    """
    told = parcel_facts(PRIVATE, "1-2", LATE, county="Dane", district="D")["TSD-20"] | {"years_in_operation": "5"}
    facts = RULES["TSD-20"].facts_type(**stated_facts("TSD-20", {"TSD-20": told}, "the register"))
    assert judge("TSD-20", facts, load_law().newest()).answer == "3749.75"


def test_who_may_serve() -> None:
    found = register(
        "owner,812,resident_of_district,yes,2026-01-01", "district,D,summer_resort_district,yes,2026-01-01"
    )
    assert owner_facts(found, "812", LATE, district="D")["TSD-35"] == {
        "resident_of_district": True,
        "summer_resort_district": True,
    }


def test_the_parcels_that_a_board_left_out() -> None:
    found = register(
        "parcel,1-2,exclusion_decision,out,2026-01-01",
        "parcel,1-3,exclusion_decision,out,2026-01-01",
        "parcel,1-3,exclusion_decision,in,2026-02-01",
        "parcel,1-4,exclusion_decision,out,2026-01-01",
        "parcel,1-4,exclusion_decision,in,2026-01-01",
        "parcel,1-5,not_benefited,,2026-01-01",
    )
    assert subjects_of(found, "parcel", "exclusion_decision", LATE, "out") == ("1-2",)
    assert subjects_of(found, "parcel", "exclusion_decision", D("2026-01-31"), "out") == ("1-2", "1-3")
    assert subjects_of(found, "parcel", "benefit_found", LATE, "no") == ("1-5",)


def test_the_owners_who_took_their_signatures_back() -> None:
    found = register("owner,812,signature_withdrawn,,2026-01-03", "owner,7,signature_withdrawn,,2026-01-09")
    assert subjects_of(found, "owner", "signature_withdrawn", D("2026-01-08")) == ("812",)


@given(st.permutations(HEARING))
@settings(max_examples=50, derandomize=True)
def test_the_order_of_rows_changes_no_fact(rows: list[str]) -> None:
    assert of_proceeding(*rows) == of_proceeding(*HEARING)


@pytest.mark.parametrize("rule", sorted(of_proceeding(*HEARING)))
def test_every_fact_fits_the_rule(rule: str) -> None:
    assert stated_facts(rule, {rule: of_proceeding(*HEARING)[rule]}, "the register")
