"""Does it matter who signed the lines that nobody has decided yet: a finding without them and with them."""

from __future__ import annotations

from dataclasses import replace

from gis.model.finding import Finding, Reading, State
from gis.proceedings.petition.signatures import Petition, line_words

READING = "undecided_signed_as_proposed"


def both_ways(without: Finding, with_proposed: Finding, petition: Petition) -> Finding:
    """Join what a rule finds if no undecided line is an owner's, and if each is the proposed owner's.

    Parameters
    ----------
    without : Finding
        Undecided lines count for nothing.
    with_proposed : Finding
        The same facts, with every proposed owner as one who signed.
    petition : Petition
        Whose lines are undecided.

    Returns
    -------
    Finding
        `without`, with the other as a reading; where the two states differ, a person's decision is missing, and no
        answer is given. A petition without undecided lines, or never matched to owners, gives `without` as it is.
    """
    lines = [signature.line for signature in petition.of("undecided")]
    if not lines or not petition.is_matched:
        return without
    reading = Reading(
        with_proposed.state,
        with_proposed.answer,
        f"Every owner who is proposed for {line_words(lines)} did sign.",
    )
    readings = {**without.readings, READING: reading}
    if without.state is with_proposed.state:
        return replace(without, readings=readings)
    margin = None if without.margin is None else replace(without.margin, holds=None)
    return replace(
        without,
        state=State.NEEDS_EVIDENCE,
        answer=None,
        readings=readings,
        margin=margin,
        because=(
            f"Nobody has decided yet which owner of record signed on {line_words(lines)}, and that could change the "
            f"result. Without them: {without.because} With the owners proposed: {with_proposed.because}"
        ),
    )
