"""What does the map of an assessment draw, on the country of farm_country.py?"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from gis.errors import OptionInvalid
from gis.model.assessment import Standing
from gis.model.view import MapView, Role
from gis.proposals import parcels_by_role
from gis.proposals.assessment.assessing import assess
from gis.proposals.assessment.drawing import ROLE_OF_STANDING, ROLL_ROLES, assessment_view
from tests.gis.proposals.assessment.farm_country import COUNTRY, OLD, Country, box, parcel
from tests.maps.sample_assessment import asked, of_each_standing, sample


def by_role(view: MapView) -> dict[Role, list[str]]:
    roles: dict[Role, list[str]] = {}
    for feature in view.features:
        roles.setdefault(feature.role, []).append(feature.title)
    return roles


def facts(view: MapView, title: str) -> dict[str, str]:
    return dict(next(each.facts for each in view.features if each.title == title))


def test_every_standing_is_drawn_in_a_way_of_its_own() -> None:
    assert {*ROLE_OF_STANDING} == {*get_args(Standing)}
    assert len({*ROLL_ROLES}) == len(ROLE_OF_STANDING)


def test_parcels_are_drawn_by_how_they_stand_with_what_lies_near_them() -> None:
    _, view = sample()
    assert by_role(view) == {
        Role.TOWN: ["Town of Alder"],
        Role.NOT_ON_ROLL: ["Parcel L3", "Parcel L4"],
        Role.EXEMPT: ["Parcel FARM"],
        Role.ASSESSED_TO_CAP: ["Parcel HILL"],
        Role.ASSESSED: ["Parcel L1"],
        Role.EXEMPTION_OPEN: ["Parcel L2"],
        Role.ASSESSED_IN_PART: ["Parcel WOOD"],
        Role.LEVY_AREA: ["Service area North"],
        Role.PROJECT_LINE: ["Main M1"],
    }
    assert facts(view, "Parcel L3") == {}
    assert facts(view, "Parcel L4") == {"Why": "The project file says that it is not benefited."}
    assert view.left_out == ()
    assert {each.kind for each in view.sources} >= {"parcels", "municipalities", "sewers"}


def test_a_parcel_tells_what_it_pays_how_and_why() -> None:
    # HILL: one of three units under the cap, 100,000 / 5 = 20,000; of ten units had nobody been exempt 3 x 10,000.
    # By the other reading the cap is one unit at that rate, 10,000. With L2 exempt four units pay 25,000 each.
    _, view = sample()
    hill = facts(view, "Parcel HILL")
    assert hill["Pays"] == "$20,000"
    assert hill["Arithmetic"] == "1 of 3 units (the cap) at $20,000 a unit is $20,000"
    assert hill["Because of exemptions"] == "$10,000 less; had nobody been exempt $30,000"
    assert hill["If what is open is exempt"] == "$25,000"
    assert hill["If the cap is at the rate had nobody been exempt"] == "$10,000"
    # Both: HILL pays 10,000 of its cap, and one unit of L1 and two of WOOD share the other 90,000.
    assert hill["If what is open is exempt, and the cap is at the rate had nobody been exempt"] == "$10,000"
    assert hill["Units"] == "3"
    # 400 by 1,000 ft are 9.18 acres on the grid, and a trifle more on the ground.
    assert hill["Area"].startswith("9.19 acres (400,2")
    assert hill["SA-01, Wis. Stat. 66.0721(1)-(2)"].startswith("Fails: The land is eligible farmland;")
    lot = facts(view, "Parcel L1")
    assert lot["Because of exemptions"] == "$10,000 more; had nobody been exempt $10,000"
    assert facts(view, "Parcel WOOD")["Because of exemptions"] == "no change; had nobody been exempt $40,000"
    open_lot = facts(view, "Parcel L2")
    assert open_lot["If what is open is exempt"] == "$0"
    assert open_lot["SA-01, Wis. Stat. 66.0721(1)-(2)"].startswith("Needs evidence: ")


def test_fronts_that_the_map_measures_are_drawn_and_those_of_the_file_are_not() -> None:
    _, measured = sample(asked(along="{mains: [M1]}", benefited="along"))
    assert by_role(measured)[Role.PROJECT_FRONT] == [f"Front of L{number}" for number in (1, 2, 3, 4)]
    assert facts(measured, "Front of L1").keys() == {"Front on NORTH RD"}
    _, stated = sample(asked("id: L1, frontage_ft: 100", "id: L2, frontage_ft: 100", along="{mains: [M1]}"))
    assert Role.PROJECT_FRONT not in by_role(stated)
    assert facts(stated, "Parcel L1")["Front, as stated"] == "100 ft"


@pytest.mark.parametrize(
    ("along", "role", "titles"),
    [
        ("{mains: [M1]}", Role.PROJECT_LINE, ["Main M1"]),
        ("{streets: [North Rd]}", Role.PROJECT_STREET, ["NORTH RD"]),
    ],
)
def test_what_the_cost_is_spread_along_is_drawn(along: str, role: Role, titles: list[str]) -> None:
    _, view = sample(asked(along=along, benefited="along"))
    assert by_role(view)[role] == titles


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"along": "{mains: [M9]}"}, "What the project lies along is not drawn: "),
        ({"along": "{streets: [Elm St]}"}, "What the project lies along is not drawn: "),
        ({}, "The project file names no main, line or street, so none is drawn."),
        ({}, "The project file names no service area, so none is outlined."),
        (
            {"service_area": "{name: North, first_levy: 2026-06-15, limits: listed}"},
            "The service area is the land that the project file lists; it has no outline of its own.",
        ),
    ],
)
def test_what_is_not_drawn_is_said(changes: dict[str, str], said: str) -> None:
    _, view = sample(asked("id: L1, units: 1", **{"basis": "unit", **changes}))
    assert any(each.startswith(said) for each in view.left_out), view.left_out


def test_land_that_is_benefited_as_a_whole_is_outlined() -> None:
    _, view = sample(asked(basis="unit", benefited="{district: North District}"))
    assert by_role(view)[Role.LEVY_AREA] == ["Land benefited: North District"]


def test_farmland_of_the_service_area_that_is_not_on_the_roll_says_what_of_its_lien_is_known() -> None:
    area = "{name: North, first_levy: 2026-06-15, limits: {district: North District}}"
    _, view = sample(asked("id: L1, units: 1", basis="unit", service_area=area))
    # FARM lies in the district and is agricultural on the roll; nobody stated whether it is eligible.
    assert facts(view, "Parcel FARM")["Lien"].startswith("Whether one belongs here is not known")


@pytest.mark.parametrize("merged", [True, False])
def test_what_is_beyond_the_limit_is_drawn_together_or_said(monkeypatch: pytest.MonkeyPatch, *, merged: bool) -> None:
    monkeypatch.setattr(parcels_by_role, "DRAWN_SINGLY", 2)
    monkeypatch.setattr("gis.proposals.assessment.drawing.DRAWN_SINGLY", 2)
    if not merged:
        monkeypatch.setattr(parcels_by_role, "MERGED", 2)
    _, view = sample()
    drawn = [each for each in view.features if each.role in ROLL_ROLES]
    # The open one first, then the exempt.
    assert {each.title for each in drawn if not each.feature_id.startswith("further-")} == {"Parcel L2", "Parcel FARM"}
    assert sum(each.title == "1 further parcels" for each in drawn) == (3 if merged else 0)
    assert view.left_out[0].startswith("3 further parcels are drawn" if merged else "3 parcels are not drawn")
    assert "2 parcels near by that are not on the roll are not drawn." in view.left_out


def test_the_order_of_the_layers_changes_nothing() -> None:
    _, view = sample()
    _, other = sample(rows={**COUNTRY, "parcels": [*reversed(COUNTRY["parcels"])]})
    ordered = sorted(view.features, key=lambda each: (each.role, each.title))
    assert [replace(each, feature_id="") for each in ordered] == [
        replace(each, feature_id="") for each in sorted(other.features, key=lambda each: (each.role, each.title))
    ]


@pytest.mark.parametrize("twin", ["L1", "L3", "FARM", "WOOD"])
def test_parcels_of_one_number_are_told_apart_by_their_county(twin: str) -> None:
    # The twin lies beside the country's east edge: on the roll the number is that of one county, beside it of another.
    rows = {**COUNTRY, "parcels": [*OLD, parcel(twin, box(800, 66, 900, 400), county="Dane")]}
    question = of_each_standing()
    project = replace(
        question.project, parcels=tuple(replace(each, county="Jefferson") for each in question.project.parcels)
    )
    _, view = sample(replace(question, project=project), rows)
    titles = [each.title for each in view.features if each.title.startswith("Parcel ")]
    assert len(titles) == len({*titles}) == len(rows["parcels"])
    assert {each for each in titles if "," in each} == {f"Parcel {twin}, Jefferson", f"Parcel {twin}, Dane"}


def test_fronts_of_parcels_of_one_number_are_told_apart() -> None:
    rows = {
        **COUNTRY,
        "parcels": [
            {**each, **({"parcel_id": "L1", "county": "Dane"} if each["parcel_id"] == "L2" else {})} for each in OLD
        ],
    }
    _, view = sample(asked(along="{mains: [M1]}", benefited="along"), rows)
    assert by_role(view)[Role.PROJECT_FRONT] == [
        "Front of L1, Dane",
        "Front of L1, Jefferson",
        "Front of L3",
        "Front of L4",
    ]


def test_without_layers_there_is_nothing_to_draw() -> None:
    question = replace(of_each_standing(), project=replace(of_each_standing().project, along=None))
    question = replace(question, project=replace(question.project, service_area=None))
    found = assess(None, question)
    with pytest.raises(OptionInvalid, match="without layers"):
        assessment_view(Country(), question, found)
