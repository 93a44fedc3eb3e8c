"""How is a packaged table read: strictly, against a model, every fault named with its file and line?"""

from __future__ import annotations

from typing import TypeVar

import yaml
from pydantic import ValidationError

from gis.law.strict_yaml import StrictYaml, line_of
from gis.model.jsonio import adapter

T = TypeVar("T")

Plain = str | list["Plain"] | dict[str, "Plain"]
"""What a table holds: every scalar is the text that stands there, so that `no` and `2` stay what they are."""


def read_table(content: bytes | str, file: str, model: type[T]) -> T:
    """Read a YAML table of one shape.

    Parameters
    ----------
    content
        UTF-8; plain YAML without anchors, tags and repeated keys.
    file
        Its name, for errors.
    model
        Frozen dataclass whose fields are the keys; its validator refuses every other key.

    Raises
    ------
    LawFileInvalid
        The file is no plain YAML, or a key or value is none of the model's. File and line are named.
    """
    reader = StrictYaml(file)
    root = reader.root(content)
    try:
        table: T = adapter(model).validate_python(_plain(root, reader))
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        path = fault["loc"]
        reader.refuse(
            _line(root, path),
            f"{'.'.join(map(str, path))} is not as the table asks.",
            f"{fault['msg']}.",
            "Correct the line; compare it with the others of the file.",
        )
    return table


def _plain(node: yaml.Node, reader: StrictYaml) -> Plain:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value).strip()
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, reader) for item in node.value]
    return {key.value: _plain(value, reader) for key, value in reader.items(node, "the table")}


def _line(node: yaml.Node, path: tuple[int | str, ...]) -> int:
    """Return the line of the part that a validator's path leads to, or of the last part that is there."""
    for step in path:
        if isinstance(node, yaml.MappingNode):
            found = [pair for pair in node.value if pair[0].value == step]
            if not found:
                break
            key, node = found[0]
            if step == path[-1]:
                return line_of(key)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            node = node.value[step]
    return line_of(node)
