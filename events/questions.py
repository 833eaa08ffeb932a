"""What a player can be asked, and how an answer names things.

A question lists its legal options and how many of them may be picked. Options name things (a card's number, a site, a
seat, a word), never indices, so that a recorded answer stays valid when a list is built in another order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, TypeVar

import msgspec

T = TypeVar("T")


class Play(msgspec.Struct, frozen=True, tag="play", tag_field="pick", gc=False, forbid_unknown_fields=True):
    """A pick: play this card."""

    card: int


class Use(
    msgspec.Struct, frozen=True, tag="use", tag_field="pick", omit_defaults=True, gc=False, forbid_unknown_fields=True
):
    """A pick: use this ability of this card (granted by another card if `granted_by` is not 0)."""

    holder: int
    ability: str
    granted_by: int = 0
    event: int = 0  # the event that a triggered ability answers, since it may answer several


Pick = int | str | Play | Use

LONGEST_PICK, LARGEST_PICK = 80, 10**9
"""Longer words and larger numbers are not repeated in a refusal."""

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
    by: int = 0  # the card whose text asks
    repeats: ClassVar[bool] = False

    @property
    def limited(self) -> bool:
        """Return whether the picks are limited in more than their number."""
        return False

    def chosen(self, picks: Iterable[Pick]) -> tuple[Pick, ...]:
        """Return the picked options as the very objects of this question. Anything else is returned unchanged, to be
        refused."""
        return tuple([pick if (option := self._option(pick)) is None else option for pick in picks])

    def _option(self, pick: Pick) -> Pick | None:
        """Return the option equal to a pick, or None."""
        options = self.options
        try:
            option = options[options.index(pick)]
        except Exception:  # any Python value may come in, and comparing it may fail in any way
            return None
        # 13.0 and True equal numbers but are not picks: a pick must have the option's own type.
        return option if type(option) is type(pick) else None

    def refusal(self, picks: tuple[Pick, ...], name_of: Callable[[int], str] | None = None) -> str | None:
        """Return why these picks are not a legal answer, as a sentence for the player; None if they are legal.

        `name_of`: the names of the cards that are offered, for a refusal of one of them."""
        for pick in picks:
            if self._option(pick) is None:
                return f"{describe_pick(pick)} is not one of the options"
        count = len(picks)
        if count > 1 and not self.repeats and len(set(picks)) != count:
            return "the same option was picked twice"
        if not self.least <= count <= self.most:
            if self.least == self.most:
                return f"pick exactly {self.most}, not {count}"
            return f"pick {'at most' if not self.least else f'{self.least} to'} {self.most}, not {count}"
        return None


class Main(Question, tag="main", frozen=True, kw_only=True):
    """The Play Cards phase: play a card, use an ability, or pass (an empty answer) to end the phase."""


class Window(Question, tag="window", frozen=True, kw_only=True):
    """A Me First priority round: use one of these now, or pass (an empty answer)."""

    moment: str = ""  # "before-scores", "after-scores", "start-of-turn", … or "trigger"


class May(Question, tag="may", frozen=True, kw_only=True):
    """A yes-or-no question."""


class NextInOrder(Question, tag="order", frozen=True, kw_only=True):
    """Which waiting ability resolves next. Several picks set their order, as long as no other ability joins them."""


class Cards(Question, tag="cards", frozen=True, kw_only=True):
    """A set of cards. `budget` limits the sum of `weights` (parallel to the options); `one_name` requires a single
    name."""

    budget: int | None = None
    weights: tuple[int, ...] = ()
    one_name: bool = False
    names: tuple[str, ...] = ()
    waits: bool = False  # an extra card to play at once; picking none keeps the play for later

    @property
    def limited(self) -> bool:
        return self.budget is not None or self.one_name

    def refusal(self, picks: tuple[Pick, ...], name_of: Callable[[int], str] | None = None) -> str | None:
        """Return the refusal for illegal picks, including the limits on the set as a whole."""
        if wrong := super().refusal(picks, name_of):
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
    """A base, identified by its site."""


class Hosts(Question, tag="host", frozen=True, kw_only=True):
    """A card to play an action on."""


class Seats(Question, tag="player", frozen=True, kw_only=True):
    """A player."""


class Modes(Question, tag="mode", frozen=True, kw_only=True):
    """One of several things that a card offers."""


class Numbers(Question, tag="number", frozen=True, kw_only=True):
    """A number to choose."""


class Names(Question, tag="name", frozen=True, kw_only=True):
    """The name of a card or a faction, from the public list of those in this game."""


class Distribute(Question, tag="distribute", frozen=True, kw_only=True):
    """Counters, one pick for each: the same card may be picked again, up to its cap (parallel to the options)."""

    caps: tuple[int, ...] = ()
    repeats: ClassVar[bool] = True

    @property
    def limited(self) -> bool:
        return True

    def refusal(self, picks: tuple[Pick, ...], name_of: Callable[[int], str] | None = None) -> str | None:
        """Return the refusal for illegal picks, including picks above a card's cap."""
        if wrong := super().refusal(picks, name_of):
            return wrong
        for option, cap in zip(self.options, self.caps, strict=False):
            if picks.count(option) > cap:
                named = name_of(option) if name_of is not None and isinstance(option, int) else describe_pick(option)
                return f"{named} can be picked at most {'once' if cap == 1 else f'{cap} times'}"
        return None


class Arrange(Question, tag="arrange", frozen=True, kw_only=True):
    """An order: all the options, the top one first."""


class PayWith(Question, tag="pay", frozen=True, kw_only=True):
    """Which of several different play permissions a card is played with."""


class Draft(Question, tag="draft", frozen=True, kw_only=True):
    """A faction to draft."""


class Mulligan(Question, tag="mulligan", frozen=True, kw_only=True):
    """Whether to replace an opening hand without minions."""


class Unseen(Question, tag="unseen", frozen=True, kw_only=True):
    """A question to another player, as a seat's view shows it: without kind and options. No game asks it."""


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
    """Describe a pick in words, for a refusal."""
    match pick:
        case Play(card=card):
            return f"playing card {card}"
        case Use(holder=holder, ability=ability):
            return f"using {ability} of card {holder}"
        case str():
            return pick if len(pick) <= LONGEST_PICK else f"{pick[:LONGEST_PICK]}…"
        case int() if -LARGEST_PICK < pick < LARGEST_PICK:
            return str(pick)
        case None:
            return "nothing"
        case _:
            return f"a value of type {type(pick).__name__}"


def describe_seat(seat: object) -> str:
    """Describe a seat in words, for a refusal; any Python value may come in."""
    return f"Seat {seat}" if type(seat) is int and -LARGEST_PICK < seat < LARGEST_PICK else "That seat"
