"""The flow of a game: five phases, turn after turn, until someone has won.

Each phase can be entered from the table alone, right after its PhaseBegan; Play Cards also at its main question. Those
are the quiet points at which a game can always be taken up again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import core.rules.burying  # noqa: F401 - its rule acts at the start of a turn
from core.engine.game import Game, won
from core.engine.index import Instance, heeds
from core.engine.resolving import open_window, settle_root, use
from core.engine.use import Me
from core.printed.definitions import END_OF_TURN, START_OF_TURN, Steps
from core.rules.decks import draw
from core.rules.playing import play_options, play_with_allowance
from core.rules.scoring import score_next_base
from core.rules.setup import set_up
from core.rules.stasis import play_from_stasis, playable_from_stasis
from events.questions import NO, YES, Cards, Main, May, Pick, Play, Use, Window
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    AllowancesEnded,
    Discarded,
    EffectsEnded,
    PhaseBegan,
    TurnBegan,
    VictoryPointsChanged,
)
from projections.table import Card, Lasting

HAND_LIMIT = 10
WINNING_POINTS = 15


def flow(game: Game) -> Steps[None]:
    """Go on from wherever the table is."""
    if not game.table.phase:
        first = yield from set_up(game)
        begin_turn(game, first)
    while not game.over:
        yield from _PHASES[game.table.phase](game)


def begin_turn(game: Game, seat: int) -> None:
    """A player's turn begins."""
    position, number = len(game.log) + 1, game.table.turn + 1
    game.record(TurnBegan(position=position, cause=game.cause, seat=seat, number=number, rule="turn.phases"))
    begin_phase(game, "start")


def begin_phase(game: Game, phase: str) -> None:
    """The next phase begins; its event is the cause of what the rules do in it."""
    position, cause = len(game.log) + 1, game.table.turn_began
    game.record(PhaseBegan(position=position, cause=cause, phase=phase, rule="turn.phases"))


# --- start turn -----------------------------------------------------------------------------------------------------


def _start(game: Game) -> Steps[None]:
    expire(game, "start-of-turn")
    before = points(game)
    yield from open_window(game, START_OF_TURN)
    if (yield from all_stop(game, before)):
        return
    current = game.table.current
    for kind in ("minion", "action"):
        position, cause = len(game.log) + 1, game.cause
        given = AllowanceGiven(position=position, cause=cause, seat=current, kind=kind, extra=False, rule="turn.play")
        game.record(given)
    begin_phase(game, "play")


def expire(game: Game, until: str) -> None:
    """What lasts until now is over, all at once (turn.start, turn.end)."""
    over = tuple(lasting.number for lasting in game.table.lasting if _is_over(game, lasting, until))
    if over:
        game.emit(EffectsEnded, effects=over, rule="turn.start" if until == "start-of-turn" else "turn.end")


def _is_over(game: Game, lasting: Lasting, until: str) -> bool:
    current = game.table.current
    if until == "start-of-turn":
        return lasting.until == until and lasting.until_seat == current
    # What lasts until the end of a player's next turn began before that turn.
    next_turn = lasting.until_seat == current and lasting.number < game.table.turn_began
    return lasting.until in ("turn", "source") or (lasting.until == "end-of-turn" and next_turn)


# --- play cards -----------------------------------------------------------------------------------------------------


def _play(game: Game) -> Steps[None]:
    seat = game.table.current
    yield from settle_root(game)
    while True:
        abilities = usable(game, seat)
        unfrozen = [Play(card.number) for card in playable_from_stasis(game, seat)]
        options = (*play_options(game, seat), *unfrozen, *abilities)
        picks = yield (
            seat,
            Main(options=options, least=0, about="a card to play or an ability to use, or end the phase"),
        )
        if not picks:
            break
        had = points(game)
        before, game.cause = game.cause, game.table.position  # the answer is what causes it
        yield from _do(game, seat, picks[0], abilities)
        yield from settle_root(game)
        game.cause = before
        if (yield from all_stop(game, had)):
            return
    _end_allowances(game, "phase")
    begin_phase(game, "score")


def _do(game: Game, seat: int, pick: Pick, abilities: dict[Pick, Instance]) -> Steps[None]:
    if isinstance(pick, Play):
        card = game.card(pick.card)
        play = play_from_stasis if card.zone == "stasis" else play_with_allowance
        yield from play(game, seat, card)
    else:
        yield from use(game, abilities[pick], seat)


