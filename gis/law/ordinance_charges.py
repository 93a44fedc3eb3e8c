"""What does the section charges of an ordinance file say: unconnected land, rules of charges, figures that were set?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import get_args

import yaml

from gis.law.ordinance_filling import open_places
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.strict_yaml import line_of
from gis.model.ordinance import (
    AdoptedFigure,
    ChargeRule,
    ConnectionRule,
    FigureName,
    Ordinance,
    OrdinanceCharges,
    Period,
    PlaceKind,
)

STANDBY, READY_TO_SERVE = "MUK-03", "MUK-04"
CHARGE_RULES: tuple[ChargeRule, ...] = get_args(ChargeRule)
FIGURES: tuple[FigureName, ...] = get_args(FigureName)
FIGURES_OF: Mapping[ChargeRule, tuple[FigureName, ...]] = MappingProxyType(
    {
        "MUK-05": ("debt_service_dollars_a_year", "total_recs", "single_family_average_gal"),
        "MUK-06": ("sewer_use_dollars_per_kgal", "sewer_budget_dollars", "sewer_consumption_kgal"),
        "CKSD-04": ("scac_dollars",),
        "CKSD-05": ("fcac_dollars_per_lot", "fcac_over_5_acres_dollars_per_lot"),
        "CKSD-06": ("cac_single_family_dollars", "cac_class_a_dollars", "cac_class_b_dollars", "cac_class_c_dollars"),
        "CKSD-08": ("user_fee_dollars_per_rue",),
        "CKSD-10": ("reconnection_fee_dollars",),
        "VLG-09": ("local_fee_dollars", "regional_fee_dollars"),
    }
)
"""Figures that the text of each rule leaves to the body; a permit has its fee under any of them."""
REC_CHARGE: FigureName = "rec_charge_dollars"
"""The charge of one unit with its days, in place of `rec_charge`."""
UNCONNECTED = ("rec_charge", "rec_charge_period", "standby", "ready_to_serve")
"""Keys of what is charged for land that is served and not connected, which follows from a duty to connect."""
_OF_DISTRICTS, _OF_PERMITS = "CKSD-", "VLG-"
_DIVIDES: frozenset[FigureName] = frozenset({"total_recs", "single_family_average_gal", "sewer_consumption_kgal"})
"""Figures by which is divided."""
_DOLLARS = "dollars"
_DAY = dt.timedelta(days=1)
_ANY_CHARGE = OrdinanceCharges(standby=True, ready_to_serve=True, rules=CHARGE_RULES)
"""Stands for charges that cannot be read, so that no parameter of theirs is called unused."""
_NO_RULES: tuple[ChargeRule, ...] = ()
_NO_FIGURES: tuple[AdoptedFigure, ...] = ()


def charge_rules_of(ordinance: Ordinance) -> tuple[ChargeRule, ...]:
    """Return the rules by which an ordinance charges on connection, on development and by bill.

    Examples
    --------
    >>> charges = OrdinanceCharges(rules=("CKSD-07", "CKSD-08"))
    >>> place = ("sanitary",), None, None, dt.date(2011, 8, 11), None, None
    >>> charge_rules_of(Ordinance("x", "X", "X", *place, charges=charges))
    ('CKSD-07', 'CKSD-08')
    """
    return ordinance.charges.rules


def usual_charge_rules(kind: PlaceKind, duty: ConnectionRule | None) -> tuple[ChargeRule, ...]:
    """Return the rules of charges with which the file of a place begins: by its kind, and by its duty to connect.

    >>> usual_charge_rules("sanitary", "CKSD-01")[:2], usual_charge_rules("village", "VLG-06")[-2:]
    (('CKSD-04', 'CKSD-05'), ('VLG-09', 'VLG-10'))
    """
    if kind == "sanitary":
        return tuple(each for each in CHARGE_RULES if each.startswith(_OF_DISTRICTS))
    permits = duty == "VLG-06"
    return tuple(
        each
        for each in CHARGE_RULES
        if not each.startswith(_OF_DISTRICTS) and (permits or not each.startswith(_OF_PERMITS))
    )


@dataclass(frozen=True, slots=True)
class ChargesReader:
    """Reads the section of one file."""

    source: OrdinanceYaml
    follows_duty: bool
    """Whether the file has a duty to connect."""

    def read(self, node: yaml.Node | None) -> OrdinanceCharges:
        """Return what the section says, nothing where there is none; a fault in one of its parts hides none in another.

        Where the section or its list of rules cannot be read, every rule stands there.
        """
        if node is None:
            return OrdinanceCharges()
        return self.source.kept(self._section, node, "charges", _ANY_CHARGE)

    def _section(self, node: yaml.Node, what: str) -> OrdinanceCharges:
        source = self.source
        parts = source.parts(node, what, needed=(), allowed=(*UNCONNECTED, "rules", "figures"))
        if not self.follows_duty:
            self._refuse_unconnected(parts)
        rules = _NO_RULES
        if "rules" in parts:
            rules = source.kept(self._rules, parts["rules"], "rules", CHARGE_RULES)
        figures = source.kept(self._figures, parts.get("figures"), "figures", _NO_FIGURES)
        self._refuse_unused(parts.get("figures"), rules, figures)
        return replace(self._unconnected(node, parts, figures), rules=rules, figures=figures)

    def _refuse_unconnected(self, parts: Mapping[str, yaml.Node]) -> None:
        for key in UNCONNECTED:
            if key in parts:
                self.source.fault(
                    line_of(parts[key]),
                    f"The file has {key} and no connection.",
                    "What unconnected land is charged follows from a duty to connect.",
                    f"Add connection with its rule, or delete {key}; what others are charged stands under rules.",
                )

    def _unconnected(
        self, node: yaml.Node, parts: Mapping[str, yaml.Node], figures: tuple[AdoptedFigure, ...]
    ) -> OrdinanceCharges:
        source = self.source
        with_days = any(each.name == REC_CHARGE for each in figures)
        if with_days and "rec_charge" in parts:
            source.fault(
                line_of(parts["rec_charge"]),
                f"rec_charge and the figure {REC_CHARGE} stand for one charge.",
                "One holds on every day, the other on its own days, and nobody could say which counts.",
                f"Keep {REC_CHARGE} where the charge has changed or will, else rec_charge.",
            )
        elif ("rec_charge" in parts or with_days) != ("rec_charge_period" in parts):
            source.fault(
                line_of(node),
                "rec_charge and rec_charge_period stand together.",
                "An amount says nothing without the period for which it is charged.",
                f"Add the other line, or the figure {REC_CHARGE} for a charge with days; or delete both.",
            )
        periods: tuple[Period, ...] = get_args(Period)
        period = source.kept(
            lambda each, of: source.one_of(periods, each, of), parts.get("rec_charge_period"), "rec_charge_period", None
        )
        standby, ready_to_serve = (
            key in parts and source.kept(source.yes_no, parts[key], key, instead=True)
            for key in ("standby", "ready_to_serve")
        )
        if ready_to_serve and period == "monthly":
            source.fault(
                line_of(parts["rec_charge_period"]),
                "The ready-to-serve charge cannot be reckoned from a monthly charge.",
                f"{READY_TO_SERVE} knows quarterly and annual charges, as the ordinance that it follows does.",
                "State the charge of a quarter or a year.",
            )
        return OrdinanceCharges(
            rec_charge=source.kept(source.money, parts.get("rec_charge"), "rec_charge", None),
            rec_charge_period=period,
            standby=standby,
            ready_to_serve=ready_to_serve,
        )

    def _rules(self, node: yaml.Node, what: str) -> tuple[ChargeRule, ...]:
        """Return the rules as they are listed; every rule where one of them cannot be read."""
        lines: dict[ChargeRule, int] = {}
        is_whole = True
        for item in self.source.sequence(
            node, what, "Write each rule after a hyphen, or delete the key where there is none."
        ):
            rule = self.source.kept(self._rule, item, f"rule of {what}", None)
            if rule is None:
                is_whole = False
            elif rule in lines:
                self.source.fault(
                    line_of(item),
                    f"{rule} stands twice in {what}.",
                    f"It stands first in line {lines[rule]}, and nothing is charged twice by one rule.",
                    "Delete one of the two.",
                )
            else:
                lines[rule] = line_of(item)
        return tuple(lines) if is_whole else CHARGE_RULES

    def _rule(self, node: yaml.Node, _what: str) -> ChargeRule:
        return self.source.one_of(CHARGE_RULES, node, "rule of charges")

    def _figures(self, node: yaml.Node, what: str) -> tuple[AdoptedFigure, ...]:
        parts = self.source.parts(node, what, needed=(), allowed=FIGURES)
        found: list[AdoptedFigure] = []
        for name in FIGURES:
            if name in parts:
                found += self.source.kept(_Figures(self.source, name).read, parts[name], name, _NO_FIGURES)
        return tuple(found)

    def _refuse_unused(
        self, node: yaml.Node | None, rules: tuple[ChargeRule, ...], figures: tuple[AdoptedFigure, ...]
    ) -> None:
        """Keep a fault for each figure that no rule of the ordinance uses: it would change no charge."""
        if not isinstance(node, yaml.MappingNode):
            return
        lines = {key.value: line_of(key) for key, _ in node.value}
        for name in dict.fromkeys(each.name for each in figures if each.name != REC_CHARGE):
            users = [rule for rule, names in FIGURES_OF.items() if name in names] or CHARGE_RULES
            if not set(rules).intersection(users):
                whose = users[0] if len(users) == 1 else "any of them"
                self.source.fault(
                    lines[name],
                    f"No rule of charges uses {name}.",
                    f"It is a figure of {whose}, which charges.rules does not name.",
                    "Add the rule to charges.rules, or delete the figure.",
                )


@dataclass(frozen=True, slots=True)
class _Figures:
    """Reads the figures of one name through time."""

    source: OrdinanceYaml
    name: FigureName

    def read(self, node: yaml.Node, what: str) -> tuple[AdoptedFigure, ...]:
        """Return the figures oldest first; one without an end holds until the day before the next."""
        form = "Write each figure after a hyphen: from, value and source."
        found: list[AdoptedFigure] = []
        for item in self.source.sequence(node, f"figures of {what}", form):
            figure = None if any(open_places(item)) else self.source.kept(self._figure, item, what, None)
            if figure is not None and self._follows(found, figure, item):
                found.append(figure)
        return tuple(_ended(found))

    def _figure(self, node: yaml.Node, what: str) -> AdoptedFigure | None:
        source = self.source
        parts = source.parts(node, f"a figure of {what}", needed=("from", "value", "source"), allowed=("until",))
        since, until = (source.kept(source.day, parts.get(key), what, None) for key in ("from", "until"))
        value = source.kept(self._value, parts.get("value"), what, None)
        said = source.kept(source.text, parts.get("source"), f"source of {what}", None)
        if since is not None and until is not None and until < since:
            source.refuse(
                line_of(parts["until"]),
                f"A figure of {what} ends before it begins.",
                f"It holds from {since} until {until}.",
                "Mend one of the two dates.",
            )
        if since is None or value is None or said is None:
            return None
        return AdoptedFigure(self.name, value, since, until, said)

    def _value(self, node: yaml.Node, what: str) -> Fraction:
        value = (self.source.money if _DOLLARS in what else self.source.number)(node, what)
        if value == 0 and self.name in _DIVIDES:
            self.source.refuse(
                line_of(node), f"{what} cannot be 0.", "Something is divided by it.", "Write it as the body set it."
            )
        return value

    def _follows(self, before: list[AdoptedFigure], figure: AdoptedFigure, node: yaml.Node) -> bool:
        """Return whether a figure begins after those before it, and after their end; keep a fault where not."""
        if not before:
            return True
        last = before[-1]
        if figure.holds_from <= last.holds_from:
            self.source.fault(
                line_of(node),
                f"The days of {self.name} are not in order, each once.",
                f"{figure.holds_from} stands after {last.holds_from}.",
                "Order the figures oldest first, one for each day.",
            )
            return False
        if last.until is not None and figure.holds_from <= last.until:
            self.source.fault(
                line_of(node),
                f"Two figures of {self.name} overlap.",
                f"One holds until {last.until}, the next already from {figure.holds_from}.",
                "Let the earlier figure end the day before the later one begins.",
            )
            return False
        return True


def _ended(figures: list[AdoptedFigure]) -> Iterator[AdoptedFigure]:
    """Yield figures, each with the day on which the next one ends it at the latest."""
    for figure, later in pairwise(figures):
        yield figure if figure.until is not None else replace(figure, until=later.holds_from - _DAY)
    yield from figures[-1:]
