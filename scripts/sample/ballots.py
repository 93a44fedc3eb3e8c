"""How did the sample county vote for governor, and how many people live there? Made by hand, so that sums are easy."""

from __future__ import annotations

VOTES: dict[str, dict[str, tuple[int | None, int]]] = {
    "Alder": {"Wards 1-2": (640, 720), "Ward 3": (400, 440), "Ward 4": (560, 640)},
    "Birch": {"Ward 1": (220, 250), "Ward 2": (890, 940), "Ward 3": (490, 510)},
    "Cedar": {"Ward 1": (540, 600), "Ward 2": (760, 840)},
    "Elm": {"Ward 1": (900, 1_000), "Ward 2": (700, 800)},
    # Ward 6 is in the canvass of 2022 and on no map; nobody lives in ward 5.
    "Fir": {
        "Ward 1": (800, 900),
        "Ward 2": (900, 1_000),
        "Ward 3": (1_200, 1_300),
        "Ward 4": (1_100, 1_150),
        "Ward 5": (0, 0),
        "Ward 6": (None, 50),
    },
    "Hazel": {"Wards 1-3": (1_000, 1_100)},
}
"""All votes for governor by municipality and unit, at the elections of 2018 and of 2022."""

MODELLED: dict[str, dict[str, str]] = {"Cedar": {"Ward 1": "587.3018692", "Ward 2": "852.6981308"}}
"""The same 1,440 votes of 2022 as a publisher spread them by population, with all its digits."""

POPULATIONS: dict[str, tuple[int, int, int]] = {
    "Alder": (3_180, 3_240, 2_510),
    "Birch": (3_020, 3_075, 2_390),
    "Cedar": (2_610, 2_640, 2_080),
    "Elm": (3_340, 3_420, 2_600),
    "Fir": (8_150, 8_310, 6_350),
    "Hazel": (1_960, 1_970, 1_560),
}
"""Residents at the census of 2020, estimated for 2025, and estimated of voting age for 2025."""
