"""Knights of the Round Table: strong minions that ride from quest to quest, actions that wait for them on bases."""

from __future__ import annotations

from core.cards.language import *

knights = Faction(
    "Knights of the Round Table",
    set="knights-of-the-round-table",
    style="Strong minions ride to the bases where their quests wait",
)


# "Your actions on a base" are on the base itself, not on a minion there (attach.on-base).


def _quests(me: Me | Instance, *, at: int = 0) -> list[Card]:
    """Your actions on bases, or on one of them."""
    return [action for action in actions_in_play(me, at=at, on_minions=False) if yours(me, action)]


def _strong_here(me: Me | Instance) -> list[Card]:
    return [minion for minion in minions(me, at=me.base, of=me.you) if power(me.game, minion) >= 4]


def _ride(me: Me, minion: Card) -> Steps[None]:
    """Move a minion to another base of your choice."""
    site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
    if site:
        yield from move(me, minion, site)


def _relocate(me: Me, action: Card) -> Steps[bool]:
    """Transfer an action to another base of your choice. Returns whether it was transferred."""
    site = yield from choose_base(me, f"a base for {me.game.fact(action).name}", other_bases(me, action.site))
    return bool(site) and (yield from transfer(me, action, site=site))


def _plays(me: Me, action: Card) -> Steps[bool]:
    """Play an action that was found or revealed as an extra action, if it can be played and is not to be drawn instead.
    Returns whether it was."""
    modes = [_DRAW, _PLAY] if can_be_played(me, action) else [_DRAW]
    if (yield from choose_mode(me, f"what to do with {me.game.fact(action).name}", modes)) == _DRAW:
        return False
    yield from play_certain(me, action)
    return True


_DRAW, _PLAY = "draw it", "play it as an extra action"


# --- minions that arrive where an action waits


def _own_arrival(me: Instance, moved: Moved) -> bool:
    """Return whether the card that moved is one of your minions."""
    card = me.table.cards[moved.card]
    return card.zone == "minions" and yours(me, card)


def _own_arrivals(me: Instance, moved: Moved) -> bool:
    """ "After one or more of your minions move to here": those that arrive at the same time count once."""
    return _own_arrival(me, moved) and first_of_its_moment(me, moved)


def _arrived_together(me: Me, moved: Moved) -> list[Card]:
    """Your minions that arrived with this one and are still in play."""
    arrived = [me.game.card(event.card) for event in of_one_moment(me, moved) if event.site == moved.site]
    return [card for card in arrived if card.zone == "minions" and yours(me, card) and still_in_play(card, moved)]


def _strengthen_an_arrival(me: Me, moved: Moved) -> Steps[Card | None]:
    """Put a counter on one of the minions that have just arrived. Returns the minion chosen."""
    minion = yield from choose(me, "the minion that gets a counter", _arrived_together(me, moved))
    if minion is not None:
        yield from place_counters(me, minion)
    return minion


# --- minions

king_arthur = knights.minion(
    "King Arthur",
    power=5,
    copies=1,
    text="[talent] Move one of your minions from another base to here. If you do and you have an action on this base, put"
    " a +1 power counter on that minion.",
)


def _subjects_elsewhere(me: Me) -> list[Card]:
    return [minion for minion in minions(me, of=me.you) if minion.site != me.base]


