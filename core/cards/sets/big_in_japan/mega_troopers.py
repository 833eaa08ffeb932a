"""Mega Troopers: they act around scoring, and their robot goes where it is needed."""

from __future__ import annotations

from core.cards.language import *

troopers = Faction("Mega Troopers", set="big-in-japan", style="They act when bases score, beside a giant robot")

_MEGABOT = "Megabot"


def _is_megabot(me: Me | Instance, card: Card) -> bool:
    return me.game.fact(card).name == _MEGABOT


def _megabot_to_play(me: Me, only: list[int] | None = None) -> Card | None:
    """Megabot beside your deck, if you could play it.

    The conditions of its own Special do not matter (titan.playing).
    """
    able = (card for card in titans_beside(me) if _is_megabot(me, card) and can_play_titan(me, card, only=only))
    return next(able, None)


def _megabots_in_play(me: Me | Instance) -> list[Card]:
    return [titan for titan in titans(me) if _is_megabot(me, titan)]


# --- minions

red_trooper = troopers.minion(
    "Red Trooper",
    power=5,
    copies=1,
    text="[ongoing] You may have one titan more in play. [talent] Play Megabot at another base, or move Megabot.",
)

_PLAY, _MOVE = "play Megabot", "move Megabot"


@red_trooper.rule("titan-limit")
def lead_the_team(me: Instance, seat: int) -> int:
    return 1 if seat == me.you else 0


@red_trooper.talent(
    has_effect=lambda me: (
        len(me.table.sites) > 1
        and (any(_is_megabot(me, card) for card in titans_beside(me)) or bool(_megabots_in_play(me)))
    )
)
def call_megabot(me: Me) -> Steps[None]:
    elsewhere = other_bases(me, me.base)
    megabot = _megabot_to_play(me, elsewhere)
    parts = {_PLAY: megabot is not None, _MOVE: bool(elsewhere and _megabots_in_play(me))}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _PLAY:
            if megabot is not None:
                yield from play_titan(me, megabot, only=elsewhere)
            continue
        titan = yield from choose(me, "the Megabot to move", _megabots_in_play(me))
        if titan is not None:
            site = yield from choose_base(me, "the base to move Megabot to", other_bases(me, titan.site))
            yield from move(me, titan, site)


blue_trooper = troopers.minion(
    "Blue Trooper",
    power=4,
    copies=1,
    text="[special] Before any base scores, you may draw a card, or give this minion +2 power until the end of your turn.",
)

_DRAW, _STRENGTHEN = "draw a card", "+2 power for this minion"


@blue_trooper.before_scores(here=False, may=True)
def think_or_fight(me: Me) -> Steps[None]:
    for part in (yield from choose_parts(me, "what to do", {_DRAW: True, _STRENGTHEN: True})):
        if part == _DRAW:
            draw_cards(me)
        else:
            yield from boost(me, me.card, 2, until="your-turn")


yellow_trooper = troopers.minion(
    "Yellow Trooper",
    power=4,
    copies=1,
    text="[special] Before this base scores, you may move another minion of yours from here to another base or from another"
    " base to here.",
)


def _team_mates(me: Me | Instance) -> list[Card]:
    return minions(me, of=me.you, but=me.card) if len(me.table.sites) > 1 else []


