"""Can an ordinance file be used, and what does it say beside the law on file?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gis.law.loader import load_law
from gis.law.ordinance_files import examined_file, law_with, uses_by_rule, whose_text
from gis.law.ordinance_reading import TESTS, OrdinanceFile, every_rule_of
from gis.law.parameters import DatedParameter, as_json
from gis.model.ordinance_check import NumberBeside, OrdinanceCheck, OrdinanceSays, OwnValue, Standing


def checked_ordinance(path: Path) -> OrdinanceCheck:
    """Return what is missing or impossible in an ordinance file, or what it says.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    OrdinanceCheck
        With every fault that can be told before another is mended, or with each number beside that of the law on file.

    Raises
    ------
    LawFileInvalid
        The file cannot be read at all.
    """
    found = examined_file(path)
    says = None if found.file is None else _says(found.file)
    return OrdinanceCheck(path.name, usable=says is not None, faults=found.faults, says=says)


def _says(file: OrdinanceFile) -> OrdinanceSays:
    ordinance, rule = file.ordinance, file.ordinance.connection_rule
    return OrdinanceSays(
        id=ordinance.id,
        title=ordinance.title,
        citation=ordinance.citation,
        place_kinds=ordinance.place_kinds,
        place_name=ordinance.place_name,
        county=ordinance.county,
        holds_from=ordinance.holds_from,
        until=ordinance.until,
        connection_rule=rule,
        test=None if rule is None else TESTS[rule],
        operators=dict(ordinance.operators),
        charges=ordinance.charges,
        utility_district=ordinance.utility_district,
        stormwater_rate=ordinance.stormwater_rate,
        stormwater=ordinance.stormwater,
        numbers=tuple(_numbers(file)),
        notes=ordinance.notes,
    )


def _numbers(file: OrdinanceFile) -> Iterator[NumberBeside]:
    uses = uses_by_rule()
    first: dict[str, str] = {}
    for rule in every_rule_of(file.ordinance):
        for name in uses[rule]:
            first.setdefault(name, rule)
    under = law_with(file).entries
    for name, rule in first.items():
        yield _beside(load_law().entries[name], rule, file.values.get(name), is_held=bool(under[name].values))


def _beside(of_law: DatedParameter, rule: str, own: DatedParameter | None, *, is_held: bool) -> NumberBeside:
    last = of_law.values[-1]
    stated = () if own is None else own.values
    standing: Standing = "own" if stated else "taken_over" if is_held else "missing"
    return NumberBeside(
        name=of_law.name,
        says=of_law.says if own is None else own.says,
        unit=of_law.unit.value,
        rule=rule,
        own=tuple(OwnValue(as_json(each.value), each.holds_from, each.until, each.citation) for each in stated),
        law=as_json(last.value),
        law_citation=last.citation,
        differs=bool(stated) and stated[-1].value != last.value,
        law_of=whose_text(last.citation),
        standing=standing,
    )
