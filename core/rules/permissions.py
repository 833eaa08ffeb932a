"""Play permissions: the plays that a player has left, what each requires of a card or a base, and which cards they
fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core.engine.game import Game
from core.engine.index import Instance, abilities_in, names_of
from core.engine.power import printed_power
from core.engine.use import Me
from core.rules.places import NO_PLACE, Obstacle, extra_obstacle, kind_obstacle, may_be_played, place_obstacle
from core.rules.raising_power import affects_minions, aim_of, raises_directly
from events.vocabulary import CardPlayed
from events.words import PlayCondition, PlayKind
from projections.table import Allowance, Card


def _power_at_most(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return printed_power(game, card) <= int(arguments[0])


def _of_power(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return printed_power(game, card) == int(arguments[0])


def _of_power_not_named(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return _of_power(game, card, arguments) and _not_named(game, card, arguments[1:])


def _named(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).name in arguments


def _named_as_one_at(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    """Return whether a minion at a base has the same name, checked when the card is played."""
    site = game.table.sites.get(int(arguments[0]))
    name = game.fact(card).name
    return site is not None and any(name in names_of(game, game.card(number)) for number in site.minions)


def _not_named(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).name != arguments[0]


def _raises_power(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return raises_directly(game, card)


def _affects(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return affects_minions(game, card)


def _on_a_minion(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).kind == "on-minion"


def _discarded(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard"


def _discarded_at_most(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard" and _power_at_most(game, card, arguments)


def _discarded_of_power(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard" and _of_power(game, card, arguments)


def _discarded_for_a_base(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard" and game.fact(card).kind == "on-base"


def _one_name(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    """Return whether a card has the name shared by a group of plays; the arguments are the positions of the group."""
    first, last = int(arguments[0]), int(arguments[1])
    name = game.fact(card).name
    return all(
        game.facts[entry.card].name == name
        for entry in game.table.journal
        if isinstance(entry, CardPlayed) and first <= entry.allowance <= last
    )


CONDITIONS: Final[dict[PlayCondition, Callable[[Game, Card, tuple[str, ...]], bool]]] = {
    "power-at-most": _power_at_most,
    "of-power": _of_power,
    "of-power-not-named": _of_power_not_named,
    "named": _named,
    "named-as-one-at": _named_as_one_at,
    "not-named": _not_named,
    "raises-power": _raises_power,
    "raises-own": _raises_power,
    "raises-card": _raises_power,
    "affects-minion": _affects,
    "affects-card": _affects,
    "on-others-minion": _on_a_minion,
    "one-name": _one_name,
    "discarded": _discarded,
    "discarded-at-most": _discarded_at_most,
    "discarded-of-power": _discarded_of_power,
    "discarded-for-a-base": _discarded_for_a_base,
}
"""What a permission can require of the card. The name and its arguments are stored in the log."""

ARGUMENTS: dict[PlayCondition, tuple[str, ...]] = {
    "power-at-most": ("power",),
    "of-power": ("power",),
    "of-power-not-named": ("power", "name"),
    "named": ("name",),
    "named-as-one-at": ("base",),
    "not-named": ("name",),
    "raises-card": ("card",),
    "affects-card": ("card",),
    "one-name": ("play", "play"),
    "discarded-at-most": ("power",),
    "discarded-of-power": ("power",),
}
"""What the arguments of a condition are (names and cards to affect may be several); the other conditions have none."""


def _has_minion(game: Game, seat: int, site: int) -> bool:
    return any(game.card(number).controller == seat for number in game.table.sites[site].minions)


BASES: Final[dict[PlayCondition, Callable[[Game, int, int], bool]]] = {
    "where-you-have-no-minion": lambda game, seat, site: not _has_minion(game, seat, site),
    "where-you-have-a-minion": _has_minion,
}
"""What a permission can require of the base instead: `(game, seat, site)`."""

FROM_DISCARD: Final = frozenset({"discarded", "discarded-at-most", "discarded-of-power", "discarded-for-a-base"})
"""The conditions of plays for cards in the discard pile; all others are for the hand."""


def fits(game: Game, allowance: Allowance, card: Card) -> bool:
    """Return whether a card may be played with a permission."""
    facts = game.facts[card.number]
    if allowance.kind != "card" and allowance.kind not in facts.play_kinds:
        return False
    asked = CONDITIONS.get(allowance.condition)
    return asked is None or asked(game, card, allowance.arguments)


def bases_for(game: Game, allowance: Allowance, card: Card) -> list[int] | None:
    """Return the bases at which a card may be played with a permission; None: at any."""
    asked = BASES.get(allowance.condition)
    bases = [allowance.site] if allowance.site else None
    if asked is not None:
        bases = [site for site in game.table.sites if asked(game, allowance.seat, site)]
    if _needs_an_opening(game, allowance, card):
        opened = _opened(game, allowance.seat, card)
        bases = opened if bases is None else [site for site in bases if site in opened]
    return bases


def _needs_an_opening(game: Game, allowance: Allowance, card: Card) -> bool:
    """Return whether a card is in the discard pile, and neither it nor the permission lets it be played from there."""
    return (
        card.zone == "discard"
        and allowance.condition not in FROM_DISCARD
        and not _plays_itself(game, allowance.seat, card)
        and opening(game, allowance, card) is None
    )


def opening(game: Game, allowance: Allowance, card: Card) -> Instance | None:
    """Return the ability that lets a player use a play for a card in the discard pile, at whatever base; None if the
    card needs none, or there is none."""
    openings = game.index.hooks.get("plays-discarded")
    if not openings or card.zone != "discard" or _plays_itself(game, allowance.seat, card):
        return None
    for instance in openings:
        if instance.you == allowance.seat and instance.ability.function(instance, card, allowance):
            return instance
    return None


def _opened(game: Game, seat: int, card: Card) -> list[int]:
    """Return the bases at which an ability lets a player use plays for a card in the discard pile."""
    return [
        instance.base
        for instance in game.index.hooks.get("plays-discarded-here", ())
        if instance.you == seat and instance.ability.function(instance, card)
    ]


def playable_sources(game: Game, seat: int, plays: Sequence[Allowance] | None = None) -> list[Card]:
    """Return the cards a player may use plays for (all that are left, or these): the hand, and cards that may be played
    from the discard pile."""
    cards = game.table.cards
    playable = [cards[number] for number in game.table.seats[seat].hand]
    hooks = game.index.hooks
    opened_here = bool(hooks.get("plays-discarded-here"))
    if opened_here or "play-from-discard" in game.pile_hooks or hooks.get("plays-discarded"):
        plays = [allowance for allowance in game.table.allowances if allowance.seat == seat] if plays is None else plays
        playable += [
            card
            for card in map(cards.__getitem__, game.table.seats[seat].discard)
            if _plays_itself(game, seat, card)
            or (opened_here and _opened(game, seat, card))
            or any(opening(game, allowance, card) for allowance in plays)
        ]
    return playable


def _plays_itself(game: Game, seat: int, card: Card) -> bool:
    """Return whether a card in the discard pile says that it may be played from there."""
    for ability in abilities_in(game.facts[card.number], "discard"):
        if ability.hook == "play-from-discard" and ability.function(Me(game, card, seat, ability=ability)):
            return True
    return False


NOT_HELD: Final = Obstacle("not-held", "term.play")
NO_PLAY: Final = Obstacle("no-play", "turn.play")
ANOTHER_PLAY: Final = Obstacle("allowance", "term.extra")
SPECIAL_ONLY: Final = Obstacle("special-only", "term.special")


def way_obstacle(
    game: Game, seat: int, card: Card, allowance: Allowance, site: int = 0, host: int = 0, *, kept: bool = True
) -> Obstacle | None:
    """Return why a card may not be played with a permission (at that base, on that minion); None if it may.

    `kept`: the player kept the permission, so it may have expired with the base that gave it.
    """
    facts = game.facts[card.number]
    if allowance.kind not in facts.play_kinds and allowance.kind != "card":
        return NO_PLAY
    if facts.kind == "special-only":
        return SPECIAL_ONLY
    if allowance.extra and (obstacle := extra_obstacle(game, seat)):
        return obstacle
    if facts.plays_as == allowance.kind and (obstacle := kind_obstacle(game, seat, allowance.kind)):
        return obstacle
    asked = CONDITIONS.get(allowance.condition)
    if asked is not None and not asked(game, card, allowance.arguments):
        return ANOTHER_PLAY
    if allowance.site and ((site and site != allowance.site) or (kept and not _still_given(game, allowance))):
        return ANOTHER_PLAY
    if site and not facts.goes_to_base and facts.kind != "on-minion":
        return NO_PLACE  # it is not played on anything in play
    if obstacle := place_obstacle(game, seat, card, site or allowance.site, None, host):
        return obstacle
    aim = aim_of(game, allowance, card)
    if aim is not None and (obstacle := place_obstacle(game, seat, card, site or allowance.site, aim)):
        return obstacle
    if allowance.condition not in BASES and card.zone != "discard":
        return None  # permissions for a certain base, or for any, were checked above
    bases = bases_for(game, allowance, card)
    if bases is None:
        return None
    if any((not site or base == site) and may_be_played(game, seat, card, base) for base in bases):
        return None
    return NOT_HELD if _needs_an_opening(game, allowance, card) else ANOTHER_PLAY


def ways(game: Game, seat: int, card: Card, allowances: Sequence[Allowance]) -> list[Allowance]:
    """Return the permissions with which a card could be played now."""
    return [allowance for allowance in allowances if way_obstacle(game, seat, card, allowance) is None]


def ways_now(game: Game, card: Card, plays: Sequence[Allowance]) -> list[Allowance]:
    """Return those of some extra plays with which a card can be played at once."""
    return [allowance for allowance in plays if way_obstacle(game, allowance.seat, card, allowance, kept=False) is None]


def playable_here(game: Game, seat: int, kind: PlayKind, site: int) -> list[Card]:
    """Return the cards of a kind that an extra play at a base could be used for: from the hand, and whatever may be
    played as if from hand."""
    plays = [Allowance(0, seat, kind, "", (), site, True, "now", 0)]
    return [card for card in playable_sources(game, seat) if ways_now(game, card, plays)]


def minion_plays(game: Game, seat: int, site: int) -> list[Allowance]:
    """Return the plays that a player could use now for a minion from the hand at a base: the extra plays being given, or
    else those that are left."""
    return [
        allowance
        for allowance in game.offered or game.table.allowances
        if allowance.seat == seat
        and allowance.kind in ("minion", "card")
        and allowance.condition not in FROM_DISCARD
        and allowance.site in (0, site)
        and (allowance.condition not in BASES or BASES[allowance.condition](game, seat, site))
        and _still_given(game, allowance)
        and not (allowance.extra and extra_obstacle(game, seat))
    ]


def spendable(game: Game, seat: int, kind: PlayKind) -> list[Allowance]:
    """Return a player's plays of a kind that require nothing of the card, so that they can be spent on something
    else."""
    return [
        allowance
        for allowance in game.table.allowances
        if allowance.seat == seat
        and allowance.kind in (kind, "card")
        and not allowance.condition
        and not allowance.site
    ]


def _still_given(game: Game, allowance: Allowance) -> bool:
    """Return whether a play that a base gives for itself is still there: it expires with that base."""
    if not allowance.by or not game.facts[allowance.by].is_base:
        return True
    site = game.table.sites.get(allowance.site)
    return site is not None and site.base == allowance.by
