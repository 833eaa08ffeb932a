"""Itty Critters: small minions that are sent out for a turn and called back under the deck."""

from __future__ import annotations

from core.cards.language import *

critters = Faction(
    "Itty Critters",
    set="big-in-japan",
    style="They send small minions out of the deck and call them back in the evening",
)


def _small(me: Me | Instance, card: Card, limit: int = 2) -> bool:
    """Return whether a card that is not in play is a minion of that power or less."""
    return me.game.fact(card).is_minion and printed_power(me.game, card) <= limit


def _send_out(me: Me, limit: int, back: str, *, optional: bool, only: tuple[int, ...] = ()) -> Steps[None]:
    """Search the deck for a small minion and play it, then shuffle. `back`: the ability that calls the minion back."""
    card = yield from search_deck(
        me,
        f"a minion of power {limit} or less to play" + (", or none" if optional else ""),
        lambda minion: _small(me, minion, limit),
        optional=optional,
    )
    if card is not None and (yield from play_certain(me, card, only=only)):
        lasting(me, back, cards=[card])
    shuffle_deck(me)


def _other_here(me: Me) -> list[Card]:
    return minions(me, at=me.base, but=me.card)


# --- minions

critter_champion = critters.minion(
    "Critter Champion",
    power=5,
    copies=1,
    text="[talent] Search your deck for a minion of power 2 or less, play it here as an extra minion, and shuffle. At the"
    " end of the turn, put it on the bottom of your deck, if you control it.",
)


@critter_champion.talent(has_effect=lambda me: can_search(me.game, me.you))
def title_bout(me: Me) -> Steps[None]:
    if can_search(me.game, me.you):
        optional, back = declinable(me, specific=True), "itty-critters/critter-champion#call-back"
        yield from _send_out(me, 2, back, optional=optional, only=(me.base,))


critter_coach = critters.minion(
    "Critter Coach",
    power=4,
    copies=3,
    text="[on-play] You may search your deck for a minion of power 2 or less, play it here as an extra minion, and"
    " shuffle. At the end of the turn, put it on the bottom of your deck, if you control it.",
)


@critter_coach.on_play
def send_out(me: Me) -> Steps[None]:
    if not can_search(me.game, me.you):
        return
    if (yield from may(me, "search your deck for a minion of power 2 or less")):
        yield from _send_out(me, 2, "itty-critters/critter-coach#call-back", optional=True, only=(me.base,))


calicoin = critters.minion(
    "Calicoin", power=2, copies=1, text="[on-play] You may put a +1 power counter on another minion here."
)


@calicoin.on_play
def good_fortune(me: Me) -> Steps[None]:
    about = "another minion here that gets a +1 power counter, or none"
    minion = yield from choose(me, about, _other_here(me), optional=True)
    if minion is not None:
        yield from place_counters(me, minion)


floofairy = critters.minion("Floofairy", power=2, copies=1, text="[on-play] You may draw a card.")


@floofairy.on_play
def sparkle(me: Me) -> Steps[None]:
    if has_cards_to_show(me, me.you, "draw") and (yield from may(me, "draw a card")):
        draw_cards(me)


krakatoad = critters.minion(
    "Krakatoad",
    power=2,
    copies=1,
    text="[on-play] You may give another minion here +2 power until the end of the turn.",
)


@krakatoad.on_play
def erupt(me: Me) -> Steps[None]:
    about = "another minion here that gets +2 power, or none"
    minion = yield from choose(me, about, _other_here(me), optional=True)
    if minion is not None:
        yield from boost(me, minion, 2)


leafaroo = critters.minion(
    "Leafaroo", power=2, copies=1, text="[on-play] You may shuffle a card from your discard pile into your deck."
)


@leafaroo.on_play
def compost(me: Me) -> Steps[None]:
    about = "a card to shuffle into your deck, or none"
    card = yield from choose(me, about, discard_pile(me), optional=True)
    if card is not None:
        yield from shuffle_into_deck(me, card)


shellshock = critters.minion(
    "Shellshock", power=2, copies=1, text="[on-play] You may destroy another minion of power 2 or less here."
)


@shellshock.on_play
def discharge(me: Me) -> Steps[None]:
    weak = [minion for minion in _other_here(me) if power(me.game, minion) <= 2]
    minion = yield from choose(me, "another minion here to destroy, or none", weak, optional=True)
    if minion is not None:
        yield from destroy(me, minion)


