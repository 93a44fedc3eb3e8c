"""Which plain data does a YAML file hold that a person wrote: every key once, and nothing that a reader cannot see?"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import yaml

from gis.errors import TownlineError
from gis.law.strict_yaml import line_of, trick

Refuse = Callable[[str, str, str], TownlineError]
"""Makes the reader's own error of where it is, what is wrong and why."""

_MAX_DEPTH = 40
"""GeoJSON within a decision goes down some fifteen levels; what goes much deeper is a mistake or a trick."""
_TAG = "tag:yaml.org,2002:"
_QUOTED = re.compile(r""" (['"])(?!<)(?:(?!\1).){2,}\1""")
"""Text of the file as the parser repeats it; of its own it quotes single signs and <token>."""


class _Loader(yaml.SafeLoader):
    """Makes mappings, lists, text, plain decimal numbers and truth values; days stay text for whoever asks for days.

    A whole number such as 012 stays text too: the eighths and sixtieths that old YAML reads are no number of a form.
    """

    yaml_implicit_resolvers: Final[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}  # type: ignore[misc]  # ours in place of PyYAML's
    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]  # the stubs leave the parser untyped
        # How an anchor, an alias or a tag is called stands third, and is not repeated.
        found = " ".join((trick(event) or "").split()[:2])
        if self.depth >= _MAX_DEPTH:
            found = f"more than {_MAX_DEPTH} nested levels"
        if found:
            raise yaml.MarkedYAMLError(problem=f"it uses {found}; write plain YAML", problem_mark=event.start_mark)
        self.depth += 1
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: dict[str, int] = {}
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag != f"{_TAG}str":
                raise yaml.MarkedYAMLError(problem="a key is no word", problem_mark=key.start_mark)
            if key.value in seen:
                raise yaml.MarkedYAMLError(
                    problem=f"a key stands twice, first in line {seen[key.value]}", problem_mark=key.start_mark
                )
            seen[key.value] = line_of(key)
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:  # noqa: ANN401 - as the library has it
        try:
            return super().construct_object(node, deep)
        except ValueError as error:  # Python reads no whole number of more than 4,300 digits
            problem = "a number there is too long"
            raise yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark) from error


for _kind, _written, _first in (
    ("bool", r"yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF", "yYnNtTfFoO"),
    ("null", r"~|null|Null|NULL|", "~nN"),
    ("int", r"[-+]?(?:0|[1-9][0-9]*)", "-+0123456789"),
    ("float", r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)", "-+0123456789"),
):
    _Loader.add_implicit_resolver(f"{_TAG}{_kind}", re.compile(rf"(?:{_written})\Z"), [*_first])
_Loader.add_implicit_resolver(f"{_TAG}null", re.compile(r"\Z"), [""])


def read_yaml(path: Path, refuse: Refuse) -> object:
    """Return what a YAML (and so JSON) file holds, as plain data.

    Parameters
    ----------
    path : Path
        UTF-8, with or without the mark that some editors put in front.
    refuse : callable
        Makes the error, from where it is, what is wrong and why, each a sentence but the first; no text of the file is
        in them.

    Returns
    -------
    object
        Days are text as they are written; None for a file that holds nothing.

    Raises
    ------
    TownlineError
        As `refuse` makes it: the file cannot be read, is not UTF-8 or not YAML, has a key twice or one that is no
        word, aliases, anchors, tags, several documents, a number of thousands of digits, or nests deeper than 40.
    """
    where = f"the file {path.name or path}"
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise refuse(where, "It cannot be read.", f"The system says: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise refuse(where, "It is not UTF-8 text.", f"Byte {error.start} is none.") from error
    try:
        # The loader is a SafeLoader: it makes plain data only.
        return yaml.load(text, Loader=_Loader)  # noqa: S506
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = where if mark is None else f"{where}, line {mark.line + 1}"
        said = _QUOTED.sub("", ", ".join(filter(None, (error.context, error.problem))))
        raise refuse(at, "It is not YAML that can be read.", f"{said[:1].upper()}{said[1:]}.") from error
    except yaml.reader.ReaderError as error:
        at = f"{where}, line {text[: error.position].count(chr(10)) + 1}"
        why = "A character stands there that YAML does not allow."
        raise refuse(at, "It is not YAML that can be read.", why) from error
