"""How does sewage flow: the graph of mains and nodes, its faults, and the way down to the plant."""
