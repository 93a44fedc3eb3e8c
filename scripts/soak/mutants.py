"""Do the tests notice when the law's code is wrong? Changes a seeded sample of places in the rules and the calendar.

See README.md beside it. A changed module stands in memory only and no file is written: a process of its own imports
it, judges the handed cases and runs the tests of the module until one fails.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import re
import resource
import sys
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
import yaml
from mutants_sample import Mutant, modules, sample

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests" / "gis"
CASES = sorted((ROOT / "tests" / "cases" / "rules").glob("*.json"))
LOGS = ROOT / "build" / "mutants"
REASONS = Path(__file__).with_name("mutants_survivors.yaml")

SEED = "town sanitary district"
PORTION = 0.14
LEAST_KILLED = 0.9
# Far more than the tests of any module need: what takes more never ends.
CPU_SECONDS = 240
DATA_BYTES = 4 << 30

# A test of all modules at once, that each is tried with.
OF_ALL = TESTS / "rules" / "test_value_objects_edges.py"

# Imported before the processes part, so that not each does it again. Neither a rule nor the calendar stands in them.
SHARED = ("hypothesis", "pandas", "rapidfuzz", "gis.layers.importing", "gis.law.loader", "gis.model.jsonio")


class _Changed(importlib.machinery.SourceFileLoader):
    """Loads a module from changed code instead of its file."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(_dotted(mutant.module), str(ROOT / mutant.module))
        self.code = mutant.code

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - it loads one module only
        """Compile the changed code, and leave the compiled file of the true one alone."""
        return compile(self.code, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module, and no other."""

    def __init__(self, loader: _Changed) -> None:
        self.loader = loader

    def find_spec(self, fullname: str, *_: object) -> importlib.machinery.ModuleSpec | None:
        """Answer for the changed module alone."""
        if fullname != self.loader.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.loader.path, loader=self.loader)


def main() -> int:
    """Try the sample; 1 where too many survive or one survives without a reason, 2 where nothing could be judged."""
    arguments = _arguments()
    chosen = [module for module in modules(ROOT) if re.search(arguments.only, module.as_posix())]
    mutants = [mutant for module in chosen for mutant in sample(ROOT, module, arguments.seed, arguments.portion)]
    print(f"{len(mutants)} changes in {len(chosen)} modules, seed {arguments.seed!r}, portion {arguments.portion}")
    if not mutants:
        print(f"No module has {arguments.only!r} in its path.", file=sys.stderr)
        return 2
    if arguments.list:
        print("\n".join(map(_told, mutants)))
        return 0
    _import_shared()
    LOGS.mkdir(parents=True, exist_ok=True)
    unchanged = [
        Mutant(module, "", "", "", 0, (ROOT / module).read_text("utf-8"))
        for module in {module.parent: module for module in chosen}.values()
    ]
    failing = [mutant.module.as_posix() for mutant, survives in _tried(unchanged, arguments.jobs) if not survives]
    if failing:
        print(f"The tests fail without any change, see {LOGS}: {', '.join(failing)}", file=sys.stderr)
        return 2
    survivors = []
    for count, (mutant, survives) in enumerate(_tried(mutants, arguments.jobs), start=1):
        if survives:
            survivors.append(mutant)
            print(f"[{count} of {len(mutants)}] survives: {_told(mutant)}", flush=True)
    return _judged(mutants, survivors)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", default=SEED, help="words that choose the sample (%(default)s)")
    parser.add_argument("--portion", type=float, default=PORTION, help="part of the places of a module (%(default)s)")
    parser.add_argument("--only", metavar="REGEX", default="", help="only modules with it in their path")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time (%(default)s)")
    parser.add_argument("--list", action="store_true", help="show the sample and try nothing")
    return parser.parse_args()


def _import_shared() -> None:
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    for name in SHARED:
        importlib.import_module(name)
    sys.modules["gis.law.loader"].load_law()
    found = Path(importlib.import_module("gis").__file__ or "")
    early = [name for name in sys.modules if name.startswith(("gis.rules", "gis.calendar"))]
    if ROOT not in found.parents or early:
        msg = f"gis is imported from {found}, and {early} too early to be changed"
        raise RuntimeError(msg)


def _tried(mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant, as its process ends, with whether it survives."""
    context = multiprocessing.get_context("fork")
    running: dict[int, tuple[ForkProcess, Mutant]] = {}
    waiting = list(enumerate(mutants))[::-1]
    while waiting or running:
        while waiting and len(running) < jobs:
            number, mutant = waiting.pop()
            log = LOGS / f"{number:04}-{mutant.module.stem}-{mutant.line}.txt"
            process = context.Process(target=_try, args=(mutant, log))
            process.start()
            running[process.sentinel] = process, mutant
        for sentinel in wait(list(running)):
            process, mutant = running.pop(sentinel)  # type: ignore[arg-type]  # only sentinels were waited for
            process.join()
            yield mutant, process.exitcode == 0


def _try(mutant: Mutant, log: Path) -> None:
    """Leave with 0 if cases and tests hold with the changed module, else with anything else."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_DATA, (DATA_BYTES, DATA_BYTES))
    with log.open("w", encoding="utf-8") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
        print(_told(mutant), flush=True)
        sys.meta_path.insert(0, _Finder(_Changed(mutant)))
        try:
            importlib.import_module(_dotted(mutant.module))
            failed = _failed_cases()
        except Exception:  # noqa: BLE001 - whatever a changed module raises, it is noticed
            failed = traceback.format_exc()
        if failed:
            print(failed, flush=True)
            os._exit(1)
        options = ("-q", "-x", "--tb=line", "-p", "no:cacheprovider", "--disable-plugin-autoload")
        asked = [*options, "-m", "not slow and not sample", *_tests(mutant.module)]
        code = pytest.main(asked, plugins=[_OwnFirst(mutant.module)])
        sys.stdout.flush()
        os._exit(code)


def _failed_cases() -> str:
    cases = importlib.import_module("gis.proposals.cases")
    return "\n".join(f"{failure.id}: {failure.difference}" for failure in cases.run_cases(CASES, _no_scene).failed)


def _no_scene(scene: Mapping[str, Any], _rules: Collection[str]) -> Mapping[tuple[str, str | None], Any]:
    msg = f"{scene['id']} is a scene, not a case"
    raise ValueError(msg)


def _tests(module: Path) -> tuple[str, ...]:
    """Return where the tests of a module's family are, or of what all rules share."""
    return tuple(map(str, (OF_ALL, TESTS / module.parent.relative_to("gis"), ROOT / module.parent)))


class _OwnFirst:
    """Puts the tests of the module itself first, then those that stand nearest: they fail soonest."""

    def __init__(self, module: Path) -> None:
        self.stem = module.stem

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort what is run."""
        items.sort(key=lambda item: (self.stem not in item.path.stem, len(item.path.parts)))


def _dotted(module: Path) -> str:
    return ".".join(module.with_suffix("").parts)


def _told(mutant: Mutant) -> str:
    place = f"{mutant.module.as_posix()}:{mutant.line} {mutant.definition}".rstrip()
    return f"{place}\n    was:     {mutant.was}\n    becomes: {mutant.becomes}"


def _judged(mutants: Sequence[Mutant], survivors: Sequence[Mutant]) -> int:
    names = ("module", "in", "was", "becomes")
    reasons = {tuple(row[name] for name in names) for row in yaml.safe_load(REASONS.read_text("utf-8"))}
    killed = len(mutants) - len(survivors)
    unexplained = [dict(zip(names, mutant.key, strict=True)) for mutant in survivors if mutant.key not in reasons]
    print(f"{killed} of {len(mutants)} killed, {killed / len(mutants):.1%}; {len(survivors)} survive,")
    print(f"{len(unexplained)} of them without a reason in {REASONS.name}")
    if unexplained:
        print(yaml.safe_dump(unexplained, sort_keys=False, width=1000, allow_unicode=True))
    return 1 if unexplained or killed < LEAST_KILLED * len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
