"""No card is dead code: games reach every card and every ability of all sets, in each edition.

`smashup simulate --coverage` shows the table. The games are steered (core.players.coverage_bots), follow from their seed, and stop when
everything has been reached: some hundred for each edition.
"""

from __future__ import annotations

import pytest

from core.engine.game import Game
from core.players.card_coverage import Coverage, cards_of, unmet_prohibitions, unreached_abilities, unreached_cards
from core.players.coverage_games import CoveragePlan, carry_out
from core.printed.definitions import FACTIONS, SETS, playable_printings
from core.printed.editions import DEFAULT, EDITIONS
from core.rules.permissions import FROM_DISCARD
from events.vocabulary import AllowanceGiven, CardPlayed

CARDS = cards_of(name for name in SETS if name != "guests")

PLAYED_AT_ONCE = [
    "base/critter-combat-club#late-entry",
    "bear-cavalry/commission#drive-off",
    "itty-critters/recall-critter#back-again",
    "mad-scientists/its-alive#it-lives",
    "musketeers/on-a-roll#keep-going",
    "musketeers/to-battle#follow",
    "slashers/improvised-weapon#brandished",
    "vampires/crack-of-dusk#rise-and-feed",
]
OUT_OF_REACH = {
    # Their extra card is played at once there, so that nothing ever waits for it to be played.
    "OOPS": [
        "itty-critters/recall-critter#back-again",
        "slashers/improvised-weapon#brandished",
        "vampires/crack-of-dusk#rise-and-feed",
    ],
    "EMD": PLAYED_AT_ONCE,
    "HTB": PLAYED_AT_ONCE,
}
"""Abilities that an edition has no use for: the test fails as well if one is reached after all."""

RARE = {
    # Somebody with an empty hand takes a minion, and then somebody removes that action from it. In the older books the
    # ability also acts when the action destroys itself, which happens in most games.
    "ghosts/make-contact@2026#lose-contact",
    # Another player's card must reveal it from a deck.
    "cowboys/dynamite-surprise#in-the-strongbox",
    # Another player's titan must come to its base, or it to theirs, where that player has more power.
    "fairies/spirit-of-the-forest#slip-away",
}
"""Abilities that a few hundred games may or may not reach; scenarios show them."""


def missing(coverage: Coverage, edition: str) -> list[str]:
    """What has not been reached, though it can be."""
    beyond = RARE.union(OUT_OF_REACH.get(edition, ()))
    abilities = [key for key in unreached_abilities(coverage, CARDS) if key not in beyond]
    return [*unreached_cards(coverage, CARDS), *abilities, *unmet_prohibitions(coverage, CARDS)]


def opens_the_pile(game: Game) -> bool:
    """Whether a card in the game lets other cards be played from the discard pile as if from the hand."""
    kinds = set(game.facts.values())
    return any(
        ability.hook in ("plays-discarded", "plays-discarded-here") for facts in kinds for ability in facts.abilities
    )


PLAYED_FROM_THERE = {facts.id for facts in CARDS for ability in facts.abilities if ability.hook == "play-from-discard"}


@pytest.mark.parametrize(
    "edition",
    [DEFAULT.id, *(pytest.param(edition, marks=pytest.mark.nightly) for edition in EDITIONS if edition != DEFAULT.id)],
)
def test_games_reach_every_card_and_ability(edition: str) -> None:
    risen: set[str] = set()

    def each(game: Game) -> None:
        plays = [event for event in game.log if isinstance(event, CardPlayed) and event.source == "discard"]
        for event in plays:
            given = game.log[event.allowance - 1] if event.allowance else None
            plain = isinstance(given, AllowanceGiven) and given.condition not in FROM_DISCARD
            if plain and not opens_the_pile(game):
                risen.add(game.facts[event.card].id)

    coverage = carry_out(
        CoveragePlan(games=600, seed=0, editions=(edition,)),
        each=each,
        enough=lambda so_far: risen >= PLAYED_FROM_THERE and not missing(so_far, edition),
    )
    assert not missing(coverage, edition)
    assert risen == PLAYED_FROM_THERE, "what may be played from the discard pile is, and nothing else"
    assert not [key for key in OUT_OF_REACH.get(edition, ()) if key in coverage.used]


def test_there_is_something_to_reach() -> None:
    """All factions, each of twenty cards, the Madness deck, and all bases; and nothing reached is nothing reached."""
    playable = {faction.id for faction in FACTIONS.values() if faction.playable}
    beside = {faction.id for faction in FACTIONS.values() if faction.beside}
    assert {facts.faction for facts in CARDS if not facts.is_base} == playable | beside
    assert {sum(copies for _, copies in printing.deck) for printing in playable_printings()} == {20}
    assert {facts.set for facts in CARDS if facts.is_base} == {facts.set for facts in CARDS}
    assert unreached_cards(Coverage(), CARDS) == [facts.id for facts in CARDS]
    assert len(unreached_abilities(Coverage(), CARDS)) == sum(len(facts.abilities) for facts in CARDS) > 200
    assert "bear-cavalry/general-ivan" in unmet_prohibitions(Coverage(), CARDS)
