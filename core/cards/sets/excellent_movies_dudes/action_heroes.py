"""Action Heroes: six different loners of power 5, at their best without friends beside them, and fourteen actions."""

from __future__ import annotations

from core.cards.language import *

heroes = Faction(
    "Action Heroes",
    set="excellent-movies-dudes",
    style="One strong hero alone at each base, and a hand full of actions",
)


def _alone(me: Me | Instance) -> bool:
    return only_minion(me, me.card)


def _bases_with_one(me: Me) -> list[int]:
    """Return the bases where you control exactly one minion."""
    return [site for site in me.table.sites if lone_minion(me, site)]


commandbro = heroes.minion(
    "Commandbro",
    power=5,
    copies=1,
    text="[ongoing] At the end of your turn, if this is your only minion here, draw a card.",
)


@commandbro.end_of_turn(provided=_alone)
def debrief(me: Me) -> None:
    draw_cards(me)


gracie_brones = heroes.minion(
    "Gracie Brones",
    power=5,
    copies=1,
    text="[ongoing] At the start of your turn, if this is your only minion here, you may put a +1 power counter on it,"
    " and it has +1 power for each +1 power counter on it until the end of the turn.",
)


@gracie_brones.start_of_turn(may=True, provided=_alone, regardless=("holder", "stasis"))
def warm_up(me: Me) -> Steps[None]:
    yield from place_counters(me, me.card)
    # Counted once, now: later changes do not matter (E94).
    yield from boost(me, me.card, me.card.counters)


kickboxbro = heroes.minion(
    "Kickboxbro",
    power=5,
    copies=1,
    text="[ongoing] At the end of your turn, you may store a card from your hand under this minion. [talent] Play an"
    " action stored under it as an extra action. [special] Before this base scores, if this is your only minion here,"
    " you may use this minion's talent.",
)
# No source says whether the Special is an additional use. Our reading: a talent is used once in Play Cards
# (term.talent), and this use is not in Play Cards.


