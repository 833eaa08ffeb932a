"""Playing cards: choosing the place, paying with a play, and the consequences.

Other modules decide whether a card may be played: where in `core.rules.places`, with which play in
`core.rules.permissions`, and when in `core.rules.legality`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Literal

from core.engine.effects import Effect, effect
from core.engine.game import Game, Heard
from core.engine.index import Instance, abilities_in
from core.engine.moments import settle, settle_due
from core.engine.resolving import Candidate, from_piles, in_frame, use
from core.engine.standing_checks import off_limits
from core.engine.use import Me, Targets
from core.printed.definitions import AFTER_SCORES, BEFORE_SCORES, Ability, Definition, Goes, Steps
from core.printed.editions import Extra
from core.rules.decks import add_base, goes_to
from core.rules.permissions import (
    FROM_DISCARD,
    SPECIAL_ONLY,
    bases_for,
    opening,
    playable_sources,
    spendable,
    ways,
    ways_now,
)
from core.rules.places import (
    Obstacle,
    extra_obstacle,
    forbidden_there,
    legal_hosts,
    legal_sites,
    may_be_played,
    place_obstacle,
)
from core.rules.raising_power import Aim, aim_of, reaches
from events.questions import Cards, Hosts, PayWith, Pick, Play, Sites
from events.vocabulary import AllowancesEnded, CardPlayed, Event, Forbidden, Revealed, Shuffled
from events.words import PlayKind
from events.zones import Zone
from projections.table import Allowance, Card

# --- paying with a play ---------------------------------------------------------------------------------------------


def play_with_allowance(game: Game, seat: int, card: Card) -> Steps[CardPlayed | None]:
    """Play a card in Play Cards: choose its place and, if it matters, which play pays for it. Returns the play, or
    None."""
    allowances = ways(game, seat, card, [allowance for allowance in game.table.allowances if allowance.seat == seat])
    if len(allowances) == 1 and bases_for(game, allowances[0], card) is None and not allowances[0].condition:
        place = yield from choose_place(game, seat, card)
        send_afterwards(game, card, opening(game, allowances[0], card))
        return (yield from resolve_play(game, seat, card, place, allowance=allowances[0].number))
    bases = [bases_for(game, allowance, card) for allowance in allowances]
    aims = [aim_of(game, allowance, card) for allowance in allowances]
    only = [] if None in bases else sorted({site for open_ in bases for site in open_ or ()})
    place = yield from choose_place(game, seat, card, only, _any_aim(aims))
    fitting = [
        permission
        for permission, open_, aim in zip(allowances, bases, aims, strict=True)
        if (open_ is None or place.site in open_) and _aimed_place(game, place, aim)
    ]
    allowance = yield from pay(game, seat, fitting)
    aim = aim_of(game, allowance, card)
    send_afterwards(game, card, opening(game, allowance, card))
    return (yield from resolve_play(game, seat, card, place, allowance=allowance.number, aim=aim))


def send_afterwards(game: Game, card: Card, permission: Instance | None) -> None:
    """Note where a card that is about to be played goes when it has resolved, if the ability that lets it be played
    says so.
    """
    if permission is not None and permission.ability.goes is not None:
        goes_afterwards(permission, card, permission.ability.goes)


def goes_afterwards(me: Me | Instance, card: Card, goes: Goes) -> None:
    """Note where an action that is being played goes when it has resolved: into the hand or deck of the ability's
    player, or its owner's (see `goes_to`)."""
    to = goes_to(me.game, card, me.you, seen=True)
    cause = me.cause if isinstance(me, Me) else 0
    rule = "term.owner-zone" if to != me.you else "turn.action-leaves"
    zone: Zone | Literal[""] = "hand" if goes.zone == "hand" else ""
    placed = effect(me, "place", card, zone=zone, end=goes.end, to=to, cause=cause, rule=rule)
    me.game.destinations.setdefault(card.number, []).append((goes, placed))


