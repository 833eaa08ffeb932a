"""Guests: single cards of other sets that the rulebooks use in their examples. For scenarios only.

No faction of them can be chosen and their bases are in no base deck. The bases stand in `bases`.
"""

from __future__ import annotations

from core.cards.guests import bases
from core.cards.verbs import (
    boost,
    destroy,
    draw_cards,
    draw_madness,
    extra_play,
    lasting,
    minions,
    move_each,
    off_the_top,
    other_bases,
    others,
    place_in_deck,
    play_certain,
    put_back,
    reveal_top,
    search_deck,
    shuffle_deck,
)
from core.engine.choices import arrange, choose, choose_base, choose_mode, choose_number, choose_some, may
from core.engine.index import Instance
from core.engine.power import power, printed_power, total_power
from core.engine.use import Me
from core.printed.definitions import BEFORE_SCORES, END_OF_TURN, Faction, Steps
from core.rules.decks import can_search
from core.rules.scoring import scoring_site
from events.vocabulary import Destroyed, Discarded, Placed, SetAside
from projections.table import Card

__all__ = ["bases"]

guests = Faction("Guests", set="guests", playable=False)


def _minions_in_play(me: Instance, seat: int | None = None) -> list[Card]:
    """Minions in play, those in stasis included: their presence counts (stasis)."""
    cards = me.table.cards
    waiting = [cards[number] for player in me.table.seats for number in player.stasis]
    return minions(me, of=seat) + [
        card for card in waiting if me.game.fact(card).is_minion and seat in (None, card.controller)
    ]


# --- Cyborg Apes

furious_george = guests.minion(
    "Furious George", power=2, copies=4, text="[ongoing] This minion has +1 power for each action on it."
)


@furious_george.own_power
def fury(me: Instance) -> int:
    return len(me.card.attached)


# --- Super Spies

live_and_let_chum = guests.action(
    "Live and Let Chum",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores, destroy a minion of power 3 or less there.",
)


@live_and_let_chum.played_at(BEFORE_SCORES)
def feed_the_sharks(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me, at=scoring_site(me.game)) if power(me.game, minion) <= 3]
    minion = yield from choose(me, "a minion there to destroy", weak)
    if minion is not None:
        yield from destroy(me, minion)


# --- Pirates

full_sail = guests.action(
    "Full Sail",
    copies=1,
    text="[on-play] Move any number of your minions, each to another base."
    " [special] You may play this before a base scores, to do the same.",
)


@full_sail.on_play
def set_sail(me: Me) -> Steps[None]:
    crew = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    chosen = yield from choose_some(me, "your minions to move", crew)
    targets = {}
    for minion in chosen:
        name = me.game.fact(minion).name
        targets[minion.number] = yield from choose_base(me, f"a base for {name}", other_bases(me, minion.site))
    yield from move_each(me, targets)


@full_sail.played_at(BEFORE_SCORES)
def slip_away(me: Me) -> Steps[None]:
    yield from set_sail(me)


# --- Robots

zapbot = guests.minion("Zapbot", power=2, copies=4, text="[on-play] You may play an extra minion of power 2 or less.")


@zapbot.on_play
def power_up(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="power-at-most", arguments=("2",))


hoverbot = guests.minion(
    "Hoverbot",
    power=3,
    copies=3,
    text="[on-play] Reveal the top card of your deck. If it is a minion, you may play it as an extra minion.",
)


