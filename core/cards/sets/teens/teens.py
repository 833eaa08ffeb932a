"""Teens: five kinds of minions of power 3, each of which needs a certain other one."""

from __future__ import annotations

from core.cards.language import *

teens = Faction("Teens", set="teens", style="Five kinds of friends of power 3, best when they hang out together")

# "A minion of power 3" that you search for or play is judged by the number on the card, since it is not in play yet
# (term.power-not-in-play). That goes for "after you play a minion of power 3", too (reading.power-played).


def _of_power_three(me: Me | Instance, card: Card) -> bool:
    return me.game.fact(card).is_minion and printed_power(me.game, card) == 3


def _is_here(me: Me, name: str) -> bool:
    """Return whether a minion of that name is here, any player's."""
    return any(name in names_of(me.game, minion) for minion in minions(me, at=me.base))


def _another_of_power_three(me: Instance, played: CardPlayed) -> bool:
    """Return whether you play another minion of power 3, anywhere."""
    mine = played.to == "minions" and played.seat == me.you and not itself(me, played)
    return mine and of_power_when_played(me, me.table.cards[played.card], 3, 3)


def _once(me: Instance, played: CardPlayed) -> bool:
    note_power_when_played(me, played, 3, 3)
    return unused_this_turn(me)


def _mobile(me: Me | Instance) -> list[Card]:
    """Your minions, if there is a base to move to."""
    return minions(me, of=me.you) if len(me.table.sites) > 1 else []


