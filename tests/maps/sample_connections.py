"""What was found of a few parcels, made by hand: one of each state, with a hostile site address."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.model.connections import (
    ChargeDue,
    Connections,
    FactOpen,
    Front,
    LayerFault,
    LiableParcel,
    NoticeDue,
    ParcelAnswer,
    ParcelConnection,
    ProposedMain,
    Said,
)
from gis.model.finding import Finding, State
from gis.model.view import LayerShown, MapView, Role, ViewFeature
from gis.proposals.service_area_parcels import ROLE_OF_STATE
from tests.maps.sample_evaluation import HOSTILE, degrees, rectangle

DATE = dt.date(2026, 6, 15)
SOURCES = (
    LayerShown("parcels", "pp11", dt.date(2025, 1, 1), "parcels.gpkg", Fraction(1, 10)),
    LayerShown("sewers", "ss22", dt.date(2024, 6, 30), "sewers.gpkg", None),
    LayerShown("municipalities", "mm33", dt.date(2023, 1, 1), "limits.gpkg", Fraction(5)),
)


def finding(state: State) -> Finding:
    return Finding(
        rule="MUK-01",
        citation="Village Code ch. 86",
        version="1",
        state=state,
        answer={State.PASS: True, State.FAIL: False}.get(state),
        measures={"adjacent": True},
        readings={},
        because=f"The lot shares 66 ft with Oak St, which holds sewer G1; so much for {state.value}.",
        question="Must the owner connect to the public sewer?",
    )


def parcel(number: int, state: State | None, address: str | None = None, county: str = "Jefferson") -> ParcelConnection:
    return ParcelConnection(
        parcel_id=f"01/2.{number}",
        county=county,
        municipality="Village of Elm",
        site_address=address or f"{number}0 N. Oak St",
        ordinance=None if state is None else "elm",
        finding=None if state is None else finding(state),
        connect_by=dt.date(2027, 2, 28) if state is State.PASS else None,  # a Sunday
        fronts=(Front("R1", "Oak St", "street", Fraction(66), "rights_of_way", is_certain=True, sewers=("G1",)),),
        serving_main="G1",
        serving_main_operational=dt.date(2026, 5, 28),
        downstream=None,
        in_use=True,
        private_system=None,
        connected=None,
        charges=(
            ChargeDue("MUK-03", "standby charge", None, "a month", "The charge of one unit is not on file."),
            ChargeDue("MUK-04", "ready-to-serve charge", Fraction(4725, 100), "a quarter", "90 percent of 52.50."),
        )
        if state is State.PASS
        else (),
        bbox=degrees(number * 3, 10, number * 3 + 2, 13),
    )


STATES = (*State, None)
FAULTS = (
    LayerFault(
        "short_of_node", "sewers", "G7", "The main ends 1.2 ft short of MH-7.", "Near MH-7.", degrees(1, 1, 2, 2)
    ),
    LayerFault("loop", "sewers", HOSTILE[1], "Three mains make a ring.", HOSTILE[2], None),
)


def sample_connections(address: str | None = None) -> Connections:
    parcels = tuple(parcel(number, state) for number, state in enumerate(STATES, start=1))
    return Connections(
        townline="0.1.0",
        date=DATE,
        ordinance="elm",
        ordinance_title="Village of Elm, sewers",
        rules={"MUK-01": "1"},
        parameters_hash="5b1d",
        editions={"parcels": "pp11", "sewers": "ss22"},
        register_hash=None,
        parcels=(*parcels, parcel(9, State.PASS, address)) if address else parcels,
        counts={},
        faults=FAULTS,
        notes=("The text on file bears no date.",),
    )


def service_area_map(found: Connections | None = None) -> MapView:
    shown = () if found is None else found.parcels
    parcels = [
        ViewFeature(
            ROLE_OF_STATE[each.state],
            f"{each.parcel_id}#{row}",
            f"Parcel {each.parcel_id}",
            rectangle(row * 3 + 3, 10, row * 3 + 5, 13),
            (("Site address", each.site_address or ""), ("Municipality on the roll", each.municipality or "")),
        )
        for row, each in enumerate(shown)
    ]
    line = {"type": "LineString", "coordinates": [[-88.8, 43.009], [-88.77, 43.009]]}
    near = ViewFeature(
        Role.PARCEL_NEAR,
        "99#90",
        "Parcel 99",
        rectangle(30, 10, 32, 13),
        (("Site address", "N1036 Town Line Rd"), ("Municipality on the roll", "Town of Alder")),
    )
    return MapView(
        title="Sewers and the duty to connect",
        bbox=degrees(0, 0, 40, 30),
        features=(
            ViewFeature(Role.VILLAGE, "Village of Elm, Jefferson", "Village of Elm", rectangle(0, 0, 28, 30)),
            ViewFeature(Role.TOWN, "Town of Alder, Jefferson", "Town of Alder", rectangle(28, 0, 40, 30)),
            *parcels,
            near,
            ViewFeature(Role.DISTRICT, "d#0", "Elm District, sanitary", rectangle(1, 1, 27, 29)),
            ViewFeature(Role.GRAVITY_IN_SERVICE, "G1#0", "Gravity main G1", line, (("State", "in service"),)),
            ViewFeature(Role.FORCE_PROPOSED, "F1#1", "Force main F1", line, (("State", "proposed"),)),
            ViewFeature(Role.LAYER_FAULT, "fault-1", "Short of node: G7", rectangle(1, 1, 2, 2)),
        ),
        left_out=("3 laterals are not drawn.",),
        sources=SOURCES,
    )


def sample_answer(state: State | None = State.PASS, address: str | None = None) -> ParcelAnswer:
    return ParcelAnswer(
        townline="0.1.0",
        date=DATE,
        ordinance_title=None if state is None else "Village of Elm, sewers",
        parcel=parcel(1, state, address),
        said=(
            Said("The answer", ("Said above already.",)),
            Said("Sides", ("Oak St (street): 66 ft.",)),
            Said("Another reading of the text", ("A sewer inside the block only counts. Then: need not connect.",)),
        ),
        open_facts=(FactOpen("the day of the notice", "the clerk who sent it", "connection_notice"),),
        rules={"MUK-01": "1"},
        parameters_hash="5b1d",
        editions={"parcels": "pp11"},
        register_hash=None,
        notes=("No register was given.",),
    )


def sample_proposed_main() -> ProposedMain:
    notice = NoticeDue("MUK-01", "Nine months run from operation.", dt.date(2026, 6, 15), dt.date(2027, 3, 15))
    return ProposedMain(
        townline="0.1.0",
        date=DATE,
        lines=(((-88.8, 43.009), (-88.77, 43.009)),),
        length_ft=Fraction(1320),
        liable=(
            LiableParcel(
                parcel(1, State.PASS), State.NOT_APPLICABLE, Fraction(66), parcel(1, State.PASS).fronts, (notice,)
            ),
            LiableParcel(parcel(2, State.PASS), State.FAIL, Fraction(0), ()),
        ),
        open=(),
        already=(LiableParcel(parcel(3, State.PASS), State.PASS, Fraction(66), (), sewers_before=("G7",)),),
        connects_to="G9",
        downstream=None,
        capacity=finding(State.FAIL),
        rules={"MUK-01": "1", "MUK-24": "1"},
        parameters_hash="5b1d",
        editions={"parcels": "pp11"},
        register_hash=None,
        faults=FAULTS,
        notes=("It is taken to flow as it is drawn.",),
    )
