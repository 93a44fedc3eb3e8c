"""The map of an assessment: all of the roll in the list with its arithmetic, told apart without colour, no names."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

from gis.model.finding import State
from gis.model.view import Role
from gis.proposals.assessment.drawing import ROLL_ROLES
from maps.assessment import assessment_page, parcel_groups
from maps.assessment_styles import ASSESSMENT_STYLES
from maps.assets import FINDING, SCRIPTS, inline_assets
from maps.embed import role_blocks
from maps.legend import ROLE_STYLES, STATE_STYLES
from tests.gis.proposals.assessment.farm_country import COUNTRY, OLD
from tests.maps.page_reader import PageReader
from tests.maps.sample_assessment import SERVICE_AREA, addressed, asked, of_each_standing, sample
from tests.maps.sample_evaluation import HOSTILE

WITH_SEARCH = (*SCRIPTS, *FINDING)
OPEN_OR_LOST = (State.FAIL, State.WITHIN_TOLERANCE, State.NEEDS_EVIDENCE, State.UNDETERMINED)


def page(address: str | None = None, **options: object) -> str:
    found, view = sample() if address is None else sample(rows=addressed(address))
    return assessment_page(view, found.answer, inline_assets(WITH_SEARCH), **options)  # type: ignore[arg-type]  # any


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


def test_the_whole_assessment_is_said_in_words() -> None:
    text = words(page())
    for said in (
        "Draft for review. Not legal advice, not a survey.",
        "Special assessment: North main",
        "Levied June 15, 2026 by North District; service area North.",
        "Needs evidence Evidence is wanting of some parcels: the roll is reckoned both ways.",
        # 90,000 and 10,000, over 1 + 1 + 0 + 1 + 2 units; over 1 + 1 + 1 + 3 + 4 had nobody been exempt.
        "Spread by units $100,000 over 5 units that pay: $20,000 a unit",
        "Had nobody been exempt over 10 units: $10,000 a unit",
        "Roll $100,000 on 5 parcels",
        "Assessed in full 1 parcel",
        "Assessed up to the cap of a connected structure 1 parcel",
        # FARM 10,000 and HILL 10,000 less; L1 and L2 10,000 more each.
        "Exempt and capped land would have paid $20,000 more",
        "Of that other parcels bear $20,000",
        "Open parcels pay, if they are assessed $20,000",
        "Roll, if what is open is exempt $100,000",
        "Together $20,000 if they are assessed, $0 if they are exempt",
        "2 of 4 units at $20,000 a unit is $40,000",
        "SA-01: Is the land exempt from this special assessment?",
        "Wis. Stat. 66.0721(1)-(2)",
        "Publish the notice of the hearing",
        "verify: text of 66.0703 not on file",
        # 90 days from June 15 end on Sunday, September 13, 2026.
        "By September 13, 2026, counts until September 14, 2026, plan by September 11, 2026.",
        "On which land must a lien be recorded?",
        "Find that each parcel benefits by as much as it is assessed",
        "Parcels January 1, 2025 parcels.gpkg edition parcels-1 0.1 ft",
        "Edition of parcels parcels-1",
        "US survey feet, square feet and acres",
    ):
        assert said in text, said


@pytest.mark.parametrize(
    ("left_out", "says"),
    [
        ((), ""),
        (("L9",), " 1 parcel fronts on the project and is not in it; the body must find whether each benefits."),
        (("L8", "L9"), " 2 parcels front on the project and are not in it; the body must find whether each benefits."),
    ],
)
@pytest.mark.parametrize("lien", list(State))
@pytest.mark.parametrize("state", [State.PASS, State.NEEDS_EVIDENCE, State.UNDETERMINED])
def test_beside_how_the_roll_stands_the_page_says_what_is_open(
    state: State, lien: State, left_out: tuple[str, ...], says: str
) -> None:
    found, view = sample()
    answer = found.answer
    assert answer.liens is not None
    liens = replace(answer.liens, finding=replace(answer.liens.finding, state=lien))
    changed = replace(answer, state=state, left_out=left_out, liens=liens, findings=())
    text = words(assessment_page(view, changed, inline_assets(WITH_SEARCH)))
    start = {
        State.PASS: "What each parcel pays is settled as far as evidence goes.",
        State.NEEDS_EVIDENCE: "Evidence is wanting of some parcels: the roll is reckoned both ways.",
        State.UNDETERMINED: "Nobody is left to pay a part of the cost.",
    }[state]
    open_lien = f" On the liens (SA-06): {STATE_STYLES[lien].words.lower()}." if lien in OPEN_OR_LOST else ""
    assert f"{start}{says}{open_lien} To be spread" in text


def test_what_a_project_s_own_findings_leave_open_is_said_above() -> None:
    found, view = sample()
    assert found.answer.liens is not None
    asked_of = tuple(
        replace(found.answer.liens.finding, rule=rule, state=state)
        for rule, state in (("SA-07", State.NEEDS_EVIDENCE), ("SA-10", State.PASS))
    )
    changed = replace(found.answer, findings=asked_of, liens=None, left_out=())
    text = words(assessment_page(view, changed, inline_assets(WITH_SEARCH)))
    assert "both ways. On the project (SA-07): needs evidence. To be spread" in text


def test_what_exemptions_shift_is_called_so() -> None:
    assert "Shifted to other parcels by exemptions $20,000" in words(page())


@pytest.mark.parametrize("parcel", ["L1", "L2", "FARM", "HILL", "WOOD"])
def test_each_parcel_is_in_the_list_once_and_tied_to_the_map(parcel: str) -> None:
    found, view = sample()
    blocks = role_blocks(view)
    drawn = {item.key: item.feature.title for block in blocks for item in block.features}
    lines = [line for group in parcel_groups(found.answer, blocks) for line in group.lines]
    (line,) = [each for each in lines if each.name == f"Parcel {parcel}"]
    assert drawn[line.target.key or ""] == f"Parcel {parcel}"


def test_groups_go_from_what_is_open_to_what_pays_in_full_and_together_make_up_the_cost() -> None:
    found, view = sample()
    groups = parcel_groups(found.answer, role_blocks(view))
    assert [group.role for group in groups] == [*ROLL_ROLES]
    told = [re.search(r"Together \$([\d,]+)", group.answer) for group in groups]
    assert sum(int(each[1].replace(",", "")) for each in told if each) == 100_000


def test_parcels_beyond_the_budget_of_the_page_are_still_listed() -> None:
    text = words(page(max_feature_bytes=900))
    assert "not drawn one by one" in text
    assert all(f"Parcel {parcel}" in text for parcel in ("L1", "L2", "FARM", "HILL", "WOOD"))


def test_shapes_stay_within_the_budget() -> None:
    most = 4_000
    data = PageReader(page(max_feature_bytes=most)).data
    assert sum(len(text.encode()) for name, text in data.items() if name.startswith("features-")) <= most


def test_no_hatch_of_an_assessment_means_something_else_on_another_map() -> None:
    others = {role: style for role, style in ROLE_STYLES.items() if role not in ASSESSMENT_STYLES}
    shared = {
        (role, other)
        for role, style in ASSESSMENT_STYLES.items()
        for other, look in others.items()
        if style.hatch == look.hatch != "none"
    }
    # Short strokes say on every map that a fact is missing.
    assert shared == {(Role.EXEMPTION_OPEN, Role.FACT_MISSING), (Role.EXEMPTION_OPEN, Role.RUNOFF_OPEN)}


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(ASSESSMENT_STYLES, 2)])
def test_any_two_kinds_of_the_map_are_told_apart_without_colour(one: Role, other: Role) -> None:
    first, second = ASSESSMENT_STYLES[one], ASSESSMENT_STYLES[other]
    assert (first.hatch, first.dash, first.is_line) != (second.hatch, second.dash, second.is_line)
    assert first.icon != second.icon
    assert first.meaning != second.meaning


@pytest.mark.parametrize("hatch", sorted({style.hatch for style in ASSESSMENT_STYLES.values()} - {"none"}))
def test_each_hatch_has_a_pattern_of_its_own(hatch: str) -> None:
    patterns = {
        role: re.sub(r"#\w+|[\d.]*\"", "", text)
        for role, text in re.findall(r'<pattern id="hatch-(\w+)"[^>]*>(.*?)</pattern>', page(), re.DOTALL)
    }
    mine = [text for role, text in patterns.items() if ROLE_STYLES[Role(role)].hatch == hatch]
    others = [text for role, text in patterns.items() if ROLE_STYLES[Role(role)].hatch != hatch]
    assert mine
    assert not {*mine} & {*others}


@pytest.mark.parametrize("hostile", HOSTILE)
def test_addresses_cannot_become_markup(hostile: str) -> None:
    plain, read = PageReader(page("1 Oak St")), PageReader(page(hostile))
    assert read.handlers == plain.handlers == []
    assert [tag for tag, _ in read.elements if tag in ("script", "img", "svg")] == [
        tag for tag, _ in plain.elements if tag in ("script", "img", "svg")
    ]
    assert read.inline_scripts == plain.inline_scripts


def test_no_owner_is_on_the_page() -> None:
    text = page("1 Oak St")
    # The country has owner key 812 on every parcel.
    assert "812" not in words(text)
    assert "owner_key" not in text


def test_the_same_assessment_gives_the_same_bytes() -> None:
    assert page("1 Oak St") == page("1 Oak St")


def test_citations_link_to_the_law_only_where_pages_of_it_are_named() -> None:
    at = "https://townline.example.org/law"
    linked = [link for link in PageReader(page(law_pages=at)).links if link.startswith(at)]
    assert any("SA-01" in link and "2026-06-15" in link for link in linked)
    assert not any("law" in link for link in PageReader(page()).links)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        # Five units pay 20,000 each of 100,000; the body bears what FARM (1) and two units each of HILL and WOOD would.
        ({"exempt_carried_by": "body"}, "Left for North District $"),
        ({"hearing": "{date: 2026-06-08, published: 2026-06-06}"}, "Stated: June 6, 2026, NOT IN TIME"),
        ({"hearing": "{date: 2026-06-08, published: 2026-05-14}"}, "Stated: May 14, 2026, in time"),
    ],
)
def test_what_the_body_bears_and_what_is_late_is_said(changes: dict[str, str], said: str) -> None:
    found, view = sample(of_each_standing(**changes))
    assert said in words(assessment_page(view, found.answer, inline_assets(WITH_SEARCH)))


def test_where_nobody_is_left_to_pay_that_is_said() -> None:
    found, view = sample(asked("id: FARM, units: 1, farmland_eligible: yes", basis="unit"))
    assert found.answer.state is State.UNDETERMINED
    text = words(assessment_page(view, found.answer, inline_assets(WITH_SEARCH)))
    assert "Spread by units $100,000, and nobody is left to pay it" in text
    assert "Left for North District $100,000" in text


def test_a_levy_that_exempts_nobody_has_no_liens() -> None:
    found, view = sample(of_each_standing(body="{kind: village, name: Elm}"))
    assert found.answer.liens is None
    text = words(assessment_page(view, replace(found.answer, notes=()), inline_assets(WITH_SEARCH)))
    assert "On which land must a lien be recorded?" not in text


def test_what_the_other_reading_of_the_cap_leaves_for_the_body_is_said() -> None:
    # One farm of three units, capped at one: it pays 100,000, or a third, at the rate had nobody been exempt.
    farm = "id: HILL, units: 3, farmland_eligible: yes, connected_structure: yes"
    found, view = sample(asked(farm, basis="unit", along="{mains: [M1]}", service_area=SERVICE_AREA))
    text = words(assessment_page(view, found.answer, inline_assets(WITH_SEARCH)))
    assert "Roll, if the cap is at the rate had nobody been exempt $33,333.33" in text
    assert "Left for North District by that cap $66,666.67" in text


def test_parcels_of_two_counties_that_number_alike_are_told_apart() -> None:
    rows = [{**row, "parcel_id": "L1", "county": "Dodge"} if row["parcel_id"] == "L2" else row for row in OLD]
    parcels = [f"id: L1, county: {county}, farmland_eligible: yes" for county in ("Dodge", "Jefferson")]
    question = asked(*parcels, "id: L3", basis="unit", along="{mains: [M1]}", service_area=SERVICE_AREA)
    found, view = sample(question, {**COUNTRY, "parcels": rows})
    text = words(assessment_page(view, found.answer, inline_assets(WITH_SEARCH)))
    # Once on the roll and once on the list of liens; a number of one county stands alone.
    assert [text.count(f"Parcel L1, {county}") for county in ("Dodge", "Jefferson")] == [2, 2]
    assert "Parcel L3" in text
    assert "Parcel L3, Jefferson" not in text
