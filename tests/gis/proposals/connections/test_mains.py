from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gis.errors import SewerUnknown
from gis.geometry.crs import to_frame
from gis.model.connections import LiableParcel, MainInService, ProposedMain
from gis.model.finding import State
from gis.proposals.connections.mailing import mailing_list
from gis.proposals.connections.operational import main_in_service
from gis.proposals.connections.proposed_main import Proposal, proposed_main
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.register.entries import Register
from tests.gis.proposals.connections.test_connections import asked, entry
from tests.gis.proposals.connections.village import DATE, ZONE, line

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

SERVES = dt.date(2026, 9, 1)


def lots(parcels: tuple[LiableParcel, ...]) -> list[str]:
    return [each.parcel.parcel_id.removeprefix("7-") for each in parcels]


@pytest.fixture(scope="module")
def in_service(on_file: LayersOnFile) -> MainInService:
    return main_in_service(on_file, asked(), ["P1"], SERVES)


def test_a_main_makes_liable_who_was_not_so_before(in_service: MainInService) -> None:
    # P1 lies in Oak Street. N1 and N2 had to connect to M1 already; X1 and X2 are the houses on the other side. Of N3
    # and X3 nobody knows whether they are in use; of N3 that was so before.
    assert lots(in_service.liable) == ["X1", "X2"]
    assert lots(in_service.open) == ["X3"]
    assert {each.state_before for each in in_service.liable} == {State.FAIL}


def test_frontage_on_the_main_alone(in_service: MainInService) -> None:
    for each in in_service.liable:
        assert [front.street for front in each.fronts] == ["Oak Street"]
        assert abs(each.frontage_ft - 100) < Fraction(1, 100)


def test_the_days_of_the_notices(in_service: MainInService) -> None:
    # Nine months after 2026-09-01 end on 2027-06-01. The time to connect has passed on the day after; ten days of
    # written notice of the standby charge, given on 2027-06-02, end on 2027-06-12.
    for each in in_service.liable:
        assert each.parcel.connect_by == dt.date(2027, 6, 1)
        assert [(notice.rule, notice.send_on, notice.runs_to) for notice in each.notices] == [
            ("MUK-01", SERVES, dt.date(2027, 6, 1)),
            ("MUK-03", dt.date(2027, 6, 2), dt.date(2027, 6, 12)),
        ]
    # Where a fact is missing there is no duty to give notice of.
    assert in_service.open[0].notices == ()


def test_a_notice_begins_the_time_where_the_ordinance_says_so(on_file: LayersOnFile) -> None:
    found = main_in_service(on_file, asked("wis-stat-281.45"), ["P1"], SERVES)
    assert lots(found.liable) == ["X1", "X2"]
    # The statute's ordinances let ten days pass after written notice: 2026-09-11.
    assert {(each.rule, each.send_on, each.runs_to) for parcel in found.liable for each in parcel.notices} == {
        ("WIS-281.45", SERVES, dt.date(2026, 9, 11))
    }


def test_who_is_liable_already_is_told_apart_with_the_sewers_that_make_it_so(in_service: MainInService) -> None:
    # The block between Oak and Elm Street has M1 in a street that bounds it: N1, N2, S1 and S2 had to connect to it. Of
    # N3 a fact is missing with P1 and without, and on S3 stands nothing.
    assert lots(in_service.already) == ["N1", "N2", "S1", "S2"]
    assert {each.sewers_before for each in in_service.already} == {("M1",)}
    assert {each.state_before for each in in_service.already} == {State.PASS}
    assert [each.notices for each in in_service.already] == [()] * 4
    # P1 runs along the northern lots alone; the southern ones are reached through the block.
    assert [round(float(each.frontage_ft)) for each in in_service.already] == [100, 100, 0, 0]
    assert in_service.notes[0] == (
        "Parcels along P1: 9, of which 2 made liable, 1 left with a fact to find out, 4 liable already by other "
        "sewers, 1 as before (need not connect) and 1 as before (a fact is missing)."
    )


