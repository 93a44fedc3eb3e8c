from __future__ import annotations

import pytest

from gis.layers.contracts import ROW_KINDS
from gis.layers.presets.files import PresetFault, parse_preset, presets
from gis.layers.presets.readings import READS, Read, readable, reads_of
from gis.model.edition import Kind


def test_every_column_of_every_kind_can_be_read_and_by_its_own_preset() -> None:
    for kind in ROW_KINDS:
        own = next(each for each in presets() if each.name == f"generic-{kind}")
        for name in readable(kind):
            assert reads_of(kind, name), (kind, name)
        assert all(rule.read in reads_of(kind, rule.canonical) for rule in own.rules)


def test_every_way_of_reading_is_of_use_to_some_column() -> None:
    assert {read for kind in ROW_KINDS for name in readable(kind) for read in reads_of(kind, name)} == set(READS)


@pytest.mark.parametrize(
    ("kind", "column", "reads"),
    [
        ("parcels", "gis_acres", {"acres"}),  # in dollars they would be a hundredfold
        ("parcels", "land_value_cents", {"dollars", "cents"}),
        ("parcels", "roll_year", {"year"}),
        ("parcels", "county", {"county"}),
        ("parcels", "parcel_id", {"verbatim"}),
        ("parcels", "site_address", {"text", "choice"}),
        ("parcels", "owner_name_1", {"private"}),
        ("ratios", "ratio", {"ratio"}),  # as text a percentage or a name would be stored
        ("votes", "votes", {"votes"}),  # as text a negative number would be stored
        ("votes", "basis", {"choice"}),
        ("votes", "office", {"choice"}),
        ("municipalities", "name", {"place"}),
        ("municipalities", "kind", {"kind"}),
        ("sewers", "kind", {"choice"}),
        ("districts", "kind", {"text", "choice"}),
        ("populations", "cousub_fips", {"fips"}),
    ],
)
def test_a_map_reads_a_column_as_its_contract_stores_it(kind: Kind, column: str, reads: set[Read]) -> None:
    for read in READS:
        text = f'kind = "{kind}"\n[[column]]\ncanonical = "{column}"\naliases = ["A"]\nread = "{read}"'
        if read in reads:
            assert parse_preset("my", text).rules[0].read == read
        else:
            with pytest.raises(PresetFault, match=f"{column} cannot be read as {read}"):
                parse_preset("my", text)
