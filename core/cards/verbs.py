"""The verbs cards speak. Each returns what really happened: nothing, if it was forbidden or replaced.

Every verb that touches another card goes through `core.engine.effects`; hidden zones are handled here once (turn.empty-deck,
term.look-reveal-search, term.owner-zone).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.engine.choices import choose, choose_mode, choose_some, distribute
from core.engine.effects import Effect, effect, possible
from core.engine.leaving import discard_by_rule
from core.engine.moments import perform, perform_one, settle
from core.engine.resolving import use
from core.engine.use import Me
from core.printed.definitions import Steps
from core.rules.burying import bury
from core.rules.decks import (
    BASE_LEFT,
    answer_arrival,
    base_leaves,
    can_search,
    draw,
    goes_to,
    next_base,
    refill,
    take_up,
)
from core.rules.playing import FROM_DISCARD, now_or_never, play_at_once, play_card, playable_now
from core.rules.turn import talents_of
from events.questions import Window
from events.vocabulary import (
    AllowanceGiven,
    BaseSwapped,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    EffectBegan,
    EffectsEnded,
    Event,
    Leaving,
    Looked,
    Moved,
    Placed,
    Returned,
    Revealed,
    SetAside,
    Stored,
    Taken,
    Transferred,
    VictoryPointsChanged,
)
from projections.table import IN_PLAY, Allowance, Card

# --- what there is --------------------------------------------------------------------------------------------------


def minions(
    me: Me | Any, *, at: int = 0, of: int | None = None, owner: int | None = None, but: Card | None = None
) -> list[Card]:
    """Minions in play: at a base, of a controller, of an owner (whoever controls them), except one."""
    table = me.game.table
    cards = table.cards
    numbers = (
        table.sites[at].minions
        if at and at in table.sites
        else ()
        if at
        else [number for site in table.sites.values() for number in site.minions]
    )
    return [
        cards[number]
        for number in numbers
        if (of is None or cards[number].controller == of)
        and (owner is None or cards[number].owner == owner)
        and (but is None or cards[number] is not but)
    ]


def minions_in_play(me: Me | Any, *, of: int | None = None) -> list[Card]:
    """Minions in play, those in stasis included: their presence counts (stasis.presence)."""
    cards = me.game.table.cards
    waiting = [cards[number] for player in me.game.table.seats for number in player.stasis]
    return minions(me, of=of) + [
        card for card in waiting if me.game.fact(card).is_minion and of in (None, card.controller)
    ]


def foreign_minions(me: Me | Any, *, at: int = 0) -> list[Card]:
    """Minions other players control."""
    return [minion for minion in minions(me, at=at) if minion.controller != me.you]


def actions_in_play(me: Me | Any, *, at: int = 0, on_minions: bool = True, on_bases: bool = True) -> list[Card]:
    """Actions on bases and on minions, in table order."""
    table = me.game.table
    found: list[Card] = []
    for number, site in table.sites.items():
        if at and number != at:
            continue
        if on_bases:
            found += [table.cards[one] for one in site.actions]
        if on_minions:
            found += [table.cards[one] for minion in site.minions for one in table.cards[minion].attached]
            found += [table.cards[one] for action in site.actions for one in table.cards[action].attached]
    return found


def other_bases(me: Me | Any, site: int) -> list[int]:
    """All sites but one."""
    return [number for number in me.game.table.sites if number != site]


def others(me: Me | Any) -> list[int]:
    """The other players, clockwise from you."""
    return [seat for seat in me.game.clockwise(me.you) if seat != me.you]


def hand(me: Me | Any, seat: int | None = None) -> list[Card]:
    """The cards in a player's hand."""
    cards = me.game.table.cards
    return [cards[number] for number in me.game.table.seats[me.you if seat is None else seat].hand]


def whole_hand(me: Me | Any, seat: int | None = None) -> list[Card]:
    """A hand whose cards all go at once and are seen by all. It lies in no order that anybody could see, so they go by
    owner and by name. (Of cards that nobody sees their order must not tell anything: they go as they came.)"""
    return sorted(hand(me, seat), key=lambda card: (card.owner != card.controller, card.owner, card.definition))


def discard_pile(me: Me | Any, seat: int | None = None) -> list[Card]:
    """The cards in a player's discard pile."""
    cards = me.game.table.cards
    return [cards[number] for number in me.game.table.seats[me.you if seat is None else seat].discard]


def in_play(card: Card) -> bool:
    """Whether a card is face up in play at a base."""
    return card.zone in IN_PLAY


def this_turn(me: Me | Any, kind: type[Any], test: Callable[[Any], bool] = lambda entry: True) -> list[Any]:
    """The turn's facts of one kind (see `Table.journal`)."""
    return [entry for entry in me.game.table.journal if type(entry) is kind and test(entry)]


# --- cards leaving --------------------------------------------------------------------------------------------------


def destroy(me: Me, *cards: Card, seat: int | None = None) -> Steps[list[Card]]:
    """Destroy cards, all at once. Returns those that really were."""
    events = yield from perform(me.game, [effect(me, "destroy", card, seat=seat) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Destroyed)]


