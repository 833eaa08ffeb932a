"""What each version of the rules changed, and which change explains a difference between a recorded game and the rules.

The changes are data (`fixtures/rules/changes.toml`), from which the list in docs/CHANGELOG.md is generated.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from adjudicator.bundled import RULE_CHANGES
from core.rules.replay import Divergence, version_number
from events.questions import AnyQuestion, Window
from events.vocabulary import Asked, Event, GameBegun, PhaseBegan, tag_of
from projections.causes import chain
from projections.difference import differing_fields
from projections.renaming import card_of, cards_named
from projections.table import Table, fold

NOTHING = "nothing"


class RuleChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change, and the conditions under which it explains a divergence."""

    text: str
    cards: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    recorded: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    copies: bool = False

    @property
    def words(self) -> str:
        """Return the text on one line."""
        return " ".join(self.text.split())

    @property
    def conditions(self) -> int:
        """Return the number of conditions besides the edition. The change with the most is the most specific."""
        stated = (self.cards, self.rules, self.recorded, self.now, self.fields, self.about)
        return sum(map(bool, stated)) + len(stated) * self.copies  # which accounts for the whole difference


class RulesVersion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the rules with its changes."""

    number: int
    change: tuple[RuleChange, ...] = ()
    notes: str = ""


@cache
def versions() -> tuple[RulesVersion, ...]:
    """Return every version of the rules, the latest first."""
    tables = tomllib.loads(RULE_CHANGES.read_text(encoding="utf-8"))["version"]
    return msgspec.convert(tables, tuple[RulesVersion, ...])


class Explanation(msgspec.Struct, frozen=True):
    """The change of the rules that explains a divergence."""

    version: int
    change: str


def explained_by(log: Sequence[Event], divergence: Divergence) -> Explanation | None:
    """Return the change that explains a difference, or None if no change since the game was recorded does."""
    begun = log[0] if log else None
    if not isinstance(begun, GameBegun) or divergence.error:
        return None
    facts = _Facts(log, divergence, begun.edition)
    recorded_under = version_number(begun.rules_version)
    explanations = [
        (change.conditions, -version.number, change)
        for version in versions()
        if version.number > recorded_under
        for change in version.change
        if change.conditions and facts.meet(change)
    ]
    if not explanations:
        return None
    _, number, change = max(explanations, key=lambda item: item[:2])
    return Explanation(-number, change.words)


class _Facts:
    """The facts with which the conditions of a change are compared."""

    def __init__(self, log: Sequence[Event], divergence: Divergence, edition: str) -> None:
        before = log[: divergence.position - 1]
        both = [event for event in (divergence.recorded, divergence.got) if event is not None]
        self.edition = edition
        self.rules = {event.rule for event in both}
        self.recorded, self.now = (frozenset(_forms(event)) for event in (divergence.recorded, divergence.got))
        self.about = [event.question.about for event in both if isinstance(event, Asked)]
        self.fields = {field for field, _, _ in differing_fields(divergence.recorded, divergence.got)}
        causes = [cause for event in both if 0 < event.cause <= len(before) for cause in _causes(before, event.cause)]
        table = fold(before)
        self.cards = {name for event in (*both, *causes) for name in _definitions(table, event)}
        self.copies = _only_copies_differ(table, divergence.recorded, divergence.got)

    def meet(self, change: RuleChange) -> bool:
        """Return whether every condition of a change holds."""
        return (
            (not change.cards or not self.cards.isdisjoint(change.cards))
            and (not change.rules or not self.rules.isdisjoint(change.rules))
            and (not change.recorded or not self.recorded.isdisjoint(change.recorded))
            and (not change.now or not self.now.isdisjoint(change.now))
            and (not change.fields or self.fields <= set(change.fields))
            and (not change.about or any(about.startswith(change.about) for about in self.about))
            and (not change.editions or self.edition in change.editions)
            and (not change.copies or self.copies)
        )


def _only_copies_differ(table: Table, recorded: Event | None, got: Event | None) -> bool:
    """Return whether two questions offer the same cards, except which of several copies, or in another order."""
    if not (isinstance(recorded, Asked) and isinstance(got, Asked)):
        return False
    same = msgspec.structs.replace(got, question=recorded.question) == recorded
    return same and _offered(table, recorded.question) == _offered(table, got.question)


def _offered(table: Table, question: AnyQuestion) -> tuple[AnyQuestion, Counter[str]]:
    """Return a question without its options, and what those are."""
    cards = [table.cards.get(card_of(option, question)) for option in question.options]
    kinds = Counter("" if card is None else card.definition for card in cards)
    return msgspec.structs.replace(question, options=()), kinds


def _forms(event: Event | None) -> Iterator[str]:
    """Return the ways to name an event in a condition."""
    if event is None:
        yield NOTHING
        return
    tag = tag_of(event)
    yield tag
    if isinstance(event, Asked):
        kind = f"{tag}:{event.question.__struct_config__.tag}"
        yield kind
        if isinstance(event.question, Window):
            yield f"{kind}:{event.question.moment}"


def _causes(log: Sequence[Event], position: int) -> Iterator[Event]:
    """Return the events that led to a position since the last snapshot boundary.

    Earlier ones led to everything alike.
    """
    for event in reversed(chain(log, position)):
        if isinstance(event, PhaseBegan) or (isinstance(event, Asked) and event.quiet):
            return
        yield event


def _definitions(table: Table, event: Event) -> Iterator[str]:
    """Return the definitions of the cards that an event names, and the ability it is about."""
    if ability := getattr(event, "ability", ""):
        yield ability
    for number in cards_named(event):
        if number in table.cards:
            yield table.cards[number].definition


def changelog() -> str:
    """Return the list of changes as Markdown, for docs/CHANGELOG.md."""
    parts = []
    for version in versions():
        lines = [f"### {version.number}"]
        lines += [f"- {change.text.strip()}".replace("\n", "\n  ") for change in version.change]
        if version.notes:
            lines += ["", version.notes.strip()] if version.change else [version.notes.strip()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