@king_arthur.talent(has_effect=lambda me: bool(_subjects_elsewhere(me)))
def summon_to_court(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to move here", _subjects_elsewhere(me))
    moved = (yield from move(me, minion, me.base)) if minion is not None else None
    if moved is not None and _quests(me, at=me.base):
        yield from place_counters(me, me.game.card(moved.card))


galahad = knights.minion(
    "Galahad",
    power=4,
    copies=1,
    text="[on-play] Search your deck for an action that plays on a base, shuffle, and put the action on top of your deck."
    " [special] Before this base scores, you may transfer one of your actions on it to another base.",
)


@galahad.on_play
def vision(me: Me) -> Steps[None]:
    if not can_search(me.game, me.you):
        return
    found = yield from search_deck(
        me, "an action to put on top of your deck", lambda card: me.game.fact(card).kind == "on-base"
    )
    if found is None:
        shuffle_deck(me)
    else:
        shuffle_beneath(me, found)


@galahad.before_scores(may=True, when=lambda me: len(me.table.sites) > 1 and bool(_quests(me, at=me.base)))
def purity_of_purpose(me: Me) -> Steps[None]:
    action = yield from choose(me, "one of your actions here to transfer", _quests(me, at=me.base))
    if action is not None:
        yield from _relocate(me, action)


gawain = knights.minion(
    "Gawain",
    power=4,
    copies=1,
    text="[ongoing] This minion has +1 power for each of your other minions of power 4 or more here.",
)


def _is_gawain(me: Instance, minion: Card) -> bool:
    return any(instance.ability is me.ability for instance in me.game.index.of_card(minion.number))


@gawain.own_power
def among_peers(me: Instance) -> int:
    """Each of two Gawains may be of power 4 because of the other minions here, and then counts for the other one. What
    all of them have is found step by step, starting from what they have without each other."""
    company = minions(me, at=me.base, of=me.you)
    alike = {card.number: power_apart(me.game, card) for card in company if _is_gawain(me, card)}
    peers = sum(power(me.game, card) >= 4 for card in company if card.number not in alike)
    strong: set[int] = set()
    while True:
        reached = {number for number, bare in alike.items() if bare + peers + len(strong - {number}) >= 4}
        if reached == strong:
            return peers + len(strong - {me.card.number})
        strong = reached


guinevere = knights.minion(
    "Guinevere",
    power=4,
    copies=1,
    text="[talent] Move another of your minions from here to another base. [ongoing] Other players' abilities can't"
    " destroy your actions on bases.",
)


def _champions(me: Me) -> list[Card]:
    return minions(me, at=me.base, of=me.you, but=me.card) if len(me.table.sites) > 1 else []


@guinevere.talent(has_effect=lambda me: bool(_champions(me)))
def send_forth(me: Me) -> Steps[None]:
    minion = yield from choose(me, "another of your minions here to move", _champions(me))
    if minion is not None:
        yield from _ride(me, minion)


@guinevere.forbids("destroy")
def royal_favor(me: Instance, effect: Effect) -> bool:
    action = me.table.cards[effect.card]
    return action.zone == "actions" and yours(me, action) and of_other_players(me, effect)


lancelot = knights.minion(
    "Lancelot",
    power=4,
    copies=1,
    text="[ongoing] After this minion moves to a base where you have an action on the base, put a +1 power counter on this"
    " minion.",
)


@lancelot.after(
    Moved, when=lambda me, moved: itself(me, moved) and bool(_quests(me, at=moved.site)), regardless=("event",)
)
def gallop(me: Me, moved: Moved) -> Steps[None]:
    yield from place_counters(me, me.card)


merlin = knights.minion(
    "Merlin",
    power=4,
    copies=1,
    text="[talent] Reveal the top card of your deck. If it is an action, draw it or play it as an extra action; otherwise"
    " it stays on top.",
)


@merlin.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "reveal"))
def scrying_pool(me: Me) -> Steps[None]:
    for card in reveal_top(me):
        if me.game.fact(card).is_action and not (yield from _plays(me, card)):
            draw_these(me, [card])


percival = knights.minion(
    "Percival",
    power=4,
    copies=1,
    text="[talent] Move this minion to another base where you have an action on the base.",
)


def _quest_bases(me: Me) -> list[int]:
    return [site for site in other_bases(me, me.card.site) if _quests(me, at=site)]


