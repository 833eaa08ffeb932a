"""Playing cards: what may be played, where, with which allowance, and what happens then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from core.engine.effects import Effect
from core.engine.game import Game
from core.engine.index import Instance, abilities_in, heeds
from core.engine.moments import settle, settle_due
from core.engine.power import printed_power
from core.engine.resolving import Candidate, from_piles, in_frame
from core.engine.use import Me
from core.printed.definitions import AFTER_SCORES, BEFORE_SCORES, Ability, Definition, Steps
from core.printed.editions import Extra
from core.rules.decks import add_base
from core.rules.raising_power import Aim, aim_of, reaches
from events.questions import Cards, Hosts, PayWith, Pick, Play, Sites
from events.vocabulary import AllowancesEnded, CardPlayed, Event, Revealed
from projections.table import Allowance, Card

# --- where a card may go --------------------------------------------------------------------------------------------


def forbidden_there(game: Game, seat: int, card: Card, site: int, host: int = 0) -> bool:
    """Whether something says that this card can't be played there (void.cant-wins)."""
    for instance in game.index.hooks.get("forbid-play", ()):
        if instance.ability.function(instance, seat, card, site, host) and heeds(instance, seat):
            return True
    return False


def legal_sites(game: Game, seat: int, card: Card, only: int = 0) -> Iterator[int]:
    """The bases at which a minion, or an action played on a base, may be played."""
    condition = game.facts[card.number].condition
    guarded = game.index.hooks.get("forbid-play")
    for site in game.table.sites:
        if only and site != only:
            continue
        if guarded and forbidden_there(game, seat, card, site):
            continue
        if condition is None or condition(Me(game, card, seat), site):
            yield site


def legal_hosts(game: Game, seat: int, card: Card, only: int = 0) -> list[Card]:
    """The minions an action may be played on."""
    facts = game.facts[card.number]
    me = Me(game, card, seat)
    if facts.condition is not None and not facts.condition(me, 0):
        return []
    return [
        minion
        for minion in game.table.minions()
        if (not only or minion.site == only)
        and (facts.where is None or facts.where(me, minion))
        and not forbidden_there(game, seat, card, minion.site, minion.number)
    ]


def may_be_played(game: Game, seat: int, card: Card, site: int = 0, aim: Aim | None = None) -> bool:
    """Whether a card has a legal place. A card whose ability would do nothing may still be played (void.no-target).

    `aim`: it must raise the power of one of these minions (core.rules.raising_power).
    """
    facts = game.facts[card.number]
    if aim is not None:
        return _may_be_aimed(game, seat, card, site, aim)
    if facts.unconditional and not site and not _hindered(game):
        return True  # the common case
    if facts.goes_to_base:
        return next(legal_sites(game, seat, card, site), 0) != 0
    if facts.brings_base and site:
        return False
    if facts.kind == "on-minion":
        return bool(legal_hosts(game, seat, card, site))
    if facts.condition is not None and not facts.condition(Me(game, card, seat), site):
        return False
    return not forbidden_there(game, seat, card, 0)


def _hindered(game: Game) -> bool:
    """Whether something may stand in the way of a card that could otherwise be played anywhere."""
    return not game.table.sites or bool(game.index.hooks.get("forbid-play"))


def _may_be_aimed(game: Game, seat: int, card: Card, site: int, aim: Aim) -> bool:
    kind = game.facts[card.number].kind
    if kind == "on-base":
        return any(reaches(game, one, aim) for one in legal_sites(game, seat, card, site))
    if kind == "on-minion":
        return any(aim(host) for host in legal_hosts(game, seat, card, site))
    return any(reaches(game, one, aim) for one in game.table.sites) and may_be_played(game, seat, card, site)


# --- with which allowance -------------------------------------------------------------------------------------------


