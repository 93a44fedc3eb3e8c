from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from api.cli.connections_text import proposed_lines
from gis.model.connections import ProposedMain
from gis.model.finding import Finding, State
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.proposed_main import proposed_main
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Entry, Register
from tests.gis.proposals.connections.test_connections import asked, entry
from tests.gis.proposals.connections.test_mains import proposal
from tests.gis.proposals.connections.village import DATE, SEWERS, write_village

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

D = dt.date
VILLAGES = "village-connections"
MARCH = D(2026, 3, 2)
FIVE = ["VLG-01", "VLG-02", "VLG-03", "VLG-04", "VLG-05"]


def permitted(
    on_file: LayersOnFile,
    *entries: Entry,
    added_gpd: int | None = None,
    crs: str | None = "EPSG:7599",
    proceeding: str | None = None,
) -> dict[str, Finding]:
    asked_about = replace(proposal(added_gpd), crs=crs, proceeding=proceeding)
    found = proposed_main(on_file, asked(VILLAGES, Register(entries)), asked_about)
    return {each.rule: each for each in found.permissions}


def of_plan(kind: str, value: str = "", day: dt.date = MARCH, name: str = "Oak Street sewer") -> Entry:
    return entry(name, kind, value, day, "proceeding")


def test_without_entries_each_rule_names_what_is_missing(on_file: LayersOnFile) -> None:
    found = permitted(on_file)
    assert list(found) == FIVE
    # The new sewer runs into M1, which is the village's own: the village alone approves.
    assert (found["VLG-01"].state, found["VLG-01"].answer) == (State.PASS, ["Village"])
    waiting = {rule: found[rule].because for rule in FIVE[1:]}
    assert {found[rule].state for rule in waiting} == {State.NEEDS_EVIDENCE}
    assert "whether the Commission's wastewater facilities have capacity" in waiting["VLG-02"]
    assert "the elevations and whether every plan shows true north are not known" in waiting["VLG-05"]


def test_other_ordinances_ask_nothing_of_it(on_file: LayersOnFile) -> None:
    found = proposed_main(on_file, asked("mukwonago"), proposal(None))
    assert found.permissions == ()
    assert not {*FIVE} & found.rules.keys()


def test_an_industrial_discharger_needs_both(on_file: LayersOnFile) -> None:
    found = permitted(on_file, of_plan("industrial_or_significant", "yes"))
    assert found["VLG-01"].answer == ["Village", "Commission"]


ROOM = [
    entry("M1", "spare_capacity_gpd", "9000", DATE, "main"),
    entry("WWTP", "spare_capacity_gpd", "8000", DATE, "main"),
]
COMMISSION = of_plan("commission_capacity", "yes")


@pytest.mark.parametrize(
    ("added_gpd", "entries", "state", "failing"),
    [
        # M1 has room for 9,000 gallons a day and the plant for 8,000: equality is enough.
        (8000, [*ROOM, COMMISSION], State.PASS, []),
        (8001, [*ROOM, COMMISSION], State.FAIL, ["downstream_adequate"]),
        (9001, [*ROOM, COMMISSION], State.FAIL, ["local_sewer_adequate", "downstream_adequate"]),
        # The Commission's word is nobody else's to give.
        (8000, ROOM, State.NEEDS_EVIDENCE, []),
        # What an engineer found goes before what is reckoned, and an application's own entries before a main's.
        (9001, [*ROOM, COMMISSION, entry("M1", "downstream_adequate", "yes", DATE, "main"),
                of_plan("local_sewer_adequate", "yes")], State.PASS, []),
        (None, [*ROOM, COMMISSION], State.NEEDS_EVIDENCE, []),
    ],
)  # fmt: skip
def test_the_capacity_gate_from_the_network(
    on_file: LayersOnFile, added_gpd: int | None, entries: list[Entry], state: State, failing: list[str]
) -> None:
    found = permitted(on_file, *entries, added_gpd=added_gpd)["VLG-02"]
    assert (found.state, found.measures["failing"]) == (state, failing)


@pytest.mark.parametrize(
    ("received", "sets", "state"),
    # Fifteen calendar days before the meeting of June 30, 2026 are June 15.
    [(D(2026, 6, 15), "6", State.PASS), (D(2026, 6, 16), "6", State.FAIL), (D(2026, 6, 15), "5", State.FAIL)],
)
def test_plans_fifteen_days_before_the_meeting(
    on_file: LayersOnFile, received: dt.date, sets: str, state: State
) -> None:
    told = (
        of_plan("plans_presented", "2026-06-30", D(2026, 6, 1)),
        of_plan("plans_received", day=received),
        of_plan("plan_sets", sets),
    )
    question = asked(VILLAGES, Register(told), D(2026, 6, 20))
    found = {each.rule: each for each in proposed_main(on_file, question, proposal(None)).permissions}["VLG-03"]
    assert (found.state, found.answer) == (state, "2026-06-15")


