"""Which notices follow when a parcel becomes liable: what each does, when it is sent, and where its time ends?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from gis.errors import FactsInvalid
from gis.model.connections import NoticeDue
from gis.model.facts.unconnected import StandbyFacts
from gis.model.finding import Finding, State
from gis.proposals.connections.area import Governed
from gis.proposals.connections.charges import STANDBY
from gis.proposals.connections.facts import DutyFacts
from gis.proposals.connections.parcels import Bench
from gis.rules.registry import judge
from gis.rules.words import day_words

_DAY = dt.timedelta(days=1)


def notices(under: Governed, bench: Bench, facts: DutyFacts, operational: dt.date) -> Iterator[NoticeDue]:
    """Yield the notices that an ordinance's clocks ask for, in the order in which they are sent.

    Parameters
    ----------
    under : Governed
        The ordinance.
    bench : Bench
        Its rule, on the day asked about; none is sent before that day, nor before the main serves.
    facts : DutyFacts
        Of the parcel, with the main in service.
    operational : date
        Day on which the main begins to serve.
    """
    rule, first = under.ordinance.duty_rule, max(operational, bench.ground.date)
    if hasattr(facts, "notice"):
        known = facts.notice
        found = _judged(bench, facts, {"notice": known or first})
        if known is None and found is not None and found.state is State.PASS:
            runs_to = _day(found, "connect_by")
            yield NoticeDue(rule, _from_notice(first, runs_to), first, runs_to)
        return
    found = bench.judged(facts)
    if found.state is not State.PASS:
        return
    runs_to = _day(found, "connect_by")
    if runs_to is None:
        yield NoticeDue(
            rule,
            "The ordinance states no day by which the connection must be made; tell the owners when the main serves.",
            first,
            None,
        )
        return
    yield NoticeDue(rule, _of_duty(facts, operational, first, runs_to), first, runs_to)
    if under.ordinance.charges.standby:
        # A last day on a closed day moves on: until then nobody has failed to connect.
        last_day = _day(found, "rolled_date") or runs_to
        yield _of_standby(under, max(first, last_day + _DAY))


def _of_duty(facts: DutyFacts, operational: dt.date, first: dt.date, runs_to: dt.date) -> str:
    is_over = runs_to < first
    ends = f"{'ended' if is_over else 'ends'} on {runs_to:%A}, {day_words(runs_to)}"
    if getattr(facts, "health_hazard", False):
        return f"An immediate health hazard exists: the time to connect {ends}, with or without another notice."
    since = "operation" if operational == first else f"operation on {day_words(operational)}"
    told = (
        f"owners can still be told from {day_words(first)} on"
        if is_over or operational < first
        else f"owners who are told by {day_words(first)} have all of it"
    )
    return f"The time to connect runs from {since} and needs no notice: it {ends}; {told}."


def _from_notice(first: dt.date, runs_to: dt.date | None) -> str:
    end = "" if runs_to is None else f" Sent on that day, it ends on {runs_to:%A}, {day_words(runs_to)}."
    return (
        f"The time to connect runs from the written notice only, which can be given from {day_words(first)} on."
        f"{end} A later notice ends as much later."
    )


def _of_standby(under: Governed, given: dt.date) -> NoticeDue:
    """Return the notice without which no standby charge may be billed: given when the time to connect is over."""
    terms = under.ordinance.charges
    facts = StandbyFacts(
        rec_charge=terms.rec_charge_on(given),
        rec_charge_period=terms.rec_charge_period,
        notice_given=given,
        as_of=given,
    )
    ends = _day(judge(STANDBY, facts, under.parameters), "notice_runs_to")
    until = "" if ends is None else f"; given on that day it runs to {ends:%A}, {day_words(ends)}"
    return NoticeDue(
        STANDBY,
        f"To an owner who has not connected, written notice of the standby charge can be given from "
        f"{day_words(given)} on{until}. Without it no standby charge may be billed.",
        given,
        ends,
    )


def _judged(bench: Bench, facts: DutyFacts, told: Mapping[str, Any]) -> Finding | None:
    try:
        return bench.judged(replace(facts, **told))
    except FactsInvalid:
        return None


def _day(finding: Finding, measure: str) -> dt.date | None:
    value = finding.measures.get(measure)
    return dt.date.fromisoformat(value) if isinstance(value, str) else None
