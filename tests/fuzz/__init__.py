"""Whatever comes in: generated files, payloads, messages and settings, a few of each in the suite.

``make fuzz`` takes ten thousand of each, other ones every time; a failure names the example, and hypothesis keeps it.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

EXAMPLES = int(os.environ.get("FUZZ", "0"))
FULL = bool(EXAMPLES)


def examples(suite: int, each: int = 1) -> settings:
    """As many as the suite takes, the same ones each time; or as many as ``FUZZ`` says. A busy machine is no failure.

    ``each``: how many an example of this test has in it.
    """
    return settings(
        max_examples=-(-EXAMPLES // each) or suite,
        derandomize=not FULL,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],  # what fails is a number, which has no simpler one
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