@pytest.mark.parametrize(
    ("told", "state", "outcome", "answer"),
    [
        # Ninety days from March 2, 2026: 29 left in March, 30 in April make 59; the 90th is Sunday, May 31, and Monday,
        # June 1 still counts. On June 15 silence is a denial.
        ([], State.FAIL, "denied", "2026-05-31"),
        ([of_plan("plans_acted_on", day=D(2026, 5, 29))], State.PASS, "acted", "2026-05-31"),
        ([of_plan("plans_time_extended", "2026-07-01")], State.NEEDS_EVIDENCE, "pending", "2026-07-01"),
    ],
)
def test_silence_for_ninety_days_is_a_denial(
    on_file: LayersOnFile, told: list[Entry], state: State, outcome: str, answer: str
) -> None:
    found = permitted(on_file, of_plan("plans_filed"), *told)["VLG-04"]
    assert (found.state, found.measures["outcome"], found.answer) == (state, outcome, answer)


NAVD = [of_plan("plan_vertical_datum", "NAVD 88"), of_plan("plan_true_north_shown", "yes")]


@pytest.mark.parametrize(
    ("crs", "entries", "answer"),
    [
        ("EPSG:7599", NAVD, "accept"),
        ("OGC:CRS84", NAVD, "reproject"),
        # What the plan itself declares goes before the file of the sketch.
        ("OGC:CRS84", [*NAVD, of_plan("plan_coordinate_system", "EPSG:8193")], "accept"),
        ("EPSG:7599", [*NAVD, of_plan("plan_units", "metre")], "refuse"),
        ("EPSG:7599", [of_plan("plan_vertical_datum", "NGVD 88"), NAVD[1]], "ask"),
        ("EPSG:7599", [of_plan("plan_vertical_datum", "NGVD 29"), NAVD[1]], "refuse"),
        (None, NAVD, "refuse"),
    ],
)
def test_datum_and_coordinates_of_the_plan(
    on_file: LayersOnFile, crs: str | None, entries: list[Entry], answer: str
) -> None:
    assert permitted(on_file, *entries, crs=crs)["VLG-05"].answer == answer


def test_a_file_in_a_system_of_its_own_is_asked_about(on_file: LayersOnFile) -> None:
    local = "+proj=tmerc +lat_0=43 +lon_0=-89 +k=1 +x_0=0 +y_0=0 +ellps=GRS80 +units=m"
    found = permitted(on_file, *NAVD, crs=local)["VLG-05"]
    assert (found.state, found.answer) == (State.NEEDS_EVIDENCE, None)
    assert "no EPSG code" in found.because


def test_of_several_applications_the_named_one_counts(on_file: LayersOnFile) -> None:
    two = (of_plan("plans_filed"), of_plan("plans_filed", name="Elm Street sewer", day=D(2026, 6, 1)))
    unnamed = permitted(on_file, *two)["VLG-04"]
    assert unnamed.state is State.NEEDS_EVIDENCE
    assert any("tells of 2 applications" in note for note in unnamed.notes)
    # Ninety days from June 1, 2026: 29 left in June, 31 and 30 of August: August 30.
    assert permitted(on_file, *two, proceeding="Elm Street sewer")["VLG-04"].answer == "2026-08-30"


def test_they_are_said_on_paper(on_file: LayersOnFile) -> None:
    found: ProposedMain = proposed_main(on_file, asked(VILLAGES), proposal(None))
    lines = list(proposed_lines(found))
    at = lines.index("Permission under the village's ordinance")
    assert lines[at + 1].startswith("  VLG-01, Whose approval is needed? Answer: Village. ")
    assert [line[2:8] for line in lines[at + 1 : at + 6]] == FIVE


def test_a_building_sewer_of_one_parcel(on_file: LayersOnFile) -> None:
    told = (
        entry("7-S1", "industrial_or_significant", "yes", DATE),
        entry("7-S1", "local_sewer_adequate", "no", DATE),
    )
    answer = parcel_answer(on_file, asked(VILLAGES, Register(told)), "7-S1")
    found = {each.rule: each for each in answer.parcel.more}
    assert found["VLG-01"].answer == ["Village", "Commission"]
    assert (found["VLG-02"].state, found["VLG-02"].measures["failing"]) == (State.FAIL, ["local_sewer_adequate"])
    assert {"VLG-01", "VLG-02"} <= answer.rules.keys()
    other = parcel_answer(on_file, asked("mukwonago"), "7-S1")
    assert "VLG-01" not in {each.rule for each in other.parcel.more}


def test_a_regional_sewer_is_the_commissions(tmp_path: Path) -> None:
    places, told = SEWERS["M1"]
    regional = {**SEWERS, "M1": (places, {**told, "kind": "interceptor", "operator": "Metropolitan Sewerage District"})}
    on_file = LayersOnFile(write_village(tmp_path, sewers=regional))
    found = permitted(on_file)["VLG-01"]
    # Nobody said whose class that operator is: its word alone does not tell.
    assert (found.state, found.answer) == (State.NEEDS_EVIDENCE, None)
    assert "M1" in " ".join(found.notes)
