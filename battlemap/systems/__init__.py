"""The games that Battlemap plays, one folder each; they know nothing of each other."""
