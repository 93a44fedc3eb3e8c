"""Which accounts are certified, under both readings of two Sundays, and do the lists sum to the cent?"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import ArrearsInvalid, OptionInvalid
from gis.model.arrears import Account, Arrears, CertifiedLot
from gis.proposals.arrears.judging import ArrearsAsked, arrears
from gis.proposals.arrears.reading import stated_accounts
from gis.proposals.arrears.tables import certified_table
from tests.gis.proposals.held_layers import HeldLayers, lot

SERVED = dt.date(2026, 9, 15)
LAYERS = {"parcels": [lot("A", parcel_id="001-1"), lot("B", parcel_id="001-2"), lot("C", parcel_id="001-3")]}


def account(number: str, parcel: str, amount: str, paid: dt.date | None = None, served: dt.date = SERVED) -> Account:
    return Account(number, parcel, served, Fraction(amount), paid)


def judged(*accounts: Account, as_of: dt.date, year: int = 2026) -> Arrears:
    return arrears(ArrearsAsked(stated_accounts(accounts, "the test", as_of), year, as_of, HeldLayers(LAYERS)))


def day(month: int, of_month: int) -> dt.date:
    return dt.date(2026, month, of_month)


# November 1 and 15, 2026 are Sundays. Payment of 480 dollars; what is told by the first reading and the second:
# standing and total, the penalty of 10 percent in it or not.
DAYS = [
    (day(11, 1), ("paid", "480.00"), ("paid", "480.00")),
    (day(11, 2), ("paid", "480.00"), ("paid", "528.00")),
    (day(11, 3), ("paid", "528.00"), ("paid", "528.00")),
    (day(11, 15), ("paid", "528.00"), ("paid", "528.00")),
    (day(11, 16), ("paid", "528.00"), ("certified", "528.00")),
    (day(11, 17), ("certified", "528.00"), ("certified", "528.00")),
]


@pytest.mark.parametrize(("paid", "rolled", "calendar_day"), DAYS)
def test_the_two_sundays_of_november_2026(
    paid: dt.date, rolled: tuple[str, str], calendar_day: tuple[str, str]
) -> None:
    found = judged(account("1", "001-1", "480.00", paid), as_of=day(11, 20))
    (only,) = found.accounts
    for name, (standing, total) in (("rolled", rolled), ("calendar_day", calendar_day)):
        told = only.readings[name]  # type: ignore[index]  # both names are readings
        assert (told.standing, told.total, told.penalty) == (standing, Fraction(total), Fraction(total) - 480)
    assert (only.standing, only.total) == (rolled[0], Fraction(rolled[1]))
    on_list = [bool(each.lots) for each in found.lists]
    assert on_list == [rolled[0] == "certified", calendar_day[0] == "certified"]


# The same account unpaid on a day.
OPEN = [
    (day(10, 20), ("open", 480), ("open", 480)),
    (day(11, 2), ("open", 480), ("open", 528)),
    (day(11, 3), ("open", 528), ("open", 528)),
    (day(11, 16), ("open", 528), ("certified", 528)),
    (day(11, 17), ("certified", 528), ("certified", 528)),
]


@pytest.mark.parametrize(("as_of", "rolled", "calendar_day"), OPEN)
def test_an_unpaid_account_on_a_day(as_of: dt.date, rolled: tuple[str, int], calendar_day: tuple[str, int]) -> None:
    found = judged(account("1", "001-1", "480.00"), as_of=as_of)
    told: list[object] = [(each.standing, each.total) for each in found.accounts[0].readings.values()]
    assert told == [rolled, calendar_day]
    # Until the last day is past the list cannot be made, and that is said.
    assert any("the list is made after the close of business" in note for note in found.notes) == (as_of < day(11, 17))


def test_the_days_of_the_cycle_are_told() -> None:
    found = judged(account("1", "001-1", "1.00"), as_of=day(11, 20))
    assert (found.notice_on, found.certify_on) == (day(10, 15), day(11, 16))
    assert [(each.reading, each.without_penalty_by, each.pay_by) for each in found.lists] == [
        ("rolled", day(11, 2), day(11, 16)),
        ("calendar_day", day(11, 1), day(11, 15)),
    ]
    # In 2027 they are a Monday each.
    later = judged(account("1", "001-1", "1.00"), as_of=dt.date(2027, 11, 20), year=2027)
    assert {(each.without_penalty_by, each.pay_by) for each in later.lists} == {
        (dt.date(2027, 11, 1), dt.date(2027, 11, 15))
    }


def test_a_list_by_hand() -> None:
    found = judged(
        # 48.005 and 6.125 are rounded half up each: 48.01 and 6.13, not 10 percent of their sum (54.13).
        account("S-1", "001-1", "480.05"),
        account("W-1", "001-1", "61.25", served=day(9, 30)),
        account("S-2", "001-2", "0.04"),
        account("S-3", "001-3", "120.00", day(11, 10)),
        # Served on October 1: not furnished before it.
        account("S-4", "001-3", "75.00", served=day(10, 1)),
        account("S-5", "001-3", "0.00"),
        as_of=day(11, 20),
    )
    rolled = found.lists[0]
    described = "0.4 acres at {} MAIN ST, Village of Elm, Jefferson County; tax parcel {}"
    assert rolled.lots == (
        CertifiedLot(
            *("001-1", "Jefferson", described.format(165, "001-1"), ("S-1", "W-1")),
            *(Fraction("541.30"), Fraction("54.14"), Fraction("595.44")),
        ),
        CertifiedLot(
            *("001-2", "Jefferson", described.format(166, "001-2"), ("S-2",)),
            *(Fraction("0.04"), Fraction(0), Fraction("0.04")),
        ),
    )
    assert (rolled.arrears, rolled.penalty, rolled.total) == tuple(map(Fraction, ("541.34", "54.14", "595.48")))
    assert [(each.standing, each.count, each.total) for each in found.counts] == [
        ("certified", 3, Fraction("595.48")),
        ("open", 0, 0),
        ("paid", 1, 132),
        ("later_cycle", 1, 75),
        ("nothing_owed", 1, 0),
    ]
    assert certified_table(found, "rolled").decode().splitlines() == [
        "parcel_id,county,description,accounts,arrears,penalty,total",
        f'001-1,Jefferson,"{described.format(165, "001-1")}",S-1; W-1,541.30,54.14,595.44',
        f'001-2,Jefferson,"{described.format(166, "001-2")}",S-2,0.04,0.00,0.04',
    ]


def test_faults_of_accounts_and_of_their_land_are_told_together() -> None:
    with pytest.raises(ArrearsInvalid) as caught:
        judged(
            account("1", "001-9", "1.00"),
            account("2", "001-1", "-1.00"),
            account("2", "001-8", "1.005"),
            as_of=day(11, 20),
        )
    told = str(caught.value)
    assert caught.value.what == "The accounts have 5 faults."
    for words in ("line 1: No parcel", "line 2: Arrears cannot be negative", "line 3: No parcel", "parts of a cent"):
        assert words in told
    assert "stands in line 2 already" in told


@pytest.mark.parametrize("year", [26, 0, 10_000])
def test_a_year_that_nobody_means_is_refused(year: int) -> None:
    with pytest.raises(OptionInvalid, match=f"{year} is no year"):
        judged(account("1", "001-1", "1.00"), as_of=day(11, 20), year=year)


def test_other_questions_are_pointed_at() -> None:
    notes = " ".join(judged(account("1", "001-1", "1.00"), as_of=day(11, 20)).notes)
    assert "UT-03" in notes
    assert "`townline connections`" in notes
    assert "legal description" in notes


@pytest.mark.parametrize("paid", [day(11, 2), day(11, 16), day(11, 20), day(12, 1)])
@pytest.mark.parametrize("as_of", [day(10, 20), day(11, 2), day(11, 10), day(11, 16), day(11, 17), day(11, 30)])
def test_a_payment_after_the_day_asked_about_is_not_known_yet(paid: dt.date, as_of: dt.date) -> None:
    found = judged(account("7", "001-1", "480.00", paid), as_of=as_of)
    (only,) = found.accounts
    if paid <= as_of:
        assert only.paid == paid
        assert not any("left out" in note for note in (*only.notes, *found.notes))
        return
    (unpaid,) = judged(account("7", "001-1", "480.00"), as_of=as_of).accounts
    assert (only.standing, only.total, only.readings, only.paid) == (
        unpaid.standing,
        unpaid.total,
        unpaid.readings,
        None,
    )
    assert any("it is left out" in note for note in only.notes)
    assert any(note.endswith("not known yet and is left out: 7.") for note in found.notes)


# The cycle of 2026 is of service before October 1, 2026; that of 2025 was of service before October 1, 2025.
@pytest.mark.parametrize(
    ("served", "amount", "is_earlier"),
    [
        (dt.date(2025, 10, 1), "480.00", False),
        (dt.date(2025, 9, 30), "480.00", True),
        (dt.date(2019, 3, 31), "0.04", True),
        (dt.date(2025, 9, 30), "0.00", False),
        (day(10, 1), "480.00", False),
    ],
)
def test_service_of_an_earlier_cycle_is_told(served: dt.date, amount: str, is_earlier: bool) -> None:
    found = judged(account("7", "001-1", amount, served=served), as_of=day(11, 20))
    words = "before October 1, 2025"
    assert any(words in note for note in found.accounts[0].notes) is is_earlier
    assert [note.endswith("not on an earlier tax roll, and that its notice was given.") for note in found.notes].count(
        True
    ) == is_earlier
    if is_earlier:
        assert found.accounts[0].standing == "certified"


def test_two_bills_of_one_account_are_judged_apart_and_stand_on_one_lot() -> None:
    # 100 and 10, 200 and 20.
    found = judged(
        account("7", "001-1", "100.00", served=day(6, 30)),
        account("7", "001-1", "200.00", served=day(9, 30)),
        as_of=day(11, 20),
    )
    (only,) = found.lists[0].lots
    assert (only.accounts, only.arrears, only.penalty, only.total) == (("7",), 300, 30, 330)
    assert [each.total for each in found.accounts] == [110, 220]


ACCOUNTS = st.lists(
    st.tuples(
        st.sampled_from(["001-1", "001-2", "001-3"]),
        st.integers(0, 10**7),
        st.one_of(st.none(), st.dates(day(10, 15), day(11, 20))),
        st.dates(day(8, 1), day(11, 1)),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(ACCOUNTS, st.dates(day(11, 20), day(12, 31)), st.randoms(use_true_random=False))
def test_lists_sum_to_their_accounts_whatever_the_order(
    told: list[tuple[str, int, dt.date | None, dt.date]], as_of: dt.date, random: Random
) -> None:
    accounts = [
        Account(str(i), parcel, served, Fraction(cents, 100), paid)
        for i, (parcel, cents, paid, served) in enumerate(told)
    ]
    found = judged(*accounts, as_of=as_of)
    for each in found.lists:
        mine = [one.readings[each.reading] for one in found.accounts]
        certified = [one for one in mine if one.standing == "certified"]
        assert each.total == sum(one.total for one in certified) == each.arrears + each.penalty
        assert each.total == sum(lot_.total for lot_ in each.lots)
        assert all(lot_.total == lot_.arrears + lot_.penalty for lot_ in each.lots)
        assert all(one.penalty >= 0 and (one.total * 100).denominator == 1 for one in mine)
    # By the calendar nothing is owed later than where closed days move the last day.
    rolled, calendar_day = ({name for each in of.lots for name in each.accounts} for of in found.lists)
    assert rolled <= calendar_day
    assert sum(each.count for each in found.counts) == len(accounts)
    random.shuffle(accounts)
    assert judged(*accounts, as_of=as_of).lists == found.lists


@pytest.mark.parametrize(
    ("paid", "amount", "word"),
    [
        (day(10, 14), "480.00", "Paid before the notice of October 15, 2026"),
        (day(10, 14), "0.00", ""),
        (day(10, 15), "480.00", ""),
        (day(11, 16), "480.00", ""),
        (day(11, 17), "480.00", "On the certified list, and paid after the last day"),
    ],
)
def test_a_payment_that_a_clerk_must_look_at_is_told_of_the_whole(paid: dt.date, amount: str, word: str) -> None:
    found = judged(account("77", "001-1", amount, paid), as_of=day(11, 20))
    told = [note for note in found.notes if "77" in note]
    assert len(told) == bool(word)
    assert all(note.startswith(word) for note in told)


@pytest.mark.parametrize(
    ("bills", "penalty", "is_told"),
    [
        # 10 percent of 10.05 is 1.005, half up 1.01, twice 2.02; of 20.10 it is 2.01.
        (("10.05", "10.05"), "2.02", True),
        (("0.04", "0.04"), "0.00", True),
        (("10.00", "10.10"), "2.01", False),
        (("20.10",), "2.01", False),
    ],
)
def test_penalties_rounded_bill_by_bill_are_told_where_their_sum_is_another(
    bills: tuple[str, ...], penalty: str, is_told: bool
) -> None:
    found = judged(
        *(account("5", "001-1", bill, served=day(6 + at, 1)) for at, bill in enumerate(bills)), as_of=day(11, 20)
    )
    assert [each.penalty for of_list in found.lists for each in of_list.lots] == [Fraction(penalty)] * 2
    assert any("rounded bill by bill" in note and "001-1" in note for note in found.notes) is is_told
