"""Cowboys: quick to start a duel, and quicker to win it."""

from __future__ import annotations

from core.cards.language import *

cowboys = Faction("Cowboys", set="oops-you-did-it-again", style="Duels at every turn, with an ace up the sleeve")


def _own(me: Me, minion: Card) -> bool:
    return minion.controller == me.you


def _weak(me: Me, cards: list[Card]) -> list[Card]:
    return [minion for minion in cards if power(me.game, minion) <= 4]


def _may_duel(me: Me, minion: Card) -> bool:
    """Return whether a minion could be one of the two in a duel of one of your minions with another player's at its
    base.
    """
    own, rivals = minions(me, at=minion.site, of=me.you), foreign_minions(me, at=minion.site)
    return bool(own) and bool(rivals)


def _duel_of_choice(me: Me) -> Steps[DuelResult | None]:
    """Let one of your minions challenge another player's minion at its base; you choose both. Returns the result, or
    None."""
    if within_duel(me, me.card):
        return None
    able = [minion for minion in minions(me, of=me.you) if foreign_minions(me, at=minion.site)]
    able = leading(me, able, lambda minion: [minion, *foreign_minions(me, at=minion.site)])
    challenger = yield from choose(me, "one of your minions for a duel", able)
    return None if challenger is None else (yield from challenge(me, challenger))


sheriff = cowboys.minion(
    "Sheriff",
    power=5,
    copies=1,
    text="[special] Before this base scores, this minion may challenge another player's minion here to a duel. Destroy the"
    " loser.",
)


@sheriff.before_scores(may=True, provided=lambda me: bool(foreign_minions(me, at=me.base)))
def showdown(me: Me) -> Steps[None]:
    result = yield from challenge(me, me.card)
    if result is not None:
        yield from destroy(me, *result.losers)


pinkerton = cowboys.minion(
    "Pinkerton",
    power=4,
    copies=2,
    text="[ongoing] When a minion of yours here is in a duel, put a +1 power counter on it.",
)


def _own_here(me: Me | Instance, began: DuelBegan) -> list[Card]:
    both = [me.table.cards[number] for number in (began.challenger, began.challenged)]
    return [minion for minion in both if minion.controller == me.you and minion.site == me.card.site]


@pinkerton.after(DuelBegan, when=lambda me, began: bool(_own_here(me, began)), regardless=("holder",))
def ride_shotgun(me: Me, began: DuelBegan) -> Steps[None]:
    # If both duelists are yours, one gets the counter: the first printing gives one per duel.
    minion = yield from choose(me, "your minion in the duel", _own_here(me, began))
    if minion is not None:
        yield from place_counters(me, minion)


gunfighter = cowboys.minion(
    "Gunfighter",
    power=3,
    copies=3,
    text="[on-play] This minion may challenge another player's minion here to a duel. Destroy the loser.",
)


@gunfighter.on_play
def call_out(me: Me) -> Steps[None]:
    result = yield from challenge(me, me.card, optional=True)
    if result is not None:
        yield from destroy(me, *result.losers)


deputy = cowboys.minion(
    "Deputy",
    power=2,
    copies=4,
    text="[special] On your turn, or during a duel in which you have a minion, you may discard this card from your hand"
    " to give a minion +2 power until the end of the turn.",
)


@deputy.on_your_turn(zone="hand")
def lend_a_hand(me: Me) -> Steps[None]:
    if (yield from discard_from_hand(me, [me.card])):
        minion = yield from choose(me, "a minion", minions(me))
        if minion is not None:
            yield from boost(me, minion, 2)


@deputy.rule(
    DURING_DUEL,
    label="special",
    zone="hand",
    may=True,
    when=lambda me: any(minion.controller == me.you for minion in duellists(me.game)),
)
def back_up(me: Me) -> Steps[None]:
    yield from lend_a_hand(me)


