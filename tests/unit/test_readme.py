"""The README says what the code says."""

from __future__ import annotations

import re
from pathlib import Path

from adapters.tools.entries import ToolEntry
from adapters.tools.file import load_tools
from bot.cli import app
from bot.settings import Settings
from core.approvals.rules import load_rules

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_stands_in_the_readme_with_its_default_and_meaning() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$", README, re.MULTILINE)
    expected = [
        (name.upper(), "" if field.default is None else f"`{field.default}`", field.description)
        for name, field in Settings.model_fields.items()
    ]
    assert [(name, default.strip(), meaning) for name, default, meaning in rows] == expected


def test_every_command_stands_in_the_readme() -> None:
    commands = {info.name or info.callback.__name__ for info in app.registered_commands if info.callback}
    groups = {group.name for group in app.registered_groups}
    named = README[README.index("## Commands") :]
    assert [name for name in sorted(commands | {str(group) for group in groups}) if f"`{name}" not in named] == []


def test_the_approvals_file_of_the_readme_can_be_used(tmp_path: Path) -> None:
    file = tmp_path / "approvals.yml"
    (example,) = re.findall(r"```yaml\n(# approvals\.yml\n.*?)```", README, re.DOTALL)
    file.write_text(example, encoding="utf-8")
    assert load_rules(file).for_answer([], frozenset({"finance_policy"})) is not None


def test_the_tools_file_of_the_reference_can_be_used_and_the_reference_has_every_field(tmp_path: Path) -> None:
    reference = (ROOT / "docs" / "tools.md").read_text(encoding="utf-8")
    file = tmp_path / "tools.yml"
    (example,) = re.findall(r"```yaml\n(# tools\.yml\n.*?)```", reference, re.DOTALL)
    file.write_text(example, encoding="utf-8")
    assert len(load_tools(file).tools) == 4
    rows = re.findall(r"^\| (`.*?`) \| .* \|$", reference, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == set(ToolEntry.model_fields)
