"""Which parcels does a main make liable when it becomes operational, and which notices are sent by when?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import partial

from gis import __version__
from gis.layers.progress import Progress, silent
from gis.model.connections import MainInService
from gis.proposals.connections.area import surveyed
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.connections import faults_along, hash_of_law, rules_used
from gis.proposals.connections.liable import made_liable
from gis.proposals.connections.place import main_asked
from gis.proposals.connections.supposed import in_service, without
from gis.proposals.on_file import LayersOnFile
from gis.rules.words import day_words


def main_in_service(
    on_file: LayersOnFile, asked: Asked, main_id: str, operational: dt.date, progress: Progress = silent
) -> MainInService:
    """Tell which parcels must connect because a main begins to serve.

    Parameters
    ----------
    on_file : LayersOnFile
        The folder of layers; what lies within a mile of the main is looked at.
    asked : Asked
        The day by which editions and register are chosen, and the ordinance.
    main_id : str
        A main of the layer, whatever its state there.
    operational : date
        Day on which it begins to serve. The duty is judged by the law of that day, or of the day asked about where
        that is later.
    progress : callable
        Told what is being done.

    Raises
    ------
    SewerUnknown
        No sewer on file has that id.
    EditionMissing
        No parcels, municipalities or sewers are on file.
    """
    line = main_asked(on_file, asked, main_id)
    on_day = replace(asked, supposed=max(asked.date, operational))
    progress(f"judging without main {main_id}")
    before = surveyed(on_file, on_day, line, partial(without, main_id=main_id))
    progress(f"judging with main {main_id} in service")
    after = surveyed(on_file, on_day, line, partial(in_service, main_id=main_id, day=operational))
    found = made_liable(before, after, main_id, operational)
    return MainInService(
        townline=__version__,
        date=asked.date,
        main=main_id,
        operational=operational,
        liable=found.liable,
        open=found.open,
        rules=rules_used(after),
        parameters_hash=hash_of_law(after),
        editions=after.editions(),
        register_hash=None if asked.register is None else asked.register.hash,
        faults=faults_along(after, {main_id}),
        notes=(
            f"Judged on {day_words(on_day.day)}: what stands so with the main in service, and not without it.",
            *after.ground.notes,
        ),
    )
