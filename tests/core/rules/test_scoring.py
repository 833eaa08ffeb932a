"""score.*: the nine steps of scoring a base, in order, and what each book does at each."""

import pytest

from core.cards.verbs.bases import gain_vp, swap_base
from core.cards.verbs.finding import foreign_minions, minions
from core.cards.verbs.lasting import lasting
from core.cards.verbs.leaving import destroy, place_in_hand, return_to_hand
from core.cards.verbs.power import boost
from core.engine.choices import may
from core.printed.definitions import AS_DISCARDED, BaseSet
from core.rules.scoring import runners_up, winners
from events.questions import NO, YES, Main, May, NextInOrder, Sites
from events.vocabulary import (
    AbilityUsed,
    Awarded,
    BaseArrived,
    BaseLeft,
    Destroyed,
    Discarded,
    Event,
    PhaseBegan,
    Returned,
    ScoringBegan,
    ScoringEnded,
    Taken,
    VictoryPointsChanged,
)
from tests.core.table_setting import ANA, BEN, BOOKS, CLEO, DOV, Match, Setting, own_cards

bases = BaseSet("")
cards = own_cards("Scoring")


def winners_of(me, event):
    return winners(me.game)


stage = bases.base("Test Stage", faction="", breakpoint=10, vp=(4, 2, 1), text="It has something to say at each step.")


@stage.before_scores()
def overture(me):
    pass


@stage.when_scores()
def aria(me):
    pass


@stage.after_scores()
def applause(me):
    pass


@stage.after_replaced()
def encore(me):
    pass


def arena(base=10, *, edition: str = "EMD", seats: int = 2, powers=(8, 3, 2, 1)) -> tuple[Setting, int, list[int]]:
    """A base that is ready, with one minion of each player there; one more base to come."""
    table = Setting(edition=edition, seats=seats)
    site = table.base(base)
    minions = [table.minion(powers[seat], site, of=seat) for seat in range(seats)]
    table.base_deck(25)
    return table, site, minions


def score(table: Setting) -> Match:
    """Scoring begins; afterwards Ana draws from a deck of her own."""
    table.deck(ANA, 1, 1)
    return table.begin(phase="score")


# --- the steps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", BOOKS)
def test_the_steps_in_order(edition):
    table, site, minions = arena(stage, edition=edition)
    match = score(table)
    steps: list[object] = []
    for event in match.happened(Event):
        match event:
            case AbilityUsed(ability=key):
                steps.append(key.partition("#")[2])
            case VictoryPointsChanged(to=seat, amount=amount):
                steps.append((seat, amount))
            case ScoringBegan() | Awarded() | Discarded() | BaseLeft() | BaseArrived() | ScoringEnded():
                steps.append(type(event))
            case PhaseBegan(phase="draw"):
                steps.append("draw")
                break
    assert steps == [
        ScoringBegan,  # 1, 2: a base is ready, the current player chooses it
        "overture",  # 3: before it scores
        "aria",  # 4: when it scores
        Awarded,
        (ANA, 4),
        (BEN, 2),
        "applause",  # 5: after it scores
        Discarded,  # 6: the cards there
        Discarded,
        BaseLeft,  # 7
        BaseArrived,  # 8
        "encore",
        ScoringEnded,  # 9: look again; none is ready
        "draw",
    ]
    assert {match.zone(minion) for minion in minions} == {"discard"}
    assert site not in match.table.sites


def test_the_award_tells_totals_places_and_points():
    table, site, _ = arena(seats=4, powers=(3, 8, 3, 1))
    match = score(table)
    (awarded,) = match.happened(Awarded)
    assert (awarded.site, awarded.rule) == (site, "score.ties")
    assert awarded.totals == (3, 8, 3, 1)
    assert awarded.places == (2, 1, 2, 0)
    assert awarded.awards == (2, 4, 2, 0)
    assert match.points() == (2, 4, 2, 0)
    assert {event.cause for event in match.happened(VictoryPointsChanged)} == {awarded.position}


def test_the_current_player_picks_the_next_ready_base_and_looks_again():
    table = Setting()
    castle, tower = table.base(5, (1, 0, 0)), table.base(5, (2, 0, 0))
    table.minion(5, castle)
    table.minion(5, tower, of=BEN)
    table.base_deck(25, 0)
    match = table.begin(phase="score", turn=BEN)
    assert match.question(Sites, BEN).options == (castle, tower)
    match.answer(tower)
    scored = [event.base for event in match.happened(ScoringBegan)]
    assert scored[0] == match.happened(BaseLeft)[0].base
    assert len(scored) == 3, "the other one, and the new base of breakpoint 0 that came for it"
    assert match.points() == (1, 2)


