"""Power, totals and breakpoints worked out from the card texts a second time, in terms of the ledger.

The formulas restate what the cards say; none of them calls the engine. Where something on the table makes the number
depend on more than these formulas know (an ability taken away, a minion protected from other players' cards, a base that
a player ignores), the answer is None: not derivable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.printed.definitions import Definition, ability, definition
from core.printed.editions import EDITIONS
from tests.examiners.ledger import IN_PLAY, CardRecord, Ledger

POWER_HOOKS = frozenset({"own-power", "host-power", "power", "printed-power", "total-power", "breakpoint"})


def facts(card: CardRecord) -> Definition:
    """What is printed on a card."""
    return definition(card.definition)


def _only_minion(ledger: Ledger, minion: CardRecord) -> bool:
    """Whether a minion is its controller's only one at its base."""
    return [other for other in ledger.at(minion.site, "minions") if other.controller == minion.controller] == [minion]


def _few_cards(ledger: Ledger, seat: int) -> bool:
    return len(ledger.held(seat, "hand")) <= 2


def _own_action_here(ledger: Ledger, minion: CardRecord) -> bool:
    return any(action.controller == minion.controller for action in ledger.at(minion.site, "actions"))


def _minions(ledger: Ledger) -> list[CardRecord]:
    """The minions in play, those in stasis included: they still are (stasis.status)."""
    return [card for card in ledger.cards.values() if card.zone in ("minions", "stasis") and facts(card).is_minion]


def _named(ledger: Ledger, definition_id: str) -> list[CardRecord]:
    return [card for card in ledger.cards.values() if card.zone == "minions" and card.definition == definition_id]


def _is_microbot(ledger: Ledger, minion: CardRecord) -> bool:
    return "microbot" in facts(minion).tags or any(
        alpha.controller == minion.controller for alpha in _named(ledger, "robots/microbot-alpha")
    )


def _microbots(ledger: Ledger, seat: int) -> int:
    return sum(1 for card in _minions(ledger) if card.controller == seat and _is_microbot(ledger, card))


OWN: dict[str, Callable[[Ledger, CardRecord], int]] = {
    "bear-cavalry/polar-commando": lambda game, me: 2 if _only_minion(game, me) else 0,
    "ghosts/haunting": lambda game, me: 3 if _few_cards(game, me.controller) else 0,
    "steampunks/steam-man": lambda game, me: 1 if _own_action_here(game, me) else 0,
    "dinosaurs/armor-stego": lambda game, me: 2 if game.current != me.controller else 0,
    "dinosaurs/war-raptor": lambda game, me: sum(
        1 for other in game.at(me.site, "minions") if other.definition == me.definition
    ),
    "robots/microbot-alpha": lambda game, me: _microbots(game, me.controller) - 1,
    "ancient-egyptians/priest-of-anubis": lambda game, me: (
        2 if any(card.controller == me.controller for card in game.at(me.site, "buried")) else 0
    ),
    "guests/furious-george": lambda game, me: len(game.on(me.number)),
    "luchadors/la-torcha": lambda game, me: (
        2
        if any(
            _mine(me, action)
            for other in game.at(me.site, "minions")
            if not _mine(me, other)
            for action in game.on(other.number)
        )
        else 0
    ),
    "kaiju/kaijookey": lambda game, me: sum(_mine(me, action) for action in game.at(me.site, "actions")),
    "mounties/mountie-major": lambda game, me: max(
        Counter(other.controller for other in game.at(me.site, "minions") if not _mine(me, other)).values(), default=0
    ),
    "knights-of-the-round-table/gawain": lambda game, me: sum(
        1 for other in game.at(me.site, "minions") if _mine(me, other) and other is not me and power(game, other) >= 4
    ),
    "mythic-horses/starlyte": lambda game, me: len(_friends(game, me)),
    "mythic-horses/pinkie": lambda game, me: 1 if _friends(game, me) else 0,
}
"""What a minion adds to its own power."""

HOST: dict[str, Callable[[Ledger, CardRecord, CardRecord], int]] = {
    "dinosaurs/upgrade": lambda game, me, minion: 2,
    "ninjas/poison": lambda game, me, minion: -4,
    "elder-things/dunwich-horror": lambda game, me, minion: 5,
    "astroknights/laser-sword": lambda game, me, minion: 1,
    "changerbots/cesium-armor": lambda game, me, minion: 1,
    "changerbots/change-into-a-gun": lambda game, me, minion: -2,
    "ancient-egyptians/ancient-curse": lambda game, me, minion: -2,
    "wraithrustlers/unlicensed-nuclear-accelerator": lambda game, me, minion: 2,
    "super-heroes/expanded-power": lambda game, me, minion: 1,
    "knights-of-the-round-table/excalibur": lambda game, me, minion: 2,
    "kitty-cats/grumpiness": lambda game, me, minion: -2,
    "mythic-horses/encouragement-power": lambda game, me, minion: sum(
        1 for other in game.at(minion.site, "minions") if _mine(me, other) and other is not minion
    ),
    "fairies/daisy-chain": lambda game, me, minion: 2 if _mine(me, minion) else -2,
    "princesses/heirloom": lambda game, me, minion: sum(
        1 for other in game.on(minion.number) if other.definition == me.definition
    ),
    "action-heroes/lone-wolf": lambda game, me, minion: (
        4 if me.controller == minion.controller and _only_minion(game, minion) else 2
    ),
}
"""What an action adds to the power of the minion it is on."""

