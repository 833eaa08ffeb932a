"""The Big Score: which bases are ready, who takes which place, and the nine steps of scoring one.

The places: the three highest totals take the first, second and third number of the base; tied players all take the best
place they tied for and use up the places they cover (score.ties); a player must be present (score.presence).
"""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.effects import Effect
from core.engine.game import Game
from core.engine.index import Instance, applies_to
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
from events.zones import BEARING_POWER

# --- places ---------------------------------------------------------------------------------------------------------


def places(totals: Sequence[int], present: Sequence[bool]) -> tuple[int, ...]:
    """Return the place of each seat: 1, 2, 3, or 0 for none.

    A player's place is one more than the number of present players with a higher total. That implements "tied players
    all get the best place they tied for, and use up the places they cover" (score.ties). Fourth and lower get nothing
    (score.places).
    """
    seats = list(zip(totals, present, strict=True))
    ranked = sorted([total for total, here in seats if here], reverse=True)  # a total's index: how many are higher
    return tuple([ahead + 1 if here and (ahead := ranked.index(total)) < 3 else 0 for total, here in seats])


def presence(game: Game, seat: int, site: int, total: int) -> bool:
    """Return whether a player counts at a base: with a minion, or in later books with 1 power (score.presence)."""
    cards = game.table.cards
    if any(cards[number].controller == seat for number in game.table.sites[site].minions):
        return True
    if total > 0 and game.table.scoring is not None and not game.edition.power_is_presence:
        game.note("reading.presence")
    return game.edition.power_is_presence and total > 0


