"""Extramorphs: eggs, grabbers, breakers and adults, each of which brings the next from the top of the deck."""

from __future__ import annotations

from core.cards.language import *

extramorphs = Faction(
    "Extramorphs",
    set="excellent-movies-dudes",
    style="Eggs and larvae that become worse things off the top of the deck",
)


def _named(me: Me, name: str, card: Card) -> bool:
    return me.game.fact(card).name == name


def _weak(me: Me, cards: list[Card]) -> list[Card]:
    """Return those whose power is now 3 or less."""
    return [minion for minion in cards if power(me.game, minion) <= 3]


def _came_off_the_top(me: Me) -> bool:
    return isinstance(me.event, CardPlayed) and me.event.off_top


def _minion_of_power(me: Me, card: Card, amount: int) -> bool:
    return me.game.fact(card).is_minion and printed_power(me.game, card) == amount


def _hatch(me: Me, about: str, powers: range, site: int) -> Steps[None]:
    """Play a minion from the top of the deck whose power is named before anything is revealed (clarify.power-first)."""
    amount = yield from choose_number(me, about, powers)
    yield from off_the_top(me, lambda card: _minion_of_power(me, card, amount), only=(site,))


hive_queen = extramorphs.minion(
    "Hive Queen",
    power=5,
    copies=1,
    text="[on-play] You may search your deck and/or discard pile for an Egg Field and take it; shuffle a deck you"
    " searched. [talent] Until the start of your next turn, other players' minions have -1 power at each base where you"
    " have an Egg Field.",
)


@hive_queen.on_play
def lay_eggs(me: Me) -> Steps[None]:
    yield from fetch(me, "an Egg Field", lambda card: _named(me, "Egg Field", card), optional=True)


@hive_queen.talent()
def rule_the_hive(me: Me) -> None:
    lasting(me, "extramorphs/hive-queen#dread", until="next-turn")


@hive_queen.lasting("power")
def dread(me: Instance, minion: Card) -> int:
    """Also affects minions that come later, whether or not she is still there (E96)."""
    if minion.controller == me.you or minion.zone != "minions":
        return 0
    cards = me.table.cards
    eggs = (cards[number] for number in me.table.sites[minion.site].actions)
    return -1 if any(yours(me, egg) and me.game.fact(egg) is egg_field for egg in eggs) else 0


alien_life_form = extramorphs.minion(
    "Alien Life Form",
    power=4,
    copies=2,
    text="[on-play] You may destroy a minion of power 3 or less here. If this minion was played off the top of a deck, put"
    " two +1 power counters on it. [talent] Take a +1 power counter off this minion to move it to another base.",
)


@alien_life_form.on_play
def hunt(me: Me) -> Steps[None]:
    prey = yield from choose(me, "a minion here to destroy, or none", _weak(me, minions(me, at=me.base)), optional=True)
    if prey is not None:
        yield from destroy(me, prey)
    if _came_off_the_top(me):
        yield from place_counters(me, me.card, 2)


@alien_life_form.talent(has_effect=lambda me: me.card.counters > 0)
def through_the_vents(me: Me) -> Steps[None]:
    if (yield from remove_counters(me, me.card)):
        site = yield from choose_base(me, "the base to move to", other_bases(me, me.base))
        if site:
            yield from move(me, me.card, site)


extradrone = extramorphs.minion(
    "Extradrone",
    power=3,
    copies=3,
    text="[on-play] You may move another player's minion of power 3 or less from here to another base; if you do, you may"
    " move this minion there too. If this minion was played off the top of a deck, put a +1 power counter on it.",
)


@extradrone.on_play
def drag_off(me: Me) -> Steps[None]:
    moved = yield from _drag_one_off(me)
    if moved is not None and me.card.zone == "minions":
        follows = yield from choose(me, "this minion to go there too, or none", [me.card], optional=True)
        if follows is not None:
            yield from move(me, me.card, moved.site)
    if _came_off_the_top(me):
        yield from place_counters(me, me.card)


def _drag_one_off(me: Me) -> Steps[Moved | None]:
    weak = _weak(me, foreign_minions(me, at=me.base)) if len(me.table.sites) > 1 else []
    prey = yield from choose(me, "another player's minion here to move, or none", weak, optional=True)
    if prey is None:
        return None
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
    return (yield from move(me, prey, site))


chestbreaker = extramorphs.minion(
    "Chestbreaker",
    power=2,
    copies=4,
    text="[talent] If this minion has been in play since before this turn, put it on the bottom of your deck to choose a"
    " power of 3 or 4 and play an extra minion of that power here off the top of your deck.",
)


@chestbreaker.talent(when=here_since_turn_began)
def grow_up(me: Me) -> Steps[None]:
    if me.card in (yield from place_in_deck(me, me.card, end="bottom")):
        yield from _hatch(me, "the power of the minion", range(3, 5), me.base)