def _move_one(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move", _mobile(me))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


def _boost_one(me: Me, pool: list[Card]) -> Steps[None]:
    minion = yield from choose(me, "a minion that gets +2 power", pool)
    if minion is not None:
        yield from boost(me, minion, 2)


def _put_one_under_the_deck(me: Me) -> Steps[None]:
    card = yield from choose(me, "a card in your discard pile to put under your deck", discard_pile(me))
    if card is not None:
        yield from place_in_deck(me, card, end="bottom")


# --- minions

brain = teens.minion(
    "Brain",
    power=3,
    copies=2,
    text="[on-play] If a Slacker is here, you may play an extra action. [ongoing] Once per turn, after you play another minion"
    " of power 3, you may draw a card.",
)


@brain.on_play
def do_the_homework(me: Me) -> Steps[None]:
    if _is_here(me, "Slacker"):
        yield from extra_play(me, "action")


@brain.after(CardPlayed, may=True, when=_another_of_power_three, still=_once, regardless=("holder", "event"))
def study_group(me: Me, played: CardPlayed) -> None:
    draw_cards(me)


slacker = teens.minion(
    "Slacker",
    power=3,
    copies=2,
    text="[on-play] If a Rebel is here, move up to two of your minions to other bases. [ongoing] Once per turn, after you play"
    " another minion of power 3, you may put a card from your discard pile on the bottom of your deck.",
)


@slacker.on_play
def cut_class(me: Me) -> Steps[None]:
    if not _is_here(me, "Rebel"):
        return
    targets = {}
    for minion in (yield from choose_some(me, "up to two of your minions to move", _mobile(me), most=2)):
        name = me.game.fact(minion).name
        targets[minion.number] = yield from choose_base(me, f"a base for {name}", other_bases(me, minion.site))
    yield from move_each(me, targets)


def _once_with_discards(me: Instance, played: CardPlayed) -> bool:
    return unused_this_turn(me) and bool(discard_pile(me))


@slacker.after(
    CardPlayed, may=True, when=_another_of_power_three, still=_once_with_discards, regardless=("holder", "event")
)
def later(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _put_one_under_the_deck(me)


rebel = teens.minion(
    "Rebel",
    power=3,
    copies=2,
    text="[on-play] If a Jock is here, you may play an extra minion of power 3 here that is not a Rebel. [ongoing] Once per"
    " turn, after you play another minion of power 3, you may move one of your minions to another base.",
)


@rebel.on_play
def pull_them_in(me: Me) -> Steps[None]:
    if _is_here(me, "Jock"):
        yield from extra_play(me, "minion", condition="of-power-not-named", arguments=("3", "Rebel"), site=me.base)


def _once_with_somewhere_to_go(me: Instance, played: CardPlayed) -> bool:
    return unused_this_turn(me) and bool(_mobile(me))


@rebel.after(CardPlayed, may=True, when=_another_of_power_three, still=_once_with_somewhere_to_go)
def sneak_out(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _move_one(me)


jock = teens.minion(
    "Jock",
    power=3,
    copies=2,
    text="[on-play] If a Prep is here, put two +1 power counters on this minion. [ongoing] Once per turn, after you play"
    " another minion of power 3, you may put a +1 power counter on this minion.",
)


@jock.on_play
def show_off(me: Me) -> Steps[None]:
    if _is_here(me, "Prep"):
        yield from place_counters(me, me.card, 2)


@jock.after(CardPlayed, may=True, when=_another_of_power_three, still=_once, regardless=("event",))
def work_out(me: Me, played: CardPlayed) -> Steps[None]:
    yield from place_counters(me, me.card)


prep = teens.minion(
    "Prep",
    power=3,
    copies=2,
    text="[on-play] If a Brain is here, you may search your deck for a minion of power 3, draw it and shuffle. [ongoing] Once"
    " per turn, after you play another minion of power 3, you may give one of your minions +2 power until the end of the"
    " turn.",
)


@prep.on_play
def send_invitations(me: Me) -> Steps[None]:
    if _is_here(me, "Brain") and can_search(me.game, me.you) and (yield from may(me, "search your deck for a minion")):
        yield from draw_from(me, "a minion of power 3", lambda card: _of_power_three(me, card), "deck")


@prep.after(CardPlayed, may=True, when=_another_of_power_three, still=_once, regardless=("holder", "event"))
def makeover(me: Me, played: CardPlayed) -> Steps[None]:
    yield from _boost_one(me, minions(me, of=me.you))


# --- actions on cards

abe_frohman = teens.action(
    "Abe Frohman",
    kind="on-minion",
    copies=2,
    where=yours,
    text="Play on one of your minions. [talent] Until the start of your next turn, that minion also has the names of all other"
    " minions you own. Using its abilities does not count as using another minion's.",
)


@abe_frohman.talent()
def borrow_a_name(me: Me) -> None:
    lasting(me, "teens/abe-frohman#so-called", until="next-turn", cards=[me.host])


@abe_frohman.lasting("also-named")
def so_called(me: Instance, card: Card) -> set[str]:
    """Return the names of all other minions of the player, wherever those are."""
    if me.lasting is None or card.number not in me.lasting.cards:
        return set()
    owned = (number for number, other in me.table.cards.items() if other.owner == me.you and number != card.number)
    return {me.game.facts[number].name for number in owned if me.game.facts[number].is_minion}


babysitter = teens.action(
    "Babysitter",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [ongoing] Other players' abilities can't affect your minions here.",
)


@babysitter.shields
def keep_an_eye_on_them(me: Instance, card: Card, effect: Effect) -> bool:
    own_here = card.zone == "minions" and card.site == me.base and yours(me, card)
    return own_here and of_other_players(me, effect)


booty_trap = teens.action(
    "Booty Trap",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After you play a minion of printed power 3 here, or move one here, draw a card.",
)


def _brought_by_you(me: Instance, event: CardPlayed | Moved) -> bool:
    card = me.table.cards[event.card]
    comes = event.to == "minions" if isinstance(event, CardPlayed) else card.zone == "minions"
    return comes and event.seat == me.you and _of_power_three(me, card)


@booty_trap.after(CardPlayed, Moved, here=True, when=_brought_by_you, regardless=("event",))
def find_the_loot(me: Me, event: CardPlayed | Moved) -> None:
    draw_cards(me)


# --- standard actions

brunch_bunch = teens.action(
    "Brunch Bunch",
    copies=1,
    raises_power=lambda me, minion: any(_of_power_three(me, card) for card in minions(me, at=minion.site, of=me.you)),
    text="[on-play] Choose a base. For each different name among your minions of printed power 3 there, you may do one of these,"
    " each only once: move one of your minions there; draw a card; play an extra minion of power 3 there; give a minion"
    " there +2 power until the end of the turn; put a card from your discard pile on the bottom of your deck.",
)

_MOVE, _DRAW, _EXTRA = "move one of your minions there", "draw a card", "play an extra minion of power 3 there"
_BOOST, _RECYCLE = "give a minion there +2 power", "put a card from your discard pile under your deck"


@brunch_bunch.on_play
def detention(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "a base", aimed_bases(me, me.table.sites))
    names = {
        name
        for minion in minions(me, at=site, of=me.you)
        if _of_power_three(me, minion)
        for name in names_of(me.game, minion)
    }
    left = [_MOVE, _DRAW, _EXTRA, _BOOST, _RECYCLE]
    for _ in range(min(len(names), len(left))):
        if me.aim is not None and _BOOST in left:
            mode = _BOOST  # the play demands that it raises power
        else:
            mode = yield from choose_mode(me, "what to do next, or no more", left, optional=True)
        if not mode:
            return
        left.remove(mode)
        yield from _have_fun(me, site, mode)


def _have_fun(me: Me, site: int, mode: str) -> Steps[None]:
    """Do one of the things that Brunch Bunch offers."""
    if mode == _MOVE:
        elsewhere = [minion for minion in minions(me, of=me.you) if minion.site != site]
        minion = yield from choose(me, "one of your minions to move there", elsewhere)
        if minion is not None:
            yield from move(me, minion, site)
    elif mode == _DRAW:
        draw_cards(me)
    elif mode == _EXTRA:
        if site in me.table.sites:
            yield from extra_play(me, "minion", condition="of-power", arguments=("3",), site=site)
    elif mode == _BOOST:
        yield from _boost_one(me, aimed(me, minions(me, at=site)))
    else:
        yield from _put_one_under_the_deck(me)


explosion_at_school = teens.action(
    "Explosion at School",
    copies=1,
    text="[on-play] Shuffle any number of minions of power 3 with different names from your discard pile into your deck. Draw a"
    " card.",
)


@explosion_at_school.on_play
def back_to_class(me: Me) -> Steps[None]:
    different = {me.game.fact(card).name: card for card in reversed(discard_pile(me)) if _of_power_three(me, card)}
    chosen = yield from choose_some(me, "minions to shuffle into your deck", list(different.values())[::-1])
    if chosen:
        yield from shuffle_into_deck(me, *chosen)
    draw_cards(me)


new_kid = teens.action(
    "New Kid",
    copies=2,
    text="[on-play] Search your deck for a minion of power 3, play it as an extra minion, and shuffle.",
)


@new_kid.on_play
def first_day(me: Me) -> Steps[None]:
    if not can_search(me.game, me.you):
        return
    optional = declinable(me, specific=True)
    found = yield from search_deck(
        me, "a minion of power 3 to play", lambda card: _of_power_three(me, card), optional=optional
    )
    if found is not None:
        yield from play_certain(me, found)
    shuffle_deck(me)


principals_office = teens.action(
    "Principal's Office",
    copies=1,
    affects=yours,
    text="[on-play] Return one of your minions to its owner's hand. You may play an extra minion of printed power 3.",
)


@principals_office.on_play
def sent_down(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to return", minions(me, of=me.you))
    if minion is not None:
        yield from return_to_hand(me, minion)
    yield from extra_play(me, "minion", condition="of-power", arguments=("3",))


strange_science = teens.action(
    "Strange Science",
    copies=1,
    text="[on-play] Play an extra minion of power 3 from your discard pile.",
)


@strange_science.on_play
def make_a_friend(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion", condition="discarded-of-power", arguments=("3",))
