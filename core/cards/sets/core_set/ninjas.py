"""Ninjas: where nobody expects them, and gone again."""

from __future__ import annotations

from core.cards.language import *

ninjas = Faction("Ninjas", set="core-set", style="They come at the last moment and strike small minions")


def _of_power_at_most(me: Me, limit: int, *, at: int = 0) -> list[Card]:
    return [minion for minion in minions(me, at=at) if power(me.game, minion) <= limit]


def _playable_at(me: Me, site: int) -> list[Card]:
    """Return the minions that could be played at a base: from your hand, or as if from your hand."""
    return playable_here(me.game, me.you, "minion", site) if site in me.table.sites else []


def _play_at(me: Me, site: int) -> Steps[CardPlayed | None]:
    """Play a minion at a base, at once. Returns the play, or None.

    You must if there is one in your hand (void.must), unless any card played now is an extra card (term.extra-outside).
    You are asked whatever your hand holds. A minion from elsewhere is never forced.
    """
    playable = _playable_at(me, site)
    if site not in me.table.sites or not (hand(me) or playable):
        return None
    extra = declinable(me, specific=False, extra=False)
    optional = extra or not any(card.zone == "hand" for card in playable)
    about = "a minion to play there, or none" if extra else "a minion to play there"
    minion = yield from choose(me, about, playable, optional=optional, hidden=True)
    return None if minion is None else (yield from play_certain(me, minion, only=(site,)))


ninja_master = ninjas.minion("Ninja Master", power=5, copies=1, text="[on-play] You may destroy a minion here.")


