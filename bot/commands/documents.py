"""``documents``: the policies that answers rest on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from bot.commands import session
from bot.commands.console import emit, out, print_card
from core.errors import NotFound

if TYPE_CHECKING:
    from core.domain.document import Document
    from core.ports.documents import Documents

app = typer.Typer(help="The policies that answers rest on.")

_Path = Annotated[str, typer.Argument(metavar="PATH", help="The document, by its path below the ingested folder.")]


@app.command("list")
def list_(
    removed: Annotated[bool, typer.Option("--removed", help="Also those taken out of retrieval.")] = False,
) -> None:
    """List documents by path."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.pages import documents_table

        async with session.application(settings) as application:
            out().print(documents_table(await application.store.documents.list(include_removed=removed)))

    asyncio.run(work())


@app.command()
def show(path: _Path) -> None:
    """Show what is known of a document, and its versions."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.pages import document_page

        async with session.application(settings) as application:
            documents = application.store.documents
            document = await _find(documents, path)
            print_card(document_page(document, await documents.versions(document.id)))

    asyncio.run(work())


@app.command()
def text(
    path: _Path,
    version: Annotated[int | None, typer.Option(min=1, help="The number of a version; without it, the newest.")] = None,
) -> None:
    """Print the text that quotes are taken from, character for character."""
    settings = session.settings()

    async def work() -> None:
        from adapters.terminal.text import in_place

        async with session.application(settings) as application:
            documents = application.store.documents
            document = await _find(documents, path)
            version_id = document.version_id
            if version is not None:
                numbered = {found.number: found.id for found in await documents.versions(document.id)}
                if version not in numbered:
                    raise NotFound(f"{path} has no version {version}.", f"It has 1 to {max(numbered)}.")
                version_id = numbered[version]
            emit(in_place((await documents.version(version_id)).text))

    asyncio.run(work())


@app.command()
def remove(paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Documents, by their paths.")]) -> None:
    """Take documents out of retrieval and every index; their versions stay for the audit."""
    settings = session.settings()

    async def work() -> None:
        async with session.application(settings) as application:
            documents = application.store.documents
            for found in [await _find(documents, path) for path in paths]:  # all known before any goes
                await documents.remove(found.path)
                out().print(f"Removed {found.path}")

    asyncio.run(work())


async def _find(documents: Documents, path: str) -> Document:
    from difflib import get_close_matches

    document = await documents.find(path)
    if document is not None:
        return document
    near = get_close_matches(path, [known.path for known in await documents.list()], n=1, cutoff=0.4)
    raise NotFound(
        f"There is no document {path}.", f"Did you mean {near[0]}?" if near else "List them: documents list."
    )
