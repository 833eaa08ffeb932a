"""Words for the things on a table: cards, places, players and numbers. Prompts and the timeline are built from them.

Projections know no card definitions, so callers pass `name_of`, which maps a definition's id to its printed name. The
table may be a seat's view: a card it cannot see is "a card", and one that is face down is "a face-down card". A card that
a scenario does not state is "a card", too, until it is in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from events.vocabulary import AllowanceGiven, CardPlayed, EffectBegan
from events.zones import ZONES, Zone
from projections.table import IN_PLAY, Allowance, Card, Lasting, Table

NameOf = Callable[[str], str]
"""Maps the id of a definition (`ghosts/haunting`) to its printed name ("Haunting")."""


A_CARD = "a card"
"""A card that nobody has seen, or that a scenario does not state."""


class Called:
    """A `NameOf` that also has names for individual cards: the nicknames of a scenario, and `A_CARD`."""

    def __init__(self, name_of: NameOf, cards: Mapping[int, str]) -> None:
        self.name_of = name_of
        self.cards = cards

    def __call__(self, id: str) -> str:
        """Return the printed name."""
        return self.name_of(id)


def own_name(names: Mapping[int, str], number: int, zone: Zone) -> str:
    """Return the name that a card has for itself, or "". A card that is not stated shows what it is once in play."""
    name = names.get(number, "")
    return "" if name == A_CARD and zone in IN_PLAY else name


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 card", "2 cards"."""
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


_SMALL_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int, noun: str) -> str:
    """Return a small number in words with its noun: "a card", "two cards", "11 cards"."""
    spelled = _SMALL_NUMBERS[number] if number < len(_SMALL_NUMBERS) else str(number)
    return f"{spelled} {noun}" if number == 1 else f"{spelled} {noun}s"


def listed(words: Iterable[str]) -> str:
    """Join words into a list: "Ana", "Ana and Ben", "Ana, Ben and Cleo"."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def repeated(names: Iterable[str], form: str = "{name} ×{times}") -> list[str]:
    """Return names with equal ones together: "Madness, Ghost, Madness" becomes "Madness ×2" and "Ghost".

    Cards without a name become "two cards".
    """
    return [
        in_words(times, "card") if name == A_CARD else name if times == 1 else form.format(name=name, times=times)
        for name, times in Counter(names).items()
    ]


def ordinal(number: int) -> str:
    """Return an ordinal: "1st", "2nd", "3rd"."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def a(word: str) -> str:
    """Return a word with its indefinite article."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def capital(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def title_of(id: str) -> str:
    """Return a name made from an id whose printed name is unknown: "minions-of-cthulhu" becomes "Minions of Cthulhu"."""
    return capital(" ".join(word if word in ("of", "the") else capital(word) for word in id.split("-")))


def ability_name(key: str) -> str:
    """Return the label in an ability's key: "let go" for "ghosts/ghost#let-go"."""
    return key.partition("#")[2].replace("-", " ")