tadpour = critters.minion(
    "Tadpour", power=2, copies=1, text="[on-play] You may move another minion from here to another base."
)


@tadpour.on_play
def wash_away(me: Me) -> Steps[None]:
    elsewhere = other_bases(me, me.base)
    others_here = _other_here(me) if elsewhere else []
    minion = yield from choose(me, "another minion here to move, or none", others_here, optional=True)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", elsewhere)
        if site:
            yield from move(me, minion, site)


# --- actions

coach_combat = critters.action(
    "Coach Combat",
    copies=1,
    affects=weaker_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy a minion at its base that has less power than it.",
)


@coach_combat.on_play
def battle(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda fighter: weaker_beside(me, fighter))
    fighter = yield from choose(me, "one of your minions", own, affects=False)
    if fighter is not None:
        loser = yield from choose(me, "a minion there with less power to destroy", weaker_beside(me, fighter))
        if loser is not None:
            yield from destroy(me, loser)


critter_cube = critters.action(
    "Critter Cube",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 3,
    text="[on-play] Choose a minion in play of power 3 or less, whoever owns it, and shuffle it into your deck.",
)


@critter_cube.on_play
def catch(me: Me) -> Steps[None]:
    weak = [minion for minion in minions(me) if power(me.game, minion) <= 3]
    minion = yield from choose(me, "a minion to shuffle into your deck", weak)
    if minion is not None:
        yield from shuffle_into_deck(me, minion, to=me.you)


evolution = critters.action(
    "Evolution",
    copies=2,
    affects=yours,
    text="[on-play] Choose one of your minions and destroy it. If you do, either play Rainboroc there, or search your deck"
    " for a minion with at most 1 more power than it had, play it there as an extra minion, and shuffle.",
)


@evolution.on_play
def evolve(me: Me) -> Steps[None]:
    # resolve.dependent: nobody starts to pay a cost they cannot pay.
    own = [minion for minion in minions(me, of=me.you) if possible(me.game, effect(me, "destroy", minion))]
    minion = yield from choose(me, "one of your minions to destroy", own)
    if minion is None:
        return
    limit, site = power(me.game, minion) + 1, minion.site
    if not (yield from destroy(me, minion)):
        return
    titan = next((card for card in titans_beside(me) if me.game.fact(card).name == "Rainboroc"), None)
    rises = titan is not None and can_play_titan(me, titan, only=(site,))
    modes = [_RAINBOROC] * rises + [_SEARCH] * can_search(me.game, me.you)
    about = "what comes there" + (", or nothing" if rises else "")  # nobody has to play a titan (titan.playing)
    mode = (yield from choose_mode(me, about, modes, optional=rises)) if modes else ""
    if mode == _RAINBOROC:
        yield from play_titan(me, titan, only=(site,))
    elif mode == _SEARCH:
        yield from _evolved(me, limit, site)


_RAINBOROC, _SEARCH = "play Rainboroc there", "search your deck for a minion"


def _evolved(me: Me, limit: int, site: int) -> Steps[None]:
    """Search the deck for the minion that a destroyed one becomes, play it at that base, and shuffle."""
    optional = declinable(me, specific=True)
    found = yield from search_deck(
        me,
        f"a minion of power {limit} or less to play there" + (", or none" if optional else ""),
        lambda card: _small(me, card, limit),
        optional=optional,
    )
    if found is not None and site in me.table.sites:
        yield from play_certain(me, found, only=(site,))
    shuffle_deck(me)


gotta_get_em_all = critters.action(
    "Gotta Get 'Em All",
    copies=1,
    text="[on-play] Shuffle one minion of each name from your discard pile into your deck.",
)


@gotta_get_em_all.on_play
def complete_the_set(me: Me) -> Steps[None]:
    lost = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    one_of_each = {me.game.fact(card).name: card for card in reversed(lost)}
    yield from shuffle_into_deck(me, *one_of_each.values())


i_select_you = critters.action(
    "I Select You!",
    copies=1,
    text="[on-play] Search your deck for a minion of power 3 or less, play it as an extra minion, and shuffle. At the end"
    " of the turn, put it on the bottom of your deck, if you control it.",
)