def destroy_all(me: Me, cards: Iterable[Card]) -> Steps[list[Card]]:
    """Destroy every one of these: each of them is a target (reading.directly-each)."""
    return (yield from destroy(me, *cards))


def discard_from_hand(me: Me, cards: Sequence[Card], *, seat: int | None = None) -> Steps[list[Card]]:
    """Discard cards from a hand, all at once."""
    return (yield from _discard(me, cards, seat))


def discard_at_random(me: Me, count: int, *, seat: int | None = None) -> Steps[list[Card]]:
    """Chance picks so many cards of a hand, as far as there are, and they are discarded."""
    player = me.you if seat is None else seat
    held = me.game.table.seats[player].hand
    if len(held) <= count:  # chance has nothing to pick
        return (yield from _discard(me, whole_hand(me, player), player))
    chosen = me.game.pick_at_random("card", held, count, seat=player)
    return (yield from _discard(me, [me.game.card(number) for number in chosen], player))


def discard_from_deck(me: Me, cards: Sequence[Card], *, seat: int | None = None) -> Steps[list[Card]]:
    """Discard cards out of a deck that were looked at or searched for, all at once."""
    return (yield from _discard(me, cards, seat))


def _discard(me: Me, cards: Sequence[Card], seat: int | None) -> Steps[list[Card]]:
    player = me.you if seat is None else seat
    wanted = [
        Effect(
            verb="discard", card=card.number, by=me.by, player=me.you, seat=player, to=card.owner, reason="by a card"
        )
        for card in cards
    ]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Discarded)]


def return_to_hand(me: Me, *cards: Card, seat: int | None = None) -> Steps[list[Card]]:
    """Return cards in play to their owners' hands (term.return). Returns those that went to a hand."""
    wanted = [effect(me, "return", card, seat=seat) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Returned)]


def place_in_deck(
    me: Me, *cards: Card, end: str = "top", seat: int | None = None, seen: bool = True
) -> Steps[list[Card]]:
    """Put cards on top or at the bottom of a deck: their owners', or the player's own (see `goes_to`)."""
    player = me.you if seat is None else seat
    wanted = [effect(me, "place", card, seat=seat, end=end, **_destination(me, card, player, seen)) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Placed)]


def shuffle_into_deck(me: Me, *cards: Card) -> Steps[list[Card]]:
    """Shuffle cards into their owners' decks."""
    wanted = [effect(me, "shuffle", card) for card in cards]
    events = yield from perform(me.game, wanted)
    placed = [me.game.card(event.card) for event in events if isinstance(event, Placed)]
    for seat in me.game.clockwise():
        if any(card.controller == seat for card in placed):
            me.game.shuffle("deck", seat)
    return placed


def take(me: Me, *cards: Card, to: int | None = None, seen: bool = True) -> Steps[list[Card]]:
    """Put cards that are not in play into a player's hand, or into their owners' (see `goes_to`)."""
    player = me.you if to is None else to
    wanted = [effect(me, "take", card, seen=seen, **_destination(me, card, player, seen)) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def _destination(me: Me, card: Card, player: int, seen: bool) -> dict[str, Any]:
    """Whose hand or deck a card goes to (see `goes_to`); and the rule, where the player has the card and another gets it."""
    to = goes_to(me.game, card, player, seen=seen)
    return {"to": to, "rule": "term.owner-zone" if to != player and card.controller == player else ""}


def take_for_yourself(me: Me, *cards: Card, seen: bool = True) -> Steps[list[Card]]:
    """Put cards into your own hand, whoever owns them, because the words say so (clarify.hand-not-yours)."""
    wanted = [
        effect(me, "place" if _on_the_table(card) else "take", card, zone="hand", to=me.you, seen=seen)
        for card in cards
    ]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def _on_the_table(card: Card) -> bool:
    return card.zone in IN_PLAY or card.zone == "buried"


def place_in_hand(me: Me, *cards: Card) -> Steps[list[Card]]:
    """Put cards in play into their owners' hands: placed, not returned (term.place, term.owner-zone)."""
    events = yield from perform(me.game, [effect(me, "place", card, zone="hand") for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Taken)]


def discard_from_play(me: Me, *cards: Card, reason: str = "by a card") -> Steps[list[Card]]:
    """Put cards in play into their owners' discard piles: discarded, not destroyed (conflict.discard)."""
    events = yield from perform(me.game, [effect(me, "discard", card, reason=reason) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, Discarded)]


def each_player(
    me: Me,
    verb: str,
    about: str,
    pool: Callable[[int], Sequence[Card]],
    *,
    seats: Iterable[int] | None = None,
    chooser: Callable[[int, Sequence[Card]], int] = lambda seat, cards: seat,
) -> Steps[list[Card]]:
    """Each player (or each of these) chooses one card out of their pool, clockwise; then it happens to all at once, by
    each one's hand. `chooser`: who chooses, where that is not always the one by whose hand it happens.

    The card's player is you, whoever carries it out: protection from your cards holds.
    """
    wanted = []
    for seat in me.game.clockwise() if seats is None else seats:
        cards = pool(seat)
        card = yield from choose(me, about, cards, seat=chooser(seat, cards))
        if card is not None:
            wanted.append(effect(me, verb, card, seat=seat))
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events]  # type: ignore[attr-defined]


