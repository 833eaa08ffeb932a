"""What a card was told as it was played, and what lasts until the end of a player's next turn."""

import pytest

from core.cards.verbs.lasting import lasting, remember, remembered
from core.cards.verbs.leaving import destroy, return_to_hand
from core.engine.choices import name_a_faction
from core.engine.use import Me
from events.questions import Names
from events.vocabulary import EffectsEnded
from tests.core.table_setting import ANA, BEN, BOOKS, Setting, own_cards

cards = own_cards("Remembering")
sign = cards.action("Sign", kind="on-base", copies=0, text="Play on a base. [on-play] Name a faction.")
curse = cards.action("Curse", copies=0, text="[on-play] In their next turn the other player plays no minions.")


@sign.on_play
def write(me):
    name = yield from name_a_faction(me, "a faction")
    remember(me, name)


@curse.on_play
def speak(me):
    lasting(me, "test-remembering/curse#bound", seat=1 - me.you, until="end-of-turn")


@curse.lasting("forbid-play")
def bound(me, seat, card, site, host):
    return seat == me.you == me.table.current and me.since < me.table.turn_began and me.game.fact(card).is_minion


def playable(match) -> list[int]:
    """The cards that the open question offers to play."""
    return [getattr(pick, "card", 0) for pick in match.game.question.options]


def told(match, number):
    return remembered(Me(match.game, match.card(number), ANA))


def test_a_faction_in_the_game_is_named_and_kept_while_the_card_is_in_play():
    table = Setting()
    table.base()
    table.discard(BEN, "ghosts/ghost")
    (post,) = table.hand(ANA, sign)
    match = table.begin(tricks=1)
    match.play(post)
    question = match.question(Names, ANA)
    assert "Ghosts" in question.options
    assert "Werewolves" not in question.options
    match.answer("Ghosts")
    assert told(match, post) == ("Ghosts",)
    match.passes()
    match.passes(BEN)
    assert told(match, post) == ("Ghosts",), "it lasts longer than the turn"


@pytest.mark.parametrize("deed", [destroy, return_to_hand])
def test_it_is_forgotten_when_the_card_leaves(deed):
    table = Setting()
    table.base()
    table.discard(BEN, "ghosts/ghost")
    (post,) = table.hand(ANA, sign)
    match = table.begin(tricks=1, actions=2)
    match.play(post)
    match.answer("Ghosts")
    match.do(lambda me: deed(me, match.card(post)))
    assert told(match, post) == ()
    assert len(match.happened(EffectsEnded)) == 1


@pytest.mark.parametrize("edition", BOOKS)
def test_until_the_end_of_the_next_turn_of_a_player(edition):
    table = Setting(edition=edition)
    table.base()
    table.deck(ANA, *[1] * 8)
    table.deck(BEN, *[1] * 8)
    (spell,) = table.hand(ANA, curse)
    mine, theirs = table.hand(ANA, 2)[0], table.hand(BEN, 2)[0]
    match = table.begin()
    match.play(spell)
    assert len(match.table.lasting) == 1
    match.play(mine)
    match.passes(ANA)
    assert theirs not in playable(match)
    match.passes(BEN)
    assert match.table.lasting == []
    match.passes(ANA)
    assert theirs in playable(match)
