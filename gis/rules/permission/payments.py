"""Is everything paid that is due before a connection permit: VLG-09, village connection ordinance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.permission import PaymentDue, PaymentFacts, PaymentItem
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.words import all_listed, are_not_known, dollars, sentence

ID = "VLG-09"
VERSION = "1"
CITATION = "Village connection ordinance, payments before the permit, A(1)-(6)"
QUESTION = "Is everything paid?"

_NAMES: Mapping[PaymentItem, str] = MappingProxyType(
    {
        "local_fee": "local connection fee",
        "regional_fee": "regional connection fee",
        "outstanding_charges": "outstanding charges",
        "installation": "installation expenses",
        "consultants": "consultants' fees",
        "administration": "administrative costs",
    }
)
"""What the ordinance has to be paid, in its order."""


def judge(facts: PaymentFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say what of the payments before a local connection permit is still unpaid.

    Parameters
    ----------
    facts
        What is due (dollars), and whether each item is paid.
    parameters
        The ordinance on the date of the permit; no number of it is used, for it names no amount.

    Returns
    -------
    Finding
        `pass` with "0.00" where nothing is unpaid; `fail` with what is unpaid; `needs_evidence` where what is not
        known decides. Without answer wherever an amount that may be unpaid is not known.

    Raises
    ------
    FactsInvalid
        An amount is negative or has parts of a cent.

    Notes
    -----
    Village connection ordinance, payments before the permit, A(1)-(6). An item that is not stated is named in a note.
    """
    due = facts.due or ()
    for i, row in enumerate(due):
        refuse_parts_of_cent(f"due[{i}].amount", row.amount)
    unknown = [row for row in due if _may_be_open(row)]
    unpaid = unpaid_amount(due)
    is_open = facts.due is None or bool(unknown)
    state = State.FAIL if unpaid else State.NEEDS_EVIDENCE if is_open else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if is_open else money(unpaid),
        answer_unit="usd",
        measures={"known_unpaid": money(unpaid)},
        readings={},
        because=sentence(_said(facts, unpaid, unknown)),
        notes=_notes(due),
    )


def unpaid_amount(due: Sequence[PaymentDue]) -> Fraction:
    """Return the dollars that are known to be unpaid.

    >>> unpaid_amount([PaymentDue("regional_fee", Fraction(850), False), PaymentDue("local_fee", Fraction(9), True)])
    Fraction(850, 1)
    """
    return sum((row.amount for row in due if row.paid is False and row.amount is not None), Fraction(0))


def _may_be_open(row: PaymentDue) -> bool:
    """Whether what is not known of an item could leave something unpaid."""
    return row.paid is not True and row.amount != 0 and None in (row.paid, row.amount)


def _said(facts: PaymentFacts, unpaid: Fraction, unknown: Sequence[PaymentDue]) -> list[str]:
    if facts.due is None:
        return [are_not_known(["what is due before the permit"])]
    said = []
    if unpaid:
        items = dict.fromkeys(_NAMES[row.item] for row in facts.due if row.paid is False and row.amount)
        said.append(f"{dollars(unpaid)} is unpaid: {all_listed([*items])}")
    if unknown:
        open_items = dict.fromkeys(_NAMES[row.item] for row in unknown)
        said.append(f"whether or how much is unpaid is not known of {all_listed([*open_items])}")
    return said or ["nothing that is due before the permit is unpaid"]


def _notes(due: Sequence[PaymentDue]) -> tuple[str, ...]:
    stated = {row.item for row in due}
    rest = [name for item, name in _NAMES.items() if item not in stated]
    return (f"Nothing is stated of {all_listed(rest)}; nothing is taken to be due.",) if rest and due else ()
