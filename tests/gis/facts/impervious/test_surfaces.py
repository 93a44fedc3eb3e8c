from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import OptionInvalid
from gis.facts.impervious.policy import ImperviousPolicy
from gis.facts.impervious.surfaces import Lots, Moved, SurfaceAreas, Surfaces, surface_areas
from gis.geometry.frame import LOCAL_FEET

if TYPE_CHECKING:
    from tests.conftest import FieldCaseLoader

HALF = Fraction(1, 2)
ACCURACY_FT = Fraction(1, 10)
#   0      100      200       two lots of 100 by 100 ft, the street below them
#   |   a   |   b   |  100
#   |_______|_______|    0
#    ...... street ..   -60
LOT_A, LOT_B = shapely.box(0, 0, 100, 100), shapely.box(100, 0, 200, 100)
STREET = shapely.box(0, -60, 200, 0)


def policy(
    weights: Mapping[str, Fraction | None] | None = None,
    allocations: Mapping[str, Mapping[str, Fraction]] | None = None,
    unlisted: Fraction | None = Fraction(1),
) -> ImperviousPolicy:
    return ImperviousPolicy(
        Fraction(1, 20), Fraction(500), weights=weights or {}, unlisted=unlisted, allocations=allocations or {}
    )


def measured(
    surfaces: Mapping[str, shapely.Geometry],
    how: ImperviousPolicy | None = None,
    standing: Mapping[str, bool | None] | None = None,
    rights: tuple[shapely.Geometry, ...] = (),
    lots: Mapping[str, shapely.Geometry] | None = None,
) -> SurfaceAreas:
    """Measure surfaces of which the id is the class, before a dot."""
    lots = lots or {"a": LOT_A, "b": LOT_B}
    ids = list(surfaces)
    return surface_areas(
        Surfaces(
            shapes=np.array(list(surfaces.values()), dtype=object),
            ids=np.array(ids, dtype=object),
            kinds=np.array([each.split(".")[0] for each in ids], dtype=object),
            standing=np.array([(standing or {}).get(each, True) for each in ids], dtype=object),
            accuracy_ft=ACCURACY_FT,
        ),
        Lots(
            shapes=np.array(list(lots.values()), dtype=object),
            ids=np.array(list(lots), dtype=object),
            accuracy_ft=ACCURACY_FT,
            rights=np.array(rights, dtype=object),
            ground_of=np.arange(len(lots)),
        ),
        how or policy(),
        LOCAL_FEET,
    )


def sqft(found: SurfaceAreas, name: str = "impervious") -> list[float]:
    return [steps / 100 for steps in getattr(found, name).tolist()]


def by_class(found: SurfaceAreas, row: int = 0) -> dict[str, float]:
    return {kind: land[row] / 100 for kind, land in found.by_class.items() if land[row]}


# --- field cases --------------------------------------------------------------------------------


def test_eru_01_land_under_several_surfaces_counts_once(field_case: FieldCaseLoader) -> None:
    case = field_case("eru-01")
    surfaces = {name: shapely.from_wkt(wkt) for name, wkt in case["input"]["surfaces"].items()}
    found = measured(surfaces, lots={"lot": shapely.box(-10, -10, 100, 100)})
    assert sqft(found) == [case["expected"]["impervious_sqft"]]
    naive = sum(shape.area for shape in surfaces.values())
    assert naive - sqft(found)[0] == case["expected"]["double_counted_sqft"]


@pytest.mark.parametrize("gravel", ["counted", "half", "not_counted"])
def test_eru_03_gravel_counts_as_the_ordinance_says(field_case: FieldCaseLoader, gravel: str) -> None:
    case = field_case("eru-03")
    areas = case["input"]["surfaces_sqft"]
    surfaces = {
        kind: shapely.box(0, row * 50, area / 40, row * 50 + 40) for row, (kind, area) in enumerate(areas.items())
    }
    weight = Fraction(case["input"]["policies"][gravel])
    found = measured(surfaces, policy({"gravel": weight}), lots={"lot": shapely.box(-10, -10, 200, 200)})
    assert sqft(found) == [case["expected"]["impervious_sqft"][gravel]]
    assert by_class(found) == areas


# --- each land once -----------------------------------------------------------------------------


