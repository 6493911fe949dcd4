"""What the operator's monitoring reads at ``/metrics``."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Counts of this process; each instance has a registry of its own, so that two never mix."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "countersign_requests", "Requests that came to an outcome", ["outcome", "reason"], registry=self._registry
        )
        self.latency = Histogram(
            "countersign_request_seconds",
            "From a request's receipt to the delivery of its outcome",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.deliveries_failed = Counter(
            "countersign_deliveries_failed",
            "Messages that a surface refused for good",
            ["what"],
            registry=self._registry,
        )
        self.pending_approvals = Gauge(
            "countersign_pending_approvals", "Approvals that wait for a human", registry=self._registry
        )

    def render(self) -> bytes:
        """The text exposition format."""
        return generate_latest(self._registry)
