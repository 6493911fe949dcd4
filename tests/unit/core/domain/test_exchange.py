"""Records of before read, and are written again, as they were."""

from core.domain.exchange import ModuleRun

BEFORE = {"module": "intent", "engine": "rules", "prompt_version": None, "milliseconds": 1.25}


def test_a_run_of_before_is_written_as_it_was_read() -> None:
    run = ModuleRun.model_validate(BEFORE)
    assert (run.how, run.calls, run.cost) == ("rules", 0, None)
    assert run.model_dump(mode="json") == BEFORE


def test_what_a_model_took_is_written() -> None:
    run = ModuleRun(**BEFORE, how="retried", calls=2, input_tokens=9, cost=0.0)
    written = {**BEFORE, "how": "retried", "calls": 2, "input_tokens": 9, "cost": 0.0}
    assert run.model_dump(mode="json") == written
    assert ModuleRun.model_validate(written) == run
