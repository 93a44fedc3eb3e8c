"""What does a row of a kind other than parcels say: the municipality, and each column by its own reading?"""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from gis.layers.contracts import CONTRACTS
from gis.layers.journal import Entry, Journal
from gis.layers.rows.cells import ColumnReader
from gis.layers.rows.counties import county_of_fips, fips_of_county
from gis.layers.rows.dates import ends_before
from gis.layers.rows.quantities import is_fraction
from gis.layers.rows.wide import Figures, told_names


def municipality_rows(reader: ColumnReader) -> pd.DataFrame:
    """Return rows of municipalities, whose own name carries the class."""
    reader.label_by("name")
    county = reader.county()
    names, kinds = reader.places("name", "kind", county, refuse=True)
    table = pd.DataFrame({"name": names, "kind": kinds, "county": county}, index=reader.rows.index, dtype=object)
    for name in ("cousub_fips", "valid_from", "valid_to", "authority"):
        table[name] = reader.read(name)
    reader.require("name", table["name"])
    _list_reversed(reader, table)
    if county.isna().any():
        reader.journal.remark(
            f"{int(county.isna().sum())} municipalities have no county; ratios and measures will ask for it. "
            "Give it with --set county=NAME."
        )
    return table


def plain_rows(reader: ColumnReader) -> pd.DataFrame:
    """Return rows of any other kind: each column by its own reading, the municipality by its name and class.

    A required column that cannot be read refuses its row; any other is left blank and listed.
    """
    contract = CONTRACTS[reader.kind]
    reader.label_by(contract.key[0])
    table = pd.DataFrame(index=reader.rows.index)
    if "county" in contract.names:
        table["county"] = reader.county()
    if "municipality" in contract.names:
        table["municipality"], table["municipality_kind"] = reader.places(
            "municipality", "municipality_kind", table["county"], refuse="municipality" in contract.required
        )
    for name in contract.names:
        if name == "owner_keys":
            table[name] = ""
        elif name not in table:
            table[name] = reader.read(name, refuse=name in contract.required)
    wide = told_names(reader.wide)
    for name in contract.required:
        if name not in wide:
            reader.require(name, table[name])
    if reader.kind == "counties":
        _refuse_other_codes(reader, table)
    if reader.kind == "populations":
        _list_more_voters(reader, table)
    _list_reversed(reader, table)
    return table


def _refuse_other_codes(reader: ColumnReader, table: pd.DataFrame) -> None:
    """Refuse counties whose name and code mean two."""
    for row, name, code in zip(
        table.index.tolist(), table["name"].tolist(), table["county_fips"].tolist(), strict=True
    ):
        if name is None or code is None or fips_of_county(name) == code:
            continue
        entry = Entry(
            "county_contradicts_code",
            f"refused: the name says {name}, the code {code} is of {county_of_fips(code) or 'no county of Wisconsin'}",
            "Nobody can tell from the file which of them the land is.",
            "Correct the name or the code in the source.",
        )
        reader.journal.refuse(entry, row, name, column=reader.source("county_fips"))


def _list_more_voters(reader: ColumnReader, table: pd.DataFrame) -> None:
    counts = table[["population", "voting_age_population"]].dropna()
    entry = Entry(
        "voters_above_population",
        "voting_age_population is more than population; both kept as published",
        "Who is of age is counted among the residents.",
        "Ask the publisher which number holds.",
    )
    for row in counts.index[(counts["voting_age_population"] > counts["population"]).to_numpy(dtype=bool)].tolist():
        reader.journal.repair(entry, row, reader.ids.get(row), column=reader.source("voting_age_population"))


def _list_reversed(reader: ColumnReader, table: pd.DataFrame) -> None:
    """List rows that end before they begin."""
    if not {"valid_from", "valid_to"} <= set(table):
        return
    for row, start, end in zip(
        table.index.tolist(), table["valid_from"].tolist(), table["valid_to"].tolist(), strict=True
    ):
        if ends_before(end, start):
            entry = Entry(
                "validity_reversed",
                f"valid to {end}, before it is valid from {start}; both kept as published",
                "It holds on no day.",
                "Correct the days in the source.",
            )
            reader.journal.repair(entry, row, reader.ids.get(row), column=reader.source("valid_to"))


def mark_basis(table: pd.DataFrame, figures: Sequence[Figures], journal: Journal) -> None:
    """Say of votes whether they were reported or modelled, where the file does not; the table is filled in place.

    Nobody casts part of a vote: fractions come from a publisher who spread the results of reporting
    units over other areas, so that the whole numbers beside them were spread and rounded too.
    """
    votes = [each.cells for each in figures] or [table["votes"]]
    modelled = any(is_fraction(vote) for cells in votes for vote in cells.dropna().unique().tolist())
    table["basis"] = table["basis"].where(table["basis"].notna(), "modelled" if modelled else "reported")
    if modelled:
        journal.remark(
            "Some numbers of votes are fractions: they were spread over these units by a model, not counted in them. "
            "Rows whose basis the file does not give are marked as modelled."
        )
