"""How does a special assessment become one page for a board: a map beside its sums, parcels, days, liens, checklist?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gis.model.assessment import AssessedParcel, Assessment, AssessmentDay, AssessmentSums, BasisPart, LienLand
from gis.model.finding import State
from gis.model.view import MapView, Role
from gis.proposals.assessment.drawing import ROLE_OF_STANDING, ROLL_ROLES, beside_id, drawn_id
from gis.proposals.assessment.project import named
from gis.proposals.assessment.said import rate_said, weight_said
from gis.proposals.assessment.words import (
    STANDING_WORDS,
    measure_facts,
    place_facts,
    reason_facts,
    share_facts,
    stated_words,
    when_words,
)
from gis.rules.words import count_of, dollars, sentence
from maps.assets import Assets
from maps.budget import MAX_FEATURE_BYTES, within_budget
from maps.connection_words import layer_lines
from maps.embed import RoleBlock, features_of, role_blocks, script_json
from maps.exports import map_page
from maps.finding_words import find_text, words_for_script
from maps.legend import STATE_STYLES, StateStyle
from maps.listing import Target, feature_groups, made_rows, parcel_finding
from maps.parcel_groups import roll_groups
from maps.service_area import ParcelGroup, ParcelLine, dated_by_kind, search_example
from maps.wording import date_words

_NOTHING = Fraction(0)
_BASIS_WORDS = {"frontage": "front", "area": "area", "unit": "units"}
_STATE_SAYS: Mapping[State, str] = {
    State.PASS: "What each parcel pays is settled as far as evidence goes.",
    State.NEEDS_EVIDENCE: "Evidence is wanting of some parcels: the roll is reckoned both ways.",
    State.UNDETERMINED: "Nobody is left to pay a part of the cost.",
}
_KINDS_OF_ROLE = {
    **dict.fromkeys((Role.TOWN, Role.VILLAGE, Role.CITY), "municipalities"),
    **dict.fromkeys((*ROLL_ROLES, Role.NOT_ON_ROLL), "parcels"),
}


@dataclass(frozen=True, slots=True)
class DayLine:
    """One day of the proceeding as the page shows it."""

    what: str
    when: str
    stated: str
    is_late: bool
    law: str
    says: str


@dataclass(frozen=True, slots=True)
class LienLine:
    """One parcel on which a lien is, or may be, owed."""

    name: str
    target: Target
    state: StateStyle
    state_name: str
    says: str
    remark: str


def assessment_page(
    view: MapView,
    answer: Assessment,
    assets: Assets,
    *,
    law_pages: str | None = None,
    max_feature_bytes: int = MAX_FEATURE_BYTES,
) -> str:
    """Return the map of an assessment as HTML; same input, same text, and nobody is named.

    Parameters
    ----------
    view
        What is drawn, in longitude and latitude.
    answer
        The assessment; every parcel of its roll is in the list.
    assets
        Links to our own origin, or scripts and styles to put inside.
    law_pages
        Address below which the pages on the law are; without it citations stand as text.
    max_feature_bytes
        Most bytes of GeoJSON that the page may hold; see `maps.budget`.
    """
    shown = within_budget(view, max_feature_bytes)
    blocks = role_blocks(shown)
    liens, parcels = answer.liens, parcel_groups(answer, blocks, law_pages)
    return map_page(
        "assessment.html",
        shown,
        blocks,
        assets,
        {
            "levied": date_words(answer.levied),
            "body": answer.body,
            "service_area": answer.service_area,
            "state": (STATE_STYLES[answer.state], answer.state.value, _state_says(answer)),
            "figures": tuple(_figures(answer)),
            "cost": tuple(_cost(answer)),
            "bears": tuple(_bears(answer)),
            "parcels": parcels,
            "example": search_example(parcels),
            "days": tuple(map(_day, answer.days)),
            "liens": liens,
            "lien_finding": None if liens is None else parcel_finding(liens.finding, law_pages, answer.levied),
            "lien_lines": () if liens is None else _lien_lines(answer, blocks, (*liens.land, *liens.unknown_land)),
            "checklist": answer.checklist,
            "findings": tuple(parcel_finding(each, law_pages, answer.levied) for each in answer.findings),
            "notes": answer.notes,
            "layers": layer_lines(view.sources),
            "dated": dated_by_kind(view.sources, _KINDS_OF_ROLE),
            "groups": [group for group in feature_groups(blocks) if group.role not in ROLL_ROLES],
            "origin": (
                ("Reckoned for", date_words(answer.date)),
                ("Project", f"{answer.id}: {answer.title}"),
                *made_rows(answer),
            ),
            "pages": None,
            "words": script_json(words_for_script()),
        },
    )


def _state_says(answer: Assessment) -> str:
    """Say how the roll stands, and what beside the shares of its parcels is open or fails."""
    said = [_STATE_SAYS[answer.state]]
    if answer.left_out:
        count = len(answer.left_out)
        verb = "fronts on the project and is" if count == 1 else "front on the project and are"
        said.append(f"{count_of(count, 'parcel')} {verb} not in it; the body must find whether each benefits.")
    of_liens = () if answer.liens is None else (("the liens", answer.liens.finding),)
    said += [
        f"On {what} ({each.rule}): {STATE_STYLES[each.state].words.lower()}."
        for what, each in (*(("the project", each) for each in answer.findings), *of_liens)
        if each.state not in (State.PASS, State.NOT_APPLICABLE)
    ]
    return " ".join(said)


def parcel_groups(
    answer: Assessment, blocks: Sequence[RoleBlock], law_pages: str | None = None
) -> tuple[ParcelGroup, ...]:
    """Return the parcels of a roll by how they stand, the open ones first; drawn ones are tied to the map."""
    parcels, shared = answer.parcels, _shared_numbers(answer)

    def line(at: int, target: Target) -> ParcelLine:
        parcel = parcels[at]
        return ParcelLine(
            name=f"Parcel {parcel.name if parcel.parcel_id in shared else parcel.parcel_id}",
            target=target,
            page=None,
            find=find_text(parcel.parcel_id, parcel.site_address),
            address=parcel.site_address or "",
            facts=tuple(_facts(parcel)),
            because="",
            findings=tuple(parcel_finding(each, law_pages, answer.levied) for each in parcel.said),
        )

    def together(role: Role, places: Sequence[int]) -> str:
        pays = sum((parcels[at].amount for at in places), _NOTHING)
        if role is not Role.EXEMPTION_OPEN:
            return f"Together {dollars(pays)}"
        exempt = sum((parcels[at].amount_if_exempt or _NOTHING for at in places), _NOTHING)
        return f"Together {dollars(pays)} if they are assessed, {dollars(exempt)} if they are exempt"

    drawn = [(ROLE_OF_STANDING[each.standing], drawn_id(each, at)) for at, each in enumerate(parcels)]
    return roll_groups(ROLL_ROLES, drawn, blocks, line, together)


def _shared_numbers(answer: Assessment) -> frozenset[str]:
    """Return the numbers that parcels of several counties have, which alone tell none of them."""
    told = {(each.parcel_id, each.county) for each in answer.parcels}
    if answer.liens is not None:
        told |= {(each.parcel_id, each.county) for each in (*answer.liens.land, *answer.liens.unknown_land)}
    return frozenset(number for number, times in Counter(number for number, _ in told).items() if times > 1)


def _facts(parcel: AssessedParcel) -> Iterator[tuple[str, str]]:
    yield from share_facts(parcel)
    yield from measure_facts(parcel)
    yield from reason_facts(parcel)
    yield from (each for each in place_facts(parcel) if each[1] != parcel.site_address)


def _figures(answer: Assessment) -> Iterator[tuple[str, str]]:
    """Yield the numbers that a board asks for first."""
    sums = answer.sums
    yield "To be spread", dollars(answer.cost.net)
    yield "On the roll", f"{dollars(sums.assessed)} on {count_of(sums.parcels, 'parcel')}"
    yield "Shifted to other parcels by exemptions", dollars(sums.shifted)
    if sums.body:
        yield f"Left for {answer.body}", dollars(sums.body)
    if sums.open_parcels:
        yield "Open", f"{dollars(sums.open_amount)} on {count_of(sums.open_parcels, 'parcel')}"


def _cost(answer: Assessment) -> Iterator[tuple[str, str]]:
    cost = answer.cost
    yield from ((each.what, dollars(each.dollars)) for each in cost.costs)
    yield from ((f"Grant: {each.what}", f"less {dollars(each.dollars)}") for each in cost.grants)
    yield "To be spread", dollars(cost.net)
    for part in answer.parts:
        yield from _part(part)


def _part(part: BasisPart) -> Iterator[tuple[str, str]]:
    by = f"Spread by {_BASIS_WORDS[part.basis]}"
    if part.rate is None:
        yield by, f"{dollars(part.amount)}, and nobody is left to pay it"
        return
    rate = rate_said(part.rate, part.basis)
    verb = "pays" if part.weight == 1 else "pay"
    yield by, f"{dollars(part.amount)} over {weight_said(part.weight, part.basis)} that {verb}: {rate}"
    if part.rate_unexempt is not None and part.weight != part.weight_unexempt:
        rate = rate_said(part.rate_unexempt, part.basis)
        yield "Had nobody been exempt", f"over {weight_said(part.weight_unexempt, part.basis)}: {rate}"


def _bears(answer: Assessment) -> Iterator[tuple[str, str]]:
    sums, body = answer.sums, answer.body
    yield "Roll", f"{dollars(sums.assessed)} on {count_of(sums.parcels, 'parcel')}"
    for standing, words in STANDING_WORDS.items():
        if standing in sums.standing:
            yield f"{words[:1].upper()}{words[1:]}", count_of(sums.standing[standing], "parcel")
    if sums.exempt_would_pay:
        yield "Exempt and capped land would have paid", f"{dollars(sums.exempt_would_pay)} more"
    if sums.shifted:
        yield "Of that other parcels bear", dollars(sums.shifted)
    if sums.body:
        yield f"Left for {body}", dollars(sums.body)
    yield from _bears_otherwise(sums, body)


def _bears_otherwise(sums: AssessmentSums, body: str) -> Iterator[tuple[str, str]]:
    """Yield what the roll is if what is open is exempt, by the other reading of the cap, and with both."""
    if sums.assessed_if_exempt is not None:
        yield "Open parcels pay, if they are assessed", dollars(sums.open_amount)
        yield "Roll, if what is open is exempt", dollars(sums.assessed_if_exempt)
    if sums.body_if_exempt:
        yield f"Left for {body} then", dollars(sums.body_if_exempt)
    if sums.assessed_if_cap_unexempt is not None:
        yield "Roll, if the cap is at the rate had nobody been exempt", dollars(sums.assessed_if_cap_unexempt)
    if sums.body_if_cap_unexempt:
        yield f"Left for {body} by that cap", dollars(sums.body_if_cap_unexempt)
    if sums.assessed_if_both is not None:
        yield (
            "Roll, if what is open is exempt, and the cap is at the rate had nobody been exempt",
            dollars(sums.assessed_if_both),
        )
    if sums.body_if_both:
        yield f"Left for {body} by that cap then", dollars(sums.body_if_both)


def _day(day: AssessmentDay) -> DayLine:
    when = when_words(day)
    verify = f" [{day.verify}]" if day.verify else ""
    return DayLine(
        what=day.what,
        when=f"{when[:1].upper()}{when[1:]}.",
        stated=stated_words(day),
        is_late=day.in_time is False,
        law=f"{day.citation}{verify}",
        says=" ".join(filter(None, (day.note, *day.doubts))),
    )


def _lien_lines(answer: Assessment, blocks: Sequence[RoleBlock], land: Sequence[LienLand]) -> tuple[LienLine, ...]:
    drawn = {item.feature.feature_id: item.key for item in features_of(blocks)}
    shared = _shared_numbers(answer)
    on_roll = {each.name: drawn_id(each, at) for at, each in enumerate(answer.parcels)}
    lines = []
    for each in land:
        name = named(each.parcel_id, each.county)
        key = drawn.get(on_roll.get(name, beside_id(name)))
        potential = each.potential_assessment
        lines.append(
            LienLine(
                name=f"Parcel {name if each.parcel_id in shared else each.parcel_id}",
                target=Target(key, None),
                state=STATE_STYLES[each.state],
                state_name=each.state.value,
                says=f"{each.description}; {each.status}"
                + ("." if potential is None else f"; potential assessment {dollars(potential)}."),
                remark=sentence([each.remark]),
            )
        )
    return tuple(lines)
