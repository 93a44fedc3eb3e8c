"""What impact fee follows from a change of use: MUK-21, Mukwonago ch. 86, 86-141, net increase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameter, Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.impact_fees import ChangeOfUseFacts
from gis.model.finding import Finding, State
from gis.rules.impact_fees.tables import BOTH, TABLE_ORDER, fees_of_year, no_table_said, per_rec_said, worth
from gis.rules.impact_fees.units import (
    count_of_recs,
    refuse_impossible_uses,
    schedule_recs,
    schedule_used,
    unknown_uses,
)
from gis.rules.words import are_not_known, as_billed, not_known, sentence, used

ID = "MUK-21"
VERSION = "2"
CITATION = "Village of Mukwonago Code ch. 86, 86-141, net increase"
QUESTION = "What fee follows from the change?"

_NOTHING = Fraction(0)
_NO_INCREASE = "nothing is due without a net increase, and nothing is paid back"
_SAME = "a building of the same size and use that asks for no additional or larger connection pays no fee"
_CLAIM = (
    "the exemption is claimed no later than the application for connection to the village's water system, and deemed "
    "waived otherwise"
)


def judge(facts: ChangeOfUseFacts, parameters: Parameters) -> Finding:
    """Say what a change of use, redevelopment or expansion pays for water and sewer.

    Parameters
    ----------
    facts
        Uses before and after (dwellings, duplex buildings or acres), the year of the fee, and whether a building of the
        same size and use replaces one.
    parameters
        The law on the date of the change.

    Returns
    -------
    Finding
        `pass` with the fee of the net increase; `not_applicable` with "0.00" where there is none, whatever the year,
        and where a building only replaces one; `undetermined` without answer where the tables do not have the year;
        `needs_evidence` without answer where a fact that could change the fee is not known.

    Raises
    ------
    FactsInvalid
        A quantity is negative, dwellings are not whole, or what only replaces a building adds units.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, 86-141, net increase, with the schedule of (d), and the exemptions before it. The
    least of one unit for a property plays no part. Rounded half up to the cent, once.
    """
    recs = _recs(facts, parameters)
    net = recs["net_recs"]
    fees = None if facts.year is None else fees_of_year(parameters, BOTH, facts.year)
    _refuse_added(facts, net)
    state, due = _outcome(facts, net, fees)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if due is None else money(due),
        answer_unit="usd",
        measures={name: number_or_null(count) for name, count in recs.items()},
        readings={},
        because=sentence(_said(facts, parameters, recs, fees)),
        parameters=(*schedule_used(parameters), *map(used, fees or ())),
        notes=() if facts.replaces_same else (TABLE_ORDER,),
    )


def _refuse_added(facts: ChangeOfUseFacts, net: Fraction | None) -> None:
    if facts.replaces_same and net:
        raise FactsInvalid(
            what=f"The work only replaces what was there, and adds {count_of_recs(net)}.",
            where="facts.replaces_same",
            why="A building of the same size and use has as many units as the one before it.",
            next="Correct the uses, or do not say that the work only replaces what was there.",
        )


def _recs(facts: ChangeOfUseFacts, parameters: Parameters) -> dict[str, Fraction | None]:
    """Return the units before, after and in net increase; null is what is not known."""
    recs: dict[str, Fraction | None] = {}
    for name in ("before", "after"):
        uses = getattr(facts, f"uses_{name}")
        refuse_impossible_uses(f"uses_{name}", uses or (), zero_acres=True)
        recs[f"recs_{name}"] = None if uses is None else schedule_recs(uses, parameters)
    before, after = recs.values()
    if after is not None and after <= _known_before(facts, parameters):
        net: Fraction | None = _NOTHING
    else:
        net = None if before is None or after is None else after - before
    return {**recs, "net_recs": net}


def _known_before(facts: ChangeOfUseFacts, parameters: Parameters) -> Fraction:
    """Return the units that were there before for certain: those of the quantities that are known."""
    known = [row for row in facts.uses_before or () if row.quantity is not None]
    return schedule_recs(known, parameters) or _NOTHING


def _outcome(
    facts: ChangeOfUseFacts, net: Fraction | None, fees: Sequence[Parameter] | None
) -> tuple[State, Fraction | None]:
    if net == 0 or facts.replaces_same:
        return State.NOT_APPLICABLE, _NOTHING
    if net is None or facts.year is None or facts.replaces_same is None:
        return State.NEEDS_EVIDENCE, None
    if fees is None:
        return State.UNDETERMINED, None
    return State.PASS, net * sum(map(worth, fees), _NOTHING)


def _said(
    facts: ChangeOfUseFacts,
    parameters: Parameters,
    recs: Mapping[str, Fraction | None],
    fees: Sequence[Parameter] | None,
) -> list[str]:
    before, after, net = recs.values()
    if facts.replaces_same:
        return [_SAME, _CLAIM]
    if before is None and after is not None and net == 0:
        return [
            f"by the schedule there will be {count_of_recs(after)}, and there were no fewer, whatever is not known",
            _NO_INCREASE,
        ]
    if before is None or after is None or net is None:
        return [f"the net increase cannot be said, because {are_not_known(_missing(facts))}"]
    were = "was" if before == 1 else "were"
    change = f"by the schedule there {were} {count_of_recs(before)} and will be {count_of_recs(after)}"
    return [change, _NO_INCREASE] if net == 0 else [change, *_increase_said(facts, parameters, net, fees)]


def _increase_said(
    facts: ChangeOfUseFacts, parameters: Parameters, net: Fraction, fees: Sequence[Parameter] | None
) -> list[str]:
    increase = f"the net increase is {count_of_recs(net)}"
    missing = not_known(
        ("the year of the fee", facts.year),
        ("whether a building of the same size and use replaces one", facts.replaces_same),
    )
    if missing or facts.year is None:
        return [increase, are_not_known(missing)]
    if fees is None:
        return [increase, no_table_said(parameters, facts.year)]
    due = net * sum(map(worth, fees), _NOTHING)
    return [increase, per_rec_said(fees, BOTH, facts.year), f"{as_billed(due)} is due for the increase"]


def _missing(facts: ChangeOfUseFacts) -> list[str]:
    missing = []
    for when, uses in (("before", facts.uses_before), ("after", facts.uses_after)):
        if uses is None:
            missing.append(f"the use {when} the change")
        else:
            missing.extend(f"{name} {when} the change" for name in unknown_uses(uses))
    return missing
