"""Has the permit to connect a fee of its own: as the body set it, open where it may have one, or none in the text?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gis.law.ordinance_inheriting import source_of
from gis.model.charges import Charge
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.place import SEWER_RULES
from gis.rules.registry import RULES

_PERMIT = Due("permit fee", "once", "when the permit is issued")
_LIKE_DISTRICT = "CKSD-"
_SET = "The fee of the permit is set by the body itself."
_MAY_HAVE_ONE = "The permit to connect may have a fee of its own: a figure of 0 in the ordinance file says it has none."
_NOTES = {
    "no_fee_in_text": (
        "The text on file sets no fee for the permit to connect beside what stands here, and none is counted. Ask the "
        "clerk whether a schedule sets one. Ordinance file: permit_fee_dollars."
    ),
    "no_rules": (
        "The ordinance file names no rules of charges, so that nothing is known of what falls due on connection. "
        "Ordinance file: charges, rules."
    ),
}
_Standing = Literal["set", "may_have_one", "no_fee_in_text", "no_rules", "no_permit"]


def permit_fee(bench: Bench) -> Iterator[Charge]:
    """Yield the fee of the permit to connect, dollars: open where the body may set one and the file has none."""
    standing = _standing(bench)
    if standing in {"set", "may_have_one"}:
        says = _SET if standing == "set" else _MAY_HAVE_ONE
        yield bench.of_permit.fee("permit_fee_dollars", _PERMIT, says)


def fee_notes(bench: Bench) -> Iterator[str]:
    """Yield what is said in place of a fee that is not among the charges, though there may be one."""
    note = _NOTES.get(_standing(bench))
    if note is not None:
        yield note


def _standing(bench: Bench) -> _Standing:
    """Return how the ordinance stands to the fee: its own figure or a district's rules go before what its text says."""
    ordinance = bench.ordinance
    rules = ordinance.charges.rules
    has_figure = any(each.name == "permit_fee_dollars" for each in ordinance.charges.figures)
    if has_figure or any(each.startswith(_LIKE_DISTRICT) for each in rules):
        return "set"
    if ordinance.connection_rule is None and SEWER_RULES.isdisjoint(rules):
        return "no_permit"
    if not rules:
        return "no_rules"
    is_on_file = any(source_of(RULES[each].citation) == source_of(ordinance.citation) for each in rules)
    return "no_fee_in_text" if is_on_file else "may_have_one"
