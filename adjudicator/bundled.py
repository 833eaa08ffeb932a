"""Bundled files, found by name: scenarios, recorded games, records, and the pages of docs/.

All of it lies beside this package, in a checkout as in an installation. Where a player names a file, a path that is there
always wins: `scoring/all-tied` is ours only if there is no such file here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from events.errors import SmashUpError, as_typed

ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "fixtures" / "scenarios"
GAMES = ROOT / "fixtures" / "games"
RECORDS = ROOT / "fixtures" / "records"
RULEBOOKS = ROOT / "fixtures" / "rulebooks"
ERRATA = ROOT / "fixtures" / "cards" / "errata.toml"
RULE_CHANGES = ROOT / "fixtures" / "rules" / "changes.toml"
NAMES = ROOT / "fixtures" / "search" / "names.toml"
PAGES = ROOT / "docs"


class NotFound(SmashUpError):
    """Raised for a name that is neither a file nor exactly one bundled thing. Suggests similar names."""

    def __init__(self, kind: str, given: str, near: Sequence[str] = ()) -> None:
        super().__init__(kind, given, tuple(near))
        self.kind, self.given, self.near = kind, given, tuple(near)

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else "."
        if self.kind == "scenario":
            hint += " `smashup rulings WORDS` searches them."
            if " " in self.given:
                hint += " A situation has a colon after its base: “Tortuga: Ana Howler”."
        return f"There is no {self.kind} {self.given!r}, neither as a file here nor among the bundled ones{hint}"


def scenario(given: str | Path) -> Path:
    """Find a scenario file by path or bundled name (`scoring/all-tied`, or `all-tied` where that is enough)."""
    return _there(given) or _named("scenario", given, SCENARIOS, ".toml")


def game(given: str | Path) -> Path:
    """Find a game file by path or bundled name (`emd`)."""
    return _there(given) or _named("recorded game", given, GAMES, ".jsonl")


def record(given: str | Path) -> Path:
    """Find a record by path or bundled name (`friday-night`)."""
    return _there(given) or _named("record", given, RECORDS, ".record")


def page(given: str) -> Path:
    """Find a page of the documentation by name (`scenarios`)."""
    pages = {name.lower(): file for name, file in names(PAGES, ".md").items()}
    name = given.lower().removesuffix(".md")
    if name not in pages:
        raise SmashUpError(f"There is no page {as_typed(given)}; there are {', '.join(pages)}.")
    return pages[name]


def to_check(given: str | Path) -> Path:
    """Find something to check: a file or folder, or the name of a bundled scenario, folder or game."""
    if Path(given).exists():
        return Path(given)
    if (SCENARIOS / given).is_dir():
        return SCENARIOS / given
    try:
        return game(given)
    except NotFound as no_game:
        try:
            return scenario(given)
        except NotFound as no_scenario:
            from difflib import get_close_matches

            folders = [path.relative_to(SCENARIOS).as_posix() for path in SCENARIOS.rglob("*") if path.is_dir()]
            near = get_close_matches(str(given), folders) or no_scenario.near or no_game.near
            raise NotFound("file, folder or scenario", str(given), near) from None


def is_scenario(given: str) -> bool:
    """Return whether a word names a scenario and not a stored game. Ids have neither dots nor slashes."""
    return given.endswith(".toml") or "/" in given


def names(folder: Path, suffix: str) -> dict[str, Path]:
    """Return all bundled files of a kind, by name."""
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob(f"*{suffix}"))}


def readable(given: str) -> bool:
    """Return whether a file of that name can be read."""
    return _there(given) is not None


def _there(given: str | Path) -> Path | None:
    """Return the path if it can be read. A pipe counts."""
    path = Path(given)
    try:
        return path if path.exists() and not path.is_dir() else None
    except OSError:  # a name longer than the file system has
        return None


def _named(kind: str, given: str | Path, folder: Path, suffix: str) -> Path:
    name = str(given).removesuffix(suffix)
    if direct := _there(folder / f"{name}{suffix}"):
        return direct
    known = names(folder, suffix)
    fitting = [full for full in known if full.rpartition("/")[2] == name]
    if len(fitting) == 1:
        return known[fitting[0]]
    raise NotFound(kind, str(given), fitting or _near(name, known))


def _near(name: str, known: Iterable[str]) -> list[str]:
    """Return similar names, or else names whose last part is similar."""
    from difflib import get_close_matches  # imported here because only a mistake needs it

    by_last: dict[str, list[str]] = {}
    for full in known:
        by_last.setdefault(full.rpartition("/")[2], []).append(full)
    near = get_close_matches(name, known, cutoff=0.75)
    for last in get_close_matches(name.rpartition("/")[2], by_last, cutoff=0.75):
        near += [full for full in by_last[last] if full not in near]
    return near[:3]