def box(me: Me, *cards: Card) -> Steps[list[Card]]:
    """Put cards back into the box (term.box)."""
    events = yield from perform(me.game, [effect(me, "box", card) for card in cards])
    return [me.game.card(event.card) for event in events]  # type: ignore[attr-defined]


def store(me: Me, card: Card, host: Card, *, shown: bool = False) -> Steps[bool]:
    """Lay a card out of a hand or pile face down under another (stored).

    `shown`: only certain cards may be stored, so everybody sees first that this is one.
    """
    if shown:
        me.game.emit(Revealed, seat=me.you, cards=(card.number,), by=me.by, rule="stored")
    event = yield from perform_one(me.game, effect(me, "store", card, host=host.number, seen=shown))
    return isinstance(event, Stored)


def bury_from_hand(me: Me, site: int, *, least: int = 1, most: int = 1) -> Steps[None]:
    """Bury cards from your hand at a base: so many, as far as there are."""
    about = "a card in your hand to bury" if most == 1 else f"up to {most} cards in your hand to bury"
    for card in (yield from choose_some(me, about, hand(me), least=least, most=most, hidden=True)):
        yield from bury(me, card, site)


# --- cards in play --------------------------------------------------------------------------------------------------


def move(me: Me, card: Card, site: int, *, seat: int | None = None) -> Steps[Moved | None]:
    """Move a minion to another base, with everything on it (term.move)."""
    event = yield from perform_one(me.game, effect(me, "move", card, seat=seat, site=site))
    return event if isinstance(event, Moved) else None


def move_all(me: Me, cards: Iterable[Card], site: int) -> Steps[list[Card]]:
    """Move several minions to one base at once."""
    wanted = [effect(me, "move", card, site=site) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved)]


def move_each(me: Me, targets: Mapping[int, int]) -> Steps[list[Card]]:
    """Move several minions (by number), each to a base of its own, at once."""
    wanted = [effect(me, "move", me.game.card(number), site=site) for number, site in targets.items()]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved)]


def carry_over(me: Me, cards: Iterable[Card], site: int) -> Steps[list[Card]]:
    """Take cards to another base, all at once: minions and buried cards move, actions are transferred (term.move,
    term.transfer)."""
    wanted = [effect(me, "transfer" if card.zone == "actions" else "move", card, site=site) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, Moved | Transferred)]


def can_move(me: Me | Any, card: Card, site: int) -> bool:
    """Whether a move is possible."""
    return possible(me.game, effect(me, "move", card, site=site))


def transfer(me: Me, action: Card, *, site: int = 0, host: Card | None = None) -> Steps[bool]:
    """Transfer an action in play to another base or card (term.transfer)."""
    place = host.site if host is not None else site
    number = host.number if host is not None else 0
    event = yield from perform_one(me.game, effect(me, "transfer", action, site=place, host=number))
    return isinstance(event, Transferred)


def give_control(me: Me, card: Card, seat: int, *, while_on: bool = False) -> Steps[Card | None]:
    """Give a player control of a card; `while_on`: for as long as this action is on it (term.control).

    Returns the card that changed hands: another may have stepped in.
    """
    tied = me.card.number if while_on else 0
    event = yield from perform_one(me.game, effect(me, "control", card, to=seat, tied_to=tied))
    return me.game.card(event.card) if isinstance(event, ControlChanged) else None


def take_control(me: Me, *cards: Card) -> Steps[list[Card]]:
    """You take control of cards for good, all at once. Returns those that changed hands."""
    events = yield from perform(me.game, [effect(me, "control", card, to=me.you) for card in cards])
    return [me.game.card(event.card) for event in events if isinstance(event, ControlChanged)]


def place_counters(me: Me, card: Card, amount: int = 1) -> Steps[Card | None]:
    """Put +1 power counters on a card in play. Returns the card that got them: another may have stepped in."""
    if card.zone not in IN_PLAY:
        return None
    event = yield from perform_one(me.game, effect(me, "counters", card, amount=amount))
    return me.game.card(event.card) if isinstance(event, CountersChanged) else None


def place_counter_on_each(me: Me, cards: Iterable[Card]) -> Steps[list[Card]]:
    """Put one +1 power counter on each, all at once."""
    wanted = [effect(me, "counters", card, amount=1) for card in cards]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.card) for event in events if isinstance(event, CountersChanged)]


def share_counters(me: Me, shares: Mapping[int, int]) -> Steps[int]:
    """Put so many +1 power counters on each of these cards (by number), all at once. Returns how many in all."""
    wanted = [effect(me, "counters", me.game.card(number), amount=amount) for number, amount in shares.items()]
    events = yield from perform(me.game, wanted)
    return sum(event.amount for event in events if isinstance(event, CountersChanged))


def remove_any_counters(me: Me, cards: Iterable[Card]) -> Steps[int]:
    """Take any number of +1 power counters off these cards, as the player chooses (void.any-number).

    Returns how many came off.
    """
    caps = {card.number: card.counters for card in cards if card.counters}
    bearers = [me.game.card(number) for number in caps]
    shares = yield from distribute(me, "the counters to take off", bearers, least=0, most=sum(caps.values()), caps=caps)
    removed = yield from share_counters(me, {number: -amount for number, amount in shares.items()})
    return -removed


