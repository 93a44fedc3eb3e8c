from __future__ import annotations

import datetime as dt
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

SERVES = dt.date(2026, 9, 1)


def lots(parcels: tuple[LiableParcel, ...]) -> list[str]:
    return [each.parcel.parcel_id.removeprefix("7-") for each in parcels]


@pytest.fixture(scope="module")
def in_service(on_file: LayersOnFile) -> MainInService:
    return main_in_service(on_file, asked(), "P1", SERVES)


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
    found = main_in_service(on_file, asked("wis-stat-281.45"), "P1", SERVES)
    assert lots(found.liable) == ["X1", "X2"]
    # The statute's ordinances let ten days pass after written notice: 2026-09-11.
    assert {(each.rule, each.send_on, each.runs_to) for parcel in found.liable for each in parcel.notices} == {
        ("WIS-281.45", SERVES, dt.date(2026, 9, 11))
    }


def test_a_main_that_is_not_on_file_is_refused(on_file: LayersOnFile) -> None:
    with pytest.raises(SewerUnknown) as refused:
        main_in_service(on_file, asked(), "P-1", SERVES)
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
