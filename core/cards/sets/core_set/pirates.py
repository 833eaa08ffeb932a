"""Pirates: always on the move, before a base scores and after."""

from __future__ import annotations

from core.cards.language import *

pirates = Faction("Pirates", set="core-set", style="Always on the move, also as a base scores")


def _weak(me: Me, *, at: int = 0, of: int | None = None) -> list[Card]:
    return [minion for minion in minions(me, at=at, of=of) if power(me.game, minion) <= 2]


def _crew(me: Me) -> list[Card]:
    """Your minions, if there is a base to move to."""
    return minions(me, of=me.you) if len(me.table.sites) > 1 else []


def _sail(me: Me, crew: list[Card]) -> Steps[None]:
    """Move minions at once, each to another base of your choice."""
    targets = {}
    for minion in crew:
        name = me.game.fact(minion).name
        targets[minion.number] = yield from choose_base(me, f"a base for {name}", other_bases(me, minion.site))
    yield from move_each(me, targets)


pirate_king = pirates.minion(
    "Pirate King",
    power=5,
    copies=1,
    text="[special] Before a base scores, you may move this minion there.",
)


@pirate_king.before_scores(here=False, may=True, when=lambda me: me.base != scoring_site(me.game))
def board(me: Me) -> Steps[None]:
    yield from move(me, me.card, scoring_site(me.game))


buccaneer = pirates.minion(
    "Buccaneer",
    power=4,
    copies=2,
    text="[special] If this minion would be destroyed, move it to another base instead.",
)


@buccaneer.instead("destroy", label="special", when=lambda me, incoming: incoming.card == me.card.number)
def swing_away(me: Me, effect: Effect) -> Steps[Effect]:
    # If it has nowhere to go, or can't move, it stays and still is not destroyed.
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.card.site))
    return effect.becomes("move", site=site).done_by(me)


saucy_wench = pirates.minion(
    "Saucy Wench", power=3, copies=3, text="[on-play] You may destroy a minion of power 2 or less here."
)


@saucy_wench.on_play
def brawl(me: Me) -> Steps[None]:
    minion = yield from choose(me, "a minion here to destroy, or none", _weak(me, at=me.base), optional=True)
    if minion is not None:
        yield from destroy(me, minion)


first_mate = pirates.minion(
    "First Mate",
    power=2,
    copies=4,
    text="[special] After this base scores, you may move this minion to another base instead of the discard pile.",
)


@first_mate.after_scores(may=True, when=lambda me: len(me.table.sites) > 1, regardless=("holder",))
def man_the_boats(me: Me) -> None:
    # Decided now; it leaves when the cards of the base are discarded, so none of those can keep it there.
    lasting(me, "pirates/first-mate#cast-off", cards=[me.card], site=me.base)


