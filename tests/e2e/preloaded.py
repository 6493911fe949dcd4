"""What a server imports, to be imported once before it is forked. None of it starts a thread or opens anything."""

import onnxruntime  # noqa: F401

import adapters.index.exact
import adapters.models.encoder  # noqa: F401
import tests.e2e.launcher  # noqa: F401 - and with it the program