def test_a_base_that_is_not_ready_does_not_score():
    table, _, _ = arena(12, powers=(8, 3))
    match = score(table)
    assert not match.happened(ScoringBegan)
    match.question(Main)


def test_a_base_is_ready_at_exactly_its_breakpoint():
    table, _, _ = arena(11, powers=(8, 3))
    assert len(score(table).happened(ScoringBegan)) == 1


# --- before ---------------------------------------------------------------------------------------------------------

saboteur = cards.minion(
    "Saboteur", power=1, copies=0, text="[special] Before this base scores return another player's minions here."
)
brawler = cards.minion("Brawler", power=2, copies=0, text="[ongoing] Before this base scores this has +5 power.")


@saboteur.before_scores()
def smoke(me):
    yield from return_to_hand(me, *foreign_minions(me, at=me.base))


@brawler.before_scores(label="ongoing")
def flex(me):
    yield from boost(me, me.card, 5)


@pytest.mark.parametrize("edition", BOOKS)
def test_once_chosen_it_scores_whatever_its_power_becomes(edition):
    table, site, (ana, ben) = arena(edition=edition)
    table.minion(saboteur, site, of=BEN)
    match = score(table)
    if edition in ("AL9K", "MS"):
        match.answer(*match.game.question.options, seat=BEN)  # type: ignore[union-attr]
    (awarded,) = match.happened(Awarded)
    assert match.zone(ana) == "hand"
    assert match.zone(ben) == "discard"
    assert awarded.totals == (0, 4), "by the totals of the award, not of the choice"
    assert awarded.awards == (0, 4)


@pytest.mark.parametrize(("edition", "acts"), [("AL9K", 0), ("MS", 0), ("CND", 0), ("OOPS", 1), ("EMD", 1)])
def test_only_specials_act_before_a_base_scores_until_2018(edition, acts):
    table, site, _ = arena(edition=edition, powers=(4, 6))
    table.minion(brawler, site)
    match = score(table)
    assert match.used() == ["flex"] * acts
    assert match.happened(Awarded)[0].totals == (6 + 5 * acts, 6)


# --- ready ----------------------------------------------------------------------------------------------------------

boiler = cards.action("Boiler", kind="on-base", copies=0, text="[ongoing] You have +5 power here.")


@boiler.power_of_player
def pressure(me, seat, site):
    return 5 if (seat, site) == (me.you, me.base) else 0


@pytest.mark.parametrize(("edition", "breaks"), [("AL9K", 0), ("MS", 0), ("CND", 0), ("OOPS", 1), ("EMD", 1)])
def test_power_that_is_no_minions_breaks_a_base_in_later_books(edition, breaks):
    table, site, _ = arena(14, edition=edition, powers=(8, 3))
    table.action(boiler, site, of=BEN)
    assert len(score(table).happened(ScoringBegan)) == breaks


@pytest.mark.parametrize("edition", BOOKS)
def test_power_that_is_no_minions_counts_for_its_player_in_every_book(edition):
    table, site, _ = arena(11, edition=edition, powers=(7, 4))
    table.action(boiler, site, of=BEN)
    assert score(table).happened(Awarded)[0].places == (2, 1)


# --- when -----------------------------------------------------------------------------------------------------------

late_hero = cards.minion("Late Hero", power=1, copies=0, text="[ongoing] When this base scores this has +9 power.")


@late_hero.when_scores()
def arrive(me):
    yield from boost(me, me.card, 9)


def test_what_acts_when_a_base_scores_changes_the_award():
    table, site, _ = arena(powers=(8, 3))
    table.minion(late_hero, site, of=BEN)
    match = score(table)
    assert match.happened(Awarded)[0].totals == (8, 13)


# --- after ----------------------------------------------------------------------------------------------------------

ferryman = cards.minion(
    "Ferryman", power=1, copies=0, text="[special] After this base scores you may return this minion to your hand."
)
sexton = cards.minion(
    "Sexton", power=1, copies=0, text="[ongoing] After a minion of yours goes to the discard pile gain 1 VP."
)
mourner = cards.minion("Mourner", power=1, copies=0, text="[ongoing] After a minion is destroyed gain 1 VP.")


