"""Which changes of the law's code are tried: a seeded sample of places, those that only make words left out."""

from __future__ import annotations

import ast
import difflib
import hashlib
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code

# What a reader is told beside the state, the answer, the measures and the readings.
TEXT_ARGUMENTS = {"because", "citation", "next", "note", "notes", "question", "what", "where", "why"}
TEXT_FUNCTIONS = re.compile(r"_?(?:\w+_)?(?:because|clauses|notes?|said|words)")
TEXT_RETURNS = {"str", "str | None", "list[str]", "tuple[str, ...]"}
TEXT_MODULES = re.compile(r"(?:\w+_)?words")

Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module."""

    module: Path
    """Below the root of the checkout."""
    definition: str
    """Function or class that holds the place; empty at the top of the module."""
    was: str
    becomes: str
    line: int
    code: str
    """The whole module, changed."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What tells a mutant from others, and stays while lines above it come and go."""
        return (self.module.as_posix(), self.definition, self.was, self.becomes)


@dataclass(slots=True)
class _Place:
    """Where a module can be changed, and in which ways: each an operator of cosmic-ray and which of its occurrences."""

    key: str
    line: int
    definition: str
    ways: list[tuple[str, int]] = field(default_factory=list)


def modules(root: Path) -> list[Path]:
    """Return the modules whose code is the law's: rules and calendar, but those that only make words."""
    files = [file for folder in ("rules", "calendar") for file in sorted((root / "gis" / folder).rglob("*.py"))]
    return [
        file.relative_to(root) for file in files if file.name != "__init__.py" and not TEXT_MODULES.fullmatch(file.stem)
    ]


def sample(root: Path, module: Path, seed: str, portion: float) -> list[Mutant]:
    """Choose a portion of a module's places, rounded up, and one change at each.

    A place is drawn by a hash of the seed and of its own line of code, so that an edit elsewhere in the module hardly
    changes the sample.
    """
    source = (root / module).read_text("utf-8")
    places = _places(source)
    drawn = sorted(places, key=lambda place: _draw(seed, module, place.key))[: math.ceil(portion * len(places))]
    return [_mutant(source, module, place, seed) for place in sorted(drawn, key=lambda place: place.line)]


def _draw(*words: object) -> int:
    return int.from_bytes(hashlib.sha256("|".join(map(str, words)).encode()).digest(), "big")


def _mutant(source: str, module: Path, place: _Place, seed: str) -> Mutant:
    name, occurrence = place.ways[_draw(seed, module, place.key, "way") % len(place.ways)]
    code = mutate_code(source, cosmic_ray.plugins.get_operator(name)(), occurrence)
    if code is None:
        msg = f"{name} changed nothing at {module}, line {place.line}"
        raise RuntimeError(msg)
    changes = [line for line in difflib.ndiff(source.splitlines(), code.splitlines()) if line[0] in "-+"]
    was, becomes = (" ".join(line[2:].strip() for line in changes if line[0] == mark).strip() for mark in "-+")
    return Mutant(module, place.definition, was, becomes, place.line, code)


def _places(source: str) -> list[_Place]:
    lines = source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    texts = _text_spans(source)
    places: dict[tuple[Position, Position], _Place] = {}
    seen = Counter[str]()
    for name in cosmic_ray.plugins.operator_names():
        operator_class = cosmic_ray.plugins.get_operator(name)
        if operator_class.arguments():
            continue  # it needs to be told which variable to change
        operator = operator_class()
        spots = ((node, *span) for node in nodes for span in operator.mutation_positions(node))
        for occurrence, (node, start, end) in enumerate(spots):
            if any(first <= start < last for first, last in texts):
                continue
            if (start, end) not in places:
                definition = ASTQuery(node).get_definition_name() or ""
                key = f"{definition}|{lines[start[0] - 1].strip()}|{start[1]}|{end[1]}"
                seen[key] += 1
                places[start, end] = _Place(f"{key}|{seen[key]}", start[0], definition)
            places[start, end].ways.append((name, occurrence))
    return list(places.values())


def _text_spans(source: str) -> list[tuple[Position, Position]]:
    """Return the spans that only make words, or that nothing reads at run time (annotations)."""
    spans: list[tuple[Position, Position]] = []
    for node in ast.walk(ast.parse(source)):
        inside: list[ast.expr | ast.stmt | None] = []
        match node:
            case ast.JoinedStr():
                inside = [node]
            case ast.keyword(arg=name) if name in TEXT_ARGUMENTS:
                inside = [node.value]
            case ast.AnnAssign() | ast.arg():
                inside = [node.annotation]
            case ast.FunctionDef():
                is_text = TEXT_FUNCTIONS.fullmatch(node.name) and _written(node.returns) in TEXT_RETURNS
                inside = [node if is_text else node.returns]
            case _:
                pass
        spans.extend(
            ((part.lineno, part.col_offset), (part.end_lineno or part.lineno, part.end_col_offset or part.col_offset))
            for part in inside
            if part is not None
        )
    return spans


def _written(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation)
