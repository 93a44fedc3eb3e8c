"""What does a proposal file state: `--proposal FILE.yaml`, and the member `proposal` of a request?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from gis.errors import FactsInvalid
from gis.proposals.applicable import PROCEEDINGS
from gis.proposals.brought import Brought

KEYS = ("proceeding", "proceeding_id", "district", "facts")


def read_proposal(path: Path) -> Brought:
    """Return what a proposal file states.

    The file is YAML with these keys, each optional: `proceeding`, what the boundary is for (petition where it is left
    out); `proceeding_id` and `district`, their names in the register; and `facts`, a mapping of the names of FACTS.md,
    or of rule ids with facts of that rule.

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
    return read_proposal_data(data, where)


def read_proposal_data(data: object, where: str) -> Brought:
    """Return what a proposal states that was read already; see `read_proposal`."""
    if not isinstance(data, Mapping):
        raise _invalid(where, "A mapping with the key facts is needed.")
    unknown = sorted(str(key) for key in data if key not in KEYS)
    if unknown:
        raise _invalid(where, f"Unknown keys: {', '.join(unknown)}; known are {', '.join(KEYS)}.")
    facts = data.get("facts") or {}
    if not isinstance(facts, Mapping) or not all(isinstance(name, str) for name in facts):
        raise _invalid(where, "Facts are names and values.")
    proceeding = data.get("proceeding", "petition")
    known = {name: name for name in PROCEEDINGS}
    if not isinstance(proceeding, str) or proceeding not in known:
        raise _invalid(where, f"The proceeding is none of {', '.join(PROCEEDINGS)}.")
    names = {key: data.get(key) for key in ("proceeding_id", "district")}
    for key, name in names.items():
        if name is not None and not isinstance(name, str):
            raise _invalid(where, f"The name of the {key.removesuffix('_id')} is words.")
    return Brought(stated=facts, proceeding=known[proceeding], **names)


def _invalid(where: str, why: str) -> FactsInvalid:
    return FactsInvalid(
        what="The proposal cannot be used.",
        where=where,
        why=why,
        next="Write, for example:  {proceeding: addition, facts: {occasion: addition}}",
    )
