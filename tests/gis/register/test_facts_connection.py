"""What entries on parcels tell the rules of connection; each fact named and meant as FACTS.md has it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from gis.errors import RegisterInvalid
from gis.law.loader import load_law
from gis.proposals.stated import stated_facts
from gis.register.entries import Entry, Register
from gis.register.facts import parcel_facts, register_facts
from gis.register.reading import read_register
from gis.rules.registry import RULES, judge

LATE = dt.date(2040, 1, 1)
LAW = load_law().newest()
D = dt.date.fromisoformat
Row = tuple[str, str, str]
"""Kind, value and day."""


def told(*rows: Row) -> dict[str, dict[str, Any]]:
    entries = (Entry("parcel", "1-22", kind, value, D(day), "", "") for kind, value, day in rows)
    return parcel_facts(Register(tuple(entries)), "1-22", LATE)


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        (
            ("property_in_use", "yes", "2026-05-01"),
            {"MUK-01": {"in_use": True}, "CKSD-01": {"in_use": True}},
        ),
        # Where nothing is in use, no building is used, and nobody lives in one.
        (
            ("property_in_use", "no", "2026-05-01"),
            {
                "MUK-01": {"in_use": False},
                "CKSD-01": {"in_use": False},
                "VLG-06": {"structure_in_use": False},
                "WIS-281.45": {"habitation": False},
            },
        ),
        # A park without a building is in use all the same, so that no building says nothing of the property.
        (
            ("structure_in_use", "no", "2026-05-01"),
            {"VLG-06": {"structure_in_use": False}, "WIS-281.45": {"habitation": False}},
        ),
        (
            ("structure_in_use", "yes", "2026-05-01"),
            {
                "VLG-06": {"structure_in_use": True},
                "MUK-01": {"in_use": True},
                "CKSD-01": {"in_use": True},
            },
        ),
        (
            ("human_habitation", "yes", "2026-05-01"),
            {
                "WIS-281.45": {"habitation": True},
                "VLG-06": {"structure_in_use": True},
                "MUK-01": {"in_use": True},
                "CKSD-01": {"in_use": True},
            },
        ),
        # Nobody lives in a shop that is in use.
        (("human_habitation", "no", "2026-05-01"), {"WIS-281.45": {"habitation": False}}),
        (
            ("private_system_present", "no", "2026-05-01"),
            {"CKSD-02": {"private_system": False}, "VLG-06": {"private_system": False}},
        ),
        (
            ("connection_notice", "", "2026-05-01"),
            {rule: {"notice": D("2026-05-01")} for rule in ("CKSD-01", "CKSD-02", "WIS-281.45")},
        ),
        (("health_hazard", "yes", "2026-05-01"), {"MUK-01": {"health_hazard": True}}),
        (("hazard_notice_received", "", "2026-05-01"), {"MUK-01": {"hazard_notice_received": D("2026-05-01")}}),
        (("recreation_exemption_granted", "yes", "2026-05-01"), {"CKSD-01": {"exemption_granted": True}}),
        (("owner_kind", "nonprofit_501c3", "2026-05-01"), {"CKSD-03": {"owner_kind": "nonprofit_501c3"}}),
        (("vacant", "yes", "2026-05-01"), {"CKSD-03": {"vacant": True}, "CKSD-04": {"vacant": True}}),
        (("separate_tax_number", "yes", "2026-05-01"), {"CKSD-03": {"separate_tax_number": True}}),
        (("only_public_recreation", "no", "2026-05-01"), {"CKSD-03": {"only_public_recreation": False}}),
        (("facility_available", "yes", "2026-05-01"), {"MUK-04": {"service_provided": True}}),
        (("connected", "no", "2026-05-01"), {"MUK-04": {"connected": False}}),
        (
            ("connection_made", "", "2026-05-01"),
            {"MUK-03": {"connected": D("2026-05-01")}, "MUK-04": {"connected": True}},
        ),
        (("standby_notice_given", "", "2026-05-01"), {"MUK-03": {"notice_given": D("2026-05-01")}}),
        (("residential_units", "1.5", "2026-05-01"), {"MUK-03": {"recs": "1.5"}, "MUK-08": {"recs": "1.5"}}),
        (("ready_to_serve_effective", "", "2026-05-01"), {"MUK-04": {"effective": D("2026-05-01")}}),
        (("connection_billed", "6000.00", "2026-05-01"), {"MUK-02": {"cost": "6000.00"}}),
        (("connection_work_completed", "", "2026-05-01"), {"MUK-02": {"work_completed": D("2026-05-01")}}),
        (("instalment_option_filed", "", "2026-05-01"), {"MUK-02": {"option_filed": D("2026-05-01")}}),
        (("instalments_chosen", "5", "2026-05-01"), {"MUK-02": {"instalments": 5}}),
        (("board_members", "7", "2026-05-01"), {"VLG-07": {"members": 7}}),
        (("waiver_votes_for", "7", "2026-05-01"), {"VLG-07": {"votes_for": 7}}),
        (("finding_no_health_hazard", "yes", "2026-05-01"), {"VLG-07": {"no_health_hazard": True}}),
        (("finding_extraordinary_hardship", "no", "2026-05-01"), {"VLG-07": {"extraordinary_hardship": False}}),
        (("waiver_granted", "", "2026-05-01"), {"VLG-07": {"granted": D("2026-05-01")}}),
        (("waiver_until", "2026-12-01", "2026-05-01"), {"VLG-07": {"granted_until": D("2026-12-01")}}),
        (("ownership_transferred", "", "2026-05-01"), {"VLG-07": {"transferred": D("2026-05-01")}}),
        (("deferral_applied", "yes", "2026-05-01"), {"VLG-08": {"applied": True}}),
        (("exclusive_agricultural_zoning", "yes", "2026-05-01"), {"VLG-08": {"exclusive_agricultural_zoning": True}}),
        (("farmland_agreement_recorded", "yes", "2026-05-01"), {"VLG-08": {"recorded_agreement": True}}),
        (("qualification_ended", "", "2026-05-01"), {"VLG-08": {"qualification_ended": D("2026-05-01")}}),
        (("sewer_used_from", "", "2026-05-01"), {"VLG-08": {"sewer_used_from": D("2026-05-01")}}),
        (("deferral_annual_rate", "0.05", "2026-05-01"), {"VLG-08": {"annual_rate": "0.05"}}),
        (("assessment_levied", "900.00", "2026-05-01"), {"VLG-08": {"assessment": "900.00"}}),
        (("industrial_or_significant", "yes", "2026-05-01"), {"VLG-01": {"industrial_or_significant": True}}),
        (("local_sewer_adequate", "yes", "2026-05-01"), {"VLG-02": {"local_sewer_adequate": True}}),
        (("commission_capacity", "no", "2026-05-01"), {"VLG-02": {"commission_capacity": False}}),
        (("downstream_adequate", "yes", "2026-05-01"), {"VLG-02": {"downstream_adequate": True}}),
    ],
)
def test_what_one_entry_says(row: Row, facts: dict[str, dict[str, Any]]) -> None:
    found = told(row)
    assert found == facts
    for rule, own in found.items():
        assert stated_facts(rule, {rule: own}, "the register"), rule


@pytest.mark.parametrize(
    ("rows", "rule", "facts"),
    [
        # The newest entry on use counts, of whichever kind.
        (
            [("property_in_use", "no", "2026-01-01"), ("human_habitation", "yes", "2026-05-01")],
            "WIS-281.45",
            {"habitation": True},
        ),
        (
            [("property_in_use", "no", "2026-05-01"), ("human_habitation", "yes", "2026-01-01")],
            "WIS-281.45",
            {"habitation": False},
        ),
        # Two of one day that differ are in doubt.
        (
            [("property_in_use", "no", "2026-05-01"), ("structure_in_use", "yes", "2026-05-01")],
            "MUK-01",
            {"in_use": None},
        ),
        # Which of two notices began the 180 days nobody can say.
        (
            [("connection_notice", "", "2026-05-01"), ("connection_notice", "", "2026-06-01")],
            "CKSD-01",
            {"notice": None},
        ),
        # Connected once, cut off later: the newest of the two counts for the charge.
        (
            [("connection_made", "", "2020-05-01"), ("connected", "no", "2026-05-01")],
            "MUK-04",
            {"connected": False},
        ),
        # A second building of the parcel is connected later: the premises are connected from the first on.
        (
            [("connection_made", "", "2026-05-01"), ("connection_made", "", "2024-05-01")],
            "MUK-03",
            {"connected": D("2024-05-01")},
        ),
        # The waiver ends upon the first transfer after the grant; an earlier one made its owner an owner.
        (
            [
                ("waiver_granted", "", "2026-05-01"),
                *(("ownership_transferred", "", day) for day in ("2019-01-01", "2026-08-01", "2027-01-01")),
            ],
            "VLG-07",
            {"granted": D("2026-05-01"), "transferred": D("2026-08-01")},
        ),
        (
            [("assessment_levied", "900.00", "2026-05-01"), ("assessment_levied", "100.50", "2026-06-01")],
            "VLG-08",
            {"assessment": "1000.50"},
        ),
    ],
)
def test_several_entries(rows: list[Row], rule: str, facts: dict[str, Any]) -> None:
    assert told(*rows)[rule] == facts
    assert told(*reversed(rows))[rule] == facts


def test_a_waiver_as_the_village_entered_it() -> None:
    """Seven of seven, both findings, granted 2026-05-01 until December; the sewer was laid on 2026-02-10.

    At most a year from 2026-02-10; the village's own last day is the earlier one.
    """
    rows = [
        ("board_members", "7", "2026-05-01"),
        ("waiver_votes_for", "7", "2026-05-01"),
        ("finding_no_health_hazard", "yes", "2026-05-01"),
        ("finding_extraordinary_hardship", "yes", "2026-05-01"),
        ("waiver_granted", "", "2026-05-01"),
        ("waiver_until", "2026-12-01", "2026-05-01"),
    ]
    stated = told(*rows)["VLG-07"] | {"sewer_installed": D("2026-02-10")}
    facts = RULES["VLG-07"].facts_type(**stated_facts("VLG-07", {"VLG-07": stated}, "the register"))
    found = judge("VLG-07", facts, LAW)
    assert (found.state.value, found.answer) == ("pass", "2026-12-01")


def test_the_plans_of_a_new_sewer() -> None:
    """Plans on May 1 for the meeting of May 20, 19 days before; filed May 2 and acted on within 90 days."""
    rows = [
        ("plans_received", "", "2026-05-01"),
        ("plan_sets", "6", "2026-05-01"),
        ("plans_presented", "2026-05-20", "2026-05-01"),
        ("plans_filed", "", "2026-05-02"),
        ("plans_acted_on", "", "2026-06-01"),
        ("plans_time_extended", "2026-09-01", "2026-05-20"),
    ]
    entries = (Entry("proceeding", "P1", kind, value, D(day), "", "") for kind, value, day in rows)
    found = register_facts(Register(tuple(entries)), date=LATE, proceeding="P1")
    assert found["VLG-03"] == {"plans_received": D("2026-05-01"), "board_meeting": D("2026-05-20"), "sets": 6}
    assert found["VLG-04"] == {
        "filed": D("2026-05-02"),
        "acted": D("2026-06-01"),
        "extended_to": D("2026-09-01"),
    }
    for rule in ("VLG-03", "VLG-04"):
        facts = RULES[rule].facts_type(**stated_facts(rule, {rule: found[rule]}, "the register"))
        assert judge(rule, facts, LAW).state == "pass"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("parcel,1-22,connection_user,farm,2026-05-01", "residential, commercial, industrial, institutional, other"),
        ("parcel,1-22,connection_size_in,four,2026-05-01", "a number"),
        ("parcel,1-22,spare_capacity_gpd,5000,2026-05-01", "about a main"),
        ("main,S-4,connection_made,,2026-05-01", "about a parcel"),
        ("parcel,1-22,waiver_until,2026-04-01,2026-05-01", "earlier than the day of the entry"),
    ],
)
def test_an_entry_that_says_nothing_usable_is_refused(row: str, says: str) -> None:
    head = "subject_kind,subject,kind,value,date,document,who"
    with pytest.raises(RegisterInvalid, match=says):
        read_register(f"{head}\n{row},,\n".encode(), "register.csv")
