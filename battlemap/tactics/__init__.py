"""Facts about a situation: pure functions, and each answer carries the geometry that proves it."""
