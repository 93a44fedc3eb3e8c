"""What does an ordinance file say: read strictly, every fault named with its file and line?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import get_args

import yaml

from gis.errors import LawFileInvalid, Place
from gis.law.ordinance_charges import READY_TO_SERVE, STANDBY, ChargesReader, charge_rules_of
from gis.law.ordinance_filling import to_fill_in
from gis.law.ordinance_naming import district_named
from gis.law.ordinance_stormwater import StormwaterReader, StormwaterSection, refuse_contradictions
from gis.law.ordinance_values import InForce, OwnValues
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.parameters import DatedParameter, Law
from gis.law.strict_yaml import line_of
from gis.model.ordinance import ConnectionRule, Ordinance, PlaceKind, SewerOwner
from gis.model.ordinance_check import FileFault
from gis.model.stormwater_policy import StormwaterPolicy

_ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")
_COUNTY = re.compile(r"\s+county$", re.IGNORECASE)
FOLLOWING: Mapping[ConnectionRule, tuple[str, ...]] = MappingProxyType(
    {
        "MUK-01": ("MUK-02",),
        "CKSD-01": ("CKSD-02", "CKSD-03"),
        "VLG-06": ("VLG-07", "VLG-08"),
        "WIS-281.45": (),
    }
)
"""Rules that judge what follows from each duty to connect: instalments, private systems, waivers."""
TESTS: Mapping[ConnectionRule, str] = MappingProxyType(
    {
        "MUK-01": "Land in use that shares a line with the street, alley or easement in which a public sewer runs, or "
        "lies in a block through which one extends.",
        "CKSD-01": "Land in use that abuts a street, alley or right-of-way in which a sewer of the district is, or may "
        "in future be, located; the duty begins with the district's notice.",
        "VLG-06": "Land adjacent to a local sewer, with a structure in use that a private sewage system serves; a "
        "sewer elsewhere in the block does not count.",
        "WIS-281.45": "Buildings used for human habitation on land adjacent to a sewer, or in a block through which "
        "the sewers extend, as in Wis. Stat. 281.45.",
    }
)
"""Whom each rule asks to connect."""
STORMWATER = ("MUK-10", "MUK-11", "MUK-12", "MUK-13", "MUK-14", "MUK-15")
"""Rules that judge runoff units, charge and membership of a stormwater utility."""
_Kinds = tuple[PlaceKind, ...]
_Texts = tuple[str, ...]
_Whose = tuple[_Kinds, str | None, _Texts, str | None]
"""Kinds, name, other names and county of the place whose land an ordinance governs."""
_NO_KINDS: _Kinds = ()
_NO_TEXTS: _Texts = ()
_UNKNOWN_PLACE: _Whose = ((), None, (), None)
_NO_VALUES: Mapping[str, DatedParameter] = MappingProxyType({})
_NO_OPERATORS: Mapping[str, SewerOwner] = MappingProxyType({})
_NO_SECTION = StormwaterSection(None, None, StormwaterPolicy())


@dataclass(frozen=True, slots=True)
class OrdinanceFile:
    """What one file says: the ordinance, and its own values of parameters that its rules use."""

    ordinance: Ordinance
    values: Mapping[str, DatedParameter]
    """By parameter; each holds on every day on which the ordinance is in force."""
    file: str
    line: int
    """Line of the days on which it is in force."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What was read of one file."""

    file: OrdinanceFile | None
    """Null where there is a fault."""
    faults: tuple[FileFault, ...]
    """Every one that can be told before another is mended, by line."""


def rules_of(ordinance: Ordinance) -> tuple[str, ...]:
    """Return the rules that judge land under an ordinance: the duty to connect, what follows, the charges.

    None of an ordinance without a duty to connect; see `every_rule_of`.

    Examples
    --------
    >>> rules_of(Ordinance("x", "X", "X", ("sanitary",), None, None, dt.date(2011, 8, 11), None, "CKSD-01"))
    ('CKSD-01', 'CKSD-02', 'CKSD-03')
    """
    rule, charges = ordinance.connection_rule, ordinance.charges
    if rule is None:
        return ()
    following = [rule, *FOLLOWING[rule]]
    if charges.standby:
        following.append(STANDBY)
    if charges.ready_to_serve:
        following.append(READY_TO_SERVE)
    return tuple(following)


