"""What a prompt file must have, and which prompt is active."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from core.errors import ConfigurationError, NotFound
from core.modules import answer_generation
from core.modules.catalogue import MODULES
from core.prompts.checks import faults
from core.prompts.registry import FOLDER, Registry
from core.prompts.version import NOT_MEASURED

ONE = {"answer_generation": answer_generation}
Change = Callable[[str], str]


def same(text: str) -> str:
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for suffix in ("md", "yml"):
        name = f"answer_generation_v1.{suffix}"
        (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def edit(folder: Path, suffix: str, old: str, new: str) -> None:
    path = folder / f"answer_generation_v1.{suffix}"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def second(folder: Path, version: str = "v2.0.0", stem: str = "answer_generation_v2") -> None:
    for suffix, change in (("md", True), ("yml", False)):
        text = (folder / f"answer_generation_v1.{suffix}").read_text(encoding="utf-8")
        if change:
            text = text.replace("answer_generation_v1", stem).replace("v1.0.0", version)
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")


def test_every_module_has_an_active_prompt_of_its_own() -> None:
    registry = Registry()
    for name, module in MODULES.items():
        assert registry.active(name).module is module
        assert registry.active(name).version.header.module == name


def test_what_stands_beside_the_prompts_is_true() -> None:
    assert faults(Registry()) == []


def test_every_prompt_is_in_english_and_keeps_data_out() -> None:
    for prompt in Registry():
        assert re.search(r"[\u0400-\u9fff]", prompt.version.text) is None, prompt.version.name
        assert "{" not in prompt.version.text, prompt.version.name  # no place where data could be put in


def test_evaluations_say_so_where_no_model_was_measured() -> None:
    for prompt in Registry():
        evaluation = prompt.version.artefacts.evaluation
        assert evaluation.status == NOT_MEASURED or (evaluation.data and evaluation.figures)


def test_the_highest_version_is_active(folder: Path) -> None:
    second(folder)
    registry = Registry(folder, modules=ONE)
    assert registry.active("answer_generation").version.name == "answer_generation_v2"
    assert [prompt.version.name for prompt in registry] == ["answer_generation_v1", "answer_generation_v2"]


def test_version_ten_is_higher_than_version_nine(folder: Path) -> None:
    second(folder, "v9.0.0", "answer_generation_v9")
    second(folder, "v10.0.0", "answer_generation_v10")
    assert Registry(folder, modules=ONE).active("answer_generation").version.header.version == "v10.0.0"


def test_an_older_version_can_be_chosen(folder: Path) -> None:
    second(folder)
    registry = Registry(folder, active={"answer_generation": "answer_generation_v1"}, modules=ONE)
    assert registry.active("answer_generation").version.name == "answer_generation_v1"


def test_a_changed_word_changes_the_hash(folder: Path) -> None:
    before = Registry(folder, modules=ONE).active("answer_generation").reference
    edit(folder, "md", "take no side", "take one side")
    after = Registry(folder, modules=ONE).active("answer_generation").reference
    assert (before.name, before.version) == (after.name, after.version)
    assert before.hash != after.hash


def test_line_ends_do_not_change_the_hash(folder: Path) -> None:
    before = Registry(folder, modules=ONE).active("answer_generation").reference
    path = folder / "answer_generation_v1.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert Registry(folder, modules=ONE).active("answer_generation").reference == before


@pytest.mark.parametrize(
    ("suffix", "old", "new", "said"),
    [
        ("md", "name: answer_generation_v1", "name: answer_v1", "calls itself answer_v1"),
        ("md", "module: answer_generation", "module: answers", "is for no module: answers"),
        ("md", "version: v1.0.0", "version: v2.0.0", "v2.0.0 is no version of answer_generation_v1"),
        ("md", "  - v1.0.0: First", "  - v0.9.0: First", "changelog says nothing of v1.0.0"),
        ("md", "risk_level: high", "risk_level: terrible", "risk_level"),
        ("md", "owner: Countersign\n", "", "owner: Field required"),
        ("md", "owner: Countersign", "owner: Countersign\nmood: good", "mood"),
        ("md", "---\nname", "name", "has no front matter"),
        ("yml", "schema_hash: ", "schema_hash: 0", "was written for another output schema"),
        ("yml", "failure_cases:", "mishaps:", "failure_cases"),
        ("yml", "examples:", "examples: []\nunused:", "examples"),
        ("yml", f"status: {NOT_MEASURED}", "status: measured", "evaluation"),
    ],
)
def test_a_faulty_file_is_refused_by_name(folder: Path, suffix: str, old: str, new: str, said: str) -> None:
    edit(folder, suffix, old, new)
    with pytest.raises(ConfigurationError, match=re.escape(said)) as raised:
        Registry(folder, modules=ONE)
    assert "answer_generation_v1" in str(raised.value)


def test_missing_artefacts_are_missed(folder: Path) -> None:
    (folder / "answer_generation_v1.yml").unlink()
    with pytest.raises(ConfigurationError, match=r"answer_generation_v1\.yml cannot be read"):
        Registry(folder, modules=ONE)


def test_a_module_without_a_prompt_is_refused(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="policy_evidence_filter has no prompt"):
        Registry(folder, modules={**ONE, "policy_evidence_filter": MODULES["policy_evidence_filter"]})


def test_two_files_of_one_version_are_refused(folder: Path) -> None:
    second(folder, "v1.0.0", "answers_v1")
    with pytest.raises(ConfigurationError, match=r"are both v1\.0\.0 of answer_generation"):
        Registry(folder, modules=ONE)


@pytest.mark.parametrize(
    ("active", "said"),
    [
        ({"answer_generation": "answer_generation_v7"}, "has no prompt answer_generation_v7"),
        ({"answer_generation": "intent_v2"}, "has no prompt intent_v2"),
        ({"answers": "answer_generation_v1"}, "answers, which is no module"),
    ],
)
def test_a_choice_that_is_none_is_refused(folder: Path, active: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        Registry(folder, active=active, modules=ONE)


def test_an_unknown_prompt_is_not_found(folder: Path) -> None:
    with pytest.raises(NotFound, match="There is no prompt intent_v9"):
        Registry(folder, modules=ONE).get("intent_v9")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("refused: true}\n\nregression", "refused: false}\n\nregression", "refused is True, expected False"),
        ("expected: {answer: I cannot find", "expected: {answer: I can find", "expected 'I can find"),
        ("question: What is the company's", "questions: What is the company's", "question"),
        ("{n: 1, quote: Purchases up", "{n: 1, quote: Purchase up", "Two policies disagree"),
    ],
)
def test_an_untrue_artefact_is_named(folder: Path, old: str, new: str, said: str) -> None:
    edit(folder, "yml", old, new)
    found = faults(Registry(folder, modules=ONE))
    assert any(said in fault for fault in found), found
