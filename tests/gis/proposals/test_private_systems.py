"""Credits for private systems, and land that was out of a district before 1990: worked by hand."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path

import pytest

from gis.geometry.boundary import boundary_from_geojson
from gis.layers.importing import ImportRequest, import_layer
from gis.model.finding import State
from gis.proposals.on_file import LayersOnFile, plain_frame
from gis.proposals.private_systems import Charge, PrivateSystemsFound, private_systems
from gis.register.entries import Entry, Register
from tests.gis.proposals.small_county import DATE, county, drawn, parcel

pytestmark = pytest.mark.slow  # each test imports a county of its own

LOTS = [
    parcel("A1", "Town of Alder", (1000, 1000, 2000, 2000), 100_000),
    parcel("A2", "Town of Alder", (2000, 1000, 3000, 2000), 100_000),
]
CREATED = dt.date(2025, 6, 1)
CHARGE = Charge(issued=dt.date(2026, 5, 1), district_created=CREATED, from_installation=True)


def entry(parcel_id: str, kind: str, value: str, day: dt.date = CREATED) -> Entry:
    return Entry("parcel", parcel_id, kind, value, day, "", "")


def found(
    folder: Path, entries: list[Entry], charge: Charge = CHARGE, date: dt.date = DATE, systems: str = ""
) -> PrivateSystemsFound:
    county(folder, LOTS)
    if systems:
        file = folder / "systems.csv"
        file.write_text(f"system_id,parcel_id,county,installed,cost,grants\n{systems}\n", "utf-8")
        import_layer(ImportRequest("private_systems", file, preset="generic", vintage="2025"), folder / "layers")
    land = boundary_from_geojson(json.dumps(drawn((1000, 1000, 3000, 2000))), plain_frame())
    return private_systems(land, LayersOnFile(folder / "layers"), date, charge, Register(tuple(entries)))


def test_a_credit_from_the_layer_and_the_register(tmp_path: Path) -> None:
    # 12,000 less grants of 2,000 are 10,000; a tenth a year is 1,000. Installed 2019-07-01, charged 2026-05-01:
    # 6 whole years, so 4 remain: 4,000. The system of A2 is not known to conform.
    systems = "S1,A1,Jefferson,2019-07-01,12000.00,2000.00\nS2,A2,Jefferson,2020-01-01,9000.00,0"
    answer = found(tmp_path, [entry("A1", "private_system_conforms", "yes")], systems=systems).answer
    assert [(each.subject, each.state, each.answer) for each in answer.credits] == [
        ("A1", State.PASS, "4000.00"),
        ("A2", State.NEEDS_EVIDENCE, None),
    ]
    assert (answer.credit_total, answer.credits_open) == (Fraction(4000), 1)
    assert any("counted from the installation" in note for note in answer.credits[0].notes)


def test_the_register_goes_before_the_layer(tmp_path: Path) -> None:
    # The register has the cost as 8,000: 6,000 less grants; a tenth is 600; 4 years remain: 2,400.
    entries = [entry("A1", "private_system_conforms", "yes"), entry("A1", "private_system_cost", "8000.00")]
    answer = found(tmp_path, entries, systems="S1,A1,Jefferson,2019-07-01,12000.00,2000.00").answer
    assert [each.answer for each in answer.credits] == ["2400.00"]


def test_without_a_day_of_operation_nothing_is_counted_unless_asked(tmp_path: Path) -> None:
    charge = Charge(issued=CHARGE.issued, district_created=CREATED)
    systems = "S1,A1,Jefferson,2019-07-01,12000.00,2000.00"
    answer = found(tmp_path, [entry("A1", "private_system_conforms", "yes")], charge, systems=systems).answer
    assert [each.state for each in answer.credits] == [State.NEEDS_EVIDENCE]


@pytest.mark.parametrize(
    ("day", "state", "sqft", "out"),
    [
        (dt.date(2026, 6, 15), State.PASS, 2_000_000, ()),
        (dt.date(1990, 4, 19), State.PASS, 2_000_000, ()),
        (dt.date(1990, 4, 18), State.FAIL, 1_000_000, ("A1",)),
    ],
)
def test_land_once_excluded_is_in_the_district_from_the_day_of_the_law(
    tmp_path: Path, day: dt.date, state: State, sqft: int, out: tuple[str, ...]
) -> None:
    entries = [entry("A1", "excluded_under_former_law", "yes", dt.date(1985, 3, 1))]
    answered = found(tmp_path, entries, Charge(territory_on=day))
    answer = answered.answer
    assert [(each.subject, each.state) for each in answer.inclusions] == [("A1", state)]
    assert float(answer.territory_acres) == pytest.approx(sqft / 43_560, rel=1e-6)
    assert answer.territory_excluded == out
    assert answered.territory is not None
