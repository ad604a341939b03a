"""Dialogs that the window opens."""
