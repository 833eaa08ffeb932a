"""What happens instead: mandatory before optional, each once, and what it leads to can be forbidden or replaced again."""

from core.cards.verbs.decks import draw_cards
from core.cards.verbs.leaving import destroy, destroy_all, return_to_hand
from core.cards.verbs.moving import move
from core.cards.verbs.power import place_counters
from core.engine.effects import effect
from core.engine.moments import perform_one
from events.questions import Main, May
from events.vocabulary import AbilityUsed, Destroyed, Discarded, Forbidden, Moved, Replaced, Returned
from tests.core.table_setting import ANA, BEN, Match, Setting, own_cards

cards = own_cards("Replacement")


def another_of_yours(me, incoming):
    card = me.table.cards[incoming.card]
    return card is not me.card and card.zone == "minions" and card.controller == me.you


medic = cards.minion(
    "Medic", power=1, copies=0, text="[ongoing] If another minion of yours would be destroyed you may return it."
)
engineer = cards.minion(
    "Engineer", power=1, copies=0, text="[ongoing] If another minion of yours would be returned you may move it here."
)
hatch = cards.minion(
    "Hatch", power=1, copies=0, text="[ongoing] If another minion of yours would be destroyed return it instead."
)
ogre = cards.minion(
    "Ogre", power=1, copies=0, text="[ongoing] If a minion of yours would be returned destroy it instead."
)
ward = cards.minion(
    "Ward", power=1, copies=0, text="[ongoing] If another minion of yours would be destroyed nothing happens."
)
ensign = cards.minion(
    "Ensign",
    power=1,
    copies=0,
    text="[ongoing] If another minion of yours would be destroyed you may choose this instead.",
)
coward = cards.minion("Coward", power=1, copies=0, text="[ongoing] This says it would step in, but never does.")
anchor = cards.action("Anchor", kind="on-minion", copies=0, text="[ongoing] That minion can't be returned.")


@medic.instead("destroy", may=True, when=another_of_yours)
def treat(me, incoming):
    return incoming.becomes("return", to=-1)


@engineer.instead("return", may=True, when=another_of_yours)
def haul(me, incoming):
    return incoming.becomes("move", site=me.base)


@hatch.instead("destroy", when=another_of_yours)
def escape(me, incoming):
    return incoming.becomes("return", to=-1)


@ogre.instead("return", when=lambda me, incoming: me.table.cards[incoming.card].controller == me.you)
def gobble(me, incoming):
    return incoming.becomes("destroy")


@ward.instead("destroy", when=another_of_yours)
def prevent(me, incoming):
    return None


@ensign.instead("destroy", may=True, when=another_of_yours)
def step_in(me, incoming):
    return incoming.aimed_at(me.card)


@coward.instead("destroy", when=another_of_yours)
def hesitate(me, incoming):
    return False


@anchor.forbids("return")
def hold(me, incoming):
    return incoming.card == me.host.number


def scene(*guards, tricks: int = 1) -> tuple[Match, int, list[int], int, int]:
    """Ben has a plain minion and these guards; it is Ana's turn. The match, the victim, the guards, two bases."""
    table = Setting()
    castle, tower = table.base(), table.base()
    victim = table.minion(3, castle, of=BEN)
    numbers = [table.minion(guard, tower, of=BEN) for guard in guards]
    return table.begin(tricks=tricks), victim, numbers, castle, tower


def attack(match: Match, *victims: int):
    return match.do(lambda me: destroy_all(me, match.cards(*victims)))


def test_a_replaced_effect_did_not_happen_and_another_did():
    match, victim, (guard,), _, _ = scene(hatch)
    assert attack(match, victim) == [], "nothing was destroyed"
    assert match.zone(victim) == "hand"
    (replaced,), (returned,), (used,) = match.happened(Replaced), match.happened(Returned), match.happened(AbilityUsed)
    assert (replaced.verb, replaced.card, replaced.because, replaced.instead) == ("destroy", victim, guard, "return")
    assert returned.cause == used.position, "the replacement's use caused it, not the attack"
    assert match.happened(Destroyed) == []


def test_to_pays_only_for_what_really_happened():
    """resolve.dependent"""
    match, victim, _, _, _ = scene(hatch)

    def words(me):
        if (yield from destroy(me, match.card(victim))):
            draw_cards(me, 2)

    match.do(words)
    assert match.table.seats[ANA].hand == []


def test_what_would_happen_may_be_replaced_by_nothing():
    match, victim, _, _, _ = scene(ward)
    assert attack(match, victim) == []
    assert match.zone(victim) == "minions"
    (replaced,) = match.happened(Replaced)
    assert replaced.instead == ""


