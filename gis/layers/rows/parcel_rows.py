"""What does a row of a parcel file say: a parcel or something else, its place, values, classes and acres?"""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np
import pandas as pd

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Entry, short
from gis.layers.rows.cells import ColumnReader, label
from gis.layers.rows.counties import county_of_fips
from gis.layers.rows.names import name_key
from gis.layers.rows.values import PROPERTY_CLASSES, UNREADABLE_CODE, read_column, shown, sort_auxiliary
from gis.model.exact import money

_RECORD_WORDS = (
    ("row", re.compile(r"\b(ROW|R/W|RIGHTS?[ -]OF[ -]WAY|ROADS?|STREETS?|HIGHWAYS?|ALLEYS?)\b")),
    ("water", re.compile(r"\b(HYDRO|WATERS?|LAKES?|RIVERS?|CREEKS?|PONDS?|FLOWAGE)\b")),
    ("gap", re.compile(r"\b(GAPS?|OVERLAPS?)\b")),
)
_MOST_KINDS_SHOWN = 8
_MOST_IDS_SHOWN = 5


def record_kind(parcel_id: str | None) -> str:
    """Say what a row of a parcel file is, by its id.

    An id without a digit is never a parcel: it stands for a right-of-way, water, a gap or an overlap
    in the fabric, or something else that no one pays tax on.

    >>> [record_kind(text) for text in ("004007510000", "ROW", "HYDRO", "GAP", "TRIBAL", None)]
    ['parcel', 'row', 'water', 'gap', 'other', 'other']
    """
    if not parcel_id:
        return "other"
    if parcel_id[-1].isdigit() or any(character.isdigit() for character in parcel_id):
        return "parcel"
    words = parcel_id.upper().replace("_", " ")
    return next((kind for kind, pattern in _RECORD_WORDS if pattern.search(words)), "other")


def parcel_rows(reader: ColumnReader) -> pd.DataFrame:
    """Return the rows of a parcel file in canonical columns; see `columns.canonical_rows`."""
    table = pd.DataFrame(index=reader.rows.index)
    published = reader.read("parcel_id")
    reader.ids = published
    stand_in = reader.read("state_id").where(published.isna(), None)
    table["parcel_id"] = published.where(published.notna(), stand_in)
    table["parcel_id"] = table["parcel_id"].where(table["parcel_id"].notna(), "")
    _remark_ids(reader, published)
    stated = reader.read("record_kind")
    by_id = published.map(record_kind)
    # What the id denies, no column can make: without a digit it is never a parcel.
    table["record_kind"] = stated.where(stated.notna() & ((stated != "parcel") | (by_id == "parcel")), by_id)

    county = reader.county()
    _compare_fips(reader, county)
    table["municipality"], table["municipality_kind"] = reader.places(
        "municipality", "municipality_kind", county, refuse=False
    )
    table["county"] = county
    contract = CONTRACTS["parcels"]
    for name in ("roll_year", *contract.of_type("cents", "acres"), "site_address"):
        table[name] = reader.read(name)
    _total_from_parts(reader, table)
    _remark_values(reader, table)
    _remark_value_of_no_parcel(reader, table)

    classes = reader.read("property_classes").map(lambda codes: codes or ())
    table["property_classes"] = classes.map(",".join)
    strange = sorted({code for codes in classes for code in codes} - PROPERTY_CLASSES)
    if strange:
        reader.journal.remark(
            f"property_classes: {', '.join(strange[:_MOST_KINDS_SHOWN])} "
            "not among the classes of s. 70.32(2)(a); kept as they are."
        )
    auxiliary = [
        _auxiliary(reader, name) for name in ("auxiliary_codes", "exempt_codes", "forest_codes", "unknown_codes")
    ]
    rows = list(zip(*auxiliary, strict=True))
    # Few rows differ in their codes, so that each combination is sorted once.
    sorted_once = {row: tuple(sorted({code for codes in row if codes for code in codes})) for row in set(rows)}
    sets = [sorted_once[row] for row in rows]
    known = {codes: sort_auxiliary(codes) for codes in set(sets)}
    for number, name in enumerate(("exempt_codes", "forest_codes", "unknown_codes")):
        table[name] = [known[codes][number] for codes in sets]
    table["owner_keys"] = ""
    return table


def _auxiliary(reader: ColumnReader, name: str) -> pd.Series:
    """Return the codes of each row; of cells that cannot be read one that stands for what is not known."""
    codes = reader.read(name)
    lost = (reader.cells(name).notna() & codes.isna()).tolist()
    if not any(lost):
        return codes
    found = [(UNREADABLE_CODE,) if is_lost else each for is_lost, each in zip(lost, codes.tolist(), strict=True)]
    return pd.Series(found, index=codes.index, dtype=object)


