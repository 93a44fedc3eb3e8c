"""The map of runoff units: every parcel with its arithmetic in the list, in the order of the legend, nobody named."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.model.runoff import ClassArea
from gis.model.view import Role
from gis.proposals.runoff.drawing import RUNOFF_ROLES, role_of, units_words
from maps.assets import FINDING, SCRIPTS, inline_assets, served_assets
from maps.embed import role_blocks
from maps.legend import ROLE_STYLES
from maps.runoff import parcel_groups, runoff_page
from maps.runoff_styles import RUNOFF_STYLES
from tests.maps.page_reader import PageReader
from tests.maps.sample_evaluation import HOSTILE
from tests.maps.sample_roll import SEEN, UNITS, parcel, runoff_map, sample_roll

WITH_SEARCH = (*SCRIPTS, *FINDING)


def page(address: str | None = None) -> str:
    roll = sample_roll(address)
    return runoff_page(runoff_map(roll), roll, inline_assets(WITH_SEARCH))


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


@pytest.mark.parametrize(
    ("units", "role"),
    [
        # Each step ends with its whole number, which is still in it.
        ("0", Role.RUNOFF_NONE),
        ("0.25", Role.RUNOFF_TO_ONE),
        ("1", Role.RUNOFF_TO_ONE),
        ("1.25", Role.RUNOFF_TO_FIVE),
        ("5", Role.RUNOFF_TO_FIVE),
        ("5.1", Role.RUNOFF_TO_TWENTY),
        ("20", Role.RUNOFF_TO_TWENTY),
        ("20.25", Role.RUNOFF_MORE),
        (None, Role.RUNOFF_OPEN),
    ],
)
def test_a_parcel_is_drawn_by_its_units(units: str | None, role: Role) -> None:
    assert role_of(parcel(1, units)) is role


def test_every_way_to_draw_a_parcel_has_a_style_of_its_own() -> None:
    assert {*RUNOFF_ROLES} == {*RUNOFF_STYLES}
    assert len({(style.hatch, style.fill, style.dash) for style in RUNOFF_STYLES.values()}) == len(RUNOFF_STYLES)
    assert len({style.icon for style in RUNOFF_STYLES.values()}) == len(RUNOFF_STYLES)
    # More units lie on top of fewer, and what is open on top of all.
    steps = [Role.RUNOFF_NONE, Role.RUNOFF_TO_ONE, Role.RUNOFF_TO_FIVE, Role.RUNOFF_TO_TWENTY, Role.RUNOFF_MORE]
    order = [ROLE_STYLES[role].order for role in (*steps, Role.RUNOFF_OPEN)]
    assert order == sorted(set(order))


def test_the_arithmetic_of_each_parcel_is_in_the_list() -> None:
    text = words(page())
    for said in (
        "Draft for review. Not legal advice, not a survey.",
        "Reckoned for June 15, 2026: Village of Elm, stormwater.",
        # 0 + 1 + 4.25 + 12 + 30; 47.25 x 18.75 = 885.9375, less five credits of a dollar.
        "5: 47.25 runoff units in all",
        "$18.75 a unit and bill, as asked",
        "The village is invented.",
        "12,750 sq ft of a lot of 200,000 sq ft; 12,740 to 12,760 sq ft over the layers' accuracy",
        "outlines of surfaces, seen on April 9, 2025",
        "MUK-11 (ch. 86 (2)(b)): Area 3: worked.",
        "4.25 x 18.75. The credit pond takes off $1.",
        "open: 0.25 runoff unit",
        "Gravel does not count. Then 0.25 runoff unit.",
        "Surfaces seen April 9, 2025, from surfaces.gpkg.",
    ):
        assert said in text
    assert all(f"Parcel 7-{number}" in text for number in range(1, 7))


def test_the_list_goes_from_open_to_none_and_each_line_is_tied_to_the_map() -> None:
    roll = sample_roll()
    groups = parcel_groups(roll.parcels, role_blocks(runoff_map(roll)))
    assert [group.role for group in groups] == list(RUNOFF_ROLES)
    assert [line.name for group in groups for line in group.lines] == [
        f"Parcel 7-{number}" for number in (6, 5, 4, 3, 2, 1)
    ]
    assert all(line.target.key is not None for group in groups for line in group.lines)
    assert sum(group.count for group in groups) == len(roll.parcels)


def test_all_units_in_the_list_sum_to_the_roll() -> None:
    roll = sample_roll()
    told = [re.search(r"Together ([\d.]+)", group.answer) for group in parcel_groups(roll.parcels, ())]
    assert sum(Fraction(each[1]) for each in told if each) == sum(Fraction(each) for each in UNITS if each)


def test_parcels_beyond_the_budget_of_the_page_are_still_listed() -> None:
    roll = sample_roll()
    html = runoff_page(runoff_map(roll), roll, inline_assets(WITH_SEARCH), max_feature_bytes=900)
    assert "not drawn one by one" in words(html)
    assert all(f"Parcel 7-{number}" in words(html) for number in range(1, 7))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_addresses_cannot_become_markup(hostile: str) -> None:
    plain, read = PageReader(page()), PageReader(page(hostile))
    assert read.handlers == plain.handlers == []
    assert [tag for tag, _ in read.elements if tag in ("script", "img", "svg")] == [
        tag for tag, _ in plain.elements if tag in ("script", "img", "svg")
    ]
    assert read.inline_scripts == plain.inline_scripts


def test_the_same_roll_gives_the_same_bytes() -> None:
    assert page() == page()


def test_a_service_links_the_other_utilities() -> None:
    roll = sample_roll()
    html = runoff_page(
        runoff_map(roll), roll, served_assets(scripts=WITH_SEARCH), others=[("Oak", "/runoff?ordinance=oak")]
    )
    assert 'href="/runoff?ordinance=oak"' in html


def test_credits_on_units_are_told() -> None:
    credited = replace(parcel(1, "1.2"), units_bearing=Fraction("0.78"))
    roll = replace(sample_roll(), parcels=(credited,))
    assert "1.2 runoff units; 0.78 after credits" in words(
        runoff_page(runoff_map(roll), roll, inline_assets(WITH_SEARCH))
    )


@pytest.mark.parametrize(
    ("bearing", "said"),
    # 0 + 1 + 4.25 + 12 + 30 are 47.25; credits on units leave what bears the costs.
    [
        ("47.25", "5: 47.25 runoff units in all"),
        ("46.83", "5: 47.25 runoff units, less 0.42 by credits: 46.83 billed"),
        ("0", "5: 47.25 runoff units, less 47.25 by credits: 0 billed"),
    ],
)
def test_the_sum_is_that_of_the_parcels_less_credits(bearing: str, said: str) -> None:
    roll = sample_roll()
    roll = replace(roll, sums=replace(roll.sums, total_units=Fraction(bearing)))
    assert said in words(runoff_page(runoff_map(roll), roll, inline_assets(WITH_SEARCH)))


SEEN_BARE = "0 sq ft of a lot of 200,000 sq ft"
NONE_DRAWN = "none drawn on a lot of 200,000 sq ft"


@pytest.mark.parametrize(
    ("basis", "surfaces", "captured", "said"),
    [
        # Nothing was ever drawn on the lot: bare, or beyond what the outlines cover.
        ("polygons", (), None, NONE_DRAWN),
        # Somebody looked: an outline lay there on a day, a surface that does not count lies there, cells were read, or
        # a decision found nothing.
        ("polygons", (), SEEN, SEEN_BARE),
        ("polygons", (ClassArea("gravel", Fraction(500), Fraction(0)),), None, SEEN_BARE),
        ("raster", (), None, SEEN_BARE),
        ("register", (), None, SEEN_BARE),
        ("unknown", (), None, "not known"),
    ],
)
def test_no_surface_is_zero_only_where_it_is_known(
    basis: str, surfaces: tuple[ClassArea, ...], captured: dt.date | None, said: str
) -> None:
    lot = parcel(1, "0")
    measured = replace(lot.measured, basis=basis, surfaces=surfaces, captured_first=captured, captured_last=captured)
    lot = replace(lot, measured=measured)
    roll = replace(sample_roll(), parcels=(lot,))
    text = words(runoff_page(runoff_map(roll), roll, inline_assets(WITH_SEARCH)))
    assert measured.is_undrawn is (said == NONE_DRAWN)
    assert [each for each in (SEEN_BARE, NONE_DRAWN, "not known") if f"Impervious surface {each}" in text] == [said]


def test_units_of_one_are_one_unit() -> None:
    assert units_words(parcel(1, "1")) == "1 runoff unit"
