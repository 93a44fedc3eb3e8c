"""Which parcels do mains make liable when they become operational, and which notices are sent by when?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from gis import __version__
from gis.layers.progress import Progress, silent
from gis.model.connections import MainInService
from gis.proposals.connections.area import surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import faults_along, hash_of_law, limits_notes, rules_used
from gis.proposals.connections.liable import made_liable
from gis.proposals.connections.place import check_mains
from gis.proposals.connections.stated import stated_mains
from gis.proposals.connections.supposed import as_established, in_service, without
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import all_listed, day_words


def main_in_service(
    on_file: LayersOnFile, asked: Asked, mains: Sequence[str], operational: dt.date, progress: Progress = silent
) -> MainInService:
    """Tell which parcels must connect because mains begin to serve, all on one day.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers.
    asked : Asked
        The day by which editions and register are chosen, and the ordinance.
    mains : sequence of str
        Mains of the layer, whatever their state there.
    operational : date
        Day on which they begin to serve. The duty is judged by the law of that day, or of the day asked about where
        that is later; no notice is told to be sent before either.
    progress : callable
        Told what is being done.

    Raises
    ------
    SewerUnknown
        No sewer on file has one of the ids.
    EditionMissing
        No parcels, municipalities or sewers are on file.
    """
    named = tuple(dict.fromkeys(mains))
    check_mains(on_file, asked, named)
    on_day = replace(asked, supposed=max(asked.date, operational))
    progress(f"judging without {all_listed(named)}")
    before = surveyed(on_file, on_day, partial(without, mains=named))
    progress(f"judging with {all_listed(named)} in service")
    after = surveyed(on_file, on_day, partial(in_service, mains=named, day=operational))
    found = made_liable(before, after, named, operational)
    return MainInService(
        townline=__version__,
        date=asked.date,
        mains=named,
        operational=operational,
        liable=found.liable,
        open=found.open,
        already=found.already,
        rules=rules_used(after),
        parameters_hash=hash_of_law(after),
        editions=after.editions(),
        register_hash=None if asked.register is None else asked.register.hash,
        faults=faults_along(after, {*named}),
        notes=(
            found.said(named),
            *limits_notes(after),
            f"Judged on {day_words(on_day.day)}: what stands so with {all_listed(named)} in service, and not without.",
            *_earlier(on_file, asked, named, operational),
            *after.ground.notes,
        ),
    )


def _earlier(on_file: LayersOnFile, asked: Asked, mains: Sequence[str], operational: dt.date) -> Iterator[str]:
    """Say which of the mains serve already by the layer or the register, since another day than the one supposed."""
    told = stated_mains(asked.register, asked.date)
    layer = as_established(on_file.layer("sewers", asked.date, asked.editions.get("sewers")), told)
    columns = (layer.column(name) for name in ("sewer_id", "status", "operational"))
    for name, status, day in zip(*columns, strict=True):
        if name in mains and status == "in_service" and day != operational.isoformat():
            since = "a day that nobody stated" if day is None else day_words(dt.date.fromisoformat(str(day)))
            yield f"On file {name} is in service since {since}; it is supposed so from {day_words(operational)} on."
