"""Questions that did not need to be asked, and uses that change nothing.

    python -m tests.examiners moot --games 60

Games are played by bots that look for new pairs of cards. At a sample of all questions, several answers are tried on copies
of the game. Each copy goes on to the next quiet point, once with the first and once with the last answer to whatever else is
asked. If all copies reach equivalent tables both times (`projections.equivalence`), the question was moot at that table.

Most questions are moot at some tables: two bases may be equally good. So a question counts as a finding
- if it asks for the order of several uses of one ability, and was moot once: such an ability can declare that the order
  makes no difference (`regardless`);
- if it was moot every time, and has been tried at least `OFTEN` times. The order of different abilities is only counted:
  whether they affect each other depends on the table;
- if it has only one legal answer, and its options are cards that everybody sees.

`KNOWN` lists the exceptions with their reasons. What concerns hidden cards is always asked, because silence would tell
the others something (docs/DESIGN.md), and is only counted.

A talent may be used for nothing (reading.talent-for-nothing), but it must know: at the main questions of the sample every
talent on offer is used on a copy, with several ways to answer. If nothing ever comes of it although `has_effect` says that
it can change something, or something comes of it although it says the opposite, that is a finding. What a prohibition
stops counts as a change, because players see it stopped.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.engine.game import Endless, Game, RandomChance
from core.players.bots import RandomBot
from core.printed.definitions import ability, load_cards
from core.printed.editions import EDITIONS
from core.rules.legality import has_effect, usable
from core.rules.replay import resume
from events.questions import Cards, Main, Mulligan, Names, NextInOrder, Pick, Question, Use, Window
from events.vocabulary import AbilityUsed, Answered, Asked, Event, Forbidden, PhaseBegan
from events.zones import ZONES
from projections.equivalence import digest
from tests.examiners.findings import Finding
from tests.examiners.second_opinion import LONGEST, Pairs, PairSeeker, begin

SHARE = 0.12
"""The share of the questions that are tried."""
SHARE_OF_ORDERS = 0.6
"""The same for questions about an order, which are rare."""
MORE = 40
"""Questions after which a copy is abandoned."""
ANSWERS = 6
"""Single options of one question that are tried."""
OFTEN = 6
"""Trials after which a question that was moot every time is a finding."""

KNOWN: dict[str, str] = {
    "the order of bear-cavalry/cub-scout#ambush": "it matters where one arrival protects another (cub-scout-two-at-once)",
    "the order of bear-cavalry/high-ground#throw-down": "as with Cub Scout, one arrival may protect another",
    "the order of base/tar-pits#sink": "minions of one owner go under one deck in this order (tar-pits-two-at-once)",
    "the order of killer-plants/sprout#grow-up": "the minion that one fetches may reach the other",
    "the order of changerbots/change-into-a-gun#change-back": "what responds to the first may reach the second",
    "the order of ancient-egyptians/mummy#another-tomb": "the second player knows where the first one went",
    "the order of aliens/scout#report-back": "the second player knows what the first one decided",
    "the order of base/trailer-park#toss-about": "what responds to the first counter may reach the other minion",
    "the order of super-heroes/mild-mannered-citizen#find-a-phone-booth": "the hero that one brings may reach the other",
    "the order of sharks/helicoprion#frenzy": "it acts for one of them, and only that one's base and power count",
    "your minions to take back (ninjas/disguise)": "whether there is a choice depends on the hand (docs/DESIGN.md)",
}
"""Questions that were moot at every table tried, and why they are asked."""
IDLE = (Asked, Answered, AbilityUsed)


@dataclass
class Mootness:
    """The questions and uses of some games."""

    games: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    moot: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    orders: set[str] = field(default_factory=set)
    hidden: int = 0
    offers: int = 0
    uses: int = 0
    empty: Counter[str] = field(default_factory=Counter)
    single: list[Finding] = field(default_factory=list)
    examples: dict[str, str] = field(default_factory=dict)

    def merge(self, other: Mootness) -> None:
        """Add other games."""
        self.games += other.games
        self.tried += other.tried
        self.moot += other.moot
        self.kinds += other.kinds
        self.orders |= other.orders
        self.hidden += other.hidden
        self.offers += other.offers
        self.uses += other.uses
        self.empty += other.empty
        self.single += other.single
        self.examples = other.examples | self.examples

    @property
    def findings(self) -> list[Finding]:
        """Findings of single questions, and the questions that were moot whenever they were tried."""
        known = {finding.what for finding in self.single}
        always = [
            what
            for what, times in self.moot.items()
            if OFTEN <= times == self.tried[what]
            and what not in KNOWN
            and what not in known
            and what not in self.orders
        ]
        return [*self.single, *(Finding("moot", self.examples[what], f"always moot: {what}") for what in always)]


def play_round(seed: int, games: int) -> Mootness:
    """Play some games and examine a sample of their questions."""
    load_cards()
    found, pairs = Mootness(), Pairs()
    for number in range(games):
        edition = list(EDITIONS)[(seed + number) % len(EDITIONS)]
        _play(found, pairs, edition, 2 + number % 3, f"{seed}/{number}")
    return found


def _play(found: Mootness, pairs: Pairs, edition: str, seats: int, seed: str) -> None:
    game, chance = begin(pairs, edition, seats, seed), random.Random(f"{seed}/sample")
    bots = [PairSeeker(pairs, f"{seed}/{seat}") for seat in range(seats)]
    try:
        for _ in range(LONGEST):
            question = game.question
            if question is None:
                break
            share = SHARE_OF_ORDERS if isinstance(question, NextInOrder) else SHARE
            if chance.random() < share:
                where = f"game {seed} in {edition}, position {len(game.log)}"
                _examine(found, game, question, where)
            game.answer(game.table.asked, bots[game.table.asked].answer(game))
    except Endless:
        pass
    found.games += 1
    for used in talents_used(game.log):
        found.uses += 1
        if not used.changed:
            found.empty[used.ability] += 1


def _examine(found: Mootness, game: Game, question: Question, where: str) -> None:
    """Try the answers to one question."""
    if isinstance(question, Main):
        for option in question.options:
            if isinstance(option, Use) and ability(option.ability).hook == "talent":
                found.offers += 1
                what = misjudged(game, option)
                if what and what not in {question.what for question in found.single}:
                    found.single.append(Finding("moot", where, what))
        return
    if is_hidden(game, question):
        found.hidden += 1
        return
    what = in_words(game, question)
    answers = list(some_answers(question))
    if len(answers) < 2:
        if what not in KNOWN:
            found.single.append(Finding("moot", where, f"only one answer is legal: {what}"))
        return
    found.tried[what] += 1
    found.kinds[type(question).__name__] += 1
    if isinstance(question, NextInOrder) and not is_about_one_ability(question):
        found.orders.add(what)
    if not is_moot(game.log, question):
        return
    found.moot[what] += 1
    found.examples.setdefault(what, where)
    if found.moot[what] == 1 and is_about_one_ability(question) and what not in KNOWN:
        found.single.append(Finding("moot", where, what))


def is_hidden(game: Game, question: Question) -> bool:
    """Whether a question is asked because of cards that not everybody sees."""
    if isinstance(question, Window | Mulligan) or not question.options:
        return True
    if not isinstance(question, Cards):
        return False
    numbers = [option for option in question.options if isinstance(option, int)]
    return any(ZONES[game.card(number).zone].sight != "everyone" for number in numbers)


def in_words(game: Game, question: Question) -> str:
    """A question by the card and the abilities it is about, the same for the same question."""
    if isinstance(question, NextInOrder):
        keys = sorted({option.ability for option in question.options if isinstance(option, Use)})
        return f"the order of {', '.join(keys)}"
    by = game.facts[question.by].id if question.by else "a rule"
    about = question.about.split(": nobody")[0] if question.by else question.about.split(", with")[0]
    return f"{about} ({by})"


def is_about_one_ability(question: Question) -> bool:
    """Whether a question orders several uses of one ability. Whether different abilities affect each other depends on the
    table."""
    return len({option.ability for option in question.options if isinstance(option, Use)}) == 1


# --- questions ----------------------------------------------------------------------------------------------------------


def is_moot(log: list[Event], question: Question) -> bool:
    """Whether every answer leads to equivalent tables, however the rest is answered."""
    for last in (False, True):
        ends: set[bytes] = set()
        for picks in some_answers(question):
            ends.add(_end(log, picks, last=last))
            if len(ends) > 1 or b"" in ends:
                return False
    return True


def some_answers(question: Question) -> Iterator[tuple[Pick, ...]]:
    """Different legal answers: none, each of the first options alone, and the fewest and most from either end."""
    options = question.options
    sizes = {question.least, min(question.most, len(options))}
    tries: list[tuple[Pick, ...]] = [(), *((option,) for option in options[:ANSWERS])]
    tries += [order[:size] for size in sizes for order in (options, options[::-1])]
    if question.repeats:
        tries += [(option,) * size for size in (question.least, question.most) for option in options[:ANSWERS]]
    for picks in dict.fromkeys(tries):
        if question.refusal(picks) is None:
            yield picks


def _end(log: list[Event], picks: tuple[Pick, ...], *, last: bool) -> bytes:
    """The table to which an answer leads, by its digest; empty if no quiet point is reached."""
    game = resume(log, chance=RandomChance(0))
    began = len(game.log)
    try:
        game.answer(game.table.asked, picks)
        for _ in range(MORE):
            question = game.question
            if question is None or isinstance(question, Main) or _phase_began(game.log, began):
                return digest(game.table)
            game.answer(game.table.asked, _any(game, question, last=last))
    except Endless:
        pass
    return b""


def _phase_began(log: list[Event], since: int) -> bool:
    return any(isinstance(event, PhaseBegan) for event in log[since:])


def _any(game: Game, question: Question, *, last: bool) -> tuple[Pick, ...]:
    """The first or the last answer; of names, one that is at the base of the card that asks."""
    options = question.options[::-1] if last else question.options
    if isinstance(question, Names):
        site = game.card(question.by).site if question.by else 0
        there = {game.fact(minion).name for minion in game.table.minions() if site in (0, minion.site)}
        options = tuple(name for name in options if name in there) or options
    for size in range(max(question.least, 1), question.most + 1):
        if question.refusal(options[:size]) is None:
            return options[:size]
    return () if question.least == 0 else RandomBot("any").pick(question)


# --- uses ---------------------------------------------------------------------------------------------------------------


def misjudged(game: Game, option: Use) -> str:
    """What is wrong with a talent's own judgment of whether a use could change anything; "" if nothing is."""
    instance = usable(game, game.table.asked)[option]
    says = has_effect(instance, game.table.asked)
    changes, asked_hidden = _outcome(game.log, option)
    if says and not changes and not asked_hidden:
        return f"{option.ability} can change nothing, but says that it can"
    if changes and not says:
        return f"{option.ability} says that it can change nothing, but it can"
    return ""


