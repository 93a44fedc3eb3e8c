"""Which town board may create the district: TSD-01, Wis. Stat. 60.71(1).

In one town, its board. In several, only the board of the town with the largest portion of the equalized full value
of taxable property inside; a plurality is enough. The statute does not break a tie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import money, number
from gis.model.facts.territory import JurisdictionFacts
from gis.model.finding import Finding, Margin, Reading, State
from gis.rules.territory.jurisdiction_words import ForeignValue, Weighing, because, notes
from gis.rules.territory.kinds import of_any_kind
from gis.rules.territory.leading import Lead, Outcome, asked_about, holds, lead, outcome, towns
from gis.rules.territory.sensitivity import (
    Counted,
    answer_holds,
    sensitivity,
    sensitivity_words,
    unknown_parcels,
)
from gis.rules.territory.taxable_value import (
    Ledger,
    Tally,
    assessed_by_municipality,
    by_building,
    by_land_uncut,
    by_land_within_accuracy,
    is_cut,
    ledger,
    parcel_lists,
    polygon_municipality,
    refuse_impossible,
    tally,
)
from gis.rules.words import used

ID = "TSD-01"
VERSION = "3"
CITATION = "Wis. Stat. 60.71(1)(a)-(b); value as in 60.70(2)"
QUESTION = "Is there exactly one town whose board may create the district, and which?"

_PARAMETERS = (
    "jurisdiction_portion",
    "equalized_value_method",
    "assessment_ratio_above",
    "assessment_ratio_below",
)


def judge(facts: JurisdictionFacts, parameters: Parameters) -> Finding:
    """Say which town board has jurisdiction, and whether the layers' accuracy could change that.

    Parameters
    ----------
    facts
        Municipalities with land inside and what the rolls say of the value there, dollars. A parcel with share 0
        only touches the line and counts for nothing; villages and cities count for no town.
    parameters
        The law on the date of the proposal.

    Returns
    -------
    Finding
        `pass` with the town; `within_tolerance` where the town leads but the accuracy could put another ahead;
        `undetermined` on a tie; `needs_evidence` where a missing fact could change the town, and wherever a
        parcel of unknown value or taxability lies in one of several towns (the reading `unknown_bounded` says
        whether it could change the town); `not_applicable` without any town.

    Raises
    ------
    FactsInvalid
        The facts are impossible (a share above 1, a negative amount, a municipality twice).
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(1)(a)-(b), with the definition of equalized full value in 60.70(2).
    """
    refuse_impossible(facts)
    whichever = of_any_kind(facts, parameters, judge)
    if whichever is not None:
        return whichever
    used_parameters = tuple(used(parameters.get(name)) for name in _PARAMETERS)
    ratio_bounds = parameters.number("assessment_ratio_above"), parameters.number("assessment_ratio_below")
    ratios = usable_ratios(facts, *ratio_bounds)
    book = ledger(facts)
    values = tally(book, ratios)
    parcels = parcel_lists(facts)
    bounded = outcome(facts, values)
    found = asked_about(bounded, facts, parcels)
    interval_known = _is_interval_known(facts)
    wide = _with_near_municipalities(facts, ratio_bounds)
    margin = _lead(wide, is_interval_known=interval_known) if found.is_settled else None
    steady = _steady(found, margin, wide) if margin is not None and interval_known else None
    if found.state is State.PASS and steady is False:
        found = Outcome(State.WITHIN_TOLERANCE, found.leader)
    weighing = Weighing(facts, values, found, margin, ratio_bounds, parcels)
    readings = _readings(weighing, book, ratios)
    if bounded != asked_about(bounded, facts, parcels):
        readings["unknown_bounded"] = _reading(
            bounded, "Whatever the unknown values are, they could not put another town ahead."
        )
    doubts = sensitivity(Counted(facts, book, ratios), wide, readings, found, is_interval_known=interval_known)
    is_certain = answer_holds(doubts, found, steady=steady, has_rival=margin is not None)
    assessed = assessed_by_municipality(book)
    foreign = _foreign_values(facts, ratios, values, assessed)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=found.state,
        answer=found.leader,
        measures={
            **_value_measures(facts, values, found),
            "split_parcels": [*parcels.split],
            "unknown_parcels": [*parcels.unknown],
            "excluded_parcels": [*parcels.excluded],
            "assessed_value": {name: money(value) for name, value in assessed.items()},
            "village_city_value": _money_or_null(_sum_or_null([row.value for row in foreign])),
            "roll_year": facts.roll_year,
            "lead_over_runner_up": None if margin is None else money(margin.value),
            "sensitivity": {**doubts.by_doubt, "answer_holds": is_certain},
        },
        readings=readings,
        because=because(weighing),
        parameters=used_parameters,
        margin=None if margin is None else _margin(facts, margin, steady),
        notes=tuple(
            filter(None, (*notes(weighing, foreign, readings), sensitivity_words(doubts, found, holds=is_certain)))
        ),
    )


def usable_ratios(facts: JurisdictionFacts, above: Fraction, below: Fraction) -> dict[str, Fraction]:
    """Return the assessment ratios that can be used: those strictly between the two bounds.

    A missing ratio, and one that must be a percent or a slip, is left out: it is asked about, not used.
    """
    return {
        municipality.name: municipality.assessment_ratio
        for municipality in facts.inside
        if municipality.assessment_ratio is not None and above < municipality.assessment_ratio < below
    }


def shares_of(values: Mapping[str, Fraction]) -> dict[str, Fraction | None]:
    """Return each value's share of their sum, exact; null where the sum is zero.

    >>> shares_of({"Town of Alder": Fraction(2), "Town of Birch": Fraction(1)})
    {'Town of Alder': Fraction(2, 3), 'Town of Birch': Fraction(1, 3)}
    """
    total = sum(values.values(), start=Fraction(0))
    return {name: value / total if total else None for name, value in values.items()}


def _is_interval_known(facts: JurisdictionFacts) -> bool:
    """Whether the shares have bounds; where the accuracy is stated and no parcel is cut, none needs any."""
    parcels = facts.parcels or ()
    if any(parcel.share_low is not None or parcel.share_high is not None for parcel in parcels):
        return True
    return facts.boundary_accuracy_ft is not None and not any(is_cut(parcel) for parcel in parcels)


def _with_near_municipalities(facts: JurisdictionFacts, ratio_bounds: tuple[Fraction, Fraction]) -> Counted:
    """Return the facts with the municipalities that only the accuracy would bring in."""
    wide = replace(facts, municipalities=(*facts.inside, *facts.near_municipalities))
    return Counted(wide, ledger(wide), usable_ratios(wide, *ratio_bounds))


def _lead(wide: Counted, *, is_interval_known: bool) -> Lead | None:
    """Compare the leading town with its rivals, those that only the accuracy would bring in among them."""
    values = tally(wide.book, wide.ratios)
    bounds = tally(wide.book, wide.ratios, share_of=by_land_within_accuracy) if is_interval_known else values
    return lead(wide.facts, values, bounds)


def _steady(found: Outcome, margin: Lead, wide: Counted) -> bool | None:
    """Whether the outcome is the same over the whole interval; null where it could bring in a parcel of unknown value.

    Such a parcel is asked about wherever it lies (`asked_about`), so that beside it nothing is certain.
    """
    if not holds(found, margin):
        return False
    return None if unknown_parcels(wide, by_land_within_accuracy) else True


def _margin(facts: JurisdictionFacts, margin: Lead, steady: bool | None) -> Margin:
    accuracy = facts.boundary_accuracy_ft
    return Margin(
        measure="lead_over_runner_up",
        unit="usd",
        value=money(margin.value),
        threshold=money(Fraction(0)),
        low=None if steady is None else _money_or_null(margin.low),
        high=None if steady is None else _money_or_null(margin.high),
        accuracy_ft=None if accuracy is None else float(accuracy),
        holds=steady,
    )


def _readings(weighing: Weighing, book: Ledger, ratios: Mapping[str, Fraction]) -> dict[str, Reading]:
    facts, default = weighing.facts, weighing.found
    readings = {
        "land_area_share": Reading(
            default.state, default.leader, "A parcel that the line cuts counts by its share of land inside."
        )
    }
    if facts.parcels is None:
        return readings
    readings["building_location"] = _reading(
        asked_about(outcome(facts, tally(book, ratios, share_of=by_building)), facts, weighing.parcels),
        "A parcel that the line cuts counts whole where its buildings stand inside, else not at all.",
    )
    uncut_unknown = tuple(name for name in weighing.parcels.unknown_in_towns if name not in weighing.parcels.split)
    readings["split_parcels_left_out"] = _reading(
        asked_about(
            outcome(facts, tally(book, ratios, share_of=by_land_uncut)),
            facts,
            replace(weighing.parcels, unknown_in_towns=uncut_unknown),
        ),
        "A parcel that the line cuts is not counted.",
    )
    readings["without_tid_increment"] = _reading(
        asked_about(outcome(facts, tally(book, ratios, without_increment=True)), facts, weighing.parcels),
        "The tax-increment part of every value is left out.",
    )
    if weighing.parcels.disputed:
        readings["by_polygon"] = _reading(
            asked_about(outcome(facts, tally(book, ratios, holder_of=polygon_municipality)), facts, weighing.parcels),
            "A parcel counts for the municipality whose polygon holds most of it, not the one that assessed it.",
        )
    return readings


def _reading(found: Outcome, because_it: str) -> Reading:
    return Reading(found.state, found.leader, because_it)


def _value_measures(facts: JurisdictionFacts, values: Tally, found: Outcome) -> dict[str, JsonValue]:
    """Value and share of each town; a share is null while any town's value is not known."""
    names = towns(facts)
    known = {town: values.known(town) for town in names}
    total = _sum_or_null(list(known.values()))
    shares: dict[str, Fraction | None] = dict.fromkeys(names)
    complete = not values.unlisted and all(values.spans[town].is_known for town in names)
    only = len(names) == 1 and found.leader is not None
    if (complete or only) and total is not None:
        shares = shares_of({town: values.spans[town].low for town in names})
    lead_share = max((share for share in shares.values() if share is not None), default=None)
    has_majority = None if lead_share is None else lead_share * 2 > 1
    if found.state is State.UNDETERMINED:  # a tie at zero has no share, and no majority either
        has_majority = False
    return {
        "equalized_value": {town: _money_or_null(value) for town, value in known.items()},
        "total_equalized_value": _money_or_null(total),
        "share": {town: None if share is None else number(share) for town, share in shares.items()},
        "lead_share": None if lead_share is None else number(lead_share),
        "has_majority": has_majority,
    }


def _foreign_values(
    facts: JurisdictionFacts, ratios: Mapping[str, Fraction], values: Tally, assessed: Mapping[str, Fraction]
) -> list[ForeignValue]:
    """Value inside of each village and city, equalized where that can be, else assessed."""
    rows: list[ForeignValue] = []
    for municipality in facts.inside:
        name = municipality.name
        if municipality.kind == "town":
            continue
        if name in ratios or name not in assessed:
            rows.append(ForeignValue(name, values.known(name), equalized=True))
        else:
            rows.append(ForeignValue(name, assessed[name], equalized=False))
    return rows


def _sum_or_null(values: list[Fraction | None]) -> Fraction | None:
    """Add up amounts; one that is not known makes the sum unknown."""
    known = [value for value in values if value is not None]
    return sum(known, start=Fraction(0)) if len(known) == len(values) else None


def _money_or_null(value: Fraction | None) -> str | None:
    return None if value is None else money(value)
