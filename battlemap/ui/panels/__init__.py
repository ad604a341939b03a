"""The docks and bars around the map."""
