"""The golden traces of a folder of scenarios: one file, `golden.traces`, with a section for each scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

GOLDEN = "golden.traces"


def golden_file(scenario: str | Path) -> Path:
    """Return the file that contains the golden trace of a scenario file, along with those of its folder."""
    return Path(scenario).with_name(GOLDEN)


def golden_trace(scenario: str | Path) -> str:
    """Return the golden trace of a scenario file, or an empty string if it has none yet."""
    file = golden_file(scenario)
    try:
        seen = file.stat()
    except OSError:
        return ""
    return _traces(file, (seen.st_mtime_ns, seen.st_size)).get(Path(scenario).stem, "")


def keep_traces(traces: Mapping[Path, str], folders: Iterable[Path] = ()) -> None:
    """Write the golden traces of these scenario files. In their folders, and in `folders`, traces of files that are gone
    are dropped."""
    changed: dict[Path, dict[str, str]] = {folder / GOLDEN: {} for folder in folders}
    for path, text in traces.items():
        changed.setdefault(golden_file(path), {})[path.stem] = text
    for file, new in changed.items():
        stored = _read_traces(file)
        kept = {name: text for name, text in {**stored, **new}.items() if file.with_name(f"{name}.toml").exists()}
        if kept != stored:
            file.write_text("\n".join(f"=== {name}\n{kept[name]}" for name in sorted(kept)), encoding="utf-8")


@lru_cache(maxsize=64)
def _traces(file: Path, stamp: tuple[int, int]) -> Mapping[str, str]:
    """Return the traces in a file, read once for each `stamp` (its modification time and size)."""
    return _read_traces(file)


def _read_traces(file: Path) -> dict[str, str]:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError:
        return {}
    traces = {}
    for part in f"\n{text}".split("\n=== ")[1:]:
        name, _, trace = part.partition("\n")
        traces[name] = trace.rstrip("\n") + "\n"
    return traces
