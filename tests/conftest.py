"""What do all tests share: where the repository and the real data are, and the handed field cases."""

from __future__ import annotations

import gc
import json
import os
import tomllib
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from gis.proposals.evaluate import Evaluator

REPOSITORY = Path(__file__).resolve().parents[1]

# The same examples on every machine and in every run: a failure can be run again as it was.
settings.register_profile("townline", derandomize=True, deadline=None)
settings.load_profile("townline")


class FieldCaseLoader(Protocol):
    """Reads one handed field case by its id."""

    def __call__(self, case_id: str) -> dict[str, Any]:
        """Return the case of that id, or of the one id that begins so ("overlay-01")."""
        ...


def in_ci() -> bool:
    """Say whether this is a run where nothing may be skipped."""
    return os.environ.get("CI", "").lower() not in {"", "0", "false", "no"}


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector pass over the tests that are found: they are kept until the run ends."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs the sample county imported, so that the core can be run without them."""
    for item in items:
        if "sample_layers" in getattr(item, "fixturenames", ()):
            item.add_marker("sample")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a skipped test fail in CI: what was not run was not shown."""
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and in_ci():
        report.outcome = "failed"
        report.longrepr = f"In CI nothing is skipped: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the checkout."""
    return REPOSITORY


def beside(named: str | None, usual: Path, what: str) -> Path:
    """Return a folder that lies beside the repository; without it, skip on a desk and fail in CI."""
    folder = Path(named) if named else usual
    if folder.is_dir():
        return folder
    message = f"{what} not there: no folder {folder}."
    if in_ci():
        pytest.fail(f"In CI nothing is skipped, and {message}", pytrace=False)
    pytest.skip(message)


@pytest.fixture(scope="session")
def realdata() -> Path:
    """Return the folder of real data, which the environment variable TOWNLINE_REALDATA may name."""
    usual = REPOSITORY.parent / "shared" / "data"
    return beside(os.environ.get("TOWNLINE_REALDATA"), usual, "the real data (TOWNLINE_REALDATA) is")


@pytest.fixture(scope="session")
def handed_cases() -> Path:
    """Return the folder of the cases as they were handed over, of which tests/cases is a copy."""
    return beside(None, REPOSITORY.parent / "shared" / "cases", "the handed cases are")


@pytest.fixture(scope="session")
def field_case() -> FieldCaseLoader:
    """Return a loader of the cases in tests/cases/field/cases.json."""
    file = REPOSITORY / "tests" / "cases" / "field" / "cases.json"
    cases: dict[str, dict[str, Any]] = {case["id"]: case for case in json.loads(file.read_text("utf-8"))}

    def load(case_id: str) -> dict[str, Any]:
        matching = [known for known in cases if known == case_id or known.startswith(f"{case_id}-")]
        if len(matching) != 1:
            message = f"{case_id} names {len(matching)} of the {len(cases)} field cases: {matching}"
            raise LookupError(message)
        return cases[matching[0]]

    return load


@pytest.fixture(scope="session")
def sample_layers(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sample county imported as data/boundaries/layers.toml says."""
    from gis.layers.importing import ImportRequest, import_layer  # noqa: PLC0415 - seconds that few tests need

    folder = tmp_path_factory.mktemp("sample") / "layers"
    sample = repository / "data" / "boundaries"
    for entry in tomllib.loads((sample / "layers.toml").read_text("utf-8"))["import"]:
        column_map = {"map_file": sample / entry.pop("map")} if "map" in entry else {}
        kind, file = entry.pop("kind"), sample / entry.pop("file")
        import_layer(ImportRequest(kind=kind, file=file, **column_map, **entry), folder)
    return folder


@pytest.fixture(scope="session")
def evaluator(sample_layers: Path) -> Evaluator:
    """Return an evaluator over the sample county."""
    from gis.proposals.evaluate import Evaluator  # noqa: PLC0415 - seconds that few tests need

    return Evaluator(sample_layers)
