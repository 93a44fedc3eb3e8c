"""Questions about lines and areas alone, whatever they are drawn for."""
