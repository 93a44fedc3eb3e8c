"""Does anything vouch for every signature: TSD-04, Wis. Stat. 60.71(2)(b)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.petition import PetitionSignature, VerificationFacts
from gis.model.finding import Finding, State
from gis.rules.words import used

ID = "TSD-04"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(2)(b)"
QUESTION = "Is every signature covered by a petitioner's verification or by a notary?"

_VERIFIERS = "petition_verifiers"
_BEST_FIRST = ("verified", "notarized", None, "neither")
"""Of two signatures of one person the better vouched for counts; null is not known."""


def judge(facts: VerificationFacts, parameters: Parameters) -> Finding:
    """Say of each signer what vouches for the signature.

    Parameters
    ----------
    facts
        The signatures; a person who signs twice is one, with the better of the two.
    parameters
        The law on the date the petition was filed.

    Returns
    -------
    Finding
        `pass` where every signature is verified or notarized, else `needs_evidence`: a signature is presumed genuine,
        so nothing fails, and what vouches for it may still be supplied.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(2)(b).
    """
    vouched: dict[str, str | None] = {}
    for signature in facts.signatures or ():
        found = _vouched(signature)
        vouched[signature.person] = min(found, vouched.get(signature.person, found), key=_BEST_FIRST.index)
    bare = sum(found == "neither" for found in vouched.values())
    unknown = sum(found is None for found in vouched.values())
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if facts.signatures is None or bare or unknown else State.PASS,
        answer=None if facts.signatures is None else {**vouched},
        measures={
            "neither_count": None if facts.signatures is None else bare,
            "unknown_count": None if facts.signatures is None else unknown,
            "signer_count": None if facts.signatures is None else len(vouched),
        },
        readings={},
        because=_because(facts, len(vouched), bare, unknown),
        parameters=(used(parameters.get(_VERIFIERS)),),
    )


def _vouched(signature: PetitionSignature) -> str | None:
    if signature.covered_by_verification:
        return "verified"
    if signature.notarized:
        return "notarized"
    is_known = signature.covered_by_verification is False and signature.notarized is False
    return "neither" if is_known else None


def _because(facts: VerificationFacts, signers: int, bare: int, unknown: int) -> str:
    if facts.signatures is None:
        return "Who signed, and who vouches for the signatures, is not on file."
    all_signed = f"the {signers:,} signature{'' if signers == 1 else 's'}"
    said = []
    if bare:
        said.append(
            f"{bare:,} of {all_signed} {'is' if bare == 1 else 'are'} neither verified by a petitioner nor notarized"
        )
    if unknown:
        said.append(f"it is not on file whether a petitioner or a notary vouches for {unknown:,} of {all_signed}")
    if not said:
        return f"A petitioner or a notary vouches for each of {all_signed}."
    return f"{'; '.join(said)[:1].upper()}{'; '.join(said)[1:]}; signatures are presumed genuine until shown otherwise."
