"""What is missing in a petition: its items, what vouches for signatures, electors (TSD-03, -04, -26, -29, -31, -32)?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pydantic import JsonValue

from gis.model.finding import Finding, State
from gis.model.mending import Mend
from gis.proceedings.petition.signatures import line_words
from gis.proposals.mending.awaited import fact_to_give
from gis.proposals.mending.judged import Judged

_LINE = re.compile(r"line ([0-9]+)")
_AMEND = "the town board may permit a petition to be amended at any time (60.71(2)(b))"
_ENOUGH: Mapping[State, str] = MappingProxyType(
    {
        State.WITHIN_TOLERANCE: "",
        State.FAIL: " First enough owners have to sign (TSD-02).",
        State.NEEDS_EVIDENCE: " Whether that can void it depends on whether enough owners signed (TSD-02).",
    }
)


def amend_petition(_judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say which items of the petition to complete, and which nobody has looked for (TSD-03)."""
    defects = _texts(finding.answer)
    if defects:
        after = _ENOUGH[finding.state]
        says = f"Complete or correct the petition in what it lacks: {_AMEND}.{after}"
        yield Mend(finding.rule, "act", says, items=tuple(defects))
    unseen = _texts(finding.measures.get("items_not_looked_for"))
    if unseen and finding.state is State.NEEDS_EVIDENCE:
        facts = tuple(fact_to_give(finding.rule, f"contents.{item}") for item in unseen)
        says = f"Look in the petition for {_counted(len(unseen), 'item')} and enter whether it holds them."
        yield Mend(finding.rule, "give_facts", says, facts=facts)


def vouch(_judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say how many signatures nobody vouches for, and on which lines (TSD-04)."""
    vouched = finding.answer if isinstance(finding.answer, dict) else {}
    facts = (fact_to_give(finding.rule, "signatures"),)
    if not vouched:
        yield Mend(finding.rule, "give_facts", "Bring the petition, with what vouches for each signature.", facts=facts)
    bare = [signer for signer, by in vouched.items() if by == "neither"]
    unknown = [signer for signer, by in vouched.items() if by is None]
    if bare:
        says = f"Have a petitioner verify, or a notary certify, {_signatures(bare)}"
        yield Mend(finding.rule, "act", f"{says}; {_AMEND}.", count=len(bare))
    if unknown:
        says = f"Say of {_signatures(unknown)} whether a petitioner verified or a notary certified it."
        yield Mend(finding.rule, "give_facts", says, count=len(unknown), facts=facts)


def _signatures(signers: list[str]) -> str:
    lines = [found for found in map(_LINE.fullmatch, signers) if found]
    told = f" on {line_words(int(line[1]) for line in lines)}" if len(lines) == len(signers) else ""
    return f"{_counted(len(signers), 'signature')}{told}"


def gather_electors(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say how many signatures of electors are missing, and what else a petition of electors lacks."""
    short = finding.measures.get("signatures_short")
    if isinstance(short, int) and short:
        needed = finding.measures.get("signatures_needed", finding.answer)
        in_all = f"; {needed:,} are needed in all" if isinstance(needed, int) and not isinstance(needed, bool) else ""
        says = f"Gather {_counted(short, 'more valid signature')} of electors of the district{in_all}."
        yield Mend(finding.rule, "sign", says, count=short)
    if judged.fact(finding.rule, "conforms_8_40") is False:
        yield Mend(finding.rule, "act", "Make the petition anew in the form of Wis. Stat. 8.40.")
    if judged.fact(finding.rule, "requests") == "not_stated":
        says = "Say in the petition whether the first election is to be a special election or the spring election."
        yield Mend(finding.rule, "act", says)


def _texts(value: JsonValue) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