def _compare_fips(reader: ColumnReader, county: pd.Series) -> None:
    """Remark where the county that submitted a row (PARCELFIPS) is not the one in which it lies (CONAME)."""
    if "parcel_fips" not in reader.columns:
        return
    source, used = reader.source("parcel_fips"), reader.source("county")
    codes = read_column(reader.cells("parcel_fips"), label).cells
    submitted_by = {code: county_of_fips(code) for code in codes.dropna().unique().tolist()}
    for code in sorted(code for code, name in submitted_by.items() if name is None):
        count = int((codes == code).sum())
        reader.journal.remark(f"{source} {shown(code)} is no county of Wisconsin: {count} rows.")
    together = pd.DataFrame({"by": codes.map(submitted_by), "in": county}, dtype=object)
    for (by, lies_in), group in together.groupby(["by", "in"], sort=True):
        if name_key(str(by)) == name_key(str(lies_in)):
            continue
        ids = [str(parcel_id or "no id") for parcel_id in reader.ids.loc[group.index[:_MOST_IDS_SHOWN]].tolist()]
        listed = ", ".join(ids) + (", ..." if len(group) > len(ids) else "")
        reader.journal.remark(
            f"{source} says {by}, {used} says {lies_in}: {len(group)} rows ({listed}). "
            f"{used}, the county in which the land lies, is used."
        )


def _remark_ids(reader: ColumnReader, published: pd.Series) -> None:
    blank = int((published.isna() & ~published.index.isin(list(reader.journal.refused_rows))).sum())
    if blank:
        reader.journal.remark(
            f"{blank} rows have no parcel id: they are no parcels, and bear their STATEID or nothing as id."
        )


def _is_worth(cents: int | None) -> bool:
    return cents is not None and cents >= 0


def _total_from_parts(reader: ColumnReader, table: pd.DataFrame) -> None:
    """Fill a missing total by land and improvements, which it is the sum of by the state's schema."""
    land, built = table["land_value_cents"], table["improvement_value_cents"]
    wanting = table["assessed_value_cents"].isna() & land.notna() & built.notna()
    wanting &= table["record_kind"] == "parcel"
    worth = [_is_worth(one) and _is_worth(other) for one, other in zip(land[wanting], built[wanting], strict=True)]
    wanting &= table.index.isin(table.index[wanting][np.array(worth, dtype=bool)])
    column = reader.source("assessed_value_cents")
    unreadable = [note.row for note in reader.journal.repairs if note.column == column]
    wanting &= ~table.index.isin(unreadable)
    table.loc[wanting, "assessed_value_cents"] = land[wanting] + built[wanting]
    entry = Entry(
        "total_from_parts",
        "assessed value missing: land and improvements added",
        "The state's schema defines the total as their sum.",
        "Fill the total in the source.",
    )
    for row in table.index[wanting].tolist():
        reader.journal.repair(entry, row, reader.ids[row], column=column)


def _list_negative(reader: ColumnReader, name: str, values: pd.Series) -> None:
    for row, cents in values[(values < 0).to_numpy(dtype=bool)].items():
        entry = Entry(
            "value_negative",
            f"{name.removesuffix('_cents')} is {money(Fraction(int(cents), 100))} dollars; kept as published",
            "Nothing is worth less than nothing, so a person must look; a judgement takes it as unknown.",
            "Correct the amount in the source.",
        )
        at = int(str(row))
        reader.journal.repair(entry, at, reader.ids.get(at), column=reader.source(name))


def _remark_value_of_no_parcel(reader: ColumnReader, table: pd.DataFrame) -> None:
    """Say what stands on rows that are no parcels: no one pays tax on them, so that it counts nowhere."""
    worth = table["assessed_value_cents"]
    mine = (table["record_kind"] != "parcel") & worth.notna() & ~table.index.isin(list(reader.journal.refused_rows))
    worth = worth[mine]
    worth = worth[(worth > 0).to_numpy(dtype=bool)]
    if len(worth):
        ids = [
            short(parcel_id or "no id") for parcel_id in table["parcel_id"].loc[worth.index[:_MOST_IDS_SHOWN]].tolist()
        ]
        listed = ", ".join(ids) + (", ..." if len(worth) > len(ids) else "")
        reader.journal.remark(
            f"assessed_value_cents: {len(worth)} rows that are no parcels ({listed}) bear "
            f"{money(Fraction(int(worth.sum()), 100))} dollars, which count for no parcel."
        )


def _remark_values(reader: ColumnReader, table: pd.DataFrame) -> None:
    is_parcel = table["record_kind"] == "parcel"
    for name in CONTRACTS["parcels"].of_type("cents"):
        if name not in reader.columns:
            continue
        values = table.loc[is_parcel, name]
        blank = int(values.isna().sum())
        if blank:
            reader.journal.remark(f"{name}: blank for {blank} of {len(values)} parcels (missing, not zero).")
        _list_negative(reader, name, table[name].dropna())
    total = table["assessed_value_cents"]
    parts = table["land_value_cents"], table["improvement_value_cents"]
    known = total.notna() & parts[0].notna() & parts[1].notna()
    off = int((total[known] != parts[0][known] + parts[1][known]).sum())
    if off:
        reader.journal.remark(f"assessed_value_cents: {off} rows are not the sum of land and improvements.")
