"""Are costs spread so that caps hold and every cent is found again?"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.proposals.assessment.spreading import Weight, divided, spread

Lots = dict[str, Weight]


def lot(full: int | str, free: int | str | None = None, capped: int | str = 0, cap: int | str = 0) -> Weight:
    return Weight(Fraction(full), Fraction(full if free is None else free), Fraction(capped), Fraction(cap))


def told(shares: object) -> dict[str, str]:
    assert isinstance(shares, dict)
    return {name: f"{float(share):.2f}" for name, share in shares.items()}


def test_exempt_land_shifts_its_share_to_the_others() -> None:
    # 1,000 over 100 + 300 ft with 600 ft exempt: 2.50 a foot; with nobody exempt 1.00 a foot.
    made = spread(Fraction(1000), {"A": lot(100), "B": lot(300), "farm": lot(600, 0)})
    assert told(made.shares) == {"A": "250.00", "B": "750.00", "farm": "0.00"}
    assert told(made.unexempt) == {"A": "100.00", "B": "300.00", "farm": "600.00"}
    assert (made.rate, made.rate_unexempt, made.body) == (Fraction(5, 2), 1, 0)


def test_the_body_carries_it_and_nobody_pays_more() -> None:
    made = spread(Fraction(1000), {"A": lot(100), "B": lot(300), "farm": lot(600, 0)}, body_carries=True)
    assert told(made.shares) == {"A": "100.00", "B": "300.00", "farm": "0.00"}
    assert made.body == 600


def test_a_capped_parcel_counts_for_its_cap_and_is_rounded_down() -> None:
    # 1,000 over 100 + 200 of 500: 1,000 / 300 = 3.3333...; the cap is 200 x 3.3333 = 666.666, down 666.66, rest 333.34.
    made = spread(Fraction(1000), {"A": lot(100), "farm": lot(500, 0, 500, 200)})
    assert told(made.shares) == {"A": "333.34", "farm": "666.66"}


def test_a_parcel_below_its_cap_pays_for_what_it_has() -> None:
    made = spread(Fraction(300), {"A": lot(100), "farm": lot(50, 0, 50, 208)})
    assert told(made.shares) == {"A": "200.00", "farm": "100.00"}


def test_cents_that_no_cap_lets_anyone_take_are_left_for_the_body() -> None:
    # 100 over three capped parcels of 1 each: 33.33 each, and a cent that none of them may take.
    made = spread(Fraction(100), {name: lot(5, 0, 5, 1) for name in "ABC"})
    assert told(made.shares) == dict.fromkeys("ABC", "33.33")
    assert made.body == Fraction(1, 100)


def test_where_all_is_exempt_nobody_pays() -> None:
    made = spread(Fraction(100), {"A": lot(5, 0), "B": lot(7, 0)})
    assert (made.rate, made.body) == (None, 100)
    assert told(made.shares) == {"A": "0.00", "B": "0.00"}


def test_a_partly_exempt_parcel_pays_for_the_rest() -> None:
    made = spread(Fraction(400), {"A": lot(100), "B": lot(400, 100)})
    assert told(made.shares) == {"A": "200.00", "B": "200.00"}


def test_missing_cents_go_to_the_largest_fraction_and_then_to_the_earlier_name() -> None:
    # 10.00 in thirds: 3.33 each, one cent left, to the earliest.
    assert told(spread(Fraction(10), {name: lot(1) for name in "CBA"}).shares) == {
        "A": "3.34",
        "B": "3.33",
        "C": "3.33",
    }


def test_a_mix_is_divided_to_the_cent() -> None:
    # 100.01 in halves: 50.005 each, the cent to the first by name.
    found = divided(Fraction("100.01"), {"unit": Fraction(1, 2), "area": Fraction(1, 2)})
    assert {name: str(part) for name, part in found.items()} == {"area": "5001/100", "unit": "50"}


@pytest.mark.parametrize(
    ("lots", "expected"),
    [
        # 2,000 ft, so 50 dollars a foot had nobody been exempt: a cap of 200 ft is 10,000 dollars, and the lots of 300
        # ft bear the other 90,000 at 300 a foot, at which the farm's 500 ft are far above its cap.
        (
            {"A": lot(100), "B": lot(200), "farm": lot(500, 0, 500, 200), "exempt": lot(1200, 0)},
            {"A": "30000.00", "B": "60000.00", "farm": "10000.00", "exempt": "0.00"},
        ),
        # 50 a foot; the farm's 100 ft are under a cap of 200 ft by measure. At 100,000 over 300 + 100 ft, 250 a foot,
        # they would be 25,000: the cap of 10,000 dollars holds.
        (
            {"A": lot(300), "farm": lot(100, 0, 100, 200), "exempt": lot(1600, 0)},
            {"A": "90000.00", "farm": "10000.00", "exempt": "0.00"},
        ),
        # Nobody is exempt, 100 a foot: 200 ft of 300 are 20,000, and A bears 80,000.
        ({"A": lot(700), "farm": lot(300, 0, 300, 200)}, {"A": "80000.00", "farm": "20000.00"}),
        # Two caps at 50 a foot, 10,000 and 20,000: the farm of 100 ft is above its top of 10,000 at 100 a foot, the
        # other of 400 ft only at 50; 100,000 - 30,000 are left for A.
        (
            {"A": lot(500), "F": lot(100, 0, 100, 200), "G": lot(400, 0, 400, 400), "exempt": lot(1000, 0)},
            {"A": "70000.00", "F": "10000.00", "G": "20000.00", "exempt": "0.00"},
        ),
        # A part that is not eligible pays the rate: 50 a foot, cap 5,000; 95,000 over 100 + 100 ft.
        (
            {"A": lot(100), "farm": lot(500, 100, 400, 100), "exempt": lot(1400, 0)},
            {"A": "47500.00", "farm": "52500.00", "exempt": "0.00"},
        ),
        # Only capped land is left: 50 a foot, caps of 10,000 and 5,000, and the body bears 85,000.
        (
            {"F": lot(500, 0, 500, 200), "G": lot(500, 0, 500, 100), "exempt": lot(1000, 0)},
            {"F": "10000.00", "G": "5000.00", "exempt": "0.00"},
        ),
    ],
)
def test_the_cap_at_the_rate_had_nobody_been_exempt(lots: Lots, expected: dict[str, str]) -> None:
    made = spread(Fraction(100_000), lots)
    assert made.by_unexempt_cap is not None
    assert told(dict(made.by_unexempt_cap)) == expected


def test_without_a_cap_there_is_no_other_reading() -> None:
    assert spread(Fraction(1000), {"A": lot(100), "farm": lot(600, 0)}).by_unexempt_cap is None


def test_parts_of_a_cent_are_refused() -> None:
    with pytest.raises(ValueError, match="whole cents"):
        spread(Fraction(1, 1000), {"A": lot(1)})


@st.composite
def weights(draw: st.DrawFn) -> Weight:
    full = Fraction(draw(st.integers(0, 10**6)), 1000)
    kind = draw(st.sampled_from(["full", "exempt", "partly", "capped", "both"]))
    free = full * Fraction(draw(st.integers(0, 10)), 10) if kind in ("partly", "both") else full
    free = Fraction(0) if kind in ("exempt", "capped") else free
    capped = full - free if kind in ("capped", "both") else Fraction(0)
    return Weight(full, free, capped, Fraction(draw(st.integers(0, 10**6)), 1000))


_LOTS = st.dictionaries(st.text("ABCDEFGH", min_size=1, max_size=3), weights(), min_size=1, max_size=8)
_CENTS = st.integers(0, 10**9)


@settings(max_examples=50)
@given(_CENTS, _LOTS, st.booleans())
def test_what_holds_of_every_spread(cents: int, lots: Lots, body_carries: bool) -> None:
    amount = Fraction(cents, 100)
    made = spread(amount, lots, body_carries=body_carries)
    assert sum(made.shares.values()) + made.body == amount
    assert made.body >= 0
    assert min(made.shares.values()) >= 0
    assert all((share * 100).denominator == 1 for share in made.shares.values())
    other = made.by_unexempt_cap
    assert (other is None) == (not any(each.capped for each in lots.values()))
    if other is not None:
        full = sum(each.full for each in lots.values())
        assert sum(other.values()) <= amount
        if body_carries:
            assert other == made.shares
        for name, weight in lots.items():
            assert other[name] >= 0
            if weight.capped and not weight.free:
                assert other[name] <= amount / full * weight.cap
            # A rate that exemptions raise is no lower by this reading, which takes from those that it caps.
            if not weight.capped and not body_carries and any(each.free for each in lots.values()):
                assert other[name] >= made.shares[name] - Fraction(1, 100)
    if made.rate is not None:
        for name, weight in lots.items():
            if weight.capped and not weight.free:
                assert made.shares[name] <= made.rate * weight.cap
    if any(weight.full for weight in lots.values()):
        assert sum(made.unexempt.values()) == amount


@settings(max_examples=50)
@given(_CENTS, _LOTS, st.randoms())
def test_the_order_of_the_parcels_changes_nothing(cents: int, lots: Lots, random: object) -> None:
    shuffled = list(lots.items())
    random.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis' own generator
    assert spread(Fraction(cents, 100), dict(shuffled)) == spread(Fraction(cents, 100), lots)


@given(
    st.integers(1, 10_000),
    st.lists(st.tuples(st.integers(1, 900), st.integers(1, 300)), min_size=1, max_size=6),
    st.lists(st.integers(1, 900), max_size=4),
    st.booleans(),
)
def test_no_capped_parcel_is_ever_above_its_cap(
    cents: int, farms: list[tuple[int, int]], lots: list[int], body_carries: bool
) -> None:
    # Land at its cap, below it and above it; the cap is so many feet at the rate of the roll.
    weights = {f"farm {i}": lot(full, 0, full, cap) for i, (full, cap) in enumerate(farms)}
    weights |= {f"lot {i}": lot(full) for i, full in enumerate(lots)}
    made = spread(Fraction(cents, 100), weights, body_carries=body_carries)
    assert made.rate is not None
    for name, weight in weights.items():
        if weight.capped:
            assert made.shares[name] <= made.rate * weight.under_cap
    assert sum(made.shares.values()) + made.body == Fraction(cents, 100)


def test_the_cent_of_the_remainder_does_not_lift_land_at_its_cap_above_it() -> None:
    # 100 over three units, each a third of a cent more than 33.33; the body carries, and has the cent.
    made = spread(Fraction(100), {name: lot(1, 0, 1, 1) for name in "ABC"}, body_carries=True)
    assert told(made.shares) == dict.fromkeys("ABC", "33.33")
    assert made.body == Fraction(1, 100)
