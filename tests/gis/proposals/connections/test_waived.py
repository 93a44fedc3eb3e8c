from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.law.ordinance_files import load_ordinances
from gis.model.finding import Finding, State
from gis.proposals.connections.stated import Levy
from gis.proposals.connections.waived import Waived, waived, years_waived
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Entry, Register
from tests.gis.proposals.connections.test_connections import asked, by_lot, entry, found
from tests.gis.proposals.connections.village import SEWERS, Sewers, write_village

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

D = dt.date
GRANTED = {
    "granted": D(2024, 6, 1),
    "members": 7,
    "votes_for": 7,
    "no_health_hazard": True,
    "extraordinary_hardship": True,
}
LEAP = D(2024, 2, 29)


def waiver(installed: Mapping[str, dt.date | None], date: dt.date, **told: object) -> tuple[Waived, Finding]:
    ordinance = load_ordinances().get("village-connections", date)
    facts: dict[str, dict[str, Any]] = {"VLG-07": {**GRANTED, **told}}
    answer = waived(ordinance, facts, installed, (), load_law().parameters(date))
    (finding,) = answer.findings
    return answer, finding


# "In no event shall a waiver period exceed one year after installation of the sewer adjoining such parcel": a year
# after February 29, 2024 is February 28, 2025.
@pytest.mark.parametrize(
    ("installed", "answer"),
    [
        ({"A": LEAP}, "2025-02-28"),
        ({"A": LEAP, "B": D(2024, 12, 1)}, "2025-02-28"),
        ({"A": D(2024, 12, 1), "B": LEAP}, "2025-02-28"),
        ({"A": D(2024, 12, 1)}, "2025-12-01"),
        ({"A": LEAP, "B": LEAP}, "2025-02-28"),
    ],
)
def test_the_year_runs_from_the_first_sewer_that_adjoins(installed: Mapping[str, dt.date | None], answer: str) -> None:
    found_, finding = waiver(installed, D(2025, 1, 2))
    assert (finding.state, finding.answer, found_.until) == (State.PASS, answer, dt.date.fromisoformat(answer))
    differ = len({*installed.values()}) > 1
    assert any("the first was installed on February 29, 2024" in note for note in finding.notes) is differ


@pytest.mark.parametrize(
    ("installed", "date", "told", "state", "may_be"),
    [
        # The sewer of which nobody knows the day may have been the first.
        ({"A": None, "B": D(2024, 12, 1)}, D(2025, 3, 1), {}, State.NEEDS_EVIDENCE, True),
        # A year after the one that is known it has ended, whenever the other was laid.
        ({"A": None, "B": D(2024, 12, 1)}, D(2025, 12, 1), {}, State.NEEDS_EVIDENCE, True),
        ({"A": None, "B": D(2024, 12, 1)}, D(2025, 12, 2), {}, State.NEEDS_EVIDENCE, False),
        # So it has after its own end, and when the land changed hands.
        ({"A": None}, D(2025, 3, 1), {"granted_until": D(2025, 2, 28)}, State.NEEDS_EVIDENCE, False),
        ({"A": None}, D(2025, 3, 1), {"transferred": D(2025, 2, 28)}, State.NEEDS_EVIDENCE, False),
        ({"A": None}, D(2025, 3, 1), {}, State.NEEDS_EVIDENCE, True),
        # Six of seven are not the entire membership, whenever the sewer was laid.
        ({"A": None, "B": D(2024, 12, 1)}, D(2025, 3, 1), {"votes_for": 6}, State.FAIL, False),
        ({"A": D(2024, 12, 1)}, D(2025, 3, 1), {"votes_for": None}, State.NEEDS_EVIDENCE, True),
        ({"A": D(2024, 12, 1)}, D(2025, 3, 1), {}, State.PASS, False),
    ],
)
def test_what_is_not_known_leaves_the_waiver_open(
    installed: Mapping[str, dt.date | None], date: dt.date, told: Mapping[str, Any], state: State, may_be: bool
) -> None:
    answer, finding = waiver(installed, date, **told)
    assert (finding.state, answer.may_be) == (state, may_be)


def deferral(date: dt.date, *levies: Levy, **told: object) -> Finding:
    facts: dict[str, dict[str, Any]] = {
        "VLG-08": {
            "applied": True,
            "exclusive_agricultural_zoning": True,
            "assessment": sum((each.amount for each in levies), start=Fraction(0)),
            "annual_rate": Fraction(1, 20),
            **told,
        }
    }
    ordinance = load_ordinances().get("village-connections", date)
    (finding,) = waived(ordinance, facts, {}, levies, load_law().parameters(date)).findings
    return finding


EIGHT = Levy(D(2020, 2, 29), Fraction(8000))