@first_mate.lasting(AS_DISCARDED)
def cast_off(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move it to", other_bases(me, me.card.site))
    yield from move(me, me.card, site)


broadside = pirates.action(
    "Broadside",
    copies=2,
    affects=lambda me, minion: minion in _weak(me, at=minion.site) and bool(minions(me, at=minion.site, of=me.you)),
    text="[on-play] Choose a base where you have a minion, and a player. Destroy all minions of power 2 or less of that"
    " player there.",
)


@broadside.on_play
def open_fire(me: Me) -> Steps[None]:
    manned = bases_with_your_minions(me)
    site = yield from choose_base(me, "a base where you have a minion", manned)
    if site:
        seats = aimed_players(me, me.game.clockwise(me.you), site)
        seat = yield from choose_player(me, "whose minions to destroy there", seats)
        yield from destroy_all(me, _weak(me, at=site, of=seat))


cannon = pirates.action(
    "Cannon",
    copies=1,
    affects=lambda me, minion: power(me.game, minion) <= 2,
    text="[on-play] Destroy up to two minions of power 2 or less.",
)


@cannon.on_play
def fire(me: Me) -> Steps[None]:
    yield from destroy(me, *(yield from choose_some(me, "up to two minions to destroy", _weak(me), most=2)))


dinghy = pirates.action(
    "Dinghy", copies=2, affects=yours, text="[on-play] Move up to two of your minions, each to another base."
)


@dinghy.on_play
def row_over(me: Me) -> Steps[None]:
    yield from _sail(me, (yield from choose_some(me, "up to two of your minions to move", _crew(me), most=2)))


full_sail = pirates.action(
    "Full Sail",
    copies=1,
    affects=yours,
    text="[on-play] Move any number of your minions, each to another base."
    " [special] You may play this before a base scores, to do the same.",
)


@full_sail.on_play
def set_sail(me: Me) -> Steps[None]:
    yield from _sail(me, (yield from choose_some(me, "your minions to move", _crew(me))))


@full_sail.played_at(BEFORE_SCORES)
def slip_away(me: Me) -> Steps[None]:
    yield from set_sail(me)


powderkeg = pirates.action(
    "Powderkeg",
    copies=1,
    affects=no_stronger_than_one_of_yours,
    text="[on-play] Choose one of your minions. Destroy it and all minions at its base that do not have more power.",
)


@powderkeg.on_play
def blow_up(me: Me) -> Steps[None]:
    own = leading(me, minions(me, of=me.you), lambda bearer: no_stronger_beside(me, bearer))
    bearer = yield from choose(me, "one of your minions to blow up", own, affects=False)
    if bearer is not None:
        yield from destroy_all(me, no_stronger_beside(me, bearer))


sea_dogs = pirates.action(
    "Sea Dogs",
    copies=1,
    affects=lambda me, minion: not yours(me, minion) and len(me.table.sites) > 1,
    text="[on-play] Name a faction and choose a base. Move all minions of that faction there that other players control"
    " to one other base.",
)


@sea_dogs.on_play
def press(me: Me) -> Steps[None]:
    demanded: Card | None = None
    if me.aim is not None:
        demanded = yield from choose(me, "a minion that must be among them", aimed(me, foreign_minions(me)))
    if demanded is not None:
        named = me.game.fact(demanded).faction
    else:
        named = slug((yield from name_a_faction(me, "the faction whose minions move")))
    pressed = [minion for minion in foreign_minions(me) if me.game.fact(minion).faction == named]
    cleared = [site for site in me.table.sites if any(card.site == site for card in pressed)]
    origin = yield from choose_base(me, "the base to clear of them", [demanded.site] if demanded else cleared)
    site = yield from choose_base(me, "the base they go to", other_bases(me, origin) if origin else ())
    if site:
        yield from move_all(me, [minion for minion in pressed if minion.site == origin], site)


shanghai = pirates.action(
    "Shanghai",
    copies=1,
    affects=lambda me, minion: not yours(me, minion),
    text="[on-play] Move another player's minion to another base.",
)


@shanghai.on_play
def drag_off(me: Me) -> Steps[None]:
    victims = foreign_minions(me) if len(me.table.sites) > 1 else []
    minion = yield from choose(me, "another player's minion to move", victims)
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, minion.site))
        yield from move(me, minion, site)


swashbuckling = pirates.action(
    "Swashbuckling",
    copies=1,
    raises_power=lambda me, minion: minion.controller == me.you,
    text="[on-play] Each of your minions has +1 power until the end of the turn.",
)


@swashbuckling.on_play
def show_off(me: Me) -> Steps[None]:
    yield from boost_each(me, minions(me, of=me.you), 1)


# --- the titan

the_kraken = pirates.titan(
    "The Kraken",
    text="[special] After a base scores at which you had a minion while this titan was not in play, you may call out that you"
    " release the Kraken to play it on the base that replaces that one. [talent] Move this titan to another base. Other"
    " players' minions there have -1 power until the start of your next turn. [special] After this base scores, move one of"
    " your minions from here to another base.",
)


@the_kraken.after_replaced(
    here=False,
    zone="beside",
    may=True,
    when=lambda me: (
        had_a_minion_there(me)
        and out_of_play_as_it_scored(me)
        and can_play_titan(me, only=(replacement_site(me.game),))
    ),
)
def release_the_kraken(me: Me) -> Steps[None]:
    yield from play_titan(me, only=(replacement_site(me.game),))


@the_kraken.talent(has_effect=lambda me: bool(other_bases(me, me.base)))
def surface(me: Me) -> Steps[None]:
    site = yield from choose_base(me, "the base to move The Kraken to", other_bases(me, me.base))
    if site:
        yield from move(me, me.card, site)
        yield from boost_each(me, foreign_minions(me, at=site), -1, until="next-turn")


@the_kraken.after_scores(when=lambda me: bool(_crew(me) and minions(me, at=me.base, of=me.you)))
def wash_ashore(me: Me) -> Steps[None]:
    minion = yield from choose(me, "one of your minions here to move", minions(me, at=me.base, of=me.you))
    if minion is not None:
        site = yield from choose_base(me, "the base to move it to", other_bases(me, me.base))
        yield from move(me, minion, site)
