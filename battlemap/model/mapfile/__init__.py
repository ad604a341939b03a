"""The parts of a map file: its zip, its JSON, and both ways between JSON and the document."""