@hoverbot.on_play
def scan(me: Me) -> Steps[None]:
    revealed = [card for card in reveal_top(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "the revealed minion to play, or none", revealed, optional=True)
    if minion is not None:
        yield from play_certain(me, minion, off_top=True)


microbot_alpha = guests.minion(
    "Microbot Alpha",
    power=1,
    copies=1,
    text="[ongoing] This minion has +1 power for each other Microbot of yours. [ongoing] Your minions are Microbots.",
)


@microbot_alpha.own_power
def swarm(me: Instance) -> int:
    # Every minion you control is a Microbot by its second ability, whatever else it is: the others are counted.
    return len(_minions_in_play(me, me.you)) - 1


# --- Elder Things

shoggoth = guests.minion(
    "Shoggoth",
    power=6,
    copies=2,
    condition=lambda me, site: total_power(me.game, me.you, site) >= 6,
    text="Play only where you have at least 6 power. [on-play] Each other player may draw a Madness card; destroy a"
    " minion here of each one who does not.",
)


@shoggoth.on_play
def devour(me: Me) -> Steps[None]:
    victims = []
    for seat in others(me):
        if me.table.madness and (yield from may(me, "draw a Madness card", seat=seat)):
            draw_madness(me, seat=seat)
        else:
            victims.append(seat)
    eaten = []
    for seat in victims:
        name = me.table.seats[seat].name
        minion = yield from choose(me, f"a minion of {name} here to destroy", minions(me, at=me.base, of=seat))
        if minion is not None:
            eaten.append(minion)
    yield from destroy(me, *eaten)


# --- Itty Critters

critter_coach = guests.minion(
    "Critter Coach",
    power=4,
    copies=3,
    text="[on-play] You may search your deck for a minion of power 2 or less, play it here as an extra minion, and"
    " shuffle. At the end of the turn put it on the bottom of your deck, if you control it.",
)


@critter_coach.on_play
def send_out(me: Me) -> Steps[None]:
    if not can_search(me.game, me.you):
        return
    if not (yield from may(me, "search your deck for a minion of power 2 or less")):
        return
    found = yield from search_deck(
        me,
        "a minion of power 2 or less to play, or none",
        lambda card: me.game.fact(card).is_minion and printed_power(me.game, card) <= 2,
        optional=True,
    )
    if found is not None and (yield from play_certain(me, found, only=(me.base,))):
        lasting(me, "guests/critter-coach#call-back", cards=[found])
    shuffle_deck(me)


@critter_coach.lasting(END_OF_TURN)
def call_back(me: Me) -> Steps[None]:
    fetched = [me.table.cards[number] for number in me.lasting.cards] if me.lasting else []
    yield from place_in_deck(me, *(card for card in fetched if card.controller == me.you), end="bottom")


# --- Mythic Horses

teaching_power = guests.action(
    "Teaching Power",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores, reveal as many cards off your deck as you have minions there. Play one"
    " minion among them there as an extra minion and put the others back on top in any order.",
)


@teaching_power.played_at(BEFORE_SCORES)
def teach(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    revealed = reveal_top(me, len(minions(me, at=site, of=me.you)))
    if not revealed:
        return
    # Meanwhile they are in no zone: a draw in between cannot reach them (off-top).
    me.game.emit(SetAside, seat=me.you, cards=tuple(card.number for card in revealed))
    pupils = [card for card in revealed if me.game.fact(card).is_minion]
    pupil = yield from choose(me, "a revealed minion to play there", pupils)
    if pupil is not None:
        yield from play_certain(me, pupil, only=(site,), off_top=True)
    rest = [card for card in revealed if card.zone == "aside"]
    put_back(me, (yield from arrange(me, "the order of the others on top of your deck", rest)))


# --- Grimms' Fairy Tales

red_riding_hood = guests.minion(
    "Red Riding Hood",
    power=3,
    copies=1,
    text="[ongoing] While no minion called Big Bad Wolf is in play, your minions here have +1 power.",
)


@red_riding_hood.power_of_minions
def safe_path(me: Instance, minion: Card) -> int:
    if minion.site != me.base or minion.controller != me.you:
        return 0
    return 0 if any(me.game.fact(one).name == "Big Bad Wolf" for one in _minions_in_play(me)) else 1


# --- Samurai

samurai_chan = guests.minion(
    "Samurai-Chan",
    power=2,
    copies=4,
    text="[ongoing] After this minion goes to the discard pile from play, draw a card.",
)


def _this_minion_left(me: Instance, left: Destroyed | Discarded) -> bool:
    """Destroyed, or discarded because its base scored: both go to the discard pile from play (clarify.from-play)."""
    return left.card == me.card.number and left.source == "minions"


@samurai_chan.after(Destroyed, when=_this_minion_left)
def fall_in_battle(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me)


@samurai_chan.after(Discarded, when=_this_minion_left)
def honorable_end(me: Me, discarded: Discarded) -> None:
    draw_cards(me)


# --- Cowboys

quick_draw = guests.action(
    "Quick Draw",
    copies=2,
    raises_power=lambda me, minion: minion.controller == me.you,
    text="[on-play] One of your minions has +4 power until the end of the turn if it is in a duel, +2 power if not.",
)


@quick_draw.on_play
def draw_first(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", minions(me, of=me.you))
    if minion is not None:
        duel = me.table.duel
        fighting = duel is not None and minion.number in (duel.challenger, duel.challenged)
        yield from boost(me, minion, 4 if fighting else 2)


# --- Extramorphs

game_over_dude = guests.action(
    "Game Over, Dude!",
    copies=1,
    text="[on-play] Choose a base and a power less than 5. Play an extra minion of that power there off the top of your"
    " deck.",
)


@game_over_dude.on_play
def last_words(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to play a minion on", me.table.sites)
    wanted = yield from choose_number(me, "the power of the minion", range(5))
    yield from off_the_top(
        me, lambda card: me.game.fact(card).is_minion and printed_power(me.game, card) == wanted, only=(site,)
    )


# --- Wraithrustlers

librarian_haunt = guests.action(
    "Librarian Haunt",
    kind="on-base",
    copies=2,
    tags=("wraith",),
    text="Play on a base. [ongoing] This base's breakpoint is 3 higher. [ongoing] After this card is destroyed, draw"
    " three cards.",
)


@librarian_haunt.breakpoint_of
def hush(me: Instance, site: int) -> int:
    return 3 if site == me.base else 0


@librarian_haunt.after(Destroyed, when=lambda me, destroyed: destroyed.card == me.card.number)
def scattered_pages(me: Me, destroyed: Destroyed) -> None:
    draw_cards(me, 3)


# --- the Madness deck

madness = guests.action(
    "Madness",
    copies=30,
    tags=("madness",),
    text="[on-play] Draw two cards, or put this card back into the Madness deck.",
)

_DRAW, _BACK = "draw two cards", "put it back into the Madness deck"


@madness.on_play
def lose_it(me: Me) -> Steps[None]:
    if (yield from choose_mode(me, "what to do", (_DRAW, _BACK))) == _DRAW:
        draw_cards(me, 2)
    else:
        me.game.emit(
            Placed,
            card=me.card.number,
            to=-1,
            source="resolving",
            controller=me.you,
            end="bottom",
            zone="madness",
            by=me.by,
            seat=me.you,
        )
