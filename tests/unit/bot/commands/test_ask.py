"""``ask``: what it prints where, and how it ends."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.unit.bot.commands.conftest import Run
from tests.unit.bot.commands.local import Local

FIELDS = [
    "exchange_id",
    "outcome",
    "reason",
    "text",
    "confidence",
    "band",
    "citations",
    "nearest",
    "draft",
    "approval_id",
    "engine",
    "timings_ms",
]


def test_json_is_one_object_with_exactly_the_promised_fields(run: Run) -> None:
    done = run("ask", "How many days of leave?", "--json")
    assert (done.status, done.err) == (0, "")
    answer = json.loads(done.out)
    assert done.out.count("\n") == 1
    assert list(answer) == FIELDS
    assert (answer["outcome"], answer["reason"], answer["band"]) == ("answered", "high_confidence", "high")
    quote = {
        "n": 1,
        "document": "Leave",
        "path": "leave.md",
        "section": "Part 1",
        "page": 2,
        "url": None,
        "quote": "Thirty days.",
    }
    assert answer["citations"] == [quote]
    assert answer["draft"] == {"text": "Thirty days.", "citations": [quote]}
    assert (answer["nearest"], answer["approval_id"], answer["engine"], answer["timings_ms"]) == (
        [],
        None,
        "rules",
        {"total": 12.5},
    )


def test_a_review_hides_the_draft_from_the_asker_and_keeps_it_for_evaluation(run: Run) -> None:
    answer = json.loads(run("ask", "I am unsure.", "--json").out)
    assert answer["outcome"] == "pending_approval"
    assert answer["citations"] == []
    assert answer["draft"]["citations"][0]["quote"] == "Thirty days."
    assert answer["approval_id"].startswith("ap_")


def test_a_card_shows_the_answer_its_sources_and_how_to_decide(run: Run) -> None:
    answered = run("ask", "How many days of leave?")
    assert answered.status == 0
    assert "[1] Leave > Part 1, page 2" in answered.out
    waiting = run("ask", "I am unsure.")
    assert waiting.status == 0
    assert "python -m bot approvals show ap_" in waiting.out


def test_an_empty_home_says_how_to_load_documents(run: Run) -> None:
    done = run("ask", "Is it empty?", "--json")
    assert done.status == 0
    assert json.loads(done.out)["draft"] is None
    assert "python -m bot ingest" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "ask takes a question or --batch FILE."),
        (["x", "--batch", "f.jsonl"], "ask takes a question or --batch FILE."),
        (["two", "questions"], "unexpected extra argument"),
        (["x", "--top-k", "0"], "--top-k"),
        (["x", "--top-k", "51"], "--top-k"),
        (["x", "--min-confidence", "1.1"], "--min-confidence cannot be 1.1."),
        (["x", "--min-confidence", "nan"], "--min-confidence cannot be nan."),
        (["x", "--min-confidence", "high"], "--min-confidence"),
        (["x", "--jsn"], "--jsn"),
        (["x", "--as", "two words"], "--as needs a name of one word."),
        (["--batch", "none.jsonl"], "none.jsonl cannot be read"),
        (["not \udcff UTF-8"], "not valid UTF-8"),
    ],
)
def test_bad_usage_is_one_line_and_nothing_is_begun(run: Run, local: Local, arguments: list[str], said: str) -> None:
    done = run("ask", *arguments)
    assert done.status == 2
    assert done.out == ""
    assert said in done.err
    assert done.err.count("\n") == 1
    assert local.opened == 0


def test_a_call_passes_on_its_thresholds(run: Run, local: Local) -> None:
    answer = json.loads(run("ask", "x", "--json", "--top-k", "3", "--min-confidence", "0.9", "--as", "sam").out)
    exchange = asyncio.run(local.store.exchanges.get(answer["exchange_id"]))
    assert exchange is not None
    request = exchange.request
    assert (request.top_k, request.min_confidence) == (3, 0.9)
    assert (request.asker.id, request.typed_by) == ("terminal:sam", "terminal:you (dana)")
    assert request.id.startswith("terminal:")


def test_nobody_speaks_for_others_where_a_token_is_set(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_SLACK_BOT_TOKEN", "xoxb-1")
    done = run("ask", "x", "--as", "sam")
    assert done.status == 2
    assert "local default only" in done.err


def test_what_a_document_says_is_not_drawn_by_json_either(run: Run, local: Local) -> None:
    inner = local.answer

    def hostile(request):  # type: ignore[no-untyped-def]
        exchange, waiting = inner(request)
        text = "\x9b2J\u202eevil"
        return exchange.model_copy(update={"outcome": exchange.outcome.model_copy(update={"text": text})}), waiting

    local.answer = hostile
    done = run("ask", "x", "--json")
    assert "\x9b" not in done.out
    assert "\u202e" not in done.out
    assert json.loads(done.out)["text"] == "\x9b2J\u202eevil"


def batch(folder: Path, *lines: str) -> str:
    file = folder / "questions.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def test_a_batch_is_answered_in_order_with_its_ids_and_models_loaded_once(
    run: Run, local: Local, tmp_path: Path
) -> None:
    questions = batch(
        tmp_path,
        '{"id": "b", "question": "How many days?", "kind": "answerable"}',
        "",
        '{"id": 7, "question": "I am unsure."}',
        '{"id": "a", "question": ""}',
    )
    done = run("ask", "--batch", questions)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert (done.status, done.err) == (0, "")
    assert [(answer["id"], answer["outcome"]) for answer in answers] == [
        ("b", "answered"),
        (7, "pending_approval"),
        ("a", "answered"),
    ]
    assert all(list(answer) == ["id", *FIELDS] for answer in answers)
    assert local.opened == 1


def test_a_batch_comes_from_standard_input_too(run: Run) -> None:
    done = run("ask", "--batch", "-", typed='\ufeff{"id": "q1", "question": "How many days?"}\r\n')
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ["q1"]


def test_malformed_lines_are_all_named_and_nothing_is_answered(run: Run, local: Local, tmp_path: Path) -> None:
    questions = batch(
        tmp_path,
        '{"id": "a", "question": "fine"}',
        "{not json",
        '{"id": "b"}',
        '{"id": true, "question": "x"}',
        '["c"]',
        '{"id": "d", "question": 5}',
        '{"id": "e", "question": "\\ud800"}',
    )
    done = run("ask", "--batch", questions)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "6 malformed line(s)" in done.err
    for number in (2, 3, 4, 5, 6, 7):
        assert f"line {number}: " in done.err
    assert '{"id": "q1", "question": "..."}' in done.err
    assert local.opened == 0


def test_a_batch_that_is_no_text_names_its_lines(run: Run) -> None:
    done = run("ask", "--batch", "-", typed=b"\xff\xfe{}\n")
    assert done.status == 2
    assert "line 1: " in done.err


def test_an_empty_batch_has_no_answers(run: Run, tmp_path: Path) -> None:
    done = run("ask", "--batch", batch(tmp_path, "", ""))
    assert (done.status, done.out, done.err) == (0, "", "")
