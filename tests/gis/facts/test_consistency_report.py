"""What the report says of the sample county: the situations of data/boundaries/situations.csv, and no others."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pyogrio
import pytest

from gis.errors import EditionMissing
from gis.facts.consistency.kinds import TITLES, WORDS
from gis.model.consistency import SITUATIONS, ConsistencyReport
from gis.model.jsonio import adapter, read_json, to_json
from gis.proposals.consistency import consistency_on_file
from tests.gis.facts.consistency_scene import DAY, box, group, ids, items, kinds, lots, parcel, report, size, town


@pytest.fixture(scope="module")
def sample(sample_layers: Path) -> ConsistencyReport:
    return consistency_on_file(sample_layers, DAY)


def test_every_kind_of_the_closed_list_has_its_words() -> None:
    assert set(WORDS) == set(SITUATIONS)
    assert all(words.effects and words.section in TITLES for words in WORDS.values())


def test_the_sample_has_its_situations_and_no_others(sample: ConsistencyReport) -> None:
    beyond = {
        each.kind: each.beyond.count for section in sample.sections for each in section.groups if each.beyond.count
    }
    assert beyond == {
        "roll_polygon_disagree": 3,  # parcel.annexed.101 and .102; ground.straddle.town
        # parcel.straddle.1724, .1712 and .1331; the four farms along the city's east line (layers.sliver.fir-east);
        # the one at the island (layers.sliver.island-north); the one under layers.claimed-twice
        # ground.straddle.village, .county and .corner; the two farms along ground.sliver.addition
        "split_parcel": 14,
        "municipalities_overlap": 1,  # layers.claimed-twice
        "land_unclaimed": 1,  # layers.claimed-by-none
        "county_not_on_file": 1,  # county.line: the counties' invented extents go a mile further
        "land_outside_county": 1,  # ground.sliver.county-east
        "parcels_stacked": 5,  # parcel.condominium.1641, .1632 and .1433; ground.condominium.lake and .village
        "gap_corridor": 11,  # record.row-as-gap: streets of plats that are no record
        "gap_recorded": 1,  # record.gap
        "unit_outside_municipality": 1,  # votes.unit.off-line
        "units_overlap": 2,  # votes.unit.off-line; layers.claimed-twice, which both municipalities' units have
        "votes_without_unit": 1,  # votes.unit.ghost
    }
    within = {
        each.kind: each.within.count for section in sample.sections for each in section.groups if each.within.count
    }
    # layers.sliver.elm-west, and county.line: written in degrees and so off by at most 0.001 ft, counties good to 1 ft
    # Where a cut between units ends on a municipal line, rounding leaves a hundredth of a square foot to no unit.
    assert set(within) == {"split_parcel", "land_outside_county", "land_without_unit"}
    assert sample.faults_beyond == 3 + 1 + 1 + 1 + 1 + 2 + 1


def test_parcels_annexed_and_still_on_the_towns_roll(sample: ConsistencyReport) -> None:
    found = {ids(item)[0]: item for item in items(sample, "roll_polygon_disagree")}
    straddling = found.pop("006-0914-2232-101")  # ground.straddle.town: 180 of its 300 ft are in the Town of Hazel
    assert straddling.claims[0] == "roll: Town of Cedar"
    assert set(found) == {"004-0814-1523-101", "004-0814-1523-102"}
    for item in found.values():
        assert item.claims == ("roll: Town of Birch", "polygon: City of Fir")
        assert size(item) == pytest.approx((330 * 330, 330), rel=1e-6)  # the two lots are 660 x 330 together
        assert item.rules == ("TSD-01", "TSD-09")


def test_parcels_that_a_municipal_line_splits(sample: ConsistencyReport) -> None:
    found = {ids(item)[0]: size(item) for item in items(sample, "split_parcel")}
    # Of 300 x 200 ft, 200 ft are in the town; of as much, 220 ft in the village; of 350 x 300 ft, 253 in the city. The
    # lines are askew by up to 9 ft in a mile, half a foot in 300.
    assert found["002-0814-1724-101"] == pytest.approx((100 * 200, 100), rel=2e-3)
    assert found["141-0814-1712-101"] == pytest.approx((80 * 200, 80), rel=2e-3)
    assert found["241-0814-1331-101"] == pytest.approx((97 * 300, 97), rel=2e-3)
    widths = sorted(round(width, 2) for _, width in found.values())
    assert widths.count(3.0) == 3  # layers.sliver.fir-east; the fourth farm holds the unclaimed place of 30 ft too
    assert widths.count(0.25) == 1  # layers.sliver.island-north
    assert widths.count(0.02) == 3  # layers.sliver.elm-west: within the accuracy
    mine = group(sample, "split_parcel")
    assert mine is not None
    assert float(mine.within.width_ft) == pytest.approx(0.02, abs=0.001)


def test_places_claimed_twice_and_by_nobody(sample: ConsistencyReport) -> None:
    (twice,) = items(sample, "municipalities_overlap")
    assert ids(twice) == ["Town of Alder", "Village of Elm"]
    assert size(twice) == pytest.approx((2000, 40), rel=1e-4)  # 40 x 50
    (none,) = items(sample, "land_unclaimed")
    # 30 x 30 ft, but for the city's line along it, which is some hundredths of a foot askew
    assert size(none) == pytest.approx((900, 30), rel=1e-3)


def test_records_of_one_outline_and_land_without_a_record(sample: ConsistencyReport) -> None:
    assert sorted(len(item.features) for item in items(sample, "parcels_stacked")) == [4, 6, 8, 12, 16]
    (gap,) = items(sample, "gap_recorded")
    assert size(gap)[1] == pytest.approx(3, abs=0.01)
    # Streets are 66 ft wide; at a crossing a circle of 66 times the root of 2 fits in.
    for street in items(sample, "gap_corridor"):
        assert size(street)[1] == pytest.approx(66 * 2**0.5, rel=2e-3)
    assert "gap_enclosed" not in kinds(sample)


def test_what_the_roll_adds_up_to(sample: ConsistencyReport, repository: Path) -> None:
    rows = pyogrio.read_dataframe(repository / "data" / "boundaries" / "parcels.gpkg", read_geometry=False)
    sums: dict[str, Fraction] = defaultdict(Fraction)
    # A farm in two rows and a row that is there twice count once; ways and water have no digit in their number.
    taxed = rows[rows["PARCELID"].str.contains(r"\d")].drop_duplicates("PARCELID")
    for place, value in zip(taxed["PLACENAME"], taxed["CNTASSDVALUE"], strict=True):
        name = str(place).removeprefix("VILLAGE OF ")
        sums[name] += Fraction(Decimal(value.replace(",", "").replace("$", "")) if isinstance(value, str) else 0)
    assert {each.municipality: each.assessed_value for each in sample.values} == {
        "City of Fir": sums["CITY OF FIR"],
        "Town of Alder": sums["TOWN OF ALDER"],
        "Town of Birch": sums["TOWN OF BIRCH"],
        "Town of Cedar": sums["TOWN OF CEDAR"],
        "Town of Hazel": sums["TOWN OF HAZEL"],
        "Village of Elm": sums["ELM"],
    }
    assert sum(each.parcels for each in sample.values) == len(taxed)
    assert {(each.county, each.roll_year) for each in sample.values} == {("Dodge", 2025), ("Jefferson", 2025)}


def test_the_report_names_editions_and_reads_back(sample: ConsistencyReport) -> None:
    assert set(sample.editions) >= {"counties", "municipalities", "parcels", "ratios"}
    assert sample.measured_in == "EPSG:8189"  # Jefferson's zone
    for section in sample.sections:
        for each in section.groups:
            for item in (*each.items, *each.slivers):
                assert {feature.edition for feature in item.features} <= set(sample.editions.values())
                assert item.longitude is None or -89.0 < item.longitude < -88.5
    data = to_json(sample)
    assert adapter(ConsistencyReport).validate_python(read_json(data)) == sample


@pytest.mark.slow
def test_the_same_editions_give_the_same_bytes(sample: ConsistencyReport, sample_layers: Path) -> None:
    assert to_json(consistency_on_file(sample_layers, DAY)) == to_json(sample)


def told(found: ConsistencyReport) -> set[tuple[object, ...]]:
    groups = [each for section in found.sections for each in section.groups]
    return {
        (item.kind, frozenset(ids(item)), item.area_sqft, item.width_ft)
        for each in groups
        for item in (*each.items, *each.slivers)
    }


def test_the_order_of_rows_changes_nothing() -> None:
    parcels = [*lots(box(0, 0, 110, 200), box(100, 0, 200, 200), box(230, 0, 300, 200)), parcel("x", box(0, 0, 9, 9))]
    towns = [town("Town of Alder", box(0, 0, 260, 200)), town("City of Fir", box(250, 0, 300, 200))]
    forth = report({"municipalities": towns, "parcels": parcels})
    back = report({"municipalities": towns[::-1], "parcels": parcels[::-1]})
    assert told(forth) == told(back)
    assert forth.values == back.values


def test_nothing_on_file_is_said_as_one_error(tmp_path: Path) -> None:
    with pytest.raises(EditionMissing, match="No layer says which county"):
        consistency_on_file(tmp_path, DAY)


def test_a_kind_that_is_not_in_force_yet_is_left_out_and_said(sample_layers: Path) -> None:
    # The municipalities and the counties of the sample hold from 2025.
    with pytest.raises(EditionMissing, match="No layer says which county"):
        consistency_on_file(sample_layers, DAY.replace(year=2017))
    with pytest.raises(EditionMissing, match="There is no edition 00"):
        consistency_on_file(sample_layers, DAY, {"parcels": "00"})
