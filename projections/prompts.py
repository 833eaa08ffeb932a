"""Questions and their options in plain English, for the player who has to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from events.questions import (
    Arrange,
    Cards,
    Distribute,
    Draft,
    Main,
    May,
    Mulligan,
    NextInOrder,
    PayWith,
    Pick,
    Play,
    Question,
    Seats,
    Sites,
    Unseen,
    Use,
    Window,
)
from projections.plain_words import NameOf, Words, ability_name, capital, listed, title_of
from projections.renaming import CARD_QUESTIONS
from projections.table import Table

Totals = Callable[[int], Sequence[int]]
"""Returns the power of each seat at a site. Only the rules can compute it, so callers that have them pass it in."""

PASSED = "pass"


def prompt(question: Question, table: Table, name_of: NameOf) -> str:
    """Return the question a player is asked, in one line."""
    words = Words(table, name_of)
    text, card = capital(_asked(question, words)), _asking_card(question, words)
    if not card:
        return text
    return f"{text[:-1]}; {card})" if text.endswith(")") else f"{text} ({card})"


def _asked(question: Question, words: Words) -> str:
    match question:
        case Main():
            return "play a card, use an ability, or end the phase?"
        case Window():
            return _window(question, words)
        case May():
            return f"do you want to {question.about.removeprefix('whether to ')}?"
        case Mulligan() if "yes" in question.options:
            return "your hand has no minions. Do you want to replace it?"
        case Mulligan():
            return "your hand has minions, so you keep it"
        case Unseen():
            return "another player decides"
        case NextInOrder() if question.most > 1:
            return f"choose {question.about}, or several in order"
        case Arrange():
            order = question.about if question.about.startswith("the order") else f"the order of {question.about}"
            return f"choose {order} (first on top)"
        case Distribute():
            return f"choose {question.about} ({_how_many(question)})"
    return f"choose {question.about}{_limits(question)}"


def _window(question: Window, words: Words) -> str:
    scoring = words.table.scoring
    base = words.card(scoring.base) if scoring else "the base"
    occasions = {
        "before-scores": f"{base} is about to score. ",
        "when-scores": f"{base} is scoring. ",
        "after-scores": f"{base} has scored. ",
        "after-replaced": f"{base} has been replaced. ",
        "start-of-turn": "the turn is starting. ",
        "end-of-turn": "the turn is ending. ",
        "during-duel": "the duel is on. ",
        "talent": "the phase is about to end. ",
    }
    occasion = occasions.get(question.moment, "")
    if question.least:
        return f"{occasion}Which {'Talent' if question.moment == 'use-talent' else 'ability'} do you use?"
    if len(question.options) == 1:
        option = question.options[0]
        if isinstance(option, Use):
            return f"{occasion}Use {words.card(option.holder)}, or pass?"
        return f"{occasion}{capital(describe(option, question, words.table, words.name_of))}, or pass?"
    kind = "a Special" if question.moment in ("before-scores", "after-scores") else "an ability"
    return f"{occasion}{capital(f'use {kind}, or pass?')}"


def _limits(question: Question) -> str:
    if not question.options:
        return " (none available)"
    parts = []
    if question.most > 1 or question.least > 1:
        parts.append(_how_many(question))
    if isinstance(question, Cards):
        if question.budget is not None:
            parts.append(f"at most {question.budget} in total")
        if question.one_name:
            parts.append("all with the same name")
    return f" ({', '.join(parts)})" if parts else ""


def _how_many(question: Question) -> str:
    least, most = question.least, question.most
    if least == most:
        return f"exactly {most}"
    return f"up to {most}" if not least else f"{least} to {most}"


def _asking_card(question: Question, words: Words) -> str:
    """Return the card that asks, or nothing if the prompt already names it."""
    if not question.by or question.by not in words.table.cards or isinstance(question, Unseen):
        return ""
    name = words.card(question.by)
    return "" if name in question.about else name


def describe(pick: Pick, question: Question, table: Table, name_of: NameOf, totals: Totals | None = None) -> str:
    """Return one option in words: "play Howler", "Ben's Ghost at Tar Pits", "Tar Pits (Ana 5, Ben 3)"."""
    words = Words(table, name_of)
    match pick:
        case Play(card=card):
            source = table.cards[card].zone if card in table.cards else "hand"
            return f"play {words.card(card)}" + ("" if source == "hand" else f" {words.source(source)}")
        case Use():
            return _use(pick, words)
        case str():
            return title_of(pick) if isinstance(question, Draft) else pick
    match question:
        case Sites():
            return _base(pick, words, totals)
        case Seats():
            return words.player(pick)
        case _ if isinstance(question, CARD_QUESTIONS):
            return _card(pick, question, words)
    allowance = next((permission for permission in table.allowances if permission.number == pick), None)
    if isinstance(question, PayWith) and allowance is not None:
        return words.way(allowance)
    return str(pick)


def _use(pick: Use, words: Words) -> str:
    acting = ability_name(pick.ability)
    parts = [acting] if acting else []
    if pick.granted_by:
        parts.append(f"granted by {words.card(pick.granted_by)}")
    return f"use {words.placed(pick.holder)}" + (f": {', '.join(parts)}" if parts else "")


def _base(site: int, words: Words, totals: Totals | None) -> str:
    if totals is None:
        return words.base(site)
    powers = ", ".join(f"{words.player(seat)} {power}" for seat, power in enumerate(totals(site)))
    return f"{words.base(site)} ({powers})"


def _card(number: int, question: Question, words: Words) -> str:
    described = words.placed(number)
    if isinstance(question, Cards) and question.budget is not None and number in question.options:
        return f"{described} (counts {question.weights[question.options.index(number)]})"
    return described


def describe_answer(
    picks: Sequence[Pick], question: Question, table: Table, name_of: NameOf, totals: Totals | None = None
) -> str:
    """Return a whole answer in words: "pass" or "none" for an empty one."""
    if not picks:
        return PASSED if isinstance(question, Main | Window) else "none"
    if isinstance(question, Distribute):
        shares = {pick: picks.count(pick) for pick in picks}
        return listed(f"{count} on {describe(pick, question, table, name_of)}" for pick, count in shares.items())
    return listed(describe(pick, question, table, name_of, totals) for pick in picks)


__all__ = ["Totals", "describe", "describe_answer", "prompt"]
