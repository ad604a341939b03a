"""What is drawn over the map for as long as a question stands: the evidence of a fact."""
