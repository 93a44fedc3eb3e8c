"""Are bounds exact, and does nothing of an unknown amount stay nothing?"""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.rules.span import NOTHING, UNLIMITED, WHOLE, Span, exact_sum, total

AMOUNT = st.fractions(0, 10**9)


@pytest.mark.parametrize(
    ("one", "other", "product"),
    [
        (Span(Fraction(2), Fraction(3)), Span(Fraction(5), Fraction(7)), Span(Fraction(10), Fraction(21))),
        (UNLIMITED, NOTHING, NOTHING),
        (NOTHING, UNLIMITED, NOTHING),
        (UNLIMITED, Span(Fraction(0), Fraction(1)), UNLIMITED),
        (Span(Fraction(2), None), WHOLE, Span(Fraction(2), None)),
    ],
)
def test_products(one: Span, other: Span, product: Span) -> None:
    assert one * other == product


@pytest.mark.parametrize(
    ("one", "other", "more"),
    [
        (Span(Fraction(2), Fraction(3)), Span(Fraction(0), Fraction(2)), False),
        (Span(Fraction(2), None), Span(Fraction(0), Fraction(1)), True),
        (Span(Fraction(2), None), UNLIMITED, False),
        (NOTHING, NOTHING, False),
    ],
)
def test_more_is_strict_and_wherever_the_two_lie(one: Span, other: Span, more: bool) -> None:
    assert one.surely_more_than(other) is more


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(AMOUNT, max_size=9))
def test_the_quick_sum_is_the_plain_sum(amounts: list[Fraction]) -> None:
    assert exact_sum(amounts) == sum(amounts, start=Fraction(0))


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.lists(st.tuples(AMOUNT, st.one_of(st.none(), AMOUNT)), max_size=5))
def test_the_sum_of_spans_is_the_span_of_the_sums(bounds: list[tuple[Fraction, Fraction | None]]) -> None:
    spans = [Span(low, None if width is None else low + width) for low, width in bounds]
    added = NOTHING
    for span in spans:
        added += span
    assert total(spans) == added
