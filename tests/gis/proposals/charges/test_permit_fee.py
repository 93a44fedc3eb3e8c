"""Is the fee of a permit to connect never counted as zero because nobody stated it, and never made up?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.finding import State
from gis.model.ordinance import AdoptedFigure, ChargeRule, ConnectionRule, OrdinanceCharges
from gis.proposals.charges.asked import ChargesAsked
from gis.proposals.charges.bench import Bench
from gis.proposals.charges.one_parcel import parcel_charges
from gis.proposals.charges.permit import fee_notes, permit_fee
from gis.proposals.on_file import LayersOnFile
from tests.gis.proposals.charges.conftest import DATE, FILES, VILLAGE_ID, Make, asked_for
from tests.gis.proposals.connections.village import VILLAGE, write_village

OWN = "Village Code 9 (invented)"
NO_FEE = "The text on file sets no fee for the permit to connect"


def under(
    bench: Make, rules: Sequence[ChargeRule], duty: ConnectionRule | None = None, citation: str = OWN, fee: str = ""
) -> Bench:
    figures = ()
    if fee:
        figures = (AdoptedFigure("permit_fee_dollars", Fraction(fee), dt.date(2026, 1, 1), None, "Fees (invented)"),)
    asked = bench()
    charges = OrdinanceCharges(standby=True, rules=tuple(rules), figures=figures)
    return replace(asked, ordinance=replace(asked.ordinance, citation=citation, connection_rule=duty, charges=charges))


@pytest.mark.parametrize("rule", ["MUK-05", "MUK-06", "MUK-08", "MUK-16", "VLG-09", "CKSD-04", "CKSD-10"])
@pytest.mark.parametrize("duty", ["MUK-01", "VLG-06", "CKSD-01", None])
def test_a_fee_that_no_file_states_is_open(bench: Make, rule: ChargeRule, duty: ConnectionRule | None) -> None:
    asked = under(bench, [rule], duty)
    (charge,) = permit_fee(asked)
    assert (charge.name, charge.amount, charge.state) == ("permit fee", None, State.NEEDS_EVIDENCE)
    assert asked_for(charge) == ["the permit fee, on June 15, 2026"]
    assert [*fee_notes(asked)] == []


@pytest.mark.parametrize("duty", ["MUK-01", "VLG-06", "CKSD-01"])
def test_who_must_connect_needs_a_permit_though_the_file_charges_for_other_things(
    bench: Make, duty: ConnectionRule
) -> None:
    assert [each.amount for each in permit_fee(under(bench, ["MUK-20"], duty))] == [None]


@pytest.mark.parametrize("rules", [["MUK-08"], ["VLG-09"], ["CKSD-04"], ["MUK-20"]])
@pytest.mark.parametrize(("fee", "amount"), [("75", Fraction(75)), ("0", Fraction(0))])
@pytest.mark.parametrize("citation", [OWN, "Village of Mukwonago Code ch. 86"])
def test_what_the_file_states_is_the_fee(
    bench: Make, rules: list[ChargeRule], fee: str, amount: Fraction, citation: str
) -> None:
    asked = under(bench, rules, "MUK-01", citation, fee)
    assert [(each.amount, each.missing) for each in permit_fee(asked)] == [(amount, ())]
    assert [*fee_notes(asked)] == []


@pytest.mark.parametrize(
    ("citation", "rules"),
    # Ch. 86 has a permit for services and names no fee of it; the village text has the local and regional fee alone.
    [("Village of Mukwonago Code ch. 86", ["MUK-08"]), ("Village connection ordinance, When required", ["VLG-09"])],
)
def test_of_a_text_on_file_that_names_no_fee_none_is_made_up(
    bench: Make, citation: str, rules: list[ChargeRule]
) -> None:
    asked = under(bench, rules, "MUK-01", citation)
    assert [*permit_fee(asked)] == []
    (note,) = fee_notes(asked)
    assert note.startswith(NO_FEE)
    assert "none is counted" in note


@pytest.mark.parametrize("ordinance", ["mukwonago", "village-connections", "cksd"])
def test_the_ordinances_on_file(bench: Make, ordinance: str) -> None:
    asked = bench(ordinance)
    # A district's plumbing permit is paid "as established in the Schedule" (CKSD ch. III, building sewer permits).
    is_open = ordinance == "cksd"
    assert [each.amount for each in permit_fee(asked)] == ([None] if is_open else [])
    assert [each[: len(NO_FEE)] for each in fee_notes(asked)] == ([] if is_open else [NO_FEE])


def test_a_file_without_rules_of_charges_says_that_nothing_is_known(bench: Make) -> None:
    asked = under(bench, [], "MUK-01")
    assert [*permit_fee(asked)] == []
    (note,) = fee_notes(asked)
    assert "nothing is known of what falls due on connection" in note


@pytest.mark.parametrize("rules", [["MUK-18"], ["MUK-20", "VLG-10"], []])
def test_an_ordinance_about_other_things_has_no_permit_to_connect(bench: Make, rules: list[ChargeRule]) -> None:
    asked = under(bench, rules)
    assert ([*permit_fee(asked)], [*fee_notes(asked)]) == ([], [])


@pytest.mark.slow
@pytest.mark.parametrize(("fee", "is_open", "not_due"), [(None, True, False), ("75", False, False), ("0", False, True)])
def test_the_sum_names_it_while_it_is_open(tmp_path: Path, fee: str | None, is_open: bool, not_due: bool) -> None:
    layers = write_village(tmp_path, VILLAGE)
    before, stated, after = FILES[VILLAGE_ID].partition("    permit_fee_dollars: ")
    assert stated
    file = tmp_path / "own.yaml"
    file.write_text(before if fee is None else before + stated + after.replace("value: 75", f"value: {fee}"), "utf-8")
    asked = ChargesAsked(DATE, "connect", load_ordinances([file]), layers, (VILLAGE_ID,), None)
    (found,) = parcel_charges(LayersOnFile(layers), asked, "7-S1").under
    (once,) = (each for each in found.sums if each.how_often == "once")
    assert ("permit fee" in once.open) == is_open
    assert any(each.fact.startswith("the permit fee") for each in found.missing) == is_open
    assert ("permit fee" in [each.name for each in found.not_due]) == not_due
