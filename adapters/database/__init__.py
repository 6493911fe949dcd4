"""Truth in SQL: one schema, one async engine, SQLite or PostgreSQL."""