def test_where_weights_differ_the_heavier_counts_once() -> None:
    # Gravel of 40 by 10, a walk of 10 by 10 on it, and a roof of 10 by 10 over half of the walk.
    surfaces = {
        "gravel": shapely.box(0, 0, 40, 10),
        "walk": shapely.box(20, 0, 30, 10),
        "roof": shapely.box(25, 0, 35, 10),
    }
    found = measured(surfaces, policy({"gravel": HALF, "walk": Fraction(3, 4)}))
    # Roof 100, walk 50 of its 100, gravel 400 less 150: 100 + 37.5 + 125.
    assert by_class(found) == {"roof": 100, "walk": 50, "gravel": 250}
    assert sqft(found) == [262.5, 0]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_surfaces_changes_no_sum(order: tuple[int, ...]) -> None:
    shapes = [shapely.box(10, 10, 60, 60), shapely.box(50, 50, 90, 90), shapely.box(40, 40, 70, 70)]
    found = measured({f"roof.{row}": shapes[row] for row in order})
    # 2,500 + 1,600 + 900 - 100 (1 and 2) - 400 (1 and 3) - 400 (2 and 3) + 100 (all three)
    assert sqft(found) == [4200, 0]


@pytest.mark.parametrize(
    ("other", "area"),
    [
        (shapely.box(10, 10, 60, 60), 2500),  # the same again
        (shapely.box(20, 20, 30, 30), 2500),  # within
        (shapely.box(60, 10, 70, 60), 3000),  # along a side
        (shapely.box(60, 60, 70, 70), 2600),  # at a corner
        (shapely.box(59.999, 10, 70, 60), 3000),  # over a side by a hair
        (shapely.box(10, 10, 60, 60).difference(shapely.box(20, 20, 50, 50)), 2500),  # a ring within
        (shapely.Polygon(), 2500),
    ],
)
def test_two_surfaces_in_every_way(other: shapely.Geometry, area: float) -> None:
    found = measured({"roof.1": shapely.box(10, 10, 60, 60), "roof.2": other})
    assert sqft(found) == [area, 0]


def test_a_class_left_open_is_neither_counted_nor_left_out() -> None:
    surfaces = {
        "roof": shapely.box(0, 0, 10, 10),
        "gravel": shapely.box(20, 0, 40, 10),
        "sand": shapely.box(50, 0, 60, 5),
    }
    found = measured(surfaces, policy({"roof": Fraction(1), "gravel": None}, unlisted=Fraction(0)))
    assert (sqft(found), sqft(found, "unknown")) == ([100, 0], [200, 0])
    assert by_class(found) == {"roof": 100, "gravel": 200, "sand": 50}
    assert found.has_surface.tolist() == [True, False]


# --- by the day ---------------------------------------------------------------------------------


def test_surfaces_of_later_days_do_not_count_and_doubtful_ones_are_unknown() -> None:
    surfaces = {
        "roof": shapely.box(0, 0, 10, 10),
        "drive": shapely.box(5, 0, 25, 10),
        "patio": shapely.box(30, 0, 40, 10),
    }
    found = measured(surfaces, standing={"drive": None, "patio": False})
    # The drive may be older; what of it lies under the roof is known.
    assert (sqft(found), sqft(found, "unknown")) == ([100, 0], [150, 0])
    assert by_class(found) == {"roof": 100}
    assert sqft(found, "off_parcels") == [0, 0, 0]


# --- whose it is --------------------------------------------------------------------------------


def test_a_surface_across_a_lot_line_is_split() -> None:
    found = measured({"lot": shapely.box(80, 10, 130, 30)})
    assert sqft(found) == [400, 600]
    assert found.moved == ()


@pytest.mark.parametrize(("over", "expected"), [(0.1, [1000 + 4, 0]), (0.102, [1000, 4.08])])
def test_a_sliver_over_the_line_within_the_accuracy_is_its_own_lots(over: float, expected: list[float]) -> None:
    found = measured({"garage": shapely.box(75, 10, 100 + over, 50)})
    assert sqft(found) == expected
    if expected[1]:
        assert found.moved == ()
    else:
        assert found.moved == (Moved(0, 1, 0, Fraction(4)),)


def test_a_sliver_into_the_street_is_its_own_lots_and_a_drive_apron_is_nobodys() -> None:
    found = measured({"porch": shapely.box(10, -0.05, 30, 10), "drive": shapely.box(60, -20, 80, 30)})
    assert sqft(found) == [201 + 600, 0]
    assert found.moved == (Moved(0, None, 0, Fraction(1)),)
    assert sqft(found, "off_parcels") == [0, 400]


def test_a_thin_wall_on_the_line_stays_where_it_lies() -> None:
    found = measured({"wall": shapely.box(99.96, 10, 100.03, 60)})
    assert sqft(found) == [2, 1.5]
    assert found.moved == ()


