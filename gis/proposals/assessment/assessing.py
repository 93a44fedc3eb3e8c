"""What is the special assessment of a project, on its day and where it is reopened later?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gis import __version__
from gis.errors import OptionInvalid
from gis.facts.assessments.service_area import area_versions
from gis.law.loader import load_law
from gis.law.parameters import Parameters, parameters_hash
from gis.layers.editions import in_force
from gis.layers.progress import Progress, silent
from gis.model.assessment import Assessment, ProjectCost, Reopening
from gis.model.facts.assessment import ServiceAreaFacts, ServiceAreaVersion
from gis.model.finding import Finding, State
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.checklist import checklist
from gis.proposals.assessment.days import assessment_days
from gis.proposals.assessment.lands import Lands
from gis.proposals.assessment.liens import lien_list
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.railroads import railroad_charge
from gis.proposals.assessment.reopening import reopened
from gis.proposals.assessment.roll import AssessmentRoll, assessment_roll
from gis.proposals.assessment.stating import stated_lands
from gis.proposals.assessment.surveying import KINDS, Survey, surveyed_lands
from gis.proposals.later_entries import later_notes
from gis.proposals.on_file import LayersOnFile
from gis.rules.registry import RULES, judge
from gis.rules.words import all_listed, day_words, dollars

SERVICE_AREA = "SA-07"
_RULES = ("SA-01", "SA-02", "SA-03", "SA-04", "SA-05", "SA-06", "SA-07", "SA-09", "SA-10")


@dataclass(frozen=True, eq=False)
class Assessed:
    """An assessment, and what a file of it needs beside it.

    Attributes
    ----------
    answer : Assessment
        The answer.
    lands : Lands
        The parcels as they were judged.
    survey : Survey or None
        The layers; None where none were looked at.
    """

    answer: Assessment
    lands: Lands
    survey: Survey | None


def assess(
    on_file: LayersOnFile | None, asked: AssessmentAsked, *, reopen: bool = False, progress: Progress = silent
) -> Assessed:
    """Assess a project; where it is reopened, by the layers of its levy, and then by those of the day asked about.

    Parameters
    ----------
    on_file : LayersOnFile or None
        The folder of layers; without one the project file states every measure.
    asked : AssessmentAsked
        The project, the day, the register.
    reopen : bool
        Whether to find what may be levied on the day because land was divided, or its use stopped.
    progress : callable
        Told what is being done.

    Returns
    -------
    Assessed
        The shares and what is left for the body make up the net cost to the cent.

    Raises
    ------
    ProjectInvalid
        The project cannot be spread: an unknown parcel, a measure that is not known, no benefited parcel.
    OptionInvalid
        It is to be reopened without layers, or before its levy.
    EditionMissing, SewerUnknown, EditionAmbiguous
        A layer, a sewer or a version of the service area is not on file.

    Notes
    -----
    Wis. Stat. 66.0721, 66.0725, 66.0731, 66.0733; 66.0703, whose text is not on file.
    """
    first_levies, asked = asked.first_levies(), asked.with_first_levy()
    project = asked.project
    if reopen:
        _refuse_reopening(on_file, asked)
    then = asked if on_file is None or not reopen else _then(on_file, asked)
    parameters = load_law().parameters(project.levied)
    survey = None
    if on_file is None:
        lands = stated_lands(then)
    else:
        progress("surveying the parcels of the project")
        survey = surveyed_lands(on_file, then)
        lands = survey.lands()
    progress("spreading the cost")
    roll = assessment_roll(project, lands, parameters)
    reopening = None
    if reopen and on_file is not None and survey is not None:
        progress("finding the parcels again")
        new = on_file.layer("parcels", asked.date, asked.editions.get("parcels"))
        reopening = reopened(survey, new, asked, roll, parameters)
    answer = _answer(asked, lands, survey, roll, reopening, parameters)
    answer = replace(answer, notes=(*answer.notes, *_torn(project, first_levies), *_later_layers(then, asked)))
    return Assessed(answer, lands, survey)


def _refuse_reopening(on_file: LayersOnFile | None, asked: AssessmentAsked) -> None:
    if on_file is None:
        raise OptionInvalid(
            what="A levy cannot be reopened without layers.",
            where="the option --reopen",
            why="Which parcels came of which is told by the parcels of both days.",
            next="Give the folder of both editions with --layers.",
        )
    if asked.date <= asked.project.levied:
        raise OptionInvalid(
            what=f"{day_words(asked.date)} is not after the levy of {day_words(asked.project.levied)}.",
            where="the option --date",
            why="A levy is reopened for what happened after it.",
            next="Give the day of the later levy with --date.",
        )


def _then(on_file: LayersOnFile, asked: AssessmentAsked) -> AssessmentAsked:
    """Return the question on the day of the levy; a kind that nobody had then is that of the day asked about.

    The parcels alone must be those of the levy: they are what was divided since.
    """
    levied = asked.project.levied
    editions: dict[str, str] = {}
    for kind in KINDS:
        held = on_file.editions(kind)
        if kind not in ("parcels", *asked.editions) and not any(each.vintage <= levied for each in held):
            begun = [each for each in held if each.vintage <= asked.date]
            if begun:
                editions[kind] = in_force(begun, kind, asked.date).edition
    # Parcels that are named are those of the later day.
    editions |= {kind: each for kind, each in asked.editions.items() if kind != "parcels"}
    return replace(asked.on(levied), editions=editions)


def _later_layers(then: AssessmentAsked, asked: AssessmentAsked) -> Iterator[str]:
    """Say which layers of the levy's day are those of the later day, because none is on file of then."""
    kinds = [kind for kind in then.editions if kind not in asked.editions]
    if kinds:
        names = all_listed([kind.replace("_", " ") for kind in kinds])
        yield f"Of the day of the levy nothing is on file of {names}: what holds on {day_words(asked.date)} is taken."


