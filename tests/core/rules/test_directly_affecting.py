"""term.directly: actions that directly affect minions, plays that are only for those, and what they have affected."""

from core.cards.conditions import affected_by, players_affected_at
from core.cards.verbs.decks import draw_cards
from core.cards.verbs.finding import minions
from core.cards.verbs.leaving import destroy
from core.cards.verbs.moving import move
from core.cards.verbs.playing import extra_play
from core.cards.verbs.power import boost, boost_each
from core.engine.choices import choose, choose_base, choose_some
from core.engine.power import power
from events.questions import Cards, Hosts, Main, Sites
from events.vocabulary import CardPlayed
from events.words import PlayCondition
from tests.core.table_setting import ANA, BEN, Setting, own_cards

cards = own_cards("Directly")
shove = cards.action("Shove", copies=0, text="[on-play] Move a minion to another base.", affects=True)
snipe = cards.action(
    "Snipe",
    copies=0,
    text="[on-play] Choose one of your minions. Destroy a minion there of less power.",
    affects=lambda me, minion: any(
        power(me.game, own) > power(me.game, minion) for own in minions(me, at=minion.site, of=me.you)
    ),
)
hat = cards.action("Cap", kind="on-minion", copies=0, text="Play on a minion.")
cheer = cards.action(
    "Cheers", copies=0, text="[on-play] Each of your minions at a base has +1 power.", raises_power=True
)
purge = cards.action("Purge", copies=0, text="[on-play] Destroy up to two minions.", affects=True)
study = cards.action("Study", copies=0, text="[on-play] Draw a card.")
hero = cards.minion("Hero", power=3, copies=0, text="[ongoing] After an action directly affects it, draw a card.")


@shove.on_play
def push(me):
    minion = yield from choose(me, "a minion to move", minions(me))
    if minion is not None:
        site = yield from choose_base(me, "the base", [other for other in me.table.sites if other != minion.site])
        yield from move(me, minion, site)


@snipe.on_play
def shoot(me):
    own = yield from choose(me, "one of your minions", minions(me, of=me.you), affects=False)
    if own is not None:
        weaker = [minion for minion in minions(me, at=own.site) if power(me.game, minion) < power(me.game, own)]
        prey = yield from choose(me, "a minion to destroy", weaker)
        if prey is not None:
            yield from destroy(me, prey)


@cheer.on_play
def encourage(me):
    site = yield from choose_base(me, "a base", me.table.sites)
    yield from boost_each(me, minions(me, at=site, of=me.you), 1)


@purge.on_play
def cleanse(me):
    doomed = yield from choose_some(me, "up to two minions", minions(me), most=2)
    yield from destroy(me, *doomed)


@study.on_play
def learn(me):
    draw_cards(me)


@hero.after(
    CardPlayed,
    when=lambda me, played: played.seat == me.you and me.game.facts[played.card].is_action,
    provided=lambda me, played: me.card in affected_by(me.game, played),
)
def gain(me, played):
    draw_cards(me)


def demanding(table, *targets):
    match = table.begin(tricks=1)
    words = tuple(str(target) for target in targets)
    condition: PlayCondition = "affects-card" if words else "affects-minion"
    match.do(lambda me: extra_play(me, "action", condition=condition, arguments=words))
    return match


def test_only_actions_that_can_affect_the_minion_may_be_played():
    table = Setting()
    castle = table.base()
    strong = table.minion(5, castle)
    in_hand = table.hand(ANA, shove, snipe, hat, cheer, purge, study)
    match = demanding(table, strong)
    assert match.question(Cards).options == (in_hand[0], in_hand[2], in_hand[3], in_hand[4])


def test_the_choice_of_the_action_is_made_within_the_demand():
    table = Setting()
    castle, tower = table.base(), table.base()
    target = table.minion(2, castle)
    other = table.minion(2, tower, of=BEN)
    (in_hand,) = table.hand(ANA, shove)
    match = demanding(table, target)
    match.answer(in_hand)
    assert match.card(target).site == tower
    assert match.card(other).site == tower


