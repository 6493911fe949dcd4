"""Settings: read from the environment, whole or not at all."""

import os
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings, load
from core.errors import ConfigurationError


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith((PREFIX, "ANTHROPIC_"))]:
        monkeypatch.delenv(name)


def loaded(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Settings:
    for name, value in variables.items():
        monkeypatch.setenv(PREFIX + name, value)
    return load()


def test_the_defaults_are_the_local_default(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch)
    assert settings.local
    assert settings.home == Path("var")
    assert (settings.gate.high, settings.gate.minimum, settings.gate.review_floor, settings.gate.top_k) == (
        0.9,
        0.8,
        0.35,
        5,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("SLACK_BOT_TOKEN", "xoxb-1"), ("SLACK_APP_TOKEN", "xapp-1"), ("APPROVALS_FILE", "approvers.yml")],
)
def test_a_token_or_an_approvals_file_ends_the_local_default(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    assert not loaded(monkeypatch, **{name: value}).local


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, SLACK_BOT_TOKEN="", SLACK_BOT_TOKEN_FILE="", PORT="")
    assert settings.local
    assert settings.port == 3978


def test_an_unknown_setting_is_refused_with_the_likely_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError, match="Did you mean COUNTERSIGN_MIN_CONFIDENCE"):
        loaded(monkeypatch, MIN_CONFIDENSE="0.5")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MIN_CONFIDENCE", "nan"),
        ("MIN_CONFIDENCE", "1.01"),
        ("REVIEW_FLOOR", "-0.1"),
        ("TOP_K", "0"),
        ("TOP_K", "51"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("MAX_FILE_MEGABYTES", "0"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_value_names_its_variable(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(ConfigurationError) as error:
        loaded(monkeypatch, **{name: value})
    assert str(error.value).startswith(f"COUNTERSIGN_{name} is wrong: ")
    assert "\n" not in str(error.value)


def test_a_secret_is_read_from_a_file_and_never_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("xoxb-from-file\n", encoding="utf-8")
    settings = loaded(
        monkeypatch, SLACK_BOT_TOKEN_FILE=str(tmp_path / "token"), SLACK_SIGNING_SECRET="shh-it-is-secret"
    )
    assert settings.slack_bot_token is not None
    assert settings.slack_bot_token.get_secret_value() == "xoxb-from-file"
    assert "xoxb" not in repr(settings)
    assert "shh" not in repr(settings)
    assert sorted(settings.secrets) == ["shh-it-is-secret", "xoxb-from-file"]


def test_a_wrong_secret_does_not_appear_in_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationError) as error:
        loaded(monkeypatch, SLACK_BOT_TOKEN="xoxb-secret", TOP_K="xoxb-secret")
    assert "xoxb-secret" not in str(error.value)


def test_a_secret_in_two_places_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("xoxb-1", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="both set"):
        loaded(monkeypatch, SLACK_BOT_TOKEN="xoxb-2", SLACK_BOT_TOKEN_FILE=str(tmp_path / "token"))


def test_a_secrets_file_must_be_there_and_hold_something(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_SLACK_BOT_TOKEN_FILE names a file that cannot be read"):
        loaded(monkeypatch, SLACK_BOT_TOKEN_FILE=str(tmp_path / "none"))
    (tmp_path / "empty").write_text(" \n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="names an empty file"):
        loaded(monkeypatch, SLACK_BOT_TOKEN_FILE=str(tmp_path / "empty"))


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("postgresql://u:p@db/x", "postgresql+psycopg://u:p@db/x"),
        ("postgres://u@db/x", "postgresql+psycopg://u@db/x"),
        ("sqlite:////tmp/x.db", "sqlite:////tmp/x.db"),
    ],
)
def test_a_database_url_names_its_driver(monkeypatch: pytest.MonkeyPatch, given: str, read: str) -> None:
    assert loaded(monkeypatch, DATABASE_URL=given).sqlalchemy_url == read


def test_the_database_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert loaded(monkeypatch, HOME=str(tmp_path)).sqlalchemy_url == f"sqlite+aiosqlite:///{tmp_path}/countersign.db"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"MIN_CONFIDENCE": "0.3"}, "MIN_CONFIDENCE"),
        ({"REVIEW_FLOOR": "0.85"}, "REVIEW_FLOOR"),
        ({"MIN_CONFIDENCE": "0.3", "REVIEW_FLOOR": "0.35"}, "REVIEW_FLOOR"),
    ],
)
def test_a_floor_above_the_minimum_is_refused_and_what_was_set_is_named(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], named: str
) -> None:
    with pytest.raises(ConfigurationError, match=rf"^COUNTERSIGN_{named} is wrong: the review floor 0\.\d+ is above"):
        loaded(monkeypatch, **given)


