"""The Big Score: which bases are ready, who takes which place, and the nine steps of scoring one.

The places: the three highest totals take the first, second and third number of the base; tied players all take the best
place they tied for and use up the places they cover (score.ties); a player must be present (score.presence).
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.effects import Effect
from core.engine.game import Game
from core.engine.index import Instance
from core.engine.moments import perform
from core.engine.power import breakpoint_of, power_at, ready, total_powers
from core.engine.resolving import Candidate, open_window, players_of, settle_root, use
from core.printed.definitions import AFTER_REPLACED, AFTER_SCORES, AS_DISCARDED, BEFORE_SCORES, WHEN_SCORES, Steps
from core.rules.decks import add_base, base_leaves
from events.questions import Sites
from events.vocabulary import (
    Awarded,
    Forbidden,
    ScoringBegan,
    ScoringEnded,
    VictoryPointsChanged,
)

# --- places ---------------------------------------------------------------------------------------------------------


def places(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """The place of each seat: 1, 2, 3, or 0 for none.

    A player's place is one more than the number of present players with a higher total: that is what "tied players
    all get the best place they tied for, and the places they cover are used up" comes to (score.ties). Fourth and
    lower get nothing (score.places).
    """
    found = []
    for mine, here in zip(totals, present, strict=True):
        ahead = sum(1 for other, there in zip(totals, present, strict=True) if there and other > mine)
        found.append(ahead + 1 if here and ahead < 3 else 0)
    return tuple(found)


def presence(game: Game, seat: int, site: int, total: int) -> bool:
    """Whether a player counts at a base: a minion, or in later books 1 power (score.presence)."""
    cards = game.table.cards
    if any(cards[number].controller == seat for number in game.table.sites[site].minions):
        return True
    return game.edition.power_is_presence and total > 0


def ranking(game: Game, site: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Totals and places at a base as they are now, by seat."""
    seats = range(len(game.table.seats))
    totals = tuple(total_powers(game, site))
    present = [presence(game, seat, site, totals[seat]) for seat in seats]
    return totals, places(totals, present)


def winners(game: Game) -> list[int]:
    """The winners of the base being scored, clockwise from the current player (all who tied for it)."""
    return _placed(game, 1)


def runners_up(game: Game) -> list[int]:
    """Who took second place at the base being scored: nobody, where two tied for the first."""
    return _placed(game, 2)


def _placed(game: Game, place: int) -> list[int]:
    scoring = game.table.scoring
    if scoring is None:
        return []
    found = scoring.places or ranking(game, scoring.site)[1]
    return [seat for seat in game.clockwise() if found[seat] == place]


# --- the phase ------------------------------------------------------------------------------------------------------


def score_next_base(game: Game) -> Steps[bool]:
    """Score a base that is ready, if there is one: it is looked for anew after each (score.again). Whether one was."""
    waiting = [site for site in game.table.sites if ready(game, site)]
    if not waiting:
        return False
    site = waiting[0]
    if len(waiting) > 1:
        picks = yield (
            game.table.current,
            Sites(options=tuple(waiting), about="the base that scores next"),
        )
        site = int(picks[0])  # type: ignore[arg-type]
    yield from score_base(game, site)
    return True


def score_base(game: Game, site: int) -> Steps[None]:
    """One base scores. Once chosen, nothing stops it (score.no-stop)."""
    began = game.emit(
        ScoringBegan,
        site=site,
        base=game.table.sites[site].base,
        total=power_at(game, site),
        breakpoint=breakpoint_of(game, site),
        rule="score.choose",
    )
    with game.because(began.position):
        yield from open_window(game, BEFORE_SCORES)
        yield from _award(game, site)
        waivers = _waivers(game)
        waiting = _waiting_for_replacement(game)
        yield from open_window(game, AFTER_SCORES)
        yield from _discard_cards(game, site)
        yield from _replace_base(game, site, waivers)
        # Their cards have gone by now; one that is still awake is found in play as usual.
        yield from open_window(game, AFTER_REPLACED, lambda: [one for one in waiting if _acts_for_gone_base(game, one)])
        game.emit(ScoringEnded, site=site, rule="score.again")


