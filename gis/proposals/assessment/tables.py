"""How do the roll, the list of liens and the list of notices of an assessment leave as files?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd

from gis.errors import OptionInvalid
from gis.geometry.frame import WORKING_CRS
from gis.layers.exports.files import FORMATS, write_whole
from gis.layers.exports.suffixes import check_suffix
from gis.model.assessment import AssessedParcel, Assessment
from gis.model.exact import money
from gis.model.jsonio import to_json
from gis.proposals.assessment.assessing import Assessed
from gis.proposals.assessment.liens import no_lien_list
from gis.proposals.assessment.said import rate_said
from gis.proposals.connections.mailing import as_csv
from gis.proposals.runoff.tables import SUFFIXES
from gis.rules.words import all_listed, sentence

COLUMNS = (
    *("parcel_id", "county", "municipality", "site_address", "standing", "frontage_ft", "fronts", "area_sqft"),
    *(
        "units",
        "rates",
        "amount",
        "amount_if_exempt",
        "unexempt_amount",
        "shift",
        "interest",
        "arithmetic",
        "reason",
        "notes",
        "amount_if_cap_unexempt",
        "amount_if_both",
    ),
)
"""Columns of a roll, in their order: feet, square feet, units, dollars."""
_NUMBERS = (
    *("frontage_ft", "area_sqft", "units", "amount", "amount_if_exempt", "unexempt_amount", "shift", "interest"),
    *("amount_if_cap_unexempt", "amount_if_both"),
)
LIEN_COLUMNS = (
    *("parcel_id", "county", "description", "status", "potential_assessment", "notice_must_say"),
    *("last_day", "counts_until", "plan_by", "recorded", "state", "remark"),
)
NOTICE_COLUMNS = (*("parcel_id", "county", "site_address", "owner_key", "standing", "amount", "mail_by", "hearing"),)


def write_assessment(found: Assessed, to: Path) -> tuple[str, ...]:
    """Write a roll as the file that a name asks for, whole or not at all; one that is there is replaced.

    Parameters
    ----------
    found : Assessed
        The assessment; for .gpkg with its layers.
    to : Path
        The file: .csv, .gpkg or .json.

    Returns
    -------
    tuple of str
        Names of the files written.

    Raises
    ------
    OptionInvalid
        For another suffix, or shapes without layers.
    """
    suffix, survey = check_suffix(to, SUFFIXES, "roll"), found.survey
    if suffix == ".gpkg" and survey is None:
        raise OptionInvalid(
            what="A GeoPackage holds shapes, and no layers were looked at.",
            where="the option --out",
            why="Without --layers the project file alone was read.",
            next="Give the folder of layers, or end the name in .csv or .json.",
        )

    def fill(path: Path) -> None:
        if suffix == ".json":
            path.write_bytes(to_json(found.answer))
            return
        rows = [_row(parcel) for parcel in found.answer.parcels]
        if suffix == ".csv" or survey is None:
            path.write_bytes(as_csv(COLUMNS, rows))
            return
        by_name = {each.name: each for each in found.lands.parcels}
        shapes = np.array([survey.shape(by_name[each.name]) for each in found.answer.parcels], dtype=object)
        typed = pd.DataFrame(rows, columns=list(COLUMNS), dtype=object).astype(dict.fromkeys(_NUMBERS, "float64"))
        FORMATS[suffix].write(gpd.GeoDataFrame(typed, geometry=shapes, crs=WORKING_CRS), path, "assessment")

    return write_whole(to, [to], fill, day=found.answer.levied, overwrite=True)


def write_liens(answer: Assessment, to: Path) -> tuple[str, ...]:
    """Write the list of liens as CSV: parcel, county, description, what the notice must say, the last days, its state.

    Land that is not known to be eligible stands after the rest, and its status says so.

    Raises
    ------
    OptionInvalid
        The levy exempts nobody, so that there is no such list.
    """
    if answer.liens is None:
        raise no_lien_list()
    measures = answer.liens.finding.measures
    days = (answer.liens.finding.answer, measures["rolled_date"], measures["plan_by"])
    rows = [
        (
            each.parcel_id,
            each.county,
            each.description,
            each.status,
            None if each.potential_assessment is None else money(each.potential_assessment),
            answer.liens.must_say,
            *days,
            None if each.recorded is None else str(each.recorded),
            each.state.value,
            sentence([each.remark]),
        )
        for each in (*answer.liens.land, *answer.liens.unknown_land)
    ]
    data = as_csv(LIEN_COLUMNS, rows)
    return write_whole(to, [to], lambda path: _write(path, data), day=answer.levied, overwrite=True)


def write_notices(found: Assessed, to: Path) -> tuple[str, ...]:
    """Write to whom notices go as CSV, one row for each owner key of each benefited parcel: no name, no address.

    A parcel whose owner has no key gets a row without one.
    """
    data = as_csv(NOTICE_COLUMNS, [*_notice_rows(found)])
    return write_whole(to, [to], lambda path: _write(path, data), day=found.answer.levied, overwrite=True)


def _notice_rows(found: Assessed) -> Iterator[tuple[str | None, ...]]:
    days = {day.step: day for day in found.answer.days}
    mail_by, hearing = days["notice_mailed"].last, days["hearing"].done
    keys = {each.name: each.owner_keys for each in found.lands.parcels}
    for parcel in found.answer.parcels:
        for key in keys[parcel.name] or (None,):
            yield (
                parcel.parcel_id,
                parcel.county,
                parcel.site_address,
                key,
                parcel.standing,
                money(parcel.amount),
                None if mail_by is None else mail_by.isoformat(),
                None if hearing is None else hearing.isoformat(),
            )


def _row(parcel: AssessedParcel) -> tuple[object, ...]:
    fronts = [f"{each.street} {float(each.length_ft):g}" for each in parcel.fronts]
    reasons = [f"{each.rule}: {each.because}" for each in parcel.said] or [parcel.why]
    return (
        parcel.parcel_id,
        parcel.county,
        parcel.municipality,
        parcel.site_address,
        parcel.standing,
        _float(parcel.frontage_ft),
        all_listed(fronts) or None,
        _float(parcel.area_sqft),
        _float(parcel.units),
        all_listed([rate_said(part.rate, part.basis) for part in parcel.parts if part.rate is not None]) or None,
        money(parcel.amount),
        _money(parcel.amount_if_exempt),
        money(parcel.unexempt_amount),
        money(parcel.shift),
        _money(parcel.interest),
        parcel.arithmetic,
        " ".join(reasons),
        " ".join(parcel.notes) or None,
        _money(parcel.amount_if_cap_unexempt),
        _money(parcel.amount_if_both),
    )


def _money(amount: Fraction | None) -> str | None:
    return None if amount is None else money(amount)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
