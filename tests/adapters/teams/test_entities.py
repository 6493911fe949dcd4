"""Citations and labels as Teams takes them."""

from __future__ import annotations

from adapters.teams.activities import Message
from adapters.teams.entities import MessageEntity, claim, restricted
from core.domain.language import Language
from tests.adapters.teams.sent import sent
from tests.adapters.teams.specimens import citation


def test_an_entity_reaches_teams_whole() -> None:
    usage = restricted(None)
    entity = MessageEntity(generated=True, citations=[claim(citation(3), None, usage)], usage=usage)
    (shown,) = sent(Message("Thirty days. [3]", entity=entity, rated=True))["entities"]
    assert (shown["type"], shown["@type"], shown["@context"]) == (
        "https://schema.org/Message",
        "Message",
        "https://schema.org",
    )
    assert shown["additionalType"] == ["AIGeneratedContent"]
    assert shown["usageInfo"]["name"] == "Restricted"
    (cited,) = shown["citation"]
    assert cited["position"] == 3
    assert cited["appearance"]["usageInfo"]["@id"] == shown["usageInfo"]["@id"]
    assert sent(Message("x", rated=True))["channelData"] == {"feedbackLoop": {"type": "default"}}


def test_a_citation_says_what_document_where_in_it_and_how_it_begins() -> None:
    shown = claim(citation(), Language.GERMAN)["appearance"]
    assert shown["name"] == "Journal Entry Policy"
    assert shown["abstract"].startswith("Journal entries over $100,000 require approval")
    assert shown["keywords"] == ["3.2 Thresholds", "Seite 4"]
    assert shown["url"] == "https://policies.acme.test/finance/journal-entries#1"
    assert shown["image"] == {"@type": "ImageObject", "name": "Text"}


def test_what_is_too_long_is_cut_and_says_so_and_what_is_not_there_is_left_out() -> None:
    long = citation(
        document="Policy " * 40, section="Section " * 40, quote="Never mind. " * 33, page=None, url="file:///x"
    )
    shown = claim(long, None)["appearance"]
    assert (len(shown["name"]) <= 80, len(shown["abstract"]) <= 160) == (True, True)
    assert shown["name"].endswith(" …")
    assert shown["abstract"].endswith(" …")
    assert [len(word) <= 28 for word in shown["keywords"]] == [True]
    assert "url" not in shown


def test_no_name_and_no_abstract_is_empty() -> None:
    shown = claim(citation(document="\u202e", quote="\u202e", path="a.docx", section=""), None)["appearance"]
    assert (shown["name"], shown["abstract"]) == ("a.docx", "…")
    assert shown["image"]["name"] == "Microsoft Word"
