from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.register.contradictions import contradictions
from gis.register.entries import Entry, Register
from gis.register.kinds import kinds

JUNE = [dt.date(2026, 6, day) for day in range(1, 31)]


def on(  # noqa: PLR0913 - what an entry says, and its history
    day: int, kind: str, value: str = "", subject: str = "P1", entry: str = "", replaces: str = ""
) -> Entry:
    subject_kind = kinds()[kind].subjects[0]
    return Entry(
        subject_kind, subject, kind, value, JUNE[day - 1], "", "QUILLFEATHER", entry, replaces=replaces, line=day
    )


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        pytest.param([on(1, "bond_filed"), on(2, "bond_filed")], "different days", id="once only, two days"),
        pytest.param(
            [on(1, "finding_welfare", "yes"), on(1, "finding_welfare", "no")], "different things", id="values"
        ),
        pytest.param([on(1, "benefit_found", "yes"), on(1, "benefit_found", "no")], "different things", id="one day"),
        pytest.param(
            [on(1, "order_recorded", "Dane"), on(2, "order_recorded", "Dane")], "different days", id="one county twice"
        ),
        pytest.param([on(2, "petition_received"), on(1, "bond_filed")], "before petition_received", id="order"),
        pytest.param(
            [on(2, "sanitary_levy_first_paid"), on(2, "sanitary_levy_never_paid")],
            "says that sanitary_levy_first_paid never was, and there is one of 2026-06-02",
            id="never and once",
        ),
        pytest.param([on(3, "hearing_held"), on(2, "decision_issued", "order")], "before hearing_held", id="decision"),
        pytest.param(
            [on(9, "hearing_held"), on(1, "hearing_scheduled", "2026-06-08"), on(2, "notice_published")],
            "hearing_held is of 2026-06-09, another day",
            id="announced for another day",
        ),
        pytest.param(
            [on(3, "decision_issued", "order"), on(2, "order_recorded", "Dane")],
            "before decision_issued",
            id="recorded",
        ),
    ],
)
def test_what_cannot_all_be_right(entries: list[Entry], why: str) -> None:
    (found,) = contradictions(entries)
    assert why in found.why
    assert {*found.lines} <= {entry.line for entry in entries}
    assert len(found.lines) == 2
    assert found.kind == entries[-1].kind
    assert "QUILLFEATHER" not in repr(found)


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([on(1, "bond_filed"), on(1, "bond_filed")], id="the same twice"),
        pytest.param([on(1, "finding_welfare", "yes"), on(2, "finding_welfare", "yes")], id="said again"),
        pytest.param([on(1, "benefit_found", "yes"), on(2, "benefit_found", "no")], id="found otherwise later"),
        pytest.param([on(1, "notice_published"), on(8, "notice_published")], id="published twice"),
        pytest.param([on(1, "order_recorded", "Dane"), on(2, "order_recorded", "Rock")], id="two counties"),
        pytest.param([on(1, "bond_filed"), on(2, "bond_filed", subject="P2")], id="two proceedings"),
        pytest.param([on(1, "petition_received"), on(1, "bond_filed")], id="on one day"),
        pytest.param([on(1, "private_system_cost", "5.00"), on(2, "private_system_cost", "5.00")], id="one cost"),
        pytest.param(
            [on(1, "benefit_found", "yes"), on(1, "benefit_found", "no"), on(2, "benefit_found", "no")],
            id="settled later",
        ),
        pytest.param(
            [
                on(1, "hearing_scheduled", "2026-06-20"),
                on(2, "notice_mailed", "dnr"),
                on(9, "hearing_scheduled", "2026-06-30"),
                on(9, "notice_mailed", "dnr"),
            ],
            id="mailed anew for a hearing that was put off",
        ),
        pytest.param([on(2, "objection", "a"), on(1, "objection", "b")], id="any number"),
    ],
)
def test_what_can_all_be_right(entries: list[Entry]) -> None:
    assert contradictions(entries) == ()


def test_a_correction_settles_it() -> None:
    first, second = on(1, "bond_filed", entry="1"), on(2, "bond_filed", replaces="1")
    assert contradictions(Register((first, second)).current()) == ()
    assert len(contradictions((first, second))) == 1


@given(
    st.lists(
        st.builds(
            on,
            st.integers(1, 9),
            st.sampled_from(
                ["petition_received", "bond_filed", "hearing_held", "notice_published", "hearing_concluded"]
            ),
        ),
        max_size=6,
    ).flatmap(lambda entries: st.tuples(st.just(entries), st.permutations(entries)))
)
@settings(max_examples=50, derandomize=True)
def test_the_order_of_rows_changes_nothing(both: tuple[Sequence[Entry], Sequence[Entry]]) -> None:
    entries, turned = both
    assert contradictions(entries) == contradictions(turned)
