from __future__ import annotations

from fractions import Fraction

import pytest

from gis.model.consistency import ConsistencyReport, Situation
from tests.gis.facts.consistency_scene import Row, box, group, ids, items, kinds, parcel, report, size, town

# Alder west of x = 1000, the City of Fir east of it:   [ Alder | Fir ]
TOWNS = [town("Town of Alder", box(0, 0, 1000, 1000)), town("City of Fir", box(1000, 0, 2000, 1000))]


def judged(*parcels: Row, municipalities: list[Row] = TOWNS) -> ConsistencyReport:
    return report({"municipalities": municipalities, "parcels": list(parcels)}, only="roll_and_polygons")


def test_parcels_that_lie_where_the_roll_says_are_not_listed() -> None:
    found = judged(parcel("a", box(900, 0, 1000, 100)), parcel("f", box(1000, 0, 1100, 100), "City of Fir"))
    assert not kinds(found)


def test_a_parcel_annexed_whole_and_still_on_the_towns_roll() -> None:
    found = judged(parcel("annexed", box(1200, 0, 1300, 200)))
    (item,) = items(found, "roll_polygon_disagree")
    assert ids(item) == ["annexed"]
    assert item.claims == ("roll: Town of Alder", "polygon: City of Fir")
    assert size(item) == (20_000, 100)  # 100 x 200
    assert item.accuracy_ft == Fraction(141, 1000)  # the root of 0.1^2 + 0.1^2
    assert item.rules == ("TSD-01", "TSD-09")
    assert found.faults_beyond == 1


def test_between_towns_no_rule_about_villages_is_touched() -> None:
    towns = [TOWNS[0], town("Town of Birch", box(1000, 0, 2000, 1000))]
    (item,) = items(judged(parcel("p", box(1200, 0, 1300, 200)), municipalities=towns), "roll_polygon_disagree")
    assert item.rules == ("TSD-01",)


@pytest.mark.parametrize(
    ("west", "kind", "area_sqft", "width_ft", "within"),
    [
        (900.0, None, 0, 0, False),  # ends at the line
        (900.1, "split_parcel", 20, 0.1, True),  # 0.1 x 200
        (900.141, "split_parcel", Fraction(282, 10), 0.141, True),  # exactly the accuracy
        (900.15, "split_parcel", 30, 0.15, False),
        (920.0, "split_parcel", 4000, 20, False),
        (950.0, "split_parcel", 10_000, 50, False),  # half and half
        (960.0, "roll_polygon_disagree", 12_000, 60, False),  # the greater part in the city
        (999.9, "roll_polygon_disagree", 19_980, 99.9, False),  # but for a sliver, all of it
    ],
)
def test_a_parcel_across_the_line(
    west: float, kind: Situation | None, area_sqft: Fraction, width_ft: float, within: bool
) -> None:
    found = judged(parcel("p", box(west, 0, west + 100, 200)))
    if kind is None:
        assert not kinds(found)
        return
    assert kinds(found) == {kind}
    (item,) = items(found, kind)
    assert item.area_sqft == area_sqft
    assert float(item.width_ft or 0) == pytest.approx(width_ft, abs=0.0006)
    assert item.within_accuracy == within
    mine = group(found, kind)
    assert mine is not None
    assert mine.is_fault == (kind == "roll_polygon_disagree")


def test_a_parcel_in_no_municipality() -> None:
    (item,) = items(judged(parcel("p", box(3000, 0, 3100, 100))), "roll_polygon_disagree")
    assert item.claims == ("roll: Town of Alder", "polygon: none")
    assert item.area_sqft == 10_000


def test_a_parcel_that_reaches_beyond_every_municipality() -> None:
    (item,) = items(judged(parcel("p", box(0, 980, 100, 1080))), "roll_polygon_disagree")
    # 20 ft in Alder, 80 ft in nobody's land
    assert item.claims == (
        "roll: Town of Alder",
        "polygon: none in part, 80.00 percent",
        "polygon: Town of Alder in part, 20.00 percent",
    )
    assert item.area_sqft == 8000


def test_a_name_that_no_polygon_bears_is_shown_with_near_names() -> None:
    found = judged(
        parcel("p", box(0, 0, 100, 100), "City of Alder"), parcel("q", box(100, 0, 200, 100), "Town of Adler")
    )
    first, second = items(found, "name_unmatched")
    assert first.claims == ("roll: City of Alder (on file: Town of Alder)", "polygon: Town of Alder")
    assert second.claims[0] == "roll: Town of Adler (on file: Town of Alder)"
    # A roll that says city touches the rule about cities, wherever the polygon is.
    assert (first.rules, second.rules) == (("TSD-01", "TSD-09"), ("TSD-01",))


def test_a_parcel_without_any_municipality() -> None:
    found = judged(parcel("p", box(900, 0, 1100, 100), None))
    (item,) = items(found, "no_municipality")
    assert item.claims == (
        "roll: none stated",
        "polygon: Town of Alder in part, 50.00 percent",
        "polygon: City of Fir in part, 50.00 percent",
    )
    assert item.area_sqft == 20_000
    assert item.rules == ("TSD-01", "TSD-09")


@pytest.mark.parametrize("spelled", ["City of Fir", "CITY OF FIR", "City of  Fir"])
def test_spelling_makes_no_disagreement(spelled: str) -> None:
    assert not kinds(judged(parcel("p", box(1200, 0, 1300, 100), spelled)))


def test_the_county_tells_namesakes_apart() -> None:
    towns = [
        town("Town of Union", box(0, 0, 1000, 1000), "Dane"),
        town("Town of Union", box(1000, 0, 2000, 1000), "Rock"),
    ]
    rows = [
        parcel("at home", box(0, 0, 100, 100), "Town of Union", county="Dane"),
        parcel("across", box(1100, 0, 1200, 100), "Town of Union", county="Dane"),
        parcel("undecided", box(0, 200, 100, 300), "Town of Union", county=None),
    ]
    found = judged(*rows, municipalities=towns)
    (item,) = items(found, "roll_polygon_disagree")
    assert ids(item) == ["across"]
    assert item.claims == ("roll: Town of Union (Dane County)", "polygon: Town of Union (Rock County)")
    assert [ids(each) for each in items(found, "name_unmatched")] == [["undecided"]]


def test_ways_and_water_have_no_roll() -> None:
    row = parcel("ROW", box(1200, 0, 1300, 100), None, record_kind="row")
    assert not kinds(judged(row))


def test_rows_of_one_municipality_are_one() -> None:
    towns = [*TOWNS, town("Town of Alder", box(5000, 0, 6000, 1000))]
    assert not kinds(judged(parcel("p", box(5000, 0, 5100, 100)), municipalities=towns))
