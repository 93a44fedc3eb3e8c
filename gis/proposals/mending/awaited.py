"""Which facts that people give does a rule wait for, and where can each be entered?

Only what a rule cannot do without stands here. How a fact is called in lay words comes from the rule's explanation,
which entry of the register gives it from the table of kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gis.law.explanations import load_explanations
from gis.model.mending import FactToGive
from gis.register.kinds import kinds

Known = Mapping[str, Any]
"""Facts and measures of one rule that are known, by name."""


@dataclass(frozen=True, slots=True)
class _Awaited:
    """A fact that a rule needs, in some cases only, or another in its place."""

    name: str
    when: Callable[[Known], bool] = lambda _known: True
    instead: tuple[str, ...] = ()
    """Facts that together do as well."""

    def is_missing(self, known: Known) -> bool:
        """Whether the fact is needed and not known."""
        if known.get(self.name) is not None or not self.when(known):
            return False
        return not self.instead or any(known.get(name) is None for name in self.instead)


def _given(name: str) -> Callable[[Known], bool]:
    return lambda known: known.get(name) is not None


def _is(name: str, *values: object) -> Callable[[Known], bool]:
    return lambda known: known.get(name) in values


def _may_serve_as_owner(known: Known) -> bool:
    return known.get("resident_of_district") is False and known.get("summer_resort_district") is True


def _all(*names: str) -> tuple[_Awaited, ...]:
    return tuple(map(_Awaited, names))


_AWAITED: Mapping[str, tuple[_Awaited, ...]] = MappingProxyType(
    {
        "TSD-02": (_Awaited("signatures", instead=("owners_signed", "land_signed_acres")),),
        "TSD-03": _all("contents"),
        "TSD-05": (
            *_all("hearing_date", "bond_filed"),
            _Awaited("additional_bond_ordered", _given("additional_bond_due")),
            _Awaited("additional_bond_due", _given("additional_bond_ordered")),
            _Awaited("additional_bond_filed", _given("additional_bond_ordered")),
        ),
        "TSD-06": _all("petition_received", "hearing_date"),
        "TSD-07": _all(
            "hearing_date", "insertions", "notice_mailed_dsps", "notice_mailed_dnr", "boundary_description_in_notice"
        ),
        "TSD-08": _all("person", "parcels"),
        "TSD-10": (_Awaited("purpose", _given("overlap_area_acres")),),
        "TSD-11": (_Awaited("hearing_concluded", instead=("hearing_sessions",)), _Awaited("decision_issued")),
        "TSD-12": (
            *_all("finding_necessary", "finding_welfare", "finding_benefit"),
            _Awaited("not_benefited_area_acres", _is("finding_benefit", "partly")),
        ),
        "TSD-13": _all("hearing_date", "continued_to", "insertions", "revised_boundaries_in_notice"),
        "TSD-14": _all("order_date", "costs_paid"),
        "TSD-15": _all("recorded_in", "filed_with_dnr"),
        "TSD-16": _all("hearing_date", "towns"),
        "TSD-17": (
            *_all("order_received", "town_action"),
            _Awaited("town_acted", _is("town_action", "sanitary_district", "utility_district")),
        ),
        "TSD-18": _all("event", "event_date", "board_acted"),
        "TSD-19": _all("excluded_under_former_law", "as_of"),
        "TSD-20": (
            *_all("installed", "district_created", "code_conforming", "system_cost"),
            _Awaited("years_in_operation", instead=("in_operation_since", "charge_issued")),
        ),
        "TSD-21": _all("final_determination", "action_filed"),
        "TSD-22": (
            *_all("established", "method_determined"),
            _Awaited("supervisors", _is("method", "town_board_commission")),
            _Awaited("votes_for", _is("method", "town_board_commission")),
        ),
        "TSD-24": (_Awaited("first_authorized"), _Awaited("shares_changed", _given("board_acted"))),
        "TSD-25": (
            *_all("decided_on", "election_kind"),
            _Awaited("special_election_date", _is("election_kind", "special")),
            _Awaited(
                "interim_appointed",
                lambda known: known.get("established") is not None and known.get("election_kind") == "spring",
            ),
        ),
        "TSD-26": _all("votes_for_governor", "signatures_valid"),
        "TSD-27": _all("filed", "requests"),
        "TSD-28": (_Awaited("event"), _Awaited("year", _is("event", "spring_election", "successor_elected"))),
        "TSD-29": _all("referendum_date", "result", "appointed"),
        "TSD-30": (
            *_all("petition_kind", "petition_filed"),
            _Awaited("election_date", _is("petition_kind", "to_appointment")),
            _Awaited("results_certified", _is("petition_kind", "to_election")),
        ),
        "TSD-33": (
            *_all("town_board_commission", "members"),
            _Awaited("supervisors", lambda known: known.get("town_board_commission") is True),
        ),
        "TSD-34": (_Awaited("basis"), _Awaited("members", _is("basis", "first_board"))),
        "TSD-35": (
            _Awaited("resident_of_district"),
            _Awaited("owns_property_in_district", _may_serve_as_owner),
            _Awaited("another_member_resident", _may_serve_as_owner),
        ),
    }
)
_PETITION_COLUMNS: Mapping[tuple[str, str], tuple[str, ...]] = MappingProxyType(
    {
        ("TSD-02", "signatures"): ("signer", "parcel", "date_signed"),
        ("TSD-04", "signatures"): ("notarized", "covered_by_verification"),
    }
)
"""Columns of a petition file that give a fact."""


def awaited(rule_id: str, known: Known) -> tuple[str, ...]:
    """Return the facts that a rule needs, that people give, and that are not known.

    Parameters
    ----------
    rule_id
        Id of the rule; one that takes all of its facts from the map waits for nobody.
    known
        Facts and measures that are known, by name; a fact may hang on another, as the members of a first commission do.

    Examples
    --------
    >>> awaited("TSD-34", {}), awaited("TSD-34", {"basis": "first_board"}), awaited("TSD-34", {"basis": "town_board"})
    (('basis',), ('members',), ())
    """
    return tuple(fact.name for fact in _AWAITED.get(rule_id, ()) if fact.is_missing(known))


def fact_to_give(rule_id: str, name: str) -> FactToGive:
    """Return a fact in lay words, with every place in which it can be entered.

    Parameters
    ----------
    rule_id
        Id of the rule.
    name
        Name of the fact; after a point the name inside it.

    Examples
    --------
    >>> fact = fact_to_give("TSD-05", "bond_filed")
    >>> fact.says, fact.register, fact.proposal
    ('Day on which the bond was filed with the town clerk.', ('bond_filed',), 'TSD-05.bond_filed')
    """
    whole = name.partition(".")[0]
    told = next(fact for fact in load_explanations()[rule_id].facts if fact.name == whole)
    given = {
        kind: entry.says
        for kind, entry in kinds().items()
        for row in entry.gives
        if rule_id in row.rules and row.fact == name
    }
    return FactToGive(
        name=name,
        says=told.says if name == whole else f"{next(iter(given.values()))}.",
        unit=told.unit if name == whole else "yes or no",
        register=tuple(given),
        petition=_PETITION_COLUMNS.get((rule_id, name), ()),
        proposal=f"{rule_id}.{name}",
    )