def usable(game: Game, seat: int) -> dict[Pick, Instance]:
    """Talents and "on your turn" abilities that a player may use now (term.talent, term.on-your-turn)."""
    found: dict[Pick, Instance] = {}
    hooks = game.index.hooks
    used = [entry for entry in game.table.journal if type(entry) is AbilityUsed and entry.seat == seat]
    for hook in ("talent", "on-your-turn"):
        for instance in hooks.get(hook, ()):
            mine = instance.card.controller == seat or instance.card.zone == "base"
            if mine and heeds(instance, seat) and _unused(game, instance, seat, used) and _applies(instance, seat):
                found[Use(instance.card.number, instance.ability.key, instance.granted_by)] = instance
    player = game.table.seats[seat]
    for zone, pile, known in (("hand", player.hand, game.hand_hooks), ("discard", player.discard, game.pile_hooks)):
        if "on-your-turn" in known:
            found |= _usable_in_pile(game, seat, zone, pile)
    return found


def _usable_in_pile(game: Game, seat: int, zone: str, pile: Sequence[int]) -> dict[Pick, Instance]:
    found: dict[Pick, Instance] = {}
    for number in pile:
        for held in game.facts[number].awake_in.get(zone, ()):
            if held.hook == "on-your-turn":
                instance = Instance(game, held, game.card(number), 0, 0)
                if _applies(instance, seat):
                    found[Use(number, held.key)] = instance
    return found


def talents_of(game: Game, card: Card, seat: int) -> dict[Pick, Instance]:
    """The talents a card has, its own and granted ones, whose conditions hold for a player."""
    return {
        Use(card.number, instance.ability.key, instance.granted_by): instance
        for instance in game.index.awake("talent")
        if instance.card is card and _applies(instance, seat)
    }


def _unused(game: Game, instance: Instance, seat: int, used: Sequence[AbilityUsed]) -> bool:
    """Once per turn, unless something raises the limit; a card that left and came back is new (term.talent)."""
    uses = 0
    for entry in used:
        if entry.holder == instance.card.number and entry.position > instance.since:
            uses += entry.ability == instance.ability.key and entry.granted_by == instance.granted_by
    if not uses:
        return True
    limit = 1
    for raising in game.index.awake("talent-limit"):
        if heeds(raising, seat):
            limit = max(limit, raising.ability.function(raising, instance))
    return uses < limit


def _unseen_talent(game: Game, seat: int) -> bool:
    """Whether a player has a talent left of which only that player knows if it can be used."""
    mine = [one for one in game.index.awake("talent") if one.ability.unseen and one.card.controller == seat]
    if not mine:
        return False
    used = [entry for entry in game.table.journal if type(entry) is AbilityUsed and entry.seat == seat]
    return any(_unused(game, one, seat, used) for one in mine)


def _applies(instance: Instance, seat: int) -> bool:
    when = instance.ability.when
    return when is None or when(Me(instance.game, instance.card, seat, ability=instance.ability, base=instance.base))


def _end_allowances(game: Game, until: str) -> None:
    over = [one for one in game.table.allowances if until == "turn" or one.until == until]
    if over:
        rule = "term.extra" if any(one.extra for one in over) else "turn.play"
        game.emit(AllowancesEnded, allowances=tuple(one.number for one in over), rule=rule)


# --- score bases, draw, end -----------------------------------------------------------------------------------------


def _score(game: Game) -> Steps[None]:
    before = points(game)
    while (yield from score_next_base(game)):
        if (yield from all_stop(game, before)):
            return
        before = points(game)
    yield from _rest_of_turn(game)
    begin_phase(game, "draw")


def _draw(game: Game) -> Steps[None]:
    seat = game.table.current
    draw(game, seat, 2, rule="turn.draw")
    yield from settle_root(game)
    yield from discard_to_limit(game, seat)
    yield from _rest_of_turn(game)
    begin_phase(game, "end")


def discard_to_limit(game: Game, seat: int) -> Steps[None]:
    """Down to ten cards, only now (turn.draw)."""
    hand = game.table.seats[seat].hand
    over = len(hand) - HAND_LIMIT
    if over <= 0:
        return
    picks = yield seat, Cards(options=tuple(hand), least=over, most=over, about="cards to discard down to ten")
    chosen = [game.card(int(pick)) for pick in picks]  # type: ignore[arg-type]
    for card in chosen:
        game.emit(
            Discarded,
            card=card.number,
            to=card.owner,
            source="hand",
            controller=seat,
            seat=seat,
            reason="over the hand limit",
            rule="turn.draw",
        )
    yield from settle_root(game)