def test_no_notice_goes_to_land_that_is_connected(on_file: LayersOnFile) -> None:
    register = Register((entry("7-X1", "connected", "yes", DATE), entry("7-N1", "connected", "yes", DATE)))
    found = main_in_service(on_file, asked(register=register), ["P1"], SERVES)
    assert lots(found.liable) == ["X2"]
    assert lots(found.already) == ["N2", "S1", "S2"]
    assert found.notes[0].startswith("Parcels along P1: 9, of which 1 made liable,")


def test_several_mains_that_become_operational_together(on_file: LayersOnFile) -> None:
    # Without M1 and P1 no house on either street has a sewer; each main alone would find the block liable by the other.
    found = main_in_service(on_file, asked(), ["P1", "M1", "P1"], SERVES)
    assert found.mains == ("P1", "M1")
    assert lots(found.liable) == ["N1", "N2", "S1", "S2", "X1", "X2"]
    assert found.already == ()
    assert {each.parcel.connect_by for each in found.liable} == {dt.date(2027, 6, 1)}
    # M1 has served since 2025, as its layer says; what is supposed instead is said.
    assert "On file M1 is in service since March 15, 2025; it is supposed so from September 1, 2026 on." in found.notes


def test_no_notice_is_to_be_sent_before_the_day_asked_about(on_file: LayersOnFile) -> None:
    # In operation since 2026-01-01, asked on 2026-06-15: nine months end on 2026-10-01, ten days from 2026-10-02 on
    # 2026-10-12.
    found = main_in_service(on_file, asked(), ["P1"], dt.date(2026, 1, 1))
    assert {(each.rule, each.send_on, each.runs_to) for parcel in found.liable for each in parcel.notices} == {
        ("MUK-01", DATE, dt.date(2026, 10, 1)),
        ("MUK-03", dt.date(2026, 10, 2), dt.date(2026, 10, 12)),
    }
    # In operation since 2024-01-01: the nine months have ended on 2024-10-01, and the notice of the charge can be
    # given on the day asked about; its ten days end on 2026-06-25.
    found = main_in_service(on_file, asked(), ["P1"], dt.date(2024, 1, 1))
    assert {(each.rule, each.send_on, each.runs_to) for parcel in found.liable for each in parcel.notices} == {
        ("MUK-01", DATE, dt.date(2024, 10, 1)),
        ("MUK-03", DATE, dt.date(2026, 6, 25)),
    }
    assert "it ended on Tuesday, October 1, 2024" in found.liable[0].notices[0].says


@pytest.mark.parametrize(
    ("received", "connect_by"),
    [
        # Nobody can connect before there is a sewer: thirty days from 2026-09-01, 29 of them in September.
        (dt.date(2026, 5, 1), dt.date(2026, 10, 1)),
        (SERVES, dt.date(2026, 10, 1)),
    ],
)
def test_a_notice_of_a_hazard_before_the_main_gives_no_day_before_it(
    on_file: LayersOnFile, received: dt.date, connect_by: dt.date
) -> None:
    told = [entry("7-X1", "health_hazard", "yes", received), entry("7-X1", "hazard_notice_received", "", received)]
    question = replace(asked(register=Register(tuple(told))), date=max(DATE, received))
    found = main_in_service(on_file, question, ["P1"], SERVES)
    (x1,) = (each for each in found.liable if each.parcel.parcel_id == "7-X1")
    assert x1.parcel.connect_by == connect_by
    assert all(each.send_on >= SERVES for each in x1.notices)
    assert x1.notices[0].says == (
        "An immediate health hazard exists: the time to connect ends on Thursday, October 1, 2026, with or without "
        "another notice."
    )


