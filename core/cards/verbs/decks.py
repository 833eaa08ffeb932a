"""Drawing, looking, revealing, searching and shuffling (turn.empty-deck, term.look-reveal-search, term.owner-zone)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from core.cards.verbs.finding import discard_pile, hand
from core.cards.verbs.leaving import take
from core.engine.choices import choose, choose_mode, choose_some
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.decks import can_search, draw, goes_to, refill, take_up
from events.vocabulary import Looked, Placed, Revealed, SetAside
from events.words import DeckEnd, DeckUse
from events.zones import ZONES, Zone
from projections.table import Card


def draw_cards(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Draw cards because a card says so. Returns those drawn."""
    player = me.you if seat is None else seat
    return [me.game.card(number) for number in draw(me.game, player, count, by=me.by)]


def look_at_top(me: Me, count: int, *, seat: int | None = None) -> list[Card]:
    """Look at the top cards of a deck, which only you see. Returns them."""
    numbers = _end_of_deck(me, count, me.you if seat is None else seat, "look")
    if numbers:
        me.game.emit(Looked, seat=me.you, cards=tuple(numbers), by=me.by)
    return [me.game.card(number) for number in numbers]


def look_at_hand(me: Me, seat: int) -> list[Card]:
    """Look at another player's hand, which only you see. Returns its cards."""
    numbers = tuple(me.game.table.seats[seat].hand)
    if numbers:
        me.game.emit(Looked, seat=me.you, cards=numbers, by=me.by)
    return [me.game.card(number) for number in numbers]


def has_cards_to_show(me: Me | Any, seat: int, doing: DeckUse) -> bool:
    """Return whether a deck has a top card to look at or reveal, or can be reshuffled to have one."""
    player = me.game.table.seats[seat]
    return bool(player.deck or (player.discard and doing in me.game.edition.reshuffles))