def _any_aim(aims: Sequence[Aim | None]) -> Aim | None:
    """Return what several plays together require: nothing, if one of them requires nothing."""
    demands = [aim for aim in aims if aim is not None]
    return (lambda minion: any(aim(minion) for aim in demands)) if len(demands) == len(aims) else None


def _aimed_place(game: Game, place: Place, aim: Aim | None) -> bool:
    """Return whether a card played there can do what its play requires."""
    if aim is None or place.zone == "resolving":
        return True
    return aim(game.card(place.host)) if place.host else reaches(game, place.site, aim)


def pay(game: Game, seat: int, allowances: Sequence[Allowance]) -> Steps[Allowance]:
    """Ask which of some plays is used, if it matters, and return it."""
    distinct = {
        (allowance.kind, allowance.condition, allowance.arguments, allowance.site, allowance.until): allowance
        for allowance in reversed(allowances)
    }
    if len(distinct) == 1:
        return allowances[0]
    options = tuple(sorted(allowance.number for allowance in distinct.values()))
    picks = yield seat, PayWith(options=options, about="which play to use for it")
    return next(allowance for allowance in allowances if allowance.number == picks[0])


def spend_play(game: Game, seat: int, kind: PlayKind) -> Steps[None]:
    """Use one of a player's plays without playing a card."""
    spent = yield from pay(game, seat, spendable(game, seat, kind))
    game.emit(AllowancesEnded, allowances=(spent.number,), rule="term.extra" if spent.extra else "turn.play")


# --- extra plays ----------------------------------------------------------------------------------------------------


def now_or_never(game: Game, me: Me, seat: int, *, specific: bool, dependent: bool) -> bool:
    """Return whether an extra card is played at once or not at all (term.extra, term.extra-outside).

    `specific`: it is a certain card. `dependent`: the rest of the text refers to the card played.
    """
    table, book = game.table, game.edition
    if me.special or table.current != seat:
        if not me.special and table.phase == "play":
            game.note("reading.extra-in-another-turn")
        return True
    outside = table.scoring is not None if book.extra is Extra.SCORING_OR_SPECIAL else table.phase != "play"
    return outside or (specific and book.specific_extra_at_once) or (dependent and book.dependent_extra_at_once)


def play_at_once(
    game: Game,
    me: Me,
    plays: Sequence[Allowance],
    *,
    among: Sequence[Card] | None = None,
    waits: bool = False,
    must: bool = False,
    instead: Sequence[Instance] = (),
) -> Steps[tuple[Allowance, CardPlayed | None] | None]:
    """Let a player play a card with one of these extra plays, while the card that gives them resolves, or decline.

    The card comes from the hand or, if the plays say so, the discard pile, or is `among` certain cards. Players are
    asked about their hand whatever it holds. `waits`: the plays are kept if none is used now. `must`: a playable card
    has to be played; if everybody sees that there is only one, nobody is asked. `instead`: abilities that could use one
    of the plays (`takes_plays`), chosen by naming their card. Returns the permission used and the play, or None.
    """
    seat = plays[0].seat
    hidden = among is None and plays[0].condition not in FROM_DISCARD
    if among is None:
        pile = game.table.seats[seat].discard
        among = playable_sources(game, seat, plays) if hidden else [game.card(number) for number in pile]
    fitting = {card.number: allowances for card in among if (allowances := ways_now(game, card, plays))}
    using = {instance.card.number: instance for instance in instead}
    if not fitting and not using and not (hidden and game.table.seats[seat].hand):
        return None
    if must and len(fitting) > 1 and plays[0].condition in FROM_DISCARD:
        game.note("reading.htb-specific-choice")
    if must and len(fitting) == 1 and not hidden and not using:
        (number,) = fitting  # everybody sees that it is the only one, and it has to be played
    else:
        question = Cards(
            options=(*fitting, *using),
            least=1 if must and fitting else 0,
            most=1 if fitting or using else 0,
            about=_extra_words(plays, waits, must),
            by=me.by,
            waits=waits,
        )
        picks = yield seat, question
        if not picks:
            return None
        number = int(picks[0])  # type: ignore[arg-type]
    card = game.card(number)
    if number in using:
        game.offered = plays
        outcome: tuple[Allowance, CardPlayed | None] = yield from use(game, using[number], seat)
        return outcome
    allowances = fitting[number]
    aim = aim_of(game, allowances[0], card)
    bases = [bases_for(game, permission, card) for permission in allowances]
    only = [] if None in bases else sorted({site for open_ in bases for site in open_ or ()})
    place = yield from choose_place(game, seat, card, only, aim)
    allowance = next(
        permission for permission, open_ in zip(allowances, bases, strict=True) if open_ is None or place.site in open_
    )
    send_afterwards(game, card, opening(game, allowance, card))
    return allowance, (yield from resolve_play(game, seat, card, place, aim=aim))


