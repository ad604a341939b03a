"""Tools: what the pointer does on the map; each drag is one generator."""
