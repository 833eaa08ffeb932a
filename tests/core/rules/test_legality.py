"""One legality check: what is offered is exactly what has no obstacle, and each obstacle names its rule and card."""

from core.cards.language import draw_cards, extra_play, lose_abilities
from core.engine.game import RandomChance
from core.players.card_coverage import Watch
from core.players.coverage_games import CoveragePlan, play
from core.rules.legality import abilities_to_use, obstacle, play_obstacle, use_obstacle
from core.rules.places import Obstacle
from events.questions import Hosts, Main, Play, Sites, Use
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Obstacles")
hat = cards.action(
    "Hat",
    kind="on-minion",
    copies=0,
    text="Play on one of your minions.",
    where=lambda me, minion: minion.controller == me.you,
)
banner = cards.action("Banner", kind="on-base", copies=0, text="Play on a base.")
fanfare = cards.action("Fanfare", copies=0, text="[on-play] Draw a card.")
ambush = cards.action("Ambush", kind="special-only", copies=0, text="[special] Before a base scores draw a card.")
gate = cards.action("Gate", kind="on-base", copies=0, text="Play on a base. [ongoing] No minion may be played here.")
clerk = cards.minion("Clerk", power=2, copies=0, text="[talent] Draw a card.")
miser = cards.minion("Miser", power=2, copies=0, text="[talent] If your hand is empty, draw a card.")


@fanfare.on_play
def sound(me):
    draw_cards(me)


@ambush.played_at("before-scores")
def spring(me):
    draw_cards(me)


@gate.forbids_play
def shut(me, seat, card, site, host):
    return site == me.base and me.game.fact(card).is_minion


@clerk.talent()
def file(me):
    draw_cards(me)


@miser.talent(when=lambda me: not me.table.seats[me.you].hand)
def count(me):
    draw_cards(me)


def test_nothing_is_in_the_way():
    table = Setting()
    x = table.base()
    own = table.minion(2, x)
    minion, action, worn, laid = table.hand(ANA, 3, fanfare, hat, banner)
    match = table.begin()
    for card in (minion, action, worn, laid):
        assert play_obstacle(match.game, ANA, match.card(card)) is None
    assert play_obstacle(match.game, ANA, match.card(minion), x) is None
    assert play_obstacle(match.game, ANA, match.card(laid), x) is None
    assert play_obstacle(match.game, ANA, match.card(worn), host=own) is None


def test_what_no_player_could_play_now():
    table = Setting()
    x = table.base()
    theirs = table.minion(2, x, BEN)
    minion, action, worn, special = table.hand(ANA, 3, fanfare, hat, ambush)
    (drawn,) = table.deck(ANA, 3)
    match = table.begin(minions=0)
    game = match.game
    assert play_obstacle(game, ANA, match.card(drawn)) == Obstacle("not-held", "term.play")
    assert play_obstacle(game, ANA, match.card(special)) == Obstacle("special-only", "term.special")
    assert play_obstacle(game, ANA, match.card(minion)) == Obstacle("no-play", "turn.play")
    assert play_obstacle(game, ANA, match.card(action), x) == Obstacle("place", "term.play")
    for host in (0, theirs):
        assert play_obstacle(game, ANA, match.card(worn), host=host) == Obstacle("wrong-minion", "void.card-wins")


def test_a_play_that_is_for_one_base_only():
    table = Setting()
    x, y = table.base(), table.base()
    (minion,) = table.hand(ANA, 3)
    match = table.begin(minions=0, tricks=1)
    match.do(lambda me: extra_play(me, "minion", site=x))
    match.passes()
    assert play_obstacle(match.game, ANA, match.card(minion)) is None
    assert play_obstacle(match.game, ANA, match.card(minion), x) is None
    assert play_obstacle(match.game, ANA, match.card(minion), y) == Obstacle("allowance", "term.extra")


def test_a_card_forbids_it():
    table = Setting()
    x, y = table.base(), table.base()
    shut = table.action(gate, x, BEN)
    (minion,) = table.hand(ANA, 3)
    match = table.begin()
    assert play_obstacle(match.game, ANA, match.card(minion), x) == Obstacle("forbidden", "void.cant-wins", shut)
    assert play_obstacle(match.game, ANA, match.card(minion), y) is None


def test_talents():
    table = Setting()
    x = table.base()
    own, theirs, plain = table.minion(clerk, x), table.minion(clerk, x, BEN), table.minion(2, x)
    in_hand, waits = *table.hand(ANA, clerk), table.minion(miser, x)
    deputy = table.minion("cowboys/deputy", x)
    table.deck(ANA, 1, 1)
    match = table.begin(tricks=1)

    def of(card: int) -> Obstacle | None:
        return use_obstacle(match.game, ANA, match.card(card))

    assert of(own) is None
    assert of(theirs) == Obstacle("not-yours", "term.control")
    assert of(plain) == Obstacle("no-ability", "term.ability-types")
    assert of(in_hand) == Obstacle("not-in-play", "term.in-play")
    assert of(deputy) == Obstacle("elsewhere", "term.special")
    assert of(waits) == Obstacle("use-words", "void.card-wins")
    match.use(own)
    assert of(own) == Obstacle("used", "term.talent")
    match.do(lambda me: lose_abilities(me, match.card(waits)))
    assert of(waits) == Obstacle("lost", "term.cancel", match.table.lasting[-1].by)


def test_in_coverage_games_exactly_what_has_no_obstacle_is_offered():
    plan = CoveragePlan(games=10, seed=20)
    looked = refused = 0
    with Watch() as watch:
        for number in range(plan.games):
            for count, game in enumerate(play(plan, number, watch)):
                if not isinstance(game.question, Main) or count % 5:
                    continue
                seat, offered = game.table.asked, set(game.question.options)
                for card in game.table.cards.values():
                    uses = [Use(card.number, held.key, by) for held, by in abilities_to_use(game, card)]
                    picks: list[Play | Use] = [Play(card.number), *uses]
                    for pick in picks:
                        looked += 1
                        refused += pick not in offered
                        found = obstacle(game, seat, pick)
                        assert (found is None) == (pick in offered), (number, game.table.position, pick, found)
                        assert found is None or found.rule
    assert looked > 20_000
    assert refused < looked


def test_the_places_asked_about_are_exactly_those_without_an_obstacle():
    """A base or minion that the question after a play offers has no obstacle, and every other one has."""
    plan = CoveragePlan(games=5, seed=21)
    asked = 0
    with Watch() as watch:
        for number in range(plan.games):
            for count, game in enumerate(play(plan, number, watch)):
                if not isinstance(game.question, Main) or count % 11:
                    continue
                seat, table = game.table.asked, game.table
                for pick in [option for option in game.question.options if isinstance(option, Play)]:
                    fork = game.fork(chance=RandomChance(1))
                    fork.answer(seat, (pick,))
                    question = fork.question
                    if question is None or question.by != pick.card:
                        continue
                    if isinstance(question, Sites) and game.facts[pick.card].goes_to_base:
                        free = {site for site in table.sites if obstacle(game, seat, pick, site) is None}
                    elif isinstance(question, Hosts):
                        free = {
                            minion.number
                            for minion in table.minions()
                            if not obstacle(game, seat, pick, minion.site, minion.number)
                        }
                    else:
                        continue
                    asked += 1
                    assert free == set(question.options), (number, table.position, pick, question)
    assert asked > 80
