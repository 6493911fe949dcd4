"""A strict double of the Messages API, on loopback."""
