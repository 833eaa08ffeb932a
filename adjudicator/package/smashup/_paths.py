"""Locates our packages and loads them even if others of the same names are on the path.

Installed, they are in a private folder beside this file; in a checkout they are the top-level folders. Their names
(`core`, `events`) are common, so nothing here relies on what the path finds first.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

_HERE = Path(__file__).resolve().parent
PACKAGES_FOLDER = _HERE / "_packages" if (_HERE / "_packages").is_dir() else _HERE.parents[2]
"""The folder that holds our packages."""

PACKAGES = ("events", "projections", "core", "adjudicator")
"""Their names; each imports only those before it."""


class NameTaken(ImportError):
    """Raised if another package with the name of one of ours is already loaded."""


def load_packages() -> None:
    """Load all our packages. Raises `NameTaken` and loads none if one of their names is taken."""
    for name in PACKAGES:
        module = sys.modules.get(name)
        if module is not None and not _is_ours(module):
            raise NameTaken(
                f"smashup needs its own package {name!r}, but another one ({_where(module)}) is already loaded: "
                f"take what you need from smashup first, or run the command smashup in a process of its own.",
                name=name,
            )
    for name in PACKAGES:
        if name not in sys.modules:
            _load(name)


def _is_ours(module: ModuleType) -> bool:
    return any(
        Path(folder).resolve() == PACKAGES_FOLDER / module.__name__ for folder in getattr(module, "__path__", ())
    )


def _where(module: ModuleType) -> str:
    return str(next(iter(getattr(module, "__path__", ())), None) or getattr(module, "__file__", None) or "built in")


def _load(name: str) -> None:
    """Import a package from our folder, ignoring the path."""
    spec = PathFinder.find_spec(name, [str(PACKAGES_FOLDER)])
    if spec is None or spec.loader is None:
        raise ImportError(f"smashup is not installed completely: {PACKAGES_FOLDER / name} is missing.", name=name)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
