"""Which towns must approve that land joins a sanitary district whose ordinance follows CKSD's, and have they?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import shapely

from gis import __version__
from gis.errors import LawUnknown, OptionInvalid
from gis.facts.district_annexation import district_annexation_facts
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.sewers.areas.governing import governs
from gis.facts.sewers.areas.membership import Place
from gis.geometry.boundary import Boundary
from gis.law.ordinance_files import Ordinances
from gis.law.parameters import parameters_hash
from gis.layers.rows.names import name_key
from gis.model.annexation import DistrictAnnexation
from gis.model.ordinance import Ordinance
from gis.proposals.annexation import district_land
from gis.proposals.connections.following import judged
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile, closed
from gis.proposals.record import boundary_record, parcels_inside
from gis.proposals.stated import stated_facts
from gis.register.entries import Entry, Register
from gis.register.facts import register_facts
from gis.rules.registry import RULES
from gis.rules.words import all_listed

RULE = "CKSD-12"
_DUTY, _SANITARY = "CKSD-01", "sanitary"
_KINDS = ("municipalities", "counties", "parcels", "districts")
_DECIDED = {"annexation_approved": True, "annexation_refused": False}
_ABOUT = frozenset({*_DECIDED, "annexation_description_filed", "annexation_owner_municipal"})
_NEED_NOT_ADJOIN = "The ordinance does not ask that the land adjoin the district."


@dataclass(frozen=True, slots=True)
class Joining:
    """Land that asks to be annexed to a district."""

    land: Boundary
    """In the working frame, closed."""
    district: str
    """Name of the district in the layer of districts."""
    date: dt.date
    ordinances: Ordinances
    ordinance: str | None = None
    """Id of the district's ordinance; null takes the one that names the district."""
    register: Register | None = None
    proceeding: str | None = None
    """Name of the annexation in the register; null takes the only one that it tells of."""
    editions: Mapping[str, str] | None = None


def join(asked: Joining, on_file: LayersOnFile) -> DistrictAnnexation:
    """Judge whether all towns approved that land joins a district.

    Parameters
    ----------
    asked : Joining
        The land, the district, the day and what people established.
    on_file : LayersOnFile
        The folder of layers: municipalities and districts, and parcels where they are on file.

    Returns
    -------
    DistrictAnnexation
        The finding of CKSD-12, the parcels with land of it, and whether the land adjoins the district.

    Raises
    ------
    LawUnknown
        No ordinance on file that follows CKSD's is the district's.
    EditionMissing
        No district of that name is on file and in force on the day.
    OptionInvalid
        The register tells nothing of the annexation that is named.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. IX; Wis. Stat. 60.71(5)(a), 60.785.
    """
    ordinance = _ordinance(asked)
    held = on_file.layer_set(asked.land, asked.date, _KINDS, asked.editions)
    district, accuracy_ft = district_land(asked.district, held, asked.date)
    land = closed(asked.land)
    told, decisions, notes = _told(asked)
    gathered = district_annexation_facts(land, held, asked.date, _names(asked, ordinance, held), _by(decisions, held))
    facts = replace(gathered.facts, **stated_facts(RULE, {RULE: told}, "the register"))
    finding = judged(RULE, facts, asked.ordinances.parameters(ordinance, asked.date))
    finding = replace(finding, evidence=gathered.evidence, notes=(*finding.notes, *gathered.notes))
    parcels = survey(land, held).parcels
    return DistrictAnnexation(
        townline=__version__,
        date=asked.date,
        district=asked.district,
        ordinance=ordinance.id,
        ordinance_title=ordinance.title,
        land=boundary_record(asked.land, held.frame),
        finding=finding,
        adjoins=bool(shapely.distance(land, district) * held.frame.unit_ft <= float(accuracy_ft)),
        parcels=() if parcels is None else parcels_inside(parcels),
        rules={RULE: RULES[RULE].version},
        parameters_hash=parameters_hash(asked.ordinances.law_under(ordinance)),
        editions={kind: layer.edition for kind, layer in sorted(held.layers.items())},
        register_hash=None if asked.register is None else asked.register.hash,
        notes=(*held.notes, *later_notes(asked.register, asked.date), *notes, _NEED_NOT_ADJOIN),
    )


def _ordinance(asked: Joining) -> Ordinance:
    """Return the ordinance of the district, which says who approves."""
    held, place = asked.ordinances, Place(asked.district, _SANITARY, None)
    known = held.in_force(asked.date) if asked.ordinance is None else (held.get(asked.ordinance, asked.date),)
    fitting = [each for each in known if each.connection_rule == _DUTY and governs(each, place)]
    if len(fitting) == 1:
        return fitting[0]
    raise LawUnknown(
        what="No ordinance on file says which towns must approve that land is annexed to that district.",
        where="the options --to-district and --ordinance",
        why=f"{len(fitting)} ordinances in force that follow CKSD's (rule {_DUTY}) are the district's.",
        next="Name the district as its ordinance names it, or give the ordinance with --ordinance ID or FILE.yaml.",
    )


def _names(asked: Joining, ordinance: Ordinance, held: LayerSet) -> frozenset[str]:
    """Return the names in the layer under which the district is drawn: the one asked for, and others it is known by."""
    if ordinance.place_name is None:
        return frozenset({asked.district})
    named = {str(name) for name in held.layers["districts"].column("name") if name is not None}
    return frozenset(name for name in named if governs(ordinance, Place(name, _SANITARY, None)))


def _told(asked: Joining) -> tuple[dict[str, object], dict[str, bool | None], tuple[str, ...]]:
    """Return what the register says: facts of the rule, what each town decided, and what could not be used."""
    if asked.register is None:
        return {}, {}, ("No register was given; what the town boards decided is not known.",)
    entries = [each for each in asked.register.standing(asked.date) if each.kind in _ABOUT]
    known = sorted({each.subject for each in entries})
    if asked.proceeding is not None and asked.proceeding not in known:
        raise OptionInvalid(
            what="The register tells of no annexation of that name.",
            where="the option --proceeding",
            why=f"It tells of {all_listed(known)}." if known else "It has no entry about an annexation to a district.",
            next="Correct the name, or enter what the town boards decided.",
        )
    if asked.proceeding is None and len(known) > 1:
        return {}, {}, (f"The register tells of {len(known)} annexations, and none is named: nothing of them counts.",)
    if not known:
        return {}, {}, ("The register has no entry about an annexation to a district.",)
    name = asked.proceeding or known[0]
    facts = register_facts(asked.register, date=asked.date, proceeding=name).get(RULE, {})
    return facts, dict(_decisions([each for each in entries if each.subject == name])), ()


def _decisions(entries: list[Entry]) -> Iterator[tuple[str, bool | None]]:
    """Yield what each town decided; one that approved and refused has done neither for certain."""
    for town in sorted({each.value for each in entries if each.kind in _DECIDED}):
        said = {_DECIDED[each.kind] for each in entries if each.value == town and each.kind in _DECIDED}
        yield town, said.pop() if len(said) == 1 else None


def _by(decisions: Mapping[str, bool | None], held: LayerSet) -> dict[str, bool]:
    """Return what was decided by the names that the layer has of the towns."""
    told = {name_key(name): decided for name, decided in decisions.items()}
    names = {str(name) for name in held.layers["municipalities"].column("name") if name is not None}
    found = ((name, told.get(name_key(name))) for name in sorted(names))
    return {name: decided for name, decided in found if decided is not None}
