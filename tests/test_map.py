"""docs/MAP.md is true to the code, and imports stand where they can be seen."""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "docs" / "MAP.md").read_text(encoding="utf-8")
PACKAGES = ("events", "projections", "core", "adjudicator")


def modules(*folders: str) -> list[str]:
    """The modules in these folders, as paths from the root."""
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return sorted(file.relative_to(ROOT).as_posix() for file in files if file.name != "__init__.py")


def drawn() -> set[str]:
    """Every file and folder of ours that the map names."""
    return set(re.findall(r"\b(?:events|projections|core|adjudicator)/[\w/]+(?:\.py)?", MAP))


def in_a_set(module: str) -> bool:
    return re.fullmatch(r"core/cards/sets/\w+/\w+\.py", module) is not None


def test_every_module_below_the_adjudicator_is_on_the_map():
    missing = [
        module for module in modules("events", "projections", "core") if not in_a_set(module) and module not in drawn()
    ]
    assert not missing


def test_every_package_of_the_adjudicator_is_on_the_map():
    packages = {
        f"adjudicator/{folder.name}" for folder in (ROOT / "adjudicator").iterdir() if (folder / "__init__.py").exists()
    }
    assert packages <= drawn()


@pytest.mark.parametrize("path", sorted(drawn()))
def test_what_the_map_names_is_there(path):
    assert (ROOT / path).exists()


NAMED = re.findall(r"`([A-Z_a-z.]+)`\s+\(((?:events|projections|core|adjudicator)/[\w/]+\.py)\)", MAP)


def test_the_way_of_a_decision_names_functions():
    assert len(NAMED) > 8


@pytest.mark.parametrize(("name", "path"), NAMED)
def test_the_functions_on_the_way_exist(name, path):
    found = import_module(path.removesuffix(".py").replace("/", "."))
    for part in name.split("."):
        found = getattr(found, part)


INSIDE = {
    "core/players/bots.py": "the greedy bot is imported when somebody asks for it",
    "events/recorders.py": "PostgreSQL is an extra",
    "events/game_list.py": "read models are imported when a list is long",
    "events/store.py": "the database's library is imported when a store is opened",
}
"""Where a function imports something of ours, and why it may; the adjudicator does so to start quickly."""


@pytest.mark.parametrize("path", modules("events", "projections", "core"))
def test_imports_stand_at_the_top(path):
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    hidden = {
        node.module.partition(".")[0]
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and node.module
    }
    assert (path in INSIDE) == bool(hidden & set(PACKAGES))


LIVE_GAME = {"Game", "Me", "Instance"}
"""The live game, and what it hands to an ability: the only types that a module may name below where they are declared."""


def imported_at_the_top(module: str) -> set[str]:
    """The modules of ours that a module imports outside functions, for the type checker included."""
    names_imported: set[str] = set()
    nodes: list[ast.AST] = [ast.parse((ROOT / module).read_text(encoding="utf-8"))]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in PACKAGES:
            of_a_package = {f"{node.module}.{name.name}".replace(".", "/") + ".py" for name in node.names}
            whole = node.module.replace(".", "/")
            if names := {name.name for name in node.names} - LIVE_GAME:
                names_imported |= {name_there for name_there in of_a_package if (ROOT / name_there).exists()}
            if names and not (ROOT / whole).is_dir():
                names_imported.add(f"{whole}.py")
        if not isinstance(node, ast.FunctionDef):
            nodes += ast.iter_child_nodes(node)
    return names_imported - {module}


def test_no_imports_form_a_circle():
    """Not even those for the type checker only, which the import contracts leave out."""
    TopologicalSorter({module: imported_at_the_top(module) for module in modules(*PACKAGES)}).prepare()


def test_no_two_classes_share_a_name():
    places: dict[str, list[str]] = {}
    for module in modules(*PACKAGES, "tests"):
        for node in ast.walk(ast.parse((ROOT / module).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(f"{module}:{node.lineno}")
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert not shared, "a name that is searched for should be found once: rename all but one"
