"""Is the repository as it promises to be: no host, no machine path, locks whole, reasons given?"""

from __future__ import annotations

import ast
import filecmp
import io
import json
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

# Written so that this file does not hold what it looks for.
FOREIGN = re.compile(
    r"p[y]pi\.org|p[y]thonhosted|registry\.n[p]mjs|deb\.d[e]bian|(?<![\w.-])/(?:work|farm|tmp|opt|root)/[a-z]"
)
MIB = 1024 * 1024
# Files past 1 MiB that the repository needs, each with its reason.
LARGE = {
    "data/boundaries/parcels.gpkg": "12,596 records in the state's schema: the size that the sample is for",
    "data/boundaries/parcels_2024.gpkg.zip": "the same parcels a roll year before",
}

LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-node.lock", "requirements-soak.lock")
PIN = re.compile(r"(?P<name>[a-z0-9._-]+)==(?P<version>[^\s;]+)(?: ; [^\\]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}(?P<more> \\)?")

IGNORE = re.compile(
    r"#\s*(?:ruff:\s*)?noqa(?P<noqa>:(?:[\s,]*[A-Z]+[0-9]+)+)?|#\s*type:\s*ignore(?P<type>\[[\w, -]+\])?"
)
REASON = re.compile(r"[a-z]{3,}", re.IGNORECASE)
FRAGMENT = re.compile(r"\d+-[a-z0-9]+(?:-[a-z0-9]+)*\.(?P<kind>added|changed|fixed|removed|law)\.md")


@pytest.fixture(scope="session")
def files(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """List the files that are tracked or would be: in a copy without history, all that is not ignored."""
    settings = dict(os.environ)
    if not (repository / ".git").exists():
        # An empty history elsewhere, so that git's own reading of .gitignore still decides.
        settings |= {
            "GIT_DIR": str(tmp_path_factory.mktemp("git") / "empty.git"),
            "GIT_WORK_TREE": str(repository),
        }
        subprocess.run(["git", "init", "--quiet"], env=settings, check=True, cwd=repository)
    # The checkout may belong to another user than the one who runs the tests.
    command = ["git", "-c", f"safe.directory={repository}", "ls-files", "-z", "--cached", "--others"]
    listed = subprocess.run(
        [*command, "--exclude-standard"], cwd=repository, env=settings, check=True, capture_output=True
    ).stdout.decode()
    found = [repository / name for name in sorted(set(listed.split("\0"))) if name]
    return [file for file in found if file.is_file()]


@pytest.fixture(scope="session")
def python_files(files: list[Path]) -> list[Path]:
    """List the Python files among them."""
    return [file for file in files if file.suffix == ".py"]


def pins(lock: Path) -> dict[str, Version]:
    """Return the version that a lock pins for each package; every line must be one it may have."""
    found: dict[str, Version] = {}
    open_pin: str | None = None
    hashes = 0
    for number, line in enumerate(lock.read_text("utf-8").splitlines(), start=1):
        where = f"{lock.name}, line {number}: {line}"
        if line.startswith("#"):
            assert open_pin is None, where
        elif pin := PIN.fullmatch(line):
            assert open_pin is None, where
            open_pin, hashes = canonicalize_name(pin["name"]), 0
            assert open_pin not in found, where
            found[open_pin] = Version(pin["version"])
        else:
            hashed = HASH.fullmatch(line)
            assert hashed, where
            assert open_pin, where
            hashes += 1
            if not hashed["more"]:
                open_pin = None
    assert open_pin is None, f"{lock.name} ends within a package"
    assert found, f"{lock.name} pins nothing"
    return found


def test_no_registry_host_and_no_machine_path(repository: Path, files: list[Path]) -> None:
    found = [
        f"{file.relative_to(repository)}:{number}: {line.strip()[:120]}"
        for file in files
        if b"\0" not in (content := file.read_bytes())
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1)
        if FOREIGN.search(line)
    ]
    assert found == []


def test_no_large_file_without_reason(repository: Path, files: list[Path]) -> None:
    large = {str(file.relative_to(repository)) for file in files if file.stat().st_size > MIB}
    assert large == set(LARGE)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_pins_every_version_with_its_hashes(repository: Path, name: str) -> None:
    assert pins(repository / name)


def test_development_lock_holds_the_versions_that_run(repository: Path) -> None:
    runs, tested = pins(repository / LOCKS[0]), pins(repository / LOCKS[1])
    assert {package: tested.get(package) for package in runs} == runs


