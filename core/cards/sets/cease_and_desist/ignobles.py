"""Ignobles: they exploit the difference between owning a minion and controlling it."""

from __future__ import annotations

from core.cards.language import *

ignobles = Faction(
    "Ignobles",
    set="cease-and-desist",
    style="What they own and what they control are two things, and they trade on the difference",
)


def _lost(me: Me, minion: Card) -> bool:
    """Return whether you own a minion that another player controls."""
    return minion.owner == me.you and not yours(me, minion)


def _no_weaker(me: Me, minion: Card) -> list[Card]:
    """Your minions that have at least the power of another player's minion; none for one of yours."""
    limit = power(me.game, minion)
    own = [card for card in minions(me, of=me.you) if power(me.game, card) >= limit]
    return [] if yours(me, minion) else own


def _hand_over(me: Me) -> Steps[tuple[Card, int] | None]:
    """Give another player control of a minion of yours. Returns the minion and the player, or None if that failed."""
    fair = leading(
        me, minions(me, of=me.you), lambda own: [own, *(card for card in minions(me) if own in _no_weaker(me, card))]
    )
    minion = yield from choose(me, "a minion of yours to hand over", fair)
    if minion is None:
        return None
    seat = yield from choose_player(me, "the player who takes control of it", aimed_players(me, others(me)))
    given = yield from give_control(me, minion, seat)
    return (given, seat) if given is not None else None


def _offer_itself(me: Me, why: str) -> Steps[bool]:
    """You may let another player take control of this minion."""
    # resolve.dependent: an impossible cost is not started.
    if not any(possible(me.game, effect(me, "control", me.card, to=seat)) for seat in others(me)):
        return False
    if not (yield from may(me, f"let another player take control of this minion{why}")):
        return False
    seat = yield from choose_player(me, "the player who takes control of it", others(me))
    return (yield from give_control(me, me.card, seat)) is not None


def _take_back_one(me: Me, *, at: int = 0) -> Steps[None]:
    """Take control of a minion you own, whoever controls it now (R079: you own what came from your deck)."""
    minion = yield from choose(me, "a minion you own to take control of", minions(me, at=at, owner=me.you))
    if minion is not None:
        yield from take_control(me, minion)


aunt_of_drakes = ignobles.minion(
    "Aunt of Drakes",
    power=5,
    copies=1,
    text="[talent] Give another player control of one of your minions to draw a card and play an extra action.",
)


@aunt_of_drakes.talent()
def marry_off(me: Me) -> Steps[None]:
    if (yield from _hand_over(me)) is not None:
        draw_cards(me)
        yield from extra_play(me, "action")


foot_of_the_king = ignobles.minion(
    "Foot of the King",
    power=4,
    copies=2,
    text="[ongoing] At the end of your turn, you may take control of a minion you own.",
)


def _one_to_take_back(me: Instance) -> bool:
    return any(minion.controller != me.you or minion.control for minion in minions(me, owner=me.you))


@foot_of_the_king.end_of_turn(may=True, when=_one_to_take_back, regardless=("holder",))
def summon_to_court(me: Me) -> Steps[None]:
    yield from _take_back_one(me)


betrothed = ignobles.minion(
    "Betrothed",
    power=3,
    copies=3,
    text="[on-play] You may let another player take control of this minion."
    " [ongoing] When this base scores, if its winner controls this minion without owning it, the owner gains 1 VP.",
)


@betrothed.on_play
def join_the_houses(me: Me) -> Steps[None]:
    yield from _offer_itself(me, "")


def _serves_a_foreign_winner(me: Instance) -> bool:
    return me.card.controller != me.card.owner and me.card.controller in winners(me.game)


@betrothed.when_scores(
    provided=_serves_a_foreign_winner, who=lambda me, event: (me.card.owner,), regardless=("holder", "player")
)
def dowry(me: Me) -> None:
    gain_vp(me, rule="score.when")


sneaky_squire = ignobles.minion(
    "Sneaky Squire",
    power=2,
    copies=4,
    text="[on-play] You may let another player take control of this minion to play an extra minion.",
)


@sneaky_squire.on_play
def change_sides(me: Me) -> Steps[None]:
    if (yield from _offer_itself(me, " to get an extra minion")):
        yield from extra_play(me, "minion")


activate_the_spy = ignobles.action(
    "Activate the Spy",
    copies=2,
    affects=_lost,
    text="[on-play] Take control of a minion you own. You may play an extra action.",
)


@activate_the_spy.on_play
def whisper_the_word(me: Me) -> Steps[None]:
    yield from _take_back_one(me)
    yield from extra_play(me, "action")


banner_call = ignobles.action(
    "Banner Call", copies=1, affects=_lost, text="[on-play] Take control of any number of minions you own."
)


@banner_call.on_play
def rally(me: Me) -> Steps[None]:
    called = yield from choose_some(me, "minions you own to take control of", minions(me, owner=me.you))
    if called:
        yield from take_control(me, *called)


fate_of_the_favorites = ignobles.action(
    "Fate of the Favorites",
    copies=1,
    affects=lambda me, minion: minion.owner == me.you,
    text="[on-play] Each player destroys a minion they own, whoever controls it.",
)


