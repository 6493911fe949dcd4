from __future__ import annotations

from datetime import date

import pytest

from core.domain.document import DocumentMeta, TrustLevel
from core.errors import DocumentError, DocumentProblem
from core.ingestion import metadata

FULL = b"""title: Leave
url: https://policies.example/leave
effective_date: 2026-01-01
expiry: 2026-12-31
updated_at: 2026-02-03
supersedes: hr/old.md
policy_type: hr_policy
trust_level: official
audience: [people-ops, managers]
owner: HR
"""


def problem(data: bytes, name: str = "leave.pdf.meta.yml") -> str:
    with pytest.raises(DocumentError) as caught:
        metadata.sidecar(data, name)
    assert caught.value.problem is DocumentProblem.METADATA
    return str(caught.value)


def test_a_sidecar_sets_every_field() -> None:
    meta = metadata.merge(DocumentMeta(), metadata.sidecar(FULL, "leave.pdf.meta.yml"))
    assert meta.title == "Leave"
    assert meta.effective_date == date(2026, 1, 1)
    assert meta.trust_level is TrustLevel.OFFICIAL
    assert meta.audience == ("people-ops", "managers")


def test_one_group_needs_no_list() -> None:
    assert metadata.merge(DocumentMeta(), metadata.sidecar(b"audience: legal", "a.meta.yml")).audience == ("legal",)


def test_an_empty_sidecar_says_nothing() -> None:
    assert metadata.sidecar(b"# nothing yet\n", "a.meta.yml") == {}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"effective_date: soon", ["leave.pdf.meta.yml", "effective_date"]),
        (b"trust_level: high", ["leave.pdf.meta.yml", "trust_level"]),
        (b"audiance: [hr]", ["audiance", "audience"]),
        (b"colour: red", ["colour", "unknown"]),
        (b"- a\n- b", ["list of fields"]),
        (b"title: [", ["not valid YAML"]),
        (b"\xff\xfe", ["not valid YAML"]),
        (b"expiry: 2026-01-01\neffective_date: 2026-02-01", ["expiry", "before"]),
    ],
)
def test_a_wrong_sidecar_is_an_error_that_names_field_and_file(data: bytes, words: list[str]) -> None:
    message = problem(data)
    assert all(word in message for word in words)


def test_front_matter_leaves_other_programs_fields_alone() -> None:
    found = metadata.front_matter(b"---\nTitle: BUrlG\nlayout: default\nlast_updated: 2026-01-12\n---\n# x", "law.md")
    assert found == {"title": "BUrlG", "updated_at": date(2026, 1, 12)}


def test_a_slip_in_front_matter_is_an_error() -> None:
    with pytest.raises(DocumentError, match="audience"):
        metadata.front_matter(b"---\naudiences: [legal]\n---\n", "a.md")


@pytest.mark.parametrize("data", [b"# No front matter", b"---\n---\n", b"---\nonly text\n---\n", b"", b"--- a"])
def test_a_document_without_front_matter(data: bytes) -> None:
    assert metadata.front_matter(data, "a.md") == {}


def test_front_matter_belongs_to_text_formats() -> None:
    assert metadata.front_matter(b"---\ntitle: x\n---\n", "a.pdf") == {}
    assert metadata.front_matter(b"---\r\ntitle: x\r\n---\r\n", "A.HTML") == {"title": "x"}


def test_later_layers_win() -> None:
    meta = metadata.merge(DocumentMeta(title="Own", owner="A"), {"title": "Front"}, {"title": "Sidecar", "owner": None})
    assert (meta.title, meta.owner) == ("Sidecar", "A")


def test_the_hash_is_of_bytes_and_sidecar() -> None:
    plain, other = metadata.content_hash(b"x", {}), metadata.content_hash(b"x", {"title": "T"})
    assert plain != other != metadata.content_hash(b"y", {"title": "T"})
    assert metadata.content_hash(b"x", {"a": 1, "b": 2}) == metadata.content_hash(b"x", {"b": 2, "a": 1})


def test_a_link_is_the_base_and_the_path() -> None:
    assert metadata.link("https://p.example/docs/", "hr/a b.md") == "https://p.example/docs/hr/a%20b.md"


def test_an_unknown_field_of_a_sidecar_is_an_error_even_without_a_value() -> None:
    with pytest.raises(DocumentError, match="unknown field “audiance”; is it “audience”"):
        metadata.sidecar(b"audiance:\n", "leave.pdf.meta.yml")
