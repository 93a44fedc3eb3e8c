"""Do PyYAML's two readers tell the same of a file, so that the faster may be asked first?"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from gis.errors import LawFileInvalid
from gis.law import strict_yaml
from gis.law.strict_yaml import StrictYaml, line_of

Told = tuple[str, str, int, str | None, object]

EVERY_FORM = """\
# a remark
section: plain words
numbers: [1, 2.5, -3, 0xF]
'quoted': "twice\\n quoted"
folded: >-
  one
  line
literal: |
  two
  lines
list:
- a: 2010-01-01
  b:
-   c: {d: e}
"""


def told(node: yaml.Node) -> list[Told]:
    """Return what is asked of a node and of those in it: kind, tag, line, quotes, words."""
    own: Told = (
        type(node).__name__,
        node.tag,
        line_of(node),
        getattr(node, "style", None),
        node.value if isinstance(node, yaml.ScalarNode) else None,
    )
    match node:
        case yaml.MappingNode():
            return [own, *(line for pair in node.value for part in pair for line in told(part))]
        case yaml.SequenceNode():
            return [own, *(line for part in node.value for line in told(part))]
        case _:
            return [own]


@pytest.fixture
def slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read as a PyYAML does that was built without libyaml."""
    monkeypatch.setattr(strict_yaml, "_FASTEST", yaml.SafeLoader)


def test_this_pyyaml_has_the_fast_reader() -> None:
    assert strict_yaml._FASTEST is yaml.CSafeLoader  # noqa: SLF001 - otherwise the tests below compare one with itself


def test_every_form_of_yaml_is_told_alike(request: pytest.FixtureRequest) -> None:
    fast = told(StrictYaml("form.yaml").root(EVERY_FORM))
    request.getfixturevalue("slow_reader")
    assert fast == told(StrictYaml("form.yaml").root(EVERY_FORM))
    assert ("ScalarNode", "tag:yaml.org,2002:timestamp", 12, None, "2010-01-01") in fast
    assert ("ScalarNode", "tag:yaml.org,2002:str", 4, '"', "twice\n quoted") in fast


@pytest.mark.slow
def test_every_packaged_file_is_told_alike(repository: Path, request: pytest.FixtureRequest) -> None:
    texts = {file: file.read_bytes() for file in sorted((repository / "gis").rglob("*.yaml"))}
    assert len(texts) > 40
    fast = {file: told(StrictYaml(file.name).root(text)) for file, text in texts.items()}
    request.getfixturevalue("slow_reader")
    for file, text in texts.items():
        assert told(StrictYaml(file.name).root(text)) == fast[file], file


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("a: 1\nb: 'open\nc: 2\n", 2, id="an open quote"),
        pytest.param("a: 1\n b: 2\n", 2, id="wrong indentation"),
        pytest.param("a: ä\nb: \x07\n", 2, id="a control character after a letter of two bytes"),
        pytest.param("a: 1\nb: \ud800\n", 2, id="half a pair"),
        pytest.param("a: &b 1\n", 1, id="an anchor"),
        pytest.param("a: 1\n---\nb: 2\n", 2, id="a second document"),
        pytest.param("a: [1\nb: 2\n", 2, id="an open bracket"),
        pytest.param("\n\n", 1, id="nothing"),
    ],
)
def test_a_fault_is_told_alike(text: str, line: int, request: pytest.FixtureRequest) -> None:
    with pytest.raises(LawFileInvalid) as fast:
        StrictYaml("one.yaml").root(text)
    request.getfixturevalue("slow_reader")
    with pytest.raises(LawFileInvalid) as slow:
        StrictYaml("one.yaml").root(text)
    assert (fast.value.what, fast.value.where, fast.value.why) == (slow.value.what, slow.value.where, slow.value.why)
    assert fast.value.where == f"file one.yaml, line {line}"


def test_a_byte_order_mark_is_passed_over() -> None:
    # Windows' editor puts one before the text; libyaml alone would call it a control character.
    text = "\N{ZERO WIDTH NO-BREAK SPACE}a: 1\n".encode()
    assert [key.value for key, _ in StrictYaml("one.yaml").items(StrictYaml("one.yaml").root(text), "it")] == ["a"]
