"""The package that is uploaded to Teams: Microsoft's schema, the icons' rules, and the bot's own id in it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import jsonschema
import pytest
from PIL import Image

from adapters.teams.app import package
from core.errors import ConfigurationError

APP_ID = "b7f8c9d0-1111-2222-3333-444455556666"
SCHEMA = json.loads((Path(__file__).parent / "schema" / "manifest-1.19.json").read_text(encoding="utf-8"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "build" / "countersign.zip"
    package.write(APP_ID, file)
    return file


@pytest.fixture
def manifest(file: Path) -> dict[str, Any]:
    with ZipFile(file) as archive:
        return json.loads(archive.read("manifest.json"))  # type: ignore[no-any-return]


def test_the_manifest_is_valid_by_microsofts_schema(manifest: dict[str, Any]) -> None:
    jsonschema.Draft4Validator.check_schema(SCHEMA)
    assert [error.message for error in jsonschema.Draft4Validator(SCHEMA).iter_errors(manifest)] == []
    assert manifest["$schema"].split("/")[-2] == f"v{manifest['manifestVersion']}"


def test_the_schema_is_held_against_it(manifest: dict[str, Any]) -> None:
    manifest["bots"][0]["scopes"] = ["channel"]
    manifest["name"]["short"] = "Countersign, the policy chatbot that one can trust"
    assert len(list(jsonschema.Draft4Validator(SCHEMA).iter_errors(manifest))) == 2


def test_it_names_the_bot_everywhere(manifest: dict[str, Any]) -> None:
    assert manifest["id"] == manifest["bots"][0]["botId"] == manifest["webApplicationInfo"]["id"] == APP_ID
    assert package.UNSET not in json.dumps(manifest)


def test_it_can_be_used_wherever_people_write(manifest: dict[str, Any]) -> None:
    (bot,) = manifest["bots"]
    assert set(bot["scopes"]) == {"personal", "groupChat", "team"}
    commands = {command["title"] for listed in bot["commandLists"] for command in listed["commands"]}
    assert commands == {"policy", "help", "pending", "inbox"}
    assert {scope for listed in bot["commandLists"] for scope in listed["scopes"]} == set(bot["scopes"])


def test_it_holds_three_files_at_its_top(file: Path, manifest: dict[str, Any]) -> None:
    with ZipFile(file) as archive:
        assert set(archive.namelist()) == {"manifest.json", *manifest["icons"].values()}


def test_the_icons_are_as_teams_wants_them(manifest: dict[str, Any]) -> None:
    with Image.open(package.HERE / manifest["icons"]["color"]) as color:
        assert (color.format, color.size, color.mode) == ("PNG", (192, 192), "RGB")
    with Image.open(package.HERE / manifest["icons"]["outline"]) as image:
        outline = image.convert("RGBA")
    assert outline.size == (32, 32)
    pixels = [outline.getpixel((x, y)) for x in range(32) for y in range(32)]
    assert {pixel[:3] for pixel in pixels if pixel[3]} == {(255, 255, 255)}  # type: ignore[index]
    assert {0, 255} <= {pixel[3] for pixel in pixels}  # type: ignore[index]


def test_the_same_bot_gives_the_same_package(file: Path, tmp_path: Path) -> None:
    package.write(APP_ID, tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("app_id", ["", "countersign", package.UNSET, APP_ID + "0"])
def test_without_the_bots_id_there_is_no_package(tmp_path: Path, app_id: str) -> None:
    with pytest.raises(ConfigurationError, match="COUNTERSIGN_TEAMS_APP_ID"):
        package.write(app_id, tmp_path / "none.zip")
    assert not (tmp_path / "none.zip").exists()


def test_the_command_says_what_is_missing_and_where_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "countersign.zip"
    monkeypatch.setattr(sys, "argv", ["package", str(file)])
    monkeypatch.delenv("COUNTERSIGN_TEAMS_APP_ID", raising=False)
    assert package.main() == 1
    assert capsys.readouterr().err.count("\n") == 1
    monkeypatch.setenv("COUNTERSIGN_TEAMS_APP_ID", APP_ID)
    assert package.main() == 0
    assert str(file) in capsys.readouterr().out
    assert file.exists()