def test_an_optional_replacement_is_its_players_choice():
    for answer, zone in (("yes", "hand"), ("no", "discard")):
        match, victim, (guard,), _, _ = scene(medic)
        attack(match, victim)
        assert match.question(May, BEN).by == guard
        match.answer(answer)
        assert match.zone(victim) == zone
        assert len(match.happened(AbilityUsed)) == (answer == "yes")


def test_one_replacement_leads_to_the_next():
    match, victim, _, _, tower = scene(medic, engineer)
    attack(match, victim)
    match.answer("yes", seat=BEN)
    match.answer("yes", seat=BEN)
    assert match.card(victim).site == tower
    assert match.used() == ["treat", "haul"]
    _, hauled = match.happened(AbilityUsed)
    (moved,) = match.happened(Moved)
    assert moved.cause == hauled.position
    match.question(Main, ANA)


def test_mandatory_before_optional():
    match, victim, _, _, _ = scene(medic, ward)
    attack(match, victim)
    assert match.used() == ["prevent"], "there is nothing left to ask the medic about"
    match.question(Main, ANA)


def test_each_replacement_meets_an_effect_once():
    match, victim, _, _, _ = scene(hatch, ogre)
    attack(match, victim)
    assert match.used() == ["escape", "gobble"], "the ogre's destruction is not saved by the hatch again"
    assert match.zone(victim) == "discard"
    assert len(match.happened(Destroyed)) == 1


def test_two_guards_of_one_kind_are_two():
    match, victim, guards, _, _ = scene(medic, medic)
    attack(match, victim)
    match.answer("no", seat=BEN)
    assert match.question(May, BEN).by == guards[1]
    match.answer("yes")
    assert match.zone(victim) == "hand"


def test_what_happens_instead_can_be_forbidden():
    table = Setting()
    castle = table.base()
    victim = table.minion(3, castle, of=BEN)
    table.minion(hatch, castle, of=BEN)
    table.action(anchor, castle, of=BEN, on=victim)
    match = table.begin(tricks=1)
    attack(match, victim)
    assert match.zone(victim) == "minions"
    (forbidden,) = match.happened(Forbidden)
    assert (forbidden.verb, forbidden.rule) == ("return", "void.cant-wins")


def test_another_card_may_step_in():
    match, victim, (guard,), _, _ = scene(ensign)
    attack(match, victim)
    match.answer("yes", seat=BEN)
    assert (match.zone(victim), match.zone(guard)) == ("minions", "discard")


def test_a_card_leaves_once_in_a_moment():
    match, victim, (guard,), _, _ = scene(ensign)
    attack(match, victim, guard)
    match.answer("yes", seat=BEN)
    assert [event.card for event in match.happened(Destroyed)] == [guard]
    assert match.zone(victim) == "minions"


def test_a_replacement_that_does_not_apply_after_all_changes_nothing():
    match, victim, _, _, _ = scene(coward)
    attack(match, victim)
    assert match.zone(victim) == "discard"
    assert match.happened(Replaced) == []


def test_all_effects_of_a_moment_are_settled_before_any_happens():
    match, victim, (guard,), castle, _ = scene(medic)
    other = victim
    attack(match, guard, other)
    match.answer("yes", seat=BEN)
    assert match.zone(guard) == "discard", "it helps although it falls in the same moment"
    assert match.zone(other) == "hand"
    (destroyed,), (returned,) = match.happened(Destroyed), match.happened(Returned)
    assert destroyed.moment == returned.moment
    assert castle in match.table.sites


def test_a_replacement_for_other_effects_is_not_asked():
    match, victim, _, castle, tower = scene(medic, engineer, tricks=3)
    match.do(lambda me: move(me, match.card(victim), tower))
    match.do(lambda me: place_counters(me, match.card(victim)))
    match.question(Main, ANA)
    assert match.card(victim).counters == 1
    match.do(lambda me: return_to_hand(me, match.card(victim)))
    match.question(May, BEN)
    match.answer("no")
    assert match.zone(victim) == "hand"
    assert castle in match.table.sites


def test_a_rules_own_discard_passes_the_same_way():
    """Everything goes through one pipeline, also what a rule does."""
    match, victim, _, _, _ = scene(hatch)
    match.do(lambda me: perform_one(me.game, effect(me, "discard", match.card(victim), reason="test")))
    assert match.zone(victim) == "discard"
    assert match.happened(Replaced) == [], "discarding is not destroying"
    assert [event.reason for event in match.happened(Discarded)][:1] == ["test"]
