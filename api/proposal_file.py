"""What does a proposal file state: `--proposal FILE.yaml`, and the member `proposal` of a request?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gis.errors import FactsInvalid
from gis.proposals.applicable import PROCEEDINGS
from gis.proposals.brought import Brought
from gis.proposals.plain_yaml import read_yaml

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
    return read_proposal_data(read_yaml(path, _invalid), f"the file {path.name}")


def read_proposal_data(data: object, where: str) -> Brought:
    """Return what a proposal states that was read already; see `read_proposal`."""
    if not isinstance(data, Mapping):
        raise _invalid(where, "It states nothing.", "A mapping with the key facts is needed.")
    unknown = sum(key not in KEYS for key in data)
    if unknown:
        # A key may be anything, a name too, and is not repeated.
        raise _invalid(where, f"It has keys that nothing reads: {unknown}.", f"Known are {', '.join(KEYS)}.")
    facts = data.get("facts") or {}
    if not isinstance(facts, Mapping) or not all(isinstance(name, str) for name in facts):
        raise _invalid(where, "Its facts cannot be used.", "Facts are names and values.")
    proceeding = data.get("proceeding", "petition")
    known = {name: name for name in PROCEEDINGS}
    if not isinstance(proceeding, str) or proceeding not in known:
        raise _invalid(where, "Its proceeding is not known.", f"It is one of {', '.join(PROCEEDINGS)}.")
    names = {key: data.get(key) for key in ("proceeding_id", "district")}
    for key, name in names.items():
        if name is not None and not isinstance(name, str):
            raise _invalid(where, f"Its {key} cannot be used.", f"The name of the {key.removesuffix('_id')} is words.")
    return Brought(stated=facts, proceeding=known[proceeding], **names)


def _invalid(where: str, what: str, why: str) -> FactsInvalid:
    return FactsInvalid(
        what=f"The proposal cannot be used: {what[:1].lower()}{what[1:]}",
        where=where,
        why=why,
        next="Write, for example:  {proceeding: addition, facts: {occasion: addition}}",
    )
