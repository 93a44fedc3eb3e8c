"""Proceedings on a district: petition, order, addition, removal, consolidation, annexation; their states and acts."""
