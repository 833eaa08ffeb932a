"""Innsmouth: everybody there has the same name."""

from __future__ import annotations

from collections import Counter

from core.cards.language import *

innsmouth = Faction(
    "Innsmouth", set="obligatory-cthulhu-set", style="Ten of one name: small, many, and each fetches the next"
)

the_locals = innsmouth.minion(
    "The Locals",
    power=2,
    copies=10,
    text="[on-play] Reveal the top three cards of your deck. Put every copy of The Locals among them into your hand and"
    " the others on the bottom of your deck.",
)


@the_locals.on_play
def call_the_neighbours(me: Me) -> Steps[None]:
    revealed = reveal_top(me, 3)
    neighbours = [card for card in revealed if me.game.fact(card).name == the_locals.name]
    taken = (yield from take(me, *neighbours)) if neighbours else []
    rest = [card for card in revealed if card not in taken]
    put_back(me, (yield from arrange(me, "the order in which they go under your deck", rest)), end="bottom")


in_plain_sight = innsmouth.action(
    "In Plain Sight",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] Your minions of power 2 or less here are not affected by other players' cards.",
)
# A change that lowers a minion's power to 2 stays, although the minion is protected from then on: what a card in play
# adds or removes is judged by the power that the minion has without it (protect.range).


@in_plain_sight.shields
def nobody_looks_twice(me: Instance, card: Card, effect: Effect) -> bool:
    own_here = card.zone == "minions" and card.site == me.base and card.controller == me.you
    return own_here and of_other_players(me, effect) and weak_apart_from(me, card, 2, effect)


mysteries_of_the_deep = innsmouth.action(
    "Mysteries of the Deep",
    copies=1,
    text="[on-play] If you have at least three minions of one name at a base, draw three cards. Then you may draw two"
    " more cards and two Madness cards.",
)


def _three_of_a_name(me: Me) -> bool:
    own = ([names_of(me.game, card) for card in minions(me, at=site, of=me.you)] for site in me.table.sites)
    crowds = (Counter(name for names in there for name in names) for there in own)
    return any(count >= 3 for names in crowds for count in names.values())


@mysteries_of_the_deep.on_play
def descend(me: Me) -> Steps[None]:
    if not _three_of_a_name(me):
        return
    draw_cards(me, 3)
    if (yield from may(me, "draw two more cards and two Madness cards")):
        draw_cards(me, 2)
        draw_madness(me, 2)


new_acolytes = innsmouth.action(
    "New Acolytes",
    copies=1,
    text="[on-play] Each player shuffles all minions in their discard pile into their deck.",
)


@new_acolytes.on_play
def convert(me: Me) -> Steps[None]:
    lost = [card for seat in me.game.clockwise() for card in discard_pile(me, seat) if me.game.fact(card).is_minion]
    yield from shuffle_into_deck(me, *lost)


recruitment = innsmouth.action(
    "Recruitment",
    copies=1,
    text="[on-play] Draw up to three Madness cards. You may play an extra minion for each of them.",
)


@recruitment.on_play
def recruit(me: Me) -> Steps[None]:
    most = min(3, len(me.table.piles["madness"]))
    drawn = draw_madness(me, (yield from choose_number(me, "how many Madness cards to draw", range(most + 1))))
    yield from extra_play(me, "minion", times=len(drawn))


return_to_the_sea = innsmouth.action(
    "Return to the Sea",
    kind="special-only",
    copies=1,
    text="[special] After a base scores, put any number of your minions there that share one name into their owners'"
    " hands instead of the discard pile.",
)
# That they are placed while the others are discarded, and not returned before, is the sentence of the only known copy
# of the first printing; the later text says "return" and does not mention the discard pile.


@return_to_the_sea.played_at(AFTER_SCORES)
def hear_the_call(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    called = yield from choose_some(
        me, "minions of one name to put into hand", minions(me, at=site, of=me.you), one_name=True
    )
    if called:
        # Decided now; they leave when the cards of the base are discarded.
        lasting(me, "innsmouth/return-to-the-sea#into-the-waves", cards=called, site=site)


@return_to_the_sea.lasting(AS_DISCARDED)
def into_the_waves(me: Me) -> Steps[None]:
    called = me.lasting.cards if me.lasting else ()
    yield from place_in_hand(me, *(card for card in minions(me, at=me.base) if card.number in called))


sacred_circle = innsmouth.action(
    "Sacred Circle",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] You may play an extra minion here with the same name as a minion here.",
)


@sacred_circle.talent()
def join_hands(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="named-as-one-at", arguments=(str(me.base),), site=me.base)


spreading_the_word = innsmouth.action(
    "Spreading the Word",
    copies=2,
    text="[on-play] Choose a minion in play. You may play up to two extra minions with the same name.",
)


@spreading_the_word.on_play
def preach(me: Me) -> Steps[None]:
    one_of_each = {names_of(me.game, minion): minion for minion in minions(me)}
    preacher = yield from choose(me, "a minion whose name is shared", one_of_each.values())
    if preacher is not None:
        names = tuple(sorted(names_of(me.game, preacher)))
        yield from extra_play(me, "minion", "minion", condition="named", arguments=names)


def _own_and_small(me: Me, minion: Card) -> bool:
    return minion.controller == me.you and power(me.game, minion) <= 2


the_deep_ones = innsmouth.action(
    "The Deep Ones",
    copies=2,
    raises_power=_own_and_small,
    text="[on-play] Your minions of power 2 or less have +1 power until the end of the turn.",
)


@the_deep_ones.on_play
def rise(me: Me) -> Steps[None]:
    yield from boost_each(me, [minion for minion in minions(me) if _own_and_small(me, minion)], 1)


# --- the titan

dagon = innsmouth.titan(
    "Dagon",
    text="[special] On your turn, you may play this titan on a base where you have two or more minions with the same name."
    " [ongoing] You have 1 more power here for each of your minions here that shares its name with another minion here."
    " [talent] Play an extra minion here.",
)


def _namesakes(me: Me | Instance, minion: Card, among: list[Card]) -> bool:
    names = names_of(me.game, minion)
    return any(other is not minion and names & names_of(me.game, other) for other in among)


def _congregations(me: Me | Instance) -> list[int]:
    """Return the bases where you have two or more minions with the same name."""
    own = {site: minions(me, at=site, of=me.you) for site in me.table.sites}
    return [site for site, here in own.items() if any(_namesakes(me, minion, here) for minion in here)]


@dagon.on_your_turn(zone="beside", when=lambda me: can_play_titan(me, only=_congregations(me)))
def rise_from_the_deep(me: Me) -> Steps[None]:
    yield from play_titan(me, only=_congregations(me))


@dagon.power_of_player
def father_of_many(me: Instance, seat: int, site: int) -> int:
    if seat != me.you or site != me.base:
        return 0
    here = minions(me, at=site)
    return sum(_namesakes(me, minion, here) for minion in here if yours(me, minion))


@dagon.talent()
def beckon(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", site=me.base)
