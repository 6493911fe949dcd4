"""The approvals file: what it may say, what it means, and how it is refused."""

from datetime import time
from pathlib import Path

import pytest

from core.approvals.rules import NOBODY, ApprovalRules, load_rules
from core.domain.approval import Approver, Handoff, WorkingHours
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
    finance, _, rest = WHOLE.partition("  - name: everything else")
    only_finance = load_rules(rules_file(tmp_path, finance + rest[rest.index("groups:") :]))
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
        (
            "answers: [{name: x, approvers: [{group: g}], escalation: [{after: 1h}]}]",
            "answers.0.escalation.0.approvers",
        ),
        (
            "answers: [{name: x, approvers: [{group: g}], hours: {zone: Mars, from: '09:00', to: '17:00'}}]",
            "answers.0.hours",
        ),
        ("hours: {zone: Europe/Berlin, from: 540, to: '17:00'}", "hours.from"),
        ("hours: {zone: Europe/Berlin, from: '17:00', to: '09:00'}", "hours"),
        ("hours: {zone: Europe/Berlin, days: [monday], from: '09:00', to: '17:00'}", "hours"),
        ("handoff: {to: '#help', name: Help}", "handoff.to"),
        ("away: [{person: 'slack:U1', delegate: 'slack:U1', from: 2026-01-05, to: 2026-01-09}]", "away.0"),
        ("away: [{person: 'slack:U1', delegate: 'slack:U2', from: 2026-01-09, to: 2026-01-05}]", "away.0"),
        ("away: [{person: sam, delegate: 'slack:U2', from: 2026-01-05, to: 2026-01-09}]", "away.0.person"),
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


TWO = "approvers: [{account: 'slack:U1'}, {email: a@b.example}]"


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (f"{TWO}, quorum: 3", "needs 3 approvals and can get 2 at most"),
        ("approvers: [{email: a@b.example}, {email: A@B.example}], quorum: 2", "can get 1 at most"),
        ("approvers: [{group: leads}], quorum: 2", "can get 1 at most"),
        ("approvers: [{group: nobody}]", "names the group nobody, in which is nobody"),
        (f"{TWO}, reminders: [4h, 4h]", "each reminder must come after the one before it"),
        (f"{TWO}, reminders: [72h]", "the last reminder would come when the time is over"),
        (f"{TWO}, escalation: [{{after: 72h, approvers: [{{group: leads}}]}}]", "the last escalation would come when"),
        (f"{TWO}, escalation: [{{after: 1h, approvers: [{{account: 'slack:U1'}}]}}]", "asks nobody who was not asked"),
    ],
)
def test_what_cannot_work_is_refused_on_one_line(tmp_path: Path, rule: str, problem: str) -> None:
    content = f"answers: [{{name: x, {rule}}}]\ngroups: {{leads: ['slack:U2'], nobody: []}}"
    with pytest.raises(ConfigurationError, match="is wrong at") as error:
        load_rules(rules_file(tmp_path, content))
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


def test_a_quorum_may_need_those_who_are_asked_later(tmp_path: Path) -> None:
    later = "escalation: [{after: 1h, approvers: [{group: 'slack:S1'}]}]"
    assert load_rules(rules_file(tmp_path, f"answers: [{{name: x, {TWO}, quorum: 3, {later}}}]"))


@pytest.mark.parametrize(
    ("names", "problem"), [(("x", "x"), "two rules are named “x”"), (("x", "y"), "“y” never applies: “x” before it")]
)
def test_a_rule_that_never_applies_is_refused(tmp_path: Path, names: tuple[str, str], problem: str) -> None:
    rules = ", ".join(f"{{name: {name}, {TWO}}}" for name in names)
    with pytest.raises(ConfigurationError, match=problem):
        load_rules(rules_file(tmp_path, f"answers: [{rules}]"))


FULL = """
hours: {zone: Europe/Berlin, from: "09:00", to: "17:30"}
handoff: {to: "slack:C9", name: the help desk}
owners: {Group Controller: {email: controller@example.com}}
away: [{person: "slack:U1", delegate: sub@example.com, from: 2026-01-05, to: 2026-01-09}]
answers:
  - name: finance
    documents: [finance/]
    approvers: [{account: "slack:U1"}, {owner: true}]
    cards: ["slack:C1", owner]
    reminders: [4h, 1d]
    escalation: [{after: 30h, approvers: [{group: "slack:S1"}], cards: [approvers]}]
  - name: owned
    documents: [owned/]
    approvers: [{owner: true}]
"""


def test_the_whole_model_is_kept_with_the_approval(tmp_path: Path) -> None:
    rules = load_rules(rules_file(tmp_path, FULL))
    rule = rules.for_answer(citing("finance/x.md"), frozenset(), {"Group Controller", "Somebody else"})
    assert rule is not None
    owner = Approver(email="controller@example.com")
    assert rule.approvers == (Approver(account="slack:U1"), owner)
    assert (rule.cards, rule.direct, rule.reminders) == (("slack:C1",), (owner,), (4 * 3600, 86400))
    (step,) = rule.escalation
    assert (step.after, step.direct, step.cards) == (30 * 3600, (Approver(group="slack:S1"),), ())
    assert rule.hours == WorkingHours(zone="Europe/Berlin", days=(0, 1, 2, 3, 4), start=time(9), end=time(17, 30))
    assert rule.handoff == Handoff(to="slack:C9", name="the help desk")
    assert rule.matched == "finance/x.md, in finance/, is cited"
    (away,) = rules.delegations()
    assert (away.absent, away.delegate, away.set_by) == ("slack:U1", "sub@example.com", None)


def test_a_rule_whose_owner_is_unknown_lets_nobody_decide(tmp_path: Path) -> None:
    rules = load_rules(rules_file(tmp_path, FULL))
    assert rules.for_answer(citing("owned/x.md"), frozenset(), {"Somebody else"}) is None
    assert rules.for_answer(citing("owned/x.md"), frozenset(), {"Group Controller"}) is not None
