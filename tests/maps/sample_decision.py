"""A small decision on the scene of sample_evaluation: one parcel left out, one kept, one undecided, land added."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

from gis.model.decision import Changes, DecidedLand, Decision, MeasureChange, Piece, Reason, RuleChange, Ruling, Shape
from gis.model.finding import Finding, State
from gis.model.view import MapView, Role, ViewFeature
from tests.maps.sample_evaluation import degrees, rectangle, sample_report, sample_view

LANDS = (
    (Ruling.EXCLUDE, Role.EXCLUDED, "012-0001", (10, 9, 13.9, 13.9), Reason.CANNOT_BE_SERVED),
    (Ruling.KEEP, Role.KEPT, "012-0002", (14, 9, 17.9, 13.9), Reason.OWN_SYSTEM),
    (Ruling.UNDECIDED, Role.UNDECIDED, "012-0003", (18, 9, 21.9, 13.9), Reason.NO_BUILDING),
    (Ruling.ADD, Role.ADDED, "Mill Lane", (5, 4, 12, 8), None),
)


def sample_decision(texts: tuple[str, str, str] = ("Plate 2", "No main can reach it.", "Mill Lane")) -> Decision:
    """Return the decision; `texts` are the evidence, the reasons and the name of the drawn piece."""
    evidence, because, name = texts
    lands = tuple(
        DecidedLand(
            name=name if ruling is Ruling.ADD else land,
            kind="drawn" if ruling is Ruling.ADD else "parcel",
            ruling=ruling,
            reason=reason,
            evidence=evidence,
            because=because,
            area_sqft=Fraction(43_560),
            inside_sqft=Fraction(0 if ruling is Ruling.ADD else 43_560),
            relation="outside" if ruling is Ruling.ADD else "inside",
            bbox=degrees(*corners),
        )
        for ruling, _, land, corners, reason in LANDS
    )
    before = sample_report()
    jurisdiction = RuleChange(
        rule="TSD-01",
        question="Which town board has jurisdiction?",
        subject=None,
        state_before=State.PASS,
        state_after=State.PASS,
        answer_before="Town of Alder",
        answer_after="Town of Birch",
        answer_unit=None,
        sentences=("Jurisdiction passes from Town of Alder to Town of Birch.",),
        measures=(MeasureChange("lead_share", 0.6, 0.51),),
    )
    numbers = replace(
        jurisdiction, rule="TSD-15", question="Where recorded?", answer_after="Town of Alder", sentences=()
    )
    return Decision(
        date=dt.date(2026, 6, 15),
        outcome="order_with_exclusion",
        decided=Finding(
            rule="TSD-12",
            citation="Wis. Stat. 60.71(6)(b)-(d), (f)",
            version="1",
            state=State.PASS,
            answer="order_with_exclusion",
            measures={"excluded_area_acres": 1},
            readings={},
            because="One acre is not benefited.",
            question="Must the board order the district?",
        ),
        addition=None,
        lands=lands,
        shape=Shape(
            area_sqft=Fraction(100),
            pieces=(Piece(Fraction(100), None),),
            holes=(),
            corner_contacts=(),
            newly_cut=(),
            accuracy_ft=Fraction(1, 10),
            sentences=("The territory is one piece.",),
        ),
        boundary={"type": "FeatureCollection", "features": []},
        before=before,
        after=before,
        changes=Changes(
            boundary_before="a",
            boundary_after="b",
            land=("The territory has 9.00 acres instead of 10.00 acres: 1.00 acres less.",),
            changed=(jurisdiction, numbers),
            unchanged=("TSD-09",),
            notes=("The petition's count is for information.",),
        ),
        notes=("The board has not decided about 012-0003 yet.",),
    )


def decision_map(decision: Decision) -> MapView:
    """Return what a map of the decision draws."""
    view = sample_view()
    drawn = tuple(
        ViewFeature(
            role, told.name, f"{told.name}: {told.ruling.value}", rectangle(*corners), (("Evidence", told.evidence),)
        )
        for told, (_, role, _, corners, _) in zip(decision.lands, LANDS, strict=True)
    )
    result = ViewFeature(Role.RESULT, "result", "Resulting boundary", rectangle(5, 4, 32, 24))
    return replace(view, title="The board's decision", features=(*view.features, *drawn, result))
