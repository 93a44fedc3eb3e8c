"""Does the built wheel hold all that Townline needs, and run where there is no checkout?"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import gis

pytestmark = pytest.mark.slow

DATE = "2026-06-15"


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command to its end and return what it printed; what it said of a failure is shown."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command} left with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, repository, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel in a new environment and return the folder of its commands.

    The packages that Townline needs are lent by the environment of the tests: a folder named in a
    .pth file is searched, but the .pth files in it, among them the one that leads to the checkout,
    are not read.
    """
    home = tmp_path_factory.mktemp("installed") / "env"
    venv.create(home, with_pip=False)
    commands = home / "bin"
    python = commands / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, wheel, cwd=home)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(site, "lent.pth").write_text("\n".join(sorted(lent)) + "\n", encoding="utf-8")
    return commands


@pytest.fixture(scope="module")
def sample_layers(repository: Path, bin_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    layers = tmp_path_factory.mktemp("sample") / "layers"
    script = repository / "scripts" / "sample_layers.py"
    run(sys.executable, script, layers, "--townline", bin_folder / "townline", cwd=layers.parent)
    return layers


def test_wheel_holds_every_data_file_of_the_packages(repository: Path, wheel: Path) -> None:
    data = {
        file.relative_to(repository).as_posix()
        for package in ("gis", "api", "maps")
        for file in (repository / package).rglob("*")
        if file.is_file() and file.suffix != ".pyc" and "maps/web/" not in file.as_posix()
    }
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert data - held == set()
    # One of each sort, so that an emptied folder is noticed too.
    for sort in (
        r"gis/law/[^/]+\.yaml",
        r"gis/law/explained/TSD-\d\d\.yaml",
        r"gis/law/explained/common/.*\.yaml",
        r"gis/layers/presets/layouts/.*\.toml",
        r"maps/templates/.*",
        r"maps/static/[^/]+",
    ):
        assert any(re.fullmatch(sort, name) for name in held), f"the wheel has no file like {sort}"
    assert {
        "maps/static/vendor/leaflet/leaflet.js",
        "maps/static/vendor/leaflet/leaflet.css",
        "maps/static/vendor/leaflet/LICENSE",
        "maps/static/vendor/leaflet/images/layers.png",
    } <= held


def test_wheel_holds_no_test_and_no_foreign_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        top = {name.split("/")[0] for name in archive.namelist()}
    assert top == {"gis", "api", "maps", f"townline-{gis.__version__}.dist-info"}


def test_installed_packages_come_from_the_wheel(repository: Path, bin_folder: Path, tmp_path: Path) -> None:
    program = "import json, sys, gis, api, maps; print(json.dumps([sys.path, *(m.__file__ for m in (gis, api, maps))]))"
    path, *files = json.loads(run(bin_folder / "python", "-c", program, cwd=tmp_path))
    assert str(repository) not in path
    assert all(Path(file).is_relative_to(bin_folder.parent) for file in files)


def test_installed_command_tells_its_version(bin_folder: Path, tmp_path: Path) -> None:
    assert gis.__version__ in run(bin_folder / "townline", "--version", cwd=tmp_path)


def test_installed_command_prints_the_schemas(bin_folder: Path, tmp_path: Path) -> None:
    schemas = run(bin_folder / "townline", "schema", cwd=tmp_path)
    assert {"Finding", "Report"} <= set(re.findall(r'"(\w+)"', schemas))
    assert isinstance(json.loads(schemas), dict)


def test_installed_command_explains_a_rule(bin_folder: Path, tmp_path: Path) -> None:
    said = json.loads(run(bin_folder / "townline", "law", "TSD-02", "--date", DATE, "--format", "json", cwd=tmp_path))
    assert said["citation"] == "Wis. Stat. 60.71(2)(a)"
    assert {parameter["name"] for parameter in said["parameters"]} >= {"petition_owners_portion"}


@pytest.mark.parametrize(("proposal", "state"), [("lawful", "pass"), ("unlawful", "fail")])
def test_installed_command_judges_the_sample(
    repository: Path, bin_folder: Path, sample_layers: Path, proposal: str, state: str
) -> None:
    # The lawful proposal takes town land only, the unlawful one village or city land as well,
    # which Wis. Stat. s. 60.71 (5) (a) forbids.
    boundary = repository / "data" / "boundaries" / f"proposal-{proposal}.geojson"
    command = (bin_folder / "townline", "evaluate", boundary, "--layers", sample_layers)
    report = json.loads(run(*command, "--date", DATE, "--format", "json", cwd=sample_layers.parent))
    states = {finding["rule"]: finding["state"] for finding in report["findings"]}
    assert states["TSD-09"] == state
    assert report["date"] == DATE
