"""Whether something may be played or used now, and what prevents it.

`obstacle` returns None, or the obstacle with its rule. The options of the main question are exactly the plays and uses
without an obstacle. Most obstacles are constants, so checking for one costs no explanation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.game import Game, answers
from core.engine.index import Instance, applies_to
from core.engine.resolving import use_of
from core.engine.use import Me
from core.printed.definitions import Ability
from core.rules.permissions import (
    ANOTHER_PLAY,
    FROM_DISCARD,
    NO_PLAY,
    NOT_HELD,
    SPECIAL_ONLY,
    playable_sources,
    way_obstacle,
)
from core.rules.places import Obstacle, hindered
from core.rules.stasis import stasis_obstacle
from events.card_types import CardType
from events.questions import Pick, Play, Use
from events.vocabulary import AbilityUsed
from events.words import Hook
from projections.table import IN_PLAY, Allowance, Card

# --- playing cards --------------------------------------------------------------------------------------------------


def play_obstacle(game: Game, seat: int, card: Card, site: int = 0, host: int = 0) -> Obstacle | None:
    """Return why a player may not play a card now in Play Cards, at a base or on a minion; None if they may."""
    if card.controller != seat:
        return NOT_HELD
    if card.zone == "stasis":
        return stasis_obstacle(game, seat, card, site, host)
    if card.zone not in ("hand", "discard"):
        return NOT_HELD
    allowances = [allowance for allowance in game.table.allowances if allowance.seat == seat]
    return _best_way(game, seat, card, allowances, site, host)


def _best_way(
    game: Game, seat: int, card: Card, allowances: Sequence[Allowance], site: int = 0, host: int = 0
) -> Obstacle | None:
    """Return what prevents a card, by the play permission that comes closest; None if one of them is enough."""
    if card.zone == "hand" and game.facts[card.number].kind == "special-only":
        return SPECIAL_ONLY
    closest = NO_PLAY if card.zone == "hand" else NOT_HELD
    for allowance in allowances:
        obstacle = way_obstacle(game, seat, card, allowance, site, host)
        if obstacle is None:
            return None
        if obstacle is not NO_PLAY and (closest in (NO_PLAY, ANOTHER_PLAY) or obstacle is not ANOTHER_PLAY):
            closest = obstacle
    return closest


def play_options(game: Game, seat: int) -> list[Pick]:
    """Return the cards that a player may play in Play Cards with the remaining plays."""
    allowances = [allowance for allowance in game.table.allowances if allowance.seat == seat]
    if not allowances:
        return []
    kinds = {allowance.kind for allowance in allowances}
    free = {allowance.kind for allowance in allowances if not allowance.condition and not allowance.site}
    anywhere = not hindered(game)
    playable: dict[tuple[str, str], bool] = {}  # copies of one card in one pile are equally playable
    options: list[Pick] = []
    for card in playable_sources(game, seat):
        facts = game.facts[card.number]
        if kinds.isdisjoint(facts.play_kinds) and "card" not in kinds:
            continue
        if anywhere and facts.unconditional and card.zone == "hand" and not free.isdisjoint(facts.play_kinds):
            can: bool | None = True  # the common case: neither the play nor the card has a condition
        else:
            can = playable.get((card.definition, card.zone))
            if can is None:
                can = _best_way(game, seat, card, allowances) is None
                playable[card.definition, card.zone] = can
        if can:
            options.append(Play(card.number))
    if any(allowance.condition in FROM_DISCARD for allowance in allowances):
        pile = [game.card(number) for number in game.table.seats[seat].discard]
        plays = [Play(card.number) for card in pile if _best_way(game, seat, card, allowances) is None]
        options += [option for option in plays if option not in options]
    return options


# --- using abilities ------------------------------------------------------------------------------------------------

NO_ABILITY: Final = Obstacle("no-ability", "term.ability-types")
NOT_YOURS: Final = Obstacle("not-yours", "term.control")
IGNORED: Final = Obstacle("ignored", "void.cant-wins")
USED: Final = Obstacle("used", "term.talent")
NOT_IN_PLAY: Final = Obstacle("not-in-play", "term.in-play")
ELSEWHERE: Final = Obstacle("elsewhere", "term.special")
USE_WORDS: Final = Obstacle("use-words", "void.card-wins")

IN_PLAY_CARDS: Final[tuple[Hook, ...]] = ("talent", "on-your-turn")
"""The hooks of abilities that are used in Play Cards."""


def usable(game: Game, seat: int) -> dict[Pick, Instance]:
    """Talents and "on your turn" abilities that a player may use now (term.talent, term.on-your-turn)."""
    uses: dict[Pick, Instance] = {}
    hooks = game.index.hooks
    used = _used_by(game, seat)
    for hook in IN_PLAY_CARDS:
        for instance in hooks.get(hook, ()):
            if _instance_obstacle(game, seat, instance, used) is None:
                uses[Use(instance.card.number, instance.ability.key, instance.granted_by)] = instance
    player = game.table.seats[seat]
    for zone, pile, known in (("hand", player.hand, game.hand_hooks), ("discard", player.discard, game.pile_hooks)):
        if "on-your-turn" in known:
            for number in pile:
                for ability in game.facts[number].active_in.get(zone, ()):
                    if ability.hook == "on-your-turn":
                        instance = Instance(game, ability, game.card(number), 0, 0)
                        if _instance_obstacle(game, seat, instance, used) is None:
                            uses[Use(number, ability.key)] = instance
    return uses


def _used_by(game: Game, seat: int) -> list[AbilityUsed]:
    return [entry for entry in game.table.journal if type(entry) is AbilityUsed and entry.seat == seat]


def _instance_obstacle(game: Game, seat: int, instance: Instance, used: Sequence[AbilityUsed]) -> Obstacle | None:
    """Return why a player may not use an active ability of a card, or None."""
    card = instance.card
    if card.controller != seat and card.zone != "base":
        return NOT_YOURS
    if not applies_to(instance, seat):
        return IGNORED
    if used:
        if instance.ability.once_for_all and (other := _another_did(instance, used)):
            return Obstacle("used-by-another", "term.on-your-turn", other)
        if card.zone not in ("hand", "discard") and not unused(game, instance, seat, used):
            return USED
    return None if applies(instance, seat) else USE_WORDS


def _another_did(instance: Instance, used: Sequence[AbilityUsed]) -> int:
    """Return the card that has used this very ability, which a player may use only once a turn; 0 if none has."""
    return next((entry.holder for entry in used if entry.ability == instance.ability.key), 0)


def unused(game: Game, instance: Instance, seat: int, used: Sequence[AbilityUsed]) -> bool:
    """Return whether an ability may be used again: once per turn, unless something raises the limit.

    A card that left and came back is new (term.talent).
    """
    uses = 0
    for entry in used:
        if entry.holder == instance.card.number and entry.position > instance.since:
            uses += entry.ability == instance.ability.key and entry.granted_by == instance.granted_by
    if not uses:
        return True
    limit = 1
    for raising in game.index.active("talent-limit"):
        if applies_to(raising, seat):
            limit = max(limit, raising.ability.function(raising, instance))
    return uses < limit


def applies(instance: Instance, seat: int) -> bool:
    """Return whether the condition of an ability holds for a player."""
    when = instance.ability.when
    return when is None or when(Me(instance.game, instance.card, seat, ability=instance.ability, base=instance.base))


def has_effect(instance: Instance, seat: int) -> bool:
    """Return whether using a talent could change anything: it has something to act on and its price can be paid, or
    something in play answers the use itself. It may be used in any case (void.no-target), but nobody is asked because
    of it. A prohibition is met only when the effect is tried.
    """
    ability, game = instance.ability, instance.game
    if ability.has_effect is None or ability.has_effect(
        Me(game, instance.card, seat, ability=ability, base=instance.base)
    ):
        return True
    used = use_of(game, instance, seat)
    return any(answers(listening, used) for listening in game.index.active(AbilityUsed))


def unseen_talent(game: Game, seat: int) -> bool:
    """Return whether a player has an unused talent and only that player knows whether it would have an effect."""
    mine = [
        instance
        for instance in game.index.active("talent")
        if instance.ability.unseen and instance.card.controller == seat
    ]
    return bool(mine) and any(unused(game, instance, seat, _used_by(game, seat)) for instance in mine)


def abilities_to_use(game: Game, card: Card) -> list[tuple[Ability, int]]:
    """Return the abilities that a card offers in Play Cards, its own first, each with the action that grants it (0: its
    own)."""
    own = [(ability, 0) for ability in game.facts[card.number].abilities if not ability.grant]
    given = [(ability, action) for action in card.attached for ability in game.facts[action].abilities if ability.grant]
    return [(ability, by) for ability, by in (*own, *given) if ability.hook in IN_PLAY_CARDS]


def use_obstacle(game: Game, seat: int, card: Card, key: str = "", granted_by: int = 0) -> Obstacle | None:
    """Return why a player may not use an ability of a card now (any of them, without a key); None if they may."""
    abilities = abilities_to_use(game, card)
    if key:
        abilities = [(ability, by) for ability, by in abilities if ability.key == key and by == granted_by]
    if not abilities:
        return NO_ABILITY
    obstacles = [_ability_obstacle(game, seat, card, ability, by) for ability, by in abilities]
    if None in obstacles:
        return None
    here = (
        obstacle for obstacle in obstacles if obstacle not in (NOT_IN_PLAY, ELSEWHERE)
    )  # of an ability that works where the card is
    return next(here, obstacles[0])


def _ability_obstacle(game: Game, seat: int, card: Card, ability: Ability, granted_by: int) -> Obstacle | None:
    where = "play" if card.zone in IN_PLAY else card.zone
    if ability.zone != where:
        return NOT_IN_PLAY if ability.zone == "play" else ELSEWHERE
    used = _used_by(game, seat)
    if where in ("hand", "discard"):
        return _instance_obstacle(game, seat, Instance(game, ability, card, 0, 0), used)
    for instance in game.index.active(ability.hook):
        if instance.card is card and instance.ability is ability and instance.granted_by == granted_by:
            return _instance_obstacle(game, seat, instance, used)
    if card.controller != seat and card.zone != "base":
        return NOT_YOURS
    if card.number in game.index.canceled:
        return Obstacle("lost", "term.cancel", game.index.canceled[card.number])
    taking = [
        lasting.by
        for lasting in game.table.lasting
        if lasting.kind == "lose-abilities" and card.number in lasting.cards
    ]
    return Obstacle("lost", "term.cancel", taking[-1] if taking else 0)


def granting(game: Game, seat: int, kind: CardType, site: int = 0) -> int:
    """Return a card with an ability that a player may use now to get a play of that kind; 0 if there is none."""
    for instance in usable(game, seat).values():
        if instance.ability.grants and kind == "minion" and site in (0, instance.base):
            return instance.card.number
    return 0


# --- either ---------------------------------------------------------------------------------------------------------


def obstacle(game: Game, seat: int, pick: Pick, site: int = 0, host: int = 0) -> Obstacle | None:
    """Return why a player may not make this play or use at the main question (at that base, on that minion); None if
    they may."""
    if isinstance(pick, Play):
        return play_obstacle(game, seat, game.card(pick.card), site, host)
    assert isinstance(pick, Use)
    return use_obstacle(game, seat, game.card(pick.holder), pick.ability, pick.granted_by)
