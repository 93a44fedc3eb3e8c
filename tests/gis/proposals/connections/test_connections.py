from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.connections import Connections, ParcelConnection
from gis.model.finding import State
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import connections
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Entry, Register
from tests.gis.proposals.connections.village import DATE

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


def asked(ordinance: str | None = "mukwonago", register: Register | None = None, date: dt.date = DATE) -> Asked:
    return Asked(date, load_ordinances(), ordinance, register)


def entry(subject: str, kind: str, value: str, day: dt.date, subject_kind: str = "parcel") -> Entry:
    return Entry(subject_kind, subject, kind, value, day, "", "")


def found(on_file: LayersOnFile, question: Asked) -> Connections:
    return connections(on_file, question).answer


def by_lot(answer: Connections) -> Mapping[str, ParcelConnection]:
    return {parcel.parcel_id.removeprefix("7-"): parcel for parcel in answer.parcels}


@pytest.fixture(scope="module")
def answer(on_file: LayersOnFile) -> Connections:
    return found(on_file, asked())


# Houses S1 and S2 lie on Elm Street, in which M1 serves since 2025-03-15; N1 and N2 lie in the block that Elm Street
# bounds. S3 has nothing on it, N3 and X3 only a shed. The block of X1 to X3 has a proposed sewer only (P1), and nothing
# in service: the duty does not apply yet.
STATES = {
    **dict.fromkeys(("S1", "S2", "N1", "N2"), State.PASS),
    "S3": State.FAIL,
    "N3": State.NEEDS_EVIDENCE,
    **dict.fromkeys(("X1", "X2", "X3"), State.NOT_APPLICABLE),
}


def test_each_parcel_of_the_village_is_judged_once(answer: Connections) -> None:
    assert {lot: parcel.state for lot, parcel in by_lot(answer).items()} == STATES
    assert [parcel.parcel_id for parcel in answer.parcels] == sorted(parcel.parcel_id for parcel in answer.parcels)
    assert {state: count for state, count in answer.counts.items() if count} == {
        "pass": 4,
        "fail": 1,
        "needs_evidence": 1,
        "not_applicable": 3,
    }


def test_without_an_ordinance_land_of_none_is_listed_as_such(on_file: LayersOnFile) -> None:
    every = by_lot(found(on_file, asked(None)))
    assert {lot: every[lot].state for lot in STATES} == STATES
    assert (every["T1"].ordinance, every["T1"].finding) == (None, None)
    # A dwelling stands on it all the same.
    assert every["T1"].in_use is True


@pytest.mark.parametrize(
    ("lot", "frontages"),
    [
        # S1 lies 100 ft along Elm Street and 150 ft along West Avenue.
        ("S1", {"Elm Street": 100, "West Avenue": 150}),
        ("S2", {"Elm Street": 100}),
        ("N1", {"Oak Street": 100, "West Avenue": 150}),
    ],
)
def test_frontage_by_side(answer: Connections, lot: str, frontages: Mapping[str, int]) -> None:
    sides = {str(front.street): front.length_ft for front in by_lot(answer)[lot].fronts if front.length_ft}
    assert sides.keys() == frontages.keys()
    for street, length in frontages.items():
        # The working frame is no plane of the county: a hundredth of a foot is lost at most.
        assert abs(sides[street] - length) < Fraction(1, 100)


def test_connect_by_is_nine_months_after_operation(answer: Connections) -> None:
    # 2025-03-15 and nine months: the same day-number of the ninth month after.
    parcels = by_lot(answer)
    assert {lot: parcels[lot].connect_by for lot in ("S1", "N1", "S3", "X1")} == {
        "S1": dt.date(2025, 12, 15),
        "N1": dt.date(2025, 12, 15),
        "S3": None,
        "X1": None,
    }


