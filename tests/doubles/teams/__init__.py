"""A strict double of Teams and the Bot Framework: it refuses what the real services refuse, and notes what a well-behaved bot never does."""