def test_a_surface_on_a_right_of_way_is_no_parcels_even_where_the_lot_runs_under_it() -> None:
    deep = {"a": shapely.union(LOT_A, shapely.box(0, -30, 100, 0)), "b": LOT_B}
    surfaces = {"street": shapely.box(0, -40, 100, -10), "drive": shapely.box(60, -10, 80, 30)}
    assert sqft(measured(surfaces, lots=deep)) == [2000 + 800, 0]
    found = measured(surfaces, lots=deep, rights=(STREET,))
    assert sqft(found) == [600, 0]
    assert sqft(found, "off_parcels") == [3000, 200]
    # A roof that reaches over the line by less than the accuracy stays whole.
    assert sqft(measured({"roof": shapely.box(10, -0.1, 20, 10)}, lots=deep, rights=(STREET,))) == [101, 0]


@pytest.mark.parametrize(
    ("pavement", "expected", "off"),
    [
        # 0.1 ft over the line of the street is within the accuracy: all 4,020 sq ft are the street's.
        (shapely.box(0, -20, 200, 0.1), [0, 0], 4020),
        # By 0.15 ft it is not: 15 sq ft on each lot.
        (shapely.box(0, -20, 200, 0.15), [15, 15], 4000),
        # A drive of lot a with more land on the lot than in the street keeps its strip over the line of b too.
        (shapely.union(shapely.box(40, -20, 60, 30), shapely.box(60, 10, 100.1, 20)), [600 + 401, 0], 400),
    ],
)
def test_pavement_over_the_line_of_a_street_within_the_accuracy_is_the_streets(
    pavement: shapely.Geometry, expected: list[float], off: float
) -> None:
    found = measured({"street": pavement}, rights=(STREET,))
    assert sqft(found) == expected
    assert sqft(found, "off_parcels") == [off]
    # Of one of which nobody knows since when it is there, the sliver is no unknown land of the lot.
    unsure = measured({"street": pavement}, rights=(STREET,), standing={"street": None})
    assert (sqft(unsure), sqft(unsure, "unknown")) == ([0, 0], expected)


def test_a_long_street_over_many_lots() -> None:
    lots = {f"{number}": shapely.box(number * 50, 0, number * 50 + 50, 100) for number in range(40)}
    bends = np.column_stack((np.linspace(-10, 2010, 400), 50 + 5 * np.sin(np.arange(400) / 9)))
    street = shapely.buffer(shapely.LineString(bends), 15)
    found = measured({"street": street}, lots=lots)
    expected = shapely.area(shapely.intersection(np.array(list(lots.values())), street))
    assert sqft(found) == pytest.approx(list(expected), abs=0.02)
    assert sum(sqft(found)) + sqft(found, "off_parcels")[0] == pytest.approx(street.area, abs=0.05)


def test_a_shared_drive_is_allocated_as_stated() -> None:
    drive, roof = shapely.box(90, 0, 111, 90), shapely.box(10, 10, 40, 40)
    thirds = {"drive": {"a": Fraction(1, 3), "b": Fraction(2, 3)}}
    found = measured({"drive": drive, "roof": roof}, policy(allocations=thirds))
    assert sqft(found) == [900 + 630, 1260]
    all_of_one = {"drive": {"b": Fraction(1)}}
    assert sqft(measured({"drive": drive, "roof": roof}, policy(allocations=all_of_one))) == [900, 1890]
    # To the hundredth of a square foot nothing is lost: 0.01 sq ft cannot be shared in three.
    lots = {"a": LOT_A, "b": LOT_B, "c": shapely.box(300, 0, 400, 100)}
    shares = {"pad": dict.fromkeys(lots, Fraction(1, 3))}
    found = measured({"pad": shapely.box(0, 0, 0.2, 0.2)}, policy(allocations=shares), lots=lots)
    assert sorted(found.impervious.tolist()) == [1, 1, 2]


@pytest.mark.parametrize(
    "allocations",
    [
        {"drive": {"a": HALF}},
        {"drive": {"a": Fraction(3, 2), "b": -HALF}},
        {"drive": {"a": HALF, "nobody": HALF}},
        {"alley": {"a": Fraction(1)}},
    ],
)
def test_an_allocation_that_cannot_be_is_refused(allocations: Mapping[str, Mapping[str, Fraction]]) -> None:
    with pytest.raises(OptionInvalid):
        measured({"drive": shapely.box(90, 0, 110, 90)}, policy(allocations=allocations))


@pytest.mark.parametrize("weight", [Fraction(-1, 10), Fraction(11, 10)])
def test_a_weight_that_cannot_be_is_refused(weight: Fraction) -> None:
    with pytest.raises(OptionInvalid):
        policy({"gravel": weight})