def _extra_words(plays: Sequence[Allowance], waits: bool, must: bool) -> str:
    kinds = list(dict.fromkeys(allowance.kind for allowance in plays))
    nouns = " or ".join(f"an {kind}" if kind[0] in "aeiou" else f"a {kind}" for kind in kinds)
    what = kinds[0] if len(kinds) == 1 else "card"
    return f"{nouns} to play as an extra {what}" + ("" if must else ", or none") + (" for now" if waits else "")


def _has_place(game: Game, seat: int, card: Card, only: Sequence[int] | None) -> bool:
    if only is None:
        return may_be_played(game, seat, card)
    return any(may_be_played(game, seat, card, site) for site in only)


Swapped = Callable[[CardPlayed], Sequence[Event]]
"""Returns the events that happen together with a play: the card it replaces leaves (swap.one)."""


# --- the play itself ------------------------------------------------------------------------------------------------


class Place:
    """Where a card is played."""

    __slots__ = ("host", "site", "swapped", "zone")

    def __init__(self, zone: Zone, site: int = 0, host: int = 0, swapped: Swapped | None = None) -> None:
        self.zone: Zone = zone
        self.site = site
        self.host = host
        self.swapped = swapped  # the card it replaces (swap.one)


def choose_place(game: Game, seat: int, card: Card, only: Sequence[int] = (), aim: Aim | None = None) -> Steps[Place]:
    """Ask for the base or minion, if there is a choice, and return it. `only` limits the bases, `aim` the minions it
    may raise."""
    facts = game.facts[card.number]
    if facts.goes_to_base:
        sites = [
            site
            for site in legal_sites(game, seat, card)
            if (not only or site in only) and (aim is None or reaches(game, site, aim))
        ]
        site = sites[0]
        if len(sites) > 1:
            picks = yield seat, Sites(options=tuple(sites), about=f"a base for {facts.name}", by=card.number)
            site = int(picks[0])  # type: ignore[arg-type]
        return Place(facts.at_base, site)
    if facts.kind == "on-minion":
        hosts = [
            host
            for host in legal_hosts(game, seat, card)
            if (not only or host.site in only) and (aim is None or aim(host))
        ]
        host = hosts[0]
        if len(hosts) > 1:
            options = tuple(minion.number for minion in hosts)
            picks = yield seat, Hosts(options=options, about=f"a minion for {facts.name}", by=card.number)
            host = game.card(int(picks[0]))  # type: ignore[arg-type]
        return Place("attached", host.site, host.number)
    return Place("resolving")


def play_card(
    game: Game,
    seat: int,
    card: Card,
    *,
    only: Sequence[int] = (),
    off_top: bool = False,
    held: Ability | None = None,
    base: int = 0,
) -> Steps[CardPlayed | None]:
    """Play a certain card if it can be played now: a Special only at its own moment. Returns the play, or None.

    `held`: the ability it uses instead of its on-play ability. `base`: what "this base" means to a card that is not at
    a base.
    """
    if not playable_now(game, seat, card, only=only):
        return None
    held = held or special_now(game, seat, card)
    place = yield from choose_place(game, seat, card, only)
    return (yield from resolve_play(game, seat, card, place, off_top=off_top, held=held, base=base))