class Words:
    """Names the players, cards and places of one table."""

    def __init__(self, table: Table, name_of: NameOf) -> None:
        self.table = table
        self.name_of = name_of

    # --- players

    def player(self, seat: int) -> str:
        """Return a player's name."""
        return self.table.seats[seat].name if 0 <= seat < len(self.table.seats) else "nobody"

    def players(self, seats: Iterable[int]) -> str:
        """Return the names of several players as a list."""
        return listed(self.player(seat) for seat in seats)

    def whose(self, seat: int) -> str:
        """Return a player's name in the possessive: "Ana's"."""
        return f"{self.player(seat)}'s"

    # --- cards

    def card(self, number: int) -> str:
        """Return a card's nickname or printed name."""
        card = self.table.cards.get(number)
        if card is None:
            return A_CARD
        if isinstance(self.name_of, Called) and (own := own_name(self.name_of.cards, number, card.zone)):
            return own
        return self.name_of(card.definition) if card.definition else "a face-down card"

    def face(self, number: int) -> str:
        """Return the name of a card that is being played: even a card that is not stated shows what it is then."""
        name, card = self.card(number), self.table.cards.get(number)
        return self.name_of(card.definition) if name == A_CARD and card is not None else name

    def cards(self, numbers: Sequence[int]) -> str:
        """Return the names of several cards, equal ones together, or their number if none of them is visible."""
        if not any(number in self.table.cards for number in numbers):
            return counted(len(numbers), "card")
        return listed(repeated(self.card(number) for number in numbers))

    def owned(self, number: int, seat: int | None = None) -> str:
        """Return a card with its player: "Ben's Ghost". Bases belong to nobody.

        `seat` names the player if the card itself no longer does, because it has left play.
        """
        card = self.table.cards.get(number)
        player = seat if seat is not None else card.controller if card is not None else -1
        if card is None or player < 0:
            return self.card(number)
        whose, name = self.whose(player), self.card(number) if card.definition else "face-down card"
        name = "card" if name == A_CARD else name
        return name if name.startswith(f"{whose} ") else f"{whose} {name}"

    def placed(self, number: int) -> str:
        """Return a card with its player, its place and its counters, enough to tell it from others."""
        card = self.table.cards.get(number)
        if card is None:
            return A_CARD
        if card.zone == "base":
            return self.card(number)
        words = self.card(number) if card.zone in ("hand", "resolving") else self.owned(number)
        where = self.where(card)
        counters = f" (+{card.counters})" if card.counters else ""
        return f"{words} {where}{counters}" if where else f"{words}{counters}"

    def where(self, card: Card) -> str:
        """Return where a card is, in words that follow its name. Empty for a hand and other obvious places."""
        row = ZONES[card.zone]
        if row.holder == "card":
            place = f"at {self.base(card.site)}" if card.site else self._where_below(card)
            return f"{row.where} {self.owned(card.host)} {place}"
        return row.where or (f"at {self.base(card.site)}" if card.site else "")

    def _where_below(self, card: Card) -> str:
        """Return where the bottom card of a stack is, for a stack that is not at a base."""
        while card.host in self.table.cards:
            card = self.table.cards[card.host]
        return ZONES[card.zone].where

    # --- places

    def base(self, site: int) -> str:
        """Return the name of the base at a site, even if it has left in the middle of its scoring."""
        there = self.table.sites.get(site)
        if there is not None:
            return self.card(there.base)
        scoring = self.table.scoring
        return self.card(scoring.base) if scoring is not None and scoring.site == site else "a base that is gone"

    def pile(self, zone: Zone, seat: int) -> str:
        """Return the name of a pile: "Ana's discard pile", "the base deck"."""
        name = ZONES[zone].noun
        return f"{self.whose(seat)} {name}" if seat >= 0 else f"the {name}"

    def source(self, zone: Zone) -> str:
        """Return where a card came from: "from stasis"."""
        return ZONES[zone].source

    # --- things that last

    def play(self, allowance: Allowance | AllowanceGiven) -> str:
        """Return what an allowance permits: "an extra minion of power 2 or less at Tar Pits"."""
        kind = f"extra {allowance.kind}" if allowance.extra else allowance.kind
        where = f" at {self.base(allowance.site)}" if allowance.site else ""
        return a(kind) + _condition(allowance.condition, allowance.arguments) + where

    def way(self, allowance: Allowance) -> str:
        """Return an allowance with its source: "the free minion", "Blossom's extra minion: Water Lily only"."""
        if not allowance.extra:
            words = f"the free {allowance.kind}"
        else:
            words = (
                f"{self.card(allowance.by)}'s extra {allowance.kind}" if allowance.by else f"an extra {allowance.kind}"
            )
        if allowance.condition == "one-name" and (name := self._name_of_group(allowance)):
            words += f": {name} only"
        else:
            words += _condition(allowance.condition, allowance.arguments)
        return words + (f" at {self.base(allowance.site)}" if allowance.site else "")

    def _name_of_group(self, allowance: Allowance) -> str:
        """Return the name of the first card played, for plays that must all have the same name."""
        first, last = (int(argument) for argument in allowance.arguments[:2])
        played = (
            entry.card
            for entry in self.table.journal
            if isinstance(entry, CardPlayed) and first <= entry.allowance <= last
        )
        return next(
            (self.name_of(self.table.cards[card].definition) for card in played if card in self.table.cards), ""
        )

    def lasting(self, effect: Lasting | EffectBegan) -> str:
        """Return what a lasting effect does: "Ana's Howler has +2 power"."""
        whom = listed(self.owned(number) for number in effect.cards) or "nothing"
        has = "has" if len(effect.cards) < 2 else "have"
        match effect.kind:
            case "power":
                return f"{whom} {has} {effect.amount:+} power"
            case "set-power":
                return f"the power of {whom} is {effect.amount}"
            case "breakpoint":
                return f"the breakpoint of {whom} is {abs(effect.amount)} {'higher' if effect.amount > 0 else 'lower'}"
            case "set-breakpoint":
                return f"the breakpoint of {whom} is {effect.amount}"
            case "reset-picked":
                return f"{self.card(effect.by)} sets the value of {whom} to {effect.amount}"
            case "lose-abilities":
                return f"{whom} {has} no abilities"
            case "without-effect":
                return f"{whom} {has} no effect on the minion it is on"
            case "named":
                return f"{self.card(effect.by)} names {listed(effect.arguments)}"
        acting = ability_name(effect.ability)
        return f"the effect of {self.card(effect.by)}" + (f" ({acting})" if acting else "")

    def until(self, effect: Lasting | EffectBegan) -> str:
        """Return how long a lasting effect lasts: "until the end of the turn"."""
        if effect.kind == "reset-picked":
            return "while the same cards set it"
        if effect.kind == "without-effect":
            return f"while {self.card(effect.by)} protects that minion"
        match effect.until:
            case "turn" | "start-of-turn" | "end-of-turn":
                return self.until_turn(effect.until, effect.until_seat)
            case "source":
                return f"until the end of the turn, as long as {self.card(effect.by)} is in play"
            case "in-play":
                return f"while {self.card(effect.by)} is in play"
        return "for the rest of the game"

    def until_turn(self, until: str, seat: int) -> str:
        """Return how long something lasts that ends with a turn, or as one begins."""
        if until == "turn":
            return "until the end of the turn"
        next_turn = f"{self.whose(seat)} next turn"
        return f"until {next_turn}" if until == "start-of-turn" else f"until the end of {next_turn}"

    def in_play(self, number: int) -> bool:
        """Return whether a card is face up at a base."""
        card = self.table.cards.get(number)
        return card is not None and card.zone in IN_PLAY


