"""Does a finding stand while a person has still to decide who signed?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.model.finding import Finding, Margin, State
from gis.proceedings.petition.both_ways import READING, both_ways
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition


def finding(state: State) -> Finding:
    margin = Margin("land_share", "share", 0.5, 0.51, holds=True)
    return Finding("TSD-02", "60.71", "1", state, state is State.PASS, {}, {}, f"It is {state.value}.", margin=margin)


def petition(decision: str) -> Petition:
    data = f"signer,owner_key,decision\nANN,1,{decision}\n".encode()
    return read_petition(data, "petition.csv", dt.date(2026, 6, 15))


def test_nothing_open_leaves_the_finding_as_it_is() -> None:
    without = finding(State.FAIL)
    assert both_ways(without, finding(State.PASS), petition("no")) is without


def test_a_petition_that_was_never_matched_has_no_other_way() -> None:
    unmatched = read_petition(b"signer\nANN\n", "petition.csv", dt.date(2026, 6, 15))
    without = finding(State.NEEDS_EVIDENCE)
    assert both_ways(without, finding(State.FAIL), unmatched) is without


@pytest.mark.parametrize("state", [State.PASS, State.FAIL, State.NEEDS_EVIDENCE])
def test_where_it_does_not_matter_the_finding_stands(state: State) -> None:
    found = both_ways(finding(state), finding(state), petition(""))
    assert (found.state, found.readings[READING].state) == (state, state)
    assert found.because == f"It is {state.value}."


def test_where_it_matters_a_decision_is_missing() -> None:
    found = both_ways(finding(State.FAIL), finding(State.PASS), petition(""))
    assert (found.state, found.answer) == (State.NEEDS_EVIDENCE, None)
    assert (found.readings[READING].state, found.readings[READING].answer) == (State.PASS, True)
    assert "line 2" in found.because
    assert found.margin is not None
    assert found.margin.holds is None
