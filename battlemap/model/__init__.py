"""What is on the table: map, tokens, turn order, events, and the file that holds them."""