def _condition(condition: str, arguments: Sequence[str]) -> str:
    match condition:
        case "":
            return ""
        case "power-at-most":
            return f" of power {arguments[0]} or less"
        case "of-power":
            return f" of power {arguments[0]}"
        case "of-power-not-named":
            return f" of power {arguments[0]} not named {arguments[1]}"
        case "named":
            return f" named {' or '.join(arguments)}"
        case "named-as-one-at":
            return " with the same name as a minion there"
        case "not-named":
            return f" not named {arguments[0]}"
        case "one-name":
            return " (all with the same name)"
        case "affects-minion":
            return " that directly affects a minion"
        case "affects-card":
            return " that directly affects a certain minion"
        case "raises-power" | "raises-own" | "raises-card":
            return " that raises power"
        case "discarded":
            return " from the discard pile"
        case "discarded-at-most":
            return f" of power {arguments[0]} or less from the discard pile"
        case "discarded-of-power":
            return f" of power {arguments[0]} from the discard pile"
        case "discarded-for-a-base":
            return " that plays on a base, from the discard pile"
        case "where-you-have-no-minion":
            return " at a base where its player has no minion"
        case "where-you-have-a-minion":
            return " at a base where its player has a minion"
        case "on-others-minion":
            return " on another player's minion"
    return f" ({' '.join([condition.replace('-', ' '), *arguments])})"