HERE: dict[str, Callable[[Ledger, CardRecord, CardRecord], int]] = {
    "ghosts/door-to-the-beyond": lambda game, me, minion: (
        2 if _mine(me, minion) and _few_cards(game, me.controller) else 0
    ),
    "killer-plants/sleep-spores": lambda game, me, minion: 0 if _mine(me, minion) else -1,
    "steampunks/rotary-slug-thrower": lambda game, me, minion: 2 if _mine(me, minion) else 0,
    "base/the-central-brain": lambda game, me, minion: 1,
    "mega-troopers/megabot": lambda game, me, minion: 1 if _mine(me, minion) else 0,
    "werewolves/full-moon": lambda game, me, minion: 1 if _mine(me, minion) else 0,
    "astroknights/ghost-knight": lambda game, me, minion: 2 if _mine(me, minion) and me is not minion else 0,
    "mounties/haich-q": lambda game, me, minion: 1 if _mine(me, minion) else 0,
    "dragons/dragon-lands": lambda game, me, minion: 1 if _mine(me, minion) else 0,
    "dragons/intimidating-presence": lambda game, me, minion: 0 if _mine(me, minion) else -1,
    "kitty-cats/hissy-fit": lambda game, me, minion: 0 if _mine(me, minion) else -1,
    "base/wyrms-desolation": lambda game, me, minion: -1,
    "fairies/enchantment": lambda game, me, minion: _chosen_amount(game, me),
    "base/round-table": lambda game, me, minion: (
        1 if any(facts(other).power == facts(minion).power for other in _friends(game, minion)) else 0
    ),
    "base/cabin-in-the-woods": lambda game, me, minion: 2 if _friends(game, minion) else 0,
    "base/monkey-lab": lambda game, me, minion: len(game.on(minion.number)),
    "guests/red-riding-hood": lambda game, me, minion: (
        1 if _mine(me, minion) and not _named(game, "guests/big-bad-wolf") else 0
    ),
}
"""What a card adds to the power of the minions at its base."""


def _chosen_amount(game: Ledger, me: CardRecord) -> int:
    """What was chosen as Enchantment was played: both with Spirit of the Forest, nothing if it came into play in another
    way."""
    for effect in game.lasting.values():
        if effect.kind == "named" and effect.by == me.number:
            return ("one power more" in effect.arguments) - ("one power less" in effect.arguments)
    return 0


def _mine(me: CardRecord, minion: CardRecord) -> bool:
    return me.controller == minion.controller


def _friends(game: Ledger, minion: CardRecord) -> list[CardRecord]:
    """The other minions of a minion's controller at its base."""
    return [other for other in game.at(minion.site, "minions") if _mine(minion, other) and other is not minion]


TOTAL: dict[str, Callable[[CardRecord], int]] = {
    "steampunks/aggromotive": lambda me: 5,
    "vampires/summon-wolves": lambda me: me.counters,
}
"""Power that an action gives its player at its base while that player has a minion there."""

ALONE: dict[str, int] = {
    "kaiju/oh-no": 2,
    "kaiju/radioactive-breath": 3,
    "kaiju/stomp": 2,
    "kaiju/tail-smash": 4,
    "kaiju/the-folly-of-men": 2,
    "kaiju/wade-through-the-buildings": 4,
}
"""Power that an action gives its player at its base, with or without a minion there."""

TITANS: dict[str, Callable[[Ledger, CardRecord], int]] = {
    "ghosts/creampuff-man": lambda game, me: max(0, 5 - len(game.held(me.controller, "hand"))),
    "wizards/arcane-protector": lambda game, me: len(game.held(me.controller, "hand")) // 2,
    "changerbots/mergacon": lambda game, me: 3,
}
"""Power that a titan gives its controller at its base."""

BREAKPOINT: dict[str, int] = {
    "wraithrustlers/ancient-sumerian-god": 3,
    "wraithrustlers/demon-dogs": 3,
    "wraithrustlers/librarian-haunt": 3,
    "wraithrustlers/slimy": 3,
}
"""What an action adds to the breakpoint of its base."""

ELSEWHERE = frozenset({"robots/microbot-fixer"})
"""Minions that add power wherever they are; `power` knows them by name."""