@fate_of_the_favorites.on_play
def nobody_is_safe(me: Me) -> Steps[None]:
    yield from each_player(me, "destroy", "a minion you own to destroy", lambda seat: minions(me, owner=seat))


hostage_exchange = ignobles.action(
    "Hostage Exchange",
    copies=1,
    affects=lambda me, minion: yours(me, minion) or bool(_no_weaker(me, minion)),
    text="[on-play] Give another player control of one of your minions to take control of one of that player's minions"
    " that has no more power.",
)


@hostage_exchange.on_play
def trade(me: Me) -> Steps[None]:
    given = yield from _hand_over(me)
    if given is None:
        return
    hostage, seat = given
    # The minion just given is that player's too, and no stronger than itself. Our reading: an exchange is for another
    # one.
    limit = power(me.game, hostage)
    fair = [minion for minion in minions(me, of=seat, but=hostage) if power(me.game, minion) <= limit]
    minion = yield from choose(me, "a minion of that player to take control of", fair)
    if minion is not None:
        yield from take_control(me, minion)


inevitable_betrayal = ignobles.action(
    "Inevitable Betrayal",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: _lost(me, minion) and minion.site == scoring_site(me.game),
    text="[special] Before a base scores: take control of a minion you own there.",
)


@inevitable_betrayal.played_at(BEFORE_SCORES)
def turn_the_cloak(me: Me) -> Steps[None]:
    if me.table.scoring is not None:
        yield from _take_back_one(me, at=me.table.scoring.site)


out_of_sight = ignobles.action(
    "Out of Sight",
    copies=1,
    affects=lambda me, minion: minion.owner == me.you,
    text="[on-play] Each player returns a minion they own to hand, whoever controls it.",
)


@out_of_sight.on_play
def withdraw(me: Me) -> Steps[None]:
    yield from each_player(
        me, "return", "a minion you own to return to your hand", lambda seat: minions(me, owner=seat)
    )


def _party(me: Me, host: Card) -> list[Card]:
    """Return a minion and all weaker ones at its base."""
    return [host, *weaker_beside(me, host)]


red_birthday_party = ignobles.action(
    "Red Birthday Party",
    copies=1,
    affects=lambda me, minion: any(minion in _party(me, host) for host in minions(me, at=minion.site, owner=me.you)),
    text="[on-play] Choose a minion you own. Destroy it and every minion at its base that has less power.",
)


@red_birthday_party.on_play
def bar_the_doors(me: Me) -> Steps[None]:
    hosts = leading(me, minions(me, owner=me.you), lambda host: _party(me, host))
    host = yield from choose(me, "a minion you own to destroy with all weaker ones there", hosts, affects=False)
    if host is not None:
        yield from destroy(me, *_party(me, host))


repaying_debts = ignobles.action(
    "Repaying Debts",
    copies=2,
    affects=yours,
    text="[on-play] Give another player control of one of your minions to draw two cards and play an extra minion.",
)


@repaying_debts.on_play
def pay_in_full(me: Me) -> Steps[None]:
    if (yield from _hand_over(me)) is not None:
        draw_cards(me, 2)
        yield from extra_play(me, "minion")


# --- the titan

the_hill_that_strolls = ignobles.titan(
    "The Hill that Strolls",
    text="[special] On your turn, you may play this titan if other players control two or more minions that you own."
    " [ongoing] After you give another player control of one of your minions, you may put a +1 power counter on that minion."
    " [talent] Give another player control of one of your minions to draw a card, or take control of a minion here that you"
    " own.",
)


@the_hill_that_strolls.on_your_turn(
    zone="beside",
    when=lambda me: sum(not yours(me, minion) for minion in minions(me, owner=me.you)) >= 2 and can_play_titan(me),
)
def stroll_in(me: Me) -> Steps[None]:
    yield from play_titan(me)


def _given_away(me: Instance, changed: ControlChanged) -> bool:
    """Return whether you have given a minion away that you controlled until then."""
    card = me.game.card(changed.card)
    given = changed.seat == me.you != changed.controller and not changed.ends
    return given and yours(me, card) and card.zone == "minions"  # the change has not happened to the table yet


@the_hill_that_strolls.after(ControlChanged, may=True, when=_given_away)
def parting_gift(me: Me, changed: ControlChanged) -> Steps[None]:
    minion = me.game.card(changed.card)
    if still_in_play(minion, changed):
        yield from place_counters(me, minion)


_HAND_OVER, _TAKE_BACK = "give a minion away to draw a card", "take control of a minion here that you own"


def _someone_to_trade(me: Me) -> bool:
    return bool(minions(me, of=me.you) or minions(me, at=me.base, owner=me.you))


@the_hill_that_strolls.talent(has_effect=_someone_to_trade)
def negotiate(me: Me) -> Steps[None]:
    parts = {_HAND_OVER: bool(minions(me, of=me.you)), _TAKE_BACK: bool(minions(me, at=me.base, owner=me.you))}
    for part in (yield from choose_parts(me, "what The Hill that Strolls does", parts)):
        if part == _TAKE_BACK:
            yield from _take_back_one(me, at=me.base)
        elif (yield from _hand_over(me)) is not None:
            draw_cards(me)
