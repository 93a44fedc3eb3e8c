"""What becomes of files that are wrong in known ways: an answer, or one clear error each?

Writes docs/broken-files.md from the folders broken-geojson and broken-shapefile-gpkg of the real data.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely

from gis.errors import TownlineError
from gis.geometry.crs import guess_crs
from gis.geometry.repair import shapes_from_wkb
from gis.layers.readers import OpenedFile, SourceLayer, open_file, read_rows
from gis.layers.shapes import known_crs

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("broken-geojson", "broken-shapefile-gpkg")
_COMPANIONS = frozenset({".shx", ".prj", ".cpg", ".sbn", ".sbx", ".qpj"})
_LONGEST_CRS = 20
_MOST_INVALID = 3
_HEAD = """# What becomes of broken files

Each file of two public collections of files that are wrong in known ways, opened and read as an
import does it. A file gives an answer (what it holds, and what was remarked) or one error with its
class. What an import would refuse later (a shape that is no polygon, land outside the state, a ring
that crosses itself) is refused there, row by row, with its reason.

Made by `python scripts/broken_files.py`; a test compares it with what the files were made for.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file."""

    file: str
    error: str | None
    """Class of the error, None for an answer."""
    words: str


def outcomes(data: Path, folder: str) -> list[Outcome]:
    """Return the outcome of every file of a folder but its description."""
    files = sorted(file for file in (data / folder).rglob("*") if file.is_file() and file.name != "SOURCE.txt")
    return [outcome(file, file.relative_to(data / folder).as_posix()) for file in files]


def outcome(file: Path, name: str) -> Outcome:
    """Open and read one file."""
    try:
        opened = open_file(file)
        answer = "; ".join(_layer(opened, layer) for layer in opened.layers)
    except TownlineError as error:
        places = f" ({'; '.join(map(str, error.places))})" if error.places else ""
        return Outcome(name, error.code, f"{error.what} {error.why}{places}")
    return Outcome(name, None, " ".join((f"{answer}.", *opened.remarks)))


def _layer(opened: OpenedFile, layer: SourceLayer) -> str:
    rows = read_rows(opened, layer, layer.columns)
    if rows.shapes is None:
        return f"`{layer.name}`: a table of {layer.rows:,} rows and {len(layer.columns)} columns"
    read = shapes_from_wkb(rows.shapes)
    kinds = Counter("no shape" if shape is None else shape.geom_type for shape in read.geometries)
    held = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items())) or "no row"
    parts = [f"`{layer.name}`: {held}", _crs(layer)]
    if read.closed:
        parts.append(f"{len(read.closed)} ring closed")
    present = read.geometries[~shapely.is_missing(read.geometries)]
    reasons = [str(reason).partition("[")[0] for reason in shapely.is_valid_reason(present[~shapely.is_valid(present)])]
    if reasons:
        parts.append(f"{len(reasons)} not valid ({', '.join(sorted(set(reasons))[:_MOST_INVALID])})")
    return ", ".join([*parts, *(remark.rstrip(".") for remark in rows.remarks)])


def _crs(layer: SourceLayer) -> str:
    if layer.crs is not None:
        name = known_crs(layer.crs)
        return name if len(name) <= _LONGEST_CRS else "a coordinate system without a code"
    guesses = guess_crs(layer.bounds) if layer.bounds is not None and np.isfinite(layer.bounds).all() else ()
    return f"no coordinate system, so it is asked for{f' (looks like {guesses[0]})' if guesses else ''}"


def markdown(found: Mapping[str, Sequence[Outcome]]) -> str:
    """Return the page of all outcomes."""
    return "\n".join([_HEAD, *(line for folder, each in found.items() for line in _table(folder, each))]) + "\n"


def _table(folder: str, found: Sequence[Outcome]) -> Iterator[str]:
    alone = [each for each in found if Path(each.file).suffix.lower() in _COMPANIONS]
    answers = sum(each.error is None for each in found)
    yield f"## {folder}"
    yield ""
    yield f"{len(found)} files: {answers} answers, {len(found) - answers} errors."
    yield ""
    yield "| file | outcome | in words |"
    yield "|---|---|---|"
    for each in found:
        if each not in alone:
            yield f"| {each.file} | {each.error or 'answer'} | {each.words.replace('|', '/')} |"
    if alone:
        kinds = ", ".join(sorted({Path(each.file).suffix.lower() for each in alone}))
        error = "/".join(sorted({str(each.error) for each in alone}))
        yield f"| {len(alone)} companions of shapefiles, each given alone ({kinds}) | {error} | {alone[0].words} |"
    yield ""


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    usual = os.environ.get("TOWNLINE_REALDATA", str(ROOT.parent / "shared" / "data"))
    parser.add_argument("--data", type=Path, default=Path(usual), help="folder of the real data")
    data = parser.parse_args().data
    page = markdown({folder: outcomes(data, folder) for folder in FOLDERS})
    (ROOT / "docs" / "broken-files.md").write_text(page, "utf-8")
    print("docs/broken-files.md written")


if __name__ == "__main__":
    main()