def ranking(game: Game, site: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Totals and places at a base as they are now, by seat."""
    seats = range(len(game.table.seats))
    totals = tuple(total_powers(game, site))
    present = [presence(game, seat, site, totals[seat]) for seat in seats]
    return totals, places(totals, present)


def rewards(game: Game, site: int) -> tuple[int, ...]:
    """Return the VP a base awards for each place, as abilities change them (term.floor)."""
    printed = game.facts[game.table.sites[site].base].vp
    change = sum(instance.ability.function(instance, site) for instance in game.index.active("rewards"))
    if not change:
        return printed
    changed = tuple(points + change for points in printed)
    if min(changed) < 0:
        if game.edition.rewards_never_negative:
            return tuple(max(0, points) for points in changed)
        game.note("reading.negative-reward")
    return changed


def awards(game: Game, site: int, taken: Sequence[int]) -> tuple[int, ...]:
    """Return the VP a base awards to each seat for the places taken, as abilities change them for single players.

    An award is never lowered below zero where the edition says so of rewards (term.floor).
    """
    paid = rewards(game, site)
    awarded = [paid[place - 1] if place else 0 for place in taken]
    if changing := game.index.hooks.get("award"):
        for seat, place in enumerate(taken):
            change = sum(
                instance.ability.function(instance, seat, site) for instance in changing if applies_to(instance, seat)
            )
            if place and change:
                changed = awarded[seat] + change
                if changed < 0 and not game.edition.rewards_never_negative:
                    game.note("reading.negative-reward")
                awarded[seat] = max(0, changed) if game.edition.rewards_never_negative else changed
    return tuple(awarded)


def winners(game: Game) -> list[int]:
    """Return the winners of the base being scored, clockwise from the current player (all who tied for it)."""
    return _placed(game, 1)


def runners_up(game: Game) -> list[int]:
    """Return who took second place at the base being scored: nobody, if two tied for first."""
    return _placed(game, 2)


def _placed(game: Game, place: int) -> list[int]:
    scoring = game.table.scoring
    if scoring is None:
        return []
    ranks = scoring.places or ranking(game, scoring.site)[1]
    return [seat for seat in game.clockwise() if ranks[seat] == place]


# --- the phase ------------------------------------------------------------------------------------------------------


def ready_to_score(game: Game) -> list[int]:
    """Return the bases that have reached their breakpoint."""
    sites = [site for site in game.table.sites if ready(game, site)]
    if game.edition.breakpoint_by_minions and game.index.hooks.get("total-power"):
        for site in game.table.sites:
            if site not in sites and sum(total_powers(game, site, "counts-for-breakpoint")) >= breakpoint_of(
                game, site
            ):
                game.note("reading.minion-total")
    return sites


def score_next_base(game: Game) -> Steps[bool]:
    """Score one ready base, if any (score.again). Returns whether a base was scored."""
    waiting = ready_to_score(game)
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
    """Score one base. Once chosen, nothing stops it, unless the base itself leaves before the award in an edition that
    says so (score.no-stop)."""
    began = game.emit(
        ScoringBegan,
        site=site,
        base=game.table.sites[site].base,
        total=power_at(game, site),
        breakpoint=breakpoint_of(game, site),
        rule="score.choose",
    )
    with game.because(began.position):
        yield from open_window(game, BEFORE_SCORES, lasts=lambda: not _base_has_gone(game, began))
        current = game.table.sites.get(site)
        if current is not None and current.base != began.base:
            game.note("reading.exchanged-while-scoring")
        if not _base_has_gone(game, began):
            yield from _award(game, began)
        if _base_has_gone(game, began):
            game.emit(ScoringEnded, site=site, rule="score.base-gone")
            return
        waivers = _waivers(game)
        waiting = _waiting_for_replacement(game)
        yield from open_window(game, AFTER_SCORES)
        yield from _discard_cards(game, site)
        yield from _replace_base(game, site, waivers)
        # Their cards are gone by now. An ability that is still active is found in play as usual.
        yield from open_window(
            game, AFTER_REPLACED, lambda: [candidate for candidate in waiting if _acts_for_gone_base(game, candidate)]
        )
        game.emit(ScoringEnded, site=site, rule="score.again")


def _base_has_gone(game: Game, began: ScoringBegan) -> bool:
    """Return whether the base being scored has left play before the award, in an edition where that ends its scoring
    (score.base-gone)."""
    scoring = game.table.scoring
    if scoring is None or scoring.places or not game.edition.scoring_ends_with_base:
        return False
    site = game.table.sites.get(began.site)
    # A card may say that another base scores instead: then its scoring began later.
    chosen = next(event for event in reversed(game.log[began.position - 1 :]) if isinstance(event, ScoringBegan))
    gone = site is None or site.base != chosen.base
    if gone:
        game.note("reading.htb-base-gone-moment")
    return gone


def _award(game: Game, began: ScoringBegan) -> Steps[None]:
    """Resolve what acts when the base scores, then award points by the totals at that moment (score.when,
    score.places)."""
    site = began.site
    if site not in game.table.sites:
        return
    yield from open_window(game, WHEN_SCORES, lasts=lambda: not _base_has_gone(game, began))
    if _base_has_gone(game, began):
        return
    totals, taken = ranking(game, site)
    present = [presence(game, seat, site, total) for seat, total in enumerate(totals)]
    if _zero_left_out(totals, taken, present):
        game.note("reading.zero-totals")
    piles = game.table.sites[site].piles
    if any(not present[game.card(number).controller] for zone in BEARING_POWER for number in piles[zone]):
        game.note("reading.htb-titan-here")
    base = game.table.sites[site].base
    given = awards(game, site, taken)
    shared = len({place for place in taken if place}) < sum(1 for place in taken if place)
    rule = "score.ties" if shared else "score.places"
    awarded = game.emit(Awarded, site=site, base=base, totals=totals, places=taken, awards=given, rule=rule)
    for seat in game.clockwise():
        amount = max(given[seat], -game.table.seats[seat].victory_points)
        if amount:
            game.emit(
                VictoryPointsChanged,
                to=seat,
                amount=amount,
                by=base,
                seat=seat,
                cause=awarded.position,
                rule="score.places",
            )
    yield from settle_root(game)


def _zero_left_out(totals: Sequence[int], taken: Sequence[int], present: Sequence[bool]) -> bool:
    """Return whether a player who is present with a total of 0 has no place, although 0 is among the three highest
    totals."""
    zero = any(here and not total and not place for total, place, here in zip(totals, taken, present, strict=True))
    return zero and len({total for total, here in zip(totals, present, strict=True) if here and total > 0}) < 3


def _discard_cards(game: Game, site: int) -> Steps[None]:
    """Discard all cards there at once: discarded, not destroyed (score.after).

    Cards that go elsewhere instead, as decided in the step before, go now, when nothing there can prevent it.
    """
    current = game.table.sites.get(site)
    if current is None:
        return
    decided = [(by, by.lasting.cards) for by in game.index.active(AS_DISCARDED) if by.lasting and by.base == site]
    elsewhere = {number for _, numbers in decided for number in numbers}
    effects = [
        Effect(verb="discard", card=number, reason="its base scored", rule="score.after")
        for number in current.cards
        if number not in elsewhere
    ]
    yield from perform(game, effects)
    for instance, numbers in decided:
        # The first decision gets the card: the second finds it gone.
        if any(game.card(number).site == site for number in numbers):
            yield from use(game, instance, instance.you)
    yield from settle_root(game)


def _replace_base(game: Game, site: int, waivers: Sequence[Instance]) -> Steps[None]:
    """Discard the base, then bring in a new one, if any (score.replace-base).

    Waivers prevent the replacement, even those that have left with the base; the others then do what they say.
    """
    current = game.table.sites.get(site)
    if current is None:
        return  # an effect removed it meanwhile and replaced it itself
    yield from base_leaves(game, site, "scored", rule="score.replace-base")
    if not waivers:
        add_base(game, rule="score.replace-base")
    for instance in waivers:
        because = instance.card.number
        game.emit(Forbidden, verb="replace-base", card=current.base, because=because, rule="void.card-wins")
        if instance.active:
            yield from use(game, instance, instance.you)
    yield from settle_root(game)


def _waivers(game: Game) -> list[Instance]:
    """Return what says, as the base scores, that it is not replaced (`waives_replacement`)."""
    return [
        instance
        for instance in game.index.active("no-replacement")
        if instance.ability.when is None or instance.ability.when(instance)
    ]


def _waiting_for_replacement(game: Game) -> list[Candidate]:
    """Return the abilities that wait for the new base: their card is gone by then (score.after)."""
    candidates = []
    for instance in game.index.active(AFTER_REPLACED):
        if instance.base == scoring_site(game):
            candidates += [Candidate(instance, seat) for seat in players_of(game, instance, AFTER_REPLACED)]
    return candidates


def _acts_for_gone_base(game: Game, candidate: Candidate) -> bool:
    return not candidate.instance.active and candidate.seat in players_of(game, candidate.instance, AFTER_REPLACED)


def scoring_site(game: Game) -> int:
    """Return the site of the base being scored; 0 if none is."""
    return game.table.scoring.site if game.table.scoring else 0


def new_base_to_come(game: Game) -> bool:
    """Return whether the base being scored has been replaced, or still can be."""
    return replacement_site(game) > 0 or scoring_site(game) in game.table.sites


def replacement_site(game: Game) -> int:
    """Return the site of the base that replaced the one being scored: the newest since it left, or 0 if there is none."""
    scoring = game.table.scoring
    newest = max(game.table.sites, default=0)
    if scoring is None or newest <= scoring.site:
        return 0
    cards = game.table.cards
    # The scored base itself may have come straight back (score.replace-base): then both are the same card.
    return newest if cards[game.table.sites[newest].base].since >= cards[scoring.base].since else 0
