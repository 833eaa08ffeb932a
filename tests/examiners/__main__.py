"""Run the examiners: `python -m tests.examiners [EXAMINER ...]`, or `make examine`.

Without names all of them run. Every finding is printed, and written into the folder as a scenario where there is one.
Exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import comb
from multiprocessing import get_context
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from core.printed.definitions import SETS, load_cards
from core.printed.editions import EDITIONS
from tests.examiners import metamorphic, moot, pairs, quotations, second_opinion
from tests.examiners.findings import Finding

ROOT = Path(__file__).parents[2]
FOLDER = str(Path(gettempdir()) / "smashup-examiners")

UNREACHED = "unreached-pairs.txt"
"""The file in the folder that lists the pairs of cards no game has reached."""

ROUND_OF_FORKS = 6
"""Games of one task of the examiner of moot questions."""

Figures = dict[str, Any]
LISTED = 8
"""Entries of a list that are printed; `--json` has all of them."""

Examined = tuple[list[Finding], Figures]


def _second_opinion(given: argparse.Namespace) -> Examined:
    size = second_opinion.ROUND
    rounds = [min(size, given.games - first) for first in range(0, given.games, size)]
    total = second_opinion.Opinion()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        seeds = range(given.seed, given.seed + len(rounds))
        waiting = [
            pool.submit(second_opinion.play_round, seed, games) for seed, games in zip(seeds, rounds, strict=True)
        ]
        for done in as_completed(waiting):
            total.merge(done.result())
    possible = second_opinion.possible_pairs()
    unmet = sorted(possible - total.pairs)
    _write_lines(Path(given.folder) / UNREACHED, (f"{acting} with {there} in play" for acting, there in unmet))
    figures: Figures = {
        "games": total.games,
        "unfinished": total.unfinished,
        "events": total.events,
        "pairs of factions": f"{len(total.factions)} of {comb(len(second_opinion.playable_factions()), 2)}",
        "titans played": f"{total.titans.total()}, of {len(total.titans)} kinds",
        "pairs of cards": len(total.pairs & possible),
        "pairs that no game has reached": len(unmet),
        "their list": str(Path(given.folder) / UNREACHED),
        "claims tested": sum(total.checked.values()),
        "by edition": dict(sorted(total.by_edition.items())),
        "by claim": dict(total.checked.most_common()),
        "unreached by acting card": dict(Counter(acting for acting, _ in unmet).most_common()),
        "unreached by card in play": dict(Counter(there for _, there in unmet).most_common()),
    }
    return total.findings, figures


def _moot(given: argparse.Namespace) -> Examined:
    games = max(1, given.games // 10)
    rounds = [min(ROUND_OF_FORKS, games - first) for first in range(0, games, ROUND_OF_FORKS)]
    total = moot.Mootness()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        seeds = range(given.seed, given.seed + len(rounds))
        waiting = [pool.submit(moot.play_round, seed, games) for seed, games in zip(seeds, rounds, strict=True)]
        for done in as_completed(waiting):
            total.merge(done.result())
    figures: Figures = {
        "games": total.games,
        "questions tried": sum(total.tried.values()),
        "moot questions": sum(total.moot.values()),
        "questions about hidden cards": total.hidden,
        "talents offered": total.offers,
        "talents used": total.uses,
        "empty uses": sum(total.empty.values()),
        "tried by kind": dict(total.kinds.most_common()),
        "moot by question": {what: f"{times} of {total.tried[what]}" for what, times in total.moot.most_common()},
        "empty by talent": dict(total.empty.most_common()),
    }
    return total.findings, figures


def _metamorphic(given: argparse.Namespace) -> Examined:
    scenarios, games = ROOT / "fixtures" / "scenarios", ROOT / "fixtures" / "games"
    folders = [scenarios / name for name in given.sets] or [scenarios]
    paths = [path for folder in folders for path in metamorphic.scenarios_under(folder)]
    parts = [paths[first :: 4 * given.jobs] for first in range(4 * given.jobs)]
    total = metamorphic.try_games([] if given.sets else sorted(games.glob("*.jsonl")))
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(metamorphic.try_scenarios, part) for part in parts]):
            total.merge(done.result())
    figures: Figures = {
        "scenarios and games": total.scenarios,
        "runs": sum(total.runs.values()),
        "by change": dict(total.runs.most_common()),
    }
    return total.findings, figures


def _pairs(given: argparse.Namespace) -> Examined:
    cards = [facts.id for facts in pairs.playable_cards() if not given.sets or facts.set in given.sets]
    parts = [cards[first :: 4 * given.jobs] for first in range(4 * given.jobs)]
    total = pairs.Sweep()
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(pairs.sweep, part, tuple(EDITIONS)) for part in parts]):
            total.merge(done.result())
    return total.findings, {"pairs": sum(total.pairs.values()), "by property": dict(total.pairs.most_common())}


def _quotations(given: argparse.Namespace) -> Examined:
    return quotations.examine(quotations.load_passages())


EXAMINERS: dict[str, Callable[[argparse.Namespace], Examined]] = {
    "second-opinion": _second_opinion,
    "metamorphic": _metamorphic,
    "pairs": _pairs,
    "moot": _moot,
    "quotations": _quotations,
}


def main(arguments: Sequence[str]) -> int:
    """Run the examiners that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.examiners", description="Look for errors in the rules.")
    parser.add_argument(
        "examiners", nargs="*", metavar="EXAMINER", help=f"any of: {', '.join(EXAMINERS)}; all by default"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=1200,
        help="number of games for the second opinion; a tenth of them for moot questions",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the first round of games")
    parser.add_argument(
        "--sets",
        type=lambda names: names.split(","),
        default=[],
        help="sets, separated by commas: pairs of their cards, metamorphic changes of their scenarios; all by default",
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--folder", default=FOLDER, help="folder for the scenarios of findings")
    parser.add_argument("--json", action="store_true", help="print figures and findings as JSON")
    given = parser.parse_args(arguments)
    load_cards()
    if unknown := [name for name in given.examiners if name not in EXAMINERS]:
        parser.error(f"there is no examiner {unknown[0]!r}; choose from {', '.join(EXAMINERS)}")
    if unknown := [name for name in given.sets if name not in SETS]:
        parser.error(f"there is no set {unknown[0]!r}; choose from {', '.join(SETS)}")
    report: dict[str, Any] = {}
    findings_of_all: list[Finding] = []
    for name in given.examiners or EXAMINERS:
        began = time.perf_counter()
        findings, figures = EXAMINERS[name](given)
        report[name] = {"seconds": round(time.perf_counter() - began), "findings": len(findings), **figures}
        findings_of_all += findings
        if not given.json:
            _print(name, findings, report[name])
    _write(findings_of_all, Path(given.folder))
    if given.json:
        print(json.dumps({"examiners": report, "findings": [vars(finding) for finding in findings_of_all]}, indent=2))
    return 1 if findings_of_all else 0


def _print(name: str, findings: Sequence[Finding], figures: Figures) -> None:
    """The figures of an examiner in a line, with the most frequent entries of each list below, and its findings."""
    print(
        f"{name}: " + ", ".join(f"{what} {figure}" for what, figure in figures.items() if not isinstance(figure, dict))
    )
    for what, counts in figures.items():
        if isinstance(counts, dict):
            print(f"  {what}: " + "; ".join(f"{name} {count}" for name, count in list(counts.items())[:LISTED]))
    for finding in findings:
        print(f"  {finding.where}: {finding.what}")


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write(findings: Sequence[Finding], folder: Path) -> None:
    for number, finding in enumerate(findings, 1):
        if finding.scenario:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{finding.examiner}-{number}.toml").write_text(finding.scenario, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
