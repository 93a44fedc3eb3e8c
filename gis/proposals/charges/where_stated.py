"""Which facts does each rule of charges need, how are they called, and where does a person state them?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from gis.model.charges import ChargeMissing
from gis.model.ordinance import FigureName
from gis.rules.words import day_words, dollars, quantity

_RECS = ChargeMissing(
    "how many residential equivalent connections the building has",
    "options --recs, or --use and --quantity; register: residential_units",
)
_BILL = ChargeMissing("the amount of the bill", "what is open on the bill above")
_STATEMENT = ChargeMissing("the day of the statement", "option --issued")
_NEEDED: Mapping[str, tuple[tuple[str, ChargeMissing], ...]] = MappingProxyType(
    {
        "MUK-05": (
            ("debt_service", ChargeMissing("the yearly debt service", "ordinance file: debt_service_dollars_a_year")),
            ("total_recs", ChargeMissing("all units of the utility", "ordinance file: total_recs")),
        ),
        "MUK-06": (
            ("quarter", ChargeMissing("the quarter billed", "option --quarter")),
            (
                "volume_kgal",
                ChargeMissing(
                    "the water used in the quarter",
                    "option --volume-kgal; register: water_march_gal, water_june_gal, and so on",
                ),
            ),
            (
                "user",
                ChargeMissing("whether the user is a household and of which kind", "register: development_kind"),
            ),
        ),
        "MUK-07": (
            ("use", ChargeMissing("the use of the building", "option --use; register: building_use")),
            (
                "quantity",
                ChargeMissing(
                    "its dwellings, rooms, seats, lanes, employees or machines, as the table counts the use",
                    "option --quantity; register: building_use_quantity",
                ),
            ),
        ),
        "MUK-08": (
            (
                "permit_date",
                ChargeMissing(
                    "the day of the building permit", "option --permit-date; register: building_permit_issued"
                ),
            ),
            ("recs", _RECS),
        ),
        "MUK-09": (("issued", _STATEMENT), ("amount", _BILL)),
        "MUK-16": (
            ("assessable_cost", ChargeMissing("the assessable cost of the extension", "register: main_extension_cost")),
            (
                "total_frontage_ft",
                ChargeMissing("the frontage of all property along it, feet", "register: main_extension_frontage_ft"),
            ),
            (
                "customer_frontage_ft",
                ChargeMissing("the frontage of this parcel along the main, feet", "register: main_frontage_ft"),
            ),
            (
                "completed",
                ChargeMissing("the day on which the extension was completed", "register: main_extension_completed"),
            ),
        ),
        "MUK-17": (
            ("volume_gal", ChargeMissing("the gallons of bulk water or of municipal use", "register: water_taken_gal")),
        ),
        "MUK-18": (
            (
                "dwellings",
                ChargeMissing(
                    "the new dwellings by bedrooms, or the new building area",
                    "options --dwellings KIND=COUNT and --commercial-sqft",
                ),
            ),
        ),
        "MUK-20": (
            (
                "uses",
                ChargeMissing("dwellings, or acres by use", "options --dwellings KIND=COUNT and --acres USE=ACRES"),
            ),
        ),
        "MUK-239": (
            (
                "volume_kgal",
                ChargeMissing(
                    "the water or waste of the quarter",
                    "option --volume-kgal; register: water_march_gal, water_june_gal, and so on",
                ),
            ),
            ("bod_mg_l", ChargeMissing("biochemical oxygen demand, mg/l", "register: strength_bod_mg_l")),
            ("ss_mg_l", ChargeMissing("suspended solids, mg/l", "register: strength_ss_mg_l")),
            ("phosphorus_mg_l", ChargeMissing("phosphorus, mg/l", "register: strength_tp_mg_l")),
        ),
        "CKSD-04": (
            (
                "serviceable",
                ChargeMissing("whether the sewer system can serve the parcel", "register: serviceable_by_sewer"),
            ),
            ("schedule_amount", ChargeMissing("the sewer contribution charge", "ordinance file: scac_dollars")),
        ),
        "CKSD-05": (
            (
                "levy_first_paid",
                ChargeMissing(
                    "when the sanitary levy was first paid for the parcel",
                    "register: sanitary_levy_first_paid or sanitary_levy_never_paid",
                ),
            ),
            ("area_acres", ChargeMissing("the area of the parcel, acres", "layer of parcels")),
        ),
        "CKSD-06": (
            (
                "average_gpd",
                ChargeMissing(
                    "the average daily flow, gallons a day", "register: average_flow_gpd, or single_family use"
                ),
            ),
        ),
        "MUK-21": (
            (
                "uses_after",
                ChargeMissing("what is to stand there", "options --dwellings and --acres, of all that will be there"),
            ),
        ),
        "CKSD-07": (
            ("amount", _BILL),
            ("months_late", ChargeMissing("how long after the bill it was paid", "options --issued and --paid")),
        ),
        "CKSD-08": (
            (
                "spaces",
                ChargeMissing(
                    "the separately occupied spaces with a fixture",
                    "register: space_with_fixtures, once for each, or billing_units",
                ),
            ),
            ("rate", ChargeMissing("the rate of one unit", "ordinance file: user_fee_dollars_per_rue")),
        ),
        "CKSD-10": (
            ("destroyed", ChargeMissing("when the lateral was disconnected", "register: lateral_disconnected")),
        ),
        "CKSD-14": (
            ("policy", ChargeMissing("a formula that the district adopted", "register: shared_lateral_policy")),
        ),
        "VLG-10": (
            ("invoices", ChargeMissing("the invoices of outside reviewers", "register: review_invoiced")),
            (
                "payroll_cost",
                ChargeMissing("what the time of village staff costs in payroll", "register: review_payroll_cost"),
            ),
        ),
    }
)
RECS = _RECS
_FIGURES: Mapping[FigureName, str] = MappingProxyType(
    {
        "debt_service_dollars_a_year": "yearly debt service",
        "total_recs": "number of all residential equivalent units",
        "single_family_average_gal": "average water of single-family dwellings a quarter",
        "sewer_use_dollars_per_kgal": "sewer use rate for 1,000 gallons",
        "sewer_budget_dollars": "yearly budget of operation and maintenance",
        "sewer_consumption_kgal": "water used in the year before",
        "scac_dollars": "sewer contribution charge",
        "fcac_dollars_per_lot": "future development charge of a lot",
        "fcac_over_5_acres_dollars_per_lot": "future development charge for annexed land of more than 5 acres",
        "cac_single_family_dollars": "sub-district contribution of a single-family home",
        "cac_class_a_dollars": "sub-district contribution of class A",
        "cac_class_b_dollars": "sub-district contribution of class B",
        "cac_class_c_dollars": "sub-district contribution of class C",
        "user_fee_dollars_per_rue": "user fee of one billing unit a quarter",
        "reconnection_fee_dollars": "reconnection fee",
        "permit_fee_dollars": "permit fee",
        "local_fee_dollars": "local connection fee",
        "regional_fee_dollars": "regional connection fee",
        "rec_charge_dollars": "residential equivalency charge of one unit",
    }
)
_DOLLARS = "dollars"


def figure_words(name: FigureName) -> str:
    """Return what a figure of an ordinance is called in a sentence."""
    return _FIGURES[name]


def figure_amount(name: FigureName, value: Fraction) -> str:
    """Return the value of a figure in words: dollars, or a number."""
    return dollars(value) if _DOLLARS in name else quantity(value, 4)


def missing_facts(rule: str, facts: Any) -> tuple[ChargeMissing, ...]:  # noqa: ANN401 - of any rule
    """Return which of the facts that a rule needs nobody states.

    Examples
    --------
    >>> from gis.model.facts.village_charges import ReserveCapacityFacts
    >>> [each.fact for each in missing_facts("MUK-08", ReserveCapacityFacts(permit_date=dt.date(2026, 6, 1)))]
    ['how many residential equivalent connections the building has']
    """
    return tuple(words for fact, words in _NEEDED.get(rule, ()) if getattr(facts, fact) in (None, ()))


def missing_figure(name: FigureName, day: dt.date) -> ChargeMissing:
    """Return a figure that the body set for no day, or for other days alone."""
    return ChargeMissing(f"the {_FIGURES[name]}, on {day_words(day)}", f"ordinance file: {name}")