def _power_at_most(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return printed_power(game, card) <= int(arguments[0])


def _named(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).name in arguments


def _named_as_one_at(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    """Whether a minion at a base has the same name: looked at when the card is played."""
    site = game.table.sites.get(int(arguments[0]))
    return site is not None and any(game.facts[number].name == game.fact(card).name for number in site.minions)


def _not_named(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).name != arguments[0]


def _raises_power(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return game.fact(card).raises_power


def _discarded(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard"


def _discarded_at_most(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard" and _power_at_most(game, card, arguments)


def _discarded_for_a_base(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    return card.zone == "discard" and game.fact(card).kind == "on-base"


def _one_name(game: Game, card: Card, arguments: tuple[str, ...]) -> bool:
    """One of a group of plays that must share a name: the group's positions are the arguments."""
    first, last = int(arguments[0]), int(arguments[1])
    name = game.fact(card).name
    return all(
        game.facts[entry.card].name == name
        for entry in game.table.journal
        if isinstance(entry, CardPlayed) and first <= entry.allowance <= last
    )


CONDITIONS = {
    "power-at-most": _power_at_most,
    "named": _named,
    "named-as-one-at": _named_as_one_at,
    "not-named": _not_named,
    "raises-power": _raises_power,
    "raises-own": _raises_power,
    "raises-card": _raises_power,
    "one-name": _one_name,
    "discarded": _discarded,
    "discarded-at-most": _discarded_at_most,
    "discarded-for-a-base": _discarded_for_a_base,
}
"""What an allowance can ask of the card; the name and its arguments stand in the log."""

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "power-at-most": ("power",),
    "named": ("name",),
    "named-as-one-at": ("base",),
    "not-named": ("name",),
    "raises-card": ("card",),
    "one-name": ("play", "play"),
    "discarded-at-most": ("power",),
}
"""What the arguments of a condition are (of names there may be several); the others have none."""

BASES: dict[str, Callable[[Game, int, int], bool]] = {
    "where-you-have-no-minion": lambda game, seat, site: (
        not any(game.card(number).controller == seat for number in game.table.sites[site].minions)
    ),
}
"""What an allowance can ask of the base instead: `(game, seat, site)`."""

FROM_DISCARD = frozenset({"discarded", "discarded-at-most", "discarded-for-a-base"})
"""The conditions of plays for cards in the discard pile; all others are for the hand."""


def fits(game: Game, allowance: Allowance, card: Card) -> bool:
    """Whether a card may be played with an allowance."""
    facts = game.facts[card.number]
    if allowance.kind not in ("card", facts.type):
        return False
    asked = CONDITIONS.get(allowance.condition)
    return asked is None or asked(game, card, allowance.arguments)


def bases_for(game: Game, allowance: Allowance, card: Card) -> list[int] | None:
    """The bases at which a card may be played with an allowance; None: at any."""
    asked = BASES.get(allowance.condition)
    bases = [allowance.site] if allowance.site else None
    if asked is not None:
        bases = [site for site in game.table.sites if asked(game, allowance.seat, site)]
    if _needs_an_opening(game, allowance, card):
        opened = _opened(game, allowance.seat, card)
        bases = opened if bases is None else [site for site in bases if site in opened]
    return bases


def _needs_an_opening(game: Game, allowance: Allowance, card: Card) -> bool:
    """Whether a card is in the discard pile, while neither it nor the allowance says that it may be played from there."""
    return (
        card.zone == "discard"
        and allowance.condition not in FROM_DISCARD
        and not _plays_itself(game, allowance.seat, card)
    )


def _opened(game: Game, seat: int, card: Card) -> list[int]:
    """The bases at which plays of a player may be used for a card in the discard pile, since a card there says so."""
    return [
        instance.base
        for instance in game.index.hooks.get("plays-discarded-here", ())
        if instance.you == seat and instance.ability.function(instance, card)
    ]


def _has_base(game: Game, seat: int, card: Card, allowance: Allowance) -> bool:
    """Whether a card has a legal place where its allowance demands one."""
    if allowance.condition not in BASES and card.zone != "discard":
        return True  # what is for a certain base, or any, has been looked at
    bases = bases_for(game, allowance, card)
    return bases is None or any(may_be_played(game, seat, card, site) for site in bases)


def playable_sources(game: Game, seat: int) -> list[Card]:
    """The cards a player may use plays for: the hand, and what a card lets be played from the discard pile."""
    cards = game.table.cards
    found = [cards[number] for number in game.table.seats[seat].hand]
    opening = bool(game.index.hooks.get("plays-discarded-here"))
    if opening or "play-from-discard" in game.pile_hooks:
        pile = [cards[number] for number in game.table.seats[seat].discard]
        found += [card for card in pile if _plays_itself(game, seat, card) or (opening and _opened(game, seat, card))]
    return found


def _plays_itself(game: Game, seat: int, card: Card) -> bool:
    """Whether a card in the discard pile says that plays may be used for it there."""
    for held in abilities_in(game.facts[card.number], "discard"):
        if held.hook == "play-from-discard" and held.function(Me(game, card, seat, ability=held)):
            return True
    return False


def ways(game: Game, seat: int, card: Card, allowances: Sequence[Allowance]) -> list[Allowance]:
    """The allowances with which a card could be played now."""
    if game.facts[card.number].kind == "special-only":
        return []
    fitting = [allowance for allowance in allowances if fits(game, allowance, card) and _still_given(game, allowance)]
    places = {site: may_be_played(game, seat, card, site) for site in {allowance.site for allowance in fitting}}
    return [
        allowance
        for allowance in fitting
        if places[allowance.site]
        and _can_be_aimed(game, seat, card, allowance)
        and _has_base(game, seat, card, allowance)
    ]


def _still_given(game: Game, allowance: Allowance) -> bool:
    """A play that a base gives for itself is gone with that base."""
    if not allowance.site or not allowance.by or not game.facts[allowance.by].is_base:
        return True
    site = game.table.sites.get(allowance.site)
    return site is not None and site.base == allowance.by


def _can_be_aimed(game: Game, seat: int, card: Card, allowance: Allowance) -> bool:
    aim = aim_of(game, allowance, card)
    return aim is None or may_be_played(game, seat, card, allowance.site, aim)


def play_options(game: Game, seat: int) -> list[Pick]:
    """The cards that may be played in Play Cards."""
    allowances = [allowance for allowance in game.table.allowances if allowance.seat == seat]
    if not allowances:
        return []
    kinds = {allowance.kind for allowance in allowances}
    free = {allowance.kind for allowance in allowances if not allowance.condition and not allowance.site}
    anywhere = not _hindered(game)
    playable: dict[tuple[str, str], bool] = {}  # copies of one card in one pile are equally playable
    options: list[Pick] = []
    for card in playable_sources(game, seat):
        facts = game.facts[card.number]
        plain = facts.type in free and card.zone == "hand"
        if plain and anywhere and facts.unconditional:
            can: bool | None = True  # the common case: a play that asks nothing of the card, nor the card of the place
        else:
            can = playable.get((card.definition, card.zone))
            if can is None:
                fitting = facts.type in kinds or "card" in kinds
                can = plain and facts.kind != "special-only" and may_be_played(game, seat, card)
                can = can or (fitting and bool(ways(game, seat, card, allowances)))
                playable[card.definition, card.zone] = can
        if can:
            options.append(Play(card.number))
    if any(allowance.condition in FROM_DISCARD for allowance in allowances):
        options += _discarded_options(game, seat, allowances, options)
    return options


def _discarded_options(game: Game, seat: int, allowances: Sequence[Allowance], besides: Sequence[Pick]) -> list[Pick]:
    """What kept plays for the discard pile add."""
    cards = [game.card(number) for number in game.table.seats[seat].discard]
    found = [Play(card.number) for card in cards if ways(game, seat, card, allowances)]
    return [option for option in found if option not in besides]


def play_with_allowance(game: Game, seat: int, card: Card) -> Steps[CardPlayed | None]:
    """Play a card in Play Cards: choose its place, then, if it matters, what pays for it."""
    allowances = ways(game, seat, card, [one for one in game.table.allowances if one.seat == seat])
    if len(allowances) == 1 and bases_for(game, allowances[0], card) is None and not allowances[0].condition:
        place = yield from choose_place(game, seat, card)
        return (yield from resolve_play(game, seat, card, place, allowance=allowances[0].number))
    bases = [bases_for(game, allowance, card) for allowance in allowances]
    aims = [aim_of(game, allowance, card) for allowance in allowances]
    only = [] if None in bases else sorted({site for open_ in bases for site in open_ or ()})
    place = yield from choose_place(game, seat, card, only, _any_aim(aims))
    fitting = [
        one
        for one, open_, aim in zip(allowances, bases, aims, strict=True)
        if (open_ is None or place.site in open_) and _aimed_place(game, place, aim)
    ]
    allowance = yield from _pay(game, seat, fitting)
    aim = aim_of(game, allowance, card)
    return (yield from resolve_play(game, seat, card, place, allowance=allowance.number, aim=aim))


def _any_aim(aims: Sequence[Aim | None]) -> Aim | None:
    """What several plays together demand: nothing, if one of them demands nothing."""
    wanted = [aim for aim in aims if aim is not None]
    return (lambda minion: any(aim(minion) for aim in wanted)) if len(wanted) == len(aims) else None


def _aimed_place(game: Game, place: Place, aim: Aim | None) -> bool:
    """Whether a card played there can do what its play demands."""
    if aim is None or place.zone == "resolving":
        return True
    return aim(game.card(place.host)) if place.host else reaches(game, place.site, aim)


def _pay(game: Game, seat: int, allowances: list[Allowance]) -> Steps[Allowance]:
    distinct = {(one.kind, one.condition, one.arguments, one.site, one.until): one for one in reversed(allowances)}
    if len(distinct) == 1:
        return allowances[0]
    options = tuple(sorted(one.number for one in distinct.values()))
    picks = yield seat, PayWith(options=options, about="which play to use for it")
    return next(one for one in allowances if one.number == picks[0])


def spendable(game: Game, seat: int, kind: str) -> list[Allowance]:
    """A player's plays of a kind that ask nothing of the card: they can be spent on something else."""
    return [
        one
        for one in game.table.allowances
        if one.seat == seat and one.kind in (kind, "card") and not one.condition and not one.site
    ]


def spend_play(game: Game, seat: int, kind: str) -> Steps[None]:
    """Use one of a player's plays without playing a card."""
    spent = yield from _pay(game, seat, spendable(game, seat, kind))
    game.emit(AllowancesEnded, allowances=(spent.number,), rule="term.extra" if spent.extra else "turn.play")


# --- extra plays ----------------------------------------------------------------------------------------------------


def now_or_never(game: Game, me: Me, seat: int, *, specific: bool, dependent: bool) -> bool:
    """Whether an extra card is played at once or not at all (term.extra, term.extra-outside).

    `specific`: it is a certain card. `dependent`: the words that follow speak of the card played.
    """
    table, book = game.table, game.edition
    if me.special or table.current != seat:
        return True
    outside = table.scoring is not None if book.extra is Extra.SCORING_OR_SPECIAL else table.phase != "play"
    return outside or (specific and book.specific_extra_at_once) or (dependent and book.dependent_extra_at_once)


def play_at_once(
    game: Game, me: Me, plays: Sequence[Allowance], *, among: Sequence[Card] | None = None, waits: bool = False
) -> Steps[tuple[Allowance, CardPlayed] | None]:
    """Let a player play a card with one of these extra plays, in the middle of the card that gives them, or not.

    The card comes from the hand or, where the plays say so, the discard pile, or is `among` certain cards. A hand is
    asked about whatever it holds. `waits`: the plays are kept if none is played now.
    """
    seat = plays[0].seat
    hidden = among is None and plays[0].condition not in FROM_DISCARD
    if among is None:
        pile = game.table.seats[seat].discard
        among = playable_sources(game, seat) if hidden else [game.card(number) for number in pile]
    fitting = {card.number: found for card in among if (found := _ways_now(game, card, plays))}
    if not fitting and not (hidden and game.table.seats[seat].hand):
        return None
    question = Cards(
        options=tuple(fitting),
        least=0,
        most=1 if fitting else 0,
        about=_extra_words(plays, waits),
        by=me.by,
        waits=waits,
    )
    picks = yield seat, question
    if not picks:
        return None
    card = game.card(int(picks[0]))  # type: ignore[arg-type]
    found = fitting[card.number]
    aim = aim_of(game, found[0], card)
    bases = [bases_for(game, one, card) for one in found]
    only = [] if None in bases else sorted({site for open_ in bases for site in open_ or ()})
    place = yield from choose_place(game, seat, card, only, aim)
    allowance = next(one for one, open_ in zip(found, bases, strict=True) if open_ is None or place.site in open_)
    return allowance, (yield from resolve_play(game, seat, card, place, aim=aim))


def _ways_now(game: Game, card: Card, plays: Sequence[Allowance]) -> list[Allowance]:
    """Those of some extra plays with which a card can be played at once."""
    if game.facts[card.number].kind == "special-only":
        return []
    return [
        one
        for one in plays
        if fits(game, one, card)
        and may_be_played(game, one.seat, card, one.site, aim_of(game, one, card))
        and _has_base(game, one.seat, card, one)
    ]


def _extra_words(plays: Sequence[Allowance], waits: bool) -> str:
    kinds = list(dict.fromkeys(one.kind for one in plays))
    wanted = " or ".join(f"an {kind}" if kind[0] in "aeiou" else f"a {kind}" for kind in kinds)
    what = kinds[0] if len(kinds) == 1 else "card"
    return f"{wanted} to play as an extra {what}, or none" + (" for now" if waits else "")


def _has_place(game: Game, seat: int, card: Card, only: Sequence[int]) -> bool:
    if only:
        return any(may_be_played(game, seat, card, one) for one in only)
    return may_be_played(game, seat, card)


# --- the play itself ------------------------------------------------------------------------------------------------


class Place:
    """Where a card is played."""

    __slots__ = ("host", "site", "zone")

    def __init__(self, zone: str, site: int = 0, host: int = 0) -> None:
        self.zone = zone
        self.site = site
        self.host = host


def choose_place(game: Game, seat: int, card: Card, only: Sequence[int] = (), aim: Aim | None = None) -> Steps[Place]:
    """Ask for the base or minion, where there is a choice. `only` limits the bases, `aim` whom it raises there."""
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
        return Place("minions" if facts.is_minion else "actions", site)
    if facts.kind == "on-minion":
        hosts = [
            host
            for host in legal_hosts(game, seat, card)
            if (not only or host.site in only) and (aim is None or aim(host))
        ]
        host = hosts[0]
        if len(hosts) > 1:
            options = tuple(one.number for one in hosts)
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
    """Play a certain card, if it can be played now at all: a Special only at its own moment.

    `held`: what it does in place of its on-play ability. `base`: what "this base" is to a card that goes to none.
    """
    if not playable_now(game, seat, card, only=only):
        return None
    held = held or special_now(game, seat, card)
    place = yield from choose_place(game, seat, card, only)
    return (yield from resolve_play(game, seat, card, place, off_top=off_top, held=held, base=base))


def playable_now(game: Game, seat: int, card: Card, *, only: Sequence[int] = ()) -> bool:
    """Whether a certain card could be played at once: it has a legal place, and a Special's moment is now."""
    if game.facts[card.number].kind == "special-only" and special_now(game, seat, card) is None:
        return False
    return _has_place(game, seat, card, only)


def present_moment(game: Game) -> str:
    """The moment at which a card is played now whose time an ability has chosen: before or after a base scores, or ""."""
    scoring = game.table.scoring
    if scoring is None or scoring.site not in game.table.sites:
        return ""
    return AFTER_SCORES if scoring.places else BEFORE_SCORES


def special_now(game: Game, seat: int, card: Card) -> Ability | None:
    """What a card that is only a Special does if it is played at this moment; None if it is not, or can't be."""
    facts = game.facts[card.number]
    if facts.kind != "special-only":
        return None
    moment = present_moment(game)
    for held in facts.abilities:
        if held.plays and held.hook == moment:
            me = Me(game, card, seat, ability=held)
            return held if held.when is None or held.when(me) else None
    return None


def play_special(
    game: Game, seat: int, card: Card, held: Ability, answering: Event | None = None
) -> Steps[CardPlayed | None]:
    """Play a Special from hand at its moment, or in answer to an event: it does what the Special says."""
    place = yield from choose_place(game, seat, card, _only_there(game, held))
    return (yield from resolve_play(game, seat, card, place, held=held, answering=answering))


def _only_there(game: Game, held: Ability) -> Sequence[int]:
    """Where a Special is played that says "there": at the scoring base."""
    scoring = game.table.scoring
    return (scoring.site,) if held.here and scoring is not None else ()


class HeldSpecial(Candidate):
    """A card in hand that may be played at this moment, since its Special says so."""

    __slots__ = ()

    @property
    def pick(self) -> Pick:
        """How an answer names it."""
        return Play(self.instance.card.number)

    def take(self, game: Game) -> Steps[Any]:
        """Play it."""
        return play_special(game, self.seat, self.instance.card, self.ability, self.event)


@from_piles
def specials_in_piles(game: Game, seat: int, moment: str | type[Event], event: Event | None = None) -> list[Candidate]:
    """The Specials in a player's hand (and, where a card says so, discard pile) that can be used at this moment, or in
    answer to this event."""
    found: list[Candidate] = []
    for zone, pile in _piles(game, seat, event):
        for number in pile:
            for held in abilities_in(game.facts[number], zone):
                if moment in held.hooks:
                    instance = Instance(game, held, game.card(number), 0, game.card(number).since)
                    if held.when is not None and not held.when(*((instance,) if event is None else (instance, event))):
                        continue
                    if not held.plays:
                        found.append(Candidate(instance, seat, event))
                    elif _has_place(game, seat, instance.card, _only_there(game, held)):
                        found.append(HeldSpecial(instance, seat, event))
    return found


def _piles(game: Game, seat: int, event: Event | None) -> list[tuple[str, list[int]]]:
    """The cards out of play that a player could use, by the zone their abilities speak of. A card in hand answers an
    event if it was there already; "revealed" are the cards that the event showed, until they are used or discarded."""
    player = game.table.seats[seat]
    if event is None:
        return [("hand", player.hand), ("discard", player.discard)]
    cards = game.table.cards
    witnesses = [number for number in player.hand if cards[number].since < event.position]
    shown: tuple[int, ...] = event.cards if isinstance(event, Revealed) else ()
    revealed = [number for number in shown if cards[number].zone in ("deck", "hand")]
    return [("hand", witnesses), ("revealed", revealed)]


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
) -> Steps[CardPlayed]:
    """The card is played; its ability resolves; then what it triggered; an action that does not stay leaves last."""
    facts = game.facts[card.number]
    attached = True
    if place.zone == "attached":
        attached = yield from _settle_attachment(game, seat, card, place)
    elif facts.brings_base:
        _bring_base(game, seat, card, place)
    source = card.zone
    # The frame is open before the event: what answers the playing waits for the card (resolve.triggers-wait).
    played: CardPlayed = yield from in_frame(
        game,
        game.cause,
        card.number,
        _played,
        *(game, seat, card, place, facts, source, allowance, off_top, held, attached, aim, base, answering),
    )
    return played


def _played(
    game: Game,
    seat: int,
    card: Card,
    place: Place,
    facts: Definition,
    source: str,
    allowance: int,
    off_top: bool,
    held: Ability | None,
    attached: bool,
    aim: Aim | None,
    base: int,
    answering: Event | None,
) -> Steps[CardPlayed]:
    waits = game.edition.own_ongoing_waits and facts.on_play_ability is not None
    if waits:
        game.beginning.add(card.number)
    event = game.record(
        CardPlayed(
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
    )
    if game.restless:
        yield from settle_due(game)
    ability = held or facts.on_play_ability
    if ability is not None and attached:
        before, game.cause = game.cause, event.position
        here = place.site or base
        cause = event.position
        me = Me(game, card, seat, ability=ability, base=here, cause=cause, event=answering or event, aim=aim)
        body: Any = ability.function(me)
        if hasattr(body, "send"):
            yield from body
        game.cause = before
    if waits:
        game.begin_ongoing(card.number)
    return event


def _bring_base(game: Game, seat: int, card: Card, place: Place) -> None:
    """A new base comes with the action that is played on it. With no base left, or on one where the action can't be
    played (void.cant-wins), the action does not stay; the base does."""
    site = add_base(game, by=card.number)
    place.site = site
    if site and not forbidden_there(game, seat, card, site):
        place.zone = "actions"


def _settle_attachment(game: Game, seat: int, card: Card, place: Place) -> Steps[bool]:
    """An action played on a minion affects it: it may fail, or be taken by another (term.affect)."""
    wanted = Effect(verb="attach", card=place.host, by=card.number, player=seat, seat=seat, host=place.host)
    outcome = yield from settle(game, wanted)
    if outcome is None:
        place.zone, place.site, place.host = "resolving", 0, 0
        return False
    place.host = outcome.card
    place.site = game.card(outcome.card).site
    return True
