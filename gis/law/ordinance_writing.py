"""How does the file of another municipality's ordinance begin: every number that the rules know, ready to be edited?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import yaml

from gis.errors import OptionInvalid
from gis.law.loader import load_law
from gis.law.ordinance_charges import (
    CHARGE_RULES,
    FIGURES,
    FIGURES_OF,
    READY_TO_SERVE,
    REC_CHARGE,
    STANDBY,
    usual_charge_rules,
)
from gis.law.ordinance_files import uses_by_rule
from gis.law.ordinance_filling import FILL_IN, value_said
from gis.law.ordinance_naming import id_of, kind_of, place_named
from gis.law.ordinance_reading import FOLLOWING, STORMWATER, TESTS
from gis.law.ordinance_values import is_table
from gis.law.parameters import CHOICES, DatedParameter, Unit
from gis.model.ordinance import ChargeRule, ConnectionRule, PlaceKind

_WIDTH, _STEP = 100, "  "
_DEFAULT: ConnectionRule = "MUK-01"
_DEFAULT_OF_DISTRICTS: ConnectionRule = "CKSD-01"
_COMMON = ""
"""Stands for no rule in particular."""
_STORMWATER = """\
# Delete this section, and the parameters of {rules}, where there is no stormwater utility.
stormwater:
  # Name of the utility district, as the text or the layer of districts has it.
  district: {fill_in}
  # Dollars for one runoff unit and one bill, such as 21.50; null while no resolution adopts one.
  rate: null
  # What follows is stated only where the ordinance sets it: take the # away and write what it says.
  # What a class of surface counts for, from 0 (not at all) to 1 (whole), null where it is left open:
  # weights:
  #   gravel:
  #     weight: 0.5
  #     source: the section that says so
  # What a class of a land-cover raster counts for, by its number (without it those count that were said to be
  # impervious when the raster was imported):
  # raster_weights:
  #   - class: 24
  #     weight: 0.9
  #     source: the section that says so
  # Units by tiers of impervious square feet, in place of the formula; the last tier has no end:
  # tiers:
  #   - up_to_sqft: 2500
  #     units: 1
  #   - units: 2
  # Units of developed single-family lots by tiers; delete eru_single_family_units then:
  # single_family_tiers:
  #   - up_to_sqft: 2000
  #     units: 0.75
  #   - units: 1.25
  # Units of each dwelling of a duplex or multifamily building:
  # duplex_units_per_dwelling: 0.75
  # multifamily_units_per_dwelling: 0.5
  # How parcels on one ground share its units, as those of a condominium do; null where the text does not say:
  # shared_ground: equal_parts
  # Credits, in the order in which they are applied; a person states that the conditions hold:
  # credits:
  #   - name: detention pond
  #     portion_off: 0.25
  #     conditions:
  #       - The pond was inspected this year.
  #     source: the section that says so
  # What credits take off (charge or units), each as a part of what (of_what_is_left or
  # of_the_whole), and what all of them take off at most, from 0 to 1:
  # credits_on: charge
  # credit_order: of_what_is_left
  # credits_at_most_portion: 0.5
