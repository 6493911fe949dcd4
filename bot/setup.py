"""What ``python -m bot setup`` does once the packages are installed: makes the default model ready, and tries it."""

from __future__ import annotations

from bot.settings import Settings


async def prepare(settings: Settings) -> str:
    """Exports the default model, unless that was done before, and encodes with it; the model's name.

    Raises ModelUnavailable if its weights are missing or not the expected ones.
    """
    from adapters.models.factory import open_encoder

    encoder = open_encoder(settings.embedding_model, settings.home / "models")
    await encoder.encode(["Is the model ready?"])
    return encoder.name
