from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from gis.layers.readers import open_file, read_rows
from scripts.broken_files import FOLDERS, Outcome, markdown, outcomes

pytestmark = pytest.mark.realdata

COMPANIONS = {".shx", ".prj", ".cpg", ".sbn", ".sbx", ".qpj"}


@pytest.fixture(scope="module")
def found(realdata: Path) -> dict[str, list[Outcome]]:
    return {folder: outcomes(realdata, folder) for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_comes_to_what_it_was_made_for(
    repository: Path, found: dict[str, list[Outcome]], folder: str
) -> None:
    """The expectations were written from names, descriptions and bytes of the files, not from outcomes."""
    expected = tomllib.loads((repository / "tests/gis/layers/broken_files.toml").read_text("utf-8"))[folder]
    given = {each.file: each for each in found[folder]}
    alone = {name for name in given if Path(name).suffix.lower() in COMPANIONS}
    assert set(expected) == set(given) - alone
    wrong = [
        (name, outcome, given[name])
        for name, (outcome, *phrases) in expected.items()
        if (outcome == "error") != (given[name].error is not None)
        or (given[name].error or "LayerUnreadable") != "LayerUnreadable"
        or not all(phrase in given[name].words for phrase in phrases)
    ]
    assert wrong == []
    assert {(given[name].error, "companion of a shapefile" in given[name].words) for name in alone} <= {
        ("LayerUnreadable", True)
    }


def test_the_page_in_docs_is_the_page_of_these_outcomes(repository: Path, found: dict[str, list[Outcome]]) -> None:
    page = (repository / "docs/broken-files.md").read_text("utf-8")
    assert page == markdown(found), "run scripts/broken_files.py and look at what changed"
    assert re.search(r"/(work|tmp|home)/", page) is None


@pytest.mark.parametrize("name", ["codepage.shp", "codepage.zip", "utf.shp", "utf.zip"])
def test_text_in_another_code_page_is_read_by_what_the_cpg_says(realdata: Path, name: str) -> None:
    opened = open_file(realdata / "broken-shapefile-gpkg/shapefile_js" / name)
    values = read_rows(opened, opened.layers[0], ["field"]).table["field"].tolist()
    assert values[1] == "Hněvošický háj"  # the words that the collection tests for
