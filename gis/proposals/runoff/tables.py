"""How does a roll leave as a file: for a spreadsheet, a desktop GIS, a script, the board's list or a billing system?"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import pandas as pd

from gis.errors import OptionInvalid
from gis.geometry.frame import WORKING_CRS
from gis.layers.exports.files import FORMATS, write_whole
from gis.layers.exports.suffixes import check_suffix
from gis.model.exact import money, number, number_or_null
from gis.model.jsonio import to_json
from gis.model.runoff import ParcelUnits, Roll
from gis.proposals.connections.tables import harmless
from gis.proposals.runoff.roll import RollFound
from gis.rules.registry import RULES

SUFFIXES = (".csv", ".gpkg", ".json")
COLUMNS = (
    *("parcel_id", "county", "municipality", "site_address", "standing", "development", "in_district"),
    *("lot_sqft", "impervious_sqft", "impervious_low_sqft", "impervious_high_sqft", "unknown_sqft", "basis"),
    *("captured_first", "captured_last", "impervious_baseline_sqft", "rule", "state", "units", "units_fewest"),
    *("units_most", "readings", "reason", "rate", "charge", "credits", "due", "arithmetic", "shares_ground_with"),
    "notes",
)
"""Columns of a roll, in their order: square feet, units, dollars; days ISO 8601."""
_NUMBERS = frozenset(
    {
        *("lot_sqft", "impervious_sqft", "impervious_low_sqft", "impervious_high_sqft", "unknown_sqft"),
        *("impervious_baseline_sqft", "units", "units_fewest", "units_most", "rate", "charge", "due"),
    }
)
"""Those that are numbers where a file has types; a spreadsheet's text shows dollars with two places."""
_TAKEN = frozenset({"fid", "geom", "geometry", "ogc_fid", "rowid"})
"""Names that a GeoPackage keeps for itself, in whatever case."""
Columns = Mapping[str, str]
"""Our column, and the name under which a billing system knows it; in the order of its file."""


def write_roll(found: RollFound, to: Path, columns: Columns | None = None) -> tuple[str, ...]:
    """Write a roll as the file that a name asks for, whole or not at all; one that is there is replaced.

    Parameters
    ----------
    found : RollFound
        The roll with its shapes.
    to : Path
        The file: .csv, .gpkg or .json.
    columns : Columns, optional
        Columns to write and their names there, in place of all of ours; for .csv and .gpkg.

    Returns
    -------
    tuple of str
        Names of the files written.

    Raises
    ------
    OptionInvalid
        For another suffix, or a map of columns with JSON.
    """
    suffix = check_suffix(to, SUFFIXES, "roll")
    if columns is not None:
        refuse_unfit_columns(columns, to)
    wanted = dict.fromkeys(COLUMNS) if columns is None else columns

    def fill(path: Path) -> None:
        if suffix == ".json":
            path.write_bytes(to_json(found.roll))
            return
        rows = roll_rows(found.roll.parcels)[list(wanted)]
        if suffix == ".gpkg":
            numbers = [name for name in wanted if name in _NUMBERS]
            rows = rows.astype(dict.fromkeys(numbers, "float64"))
        if columns is not None:
            rows = rows.rename(columns=dict(columns))
        if suffix == ".csv":
            _write_csv(rows, path)
        else:
            FORMATS[suffix].write(gpd.GeoDataFrame(rows, geometry=found.shapes, crs=WORKING_CRS), path, "runoff")

    return write_whole(to, [to], fill, day=found.roll.date, overwrite=True)


def write_resolution(roll: Roll, to: Path) -> tuple[str, ...]:
    """Write the list of the annual resolution as CSV: parcel, units and basis, and no person.

    Parcels whose units are open stand in it without units, so that the board sees what it leaves open; those outside
    the utility do not.
    """
    listed = [each for each in roll.parcels if each.standing in {"assigned", "open"}]
    rows = pd.DataFrame(
        {
            "parcel": [each.parcel_id for each in listed],
            "units": [number_or_null(each.units) for each in listed],
            "basis": [basis(each) for each in listed],
        },
        dtype=object,
    )
    return write_whole(to, [to], lambda path: _write_csv(rows, path), day=roll.date, overwrite=True)


def basis(parcel: ParcelUnits) -> str:
    """Return on what the units of a parcel rest, in one sentence with the text that says so.

    Of an ordinance that follows the rules of another's text the rule is named beside its own sections.
    """
    finding = parcel.finding
    if finding is None:
        return parcel.why
    follows = "" if finding.citation == RULES[finding.rule].citation else f" (follows {finding.rule})"
    return f"{finding.citation}{follows}: {finding.because}"