@yellow_trooper.before_scores(may=True, when=lambda me: bool(_team_mates(me)))
def regroup(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another minion of yours to move to or from here", _team_mates(me))
    if minion is None:
        return
    site = me.base
    if minion.site == me.base:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
    yield from move(me, minion, site)


black_trooper = troopers.minion(
    "Black Trooper",
    power=3,
    copies=1,
    text="[ongoing] After a Special ability is used, this minion has +1 power until the end of the turn.",
)


@black_trooper.after(
    AbilityUsed,
    CardPlayed,
    when=special_used,
    still=lambda me, event: still_in_play(me.card, event),
    regardless=("event",),
)
def get_fired_up(me: Me, event: AbilityUsed | CardPlayed) -> Steps[None]:
    yield from boost(me, me.card, 1)


green_trooper = troopers.minion(
    "Green Trooper",
    power=3,
    copies=1,
    text="[special] Before a base scores, you may play this minion there as an extra minion.",
)


@green_trooper.played_at(BEFORE_SCORES, here=True)
def arrive_in_time(me: Me) -> None:
    """The minion is played and does nothing more."""


pink_trooper = troopers.minion(
    "Pink Trooper",
    power=3,
    copies=1,
    text="[special] After this base scores, you may return one of your minions here of printed power 3 or less to your hand.",
)


def _light(me: Me | Instance) -> list[Card]:
    return [minion for minion in minions(me, at=me.base, of=me.you) if printed_power(me.game, minion) <= 3]


@pink_trooper.after_scores(may=True, when=lambda me: bool(_light(me)))
def carry_out(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to return", _light(me))
    if minion is not None:
        yield from return_to_hand(me, minion)


beta_6 = troopers.minion(
    "Beta 6",
    power=2,
    copies=4,
    text="[special] Before any base scores, you may put a +1 power counter on one of your minions.",
)


@beta_6.before_scores(here=False, may=True, regardless=("holder",))
def assist(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions for a +1 power counter", minions(me, of=me.you))
    if minion is not None:
        yield from place_counters(me, minion)


# --- actions on bases

omega_protocol = troopers.action(
    "Omega Protocol",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] At the start of each other player's turn, this base's breakpoint is 10 lower until the end"
    " of that turn.",
)


@omega_protocol.start_of_turn(
    who=lambda me, event: (me.you,), when=lambda me: me.table.current != me.you, regardless=("stasis",)
)
def count_down(me: Me) -> None:
    change_breakpoint(me, me.base, -10)


power_pose = troopers.action(
    "Power Pose",
    kind="on-base",
    copies=1,
    text="Play on a base. [special] Before this base scores, if you do not have the most power here, draw two cards. [special]"
    " After this base scores, if you are the winner, you may play an extra minion of power 3 or less at the base that"
    " replaces it.",
)


@power_pose.before_scores(provided=not_winning)
def strike_a_pose(me: Me) -> None:
    draw_cards(me, 2)


@power_pose.after_replaced(may=True, when=is_winner)
def encore(me: Me) -> Steps[None]:
    site = replacement_site(me.game)
    if site:
        yield from extra_play(me, "minion", condition="power-at-most", arguments=("3",), site=site)


# --- standard actions


def _in_reach(me: Me | Instance, minion: Card) -> bool:
    """Return whether a minion of power 4 or less is at a base where you have a titan."""
    return power(me.game, minion) <= 4 and bool(titans(me, at=minion.site, of=me.you))


blitzing_sword_attack = troopers.action(
    "Blitzing Sword Attack",
    copies=1,
    affects=_in_reach,
    text="[on-play] Destroy a minion of power 4 or less at a base where you have a titan. [special] You may play this before a"
    " base scores, to do the same.",
)


@blitzing_sword_attack.on_play
def swing(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", [card for card in minions(me) if _in_reach(me, card)])
    if minion is not None:
        yield from destroy(me, minion)


@blitzing_sword_attack.played_at(BEFORE_SCORES)
def finishing_blow(me: Me) -> Steps[None]:
    yield from swing(me)


def _away_from_megabot(me: Me | Instance, minion: Card) -> bool:
    return yours(me, minion) and any(titan.site != minion.site for titan in _megabots_in_play(me))


form_megabot = troopers.action(
    "Form Megabot!",
    copies=2,
    affects=_away_from_megabot,
    text="[on-play] Play Megabot, or move any number of your minions to the base where Megabot is.",
)

_GATHER = "move your minions to Megabot"


@form_megabot.on_play
def combine(me: Me) -> Steps[None]:
    megabot = _megabot_to_play(me) if me.aim is None else None
    # Nobody has to play a titan (titan.playing).
    parts = {_PLAY: megabot is not None, _GATHER: bool(_megabots_in_play(me))}
    for part in (yield from choose_parts(me, "what to do, or nothing", parts, optional=megabot is not None)):
        if part == _PLAY:
            if megabot is not None:
                yield from play_titan(me, megabot)
            continue
        titan = yield from choose(me, "the Megabot to move to", _megabots_in_play(me), affects=False)
        if titan is not None:
            apart = [minion for minion in minions(me, of=me.you) if minion.site != titan.site]
            yield from move_all(me, (yield from choose_some(me, "your minions to move", apart)), titan.site)


its_blitzin_time = troopers.action(
    "It's Blitzin' Time!",
    copies=1,
    raises_power=yours,
    text="[on-play] One of your minions has +4 power until the end of the turn.",
)


@its_blitzin_time.on_play
def power_up(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 4)


lightning_crystal = troopers.action(
    "Lightning Crystal",
    copies=1,
    text="[on-play] Destroy an action or a titan.",
)


@lightning_crystal.on_play
def discharge(me: Me) -> Steps[None]:
    card = yield from choose(me, "an action or a titan to destroy", actions_in_play(me) + titans(me))
    if card is not None:
        yield from destroy(me, card)


lightning_rescue = troopers.action(
    "Lightning Rescue!",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores where you have a minion and not the most power, play an extra action.",
)


def _behind(me: Me | Instance) -> bool:
    return bool(minions(me, at=scoring_site(me.game), of=me.you)) and not_winning(me)


@lightning_rescue.played_at(BEFORE_SCORES, when=_behind)
def come_to_the_rescue(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


plan_for_more = troopers.action(
    "Plan for More!",
    copies=2,
    text="[on-play] Look at the top three cards of your deck. You may draw one of them, or play a minion among them as an extra"
    " minion. Put the others back on the top and/or the bottom in any order.",
)

_DRAW_ONE, _PLAY_ONE = "draw one of them", "play one as an extra minion"


@plan_for_more.on_play
def look_ahead(me: Me) -> Steps[None]:
    cards = look_at_top(me, 3)
    mode = (
        (yield from choose_mode(me, "what to do, or neither", (_DRAW_ONE, _PLAY_ONE), optional=True)) if cards else ""
    )
    chosen = None
    if mode == _DRAW_ONE:
        chosen = yield from choose(me, "the card to draw", cards, hidden=True)
    elif mode == _PLAY_ONE:
        able = [card for card in cards if me.game.fact(card).is_minion and can_be_played(me, card)]
        chosen = yield from choose(me, "the minion to play, or none", able, optional=True, hidden=True)
    rest = [card for card in cards if card is not chosen]
    set_aside(me, rest, seen=False)
    if chosen is not None and mode == _DRAW_ONE:
        draw_these(me, [chosen], seen=False)
    elif chosen is not None:
        yield from play_certain(me, chosen, off_top=True)
    yield from _put_back_anywhere(me, rest)


def _put_back_anywhere(me: Me, cards: list[Card]) -> Steps[None]:
    """Put cards back on the top or the bottom of your deck, or some on each, in any order."""
    if not cards:
        return
    below = yield from choose_some(me, "the cards to put on the bottom", cards, hidden=True)
    above = [card for card in cards if card not in below]
    put_back(me, (yield from arrange(me, "the order of the cards on top", above)), seen=False)
    put_back(me, (yield from arrange(me, "the order of the cards at the bottom", below)), end="bottom", seen=False)


# --- the titan

megabot = troopers.titan(
    "Megabot",
    text="[special] After you play a minion, if you have minions at three or more bases, you may play this titan at that"
    " minion's base. [ongoing] Your minions here have +1 power. [special] Before another base scores, you may move this"
    " titan there.",
)


def _assembled(me: Instance, played: CardPlayed) -> bool:
    minion = minion_just_played(me, played)
    bases = {card.site for card in minions(me, of=me.you)}
    return minion is not None and len(bases) >= 3 and can_play_titan(me, only=[minion.site])


@megabot.after(
    CardPlayed,
    zone="beside",
    label="special",
    may=True,
    when=lambda me, played: minion_played(me, played) and played.seat == me.you,
    still=_assembled,
)
def assemble(me: Me, played: CardPlayed) -> Steps[None]:
    minion = minion_just_played(me, played)
    if minion is not None:
        yield from play_titan(me, only=[minion.site])


@megabot.power_of_minions
def cover(me: Instance, minion: Card) -> int:
    return 1 if minion.site == me.base and yours(me, minion) else 0


@megabot.before_scores(here=False, may=True, when=lambda me: scoring_site(me.game) not in (0, me.base))
def stride(me: Me) -> Steps[None]:
    yield from move(me, me.card, scoring_site(me.game))
