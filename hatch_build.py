"""Puts the package `smashup` and the search index into the wheel; an editable install finds both in the checkout.

The package lies inside a folder that `sources` maps elsewhere, and no setting for force-include spares editable
installs. The index is built here because nobody who installs the package should wait for it at the first search; a
checkout builds it at the first search and keeps it in the user's cache.

With SMASHUP_COMPILED=3 the wheel also holds the table and the engine compiled by mypyc and the C compiler at
that level of optimization, each module beside its source: `make fast`. Without it nothing is compiled, and neither mypy nor a compiler is needed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
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
    "core/cards/verbs/*.py",
    "core/cards/conditions.py",
    "core/players/bots.py",
    "core/players/greedy.py",
)
"""What is compiled: where a game's time goes, and nothing that asks for its own annotations at run time.

Compiled, a struct forgets what its heading says (`frozen=True`); a dataclass does not.
"""


class WheelHook(BuildHookInterface[Any]):
    """Adds the public package, the search index and, if wanted, the compiled modules to the wheel."""

    def dependencies(self) -> list[str]:
        """Return what the build needs: the packages that reading the cards takes, and mypyc's if it compiles."""
        reading = [
            requirement
            for requirement in self.metadata.core.dependencies
            if requirement.startswith(("msgspec", "platformdirs"))
        ]
        return [*reading, "mypy>=2.1,<3", "setuptools>=75"] if _optimization() else reading

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to every wheel except an editable one."""
        if version != "standard":
            return
        self._built = Path(mkdtemp(prefix="smashup-"))
        build_data["force_include"]["adjudicator/package/smashup"] = "smashup"
        index = build_index(Path(self.root), self._built)
        build_data["force_include"][str(self._built / index)] = f"smashup/_packages/{index.as_posix()}"
        if _optimization():
            compiled = self._built / "compiled"
            for module in compile_packages(Path(self.root), compiled):
                build_data["force_include"][str(compiled / module)] = f"smashup/_packages/{module.as_posix()}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the folder the files were built in."""
        if version == "standard":
            shutil.rmtree(self._built)


def _optimization() -> str:
    """Return the C compiler's level of optimization; "" if nothing is to be compiled."""
    return os.environ.get("SMASHUP_COMPILED", "").strip("0")


def build_index(root: Path, into: Path) -> Path:
    """Build the search index of a checkout. Returns its path below `into`, the same as in the installed package."""
    index = Path("fixtures", "search", "index.json")
    (into / index).parent.mkdir(parents=True)
    code = "import sys; from adjudicator.search.index import write; write(sys.argv[1])"
    cache = {"XDG_CACHE_HOME": str(into / "cache")}  # a build leaves nothing in the user's own
    subprocess.run([sys.executable, "-c", code, str(into / index)], cwd=root, env=os.environ | cache, check=True)
    return index


def compile_packages(root: Path, into: Path) -> list[Path]:
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
            opt_level=_optimization(),
            debug_level="0",
        )
        if (
            sys.platform == "linux"
        ):  # the modules never replace each other's functions, so calls between them can be direct
            for extension in extensions:
                extension.extra_compile_args.append("-fno-semantic-interposition")
        distribution = Distribution({"name": "smashup-engine", "ext_modules": extensions})
        command: Any = distribution.get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(into), str(work)
        command.ensure_finalized()
        command.run()
    shutil.rmtree(work)
    return sorted(path.relative_to(into) for path in into.rglob("*") if path.is_file())
