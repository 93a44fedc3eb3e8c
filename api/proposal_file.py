"""What does a proposal file state: `--proposal FILE.yaml`, and the member `proposal` of a request?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from gis.errors import FactsInvalid

KEYS = ("facts",)


def read_proposal(path: Path) -> Mapping[str, Any]:
    """Return the facts that a proposal file states.

    The file is YAML with one key, `facts`: a mapping of the names of FACTS.md, or of rule ids with facts of that rule.

    Raises
    ------
    FactsInvalid
        Where the file cannot be read, or holds anything else.
    """
    where = f"the file {path.name}"
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise _invalid(where, f"It cannot be read: {type(error).__name__}.") from error
    except yaml.YAMLError as error:
        raise _invalid(where, f"It is not YAML: {str(error).splitlines()[0]}.") from error
    return proposal_facts(data, where)


def proposal_facts(data: object, where: str) -> Mapping[str, Any]:
    """Return the facts of a proposal that was read already; see `read_proposal`."""
    if not isinstance(data, Mapping):
        raise _invalid(where, "A mapping with the key facts is needed.")
    unknown = sorted(str(key) for key in data if key not in KEYS)
    if unknown:
        raise _invalid(where, f"Unknown keys: {', '.join(unknown)}; known is {', '.join(KEYS)}.")
    facts = data.get("facts") or {}
    if not isinstance(facts, Mapping) or not all(isinstance(name, str) for name in facts):
        raise _invalid(where, "Facts are names and values.")
    return facts


def _invalid(where: str, why: str) -> FactsInvalid:
    return FactsInvalid(
        what="The proposal cannot be used.",
        where=where,
        why=why,
        next="Write, for example:  facts: {occasion: addition}",
    )
