"""Where a boundary meets features: shapely in, shapely out."""
