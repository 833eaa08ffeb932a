"""What a player can be asked, and how an answer names things.

A question lists its legal options and how many of them may be picked. Options name things (a card's number, a site, a
seat, a word), never indices, so that a recorded answer stays true when a list is built in another order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar

import msgspec

T = TypeVar("T")


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="pick", gc=False, forbid_unknown_fields=True):
    """Play this card."""

    card: int


class Use(
    msgspec.Struct, frozen=True, tag="use", tag_field="pick", omit_defaults=True, gc=False, forbid_unknown_fields=True
):
    """Use this ability of this card (granted by another card, where `granted_by` is not 0)."""

    holder: int
    ability: str
    granted_by: int = 0
    event: int = 0  # the event a triggered ability answers: it may answer several


Pick = int | str | Play | Use

PASS: tuple[Pick, ...] = ()
YES, NO = "yes", "no"


class Question(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="question",
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """Options and limits. An answer is a tuple of distinct options (unless `repeats`) of legal length."""

    options: tuple[Pick, ...] = ()
    least: int = 1
    most: int = 1
    about: str = ""  # what is chosen, in words that follow "choose": "a minion to destroy"
    by: int = 0  # the card whose words ask
    repeats: ClassVar[bool] = False

    def chosen(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """The options that are picked, the very objects; whatever else is picked stays as it is, to be refused."""
        return tuple([pick if (option := self._option(pick)) is None else option for pick in picks])

    def _option(self, pick: Pick) -> Pick | None:
        """The option that a pick names."""
        options = self.options
        try:
            option = options[options.index(pick)]
        except ValueError:
            return None
        # 13.0 and True are equal to numbers, but no picks: only a pick of the option's own type is one.
        return option if type(option) is type(pick) else None

    def refusal(self, picks: tuple[Pick, ...]) -> str | None:
        """Why these picks are no legal answer, as a sentence for the player; None if they are legal."""
        for pick in picks:
            if self._option(pick) is None:
                return f"{describe_pick(pick)} is not one of the options"
        count = len(picks)
        if count > 1 and not self.repeats and len(set(picks)) != count:
            return "the same option was picked twice"
        if not self.least <= count <= self.most:
            wanted = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            return f"{wanted} must be picked, not {count}"
        return None


class Main(Question, tag="main", frozen=True, kw_only=True):
    """Play Cards: play a card, use an ability, or pass (an empty answer) to end the phase."""


class Window(Question, tag="window", frozen=True, kw_only=True):
    """Me First: use one of these now, or pass (an empty answer)."""

    moment: str = ""  # "before-scores", "after-scores", "start-of-turn", … or "trigger"


class May(Question, tag="may", frozen=True, kw_only=True):
    """Yes or no."""


class NextInOrder(Question, tag="order", frozen=True, kw_only=True):
    """Which of the abilities that wait resolves next; several picks order them, as long as nothing new joins them."""


class Cards(Question, tag="cards", frozen=True, kw_only=True):
    """A set of cards. `budget` limits the sum of `weights` (parallel to the options); `one_name` wants one name."""

    budget: int | None = None
    weights: tuple[int, ...] = ()
    one_name: bool = False
    names: tuple[str, ...] = ()
    waits: bool = False  # an extra card to play at once: with none, the play is kept for later

    def refusal(self, picks: tuple[Pick, ...]) -> str | None:
        """Also the limits on the set as a whole."""
        if wrong := super().refusal(picks):
            return wrong
        if self.budget is not None:
            total = sum(self._of(picks, self.weights))
            if total > self.budget:
                return f"together they come to {total}, more than {self.budget}"
        if self.one_name and len(set(self._of(picks, self.names))) > 1:
            return "they must all share one name"
        return None

    def _of(self, picks: Iterable[Pick], values: tuple[T, ...]) -> list[T]:
        return [values[self.options.index(pick)] for pick in picks]


class Sites(Question, tag="base", frozen=True, kw_only=True):
    """A base, named by its site."""


class Hosts(Question, tag="host", frozen=True, kw_only=True):
    """A card to put an action on."""


class Seats(Question, tag="player", frozen=True, kw_only=True):
    """A player."""


class Modes(Question, tag="mode", frozen=True, kw_only=True):
    """One of several things a card offers."""


class Numbers(Question, tag="number", frozen=True, kw_only=True):
    """A number."""


class Names(Question, tag="name", frozen=True, kw_only=True):
    """The name of a card or of a faction, out of the public list of those in this game."""


class Distribute(Question, tag="distribute", frozen=True, kw_only=True):
    """Counters, one pick for each: the same card may be picked again, up to its cap (parallel to the options)."""

    caps: tuple[int, ...] = ()
    repeats: ClassVar[bool] = True

    def refusal(self, picks: tuple[Pick, ...]) -> str | None:
        """Also the caps."""
        if wrong := super().refusal(picks):
            return wrong
        for option, cap in zip(self.options, self.caps, strict=False):
            if picks.count(option) > cap:
                return f"{describe_pick(option)} can be picked {cap} times at most"
        return None


class Arrange(Question, tag="arrange", frozen=True, kw_only=True):
    """An order: all the options, the first pick ends up on top."""


class PayWith(Question, tag="pay", frozen=True, kw_only=True):
    """Which of several different allowances a card is played with."""


class Draft(Question, tag="draft", frozen=True, kw_only=True):
    """A faction to take."""


class Mulligan(Question, tag="mulligan", frozen=True, kw_only=True):
    """Whether to replace an opening hand without minions."""


class Unseen(Question, tag="unseen", frozen=True, kw_only=True):
    """What another player is asked, in the view of one seat: neither kind nor options. No game asks it."""


AnyQuestion = (
    Main
    | Window
    | May
    | NextInOrder
    | Cards
    | Sites
    | Hosts
    | Seats
    | Modes
    | Numbers
    | Names
    | Distribute
    | Arrange
    | PayWith
    | Draft
    | Mulligan
    | Unseen
)


def describe_pick(pick: Pick) -> str:
    """A pick in words, for a refusal."""
    match pick:
        case Play(card=card):
            return f"playing card {card}"
        case Use(holder=holder, ability=ability):
            return f"using {ability} of card {holder}"
        case _:
            return str(pick)