def remove_counters(me: Me, card: Card, amount: int = 1) -> Steps[int]:
    """Take +1 power counters off a card. Returns how many came off."""
    if card.counters < 1:
        return 0
    event = yield from perform_one(me.game, effect(me, "counters", card, amount=-amount))
    return -event.amount if isinstance(event, CountersChanged) else 0


def transfer_counters(me: Me, source: Card, target: Card, amount: int) -> Steps[int]:
    """Move +1 power counters from one card to another (term.transfer). Both are affected: another card may step in to
    get them."""
    if amount < 1:
        return 0
    given = yield from settle(me.game, effect(me, "counters", target, amount=amount))
    if given is None:
        return 0
    event = yield from perform_one(me.game, effect(me, "transfer-counters", source, host=given.card, amount=amount))
    return event.amount if isinstance(event, CountersTransferred) else 0


def leave_alone(me: Me, card: Card) -> None:
    """What is left of the ability that is just acting does not affect a card: for an "instead" that says so."""
    me.game.frames[-1].spared[card.number] = me.by


# --- lasting effects ------------------------------------------------------------------------------------------------


def boost(me: Me, card: Card, amount: int, *, until: str = "turn") -> Steps[Card | None]:
    """More (or less) power for a minion until the turn ends, or until "next-turn": the start of your next one, or
    "your-turn": the end of your turn, this one or the next you have.

    Returns the minion that got it: another may have stepped in.
    """
    event = yield from perform_one(me.game, _boost(me, card, amount, until))
    return me.game.card(event.cards[0]) if isinstance(event, EffectBegan) else None


def boost_each(me: Me, cards: Iterable[Card], amount: int, *, until: str = "turn") -> Steps[list[Card]]:
    """The same for several minions now in play, all at once."""
    events = yield from perform(me.game, [_boost(me, card, amount, until) for card in cards])
    return [me.game.card(event.cards[0]) for event in events if isinstance(event, EffectBegan)]


def boost_by(me: Me, amounts: Mapping[int, int], *, until: str = "turn") -> Steps[list[Card]]:
    """Each of several minions (by number) its own amount of power, fixed now, all at once."""
    wanted = [_boost(me, me.game.card(number), amount, until) for number, amount in amounts.items()]
    events = yield from perform(me.game, wanted)
    return [me.game.card(event.cards[0]) for event in events if isinstance(event, EffectBegan)]


def _boost(me: Me, card: Card, amount: int, until: str) -> Effect:
    lasting = {"kind": "power", "amount": amount, **_until(me, until)}
    return effect(me, "power", card, lasting=lasting)


def _until(me: Me, until: str, seat: int | None = None) -> dict[str, Any]:
    player = me.you if seat is None else seat
    if until == "unstated":  # term.expiry: with the turn, in most books also with its card
        return {"until": "source"}  # with its card, at the latest with the turn (term.expiry)
    if until == "your-turn":  # the present one, if it is yours
        until = "turn" if me.game.table.current == player else "end-of-turn"
    if until in ("next-turn", "end-of-turn"):
        return {"until": "start-of-turn" if until == "next-turn" else until, "until_seat": player}
    return {"until": until}


def lose_abilities(me: Me, card: Card, *, until: str = "turn", but_this: bool = True) -> Steps[Card | None]:
    """A card is without its abilities (all older than this), except the one in use (term.cancel). Returns the card."""
    but = (me.ability.key, me.granted_by) if but_this and me.ability is not None else None
    lasting = {"kind": "lose-abilities", "but": but, **_until(me, until)}
    event = yield from perform_one(me.game, effect(me, "cancel", card, lasting=lasting))
    return me.game.card(event.cards[0]) if isinstance(event, EffectBegan) else None


def change_breakpoint(me: Me, site: int, amount: int, *, until: str = "turn") -> None:
    """Raise or lower a base's breakpoint for a time."""
    _on_base(me, "breakpoint", site, amount, until)


def set_breakpoint(me: Me, site: int, amount: int, *, until: str = "turn") -> None:
    """Make another number a base's breakpoint for a time; changes are added on top (term.starting)."""
    _on_base(me, "set-breakpoint", site, amount, until)


def _on_base(me: Me, kind: str, site: int, amount: int, until: str) -> None:
    base = me.game.table.sites[site].base
    me.game.emit(
        EffectBegan, kind=kind, cards=(base,), amount=amount, by=me.by, seat=me.you, site=site, **_until(me, until)
    )


def lasting(
    me: Me,
    key: str,
    *,
    until: str = "turn",
    cards: Sequence[Card] = (),
    site: int = 0,
    seat: int | None = None,
    arguments: Sequence[str] = (),
) -> None:
    """An ability (declared with `lasting=`) begins to act without a card in play.

    `until`: "turn", "next-turn" (the start of your next one), "end-of-turn" (the end of the player's next one), "game".
    """
    numbers = tuple(card.number for card in cards)
    me.game.emit(
        EffectBegan,
        kind="ability",
        ability=key,
        cards=numbers,
        site=site,
        by=me.by,
        seat=me.you if seat is None else seat,
        arguments=tuple(arguments),
        **_until(me, until, seat),
    )