def read_columns(file: str, content: bytes) -> Columns:
    """Read a map of columns: a TOML file of lines such as `units = "ERU_QTY"`, in the order of the billing system.

    Raises
    ------
    OptionInvalid
        It is no TOML, names a column that a roll does not have, or gives two columns one name.
    """
    try:
        told = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _columns_error(file, "It cannot be read as TOML.", str(error).split(" (", maxsplit=1)[0]) from error
    unknown = [name for name in told if name not in COLUMNS]
    if unknown:
        what = f"A roll has no column {', '.join(unknown)}."
        raise _columns_error(file, what, f"Its columns are {', '.join(COLUMNS)}.")
    names = [name for name in told.values() if isinstance(name, str) and name.strip()]
    if len(names) != len(told) or not told:
        raise _columns_error(file, "A column has no name there.", 'Each line gives one as text: units = "ERU_QTY".')
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled:
        raise _columns_error(file, f"Two columns are named {doubled[0]}.", "Each needs a name of its own.")
    return dict(zip(told, names, strict=True))


def refuse_unfit_columns(columns: Columns, to: Path) -> None:
    """Refuse a map of columns that a file cannot hold.

    Raises
    ------
    OptionInvalid
        The file is JSON; or it is a GeoPackage, and a name is one that it keeps for itself, or two differ in case only.
    """
    suffix, where = to.suffix.lower(), "the map of columns, option --columns"
    if suffix == ".json":
        raise OptionInvalid(
            what="A map of columns cannot be used with JSON.",
            where="the option --columns",
            why="JSON holds the whole roll with its findings, not rows.",
            next="End the name of the file in .csv or .gpkg.",
        )
    if suffix != ".gpkg":
        return
    names = [name.strip().casefold() for name in columns.values()]
    for name, folded in zip(columns.values(), names, strict=True):
        if folded in _TAKEN:
            raise OptionInvalid(
                what=f"No column of a GeoPackage can be named {name}.",
                where=where,
                why="The format keeps that name for its own numbers and shapes.",
                next="Give the column another name, or end the name of the file in .csv.",
            )
        if names.count(folded) > 1:
            raise OptionInvalid(
                what=f"Two columns are named {name}, in upper or lower case.",
                where=where,
                why="A GeoPackage does not tell such names apart.",
                next="Give one of them another name, or end the name of the file in .csv.",
            )


def roll_rows(parcels: Iterable[ParcelUnits]) -> pd.DataFrame:
    """Return one row for each parcel, in the order given; what is not known is null."""
    return pd.DataFrame([_row(parcel) for parcel in parcels], columns=list(COLUMNS), dtype=object)


def _row(parcel: ParcelUnits) -> Sequence[object]:
    measured, bill, finding = parcel.measured, parcel.bill, parcel.finding
    area = measured.impervious_sqft
    readings = [f"{each.name}: {'not known' if each.units is None else number(each.units)}" for each in parcel.readings]
    taken = [f"{each.name}: {money(each.taken_off)}" for each in bill.credits] if bill is not None else []
    return (
        parcel.parcel_id,
        parcel.county,
        parcel.municipality,
        parcel.site_address,
        parcel.standing,
        parcel.development,
        None if parcel.membership is None else parcel.membership.answer,
        float(measured.lot_sqft),
        float(area.value),
        float(area.low),
        float(area.high),
        float(measured.unknown_sqft),
        measured.basis,
        None if measured.captured_first is None else measured.captured_first.isoformat(),
        None if measured.captured_last is None else measured.captured_last.isoformat(),
        _float(measured.baseline_sqft),
        None if finding is None else finding.rule,
        None if finding is None else finding.state.value,
        _float(parcel.units),
        _float(parcel.units_fewest),
        _float(parcel.units_most),
        "; ".join(readings) or None,
        parcel.why if finding is None else finding.because,
        None if bill is None else money(bill.rate),
        None if bill is None else money(bill.charge),
        "; ".join(taken) or None,
        None if bill is None else money(bill.due),
        None if bill is None else bill.says,
        parcel.shares_ground_with,
        " ".join(parcel.notes) or None,
    )


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _write_csv(rows: pd.DataFrame, path: Path) -> None:
    safe = harmless(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(safe.columns)
        writer.writerows(safe.itertuples(index=False, name=None))


def _columns_error(file: str, what: str, why: str) -> OptionInvalid:
    return OptionInvalid(
        what=what,
        where=f"the map of columns {file}, option --columns",
        why=why,
        next='Write one line for each column that the billing system takes: units = "ERU_QTY".',
    )
