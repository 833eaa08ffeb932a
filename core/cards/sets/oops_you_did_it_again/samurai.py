"""Samurai: they duel with honor, and those who fall leave something behind."""

from __future__ import annotations

from core.cards.language import *

samurai = Faction("Samurai", set="oops-you-did-it-again", style="Honor in duels and in death: their fallen still pay")

shogun = samurai.minion(
    "Shogun",
    power=5,
    copies=1,
    text="[ongoing] After another of your minions goes to the discard pile from play, put a +1 power counter on this"
    " minion.",
)


def _another_of_yours(me: Instance, left: Destroyed | Discarded) -> bool:
    return minion_gone(me, left) and left.controller == me.you and left.card != me.card.number


@shogun.after(*TO_THE_DISCARD_PILE, when=_another_of_yours, regardless=("event",))
def avenge(me: Me, left: Destroyed | Discarded) -> Steps[None]:
    yield from place_counters(me, me.card)


bushi = samurai.minion(
    "Bushi",
    power=4,
    copies=2,
    text="[ongoing] After this minion goes to the discard pile from play, gain 1 VP if its power was 5 or more.",
)


# Its power as it left: the cards on it left with it.
@bushi.after(
    *TO_THE_DISCARD_PILE,
    when=lambda me, left: this_minion_gone(me, left) and left.power >= 5,
    regardless=("holder", "event"),
)
def worthy_death(me: Me, left: Destroyed | Discarded) -> None:
    gain_vp(me)


ronin = samurai.minion(
    "Ronin",
    power=3,
    copies=3,
    text="[on-play] If you have no other minion here, put a +1 power counter on this one.",
)


@ronin.on_play
def masterless(me: Me) -> Steps[None]:
    if not minions(me, at=me.base, of=me.you, but=me.card):
        yield from place_counters(me, me.card)


samurai_chan = samurai.minion(
    "Samurai-Chan",
    power=2,
    copies=4,
    text="[ongoing] After this minion goes to the discard pile from play, draw a card.",
)


@samurai_chan.after(*TO_THE_DISCARD_PILE, when=this_minion_gone, regardless=("holder", "event"))
def honorable_end(me: Me, left: Destroyed | Discarded) -> None:
    draw_cards(me)


code_of_bushido = samurai.action(
    "Code of Bushido",
    copies=1,
    raises_power=yours,
    text="[on-play] Put a +1 power counter on each of three of your minions.",
)


# The first printing is known only from its erratum, which speaks of three separate minions: read as three, not up to
# three; with fewer, each gets one.
@code_of_bushido.on_play
def swear(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    sworn: list[Card] = []
    if me.aim is not None and (first := (yield from choose(me, "a minion that gets a counter", aimed(me, own)))):
        sworn = [first]
        own.remove(first)
    left = 3 - len(sworn)
    sworn += yield from choose_some(me, "your minions that get a counter each", own, least=left, most=left)
    yield from place_counter_on_each(me, sworn)


final_haiku = samurai.action(
    "Final Haiku",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] After that minion goes to the discard pile from play, your minions have"
    " +2 power until the end of the turn.",
)


@final_haiku.after(*TO_THE_DISCARD_PILE, when=host_gone)
def last_words(me: Me, left: Destroyed | Discarded) -> Steps[None]:
    yield from boost_each(me, minions(me, of=me.you), 2)


heart_of_the_battle = samurai.action(
    "Heart of the Battle",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: minion.site == scoring_site(me.game),
    text="[special] Before a base scores, one of your minions there duels another player's minion there. Destroy the"
    " loser.",
)


@heart_of_the_battle.played_at(BEFORE_SCORES)
def cross_blades(me: Me) -> Steps[None]:
    if within_duel(me, me.card):
        return
    site = scoring_site(me.game)
    rivals = foreign_minions(me, at=site)
    champions = minions(me, at=site, of=me.you) if rivals else []
    champion = yield from choose(me, "one of your minions there for a duel", champions)
    if champion is not None:
        rival = yield from choose(me, "a minion there to challenge", rivals)
        assert rival is not None
        result = yield from duel(me, champion, rival)
        yield from destroy(me, *(result.losers if result is not None else ()))


honor_the_ancestors = samurai.action(
    "Honor the Ancestors",
    copies=1,
    raises_power=yours,
    text="[on-play] Put a +1 power counter on one of your minions. Shuffle up to as many minions from your discard pile"
    " into your deck as there are other players.",
)


@honor_the_ancestors.on_play
def commemorate(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets a counter", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from place_counters(me, minion)
    ancestors = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    about = "minions in your discard pile to shuffle into your deck"
    chosen = yield from choose_some(me, about, ancestors, most=len(others(me)))
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


honor_the_fallen = samurai.action(
    "Honor the Fallen",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After a minion of yours here goes to the discard pile, draw a card.",
)


def _one_of_yours(me: Instance, left: Destroyed | Discarded) -> bool:
    return minion_gone(me, left) and left.controller == me.you


@honor_the_fallen.after(*TO_THE_DISCARD_PILE, here=True, when=_one_of_yours, regardless=("event",))
def incense(me: Me, left: Destroyed | Discarded) -> None:
    draw_cards(me)


honorable_combat = samurai.action(
    "Honorable Combat",
    copies=1,
    text="[on-play] Choose a base where another player has more power than you. One of your minions there duels one of"
    " that player's minions there. The winner's controller gains 1 VP.",
)


def _stronger(me: Me, site: int) -> list[Card]:
    """Return the minions at a base of players with more power there than you."""
    mine = total_power(me.game, me.you, site)
    return [minion for minion in foreign_minions(me, at=site) if total_power(me.game, minion.controller, site) > mine]


@honorable_combat.on_play
def challenge_(me: Me) -> Steps[None]:
    if within_duel(me, me.card):
        return
    champions = [minion for minion in minions(me, of=me.you) if _stronger(me, minion.site)]
    champion = yield from choose(me, "one of your minions for a duel", champions)
    if champion is not None:
        rival = yield from choose(me, "a minion to challenge", _stronger(me, champion.site))
        assert rival is not None
        result = yield from duel(me, champion, rival)
        for winner in result.winners if result is not None else ():
            gain_vp(me, seat=winner.controller)


way_of_the_warrior = samurai.action(
    "Way of the Warrior",
    copies=2,
    raises_power=yours,
    text="[on-play] One of your minions has +3 power until the end of the turn. If it goes to the discard pile from play"
    " this turn, draw a card.",
)


@way_of_the_warrior.on_play
def walk_it(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +3 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        raised = yield from boost(me, minion, 3)
        lasting(me, "samurai/way-of-the-warrior#arrive", cards=[raised or minion])


@way_of_the_warrior.lasting(
    *TO_THE_DISCARD_PILE,
    when=lambda me, left: minion_gone(me, left) and left.card in me.lasting.cards,
    regardless=("holder", "event"),
)
def arrive(me: Me, left: Destroyed | Discarded) -> None:
    draw_cards(me)


yokai_attack = samurai.action(
    "Yokai Attack!",
    copies=2,
    affects=yours,
    text="[on-play] Destroy one of your minions to play an extra minion and an extra action.",
)


@yokai_attack.on_play
def possess(me: Me) -> Steps[None]:
    victim = yield from choose(me, "one of your minions to destroy", minions(me, of=me.you))
    if victim is not None and (yield from destroy(me, victim)):
        yield from extra_play(me, "minion", "action")