def playable_now(game: Game, seat: int, card: Card, *, only: Sequence[int] = ()) -> bool:
    """Return whether a certain card could be played at once: it has a legal place, and a Special's moment is now."""
    if only:
        return any(now_obstacle(game, seat, card, site) is None for site in only)
    return now_obstacle(game, seat, card) is None


def now_obstacle(game: Game, seat: int, card: Card, site: int = 0, host: int = 0) -> Obstacle | None:
    """Return why a certain card could not be played at once, whatever gives the play, or None."""
    if game.facts[card.number].kind == "special-only" and special_now(game, seat, card) is None:
        return SPECIAL_ONLY
    return extra_obstacle(game, seat) or place_obstacle(game, seat, card, site, None, host)


def present_moment(game: Game) -> str:
    """Return the moment at which a card is played now if an ability has chosen the time: before or after a base scores,
    or ""."""
    scoring = game.table.scoring
    if scoring is None or scoring.site not in game.table.sites:
        return ""
    return AFTER_SCORES if scoring.places else BEFORE_SCORES


def special_now(game: Game, seat: int, card: Card) -> Ability | None:
    """Return what a card that is only a Special does if it is played at this moment, or None if it can't be."""
    facts = game.facts[card.number]
    if facts.kind != "special-only":
        return None
    moment = present_moment(game)
    for ability in facts.abilities:
        if ability.plays and ability.hook == moment:
            me = Me(game, card, seat, ability=ability)
            return ability if ability.when is None or ability.when(me) else None
    return None


class HeldSpecial(Candidate):
    """A card in a hand or pile that may be played at this moment, or in answer to one of some events."""

    __slots__ = ("answering",)

    def __init__(self, instance: Instance, seat: int, answering: Sequence[Event | None]) -> None:
        super().__init__(instance, seat, answering[0])
        self.answering = answering

    @property
    def pick(self) -> Pick:
        """Return how an answer refers to it."""
        return Play(self.instance.card.number)

    def take(self, game: Game) -> Steps[CardPlayed | None]:
        """Play the card: it does what the Special says, and answers the first event that lets it be played there.

        Returns the play.
        """
        card = self.instance.card
        bases = [_bases_named(self.instance, event) for event in self.answering]
        only = [] if None in bases else sorted({site for named in bases for site in named or ()})
        place = yield from choose_place(game, self.seat, card, only)
        fitting = (one for one, named in zip(self.answering, bases, strict=True) if not named or place.site in named)
        event = next(fitting, self.event)
        return (yield from resolve_play(game, self.seat, card, place, held=self.ability, answering=event))


def _bases_named(instance: Instance, event: Event | None) -> Sequence[int] | None:
    """Return the bases at which a card must be played if it says "there": the scoring base, or where its event allows;
    None if it does not say."""
    ability, table = instance.ability, instance.game.table
    if ability.where is not None:
        return [site for site in ability.where(instance, event) if site in table.sites]
    return (table.scoring.site,) if ability.here and table.scoring is not None else None


@from_piles
def specials_in_piles(game: Game, seat: int, moments: Sequence[str | Heard]) -> list[Candidate]:
    """Return the Specials in a player's hand (and, if a card says so, discard pile) that can be used at a moment, or in
    answer to events."""
    candidates: dict[Pick, Candidate] = {}
    full = extra_obstacle(game, seat) is not None  # a card played at its own moment is an extra card
    for moment in moments:
        event = moment.event if isinstance(moment, Heard) else None
        for zone, pile in _piles(game, seat, event):
            for number in pile:
                for ability in abilities_in(game.facts[number], zone):
                    card = game.card(number)
                    if not (full and ability.plays) and _acts_now(game, seat, card, ability, moment):
                        _add_special(candidates, Instance(game, ability, card, 0, card.since), seat, event)
    if any(candidate.ability.zone == "discard" for candidate in candidates.values()):
        game.note("reading.htb-pile-specials")
    return list(candidates.values())


