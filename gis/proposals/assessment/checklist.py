"""What else must a clerk look to in a special assessment, that no rule reckons?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gis.model.assessment import Carries, ChecklistItem, LienList
from gis.proposals.assessment.days import VERIFY_HIGH
from gis.proposals.assessment.project import Project
from gis.rules.words import all_listed

_WHO_BEARS: Mapping[Carries, str] = MappingProxyType(
    {
        "others": "Decide who bears what exempt land does not pay: here the other parcels do "
        "(exempt_carried_by: others), which the statute does not say; with exempt_carried_by: body the levying body "
        "does.",
        "body": "Decide who bears what exempt land does not pay: here the levying body does (exempt_carried_by: body).",
    }
)


def checklist(project: Project, liens: LienList | None) -> tuple[ChecklistItem, ...]:
    """Return what the law asks beside the roll: report, state property, liens, reassessment, repayment.

    Parameters
    ----------
    project
        The levy.
    liens
        The list of liens, where the levy exempts land.
    """
    return tuple(_items(project, liens))


def _items(project: Project, liens: LienList | None) -> Iterator[ChecklistItem]:
    yield ChecklistItem(
        "File the report: plans, the estimate of the whole cost, and what is proposed for each parcel.",
        "Wis. Stat. 66.0703(5)",
        VERIFY_HIGH,
    )
    yield ChecklistItem(
        "State property assessed for $50,000 or more needs the approval of the Building Commission.",
        "Wis. Stat. 66.0703(6)",
        VERIFY_HIGH,
    )
    yield ChecklistItem(
        "Find that each parcel benefits by as much as it is assessed: a special assessment may not exceed the benefit, "
        "and no map measures one.",
        "Wis. Stat. 66.0703(1)",
        VERIFY_HIGH,
    )
    if liens is not None:
        yield ChecklistItem(_WHO_BEARS[project.carried_by], "Wis. Stat. 66.0721(2)")
        yield ChecklistItem(
            "Look on all exempt land for a structure that is or will be connected: where project file and register "
            "state none there is taken to be none, and where there is one an assessment with the cap is possible.",
            "Wis. Stat. 66.0721(3)(a)",
        )
        if liens.land:
            yield ChecklistItem(
                f"Search the register of deeds for all land on the list of liens ({len(liens.land)}), and record what "
                "is missing before the last day.",
                "Wis. Stat. 66.0721(3)(b) and (c)",
            )
        if liens.eligibility_unknown:
            yield ChecklistItem(
                f"Ask for the certificate of farmland preservation of {all_listed(liens.eligibility_unknown)}: until "
                "it is known, a lien may be owed there too.",
                "Wis. Stat. 66.0721(1)(b)",
            )
    if project.service_area is None:
        taken = "" if project.first_levy is None else "; here this levy is taken for the first"
        yield ChecklistItem(
            f"Say in which service area this levy is, and when a special assessment was first levied there{taken}.",
            "Wis. Stat. 66.0721(3)",
        )
    yield ChecklistItem(
        "Where the assessment is found invalid in an action other than the appeal, the court determines the amount "
        "that is justly owed, and the governing body may reopen and reconsider it: keep the evidence of benefit and "
        "of every exemption.",
        "Wis. Stat. 66.0731(1) and (2)",
    )
    yield ChecklistItem(
        "Where a court of last resort declares the contract void, because authority for it was insufficient, it was "
        "made in another way than the one prescribed, or a statute prohibited it, the body may repay what was paid on "
        "the assessment: keep a list of every payment.",
        "Wis. Stat. 66.0733",
    )
