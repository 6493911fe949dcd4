"""The sample company's order service: a small business system with a database of its own, for tools to be called at."""

from __future__ import annotations

TOKEN = "MERIDIAN_ORDERS_TOKEN"  # noqa: S105 - the variable with the token, not the token
PORT = 8791
DECLARED = f"http://127.0.0.1:{PORT}"
"""Where the sample's tools file says that the service is."""
