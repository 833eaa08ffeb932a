"""Plain words for the things on a table: cards, places, players, numbers. What prompts and the timeline speak with.

Projections know no cards: whoever wants words brings `name_of`, from a definition's id to its printed name. A table may
be a seat's view; what cannot be seen there is "a card", what lies face down "a face-down card".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from events.vocabulary import AllowanceGiven, CardPlayed, EffectBegan
from projections.table import IN_PLAY, Allowance, Card, Lasting, Table

NameOf = Callable[[str], str]
"""From the id of a definition (`ghosts/haunting`) to its printed name ("Haunting")."""


class Called:
    """A `NameOf` that also knows single cards by names of their own: the nicknames of a scenario."""

    def __init__(self, name_of: NameOf, cards: Mapping[int, str]) -> None:
        self.name_of = name_of
        self.cards = cards

    def __call__(self, id: str) -> str:
        """The printed name."""
        return self.name_of(id)


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 card", "2 cards"."""
    return f"{number} {one}" if number == 1 else f"{number} {many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """ "Ana", "Ana and Ben", "Ana, Ben and Cleo"."""
    parts = list(words)
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def ordinal(number: int) -> str:
    """ "1st", "2nd", "3rd"."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


def a(word: str) -> str:
    """The word with its article."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def capital(text: str) -> str:
    """With a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def title_of(id: str) -> str:
    """A name out of an id, where nobody knows the printed one: "bear-cavalry" is "Bear Cavalry"."""
    return " ".join(capital(word) for word in id.split("-"))


def ability_name(key: str) -> str:
    """The part of an ability's key that says what it does: "ghosts/ghost#let-go" is "let go"."""
    return key.partition("#")[2].replace("-", " ")


