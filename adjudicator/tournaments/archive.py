"""The archive question: after a change of rules, which stored games play out differently, where, and because of which
rule?

A game stores the version of the rules under which it was recorded. Today's rules play it again. Where they diverge from
the log, the event there names the rule that decided it, or else its nearest cause does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adjudicator.games.workers import Executor, hearing, in_order, tick, workers
from adjudicator.tournaments.tournament import MOST_READ, shared
from core.rules.replay import Divergence, verify, version_number
from events.errors import SmashUpError
from events.store import open_store
from events.vocabulary import Event, GameBegun
from projections.causes import chain

NO_RULE = "(no rule is stamped there)"


class CountingTask(msgspec.Struct, frozen=True):
    """One task: a list of games. Only those recorded under this version of the rules or a later one count."""

    store: str
    games: tuple[str, ...]
    since: int


class Changed(msgspec.Struct, frozen=True):
    """A game that now plays out differently."""

    game: str
    edition: str
    recorded_under: str
    position: int
    rule: str
    same_position: bool = False  # the story differs, but the resulting position is the same
    error: str = ""  # today's rules cannot continue from there


class ArchiveResult(msgspec.Struct):
    """The result for an archive of games."""

    asked: int = 0
    same: int = 0
    older: int = 0  # recorded under earlier rules, so not checked
    changed: list[Changed] = []
    unread: dict[str, str] = {}

    def merge(self, other: ArchiveResult) -> None:
        """Add the results of other games."""
        self.asked += other.asked
        self.same += other.same
        self.older += other.older
        self.changed += other.changed
        self.unread |= other.unread

    def by_rule(self) -> dict[str, dict[str, list[Changed]]]:
        """Return the changed games by rule and edition. The rule with the most games comes first."""
        grouped: dict[str, dict[str, list[Changed]]] = {}
        for change in self.changed:
            grouped.setdefault(change.rule, {}).setdefault(change.edition, []).append(change)
        return dict(sorted(grouped.items(), key=lambda item: (-sum(map(len, item[1].values())), item[0])))


def ask_chunk(task: CountingTask) -> ArchiveResult:
    """Re-run a task's games through the rules."""
    answer = ArchiveResult()
    with open_store(task.store, look=True) as store:
        for game in task.games:
            try:
                log = store.read(game)
            except SmashUpError as error:
                answer.unread[game] = str(error)
            else:
                _ask(answer, game, log, task.since)
            tick()
    return answer


def _ask(answer: ArchiveResult, game: str, log: Sequence[Event], since: int) -> None:
    begun = log[0] if log else None
    if not isinstance(begun, GameBegun) or version_number(begun.rules_version) < since:
        answer.older += 1
        return
    answer.asked += 1
    verdict = verify(log)
    if verdict.same:
        answer.same += 1
        return
    first = verdict.first
    difference = first.position, rule_behind(log, first), first.same_position, first.error
    answer.changed.append(Changed(game, begun.edition, begun.rules_version, *difference))


def rule_behind(log: Sequence[Event], divergence: Divergence) -> str:
    """Return the rule that decided where a log and the current rules diverge."""
    stamped = [event.rule for event in (divergence.got, divergence.recorded) if event is not None and event.rule]
    if stamped:
        return stamped[0]
    before = min(divergence.position, len(log))
    behind = [event.rule for event in chain(log, before) if event.rule]
    return behind[-1] if behind else NO_RULE


def ask_archive(
    games: Sequence[str],
    *,
    since: int,
    store: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> ArchiveResult:
    """Check all these games. `progress` is called for each of them."""
    where = executor or workers()
    location = shared(store, where)
    size = max(1, min(MOST_READ, len(games) // (4 * where.jobs)))
    tasks = [CountingTask(location, tuple(games[first : first + size]), since) for first in range(0, len(games), size)]
    total = ArchiveResult()
    with hearing(progress):
        for answer in in_order(where.each(ask_chunk, tasks)):
            total.merge(answer)
    return total
