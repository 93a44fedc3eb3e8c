"""What is due from whom and until when, and what then where the day is past: decision, order, review, commissioners?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from gis.model.finding import Finding, State
from gis.model.mending import Mend
from gis.proposals.mending.judged import Judged
from gis.rules.commissioners.size import sizes
from gis.rules.words import day_words, listed

_SILENT = (
    "What an act after it is worth the statute does not say: ask an attorney, and do at once what is not done yet."
)


@dataclass(frozen=True, slots=True)
class _Act:
    """Something that is due."""

    does: str
    then: str
    """What follows where the last day is past."""
    due: str = "rolled_date"
    """The measure that is its last day."""


_ACTS: Mapping[str, _Act] = MappingProxyType(
    {
        "TSD-05": _Act(
            "File the bond with the town clerk, with security that the town board approves",
            "A later hearing gives it time, within the days that TSD-06 counts; the board may dismiss the petition, "
            "and need not.",
            "answer",
        ),
        "TSD-06": _Act("Hold the hearing", "A new petition starts the days again at its receipt."),
        "TSD-07": _Act(
            "Publish the notice for the first of two weeks", "A later hearing gives it time.", "first_insertion_by"
        ),
        "TSD-11": _Act("Issue the written findings and the decision", _SILENT),
        "TSD-13": _Act(
            "Hold the continued hearing",
            "The board can decide on the territory described; other territory can be added later (60.785(1)).",
        ),
        "TSD-14": _Act(
            "Pay the board's costs",
            "They stay due until they are paid; what follows from paying late the statute does not say.",
        ),
        "TSD-16": _Act(
            "Mail the notice to the clerk of every town in the area", "A later hearing gives it time.", "answer"
        ),
        "TSD-17": _Act(
            "Establish the town sanitary district by order of the town board",
            "The Department of Natural Resources has to establish the district by its own order (60.72(7)).",
        ),
        "TSD-18": _Act(
            "Select the commissioners, or fill the place",
            "The Department of Natural Resources appoints them in the town board's place (60.72(8)).",
        ),
        "TSD-21": _Act(
            "Bring the action in the circuit court of the county in which the lands lie",
            "The determination is final (60.73).",
        ),
        "TSD-22": _Act("Determine how commissioners are selected", _SILENT),
        "TSD-23": _Act("Determine how commissioners are selected", _SILENT),
        "TSD-24": _Act(
            "Provide for the election or appointment of commissioners",
            "The commissioners in office serve on; the text does not say whether the right comes back.",
        ),
        "TSD-25": _Act("Appoint commissioners to serve until the election", _SILENT, "appoint_by"),
        "TSD-29": _Act("Appoint commissioners", _SILENT),
    }
)


def still_due(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say until when something can be done that nobody knows to be done, or that the day for it is past."""
    act = _ACTS.get(finding.rule)
    last = None if act is None else judged.day(finding.rule, act.due)
    if act is None or last is None:
        return
    if last >= judged.date:
        yield Mend(finding.rule, "act", f"{act.does} by {day_words(last)}, unless that is done.", by=last)
    else:
        says = f"{act.does}: the last day was {day_words(last)}. If it was done by then, enter it; if not,"
        yield Mend(finding.rule, "too_late", f"{says} {_lower(act.then)}")


