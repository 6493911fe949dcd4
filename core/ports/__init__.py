"""What the core asks of the world, one narrow Protocol a file. In-memory implementations are in ``adapters/memory``."""