def _torn(project: Project, first_levies: Sequence[dt.date]) -> Iterator[str]:
    """Say that file and register tell several days of the first levy, or of one that may be in another area."""
    days = all_listed([day_words(day) for day in first_levies])
    if project.body_levied:
        yield (
            f"The register tells of a first levy of {project.body} on {days}, and the project file names no service "
            "area: whether this levy is the first in its area is not known. Name it with service_area."
        )
    elif len(first_levies) > 1:
        yield f"Project file and register tell several days of the first levy, of which none is taken: {days}."


def _answer(  # noqa: PLR0913 - everything that an answer is made of
    asked: AssessmentAsked,
    lands: Lands,
    survey: Survey | None,
    roll: AssessmentRoll,
    reopening: Reopening | None,
    parameters: Parameters,
) -> Assessment:
    project = asked.project
    liens = lien_list(project, lands, roll.parcels, parameters)
    railroad = railroad_charge(project, survey, roll.parcels, parameters)
    findings = [] if survey is None else [*_service_area(survey, parameters)]
    findings += [] if railroad is None else [railroad[0]]
    return Assessment(
        townline=__version__,
        id=project.id,
        title=project.title,
        date=asked.date,
        levied=project.levied,
        first_levy=project.first_levy,
        body=project.body,
        body_kind=project.body_kind,
        purpose=project.purpose,
        service_area=None if project.service_area is None else project.service_area.name,
        state=roll.state,
        cost=ProjectCost(project.costs, project.grants, project.total, project.granted, project.net),
        carried_by=project.carried_by,
        parts=roll.parts,
        parcels=roll.parcels,
        sums=roll.sums,
        days=assessment_days(project, liens, parameters),
        liens=liens,
        reopening=reopening,
        checklist=checklist(project, liens),
        findings=tuple(findings),
        rules={rule: RULES[rule].version for rule in _RULES},
        parameters_hash=parameters_hash(load_law()),
        editions=dict(lands.editions),
        register_hash=None if asked.register is None else asked.register.hash,
        notes=tuple(
            dict.fromkeys(
                (*_notes(asked, lands, roll, reopening), *(() if railroad is None else _of_railroad(railroad[1])))
            )
        ),
        left_out=lands.left_out,
    )


def _of_railroad(notes: tuple[str, ...]) -> Iterator[str]:
    yield from notes
    yield "What the railroad is charged is no part of the roll, and is not taken off the cost that is spread."


def _service_area(survey: Survey, parameters: Parameters) -> Iterator[Finding]:
    """Yield which version of the service area was in force at the levy, where the layer has versions."""
    project = survey.asked.project
    area = project.service_area
    if area is None or area.limits.kind != "layer":
        return
    versions = tuple(
        ServiceAreaVersion(each.name, each.valid_from, each.valid_to)
        for each in area_versions(survey.layers, area.name)
    )
    yield judge(SERVICE_AREA, ServiceAreaFacts(versions, project.levied), parameters)


def _notes(asked: AssessmentAsked, lands: Lands, roll: AssessmentRoll, reopening: Reopening | None) -> Iterator[str]:
    yield from lands.notes
    yield from later_notes(asked.register, asked.date)
    project, sums = asked.project, roll.sums
    if asked.register is None:
        yield "No register was given; certificates and connections that people entered there are not known."
    if roll.state is State.UNDETERMINED:
        yield (
            f"Nobody is left to pay {dollars(sums.body)}: all that is benefited is exempt, in one reading at least. "
            "The levying body bears it, or another basis must be found."
        )
    elif sums.body:
        yield f"{dollars(sums.body)} of the net cost is left for {project.body}."
    over = {
        each.name: each.amount_if_cap_unexempt
        for each in roll.parcels
        if each.standing == "capped" and each.shift > 0 and each.amount_if_cap_unexempt is not None
    }
    if over:
        yield (
            f"Capped, and all the same assessed more than had nobody been exempt: {all_listed([*over])}. The cap is "
            "reckoned at the rate of this roll, which exemptions raise; at the rate had nobody been exempt "
            f"{all_listed([f'{name} pays {dollars(amount)}' for name, amount in over.items()])}. A person must choose."
        )
    if project.first_levy is None:
        yield "When a special assessment was first levied in the service area is not known: no lien day, no interest."
    if reopening is not None:
        yield (
            "What divided or changed land would have borne is the share had nobody been exempt; the text may also "
            "mean the larger share with only that land not exempt, which is not taken."
        )
        if project.rate_on(reopening.date) is None:
            yield (
                f"The project file states no average rate for a levy of {day_words(reopening.date)}, and no rate of "
                "another time is taken: interest is not reckoned."
            )
