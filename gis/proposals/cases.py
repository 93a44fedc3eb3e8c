"""Do the worked examples hold: case and scene files read as they are, and the findings compared with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from gis.errors import TownlineError
from gis.law.loader import load_law
from gis.model.exact import to_fraction
from gis.model.finding import Finding
from gis.model.jsonio import to_data
from gis.proposals.casefiles import Case, Scene, read_case_file
from gis.rules.registry import RULES, judge, read_facts

JudgeScene = Callable[[Mapping[str, Any], Collection[str]], Mapping[tuple[str, str | None], Finding]]

_RELATIVE = Fraction(1, 1_000_000_000)
_MEASURED = frozenset({"sqft", "acres", "ft", "share", "quotient"})
"""Words in a measure's name that say it comes from geometry, so that a stated tolerance applies (FACTS.md 1.7)."""


@dataclass(frozen=True, slots=True)
class CaseFailure:
    """An example that does not hold, and how: path, expected, got."""

    id: str
    difference: str


@dataclass(frozen=True, slots=True)
class CasesResult:
    """How many examples hold, which do not, and which rules nobody implemented."""

    total: int
    held: int
    failed: tuple[CaseFailure, ...]
    unimplemented: tuple[str, ...]
    """Rules that the examples ask about and Townline does not have, sorted."""
    not_judged: int
    """Examples that neither hold nor fail, because they ask about such a rule."""
    rules: tuple[str, ...]
    """Every rule that the files ask about, sorted, looked at or not."""


def run_cases(files: Iterable[Path], judge_scene: JudgeScene, only_rules: Collection[str] | None = None) -> CasesResult:
    """Judge every case and scene of some files and compare the findings with what they expect.

    Parameters
    ----------
    files
        Case files (a list of cases) and scene files (one scene each), FACTS.md 1.1 and 1.7.
    judge_scene
        Judges the named rules over a scene and gives findings by rule and subject.
    only_rules
        Rules to look at; others are left out of the count. All where null.

    Returns
    -------
    CasesResult
        A scene is one example: it holds if every expectation in it holds. Cases that name no date are judged by the
        newest law on file.

    Raises
    ------
    CaseFileInvalid
        A file is no case or scene file; nothing is judged then.
    """
    examples = [example for file in files for example in read_case_file(file)]
    failed: list[CaseFailure] = []
    unimplemented: set[str] = set()
    total = held = not_judged = 0
    for example in examples:
        asked = example.rules if only_rules is None else example.rules & set(only_rules)
        if not asked:
            continue
        total += 1
        missing = asked - RULES.keys()
        unimplemented |= missing
        if isinstance(example, Case):
            differences = [] if missing else _judge_case(example)
        else:
            differences = _judge_scene(example, asked - missing, judge_scene)
        if differences:
            failed.append(CaseFailure(example.id, "; ".join(differences)))
        elif missing:
            not_judged += 1
        else:
            held += 1
    rules = frozenset[str]().union(*(example.rules for example in examples))
    return CasesResult(total, held, tuple(failed), tuple(sorted(unimplemented)), not_judged, rules=tuple(sorted(rules)))


def differences(
    expected: Mapping[str, Any], finding: Finding, *, tolerance: Fraction | None = None, in_scene: bool = False
) -> list[str]:
    """Compare a finding with what an example expects of it: only what the example names, but that exactly.

    Parameters
    ----------
    expected
        State, answer, measures and readings; null means null or absent.
    finding
        What the rule said.
    tolerance
        Relative tolerance that the example states. In a scene it applies to measures whose name speaks of sqft,
        acres, ft, share or quotient; in a case to every number that is not whole.
    in_scene
        Whether the example is a scene.

    Returns
    -------
    list of str
        One sentence for each difference; empty where the finding holds.
    """
    got = to_data(finding)
    comparison = _Comparison(tolerance, in_scene)
    for field in ("state", "answer"):
        if field in expected:
            comparison.whole(field, expected[field], got[field], name="")
    for name, value in (expected.get("measures") or {}).items():
        comparison.whole(f"measures.{name}", value, got["measures"].get(name), name=name)
    for name, reading in (expected.get("readings") or {}).items():
        given = got["readings"].get(name)
        if reading is None or given is None:
            comparison.whole(f"readings.{name}", reading, given, name="")
            continue
        for field, value in reading.items():
            comparison.whole(f"readings.{name}.{field}", value, given.get(field), name="")
    return comparison.found


class _Comparison:
    """Collects the differences between expected and given data."""

    def __init__(self, tolerance: Fraction | None, in_scene: bool) -> None:
        self.tolerance = tolerance
        self.in_scene = in_scene
        self.found: list[str] = []

    def whole(self, path: str, expected: object, got: object, *, name: str) -> None:
        """Compare a value whole: lists in their order, objects with exactly these names."""
        if isinstance(expected, Mapping) and isinstance(got, Mapping):
            for key in [*expected, *(key for key in got if key not in expected)]:
                if key not in expected:
                    self.found.append(f"{path}.{key}: expected nothing of that name, got {_shown(got[key])}")
                else:
                    self.whole(f"{path}.{key}", expected[key], got.get(key), name=name)
        elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
            for index, (one, other) in enumerate(zip(expected, got, strict=True)):
                self.whole(f"{path}[{index}]", one, other, name=name)
        elif not self._same(expected, got, name):
            self.found.append(f"{path}: expected {_shown(expected)}, got {_shown(got)}")

    def _same(self, expected: object, got: object, name: str) -> bool:
        one, other = _number(expected), _number(got)
        if one is None or other is None:
            return type(expected) is type(got) and expected == got
        both_whole = one.denominator == other.denominator == 1
        measured = bool(_MEASURED & set(name.split("_")))
        if self.tolerance is not None and (measured or (not self.in_scene and not both_whole)):
            return abs(other - one) <= self.tolerance * abs(one)
        return one == other if both_whole else abs(other - one) <= _RELATIVE * abs(one)


def _judge_case(case: Case) -> list[str]:
    try:
        finding = judge(case.rule, read_facts(case.rule, case.facts), load_law().newest())
    except TownlineError as error:
        return [f"{case.rule} could not be judged: {error.what} {error.why} ({error.where})"]
    return differences(case.expect, finding, tolerance=case.tolerance)


def _judge_scene(scene: Scene, rules: Collection[str], judge_scene: JudgeScene) -> list[str]:
    if not rules:
        return []
    try:
        findings = judge_scene(scene.data, rules)
    except TownlineError as error:
        return [f"The scene could not be judged: {error.what} {error.why} ({error.where})"]
    found: list[str] = []
    for expectation in scene.expect:
        rule_id, subject = expectation["rule"], expectation.get("subject")
        if rule_id not in rules:
            continue
        asked = rule_id if subject is None else f"{rule_id} for {subject}"
        finding = findings.get((rule_id, subject))
        if finding is None:
            found.append(f"{asked}: expected a finding, got none")
            continue
        found.extend(
            f"{asked}: {difference}"
            for difference in differences(expectation, finding, tolerance=scene.tolerance, in_scene=True)
        )
    return found


def _number(value: object) -> Fraction | None:
    """Return a JSON number exactly; text and truth values are none."""
    if isinstance(value, bool | str) or value is None:
        return None
    try:
        number = to_fraction(value)
    except ValueError:  # a list, an object, or NaN
        return None
    return number if isinstance(number, Fraction) else None


def _shown(value: object) -> str:
    """Write data for a person: as JSON does, decimals as they were written."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(_shown(item) for item in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_shown(key)}: {_shown(item)}' for key, item in value.items())}}}"
    return str(value)
