"""Which ordinances are on file, which version of one is in force on a day, and which law holds under it?"""

from __future__ import annotations

import datetime as dt
import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from gis.errors import LawFileInvalid, LawUnknown, OrdinanceNotInForce
from gis.law.explanations import load_explanations
from gis.law.loader import load_law
from gis.law.ordinance_charges import charge_rules_of
from gis.law.ordinance_inheriting import STATUTES, rates, source_of, withheld
from gis.law.ordinance_reading import Examined, OrdinanceFile, every_rule_of, examined, read_ordinance
from gis.law.parameters import Law, Parameters
from gis.model.ordinance import Ordinance
from gis.model.ordinance_check import FileFault, OrdinanceLine, OrdinanceList

_SUFFIXES = frozenset({".yaml", ".yml"})


@dataclass(frozen=True, slots=True)
class Ordinances:
    """The ordinances on file, by id, and the law that they build on."""

    versions: Mapping[str, tuple[OrdinanceFile, ...]]
    """Of each id the versions through time, oldest first; one without an end is in force until the next begins."""
    law: Law

    def get(self, ordinance_id: str, date: dt.date) -> Ordinance:
        """Return the version of an ordinance that is in force on a day.

        Raises
        ------
        LawUnknown
            No ordinance on file has that id.
        OrdinanceNotInForce
            No version of it is in force on the day.

        Examples
        --------
        >>> load_ordinances().get("cksd", dt.date(2026, 6, 15)).connection_rule
        'CKSD-01'
        """
        versions = self.versions.get(ordinance_id)
        if versions is None:
            near = get_close_matches(ordinance_id, self.versions)
            raise LawUnknown(
                what="No ordinance on file has that id.",
                where="the ordinances on file",
                why=f"There {'is' if len(self.versions) == 1 else 'are'} {', '.join(self.versions)}.",
                next=f"Ask for {' or '.join(near)}." if near else "Ask for one of them, or name an ordinance file.",
            )
        found = _in_force(versions, date)
        if found is None:
            raise OrdinanceNotInForce(
                what=f"The ordinance {ordinance_id} was not in force on {date.isoformat()}.",
                where=", ".join(dict.fromkeys(f"file {each.file}" for each in versions)),
                why=f"On file it is in force {' and '.join(_days(each.ordinance) for each in versions)}.",
                next="Ask about a day on which it is in force, or add a file with the text of that day.",
            )
        return found.ordinance

    def in_force(self, date: dt.date) -> tuple[Ordinance, ...]:
        """Return the ordinances in force on a day, one version of each, by id.

        Examples
        --------
        >>> [each.id for each in load_ordinances().in_force(dt.date(2011, 8, 10))]
        ['mukwonago', 'village-connections', 'wis-stat-281.45']
        """
        found = (_in_force(versions, date) for _, versions in sorted(self.versions.items()))
        return tuple(each.ordinance for each in found if each is not None)

    def law_under(self, ordinance: Ordinance) -> Law:
        """Return the law overlaid with an ordinance's own values; its hash tells them apart from the law's.

        Money and rates of another municipality's text have no value under it (`gis.law.ordinance_inheriting`).
        """
        versions = self.versions[ordinance.id]
        file = next(each for each in versions if each.ordinance == ordinance)
        sources = {source_of(each.ordinance.citation) for each in versions}
        names = rates(self.law, every_rule_of(ordinance))
        open_ones = {each.name: each for each in withheld(self.law, names, file.values, sources, file.file)}
        return Law(MappingProxyType(dict(sorted({**self.law.entries, **open_ones, **file.values}.items()))))

    def parameters(self, ordinance: Ordinance, date: dt.date) -> Parameters:
        """Return the values that hold on a day under an ordinance: its own, and the law's where it states none.

        Money and rates of another municipality's text hold under none but its own.

        Examples
        --------
        >>> ordinances, date = load_ordinances(), dt.date(2026, 6, 15)
        >>> ordinances.parameters(ordinances.get("mukwonago", date), date).whole("mukwonago_connect_months")
        9
        """
        return self.law_under(ordinance).parameters(date)


def load_ordinances(extra: Sequence[Path] = ()) -> Ordinances:
    """Return the ordinances that are packaged with Townline, and those of more files.

    Parameters
    ----------
    extra : sequence of Path
        YAML files. One with the id of an ordinance that is on file already is a later or an earlier version of it.

    Raises
    ------
    LawFileInvalid
        A file cannot be read or breaks the form (`gis.law.ordinance_reading`), or two versions of an ordinance are in
        force on one day.

    Examples
    --------
    >>> sorted(load_ordinances().versions)
    ['cksd', 'mukwonago', 'village-connections', 'wis-stat-281.45']
    """
    return joined([*_packaged(), *map(_read, extra)], load_law())


def joined(files: Iterable[OrdinanceFile], law: Law) -> Ordinances:
    """Return ordinance files as ordinances, their versions in order.

    Raises
    ------
    LawFileInvalid
        Two versions of an ordinance are in force on one day.
    """
    versions: dict[str, list[OrdinanceFile]] = defaultdict(list)
    for file in files:
        versions[file.ordinance.id].append(file)
    ordered = {}
    for name, of_it in sorted(versions.items()):
        of_it.sort(key=lambda each: each.ordinance.holds_from)
        for earlier, later in itertools.pairwise(of_it):
            _refuse_overlap(earlier, later)
        ordered[name] = tuple(of_it)
    return Ordinances(MappingProxyType(ordered), law)