def test_land_on_two_parcels_is_told() -> None:
    found = measured({"roof": shapely.box(80, 10, 120, 20)}, lots={"a": LOT_A, "b": shapely.box(90, 0, 200, 100)})
    assert sqft(found) == [200, 300]
    assert sqft(found, "off_parcels") == [-100]


# --- how surely ---------------------------------------------------------------------------------


def test_the_margin_is_the_accuracy_along_the_outlines() -> None:
    # A tenth of a foot along 140 ft of a roof; along 100 ft of gravel that counts half.
    surfaces = {"roof": shapely.box(0, 0, 40, 30), "gravel": shapely.box(50, 50, 80, 70)}
    found = measured(surfaces, policy({"gravel": HALF}))
    assert sqft(found, "margin") == [14 + 5, 0]


def test_no_surface_and_no_lot() -> None:
    assert sqft(measured({})) == [0, 0]
    found = measured({"roof": shapely.box(0, 0, 9, 9)}, lots={"a": shapely.Polygon()})
    assert (sqft(found), sqft(found, "off_parcels")) == ([0], [81])


# --- what always holds --------------------------------------------------------------------------


def plat(rng: np.random.Generator) -> dict[str, shapely.Geometry]:
    """Return sixteen lots with shared, moved corners, on the grid."""
    x, y = np.meshgrid(np.arange(5) * 60.0, np.arange(5) * 60.0, indexing="ij")
    corners = np.round(np.stack((x, y), axis=-1) + rng.uniform(-8, 8, (5, 5, 2)), 4)
    return {
        f"{i}-{j}": shapely.Polygon([corners[i, j], corners[i + 1, j], corners[i + 1, j + 1], corners[i, j + 1]])
        for i in range(4)
        for j in range(4)
    }


@settings(max_examples=30, derandomize=True)
@given(st.integers(0, 10_000))
def test_land_on_parcels_and_off_them_is_the_union(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lots = plat(rng)
    places, sizes = rng.uniform(-20, 250, (25, 2)), rng.uniform(2, 40, (25, 2))
    turns = rng.uniform(0, 90, 25)
    shapes = [
        shapely.set_precision(shapely.affinity.rotate(shapely.box(*place, *(place + size)), turn), 0.0001)
        for place, size, turn in zip(places, sizes, turns, strict=True)
    ]
    kinds = rng.choice(["roof", "gravel", "walk"], 25)
    surfaces = {f"{kind}.{row}": shape for row, (kind, shape) in enumerate(zip(kinds, shapes, strict=True))}
    found = measured(surfaces, policy({"gravel": HALF, "walk": Fraction(1, 4)}), lots=lots)
    union = shapely.union_all(shapes)
    on_parcels = sum(land.sum() for land in found.by_class.values()) / 100
    assert on_parcels + found.off_parcels.sum() / 100 == pytest.approx(union.area, abs=0.01 * len(shapes))
    # Lot by lot, but for slivers over its lines.
    moved = np.zeros(len(lots))
    for each in found.moved:
        moved[each.to_parcel] += float(each.area_sqft)
        if each.from_parcel is not None:
            moved[each.from_parcel] += float(each.area_sqft)
    exact = shapely.area(shapely.intersection(np.array(list(lots.values())), union))
    land = sum(found.by_class.values()) / 100
    assert (np.abs(land - exact) <= moved + 0.01 * len(shapes)).all()
    # The heaviest of what lies over each other counts: roofs whole, walks and gravel only beside them.
    roofs = shapely.union_all([shape for kind, shape in zip(kinds, shapes, strict=True) if kind == "roof"])
    assert found.by_class["roof"].sum() / 100 == pytest.approx(
        shapely.intersection(roofs, shapely.union_all(list(lots.values()))).area,
        abs=moved.sum() + 0.01 * len(shapes),
    )


@settings(max_examples=20, derandomize=True)
@given(st.integers(0, 10_000), st.floats(5, 95))
def test_splitting_a_parcel_keeps_its_impervious_land(seed: int, at: float) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform(0, 80, (12, 2))
    surfaces = {f"roof.{row}": shapely.box(*place, *(place + 18)) for row, place in enumerate(places)}
    surfaces = {name: shapely.set_precision(shape, 0.0001) for name, shape in surfaces.items()}
    at = round(at, 4)
    before = measured(surfaces, lots={"whole": LOT_A})
    after = measured(surfaces, lots={"left": shapely.box(0, 0, at, 100), "right": shapely.box(at, 0, 100, 100)})
    assert sum(sqft(after)) == pytest.approx(sqft(before)[0], abs=0.01 * len(surfaces))
