"""mefirst: how players take turns with what may happen at one moment, in its variants.

AL9K and MS: Specials in play and in hand go round together. CND and OOPS: cards in play first, in the order the current
player chooses, then hands go round. EMD: what must happen first, in the current player's order, then what may goes
round.
"""

import pytest

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.playing import play_certain
from events.questions import Main, May, NextInOrder, Play, Use, Window
from events.vocabulary import Asked, Awarded, CardPlayed
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, Match, Setting, own_cards

cards = own_cards("Me First")
drummer = cards.minion("Drummer", power=5, copies=0, text="[special] Before this base scores you may gain 1 VP.")
piper = cards.minion("Piper", power=5, copies=0, text="[special] Before this base scores you may gain 1 VP.")
herald = cards.minion("Herald", power=5, copies=0, text="[special] Before this base scores gain 1 VP.")
crier = cards.minion("Crier", power=5, copies=0, text="[special] Before this base scores gain 1 VP.")
feast = cards.minion("Feast", power=5, copies=0, text="[special] Before this base scores each player may gain 1 VP.")
knife = cards.action("Knife", kind="special-only", copies=0, text="[special] Before a base scores gain 1 VP.")
ladder = cards.action(
    "Ladder", kind="special-only", copies=0, text="[special] Before a base scores play a minion there."
)


@drummer.before_scores(may=True)
def drum(me):
    gain_vp(me)


@piper.before_scores(may=True)
def pipe(me):
    gain_vp(me)


@herald.before_scores()
def proclaim(me):
    gain_vp(me)


@crier.before_scores()
def cry(me):
    gain_vp(me)


@feast.before_scores(may=True, each=True)
def dine(me):
    for seat in me.game.clockwise():
        gain_vp(me, seat=seat)


@knife.played_at("before-scores")
def stab(me):
    gain_vp(me)


@ladder.played_at("before-scores")
def climb(me):
    scoring = me.table.scoring
    number_in_hand = next(number for number in me.table.seats[me.you].hand if me.game.facts[number].is_minion)
    yield from play_certain(me, me.game.card(number_in_hand), only=(scoring.site,))


class Scene:
    """A base about to score; Ben's turn in a game of three."""

    def __init__(self, edition: str, *, in_play=(), hands=(), turn: int = BEN) -> None:
        table = Setting(edition=edition, seats=3)
        self.site = table.base(10)
        table.minion(10, self.site, of=turn)
        self.minions = [table.minion(what, self.site, of=seat) for what, seat in in_play]
        self.held = [table.hand(seat, what)[0] for what, seat in hands]
        for seat in range(3):
            table.deck(seat, 1, 1)
        table.base_deck(30)
        self.match: Match = table.begin(phase="score", turn=turn)

    def window(self, seat: int, *picks) -> None:
        """This seat is asked, and may use exactly these."""
        options = self.match.question(Window, seat).options
        assert {pick.card if isinstance(pick, Play) else pick.holder for pick in options} == set(picks)  # type: ignore[union-attr]

    def order(self, seat: int, *picks) -> None:
        """This seat is asked which of these comes next."""
        options = self.match.question(NextInOrder, seat).options
        assert {pick.holder for pick in options} == set(picks)  # type: ignore[union-attr]

    def done(self) -> bool:
        return bool(self.match.happened(Awarded))


# --- one round for all (AL9K, MS) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["AL9K", "MS"])
def test_specials_in_play_and_in_hand_go_round_together_one_each(edition):
    scene = Scene(edition, in_play=[(drummer, ANA), (piper, BEN)], hands=[(knife, BEN), (knife, CLEO)])
    (of_ana, of_ben), (bens_knife, cleos_knife) = scene.minions, scene.held
    scene.window(BEN, of_ben, bens_knife)
    scene.match.use(of_ben)
    scene.window(CLEO, cleos_knife)
    scene.match.passes()
    scene.window(ANA, of_ana)
    scene.match.use(of_ana)
    scene.window(BEN, bens_knife)
    scene.match.passes()
    scene.window(CLEO, cleos_knife)  # passing does not shut you out
    scene.match.play(cleos_knife)
    scene.window(BEN, bens_knife)  # neither Ana nor Cleo has anything left to ask about
    assert not scene.done()
    scene.match.passes()
    assert scene.done(), "all have passed in a row"
    assert scene.match.used() == ["pipe", "drum"]
    assert scene.match.points() == (1 + 2, 1 + 4, 1), "what each used, and the places"


@pytest.mark.parametrize("edition", ["AL9K", "MS"])
def test_a_special_that_must_be_used_cannot_be_passed(edition):
    scene = Scene(edition, in_play=[(herald, ANA), (drummer, ANA)])
    must, optional = scene.minions
    scene.window(ANA, must, optional)
    assert scene.match.question(Window).least == 1
    scene.match.use(must)
    scene.window(ANA, optional)
    assert scene.match.question(Window).least == 0
    scene.match.passes()
    assert scene.done()


# --- cards in play first (CND, OOPS) --------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["CND", "OOPS"])
def test_cards_in_play_come_first_in_the_current_players_order_then_hands(edition):
    scene = Scene(edition, in_play=[(herald, ANA), (piper, CLEO)], hands=[(knife, ANA), (knife, BEN)])
    must, optional = scene.minions
    anas_knife, bens_knife = scene.held
    scene.order(BEN, must, optional)
    scene.match.use(optional)
    scene.match.question(May, CLEO)  # whose it is decides whether
    scene.match.answer("yes")
    assert scene.match.used() == ["pipe", "proclaim"], "the last one waits for nobody"
    scene.window(BEN, bens_knife)
    scene.match.passes()
    scene.window(ANA, anas_knife)  # Cleo holds no cards
    scene.match.play(anas_knife)
    scene.window(BEN, bens_knife)
    scene.match.play(bens_knife)
    assert scene.done(), "nobody holds a card any more"


