"""What a card does, in words to search for, derived from the verbs that its abilities use.

The functions of a card's abilities, and the helpers they call, are searched for the verbs of `core.cards.verbs`. So a
card is found by its effect, however its text is worded.
"""

from __future__ import annotations

from core.players.meetings import names_used
from core.printed.definitions import Definition


def deeds_of(card: Definition) -> str:
    """Return what a card does, in the words of `DEEDS`."""
    deeds: dict[str, None] = {}
    for ability in card.abilities:
        if isinstance(ability.hook, str) and ability.hook in HOOKS:
            deeds[HOOKS[ability.hook]] = None
        for verb in sorted(ability.verbs):
            deeds[f"{'prevents' if ability.hook == 'forbid' else 'replaces'} {verb}"] = None
        for name in names_used(ability):
            if name in DEEDS:
                deeds[DEEDS[name]] = None
        if ability.may:
            deeds["may optional"] = None
    return "; ".join(deeds)


DEEDS = {
    "destroy": "destroys",
    "destroy_all": "destroys all",
    "discard_from_hand": "discards cards from the hand",
    "discard_at_random": "discards cards at random from the hand",
    "discard_from_deck": "discards cards from the deck",
    "discard_from_play": "discards a card from play",
    "return_to_hand": "returns a card in play to the hand of its owner",
    "place_in_deck": "puts a card on top or on the bottom of a deck",
    "shuffle_into_deck": "shuffles a card into the deck",
    "shuffle_in": "shuffles cards into the deck",
    "take": "takes a card into the hand",
    "take_for_yourself": "takes a card into your own hand",
    "place_in_hand": "puts a card in play into the hand",
    "box": "puts a card into the box, out of the game",
    "store": "stores a card under another",
    "bury": "buries a card",
    "bury_from_hand": "buries a card from the hand",
    "move": "moves a minion to another base",
    "move_all": "moves several minions to another base",
    "move_each": "moves several minions to other bases",
    "carry_over": "moves cards to another base",
    "transfer": "transfers an action to another base or minion",
    "give_control": "gives or takes control of a card",
    "take_control": "takes control of a card",
    "place_counters": "puts a +1 power counter on a minion",
    "place_counter_on_each": "puts +1 power counters on several minions",
    "share_counters": "distributes +1 power counters",
    "remove_counters": "removes power counters",
    "remove_any_counters": "removes power counters",
    "transfer_counters": "transfers power counters",
    "boost": "gives a minion more or less power",
    "boost_each": "gives several minions more or less power",
    "boost_by": "gives minions more or less power",
    "lose_abilities": "a minion loses its abilities",
    "change_breakpoint": "changes the breakpoint of a base",
    "set_breakpoint": "sets the breakpoint of a base",
    "draw_cards": "draws cards",
    "draw_these": "draws cards",
    "draw_madness": "draws Madness cards",
    "return_madness": "returns Madness cards",
    "look_at_top": "looks at the top of the deck",
    "look_at_hand": "looks at another player's hand",
    "reveal_top": "reveals the top of the deck",
    "reveal_until": "reveals cards from the deck",
    "reveal_cards": "reveals cards",
    "search_deck": "searches the deck for a card",
    "search_deck_for_some": "searches the deck for cards",
    "search_piles": "searches deck and discard pile for a card",
    "extra_play": "plays an extra card",
    "play_certain": "plays a certain card as an extra card",
    "off_the_top": "plays a card off the top of the deck",
    "use_talent": "uses a talent",
    "gain_vp": "gains VP, victory points",
    "pay_vp": "loses VP, victory points",
    "look_at_bases": "looks at the base deck",
    "swap_base": "swaps a base for another",
    "search_bases": "searches the base deck",
    "exchange_base": "exchanges a base",
    "remove_base": "removes a base",
    "discard_pile": "from the discard pile",
    "foreign_minions": "another player's minion",
    "name_a_faction": "names a faction",
    "duel": "duels",
}
"""The search words for each verb, and for each place that a verb takes cards from."""

HOOKS = {
    "before-scores": "before a base scores",
    "when-scores": "when a base scores",
    "after-scores": "after a base scores",
    "after-replaced": "after a base is replaced",
    "start-of-turn": "at the start of the turn",
    "end-of-turn": "at the end of the turn",
    "forbid": "prevents, protects, saves, can't",
    "forbid-play": "forbids playing cards",
    "forbid-kind": "forbids playing cards",
    "shield": "protects from other cards, can't be affected",
    "instead": "instead, saves",
    "power": "changes the power of minions, gives minions more or less power",
    "own-power": "changes its own power, gets more or less power",
    "host-power": "changes the power of the minion it is on",
    "total-power": "adds to a player's total power",
    "breakpoint": "changes the breakpoint of a base",
    "rewards": "changes the VP that a base awards",
    "ignore-base": "ignores the ability of a base",
    "play-from-discard": "plays from the discard pile",
}
"""The search words for abilities that act at a certain moment or all the time."""