def stormwater_rules_of(ordinance: Ordinance) -> tuple[str, ...]:
    """Return the rules that judge runoff units under an ordinance; none where it has no stormwater utility."""
    return () if ordinance.stormwater is None else STORMWATER


def every_rule_of(ordinance: Ordinance) -> tuple[str, ...]:
    """Return the rules that judge anything under an ordinance, each once: connection, stormwater, charges."""
    found = (*rules_of(ordinance), *stormwater_rules_of(ordinance), *charge_rules_of(ordinance))
    return tuple(dict.fromkeys(found))


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
        The file is no plain YAML, has an unknown or repeated key or lacks one, has neither a duty to connect nor a
        stormwater utility nor rules of charges, names a rule, kind, owner, period or figure outside the list, has dates
        out of order, tiers, weights or credits that cannot stand, or states a parameter that is unknown, that its rules
        do not use, in another unit, with an impossible value, or not for every day on which the ordinance is in force
        (a table by years, as of impact fees, may end). File and line are named, and the lines of other faults.
    """
    found = examined(content, file, law, uses)
    if found.file is None:
        first, *others = found.faults
        raise LawFileInvalid(
            what=first.what,
            where=f"file {file}, line {first.line}",
            why=first.why,
            next=first.next,
            places=tuple(Place(text=f"line {each.line}: {each.what}") for each in others),
        )
    return found.file


def examined(content: bytes | str, file: str, law: Law, uses: Mapping[str, Collection[str]]) -> Examined:
    """Read one ordinance file and tell every fault; see `read_ordinance`."""
    source = OrdinanceYaml(file)
    try:
        found = _Reader(source, law, uses).read(content)
    except LawFileInvalid:  # kept among the faults; of what is no plain YAML nothing else can be read
        found = None
    faults = tuple(sorted(source.faults, key=lambda each: each.line))
    return Examined(None if faults else found, faults)


@dataclass(frozen=True, slots=True)
class _Reader:
    source: OrdinanceYaml
    law: Law
    uses: Mapping[str, Collection[str]]

    def read(self, content: bytes | str) -> OrdinanceFile:
        """Return what the file says; where a part has a fault, something stands in its place, and nobody uses it."""
        source = self.source
        root = source.root(content)
        source.faults.extend(to_fill_in(root, self.law))
        needed = ("id", "title", "citation", "applies_in", "in_force")
        allowed = ("connection", "operators", "charges", "stormwater", "notes", "parameters")
        top = source.parts(root, "the file", needed=needed, allowed=allowed)
        kinds, name, other_names, county = source.kept(self._place, top.get("applies_in"), "applies_in", _UNKNOWN_PLACE)
        in_force = source.kept(self._in_force, top.get("in_force"), "in_force", None)
        since, until = in_force or (dt.date.min, None)
        section = source.kept(StormwaterReader(source).read, top.get("stormwater"), "stormwater", _NO_SECTION)
        ordinance = Ordinance(
            id=source.kept(self._id, top.get("id"), "id", ""),
            title=source.kept(source.text, top.get("title"), "title", ""),
            citation=source.kept(source.text, top.get("citation"), "citation", ""),
            place_kinds=kinds,
            place_name=name,
            county=county,
            holds_from=since,
            until=until,
            connection_rule=source.kept(self._rule, top.get("connection"), "connection", None),
            operators=source.kept(self._operators, top.get("operators"), "operators", _NO_OPERATORS),
            charges=ChargesReader(source, follows_duty="connection" in top).read(top.get("charges")),
            notes=source.kept(source.texts, top.get("notes"), "notes", _NO_TEXTS),
            other_names=other_names,
            utility_district=section.district,
            stormwater_rate=section.rate,
            stormwater=section.policy if "stormwater" in top else None,
        )
        self._refuse_aimless(root, top, ordinance)
        rules = every_rule_of(ordinance)
        if not rules or ("connection" in top and ordinance.connection_rule is None):
            rules = tuple(self.uses)  # the rule cannot be read, so that no parameter can be called unused
        used = {rule: self.uses.get(rule, ()) for rule in rules}
        own = OwnValues(source, self.law, used, in_force, ordinance.citation)
        values = source.kept(own.read, top.get("parameters"), "parameters", _NO_VALUES)
        refuse_contradictions(source, self.law, section.policy, values)
        return OrdinanceFile(ordinance, values, source.file, line_of(top.get("in_force", root)))

    def _refuse_aimless(self, root: yaml.Node, top: Mapping[str, yaml.Node], ordinance: Ordinance) -> None:
        if "connection" not in top and "stormwater" not in top and not charge_rules_of(ordinance):
            self.source.fault(
                line_of(root),
                "The file has neither connection, nor stormwater, nor rules of charges.",
                "It says of no land that anything is owed for it.",
                "Add connection with its rule, stormwater with its district, or charges with its rules.",
            )

    def _rule(self, node: yaml.Node, what: str) -> ConnectionRule | None:
        parts = self.source.parts(node, what, needed=("rule",))
        rules: Sequence[ConnectionRule] = get_args(ConnectionRule)
        return self.source.kept(
            lambda each, of: self.source.one_of(rules, each, of), parts.get("rule"), f"rule of {what}", None
        )

    def _id(self, node: yaml.Node, what: str) -> str:
        text = self.source.text(node, what)
        if not _ID.fullmatch(text):
            self.source.refuse(
                line_of(node),
                f"{text!r} is no id of an ordinance.",
                "An id is small letters and digits, with hyphens or points between them, so that a command can ask for "
                "it.",
                "Write it as village-of-elm.",
            )
        return text

    def _place(self, node: yaml.Node, what: str) -> _Whose:
        source, allowed = self.source, ("name", "other_names", "county")
        parts = source.parts(node, what, needed=("kind",), allowed=allowed)
        kinds = source.kept(self._kinds, parts.get("kind"), f"kind of {what}", _NO_KINDS)
        if "name" not in parts:
            for key in allowed[1:]:
                if key in parts:
                    source.fault(
                        line_of(parts[key]),
                        f"applies_in has {key} and no name.",
                        "Without a name the ordinance governs wherever somebody asks for it.",
                        "Add the name of the municipality or district, or delete the line.",
                    )
            return kinds, None, (), None
        if len(kinds) > 1:
            source.fault(
                line_of(parts["kind"]),
                "applies_in names one place and several kinds.",
                "A place is a town, a village, a city or a sanitary district, and one of them only.",
                "Write the one kind.",
            )
        name = source.kept(source.text, parts["name"], f"name of {what}", None)
        if len(kinds) == 1 and name is not None:
            self._refuse_unclassed(kinds[0], name, parts["name"])
        county = source.kept(source.text, parts.get("county"), f"county of {what}", None)
        others = source.kept(source.texts, parts.get("other_names"), "other_names", _NO_TEXTS)
        return kinds, name, others, None if county is None else _COUNTY.sub("", county)

    def _kinds(self, node: yaml.Node, what: str) -> _Kinds:
        nodes = node.value if isinstance(node, yaml.SequenceNode) and node.value else [node]
        kinds: Sequence[PlaceKind] = get_args(PlaceKind)
        return tuple(self.source.one_of(kinds, each, what) for each in nodes)

    def _refuse_unclassed(self, kind: PlaceKind, name: str, node: yaml.Node) -> None:
        district = None if kind == "sanitary" else district_named(name)
        if district is not None:
            self.source.fault(
                line_of(node),
                f"The name is of a {district} district, and the kind is {kind}.",
                f"No {kind} has such a name, so that the ordinance would govern no land.",
                "Write the kind sanitary for a town sanitary district; for another district, the municipality's name.",
            )
        elif kind != "sanitary" and not name.casefold().startswith(f"{kind} of "):
            self.source.fault(
                line_of(node),
                f"The name of a {kind} begins with {kind.title()} of.",
                "A town, a village and a city may bear one name, and their land is not the same.",
                f"Write it as {kind.title()} of Elm.",
            )

    def _in_force(self, node: yaml.Node, what: str) -> InForce | None:
        parts = self.source.parts(node, what, needed=("from",), allowed=("until",))
        since, until = (self.source.kept(self.source.day, parts.get(key), what, None) for key in ("from", "until"))
        if since is not None and until is not None and until < since:
            self.source.refuse(
                line_of(parts["until"]),
                "The ordinance ends before it begins.",
                f"It is in force from {since} until {until}.",
                "Mend one of the two dates.",
            )
        return None if since is None else (since, until)

    def _operators(self, node: yaml.Node, what: str) -> Mapping[str, SewerOwner]:
        owners: Sequence[SewerOwner] = get_args(SewerOwner)
        items = self.source.items(node, what)
        return MappingProxyType(
            {key.value: self.source.one_of(owners, each, f"owner of {key.value}") for key, each in items}
        )
