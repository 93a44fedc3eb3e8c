"""What is each kind of inconsistency called, what does it do to which rule, and what would mend it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gis.facts.values import EFFECTS as VALUE
from gis.facts.village_city import EFFECTS as VILLAGE_CITY
from gis.model.consistency import SectionId, Situation

TITLES: Mapping[SectionId, str] = {
    "roll_and_polygons": "Does the roll place each parcel in the municipality whose polygon holds it?",
    "municipalities": "Do the municipalities tile their land: nothing claimed twice, nothing by nobody?",
    "parcels": "Do the parcel records tile each municipality: no overlaps, no gaps?",
    "reporting_units": "Do the reporting units cover their municipality?",
    "tables": "Do parcels, ratios, votes and populations name municipalities and units on file?",
}


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of every inconsistency of one kind."""

    section: SectionId
    title: str
    effects: Mapping[str, str]
    mend: str
    is_fault: bool = True


_ROLL_OR_MAP = (
    "Ask the assessor and the municipal clerk which is current; an annexation may have outrun one of the two."
)
_SHARES = "A parcel that the boundary cuts counts by its share of area, which is taken of an outline that is not right."
_TWICE = "The ground counts for the owners of both parcels, so the land signed for and the land in all are too large."
_FRONTAGE = "The side of one parcel lies within the other, so which of them fronts the street or main is not sure."
_VOTES_PART = "Votes of these electors are counted as if they lived on the land that the unit does cover."
_CASE = "Correct the name in one of the two, or import the municipality."

