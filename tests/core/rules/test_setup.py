"""setup.*: factions and the draft, decks, the base deck, opening hands and the mulligan, the first player."""

from collections.abc import Sequence

import msgspec
import pytest

import core.printed.definitions as definitions
from core.engine.game import Game, RandomChance
from core.players.bots import make_bot
from core.printed.definitions import SETS, BaseSet, Faction, all_definitions, faction, load_cards
from core.rules.replay import new_game, verify
from core.rules.setup import game_begun
from events.errors import SmashUpError
from events.questions import NO, YES, Draft, Main, Mulligan, Pick
from events.vocabulary import Discarded, Drawn, Event, PickedAtRandom, Revealed, Shuffled
from tests.core.table_setting import BOOKS

PAIRS = (("bear-cavalry", "ghosts"), ("killer-plants", "steampunks"))


def begun(edition: str = "EMD", **more):
    return game_begun(["Ana", "Ben"], PAIRS, edition_id=edition, **{"first": 0} | more)


def started(edition: str = "EMD", seed: int = 1) -> Game:
    """A game after the mulligans were declined."""
    game = new_game(begun(edition), chance=RandomChance(seed))
    while isinstance(game.question, Mulligan):
        game.answer(game.table.asked, (NO,))
    return game


# --- seats and factions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "more", "wrong"),
    [
        (["Ana"], {}, "for 2 to 4 players, not 1"),
        (["A", "B", "C", "D", "E"], {}, "for 2 to 4 players, not 5"),
        (["Ana", "Ana"], {}, "the same name"),
        (["Ana", "Ben"], {"factions": [PAIRS[0]]}, "2 players and factions for 1"),
        (["Ana", "Ben"], {"factions": [("ghosts", "ghosts"), PAIRS[1]]}, "Ana needs two different factions"),
        (["Ana", "Ben"], {"factions": [("ghosts",), PAIRS[1]]}, "Ana needs two different factions"),
        (["Ana", "Ben"], {"factions": [("ghosts", "gnomes"), PAIRS[1]]}, "no faction 'gnomes'"),
        (["Ana", "Ben"], {"factions": PAIRS, "first": 2}, "no seat 2 to go first"),
        (["Ana", "Ben"], {"factions": PAIRS, "edition_id": "XYZ"}, "no edition 'XYZ'"),
        (["Ana", "Ben", "Cleo"], {"offer": ["ghosts", "steampunks"]}, "needs 6 factions on offer"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_one_sentence(names, more, wrong):
    with pytest.raises(SmashUpError, match=wrong) as caught:
        game_begun(names, **more)
    assert len(str(caught.value).splitlines()) == 1


def test_a_deck_is_two_factions_of_twenty_and_their_chooser_owns_it():
    game = started()
    for seat, pair in enumerate(PAIRS):
        player = game.table.seats[seat]
        owned = [card for card in game.table.cards.values() if card.owner == seat]
        assert tuple(player.factions) == pair
        assert sorted(card.number for card in owned) == sorted((*player.deck, *player.hand))
        for name in pair:
            printed = [card.id for card, copies in faction(name).first.deck for _ in range(copies)]
            assert len(printed) == 20
            assert sorted(card.definition for card in owned if card.definition.startswith(f"{name}/")) == sorted(
                printed
            )


def test_two_players_may_share_a_faction():
    game = new_game(game_begun(["Ana", "Ben"], [("ghosts", "steampunks"), ("bear-cavalry", "ghosts")], first=0))
    assert [seat.factions for seat in game.table.seats] == [["ghosts", "steampunks"], ["bear-cavalry", "ghosts"]]
    assert sum(card.definition == "ghosts/spectre" for card in game.table.cards.values()) == 2


# --- the draft ------------------------------------------------------------------------------------------------------

OFFER = ["bear-cavalry", "ghosts", "killer-plants", "steampunks"]


class Picking:
    """Chance that always picks the same."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.shuffle = RandomChance(1).shuffle

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        return (self.seat,)


@pytest.mark.parametrize("first", [0, 1])
def test_the_draft_goes_clockwise_and_back_the_last_picks_twice(first):
    game = new_game(game_begun(["Ana", "Ben"], offer=OFFER, first=1 - first), chance=Picking(first))
    order, left = [], list(OFFER)
    while isinstance(game.question, Draft):
        assert list(game.question.options) == left, "what is taken is gone"
        order.append(game.table.asked)
        game.answer(game.table.asked, (left.pop(),))
    other = 1 - first
    assert order == [first, other, other, first]
    assert game.table.seats[first].factions == ["steampunks", "bear-cavalry"]
    assert game.table.seats[other].factions == ["killer-plants", "ghosts"]


def test_given_factions_are_not_drafted_again():
    begins = game_begun(["Ana", "Ben"], [PAIRS[0], ()], offer=OFFER, first=0)
    game = new_game(begins)
    assert isinstance(game.question, Draft)
    assert game.table.asked == 1
    assert set(game.question.options) == set(PAIRS[1])


@pytest.mark.parametrize("edition", BOOKS)
def test_how_many_factions_are_on_offer(edition):
    load_cards()
    there_are = [
        faction.id
        for name in SETS
        for faction in definitions.FACTIONS.values()
        if faction.playable and faction.set == name
    ]
    number_offered = 8 if edition in ("AL9K", "MS") else 4
    offer = game_begun(["Ana", "Ben"], edition_id=edition).offer
    assert [definitions.faction_of(name) for name in offer] == there_are[:number_offered]


# --- bases ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_base_more_than_players(seats):
    pairs = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")] * 2
    game = new_game(game_begun(["Ana", "Ben", "Cleo", "Dov"][:seats], pairs[:seats], first=0))
    assert len(game.table.sites) == seats + 1


def in_the_base_deck(game: Game) -> list[str]:
    """All bases of a game."""
    return [card.definition for card in game.table.cards.values() if card.definition.startswith("base/")]


def of_sets(*names: str) -> list[str]:
    return [card.id for card in all_definitions() if card.is_base and card.set in names]


@pytest.fixture
def a_later_set(monkeypatch: pytest.MonkeyPatch) -> str:
    """A set that came after the games before it were recorded."""
    load_cards()
    monkeypatch.setattr(definitions, "_DEFINITIONS", dict(definitions._DEFINITIONS))
    monkeypatch.setattr(definitions, "_FACTIONS", dict(definitions._FACTIONS))
    monkeypatch.setattr(definitions, "_list", None)  # made again, with that set
    monkeypatch.setitem(SETS, "a-later-set", "A Later Set")
    Faction("Latecomers", set="a-later-set")
    return BaseSet("a-later-set").base("Later Base", faction="", breakpoint=9, vp=(3, 2, 1), text="Plain.").id


@pytest.mark.parametrize("edition", BOOKS)
def test_the_base_deck_has_all_bases_or_only_those_of_the_chosen_sets(edition, a_later_set):
    bases = in_the_base_deck(started(edition))
    everything = edition in ("AL9K", "MS")
    there_are = [name for name in SETS if name != "guests"]
    assert sorted(bases) == sorted(of_sets(*there_are) if everything else of_sets("awesome-level-9000"))
    assert (a_later_set in bases) == everything


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_the_eight_bases_of_one_set_last_for_four_players(edition):
    """score.replace-base: what has been scored is shuffled and comes again, so there are always five."""
    pairs = [("bear-cavalry", "ghosts"), ("killer-plants", "steampunks")] * 2
    game = new_game(game_begun(["Ana", "Ben", "Cleo", "Dov"], pairs, edition_id=edition), chance=RandomChance(3))
    assert len(in_the_base_deck(game)) == 8
    bot = make_bot("random", 3)
    while not game.over:
        assert len(game.table.sites) == 5 or game.table.phase == "score"
        game.answer(game.table.asked, bot.answer(game))
    reshuffles = [event for event in game.log if isinstance(event, Shuffled) and event.zone == "base_deck"]
    assert len(reshuffles) > 1
    assert {event.rule for event in reshuffles[1:]} == {"score.replace-base"}


def test_one_copy_of_each_base_even_if_a_set_is_doubled():
    game = new_game(game_begun(["Ana", "Ben"], [("ghosts", "steampunks")] * 2, first=0))
    bases = in_the_base_deck(game)
    assert len(bases) == len(set(bases)) == len(of_sets("awesome-level-9000"))


@pytest.mark.parametrize("edition", BOOKS)
def test_a_recorded_game_stays_as_it_was_when_a_set_is_added(edition, request):
    log = started(edition).log
    request.getfixturevalue("a_later_set")
    assert verify(log).same


def test_the_sets_of_the_beginning_decide_not_those_of_today():
    begins = msgspec.structs.replace(begun("AL9K"), sets=("awesome-level-9000",))
    assert in_the_base_deck(new_game(begins)) == of_sets("awesome-level-9000")


# --- the first player -----------------------------------------------------------------------------------------------


def test_the_first_player_is_given_or_chosen_by_chance():
    assert started().table.current == 0
    seen = set()
    for seed in range(12):
        game = new_game(begun(first=-1), chance=RandomChance(seed))
        (picked,) = [event for event in game.log if isinstance(event, PickedAtRandom)]
        assert picked.pool == (0, 1)
        while isinstance(game.question, Mulligan):
            game.answer(game.table.asked, (NO,))
        assert game.table.current == picked.picks[0]
        seen.add(game.table.current)
    assert seen == {0, 1}


# --- opening hands --------------------------------------------------------------------------------------------------


class Stacked:
    """Chance that shuffles nothing, except that Ana's actions come up first."""

    def shuffle(self, cards: Sequence[int]) -> tuple[int, ...]:
        printed = [card for name in PAIRS[0] for card, copies in faction(name).first.deck for _ in range(copies)]
        return tuple(sorted(cards, key=lambda number: (not (number <= 40 and printed[number - 1].is_action), number)))

    def pick(self, pool: Sequence[int], count: int) -> tuple[int, ...]:
        return tuple(pool[:count])


def hands(edition: str, *answers: Pick) -> Game:
    """A game in which Ana has no minion at first; her and then Ben's answers."""
    game = new_game(begun(edition), chance=Stacked())
    for seat, pick in enumerate(answers):
        assert isinstance(game.question, Mulligan)
        assert game.table.asked == seat
        game.answer(seat, (pick,))
    assert isinstance(game.question, Main)
    return game


def of_ana(game: Game, *kinds: type[Event]) -> list[Event]:
    return [event for event in game.log if isinstance(event, kinds) and getattr(event, "seat", 0) == 0]


def first_cards(game: Game) -> tuple[int, ...]:
    drawn = of_ana(game, Drawn)[0]
    assert isinstance(drawn, Drawn)
    return drawn.cards


@pytest.mark.parametrize("edition", ["AL9K", "MS"])
def test_a_hand_without_minions_must_be_shown_and_replaced(edition):
    game = hands(edition)
    old, ana = first_cards(game), game.table.seats[0]
    assert [event.cards for event in of_ana(game, Revealed)] == [old]  # type: ignore[attr-defined]
    assert [event.card for event in of_ana(game, Discarded)] == list(old)  # type: ignore[attr-defined]
    assert sorted(ana.discard) == sorted(old)
    assert len(ana.hand) == 5
    assert not set(ana.hand) & set(old)


@pytest.mark.parametrize("edition", ["CND", "OOPS"])
def test_a_hand_without_minions_may_be_replaced(edition):
    kept = hands(edition, NO, NO)
    assert tuple(kept.table.seats[0].hand) == first_cards(kept)
    game = hands(edition, YES, NO)
    old, ana = first_cards(game), game.table.seats[0]
    assert sorted(ana.discard) == sorted(old)
    assert len(ana.hand) == 5
    assert not set(ana.hand) & set(old)


def test_the_last_book_shuffles_the_old_hand_in_after_the_new_one_is_drawn():
    game = hands("EMD", YES, NO)
    old, ana = first_cards(game), game.table.seats[0]
    assert not ana.discard
    assert len(ana.hand) == 5
    assert set(old) <= set(ana.deck)
    redrawn, shuffled = of_ana(game, Drawn)[1], of_ana(game, Shuffled)[-1]
    assert redrawn.position < shuffled.position


@pytest.mark.parametrize("edition", BOOKS)
def test_the_second_hand_is_kept_whatever_it_is(edition):
    game = hands(edition) if edition in ("AL9K", "MS") else hands(edition, YES, NO)
    assert not any(game.facts[number].is_minion for number in game.table.seats[0].hand)


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_a_hand_with_minions_is_kept_and_the_question_does_not_tell(edition):
    game = new_game(begun(edition), chance=Stacked())
    game.answer(0, (NO,))
    assert isinstance(game.question, Mulligan)
    assert any(game.facts[number].is_minion for number in game.table.seats[1].hand)
    assert game.question.options == (NO,), "asked like anybody, but there is only one answer"
