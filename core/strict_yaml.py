"""YAML from people's files: whatever is wrong with it is one error, and nothing in it is dropped in silence."""

from __future__ import annotations

from typing import Any

import yaml


class _Loader(yaml.SafeLoader):
    """Refuses a key that is given twice: YAML would drop the first, and with it perhaps the stricter rule or audience.

    Half a character (``"\\ud800"``) is refused too: no database, link or message can carry it.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if twice := next((key for key in keys if keys.count(key) > 1), None):
            raise yaml.constructor.ConstructorError(None, None, f"{twice} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)

    def construct_scalar(self, node: yaml.ScalarNode | yaml.MappingNode) -> Any:
        if any("\ud800" <= character <= "\udfff" for character in node.value if isinstance(character, str)):
            raise yaml.constructor.ConstructorError(None, None, "half a character is written there", node.start_mark)
        return super().construct_scalar(node)


def load(data: bytes) -> Any:
    """What a UTF-8 file says, without a byte order mark. Raises ValueError whose text is one line for an operator."""
    try:
        return yaml.load(data.decode("utf-8-sig"), Loader=_Loader)  # noqa: S506 - it is a safe loader
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # PyYAML passes on what date and int say of 2026-13-45
        raise ValueError(" ".join(str(error).split()).rstrip(".:")) from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
