"""Options in words, with facts from the rules and the card definitions."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.game import Game
from core.engine.power import breakpoint_of, power, total_powers
from core.printed.definitions import definition, printing
from events.questions import Draft, Pick, Play, Question, Sites
from events.vocabulary import GameBegun
from projections.plain_words import NameOf
from projections.prompts import Totals, describe, describe_answer
from projections.renaming import CARD_QUESTIONS, card_of
from projections.table import Table
from projections.view import View


def name_of(id: str) -> str:
    """Return the printed name of a definition."""
    return definition(id).name


def options_in_words(
    game: Game, view: View | None = None, names: NameOf = name_of, seen: Table | None = None
) -> list[str]:
    """Return the options of the open question in words, as the view of the seat that is asked has them (or a viewer who
    sees all). `seen`: the view's table, if it is at hand."""
    real = game.question
    if real is None:
        return []
    question, table = _seen(game, view, seen)
    hidden = _supplied(game) if view is None else set()
    words = [describe(pick, question, table, names, _totals(game)) for pick in question.options]
    return [
        text + _facts(game, real, pick, view) + (" (supplied)" if card_of(pick, real) in hidden else "")
        for text, pick in zip(words, real.options, strict=True)
    ]


def _supplied(game: Game) -> set[int]:
    """Return the cards of a recorded game that nobody saw. Their faces are made up."""
    begun = game.log[0] if game.log else None  # a table without a game has no log
    if not isinstance(begun, GameBegun) or not any(seat.made_up for seat in begun.seats):
        return set()
    seen = View(None, game.log)
    return {number for number in game.table.cards if not seen.knows(number)}


def answer_in_words(game: Game, picks: Sequence[Pick], view: View | None = None) -> str:
    """Return an answer to the current question in words."""
    question, table = _seen(game, view)
    seen = picks if view is None else view.from_engine(picks)
    return describe_answer(seen, question, table, name_of, _totals(game))


def _seen(game: Game, view: View | None, seen: Table | None = None) -> tuple[Question, Table]:
    table = seen or (game.table if view is None else view.table)
    assert table.question is not None
    return table.question, table


def _totals(game: Game) -> Totals:
    return lambda site: total_powers(game, site)


def _facts(game: Game, question: Question, pick: Pick, view: View | None) -> str:
    """Return facts about an option: a minion's power, a base's breakpoint, a faction's style."""
    if isinstance(question, Draft) and isinstance(pick, str) and (style := printing(pick).faction.style):
        return f": {style[0].lower()}{style[1:]}"
    if isinstance(question, Sites) and isinstance(pick, int) and pick in game.table.sites:
        return f", breakpoint {breakpoint_of(game, pick)}"
    number = pick.card if isinstance(pick, Play) else pick
    is_card = isinstance(pick, Play) or isinstance(question, CARD_QUESTIONS)
    if not is_card or not isinstance(number, int) or (view is not None and not view.knows(number)):
        return ""
    return f", power {power(game, game.card(number))}" if game.facts[number].is_minion else ""