@kickboxbro.end_of_turn(may=True, when=lambda me: bool(hand(me)))
def train(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your hand to store under this minion", hand(me), hidden=True)
    if card is not None:
        yield from store(me, card, me.card)


def _moves_learned(me: Me) -> list[Card]:
    """Return the actions stored under this minion that could be played now."""
    stored = [me.table.cards[number] for number in me.card.stored]
    return [card for card in stored if me.game.fact(card).is_action and can_be_played(me, card)]


@kickboxbro.talent(has_effect=lambda me: bool(me.card.stored))  # which cards those are, only its player sees
def finishing_move(me: Me) -> Steps[None]:
    optional = declinable(me, specific=True)
    about = "an action stored here to play" + (", or none" if optional else "")
    action = yield from choose(me, about, _moves_learned(me), optional=optional, hidden=bool(me.card.stored))
    if action is not None:
        yield from play_certain(me, action)


def _something_to_use(me: Instance) -> bool:
    """Return whether a talent could do something, as far as everybody can see."""
    return bool(me.card.stored) or len(talents_of(me.game, me.card, me.you)) > 1


@kickboxbro.before_scores(may=True, when=_something_to_use, provided=_alone)
def showdown(me: Me) -> Steps[None]:
    yield from use_talent(me, me.card)


robobro = heroes.minion(
    "Robobro",
    power=5,
    copies=1,
    text="[ongoing] After another player plays a minion here or moves a minion here, you may put a +1 power counter on"
    " this minion.",
)


def _played_by_another(me: Instance, played: CardPlayed) -> bool:
    return played.to == "minions" and played.seat != me.you


def _moved_by_another(me: Instance, moved: Moved) -> bool:
    return moved.seat not in (me.you, -1) and me.table.cards[moved.card].zone == "minions"


@robobro.after(CardPlayed, here=True, may=True, when=_played_by_another, regardless=("event",))
def upgrade(me: Me, played: CardPlayed) -> Steps[None]:
    yield from place_counters(me, me.card)


@robobro.after(Moved, here=True, may=True, when=_moved_by_another, regardless=("event",))
def lock_on(me: Me, moved: Moved) -> Steps[None]:
    yield from place_counters(me, me.card)


rumbro = heroes.minion(
    "Rumbro",
    power=5,
    copies=1,
    text="[ongoing] During your turn, while this is your only minion here, this base's breakpoint is 4 lower.",
)


@rumbro.breakpoint_of
def wreak_havoc(me: Instance, site: int) -> int:
    return -4 if site == me.base and me.table.current == me.you and _alone(me) else 0


warbro = heroes.minion(
    "Warbro",
    power=5,
    copies=1,
    text="[talent] Choose another base where you have exactly one minion. Its breakpoint is 3 lower until the end of the"
    " turn.",
)


def _other_bases_with_one(me: Me) -> list[int]:
    return [site for site in _bases_with_one(me) if site != me.base]


@warbro.talent(has_effect=lambda me: bool(_other_bases_with_one(me)))
def call_it_in(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base whose breakpoint is 3 lower", _other_bases_with_one(me))
    if site:
        change_breakpoint(me, site, -3)


all_out_of_bubblegum = heroes.action(
    "All Out of Bubblegum",
    copies=2,
    raises_power=yours,
    text="[on-play] One of your minions has +2 power until the end of the turn. If it is your only minion at its base,"
    " you may play an extra action.",
)


@all_out_of_bubblegum.on_play
def chew_out(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions that gets +2 power", aimed(me, minions(me, of=me.you)))
    if minion is not None:
        yield from boost(me, minion, 2)
        if only_minion(me, minion):
            yield from extra_play(me, "action")


collateral_damage = heroes.action(
    "Collateral Damage",
    copies=1,
    text="[on-play] Choose a base. Its breakpoint is 5 lower until the end of the turn.",
)


@collateral_damage.on_play
def blow_up(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base whose breakpoint is 5 lower", me.table.sites)
    if site:
        change_breakpoint(me, site, -5)


final_stand = heroes.action(
    "Final Stand",
    kind="special-only",
    copies=1,
    affects=lambda me, minion: not yours(me, minion) and printed_power(me.game, minion) <= 3,
    text="[special] Before a base scores where you have exactly one minion: destroy there one minion of printed power 3"
    " or less of each other player.",
)


@final_stand.played_at(BEFORE_SCORES, when=lambda me: lone_minion(me, scoring_site(me.game)) is not None)
def last_bro_standing(me: Me) -> Steps[None]:
    site = scoring_site(me.game)
    victims = []
    for seat in others(me):
        weak = [minion for minion in minions(me, at=site, of=seat) if printed_power(me.game, minion) <= 3]
        minion = yield from choose(me, f"a minion of {me.table.seats[seat].name} to destroy", weak)
        if minion is not None:
            victims.append(minion)
    yield from destroy(me, *victims)


friends_through_eternity = heroes.action(
    "Friends Through Eternity",
    copies=1,
    text="[on-play] Discard a card to play two extra actions.",
)


@friends_through_eternity.on_play
def stand_together(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card to discard", hand(me), hidden=bool(hand(me)))
    if card is not None and (yield from discard_from_hand(me, [card])):
        yield from extra_play(me, "action", "action")


get_to_the_choppa = heroes.action(
    "Get to the Choppa!",
    copies=1,
    affects=yours,
    text="[on-play] Move one of your minions to another base. If it is then your only minion there, you may play an"
    " extra action.",
)


@get_to_the_choppa.on_play
def run(me: Me) -> Steps[None]:
    own = minions(me, of=me.you) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "one of your minions to move", own)
    if minion is None:
        return
    site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
    moved = yield from move(me, minion, site)
    if moved is not None and only_minion(me, me.table.cards[moved.card]):
        yield from extra_play(me, "action")


hostage_rescue = heroes.action(
    "Hostage Rescue",
    copies=2,
    text="[on-play] Search your deck for a minion, shuffle, and put the minion on top of your deck.",
)


@hostage_rescue.on_play
def bring_them_home(me: Me) -> Steps[None]:
    found = yield from search_deck(me, "a minion to put on top of your deck", lambda card: me.game.fact(card).is_minion)
    if found is None:
        shuffle_deck(me)
    else:
        shuffle_beneath(me, found)


lone_wolf = heroes.action(
    "Lone Wolf",
    kind="on-minion",
    copies=2,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +2 power, or +4 power instead if it is your only minion at its"
    " base.",
)


@lone_wolf.power_of_host
def no_backup(me: Instance) -> int:
    return 4 if only_minion(me, me.host) else 2


pushing_the_limit = heroes.action(
    "Pushing the Limit",
    copies=1,
    raises_power=lambda me, minion: only_minion(me, minion),
    text="[on-play] For each base where you have exactly one minion, put two +1 power counters on that minion or draw a"
    " card.",
)

_COUNTERS, _DRAW = "two counters on it", "draw a card"


@pushing_the_limit.on_play
def one_more_round(me: Me) -> Steps[None]:
    """Everything is decided before anything is done, so that no card drawn for one base influences the choice for the
    next."""
    lone = [minion for site in me.table.sites if (minion := lone_minion(me, site))]
    sure = (yield from choose(me, "a minion that gets counters", aimed(me, lone))) if me.aim is not None else None
    shares = {}
    for minion in lone:
        about = f"what to do for {me.game.fact(minion).name}"
        if minion is sure or (yield from choose_mode(me, about, (_COUNTERS, _DRAW))) == _COUNTERS:
            shares[minion.number] = 2
    yield from share_counters(me, shares)
    draw_cards(me, len(lone) - len(shares))


slo_mo_attack = heroes.action(
    "Slo-Mo Attack",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] If you have exactly one minion here, this base's breakpoint is 3 lower until the end of"
    " the turn. [ongoing] Other players' actions can't affect your minions here.",
)


@slo_mo_attack.talent(when=lambda me: lone_minion(me, me.base) is not None)
def frame_by_frame(me: Me) -> None:
    change_breakpoint(me, me.base, -3)


@slo_mo_attack.shields
def bullets_miss(me: Instance, card: Card, effect: Effect) -> bool:
    return (
        card.site == me.base
        and card.zone == "minions"
        and yours(me, card)
        and of_other_players(me, effect)
        and me.game.facts[effect.by].is_action
    )


the_right_person = heroes.action(
    "The Right Person",
    copies=1,
    text="[on-play] You may play an extra minion at a base where you have no minions. You may play an extra action.",
)


@the_right_person.on_play
def for_the_job(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="where-you-have-no-minion")
    yield from extra_play(me, "action")


walk_away_slowly = heroes.action(
    "Walk Away... Slowly",
    kind="special-only",
    copies=1,
    affects=yours,
    text="[special] After a base scores, return one of your minions there to its owner's hand.",
)


@walk_away_slowly.played_at(AFTER_SCORES)
def never_look_back(me: Me) -> Steps[None]:
    own = minions(me, at=scoring_site(me.game), of=me.you) if scoring_site(me.game) else []
    minion = yield from choose(me, "one of your minions there to return to its owner's hand", own)
    if minion is not None:
        yield from return_to_hand(me, minion)
