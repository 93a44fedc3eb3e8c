"""What do the cells of a raster mean: classes, shares or heights, as the file or the caller says, never assumed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np
from pyproj import CRS

from gis.errors import CellsUnexplained, CellsUnfit, OptionInvalid
from gis.layers.journal import Journal
from gis.layers.rasters.files import Band
from gis.model.edition import Kind, Measure
from gis.units import FTUS_PER_M

SETTINGS: Mapping[Kind, tuple[str, ...]] = {
    "elevations": ("unit", "vertical_datum", "nodata", "band"),
    "impervious_raster": ("measure", "classes", "nodata", "band"),
}
"""What --set can say of a raster of each kind."""
DATUMS = ("NAVD88", "NGVD29")
UNITS = ("ft", "us-ft", "m")
FT_PER_UNIT = {"us-ft": 1.0, "m": float(FTUS_PER_M), "ft": 0.3048 * float(FTUS_PER_M)}
LOWEST_LAND_FT = 577.0
"""Wisconsin's lowest land is the shore of Lake Michigan, 577 to 580 ft as the lake stands."""
HIGHEST_LAND_FT = 1952.0
"""Its highest is Timms Hill, 1,951.5 ft."""
_ABSURD_FT = (-1000.0, 2000.0)
_SHARES: tuple[Measure, ...] = ("class", "percent", "fraction")
_MOST = {"percent": 100.0, "fraction": 1.0}
_DATUM_NAMES = {
    "north american vertical datum 1988": "NAVD88",
    "national geodetic vertical datum 1929": "NGVD29",
}
_UNIT_NAMES = {
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), "m"),
    **dict.fromkeys(
        ("us-ft", "ftus", "us survey foot", "us survey feet", "us foot", "foot_us", "survey foot"), "us-ft"
    ),
    **dict.fromkeys(("ft", "foot", "feet", "international foot", "international feet"), "ft"),
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the cells hold."""

    measure: Measure
    classes: tuple[int, ...] = ()
    unit: str | None = None
    vertical_datum: str | None = None


@dataclass(frozen=True, slots=True)
class Extremes:
    """Least and greatest known value."""

    minimum: float
    maximum: float


def check_settings(kind: Kind, settings: Mapping[str, str]) -> None:
    """Refuse a setting that a raster of the kind does not have.

    Raises
    ------
    OptionInvalid
        With those that it has.
    """
    for name, text in settings.items():
        if name not in SETTINGS[kind] or not text.strip():
            why = "The value is blank." if name in SETTINGS[kind] else f"A raster of {kind} has no such setting."
            raise _wrong(name, text, why, f"Can be set: {', '.join(SETTINGS[kind])}.")


def parse_band(settings: Mapping[str, str]) -> int | None:
    """Read --set band=N; None where it is not given."""
    text = settings.get("band")
    if text is None:
        return None
    if not text.isdecimal():
        raise _wrong(name="band", text=text, why="Bands are counted from 1.", next_step="Write --set band=1.")
    return int(text)


def parse_nodata(settings: Mapping[str, str], dtype: str) -> float | None:
    """Read --set nodata=V as a value that the cells can hold; None where it is not given.

    >>> parse_nodata({"nodata": "255"}, "uint8"), parse_nodata({}, "uint8")
    (255.0, None)
    """
    text = settings.get("nodata")
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.inf
    held = held_by(value, dtype)
    if held is None:
        raise _wrong(
            name="nodata",
            text=text,
            why=f"No cell of type {dtype} can hold it.",
            next_step="Give the value of unknown cells.",
        )
    return held


def held_by(value: float, dtype: str) -> float | None:
    """Return a value as cells of a type hold it, None where they cannot.

    >>> held_by(-9999, "uint8"), held_by(250, "uint8"), held_by(0.1, "float32") == 0.1
    (None, 250.0, False)
    """
    kind = np.dtype(dtype)
    if kind.kind == "f":
        held = math.inf if abs(value) > np.finfo(kind).max else float(kind.type(value))
        return None if math.isinf(held) else held
    limits = np.iinfo(kind)
    return (
        float(value)
        if math.isfinite(value) and float(value).is_integer() and limits.min <= value <= limits.max
        else None
    )


def meaning_of(
    kind: Kind, settings: Mapping[str, str], band: Band, looks: Callable[[], str], journal: Journal
) -> Meaning:
    """Return what the cells mean, by --set or else by the file.

    Parameters
    ----------
    kind : str
        elevations or impervious_raster.
    settings : mapping
        Texts of --set, checked by `check_settings`.
    band : Band
        What the file says.
    looks : callable
        Says in words what the cells look like, for the question.
    journal : Journal
        Takes a remark where the file and the caller differ.

    Returns
    -------
    Meaning
        Measure and classes, or unit and datum.

    Raises
    ------
    CellsUnexplained
        Where neither says it.
    OptionInvalid
        Where a setting has no usable value.
    CellsUnfit
        Where the numbers are those of colours and heights are asked for.
    """
    if kind == "elevations":
        return _heights(settings, band, journal)
    measure = settings.get("measure", "class" if "classes" in settings else None)
    if measure is None:
        raise CellsUnexplained(
            what="Nothing says what the cells mean.",
            where=band.where,
            why=f"They hold {looks()}: classes of land cover, percent and fractions of a cell look alike.",
            next="Say it with --set classes=21,22,23,24 (the classes that count as impervious), --set measure=percent "
            "or --set measure=fraction.",
        )
    if measure not in _SHARES:
        raise _wrong(
            name="measure", text=measure, why="It is none of these.", next_step=f"Give one of {', '.join(_SHARES)}."
        )
    if (measure == "class") != ("classes" in settings):
        raise CellsUnexplained(
            what="Nothing says which classes are impervious."
            if measure == "class"
            else f"Classes do not go with measure={measure}.",
            where=band.where,
            why=f"The cells hold {looks()}.",
            next="Name them: --set classes=21,22,23,24." if measure == "class" else "Give one of the two.",
        )
    return Meaning(_share(measure), classes=_classes(settings["classes"]) if measure == "class" else ())


def _share(text: str) -> Measure:
    return next(measure for measure in get_args(Measure) if measure == text)


def _classes(text: str) -> tuple[int, ...]:
    try:
        classes = sorted({int(part) for part in text.split(",")})
    except ValueError as error:
        raise _wrong(
            name="classes",
            text=text,
            why="Classes are whole numbers.",
            next_step="Write --set classes=21,22,23,24 without blanks.",
        ) from error
    return tuple(classes)


def _heights(settings: Mapping[str, str], band: Band, journal: Journal) -> Meaning:
    if band.has_palette:
        raise CellsUnfit(
            what="The cells are numbers of colours.",
            where=band.where,
            why="The file has a colour table, and a colour is no height.",
            next="Give the elevation model that the picture was drawn from.",
        )
    vertical = _vertical(band)
    found_unit = None if band.unit is None else _UNIT_NAMES.get(band.unit.strip().lower())
    if found_unit is None and vertical is not None:
        found_unit = _UNIT_NAMES.get(vertical.axis_info[0].unit_name.lower())
    found_datum = None if vertical is None or vertical.datum is None else _DATUM_NAMES.get(vertical.datum.name.lower())
    unit = _settled("unit", settings, found_unit, UNITS, journal)
    datum = _settled("vertical_datum", settings, found_datum, DATUMS, journal)
    lacking = [
        f"--set {name}={'|'.join(choices)}"
        for name, value, choices in (("unit", unit, UNITS), ("vertical_datum", datum, DATUMS))
        if value is None
    ]
    if lacking:
        raise CellsUnexplained(
            what="Nothing says "
            + " and ".join(words for words, value in (("the unit", unit), ("the zero", datum)) if value is None)
            + " of the heights.",
            where=band.where,
            why="A metre is not a foot, and one place has another height above each datum.",
            next=f"Look at the publisher's metadata and give {' and '.join(lacking)}.",
        )
    return Meaning("elevation", unit=unit, vertical_datum=datum)


def _vertical(band: Band) -> CRS | None:
    if band.wkt is None:
        return None
    crs = CRS.from_wkt(band.wkt)
    return next((part for part in crs.sub_crs_list if part.is_vertical), None) if crs.is_compound else None


def _settled(
    name: str, settings: Mapping[str, str], found: str | None, choices: tuple[str, ...], journal: Journal
) -> str | None:
    given = settings.get(name)
    if given is None:
        return found
    if given not in choices:
        raise _wrong(name, given, "It is none of these.", f"Give one of {', '.join(choices)}.")
    if found is not None and found != given:
        journal.remark(f"The file says {name} {found}; {given} was given by hand and used instead.")
    return given


def check_unknown(meaning: Meaning, nodata: float | None, where: str) -> None:
    """Refuse one value for unknown cells and for a class that counts as impervious.

    Raises
    ------
    OptionInvalid
        Where the value of unknown cells is among the classes.
    """
    if nodata in meaning.classes:
        raise OptionInvalid(
            what=f"{nodata:g} cannot stand for unknown cells and for a class that is impervious.",
            where=where,
            why="A cell is one number: all cells of that class would be unknown, and none of them count.",
            next="Leave it out of --set classes, or give the value of unknown cells with --set nodata=V.",
        )


def check_cells(meaning: Meaning, extremes: Extremes, where: str, journal: Journal) -> None:
    """Refuse values that cannot be what they are said to be, and remark on those that hardly can.

    Raises
    ------
    CellsUnfit
        For shares beyond 0 to 100 percent, and for heights that no land of Wisconsin has.
    """
    if meaning.measure == "elevation":
        _check_heights(meaning, extremes, where, journal)
    elif meaning.measure in _MOST:
        most = _MOST[meaning.measure]
        if extremes.minimum < 0 or extremes.maximum > most:
            raise CellsUnfit(
                what=f"Cells go from {extremes.minimum:g} to {extremes.maximum:g}.",
                where=where,
                why=f"A {meaning.measure} of a cell lies between 0 and {most:g}.",
                next="Give the value that stands for unknown cells (--set nodata=V), or the measure that they hold.",
            )
        if meaning.measure == "percent" and extremes.maximum <= 1:
            journal.remark(
                f"Warning: no cell holds more than {extremes.maximum:g} percent; if these are fractions or a mask of "
                "0 and 1, import them as such."
            )


def _check_heights(meaning: Meaning, extremes: Extremes, where: str, journal: Journal) -> None:
    factor = FT_PER_UNIT[str(meaning.unit)]
    low_ft, high_ft = extremes.minimum * factor, extremes.maximum * factor
    if not (_ABSURD_FT[0] <= low_ft and LOWEST_LAND_FT <= high_ft <= _ABSURD_FT[1]):
        raise CellsUnfit(
            what=f"Heights go from {extremes.minimum:g} to {extremes.maximum:g} {meaning.unit}.",
            where=where,
            why=f"Land of Wisconsin lies between {LOWEST_LAND_FT:,.0f} and {HIGHEST_LAND_FT:,.0f} ft.",
            next="Check the unit (--set unit=ft, us-ft or m), and give the value of unknown cells (--set nodata=V).",
        )
    if high_ft > HIGHEST_LAND_FT and meaning.unit == "m" and extremes.minimum >= LOWEST_LAND_FT:
        raise CellsUnfit(
            what=f"Heights go from {extremes.minimum:g} to {extremes.maximum:g} m, which is up to {high_ft:,.0f} ft.",
            where=where,
            why=f"No land of Wisconsin lies above {HIGHEST_LAND_FT:,.0f} ft (Timms Hill); read as feet they all fit.",
            next="Give --set unit=us-ft or ft.",
        )
    if high_ft > HIGHEST_LAND_FT:
        journal.remark(
            f"The highest cell, {high_ft:,.1f} ft, lies above any land of Wisconsin: a tree or mast, or a value that "
            "stands for unknown and is not declared."
        )
    if low_ft < LOWEST_LAND_FT:
        journal.remark(
            f"The lowest cell, {low_ft:,.1f} ft, lies below any land of Wisconsin: the bottom of a lake, or a value "
            "that stands for unknown and is not declared."
        )


def _wrong(name: str, text: str, why: str, next_step: str) -> OptionInvalid:
    return OptionInvalid(what=f"--set {name}={text} cannot be used.", where="the option --set", why=why, next=next_step)