def _award(game: Game, site: int) -> Steps[None]:
    """What acts when the base scores, then the points, by the totals of that moment (score.when, score.places)."""
    if site not in game.table.sites:
        return
    yield from open_window(game, WHEN_SCORES)
    totals, taken = ranking(game, site)
    base = game.table.sites[site].base
    paid = game.facts[base].vp
    awards = tuple(paid[place - 1] if place else 0 for place in taken)
    shared = len({place for place in taken if place}) < sum(1 for place in taken if place)
    rule = "score.ties" if shared else "score.places"
    awarded = game.emit(Awarded, site=site, base=base, totals=totals, places=taken, awards=awards, rule=rule)
    for seat in game.clockwise():
        if awards[seat]:
            game.emit(
                VictoryPointsChanged,
                to=seat,
                amount=awards[seat],
                by=base,
                seat=seat,
                cause=awarded.position,
                rule="score.places",
            )
    yield from settle_root(game)


def _discard_cards(game: Game, site: int) -> Steps[None]:
    """All cards there go to their owners' discard piles at once: discarded, not destroyed (score.after).

    Those that go elsewhere instead, as was decided in the step before, go now that nothing there can keep them.
    """
    place = game.table.sites.get(site)
    if place is None:
        return
    decided = [(one, one.lasting.cards) for one in game.index.awake(AS_DISCARDED) if one.lasting and one.base == site]
    elsewhere = {number for _, numbers in decided for number in numbers}
    wanted = [
        Effect(verb="discard", card=number, reason="its base scored", rule="score.after")
        for number in (*place.minions, *place.actions, *place.buried)
        if number not in elsewhere
    ]
    yield from perform(game, wanted)
    for instance, numbers in decided:
        # Who decided first has the card: the second decision finds it gone.
        if any(game.card(number).site == site for number in numbers):
            yield from use(game, instance, instance.you)
    yield from settle_root(game)


def _replace_base(game: Game, site: int, waivers: Sequence[Instance]) -> Steps[None]:
    """The base goes to its discard pile, then a new one comes, if any (score.replace-base).

    Waivers keep it from coming, even those that have left with the base; the others then do what they say.
    """
    place = game.table.sites.get(site)
    if place is None:
        return  # an effect removed it meanwhile, and replaced it itself
    yield from base_leaves(game, site, "scored", rule="score.replace-base")
    if not waivers:
        add_base(game, rule="score.replace-base")
    for instance in waivers:
        because = instance.card.number
        game.emit(Forbidden, verb="replace-base", card=place.base, because=because, rule="void.card-wins")
        if instance.awake:
            yield from use(game, instance, instance.you)
    yield from settle_root(game)


def _waivers(game: Game) -> list[Instance]:
    """What says, as the base scores, that it is not replaced (`waives_replacement`)."""
    return [
        instance
        for instance in game.index.awake("no-replacement")
        if instance.ability.when is None or instance.ability.when(instance)
    ]


def _waiting_for_replacement(game: Game) -> list[Candidate]:
    """Abilities that wait for the new base: their card has gone by then (score.after)."""
    found = []
    for instance in game.index.awake(AFTER_REPLACED):
        if instance.base == scoring_site(game):
            found += [Candidate(instance, seat) for seat in players_of(game, instance, AFTER_REPLACED)]
    return found


def _acts_for_gone_base(game: Game, one: Candidate) -> bool:
    return not one.instance.awake and one.seat in players_of(game, one.instance, AFTER_REPLACED)


def scoring_site(game: Game) -> int:
    """The site of the base being scored; 0 if none is."""
    return game.table.scoring.site if game.table.scoring else 0


def new_base_to_come(game: Game) -> bool:
    """Whether the base being scored has been replaced, or is still there to be."""
    return replacement_site(game) > 0 or scoring_site(game) in game.table.sites


def replacement_site(game: Game) -> int:
    """The site of the base that replaced the one being scored: the newest that came since it left; 0 if none did."""
    scoring = game.table.scoring
    newest = max(game.table.sites, default=0)
    if scoring is None or newest <= scoring.site:
        return 0
    cards = game.table.cards
    # The scored base itself may have come straight back (score.replace-base): then both are the same card.
    return newest if cards[game.table.sites[newest].base].since >= cards[scoring.base].since else 0
