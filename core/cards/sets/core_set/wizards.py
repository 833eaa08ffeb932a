"""Wizards: one action after another, and decks hold few secrets."""

from __future__ import annotations

from core.cards.language import *

wizards = Faction("Wizards", set="core-set", style="Actions upon actions, and a look into the deck")

archmage = wizards.minion(
    "Archmage",
    power=4,
    copies=1,
    text="[ongoing] On each of your turns, including the one in which you play this minion, you may play an extra action.",
)


def _its_action_came_with_it(me: Me) -> bool:
    """Return whether you played this minion in Play Cards: the turn's action came with it, and stays even if the minion
    leaves."""

    def this_one(played: CardPlayed) -> bool:
        return me.table.phase_began < played.position == me.card.since and played.seat == me.you

    return bool(this_turn(me, CardPlayed, this_one))


@archmage.from_play_on
def first_lesson(me: Me) -> Steps[None]:
    if me.table.current == me.you and me.table.phase == "play":  # on your turn means in Play Cards (term.on-your-turn)
        yield from extra_play(me, "action")


@archmage.on_your_turn(label="ongoing", when=lambda me: not _its_action_came_with_it(me))
def mastery(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


chronomage = wizards.minion("Chronomage", power=3, copies=2, text="[on-play] You may play an extra action this turn.")


@chronomage.on_play
def stretch_the_hour(me: Me) -> Steps[None]:
    yield from extra_play(me, "action")


enchantress = wizards.minion("Enchantress", power=2, copies=3, text="[on-play] Draw a card.")


@enchantress.on_play
def beguile(me: Me) -> None:
    draw_cards(me)


neophyte = wizards.minion(
    "Neophyte",
    power=2,
    copies=4,
    text="[on-play] Reveal the top card of your deck. If it is an action, you may take it into your hand or play it as"
    " an extra action.",
)

_TAKE, _PLAY = "take it into your hand", "play it"


@neophyte.on_play
def first_spell(me: Me) -> Steps[None]:
    for card in reveal_top(me):
        if not me.game.fact(card).is_action:
            continue
        modes = [_TAKE, _PLAY] if can_be_played(me, card) else [_TAKE]
        mode = yield from choose_mode(
            me, f"what to do with {me.game.fact(card).name}, or neither", modes, optional=True
        )
        if mode == _TAKE:
            yield from take(me, card)
        elif mode == _PLAY:
            yield from play_certain(me, card, off_top=True)


mass_enchantment = wizards.action(
    "Mass Enchantment",
    copies=1,
    text="[on-play] Reveal the top card of each other player's deck. Play one of the actions among them as an extra"
    " action.",
)


@mass_enchantment.on_play
def borrow_a_spell(me: Me) -> Steps[None]:
    revealed = [card for seat in others(me) for card in reveal_top(me, seat=seat)]
    spells = [card for card in revealed if me.game.fact(card).is_action and can_be_played(me, card)]
    optional = declinable(me, specific=True)
    about = "a revealed action to play, or none" if optional else "a revealed action to play"
    spell = yield from choose(me, about, spells, optional=optional)
    if spell is not None:
        yield from play_certain(me, spell, off_top=True)


mystic_studies = wizards.action("Mystic Studies", copies=2, text="[on-play] Draw two cards.")


@mystic_studies.on_play
def study(me: Me) -> None:
    draw_cards(me, 2)


portal = wizards.action(
    "Portal",
    copies=1,
    text="[on-play] Reveal the top five cards of your deck. Put any number of minions among them into your hand and the"
    " others back on top in any order.",
)


@portal.on_play
def step_through(me: Me) -> Steps[None]:
    revealed = reveal_top(me, 5)
    arriving = [card for card in revealed if me.game.fact(card).is_minion]
    chosen = yield from choose_some(me, "minions to put into your hand", arriving)
    taken = (yield from take(me, *chosen)) if chosen else []
    rest = [card for card in revealed if card not in taken]
    put_back(me, (yield from arrange(me, "the order in which they go back on top", rest)))


sacrifice = wizards.action(
    "Sacrifice",
    copies=1,
    affects=yours,
    text="[on-play] Choose one of your minions. Draw as many cards as it has power. Destroy it.",
)


@sacrifice.on_play
def offer_up(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions to destroy", minions(me, of=me.you))
    if minion is not None:
        # The cards are drawn whatever happens to the minion (resolve.independent).
        draw_cards(me, power(me.game, minion))
        yield from destroy(me, minion)


scry = wizards.action(
    "Scry", copies=1, text="[on-play] Search your deck for an action, show it, take it into your hand and shuffle."
)


@scry.on_play
def peer(me: Me) -> Steps[None]:
    found = yield from search_deck(me, "an action to take into your hand", lambda card: me.game.fact(card).is_action)
    if found is not None:
        yield from take(me, found)
    shuffle_deck(me)


summon = wizards.action("Summon", copies=2, text="[on-play] Play an extra minion.")


@summon.on_play
def call_forth(me: Me) -> Steps[None]:
    yield from extra_play(me, "minion")


time_loop = wizards.action("Time Loop", copies=1, text="[on-play] Play two extra actions.")


@time_loop.on_play
def once_more(me: Me) -> Steps[None]:
    yield from extra_play(me, "action", "action")


winds_of_change = wizards.action(
    "Winds of Change",
    copies=1,
    text="[on-play] Shuffle your hand into your deck and draw five cards. You may play an extra action.",
)


@winds_of_change.on_play
def blow(me: Me) -> Steps[None]:
    # Everybody sees whose deck each card goes to, but nobody may learn the order of the hand: other players' cards go
    # last.
    decks = {card.number: goes_to(me.game, card, me.you, seen=False) for card in hand(me)}
    cards = sorted(hand(me), key=lambda card: (decks[card.number] != me.you, decks[card.number]))
    placed = yield from place_in_deck(me, *cards, end="bottom", seen=False)
    for seat in me.game.clockwise(me.you):  # another player's card may have gone to its owner's deck
        if me.table.seats[seat].deck and (seat == me.you or any(card.controller == seat for card in placed)):
            shuffle_deck(me, seat)
    draw_cards(me, 5)
    yield from extra_play(me, "action")


arcane_protector = wizards.titan(
    "Arcane Protector",
    text=(
        "[special] After you play your fifth card in a turn, or a later one, you may play this titan. [ongoing] You have "
        "+1 power here for every two cards in your hand. [talent] Draw a card."
    ),
)


def _fifth_or_later_card(me: Instance, played: CardPlayed) -> bool:
    earlier = this_turn(me, CardPlayed, lambda entry: entry.seat == me.you)
    return played.seat == me.you and len(earlier) >= 4


@arcane_protector.after(
    CardPlayed,
    label="special",
    zone="beside",
    may=True,
    when=_fifth_or_later_card,
    still=lambda me, played: can_play_titan(me),
)
def answer_the_call(me: Me, played: CardPlayed) -> Steps[None]:
    yield from play_titan(me)


@arcane_protector.power_of_player
def ward(me: Instance, seat: int, site: int) -> int:
    return len(hand(me)) // 2 if seat == me.you and site == me.base else 0


@arcane_protector.talent(has_effect=lambda me: has_cards_to_show(me, me.you, "draw"))
def lend_insight(me: Me) -> None:
    draw_cards(me)
