"""What must be done about connections: parcels judged under the ordinance of their land, and what people stated."""
