"""Have enough owners signed the petition: TSD-02, Wis. Stat. 60.71(2)(a).

At least 51 percent of the persons owning land within the limits, or the owners of at least 51 percent of the land;
either count is enough. How co-owners count, and of which land, the text leaves open: each reading is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.petition import PetitionFacts
from gis.model.finding import Finding, Margin, Reading, State
from gis.rules.impossible import refuse_more_than_whole, refuse_negative
from gis.rules.petition.completing import Unsigned
from gis.rules.petition.limbs import (
    Holding,
    LandReading,
    Limb,
    Owners,
    SpanOf,
    any_coowner,
    as_drawn,
    head_limb,
    holdings_of,
    land_limb,
    owners_within,
    pro_rata,
    taxable_as_drawn,
    within_accuracy,
)
from gis.rules.petition.sufficiency_words import Counted, because, notes
from gis.rules.words import used

ID = "TSD-02"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(2)(a)"
QUESTION = "Have enough owners signed, counted by head or by the land they own (51 percent or more on either count)?"

_HEADS = "petition_owners_portion"
_LAND = "petition_land_portion"
_READ = {
    "all_coowners": "A parcel is signed when every co-owner signed.",
    "pro_rata": "A parcel counts by the fraction of its co-owners who signed.",
    "any_coowner": "A parcel is signed when one co-owner signed.",
    "gross_area": "The signed land is measured against the whole polygon, with its roads and water.",
    "taxable_parcels": "Only taxable land counts, signed or not.",
}
_FOLLOWS = {"pass": State.PASS, "fail": State.FAIL, "needs_evidence": State.NEEDS_EVIDENCE}
_ANSWERS = {State.PASS: True, State.FAIL: False}


@dataclass(frozen=True, slots=True)
class _Counting:
    """What is counted, by which portions."""

    facts: PetitionFacts
    holdings: tuple[Holding, ...] | None
    signers: Owners | None
    head_portion: Fraction
    land_portion: Fraction

    def limbs(self, span_of: SpanOf) -> tuple[Limb, Limb]:
        """Count heads and land by the default reading, within the limits as drawn or as far as their accuracy goes."""
        facts = self.facts
        land = self.land(LandReading(span_of=span_of))
        return self._heads(span_of), land.stated(facts.land_signed_acres, facts.land_acres)

    def _heads(self, span_of: SpanOf) -> Limb:
        limb = Limb() if self.holdings is None else head_limb(self.holdings, self.signers, span_of)
        signed, of = self.facts.owners_signed, self.facts.owner_count
        return limb.stated(None if signed is None else Fraction(signed), None if of is None else Fraction(of))

    def land(self, reading: LandReading | None = None) -> Limb:
        """Count the land by a reading; nothing is known of it without parcels."""
        if self.holdings is None:
            return Limb()
        return land_limb(self.holdings, self.signers, self.land_portion, reading)

    def state(self, heads: Limb, land: Limb) -> State:
        """Either count suffices; both must fall short for the petition to."""
        tests = {heads.test(self.head_portion), land.test(self.land_portion)}
        return _FOLLOWS["pass" if "pass" in tests else "needs_evidence" if "needs_evidence" in tests else "fail"]


def judge(facts: PetitionFacts, parameters: Parameters) -> Finding:
    """Say whether enough owners signed, by head or by land, and what is still needed.

    Parameters
    ----------
    facts
        Parcels with their owners and acres within the limits, and the valid signatures, or the totals of either
        count. An owner of several parcels, and a person who signs twice, is one person; names are compared exactly.
    parameters
        The law on the date the petition was filed.

    Returns
    -------
    Finding
        `pass` where either count reaches its portion, `fail` where neither does; `needs_evidence` where what is not
        known could change that, and where nobody owns anything within the limits; `within_tolerance` where the
        layers' accuracy could. The answer is null while evidence is missing.

    Raises
    ------
    FactsInvalid
        A number is negative, or a part is more than the whole it is part of.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(2)(a). The statute asks for no new count where the board later changes the boundary.
    """
    _refuse_impossible(facts)
    counting = _Counting(
        facts,
        None if facts.parcels is None else holdings_of(facts.parcels),
        None if facts.signatures is None else frozenset(signature.person for signature in facts.signatures),
        parameters.number(_HEADS),
        parameters.number(_LAND),
    )
    heads, land = counting.limbs(as_drawn)
    _refuse_more_signed(heads, land)
    drawn = counting.state(heads, land)
    reach = counting.limbs(within_accuracy) if _is_interval_known(facts) else None
    steady = None if reach is None or drawn is State.NEEDS_EVIDENCE else counting.state(*reach) is drawn
    margin = _margin(facts, (heads, land), reach, counting, steady)
    counted = Counted(
        facts=facts,
        state=State.WITHIN_TOLERANCE if steady is False else drawn,
        heads=heads,
        land=land,
        head_portion=counting.head_portion,
        land_portion=counting.land_portion,
        owners_unknown=tuple(
            holding.parcel_id for holding in counting.holdings or () if holding.is_inside and not holding.owners
        ),
        area_unknown=tuple(holding.parcel_id for holding in counting.holdings or () if holding.land.high is None),
        strangers=_strangers(counting),
        margin=margin,
    )
    readings = dict(_readings(counting, heads, land, counted.state, _ANSWERS.get(drawn)))
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=counted.state,
        answer=_ANSWERS.get(drawn),
        measures={**_limb_measures(counted), **_completing(counting, counted)},
        readings=readings,
        because=because(counted),
        parameters=(used(parameters.get(_HEADS)), used(parameters.get(_LAND))),
        margin=margin,
        notes=tuple(notes(counted, readings)),
    )


def _limb_measures(counted: Counted) -> dict[str, JsonValue]:
    heads, land = counted.heads, counted.land
    return {
        "owner_count": number_or_null(heads.of),
        "owners_signed": number_or_null(heads.signed),
        "owners_needed": counted.owners_needed,
        "owners_short": counted.owners_short,
        "land_acres": number_or_null(land.of),
        "land_signed_acres": number_or_null(land.signed),
        "land_needed_acres": number_or_null(counted.land_needed_acres),
        "land_short_acres": number_or_null(counted.land_short_acres),
        "land_share": number_or_null(land.share),
        "gross_area_acres": number_or_null(counted.facts.gross_area_acres),
        "head_test": heads.test(counted.head_portion),
        "land_test": land.test(counted.land_portion),
        "signers_not_owners": None if counted.strangers is None else [*counted.strangers],
        "parcels_owner_unknown": [*counted.owners_unknown],
    }


def _completing(counting: _Counting, counted: Counted) -> dict[str, JsonValue]:
    """Name the owners whose signatures would complete a count; none where the petition suffices already."""
    unsigned = None
    if counting.holdings is not None and counting.signers is not None:
        unsigned = Unsigned(counting.holdings, counting.signers)
    short_heads, short_acres = counted.surely_short
    alone: list[str] | None = None
    together: list[str] | None = None
    if short_heads == 0 or short_acres == 0:
        alone = []
    elif unsigned is not None and short_heads == 1:
        alone = sorted(unsigned.owners)
    elif unsigned is not None and short_acres is not None:
        alone = unsigned.completing_alone(short_acres)
    if unsigned is not None and short_acres is not None:
        together = unsigned.completing_together(short_acres)
    return {
        "completing_owners": None if alone is None else [*alone],
        "completing_set": {
            "land_limb_owners": None if together is None else [*together],
            "head_limb_count": short_heads,
        },
    }


def _readings(
    counting: _Counting, heads: Limb, land: Limb, state: State, answer: JsonValue
) -> Iterator[tuple[str, Reading]]:
    """Yield what each reading gives; every one with the same head count and its own land count."""
    facts, holdings = counting.facts, counting.holdings
    yield "all_coowners", Reading(state, answer, _READ["all_coowners"])

    def reading(name: str, own: Limb) -> tuple[str, Reading]:
        found = counting.state(heads, own)
        return name, Reading(found, _ANSWERS.get(found), _READ[name])

    if holdings is not None and facts.land_signed_acres is None:
        for name, fraction_of in (("pro_rata", pro_rata), ("any_coowner", any_coowner)):
            yield reading(name, counting.land(LandReading(fraction_of)).stated(None, facts.land_acres))
    if facts.gross_area_acres is not None:
        whole = counting.land(LandReading(whole_acres=facts.gross_area_acres))
        yield reading("gross_area", whole.stated(facts.land_signed_acres, facts.gross_area_acres))
    taxable = _taxable_limb(counting, land)
    if taxable is not None:
        yield reading("taxable_parcels", taxable)


def _taxable_limb(counting: _Counting, land: Limb) -> Limb | None:
    """Count taxable land only; null where nobody said of any land whether it is taxable."""
    facts, taxable_acres = counting.facts, counting.facts.taxable_land_acres
    if counting.holdings is not None and facts.land_signed_acres is None:
        if taxable_acres is None and all(holding.taxable is None for holding in counting.holdings):
            return None
        return counting.land(LandReading(span_of=taxable_as_drawn, whole_acres=taxable_acres))
    if taxable_acres is None:
        return None
    if land.signed is None:
        return Limb().stated(None, taxable_acres)
    # The land that is not taxable may all be signed, or none of it.
    untaxed_acres = land.signed if land.of is None else land.of - taxable_acres
    at_least, at_most = max(land.signed - untaxed_acres, Fraction(0)), min(land.signed, taxable_acres)
    worst, best = (Limb().stated(end, taxable_acres) for end in (at_least, at_most))
    return Limb(None, taxable_acres, worst.worst, best.best)


def _strangers(counting: _Counting) -> tuple[str, ...] | None:
    """Return the signers who are not known to own land within the limits, each once, in the order of signing."""
    if counting.holdings is None or counting.facts.signatures is None:
        return None
    within = owners_within(counting.holdings)
    signed = dict.fromkeys(signature.person for signature in counting.facts.signatures)
    return tuple(person for person in signed if person not in within)


def _is_interval_known(facts: PetitionFacts) -> bool:
    """Whether the areas have bounds; where the accuracy is stated and no parcel is cut, none needs any."""
    parcels = facts.parcels or ()
    if any(
        parcel.area_in_district_low_acres is not None or parcel.area_in_district_high_acres is not None
        for parcel in parcels
    ):
        return True
    return (
        facts.boundary_accuracy_ft is not None
        and facts.parcels is not None
        and all(parcel.area_in_district_acres in {None, parcel.area_acres} for parcel in parcels)
    )


def _margin(
    facts: PetitionFacts,
    drawn: tuple[Limb, Limb],
    reach: tuple[Limb, Limb] | None,
    counting: _Counting,
    steady: bool | None,
) -> Margin | None:
    """Compare with its portion the count that is further up, since either one suffices; by land where both are."""
    shares = [limb.share for limb in drawn]
    known = [(share, position) for position, share in enumerate(shares) if share is not None]
    if not known:
        return None
    share, position = max(known)
    worst, best = (None, None) if reach is None else (reach[position].worst, reach[position].best)
    accuracy = facts.boundary_accuracy_ft
    return Margin(
        measure=("owner_share", "land_share")[position],
        unit="share",
        value=number(share),
        threshold=number((counting.head_portion, counting.land_portion)[position]),
        low=None if worst is None else number_or_null(worst.share),
        high=None if best is None else number_or_null(best.share),
        accuracy_ft=None if accuracy is None else float(accuracy),
        holds=steady,
    )


def _refuse_more_signed(heads: Limb, land: Limb) -> None:
    refuse_more_than_whole("owners_signed", heads.signed, heads.of, "persons")
    refuse_more_than_whole("land_signed_acres", land.signed, land.of, "acres")


def _refuse_impossible(facts: PetitionFacts) -> None:
    totals = (
        "owner_count",
        "owners_signed",
        "land_acres",
        "land_signed_acres",
        "gross_area_acres",
        "taxable_land_acres",
        "boundary_accuracy_ft",
    )
    refuse_negative((name, getattr(facts, name)) for name in totals)
    refuse_more_than_whole("land_acres", facts.land_acres, facts.gross_area_acres, "acres")
    refuse_more_than_whole("taxable_land_acres", facts.taxable_land_acres, facts.land_acres, "acres")
    inside = ("area_in_district_acres", "area_in_district_low_acres", "area_in_district_high_acres")
    for i, parcel in enumerate(facts.parcels or ()):
        areas: list[tuple[str, Fraction | None]] = [
            (f"parcels[{i}].{name}", getattr(parcel, name)) for name in ("area_acres", *inside)
        ]
        refuse_negative(areas)
        for path, part in areas[1:]:
            refuse_more_than_whole(path, part, parcel.area_acres, "acres")
