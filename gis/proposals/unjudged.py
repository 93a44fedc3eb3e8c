"""What is said of a rule that was asked and not judged: an open line, another proceeding, entries in conflict?"""

from __future__ import annotations

from gis.model.finding import Finding, State
from gis.rules.registry import Rule


def unjudged(rule: Rule, state: State, because: str, *notes: str) -> Finding:
    """Return the finding of a rule that was asked and not judged: no answer, and one sentence of why.

    Examples
    --------
    >>> from gis.rules.registry import RULES
    >>> found = unjudged(RULES["TSD-09"], State.NEEDS_EVIDENCE, "The line is not closed yet.")
    >>> found.rule, found.answer, found.because
    ('TSD-09', None, 'The line is not closed yet.')
    """
    return Finding(
        rule=rule.id,
        citation=rule.citation,
        version=rule.version,
        state=state,
        answer=None,
        measures={},
        readings={},
        because=because,
        question=rule.question,
        notes=notes,
    )
