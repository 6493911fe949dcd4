"""Writes the sample's PDF and DOCX policies, with their sidecars, from the Markdown files in ``sources/``.

The built files are committed: only who changes a source runs ``python -m bot.sample.builder`` (development tools needed).
The same source always gives the same bytes, so that a policy that did not change shows no difference.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from bot.sample.builder.elements import read_source
from bot.sample.builder.pdf import write_pdf
from bot.sample.builder.word import write_docx

SAMPLE = Path(__file__).parents[1]
SOURCES = SAMPLE / "sources"
POLICIES = SAMPLE / "policies"
WRITERS = {".pdf": write_pdf, ".docx": write_docx}


def build(source: Path) -> Path:
    """Writes the policy of one source (``NAME.pdf.md`` gives ``NAME.pdf``) and its sidecar; the path of the policy."""
    meta, elements = read_source(source)
    target = POLICIES / source.relative_to(SOURCES).with_suffix("")
    target.parent.mkdir(parents=True, exist_ok=True)
    WRITERS[target.suffix](target, meta, elements)
    sidecar = target.with_name(f"{target.name}.meta.yml")
    sidecar.write_text(yaml.safe_dump(meta, sort_keys=False, allow_unicode=True), encoding="utf-8")
    return target


if __name__ == "__main__":
    for each in sorted(SOURCES.rglob("*.md")):
        build(each)