WORDS: Mapping[Situation, Words] = {
    "roll_polygon_disagree": Words(
        "roll_and_polygons",
        "the roll's municipality is not the polygon that holds the parcel, or most of it",
        {"TSD-01": VALUE["roll_and_polygon"], "TSD-09": VILLAGE_CITY["roll_and_polygon"]},
        _ROLL_OR_MAP,
    ),
    "name_unmatched": Words(
        "roll_and_polygons",
        "the roll names a municipality that no polygon on file bears",
        {
            "TSD-01": "The value counts under the roll's name; without a ratio under it the rule needs evidence.",
            "TSD-09": "If the roll calls it a village or city, the parcel counts as its land, with no polygon to show.",
        },
        _CASE,
    ),
    "no_municipality": Words(
        "roll_and_polygons",
        "the roll names no municipality",
        {
            "TSD-01": "The value counts where the polygon lies, and the parcel is listed.",
            "TSD-09": "Only the polygon can show whether the parcel is village or city land.",
        },
        "Ask the county for the roll's municipality, or import with the place name filled in.",
    ),
    "split_parcel": Words(
        "roll_and_polygons",
        "a municipal line splits the parcel, most of which lies where the roll says",
        {
            "TSD-01": "All of the value counts in the roll's municipality; land on two rolls should be two records.",
            "TSD-09": VILLAGE_CITY["roll_and_polygon"],
        },
        "Nothing, where the line is right; one record for each roll, where both municipalities assess it.",
        is_fault=False,
    ),
    "municipalities_overlap": Words(
        "municipalities",
        "two municipalities claim the same land",
        {
            "TSD-01": VALUE["claimed_twice"],
            "TSD-09": VILLAGE_CITY["claimed_twice"],
            "TSD-31": "The land is in the area of both, so each one's votes are spread too thin.",
        },
        "Find the order or ordinance that drew the line later, and correct the other polygon.",
    ),
    "land_unclaimed": Words(
        "municipalities",
        "no municipality claims the land",
        {
            "TSD-01": VALUE["claimed_by_none"],
            "TSD-09": VILLAGE_CITY["claimed_by_none"],
            "TSD-31": "The land is in no municipality's area, so no votes are counted for it.",
        },
        "All land of the state is in a town, village or city: correct the polygon whose line fell short.",
    ),
    "land_outside_county": Words(
        "municipalities",
        "the municipality reaches beyond its county as drawn",
        {"TSD-15": "A district that takes it in would seem to lie in another county, or in none that is on file."},
        "Use one source for county and municipal lines, or state the accuracy that they have.",
    ),
    "county_not_on_file": Words(
        "municipalities",
        "the county goes on where the municipalities on file end",
        {"TSD-09": "Nothing on file says whether this land is in a village or city."},
        "Import the county's other municipalities, if a boundary may reach there.",
        is_fault=False,
    ),
    "parcels_overlap": Words(
        "parcels",
        "two records hold the same ground",
        {"TSD-01": _SHARES, "TSD-02": _TWICE, "SA-04": _SHARES, "MUK-01": _FRONTAGE, "MUK-16": _FRONTAGE},
        "Ask the county's surveyor or land information office which line is right.",
    ),
    "parcel_within_parcel": Words(
        "parcels",
        "one record lies within another, which has no hole for it",
        {"TSD-01": _SHARES, "TSD-02": _TWICE, "SA-04": _SHARES, "MUK-01": _FRONTAGE, "MUK-16": _FRONTAGE},
        "A lot sold out of a larger one: cut the hole. A condominium unit in its common ground: nothing to mend.",
    ),
    "parcels_stacked": Words(
        "parcels",
        "several records have one outline, as condominium units do",
        {"TSD-02": "Their ground is one piece that all their owners own together; it counts once."},
        "Nothing for condominium units; else remove the records that are no longer in force.",
        is_fault=False,
    ),
    "gap_hairline": Words(
        "parcels",
        "a hairline gap between neighbours",
        {"TSD-02": "Too narrow to carry weight; within the accuracy of the lines."},
        "Nothing; better, neighbours drawn with shared corners.",
    ),
    "gap_strip": Words(
        "parcels",
        "a strip between parcels, narrower than a street",
        {
            "MUK-01": "Two parcels that are neighbours on the ground are not on the map.",
            "TSD-02": "The strip is land of no known owner.",
        },
        "Compare the deeds of the neighbours; record the strip as a gap if no deed describes it.",
    ),
    "gap_enclosed": Words(
        "parcels",
        "bare land among parcels, of the shape of a lot",
        {
            "TSD-01": "A parcel may be missing, with its value; where most of a town's land is bare the rule asks.",
            "TSD-02": "A parcel may be missing, with its owner and land.",
            "MUK-01": "A parcel that is missing is not told to connect.",
        },
        "Ask the county for the missing parcel, or import the water or right-of-way that lies there.",
    ),
    "gap_open": Words(
        "parcels",
        "bare land at the municipal line",
        {
            "TSD-01": "Nothing says what the land is worth; where most of a town's land inside is bare the rule asks.",
            "TSD-02": "Its owners are not known.",
        },
        "The parcel file ends here, or the municipal line is drawn wider than the parcels: import the rest.",
    ),
    "gap_corridor": Words(
        "parcels",
        "long and narrow land between parcels that leads on: likely right-of-way",
        {
            "TSD-02": "It is no parcel, so it counts in the reading gross_area alone.",
            "MUK-01": "Taken as the street that parcels front, where no right-of-way is on file.",
        },
        "Nothing; better, rights-of-way imported as a layer.",
        is_fault=False,
    ),
    "gap_recorded": Words(
        "parcels",
        "land that the parcel file itself records as a gap",
        {"TSD-01": "No value and no owner is known of it.", "TSD-02": "It is land of no known owner."},
        "A survey, or a deed that describes it.",
        is_fault=False,
    ),
    "land_without_unit": Words(
        "reporting_units",
        "land that no reporting unit of its municipality covers",
        {
            "TSD-26": "A district here is no union of whole units, so its votes are not reported but estimated.",
            "TSD-32": "No unit's votes can be taken by area here; the estimate falls back to TSD-31.",
        },
        "Import the units of the same year as the municipal line; land annexed since has its votes elsewhere.",
    ),
    "unit_outside_municipality": Words(
        "reporting_units",
        "land of a reporting unit outside its municipality",
        {
            "TSD-26": "A district that holds the whole unit would have to reach into another municipality.",
            "TSD-32": "The unit's area is too large, so the share of its votes inside comes out too small.",
        },
        "Import units and municipalities of one year.",
    ),
    "units_overlap": Words(
        "reporting_units",
        "two reporting units hold the same land",
        {"TSD-32": "Votes of both units count by area on this land, so electors here count twice."},
        "Take the line of the ward ordinance, and correct the other unit.",
    ),
    "unit_name_unmatched": Words(
        "reporting_units",
        "the unit names a municipality that no polygon on file bears",
        {"TSD-26": "Its votes belong to no municipality on file.", "TSD-31": "They are missing from its total."},
        _CASE,
    ),
    "municipality_without_units": Words(
        "reporting_units",
        "the municipality has no reporting unit on file",
        {
            "TSD-26": "No reported votes are known here.",
            "TSD-32": "The estimate falls back to the whole municipality (TSD-31), if its votes are on file.",
        },
        "Import its reporting units.",
    ),
    "municipality_without_parcels": Words(
        "tables",
        "the municipality has no parcel record on file",
        {"TSD-01": "No value is known here, so the rule needs evidence.", "TSD-02": "No owner is known here."},
        "Import its parcels.",
    ),
    "ratio_missing": Words(
        "tables",
        "the municipality is on the roll and has no assessment ratio of that year",
        {"TSD-01": "Its equalized value cannot be worked out, so the rule needs evidence."},
        "Import the Department of Revenue's ratios of the roll year.",
    ),
    "ratio_name_unmatched": Words(
        "tables",
        "the ratio is of a municipality that is not on file",
        {"TSD-01": "The ratio is used for nothing; a municipality spelled otherwise may lack it."},
        _CASE,
    ),
    "votes_without_unit": Words(
        "tables",
        "votes of a unit that has no polygon",
        {
            "TSD-26": "They cannot be placed inside or outside a district.",
            "TSD-32": _VOTES_PART,
        },
        "Import the units of the year of the election, or correct the unit's name.",
    ),
    "unit_without_votes": Words(
        "tables",
        "a reporting unit has no votes on file",
        {"TSD-26": "Its electors count as none.", "TSD-32": "Its electors count as none."},
        "Import its votes; a unit where nobody voted has the figure 0.",
    ),
    "population_missing": Words(
        "tables",
        "the municipality has no population on file",
        {"TSD-31": "No estimate by residents of voting age can be set beside the one by votes."},
        "Import the population estimates, with census codes.",
    ),
    "population_name_unmatched": Words(
        "tables",
        "the population is of a municipality that is not on file",
        {"TSD-31": "The figure is used for nothing; a municipality spelled otherwise may lack it."},
        _CASE,
    ),
}
