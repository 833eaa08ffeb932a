"""Puts the package `smashup` into the wheel; an editable install finds it in the checkout (dev-mode-dirs).

It lies inside a folder that `sources` maps elsewhere, and no setting for force-include spares editable installs.

With SMASHUP_COMPILED=1 the wheel also holds the table and the rooms of the engine compiled by mypyc, each module beside
its source: `make fast`. Without it nothing is compiled, and neither mypy nor a compiler is needed.
"""

from __future__ import annotations

import os
import shutil
from contextlib import chdir
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "projections/table.py",
    "projections/copies.py",
    "core/printed/*.py",
    "core/engine/*.py",
    "core/rules/*.py",
    "core/cards/verbs.py",
    "core/cards/conditions.py",
)
"""What is compiled: where a game's time goes, and nothing that asks for its own annotations at run time.

Compiled, a struct forgets what its heading says (`frozen=True`); a dataclass does not.
"""


class Door(BuildHookInterface[Any]):
    """The door that others see, and what is compiled behind it."""

    def dependencies(self) -> list[str]:
        """What compiling takes: the checker that compiles, a compiler's driver, and what the types are written with."""
        if not _wanted():
            return []
        msgspec = next(one for one in self.metadata.core.dependencies if one.startswith("msgspec"))
        return ["mypy>=2.1,<3", "setuptools>=75", msgspec]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add both to every wheel but an editable one."""
        if version != "standard":
            return
        build_data["force_include"]["adjudicator/door/smashup"] = "smashup"
        if _wanted():
            self._built = Path(mkdtemp(prefix="smashup-"))
            for module in compile_rooms(Path(self.root), self._built):
                build_data["force_include"][str(self._built / module)] = f"smashup/_rooms/{module.as_posix()}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if _wanted() and version == "standard":
            shutil.rmtree(self._built)


def _wanted() -> bool:
    return os.environ.get("SMASHUP_COMPILED", "0") not in ("", "0")


def compile_rooms(root: Path, into: Path) -> list[Path]:
    """Compile the rooms of a checkout; the modules there are then, as seen from the folder they lie in."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    sources = [path for part in COMPILED for path in sorted(root.glob(part)) if path.name != "__init__.py"]
    work = into / "work"
    with chdir(root):
        extensions = mypycify(
            [str(path.relative_to(root)) for path in sources],
            group_name="core.compiled",  # the library that all of them share: our own package finds it
            target_dir=str(work),
            opt_level="3",
            debug_level="0",
        )
        distribution = Distribution({"name": "smashup-engine", "ext_modules": extensions})
        command: Any = distribution.get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(into), str(work)
        command.ensure_finalized()
        command.run()
    shutil.rmtree(work)
    return sorted(path.relative_to(into) for path in into.rglob("*") if path.is_file())