@i_select_you.on_play
def throw_the_cube(me: Me) -> Steps[None]:
    if can_search(me.game, me.you):
        back = "itty-critters/i-select-you#call-back"
        yield from _send_out(me, 3, back, optional=declinable(me, specific=True))


ittypedia = critters.action(
    "Ittypedia",
    kind="on-base",
    copies=2,
    text="Play on a base. [ongoing] After you play a minion here, it has +1 power until the end of the turn.",
)


@ittypedia.after(CardPlayed, here=True, when=lambda me, played: minion_played(me, played) and played.seat == me.you)
def look_it_up(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from boost(me, minion, 1)


recall_critter = critters.action(
    "Recall Critter",
    copies=1,
    text="[on-play] Play a minion of power 2 or less from your discard pile as an extra minion. At the end of the turn, put"
    " it on the bottom of your deck, if you control it.",
)


def _recalled(me: Me, played: CardPlayed) -> None:
    minion = minion_just_played(me, played)
    if minion is not None:
        lasting(me, "itty-critters/recall-critter#call-back", cards=[minion])


@recall_critter.on_play
def recall(me: Me) -> Steps[None]:
    played = yield from extra_play(
        me,
        "minion",
        condition="discarded-at-most",
        arguments=("2",),
        then="itty-critters/recall-critter#back-again",
    )
    if played is not None:
        _recalled(me, played)


@recall_critter.lasting(CardPlayed, when=with_that_play)
def back_again(me: Me, played: CardPlayed) -> None:
    _recalled(me, played)


super_effective = critters.action(
    "Super Effective", copies=1, text="[on-play] Destroy an action that is on a minion or on a base."
)


@super_effective.on_play
def strike_the_weakness(me: Me) -> Steps[None]:
    on_minions = [card for card in actions_in_play(me, on_bases=False) if me.game.facts[card.host].is_minion]
    action = yield from choose(me, "an action to destroy", [*on_minions, *actions_in_play(me, on_minions=False)])
    if action is not None:
        yield from destroy(me, action)


# --- the titan

rainboroc = critters.titan(
    "Rainboroc",
    text="[special] After you win a base and it is replaced, you may play this titan on the new base. [ongoing] After the"
    " first time each turn that you play a minion of power 2 or less here, put a +1 power counter on this titan. [talent]"
    " Shuffle a minion of power 2 or less from your discard pile into your deck. If you do, you may move this titan to"
    " another base.",
)


@rainboroc.after_replaced(
    here=False,
    zone="beside",
    may=True,
    when=lambda me: (
        is_winner(me) and out_of_play_as_it_scored(me) and can_play_titan(me, only=(replacement_site(me.game),))
    ),
)
def spread_its_wings(me: Me) -> Steps[None]:
    yield from play_titan(me, only=(replacement_site(me.game),))


def _small_one_of_yours(me: Instance, played: CardPlayed) -> bool:
    def small(card: Card) -> bool:
        return of_power_when_played(me, card, 0, 2)

    return played.seat == me.you and first_minion_here_by_its_player(me, played, fits=small)


@rainboroc.after(CardPlayed, here=True, when=_small_one_of_yours)
def shine(me: Me, played: CardPlayed) -> Steps[None]:
    note_power_when_played(me, played, 0, 2)
    yield from place_counters(me, me.card)


def _small_ones_lost(me: Me) -> list[Card]:
    return [card for card in discard_pile(me) if _small(me, card)]


@rainboroc.talent(has_effect=lambda me: bool(_small_ones_lost(me)))
def soar(me: Me) -> Steps[None]:
    card = yield from choose(me, "a minion to shuffle into your deck", _small_ones_lost(me))
    if card is None or not (yield from shuffle_into_deck(me, card)):
        return
    site = yield from choose_base(me, "the base to move Rainboroc to, or none", other_bases(me, me.base), optional=True)
    if site:
        yield from move(me, me.card, site)


# --- the end of the turn


@critter_champion.lasting(END_OF_TURN)
@critter_coach.lasting(END_OF_TURN)
@i_select_you.lasting(END_OF_TURN)
@recall_critter.lasting(END_OF_TURN)
def call_back(me: Me) -> Steps[None]:
    sent = [me.table.cards[number] for number in me.lasting.cards] if me.lasting else []
    yield from place_in_deck(me, *(card for card in sent if card.controller == me.you), end="bottom")
