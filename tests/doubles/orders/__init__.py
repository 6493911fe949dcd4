"""A business system that is strict about what it is sent and can be told to fail."""

from tests.doubles.orders.acts import Act, Flood, answer, cut, drip, hang, honest, raw
from tests.doubles.orders.server import TOKEN, OrdersDouble

__all__ = ["TOKEN", "Act", "Flood", "OrdersDouble", "answer", "cut", "drip", "hang", "honest", "raw"]