def test_a_choice_that_affects_nothing_does_not_meet_the_demand():
    table = Setting()
    castle = table.base()
    own, second = table.minion(5, castle), table.minion(4, castle)
    target = table.minion(2, castle, of=BEN)
    table.minion(1, castle, of=BEN)
    (in_hand,) = table.hand(ANA, snipe)
    match = demanding(table, target)
    match.answer(in_hand)
    assert match.question(Cards).options == (own, second)
    match.answer(own)
    assert match.zone(target) == "discard"


def test_one_of_several_must_be_the_target_and_the_rest_are_free():
    table = Setting()
    castle = table.base()
    target, other, third = (table.minion(2, castle, of=BEN) for _ in range(3))
    (in_hand,) = table.hand(ANA, purge)
    match = demanding(table, target)
    match.answer(in_hand)
    question = match.question(Cards)
    assert (question.options, question.least, question.most) == ((other, third), 0, 1)
    match.answer(third)
    assert [match.zone(number) for number in (target, other, third)] == ["discard", "minions", "discard"]


def test_hosts_and_bases_are_limited_too():
    table = Setting()
    castle, tower = table.base(), table.base()
    target = table.minion(2, castle)
    table.minion(3, tower)
    worn, all_of_them = table.hand(ANA, hat, cheer)
    match = demanding(table, target)
    match.answer(worn)
    assert match.card(worn).host == target
    table = Setting()
    castle, tower = table.base(), table.base()
    target = table.minion(2, castle)
    table.minion(3, tower)
    (all_of_them,) = table.hand(ANA, cheer)
    match = demanding(table, target)
    match.answer(all_of_them)
    assert not isinstance(match.game.question, Sites | Hosts)
    assert match.power(target) == 3


def test_without_a_certain_minion_any_will_do():
    table = Setting()
    castle = table.base()
    table.minion(2, castle, of=BEN)
    in_hand = table.hand(ANA, shove, study)
    match = demanding(table)
    assert match.question(Cards).options == (in_hand[0],)


def test_what_was_directly_affected_is_known_when_the_action_has_resolved():
    table = Setting()
    castle, tower = table.base(), table.base()
    champion = table.minion(hero, castle)
    table.deck(ANA, 1, 2, 3)
    worn, push_it, read = table.hand(ANA, hat, shove, study)
    match = table.begin(actions=3)
    match.play(worn)
    assert len(match.table.seats[ANA].deck) == 2
    match.play(push_it)
    assert match.card(champion).site == tower
    assert len(match.table.seats[ANA].deck) == 1
    match.play(read)
    assert len(match.table.seats[ANA].deck) == 0, "the action drew, the hero did not"
    _first, second, third = match.happened(CardPlayed)
    assert players_affected_at(match.game, second, castle) == {ANA}, "where it stood at that time"
    assert players_affected_at(match.game, third, tower) == set()
    match.question(Main)


def test_a_minion_that_was_destroyed_was_affected_where_it_stood():
    table = Setting()
    castle = table.base()
    table.minion(5, castle)
    prey = table.minion(2, castle, of=BEN)
    (in_hand,) = table.hand(ANA, snipe)
    match = table.begin(tricks=1, actions=2)
    match.play(in_hand)
    (played,) = match.happened(CardPlayed)
    assert match.zone(prey) == "discard"
    assert players_affected_at(match.game, played, castle) == {BEN}
    assert affected_by(match.game, played) == []
    match.do(lambda me: boost(me, minions(me)[0], 1))
    assert len(affected_by(match.game, match.happened(CardPlayed)[1])) == 1


def test_cards_of_the_sets_say_which_minions_they_can_affect():
    table = Setting()
    castle = table.base()
    strong = table.minion(5, castle, of=BEN)
    ids = ("aliens/invasion", "pirates/shanghai", "pirates/cannon", "pirates/dinghy", "wizards/summon")
    in_hand = table.hand(ANA, *ids)
    match = demanding(table, strong)
    assert match.question(Cards).options == (in_hand[0], in_hand[1])
