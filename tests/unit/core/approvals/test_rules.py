"""The approvals file: what it may say, what it means, and how it is refused."""

from pathlib import Path

import pytest

from core.approvals.rules import NOBODY, ApprovalRules, load_rules
from core.domain.outcome import Citation
from core.errors import ConfigurationError
from tests.adapters.samples import draft

WHOLE = """
version: 1
answers:
  - name: finance
    policy_types: [finance_policy]
    documents: [finance/, people/travel.md]
    approvers: [{account: "slack:U1"}, {email: cfo@example.com}, {group: leads}]
    quorum: 2
    expires_after: 90m
    cards: ["slack:C1"]
  - name: everything else
    approvers: [{account: "terminal:you"}]
    asker_may_decide: true
groups:
  leads: ["slack:U2"]
"""


def rules_file(folder: Path, content: str) -> Path:
    path = folder / "approvers.yml"
    path.write_text(content, encoding="utf-8")
    return path


def citing(*paths: str) -> list[Citation]:
    return [draft().citations[0].model_copy(update={"path": path}) for path in paths]


@pytest.fixture
def rules(tmp_path: Path) -> ApprovalRules:
    return load_rules(rules_file(tmp_path, WHOLE))


@pytest.mark.parametrize(
    ("paths", "types", "wanted"),
    [
        (["people/leave.md"], {"finance_policy"}, "finance"),
        (["finance/close.md"], {"other"}, "finance"),
        (["people/travel.md"], set(), "finance"),
        (["people/leave.md", "finance/close.md"], set(), "finance"),
        (["people/travel.md.bak"], set(), "everything else"),
        (["refinance/close.md"], {"finance"}, "everything else"),
        ([], set(), "everything else"),
    ],
)
def test_the_first_rule_that_fits_a_cited_document_applies(
    rules: ApprovalRules, paths: list[str], types: set[str], wanted: str
) -> None:
    rule = rules.for_answer(citing(*paths), frozenset(types))
    assert rule is not None
    assert rule.name == wanted


def test_a_rule_is_kept_with_the_approval_as_it_stood(rules: ApprovalRules) -> None:
    rule = rules.for_answer(citing("finance/x.md"), frozenset())
    assert rule is not None
    assert [a.account or a.email or a.group for a in rule.approvers] == ["slack:U1", "cfo@example.com", "leads"]
    assert (rule.quorum, rule.expires_after, rule.cards, rule.asker_may_decide) == (2, 5400, ("slack:C1",), False)


def test_without_a_rule_that_fits_nobody_may_decide(tmp_path: Path) -> None:
    only_finance = load_rules(rules_file(tmp_path, WHOLE.split("  - name: everything else", maxsplit=1)[0]))
    assert only_finance.for_answer(citing("people/leave.md"), frozenset()) is None
    assert NOBODY.for_answer(citing("people/leave.md"), frozenset()) is None


def test_an_empty_file_means_nobody(tmp_path: Path) -> None:
    assert load_rules(rules_file(tmp_path, "# nothing yet\n")) == NOBODY


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("answers: [{name: x, approvers: []}]", "answers.0.approvers"),
        ("answers: [{name: x}]", "answers.0.approvers"),
        ("answers: [{approvers: [{account: 'slack:U1'}]}]", "answers.0.name"),
        ("answers: [{name: x, approvers: [{}]}]", "answers.0.approvers.0"),
        ("answers: [{name: x, approvers: [{account: 'slack:U1', email: a@b.example}]}]", "answers.0.approvers.0"),
        ("answers: [{name: x, approvers: [{account: U1}]}]", "answers.0.approvers.0.account"),
        ("answers: [{name: x, approvers: [{email: nobody}]}]", "answers.0.approvers.0.email"),
        ("answers: [{name: x, approvers: [{group: g}], quorum: 0}]", "answers.0.quorum"),
        ("answers: [{name: x, approvers: [{group: g}], expires_after: 3600}]", "answers.0.expires_after"),
        ("answers: [{name: x, approvers: [{group: g}], expires_after: 0m}]", "answers.0.expires_after"),
        ("answers: [{name: x, approvers: [{group: g}], expires_after: 91d}]", "answers.0.expires_after"),
        ("answers: [{name: x, approvers: [{group: g}], cards: ['#policy']}]", "answers.0.cards.0"),
        ("answers: [{name: x, approvers: [{group: g}], quorom: 2}]", "answers.0.quorom"),
        ("answer: []", "answer"),
        ("version: 2", "version"),
        ("- a list", "the file"),
    ],
)
def test_a_wrong_field_is_named_with_the_file(tmp_path: Path, content: str, named: str) -> None:
    path = rules_file(tmp_path, content)
    with pytest.raises(ConfigurationError) as error:
        load_rules(path)
    assert f"{path} is wrong at {named}: " in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_yaml_is_refused_on_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="not valid YAML") as error:
        load_rules(rules_file(tmp_path, "answers: [\n  - {"))
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "approvers.yml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="not valid YAML"):
        load_rules(path)


def test_a_missing_file_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_APPROVALS_FILE"):
        load_rules(tmp_path / "none.yml")


def test_a_key_given_twice_is_refused_rather_than_half_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="twice"):
        load_rules(rules_file(tmp_path, WHOLE + "\ngroups: {}\n"))
