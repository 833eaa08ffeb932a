"""A whole game as one viewer sees it: a frame for each position, the story, and where to stop.

A step forward costs one event and one reading of the table. A jump starts from the nearest viewer state, and these are
kept at intervals. The story is put into words only where it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from adjudicator.games.narration import ALL, NOBODY, view_of
from adjudicator.rulebooks.catalogue import catalogue
from adjudicator.viewer.changes import Change, changes, plain
from adjudicator.viewer.frames import Viewer
from adjudicator.viewer.model import Branch, CardText, Frame, RuleText, StoryLine, Texts
from adjudicator.viewer.story import Story
from core.printed.definitions import definition
from events.catalogue import GameInfo
from events.vocabulary import Answered, Asked, Event
from projections.history import EVERY, History, NotInThisGame
from projections.view import View


class Replay:
    """A game as one viewer sees it (see the module).

    The viewer is a player by name or number, `all` or `nobody`. Positions before `first`, at which a scenario sets its
    table, are not shown.
    """

    def __init__(
        self,
        info: GameInfo,
        log: Sequence[Event],
        viewer: str | int = "all",
        *,
        called: Mapping[int, str] | None = None,
        marks: Mapping[int, str] | None = None,
        first: int = 1,
        tree: Sequence[Branch] = (),
    ) -> None:
        self.info = info
        self.history = History(log)
        view = View(viewer) if isinstance(viewer, int) else view_of(info, viewer)
        self.viewer = ALL if view is None else NOBODY if view.seat is None else info.seats[view.seat].name
        self.called = called or {}  # single cards have names of their own
        self.marks = marks or {}  # a scenario's steps, by the position at which each begins
        self.first = first
        self.tree = tuple(tree)
        self._kept = [Viewer(view, self.called)]
        self._here = self._kept[0].copy()
        self._story = Story(self.log, Viewer(None if view is None else view.copy(), self.called))

    def __len__(self) -> int:
        return len(self.log)

    @property
    def log(self) -> list[Event]:
        """Return all events, whatever the viewer may know of them."""
        return self.history.events

    def extend(self, events: Iterable[Event]) -> None:
        """Append events of a game that has continued."""
        self.history.extend(events)

    def seen_by(self, viewer: str) -> Replay:
        """Return the same game as another viewer sees it."""
        return Replay(
            self.info, self.log, viewer, called=self.called, marks=self.marks, first=self.first, tree=self.tree
        )

    # --- frames

    def frame(self, position: int) -> Frame:
        """Return the frame right after the event at a position."""
        if not self.first <= position <= len(self.log):
            raise NotInThisGame(position, len(self.log))
        if not self._here.table.position <= position < self._here.table.position + EVERY:
            self._here = self._near(position).copy()
        self._go_on(self._here, position)
        return self._with_what_was_taken(self._here.frame())

    def view(self) -> View | None:
        """Return the viewer's view at the position of the last frame."""
        return self._here.view

    def _near(self, position: int) -> Viewer:
        """Return the latest stored viewer state at or before a position. Missing states are computed and stored on the
        way there."""
        while len(self._kept) <= position // EVERY:
            further = self._kept[-1].copy()
            self._go_on(further, len(self._kept) * EVERY)
            self._kept.append(further)
        return self._kept[position // EVERY]

    def _go_on(self, follower: Viewer, position: int) -> None:
        for event in self.log[follower.table.position : position]:
            follower.take(event)

    def _with_what_was_taken(self, frame: Frame) -> Frame:
        """Return a decision whose options are visible, with those that were picked when the game continued."""
        decision, asked = frame.decision, self.log[frame.position - 1]
        if decision is None or not decision.kind or frame.position == len(self.log):
            return frame
        answered = self.log[frame.position]
        assert isinstance(asked, Asked)
        assert isinstance(answered, Answered)
        taken = tuple(asked.question.options.index(pick) for pick in answered.picks)
        return msgspec.structs.replace(frame, decision=msgspec.structs.replace(decision, taken=taken))

    def frames(self) -> Iterator[Frame]:
        """Yield all frames in order."""
        return (self.frame(position) for position in range(self.first, len(self.log) + 1))

    def differences(self) -> Iterator[list[Change]]:
        """Yield what changes at each position after the first."""
        before = plain(self.frame(self.first))
        for position in range(self.first + 1, len(self.log) + 1):
            after = plain(self.frame(position))
            yield changes(before, after)
            before = after

    # --- the story

    @property
    def told(self) -> list[int]:
        """Return the positions of which the viewer may know something."""
        return self._story.told

    @property
    def lines(self) -> list[StoryLine]:
        """Return the story: a line for each of these positions."""
        return [line for position in self.told if (line := self.line(position))]

    def line(self, position: int) -> StoryLine | None:
        """Return what happened at a position, if the viewer may know."""
        return self._story.line(position)

    def chain(self, position: int) -> list[StoryLine]:
        """Return the causes of an event, from the turn on, as far as the viewer may know them.

        The event itself comes last.
        """
        lines: list[StoryLine] = []
        line = self.line(position)
        while line is not None:
            lines.append(line)
            line = None if line.event == "turn-began" else self.line(line.cause)
        return lines[::-1]

    def texts(self, cards: Iterable[str]) -> Texts:
        """Return the texts of these cards, and of all rules in the story."""
        rules = {line.rule for line in self.lines if line.rule}
        return Texts(
            {id: card_text(id) for id in sorted(cards)},
            {id: text for id in sorted(rules) if (text := rule_text(id, self.info.edition))},
        )


def card_text(id: str) -> CardText:
    """Return a card as printed, in our wording."""
    card = definition(id)
    return CardText(
        name=card.name,
        type=card.type,
        faction=card.faction,
        text=card.text,
        power=card.power,
        breakpoint=card.breakpoint,
        vp=card.vp,
        plays_on=card.kind.removeprefix("on-") if card.kind.startswith("on-") else "",
    )


def rule_text(id: str, edition: str) -> RuleText | None:
    """Return a rule as an edition words it, or None if the catalogue does not know it."""
    rule = catalogue().rules.get(id)
    if rule is None:
        return None
    return RuleText(rule.title, rule.in_force(edition).says or rule.statement, rule.cite(edition))