dynamite_surprise = cowboys.action(
    "Dynamite Surprise",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 4,
    text="[special] Before a base scores where you have a minion and are not winning, destroy a minion of power 4 or less"
    " there. [special] When another player's card has a card in your hand or deck looked at or revealed, destroy a"
    " minion of that player, of power 4 or less. You may also play this as it is revealed from your deck.",
)


def _behind(me: Me | Instance) -> bool:
    """Return whether you have a minion at the base being scored and are not winning it."""
    return bool(minions(me, at=scoring_site(me.game), of=me.you)) and not_winning(me)


@dynamite_surprise.played_at(BEFORE_SCORES, when=_behind)
def last_resort(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion there to destroy", _weak(me, minions(me, at=scoring_site(me.game))))
    if minion is not None:
        yield from destroy(me, minion)


@dynamite_surprise.played_after(Revealed, Looked, who=shown_by_another_player)
def booby_trap(me: Me) -> Steps[None]:
    shown = me.event
    assert isinstance(shown, Revealed | Looked)
    minion = yield from choose(me, "a minion of that player to destroy", _weak(me, minions(me, of=shown.seat)))
    if minion is not None:
        yield from destroy(me, minion)


# The book lets it go off as it is revealed from your deck, but does not say when. What a card triggers waits for that
# card (resolve.triggers-wait), so this may be in another hand by then, and still goes off.
@dynamite_surprise.played_after(Revealed, who=shown_by_another_player, zone="revealed")
def in_the_strongbox(me: Me) -> Steps[None]:
    yield from booby_trap(me)


form_a_posse = cowboys.action(
    "Form a Posse",
    copies=1,
    raises_power=_own,
    text="[on-play] Each of your minions has +1 power and can't be destroyed, moved or returned to a hand until the end of"
    " the turn.",
)


@form_a_posse.on_play
def ride_out(me: Me) -> Steps[None]:
    posse = minions(me, of=me.you)
    yield from boost_each(me, posse, 1)
    lasting(me, "cowboys/form-a-posse#stand-together", cards=posse)


@form_a_posse.lasting("forbid", verbs=("destroy", "move", "return"))
def stand_together(me: Instance, effect: Effect) -> bool:
    return me.lasting is not None and effect.card in me.lasting.cards


gold_in_them_thar_hills = cowboys.action(
    "Gold in Them Thar Hills",
    copies=1,
    text="[on-play] Look at the top three cards of your deck, reveal one of them and draw it. You may play it as an extra"
    " card. Put the others back on top in any order.",
)


@gold_in_them_thar_hills.on_play
def prospect(me: Me) -> Steps[None]:
    cards = look_at_top(me, 3)
    if not cards:
        return
    nugget = yield from choose(me, "a card to reveal and draw", cards, hidden=True)
    assert nugget is not None
    rest = [card for card in cards if card is not nugget]
    set_aside(me, rest, seen=False)
    reveal_cards(me, [nugget])
    yield from extra_play(me, "card", among=draw_these(me, [nugget]), may=True)
    put_back(me, (yield from arrange(me, "the order of the others on top of your deck", rest)), seen=False)


gold_strike = cowboys.action(
    "Gold Strike",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion here, draw a card.",
)


@gold_strike.after(CardPlayed, here=True, when=lambda me, played: minion_played(me, played) and played.seat == me.you)
def strike_it_rich(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


high_noon = cowboys.action(
    "High Noon",
    copies=2,
    affects=_may_duel,
    text="[on-play] One of your minions duels another player's minion at its base. Destroy the loser. If yours wins, you"
    " may play an extra minion there.",
)


@high_noon.on_play
def face_off(me: Me) -> Steps[None]:
    result = yield from _duel_of_choice(me)
    if result is None:
        return
    standing = [minion for minion in result.winners if minion.controller == me.you]
    destroyed = yield from destroy(me, *result.losers)
    for winner in standing:
        if winner not in destroyed and winner.zone == "minions":
            yield from extra_play(me, "minion", site=winner.site)


quick_draw = cowboys.action(
    "Quick Draw",
    copies=2,
    raises_power=_own,
    text="[on-play] One of your minions has +4 power until the end of the turn if it is in a duel, +2 power if not.",
)


@quick_draw.on_play
def draw_first(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 4 if in_duel(me.game, minion) else 2)


run_em_off = cowboys.action(
    "Run 'Em Off",
    copies=1,
    # The winner is not known beforehand: it can raise whichever of your minions it lets duel.
    raises_power=lambda me, minion: _own(me, minion) and bool(foreign_minions(me, at=minion.site)),
    text="[on-play] One of your minions duels another player's minion at its base. The winner has +3 power until the end"
    " of the turn, and its player moves the loser to another base.",
)


@run_em_off.on_play
def out_of_town(me: Me) -> Steps[None]:
    result = yield from _duel_of_choice(me)
    if result is None:
        return
    victors = [(winner.controller, winner) for winner in result.winners]
    yield from boost_each(me, result.winners, 3)
    for seat, winner in victors:
        for loser in result.losers:
            if loser is not winner and loser.zone == "minions":
                about = f"the base to move {me.game.fact(loser).name} to"
                site = yield from choose_base(me, about, other_bases(me, loser.site), seat=seat)
                yield from move(me, loser, site, seat=seat)


stagecoach = cowboys.action(
    "Stagecoach",
    copies=1,
    text="[on-play] From one base move or transfer up to two cards you control to one other base.",
)


@stagecoach.on_play
def change_horses(me: Me) -> Steps[None]:
    if len(me.table.sites) < 2:
        return
    stops = [site for site in me.table.sites if cards_to_carry(me, site)]
    site = yield from choose_base(me, "the base to take cards from", stops)
    if not site:
        return
    aboard = yield from choose_some(me, "up to two of your cards there", cards_to_carry(me, site), most=2)
    if aboard:
        target = yield from choose_base(me, "the base to take them to", other_bases(me, site))
        yield from carry_over(me, aboard, target)


# --- the titan

pecos_bill = cowboys.titan(
    "Pecos Bill",
    text="[special] After you become the challenger in a duel, you may discard a card to play this titan at the duel's base."
    " Titans do not clash before the duel has ended. [ongoing] During a duel here, other players can't move minions from here"
    " or return them to a hand. [ongoing] After you win a duel, draw a card.",
)


def _where_the_duel_is(me: Me | Instance) -> tuple[int, ...]:
    return tuple({minion.site for minion in duellists(me.game) if minion.zone == "minions"})


def _can_ride_in(me: Me | Instance) -> bool:
    return bool(hand(me)) and can_play_titan(me, only=_where_the_duel_is(me))


@pecos_bill.after(
    DuelBegan,
    zone="beside",
    label="special",
    may=True,
    when=lambda me, began: began.seat == me.you,
    still=lambda me, began: _can_ride_in(me),
)
def ride_the_cyclone(me: Me, began: DuelBegan) -> Steps[None]:
    card = yield from choose(me, "a card to discard", hand(me), hidden=True)
    if card is not None and (yield from discard_from_hand(me, [card])):
        me.game.note("reading.clash-after-duel")
        lasting(me, "cowboys/pecos-bill#no-clash-yet")
        yield from play_titan(me, only=_where_the_duel_is(me))


@pecos_bill.lasting("no-clash")
def no_clash_yet(me: Instance, site: int) -> bool:
    since = me.lasting.number if me.lasting is not None else 0
    return not any(type(event) is DuelEnded for event in me.game.log[since:])


@pecos_bill.forbids("move", "return")
def hold_them_here(me: Instance, effect: Effect) -> bool:
    minion = me.table.cards[effect.card]
    here = minion.zone == "minions" and minion.site == me.base
    return here and by_another_player(me, effect) and me.base in _where_the_duel_is(me)


@pecos_bill.after(DuelEnded, when=lambda me, ended: any(yours(me, me.game.card(winner)) for winner in ended.winners))
def tell_the_tale(me: Me, ended: DuelEnded) -> None:
    draw_cards(me)
