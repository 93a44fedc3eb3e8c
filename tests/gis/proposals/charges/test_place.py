"""Which bodies charge one piece of land, do several for sewer, and what of land that lies only in part in one?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gis.law.ordinance_files import Ordinances, load_ordinances, named_ordinance
from gis.law.ordinance_writing import new_ordinance
from gis.model.ordinance import ChargeRule, Ordinance, OrdinanceCharges, PlaceKind
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.charges.place import Governing, conflict_said, parcel_place
from gis.proposals.connections.connections import connections
from gis.proposals.on_file import LayersOnFile
from tests.gis.law.filling import SINCE, filled_in
from tests.gis.proposals.charges.conftest import DATE, DISTRICT_ID, FILES, VILLAGE_ID, Make, entries
from tests.gis.proposals.charges.places import TOWN, add_districts
from tests.gis.proposals.connections.village import DISTRICT, EAST, LOTS, NORTH, SOUTH, VILLAGE, WEST, write_village

SEWER_USE: tuple[ChargeRule, ...] = ("MUK-06",)
FEES: tuple[ChargeRule, ...] = ("MUK-18", "MUK-20", "VLG-10")
USER_FEE: tuple[ChargeRule, ...] = ("CKSD-08",)
Body = tuple[PlaceKind, str, OrdinanceCharges]


@pytest.mark.parametrize(
    ("bodies", "which"),
    [
        ([("village", "A", OrdinanceCharges(rules=SEWER_USE)), ("sanitary", "B", OrdinanceCharges(rules=USER_FEE))], 2),
        ([("town", "A", OrdinanceCharges(standby=True)), ("sanitary", "B", OrdinanceCharges(rules=USER_FEE))], 2),
        (
            [("village", "A", OrdinanceCharges(ready_to_serve=True)), ("town", "B", OrdinanceCharges(rules=SEWER_USE))],
            2,
        ),
        ([("sanitary", "A", OrdinanceCharges(rules=USER_FEE)), ("sanitary", "B", OrdinanceCharges(rules=USER_FEE))], 2),
        ([("sanitary", "A", OrdinanceCharges(rules=USER_FEE)), ("sanitary", "A", OrdinanceCharges(rules=USER_FEE))], 2),
        # Impact fees and reviews are no sewer charges, and one village may charge by two texts.
        ([("village", "A", OrdinanceCharges(rules=FEES)), ("sanitary", "B", OrdinanceCharges(rules=USER_FEE))], 0),
        ([("village", "A", OrdinanceCharges(rules=SEWER_USE)), ("village", "A", OrdinanceCharges(standby=True))], 0),
        ([("village", "A", OrdinanceCharges(rules=SEWER_USE)), ("town", "B", OrdinanceCharges())], 0),
        ([("sanitary", "A", OrdinanceCharges(rules=USER_FEE))], 0),
    ],
)
@pytest.mark.parametrize("governs", [True, None])
def test_bodies_that_all_charge_for_sewer(bench: Make, bodies: list[Body], which: int, governs: bool | None) -> None:
    made: list[Ordinance] = []
    for number, (kind, name, charges) in enumerate(bodies):
        made.append(
            replace(
                bench().ordinance, id=f"o{number}", place_kinds=(kind,), place_name=f"{kind} {name}", charges=charges
            )
        )
    governing = tuple(Governing(each, governs, "So it is.") for each in made)
    found = replace(bench().place, governing=governing).conflict
    assert len(found) == which
    elsewhere = replace(bench().place, governing=(governing[0], *(replace(e, governs=False) for e in governing[1:])))
    assert elsewhere.conflict == ()
    if found:
        said = conflict_said(found)
        assert all(f"(ordinance {each.id})" in said for each in made)
        is_of_districts = all(kind == "sanitary" for kind, _, _ in bodies)
        assert ("which district serves" in said) == is_of_districts
        assert "never added together" in said


def asked(layers: Path, ordinances: Ordinances, *ids: str, rows: tuple[tuple[str, str, str], ...] = ()) -> ChargesAsked:
    register = entries(rows) if rows else None
    return ChargesAsked(DATE, "connect", ordinances, layers, ids, register)


@pytest.mark.slow
def test_a_town_and_a_district_on_one_land(tmp_path: Path) -> None:
    """No village's land is in a town sanitary district (60.71(5)(a)), and a town's is, and may charge for sewer."""
    layers = write_village(tmp_path, TOWN, DISTRICT)
    texts = FILES | {VILLAGE_ID: FILES[VILLAGE_ID].replace(f"village, name: {VILLAGE}", f"town, name: {TOWN}")}
    for name, text in texts.items():
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    ordinances = load_ordinances([tmp_path / f"{name}.yaml" for name in texts])
    both = parcel_charges(LayersOnFile(layers), asked(layers, ordinances, VILLAGE_ID, DISTRICT_ID), "7-S1")
    assert both.conflict is not None
    assert "a person must say which of them serves the land" in both.conflict
    assert [each.ordinance for each in both.under] == [VILLAGE_ID, DISTRICT_ID]
    named = parcel_charges(LayersOnFile(layers), asked(layers, ordinances, DISTRICT_ID), "7-S1")
    assert named.conflict is None


@pytest.mark.slow
def test_land_half_inside_is_said_to_be_told_as_if_governed(
    tmp_path: Path, ordinances: Ordinances, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = write_village(tmp_path, TOWN)
    # Lots are 100 wide: the limits cut S1 in its middle, S2 lies outside, and land west of S1 inside.
    monkeypatch.setattr("tests.gis.proposals.charges.places.EAST", 50)
    add_districts(layers, (DISTRICT,), tmp_path)
    assert (WEST, SOUTH, EAST, NORTH) == (-600, -600, 1_000, 1_000)
    question = asked(layers, ordinances, DISTRICT_ID, rows=(("billing_units", "1", "2020-01-05"),) * 2)
    place = parcel_place(LayersOnFile(layers), question, "7-S1", None)
    (half,) = place.governing
    assert half.governs is None
    assert half.says.endswith("if the ordinance governs it; nobody has said that it does.")
    assert place.notes == ()
    outside = parcel_place(LayersOnFile(layers), question, "7-S2", None)
    assert [each.governs for each in outside.elsewhere] == [False]


@pytest.mark.slow
def test_what_the_register_contradicts_itself_in_is_told_with_the_parcel(
    tmp_path: Path, ordinances: Ordinances
) -> None:
    layers = write_village(tmp_path, TOWN, DISTRICT)
    torn = (("billing_units", "1", "2020-01-05"), ("billing_units", "2", "2020-01-05"))
    answer = parcel_charges(LayersOnFile(layers), asked(layers, ordinances, DISTRICT_ID, rows=torn), "7-S1")
    assert any("2 entries of billing_units say different things" in note for note in answer.notes)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["Town of Albion Sanitary District No. 1", "Sanitary District No. 1 of the Town of Albion"]
)
def test_a_district_whose_name_has_a_town_governs_its_land_and_not_the_town(tmp_path: Path, name: str) -> None:
    file = tmp_path / "district.yaml"
    file.write_text(filled_in(new_ordinance(name, since=SINCE).text), "utf-8")
    ordinances, district = named_ordinance(str(file))
    # The layer writes it without the point and in capitals, and the town around it is no part of it.
    layers = write_village(tmp_path, TOWN, name.replace(".", "").upper())
    question = asked(layers, ordinances, district)
    (under,) = parcel_charges(LayersOnFile(layers), question, "7-S1").under
    assert (under.place, under.governs) == (name, True)
    told = connections(LayersOnFile(layers), question.under(district)).answer
    # T1 lies in another town, outside the district.
    assert {each.parcel_id for each in told.parcels} == {f"7-{lot}" for lot in LOTS if lot != "T1"}
    outside = parcel_charges(LayersOnFile(layers), question, "7-T1")
    assert outside.under == ()
