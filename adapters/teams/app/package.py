"""Makes the package that is uploaded to Teams: ``python -m adapters.teams.app.package FILE``."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from core.errors import ConfigurationError

HERE = Path(__file__).parent
UNSET = "00000000-0000-0000-0000-000000000000"
"""Stands in the manifest where the bot's application id belongs."""
APP_ID = "COUNTERSIGN_TEAMS_APP_ID"
_FILES = ("manifest.json", "color.png", "outline.png")
_DAY_ONE = (1980, 1, 1, 0, 0, 0)
_GUID = re.compile(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


def package(app_id: str) -> dict[str, bytes]:
    """The files of the package, for the bot of that id. Raises ConfigurationError if it is none."""
    if not _GUID.fullmatch(app_id) or app_id == UNSET:
        raise ConfigurationError(f"{APP_ID} is not set.", "Set it to the bot's application (client) id, a GUID.")
    files = {name: (HERE / name).read_bytes() for name in _FILES}
    return files | {"manifest.json": files["manifest.json"].replace(UNSET.encode(), app_id.encode())}


def write(app_id: str, file: Path) -> None:
    """Writes the package; of the same bot it is the same, byte for byte. Raises ConfigurationError and OSError."""
    files = package(app_id)
    file.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name, _DAY_ONE), content, ZIP_DEFLATED)


def main() -> int:
    """0 done, 1 not done and one line says why, 2 bad usage."""
    if len(sys.argv) != 2:
        sys.stderr.write("Usage: python -m adapters.teams.app.package FILE\n")
        return 2
    try:
        write(os.environ.get(APP_ID, ""), Path(sys.argv[1]))
    except (ConfigurationError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"Wrote {sys.argv[1]}: upload it in Teams under Apps > Manage your apps.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