def _acts_now(game: Game, seat: int, card: Card, ability: Ability, moment: str | Heard) -> bool:
    """Return whether an ability of a card out of play acts at a moment, or may answer an event: one that concerns its
    player and happened while the card was there. It may come `late`, through the very effect that caused the event; a
    card that an event revealed is always in time (resolve.witness).
    """
    if isinstance(moment, str):
        return moment in ability.hooks
    if seat not in moment.seats.get(ability, ()):
        return False
    event = moment.event
    if ability.zone == "revealed" or card.since < (getattr(event, "moment", 0) or event.position):
        return True
    return ability.late and game.log[card.since - 1].cause == event.cause


def _add_special(candidates: dict[Pick, Candidate], instance: Instance, seat: int, event: Event | None) -> None:
    """Add a card that could be used. One that could answer several events but be played only once is added once."""
    ability, card = instance.ability, instance.card
    if ability.when is not None and not ability.when(*((instance,) if event is None else (instance, event))):
        return
    if not ability.plays:
        candidate = Candidate(instance, seat, event)
        candidates[candidate.pick] = candidate
    elif _has_place(instance.game, seat, card, _bases_named(instance, event)):
        known = candidates.get(Play(card.number))
        if not isinstance(known, HeldSpecial):
            candidates[Play(card.number)] = HeldSpecial(instance, seat, (event,))
        elif known.ability is ability:
            known.answering = (*known.answering, event)


def _piles(game: Game, seat: int, event: Event | None) -> list[tuple[str, Sequence[int]]]:
    """Return the cards out of play that a player could use, by the zone their abilities act from. "revealed" are the
    cards that an event revealed, until they are played."""
    player = game.table.seats[seat]
    revealed = _still_revealed(game, seat, event) if isinstance(event, Revealed) else []
    return [("hand", player.hand), ("discard", player.discard), ("revealed", revealed)]


def _still_revealed(game: Game, seat: int, event: Revealed) -> list[int]:
    """Return the cards that an event revealed and that are now in a deck, a hand or a discard pile.

    Nobody can tell a card that was shuffled into a player's deck since from others of its name. So for all cards that
    one effect revealed and that were shuffled away, the topmost of their names stand, as many as have not been played.
    """
    cards, since = game.table.cards, game.log[event.position - 1 :]
    shown, lost = set[int](), set[int]()
    shuffled = 0
    for later in game.log[event.cause :]:
        if isinstance(later, Revealed) and later.cause == event.cause:
            shown.update(later.cards)
            lost.difference_update(later.cards)
        elif isinstance(later, Shuffled) and later.seat == seat and not shown.isdisjoint(later.order):
            lost.update(shown.intersection(later.order))
            shuffled = shuffled or later.position
    used = {later.card for later in since if isinstance(later, CardPlayed)}
    there = [number for number in event.cards if cards[number].zone in ("deck", "hand", "discard")]
    numbers = [number for number in there if number not in lost and number not in used]
    if not shuffled:
        return numbers
    played = (later.card for later in game.log[shuffled:] if isinstance(later, CardPlayed) and later.source == "deck")
    left = Counter(cards[number].definition for number in lost)
    left.subtract(cards[number].definition for number in played)
    for kind, count in left.items():
        numbers += islice(
            (card for card in game.table.seats[seat].deck if cards[card].definition == kind), max(count, 0)
        )
    return numbers


def resolve_play(
    game: Game,
    seat: int,
    card: Card,
    place: Place,
    *,
    allowance: int = 0,
    off_top: bool = False,
    held: Ability | None = None,
    aim: Aim | None = None,
    base: int = 0,
    answering: Event | None = None,
    then: Callable[[Me], Steps[None]] | None = None,
) -> Steps[CardPlayed]:
    """Play the card: resolve its ability, then what it triggered; an action that does not stay is discarded last.
    `then`: what happens as part of its playing, after its on-play ability. Returns the play."""
    facts = game.facts[card.number]
    attached = True
    if place.zone == "attached":
        attached = yield from _settle_attachment(game, seat, card, place)
    elif place.zone == "actions" and _kept_off_base(game, seat, card, place):
        place.zone, place.site = "resolving", 0
        attached = False
    elif facts.brings_base:
        _bring_base(game, seat, card, place)
    source = card.zone
    # The frame is opened before the event: abilities that answer the playing wait for the card (resolve.triggers-wait).
    played: CardPlayed = yield from in_frame(
        game,
        game.cause,
        card.number,
        _played,
        *(game, seat, card, place, facts, source, allowance, off_top, held, attached, aim, base, answering, then),
    )
    return played


