"""The JSON Schema of scenario files for editors: that of the model, with the keys that people write."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.scenarios.load import KINDS
from adjudicator.scenarios.model import Scenario
from core.printed.editions import ALL_EDITIONS

_EDITIONS = f"^({'|'.join(ALL_EDITIONS)})( ({'|'.join(ALL_EDITIONS)}))*$"
_CARDS = {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/CardStated"}]}}


def schema() -> dict[str, Any]:
    """Return the schema as plain data."""
    generated = msgspec.json.schema(Scenario)
    definitions: dict[str, Any] = generated["$defs"]
    whole = definitions["Scenario"]["properties"]
    del whole["path"], whole["text"]
    whole["steps"] = {
        "type": "array",
        "items": {"type": "string"},
        "description": "The steps as lines, “Ana: play Howler at X”; either these or [[step]] tables.",
    }
    _seats_as_keys(definitions["BaseStated"], "minions", _CARDS)
    _seats_as_keys(definitions["Step"], "does", {"type": "string"})
    definitions["Step"]["properties"].pop("seat")
    definitions["Step"]["required"] = []
    definitions["Step"]["properties"]["refused"] = {"anyOf": [{"type": "string"}, {"type": "boolean"}]}
    definitions["AskedExpected"]["properties"]["kind"] = {"enum": list(KINDS)}
    expect = definitions["Expect"]
    expect["properties"].pop("by_edition")
    expect["patternProperties"] = {_EDITIONS: {"$ref": "#/$defs/Expect"}}
    _describe(definitions)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Smash Up scenario", **generated}


def schema_text() -> str:
    """Return the schema as JSON."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode()


def _seats_as_keys(definition: dict[str, Any], field: str, value: dict[str, Any]) -> None:
    """Allow any other key as the name of a player."""
    definition["properties"].pop(field)
    definition["additionalProperties"] = {**value, "description": "A player's name is the key."}


def _describe(definitions: dict[str, Any]) -> None:
    """Remove docstrings about the model's internals, which msgspec copies."""
    for definition in definitions.values():
        if "In the file" in definition.get("description", ""):
            definition["description"] = definition["description"].partition(" In the file")[0].partition("\n")[0]
