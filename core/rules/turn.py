"""The flow of a game: five phases, turn after turn, until someone has won.

Each phase can be entered from the table alone, right after its PhaseBegan; Play Cards also at its main question. Those
are the snapshot boundaries from which a game can always be resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import core.rules.burying  # noqa: F401  # its rules act at the start of a turn
from core.engine.game import Game, won
from core.engine.index import Instance
from core.engine.resolving import open_window, settle_root, standing, use
from core.printed.definitions import END_OF_TURN, START_OF_TURN, Steps
from core.rules.decks import draw
from core.rules.legality import applies, has_effect, play_options, unseen_talent, usable
from core.rules.playing import play_with_allowance
from core.rules.scoring import ready_to_score, score_next_base
from core.rules.setup import set_up
from core.rules.stasis import play_from_stasis, playable_from_stasis
from events.questions import NO, YES, Cards, Main, May, Pick, Play, Use, Window
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    ControlChanged,
    Discarded,
    Drawn,
    EffectsEnded,
    Event,
    PhaseBegan,
    Shuffled,
    TurnBegan,
    VictoryPointsChanged,
)
from events.words import Hook, Phase, StoredPlayUntil
from events.zones import zones_where
from projections.lazy_cards import for_reading
from projections.table import Card, Control, Lasting

DRAWN = 2
HAND_LIMIT = 10
WINNING_POINTS = 15


def flow(game: Game) -> Steps[None]:
    """Continue from the table's current phase."""
    if not game.table.phase:
        first = yield from set_up(game)
        begin_turn(game, first)
    while not game.over:
        yield from _PHASES[game.table.phase](game)


def begin_turn(game: Game, seat: int) -> None:
    position, number = len(game.log) + 1, game.table.turn + 1
    game.record(TurnBegan(position=position, cause=game.cause, seat=seat, number=number, rule="turn.phases"))
    begin_phase(game, "start")


def begin_phase(game: Game, phase: Phase) -> None:
    """Begin the next phase; its event is the cause of what the rules do in it."""
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
    """End what lasts until now, all at once (turn.start, turn.end)."""
    rule = "turn.start" if until == "start-of-turn" else "turn.end"
    events: list[Event] = []
    position = len(game.log) + 1
    over = tuple(lasting.number for lasting in game.table.lasting if _is_over(game, lasting, until))
    if over:
        events.append(EffectsEnded(position=position, cause=game.cause, effects=over, rule=rule))
    for card in for_reading(game.table).values():
        kept = card.control
        if not kept:
            continue
        for time in dict.fromkeys(
            (control.until, control.until_seat) for control in kept if _is_over(game, control, until)
        ):
            if card.stored:
                game.note("reading.stored-control")
            kept = [control for control in kept if (control.until, control.until_seat) != time]
            events.append(
                ControlChanged(
                    position=position + len(events),
                    cause=game.cause,
                    card=card.number,
                    controller=kept[-1].seat,
                    until=time[0],
                    until_seat=time[1],
                    ends=True,
                    rule="term.control",
                )
            )
    if len(events) == 1:
        game.record(events[0])
    elif events:
        game.happen(events)


def _is_over(game: Game, effect: Lasting | Control, until: str) -> bool:
    current = game.table.current
    if until == "start-of-turn":
        return effect.until == until and effect.until_seat == current
    if effect.until == "end-of-turn" and effect.until_seat == current:
        # What lasts until the end of a player's next turn began before that turn.
        return isinstance(effect, Control) or effect.number < game.table.turn_began
    return effect.until in ("turn", "source")


# --- play cards -----------------------------------------------------------------------------------------------------


def _play(game: Game) -> Steps[None]:
    yield from settle_root(game)
    while (yield from _main_decision(game)):
        if game.over:
            return
    _end_allowances(game, "phase")
    begin_phase(game, "score")


def one_decision(game: Game) -> Steps[None]:
    """Take one main decision: a flow for looking ahead, which ends where the main question would be asked again."""
    yield from settle_root(game)
    yield from _main_decision(game)


def _main_decision(game: Game) -> Steps[bool]:
    """Ask the main question, unless it is open already in a fork, and do what is picked. Returns False for a pass."""
    seat, question = game.table.current, game.question
    if question is None:
        unfrozen = [Play(card.number) for card in playable_from_stasis(game, seat)]
        options = (*play_options(game, seat), *unfrozen, *usable(game, seat))
        question = Main(options=options, least=0, about="a card to play or an ability to use, or end the phase")
    picks = yield seat, question
    if not picks:
        return False
    had = points(game)
    with game.because(game.table.position):  # The answer is the cause.
        yield from _do(game, seat, picks[0])
        yield from settle_root(game)
    yield from all_stop(game, had)
    return True