def _played(
    game: Game,
    seat: int,
    card: Card,
    place: Place,
    facts: Definition,
    source: Zone,
    allowance: int,
    off_top: bool,
    held: Ability | None,
    attached: bool,
    aim: Aim | None,
    base: int,
    answering: Event | None,
    then: Callable[[Me], Steps[None]] | None,
) -> Steps[CardPlayed]:
    waits = game.edition.own_ongoing_waits and facts.on_play_ability is not None
    if facts.on_play_ability is not None and any(held.standing and held.hook != "on-play" for held in facts.abilities):
        game.note("reading.own-ongoing")
    if facts.is_madness and source == "deck" and card.controller != seat:
        game.note("reading.madness-played-from-a-deck")
    if waits:
        game.beginning.add(card.number)
    event = CardPlayed(
        position=len(game.log) + 1,
        cause=game.cause,
        seat=seat,
        card=card.number,
        source=source,
        to=place.zone,
        site=place.site,
        host=place.host,
        allowance=allowance,
        off_top=off_top,
        rule="term.play",
    )
    game.by_special = held is not None and held.label == "special"
    if place.swapped is None:
        game.record(event)
    else:
        game.happen((event, *place.swapped(event)))
    game.by_special = False
    if game.restless:
        yield from settle_due(game)
    ability = held or facts.on_play_ability
    if ability is not None and attached:
        if facts.is_minion and any(
            instance.ability.function(instance, card) for instance in game.index.hooks.get("power", ())
        ):
            game.note("reading.emd-always-on")
        before, game.cause = game.cause, event.position
        here = place.site or base
        cause = event.position
        if place.host and isinstance(aim, Targets):
            aim.met = True  # the action has affected the minion it was played on
        me = Me(game, card, seat, ability=ability, base=here, cause=cause, event=answering or event, aim=aim)
        body: Any = ability.function(me)
        if hasattr(body, "send"):
            yield from body
        game.cause = before
    if then is not None:
        with game.because(event.position):
            yield from then(Me(game, card, seat, base=place.site, cause=event.position, event=event))
    if waits:
        game.begin_ongoing(card.number)
    return event


def _bring_base(game: Game, seat: int, card: Card, place: Place) -> None:
    """Bring in the new base with the action that is played on it. If there is no base left, or the action can't be
    played on it (void.cant-wins), the action does not stay; the base does."""
    site = add_base(game, by=card.number)
    place.site = site
    if site and not forbidden_there(game, seat, card, site):
        place.zone = "actions"


def _kept_off_base(game: Game, seat: int, card: Card, place: Place) -> bool:
    """Return whether an action played on a base does not get there, because the base is immune to it
    (attach.protected)."""
    if not game.index.hooks.get("shield"):
        return False
    base = game.table.sites[place.site].base
    because = off_limits(game, base, card, seat)
    if because is None:
        return False
    game.emit(Forbidden, verb="attach", card=base, because=because, by=card.number, seat=seat, rule="attach.protected")
    return True


def _settle_attachment(game: Game, seat: int, card: Card, place: Place) -> Steps[bool]:
    """Let an action played on a minion affect it: that may be prevented, or another minion may take it (term.affect).
    Returns whether it got there."""
    effect = Effect(verb="attach", card=place.host, by=card.number, player=seat, seat=seat, host=place.host)
    outcome = yield from settle(game, effect)
    if outcome is None:
        place.zone, place.site, place.host = "resolving", 0, 0
        return False
    place.host = outcome.card
    place.site = game.card(outcome.card).site
    return True