def test_locks_answer_what_the_project_asks_for(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    groups = project["dependency-groups"]
    run_time = project["project"]["dependencies"] + groups["build"]
    asked = zip(LOCKS, (run_time, run_time + groups["dev"], groups["node"], groups["soak"]), strict=True)
    for name, requirements in asked:
        pinned = pins(repository / name)
        for requirement in map(Requirement, requirements):
            version = pinned.get(canonicalize_name(requirement.name))
            assert version is not None, f"{name} lacks {requirement}: run scripts/lock"
            assert version in requirement.specifier, f"{name} has {version} for {requirement}"


def test_lock_of_the_browser_assets_names_no_address(repository: Path) -> None:
    packages = json.loads((repository / "maps/web/package-lock.json").read_text("utf-8"))["packages"]
    asked = json.loads((repository / "maps/web/package.json").read_text("utf-8"))
    fetched = {name: entry for name, entry in packages.items() if name}
    assert all("resolved" not in entry for entry in fetched.values())
    assert all(entry["integrity"].startswith("sha512-") for entry in fetched.values())
    assert fetched["node_modules/leaflet"]["version"] == "1.9.4"
    assert packages[""]["dependencies"] == asked["dependencies"]


def test_every_silenced_check_has_its_reason(repository: Path, python_files: list[Path]) -> None:
    bare: list[str] = []
    for file in python_files:
        source = file.read_text("utf-8")
        lines = source.splitlines()
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type != tokenize.COMMENT or not (silenced := IGNORE.search(token.string)):
                continue
            row = token.start[0]
            above = lines[row - 2].strip() if row > 1 else ""
            reason = IGNORE.sub("", token.string) + (above if above.startswith("#") else "")
            named = silenced["noqa"] or silenced["type"]
            if not named or not REASON.search(reason):
                bare.append(f"{file.relative_to(repository)}:{row}: {token.string}")
    assert bare == []


def test_every_ignore_in_the_settings_has_its_reason(repository: Path) -> None:
    settings = (repository / "pyproject.toml").read_text("utf-8").splitlines()
    silencing = re.compile(r'"[A-Z]+[0-9]+"|ignore_missing_imports|ignore_errors|disable_error_code')
    ignores = [line for line in settings if silencing.search(line)]
    bare = [line for line in ignores if not REASON.search(line.partition("#")[2])]
    assert ignores
    assert bare == []


def test_changelog_fragments_are_well_named_and_say_what_changed(repository: Path) -> None:
    for file in sorted((repository / "changelog.d").iterdir()):
        if file.name == "README.md":
            continue
        named = FRAGMENT.fullmatch(file.name)
        assert named, f"{file.name} is not named ISSUE-SHORT-NAME.KIND.md"
        text = file.read_text("utf-8")
        assert REASON.search(text), f"{file.name} says nothing"
        if named["kind"] == "law":
            missing = [part for part in ("Sections:", "In force:", "Before:", "After:") if part not in text]
            assert missing == [], f"{file.name} lacks {missing}"


@pytest.mark.realdata
def test_cases_are_those_that_were_handed_over(repository: Path, handed_cases: Path) -> None:
    def relative(folder: Path) -> set[str]:
        return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}

    ours = repository / "tests" / "cases"
    names = relative(handed_cases)
    assert relative(ours) == names
    same, different, unread = filecmp.cmpfiles(handed_cases, ours, sorted(names), shallow=False)
    assert (different, unread) == ([], [])
    assert len(same) == len(names)


def test_every_test_file_asserts_something(repository: Path, python_files: list[Path]) -> None:
    idle = []
    for file in python_files:
        if not file.name.startswith("test_"):
            continue
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        raises = any(isinstance(node, ast.Attribute) and node.attr in {"raises", "fail"} for node in nodes)
        if not raises and not any(isinstance(node, ast.Assert) for node in nodes):
            idle.append(str(file.relative_to(repository)))
    assert idle == []


def test_every_script_can_be_run_and_stops_at_its_first_fault(repository: Path) -> None:
    scripts = [file for file in (repository / "scripts").iterdir() if file.is_file() and not file.suffix]
    scripts.append(repository / ".ci" / "run")
    assert {"run", "test", "setup", "check", "lock"} <= {file.name for file in scripts}
    for script in scripts:
        assert os.access(script, os.X_OK), f"{script.name} is not executable"
        assert "\nset -euo pipefail\n" in script.read_text("utf-8"), script.name
        parsed = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
        assert (parsed.returncode, parsed.stderr) == (0, "")


def test_commands_in_the_documents_exist(repository: Path) -> None:
    help_text = subprocess.run(
        [Path(sys.executable).with_name("townline"), "--help"], capture_output=True, text=True, check=True
    ).stdout
    commands = set(re.findall(r"^  ([a-z]+)\s", help_text, re.MULTILINE))
    targets = set(re.findall(r"^([a-z]+):$", (repository / "Makefile").read_text("utf-8"), re.MULTILINE))
    for document in ("README.md", "CONTRIBUTING.md"):
        text = (repository / document).read_text("utf-8")
        assert set(re.findall(r"^\S*townline ([a-z]+)", text, re.MULTILINE)) <= commands, document
        assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets, document