def test_a_notice_under_the_statute_before_the_main_gives_no_day_before_it(on_file: LayersOnFile) -> None:
    register = Register((entry("7-X1", "connection_notice", "", dt.date(2026, 5, 1)),))
    found = main_in_service(on_file, asked("wis-stat-281.45", register), ["P1"], SERVES)
    (x1,) = (each for each in found.liable if each.parcel.parcel_id == "7-X1")
    # Ten days from the first day of service, not from May.
    assert x1.parcel.connect_by == dt.date(2026, 9, 11)
    assert x1.parcel.finding is not None
    assert any("older than the sewer's service" in note for note in x1.parcel.finding.notes)


def test_a_main_that_is_not_on_file_is_refused(on_file: LayersOnFile) -> None:
    with pytest.raises(SewerUnknown) as refused:
        main_in_service(on_file, asked(), ["P-1"], SERVES)
    assert "P1" in refused.value.why


def test_the_mailing_list_has_owners_of_liable_parcels_only(village: Path, in_service: MainInService) -> None:
    edition = in_service.editions["parcels"]
    rows = mailing_list(village, edition, in_service.liable).decode().splitlines()
    assert rows == [
        "parcel_id,county,site_address,owner,mailing_address,notice_by,connect_by",
        '7-X1,Waukesha,7 NOWHERE ST,OWNER 7007 OF NOWHERE,"BOX 7, NOWHERE",2026-09-01,2027-06-01',
        '7-X2,Waukesha,8 NOWHERE ST,OWNER 7008 OF NOWHERE,"BOX 8, NOWHERE",2026-09-01,2027-06-01',
    ]


# West along Oak Street, then south in West Avenue to where M1 begins: 366 + 366 ft.
COURSE = [(333.0, 333.0), (-33.0, 333.0), (-33.0, -33.0)]


def proposal(added_gpd: int | None) -> Proposal:
    (placed,) = to_frame([line(COURSE)], ZONE, plain_frame(), "the main").geometries
    return Proposal(placed, None if added_gpd is None else Fraction(added_gpd))


def proposed(on_file: LayersOnFile, added_gpd: int | None, spare: dict[str, str]) -> ProposedMain:
    entries = (entry(name, "spare_capacity_gpd", value, DATE, "main") for name, value in spare.items())
    return proposed_main(on_file, asked(register=Register(tuple(entries))), proposal(added_gpd))


def test_what_a_proposed_main_would_change(on_file: LayersOnFile) -> None:
    found = proposed(on_file, None, {})
    assert lots(found.liable) == ["X1", "X2"]
    assert lots(found.already) == ["N1", "N2", "S1", "S2"]
    # What follows is told from the day asked about on.
    assert min(each.send_on for parcel in found.liable for each in parcel.notices) == DATE
    assert abs(found.length_ft - 732) < Fraction(1, 10)
    assert found.connects_to == "M1"
    assert found.downstream is not None
    assert found.downstream.reaches_plant
    assert found.downstream.path == ("the proposed main", "M1", "WWTP")


@pytest.mark.parametrize(
    ("added_gpd", "spare", "state"),
    [
        (1000, {"M1": "999", "WWTP": "5000"}, State.FAIL),
        # What is just enough is enough.
        (1000, {"M1": "1000", "WWTP": "5000"}, State.PASS),
        (1000, {"M1": "1000"}, State.UNDETERMINED),
    ],
)
def test_capacity_of_all_below(on_file: LayersOnFile, added_gpd: int, spare: dict[str, str], state: State) -> None:
    capacity = proposed(on_file, added_gpd, spare).capacity
    assert capacity is not None
    assert (capacity.rule, capacity.state) == ("MUK-24", state)


def test_flow_that_nobody_stated_is_not_guessed(on_file: LayersOnFile) -> None:
    capacity = proposed(on_file, None, {"M1": "1000", "WWTP": "5000"}).capacity
    assert capacity is not None
    assert capacity.state is State.NEEDS_EVIDENCE
