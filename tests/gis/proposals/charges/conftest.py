"""Two invented ordinances with figures of 2026 alone, and a bench before a parcel that no layer draws."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.law.ordinance_files import Ordinances, load_ordinances, uses_by_rule
from gis.law.ordinance_inheriting import rates
from gis.law.ordinance_reading import every_rule_of, examined
from gis.law.parameters import as_json
from gis.model.charges import Charge, Event
from gis.proposals.charges.bench import Bench
from gis.proposals.charges.checking import stated_of
from gis.proposals.charges.place import ParcelPlace
from gis.proposals.charges.told import told_of
from gis.register.entries import Entry, Register
from tests.gis.proposals.connections.village import DISTRICT, VILLAGE

DATE = dt.date(2026, 6, 15)
VILLAGE_ID, DISTRICT_ID = "by-village", "by-district"
FILES = {
    VILLAGE_ID: f"""\
id: {VILLAGE_ID}
title: Village charges (invented)
citation: Village Code 9 (invented)
applies_in: {{kind: village, name: {VILLAGE}}}
in_force: {{from: 2020-01-01}}
connection: {{rule: MUK-01}}
charges:
  standby: yes
  ready_to_serve: yes
  rec_charge: 96.00
  rec_charge_period: quarterly
  rules: [MUK-05, MUK-06, MUK-07, MUK-08, MUK-09, MUK-16, MUK-17, MUK-18, MUK-19, MUK-20, MUK-21, MUK-22, MUK-23,
    MUK-239, VLG-09, VLG-10]
  figures:
    debt_service_dollars_a_year: [{{from: 2026-01-01, until: 2026-12-31, value: 629760, source: Budget (invented)}}]
    total_recs: [{{from: 2026-01-01, until: 2026-12-31, value: 1640, source: Budget (invented)}}]
    single_family_average_gal: [{{from: 2026-01-01, until: 2026-12-31, value: 13500, source: Meters (invented)}}]
    sewer_use_dollars_per_kgal: [{{from: 2026-01-01, until: 2026-12-31, value: 5.10, source: Rates (invented)}}]
    local_fee_dollars: [{{from: 2026-01-01, until: 2026-12-31, value: 500, source: Fees (invented)}}]
    permit_fee_dollars: [{{from: 2026-01-01, until: 2026-12-31, value: 75, source: Fees (invented)}}]
""",
    DISTRICT_ID: f"""\
id: {DISTRICT_ID}
title: District charges (invented)
citation: District Ordinance II (invented)
applies_in: {{kind: sanitary, name: {DISTRICT}}}
in_force: {{from: 2020-01-01}}
connection: {{rule: CKSD-01}}
charges:
  rules: [CKSD-04, CKSD-05, CKSD-06, CKSD-07, CKSD-08, CKSD-09, CKSD-10, CKSD-14]
  figures:
    scac_dollars: [{{from: 2026-01-01, until: 2026-12-31, value: 2450, source: Schedule (invented)}}]
    fcac_dollars_per_lot: [{{from: 2026-01-01, until: 2026-12-31, value: 1850, source: Schedule (invented)}}]
    fcac_over_5_acres_dollars_per_lot:
      - {{from: 2026-01-01, until: 2026-12-31, value: 2775, source: Schedule (invented)}}
    cac_class_a_dollars: [{{from: 2026-01-01, until: 2026-12-31, value: 900, source: Schedule (invented)}}]
    user_fee_dollars_per_rue: [{{from: 2026-01-01, until: 2026-12-31, value: 98.25, source: Schedule (invented)}}]
    reconnection_fee_dollars: [{{from: 2026-01-01, until: 2026-12-31, value: 350, source: Schedule (invented)}}]
""",
}
Told = Sequence[tuple[str, str, str]]
"""Kind, value and day of entries on the parcel."""
Make = Callable[..., Bench]


@pytest.fixture(scope="session")
def ordinance_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the two ordinance files, by id."""
    folder = tmp_path_factory.mktemp("ordinances")
    files = {name: folder / f"{name}.yaml" for name in FILES}
    for name, file in files.items():
        file.write_text(FILES[name] + own_rates(FILES[name]), "utf-8")
    return files


@pytest.fixture(scope="session")
def ordinances(ordinance_files: dict[str, Path]) -> Ordinances:
    """Return them with those on file."""
    return load_ordinances([*ordinance_files.values()])


def own_rates(text: str) -> str:
    """Return the section in which a file states for itself the money and rates that the law on file has."""
    found = examined(text, "test.yaml", load_law(), uses_by_rule()).file
    assert found is not None
    lines = ["parameters:"]
    for name in sorted(rates(load_law(), every_rule_of(found.ordinance))):
        entry = load_law().entries[name]
        lines += [f"  {name}:", f"    unit: {entry.unit}", "    values:"]
        for each in entry.values:
            until = f", until: {each.until}" if each.until else ""
            value = f"value: {as_json(each.value)}, citation: Own text (invented)"
            lines.append(f"      - {{from: {each.holds_from}{until}, {value}}}")
    return "\n".join(lines) + "\n"


def entries(told: Told) -> Register:
    return Register(
        tuple(Entry("parcel", "7-S1", kind, value, dt.date.fromisoformat(day), "", "") for kind, value, day in told)
    )


@pytest.fixture
def bench(ordinances: Ordinances) -> Make:
    """Return what puts an ordinance before a parcel of so many acres, with what register and person say."""

    def make(  # noqa: PLR0913 - what a test varies
        ordinance: str = VILLAGE_ID,
        event: Event = "connect",
        told: Told = (),
        *,
        date: dt.date = DATE,
        area: str = "0.5",
        accuracy: str = "0",
        roll: dict[str, Fraction] | None = None,
        annexed: bool = False,
        **stated: Any,  # noqa: ANN401 - as ChargesStated has them
    ) -> Bench:
        found = ordinances.get(ordinance, date)
        place = ParcelPlace(
            parcel_id="7-S1",
            county="Waukesha",
            municipality=VILLAGE,
            site_address=None,
            acres=Fraction(area),
            acres_accuracy=Fraction(accuracy),
            acres_on_roll=roll or {},
            places=(VILLAGE,),
            governing=(),
            elsewhere=(),
            editions={},
            notes=(),
        )
        return Bench(
            ordinance=found,
            parameters=ordinances.parameters(found, date),
            event=event,
            place=place,
            register=told_of(entries(told), date, "7-S1", "Waukesha"),
            stated=stated_of(stated, event, date),
            annexed=annexed,
        )

    return make


def amounts(charges: Sequence[Charge]) -> dict[str, str | None]:
    """Return the amount of each charge in dollars, by its name."""
    return {each.name: None if each.amount is None else f"{float(each.amount):.2f}" for each in charges}


def asked_for(charge: Charge) -> list[str]:
    """Return what a charge asks for."""
    return [each.fact for each in charge.missing]
