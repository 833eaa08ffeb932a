"""The words of the game that cards, rules and stored games spell as strings: one closed set for each kind of word.

Every set is a `Literal`, so the type checker rejects a word that is not in it, and a stored game still holds the plain
string. `words_of` gives the same set at run time. To add a word, add it here; whatever has to handle it is then found by
the type checker or refuses to be imported. Zones and the types of card have modules of their own.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Literal, get_args

from events.card_types import CardType
from events.zones import AbilityZone, Zone

# --- effects --------------------------------------------------------------------------------------------------------

PerformedVerb = Literal[
    "destroy",
    "discard",
    "return",
    "place",
    "shuffle",
    "take",
    "box",
    "remove",
    "move",
    "transfer",
    "control",
    "counters",
    "transfer-counters",
    "power",
    "cancel",
    "bury",
    "store",
    "stasis",
    "stasis-counters",
]
"""What an effect can do to a card, as events of their own."""

Verb = Literal[PerformedVerb, "attach", "uncover", "grant", "swap"]
"""Every way to affect a card. Playing an action on a card, uncovering it, granting it an ability or swapping it has no
event of its own, but can be forbidden, replaced or shielded from like any other effect (term.affect)."""

ReplacingVerb = Literal[Verb, ""]
"""The effect that happens instead of another; "" if nothing does."""

RefusedVerb = Literal[Verb, "duel", "replace-base"]
"""What `events.vocabulary.Forbidden` can say did not happen: an effect, a duel, the arrival of a new base."""

# --- abilities ------------------------------------------------------------------------------------------------------

ScoringWindow = Literal["before-scores", "when-scores", "after-scores", "after-replaced"]
"""The moments around the scoring of a base at which players use abilities."""

Moment = Literal[ScoringWindow, "start-of-turn", "end-of-turn", "arrival"]
"""All moments at which abilities act without responding to one particular event."""

NamedRule = Literal[
    "talent-limit",
    "ignore-base",
    "enters-stasis",
    "leaves-stasis",
    "during-duel",
    "titan-limit",
    "no-clash",
    "both-parts",
]
"""The rules that a card may change by name (`Definition.rule`)."""

Hook = Literal[
    Moment,
    NamedRule,
    "on-play",
    "talent",
    "on-your-turn",
    "uncovered",
    "as-discarded",
    "leaves",
    "as-soon-as",
    "just-before",
    "own-power",
    "host-power",
    "power",
    "printed-power",
    "breakpoint",
    "rewards",
    "award",
    "total-power",
    "counts-for-player",
    "counts-for-breakpoint",
    "forbid",
    "forbid-play",
    "forbid-kind",
    "extra-limit",
    "shield",
    "instead",
    "cancels",
    "counts-as",
    "also-named",
    "play-from-discard",
    "plays-discarded",
    "plays-discarded-here",
    "no-replacement",
]
"""What an ability can listen for. Abilities that answer an event listen for the event's type instead."""


Label = Literal["on-play", "ongoing", "special", "talent", ""]
"""The kinds of ability that a card prints. Abilities of bases have none."""

Indifferent = Literal["holder", "event", "player", "stasis"]
"""What makes no difference to an ability: which card has it, which event it answers, which player it acts for, and
whether the stasis countdown comes before or after it."""

# --- cards ----------------------------------------------------------------------------------------------------------

ActionKind = Literal["standard", "on-base", "on-minion", "special-only", ""]
"""Where an action is played. Other cards have no such kind."""

Tag = Literal["madness", "microbot", "slasher", "wraith"]
"""Kinds of card other than its type, such as microbot, that other cards ask for."""

# --- plays ----------------------------------------------------------------------------------------------------------

PlayKind = Literal["minion", "action", "card"]
"""What a play permission is for; "card" is a card of either type."""

PlayCondition = Literal[
    "",
    "power-at-most",
    "of-power",
    "of-power-not-named",
    "named",
    "named-as-one-at",
    "not-named",
    "raises-power",
    "raises-own",
    "raises-card",
    "affects-minion",
    "affects-card",
    "one-name",
    "discarded",
    "discarded-at-most",
    "discarded-of-power",
    "discarded-for-a-base",
    "where-you-have-no-minion",
    "where-you-have-a-minion",
    "on-others-minion",
]
"""What a play permission can demand of the card, or of the base."""

StoredPlayUntil = Literal["phase", "turn"]
"""When an unused play permission expires, as stored."""

PlayUntil = Literal[StoredPlayUntil, "now"]
"""The same as cards say it. "now" is never stored: such a play cannot be kept."""

# --- continuous effects ---------------------------------------------------------------------------------------------

LastingKind = Literal[
    "power",
    "set-power",
    "breakpoint",
    "set-breakpoint",
    "reset-picked",
    "lose-abilities",
    "without-effect",
    "named",
    "ability",
]
"""The kinds of continuous effect; `events.vocabulary.EffectBegan` explains each."""

LastingUntil = Literal["turn", "start-of-turn", "end-of-turn", "source", "in-play", "game"]
"""How long a continuous effect lasts, as stored."""

ControlUntil = Literal["", "turn", "start-of-turn", "end-of-turn"]
"""How long a player controls a card, as stored; "" is for good."""

Duration = Literal["turn", "next-turn", "your-turn", "end-of-turn", "unstated", "in-play", "game"]
"""How long an effect lasts, as cards say it: until the end of the turn; the start of your next turn; the end of your
turn, this one or your next; the end of your next turn; unstated, so it ends with the turn or with its card (term.expiry);
as long as the card is in play; the rest of the game."""

ControlTime = Literal["game", "turn", "next-turn", "your-turn"]
"""How long a player takes control of a card: for good, or until one of these moments."""

# --- the rest -------------------------------------------------------------------------------------------------------

Phase = Literal["start", "play", "score", "draw", "end"]
DeckEnd = Literal["top", "bottom"]
DeckUse = Literal["draw", "look", "reveal", "reveal-until", "search"]
"""What a player does with the cards of a deck. The edition says for which an empty deck is reshuffled (turn.empty-deck)."""

Randomized = Literal["card", "site", "seat"]
"""What chance can pick."""

BaseFate = Literal["scored", "replaced", "removed", "destroyed"]
"""Why a base leaves play."""

ENGINE_WORDS: dict[str, Any] = {
    "effect verb": Verb,
    "hook": Hook,
    "rule that cards may change": NamedRule,
    "zone": Zone,
    "zone for abilities": AbilityZone,
    "label": Label,
    "indifference": Indifferent,
    "card type": CardType,
    "kind of action": ActionKind,
    "tag": Tag,
    "kind of play": PlayKind,
    "play condition": PlayCondition,
    "kind of continuous effect": LastingKind,
    "duration": Duration,
    "phase": Phase,
    "end of a deck": DeckEnd,
    "use of a deck": DeckUse,
    "thing to pick at random": Randomized,
    "reason for a base to leave": BaseFate,
}
"""Every set of words that a card may use, by what such a word is called in a message."""


def words_of(literal: Any) -> frozenset[str]:
    """Return the words of a `Literal` as a set."""
    return frozenset(get_args(literal))


def nearest(word: str, known: frozenset[str]) -> str:
    """Return the known word most similar to a misspelled one, or "" if none is similar."""
    similar = get_close_matches(word, sorted(known - {""}), n=1, cutoff=0.5)
    return similar[0] if similar else ""