"""
_FIGURE = """\
  {name}:
    - from: 2026-01-01
      until: 2026-12-31
      value: 100
      source: the budget, schedule or resolution that set it"""
_TABLE = "A table by days: write each value with its first day, and the last with its last day in until."


@dataclass(frozen=True, slots=True)
class NewOrdinance:
    """A file that is ready to be edited."""

    id: str
    text: str
    """YAML; what a person has to write is `gis.law.ordinance_filling.FILL_IN`."""


def new_ordinance(  # noqa: PLR0913 - what a new file is begun with
    name: str,
    kind: PlaceKind | None = None,
    rule: ConnectionRule | Literal["none"] | None = None,
    since: dt.date | None = None,
    *,
    charges: bool = True,
    stormwater: bool = True,
) -> NewOrdinance:
    """Return the file of an ordinance with every number and reading that the rules of ordinances know.

    Parameters
    ----------
    name
        Of the municipality or sanitary district, with or without its class in front.
    kind
        Null takes the class in front of the name, else a village.
    rule
        Whose test of the duty to connect the ordinance makes; "none" where it is about stormwater only, null takes
        CKSD-01 for a sanitary district and MUK-01 for other places. The numbers of the other rules stand there as
        comments.
    since
        First day on which the ordinance is in force; null leaves it to be filled in.
    charges, stormwater
        Whether the ordinance charges by rules of its own, and whether it has a stormwater utility; without, section and
        numbers are left out of the file, and can be written later.

    Returns
    -------
    NewOrdinance
        Each number with what it says, its unit, and the value and citation of the law on file as a comment.

    Raises
    ------
    OptionInvalid
        The name is empty, too long, has signs that cannot be printed, or is of another kind of place.

    Examples
    --------
    >>> new = new_ordinance("Town of Oak")
    >>> new.id, 'name: "Town of Oak"' in new.text, "mukwonago_connect_months:" in new.text
    ('town-of-oak', True, True)
    """
    kind = kind or kind_of(name.strip())
    place = place_named(name, kind)
    default = _DEFAULT_OF_DISTRICTS if kind == "sanitary" else _DEFAULT
    duty = None if rule == "none" else rule or default
    day = FILL_IN if since is None else since.isoformat()
    ordinance_id = id_of(place)
    if duty is None and not stormwater:
        raise OptionInvalid(
            what="Nothing is left for the file to say.",
            where="the options --rule and --no-stormwater",
            why="Without a duty to connect and without a stormwater utility it says of no land that anything is owed.",
            next="Leave one of the two options out.",
        )
    begun = _Begun(place, ordinance_id, kind, duty, day, charges=charges, stormwater=stormwater)
    return NewOrdinance(ordinance_id, "\n".join(_lines(begun)) + "\n")


@dataclass(frozen=True, slots=True)
class _Begun:
    """What is known of the new file."""

    place: str
    id: str
    kind: PlaceKind
    rule: ConnectionRule | None
    since: str
    charges: bool
    stormwater: bool

    @property
    def active(self) -> Sequence[str]:
        """Rules whose numbers stand in the file to be filled in."""
        stormwater = STORMWATER if self.stormwater else ()
        if self.rule is None:
            return stormwater
        unconnected = (self.rule, *FOLLOWING[self.rule], STANDBY, READY_TO_SERVE)
        return (*unconnected, *stormwater, *(usual_charge_rules(self.kind, self.rule) if self.charges else ()))

    @property
    def left_out(self) -> Sequence[str]:
        """Rules of which nothing is written, since the place makes no use of their whole section."""
        return (*(() if self.stormwater else STORMWATER), *(() if self.charges else CHARGE_RULES))


def _lines(begun: _Begun) -> Iterator[str]:
    place, kind, rule, since = begun.place, begun.kind, begun.rule, begun.since
    yield from _comment(
        f"Ordinance of the {place}." if kind != "sanitary" else f"Ordinance of {place}.",
        f"Write what the ordinance says in place of each {FILL_IN}. Delete a parameter that it does not state: the "
        "value of the law on file then holds; but nobody is charged another municipality's dollars, percents or units "
        "of a charge, and what rests on one that is deleted stays open. `townline ordinance check` tells what is "
        "missing or impossible, and what the file says.",
    )
    yield f"id: {_quoted(begun.id)}"
    yield f"title: {_quoted(f'{place}, ordinance')}"
    yield from _comment("What findings cite, such as Code of the Village of Elm 9-2.")
    yield f"citation: {FILL_IN}"
    yield "applies_in:"
    yield f"  kind: {kind}"
    yield f"  name: {_quoted(place)}"
    yield from _comment("The county tells towns of one name apart:", "county: Jefferson", depth=1)
    yield "in_force:"
    yield f"  from: {since}"
    yield from _comment("Last day, where another text has followed:", "until: 2029-12-31", depth=1)
    yield from _connection(rule)
    yield from _charges(kind, rule, by_rules=begun.charges)
    if begun.stormwater:
        yield from _STORMWATER.format(fill_in=FILL_IN, rules=f"{STORMWATER[0]} to {STORMWATER[-1]}").splitlines()
    yield from _comment("What every answer under the ordinance must say:", "notes:", "  - A sentence.")
    yield "parameters:"
    rest = _parameters_by_rule(begun.active)
    for each in begun.left_out:
        rest.pop(each, None)
    for each in begun.active:
        yield from _of_rule(each, rest.pop(each), since)
    yield from _comment(
        "What follows is stated by few ordinances, or only under another rule. To state it, take the first # and the "
        "space after it away from the lines of a parameter.",
        depth=1,
    )
    for each, names in rest.items():
        yield from (f"{_STEP}# {line.removeprefix(_STEP)}" for line in _of_rule(each, names, since))


def _connection(rule: ConnectionRule | None) -> Iterator[str]:
    tests = (f"{name}: {test}" for name, test in TESTS.items())
    if rule is None:
        yield from _comment("An ordinance that asks owners to connect to a sewer names whose test it makes:", *tests)
        yield from _comment("connection:", "  rule: MUK-01")
        return
    yield from _comment("Whose test of the duty to connect the ordinance makes:", *tests)
    yield "connection:"
    yield f"  rule: {rule}"
    yield from _comment(
        "Whose sewers they are (local, regional or district), by the operator's name in the layer of sewers:",
        "operators:",
        "  Elm Sewer Utility: local",
    )


def _charges(kind: PlaceKind, rule: ConnectionRule | None, *, by_rules: bool) -> Iterator[str]:
    rules = usual_charge_rules(kind, rule)
    if rule is None and not by_rules:
        return
    if rule is None:
        yield from _comment("An ordinance that charges on connection, on development or by bill names the rules:")
        yield from (f"# {line}" for line in ("charges:", *_rules_and_figures(rules)))
        return
    yield from _comment("What land is charged that is served and not connected, yes or no:")
    yield "charges:"
    yield f"  standby: {FILL_IN}"
    yield f"  ready_to_serve: {FILL_IN}"
    yield from _comment(
        "Residential equivalency charge, dollars, and its period (monthly, quarterly or annual):",
        "rec_charge: 45.50",
        "rec_charge_period: quarterly",
        "Where the charge changes, leave rec_charge out, and state among the figures, with its period above:",
        depth=1,
    )
    yield from (f"{_STEP}# {line}" for line in _FIGURE.format(name=REC_CHARGE).splitlines())
    if not by_rules:
        return
    yield from _comment(
        "By which rules it charges on connection, on development and by bill; delete those of charges that it does not "
        "make, and their parameters:",
        depth=1,
    )
    yield from _rules_and_figures(rules)


def _rules_and_figures(rules: Sequence[ChargeRule]) -> Iterator[str]:
    yield f"{_STEP}rules:"
    yield from (f"{_STEP * 2}- {each}" for each in rules)
    yield from _comment(
        "Figures that a budget, schedule or resolution sets, each with the days for which it was set (the last day may "
        "be left out). A day for which none is stated has no figure, and what rests on it stays open; 0 says that "
        "there is none, as where a permit has no fee:",
        "figures:",
        depth=1,
    )
    of_one_rule = {name for names in FIGURES_OF.values() for name in names}
    for name in FIGURES:
        if name == REC_CHARGE:
            continue  # it comes with its period, above
        if name not in of_one_rule or any(name in FIGURES_OF.get(each, ()) for each in rules):
            yield from (f"{_STEP}# {line}" for line in _FIGURE.format(name=name).splitlines())


def _parameters_by_rule(active: Sequence[str]) -> dict[str, list[str]]:
    """Return the parameters of each rule of ordinances, each once, under the first of the active rules that uses it.

    Last are those that statutes and conventions set.
    """
    uses = uses_by_rule()
    connection = [rule for first, following in FOLLOWING.items() for rule in (first, *following)]
    rules = dict.fromkeys([*active, *connection, STANDBY, READY_TO_SERVE, *STORMWATER, *CHARGE_RULES])
    shared = {name for rule, names in uses.items() if rule not in rules for name in names}
    found: dict[str, list[str]] = {}
    written: set[str] = set()
    for rule in rules:
        found[rule] = [name for name in uses[rule] if name not in written | shared]
        written.update(found[rule])
    common = dict.fromkeys(name for rule in rules for name in uses[rule] if name in shared)
    return {**found, _COMMON: [*common]}


def _of_rule(rule: str, names: Sequence[str], since: str) -> Iterator[str]:
    if names:
        told = "Set by a statute or convention for all ordinances." if rule == _COMMON else ""
        yield from _comment(told or f"{rule}; `townline law {rule}` tells how it is read.", depth=1)
    for name in names:
        yield from _parameter(load_law().entries[name], since)


def _parameter(entry: DatedParameter, since: str) -> Iterator[str]:
    last = entry.values[-1]
    said = f"The law on file: {value_said(last.value, entry.unit)} ({last.citation}). {last.note}".rstrip()
    one_of = [f"One of {', '.join(sorted(CHOICES[entry.name]))}."] if entry.unit is Unit.CHOICE else []
    yield from _comment(entry.says, said, *one_of, *([_TABLE] if is_table(entry) else []), depth=1)
    yield f"{_STEP}{entry.name}:"
    yield f"{_STEP * 2}unit: {entry.unit}"
    yield f"{_STEP * 2}values:"
    yield f"{_STEP * 3}- from: {since}"
    yield f"{_STEP * 4}value: {FILL_IN}"
    yield f"{_STEP * 4}citation: {FILL_IN}"


def _comment(*paragraphs: str, depth: int = 0) -> Iterator[str]:
    sign = f"{_STEP * depth}# "
    for paragraph in paragraphs:
        yield from textwrap.wrap(
            paragraph,
            _WIDTH,
            initial_indent=sign,
            subsequent_indent=sign,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _quoted(text: str) -> str:
    """Return words as one quoted YAML scalar, whatever signs they have."""
    written: str = yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**6)
    return written.rstrip("\n")
