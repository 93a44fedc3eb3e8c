"""What does the name of a building's or parcel's use say of people in it?"""

from __future__ import annotations

import re

DWELLINGS = frozenset(
    {
        *("apartment", "bungalow", "cabin", "condominium", "condo", "cottage", "duplex", "dwelling", "farmhouse"),
        *("home", "house", "housing", "multifamily", "parsonage", "rectory", "residence", "residential", "townhome"),
        *("townhouse", "triplex"),
    }
)
"""Words of a use that say that people live there."""
OTHERS = frozenset(
    {
        *("bank", "bar", "beach", "business", "camp", "campground", "church", "clinic", "club", "commercial"),
        *(
            "factory",
            "golf",
            "government",
            "hall",
            "hospital",
            "hotel",
            "industrial",
            "institution",
            "institutional",
            "library",
        ),
        *("manufacturing", "marina", "motel", "municipal", "office", "park", "playground", "public", "recreation"),
        *("recreational", "religious"),
        *("restaurant", "retail", "school", "shop", "station", "store", "tavern", "theater", "warehouse"),
    }
)
"""Words that say that people work, learn, worship, meet or play there."""
MUTE = frozenset(
    {
        *("accessory", "barn", "boat", "carport", "garage", "greenhouse", "lift", "outbuilding", "pool", "pump"),
        *("shed", "silo", "stable", "storage", "vacant", "well"),
    }
)
"""Words of what stands beside a house, or runs by itself, and tells nothing of people: they go before the others."""
_WORDS = re.compile(r"[a-z]+")


def use_of(name: str | None) -> tuple[bool | None, bool | None]:
    """Return whether the name of a use says that people use a building, and that they live in it; None is unknown.

    Examples
    --------
    >>> use_of("Single family dwelling"), use_of("SCHOOL"), use_of("Detached garage"), use_of("Pump house")
    ((True, True), (True, False), (None, None), (None, None))
    """
    spelled = _WORDS.findall((name or "").lower())
    words = {*spelled, *(word.removesuffix("s") for word in spelled)}
    if words & MUTE:
        return None, None
    if words & DWELLINGS:
        return True, True
    return (True, False) if words & OTHERS else (None, None)