def _do(game: Game, seat: int, pick: Pick) -> Steps[None]:
    if isinstance(pick, Play):
        card = game.card(pick.card)
        play = play_from_stasis if card.zone == "stasis" else play_with_allowance
        yield from play(game, seat, card)
        return
    instance = usable(game, seat)[pick]
    if not has_effect(instance, seat):
        game.note("reading.talent-for-nothing")
    yield from use(game, instance, seat)


def talents_of(game: Game, card: Card, seat: int) -> dict[Pick, Instance]:
    """Return the talents a card has, its own and granted ones, whose conditions hold for a player."""
    return {
        Use(card.number, instance.ability.key, instance.granted_by): instance
        for instance in game.index.active("talent")
        if instance.card is card and applies(instance, seat)
    }


def _end_allowances(game: Game, until: StoredPlayUntil) -> None:
    over = [allowance for allowance in game.table.allowances if until == "turn" or allowance.until == until]
    if over:
        rule = "term.extra" if any(allowance.extra for allowance in over) else "turn.play"
        game.emit(AllowancesEnded, allowances=tuple(allowance.number for allowance in over), rule=rule)


# --- score bases, draw, end -----------------------------------------------------------------------------------------


def _score(game: Game) -> Steps[None]:
    before = points(game)
    while (yield from score_next_base(game)):
        if (yield from all_stop(game, before)):
            return
        before = points(game)
        if ready_to_score(game):
            yield from _rest_of_turn(game)
    yield from _rest_of_turn(game)
    begin_phase(game, "draw")


def _draw(game: Game) -> Steps[None]:
    seat = game.table.current
    draw(game, seat, DRAWN, rule="turn.draw")
    yield from settle_root(game)
    yield from discard_to_limit(game, seat)
    yield from _rest_of_turn(game)
    begin_phase(game, "end")


def discard_to_limit(game: Game, seat: int) -> Steps[None]:
    """Discard down to ten cards (turn.draw)."""
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
    """Let talents and kept extra plays be used after Play Cards. The first books allow them at any time of the turn
    (term.talent, term.extra; reading.after-play-cards)."""
    seat, book = game.table.current, game.edition
    while book.talents_all_turn or book.extra_kept_all_turn:
        talents = usable(game, seat).items() if book.talents_all_turn else ()
        abilities = {pick: instance for pick, instance in talents if instance.ability.hook == "talent"}
        useful = any(has_effect(instance, seat) for instance in abilities.values() if not instance.ability.unseen)
        kept = any(allowance.seat == seat for allowance in game.table.allowances)
        # Players who have kept an extra play, or have a talent that needs a certain kind of card, are asked whatever
        # they hold, so that the question reveals nothing.
        waits = kept or (book.talents_all_turn and unseen_talent(game, seat))
        if not useful and not (waits and (game.table.seats[seat].hand or play_options(game, seat))):
            return
        options = (*play_options(game, seat), *abilities)
        about = "an extra card to play or a talent to use, or pass" if kept else "a talent to use, or pass"
        game.note("reading.after-play-cards")
        picks = yield seat, Window(options=options, least=0, about=about, moment="talent")
        if not picks:
            return
        with game.because(game.table.position):  # The answer is the cause.
            yield from _do(game, seat, picks[0])
            yield from settle_root(game)


def _end(game: Game) -> Steps[None]:
    yield from open_window(game, END_OF_TURN)
    yield from _rest_of_turn(game)
    expire(game, "turn")
    _end_allowances(game, "turn")
    if not check_victory(game):
        begin_turn(game, (game.table.current + 1) % len(game.table.seats))


def points(game: Game) -> list[int]:
    """Return the victory points of all players, by seat."""
    return [seat.victory_points for seat in game.table.seats]


def ahead(game: Game) -> int | None:
    """Return the player with a winning total and more points than anyone else, or None."""
    totals = points(game)
    most = max(totals)
    return totals.index(most) if most >= WINNING_POINTS and totals.count(most) == 1 else None