def reveal_top(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Reveal the top cards of a deck, which stay there for now. Returns them."""
    numbers = _end_of_deck(me, count, me.you if seat is None else seat, "reveal")
    return _reveal_there(me, numbers)


def reveal_bottom(me: Me, count: int = 1) -> list[Card]:
    """Reveal the bottom cards of your deck, which stay there for now. Returns them, the lowest last."""
    return _reveal_there(me, _end_of_deck(me, count, me.you, "reveal", end="bottom"))


def _reveal_there(me: Me, numbers: Sequence[int]) -> list[Card]:
    if numbers:
        me.game.emit(Revealed, seat=me.you, cards=tuple(numbers), by=me.by)
        cards = me.table.cards
        if any(cards[number].owner not in (cards[number].controller, -1) for number in numbers):
            me.game.note("reading.put-back")  # it stays where it is as long as nothing takes it from there
    return [me.game.card(number) for number in numbers]


def _end_of_deck(me: Me, count: int, seat: int, doing: DeckUse, *, end: DeckEnd = "top") -> list[int]:
    """Return the cards at one end of a deck, from the top down. A deck that runs out is reshuffled, and what was left of
    it keeps its end, if the edition says so."""
    game = me.game
    player = game.table.seats[seat]
    if not player.deck:
        refill(game, seat, doing)
    elif len(player.deck) < count and player.discard and doing in game.edition.reshuffle_between:
        kept = list(player.deck)
        game.emit(SetAside, seat=seat, cards=tuple(kept), seen=False, rule="turn.empty-deck")
        refill(game, seat, doing, between=True)
        for number in reversed(kept) if end == "top" else kept:
            game.emit(Placed, card=number, to=seat, source="aside", controller=seat, end=end, rule="turn.empty-deck")
    deck = game.table.seats[seat].deck
    return list(deck[:count] if end == "top" else deck[-count:])


def reveal_until(
    me: Me, test: Callable[[Card], bool], *, revealed: Sequence[Card] = ()
) -> tuple[Card | None, list[Card]]:
    """Reveal cards from the top of your deck, one at a time, until one passes the test. Returns it (or None) and all
    revealed cards.

    They are in no zone until they are used or shuffled in (`shuffle_in`). An empty deck is reshuffled before the first
    reveal, and later if the edition says so (turn.empty-deck); `revealed`: cards that the same ability revealed before.
    """
    game = me.game
    shown = list(revealed)
    while game.table.seats[me.you].deck or refill(game, me.you, "reveal-until", between=bool(shown)):
        card = game.card(game.table.seats[me.you].deck[0])
        game.emit(Revealed, seat=me.you, cards=(card.number,), by=me.by)
        game.emit(SetAside, seat=me.you, cards=(card.number,), rule="off-the-top.unused")
        shown.append(card)
        if test(card):
            return card, shown
    return None, shown


def shuffle_in(me: Me, cards: Iterable[Card]) -> None:
    """Shuffle revealed cards that are in no zone back into your deck, or their owners' (see `goes_to`)."""
    game = me.game
    left = [card for card in cards if card.zone == "aside"]
    decks = {goes_to(game, card, me.you, seen=True, stays=True) for card in left}
    for card in left:
        _put_into_deck(me, card, goes_to(game, card, me.you, seen=True, stays=True), "bottom", me.you)
    for seat in game.clockwise():
        if seat in decks:
            game.shuffle("deck", seat)


def draw_these(me: Me, cards: Iterable[Card], *, seen: bool = True) -> list[Card]:
    """Draw revealed cards, all from your deck or all off its top; or cards that only you have looked at, without
    `seen`. Returns those that came to your hand."""
    return take_up(me.game, me.you, list(cards), seen=seen, by=me.by)


def draw_off_the_top(me: Me, test: Callable[[Card], bool], *, count: int = 1) -> list[Card]:
    """Draw this many cards off the top of your deck: reveal until one passes and draw it, one after another
    (off-the-top.draw). What else was revealed is shuffled in at the end. Returns those that came to your hand."""
    drawn: list[Card] = []
    revealed: list[Card] = []
    for _ in range(count):
        card, revealed = reveal_until(me, test, revealed=revealed)
        if card is None:
            break
        drawn += draw_these(me, [card])
    shuffle_in(me, revealed)
    return drawn


def put_back(
    me: Me, cards: Sequence[Card], *, end: DeckEnd = "top", seen: bool = True, deck_of: int | None = None
) -> None:
    """Put cards revealed from your deck back on top of it, the first uppermost, or at its bottom; other players' cards
    go to their owners' decks (see `goes_to`).

    `seen`: others saw which cards they are. `deck_of`: the player whose deck they came from and stay in, if the edition
    lets merely revealed cards stay (reading.put-back).
    """
    holder = me.you if deck_of is None else deck_of
    if any(card.owner not in (holder, -1) for card in cards):
        me.game.note("reading.put-back")
    for card in reversed(cards) if end == "top" else cards:
        _put_into_deck(me, card, goes_to(me.game, card, holder, seen=seen, stays=deck_of is not None), end, holder)


def set_aside(me: Me, cards: Sequence[Card], *, seen: bool = True, seat: int | None = None) -> None:
    """Set aside cards that were looked at or revealed from a deck: they are in no zone, and nothing affects them before
    they are used or put back (term.in-play)."""
    if cards:
        numbers = tuple(card.number for card in cards)
        me.game.emit(SetAside, seat=me.you if seat is None else seat, cards=numbers, seen=seen)


def _put_into_deck(me: Me, card: Card, to: int, end: DeckEnd, holder: int) -> None:
    me.game.emit(
        Placed,
        card=card.number,
        to=to,
        source=card.zone,
        controller=me.you,
        end=end,
        by=me.by,
        seat=me.you,
        rule="" if to == holder else "term.owner-zone",
    )


def reveal_cards(me: Me, cards: Iterable[Card]) -> None:
    """Reveal cards to everyone."""
    numbers = tuple(card.number for card in cards)
    if numbers:
        me.game.emit(Revealed, seat=me.you, cards=numbers, by=me.by)


def _look_through(me: Me, seat: int) -> list[Card]:
    """Look at every card of a deck to search it. Returns the cards sorted by name; equal cards stay in deck order."""
    game = me.game
    refill(game, seat, "search")
    deck = [game.card(number) for number in game.table.seats[seat].deck]
    if deck:
        game.emit(Looked, seat=seat, cards=tuple(sorted(card.number for card in deck)), by=me.by, search=True)
    return sorted(deck, key=lambda card: (game.fact(card).name, card.definition, card.owner))


def search_deck_for_some(me: Me, about: str, *, one_name: bool = False) -> Steps[list[Card]]:
    """Search your deck for any number of cards (with `one_name`, of one name). Returns them. The caller shuffles at the
    end."""
    deck = _look_through(me, me.you)
    return (yield from choose_some(me, about, deck, hidden=True, one_name=one_name)) if deck else []


def search_deck(
    me: Me, about: str, test: Callable[[Card], bool], *, optional: bool = False, seat: int | None = None
) -> Steps[Card | None]:
    """Search a deck for one card and reveal it. Returns it, or None. The caller shuffles at the end (`shuffle_deck`).

    A card that is there must be found (void.must), unless the search is `optional`, as for an extra card that is
    searched for to be played (term.extra). Options are sorted by name, not in deck order. Of several equal cards
    the topmost is offered; internal card numbers play no part.
    """
    game = me.game
    player = me.you if seat is None else seat
    deck = _look_through(me, player)
    if not deck:
        return None
    cards = [card for card in deck if test(card)]
    one_of_each = list({(card.definition, card.owner): card for card in reversed(cards)}.values())[::-1]
    chosen = yield from choose(me, about, one_of_each, optional=optional, seat=player, hidden=True)
    if chosen is not None:
        game.emit(Revealed, seat=player, cards=(chosen.number,), by=me.by, rule="term.look-reveal-search")
    return chosen


def search_piles(
    me: Me, about: str, test: Callable[[Card], bool], piles: Sequence[Zone], *, optional: bool = False
) -> Steps[tuple[Card | None, bool]]:
    """Search one or more of your piles for one card, one after another ("your deck and/or your discard pile",
    term.and-or). Returns the card, or None, and whether the deck was searched; the caller shuffles it at the end.

    At least one of them is searched, and a card that is there must be found (void.must), unless the search is
    `optional`. `piles`: "hand", "deck", "discard". A discard pile without such a card is not offered: everybody can see
    that.
    """
    left: dict[Zone, bool] = {
        "hand": bool(hand(me)),
        "deck": can_search(me.game, me.you),
        "discard": any(test(card) for card in discard_pile(me)),
    }
    open_ = [f"your {ZONES[pile].noun}" for pile in piles if left[pile]]
    may_stop, searched = optional, False
    while open_:
        asked = f"where to look for {about}" + ", or nowhere" * may_stop
        where = yield from choose_mode(me, asked, open_, optional=may_stop)
        if not where:
            break
        open_.remove(where)
        may_stop = True
        about_it = about + ", or none" * optional
        found: Card | None
        if where == "your deck":
            searched = True
            found = yield from search_deck(me, about_it, test, optional=optional)
        else:
            in_hand = where == "your hand"
            pool = [card for card in (hand(me) if in_hand else discard_pile(me)) if test(card)]
            found = yield from choose(me, about_it, pool, optional=optional, hidden=in_hand)
        if found is not None:
            return found, searched
    return None, searched


def fetch(me: Me, about: str, test: Callable[[Card], bool], *, optional: bool = False) -> Steps[None]:
    """Search your deck, your discard pile or both for a card, and put it into your hand. A deck you searched is
    shuffled. `optional`: the text says "may"."""
    card, searched = yield from search_piles(me, about, test, ("deck", "discard"), optional=optional)
    if card is not None:
        yield from take(me, card)
    if searched:
        shuffle_deck(me)


def draw_from(
    me: Me, about: str, test: Callable[[Card], bool], *piles: Zone, optional: bool = False
) -> Steps[Card | None]:
    """Draw a certain card from your deck or discard pile: search the pile, show the card and draw it; only a deck is
    shuffled (term.draw-from). Returns the card if it came to your hand, or None.

    `piles`: "deck", "discard"; with both ("from your deck or discard pile") you search one of them. A discard pile
    without such a card is not offered: everybody can see that. `optional`: you may take none.
    """
    left = {"deck": can_search(me.game, me.you), "discard": any(test(card) for card in discard_pile(me))}
    open_ = {f"your {ZONES[pile].noun}": pile for pile in piles if left[pile]}
    if not open_:
        return None
    asks = optional and len(piles) > 1
    where = yield from choose_mode(me, f"where to look for {about}" + ", or nowhere" * asks, [*open_], optional=asks)
    if not where:
        return None
    if open_[where] == "deck":
        found = yield from search_deck(me, about, test, optional=optional)
    else:
        found = yield from choose(me, about, [card for card in discard_pile(me) if test(card)], optional=optional)
    drawn = (yield from take(me, found)) if found is not None else []
    if open_[where] == "deck":
        shuffle_deck(me)
    return drawn[0] if drawn and drawn[0] in hand(me) else None


def shuffle_beneath(me: Me, card: Card) -> None:
    """Shuffle the rest of your deck and put a card found in it on top."""
    me.game.emit(SetAside, seat=me.you, cards=(card.number,))
    shuffle_deck(me)
    put_back(me, [card])


def shuffle_deck(me: Me, seat: int | None = None) -> None:
    """Shuffle a deck, as after every search."""
    me.game.shuffle("deck", me.you if seat is None else seat)
