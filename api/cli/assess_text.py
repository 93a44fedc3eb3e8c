"""How does the assessment of a project read on paper?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from api.cli.connections_text import notes_lines
from gis.proposals.assessment.said import acres_said, rate_said, weight_said
from gis.proposals.assessment.words import STANDING_WORDS, shift_words, stated_words, when_words
from gis.rules.words import all_listed, day_words, dollars, sentence

if TYPE_CHECKING:
    from gis.model.assessment import (
        AssessedParcel,
        Assessment,
        AssessmentDay,
        AssessmentSums,
        BasisPart,
        LienList,
        ReopenedParcel,
        Reopening,
    )
    from gis.model.finding import Finding

_BECAME = {"divided": "divided", "use_stopped": "use stopped", "same": "not divided", "gone": "not found again"}


def assessment_lines(answer: Assessment, written: Sequence[str] = ()) -> Iterator[str]:
    """Return the lines of an assessment: cost, rates, sums, parcels, what is open, days, liens, checklist, notes."""
    area = "" if answer.service_area is None else f", service area {answer.service_area}"
    yield f"Special assessment of {day_words(answer.levied)}: {answer.title}"
    yield f"  levied by {answer.body}{area}"
    if answer.reopening is not None:
        yield from (f"  written: {name}" for name in written)
        yield ""
        yield from _reopening(answer.reopening)
        yield ""
        yield f"As it was levied on {day_words(answer.levied)}"
    yield from _cost(answer)
    yield ""
    yield from _sums(answer.sums, answer.body)
    if answer.reopening is None:
        yield from (f"  written: {name}" for name in written)
        yield from _roll(answer)
    else:
        yield "  Parcel by parcel, with days and checklist: --format json, or --out FILE.csv for the roll alone."
    if answer.liens is not None:
        yield ""
        yield from _liens(answer.liens)
    if answer.reopening is None:
        yield from _checklist(answer)
    for finding in answer.findings:
        yield f"  {finding.citation}: {finding.because}"
    yield from notes_lines(answer.notes)


def _roll(answer: Assessment) -> Iterator[str]:
    yield ""
    yield "Parcels"
    for parcel in answer.parcels:
        yield from _parcel(parcel)
    yield ""
    yield "Days"
    for day in answer.days:
        yield from _day(day)


def _checklist(answer: Assessment) -> Iterator[str]:
    yield ""
    yield "Checklist"
    for item in answer.checklist:
        verify = f" [{item.verify}]" if item.verify else ""
        yield f"  - {item.what} ({item.citation}){verify}"


def _cost(answer: Assessment) -> Iterator[str]:
    cost = answer.cost
    for line in cost.costs:
        yield f"  {dollars(line.dollars):>16}  {line.what}"
    for line in cost.grants:
        yield f"  {f'-{dollars(line.dollars)}':>16}  grant: {line.what}"
    yield f"  {dollars(cost.net):>16}  is spread"
    for part in answer.parts:
        yield from _part(part)


def _part(part: BasisPart) -> Iterator[str]:
    if part.rate is None:
        yield f"  by {part.basis}: {dollars(part.amount)}, and nobody is left to pay it"
        return
    paying = f"{weight_said(part.weight, part.basis)}, {rate_said(part.rate, part.basis)}"
    yield f"  by {part.basis}: {dollars(part.amount)} over {paying}"
    if part.rate_unexempt is not None and part.weight != part.weight_unexempt:
        over = weight_said(part.weight_unexempt, part.basis)
        unexempt = f"{over}, {rate_said(part.rate_unexempt, part.basis)}"
        yield f"    had nobody been exempt: over {unexempt}"


def _sums(sums: AssessmentSums, body: str) -> Iterator[str]:
    yield f"Roll: {dollars(sums.assessed)} on {_parcels(sums.parcels)}"
    for standing, words in STANDING_WORDS.items():
        if standing in sums.standing:
            yield f"  {sums.standing[standing]:>9,}  {words}"
    if sums.exempt_would_pay:
        bears = [f"other parcels bear {dollars(sums.shifted)} of it"] if sums.shifted else []
        bears += [f"{body} bears {dollars(sums.body)}"] if sums.body else []
        yield f"  Exempt and capped land would have paid {dollars(sums.exempt_would_pay)} more; {all_listed(bears)}."
    elif sums.body:
        yield f"  {dollars(sums.body)} is left for {body}."
    if sums.open_parcels and sums.assessed_if_exempt is not None and sums.body_if_exempt is not None:
        left = f", and {dollars(sums.body_if_exempt)} is left for {body}" if sums.body_if_exempt else ""
        yield (
            f"  What is open, {_parcels(sums.open_parcels)}, pays {dollars(sums.open_amount)} if it is assessed; "
            f"if it is exempt, the roll is {dollars(sums.assessed_if_exempt)}{left}."
        )
    if sums.assessed_if_cap_unexempt is not None and sums.body_if_cap_unexempt is not None:
        left = f", and {dollars(sums.body_if_cap_unexempt)} is left for {body}" if sums.body_if_cap_unexempt else ""
        yield (
            "  The cap is reckoned at the rate of this roll. At the rate had nobody been exempt the roll is "
            f"{dollars(sums.assessed_if_cap_unexempt)}{left}; each amount that differs is told."
        )
    if sums.assessed_if_both is not None and sums.body_if_both is not None:
        left = f", and {dollars(sums.body_if_both)} is left for {body}" if sums.body_if_both else ""
        yield (
            "  If what is open is exempt, and the cap is at the rate had nobody been exempt, the roll is "
            f"{dollars(sums.assessed_if_both)}{left}."
        )


def _parcel(parcel: AssessedParcel) -> Iterator[str]:
    address = f", {parcel.site_address}" if parcel.site_address else ""
    yield f"  {parcel.name}{address}: {dollars(parcel.amount)}, {parcel.standing.replace('_', ' ')}"
    yield f"    {parcel.arithmetic}"
    if parcel.shift:
        unexempt = dollars(parcel.unexempt_amount)
        yield f"    had nobody been exempt {unexempt}: {shift_words(parcel)} because of exemptions"
    if parcel.amount_if_exempt is not None and parcel.amount_if_exempt != parcel.amount:
        yield f"    if what is open is exempt: {dollars(parcel.amount_if_exempt)}"
    if parcel.amount_if_cap_unexempt is not None and parcel.amount_if_cap_unexempt != parcel.amount:
        yield f"    if the cap is at the rate had nobody been exempt: {dollars(parcel.amount_if_cap_unexempt)}"
    if parcel.amount_if_both is not None and parcel.amount_if_both != parcel.amount_if_exempt:
        both = "if what is open is exempt, and the cap is at the rate had nobody been exempt"
        yield f"    {both}: {dollars(parcel.amount_if_both)}"
    if parcel.interest:
        yield f"    interest beside it: {dollars(parcel.interest)}"
    for finding in parcel.said:
        yield f"    {finding.rule}, {finding.citation}: {finding.because}"
    if not parcel.findings and parcel.standing != "assessed":
        yield f"    {parcel.why}"
    yield from (f"    {note}" for note in parcel.notes)


def _reopening(reopening: Reopening) -> Iterator[str]:
    yield f"Reopened on {day_words(reopening.date)}: {_parcels(len(reopening.parcels))}"
    for parcel in reopening.parcels:
        yield from _reopened(parcel)
    if reopening.unchanged:
        yield f"  As they were: {all_listed(reopening.unchanged)}"
    yield from (f"  {note}" for note in reopening.notes)


def _reopened(parcel: ReopenedParcel) -> Iterator[str]:
    name = parcel.parcel_id if parcel.county is None else f"{parcel.parcel_id}, {parcel.county}"
    may = "" if parcel.amount is None else f", {dollars(parcel.amount)} may be levied"
    interest = f" with {dollars(parcel.interest)} of interest" if parcel.interest else ""
    yield f"  {name}: {_BECAME[parcel.became]}{may}{interest} [{parcel.state.value}]"
    rule = "" if parcel.finding is None else f"{parcel.finding.rule}, {parcel.finding.citation}: "
    yield f"    {rule}{parcel.because}"
    yield from _readings(parcel.finding)
    for child in parcel.children:
        uses = {True: "still farm or camp only", False: "other use", None: "use not known"}
        use = uses[child.exclusively_agricultural_or_camp]
        amount = "" if child.amount is None else f": {dollars(child.amount)}"
        more = f" and interest {dollars(child.interest)}" if child.interest else ""
        yield f"    {child.parcel_id}, {acres_said(child.area_sqft)}, {use}{amount}{more}"
        if child.finding is not parcel.finding:
            yield from _readings(child.finding)


def _readings(finding: Finding | None) -> Iterator[str]:
    """Name the readings by which a rule would find otherwise."""
    if finding is None:
        return
    for name, reading in finding.readings.items():
        if reading.state is not finding.state:
            yield f"    Read as {name} [{reading.state.value}]: {reading.because}"


def _day(day: AssessmentDay) -> Iterator[str]:
    stated = stated_words(day)
    yield f"  {day.what}: {when_words(day)}.{f' Stated: {stated}.' if stated else ''}"
    verify = f" [{day.verify}]" if day.verify else ""
    yield f"    {day.citation}{verify} {day.note}".rstrip()
    yield from (f"    {doubt}" for doubt in day.doubts)


def _liens(liens: LienList) -> Iterator[str]:
    if not liens.land and not liens.eligibility_unknown:
        yield "Liens: none is owed, because no land is exempt or capped."
        return
    yield f"Liens: {_parcels(len(liens.land))}"
    yield f"  {liens.finding.citation}: {liens.finding.because}"
    for land in liens.land:
        name = land.parcel_id if land.county is None else f"{land.parcel_id}, {land.county}"
        potential = "" if land.potential_assessment is None else f", potential {dollars(land.potential_assessment)}"
        yield f"  {name}: {land.description}; {land.status}{potential}"
        yield f"    {sentence([land.remark])} [{land.state.value}]"
    if liens.eligibility_unknown:
        yield f"  Eligibility not known: {all_listed(liens.eligibility_unknown)}"
    yield f"  {liens.must_say}"


def _parcels(count: int) -> str:
    return f"{count:,} parcel{'' if count == 1 else 's'}"
