"""Did the connection stand when the reserve capacity assessment began: asked where the permit is as old as that?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

from gis.model.charges import Charge, ChargeMissing, ChargeReading
from gis.model.finding import State
from gis.proposals.charges.bench import Bench
from gis.rules.village_charges.reserve_capacity import EXISTING_ON
from gis.rules.words import day_words


def asked_of_cutoff(bench: Bench, charge: Charge, permit: dt.date) -> Charge:
    """Return the reserve capacity assessment, open where its permit is of the cutoff or before and nobody says more.

    A connection that existed at the end of that day, or was permitted with construction started, bears none. Of a
    later permit nothing is asked: its connection was not yet permitted.

    Notes
    -----
    Village of Mukwonago Code ch. 86, reserve capacity assessment (b), (d).
    """
    cutoff = bench.parameters.if_stated(EXISTING_ON)
    told = bench.known("MUK-08", "existing_at_cutoff")
    if cutoff is None or not isinstance(cutoff.value, dt.date) or permit > cutoff.value or told is not None:
        return charge
    day = day_words(cutoff.value)
    says = (
        f"A connection that existed when {day} ended, or was permitted and begun, bears no assessment: a permit of "
        f"{day_words(permit)} may be of one."
    )
    existing = ChargeReading("existing", "The connection existed, or was permitted and begun.", Fraction(0))
    future = ChargeReading("future", "It did not exist, and was not begun.", charge.amount)
    asked = ChargeMissing(f"whether the connection stood when {day} ended", "register: existed_at_reserve_cutoff")
    return replace(
        charge,
        amount=None,
        state=State.NEEDS_EVIDENCE,
        says=(*charge.says, says),
        readings=(existing, future, *charge.readings),
        missing=(*charge.missing, asked),
    )
