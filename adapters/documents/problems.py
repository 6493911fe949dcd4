"""What can be wrong with a file, in words for the operator."""

from __future__ import annotations

from core.errors import DocumentError, DocumentProblem

READ = "PDF, DOCX, Markdown, HTML and plain text"


def empty() -> DocumentError:
    """Nothing, or only white space."""
    return DocumentError(DocumentProblem.EMPTY, "The file is empty.", "Put text into it or remove it.")


def encrypted(kind: str) -> DocumentError:
    """Opens with a password only."""
    return DocumentError(
        DocumentProblem.ENCRYPTED, f"The {kind} file is protected by a password.", "Save a copy without password."
    )


def broken(kind: str, why: str = "") -> DocumentError:
    """Of the right format, but damaged."""
    detail = f" ({why})" if why else ""
    return DocumentError(
        DocumentProblem.BROKEN,
        f"The {kind} file is damaged{detail}.",
        "Open it in its own program and save it again, or export it once more.",
    )


def no_text() -> DocumentError:
    """Pictures of pages."""
    return DocumentError(
        DocumentProblem.NO_TEXT, "Its pages are pictures without text.", "Run text recognition (OCR) over it first."
    )


def mislabelled(said: str, found: str) -> DocumentError:
    """The content is another format than the name promises."""
    return DocumentError(
        DocumentProblem.MISLABELLED, f"Its name says {said}, but the content is {found}.", "Give it its right ending."
    )


def too_large(what: str, remedy: str = "Split it into several files, or raise the limit.") -> DocumentError:
    """Over one of the limits."""
    return DocumentError(DocumentProblem.TOO_LARGE, f"The file is too large: {what}.", remedy)


def binary() -> DocumentError:
    """No text, and none of the formats."""
    return DocumentError(
        DocumentProblem.BINARY,
        "The content is binary data, not text.",
        f"Only {READ} are read: export it to one of them.",
    )


def unsupported(found: str) -> DocumentError:
    """A format that is known but not read."""
    return DocumentError(
        DocumentProblem.UNSUPPORTED,
        f"{found} is not a format that is read.",
        f"Save it as one of {READ}, or remove it.",
    )
