"""What must a person look at, where the accuracy of the layers or the silence of the law leaves a finding open?"""

from __future__ import annotations

from collections.abc import Iterator

from gis.model.finding import Finding, State
from gis.model.mending import Mend, ParcelConcerned
from gis.proposals.mending.judged import Judged
from gis.rules.words import listed

_SHOWN = frozenset({"sliver", "disputed", "unknown"})
_TIE = (
    "No board has jurisdiction while the values are equal to the cent. Any taxable land of one of the towns, left out "
    "or taken in, decides it, and so does a corrected value"
)


def break_tie(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say which parcels decide whose board has jurisdiction (TSD-01): those cut, and those of unknown value."""
    cut = _parcels(judged, finding, "split_parcels")
    counted = f"; {_named('parcel', cut)} cut by the line count by their land inside" if cut else ""
    if finding.state is State.UNDETERMINED:
        yield Mend(finding.rule, "look", f"{_TIE}{counted}.", parcels=cut)
    elif cut:
        says = f"Survey the line where it cuts {_named('parcel', cut)}: their land inside decides which town leads."
        yield Mend(finding.rule, "look", says, parcels=cut)


def value_unknown(judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say of which parcels the value or the taxability is not known (TSD-01, TSD-23)."""
    unknown = _parcels(judged, finding, "unknown_parcels")
    if unknown:
        says = f"Establish the assessed value of {_named('parcel', unknown)}, and whether they are taxable."
        yield Mend(finding.rule, "give_facts", says, parcels=unknown)


def look(_judged: Judged, finding: Finding) -> Iterator[Mend]:
    """Say what a person has to look at: slivers, disputed land, a narrow margin, or what the law leaves open."""
    shown = sorted({item.feature_id for item in finding.evidence if item.role in _SHOWN})
    if finding.state is State.UNDETERMINED:
        says = (
            "The facts are all there and the text gives no answer: the board and its attorney have to decide which "
            "reading to follow."
        )
    elif shown:
        says = (
            f"A person has to look at {listed(shown)}, where the lines are closer than the layers are accurate: survey "
            "them, or move the line."
        )
    else:
        says = (
            "A person has to look: this is closer to the limit than the layers are accurate. Survey the lines, or move "
            "the boundary."
        )
    yield Mend(finding.rule, "look", says)


def _parcels(judged: Judged, finding: Finding, measure: str) -> tuple[ParcelConcerned, ...]:
    """Return the parcels that a measure names, with their land inside, by id."""
    named = finding.measures.get(measure)
    ids = {str(name) for name in named} if isinstance(named, list) else set()
    parcels = judged.seen.ground.parcels
    found: dict[str, ParcelConcerned] = {name: ParcelConcerned(name) for name in ids}
    if parcels is not None:
        places = parcels.column("municipality")
        for i, name in enumerate(map(str, parcels.parcel_id)):
            if name in ids and parcels.met[i]:
                found[name] = ParcelConcerned(name, places[i], parcels.inside_sqft(i).value, bool(parcels.whole[i]))
    return tuple(found[name] for name in sorted(found))


def _named(noun: str, parcels: tuple[ParcelConcerned, ...]) -> str:
    return f"{noun}{'' if len(parcels) == 1 else 's'} {listed([each.parcel_id for each in parcels])}"