close_encounters = extramorphs.action(
    "Close Encounters",
    copies=1,
    text="[on-play] Draw a card. You may put a card from your hand on top of your deck. You may play an extra action.",
)


@close_encounters.on_play
def make_contact(me: Me) -> Steps[None]:
    draw_cards(me)
    cards = hand(me)
    card = yield from choose(me, "a card to put on top of your deck, or none", cards, optional=True, hidden=bool(cards))
    if card is not None:
        yield from place_in_deck(me, card, seen=False)
    yield from extra_play(me, "action")


distress_call = extramorphs.action(
    "Distress Call", copies=1, affects=True, text="[on-play] Move a minion to another base."
)


@distress_call.on_play
def answer_the_beacon(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move", minions(me) if len(me.table.sites) > 1 else [])
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


egg_field = extramorphs.action(
    "Egg Field",
    kind="on-base",
    copies=2,
    text="Play on a base. [on-play] You may search your hand, deck and/or discard pile for a Head Grabber and play it as"
    " an extra action on a minion of power 3 or less here; shuffle a deck you searched. [talent] Play an extra minion of"
    " power 2 or less here off the top of your deck.",
)


@egg_field.on_play
def leap_out(me: Me) -> Steps[None]:
    def wanted(card: Card) -> bool:
        # Head Grabber itself requires a minion of that power.
        return _named(me, "Head Grabber", card) and can_be_played(me, card, only=(me.base,))

    found, searched = yield from search_piles(me, "a Head Grabber", wanted, ("hand", "deck", "discard"), optional=True)
    if found is not None:
        yield from play_certain(me, found, only=(me.base,))
    if searched:
        shuffle_deck(me)


@egg_field.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "reveal-until"))
def spawn(me: Me) -> Steps[None]:
    def hatchling(card: Card) -> bool:
        return me.game.fact(card).is_minion and printed_power(me.game, card) <= 2

    yield from off_the_top(me, hatchling, only=(me.base,))


five_by_five = extramorphs.action(
    "Five by Five",
    copies=1,
    text="[on-play] Draw five cards. Put five cards from your hand on top of your deck in any order.",
)


@five_by_five.on_play
def in_the_pipe(me: Me) -> Steps[None]:
    draw_cards(me, 5)
    cards = hand(me)
    chosen = yield from choose_some(
        me, "five cards to put on top of your deck", cards, least=5, most=5, hidden=bool(cards)
    )
    ordered = yield from arrange(me, "the order on top of your deck", chosen)
    yield from place_in_deck(me, *reversed(ordered), seen=False)


game_over_dude = extramorphs.action(
    "Game Over, Dude!",
    copies=1,
    text="[on-play] Choose a base and a power less than 5. Play an extra minion of that power there off the top of your"
    " deck.",
)


@game_over_dude.on_play
def last_words(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to play a minion on", me.table.sites)
    yield from _hatch(me, "the power of the minion", range(5), site)


head_grabber = extramorphs.action(
    "Head Grabber",
    kind="on-minion",
    copies=2,
    where=lambda me, minion: power(me.game, minion) <= 3,
    text="Play on a minion of power 3 or less. [talent] If you control that minion, or this card has been in play since"
    " before this turn, destroy that minion to choose a power less than 4 and play an extra minion of that power here off"
    " the top of your deck.",
)


@head_grabber.talent(when=lambda me: yours(me, me.host) or here_since_turn_began(me))
def implant(me: Me) -> Steps[None]:
    carrier = me.host
    if carrier in (yield from destroy(me, carrier)):
        yield from _hatch(me, "the power of the minion", range(4), me.base)


nuke_it_from_orbit = extramorphs.action(
    "Nuke It From Orbit",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] If this card has been in play since before this turn, destroy this base and all other"
    " cards here, replace the base, and put this card into the box.",
)


@nuke_it_from_orbit.talent(when=here_since_turn_began)
def the_only_way_to_be_sure(me: Me) -> Steps[None]:
    """Buried cards and titans are cards here, too (bury.status, titan.reach).

    A card that can't be destroyed is discarded as the base leaves (term.leave-play).
    """
    site, began = me.base, len(me.game.log)
    yield from destroy(me, *(card for card in cards_at(me, at=site) if card is not me.card))
    yield from box(me, me.card)
    yield from remove_base(me, site, "destroyed", since=began)
    add_base(me.game, by=me.by, rule="score.replace-base")


time_to_go = extramorphs.action(
    "Time to Go",
    copies=1,
    text="[on-play] Shuffle up to three cards from your discard pile into your deck.",
)


@time_to_go.on_play
def evacuate(me: Me) -> Steps[None]:
    chosen = yield from choose_some(me, "up to three cards to shuffle into your deck", discard_pile(me), most=3)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)
