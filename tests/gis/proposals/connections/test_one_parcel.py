from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import pytest

from gis.errors import OptionInvalid
from gis.model.connections import ParcelAnswer
from gis.model.finding import State
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.words import DUTY_WORDS
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Register
from tests.gis.proposals.connections.test_connections import asked, entry
from tests.gis.proposals.connections.village import OWNERS

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


def explained(
    on_file: LayersOnFile, lot: str, ordinance: str | None = "mukwonago", register: Register | None = None
) -> ParcelAnswer:
    return parcel_answer(on_file, asked(ordinance, register), f"7-{lot}")


def parts(answer: ParcelAnswer) -> Mapping[str, str]:
    return {part.heading: " ".join(part.sentences) for part in answer.said}


def test_the_answer_with_its_evidence(on_file: LayersOnFile) -> None:
    told = parts(explained(on_file, "S1"))
    # 2025-12-15 is a Monday.
    assert "must connect, by Monday, December 15, 2025" in told["The answer"]
    assert "Elm Street (street): 100 ft; sewers in it that count: M1." in told["Sides"]
    assert "Frontage on streets, alleys and other rights-of-way in all: 250 ft." in told["Sides"]
    assert "M1, gravity main, local, in Elm Street: in service, since Saturday, March 15, 2025." in told["Sewers"]
    assert "in a street that bounds it: M1" in told["Block"]
    assert "If nothing on the land were in use: need not connect." in told["What would change it"]
    # A health hazard told on 2026-06-15: 30 days end on 2026-07-15, a Wednesday.
    assert "must connect, by Wednesday, July 15, 2026" in told["What would change it"]
    assert "M1 > WWTP. The way reaches a treatment plant." in told["Way to the plant"]


def test_another_reading_is_told_beside_the_default(on_file: LayersOnFile) -> None:
    assert "Then: need not connect." in parts(explained(on_file, "N1"))["Another reading of the text"]
    assert "Another reading of the text" not in parts(explained(on_file, "S1"))


def test_what_is_unknown_and_who_knows_it(on_file: LayersOnFile) -> None:
    answer = explained(on_file, "N3")
    assert answer.parcel.state is State.NEEDS_EVIDENCE
    assert [(each.register_kind, "assessor" in each.who) for each in answer.open_facts] == [("property_in_use", True)]


def test_land_of_no_ordinance(on_file: LayersOnFile) -> None:
    answer = explained(on_file, "T1", None)
    assert answer.parcel.finding is None
    assert answer.ordinance_title is None
    assert parts(answer)["The answer"] == "No ordinance on file governs the land."


def test_one_parcel_and_the_whole_area_agree(on_file: LayersOnFile) -> None:
    from gis.proposals.connections.connections import connections  # noqa: PLC0415 - this one compares the two

    whole = {parcel.parcel_id: parcel for parcel in connections(on_file, asked()).answer.parcels}
    for lot in ("S1", "S3", "N1", "X1"):
        one = explained(on_file, lot).parcel
        of_whole = whole[f"7-{lot}"]
        assert (one.finding, one.fronts, one.connect_by, one.serving_main) == (
            of_whole.finding,
            of_whole.fronts,
            of_whole.connect_by,
            of_whole.serving_main,
        )


@pytest.mark.parametrize(
    ("parcel_id", "county", "says"),
    [("7-S9", None, "7-S"), ("7-S1", "Dane", "Waukesha")],
)
def test_a_parcel_that_is_not_there(on_file: LayersOnFile, parcel_id: str, county: str | None, says: str) -> None:
    with pytest.raises(OptionInvalid) as refused:
        parcel_answer(on_file, asked(), parcel_id, county)
    assert says in refused.value.why


def test_a_waiver_that_people_granted(on_file: LayersOnFile) -> None:
    day = dt.date(2026, 1, 5)
    register = Register(
        (
            entry("7-S1", "private_system_present", "yes", day),
            entry("7-S1", "board_members", "7", day),
            entry("7-S1", "waiver_votes_for", "7", day),
            entry("7-S1", "finding_no_health_hazard", "yes", day),
            entry("7-S1", "finding_extraordinary_hardship", "yes", day),
            entry("7-S1", "waiver_granted", "", day),
            entry("M1", "main_installed", "", dt.date(2025, 9, 1), "main"),
        )
    )
    answer = explained(on_file, "S1", "village-connections", register)
    # Unanimous, both findings, within a year of 2025-09-01: it lasts to 2026-09-01 at most and covers 2026-06-15.
    (waiver,) = [each for each in answer.parcel.more if each.rule == "VLG-07"]
    assert (waiver.state, waiver.answer) == (State.PASS, "2026-09-01")
    assert answer.parcel.state is State.NOT_APPLICABLE
    assert answer.said[0].sentences[0].endswith(": waived for now.")
    # Where many are counted together the words name every way to be here.
    assert DUTY_WORDS[State.NOT_APPLICABLE] == "not governed, waived or exempt, or no sewer in service"


def test_land_that_no_ordinance_governs_is_not_told_what_serves_it(on_file: LayersOnFile) -> None:
    # Asked by the ordinance of a district, which governs no village's land, M1 in the street is no answer.
    foreign = explained(on_file, "S1", "cksd")
    assert foreign.parcel.finding is None
    (way,) = [part for part in foreign.said if part.heading == "Way to the plant"]
    assert way.sentences == (
        "Main M1 lies by the parcel; no ordinance on file governs the land and says that it serves it.",
    )
    (way,) = [part for part in explained(on_file, "S1").said if part.heading == "Way to the plant"]
    assert way.sentences[0].startswith("M1 would serve it.")


def test_no_name_of_an_owner_is_told(on_file: LayersOnFile) -> None:
    told = repr(explained(on_file, "S1"))
    assert not any(owner in told or "BOX" in told for owner in OWNERS.values())
