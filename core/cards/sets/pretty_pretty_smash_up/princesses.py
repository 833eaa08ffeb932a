"""Princesses: six minions of power 5, each one of a kind, and the heirlooms and helpers that come with them."""

from __future__ import annotations

from core.cards.language import *

princesses = Faction("Princesses", set="pretty-pretty-smash-up", style="Few minions, all of them mighty")


def _others_elsewhere(me: Me | Instance, site: int) -> list[Card]:
    """Return the minions at bases other than this one."""
    return [minion for minion in minions(me) if minion.site != site]


def _lead_away(me: Me, minion: Card | None) -> Steps[None]:
    """Move a minion to another base of your choice."""
    if minion is None:
        return
    site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
    if site:
        yield from move(me, minion, site)


# --- minions

apricot = princesses.minion(
    "Apricot", power=5, copies=1, text="[talent] Destroy another player's minion of power 2 or less here."
)


def _commoners(me: Me | Instance) -> list[Card]:
    return [minion for minion in foreign_minions(me, at=me.base) if power(me.game, minion) <= 2]


@apricot.talent(has_effect=lambda me: bool(_commoners(me)))
def dismiss(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy", _commoners(me))
    if minion is not None:
        yield from destroy(me, minion)


eliza = princesses.minion(
    "Eliza", power=5, copies=1, text="[ongoing] Other players can't play more than one extra card in a turn."
)


@eliza.limits_extra_cards
def keep_it_simple(me: Instance, seat: int) -> int | None:
    return None if seat == me.you else 1


griselda = princesses.minion(
    "Griselda",
    power=5,
    copies=1,
    text="[talent] Draw an Heirloom from your discard pile; or play an Heirloom as an extra action.",
)

_FETCH, _PLAY = "draw an Heirloom from your discard pile", "play an Heirloom"


def _is_heirloom(me: Me | Instance, card: Card) -> bool:
    return me.game.fact(card).name == heirloom.name


@griselda.talent()
def inherit(me: Me) -> Steps[None]:
    parts = {_FETCH: any(_is_heirloom(me, card) for card in discard_pile(me)), _PLAY: True}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _FETCH:
            yield from draw_from(me, "an Heirloom", lambda card: _is_heirloom(me, card), "discard")
        else:
            yield from extra_play(me, "action", condition="named", arguments=(heirloom.name,), specific=True)


marie_degraw = princesses.minion(
    "Marie DeGraw",
    power=5,
    copies=1,
    text="[talent] Reveal the top card of your deck. If it is a minion, draw it; otherwise put it on the bottom of your"
    " deck.",
)


@marie_degraw.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "reveal"))
def receive(me: Me) -> None:
    for card in reveal_top(me):
        if me.game.fact(card).is_minion:
            draw_these(me, [card])
        else:
            put_back(me, [card], end="bottom")


sleeping_beauty = princesses.minion(
    "Sleeping Beauty",
    power=5,
    copies=1,
    text="[ongoing] If this minion would go to the discard pile, shuffle it into your deck instead.",
)


def _can_sleep(me: Instance, incoming: Effect) -> bool:
    return incoming.card == me.card.number and possible(me.game, effect(me, "shuffle", me.card))


@sleeping_beauty.instead("destroy", "discard", when=_can_sleep)
def fall_asleep(me: Me, effect: Effect) -> Effect:
    # Her owner's deck, whoever controls her (term.owner-zone).
    return effect.becomes("shuffle", to=-1).done_by(me)


snow_white = princesses.minion(
    "Snow White", power=5, copies=1, text="[talent] Move a minion from another base to here."
)


