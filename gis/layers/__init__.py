"""Layers as editions: contracts, readers, presets, storage."""
