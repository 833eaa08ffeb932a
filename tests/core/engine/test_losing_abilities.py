"""term.cancel: a card without its abilities loses the older ones, for a time; what it gains later is there."""

from core.cards.verbs.bases import gain_vp
from core.cards.verbs.lasting import lose_abilities
from core.cards.verbs.leaving import destroy, return_to_hand
from core.cards.verbs.moving import move
from core.cards.verbs.power import boost
from events.questions import Main, Use
from events.vocabulary import Destroyed
from tests.core.table_setting import ANA, BEN, Match, Setting, own_cards

cards = own_cards("Losing Abilities")
statue = cards.minion(
    "Statue", power=2, copies=0, text="[ongoing] It can't be destroyed, and has +2 power. [talent] 1 VP."
)
scroll = cards.action("Scroll", kind="on-minion", copies=0, text="That minion has: [talent] Gain 1 VP.")
armour = cards.action("Armour", kind="on-minion", copies=0, text="[ongoing] That minion has +3 power.")
berserker = cards.minion(
    "Berserker", power=2, copies=0, text="[talent] This loses its abilities; +3 power. [ongoing] +1."
)
mourner = cards.minion("Mourner", power=1, copies=0, text="[ongoing] After a minion is destroyed gain 1 VP.")


stones = cards.action("Stones", kind="on-base", copies=0, text="[ongoing] Talents here may be used twice in a turn.")


@stones.rule("talent-limit")
def twice(me, instance):
    return 2


@statue.forbids("destroy")
def stand(me, incoming):
    return incoming.card == me.card.number


@statue.own_power
def weight(me):
    return 2


@statue.talent()
def inspire(me):
    gain_vp(me)


@scroll.talent(grant=True)
def read(me):
    gain_vp(me)


@armour.power_of_host
def plate(me):
    return 3


@berserker.talent()
def rage(me):
    yield from lose_abilities(me, me.card)
    yield from boost(me, me.card, 3)


@berserker.own_power
def temper(me):
    return 1


@mourner.after(Destroyed)
def weep(me, event):
    gain_vp(me)


def talents(match: Match) -> list[str]:
    return [pick.ability.partition("#")[2] for pick in match.question(Main).options if isinstance(pick, Use)]


def strip(match: Match, card: int, **how) -> None:
    match.do(lambda me: lose_abilities(me, match.card(card), but_this=False, **how))


def test_all_of_them_sleep_until_the_turn_ends():
    table = Setting()
    castle = table.base()
    minion = table.minion(statue, castle)
    match = table.begin(tricks=1)
    assert (match.power(minion), talents(match)) == (4, ["inspire"])
    strip(match, minion)
    assert (match.power(minion), talents(match)) == (2, [])
    match.passes(ANA)
    assert match.power(minion) == 4


def test_what_protected_it_is_gone():
    table = Setting()
    castle = table.base()
    minion = table.minion(statue, castle, of=BEN)
    match = table.begin(tricks=3)
    match.do(lambda me: destroy(me, match.card(minion)))
    assert match.zone(minion) == "minions"
    strip(match, minion)
    match.do(lambda me: destroy(me, match.card(minion)))
    assert match.zone(minion) == "discard"


def test_granted_abilities_go_too_but_an_actions_own_effects_stay():
    """E53"""
    table = Setting()
    castle = table.base()
    minion = table.minion(2, castle)
    table.action(scroll, castle, on=minion)
    table.action(armour, castle, on=minion)
    match = table.begin(tricks=1)
    assert talents(match) == ["read"]
    strip(match, minion)
    assert talents(match) == []
    assert match.power(minion) == 5


def test_an_ability_gained_after_the_loss_is_there():
    table = Setting()
    castle = table.base()
    minion = table.minion(statue, castle)
    (action,) = table.hand(ANA, scroll)
    match = table.begin(tricks=1, actions=2)
    strip(match, minion)
    match.play(action, on=minion)
    assert talents(match) == ["read"]


def test_the_ability_in_use_is_kept_where_it_says_so():
    table = Setting()
    castle = table.base()
    minion = table.minion(berserker, castle)
    match = table.begin()
    assert match.power(minion) == 3
    match.use(minion)
    assert match.power(minion) == 5, "+3 from the rage, without the +1"
    assert talents(match) == [], "it is still there, but used"
    match.passes(ANA)
    match.passes(BEN)
    assert talents(match) == ["rage"]
    assert match.power(minion) == 3


def test_the_ability_that_was_kept_can_be_used_again_where_the_limit_allows():
    table = Setting()
    castle = table.base()
    minion = table.minion(berserker, castle)
    table.action(stones, castle)
    match = table.begin()
    match.use(minion)
    assert talents(match) == ["rage"]
    match.use(minion)
    assert match.power(minion) == 8
    assert talents(match) == []


def test_a_card_that_left_and_came_back_has_its_abilities():
    table = Setting()
    castle = table.base()
    minion = table.minion(statue, castle)
    match = table.begin(tricks=2)
    strip(match, minion)
    match.do(lambda me: return_to_hand(me, match.card(minion)))
    match.play(minion, castle)
    assert match.power(minion) == 4


def test_until_the_start_of_your_next_turn():
    table = Setting()
    castle, tower = table.base(), table.base()
    minion = table.minion(statue, castle, of=BEN)
    match = table.begin(tricks=2)
    strip(match, minion, until="next-turn")
    match.do(lambda me: move(me, match.card(minion), tower))
    assert match.power(minion) == 2, "a move changes nothing about it"
    match.passes(ANA)
    assert talents(match) == []
    match.passes(BEN)
    assert match.power(minion) == 4


def test_a_stripped_witness_does_not_answer():
    table = Setting()
    castle = table.base()
    witness, victim = table.minion(mourner, castle), table.minion(1, castle, of=BEN)
    match = table.begin(tricks=2)
    strip(match, witness)
    match.do(lambda me: destroy(me, match.card(victim)))
    assert match.points() == (0, 0)
