"""The sample company's order service: a small business system with a database of its own, for tools to be called at."""