def _rest_of_turn(game: Game) -> Steps[None]:
    """The first books let talents be used, and extra cards kept, at any time of the turn (term.talent, term.extra),
    also when their player is done with Play Cards (reading.after-play-cards)."""
    seat, book = game.table.current, game.edition
    while book.talents_all_turn or book.extra_kept_all_turn:
        talents = usable(game, seat).items() if book.talents_all_turn else ()
        abilities = {pick: one for pick, one in talents if one.ability.hook == "talent"}
        kept = any(one.seat == seat for one in game.table.allowances)
        # Whoever has kept an extra play, or has a talent that takes a card of a kind, is asked whatever the hand holds:
        # it must not tell the others.
        waits = kept or (book.talents_all_turn and _unseen_talent(game, seat))
        if not abilities and not (waits and (game.table.seats[seat].hand or play_options(game, seat))):
            return
        options = (*play_options(game, seat), *abilities)
        about = "an extra card to play or a talent to use, or pass" if kept else "a talent to use, or pass"
        picks = yield seat, Window(options=options, least=0, about=about, moment="talent")
        if not picks:
            return
        with game.because(game.table.position):  # the answer is what causes it
            yield from _do(game, seat, picks[0], abilities)
            yield from settle_root(game)


def _end(game: Game) -> Steps[None]:
    yield from open_window(game, END_OF_TURN)
    yield from _rest_of_turn(game)
    expire(game, "turn")
    _end_allowances(game, "turn")
    if not check_victory(game):
        begin_turn(game, (game.table.current + 1) % len(game.table.seats))


def points(game: Game) -> list[int]:
    """The victory points of all players, by seat."""
    return [seat.victory_points for seat in game.table.seats]


def ahead(game: Game) -> int | None:
    """The player with a winning total and more than anybody else has, if there is one."""
    totals = points(game)
    most = max(totals)
    return totals.index(most) if most >= WINNING_POINTS and totals.count(most) == 1 else None


def check_victory(game: Game) -> bool:
    """Someone has 15 and nobody else as many: the game is over (win.check); a tie for the most plays on (win.tie)."""
    leader = ahead(game)
    if leader is None:
        return False
    if madness_in_game(game):
        return _won_with_madness(game)
    won(game, [leader], "win.check")
    return True


def all_stop(game: Game, before: Sequence[int]) -> Steps[bool]:
    """In the middle of a turn the game is over if everybody agrees that nobody can catch up (win.check).

    They are asked, from the current player clockwise until one wants to play on, as soon as somebody has a winning total
    and what was going on has resolved; not again before the points have changed (`before`: what they were).
    """
    if not game.edition.may_agree_to_stop or points(game) == before:
        return False
    leader = ahead(game)
    if leader is None:
        return False
    name = game.table.seats[leader].name
    about = f"whether to end the game now, with {name} as the winner: nobody can catch up"
    for seat in game.clockwise():
        picks = yield seat, May(options=(YES, NO), about=about)
        if picks[0] == NO:
            return False
    return check_victory(game)


# --- Madness at the end of the game ---------------------------------------------------------------------------------


def madness_in_game(game: Game) -> bool:
    """Whether there is a Madness deck."""
    return any(facts.is_madness for facts in game.facts.values())


def madness_of(game: Game, seat: int) -> int:
    """The Madness cards that count against a player, wherever they are theirs (win.madness)."""
    cards = game.table.cards.values()
    zones = {"hand", "deck", "discard", "buried", "stored", "stasis", "resolving"}
    return sum(
        1 for card in cards if card.controller == seat and card.zone in zones and game.facts[card.number].is_madness
    )


def _won_with_madness(game: Game) -> bool:
    """Madness is counted, and only then ties go to the fewest Madness cards (win.madness).

    Who is still tied shares the win, or where the book shares none the turns go on (win.tie).
    """
    seats = range(len(game.table.seats))
    counted = [madness_of(game, seat) for seat in seats]
    reduced = [game.table.seats[seat].victory_points - counted[seat] // 2 for seat in seats]
    tied = [seat for seat in seats if reduced[seat] == max(reduced)]
    fewest = min(counted[seat] for seat in tied)
    least_mad = [seat for seat in tied if counted[seat] == fewest]
    if len(least_mad) > 1 and not game.edition.madness_ties_share:
        return False
    for seat in game.clockwise():
        lost = min(counted[seat] // 2, game.table.seats[seat].victory_points)
        if lost:
            game.emit(VictoryPointsChanged, to=seat, amount=-lost, seat=seat, rule="win.madness")
    won(game, least_mad, "win.tie" if len(tied) > 1 else "win.madness")
    return True


_PHASES: dict[str, Callable[[Game], Steps[None]]] = {
    "start": _start,
    "play": _play,
    "score": _score,
    "draw": _draw,
    "end": _end,
}
