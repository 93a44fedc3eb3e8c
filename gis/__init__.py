"""What is true: layers, geometry, facts, law and rules. No HTTP, no HTML, no clock."""

__version__ = "0.1.0"
