"""The board's decision: land left out or taken in, the boundary that results, and what it changes in every rule."""
