"""Why a card cannot be played or an ability not used: one reason after another, with the card or rule in the way."""

from core.cards.verbs import draw_cards, extra_play, lose_abilities
from core.rules.obstacles import Obstacle, to_playing, to_using
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
        assert to_playing(match.game, ANA, match.card(card)) is None
    assert to_playing(match.game, ANA, match.card(minion), x) is None
    assert to_playing(match.game, ANA, match.card(laid), x) is None
    assert to_playing(match.game, ANA, match.card(worn), host=own) is None


def test_what_no_player_could_play_now():
    table = Setting()
    x = table.base()
    theirs = table.minion(2, x, BEN)
    minion, action, worn, special = table.hand(ANA, 3, fanfare, hat, ambush)
    (drawn,) = table.deck(ANA, 3)
    match = table.begin(minions=0)
    game = match.game
    assert to_playing(game, ANA, match.card(drawn)) == Obstacle("not-held", rule="term.play")
    assert to_playing(game, ANA, match.card(special)) == Obstacle("special-only", special, "term.special")
    assert to_playing(game, ANA, match.card(minion)) == Obstacle("no-play", rule="turn.play")
    assert to_playing(game, ANA, match.card(action), x) == Obstacle("place", action, "term.play")
    for host in (0, theirs):
        assert to_playing(game, ANA, match.card(worn), host=host) == Obstacle("words", worn, "void.card-wins")


def test_a_play_that_is_for_one_base_only():
    table = Setting()
    x, y = table.base(), table.base()
    (minion,) = table.hand(ANA, 3)
    match = table.begin(minions=0, tricks=1)
    match.do(lambda me: extra_play(me, "minion", site=x))
    match.passes()
    (left,) = [one for one in match.table.allowances if one.kind == "minion"]
    assert to_playing(match.game, ANA, match.card(minion)) is None
    assert to_playing(match.game, ANA, match.card(minion), x) is None
    assert to_playing(match.game, ANA, match.card(minion), y) == Obstacle("allowance", rule="term.extra", plays=(left,))


def test_a_card_forbids_it():
    table = Setting()
    x, y = table.base(), table.base()
    shut = table.action(gate, x, BEN)
    (minion,) = table.hand(ANA, 3)
    match = table.begin()
    assert to_playing(match.game, ANA, match.card(minion), x) == Obstacle("forbidden", shut, "void.cant-wins")
    assert to_playing(match.game, ANA, match.card(minion), y) is None


def test_talents():
    table = Setting()
    x = table.base()
    own, theirs, plain = table.minion(clerk, x), table.minion(clerk, x, BEN), table.minion(2, x)
    held, waits = *table.hand(ANA, clerk), table.minion(miser, x)
    deputy = table.minion("cowboys/deputy", x)
    table.deck(ANA, 1, 1)
    match = table.begin(tricks=1)

    def of(card: int) -> Obstacle | None:
        return to_using(match.game, ANA, match.card(card))

    assert of(own) is None
    assert of(theirs) == Obstacle("not-yours", theirs, "term.control")
    assert of(plain) == Obstacle("no-ability", plain, "term.ability-types")
    assert of(held) == Obstacle("not-in-play", held, "term.in-play")
    assert of(deputy) == Obstacle("elsewhere", deputy, "term.special", zone="hand")
    assert of(waits) == Obstacle("words", waits, "void.card-wins")
    match.use(own)
    assert of(own) == Obstacle("used", own, "term.talent")
    match.do(lambda me: lose_abilities(me, match.card(waits)))
    assert of(waits) == Obstacle("lost", match.table.lasting[-1].by, "term.cancel")
