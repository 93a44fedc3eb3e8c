"""What in a stormwater policy cannot be?"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gis.model.jsonio import adapter, to_data
from gis.model.stormwater_policy import CreditStep, StormwaterPolicy, SurfaceWeight, Tier, policy_faults

POND = CreditStep("pond", Fraction(1, 2), ("It is inspected each year.",), "Code 9.04")
GRAVEL = SurfaceWeight("gravel", Fraction(1, 2), "Code 3.50.110")


@pytest.mark.parametrize(
    "policy",
    [
        StormwaterPolicy(),
        StormwaterPolicy(weights=(GRAVEL, SurfaceWeight("pond", None, "Code 1")), credits=(POND,)),
        StormwaterPolicy(tiers=(Tier(Fraction(0), Fraction(152)), Tier(Fraction(1)))),
        StormwaterPolicy(credits_at_most_portion=Fraction(0), duplex_units_per_dwelling=Fraction(0)),
    ],
)
def test_what_can_stand_has_no_fault_and_comes_back_from_json(policy: StormwaterPolicy) -> None:
    assert policy_faults(policy) == ()
    assert adapter(StormwaterPolicy).validate_python(to_data(policy)) == policy


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        (
            {"weights": (SurfaceWeight("gravel", Fraction(11, 10), "x"),)},
            "weights: gravel does not count between 0 and",
        ),
        ({"weights": (SurfaceWeight("gravel", Fraction(-1), "x"),)}, "weights: gravel does not count between 0 and 1"),
        (
            {"weights": (SurfaceWeight("gravel", Fraction(1), ""),)},
            "weights: nothing says who sets the weight of gravel",
        ),
        ({"weights": (GRAVEL, GRAVEL)}, "weights: gravel stands twice"),
        ({"tiers": (Tier(Fraction(1), Fraction(2500)),)}, "tiers: the last tier ends at 2500 sq ft"),
        ({"single_family_tiers": (Tier(Fraction(2), Fraction(1)), Tier(Fraction(1)))}, "single_family_tiers: after a"),
        ({"multifamily_units_per_dwelling": Fraction(-1)}, "multifamily_units_per_dwelling is negative"),
        (
            {"credits": (CreditStep("pond", Fraction(2), ("x",), "y"),)},
            "credits: pond does not take off between 0 and 1",
        ),
        ({"credits": (CreditStep("pond", Fraction(1), (), "y"),)}, "credits: pond has no condition"),
        ({"credits": (CreditStep("pond", Fraction(1), ("x",), ""),)}, "credits: nothing says who sets pond"),
        ({"credits": (POND, POND)}, "credits: pond stands twice"),
        ({"credits_at_most_portion": Fraction(3, 2)}, "credits_at_most_portion is not between 0 and 1"),
    ],
)
def test_each_fault_is_one_sentence(stated: dict[str, Any], words: str) -> None:
    faults = policy_faults(StormwaterPolicy(**stated))
    assert len(faults) == 1
    assert faults[0].startswith(words)
    assert faults[0].endswith(".")