_KNOWN = (
    OWN.keys() | HOST.keys() | HERE.keys() | TOTAL.keys() | ALONE.keys() | TITANS.keys() | BREAKPOINT.keys() | ELSEWHERE
)


def derivable(ledger: Ledger) -> bool:
    """Whether every number on the table follows from the formulas above."""
    hooks: set[object] = set()
    for effect in ledger.lasting.values():
        if effect.kind not in ("power", "breakpoint", "named", "ability"):
            return False
        if effect.kind == "ability":
            hooks.add(ability(effect.ability).hook)
    if hooks & POWER_HOOKS or "also-named" in hooks:
        return False
    if canceling(ledger):
        return False
    for card in ledger.cards.values():
        if card.zone in (*IN_PLAY, "base"):
            printed = facts(card)
            own = {candidate.hook for candidate in printed.abilities}
            if own & POWER_HOOKS and printed.id not in _KNOWN:
                return False
            hooks |= own
    if "cancels" in hooks:
        return False
    if "ignore-base" in hooks and any(ledger.cards[base].definition in HERE for base in ledger.bases.values()):
        return False
    protects = "shield" in hooks and "power" in EDITIONS[ledger.edition].affect
    return not (protects and (_others_change_power(ledger) or _shielded_from_its_player(ledger)))


def _shielded_from_its_player(ledger: Ledger) -> bool:
    """Whether a minion has changed hands under an action that protects it: its new player's cards are other players'."""
    return any(
        card.zone == "attached"
        and card.controller != ledger.cards[card.host].controller
        and any(ability.hook == "shield" for ability in facts(card).abilities)
        for card in ledger.in_play()
    )


CANCELS_HERE = frozenset({"dragons/raze"})
"""Actions that cancel the ability of the base they are on."""
CANCELS_HOST = frozenset({"super-heroes/my-only-weakness", "luchadors/pin"})
"""Actions that cancel the abilities of the minion they are on."""
CANCELS_OTHERS_HOST = frozenset({"slashers/puzzle-box"})
"""The same while another player controls that minion."""


def canceling(ledger: Ledger) -> bool:
    """Whether a card in play cancels abilities for as long as it is there."""
    return any("cancels" in {ability.hook for ability in facts(card).abilities} for card in ledger.in_play())


_ON_OTHERS = frozenset(
    {
        "killer-plants/sleep-spores",
        "dragons/intimidating-presence",
        "kitty-cats/hissy-fit",
        "fairies/enchantment",
    }
)
"""Actions on a base that change the power of other players' minions there."""


def _others_change_power(ledger: Ledger) -> bool:
    """Whether a card of one player changes the power of another player's minion, from which it may be protected."""
    return any(
        card.definition in _ON_OTHERS
        or (
            card.zone == "attached"
            and card.definition in HOST
            and card.controller != ledger.cards[card.host].controller
        )
        for card in ledger.in_play()
    )


def power(ledger: Ledger, minion: CardRecord) -> int:
    """The power of a minion in play."""
    total = (facts(minion).power or 0) + minion.counters
    if own := OWN.get(minion.definition):
        total += own(ledger, minion)
    for action in ledger.on(minion.number):
        if given := HOST.get(action.definition):
            total += given(ledger, action, minion)
    for card in ledger.cards.values():
        if card.zone not in ("minions", "titans", "actions", "base"):
            continue
        if card.site == minion.site and (given := HERE.get(card.definition)):
            total += given(ledger, card, minion)
        if (
            card.definition == "robots/microbot-fixer"
            and card.controller == minion.controller
            and _is_microbot(ledger, minion)
        ):
            total += 1
    for number, effect in ledger.lasting.items():
        if effect.kind == "power" and minion.number in ledger.reached[number]:
            total += effect.amount
    return max(0, total)


def totals(ledger: Ledger, site: int) -> tuple[int, ...]:
    """Every player's total power at a base."""
    found = [0] * len(ledger.points)
    minions = ledger.at(site, "minions")
    for minion in minions:
        found[minion.controller] += power(ledger, minion)
    for titan in ledger.at(site, "titans"):
        found[titan.controller] += titan.counters + TITANS.get(titan.definition, lambda *_: 0)(ledger, titan)
    for action in ledger.at(site, "actions"):
        found[action.controller] += ALONE.get(action.definition, 0)
        given = TOTAL.get(action.definition)
        if given and any(minion.controller == action.controller for minion in minions):
            found[action.controller] += given(action)
    return tuple(found)


def breakpoint_at(ledger: Ledger, site: int) -> int:
    """The breakpoint of the base at a site."""
    base = ledger.bases[site]
    total = facts(ledger.cards[base]).breakpoint or 0
    for action in ledger.at(site, "actions"):
        total += BREAKPOINT.get(action.definition, 0)
    for number, effect in ledger.lasting.items():
        if effect.kind == "breakpoint" and base in ledger.reached[number]:
            total += effect.amount
    return max(0, total)
