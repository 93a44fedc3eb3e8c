"""What is a number or list behind a finding called, where its name in the model would not be understood?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MEASURE_NAMES: Mapping[str, str] = MappingProxyType(
    {
        # Whose board has jurisdiction (TSD-01, TSD-13, TSD-23).
        "lead_share": "The leading town's share of the equalized value",
        "lead_over_runner_up": "Lead over the next town",
        "excluded_parcels": "Parcels without taxable value (not counted)",
        "unknown_parcels": "Parcels whose value is not known",
        "split_parcels": "Parcels cut by a line, counted in part",
        "village_city_value": "Value inside a village or city",
        "roll_year": "Year of the assessment roll",
        "sensitivity": "Leading town",
        "split_by_land": "with parcels cut by a line divided by their land",
        "split_by_buildings": "with parcels cut by a line counted where their buildings stand",
        "split_left_out": "with parcels cut by a line not counted",
        "doubtful_to_leader": "with every doubtful parcel counted for it",
        "doubtful_to_rival": "with every doubtful parcel counted against it",
        "boundary_in": "with the line pulled in by its accuracy",
        "boundary_out": "with the line pushed out by its accuracy",
        "answer_holds": "the same in every way of counting",
        "differs_from_creator": "Another town than the one that created the district",
        # Whether enough owners signed (TSD-02).
        "owner_count": "Owners of land inside",
        "owners_signed": "Owners who signed",
        "owners_needed": "Owners needed",
        "owners_short": "Owners still lacking",
        "land_acres": "Land that counts",
        "land_signed_acres": "Land whose owners signed",
        "land_needed_acres": "Land needed",
        "land_short_acres": "Land still lacking",
        "land_share": "Share of the land that is signed",
        "gross_area_acres": "All land inside, streets and water too",
        "head_test": "Enough by the number of owners",
        "land_test": "Enough by their land",
        "signers_not_owners": "Signers who own no land inside",
        "parcels_owner_unknown": "Parcels whose owner is not known",
        "completing_owners": "Owners of whom one more would be enough",
        "completing_set": "What would complete the petition",
        "land_limb_owners": "by land, the signatures of",
        "head_limb_count": "by number, so many more owners",
        # Land of villages, cities and other districts (TSD-09, TSD-10).
        "net_area_acres": "Land that counts",
        "sliver_names": "Names of slivers within the accuracy",
        "overlap_sqft_by_name": "Land inside",
        "overlap_sqft_by_county": "Land inside",
        "overlap_acres_by_district": "Land inside",
        "overlap_width_ft_by_name": "Greatest width",
        "overlap_width_ft_by_county": "Greatest width",
        "unclaimed_area_sqft": "Land that no record claims",
        "boundary_accuracy_ft": "Accuracy of the line",
        # Signatures of electors (TSD-26, TSD-31, TSD-32).
        "district_vote": "Votes for governor in the district",
        "part_votes": "Votes for governor",
        "part_area_sqmi": "Area inside",
        "without_tid_increment": "without the growth in tax incremental districts",
    }
)
"""By the name in the model; names that begin small go on after the name of the list that they are in."""
