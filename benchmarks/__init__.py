"""Speed of the parts that a GM waits for; `make bench` runs them all."""
