"""What operators write: approvals, front matter, sidecars and settings, damaged: used as it says, or refused on one line.

Rules made of whole values are in ``tests/unit/core/approvals/test_properties.py``, which ``make fuzz`` runs too.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.settings import PREFIX, Settings, load
from core.approvals.rules import load_rules
from core.domain.document import DocumentMeta
from core.errors import ConfigurationError, DocumentError
from core.ingestion.metadata import front_matter, sidecar
from core.retrieval.confidence import PACKAGED, Calibration
from tests.fuzz import examples
from tests.fuzz.mangling import JUNK, mangle
from tests.fuzz.test_files import assert_one_line
from tests.unit.core.approvals.test_properties import WHOLE

RULES = yaml.safe_dump(WHOLE).encode()
META = b"""title: Finance Manual
url: https://intranet.example/finance-manual
effective_date: 2026-01-01
expiry: 2026-12-31
updated_at: 2026-02-01
supersedes: finance/manual-2025.pdf
policy_type: finance_policy
trust_level: official
audience: [finance-leads]
owner: Group Controller
"""
SECRET = "xoxb-27-not-to-be-seen"
SEEDS = st.integers(0, 2**62)


@examples(150)
@given(SEEDS)
def test_a_damaged_approvals_file_is_used_or_refused_on_one_line(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "approvals.yml"
        path.write_bytes(mangle(RULES, Random(seed)))
        try:
            rules = load_rules(path)
        except ConfigurationError as error:
            assert_one_line(str(error))
        else:
            assert all(entry.approvers for entry in rules.answers)  # nobody is let in by what is missing


@examples(150)
@given(SEEDS, st.booleans())
def test_damaged_metadata_is_used_or_refused_on_one_line(seed: int, beside: bool) -> None:
    data = mangle(META, Random(seed))
    try:
        found = sidecar(data, "a.pdf.meta.yml") if beside else front_matter(b"---\n" + data + b"\n---\nText", "a.md")
    except DocumentError as error:
        assert_one_line(error.args[0], error.remedy)
    else:
        assert set(found) <= set(DocumentMeta.model_fields)
        if beside and b"audience: [finance-leads]\n" in data and "audience" not in found:
            assert b"audience: [finance-leads]\n" not in yaml.safe_dump(found).encode()
            raise AssertionError(f"an audience is lost: {data!r}")


@examples(150)
@given(SEEDS)
def test_damaged_settings_are_used_or_refused_on_one_line_without_secrets(seed: int) -> None:
    random = Random(seed)
    names = [name.upper() for name in Settings.model_fields]
    given_ones = {"SLACK_BOT_TOKEN": SECRET, "SLACK_SIGNING_SECRET": SECRET}
    for _ in range(random.randint(1, 3)):
        name = random.choice([*names, "HOMES", "SLACK_BOT_TOKEN_FILE", "PORT_FILE", "MIN_CONFIDENC"])
        value = random.choice(
            [*map(str, JUNK), "0.5", "-0.1", "nan", "1e400", "65536", "/nonexistent/x", "Europe/Berlin"]
        )
        given_ones[name] = value.replace("\x00", "").replace("\ud800", "\udcff")  # as the system hands on any byte
    with environment(given_ones):
        try:
            settings = load()
        except ConfigurationError as error:
            assert_one_line(str(error))
            assert SECRET not in str(error)  # noqa: PT017 - either end is right
        else:
            assert 0 <= settings.review_floor <= settings.min_confidence <= 1
            assert SECRET not in repr(settings)
            settings.gate  # noqa: B018 - whatever was let through makes a gate


@examples(60)
@given(SEEDS)
def test_a_damaged_calibration_is_used_or_refused_on_one_line(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.json"
        path.write_bytes(mangle(PACKAGED.read_bytes(), Random(seed)))
        try:
            calibration = Calibration.load(path)
        except ConfigurationError as error:
            assert_one_line(str(error))
        else:
            for value in (0.0, 1.0, -1e9, 1e9):
                assert 0 <= calibration.confidence(dict.fromkeys(calibration.terms, value)) <= 1


@contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """These settings and no others."""
    before = dict(os.environ)
    try:
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            del os.environ[name]
        os.environ.update({PREFIX + name: value for name, value in values.items()})
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
