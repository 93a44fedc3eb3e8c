from __future__ import annotations

import datetime as dt

import pandas as pd
import pytest

from api.cli.connections_text import area_lines
from gis.model.finding import State
from gis.proposals.connections.connections import connections
from gis.proposals.connections.one_parcel import parcel_answer
from gis.proposals.connections.operational import main_in_service
from gis.proposals.connections.tables import parcel_rows
from gis.proposals.connections.words import standing
from gis.proposals.on_file import LayersOnFile
from gis.register.entries import Register
from maps.connection_words import answer_words
from tests.gis.proposals.connections.test_connections import asked, by_lot, entry, found
from tests.gis.proposals.connections.test_mains import SERVES, lots
from tests.gis.proposals.connections.village import DATE

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

MADE = dt.date(2026, 4, 1)
"""A Wednesday."""
REGISTER = Register((entry("7-S1", "connection_made", "", MADE), entry("7-S2", "connected", "yes", MADE)))


def test_connected_land_is_said_to_be_so_first_and_no_day_follows(on_file: LayersOnFile) -> None:
    answer = parcel_answer(on_file, asked(register=REGISTER), "7-S1")
    # The ordinance asks it to connect as before; that it did is what a person must hear.
    assert (answer.parcel.state, answer.parcel.connected_since) == (State.PASS, MADE)
    assert (answer.parcel.connect_by, answer.parcel.connect_by_rule, answer.parcel.charges) == (None, None, ())
    first = answer.said[0].sentences[0]
    assert first.endswith(": connected since Wednesday, April 1, 2026: the duty is fulfilled; no day follows.")
    assert "What would change it" not in {part.heading for part in answer.said}
    assert answer_words(answer.parcel) == "It is connected since Wednesday, April 1, 2026: the duty is fulfilled"


def test_without_the_day_of_the_connection_it_is_connected_all_the_same(on_file: LayersOnFile) -> None:
    answer = parcel_answer(on_file, asked(register=REGISTER), "7-S2")
    assert (answer.parcel.connect_by, answer.parcel.connected_since) == (None, None)
    assert answer.said[0].sentences[0].endswith(": connected: the duty is fulfilled; no day follows.")


def test_on_the_day_before_the_connection_it_must_connect(on_file: LayersOnFile) -> None:
    answer = parcel_answer(on_file, asked(register=REGISTER, date=MADE - dt.timedelta(days=1)), "7-S1")
    assert (answer.parcel.connected, answer.parcel.connect_by) == (None, dt.date(2025, 12, 15))
    (later,) = [note for note in answer.notes if "does not count" in note or "do not count" in note]
    assert later == "2 entries of the register are dated after March 31, 2026, the day asked about, and do not count."


def test_a_whole_area_counts_connected_land_by_itself(on_file: LayersOnFile) -> None:
    answer = found(on_file, asked(register=REGISTER))
    assert (answer.counts["pass"], answer.counts["connected"]) == (2, 2)
    assert sum(answer.counts.values()) == len(answer.parcels)
    lines = "\n".join(area_lines(answer))
    assert "        2  connected already: the duty is fulfilled" in lines
    assert "7-S1" not in lines
    rows = {str(row["parcel_id"]): row for row in parcel_rows(answer.parcels).to_dict("records")}
    s1, s2 = rows["7-S1"], rows["7-S2"]
    assert (s1["state"], s1["must_connect"]) == ("connected", "yes")
    assert pd.isna(s1["connect_by"])
    assert str(s1["reason"]).startswith("Connected since Wednesday, April 1, 2026. The land lies in the village;")
    assert str(s2["reason"]).startswith("Connected. The land lies in the village;")


def test_land_that_need_not_connect_is_said_to_be_connected_beside_it(on_file: LayersOnFile) -> None:
    # Nothing on S3 is in use.
    register = Register((entry("7-S3", "connection_made", "", MADE),))
    s3 = by_lot(connections(on_file, asked(register=register)).answer)["S3"]
    assert (s3.state, standing(s3)) == (State.FAIL, "fail")
    said = parcel_answer(on_file, asked(register=register), "7-S3").said[0].sentences[0]
    assert said.endswith(": connected since Wednesday, April 1, 2026; need not connect.")


def test_connected_land_gets_no_notice_of_a_main(on_file: LayersOnFile) -> None:
    register = Register((entry("7-X1", "connected", "yes", MADE),))
    answer = main_in_service(on_file, asked(register=register), ["P1"], SERVES)
    assert (lots(answer.liable), lots(answer.open), lots(answer.already)) == (["X2"], ["X3"], ["N1", "N2", "S1", "S2"])
    assert "1 as before (connected already: the duty is fulfilled)" in " ".join(answer.notes)


# In operation since Sunday, August 17, 2025: nine months end on Sunday, May 17, 2026, and Monday the 18th still counts.
@pytest.mark.parametrize(("day", "is_over"), [(17, False), (18, False), (19, True)])
def test_no_standby_charge_on_the_last_day_that_counts(on_file: LayersOnFile, day: int, is_over: bool) -> None:
    register = Register(
        (
            entry("M1", "main_operational", "", dt.date(2025, 8, 17), "main"),
            entry("7-S1", "standby_notice_given", "", dt.date(2026, 5, 1)),
            entry("7-S1", "connected", "no", dt.date(2026, 5, 1)),
        )
    )
    s1 = by_lot(found(on_file, asked(register=register, date=dt.date(2026, 5, day))))["S1"]
    assert (s1.connect_by, s1.connect_by_rule) == (dt.date(2026, 5, 17), "MUK-01")
    assert ("MUK-03" in {each.rule for each in s1.more}) is is_over


def test_the_standby_notice_waits_for_the_last_day_that_counts(on_file: LayersOnFile) -> None:
    # In operation from May 31, 2026: nine months end on Sunday, February 28, 2027, Monday, March 1 still counts, and
    # ten days from Tuesday, March 2 end on March 12.
    answer = main_in_service(on_file, asked(), ["P1"], dt.date(2026, 5, 31))
    standby = {(each.send_on, each.runs_to) for x in answer.liable for each in x.notices if each.rule == "MUK-03"}
    assert standby == {(dt.date(2027, 3, 2), dt.date(2027, 3, 12))}
    assert min(day for day, _ in standby) > DATE