def it_is_over(me: Me) -> None:
    """What a lasting ability has waited for has come."""
    if me.lasting is not None:
        me.game.emit(EffectsEnded, effects=(me.lasting.number,))


def remember(me: Me, *words: str) -> None:
    """This card was told something as it was played (the name of a faction): so it is while it is in play."""
    me.game.emit(
        EffectBegan, kind="named", cards=(me.by,), arguments=words, by=me.by, seat=me.you, **_until(me, "in-play")
    )


def remembered(me: Me | Any) -> tuple[str, ...]:
    """What this card was told as it was played."""
    for lasting in me.game.table.lasting:
        if lasting.kind == "named" and lasting.by == me.card.number:
            return tuple(lasting.arguments)
    return ()


# --- drawing, looking, searching ------------------------------------------------------------------------------------


def draw_cards(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Draw by a card's words."""
    player = me.you if seat is None else seat
    return [me.game.card(number) for number in draw(me.game, player, count, by=me.by)]


def draw_madness(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Draw off the Madness deck, as far as there are cards: nothing makes it anew (win.madness)."""
    numbers = tuple(me.game.table.madness[:count])
    if numbers:
        me.game.emit(Drawn, seat=me.you if seat is None else seat, cards=numbers, zone="madness", by=me.by)
    return [me.game.card(number) for number in numbers]


def madness_in(me: Me | Any, cards: Iterable[Card]) -> list[Card]:
    """The Madness cards among some cards."""
    return [card for card in cards if me.game.facts[card.number].is_madness]


def discard_madness(me: Me) -> Steps[bool]:
    """Discard a Madness card from your hand, if there is one: they are all alike, so nobody is asked for one."""
    return bool((yield from discard_from_hand(me, madness_in(me, hand(me))[:1])))


def return_madness(me: Me, *cards: Card, seat: int | None = None) -> None:
    """A player puts Madness cards back into the Madness deck: they are nobody's again."""
    player = me.you if seat is None else seat
    for card in cards:
        me.game.emit(
            Placed,
            card=card.number,
            to=-1,
            source=card.zone,
            controller=player,
            end="bottom",
            zone="madness",
            by=me.by,
            seat=player,
        )


def look_at_top(me: Me, count: int, *, seat: int | None = None) -> list[Card]:
    """Look at the top cards of a deck: you alone see them."""
    numbers = _top(me, count, me.you if seat is None else seat, "look")
    if numbers:
        me.game.emit(Looked, seat=me.you, cards=tuple(numbers), by=me.by)
    return [me.game.card(number) for number in numbers]


def look_at_hand(me: Me, seat: int) -> list[Card]:
    """Look at another player's hand: you alone see it."""
    numbers = tuple(me.game.table.seats[seat].hand)
    if numbers:
        me.game.emit(Looked, seat=me.you, cards=numbers, by=me.by)
    return [me.game.card(number) for number in numbers]


def has_cards_to_show(me: Me | Any, seat: int, doing: str) -> bool:
    """Whether there is a top card of a player's deck to look at or reveal, or a discard pile to make the deck of."""
    player = me.game.table.seats[seat]
    return bool(player.deck or (player.discard and doing in me.game.edition.reshuffles))


def reveal_top(me: Me, count: int = 1, *, seat: int | None = None) -> list[Card]:
    """Reveal the top cards of a deck; they stay there until something else is said."""
    numbers = _top(me, count, me.you if seat is None else seat, "reveal")
    if numbers:
        me.game.emit(Revealed, seat=me.you, cards=tuple(numbers), by=me.by)
    return [me.game.card(number) for number in numbers]


def _top(me: Me, count: int, seat: int, doing: str) -> list[int]:
    """The top cards; a deck that runs out is made anew under them, where the book says so."""
    game = me.game
    player = game.table.seats[seat]
    if not player.deck:
        refill(game, seat, doing)
    elif len(player.deck) < count and player.discard and doing in game.edition.reshuffle_between:
        kept = list(player.deck)
        game.emit(SetAside, seat=seat, cards=tuple(kept), seen=False, rule="turn.empty-deck")
        refill(game, seat, doing, between=True)
        for number in reversed(kept):
            game.emit(Placed, card=number, to=seat, source="aside", controller=seat, end="top", rule="turn.empty-deck")
    return list(game.table.seats[seat].deck[:count])


def reveal_until(
    me: Me, test: Callable[[Card], bool], *, revealed: Sequence[Card] = ()
) -> tuple[Card | None, list[Card]]:
    """Reveal cards off the top of your deck, one after another, until one passes. Returns it and all that were revealed.

    They are in no zone until they are used or shuffled in (`shuffle_in`). An empty deck is made anew before the first
    reveal, and afterwards where the book says so (turn.empty-deck); `revealed`: what the same words revealed before.
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
    """Shuffle cards that were revealed and are in no zone back into your deck, or their owners' (see `goes_to`)."""
    game = me.game
    left = [card for card in cards if card.zone == "aside"]
    decks = {goes_to(game, card, me.you, seen=True, stays=True) for card in left}
    for card in left:
        _put_into_deck(me, card, goes_to(game, card, me.you, seen=True, stays=True), "bottom", me.you)
    for seat in game.clockwise():
        if seat in decks:
            game.shuffle("deck", seat)


def draw_these(me: Me, cards: Iterable[Card]) -> list[Card]:
    """Draw revealed cards, all out of your deck or all off its top. Returns those that came to your hand."""
    return take_up(me.game, me.you, list(cards), seen=True, by=me.by)


def put_back(me: Me, cards: Sequence[Card], *, end: str = "top", seen: bool = True, deck_of: int | None = None) -> None:
    """Put cards that were revealed off your deck on top of it, the first uppermost, or at its bottom; or of their
    owners' (see `goes_to`).

    `seen`: others saw which cards they are. `deck_of`: it is that player's deck they came from and stay in, where the
    book lets what was merely revealed stay (reading.put-back).
    """
    holder = me.you if deck_of is None else deck_of
    for card in reversed(cards) if end == "top" else cards:
        _put_into_deck(me, card, goes_to(me.game, card, holder, seen=seen, stays=deck_of is not None), end, holder)


def set_aside(me: Me, cards: Sequence[Card], *, seen: bool = True, seat: int | None = None) -> None:
    """Take cards that were looked at or revealed out of a deck for a while: they are in no zone, and nothing reaches them
    before they are used or put back (term.in-play)."""
    if cards:
        numbers = tuple(card.number for card in cards)
        me.game.emit(SetAside, seat=me.you if seat is None else seat, cards=numbers, seen=seen)


def _put_into_deck(me: Me, card: Card, to: int, end: str, holder: int) -> None:
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
    """Show cards to everybody."""
    numbers = tuple(card.number for card in cards)
    if numbers:
        me.game.emit(Revealed, seat=me.you, cards=numbers, by=me.by)


def _look_through(me: Me, seat: int) -> list[Card]:
    """Look at every card of a deck, as one searches it: sorted by name, not in deck order."""
    game = me.game
    refill(game, seat, "search")
    deck = [game.card(number) for number in game.table.seats[seat].deck]
    if deck:
        game.emit(Looked, seat=seat, cards=tuple(sorted(card.number for card in deck)), by=me.by, search=True)
    return sorted(deck, key=lambda card: (game.fact(card).name, card.number))


def search_deck_for_some(me: Me, about: str, *, one_name: bool = False) -> Steps[list[Card]]:
    """Look through your deck for any number of cards (of one name). Shuffling is the caller's last word."""
    deck = _look_through(me, me.you)
    return (yield from choose_some(me, about, deck, hidden=True, one_name=one_name)) if deck else []


def search_deck(
    me: Me, about: str, test: Callable[[Card], bool], *, optional: bool = False, seat: int | None = None
) -> Steps[Card | None]:
    """Look through a deck for one card. It is shown; shuffling is the caller's last word (`shuffle_deck`).

    What is there must be found (void.must), unless it may be left: `optional`, as an extra card that is
    searched for to be played (term.extra). Options are sorted by name, not deck order.
    """
    game = me.game
    player = me.you if seat is None else seat
    deck = _look_through(me, player)
    if not deck:
        return None
    found = [card for card in deck if test(card)]
    one_of_each = list({game.fact(card).name: card for card in reversed(found)}.values())[::-1]
    chosen = yield from choose(me, about, one_of_each, optional=optional, seat=player, hidden=True)
    if chosen is not None:
        game.emit(Revealed, seat=player, cards=(chosen.number,), by=me.by, rule="term.look-reveal-search")
    return chosen


def search_piles(
    me: Me, about: str, test: Callable[[Card], bool], piles: Sequence[str]
) -> Steps[tuple[Card | None, bool]]:
    """Look for one card in several places of yours, one after another, as far as you like ("your deck and/or your
    discard pile"). Returns it, and whether the deck was searched: shuffling is the caller's last word.

    `piles`: "hand", "deck", "discard". A discard pile without such a card is not on offer: everybody sees that.
    """
    left = {
        "hand": bool(hand(me)),
        "deck": can_search(me.game, me.you),
        "discard": any(test(card) for card in discard_pile(me)),
    }
    open_ = [f"your {_PILE_NAMES[pile]}" for pile in piles if left[pile]]
    searched = False
    while open_:
        where = yield from choose_mode(me, f"where to look for {about}, or nowhere", open_, optional=True)
        if not where:
            break
        open_.remove(where)
        found: Card | None
        if where == "your deck":
            searched = True
            found = yield from search_deck(me, f"{about}, or none", test, optional=True)
        else:
            held = where == "your hand"
            pool = [card for card in (hand(me) if held else discard_pile(me)) if test(card)]
            found = yield from choose(me, f"{about}, or none", pool, optional=True, hidden=held)
        if found is not None:
            return found, searched
    return None, searched


_PILE_NAMES = {"hand": "hand", "deck": "deck", "discard": "discard pile"}


def shuffle_beneath(me: Me, card: Card) -> None:
    """Shuffle the rest of your deck and put a card that was found in it on top."""
    me.game.emit(SetAside, seat=me.you, cards=(card.number,))
    shuffle_deck(me)
    put_back(me, [card])


def shuffle_deck(me: Me, seat: int | None = None) -> None:
    """Shuffle a deck, as after every search."""
    me.game.shuffle("deck", me.you if seat is None else seat)


# --- playing --------------------------------------------------------------------------------------------------------


def extra_play(
    me: Me,
    *kinds: str,
    condition: str = "",
    arguments: Sequence[str] = (),
    site: int = 0,
    sites: Sequence[int] = (),
    seat: int | None = None,
    among: Sequence[Card] | None = None,
    one_name: bool = False,
    then: str = "",
) -> Steps[CardPlayed | None]:
    """Give extra plays, one for each kind: the cards may be played at once, in the middle of the card that gives them;
    those that are not are kept for later, where the edition lets them wait (term.extra). Returns the last one played.

    `sites`: the base of each of the plays. `among`: certain cards in the hand that everybody has seen. `one_name`: the
    cards must share one. `then`: the words that follow speak of the card played; the key of the lasting ability that
    does what follows, should the play be kept (declared with `when=with_that_play`).
    """
    game = me.game
    player = me.you if seat is None else seat
    specific = among is not None or condition in FROM_DISCARD
    at_once = now_or_never(game, me, player, specific=specific, dependent=bool(then))
    bases = sites or [site] * len(kinds)
    left = [
        Allowance(0, player, kind, condition, tuple(arguments), base, True, "now", me.by)
        for kind, base in zip(kinds, bases, strict=True)
    ]
    played: CardPlayed | None = None
    while left and (among is None or among):
        outcome = yield from play_at_once(game, me, left, among=among, waits=not at_once)
        if outcome is None:
            break
        used, played = outcome
        left.remove(used)
        if among is not None:
            among = [card for card in among if card in hand(me, player)]
        if one_name:
            name = (game.facts[played.card].name,)
            left = [replace(one, condition="named", arguments=name) for one in left]
    if not at_once:
        _keep(me, left if among is None else left[: len(among)], among, one_name=one_name and played is None, then=then)
    return played


def _keep(me: Me, plays: Sequence[Allowance], among: Sequence[Card] | None, *, one_name: bool, then: str) -> None:
    """Extra plays that wait. Certain cards are in the hand then: any card of the name is as good."""
    game = me.game
    first = len(game.log) + 1
    for play in plays:
        condition, arguments = play.condition, play.arguments
        if among is not None:
            condition, arguments = "named", tuple(dict.fromkeys(game.fact(card).name for card in among))
        elif one_name:
            condition, arguments = "one-name", (str(first), str(first + len(plays) - 1))
        given = game.emit(
            AllowanceGiven,
            seat=play.seat,
            kind=play.kind,
            condition=condition,
            arguments=(*arguments, then) if then else arguments,
            site=play.site,
            until="turn" if game.edition.extra_kept_all_turn else "phase",
            by=me.by,
            rule="term.extra",
        )
        if then:
            lasting(me, then, seat=play.seat, arguments=(str(given.position),))


def play_to_come(me: Me, kind: str) -> None:
    """An extra play in the Play Cards phase that is about to begin: a minion, an action, or a "card" of either kind."""
    until = "turn" if me.game.edition.extra_kept_all_turn else "phase"
    me.game.emit(AllowanceGiven, seat=me.you, kind=kind, until=until, by=me.by, rule="term.extra")


def released(me: Me, left: Leaving) -> list[Card]:
    """What lay under a card that left, and waits aside for the words of that card (stored.leaving)."""
    for event in me.game.log[left.position :]:
        if type(event) is SetAside and event.cause == left.position:
            return [card for card in map(me.game.card, event.cards) if card.zone == "aside"]
    return []


def play_certain(
    me: Me,
    card: Card,
    *,
    only: Sequence[int] = (),
    seat: int | None = None,
    off_top: bool = False,
) -> Steps[CardPlayed | None]:
    """Play a specific card as an extra card, at once: also one that is only played at this very moment."""
    player = me.you if seat is None else seat
    return (yield from play_card(me.game, player, card, only=only, off_top=off_top))


def off_the_top(
    me: Me, test: Callable[[Card], bool], *, count: int = 1, only: Sequence[int] = ()
) -> Steps[list[CardPlayed]]:
    """Play so many cards off the top of your deck: reveal until one passes and play it, one after another (off-the-top).

    One that can't be played now is discarded. What else was revealed is shuffled in when all plays have resolved.
    """
    played: list[CardPlayed] = []
    revealed: list[Card] = []
    for _ in range(count):
        found, revealed = reveal_until(me, test, revealed=revealed)
        if found is None:
            break
        event = yield from play_certain(me, found, only=only, off_top=True)
        if event is None:
            discard_by_rule(me.game, found, "found but not playable", "off-the-top.prerequisites", seat=me.you)
        else:
            played.append(event)
    shuffle_in(me, revealed)
    return played


def can_be_played(me: Me, card: Card, *, only: Sequence[int] = ()) -> bool:
    """Whether you could play a specific card at once (at one of certain bases)."""
    return playable_now(me.game, me.you, card, only=only)


def use_talent(me: Me, card: Card) -> Steps[None]:
    """Use one of a card's talents now, whatever the phase and whoever's turn it is."""
    talents = talents_of(me.game, card, me.you)
    chosen = next(iter(talents), None)
    if len(talents) > 1:
        question = Window(options=tuple(talents), least=1, about="the talent to use", moment="use-talent")
        (chosen,) = yield me.you, question
    if chosen is not None:
        yield from use(me.game, talents[chosen], me.you)


# --- points and bases -----------------------------------------------------------------------------------------------


def gain_vp(me: Me, amount: int = 1, *, seat: int | None = None, rule: str = "") -> None:
    """A player gains (or, with a negative amount, loses) victory points."""
    player = me.you if seat is None else seat
    amount = max(amount, -me.game.table.seats[player].victory_points)
    if amount:
        me.game.emit(VictoryPointsChanged, to=player, amount=amount, by=me.by, seat=me.you, rule=rule)


def pay_vp(me: Me, amount: int = 1) -> bool:
    """Lose victory points in order to do something: all of them or none (resolve.dependent)."""
    if me.game.table.seats[me.you].victory_points < amount:
        return False
    gain_vp(me, -amount)
    return True


def look_at_bases(me: Me, count: int) -> list[Card]:
    """Look at the top bases; a base deck that runs out is made anew under them, where the book says so of any deck."""
    game = me.game
    table = game.table
    if len(table.base_deck) < count and table.base_discard and game.edition.any_deck_made_anew:
        kept = tuple(table.base_deck)
        if kept:
            game.emit(SetAside, seat=-1, cards=kept, seen=False, rule="turn.empty-deck")
        game.shuffle("base_deck", with_discard=True, rule="turn.empty-deck")
        for number in reversed(kept):
            game.emit(Placed, card=number, to=-1, source="aside", end="top", zone="base_deck", rule="turn.empty-deck")
    top = tuple(table.base_deck[:count])
    if top:
        game.emit(Looked, seat=me.you, cards=top, by=me.by)
    return [game.card(number) for number in top]


def swap_base(me: Me, site: int) -> int:
    """The top base takes the place of a base; the cards there stay. Returns the new base card, 0 if none."""
    number = next_base(me.game)
    if number:
        old = me.game.table.sites[site].base
        swapped = me.game.emit(BaseSwapped, site=site, old=old, new=number, by=me.by, seat=me.you)
        answer_arrival(me.game, swapped, number)
    return number


def search_bases(me: Me, about: str) -> Steps[Card | None]:
    """Look through the base deck for one base; shuffling is the caller's last word. An empty base deck is made anew
    first, where the book says so of any deck (turn.empty-deck)."""
    game = me.game
    if not game.table.base_deck and game.table.base_discard and game.edition.any_deck_made_anew:
        game.shuffle("base_deck", with_discard=True, rule="turn.empty-deck")
    deck = [game.card(number) for number in game.table.base_deck]
    if not deck:
        return None
    game.emit(Looked, seat=me.you, cards=tuple(sorted(card.number for card in deck)), by=me.by, search=True)
    return (yield from choose(me, about, sorted(deck, key=lambda card: game.fact(card).name), hidden=True))


def exchange_base(me: Me, site: int, base: Card) -> Steps[None]:
    """A base out of the base deck takes the place of one in play, which is shuffled into the base deck.

    The minions there stay. What was on the base, or buried there, has lost it and is discarded: a rule does that, so
    no protection keeps it (term.leave-play).
    """
    game = me.game
    place = game.table.sites[site]
    old = place.base
    wanted = [
        Effect(verb="discard", card=number, by=me.by, player=-1, seat=me.you, reason=BASE_LEFT)
        for number in (*place.actions, *place.buried)
    ]
    yield from perform(game, wanted)
    swapped = game.emit(BaseSwapped, site=site, old=old, new=base.number, by=me.by, seat=me.you)
    game.emit(Placed, card=old, to=-1, source="base_discard", end="top", zone="base_deck", by=me.by, seat=me.you)
    game.shuffle("base_deck")
    answer_arrival(game, swapped, base.number)


def remove_base(me: Me, site: int, reason: str, since: int = 0) -> Steps[list[Event]]:
    """A base leaves play without scoring, and the cards there are discarded with it (term.leave-play). It has witnessed
    how they went; `since`: and what else has happened since then as part of its removal (resolve.witness)."""
    game = me.game
    since = since or len(game.log)
    place = game.table.sites[site]
    cards = [game.card(number) for number in (*place.minions, *place.actions, *place.buried)]
    wanted = [
        Effect(verb="discard", card=card.number, by=me.by, player=-1, seat=me.you, reason=BASE_LEFT) for card in cards
    ]
    events = yield from perform(game, wanted)
    yield from base_leaves(game, site, reason, by=me.by, seat=me.you)
    game.frames[-1].as_one_moment(since, len(game.log))
    return events
