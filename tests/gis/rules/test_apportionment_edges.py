"""One amount divided by weights whose sum is less than one."""

from fractions import Fraction

from gis.rules.apportionment import apportioned


def test_weights_may_be_shares_that_do_not_add_up_to_one() -> None:
    # 0.3 and 0.1 are three to one: 75 and 25 cents of a dollar.
    weights = {"A": Fraction("0.3"), "B": Fraction("0.1")}
    assert apportioned(Fraction(1), weights) == {"A": Fraction(75, 100), "B": Fraction(25, 100)}
