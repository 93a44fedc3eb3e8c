"""Is there capacity in every component downstream of a connection: MUK-24, Mukwonago ch. 86."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.permission import CapacityFacts, NetworkComponent
from gis.model.finding import Finding, Margin, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, listed, not_known, quantity, sentence

ID = "MUK-24"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, capacity of all downstream components"
QUESTION = "Is there capacity in all downstream components?"

_ANSWERS = {State.PASS: "allow", State.FAIL: "deny"}


def judge(facts: CapacityFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether every component from the connection down to the plant can take the added flow.

    Parameters
    ----------
    facts
        The components with their spare capacity and the added flow, gallons per day. A spare capacity below nothing
        is that of a component that is overloaded already.
    parameters
        The law on the date of the question; the rule takes no number of it.

    Returns
    -------
    Finding
        `fail` (deny) where a component on the way is known to have less spare capacity than the added flow, whatever
        else is unknown; else `undetermined` where a spare capacity is not known, or the way runs in a loop, leads to
        what is not on the list or ends short of the plant; else `pass` (allow). `needs_evidence` where the
        components, the connection or the added flow are not known.

    Raises
    ------
    FactsInvalid
        The added flow is negative, or a component stands twice.

    Notes
    -----
    Village of Mukwonago Code ch. 86: the village engineer determines whether capacity is available. Equal is enough.
    """
    components = facts.components or ()
    refuse_negative([("added_gpd", facts.added_gpd)])
    by_id = _by_id(components)
    unknown = _unknown(facts)
    way = _way_down(by_id, facts.connects_to)
    known = [(part, part.spare_gpd) for part in way.components if part.spare_gpd is not None]
    bottleneck, least_gpd = min(known, key=lambda row: row[1], default=(None, None))
    doubts = _doubts(way)
    if unknown or facts.added_gpd is None:
        state = State.NEEDS_EVIDENCE
    elif least_gpd is not None and least_gpd < facts.added_gpd:
        state = State.FAIL
    else:
        state = State.UNDETERMINED if doubts else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "trace": [part.component_id for part in way.components],
            "bottleneck": None if bottleneck is None else bottleneck.component_id,
            "bottleneck_gpd": number_or_null(least_gpd),
        },
        readings={},
        because=sentence(_said(facts, way, unknown, doubts, least_gpd)),
        margin=_margin(least_gpd, facts.added_gpd),
    )


@dataclass(frozen=True, slots=True)
class _Way:
    """The components from the connection down, and what stops the way short of the plant."""

    components: tuple[NetworkComponent, ...]
    stopped: str | None


def _way_down(by_id: dict[str, NetworkComponent], first: str | None) -> _Way:
    passed: dict[str, NetworkComponent] = {}
    at = first
    while at is not None:
        if at in passed:
            return _Way(tuple(passed.values()), f"the way runs in a loop back to {at}")
        if at not in by_id:
            return _Way(tuple(passed.values()), f"{at} is not among the components on file")
        passed[at] = by_id[at]
        at = by_id[at].downstream
    way = tuple(passed.values())
    ends_at_plant = not way or way[-1].kind == "plant"
    return _Way(way, None if ends_at_plant else f"the way ends at {way[-1].component_id}, which is not the plant")


def _doubts(way: _Way) -> list[str]:
    """Say in clauses why capacity cannot be shown for all components."""
    unstated = [part.component_id for part in way.components if part.spare_gpd is None]
    said = [f"nobody stated the spare capacity of {listed(unstated)}"] if unstated else []
    return said if way.stopped is None else [*said, way.stopped]


def _unknown(facts: CapacityFacts) -> list[str]:
    return not_known(
        ("which components lie downstream", facts.components),
        ("which component takes the connection", facts.connects_to),
        ("how much flow is added", facts.added_gpd),
    )


def _said(
    facts: CapacityFacts, way: _Way, unknown: list[str], doubts: list[str], least_gpd: Fraction | None
) -> list[str]:
    added = facts.added_gpd
    if unknown or added is None:
        return [f"it cannot be said, because {are_not_known(unknown)}"]
    short = [part.component_id for part in way.components if part.spare_gpd is not None and part.spare_gpd < added]
    flow = f"{quantity(added, 2)} gallons per day are added"
    if short and least_gpd is not None:
        return [f"{flow}, and {listed(short)} can take at most {quantity(least_gpd, 2)} more", *doubts]
    if doubts or least_gpd is None:
        return ["it cannot be shown that every component down to the plant has capacity", *doubts]
    every = f"every component down to the plant, {len(way.components):,} in all,"
    return [f"{flow}, and {every} can take at least {quantity(least_gpd, 2)} more"]


def _margin(least_gpd: Fraction | None, added_gpd: Fraction | None) -> Margin | None:
    if least_gpd is None or added_gpd is None:
        return None
    return Margin(measure="bottleneck_gpd", unit="gpd", value=number(least_gpd), threshold=number(added_gpd))


def _by_id(components: Iterable[NetworkComponent]) -> dict[str, NetworkComponent]:
    found: dict[str, NetworkComponent] = {}
    for i, component in enumerate(components):
        if component.component_id in found:
            raise FactsInvalid(
                what=f"The component {component.component_id} stands twice.",
                where=f"facts.components[{i}].component_id",
                why="The way down would have two directions there.",
                next="Give each component once, with an id of its own.",
            )
        found[component.component_id] = component
    return found
