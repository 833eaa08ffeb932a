"""The user's folders for data and for what can be made again."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Return the folder for games."""
    if folder := _in_home("XDG_DATA_HOME", ".local/share"):
        return folder
    import platformdirs

    return platformdirs.user_data_path("smashup", appauthor=False)


def cache_folder() -> Path:
    """Return the folder for indexes and read models, which can be built again."""
    if folder := _in_home("XDG_CACHE_HOME", ".cache"):
        return folder
    import platformdirs

    return platformdirs.user_cache_path("smashup", appauthor=False)


def _in_home(variable: str, place: str) -> Path | None:
    """Return the usual folder on Linux: importing platformdirs would take longer than a search. None anywhere else, and
    where the user has chosen another."""
    home = os.environ.get("HOME", "")
    usual = sys.platform == "linux" and home.startswith("/") and variable not in os.environ
    return Path(home, place, "smashup") if usual else None