def check_victory(game: Game) -> bool:
    """End the game if someone has 15 points and nobody else has as many (win.check). A tie for the most plays on
    (win.tie).

    Returns whether the game is over.
    """
    leader = ahead(game)
    if max(points(game)) >= WINNING_POINTS and madness_in_game(game) and (leader is None) is _won_after_the_count(game):
        game.note("reading.madness-end")
    if leader is None:
        return False
    if madness_in_game(game):
        return _won_with_madness(game)
    won(game, [leader], "win.check")
    return True


ENDING_NOW: Final = "whether to end the game now"
"""Begins the question of `all_stop`; bots answer it less readily than others."""


def all_stop(game: Game, before: Sequence[int]) -> Steps[bool]:
    """End the game during a turn if everyone agrees that nobody can catch up (win.check). Returns whether it ended.

    Players are asked as soon as somebody has a winning total and everything has resolved, clockwise from the current
    player, until one wants to play on. They are not asked again before the points have changed (`before`: the previous
    points), nor once nothing left in the turn could change the outcome.
    """
    if not game.edition.may_agree_to_stop or points(game) == before:
        return False
    leader = ahead(game)
    if leader is None or _nothing_left_to_do(game):
        return False
    name = game.table.seats[leader].name
    about = f"{ENDING_NOW}, with {name} as the winner: nobody can catch up"
    for seat in game.clockwise():
        picks = yield seat, May(options=(YES, NO), about=about)
        if picks[0] == NO:
            return False
    return check_victory(game)


def _nothing_left_to_do(game: Game) -> bool:
    """Return whether the rest of the turn is only drawing cards: no base is ready, and nothing acts as the turn ends or
    answers a draw or a discard. Then the game is over in a moment anyway, with the same winner.
    """
    if game.table.phase != "score" or ready_to_score(game):
        return False
    acting: list[Hook | type[Event]] = [END_OF_TURN, Drawn, Shuffled]
    if len(game.table.seats[game.table.current].hand) + DRAWN > HAND_LIMIT:
        acting.append(Discarded)
    acts = any(game.index.active(hook) or game.answerable_unseen(hook) for hook in acting)
    return not acts and not standing(game, END_OF_TURN)


# --- Madness at the end of the game ---------------------------------------------------------------------------------


def madness_in_game(game: Game) -> bool:
    """Return whether there is a Madness deck."""
    return any(facts.is_madness for facts in game.facts.values())


_OWNED_AT_END: Final = zones_where(lambda row: row.owned_at_end)


def madness_of(game: Game, seat: int) -> int:
    """Return how many Madness cards count against a player, wherever they are (win.madness)."""
    cards = game.table.cards.values()
    return sum(
        1
        for card in cards
        if card.controller == seat and card.zone in _OWNED_AT_END and game.facts[card.number].is_madness
    )


def _won_after_the_count(game: Game) -> bool:
    """Return whether somebody would have won if Madness were counted before the points are judged: the reading not
    taken.
    """
    counted = [madness_of(game, seat) for seat in range(len(game.table.seats))]
    standing = [(total - mad // 2, -mad) for total, mad in zip(points(game), counted, strict=True)]
    best = max(standing)
    return best[0] >= WINNING_POINTS and (standing.count(best) == 1 or game.edition.madness_ties_share)


def _won_with_madness(game: Game) -> bool:
    """Count Madness, then break ties by the fewest Madness cards (win.madness). Returns whether the game is won.

    Players still tied share the win, or the turns go on if the edition shares no wins (win.tie).
    """
    seats = range(len(game.table.seats))
    counted = [madness_of(game, seat) for seat in seats]
    reduced = [game.table.seats[seat].victory_points - counted[seat] // 2 for seat in seats]
    tied = [seat for seat in seats if reduced[seat] == max(reduced)]
    fewest = min(counted[seat] for seat in tied)
    least_mad = [seat for seat in tied if counted[seat] == fewest]
    if len(least_mad) > 1 and not game.edition.madness_ties_share:
        game.note("reading.madness-tie")
        return False
    if len(least_mad) > 1:
        game.note("conflict.sharing")
    for seat in game.clockwise():
        lost = min(counted[seat] // 2, game.table.seats[seat].victory_points)
        if lost:
            game.emit(VictoryPointsChanged, to=seat, amount=-lost, seat=seat, rule="win.madness")
    game.note("reading.htb-places-after-madness")
    won(game, least_mad, "win.tie" if len(tied) > 1 else "win.madness")
    return True


_PHASES: Final[dict[str, Callable[[Game], Steps[None]]]] = {
    "start": _start,
    "play": _play,
    "score": _score,
    "draw": _draw,
    "end": _end,
}
