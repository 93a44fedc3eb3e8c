"""Can the constants that fill what a file lacks be read, and what do they do to it?"""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from gis.errors import OptionInvalid
from gis.layers.contracts import CONTRACTS
from gis.layers.presets.column_maps import ColumnMap, MappedColumn, constant_rule
from gis.layers.rows import cells
from gis.model.edition import Kind


def sound_constants(kind: Kind, constants: Mapping[str, str]) -> dict[str, str]:
    """Return constants as they are to be read, each tried once.

    Parameters
    ----------
    kind : str
        Kind to import.
    constants : mapping of canonical column to text
        Money in dollars; words of a list in Townline's own words or in plain ones for the same.

    Returns
    -------
    dict
        The same, words of a list as Townline writes them.

    Raises
    ------
    OptionInvalid
        For a column that the kind does not have, a blank value, and one that cannot be read.

    Examples
    --------
    >>> sound_constants("sewers", {"kind": "Rising Main", "diameter_in": "8"})
    {'kind': 'force_main', 'diameter_in': '8'}
    """
    return {name: _sound(kind, name, value) for name, value in constants.items()}


def _sound(kind: Kind, name: str, value: str) -> str:
    allowed = CONTRACTS[kind].settable
    if name not in allowed or not value.strip():
        near = difflib.get_close_matches(name, allowed, 1)
        raise OptionInvalid(
            what=f"--set {name}={value} cannot be used for {kind}.",
            where="the option --set",
            why="The kind has no such column." if name not in allowed else "The value is blank.",
            next=(f"Did you mean {near[0]}? " if near and name not in allowed else "")
            + f"Columns that can be set: {', '.join(allowed)}.",
        )
    rule = constant_rule(kind, name)
    try:
        read = cells.parser(kind, MappedColumn(name, None, rule.read, value, rule.values))(value)
        why = "It would fill nothing: it is a word for a cell that holds nothing."
    except ValueError as error:
        read, why = None, f"{str(error)[:1].upper()}{str(error)[1:]}."
    if read is None:
        raise OptionInvalid(
            what=f"--set {name}={value} cannot be read.",
            where="the option --set",
            why=why,
            next=f"Give {name} as it is stored: {_meaning(kind, name)}"
            f"{', here in dollars' if rule.read == 'dollars' else ''}.",
        )
    return str(read) if rule.read == "choice" else value


def _meaning(kind: Kind, name: str) -> str:
    return next(column.meaning for column in CONTRACTS[kind].columns if column.name == name)


def check_constants(column_map: ColumnMap, constants: Mapping[str, str]) -> None:
    """Refuse a constant that could do nothing, because the figures have columns of their own.

    Raises
    ------
    OptionInvalid
        With these columns.
    """
    for column in column_map.wide:
        if column.canonical in constants:
            name = column.canonical
            sources = ", ".join(each.source for each in column_map.wide)
            raise OptionInvalid(
                what=f"--set {name}={constants[name]} would do nothing.",
                where="the option --set",
                why=f"The {name} of each row are read from columns of their own: {sources}.",
                next="Leave it out.",
            )
