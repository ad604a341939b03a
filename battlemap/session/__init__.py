"""One open document: its history, its log, its journal on disk. No Qt."""
