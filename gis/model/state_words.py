"""How is the state of a finding said: the same words in every command and sentence?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gis.model.finding import State

STATE_WORDS: Mapping[State, str] = MappingProxyType(
    {
        State.PASS: "passes",
        State.FAIL: "fails",
        State.WITHIN_TOLERANCE: "within tolerance: a person must look",
        State.NEEDS_EVIDENCE: "needs evidence",
        State.NOT_APPLICABLE: "does not apply",
        State.UNDETERMINED: "the law gives no answer",
    }
)
