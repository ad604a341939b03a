"""What a rule system is: questions that it answers, and procedures that it describes."""
