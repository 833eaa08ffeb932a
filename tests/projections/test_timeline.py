"""The story of a game in plain English."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from core.rules.permissions import BASES, CONDITIONS
from events.questions import (
    Arrange,
    Cards,
    Distribute,
    Draft,
    Main,
    May,
    Mulligan,
    Names,
    Numbers,
    PayWith,
    Play,
    Question,
    Seats,
    Sites,
    Unseen,
    Use,
    Window,
)
from events.vocabulary import (
    EVENT_TYPES,
    AbilityUsed,
    AllowanceGiven,
    Answered,
    Asked,
    Awarded,
    BaseSwapped,
    Buried,
    CardPlayed,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    DuelEnded,
    EffectBegan,
    EffectsEnded,
    Event,
    Forbidden,
    GameWon,
    Looked,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Replaced,
    Returned,
    ScoringBegan,
    Shuffled,
    Taken,
    VictoryPointsChanged,
    tag_of,
)
from events.words import PlayCondition, Verb
from events.zones import ZONES, Zone
from projections.plain_words import title_of
from projections.prompts import describe, describe_answer, prompt
from projections.soundness import _FIELDS
from projections.table import Table, fold
from projections.timeline import _VERBS, Narrator, Timeline, sentence, tell, timeline
from projections.view import View
from tests.events.samples import all_fixed_events
from tests.projections.games import random_game
from tests.projections.small_table import GHOST, GUARD, GULP, HOWLER, OASIS, TAR_PITS, a_table, name_of

TOLD: list[tuple[Event, str]] = [
    (
        CardPlayed(position=10, seat=0, card=HOWLER, source="hand", to="minions", site=TAR_PITS),
        "Ana plays Howler at Tar Pits",
    ),
    (
        CardPlayed(position=10, seat=0, card=HOWLER, source="deck", to="minions", site=TAR_PITS, off_top=True),
        "Ana plays Howler at Tar Pits from the top of the deck",
    ),
    (
        CardPlayed(position=10, seat=0, card=GULP, source="hand", to="attached", host=GHOST, site=TAR_PITS),
        "Ana plays Big Gulp on Ben's Ghost at Tar Pits",
    ),
    (
        Destroyed(position=10, card=GHOST, to=1, source="minions", controller=1, power=2, site=TAR_PITS, by=GULP),
        "Big Gulp destroys Ben's Ghost (power 2) at Tar Pits",
    ),
    (
        Destroyed(position=10, card=GUARD, to=1, source="attached", controller=1, site=TAR_PITS, by=GULP, seat=1),
        "Big Gulp makes Ben destroy Ben's Incorporeal at Tar Pits",
    ),
    (
        Discarded(position=10, card=GULP, to=0, source="hand", controller=0, reason="over the hand limit"),
        "Ana discards Big Gulp (over the hand limit)",
    ),
    (
        Discarded(position=10, card=GULP, to=0, source="hand", controller=0, by=GULP, reason="by a card"),
        "Ana discards Big Gulp",
    ),
    (
        Discarded(
            position=10, card=GUARD, to=1, source="attached", controller=1, site=TAR_PITS, reason="left with its card"
        ),
        "Ben's Incorporeal at Tar Pits is discarded (the card underneath left play)",
    ),
    (
        Returned(position=10, card=GHOST, to=1, source="minions", controller=1, site=TAR_PITS, by=GULP),
        "Ben's Ghost returns from Tar Pits to Ben's hand (Big Gulp)",
    ),
    (
        Placed(position=10, card=GHOST, to=1, source="minions", controller=1, site=TAR_PITS, end="bottom"),
        "Ben's Ghost goes from Tar Pits to the bottom of Ben's deck",
    ),
    (
        Taken(position=10, card=GULP, to=0, source="discard", controller=0, by=HOWLER),
        "Ana takes Big Gulp from the discard pile (Howler)",
    ),
    (Moved(position=10, card=GHOST, origin=TAR_PITS, site=OASIS), "Ben's Ghost moves from Tar Pits to Jungle Oasis"),
    (
        ControlChanged(position=10, card=GHOST, controller=0, by=GULP),
        "Ana takes control of Ben's Ghost (Big Gulp)",
    ),
    (
        ControlChanged(position=10, card=GHOST, controller=0, ends=True),
        "Control of Ben's Ghost returns to Ana",
    ),
    (
        ControlChanged(position=10, card=GHOST, controller=1, ends=True),
        "An earlier change of control of Ben's Ghost ends",
    ),
    (CountersChanged(position=10, card=GHOST, amount=-1), "Ben's Ghost loses a +1 power counter"),
    (CountersChanged(position=10, card=GHOST, amount=-1, by=GULP), "Ben's Ghost loses a +1 power counter (Big Gulp)"),
    (
        CountersTransferred(position=10, card=GHOST, target=GUARD, amount=2),
        "Two +1 power counters move from Ben's Ghost to Ben's Incorporeal",
    ),
    (
        Forbidden(position=10, verb="destroy", card=GHOST, because=GUARD, by=GULP),
        "Ben's Ghost can't be destroyed by Big Gulp: Incorporeal prevents it",
    ),
    (
        Replaced(position=10, verb="destroy", card=GHOST, because=GUARD, instead="return"),
        "Incorporeal: Ben's Ghost returns to hand instead of being destroyed",
    ),
    (
        Replaced(position=10, verb="destroy", card=GHOST, because=GUARD, instead="place"),
        "Incorporeal: Ben's Ghost goes into a hand or deck instead of being destroyed",
    ),
    (
        AbilityUsed(position=10, seat=1, holder=GHOST, ability="g/ghost#let-go", granted_by=GUARD),
        "Ben uses Ghost (let go, granted by Incorporeal)",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="minion", condition="discarded-at-most", arguments=("2",)),
        "Ana may play an extra minion of power 2 or less from the discard pile",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="minion", condition="discarded-of-power", arguments=("3",)),
        "Ana may play an extra minion of power 3 from the discard pile",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="minion", condition="of-power-not-named", arguments=("3", "Ghost")),
        "Ana may play an extra minion of power 3 not named Ghost",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="minion", condition="where-you-have-a-minion"),
        "Ana may play an extra minion at a base where its player has a minion",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="action", condition="on-others-minion"),
        "Ana may play an extra action on another player's minion",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="action", condition="discarded-for-a-base"),
        "Ana may play an extra action that plays on a base, from the discard pile",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="card", condition="named", arguments=("Ghost", "Big Gulp")),
        "Ana may play an extra card named Ghost or Big Gulp",
    ),
    (
        AllowanceGiven(position=10, seat=0, kind="action", condition="power-at-most", arguments=("2",), site=OASIS),
        "Ana may play an extra action of power 2 or less at Jungle Oasis",
    ),
    (
        EffectBegan(position=10, kind="power", cards=(GHOST,), amount=2, until="start-of-turn", until_seat=1, by=GULP),
        "Ben's Ghost has +2 power until Ben's next turn (Big Gulp)",
    ),
    (
        EffectBegan(position=10, kind="power", cards=(GHOST,), amount=2, until="end-of-turn", until_seat=1, by=GULP),
        "Ben's Ghost has +2 power until the end of Ben's next turn (Big Gulp)",
    ),
    (EffectsEnded(position=10, effects=(3,)), "Effects on cards that are gone end"),
    (Buried(position=10, card=GULP, site=OASIS, source="hand", seat=0), "Ana buries Big Gulp at Jungle Oasis"),
    (Drawn(position=10, seat=0, cards=(HOWLER, GULP)), "Ana draws two cards: Howler and Big Gulp"),
    (Drawn(position=10, seat=0, cards=(0,)), "Ana draws a card"),
    (Looked(position=10, seat=1, cards=(0, 0, 0)), "Ben looks at 3 cards"),
    (Looked(position=10, seat=1, cards=(HOWLER,) * 9, search=True), "Ben searches through 9 cards"),
    (Shuffled(position=10, zone="base_deck", seat=-1, order=()), "The base deck is shuffled"),
    (
        Shuffled(position=10, zone="deck", seat=0, order=(), with_discard=True),
        "Ana's discard pile is shuffled into a new deck",
    ),
    (
        PickedAtRandom(position=10, what="card", pool=(0, 0, 0), picks=(0,), seat=1),
        "1 card is picked at random from Ben's 3 cards",
    ),
    (PhaseBegan(position=10, phase="draw"), "Ana: Draw 2 Cards"),
    (
        ScoringBegan(position=10, site=TAR_PITS, base=1, total=20, breakpoint=16),
        "Tar Pits is about to score: 20 power, breakpoint 16",
    ),
    (
        Awarded(position=10, site=TAR_PITS, base=1, totals=(8, 12), places=(2, 1), awards=(2, 4)),
        "Tar Pits scores: Ben is 1st with 12 power (4 VP), Ana is 2nd with 8 power (2 VP)",
    ),
    (
        EffectBegan(position=10, kind="set-breakpoint", cards=(1,), amount=0, by=GUARD, until="source"),
        "The breakpoint of Tar Pits is 0 until the end of the turn, as long as Incorporeal is in play",
    ),
    (VictoryPointsChanged(position=10, to=1, amount=4, by=1), "Ben gains 4 VP (Tar Pits) and now has 4"),
    (BaseSwapped(position=10, site=TAR_PITS, old=1, new=2), "Jungle Oasis replaces Tar Pits"),
    (DuelEnded(position=10, winners=(GHOST,), losers=(HOWLER,), powers=(4, 2)), "Ben's Ghost wins the duel against Ana's Howler (4 to 2)"),
    (DuelEnded(position=10, winners=(GHOST,), losers=(HOWLER,), powers=(2, 4)), "Ben's Ghost wins the duel against Ana's Howler (4 to 2)"),
    (DuelEnded(position=10, winners=(1, 2), losers=(2, 1), powers=(4, 4)), "The duel is a tie (4 to 4)"),
    (GameWon(position=10, seats=(1,), victory_points=(9, 15)), "Ben wins (Ana 9, Ben 15)"),
    (Asked(position=10, seat=1, question=Unseen()), "Ben has to decide"),
    (Answered(position=10, seat=1), "Ben decides"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "text"), TOLD, ids=[tag_of(event) for event, _ in TOLD])
def test_an_event_is_described_exactly(event: Event, text: str) -> None:
    assert sentence(event, a_table(), name_of) == text


def test_every_event_type_has_a_sentence() -> None:
    table = a_table()
    for zone in ZONES:
        told = {type(event): sentence(in_zone(event, zone), table, title_of) for event in all_fixed_events()}
        assert set(told) == set(EVENT_TYPES)
        assert all(text[0].isupper() or text[0].isdigit() for text in told.values())
        assert not any("\n" in text or "  " in text for text in told.values())


def in_zone(event: Event, zone: Zone) -> Event:
    """The event with that zone wherever it names one, and with known words elsewhere."""
    closed = {field: zone if kind == "zone" else max(known) for field, kind, known in _FIELDS[type(event)][5]}
    return msgspec.structs.replace(event, **closed)


def test_an_answer_comes_with_its_question() -> None:
    table = a_table()
    for question, picks, text in (
        (Main(options=(Play(HOWLER),), least=0), (Play(HOWLER),), "Ana chooses to play Howler"),
        (Main(options=(Play(HOWLER),), least=0), (), "Ana passes"),
        (Cards(options=(GHOST,)), (GHOST,), "Ana chooses Ben's Ghost at Tar Pits"),
        (Cards(options=(), least=0, most=0), (), "Ana chooses nothing"),
        (May(options=("yes", "no")), ("no",), "Ana says no"),
    ):
        table.question = question
        assert sentence(Answered(position=10, seat=0, picks=picks), table, name_of) == text


def test_effects_that_end_are_told_by_what_they_did() -> None:
    table = a_table()
    table.apply(EffectBegan(position=10, kind="power", cards=(GHOST,), amount=-2, by=GULP))
    table.apply(EffectBegan(position=11, kind="ability", ability="v/big-gulp#thirst", by=GULP))
    ended = sentence(EffectsEnded(position=12, effects=(10, 11)), table, name_of)
    assert ended == "No longer in effect: Ben's Ghost has -2 power and the effect of Big Gulp (thirst)"


# --- prompts and options --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Main(), "Play a card, use an ability, or end the phase?"),
        (Window(least=0, moment="start-of-turn"), "The turn is starting. Use an ability, or pass?"),
        (Window(least=1, moment="trigger"), "Which ability do you use?"),
        (May(about="whether to draw a card", by=GULP), "Do you want to draw a card? (Big Gulp)"),
        (Cards(options=(1,), about="a minion to destroy", by=GULP), "Choose a minion to destroy (Big Gulp)"),
        (Cards(options=(1, 2), least=0, most=2, about="minions to move"), "Choose minions to move (up to 2)"),
        (
            Cards(options=(1, 2), least=1, most=2, about="minions", budget=6, weights=(2, 3), one_name=True),
            "Choose minions (1 to 2, at most 6 in total, all with the same name)",
        ),
        (Cards(least=0, most=0, about="a card to take"), "Choose a card to take (none available)"),
        (Sites(options=(1,), about="a base for Howler", by=HOWLER), "Choose a base for Howler"),
        (Arrange(options=(1, 2), least=2, most=2, about="the top cards"), "Choose the order of the top cards (first on top)"),
        (Distribute(options=(1,), least=3, most=3, about="counters"), "Choose counters (exactly 3)"),
        (Mulligan(options=("yes", "no")), "Your hand has no minions. Do you want to replace it?"),
        (Mulligan(options=("no",)), "Your hand has minions, so you keep it"),
        (Unseen(), "Another player decides"),
    ],
)  # fmt: skip
def test_a_question_is_put_in_plain_words(question: Question, text: str) -> None:
    assert prompt(question, a_table(), name_of) == text


def test_a_window_names_the_base_that_scores() -> None:
    table = a_table()
    table.apply(ScoringBegan(position=10, site=TAR_PITS, base=1, total=20, breakpoint=16))
    words = prompt(Window(least=0, moment="before-scores"), table, name_of)
    assert words == "Tar Pits is about to score. Use a Special, or pass?"


@pytest.mark.parametrize(
    ("question", "pick", "text"),
    [
        (Main(), Play(HOWLER), "play Howler"),
        (Main(), Use(GHOST, "g/ghost#let-go"), "use Ben's Ghost at Tar Pits: let go"),
        (Main(), Use(GHOST, "g/ghost#let-go", GUARD), "use Ben's Ghost at Tar Pits: let go, granted by Incorporeal"),
        (Cards(options=(GULP,)), GULP, "Big Gulp"),
        (Cards(options=(GUARD,)), GUARD, "Ben's Incorporeal on Ben's Ghost at Tar Pits"),
        (Cards(options=(GHOST,), budget=5, weights=(2,)), GHOST, "Ben's Ghost at Tar Pits (counts 2)"),
        (Cards(options=(1,)), 1, "Tar Pits"),
        (Sites(), TAR_PITS, "Tar Pits"),
        (Seats(), 1, "Ben"),
        (Draft(), "bear-cavalry", "Bear Cavalry"),
        (Names(), "You're Screwed", "You're Screwed"),
        (Numbers(), 3, "3"),
        (PayWith(), 10, "an extra minion that raises power"),
    ],
)
def test_an_option_is_described(question: Question, pick: int | str | Play | Use, text: str) -> None:
    table = a_table()
    table.apply(AllowanceGiven(position=10, seat=0, kind="minion", condition="raises-power"))
    assert describe(pick, question, table, name_of) == text


@pytest.mark.parametrize("condition", [*CONDITIONS, *BASES])
def test_whatever_an_extra_play_asks_for_has_words_of_its_own(condition: PlayCondition) -> None:
    given = AllowanceGiven(position=10, seat=0, kind="minion", condition=condition, arguments=("2", "3"))
    assert f"({condition.replace('-', ' ')}" not in sentence(given, a_table(), name_of)


def test_a_base_is_described_with_the_power_there_where_that_is_known() -> None:
    assert describe(TAR_PITS, Sites(), a_table(), name_of, lambda site: (5, 3)) == "Tar Pits (Ana 5, Ben 3)"


def test_a_whole_answer_is_described() -> None:
    table = a_table()
    counters = Distribute(options=(GHOST, HOWLER), least=3, most=3)
    shares = describe_answer((GHOST, GHOST, HOWLER), counters, table, name_of)
    assert shares == "2 on Ben's Ghost at Tar Pits and 1 on Howler"
    assert describe_answer((HOWLER, GULP), Cards(), table, name_of) == "Howler and Big Gulp"
    assert describe_answer((), Window(), table, name_of) == "pass"
    assert describe_answer((), Cards(), table, name_of) == "none"


def test_a_card_in_a_view_is_named_only_if_it_is_seen() -> None:
    table = a_table()
    table.cards[GHOST].definition = ""
    table.cards[GHOST].owner = -1
    assert describe(GHOST, Cards(), table, name_of) == "Ben's face-down card at Tar Pits"
    assert describe(999, Cards(), table, name_of) == "a card"


# --- whole games ----------------------------------------------------------------------------------------------------

GAMES = [(1, "EMD", 2), (2, "OOPS", 3), (6, "AL9K", 4)]


@pytest.mark.parametrize(("seed", "edition", "seats"), GAMES)
def test_a_whole_game_has_one_line_for_each_event(seed: int, edition: str, seats: int) -> None:
    log = random_game(seed, edition, seats)
    chapters = list(timeline(log, name_of))
    lines = [line for chapter in chapters for line in chapter.lines]
    assert [line.position for line in lines] == list(range(1, len(log) + 1))
    assert [(line.event, line.cause, line.rule) for line in lines] == [
        (tag_of(event), event.cause, event.rule) for event in log
    ]
    answers = [event for event in log if isinstance(event, Answered)]
    assert len(chapters) == 1 + len(answers)
    assert [chapter.seat for chapter in chapters[1:]] == [answer.seat for answer in answers]
    assert all(chapter.title == chapter.lines[0].text for chapter in chapters[1:])
    assert chapters[0].title == "The game is set up"
    assert msgspec.json.encode(chapters[3])


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_seat_learns_nothing_about_other_hands(seat: int | None) -> None:
    log = random_game(1)
    told = [line for chapter in timeline(log, name_of, view=View(seat)) for line in chapter.lines]
    assert len(told) == len(log)
    sight = View(seat)
    for event, line in zip(log, told, strict=True):
        if isinstance(event, Drawn) and event.zone != "madness":  # Madness cards are all equal
            known = any(sight.knows(card) for card in event.cards)  # what was shown before is no secret
            assert (":" in line.text) == (event.seat == seat or known)
        sight.take(event)
        if isinstance(event, Asked) and event.seat != seat:
            assert line.text.endswith("has to decide")


def test_every_question_and_option_of_a_game_has_words() -> None:
    log = random_game(3, "CND", 3)
    table = Table()
    for event in log:
        table.apply(event)
        if isinstance(event, Asked):
            assert prompt(event.question, table, name_of)
            options = [describe(pick, event.question, table, name_of) for pick in event.question.options]
            assert all(options)


def test_telling_can_begin_in_the_middle() -> None:
    log = random_game(1)
    teller = Timeline(name_of, table=fold(log[:200]))
    whole = [line for chapter in timeline(log[:250], name_of) for line in chapter.lines]
    assert [teller.take(event) for event in log[200:250]] == whole[200:]


def test_a_window_with_one_option_names_it() -> None:
    window = Window(options=(Use(GHOST, "g/ghost#let-go"),), least=0, moment="trigger")
    assert prompt(window, a_table(), name_of) == "Use Ghost, or pass?"


def test_bookkeeping_is_separate_from_the_story() -> None:
    table, narrator = a_table(), Narrator(name_of)
    table.question = Numbers()
    discarded = Discarded(position=10, card=GHOST, to=1, source="minions", controller=1, site=TAR_PITS)
    for event, bookkeeping in (
        (PhaseBegan(position=10, phase="score"), True),
        (Asked(position=10, seat=1, question=Main()), True),
        (Answered(position=10, seat=1, picks=(3,)), False),
        (msgspec.structs.replace(discarded, reason="its base scored"), True),
        (discarded, False),
        (Moved(position=10, card=GHOST, origin=TAR_PITS, site=OASIS), False),
    ):
        assert tell(event, table, narrator).bookkeeping == bookkeeping
    table.question = Sites()
    assert tell(Answered(position=10, seat=1, picks=(OASIS,)), table, narrator).bookkeeping


def test_the_narrator_tells_by_a_given_table() -> None:
    narrator = Narrator(name_of)
    table = a_table()
    line = tell(PhaseBegan(position=10, phase="score", cause=5, rule="turn.phases"), table, narrator)
    assert (line.position, line.text, line.cause, line.rule, line.event) == (
        *(10, "Ana: Score Bases", 5, "turn.phases", "phase-began"),
    )
    assert narrator.seat(table, 1) == "Ben"
    assert narrator.prompt(Main()) == prompt(Main(), table, name_of)
    assert narrator.answer((Play(HOWLER),), Main(), table) == narrator.describe(Play(HOWLER), Main(), table)


def test_every_verb_has_words_of_its_own() -> None:
    assert not [verb for verb in get_args(Verb) if verb not in _VERBS]
