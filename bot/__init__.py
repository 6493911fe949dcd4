"""The running program: sees both sides, and nobody imports it."""
