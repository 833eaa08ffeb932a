"""The cards of a scenario, numbered in the order of its file, each with the place where it must end up."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.rulebooks.other_names import goes_by
from adjudicator.scenarios.load import Misstated
from adjudicator.scenarios.model import AnyCard, CardStated, FactStated, PlayerStated, Scenario, stated_piles
from adjudicator.scenarios.names import NoSuchName, base_id, card_id
from core.printed.definitions import Definition, definition
from events.card_types import BROUGHT, MOVABLE, MOVABLE_CARDS
from events.limits import SCENARIO
from events.zones import HOMES, ZONES, Zone

FILLER_DECK = ("vanilla 0",) * 10
FILLER_BASES = ("vanilla 25 4/2/1", "vanilla 24 4/2/1", "vanilla 23 4/2/1")

NOBODY = "nobody"
"""The word for a rule that acted instead of a player."""

LEAVING = frozenset({"destroyed", "discarded", "returned"})
MOVING = LEAVING | {"card-played", "moved", "transferred", "buried"}
"""Facts that take a card from one place to another."""

Keys = tuple[str | int, ...]
"""The path to a part of the file, for errors."""


_OF_BROUGHT = frozenset(HOMES) | frozenset(HOMES.values())
"""The zones of the cards that players bring. Nothing else is ever there, and they are nowhere else."""


def misplaced(card: Definition, zone: Zone) -> str:
    """Return why a card cannot be where it is listed, and where to list it, or nothing if it can be there."""
    if card.is_brought or zone in _OF_BROUGHT:
        if zone in (card.at_base, card.played_from) and card.is_brought:
            return ""
        if card.is_brought:
            home, at_base = (ZONES[there].key for there in (card.played_from, card.at_base))
            return f"{card.name} is a {card.type}: list it under its player's `{home}` or a base's `{at_base}`"
        there = next(row.type for row in BROUGHT if zone in (row.at_base, HOMES[row.at_base]))
        return f"{card.name} is not a {there}: list it elsewhere"
    kind = "minion" if card.is_minion else card.kind
    if kind == {"minions": "minion", "actions": "on-base", "attached": "on-minion"}.get(zone, kind):
        return "a minion stays where it is played" if zone == "resolving" and card.is_minion else ""
    if card.is_minion:
        return f"{card.name} is a minion: list it at its base, under its player's name"
    if card.kind == "on-base":
        return f"{card.name} is an action played on a base: list it under the base's `actions`"
    if card.kind == "on-minion":
        return f"{card.name} is an action played on a minion: list it under the minion's `on`"
    return f"{card.name} is an action that does not stay in play: list it in a hand, a deck or a discard pile"


class Listed:
    """A card of the scenario and the place where it must end up."""

    __slots__ = ("base", "definition", "entry", "facts", "host", "keys", "number", "owner", "seat", "zone")

    def __init__(self, number: int, entry: CardStated, keys: Keys, *, owner: int, seat: int, zone: Zone) -> None:
        self.number = number
        self.entry = entry
        self.keys = keys
        self.owner = owner
        self.seat = seat
        self.zone: Zone = zone
        self.base = -1
        self.host = 0
        self.definition = ""
        self.facts: list[FactStated] = []

    @property
    def first_move(self) -> FactStated | None:
        """Return the first event this turn that took the card from one place to another."""
        return next((fact for fact in self.facts if fact.event in MOVING), None)

    @property
    def out_of_stasis(self) -> bool:
        """Return whether the card began the turn in stasis and was played, together with the cards on and under it."""
        first = self.first_move
        return first is not None and first.event == "card-played" and first.source == "stasis"


class Listing:
    """All cards of a scenario, found by name."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.cards: list[Listed] = []
        self.nicknames: dict[str, int] = {}
        self.unstated: list[int] = []  # the cards of decks that nobody has stated
        self.concerned: list[Listed] = []  # the card of each fact of this turn
        self._list_cards()

    def _list_cards(self) -> None:
        scenario = self.scenario
        for number, base in enumerate(scenario.base):
            self._list(CardStated(card=base.card), ("base", number, "card"), -1, -1, "base", base=number)
        for row in stated_piles("table"):
            if row.bases:
                fill = row.ordered and not scenario.base_deck_exact
                self._list_all((*getattr(scenario, row.key), *(FILLER_BASES if fill else ())), (row.key,), -1, row.zone)
        for seat, name in enumerate(scenario.seats):
            player = scenario.player.get(name, PlayerStated())
            for row in stated_piles("seat"):
                cards, first = getattr(player, row.key), len(self.cards) + 1
                self._list_all(FILLER_DECK if cards is None else cards, ("player", name, row.key), seat, row.zone)
                if cards is None:
                    self.unstated += range(first, len(self.cards) + 1)
        for number, base in enumerate(scenario.base):
            for row in stated_piles("base"):
                for name, cards in getattr(base, row.key).items():
                    keys = ("base", number, name) if row.zone == "minions" else ("base", number, row.key, name)
                    self._list_all(cards, keys, scenario.seats.index(name), row.zone, base=number)
        for row in stated_piles("table"):
            if not row.bases:
                self._list_all(getattr(scenario, row.key), (row.key,), -1, row.zone)
        for number, fact in enumerate(scenario.happened):
            self._take_fact(fact, ("happened", number))

    def _list_all(self, cards: Iterable[AnyCard], keys: Keys, seat: int, zone: Zone, base: int = -1) -> None:
        for number, card in enumerate(cards):
            entry = CardStated(card=card) if isinstance(card, str) else card
            owner = self.seat_or(entry.owner, seat, (*keys, number, "owner"))
            self._list(entry, (*keys, number), owner, seat, zone, base=base)

    def _list(
        self, entry: CardStated, keys: Keys, owner: int, seat: int, zone: Zone, *, base: int = -1, host: int = 0
    ) -> Listed:
        if len(self.cards) == SCENARIO.cards:
            raise Misstated(keys, f"a table has at most {SCENARIO.cards:,} cards")
        listed = Listed(len(self.cards) + 1, entry, keys, owner=owner, seat=seat, zone=zone)
        listed.base, listed.host = base, host
        try:
            listed.definition = base_id(entry.card) if ZONES[zone].bases else card_id(entry.card, self._factions(owner))
        except NoSuchName as error:
            raise Misstated(keys, str(error)) from None
        if wrong := misplaced(definition(listed.definition), zone):
            raise Misstated(keys, wrong)
        if entry.moved_from and zone not in MOVABLE:
            raise Misstated((*keys, "moved_from"), f"only {MOVABLE_CARDS} in play can have moved")
        self.cards.append(listed)
        if entry.name:
            if entry.name in self.nicknames:
                raise Misstated(keys, f"two cards have the nickname {entry.name!r}")
            self.nicknames[entry.name] = listed.number
        for row in stated_piles("card"):
            for number, card in enumerate(getattr(entry, row.key)):
                other = CardStated(card=card) if isinstance(card, str) else card
                keys_of_other: Keys = (*keys, row.key, number)
                by = self.seat(other.by, keys_of_other) if other.by else seat
                owner_of = self.seat_or(other.owner, by, keys_of_other)
                self._list(other, keys_of_other, owner_of, by, row.zone, base=base, host=listed.number)
        return listed

    def _factions(self, seat: int) -> tuple[str, ...]:
        """Return the factions stated for a player. A name that several cards share means a card of these factions."""
        player = self.scenario.player.get(self.scenario.seats[seat]) if seat >= 0 else None
        return player.factions if player else ()

    def _take_fact(self, fact: FactStated, keys: Keys) -> None:
        """Note which card a fact of this turn is about. A card that has left is created for it."""
        leaving = fact.event in LEAVING
        if fact.card in self.nicknames or not leaving:
            listed = self.card(fact.card, keys)
            listed.facts.append(fact)
            self.concerned.append(listed)
            return
        controller = self.seat(fact.controller or fact.owner or fact.seat, (*keys, "controller"))
        owner = self.seat(fact.owner, keys) if fact.owner else controller
        zone: Zone = "hand" if fact.event == "returned" else "discard"
        listed = self._list(CardStated(card=fact.card), keys, owner, owner, zone)
        listed.facts.append(fact)
        self.concerned.append(listed)

    def card(self, name: str, keys: Keys) -> Listed:
        """Return the card of the scenario with this name, a nickname or printed name (`#2`: the second of that name)."""
        if name in self.nicknames:
            return self.cards[self.nicknames[name] - 1]
        bare, _, nth = name.partition("#")
        fitting = [
            listed for listed in self.cards if goes_by(definition(listed.definition), bare) or listed.definition == name
        ]
        if nth.strip().isdecimal():
            fitting = fitting[int(nth) - 1 : int(nth)]
        if not fitting:
            raise Misstated(keys, f"{name!r} is not a card in this scenario")
        if len(fitting) > 1 and any(listed.zone != "deck" for listed in fitting):
            raise Misstated(keys, f"{name!r} matches {len(fitting)} cards: give the one you mean a nickname (name = …)")
        return fitting[0]

    def number(self, name: str, keys: Keys) -> int:
        """Return the number of the card with this name, or 0 for none."""
        return self.card(name, keys).number if name else 0

    def seat(self, name: str, keys: Keys) -> int:
        """Return the seat of a player."""
        if name not in self.scenario.seats:
            raise Misstated(keys, f"{name!r} is not one of {', '.join(self.scenario.seats)}")
        return self.scenario.seats.index(name)

    def seat_or(self, name: str, otherwise: int, keys: Keys) -> int:
        """Return the seat of a player, nobody's, or the default if nobody is named."""
        if name == NOBODY:
            return -1
        return self.seat(name, keys) if name else otherwise

    # --- before this turn

    def of_this_turn(self, listed: Listed) -> bool:
        """Return whether a card arrived in its place this turn."""
        first = listed.first_move
        if listed.entry.fresh or first is not None:
            return first is None or first.event in ("card-played", "buried")
        host = self.cards[listed.host - 1] if listed.host else None
        return host is not None and not host.out_of_stasis and self.of_this_turn(host)

    def starts_anew(self, listed: Listed) -> bool:
        """Return whether the facts of this turn make it a new card, so that control and counters are applied after
        them.
        """
        return self.of_this_turn(listed) or any(fact.event in LEAVING for fact in listed.facts)

    def waits_for_host(self, listed: Listed) -> bool:
        """Return whether the card it is on or under arrives later, by the facts of this turn."""
        if not listed.host:
            return False
        host = self.cards[listed.host - 1]
        return bool(host.facts) and self.of_this_turn(host)