def late(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say that a day is past and what follows; the clock cannot be rolled back."""
    act = _ACTS.get(finding.rule)
    last = None if act is None else judged.day(finding.rule, act.due)
    if act is not None and last is not None:
        yield Mend(finding.rule, "too_late", f"{_past(last)} {act.then}")


def record_order(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say where the order is still to be recorded and filed (TSD-15); the statute sets no last day."""
    counties = finding.measures.get("missing_counties")
    missing = counties if isinstance(counties, list) else finding.answer if isinstance(finding.answer, list) else []
    named = tuple(map(str, missing))
    filed = judged.fact(finding.rule, "filed_with_dnr")
    places = listed([name if name.endswith("County") else f"{name} County" for name in named])
    acts = [f"record the order with the register of deeds of {places}"] if named else []
    acts += [] if filed else ["file copies with the Department of Natural Resources"]
    if acts and finding.state is State.NEEDS_EVIDENCE:
        said = listed(acts)
        says = f"Once the order is made, {said}, unless that is done; the statute sets no last day."
        yield Mend(finding.rule, "act", says, counties=named)


def serve_review(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say where an action belongs that was brought in another county (TSD-21)."""
    lands, county = (judged.fact(finding.rule, name) for name in ("county_of_lands", "county_filed"))
    last = judged.day(finding.rule, "rolled_date")
    if None not in (lands, county) and lands != county and last is not None and last >= judged.date:
        says = f"Bring the action in the circuit court of {lands} County by {day_words(last)}."
        yield Mend(finding.rule, "act", says, by=last)
    else:
        yield from late(judged, finding)


def choose_again(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what a choice of method has to be like: by enough votes, by the right board, of a lawful method."""
    last = judged.day(finding.rule, "rolled_date")
    until = f" by {day_words(last)}" if last is not None and last >= judged.date else ""
    needed, votes = finding.measures.get("votes_needed"), judged.fact(finding.rule, "votes_for")
    method, chose = (judged.fact(finding.rule, name) for name in ("method", "deciding_town"))
    found = False
    if (
        finding.rule == "TSD-22"
        and method == "town_board_commission"
        and None not in (needed, votes)
        and votes < needed
    ):
        says = f"Vote again, with {needed} supervisors for it, or choose to appoint or to elect{until}."
        yield Mend(finding.rule, "act", says, by=last if until else None)
        found = True
    if finding.rule == "TSD-23" and method == "town_board_commission":
        yield Mend(
            finding.rule, "act", f"Choose to appoint or to elect commissioners{until}.", by=last if until else None
        )
        found = True
    if finding.rule == "TSD-23" and chose is not None and chose != finding.answer and isinstance(finding.answer, str):
        says = f"Have the board of {finding.answer} decide{until}; the board of {chose} cannot."
        yield Mend(finding.rule, "act", says, by=last if until else None)
        found = True
    decided = judged.fact(finding.rule, "method_determined")
    if last is not None and ((decided is not None and decided > last) or (found and not until)):
        yield from late(judged, finding)


def after_dismissal(_judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what is left where the board has to dismiss (TSD-12)."""
    says = (
        "The board's own findings decide, and nobody else can mend them. Owners may bring a new petition, for "
        "territory of which the board can find all three; the costs of this one are due in the days that TSD-14 counts."
    )
    yield Mend(finding.rule, "too_late", says)


def wait(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say from which day a petition may be submitted again (TSD-30)."""
    first = judged.day(finding.rule, "answer")
    if first is not None:
        says = f"Submit the petition again on or after {day_words(first)}."
        yield Mend(finding.rule, "act", says, not_before=first)


def lawful_number(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say how many commissioners there may be (TSD-33, and for a first commission TSD-34)."""
    answer = finding.answer if finding.rule == "TSD-33" else sizes(judged.seen.parameters)
    lawful = [str(number) for number in answer] if isinstance(answer, list | tuple) else []
    if lawful:
        yield Mend(finding.rule, "act", f"Make it a commission of {' or '.join(lawful)} members.")


def set_terms(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say that the board has to set terms where no term follows from the law (TSD-34)."""
    if judged.fact(finding.rule, "selection") == "special_election":
        says = (
            "The board sets shorter terms for those first elected at a special election, and enters them in its order."
        )
        yield Mend(finding.rule, "act", says)


def other_person(_judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say who may serve, or may be heard, instead (TSD-08, TSD-35)."""
    if finding.rule == "TSD-08":
        yield Mend(finding.rule, "act", "File written comments with the town clerk, as any person may.")
    else:
        yield Mend(finding.rule, "act", "Choose a resident of the district in this person's place.")


def restart_department_notice(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what a notice of the department that came too late needs (TSD-16)."""
    last = judged.day(finding.rule, "answer")
    if last is not None and last >= judged.date:
        says = f"Mail the notice to every town's clerk by {day_words(last)}, and see to the two insertions."
        yield Mend(finding.rule, "act", says, by=last)
    else:
        yield Mend(finding.rule, "act", "Set the department's hearing for a later day, and give the notices again.")


def _past(last: dt.date) -> str:
    return f"The last day was {day_words(last)}, and the clock cannot be rolled back."


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