@snow_white.talent(has_effect=lambda me: bool(_others_elsewhere(me, me.base)))
def call_friends(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to move here", _others_elsewhere(me, me.base))
    if minion is not None:
        yield from move(me, minion, me.base)


# --- actions

direct_to_dvd_sequel = princesses.action(
    "Direct to DVD Sequel",
    copies=2,
    text="[on-play] Shuffle a minion from your discard pile into your deck. Draw a card.",
)


@direct_to_dvd_sequel.on_play
def bring_back(me: Me) -> Steps[None]:
    gone = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    minion = yield from choose(me, "a minion to shuffle into your deck", gone)
    if minion is not None:
        yield from shuffle_into_deck(me, minion)
    draw_cards(me)


fairy_godmother = princesses.action(
    "Fairy Godmother",
    copies=1,
    raises_power=True,
    text="[on-play] Draw two cards; or a minion has +3 power until the end of the turn.",
)

_DRAW_TWO, _STRENGTHEN = "draw two cards", "a minion has +3 power"


@fairy_godmother.on_play
def grant_a_wish(me: Me) -> Steps[None]:
    parts = {_DRAW_TWO: me.aim is None, _STRENGTHEN: bool(minions(me))}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _DRAW_TWO:
            draw_cards(me, 2)
            continue
        minion = yield from choose(me, "a minion that gets +3 power", aimed(me, minions(me)))
        if minion is not None:
            yield from boost(me, minion, 3)


happily_ever_after = princesses.action(
    "Happily Ever After",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] When this base scores, if you win it, gain 1 VP.",
)


@happily_ever_after.when_scores(provided=is_winner, regardless=("holder", "player"))
def live_on(me: Me) -> None:
    gain_vp(me)


heirloom = princesses.action(
    "Heirloom",
    kind="on-minion",
    copies=3,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +1 power for each Heirloom on it. [ongoing] This action can't be"
    " destroyed.",
)


@heirloom.power_of_host
def family_pride(me: Instance) -> int:
    return sum(_is_heirloom(me, me.table.cards[number]) for number in me.host.attached)


@heirloom.forbids("destroy")
def keepsake(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.number


skillet = princesses.action(
    "Skillet",
    copies=2,
    affects=lambda me, minion: power(me.game, minion) <= 2,
    text="[on-play] Destroy a minion of power 2 or less. Draw a card.",
)


@skillet.on_play
def swing(me: Me) -> Steps[None]:
    small = [minion for minion in minions(me) if power(me.game, minion) <= 2]
    minion = yield from choose(me, "a minion of power 2 or less to destroy", small)
    if minion is not None:
        yield from destroy(me, minion)
    draw_cards(me)


some_day_my_prince_will_come = princesses.action(
    "Some Day My Prince Will Come",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: minion.site == scoring_site(me.game) and len(me.table.sites) > 1,
    text="[special] Before a base scores, move a minion from there to another base.",
)


@some_day_my_prince_will_come.played_at(BEFORE_SCORES)
def ride_off(me: Me) -> Steps[None]:
    there = minions(me, at=scoring_site(me.game)) if len(me.table.sites) > 1 else []
    yield from _lead_away(me, (yield from choose(me, "a minion there to move", there)))


tale_as_old_as_time = princesses.action(
    "Tale as Old as Time",
    copies=1,
    affects=lambda me, minion: yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Choose a base. Move all your minions to it.",
)


@tale_as_old_as_time.on_play
def gather(me: Me) -> Steps[None]:
    own = minions(me, of=me.you)
    site = yield from choose_base(me, "the base to move your minions to", gathering_places(me, own), affects=False)
    if site:
        yield from move_all(me, [minion for minion in own if minion.site != site], site)


true_loves_kiss = princesses.action(
    "True Love's Kiss", copies=2, affects=True, text="[on-play] Move a minion to another base."
)


@true_loves_kiss.on_play
def awaken(me: Me) -> Steps[None]:
    movable = minions(me) if len(me.table.sites) > 1 else []
    yield from _lead_away(me, (yield from choose(me, "a minion to move", movable)))


woodland_helpers = princesses.action(
    "Woodland Helpers",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a standard action, you may put it on the bottom of your deck instead of"
    " the discard pile.",
)


@woodland_helpers.after(
    CardPlayed,
    may=True,
    when=lambda me, played: standard_action_played(me, played) and played.seat == me.you,
    still=lambda me, played: me.game.card(played.card).zone == "resolving",
)
def tidy_up(me: Me, played: CardPlayed) -> None:
    goes_instead(me, me.game.card(played.card), "deck", end="bottom")
