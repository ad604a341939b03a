"""The commands of the main window, by menu, and the parts around the map."""