@percival.talent(has_effect=lambda me: bool(_quest_bases(me)))
def follow_the_quest(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", _quest_bases(me))
    if site:
        yield from move(me, me.card, site)


# --- actions

a_questing = knights.action(
    "A Questing",
    kind="on-minion",
    copies=1,
    where=yours,
    text="Play on one of your minions. [on-play] You may move that minion to another base. [ongoing] If that minion would"
    " go to the discard pile, it goes on top of its owner's deck instead.",
)


@a_questing.on_play
def ride_out(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to, or none", other_bases(me, me.host.site), optional=True)
    if site:
        yield from move(me, me.host, site)


@a_questing.instead("destroy", "discard", when=host_placeable)
def ride_again(me: Me, effect: Effect) -> Effect:
    return effect.becomes("place", to=-1, end="top").done_by(me)


excalibur = knights.action(
    "Excalibur",
    kind="on-minion",
    copies=1,
    raises_power=True,
    text="Play on a minion. [ongoing] That minion has +2 power. [ongoing] Other players' cards can't destroy it. [special]"
    " When this base scores, if that minion is King Arthur, gain 1 VP.",
)


@excalibur.power_of_host
def keen_edge(me: Instance) -> int:
    return 2


@excalibur.forbids("destroy")
def scabbard(me: Instance, effect: Effect) -> bool:
    return effect.card == me.card.host and of_other_players(me, effect)


@excalibur.when_scores(
    label="special", regardless=("holder", "player"), provided=lambda me: king_arthur.name in names_of(me.game, me.host)
)
def rightful_king(me: Me) -> None:
    gain_vp(me)


good_deed = knights.action(
    "Good Deed",
    kind="on-base",
    copies=2,
    text="Play on a base. [on-play] Draw a card. [ongoing] After one of your minions moves here, you may transfer this card"
    " to another base and draw a card; only one of your Good Deeds does this each turn.",
)
# We read "the Good Deed Ongoing ability can only be used once per turn" as a limit for both copies together: a card
# that limits only itself says "once per turn".


@good_deed.on_play
def promise(me: Me) -> None:
    draw_cards(me)


def _no_deed_yet(me: Instance, moved: Moved) -> bool:
    return len(me.table.sites) > 1 and not this_turn(
        me, AbilityUsed, lambda used: used.ability == me.ability.key and used.seat == me.you
    )


@good_deed.after(Moved, here=True, may=True, when=_own_arrival, still=_no_deed_yet, regardless=("event",))
def pass_it_on(me: Me, moved: Moved) -> Steps[None]:
    if (yield from _relocate(me, me.card)):  # both or neither (term.may-and)
        draw_cards(me)


merlins_library = knights.action(
    "Merlin's Library",
    kind="on-base",
    copies=1,
    text="Play on a base. [talent] Play an extra minion here, or move one of your minions here, or transfer this card to"
    " another base.",
)

_EXTRA, _MOVE, _TRANSFER = "play an extra minion here", "move one of your minions here", "transfer this card"


@merlins_library.talent()
def consult(me: Me) -> Steps[None]:
    parts = {_EXTRA: True, _MOVE: bool(_subjects_elsewhere(me)), _TRANSFER: len(me.table.sites) > 1}
    for part in (yield from choose_parts(me, "what to do", parts)):
        if part == _EXTRA:
            yield from extra_play(me, "minion", site=me.base)
        elif part == _TRANSFER:
            yield from _relocate(me, me.card)
        else:
            minion = yield from choose(me, "one of your minions to move here", _subjects_elsewhere(me))
            if minion is not None:
                yield from move(me, minion, me.base)


noble_steed = knights.action(
    "Noble Steed",
    kind="on-minion",
    copies=2,
    where=yours,
    text="Play on one of your minions. [talent] Move that minion to another base.",
)


@noble_steed.talent(has_effect=lambda me: len(me.table.sites) > 1)
def canter(me: Me) -> Steps[None]:
    yield from _ride(me, me.host)


the_fisher_king = knights.action(
    "The Fisher King",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After one or more of your minions move here, draw a card. Then, if you have eight or"
    " more cards in hand, destroy this card to gain 1 VP.",
)


@the_fisher_king.after(Moved, here=True, when=_own_arrivals, regardless=("event",))
def heal_the_king(me: Me, moved: Moved) -> Steps[None]:
    draw_cards(me)
    if len(hand(me)) >= 8 and (yield from destroy(me, me.card)):
        gain_vp(me)


def _no_action_of_yours(me: Me, site: int) -> bool:
    return not _quests(me, at=site)


the_grail = knights.action(
    "The Grail",
    kind="on-base",
    copies=1,
    condition=_no_action_of_yours,
    text="Play on a base where you have no action on the base. [ongoing] After one of your minions moves here, if you have"
    " three or more minions of power 4 or more here, put this card into the box to gain 2 VP.",
)


@the_grail.after(
    Moved, here=True, when=_own_arrival, provided=lambda me, moved: len(_strong_here(me)) >= 3, regardless=("event",)
)
def achieve(me: Me, moved: Moved) -> Steps[None]:
    if (yield from box(me, me.card)):
        gain_vp(me, 2)


the_green_knight = knights.action(
    "The Green Knight",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After one or more of your minions move here, put a +1 power counter on one of them."
    " Then, if that minion has power 7 or more, destroy this card to gain 1 VP.",
)


@the_green_knight.after(Moved, here=True, when=_own_arrivals)
def beheading_game(me: Me, moved: Moved) -> Steps[None]:
    minion = yield from _strengthen_an_arrival(me, moved)
    if minion is not None and in_play(minion) and power(me.game, minion) >= 7 and (yield from destroy(me, me.card)):
        gain_vp(me)


the_lady_of_the_lake = knights.action(
    "The Lady of the Lake",
    copies=1,
    text="[on-play] Search your deck and/or discard pile for an action that plays on a minion. Draw it or play it as an"
    " extra action. Shuffle a deck you searched.",
)


@the_lady_of_the_lake.on_play
def offer_the_sword(me: Me) -> Steps[None]:
    found, searched = yield from search_piles(
        me,
        "an action that plays on a minion",
        lambda card: me.game.fact(card).kind == "on-minion",
        ("deck", "discard"),
    )
    if found is not None and not (yield from _plays(me, found)):
        yield from take(me, found)
    if searched:
        shuffle_deck(me)


the_mists_of_avalon = knights.action(
    "The Mists of Avalon",
    copies=1,
    text="[on-play] Shuffle up to three minions from your discard pile into your deck.",
)


@the_mists_of_avalon.on_play
def until_needed_again(me: Me) -> Steps[None]:
    fallen = [card for card in discard_pile(me) if me.game.fact(card).is_minion]
    chosen = yield from choose_some(me, "up to three minions to shuffle into your deck", fallen, most=3)
    if chosen:
        yield from shuffle_into_deck(me, *chosen)


the_questing_beast = knights.action(
    "The Questing Beast",
    kind="on-base",
    copies=1,
    text="Play on a base. [ongoing] After one or more of your minions move here, put a +1 power counter on one of them and"
    " transfer this card to another base.",
)


@the_questing_beast.after(Moved, here=True, when=_own_arrivals)
def slip_the_hunt(me: Me, moved: Moved) -> Steps[None]:
    yield from _strengthen_an_arrival(me, moved)
    yield from _relocate(me, me.card)