def named_ordinance(text: str) -> tuple[Ordinances, str]:
    """Return the ordinances on file and the id of the one that a person named: by its id, or by a YAML file.

    Parameters
    ----------
    text : str
        An id such as cksd, or the path of a file that ends in .yaml or .yml.

    Returns
    -------
    tuple of Ordinances and str
        The file's ordinance is among them. `Ordinances.get` says whether the id is one.

    Raises
    ------
    LawFileInvalid
        The file cannot be read or breaks the form.
    """
    path = Path(text.strip())
    if not is_named_as_file(path):
        return load_ordinances(), text.strip()
    own = _read(path)
    return joined([*_packaged(), own], load_law()), own.ordinance.id


def is_named_as_file(path: Path) -> bool:
    """Return whether a path can be that of an ordinance file: it ends in .yaml or .yml."""
    return path.suffix.casefold() in _SUFFIXES


def examined_file(path: Path) -> Examined:
    """Read one ordinance file and tell every fault, also where it contradicts the ordinances that are packaged.

    Raises
    ------
    LawFileInvalid
        The file cannot be read.
    """
    found = examined(_content(path), path.name, load_law(), uses_by_rule())
    if found.file is None:
        return found
    try:
        joined([*_packaged(), found.file], load_law())
    except LawFileInvalid as error:
        return Examined(None, (FileFault(found.file.line, error.what, error.why, error.next),))
    return found


def law_with(file: OrdinanceFile) -> Law:
    """Return the law under the ordinance of a file, beside the ordinances that are packaged.

    Raises
    ------
    LawFileInvalid
        The file contradicts them.
    """
    return joined([*_packaged(), file], load_law()).law_under(file.ordinance)


def whose_text(citation: str) -> str:
    """Say of whose text a citation of the law on file is.

    >>> whose_text("Village of Mukwonago Code ch. 86, Appendix A"), whose_text("Wis. Stat. 60.71(5)(a)")
    ('Village of Mukwonago', 'Wisconsin')
    """
    if citation.startswith(STATUTES):
        return "Wisconsin"
    written_by = {source_of(each.ordinance.citation): each.ordinance for each in _packaged()}
    ordinance = written_by.get(source_of(citation))
    return "Townline" if ordinance is None else ordinance.place_name or ordinance.title


def ordinance_list() -> OrdinanceList:
    """Return the ordinances that are packaged with Townline, by id, the versions of each oldest first.

    Examples
    --------
    >>> [(each.id, each.connection_rule) for each in ordinance_list().ordinances][0]
    ('cksd', 'CKSD-01')
    """
    versions = load_ordinances().versions.values()
    return OrdinanceList(tuple(_line(each.ordinance) for of_it in versions for each in of_it))


def uses_by_rule() -> Mapping[str, Collection[str]]:
    """Return the names of the parameters that each rule uses."""
    return {rule: explained.parameters for rule, explained in load_explanations().items()}


@cache
def _packaged() -> tuple[OrdinanceFile, ...]:
    folder = resources.files("gis.law") / "ordinances"
    files = sorted((item.name, item.read_bytes()) for item in folder.iterdir() if item.name.endswith(".yaml"))
    return tuple(read_ordinance(content, name, load_law(), uses_by_rule()) for name, content in files)


def _read(path: Path) -> OrdinanceFile:
    return read_ordinance(_content(path), path.name, load_law(), uses_by_rule())


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LawFileInvalid(
            what="The ordinance file cannot be read.",
            where=f"file {path.name or path}",
            why=f"The system says: {error.strerror}.",
            next="Name a file that is there and may be read.",
        ) from error


def _line(ordinance: Ordinance) -> OrdinanceLine:
    return OrdinanceLine(
        id=ordinance.id,
        title=ordinance.title,
        place_kinds=ordinance.place_kinds,
        place_name=ordinance.place_name,
        county=ordinance.county,
        connection_rule=ordinance.connection_rule,
        utility_district=ordinance.utility_district,
        charge_rules=charge_rules_of(ordinance),
        holds_from=ordinance.holds_from,
        until=ordinance.until,
    )


def _in_force(versions: Sequence[OrdinanceFile], date: dt.date) -> OrdinanceFile | None:
    begun = [each for each in versions if each.ordinance.holds_from <= date]
    if not begun:
        return None
    until = begun[-1].ordinance.until
    return begun[-1] if until is None or date <= until else None


def _refuse_overlap(earlier: OrdinanceFile, later: OrdinanceFile) -> None:
    ended, begins = earlier.ordinance.until, later.ordinance.holds_from
    if begins == earlier.ordinance.holds_from or (ended is not None and begins <= ended):
        raise LawFileInvalid(
            what=f"Two versions of the ordinance {later.ordinance.id} are in force on {begins.isoformat()}.",
            where=f"file {later.file}, line {later.line}",
            why=f"That of file {earlier.file} is in force {_days(earlier.ordinance)}.",
            next="Let the earlier version end the day before the later one begins, or give this one an id of its own.",
        )


def _days(ordinance: Ordinance) -> str:
    until = "" if ordinance.until is None else f" until {ordinance.until.isoformat()}"
    return f"from {ordinance.holds_from.isoformat()}{until}"