class Words:
    """The words for one table."""

    def __init__(self, table: Table, name_of: NameOf) -> None:
        self.table = table
        self.name_of = name_of

    # --- players

    def player(self, seat: int) -> str:
        """A player's name."""
        return self.table.seats[seat].name if 0 <= seat < len(self.table.seats) else "nobody"

    def players(self, seats: Iterable[int]) -> str:
        """Several names."""
        return listed(self.player(seat) for seat in seats)

    def whose(self, seat: int) -> str:
        """ "Ana's"."""
        return f"{self.player(seat)}'s"

    # --- cards

    def card(self, number: int) -> str:
        """A card's printed name."""
        card = self.table.cards.get(number)
        if card is None:
            return "a card"
        if isinstance(self.name_of, Called) and number in self.name_of.cards:
            return self.name_of.cards[number]
        return self.name_of(card.definition) if card.definition else "a face-down card"

    def cards(self, numbers: Sequence[int]) -> str:
        """Several cards: their names, or how many, where none can be seen."""
        if not any(number in self.table.cards for number in numbers):
            return counted(len(numbers), "card")
        return listed(self.card(number) for number in numbers)

    def owned(self, number: int, seat: int | None = None) -> str:
        """A card with its player, "Ben's Ghost"; who that is, where the card no longer tells. Bases are nobody's."""
        card = self.table.cards.get(number)
        player = seat if seat is not None else card.controller if card is not None else -1
        if card is None or player < 0:
            return self.card(number)
        whose, name = self.whose(player), self.card(number) if card.definition else "face-down card"
        return name if name.startswith(f"{whose} ") else f"{whose} {name}"

    def placed(self, number: int) -> str:
        """A card with its player and its place, as far as that tells it from others."""
        card = self.table.cards.get(number)
        if card is None:
            return "a card"
        if card.zone == "base":
            return self.card(number)
        words = self.card(number) if card.zone in ("hand", "resolving") else self.owned(number)
        where = self.where(card)
        counters = f" (+{card.counters})" if card.counters else ""
        return f"{words} {where}{counters}" if where else f"{words}{counters}"

    def where(self, card: Card) -> str:
        """Where a card is, in words that follow its name; nothing for the places in which it is expected."""
        match card.zone:
            case "attached" | "stored":
                place = f" at {self.base(card.site)}" if card.site else " in stasis"
                return f"{'on' if card.zone == 'attached' else 'under'} {self.owned(card.host)}{place}"
            case "stasis":
                return "in stasis"
            case "deck" | "discard":
                return f"in {self.pile(card.zone, -1)}"
            case "base_deck" | "base_discard" | "aside":
                return self.source(card.zone)
        return f"at {self.base(card.site)}" if card.site else ""

    # --- places

    def base(self, site: int) -> str:
        """The base that lies at a site; a base that has gone, while it is being scored."""
        place = self.table.sites.get(site)
        if place is not None:
            return self.card(place.base)
        scoring = self.table.scoring
        return self.card(scoring.base) if scoring is not None and scoring.site == site else "a base that has gone"

    def pile(self, zone: str, seat: int) -> str:
        """A pile: "Ana's discard pile", "the base deck"."""
        names = {"discard": "discard pile", "base_deck": "base deck", "base_discard": "base discard pile"}
        name = names.get(zone, "Madness deck" if zone == "madness" else zone)
        return f"{self.whose(seat)} {name}" if seat >= 0 else f"the {name}"

    def source(self, zone: str) -> str:
        """Where a card came from."""
        words = {
            "minions": "from play",
            "actions": "from play",
            "attached": "from play",
            "buried": "from under the earth",
            "stored": "from under a card",
            "aside": "set aside",
            "duelling": "laid for the duel",
            "resolving": "while it resolves",
            "base_deck": "in the base deck",
            "base_discard": "in the base discard pile",
            "stasis": "from stasis",
        }
        return words.get(zone) or f"from {'the discard pile' if zone == 'discard' else zone}"

    # --- things that last

    def play(self, allowance: Allowance | AllowanceGiven) -> str:
        """What may be played: "an extra minion of power 2 or less at Tar Pits"."""
        kind = f"extra {allowance.kind}" if allowance.extra else allowance.kind
        where = f" at {self.base(allowance.site)}" if allowance.site else ""
        return a(kind) + _condition(allowance.condition, allowance.arguments) + where

    def way(self, allowance: Allowance) -> str:
        """A play that is left, told from others: "the free minion", "Blossom's extra minion: Water Lily only"."""
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
        """Of plays that must share a name: the one that was played first."""
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
        """What goes on: "Ana's Howler has +2 power"."""
        whom = listed(self.owned(number) for number in effect.cards) or "nothing"
        has = "has" if len(effect.cards) < 2 else "have"
        match effect.kind:
            case "power":
                return f"{whom} {has} {effect.amount:+} power"
            case "set-power":
                return f"the power of {whom} is {effect.amount}"
            case "breakpoint":
                return f"the breakpoint of {whom} is changed by {effect.amount:+}"
            case "set-breakpoint":
                return f"the breakpoint of {whom} is {effect.amount}"
            case "lose-abilities":
                return f"{whom} {has} no abilities"
            case "without-effect":
                return f"{whom} {has} no effect on the minion it is on"
            case "named":
                return f"{self.card(effect.by)} is about {listed(effect.arguments)}"
        acting = ability_name(effect.ability)
        return f"{self.card(effect.by)} goes on" + (f" ({acting})" if acting else "")

    def until(self, effect: Lasting | EffectBegan) -> str:
        """For how long."""
        if effect.kind == "without-effect":
            return f"while {self.card(effect.by)} protects that minion"
        match effect.until:
            case "turn":
                return "until the end of the turn"
            case "start-of-turn":
                return f"until {self.whose(effect.until_seat)} next turn"
            case "end-of-turn":
                return f"until the end of {self.whose(effect.until_seat)} next turn"
            case "source":
                return f"until the end of the turn, as long as {self.card(effect.by)} is in play"
            case "in-play":
                return f"while {self.card(effect.by)} is in play"
        return "for the rest of the game"

    def in_play(self, number: int) -> bool:
        """Whether a card is face up at a base."""
        card = self.table.cards.get(number)
        return card is not None and card.zone in IN_PLAY


def _condition(condition: str, arguments: Sequence[str]) -> str:
    match condition:
        case "":
            return ""
        case "power-at-most":
            return f" of power {arguments[0]} or less"
        case "named":
            return f" called {' or '.join(arguments)}"
        case "named-as-one-at":
            return " with the name of a minion there"
        case "not-named":
            return f" not called {arguments[0]}"
        case "one-name":
            return " (all of one name)"
        case "raises-power" | "raises-own" | "raises-card":
            return " that raises power"
        case "discarded":
            return " out of the discard pile"
        case "discarded-at-most":
            return f" of power {arguments[0]} or less out of the discard pile"
        case "discarded-for-a-base":
            return " that is played on a base, out of the discard pile"
        case "where-you-have-no-minion":
            return " at a base where its player has no minion"
    return f" ({' '.join([condition.replace('-', ' '), *arguments])})"
