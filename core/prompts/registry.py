"""Which prompts there are, and which version of each is active (seed 003: a prompt registry)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from core.domain.model import PromptReference
from core.errors import ConfigurationError, NotFound
from core.modules.catalogue import MODULES, Module
from core.prompts.schema import output_schema, schema_hash
from core.prompts.version import PromptVersion

FOLDER = Path(__file__).parent
COMMON = "common.md"
"""What every prompt says of the data block; no prompt of its own."""


class Prompt:
    """A version together with the module it is for: what is sent of it."""

    def __init__(self, version: PromptVersion, module: Module[Any, Any], common: str) -> None:
        self.version = version
        self.module = module
        self.system = f"{version.text}\n\n{common}"

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the reply."""
        return output_schema(self.module)

    @cached_property
    def reference(self) -> PromptReference:
        """Name, version and hash of everything that is fixed in a request."""
        fixed = json.dumps([self.system, self.schema], sort_keys=True, ensure_ascii=False)
        header = self.version.header
        return PromptReference(
            name=header.name, version=header.version, hash=hashlib.sha256(fixed.encode()).hexdigest()
        )


class Registry:
    """All prompts of a folder. Every module has one; several versions may stand side by side."""

    def __init__(
        self,
        folder: Path = FOLDER,
        *,
        active: Mapping[str, str] | None = None,
        modules: Mapping[str, Module[Any, Any]] = MODULES,
    ) -> None:
        """``active`` names a prompt for a module; the others use their highest version.

        Raises ConfigurationError: a file is wrong, a name, version or module is not unique or not known, a module has no
        prompt, or a schema has gone on without its prompt.
        """
        common = folder / COMMON
        words = (common if common.exists() else FOLDER / COMMON).read_text(encoding="utf-8").strip()
        self._prompts: dict[str, Prompt] = {}
        for path in sorted(folder.glob("*_v*.md")):
            version = PromptVersion(path)
            module = modules.get(version.header.module)
            if module is None:
                raise ConfigurationError(f"{path.name} is for no module: {version.header.module}.", _known(modules))
            _unique(version, self._prompts.values())
            _in_step(version, module)
            self._prompts[version.name] = Prompt(version, module, words)
        self._active = {name: self._choose(name, (active or {}).get(name)) for name in modules}
        if unknown := sorted(set(active or {}) - set(modules)):
            raise ConfigurationError(f"A prompt is chosen for {unknown[0]}, which is no module.", _known(modules))

    def __iter__(self) -> Iterator[Prompt]:
        """By name."""
        return iter(self._prompts.values())

    def get(self, name: str) -> Prompt:
        """The prompt of that name. Raises NotFound."""
        if name not in self._prompts:
            raise NotFound(f"There is no prompt {name}.", f"There are: {', '.join(self._prompts)}.")
        return self._prompts[name]

    def active(self, module: str) -> Prompt:
        """The one that the module is run with. Raises KeyError for a module outside the registry."""
        return self._active[module]

    def _choose(self, module: str, name: str | None) -> Prompt:
        own = [prompt for prompt in self if prompt.version.header.module == module]
        chosen = [prompt for prompt in own if prompt.version.name == name] if name else own
        if not chosen:
            wanted = f"prompt {name}" if name else "prompt"
            there = ", ".join(prompt.version.name for prompt in own) or "none"
            raise ConfigurationError(f"The module {module} has no {wanted}.", f"There is: {there}.")
        return max(chosen, key=lambda prompt: _number(prompt.version.header.version))


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.removeprefix("v").split("."))


def _unique(version: PromptVersion, others: Any) -> None:
    for other in others:
        header = other.version.header
        if (header.module, header.version) == (version.header.module, version.header.version):
            raise ConfigurationError(
                f"{version.path.name} and {other.version.path.name} are both {header.version} of {header.module}.",
                "Give one of them another version.",
            )


def _in_step(version: PromptVersion, module: Module[Any, Any]) -> None:
    now = schema_hash(module)
    if version.artefacts.schema_hash != now:
        raise ConfigurationError(
            f"{version.path.with_suffix('.yml').name} was written for another output schema of {version.header.module}.",
            f"Read the prompt again, then set its schema_hash to {now!r}.",
        )


def _known(modules: Mapping[str, Module[Any, Any]]) -> str:
    return f"Modules are: {', '.join(modules)}."