@ninja_master.on_play
def strike(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy, or none", minions(me, at=me.base), optional=True)
    if minion is not None:
        yield from destroy(me, minion)


tiger_assassin = ninjas.minion(
    "Tiger Assassin", power=4, copies=2, text="[on-play] You may destroy a minion of power 3 or less here."
)


@tiger_assassin.on_play
def pounce(me: Me) -> Steps[None]:
    prey = _of_power_at_most(me, 3, at=me.base)
    minion = yield from choose(me, "a minion here to destroy, or none", prey, optional=True)
    if minion is not None:
        yield from destroy(me, minion)


shinobi = ninjas.minion(
    "Shinobi",
    power=3,
    copies=3,
    text="[special] Before a base scores, you may play this minion there. Only one Shinobi of yours can do so for a"
    " base.",
)


def _first_for_this_base(me: Instance | Me) -> bool:
    """Return whether no Shinobi of this player has used its Special for the base being scored, since that base came
    into play.
    """
    site = scoring_site(me.game)
    since = me.table.cards[me.table.sites[site].base].since if site in me.table.sites else 0
    return not any(
        type(entry) is AbilityUsed
        and entry.ability == shinobi.abilities[0].key
        and entry.seat == me.you
        and entry.site == site
        and entry.position > since
        for entry in me.table.journal
    )


@shinobi.played_at(BEFORE_SCORES, here=True, when=_first_for_this_base)
def drop_in(me: Me) -> None:
    # The play itself is what the Special does; the use is recorded only for the limit.
    key = shinobi.abilities[0].key
    me.game.emit(AbilityUsed, seat=me.you, holder=me.card.number, ability=key, site=me.base)


ninja_acolyte = ninjas.minion(
    "Ninja Acolyte",
    power=2,
    copies=4,
    text="[special] On your turn, if you have not played a minion yet, you may return this minion to your hand and play"
    " an extra minion here.",
)


def _both_can_be_done(me: Me) -> bool:
    """Return whether both parts are possible: you do both or neither."""
    if minion_played_in_play_cards(me) or not possible(me.game, effect(me, "return", me.card)):
        return False
    itself = me.card.owner == me.you and can_be_played(me, me.card, only=(me.base,))
    return itself or bool(_playable_at(me, me.base))


@ninja_acolyte.on_your_turn(when=_both_can_be_done)
def switch(me: Me) -> Steps[None]:
    if (yield from return_to_hand(me, me.card)):
        yield from _play_at(me, me.base)


assassination = ninjas.action(
    "Assassination",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [ongoing] At the end of the turn, destroy that minion.",
)


@assassination.end_of_turn(who=lambda me, event: (me.you,))
def finish_off(me: Me) -> Steps[None]:
    if me.card.host:
        yield from destroy(me, me.host)


disguise = ninjas.action(
    "Disguise",
    copies=1,
    affects=yours,
    text="[on-play] Choose one or two of your minions at one base. Play as many extra minions there and return the"
    " chosen ones to your hand.",
)
# Both parts are done for as many minions as possible. Each play is checked when its turn comes, because the first may
# make the second possible (Shoggoth) or impossible (Antarctic Base), and as many of the chosen ones return as minions
# were played (reading.disguise). The plays come first, as printed, so a returned minion is not played again by this.


@disguise.on_play
def swap_masks(me: Me) -> Steps[None]:
    places = bases_with_your_minions(me)
    site = yield from choose_base(me, "the base of your minions in disguise", places)
    playable = _playable_at(me, site)
    if not site or not (hand(me) or playable):
        return
    cards = {*playable, *(card for card in hand(me) if me.game.fact(card).is_minion)}
    masked = minions(me, at=site, of=me.you) if playable else []
    most = min(2, len(cards))
    chosen = yield from choose_some(me, "your minions to take back", masked, least=1, most=most, hidden=True)
    if len(chosen) > len(playable):
        me.game.note("reading.disguise")
    played = 0
    for _ in chosen:
        played += (yield from _play_at(me, site)) is not None
    if played < len(chosen):
        me.game.note("reading.disguise")
        about = "which of the chosen minions goes back to your hand"
        chosen = yield from choose_some(me, about, filter(in_play, chosen), least=played, most=played)
    yield from return_to_hand(me, *chosen)


hidden_ninja = ninjas.action(
    "Hidden Ninja",
    kind="special-only",
    copies=1,
    text="[special] Before a base scores, play a minion there.",
)


@hidden_ninja.played_at(BEFORE_SCORES)
def step_out(me: Me) -> Steps[None]:
    yield from _play_at(me, scoring_site(me.game))


infiltrate = ninjas.action(
    "Infiltrate",
    kind="on-base",
    copies=2,
    text="Play on a base. [on-play] Destroy another action on this base. [ongoing] You may ignore this base's ability"
    " until the start of your next turn.",
)
# Two open points in the first printing. It does not say "another" action, nor what happens to this card when that turn
# starts: we read it as another action, and the card stays without effect. Nor does it say when you decide: here once,
# as you play it, because a continuous effect (a base that makes minions stronger) can't be asked about each time.


@infiltrate.on_play
def sneak_in(me: Me) -> Steps[None]:
    played_here = [card for card in actions_in_play(me, at=me.base, on_minions=False) if card is not me.card]
    action = yield from choose(me, "another action on this base to destroy", played_here)
    if action is not None:
        yield from destroy(me, action)
    site = me.table.sites.get(me.base)
    if site is None or not in_play(me.card) or not me.game.facts[site.base].abilities:
        return
    if (yield from may(me, "ignore this base's ability until the start of your next turn")):
        lasting(me, "ninjas/infiltrate#slip-past", until="next-turn", cards=[me.card])


@infiltrate.rule("ignore-base", zone="lasting")
def slip_past(me: Instance, site: int, seat: int) -> bool:
    # As long as the card is on the base: when it leaves play, it leaves the effect's cards.
    return seat == me.you and me.lasting is not None and bool(me.lasting.cards) and site == me.card.site


poison = ninjas.action(
    "Poison",
    kind="on-minion",
    copies=1,
    text="Play on a minion. [on-play] Destroy any number of other actions on it. [ongoing] That minion has -4 power.",
)


@poison.on_play
def taint(me: Me) -> Steps[None]:
    if me.card.host:
        carried = [me.game.card(number) for number in me.host.attached if number != me.card.number]
        yield from destroy(me, *(yield from choose_some(me, "actions on that minion to destroy", carried)))


@poison.power_of_host
def sicken(me: Instance) -> int:
    return -4


seeing_stars = ninjas.action(
    "Seeing Stars",
    copies=2,
    affects=lambda me, minion: power(me.game, minion) <= 3,
    text="[on-play] Destroy a minion of power 3 or less.",
)


@seeing_stars.on_play
def throw_stars(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion to destroy", _of_power_at_most(me, 3))
    if minion is not None:
        yield from destroy(me, minion)


smoke_bomb = ninjas.action(
    "Smoke Bomb",
    kind="on-minion",
    copies=1,
    where=lambda me, minion: minion.controller == me.you,
    text="Play on one of your minions. [ongoing] Other players' actions can't affect it. [ongoing] At the start of your"
    " turn destroy this action.",
)


@smoke_bomb.shields
def smoke(me: Instance, card: Card, effect: Effect) -> bool:
    return card is me.host and of_other_players(me, effect) and me.game.facts[effect.by].is_action


@smoke_bomb.start_of_turn()
def clear(me: Me) -> Steps[None]:
    yield from destroy(me, me.card)


way_of_deception = ninjas.action(
    "Way of Deception", copies=1, affects=yours, text="[on-play] Move one of your minions to another base."
)


@way_of_deception.on_play
def mislead(me: Me) -> Steps[None]:
    minion = yield from choose(
        me, "one of your minions to move", minions(me, of=me.you) if len(me.table.sites) > 1 else []
    )
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


# --- the titan

invisible_ninja = ninjas.titan(
    "Invisible Ninja",
    text="[special] On your turn, if this titan was not in play as the turn started, you may discard a card to play it at a"
    " base where you have a minion. [ongoing] Once per turn, after you destroy another player's card or return one of your"
    " minions to your hand, you may look at the top two cards of your deck, draw one of them and shuffle the other into your"
    " deck. [special] At the start of your turn, you may destroy this titan to play an extra minion of power 3 or less.",
)


def _unseen_until_now(me: Me) -> bool:
    if in_play_as_turn_began(me):
        me.game.note("reading.htb-titan-as-turn-began")
        return False
    return bool(hand(me)) and can_play_titan(me, only=bases_with_your_minions(me))


@invisible_ninja.on_your_turn(zone="beside", when=_unseen_until_now)
def appear(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card to discard", hand(me), hidden=True)
    if card is not None and (yield from discard_from_hand(me, [card])):
        yield from play_titan(me, only=bases_with_your_minions(me))


def _struck_or_slipped_away(me: Instance, left: Destroyed | Returned) -> bool:
    """Return whether you destroyed another player's card, or returned one of your minions to your hand: once for all
    cards of a moment.
    """
    if left.seat != me.you:
        return False
    if isinstance(left, Destroyed):
        counts = left.controller not in (me.you, -1)
    else:
        counts = left.source == "minions" and left.controller == me.you == left.to
    return counts and first_of_its_moment(me, left)


@invisible_ninja.after(
    Destroyed, Returned, may=True, when=_struck_or_slipped_away, still=lambda me, left: unused_this_turn(me)
)
def read_the_signs(me: Me, left: Destroyed | Returned) -> Steps[None]:
    cards = look_at_top(me, 2)
    card = (yield from choose(me, "a card to draw", cards, hidden=True)) if cards else None
    if card is not None:
        draw_these(me, [card], seen=False)
    if len(cards) > 1:
        shuffle_deck(me)


@invisible_ninja.start_of_turn(label="special", may=True)
def leave_an_opening(me: Me) -> Steps[None]:
    if (yield from destroy(me, me.card)):
        yield from extra_play(me, "minion", condition="power-at-most", arguments=("3",))