@ferryman.after_scores(may=True)
def row(me):
    yield from return_to_hand(me, me.card)


@sexton.after(Discarded, when=lambda me, event: event.source == "minions" and event.controller == me.you)
def bury_them(me, event):
    gain_vp(me)


@mourner.after(Destroyed, when=lambda me, event: event.source == "minions")
def weep(me, event):
    gain_vp(me)


@pytest.mark.parametrize("edition", BOOKS)
def test_after_abilities_come_before_the_cards_are_discarded(edition):
    table, site, _ = arena(edition=edition)
    boat = table.minion(ferryman, site, of=BEN)
    match = score(table)
    if edition in ("CND", "OOPS"):
        match.answer("yes", seat=BEN)
    else:
        match.use(boat, seat=BEN)
    assert match.zone(boat) == "hand"


def test_the_cards_go_to_their_owners_piles_at_once():
    table, site, (ana, _) = arena()
    borrowed = table.minion(2, site, of=ANA, owner=BEN)
    flag = table.action(boiler, site, of=BEN)
    hat = table.action("vanilla/action", site, of=BEN, on=ana)
    match = score(table)
    discarded = {event.card: event for event in match.happened(Discarded)}
    assert discarded[borrowed].to == BEN
    assert {discarded[card].rule for card in (ana, borrowed, flag)} == {"score.after"}
    assert len({event.moment for event in discarded.values()}) == 1
    assert discarded[hat].rule == "term.leave-play"
    assert set(match.table.seats[BEN].discard) >= {borrowed, flag, hat}


def test_being_discarded_is_no_destruction_but_goes_to_the_discard_pile():
    table, site, _ = arena()
    table.minion(sexton, site, of=BEN)
    table.minion(mourner, site, of=BEN)
    match = score(table)
    match.as_they_lie(ANA)
    assert match.used() == ["bury-them"] * 3, "it saw itself, the mourner and the plain minion go"
    assert match.happened(Destroyed) == []


castaway = cards.minion("Castaway", power=2, copies=0, text="[special] After this base scores, it may go to hand.")
anchor = cards.action("Anchor", kind="on-base", copies=0, text="[ongoing] Minions can't be returned.")


@castaway.after_scores(may=True)
def wave(me):
    lasting(me, "test-scoring/castaway#rescued", cards=[me.card], site=me.base)


@castaway.lasting(AS_DISCARDED)
def rescued(me):
    yield from return_to_hand(me, me.card)


@anchor.forbids("return")
def hold(me, incoming):
    return True


@pytest.mark.parametrize("edition", BOOKS)
def test_what_was_decided_after_scoring_is_done_as_the_others_are_discarded(edition):
    """score.after: nothing that goes with the base can keep a card there."""
    table, castle, (knight, *_) = arena(edition=edition)
    table.action(anchor, castle, of=BEN)
    saved, left = table.minion(castaway, castle), table.minion(castaway, castle)
    match = score(table)
    for number in (saved, left):
        if isinstance(match.game.question, May):
            match.answer(YES if match.game.question.by == saved else NO)
        elif number == saved:
            match.use(saved)
        else:
            match.passes()
    assert (match.zone(saved), match.zone(left), match.zone(knight)) == ("hand", "discard", "discard")
    order = match.happened(Discarded, Returned, BaseLeft)
    assert [type(event) for event in order[-2:]] == [Returned, BaseLeft]


# --- the next base --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "comes"), [("AL9K", False), ("MS", False), ("CND", True), ("OOPS", True), ("EMD", True)]
)
def test_an_empty_base_deck_is_reshuffled_from_2016_on_with_the_base_that_just_scored(edition, comes):
    table = Setting(edition=edition)
    castle = table.base(5)
    table.base()
    table.minion(5, castle)
    match = score(table)
    (left,) = match.happened(BaseLeft)
    assert [event.base for event in match.happened(BaseArrived)] == ([left.base] if comes else [])
    assert len(match.table.sites) == (2 if comes else 1)


magician = cards.minion("Magician", power=5, copies=0, text="[special] Before this base scores, swap it for the next.")


@magician.before_scores()
def presto(me):
    swap_base(me, me.base)


