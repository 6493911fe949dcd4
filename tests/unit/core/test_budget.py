"""What is left of a budget."""

from adapters.memory.clock import ManualClock
from core.budget import Account
from core.domain.model import Budget, ModelRequest, PromptReference, Usage

REQUEST = ModelRequest(
    module="intent",
    prompt=PromptReference(name="intent_v2", version="v2.0.0", hash="0"),
    system="s" * 300,
    user="ü" * 300,
    output_schema={},
    max_tokens=1000,
)
SIZE = 900 // 3 + 1000
"""Bytes and not characters count: three of them are taken for a token, beside the longest reply."""


def test_a_request_must_fit_with_its_longest_reply() -> None:
    assert Account(Budget(tokens=SIZE), ManualClock()).allows(REQUEST)
    assert not Account(Budget(tokens=SIZE - 1), ManualClock()).allows(REQUEST)


def test_what_was_read_from_the_cache_counts_too() -> None:
    account = Account(Budget(tokens=SIZE + 10), ManualClock())
    account.spend(Usage(input_tokens=1, output_tokens=2, cache_read_tokens=3, cache_write_tokens=4))
    assert account.allows(REQUEST)
    account.spend(Usage(cache_read_tokens=1))
    assert not account.allows(REQUEST)


def test_the_seconds_run_from_the_first_call() -> None:
    clock = ManualClock()
    account = Account(Budget(seconds=30, call_seconds=20), clock)
    clock.advance(100)
    assert account.seconds_left == 30
    assert account.begin() == 20
    clock.advance(15)
    assert account.begin() == 15
    clock.advance(15)
    assert account.seconds_left == 0
    assert not account.allows(REQUEST)


def test_calls_are_counted() -> None:
    account = Account(Budget(calls=1), ManualClock())
    assert account.allows(REQUEST)
    account.begin()
    assert not account.allows(REQUEST)
    assert not Account(Budget(calls=0), ManualClock()).allows(REQUEST)
