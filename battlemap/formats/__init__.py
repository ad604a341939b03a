"""Files of other tools: each module reads one kind into a document and a report."""