# --- what must happen first (EMD) -----------------------------------------------------------------------------------


def test_what_must_happen_comes_first_whoever_controls_it():
    scene = Scene("EMD", in_play=[(herald, ANA), (crier, CLEO), (drummer, BEN)], hands=[(knife, ANA)])
    of_ana, of_cleo, optional = scene.minions
    scene.order(BEN, of_ana, of_cleo)
    scene.match.use(of_cleo)
    assert scene.match.used() == ["cry", "proclaim"]
    scene.window(BEN, optional)
    scene.match.passes()
    scene.window(ANA, *scene.held)  # a hand is asked like a card in play
    scene.match.play(scene.held[0])
    scene.window(BEN, optional)
    scene.match.use(optional)
    assert scene.done()


def test_each_player_may_counts_as_what_must_happen():
    scene = Scene("EMD", in_play=[(feast, CLEO), (drummer, ANA)])
    assert scene.match.used() == ["dine"]
    scene.window(ANA, scene.minions[1])


def test_a_mandatory_special_that_enters_play_meanwhile_resolves_before_the_next_player():
    scene = Scene("EMD", in_play=[(drummer, CLEO)], hands=[(ladder, BEN), (herald, BEN)])
    climber, arrived = scene.held
    scene.window(BEN, climber)
    scene.match.play(climber)
    assert scene.match.zone(arrived) == "minions"
    assert scene.match.used() == ["proclaim"]
    scene.window(CLEO, scene.minions[0])


@pytest.mark.parametrize("edition", BOOKS)
def test_an_optional_special_that_enters_play_meanwhile_may_be_used_in_turn(edition):
    scene = Scene(edition, hands=[(ladder, BEN), (drummer, BEN)])
    climber, arrived = scene.held
    scene.match.play(climber, seat=BEN)
    if edition in ("CND", "OOPS"):
        scene.match.question(May, BEN)
        scene.match.answer("yes")
    else:
        scene.window(BEN, arrived)
        scene.match.use(arrived)
    assert scene.match.used() == ["drum"]
    assert scene.done()


# --- in every book --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOOKS)
def test_equal_abilities_of_one_player_need_no_order(edition):
    scene = Scene(edition, in_play=[(herald, BEN), (herald, BEN)])
    while not scene.done():
        first, *_ = scene.match.question(Window, BEN).options
        scene.match.answer(first)
    assert scene.match.used() == ["proclaim", "proclaim"]
    assert not any(isinstance(event.question, NextInOrder) for event in scene.match.happened(Asked))


@pytest.mark.parametrize("edition", BOOKS)
def test_an_ability_is_used_once_in_a_window(edition):
    scene = Scene(edition, in_play=[(drummer, BEN)])
    if edition in ("CND", "OOPS"):
        scene.match.answer("yes")
    else:
        scene.match.use(scene.minions[0])
    assert scene.done()
    assert scene.match.used() == ["drum"]


@pytest.mark.parametrize("edition", BOOKS)
def test_every_hand_is_asked_if_any_card_of_the_game_could_answer_from_one(edition):
    scene = Scene(edition, hands=[(knife, ANA), (3, CLEO)])
    scene.window(CLEO)  # nothing to use, but nobody learns that; Ben's hand is empty
    scene.match.passes()
    scene.window(ANA, scene.held[0])
    scene.match.passes()
    assert scene.done()


@pytest.mark.parametrize("edition", BOOKS)
def test_no_hand_is_asked_if_no_card_of_the_game_could_answer(edition):
    scene = Scene(edition, hands=[(3, ANA), (3, CLEO)])
    assert scene.done()


@pytest.mark.parametrize("edition", BOOKS)
def test_a_special_played_from_hand_is_none_of_the_free_plays(edition):
    scene = Scene(edition, hands=[(knife, BEN)])
    scene.match.play(scene.held[0])
    (played,) = scene.match.happened(CardPlayed)
    assert played.allowance == 0
    assert scene.match.zone(scene.held[0]) == "discard"
    assert scene.match.points()[BEN] == 1 + 4


# --- start and end of a turn ----------------------------------------------------------------------------------------

early_bird = cards.minion("Early Bird", power=1, copies=0, text="[ongoing] At the start of your turn gain 1 VP.")
early_worm = cards.minion(
    "Early Worm", power=1, copies=0, text="[ongoing] At the start of your turn you may gain 1 VP."
)


@early_bird.start_of_turn()
def sing(me):
    gain_vp(me)


@early_worm.start_of_turn(may=True)
def wriggle(me):
    gain_vp(me)


@pytest.mark.parametrize("edition", BOOKS)
def test_the_start_of_a_turn(edition):
    """Before 2023 the current player orders all of it; then what must happen comes first."""
    table = Setting(edition=edition)
    castle = table.base()
    bird, worm = table.minion(early_bird, castle), table.minion(early_worm, castle)
    match = table.begin(phase="start")
    if edition == "EMD":
        assert match.used() == ["sing"]
        assert match.question(Window, ANA).options == (Use(worm, early_worm.abilities[0].key),)
        match.use(worm)
    else:
        match.question(NextInOrder, ANA)
        match.use(worm)
        match.question(May, ANA)
        match.answer("yes")
    match.question(Main, ANA)
    assert sorted(match.used()) == ["sing", "wriggle"]
    assert match.points() == (2, 0)
    assert match.zone(bird) == "minions"