def _outcome(log: list[Event], option: Use) -> tuple[bool, bool]:
    """Whether a use on offer at a main question leads to anything, for at least one way to answer what it asks; and
    whether it asks about cards that not everybody sees."""
    hidden = False
    for first in _first_answers(log, option):
        for last in (False, True):
            game = resume(log, chance=RandomChance(0))
            began = len(game.log)
            game.answer(game.table.asked, (option,))
            for number in range(MORE):
                question = game.question
                if question is None or isinstance(question, Main) or _changed(game.log[began:]):
                    break
                hidden = hidden or is_hidden(game, question)
                picks = first if number == 0 and first else _any(game, question, last=last)
                game.answer(game.table.asked, picks)
            if _changed(game.log[began:]):
                return True, hidden
    return False, hidden


def _first_answers(log: list[Event], option: Use) -> list[tuple[Pick, ...]]:
    """The ways to answer the first thing that a use asks, one option at a time; one empty way if it asks nothing else."""
    game = resume(log, chance=RandomChance(0))
    game.answer(game.table.asked, (option,))
    question = game.question
    if question is None or isinstance(question, Main | Names) or not question.options:
        return [()]
    return [(option,) for option in question.options if question.refusal((option,)) is None] or [()]


def _changed(events: list[Event]) -> bool:
    return any(not isinstance(event, IDLE) for event in events)


@dataclass(frozen=True)
class UseOfTalent:
    """A talent that was used, and whether anything came of it."""

    ability: str
    changed: bool


def talents_used(log: list[Event]) -> Iterator[UseOfTalent]:
    """Every talent used in a log."""
    for event in log:
        if isinstance(event, AbilityUsed) and ability(event.ability).hook == "talent":
            rest = iter(log[event.position :])
            changed = False
            for other in rest:
                if isinstance(other, PhaseBegan) or (isinstance(other, Asked) and isinstance(other.question, Main)):
                    break
                changed = changed or not isinstance(other, (*IDLE, Forbidden))
            yield UseOfTalent(event.ability, changed)
