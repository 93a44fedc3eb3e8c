"""Facts that people establish: dated, sourced, of closed kinds, their history kept."""
