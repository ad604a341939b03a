"""Chance: where faces come from, and the exact odds of what they mean. No names of any game."""
