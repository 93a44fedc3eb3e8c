"""What does an ordinance file say: read strictly, every fault named with its file and line?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar, get_args

import yaml

from gis.calendar.years import YEARS_READ, is_sensible
from gis.law.loader import LawFile
from gis.law.parameters import DatedParameter, DatedValue, Law, Unit
from gis.law.strict_yaml import StrictYaml, line_of
from gis.model.ordinance import ConnectionRule, Ordinance, OrdinanceCharges, Period, PlaceKind, SewerOwner

_ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
_MONEY = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?")
_COUNTY = re.compile(r"\s+county$", re.IGNORECASE)
_DAY = dt.timedelta(days=1)
_FOLLOWING: Mapping[ConnectionRule, tuple[str, ...]] = MappingProxyType(
    {
        "MUK-01": ("MUK-02",),
        "CKSD-01": ("CKSD-02", "CKSD-03"),
        "VLG-06": ("VLG-07", "VLG-08"),
        "WIS-281.45": (),
    }
)
"""Rules that judge what follows from each duty to connect: instalments, private systems, waivers."""
_STANDBY, _READY_TO_SERVE = "MUK-03", "MUK-04"
_MOST: Mapping[Unit, int] = MappingProxyType(
    {Unit.DAYS: 36_525, Unit.MONTHS: 1_200, Unit.YEARS: 100, Unit.PERCENT: 1_000, Unit.RATIO: 10, Unit.COUNT: 1_000}
)
"""More than these, such as a time to connect of over a century, no ordinance can mean."""
_PORTION = "_portion"
"""How the names of parameters end that are a part of a whole."""

S = TypeVar("S", bound=str)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OrdinanceFile:
    """What one file says: the ordinance, and its own values of parameters that its rules use."""

    ordinance: Ordinance
    values: Mapping[str, DatedParameter]
    """By parameter; each holds on every day on which the ordinance is in force."""
    file: str


def rules_of(ordinance: Ordinance) -> tuple[str, ...]:
    """Return the rules that judge land under an ordinance: the duty to connect, what follows, the charges.

    Examples
    --------
    >>> rules_of(Ordinance("x", "X", "X", ("sanitary",), None, None, dt.date(2011, 8, 11), None, "CKSD-01"))
    ('CKSD-01', 'CKSD-02', 'CKSD-03')
    """
    rule, charges = ordinance.connection_rule, ordinance.charges
    following = [rule, *_FOLLOWING[rule]]
    if charges.standby:
        following.append(_STANDBY)
    if charges.ready_to_serve:
        following.append(_READY_TO_SERVE)
    return tuple(following)


def read_ordinance(content: bytes | str, file: str, law: Law, uses: Mapping[str, Collection[str]]) -> OrdinanceFile:
    """Read one ordinance file strictly.

    Parameters
    ----------
    content : bytes or str
        UTF-8, plain YAML.
    file : str
        Its name, for errors.
    law : Law
        The values of the law, whose names and units the ordinance's own must have.
    uses : mapping
        Rule id: names of the parameters that the rule uses.

    Returns
    -------
    OrdinanceFile
        Amounts and numbers exact as written.

    Raises
    ------
    LawFileInvalid
        The file is no plain YAML, has an unknown or repeated key or lacks one, names a rule, kind, owner or period
        outside the list, has dates out of order, or states a parameter that is unknown, that its rules do not use, in
        another unit, with an impossible value, or not for every day on which the ordinance is in force. File and line
        are named.
    """
    return _Reader(StrictYaml(file), law, uses).read(content)


@dataclass(frozen=True, slots=True)
class _Reader:
    source: StrictYaml
    law: Law
    uses: Mapping[str, Collection[str]]

    def read(self, content: bytes | str) -> OrdinanceFile:
        needed = ("id", "title", "citation", "applies_in", "in_force", "connection")
        allowed = ("operators", "charges", "notes", "parameters")
        top = self.source.mapping(self.source.root(content), "the file", needed=needed, allowed=allowed)
        kinds, name, other_names, county = self._place(top["applies_in"])
        since, until = self._in_force(top["in_force"])
        connection = self.source.mapping(top["connection"], "connection", needed=("rule",))
        ordinance = Ordinance(
            id=self._id(top["id"]),
            title=self.source.text(top["title"], "title"),
            citation=self.source.text(top["citation"], "citation"),
            place_kinds=kinds,
            place_name=name,
            county=county,
            holds_from=since,
            until=until,
            connection_rule=self._one_of(get_args(ConnectionRule), connection["rule"], "rule of connection"),
            operators=self._operators(top.get("operators")),
            charges=self._charges(top.get("charges")),
            notes=self._texts(top.get("notes"), "notes"),
            other_names=other_names,
        )
        return OrdinanceFile(ordinance, self._values(top.get("parameters"), ordinance), self.source.file)

    def _id(self, node: yaml.Node) -> str:
        text = self.source.text(node, "id")
        if not _ID.fullmatch(text):
            self.source.refuse(
                line_of(node),
                f"{text!r} is no id of an ordinance.",
                "An id is small letters and digits, with hyphens or points between them, so that a command can ask for "
                "it.",
                "Write it as village-of-elm.",
            )
        return text

    def _place(self, node: yaml.Node) -> tuple[tuple[PlaceKind, ...], str | None, tuple[str, ...], str | None]:
        """Return kinds, name, other names and county of the place whose land the ordinance governs."""
        allowed = ("name", "other_names", "county")
        parts = self.source.mapping(node, "applies_in", needed=("kind",), allowed=allowed)
        written = parts["kind"]
        nodes = written.value if isinstance(written, yaml.SequenceNode) and written.value else [written]
        kinds = tuple(self._one_of(get_args(PlaceKind), each, "kind of applies_in") for each in nodes)
        if "name" not in parts:
            for key in allowed[1:]:
                if key in parts:
                    self.source.refuse(
                        line_of(parts[key]),
                        f"applies_in has {key} and no name.",
                        "Without a name the ordinance governs wherever somebody asks for it.",
                        "Add the name of the municipality or district, or delete the line.",
                    )
            return kinds, None, (), None
        name = self.source.text(parts["name"], "name of applies_in")
        if len(kinds) != 1:
            self.source.refuse(
                line_of(written),
                "applies_in names one place and several kinds.",
                "A place is a town, a village, a city or a sanitary district, and one of them only.",
                "Write the one kind.",
            )
        (kind,) = kinds
        if kind != "sanitary" and not name.casefold().startswith(f"{kind} of "):
            self.source.refuse(
                line_of(parts["name"]),
                f"The name of a {kind} begins with {kind.title()} of.",
                "A town, a village and a city may bear one name, and their land is not the same.",
                f"Write it as {kind.title()} of Elm.",
            )
        county = self.source.text(parts["county"], "county of applies_in") if "county" in parts else None
        return (
            kinds,
            name,
            self._texts(parts.get("other_names"), "other_names"),
            None if county is None else _COUNTY.sub("", county),
        )

    def _in_force(self, node: yaml.Node) -> tuple[dt.date, dt.date | None]:
        parts = self.source.mapping(node, "in_force", needed=("from",), allowed=("until",))
        days = {key: self.source.date(each, "in_force") for key, each in parts.items()}
        for key, day in days.items():
            if not is_sensible(day):
                why = f"{YEARS_READ[:1].upper()}{YEARS_READ[1:]}."
                self.source.refuse(line_of(parts[key]), f"in_force has the year {day.year}.", why, "Mend the year.")
        since, until = days["from"], days.get("until")
        if until is not None and until < since:
            self.source.refuse(
                line_of(parts["until"]),
                "The ordinance ends before it begins.",
                f"It is in force from {since} until {until}.",
                "Mend one of the two dates.",
            )
        return since, until

    def _operators(self, node: yaml.Node | None) -> Mapping[str, SewerOwner]:
        items = [] if node is None else self.source.items(node, "operators")
        owners: Sequence[SewerOwner] = get_args(SewerOwner)
        return MappingProxyType({key.value: self._one_of(owners, each, f"owner of {key.value}") for key, each in items})

    def _charges(self, node: yaml.Node | None) -> OrdinanceCharges:
        if node is None:
            return OrdinanceCharges()
        allowed = ("rec_charge", "rec_charge_period", "standby", "ready_to_serve")
        parts = self.source.mapping(node, "charges", needed=(), allowed=allowed)
        if ("rec_charge" in parts) != ("rec_charge_period" in parts):
            self.source.refuse(
                line_of(node),
                "rec_charge and rec_charge_period stand together.",
                "An amount says nothing without the period for which it is charged.",
                "Add the other line, or delete both.",
            )
        periods: Sequence[Period] = get_args(Period)
        period = _given(parts, "rec_charge_period", lambda each, what: self._one_of(periods, each, what))
        ready_to_serve = _given(parts, "ready_to_serve", self._yes_no) or False
        if ready_to_serve and period == "monthly":
            self.source.refuse(
                line_of(parts["rec_charge_period"]),
                "The ready-to-serve charge cannot be reckoned from a monthly charge.",
                f"{_READY_TO_SERVE} knows quarterly and annual charges, as the ordinance that it follows does.",
                "State the charge of a quarter or a year.",
            )
        return OrdinanceCharges(
            rec_charge=_given(parts, "rec_charge", self._money),
            rec_charge_period=period,
            standby=_given(parts, "standby", self._yes_no) or False,
            ready_to_serve=ready_to_serve,
        )

    def _money(self, node: yaml.Node, what: str) -> Fraction:
        plain = isinstance(node, yaml.ScalarNode) and node.style is None
        if not plain or not _MONEY.fullmatch(node.value):
            self.source.refuse(
                line_of(node),
                f"{what} is no amount of dollars.",
                "An amount is written with digits and at most two places, without quotes, sign or commas.",
                "Write it as 45 or 45.50.",
            )
        return Fraction(Decimal(node.value))

    def _yes_no(self, node: yaml.Node, what: str) -> bool:
        text = node.value if isinstance(node, yaml.ScalarNode) and node.style is None else ""
        if text not in {"yes", "no"}:
            self.source.refuse(
                line_of(node), f"{what} is neither yes nor no.", "Something else stands there.", "Write yes or no."
            )
        return bool(text == "yes")

    def _texts(self, node: yaml.Node | None, what: str) -> tuple[str, ...]:
        if node is None:
            return ()
        items = self.source.sequence(node, f"items of {what}", "Write each item after a hyphen.")
        return tuple(self.source.text(item, what) for item in items)

    def _one_of(self, choices: Sequence[S], node: yaml.Node, what: str) -> S:
        text = self.source.text(node, what)
        found = next((choice for choice in choices if choice == text), None)
        if found is None:
            self.source.refuse(
                line_of(node),
                f"{text!r} is no {what}.",
                f"It comes from a closed list: {', '.join(choices)}.",
                "Take one of the list.",
            )
        return found

    def _values(self, node: yaml.Node | None, ordinance: Ordinance) -> Mapping[str, DatedParameter]:
        items = [] if node is None else self.source.items(node, "parameters")
        return MappingProxyType({key.value: self._value(key, each, ordinance) for key, each in items})

    def _value(self, key: yaml.ScalarNode, node: yaml.Node, ordinance: Ordinance) -> DatedParameter:
        of_law = self.law.entries.get(key.value)
        if of_law is None:
            near = get_close_matches(key.value, self.law.entries)
            self.source.refuse(
                line_of(key),
                f"The law on file has no parameter {key.value}.",
                f"Near it are {', '.join(near)}." if near else "No name of a parameter is near it.",
                "Correct the name; `townline law` lists them.",
            )
        rules = rules_of(ordinance)
        used = sorted({name for rule in rules for name in self.uses.get(rule, ())})
        if key.value not in used:
            self.source.refuse(
                line_of(key),
                f"No rule of this ordinance uses {key.value}.",
                f"Its rules {', '.join(rules)} use {', '.join(used) or 'none'}.",
                "Delete the parameter, or name the rule that uses it.",
            )
        found = LawFile(self.source).parameter(key, node, ordinance.citation, of_law.says)
        if found.unit != of_law.unit:
            self.source.refuse(
                found.line,
                f"{found.name} is in {found.unit} here and in {of_law.unit} in the law.",
                "The rule that uses it reckons in the law's unit.",
                f"State it in {of_law.unit}.",
            )
        self._refuse_impossible(found)
        self._refuse_gap(found, ordinance)
        return found

    def _refuse_impossible(self, found: DatedParameter) -> None:
        most = 1 if found.name.endswith(_PORTION) else _MOST.get(found.unit)
        for each in found.values:
            if most is not None and isinstance(each.value, Fraction) and each.value > most:
                self.source.refuse(
                    found.line,
                    f"{found.name} cannot be {float(each.value):g} {found.unit}.",
                    f"More than {most:,} {found.unit} no ordinance means.",
                    "Mend the value.",
                )

    def _refuse_gap(self, found: DatedParameter, ordinance: Ordinance) -> None:
        """Refuse values that leave a day on which the ordinance is in force and no value holds."""
        open_day: dt.date | None = ordinance.holds_from
        for each, later in zip(found.values, [*found.values[1:], None], strict=True):
            if open_day is not None and each.holds_from <= open_day:
                ended = _day_after(each, later)
                open_day = None if ended is None else max(ended, ordinance.holds_from)
        if open_day is not None and open_day <= (ordinance.until or dt.date.max):
            self.source.refuse(
                found.line,
                f"No value of {found.name} holds on {open_day}.",
                f"The ordinance is in force from {ordinance.holds_from}"
                f"{'' if ordinance.until is None else f' until {ordinance.until}'}, and its own values leave that day "
                "out.",
                "Add the value that held on that day, or mend the dates.",
            )


def _given(parts: Mapping[str, yaml.Node], key: str, read: Callable[[yaml.Node, str], T]) -> T | None:
    return read(parts[key], key) if key in parts else None


def _day_after(value: DatedValue, later: DatedValue | None) -> dt.date | None:
    """Return the first day on which a value does not hold; null where it goes on."""
    if value.until is not None:
        return value.until + _DAY
    return None if later is None else later.holds_from