@pytest.mark.parametrize("edition", ["CND", "OOPS", "EMD"])
def test_a_base_that_took_its_place_scores_though_it_is_not_ready(edition):
    """score.no-stop"""
    table = Setting(edition=edition)
    castle = table.base(5)
    trickster = table.minion(magician, castle)
    (taller, _) = table.base_deck(25, 20)
    match = score(table)
    (awarded,) = match.happened(Awarded)
    assert awarded.base == taller
    assert match.zone(trickster) == "discard"
    assert [event.base for event in match.happened(BaseLeft)] == [taller]


# --- abilities of the base, and ties --------------------------------------------------------------------------------

pulpit = bases.base(
    "Test Pulpit", faction="", breakpoint=10, vp=(3, 2, 1), text="After it scores each winner gains 1 VP."
)
crossing = bases.base(
    "Test Crossing", faction="", breakpoint=10, vp=(3, 2, 1), text="After it scores the winner may say where to go."
)


@pulpit.after_scores(who=winners_of)
def bless(me):
    gain_vp(me)


@crossing.after_scores(who=winners_of, tied_once=True)
def point(me):
    yield from may(me, "say where to go")


@pytest.mark.parametrize("edition", BOOKS)
@pytest.mark.parametrize("turn", [ANA, BEN, CLEO])
def test_each_tied_winner_uses_the_ability_of_the_base_from_the_current_player_on(edition, turn):
    table, _, _ = arena(pulpit, edition=edition, seats=3, powers=(5, 5, 2))
    match = table.begin(phase="score", turn=turn)
    users = [event.seat for event in match.happened(AbilityUsed)]
    assert users == {ANA: [ANA, BEN], BEN: [BEN, ANA], CLEO: [ANA, BEN]}[turn]
    assert match.points() == (4, 4, 1)


@pytest.mark.parametrize(("edition", "uses"), [("AL9K", 2), ("MS", 2), ("CND", 2), ("OOPS", 1), ("EMD", 1)])
def test_a_second_use_that_makes_no_sense_is_not_made_from_2018_on(edition, uses):
    table, _, _ = arena(crossing, edition=edition, powers=(5, 5))
    match = score(table)
    for _ in range(uses):
        match.answer("no")
    assert len(match.happened(AbilityUsed)) == uses
    match.question(Main)


def test_winners_and_runners_up_are_those_of_the_award():
    table, site, _ = arena(seats=4, powers=(5, 5, 2, 1))
    seen = []

    def listen(me):
        seen.append((winners(me.game), runners_up(me.game)))

    witness = own_cards("Scoring Witness").minion("Witness", power=0, copies=0, text="Looks on.")
    witness.add(listen, "after-scores", "special", here=True)
    table.minion(witness, site, of=DOV)
    score(table)
    assert seen == [([ANA, BEN], [])], "two tied for the first place: nobody is second"


def test_destroying_while_a_base_scores_takes_the_place_away():
    raider = own_cards("Scoring Raider").minion("Raider", power=1, copies=0, text="Before it scores, destroy.")

    def raid(me):
        yield from destroy(me, *foreign_minions(me, at=me.base))

    raider.add(raid, "before-scores", "special", here=True)
    table, site, (ana, _) = arena()
    table.minion(raider, site, of=BEN)
    match = score(table)
    assert match.zone(ana) == "discard"
    assert match.happened(Awarded)[0].places == (0, 1)


sea, shore = (cards.minion(name, power=1, copies=0, text="A tide.") for name in ("Sea", "Shore"))


def goes_with(card):
    """After scoring a card decides that all minions there go to hand, as the cards of the base are discarded."""

    def decide(me):
        lasting(me, f"{card.id}#carry", cards=minions(me, at=me.base), site=me.base)

    def carry(me):
        taken = me.lasting.cards
        yield from place_in_hand(me, *(minion for minion in minions(me, at=me.base) if minion.number in taken))

    card.add(decide, "after-scores", "ongoing", here=True)
    card.add(carry, AS_DISCARDED, "", zone="lasting")


goes_with(sea)
goes_with(shore)


def test_what_goes_elsewhere_may_be_other_cards_and_the_first_decision_holds():
    table, site, (ana, ben) = arena()
    first, second = table.minion(sea, site), table.minion(shore, site)
    match = score(table)
    match.answer(*match.question(NextInOrder, ANA).options)
    assert [match.zone(number) for number in (ana, ben, first, second)] == ["hand"] * 4
    carried = {event.by for event in match.happened(Taken)}
    assert carried == {first}, "the second decision found nothing left"
    assert match.used().count("carry") == 1
