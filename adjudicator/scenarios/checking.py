"""Checks many scenarios and recorded games in parallel, each against its expectations and its golden trace."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

from adjudicator import bundled
from adjudicator.games.workers import Executor, Here, in_order, workers
from adjudicator.rulebooks.golden_traces import golden_trace, keep_traces
from adjudicator.scenarios.golden import difference, sections, told, trace_text
from adjudicator.scenarios.load import check_ids, load
from adjudicator.scenarios.run import failures_of, place_of, run
from events.errors import SmashUpError

SCENARIOS = ".toml"
GAMES = ".jsonl"
_CHUNK = 12
"""Number of files in one task: few enough to keep the progress bar moving, enough to be worth sending to a worker."""
_FILES_PER_WORKER = 100
"""Minimum number of files for each worker.

A worker takes about half a second to start, so for fewer files it saves no time.
"""


class Checked(msgspec.Struct, frozen=True):
    """The result of checking one file."""

    path: str
    title: str
    editions: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()  # "EMD, step 2 (…): …"
    diff: str = ""  # how the trace differs from the golden one
    trace: str = ""  # the current trace, if it differs or no golden one exists
    seconds: float = 0.0
    new: bool = False  # There is no golden trace yet, so only the expectations are checked.
    updated: bool = False  # whether the trace has been written
    failed_in: tuple[str, ...] = ()  # the editions in which an expectation failed or the trace differs

    @property
    def passed(self) -> bool:
        """Return whether everything is as expected."""
        return not self.failures and not self.diff


def files_to_check(paths: Iterable[str | Path]) -> list[Path]:
    """Return the scenarios and recorded games at or below these paths, sorted by name."""
    files: dict[Path, None] = {}
    for given in paths:
        path = Path(given)
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.suffix in (SCENARIOS, GAMES))
            if not inside:
                raise SmashUpError(f"There is nothing to check in {path}: no scenario (*.toml), no game (*.jsonl).")
            files.update(dict.fromkeys(inside))
        elif path.exists():
            files[path] = None
        else:
            raise SmashUpError(f"There is no file or folder {path}.")
    return list(files)


def check_file(path: str | Path) -> Checked:
    """Check one scenario in all its editions, or one recorded game."""
    start = time.perf_counter()
    file = Path(path)
    try:
        checked = check_game(file) if file.suffix == GAMES else check_scenario(file)
    except SmashUpError as error:
        checked = Checked(str(path), file.stem, ("unreadable",), (str(error),), failed_in=("unreadable",))
    except Exception as error:  # One bad file must not stop the others.
        wrong = f"the rules code fails: {place_of(error)}"
        checked = Checked(str(path), file.stem, ("unreadable",), (wrong,), failed_in=("unreadable",))
    return msgspec.structs.replace(checked, seconds=time.perf_counter() - start)


def check_scenario(path: Path) -> Checked:
    """Check a scenario: the ids it names, what it expects in every edition, then its trace."""
    scenario = load(path)
    check_ids(scenario)
    outcomes = [run(scenario, edition) for edition in scenario.in_editions]
    by_failure = failures_of(outcomes)
    failures = tuple(f"{' '.join(editions)}, {failure}" for failure, editions in by_failure.items())
    text = trace_text(scenario.title, outcomes)
    golden = golden_trace(path)
    new = not golden
    before = golden or text
    diff = "" if text == before else difference(before, outcomes)
    failed = {edition for editions in by_failure.values() for edition in editions}
    if diff:
        old, now = sections(before), sections(text)
        failed |= {edition for edition in scenario.in_editions if old.get(edition) != now.get(edition)}
    return Checked(
        str(path),
        scenario.title,
        scenario.in_editions,
        failures,
        diff,
        text if diff or new else "",
        new=new,
        failed_in=tuple(edition for edition in scenario.in_editions if edition in failed),
    )


def check_game(path: Path) -> Checked:
    """Check that today's rules lead to the same events as a recorded game."""
    from core.rules.replay import verify
    from events.files import read_game

    header, events = read_game(path)
    verdict = verify(events)
    title = header.title or path.stem
    if verdict.same:
        return Checked(str(path), title, (header.edition,))
    before = events[: verdict.first.position - 1]
    recorded, now = (told(before, event) for event in (verdict.first.recorded, verdict.first.got))
    wrong = f"{header.edition}, position {verdict.first.position}: recorded is “{recorded}”, the rules say “{now}”"
    return Checked(str(path), title, (header.edition,), (wrong,), failed_in=(header.edition,))


class Files(msgspec.Struct, frozen=True):
    """One task: some files, by their paths within a folder.

    A worker looks for files below our root under its own root.
    """

    paths: tuple[str, ...]
    folder: str
    root: str

    def at(self, path: str) -> Path:
        """Return the path of a file for a worker, perhaps on another machine."""
        file = Path(self.folder, path)
        return bundled.ROOT / file.relative_to(self.root) if file.is_relative_to(self.root) else file


def check_chunk(task: Files) -> list[Checked]:
    """Check several files, one after another."""
    return [msgspec.structs.replace(check_file(task.at(path)), path=path) for path in task.paths]


def check(
    paths: Iterable[str | Path],
    *,
    jobs: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Checked]:
    """Check all files at or below these paths and return the results in order.

    `progress` receives the number done and the total.
    """
    files = [str(path) for path in files_to_check(paths)]
    jobs = min(jobs or os.cpu_count() or 1, len(files) // _FILES_PER_WORKER)
    where = executor or workers(jobs)
    size = 1 if isinstance(where, Here) else _CHUNK
    chunks = [
        Files(tuple(files[start : start + size]), os.getcwd(), str(bundled.ROOT))
        for start in range(0, len(files), size)
    ]
    results: list[Checked] = []
    for chunk in in_order(where.each(check_chunk, chunks)):
        results += chunk
        if progress:
            progress(len(results), len(files))
    return results


def accept(checked: Iterable[Checked]) -> list[Checked]:
    """Write the traces that differ where everything else is as expected, and delete those of files that are gone.

    Never call it in parallel. Returns the results with these traces accepted.
    """
    results = []
    traces: dict[Path, str] = {}
    for outcome in checked:
        if outcome.trace and not outcome.failures:
            traces[Path(outcome.path)] = outcome.trace
            outcome = msgspec.structs.replace(outcome, diff="", trace="", updated=True, failed_in=())
        results.append(outcome)
    keep_traces(traces, folders={Path(result.path).parent for result in results if result.path.endswith(SCENARIOS)})
    return results


def junit(checked: Sequence[Checked]) -> str:
    """Return the results as JUnit XML."""
    from xml.etree import ElementTree

    suite = ElementTree.Element(
        "testsuite",
        name="smashup",
        tests=str(len(checked)),
        failures=str(sum(not result.passed for result in checked)),
        time=f"{sum(result.seconds for result in checked):.3f}",
    )
    for entry in checked:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=str(Path(entry.path).parent),
            name=Path(entry.path).stem,
            time=f"{entry.seconds:.3f}",
        )
        if not entry.passed:
            what = ElementTree.SubElement(case, "failure", message=(entry.failures or ("the trace differs",))[0])
            what.text = "\n".join((*entry.failures, entry.diff)).strip()
    ElementTree.indent(suite)
    # Characters that XML cannot represent (escape codes in a failed text) are left out.
    written = ElementTree.tostring(suite, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{_NOT_XML.sub('', written)}\n"


_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
