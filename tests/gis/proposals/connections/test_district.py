from __future__ import annotations

import datetime as dt

import pytest

from gis.law.loader import load_law
from gis.model.facts.connection import KoshkonongConnectionFacts
from gis.model.finding import State
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.operational import main_in_service
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Register
from gis.rules.registry import judge
from tests.gis.proposals.connections.test_connections import asked, by_lot, entry
from tests.gis.proposals.connections.test_mains import SERVES, lots
from tests.gis.proposals.connections.village import DISTRICT, write_village

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

NOTICE = dt.date(2026, 5, 1)


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> LayersOnFile:
    """Return the land of `village.py` as a town's, in the district whose ordinance asks about abutting streets."""
    return LayersOnFile(write_village(tmp_path_factory.mktemp("district"), "Town of Albion", DISTRICT))


def test_abutting_a_street_with_a_sewer_now_or_in_future(on_file: LayersOnFile) -> None:
    parcels = by_lot(connections(on_file, asked("cksd")).answer)
    # Houses on Elm Street (M1) and on both sides of Oak Street (P1 is proposed, and counts) wait for a notice only.
    waiting = {lot for lot, parcel in parcels.items() if parcel.state is State.NEEDS_EVIDENCE}
    assert waiting == {"S1", "S2", "N1", "N2", "N3", "X1", "X2", "X3"}
    # Nothing on S3 is in use. T1 lies in another town, outside the district, and is not asked about.
    assert parcels["S3"].state is State.FAIL
    assert "T1" not in parcels


def test_the_time_runs_from_the_notice(on_file: LayersOnFile) -> None:
    register = Register(
        (entry("7-S1", "connection_notice", "", NOTICE), entry("7-X1", "connection_notice", "", NOTICE))
    )
    parcels = by_lot(connections(on_file, asked("cksd", register)).answer)
    # 30 days are left in May, then 30, 31, 31 and 30: the 180th is October 28.
    assert (parcels["S1"].state, parcels["S1"].connect_by) == (State.PASS, dt.date(2026, 10, 28))
    # Abutting the street of a proposed sewer: the district may give notice.
    assert parcels["X1"].state is State.PASS


def test_the_earlier_day_is_that_of_a_private_system(on_file: LayersOnFile) -> None:
    told = (
        entry("7-S1", "connection_notice", "", NOTICE),
        entry("7-S1", "private_system_present", "yes", NOTICE),
    )
    s1 = by_lot(connections(on_file, asked("cksd", Register(told))).answer)["S1"]
    # M1 became available on 2025-03-15: 16 days are left in March, then 30, 31, 30, 31 and 31: the 180th is
    # September 11.
    assert [(each.rule, each.answer) for each in s1.more] == [("CKSD-02", "2025-09-11")]
    assert s1.connect_by == dt.date(2025, 9, 11)
    # The duty's own day is October 28, in its own sentence; the first day is told with the rule that gives it.
    said = parcel_answer(on_file, asked("cksd", Register(told)), "7-S1").said[0].sentences
    assert said[0] == "Consolidated Koshkonong Sanitary District, sewer use ordinance: must connect."
    assert "October 28, 2026" in said[1]
    assert said[2] == "The first day by which to connect is Thursday, September 11, 2025."
    assert said[3].startswith("It follows from another rule, CKSD-02: ")


def test_a_day_of_the_private_system_is_told_before_any_notice(on_file: LayersOnFile) -> None:
    register = Register((entry("7-S1", "private_system_present", "yes", NOTICE),))
    answer = parcel_answer(on_file, asked("cksd", register), "7-S1")
    # The duty waits for the district's notice; CKSD-02 counts from 2025-03-15 all the same, as above.
    assert (answer.parcel.state, answer.parcel.connect_by) == (State.NEEDS_EVIDENCE, dt.date(2025, 9, 11))
    said = answer.said[0].sentences
    assert said[0] == "Consolidated Koshkonong Sanitary District, sewer use ordinance: a fact is missing."
    assert said[3].startswith("It follows from another rule, CKSD-02: ")


def test_an_exemption_for_recreation(on_file: LayersOnFile) -> None:
    told = (entry("7-S1", "recreation_exemption_granted", "yes", NOTICE),)
    s1 = by_lot(connections(on_file, asked("cksd", Register(told))).answer)["S1"]
    assert (s1.state, s1.connect_by, s1.connect_by_rule) == (State.NOT_APPLICABLE, None, None)
    said = parcel_answer(on_file, asked("cksd", Register(told)), "7-S1").said[0].sentences
    assert said[0].endswith(": exempt as land for recreation, while the exemption lasts.")


def test_an_exemption_does_not_reach_the_private_system(on_file: LayersOnFile) -> None:
    # Ch. III(6) exempts "from the requirements of this Section"; ch. IV(6) counts 180 days from 2025-03-15.
    told = (
        entry("7-S1", "recreation_exemption_granted", "yes", NOTICE),
        entry("7-S1", "private_system_present", "yes", NOTICE),
    )
    answer = parcel_answer(on_file, asked("cksd", Register(told)), "7-S1")
    assert (answer.parcel.connect_by, answer.parcel.connect_by_rule) == (dt.date(2025, 9, 11), "CKSD-02")
    said = answer.said[0].sentences
    assert said[0].endswith(": exempt as land for recreation, while the exemption lasts.")
    assert said[3].startswith("It follows from another rule, CKSD-02: ")


def test_land_outside_the_district_is_not_exempt_but_not_governed() -> None:
    facts = KoshkonongConnectionFacts(in_district=False, exemption_granted=True)
    assert judge("CKSD-01", facts, load_law().newest()).measures["exempt"] is False


def test_a_new_main_leaves_the_notice_to_give(on_file: LayersOnFile) -> None:
    found = main_in_service(on_file, asked("cksd"), ["P1"], SERVES)
    assert lots(found.liable) == []
    # These lie on Oak Street, and without P1 on no street with a sewer. N3 lies on East Avenue too, whose force main
    # leaves it open with P1 and without: nobody knows whether it is in use.
    assert lots(found.open) == ["N1", "N2", "X1", "X2", "X3"]
    # Given on 2026-09-01: 29 days are left in September, then 31, 30, 31, 31: 152; the 180th is February 28.
    notices = {
        lot: [(each.send_on, each.runs_to) for each in parcel.notices]
        for lot, parcel in zip(lots(found.open), found.open, strict=True)
    }
    assert notices["X1"] == [(SERVES, dt.date(2027, 2, 28))]
    # Whether X3 is in use nobody knows: nothing to give notice of.
    assert notices["X3"] == []
