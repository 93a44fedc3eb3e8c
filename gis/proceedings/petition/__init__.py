"""A petition of owners of land: who signed it, and which owners of record they are."""
