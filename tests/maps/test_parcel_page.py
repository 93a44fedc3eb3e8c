"""The plain answer for one parcel: what it says, without script and without names."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.model.connections import ChargeDue
from gis.model.finding import State
from gis.model.found_parcels import FoundParcel, FoundParcels, LiesIn
from gis.proposals.connections.words import day_of_another_rule
from maps.assets import served_assets
from maps.connection_words import ANSWER_WORDS, charge_line
from maps.parcel_addresses import Pages
from maps.parcel_page import ParcelTold, parcel_page, search_page
from tests.maps.page_reader import PageReader
from tests.maps.sample_connections import SOURCES, finding, sample_answer
from tests.maps.sample_evaluation import HOSTILE

TOLD = ParcelTold(
    places=(
        LiesIn("municipalities", "Village of Elm", "village", is_whole=True),
        LiesIn("districts", "Elm Sanitary District", "sanitary", is_whole=False),
    ),
    same_ground=(FoundParcel("01/2.1-B", "Jefferson", "Village of Elm", "10 N. Oak St #2", "place"),),
    sources=SOURCES,
    others=(("Another ordinance", "/parcels/01%2F2.1?ordinance=other"),),
)
NOTHING_BESIDE = ParcelTold((), (), ())


def page(state: State | None = State.PASS, address: str | None = None, told: ParcelTold = TOLD) -> str:
    return parcel_page(sample_answer(state, address), told, served_assets(scripts=()), Pages())


def words(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(PageReader(html).text))


def test_it_says_whether_by_when_why_and_at_what_cost() -> None:
    text = words(page())
    for said in (
        "Draft for review. Not legal advice, not a survey.",
        "Parcel 01/2.1 10 N. Oak St. Village of Elm, Jefferson County on the tax roll. Asked for June 15, 2026.",
        "Must it connect to the public sewer?",
        "Must it connect to the public sewer? Yes, it must connect",
        "The lot shares 66 ft with Oak St, which holds sewer G1; so much for pass.",
        "Village of Elm, sewers: Village Code ch. 86 .",
        "By Sunday, February 28, 2027 .",
        "Standby charge, a month Not known: ask the clerk or utility that bills sewer charges .",
        "Ready-to-serve charge, a quarter $47.25 . 90 percent of 52.50.",
        "the day of the notice the clerk who sent it",
        "Municipality Village of Elm (village): the whole parcel",
        "District Elm Sanitary District (sanitary): in part",
        "Other parcels on the same ground Parcel 01/2.1-B , 10 N. Oak St #2",
        "Oak St (street): 66 ft.",
        "A sewer inside the block only counts. Then: need not connect.",
        "No register was given.",
        "Sewer mains June 30, 2024 sewers.gpkg edition ss22 not stated",
        "Another ordinance",
    ):
        assert said in text
    # The answer is said once.
    assert "Said above already." not in text


@pytest.mark.parametrize("state", [*State, None])
def test_every_answer_has_its_words(state: State | None) -> None:
    text = words(page(state))
    assert ANSWER_WORDS[state] in text
    assert ("No day follows from what is on file." in text) is (state is not State.PASS)


def test_where_no_ordinance_governs_the_page_says_whom_to_ask() -> None:
    text = words(page(None, told=NOTHING_BESIDE))
    assert "No ordinance on file governs this land" in text
    assert "ask the clerk of the municipality" in text
    assert "No municipality, district or service area on file holds this land." in text


@pytest.mark.parametrize("html", [page(), page(None), search_page("x", None, "", served_assets(scripts=()), Pages())])
def test_there_is_no_script_and_nothing_from_elsewhere(html: str) -> None:
    found = PageReader(html)
    assert "script" not in {tag for tag, _ in found.elements}
    assert found.handlers == found.style_attributes == found.inline_scripts == []
    assert all(link.startswith(("/", "#", "data:image/svg")) for link in found.links)
    ids = [each["id"] for _, each in found.elements if "id" in each]
    assert len(ids) == len(set(ids))
    for _, each in found.elements:
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert all(reference in ids for reference in each.get(name, "").split())


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    html = page(address=text)
    assert text in words(html)
    assert [tag for tag, _ in PageReader(html).elements] == [tag for tag, _ in PageReader(page()).elements]
    asked = search_page(
        text, FoundParcels(0, counted_whole=True, parcels=()), "No parcel fits", served_assets(scripts=()), Pages()
    )
    assert {"value": text}.items() <= next(each for tag, each in PageReader(asked).elements if tag == "input").items()


def test_the_search_lists_what_fits_and_says_how_many_more() -> None:
    found = FoundParcels(
        1000,
        counted_whole=False,
        parcels=(FoundParcel("a?b#c/d", None, "Town of Alder", None, "number"),),
    )
    html = search_page("a", found, "Parcels that fit", served_assets(scripts=()), Pages())
    links = [each["href"] for tag, each in PageReader(html).elements if tag == "a"]
    assert "/parcels/a%3Fb%23c%2Fd" in links
    assert "1,000 or more fit; these are the first." in words(html)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [(Fraction(0), "$0.00"), (Fraction(123456, 100), "$1,234.56"), (None, "Not known: ask")],
)
def test_a_charge_is_told_in_dollars_or_as_not_known(amount: Fraction | None, expected: str) -> None:
    assert charge_line(ChargeDue("MUK-03", "standby charge", amount, "a month", ""))[1].startswith(expected)


def test_a_day_of_another_rule_is_explained() -> None:
    # The duty's own rule ends on July 2; the rule on private systems ends on May 29, which is the earlier.
    answer = sample_answer()
    own = replace(finding(State.PASS), measures={"connect_by": "2026-07-02"})
    other = replace(finding(State.PASS), rule="CKSD-02", answer="2026-05-29", because="Its mound is on the list.")
    parcel = replace(answer.parcel, finding=own, connect_by=dt.date(2026, 5, 29), more=(other, finding(State.FAIL)))
    told = words(parcel_page(replace(answer, parcel=parcel), TOLD, served_assets(scripts=()), Pages()))
    assert "By Friday, May 29, 2026 . It follows from another rule, CKSD-02: Its mound is on the list." in told
    same = replace(parcel, connect_by=dt.date(2026, 7, 2))
    assert day_of_another_rule(same) == ()


def test_a_day_of_another_rule_is_explained_where_the_duty_waits_for_a_notice() -> None:
    # No notice is on record, so that the duty's own rule gives no day; the rule on private systems gives one.
    answer = sample_answer()
    waiting = replace(finding(State.NEEDS_EVIDENCE), measures={"connect_by": None})
    other = replace(finding(State.PASS), rule="CKSD-02", answer="2026-05-29", because="Its mound is on the list.")
    parcel = replace(answer.parcel, finding=waiting, connect_by=dt.date(2026, 5, 29), more=(other,))
    told = words(parcel_page(replace(answer, parcel=parcel), TOLD, served_assets(scripts=()), Pages()))
    assert "By Friday, May 29, 2026 . It follows from another rule, CKSD-02: Its mound is on the list." in told


def test_connected_land_is_told_so_first_and_has_no_day() -> None:
    answer = sample_answer()
    # A Wednesday.
    connected = replace(answer.parcel, connected=True, connected_since=dt.date(2026, 4, 1), connect_by=None, charges=())
    told = words(parcel_page(replace(answer, parcel=connected), TOLD, served_assets(scripts=()), Pages()))
    heading = "Must it connect to the public sewer?"
    assert f"{heading} It is connected since Wednesday, April 1, 2026: the duty is fulfilled" in told
    assert "No day follows: the duty is fulfilled." in told
    assert ANSWER_WORDS[State.PASS] not in told
    # Where there is no duty, that stands first.
    need_not = replace(connected, finding=finding(State.FAIL))
    told = words(parcel_page(replace(answer, parcel=need_not), TOLD, served_assets(scripts=()), Pages()))
    assert f"{heading} {ANSWER_WORDS[State.FAIL]}. It is connected since Wednesday, April 1, 2026" in told