@pytest.mark.parametrize(
    "url", ["junk", "chroma:8000", "http://", "ftp://a.test", "http://a.test:port", "http://a:99999"]
)
def test_a_chroma_url_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_CHROMA_URL is wrong"):
        loaded(monkeypatch, CHROMA_URL=url)


def test_a_chroma_url_may_name_a_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loaded(monkeypatch, CHROMA_URL="https://u:p@a.test/policies").chroma_url == "https://u:p@a.test/policies"


@pytest.mark.parametrize("name", ["Mars/Olympus", "Europe", "../etc/passwd", "/etc/passwd", "x" * 5000])
def test_a_time_zone_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(ConfigurationError, match=r"COUNTERSIGN_TIME_ZONE is wrong: .*there is no time zone"):
        loaded(monkeypatch, TIME_ZONE=name)


def test_a_time_zone_has_its_own_date(monkeypatch: pytest.MonkeyPatch) -> None:
    late = datetime(2026, 1, 5, 23, 30, tzinfo=UTC)
    assert late.astimezone(loaded(monkeypatch).zone).date() == date(2026, 1, 5)
    assert late.astimezone(loaded(monkeypatch, TIME_ZONE="Asia/Tokyo").zone).date() == date(2026, 1, 6)


def test_a_value_that_is_no_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_LOG_LEVEL", "INFO\udcff")
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_LOG_LEVEL is not UTF-8"):
        load()


@pytest.mark.parametrize("name", ["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"])
def test_the_models_key_and_address_are_read_without_the_prefix_too(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "https://bare.example")
    value = getattr(load(), name.lower())
    assert (value.get_secret_value() if name.endswith("KEY") else value) == "https://bare.example"
    value = getattr(loaded(monkeypatch, **{name: "https://prefixed.example"}), name.lower())
    assert (value.get_secret_value() if name.endswith("KEY") else value) == "https://prefixed.example"


def test_a_bare_key_is_kept_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-1")
    settings = load()
    assert "sk-ant-1" not in repr(settings)
    assert settings.secrets == ["sk-ant-1"]


@pytest.mark.parametrize("key", ["sk ant", "sk-änt", "sk\nant"])
def test_a_key_that_is_none_is_refused_unseen(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_ANTHROPIC_API_KEY is wrong") as error:
        loaded(monkeypatch, ANTHROPIC_API_KEY=key)
    assert key not in str(error.value)


def test_prompts_are_chosen_by_module(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = loaded(monkeypatch, PROMPTS=" intent=intent_v2 , response=response_v2")
    assert settings.active_prompts == {"intent": "intent_v2", "response": "response_v2"}
    assert loaded(monkeypatch, PROMPTS="").active_prompts == {}


@pytest.mark.parametrize("value", ["intent", "intent=", "intent=intent_v2;response=response_v2", "=x"])
def test_a_choice_of_prompts_has_one_form(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_PROMPTS is wrong"):
        loaded(monkeypatch, PROMPTS=value)


def test_the_budget_is_the_settings_own(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = loaded(monkeypatch, MODEL_CALLS="3", MODEL_TOKENS="9000", MODEL_SECONDS="5").budget
    assert (budget.calls, budget.tokens, budget.seconds) == (3, 9000, 5)