@pytest.mark.parametrize(
    ("date", "told", "interest"),
    [
        # Five years to February 28, 2025, for that year has no 29th: 8,000 x 0.05 x 5.
        (D(2025, 2, 28), {}, "2000.00"),
        # The day before 364 of the 365 days of the fifth year are past: 400 x (4 + 364/365) = 1,998.904.
        (D(2025, 2, 27), {}, "1998.90"),
        # Not yet a day.
        (D(2020, 2, 29), {}, "0.00"),
        # Ten years at most: 8,000 x 0.05 x 10.
        (D(2030, 2, 28), {}, "4000.00"),
        (D(2036, 6, 1), {}, "4000.00"),
        # It stops when the qualification ends, and when the owner uses the sewer: three and four years.
        (D(2025, 2, 28), {"qualification_ended": D(2023, 2, 28)}, "1200.00"),
        (D(2025, 2, 28), {"sewer_used_from": D(2024, 2, 29)}, "1600.00"),
        # An end after the day asked about has not come.
        (D(2025, 2, 28), {"qualification_ended": D(2026, 2, 28)}, "2000.00"),
        # No rate, no interest; years that somebody states go before those counted.
        (D(2025, 2, 28), {"annual_rate": None}, None),
        (D(2025, 2, 28), {"years_waived": Fraction(1)}, "400.00"),
    ],
)
def test_interest_from_the_day_of_the_levy(date: dt.date, told: Mapping[str, Any], interest: str | None) -> None:
    assert deferral(date, EIGHT, **told).measures["interest"] == interest


def test_interest_of_several_levies_is_the_sum_of_theirs() -> None:
    # 8,000 x 0.05 x 10 (of twelve years) and 1,000 x 0.05 x (2 + 1/366) are 4,000 and 100.137.
    found_ = deferral(D(2032, 2, 29), EIGHT, Levy(D(2030, 2, 28), Fraction(1000)))
    assert found_.measures["interest"] == "4100.14"
    note = found_.notes[-1]
    assert "February 29, 2020 and February 28, 2030" in note


def test_years_never_run_backwards() -> None:
    assert years_waived([EIGHT], D(2019, 1, 1), 10) == 0
    assert years_waived([Levy(D(2020, 1, 1), Fraction(0))] * 2, D(2021, 1, 1), 10) == 0


# West Avenue has a second sewer, laid on February 29, 2024 as the layer says; the register says of M1 in Elm Street
# that it was laid on December 1, 2024. S1 lies on the corner of both, S2 on Elm Street alone.
TWO: Sewers = {
    **SEWERS,
    "M2": ([(-33, 300), (-33, -33)], {"status": "in_service", "operational": "2024-03-15", "installed": "2024-02-29"}),
}


@pytest.fixture(scope="module")
def two_sewers(tmp_path_factory: pytest.TempPathFactory) -> LayersOnFile:
    folder: Path = tmp_path_factory.mktemp("two")
    return LayersOnFile(write_village(folder, sewers=TWO))


def of_lot(lot: str) -> tuple[Entry, ...]:
    day = D(2025, 1, 2)
    told = {
        "private_system_present": "yes",
        "waiver_granted": "",
        "board_members": "7",
        "waiver_votes_for": "7",
        "finding_no_health_hazard": "yes",
        "finding_extraordinary_hardship": "yes",
    }
    return tuple(entry(f"7-{lot}", kind, value, day) for kind, value in told.items())


@pytest.mark.parametrize(
    ("date", "states"),
    [
        (D(2025, 3, 15), {"S1": State.PASS, "S2": State.NOT_APPLICABLE}),
        (D(2025, 12, 1), {"S1": State.PASS, "S2": State.NOT_APPLICABLE}),
        (D(2025, 12, 2), {"S1": State.PASS, "S2": State.PASS}),
    ],
)
def test_an_entry_on_one_main_hides_no_day_of_another(
    two_sewers: LayersOnFile, date: dt.date, states: Mapping[str, State]
) -> None:
    laid = entry("M1", "main_installed", "", D(2024, 12, 1), "main")
    register = Register((laid, *of_lot("S1"), *of_lot("S2")))
    parcels = by_lot(found(two_sewers, asked("village-connections", register, date)))
    assert {lot: parcels[lot].state for lot in states} == states


def test_a_main_without_a_day_leaves_the_duty_open(two_sewers: LayersOnFile) -> None:
    # Of M1 nobody says when it was laid. By February 28, 2025, a year after M2, the waiver of S1 had ended for sure;
    # that of S2, which lies on M1 alone, nobody can tell.
    register = Register((*of_lot("S1"), *of_lot("S2")))
    parcels = by_lot(found(two_sewers, asked("village-connections", register, D(2025, 3, 15))))
    assert parcels["S1"].state is State.PASS
    s2 = parcels["S2"].finding
    assert s2 is not None
    assert (s2.state, s2.answer) == (State.NEEDS_EVIDENCE, None)
    assert "the day on which the sewer was installed is not known" in s2.because.lower()


def test_interest_of_a_deferral_on_file(two_sewers: LayersOnFile) -> None:
    told = (
        entry("7-S1", "deferral_applied", "yes", D(2020, 3, 1)),
        entry("7-S1", "exclusive_agricultural_zoning", "yes", D(2020, 3, 1)),
        entry("7-S1", "assessment_levied", "8000.00", D(2020, 2, 29)),
        entry("7-S1", "deferral_annual_rate", "0.05", D(2020, 3, 1)),
    )
    parcels = by_lot(found(two_sewers, asked("village-connections", Register(told), D(2025, 2, 28))))
    (deferred,) = parcels["S1"].more
    assert (deferred.rule, deferred.state, deferred.measures["interest"]) == ("VLG-08", State.PASS, "2000.00")
