from __future__ import annotations

import pytest

from gis.errors import LawFileInvalid
from gis.law.loader import load_law
from gis.proceedings.definitions import START, alternatives, proceedings, read_proceedings
from gis.rules.registry import RULES

BASE = """\
proceeding: p
title: A proceeding
citation: Wis. Stat. 60.71
acts:
  first:
    says: First
    who: the town board
    done_by: [petition_received]
    citation: Wis. Stat. 60.71
states:
  - name: begun
    says: Begun
    from: [not_begun]
    needs: [first]
"""


def test_every_proceeding_of_the_issue_is_there() -> None:
    assert {*proceedings()} == {"petition", "department_order", "addition", "removal", "consolidation", "annexation"}


@pytest.mark.parametrize("name", proceedings())
def test_what_is_counted_and_judged_is_on_file(name: str) -> None:
    law = load_law().newest()
    for act in proceedings()[name].acts.values():
        assert all(law.whole(days) > 0 for days in (act.due.days if act.due else ()))
        assert {*filter(None, act.rule.split(", "))} <= {*RULES}
        assert "60." in act.citation


@pytest.mark.parametrize("name", proceedings())
def test_every_state_can_be_reached_and_every_act_that_a_state_needs_is_asked_for(name: str) -> None:
    """An act that no one is asked to do must be what another turned out to be."""
    definition = proceedings()[name]
    reached = {START}
    for state in definition.states:
        assert reached & {*state.from_}
        reached.add(state.name)
        for need in state.needs:
            assert all(definition.acts[act].done_by for act in alternatives(need))
        if state.ends:
            assert all(state.name not in other.from_ for other in definition.states)


def test_sources_outside_the_texts_say_so_with_their_confidence() -> None:
    for name in ("addition", "removal", "consolidation", "annexation"):
        assert proceedings()[name].outside in {"High", "Med-High"}
    assert {each.confidence for definition in proceedings().values() for each in definition.verify} == {"Med"}
    own = {act.outside for name in ("consolidation", "annexation") for act in proceedings()[name].acts.values()}
    assert None not in own


def test_a_proceeding_that_follows_another_has_its_acts_and_says_what_differs() -> None:
    petition, removal = proceedings()["petition"], proceedings()["removal"]
    assert removal.states == petition.states
    assert {*removal.acts} == {*petition.acts}
    assert removal.acts["bond"] == petition.acts["bond"]
    assert removal.acts["petition"].done_by == ("petition_received", "commission_request")


def _changed(old: str, new: str) -> str:
    assert old in BASE
    return BASE.replace(old, new)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (BASE + "colour: red\n", "colour"),
        (_changed("title: A proceeding\n", ""), "title"),
        (_changed("petition_received", "petition_seen"), "no kind of entry petition_seen"),
        (_changed("petition_received", "benefit_found"), "no entry of benefit_found is about a proceeding"),
        (_changed("petition_received", "bond_approved=perhaps"), "perhaps is no value of bond_approved"),
        (_changed("[first]", "[second]"), "there is no act second"),
        (
            _changed("    citation: Wis. Stat. 60.71\n", "    citation: x\n    since: [first]\n"),
            "no act first before it",
        ),
        (_changed("not_begun", "later"), "later is no state before it"),
        (_changed("    needs: [first]\n", ""), "says not what it takes"),
        (_changed("    needs: [first]\n", "    needs: [first]\n    passed: first\n"), "says not what it takes"),
        (_changed("    citation: Wis. Stat. 60.71\n", "    citation: x\n    outside: Med\n"), "acts.first.outside"),
        (_changed("    citation: Wis. Stat. 60.71\n", "    citation: x\n    due: {how: rolled}\n"), "from nothing"),
        (
            _changed("    citation: Wis. Stat. 60.71\n", "    citation: x\n    due: {how: soon, after: [first]}\n"),
            "due.how",
        ),
        (BASE + "verify:\n  - {says: x, citation: y, confidence: High}\n", "confidence"),
        (BASE + "follows: nothing\n", "follows 'nothing'"),
        (BASE.partition("states:")[0], "it has no states"),
    ],
)
def test_a_file_that_breaks_its_form_is_refused(content: str, message: str) -> None:
    with pytest.raises(LawFileInvalid, match=message) as caught:
        read_proceedings({"p.yaml": content})
    assert "p.yaml" in caught.value.where


def test_two_files_cannot_define_one_proceeding() -> None:
    with pytest.raises(LawFileInvalid, match="Two files define one proceeding"):
        read_proceedings({"p.yaml": BASE, "q.yaml": BASE})
