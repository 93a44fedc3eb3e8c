"""What do the rules say of the surveyed ground, and how sure is what they were told?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gis.errors import FactsInvalid
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.facts.petition_facts import as_proposed
from gis.law.parameters import Parameters
from gis.model.edition import CoordinateOperation
from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Finding, ParameterUse, State
from gis.proceedings.petition.both_ways import both_ways
from gis.proposals.gathering import Stated, Surveyed, gather, lines_of, with_stated
from gis.proposals.unjudged import unjudged
from gis.rules.registry import RULES, judge
from gis.rules.words import listed, used

ACCURACY = "boundary_accuracy_default_ft"


def judge_ground(
    seen: Surveyed, rules: Mapping[str, Stated], entered: Collection[str] = frozenset()
) -> dict[str, Finding]:
    """Gather the facts of each rule from the ground and judge them.

    Parameters
    ----------
    seen : Surveyed
        The surveyed ground, and the law on the day of the question.
    rules : mapping of rule id to stated facts
        Rules to judge, in the order of their ids, so that a rule may ask what one before it found; stated facts take
        the place of gathered ones of the same name.
    entered : collection of rule ids
        Rules of which the register says something. What it says may contradict itself, a hearing before the petition,
        and that stops no other rule: the finding then needs evidence.

    Returns
    -------
    dict of rule id to Finding
        With evidence and conflicts.
    """
    findings: dict[str, Finding] = {}
    for rule_id, stated in sorted(rules.items()):
        gathered = gather(rule_id, seen, stated, findings)
        try:
            findings[rule_id] = judged(rule_id, gathered, stated, seen)
        except FactsInvalid as error:
            if rule_id not in entered:
                raise
            because = f"What is entered and stated cannot all be so: {error.what} {error.why}"
            findings[rule_id] = unjudged(RULES[rule_id], State.NEEDS_EVIDENCE, because, f"{error.where}: {error.next}")
    return findings


def judged(rule_id: str, gathered: Gathered[Any], stated: Stated, seen: Surveyed) -> Finding:
    """Judge a rule on what was gathered and stated, with the evidence, the conflicts and what was taken for granted."""
    facts = with_stated(gathered.facts, stated)
    finding = judge(rule_id, facts, seen.parameters)
    if isinstance(facts, PetitionFacts) and seen.petition is not None:
        proposed = judge(rule_id, as_proposed(facts, seen.petition), seen.parameters)
        finding = both_ways(finding, proposed, seen.petition)
    lines = lines_of(rule_id)
    accuracy_notes = _accuracy_notes(seen.ground, lines) if lines else ()
    return replace(
        finding,
        evidence=gathered.evidence,
        conflicts=gathered.conflicts,
        notes=(*finding.notes, *_stated_notes(stated), *gathered.notes, *accuracy_notes),
        parameters=(*finding.parameters, *_defaults_used(seen.ground, finding, seen.parameters, lines)),
    )


def _stated_notes(stated: Mapping[str, Any]) -> tuple[str, ...]:
    return (f"Stated, and not taken from the map: {', '.join(sorted(stated))}.",) if stated else ()


def _defaults_used(
    ground: Ground, finding: Finding, parameters: Parameters, lines: Sequence[str]
) -> tuple[ParameterUse, ...]:
    if not lines or not ground.layers.unstated(lines) or any(use.name == ACCURACY for use in finding.parameters):
        return ()
    return (used(parameters.get(ACCURACY)),)


def _accuracy_notes(ground: Ground, lines: Sequence[str]) -> tuple[str, ...]:
    layers = ground.layers
    notes = list(layers.notes)
    notes += [
        f"The coordinates of {name} came through an operation that is good to {metres:g} m only; that is counted in "
        "the accuracy, and nothing that turns on less is final."
        for name, metres in layers.coarse()
    ]
    moved = layers.moved_apart(lines)
    if moved:
        told = "; ".join(f"{name}: {_shift_words(operations)}" for name, operations in moved)
        notes.append(
            f"Not all coordinates came the same way ({told}). Lines that are one on the ground may lie apart by that; "
            "it is counted in the accuracy of what came without a stated one."
        )
    unstated = layers.unstated(lines)
    if unstated:
        default = float(layers.default_accuracy_ft)
        notes.append(f"Nobody stated the accuracy of {listed(unstated)}; {default:g} ft is taken.")
    return tuple(notes)


def _shift_words(operations: Sequence[CoordinateOperation]) -> str:
    if not operations:
        return "no datum shift"
    return " + ".join(
        f"{step.name}, " + ("accuracy unknown" if step.accuracy_m is None else f"good to {step.accuracy_m:g} m")
        for step in operations
    )