def test_the_sewer_that_decides_stands_in_its_street(answer: Connections) -> None:
    s1 = by_lot(answer)["S1"]
    assert {str(front.street): front.sewers for front in s1.fronts if front.sewers} == {"Elm Street": ("M1",)}
    assert (s1.serving_main, s1.serving_main_operational) == ("M1", dt.date(2025, 3, 15))
    assert s1.finding is not None
    assert ("sewers", "M1") in {(each.layer, each.feature_id) for each in s1.finding.evidence}


def test_a_bounding_street_counts_by_one_reading_only(answer: Connections) -> None:
    n1 = by_lot(answer)["N1"].finding
    assert n1 is not None
    assert (n1.measures["adjacent"], n1.measures["in_block"]) == (False, True)
    assert n1.readings["interior_only"].state is State.FAIL


def test_what_people_established_goes_before_the_layers(on_file: LayersOnFile) -> None:
    register = Register(
        (
            entry("7-N3", "property_in_use", "yes", dt.date(2026, 5, 1)),
            entry("7-S1", "property_in_use", "no", dt.date(2026, 5, 1)),
            # P1 was laid and went into operation: X1 lies on its street.
            entry("P1", "main_operational", "", dt.date(2026, 4, 1), "main"),
        )
    )
    parcels = by_lot(found(on_file, asked(register=register)))
    assert parcels["N3"].state is State.PASS
    assert parcels["S1"].state is State.FAIL
    assert (parcels["X1"].state, parcels["X1"].connect_by) == (State.PASS, dt.date(2027, 1, 1))


def test_a_sewer_that_serves_later_does_not_serve_yet(on_file: LayersOnFile) -> None:
    # M1 is operational from 2025-03-15. Until then the only sewer by the block is the force main in East Avenue.
    before = by_lot(found(on_file, asked(date=dt.date(2025, 3, 14))))
    assert before["S2"].state is State.UNDETERMINED
    assert before["S2"].connect_by is None


def test_a_villages_ordinance_by_name_governs_village_land_only(on_file: LayersOnFile) -> None:
    parcels = by_lot(found(on_file, asked("village-connections")))
    assert parcels.keys() == STATES.keys()
    # S1 is adjacent to the village's own sewer and in use; whether a private system serves it nobody said.
    assert parcels["S1"].state is State.NEEDS_EVIDENCE
    # N1 lies elsewhere in the block, which does not count here.
    assert parcels["N1"].state is State.FAIL


def test_progress_is_told(on_file: LayersOnFile) -> None:
    steps: list[str] = []
    connections(on_file, asked(), steps.append)
    assert "judging 9 parcels" in steps


def test_evidence_is_left_out_where_no_place_is_for_it(on_file: LayersOnFile) -> None:
    plain = connections(on_file, asked(), with_evidence=False).answer
    assert {lot: parcel.state for lot, parcel in by_lot(plain).items()} == STATES
    assert all(not parcel.finding.evidence for parcel in plain.parcels if parcel.finding)


def test_same_question_same_answer(on_file: LayersOnFile, answer: Connections) -> None:
    assert found(on_file, asked()) == answer


def test_standby_candidates_are_told_of_the_land_asked_about_only(on_file: LayersOnFile) -> None:
    # Sewer service is provided to S1 in the village and to T1 in the town, and neither is connected.
    entries = [
        entry(parcel, kind, value, DATE)
        for parcel in ("7-S1", "7-T1")
        for kind, value in (("facility_available", "yes"), ("connected", "no"))
    ]
    register = Register(tuple(entries))

    def candidates(ordinance: str | None) -> str:
        notes = connections(on_file, asked(ordinance, register)).answer.notes
        (said,) = (note for note in notes if note.startswith("UT-03"))
        return said.split(": ", 1)[1].split(",", 1)[0]

    assert candidates("mukwonago") == "1 parcel has a facility and no connection"
    # Of every parcel on file, T1 is one.
    assert candidates(None) == "2 parcels have a facility and no connection"
