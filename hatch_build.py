"""Puts the package `smashup` into the wheel; an editable install finds it in the checkout (dev-mode-dirs).

It lies inside a folder that `sources` maps elsewhere, and no setting for force-include spares editable installs.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Door(BuildHookInterface[Any]):
    """The door that others see."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add it to every wheel but an editable one."""
        if version == "standard":
            build_data["force_include"]["adjudicator/door/smashup"] = "smashup"
