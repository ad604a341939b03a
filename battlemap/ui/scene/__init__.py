"""The map on the screen and on paper: one set of drawings for both."""
