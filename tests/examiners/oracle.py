"""A second opinion on a game: what must be true of every log, whatever the cards do.

The oracle reads events one by one and knows only the ledger and what is printed on the cards. It imports neither
`core.engine` nor `core.rules`, so a mistake there cannot hide here. Each claim cites the rule it holds the log to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.printed.definitions import ability
from core.printed.editions import EDITIONS, Edition, OwnersZone
from events.questions import Main
from events.vocabulary import (
    AbilityUsed,
    Asked,
    Awarded,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    Destroyed,
    Drawn,
    DuelEnded,
    EffectEvent,
    EffectsEnded,
    Event,
    GameBegun,
    GameWon,
    HouseRuled,
    Leaving,
    Moved,
    PhaseBegan,
    Placed,
    Returned,
    ScoringBegan,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
    tag_of,
)
from tests.examiners import printed_numbers as numbers
from tests.examiners.ledger import DRAW_PILES, IN_PLAY, CardRecord, Ledger

PHASES = ("start", "play", "score", "draw", "end")
HAND_LIMIT = 10
WINNING_POINTS = 15


@dataclass(frozen=True)
class Deviation:
    """A claim that a log does not bear out."""

    position: int
    claim: str
    detail: str

    def __str__(self) -> str:
        return f"{self.claim}: {self.detail} (position {self.position})"


class Oracle:
    """Reads a log and reports every deviation."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.checked: Counter[str] = Counter()
        """How often each claim was put to the test."""
        self._setting_up = False
        self._talents: Counter[tuple[int, int, str, int, int]] = Counter()
        self._once_for_all: Counter[tuple[int, str]] = Counter()
        self._triggers: set[tuple[int, int, int, str, int]] = set()
        self.uses: dict[int, int] = {}
        """The positions at which abilities were used, each with the card that granted the ability (0: none)."""
        self._powers: dict[int, int] = {}
        self._places: dict[int, tuple[int, int, int]] = {}
        self._moment = 0
        self._causes: dict[int, int] = {}
        self._cards_played: dict[int, int] = {}
        self.acting: dict[int, int] = {}
        """Who last played a card or used an ability of it."""
        self.passed_over: set[int] = set()
        """Cards above those just drawn that have to go to their owners' hands."""
        self._found: list[Deviation] = []
        self._position = 0

    def read(self, events: Iterable[Event]) -> list[Deviation]:
        """Take events in. Returns what is wrong with them."""
        self._found = []
        for event in events:
            self._position = event.position
            if isinstance(event, GameBegun):
                self._setting_up = bool(event.scenario)
            elif isinstance(event, HouseRuled):
                self._setting_up = True
            if not self._setting_up:
                if isinstance(event, EffectEvent) and event.moment:
                    self._begin_batch(event.moment)
                self._judge(event)
            self._causes[event.position] = event.cause
            if isinstance(event, CardPlayed):
                self._cards_played[event.position] = event.card
                self.acting[event.card] = event.seat
            elif isinstance(event, AbilityUsed):
                self.acting[event.holder] = event.seat
            elif isinstance(event, Taken):
                self.passed_over.discard(event.card)
            self.ledger.read(event)
            if isinstance(event, PhaseBegan):
                self._setting_up = False
            if isinstance(event, TurnBegan):
                self._talents.clear()
                self._once_for_all.clear()
        return self._found

    def _judge(self, event: Event) -> None:
        for kind, judges in JUDGES.items():
            if isinstance(event, kind):
                for judge in judges:
                    judge(self, event)

    def claim(self, rule: str, holds: bool, detail: Callable[[], str]) -> None:
        """Put one claim to the test."""
        self.checked[rule] += 1
        if not holds:
            self._found.append(Deviation(self._position, rule, detail()))

    # --- what the judges look at

    @property
    def edition(self) -> Edition:
        """The rulebook in force."""
        return EDITIONS[self.ledger.edition]

    def card(self, number: int) -> CardRecord:
        """A card as it is before the event that is judged."""
        return self.ledger.cards[number]

    def name(self, number: int) -> str:
        """A card in a message."""
        return f"{self.card(number).definition} ({number})" if number in self.ledger.cards else f"card {number}"

    def _begin_batch(self, moment: int) -> None:
        """Record the table as a simultaneous batch of effects begins: all of its events are judged by that state."""
        if moment == self._moment:
            return
        self._moment = moment
        in_play = self.ledger.in_play()
        self._places = {card.number: (card.controller, card.site, card.host) for card in in_play}
        self._powers = {}
        if numbers.derivable(self.ledger):
            self._powers = {card.number: numbers.power(self.ledger, card) for card in in_play if card.zone == "minions"}

    def powers_before(self, moment: int) -> dict[int, int]:
        """The power of every minion as a simultaneous batch of effects began; nothing where it cannot be derived."""
        self._begin_batch(moment)
        return self._powers

    def place_before(self, number: int) -> tuple[int, int, int]:
        """The controller, base and host of a card in play as the batch began."""
        card = self.card(number)
        return self._places.get(number, (card.controller, card.site, card.host))

    def is_half_played(self, position: int) -> bool:
        """Whether an event happens in the middle of a card that will change powers: what a new card does as it is played
        comes before its own Ongoing (resolve.order)."""
        while position:
            played = self._cards_played.get(position, 0)
            if played and any(
                ability.hook in numbers.POWER_HOOKS for ability in numbers.facts(self.card(played)).abilities
            ):
                return True
            position = self._causes.get(position, 0)
        return False

    def has_abilities(self, card: CardRecord) -> bool:
        """Whether nothing on the table takes the abilities of a card away."""
        lost = any(
            effect.kind in ("lose-abilities", "without-effect") and card.number in self.ledger.reached[number]
            for number, effect in self.ledger.lasting.items()
        )
        return not lost and not self._canceled(card)

    def _canceled(self, card: CardRecord) -> bool:
        """Whether an action on a minion or base cancels what it can do (term.cancel)."""
        if card.zone == "base":
            return any(other.definition in numbers.CANCELS_HERE for other in self.ledger.at(card.site, "actions"))
        return any(
            other.definition in numbers.CANCELS_HOST
            or (other.definition in numbers.CANCELS_OTHERS_HOST and other.controller != card.controller)
            for other in self.ledger.on(card.number)
            if self.has_abilities(other)
        )


# --- places, owners and piles -----------------------------------------------------------------------------------------


def _source(oracle: Oracle, event: Any) -> None:
    card = oracle.card(event.card)
    oracle.claim(
        "a card leaves the zone it is in",
        card.zone == event.source,
        lambda: f"{oracle.name(event.card)} is in {card.zone}, the event takes it from {event.source}",
    )


def _last_known(oracle: Oracle, event: Leaving) -> None:
    card = oracle.card(event.card)
    known = oracle.powers_before(event.moment)  # also for a card in a pile: the batch begins with it
    if card.zone not in IN_PLAY:
        return
    oracle.claim(
        "last known facts",
        (event.controller, event.site, event.host) == oracle.place_before(event.card),
        lambda: (
            f"{oracle.name(event.card)} left {event.controller, event.site, event.host}, but was at"
            f" {oracle.place_before(event.card)} (controller, base, host)"
        ),
    )
    if oracle.edition.own_ongoing_waits and oracle.is_half_played(event.cause):
        return
    if event.card in known:
        mine = known[event.card]
        oracle.claim(
            "power of a minion (term.power)",
            event.power == mine,
            lambda: f"{oracle.name(event.card)} left with power {event.power}, the cards make {mine}",
        )


CATCHES = frozenset(
    {
        "itty-critters/critter-cube",
        "base/drakkar",
        "vikings/pillage",
        "vikings/ransack",
        "vikings/shield-maiden",
        "vikings/valkyrie",
    }
)
"""Cards that by their own words put a card into their player's deck or hand, whoever owns it (void.card-wins)."""


def _owners_pile(oracle: Oracle, event: Leaving) -> None:
    card = oracle.card(event.card)
    madness = numbers.facts(card).is_madness
    owner = card.owner
    if isinstance(event, Boxed):
        return
    if madness:
        # Whoever's pile or hand a Madness card is in owns it (win.madness), and it may always go back to its own deck.
        fits = event.to in (-1, owner, card.controller) or isinstance(event, Taken)
    else:
        fits = event.to == owner or (
            # From OOPS on, a card that nobody else sees may go on the deck of whoever holds it.
            oracle.edition.owners_zone is not OwnersZone.EVERY
            and isinstance(event, Placed)
            and event.to == card.controller
            and event.source in ("hand", "deck", "aside")
        )
        fits = fits or (event.by in oracle.ledger.cards and oracle.card(event.by).definition in CATCHES)
    oracle.claim(
        "cards go to their owner's piles (term.owner-zone)",
        fits,
        lambda: f"{oracle.name(event.card)} of seat {owner} goes to the {tag_of(event)} pile of seat {event.to}",
    )


def _drawn_from_top(oracle: Oracle, event: Drawn) -> None:
    if event.zone not in DRAW_PILES or event.by:
        return  # a card may let its player choose among those it showed, or draw cards that were set aside
    pile = oracle.ledger.draw_piles.get((event.zone, event.seat if event.zone == "deck" else -1), [])
    drawn = list(event.cards)
    # In the first three books a drawn card of another player goes to its owner's hand (term.owner-zone): those that
    # lie between the player's own are taken right after them.
    to_owners = oracle.edition.owners_zone is OwnersZone.EVERY
    fits = [number for number in pile if not to_owners or oracle.card(number).owner in (event.seat, -1)]
    oracle.claim(
        "cards are drawn off the top",
        drawn == fits[: len(drawn)],
        lambda: f"seat {event.seat} draws {event.cards}, on top are {pile[: len(drawn)]}",
    )
    if drawn and drawn[-1] in pile:
        oracle.passed_over.update(set(pile[: pile.index(drawn[-1])]) - set(drawn))


def _none_passed_over(oracle: Oracle, event: Asked) -> None:
    """A draw takes every card above the last of them, whoever owns it (term.owner-zone)."""
    oracle.claim(
        "what a draw passes over goes to its owner (term.owner-zone)",
        not oracle.passed_over,
        lambda: ", ".join(f"{oracle.name(number)} is still in the deck" for number in oracle.passed_over),
    )


def _attached_card_follows(oracle: Oracle, event: Event) -> None:
    """At a question nothing stands where there is nothing to stand on."""
    ledger = oracle.ledger
    homeless = [
        card
        for card in ledger.cards.values()
        if (card.site and card.zone != "base" and card.site not in ledger.bases)
        or (card.zone == "attached" and ledger.cards[card.host].zone not in ("minions", "stasis"))
        or (card.zone == "stored" and ledger.cards[card.host].zone not in (*IN_PLAY, "stasis", "resolving", "aside"))
    ]
    oracle.claim(
        "what is on a card leaves with it (term.leave-play)",
        not homeless,
        lambda: ", ".join(f"{oracle.name(card.number)} is {card.zone}" for card in homeless),
    )
    stray = [
        card
        for card in ledger.cards.values()
        if card.zone in ("hand", "deck", "discard")
        and (
            (numbers.facts(card).is_madness and card.owner != card.controller)
            or (card.zone == "discard" and card.owner != card.controller)
        )
    ]
    oracle.claim(
        "owner, controller and pile agree",
        not stray,
        lambda: ", ".join(
            f"{oracle.name(card.number)} of seat {card.owner} is in the {card.zone} of seat {card.controller}"
            for card in stray
        ),
    )
    loose = [
        card
        for card in ledger.in_play()
        for _, tied_to, *_ in card.takers
        if tied_to and ledger.cards[tied_to].zone not in IN_PLAY
    ]
    oracle.claim(
        "control ends with the card it depends on (term.control)",
        not loose,
        lambda: ", ".join(oracle.name(card.number) for card in loose),
    )
    negative = [card for card in ledger.cards.values() if card.counters < 0 or card.stasis < 0]
    oracle.claim("counters are never negative", not negative, lambda: oracle.name(negative[0].number))


def _nothing_left_over(oracle: Oracle, event: Asked) -> None:
    if isinstance(event.question, Main):
        left = [card for card in oracle.ledger.cards.values() if card.zone in ("resolving", "aside", "duelling")]
        oracle.claim(
            "nothing is half resolved in Play Cards",
            not left,
            lambda: ", ".join(f"{oracle.name(card.number)} is {card.zone}" for card in left),
        )


# --- titans -----------------------------------------------------------------------------------------------------------


def _titan_played(oracle: Oracle, event: CardPlayed) -> None:
    """A titan comes from beside a deck, while its player has none in play that counts against the limit."""
    facts = numbers.facts(oracle.card(event.card))
    if not facts.is_titan:
        return
    oracle.claim(
        "a titan is played from beside a deck (titan.setup)",
        event.source == "beside",
        lambda: f"{oracle.name(event.card)} comes from {event.source}",
    )
    mine = [card for card in oracle.ledger.in_play() if card.zone == "titans" and card.controller == event.seat]
    oracle.claim(
        "a player plays one titan at a time (titan.one)",
        len(mine) < 1 + len(_hooked(oracle, "titan-limit")),
        lambda: f"{oracle.name(event.card)} joins {', '.join(oracle.name(card.number) for card in mine)}",
    )


def _titans_lie(oracle: Oracle, event: Asked) -> None:
    """Titans lie beside decks and at bases, nothing else does, and titans of two players at a base have clashed."""
    ledger = oracle.ledger
    lost = [
        card for card in ledger.cards.values() if numbers.facts(card).is_titan != (card.zone in ("beside", "titans"))
    ]
    oracle.claim(
        "titans lie beside a deck or at a base, and nothing else does (titan.setup)",
        not lost,
        lambda: ", ".join(f"{oracle.name(card.number)} is {card.zone}" for card in lost),
    )
    if isinstance(event.question, Main) and not _hooked(oracle, "no-clash"):
        rivals = [site for site in ledger.bases if len({card.controller for card in ledger.at(site, "titans")}) > 1]
        oracle.claim(
            "titans of two players do not stay at one base (titan.clash)",
            not rivals,
            lambda: f"sites {rivals}",
        )


def _hooked(oracle: Oracle, hook: str) -> list[CardRecord]:
    """The cards in play, bases included, with an ability that listens to a hook."""
    there = [*oracle.ledger.in_play(), *(oracle.ledger.cards[base] for base in oracle.ledger.bases.values())]
    return [card for card in there if any(ability.hook == hook for ability in numbers.facts(card).abilities)]


# --- playing ----------------------------------------------------------------------------------------------------------


def _plays(oracle: Oracle, event: CardPlayed) -> None:
    card, ledger = oracle.card(event.card), oracle.ledger
    facts = numbers.facts(card)
    when_shown = any(
        ability.zone == "revealed" for ability in facts.abilities
    )  # its owner's to play, wherever it has gone since
    if event.source == "hand" and not when_shown:
        oracle.claim(
            "a player plays cards from their own hand (turn.play)",
            card.controller == event.seat,
            lambda: f"seat {event.seat} plays {oracle.name(event.card)} from the hand of seat {card.controller}",
        )
    if facts.is_minion:
        wanted = {"minions"}
    elif facts.is_titan:
        wanted = {"titans"}
    elif facts.kind == "on-base":
        wanted = {"actions"}
    elif facts.kind == "on-minion":
        wanted = {"attached"}
    else:
        wanted = {"resolving", "actions", "attached"}
    oracle.claim(
        "a card is played where its kind goes (term.play)",
        event.to in wanted or event.to == "resolving",
        lambda: f"{oracle.name(event.card)} is played to {event.to}",
    )
    if event.to == "attached":
        host = oracle.card(event.host)
        oracle.claim(
            "an action is played on a minion in play",
            host.zone == "minions" and host.site == event.site,
            lambda: f"{oracle.name(event.card)} on {oracle.name(event.host)}, which is {host.zone} at {host.site}",
        )
    if event.site:
        oracle.claim(
            "a card is played at a base in play",
            event.site in ledger.bases,
            lambda: f"{oracle.name(event.card)} at site {event.site}",
        )
    if event.allowance:
        play = ledger.plays.get(event.allowance)
        oracle.claim(
            "each play pays for one card (turn.play)",
            play is not None
            and play.seat == event.seat
            and (play.kind in (*facts.play_kinds, "card") or (facts.is_titan and not play.extra))  # titan.instead
            and (not play.site or play.site == event.site),
            lambda: f"{oracle.name(event.card)} is paid for by {play}",
        )
        if play is not None and play.site and play.by and numbers.facts(oracle.card(play.by)).is_base:
            oracle.claim(
                "a play that a base gives for itself is lost with that base (term.extra)",
                ledger.bases.get(play.site) == play.by,
                lambda: f"{oracle.name(event.card)} is paid for by {play}, and {oracle.name(play.by)} has left",
            )


def _used(oracle: Oracle, event: AbilityUsed) -> None:
    held = ability(event.ability)
    holder = oracle.card(event.holder)
    ledger = oracle.ledger
    by_leave = event.cause in oracle.uses  # "you may use this minion's talent": beside the one use each turn
    oracle.uses[event.position] = event.granted_by
    if held.hook in ("talent", "on-your-turn") and held.zone == "play" and holder.zone != "base" and not by_leave:
        granter = oracle.card(event.granted_by).since if event.granted_by else 0
        key = (event.holder, holder.since, event.ability, event.granted_by, granter)
        oracle._talents[key] += 1
        again = any(
            other.hook == "talent-limit"
            for card in ledger.cards.values()
            if card.zone in (*IN_PLAY, "base")
            for other in numbers.facts(card).abilities
        )
        oracle.claim(
            "a talent is used once each turn (term.talent)",
            oracle._talents[key] <= (2 if again else 1),
            lambda: f"{event.ability} of {oracle.name(event.holder)} is used {oracle._talents[key]} times",
        )
        oracle.claim(
            "players use the talents of their own cards (term.talent)",
            holder.controller == event.seat,
            lambda: f"seat {event.seat} uses {oracle.name(event.holder)} of seat {holder.controller}",
        )
        oracle.claim(
            "a card without abilities uses none",
            oracle.has_abilities(holder)
            or any(effect.but and effect.but[0] == event.ability for effect in ledger.lasting.values())
            or bool(event.granted_by),
            lambda: f"{event.ability} of {oracle.name(event.holder)}",
        )
    if held.once_for_all:
        oracle._once_for_all[event.seat, event.ability] += 1
        oracle.claim(
            "what one of several cards may do is done once each turn",
            oracle._once_for_all[event.seat, event.ability] <= 1,
            lambda: f"{event.ability} by seat {event.seat}",
        )
    if isinstance(held.hook, type) and not held.plays:
        trigger = (event.cause, event.seat, event.holder, event.ability, event.granted_by)
        oracle.claim(
            "a trigger answers an event once (resolve.triggers)",
            trigger not in oracle._triggers,
            lambda: f"{event.ability} of {oracle.name(event.holder)} answers position {event.cause} again",
        )
        oracle._triggers.add(trigger)


# --- protection -------------------------------------------------------------------------------------------------------

UNDESTROYABLE = frozenset({"robots/warbot", "astroknights/ghost-knight", "changerbots/bruiser"})
KEEPS_FROM_DESTRUCTION = frozenset(
    {"mad-scientists/uberserum", "werewolves/unstoppable", "changerbots/cesium-armor", "fairies/ladybug"}
)
"""Actions that keep the minion they are on from being destroyed by anybody."""
GUARDS = frozenset(
    {"super-heroes/awesome-guy", "magical-girls/walking-castle", "kaiju/the-folly-of-men", "mounties/battle-moose"}
)
"""Cards at a base, or on a minion there, that keep other players' cards from destroying their player's minions there."""
VEILS = frozenset({"star-roamers/protector-fields", "teens/babysitter", "magical-girls/fancy-suit-lad"})
"""The same for everything that affects a minion; the last one does not veil itself."""
IGNORES = frozenset({"aliens/jammed-signal", "ninjas/infiltrate"})
"""Actions for which somebody ignores the ability of the base they are on."""
HOLDS_OTHERS_OFF: dict[str, frozenset[type[Event]]] = {
    "bear-cavalry/superiority": frozenset({Destroyed, Moved, Returned}),
    "killer-plants/deep-roots": frozenset({Moved, Returned}),
}
"""Actions on a base that keep other players' cards from doing such a thing to their player's minions there."""
AFFECTING: dict[type[Event], str] = {
    Destroyed: "destroy",
    Returned: "return",
    Placed: "place",
    Moved: "move",
    ControlChanged: "control",
    CountersChanged: "counters",
    Boxed: "box",
    Buried: "bury",
    Stored: "store",
    StasisEntered: "stasis",
}


def _protected(oracle: Oracle, event: Any) -> None:
    """No effect reaches a minion that something printed protects from it (void.cant-wins)."""
    card = oracle.card(event.card)
    if card.zone != "minions" or not event.by or (isinstance(event, ControlChanged) and event.ends):
        return
    if getattr(event, "moment", 0) not in (0, event.position):
        return  # judged by how things were when its batch began, which the first event of the batch has seen
    because = _protection(oracle, card, event)
    oracle.claim(
        "protection holds (void.cant-wins)",
        because is None,
        lambda: f"{oracle.name(event.card)} is {tag_of(event)} by {oracle.name(event.by)} in spite of {because}",
    )


def _protection(oracle: Oracle, card: CardRecord, event: Any) -> str | None:
    ledger = oracle.ledger
    active = oracle.has_abilities
    by = ledger.cards[event.by]
    granted = oracle.uses.get(event.cause, 0) == event.by  # the minion has the ability, not the action that grants it
    # A card that is not in play acts for the player who played or used it, whoever's pile it is in and whoever carries
    # its words out: the loser of Run 'Em Off may be moved by its own player, but another player's card moves it.
    out_of_play = by.zone not in IN_PLAY
    actor = event.seat if granted else oracle.acting.get(event.by, event.seat) if out_of_play else by.controller
    of_another = by.zone != "base" and actor not in (card.controller, -1)
    on_it = [action for action in ledger.on(card.number) if active(action)]
    if isinstance(event, Destroyed):
        if card.definition in UNDESTROYABLE and active(card):
            return card.definition
        for action in on_it:
            if action.definition in KEEPS_FROM_DESTRUCTION:
                return action.definition
        for ivan in ledger.in_play():
            if ivan.definition == "bear-cavalry/general-ivan" and ivan.controller == card.controller and active(ivan):
                return ivan.definition
        if because := _strong_together(oracle, card) or _kept_from_players(oracle, card, event):
            return because
    if not of_another:
        return None
    friends = [
        other for other in _cards_there(ledger, card.site) if other.controller == card.controller and active(other)
    ]
    if isinstance(event, Destroyed):
        for friend in friends:
            if friend.definition in GUARDS:
                return friend.definition
        for action in on_it:  # whose controller need not be the minion's
            if action.definition == "knights-of-the-round-table/excalibur" and actor != action.controller:
                return action.definition
    for giant in ledger.in_play() if isinstance(event, Moved) else ():
        if giant.definition == "sumo-wrestlers/yokozuna" and giant.controller == card.controller and active(giant):
            return giant.definition
    for friend in friends:
        if type(event) in HOLDS_OTHERS_OFF.get(friend.definition, ()):
            return friend.definition
    if AFFECTING[type(event)] in oracle.edition.affect:
        for friend in friends:
            if friend.definition in VEILS and friend is not card:
                return friend.definition
        if card.definition == "elder-things/elder-thing" and active(card):
            return card.definition
        by_action = numbers.facts(by).is_action and not granted
        if card.definition == "musketeers/porthos" and by_action and active(card):
            return card.definition
        for action in on_it:
            if action.definition == "ghosts/incorporeal" and action.controller == card.controller:
                return action.definition
    return None


def _cards_there(ledger: Ledger, site: int) -> list[CardRecord]:
    """The minions, titans and actions at a base, those on minions included."""
    there = [*ledger.at(site, "minions"), *ledger.at(site, "titans"), *ledger.at(site, "actions")]
    return [*there, *(action for minion in ledger.at(site, "minions") for action in ledger.on(minion.number))]


def _strong_together(oracle: Oracle, card: CardRecord) -> str | None:
    """What keeps a minion from being destroyed by anybody as long as it has, or lacks, company."""
    ledger = oracle.ledger
    company = [
        other for other in ledger.at(card.site, "minions") if other.controller == card.controller and other is not card
    ]
    if card.definition == "bear-cavalry/polar-commando" and not company and oracle.has_abilities(card):
        return card.definition
    base = ledger.cards[ledger.bases[card.site]]
    ignored = any(other.definition in IGNORES for other in ledger.at(card.site, "actions"))
    if base.definition == "base/pony-land" and company and oracle.has_abilities(base) and not ignored:
        return base.definition
    return None


def _indestructible(oracle: Oracle, event: Destroyed) -> None:
    card = oracle.card(event.card)
    if card.definition == "princesses/heirloom" and event.moment in (0, event.position):
        oracle.claim(
            "protection holds (void.cant-wins)",
            not oracle.has_abilities(card),
            lambda: f"{oracle.name(event.card)} is destroyed by {oracle.name(event.by)}",
        )


def _kept_from_players(oracle: Oracle, card: CardRecord, event: Destroyed) -> str | None:
    """What keeps certain players from destroying a minion, whatever card they use: it matters who carries it out
    (term.credit)."""
    ledger, active = oracle.ledger, oracle.has_abilities
    power = oracle.powers_before(event.moment or event.position).get(card.number, 99)  # 99: not derivable
    for action in ledger.on(card.number):
        others = action.definition == "super-heroes/expanded-power" and event.seat not in (action.controller, -1)
        if others and active(action):
            return action.definition
    if event.seat not in (card.controller, -1) and power <= 3:
        for action in ledger.at(card.site, "actions"):
            if action.definition == "super-heroes/secret-base" and action.controller == card.controller:
                return action.definition
    base = ledger.cards[ledger.bases[card.site]]
    ignored = any(other.definition in IGNORES for other in ledger.at(card.site, "actions"))
    if base.definition == "base/converted-cave" and event.seat != card.controller and power <= 2:
        return base.definition if active(base) and not ignored else None
    return None


# --- turns ------------------------------------------------------------------------------------------------------------


def _turn(oracle: Oracle, event: TurnBegan) -> None:
    ledger = oracle.ledger
    if ledger.current < 0:
        return
    seats = len(ledger.points)
    oracle.claim(
        "turns go clockwise (turn.order)",
        event.seat == (ledger.current + 1) % seats and event.number == ledger.turn + 1,
        lambda: f"seat {event.seat} after seat {ledger.current}",
    )
    oracle.claim(
        "no play outlives its turn (term.extra)", not ledger.plays, lambda: f"{len(ledger.plays)} plays are left"
    )
    kept = [
        effect
        for effect in ledger.lasting.values()
        if effect.until in ("turn", "source")
        or (
            effect.until == "end-of-turn"
            and effect.until_seat == ledger.current
            and effect.position < ledger.turn_began
        )
    ]
    oracle.claim("effects end with the turn (term.expiry)", not kept, lambda: f"{kept[0]}")
    best = max(ledger.points)
    mad = any(numbers.facts(card).is_madness for card in ledger.cards.values())
    if not mad:
        oracle.claim(
            "a game ends when somebody has won (win.check)",
            best < WINNING_POINTS or ledger.points.count(best) > 1,
            lambda: f"the points are {ledger.points}",
        )


def _effects_over(oracle: Oracle, event: EffectsEnded) -> None:
    """What lasts until a player's next turn ends in that turn, and not before (term.expiry)."""
    ledger = oracle.ledger
    if event.rule not in ("turn.start", "turn.end"):
        return  # something else ended them: their card left, or a card says so
    for number in event.effects:
        effect = ledger.lasting.get(number)
        if effect is None or effect.until not in ("start-of-turn", "end-of-turn"):
            continue
        due = effect.until_seat == ledger.current and number < ledger.turn_began
        if effect.until == "start-of-turn":
            due = due and ledger.phase == "start"
        oracle.claim(
            "effects last until the turn they name (term.expiry)",
            due,
            partial("{} ends in the turn of seat {}".format, effect, ledger.current),
        )


def _phase(oracle: Oracle, event: PhaseBegan) -> None:
    ledger = oracle.ledger
    expected = "start" if not ledger.phase or ledger.phase == "end" else PHASES[PHASES.index(ledger.phase) + 1]
    oracle.claim(
        "phases in order (turn.phases)", event.phase == expected, lambda: f"{event.phase} after {ledger.phase}"
    )
    if event.phase == "play":
        regular = sorted(play.kind for play in ledger.plays.values() if not play.extra and play.seat == ledger.current)
        oracle.claim(
            "one minion and one action (turn.play)", regular == ["action", "minion"], lambda: f"plays: {regular}"
        )
    if event.phase == "end" and not oracle.edition.talents_all_turn:  # a talent may draw once the hand was cut down
        held = len(ledger.held(ledger.current, "hand"))
        oracle.claim("at most ten cards in hand (turn.draw)", held <= HAND_LIMIT, lambda: f"{held} cards in hand")


def _won(oracle: Oracle, event: GameWon) -> None:
    points = oracle.ledger.points
    oracle.claim(
        "the winner has the most points (win.check)",
        all(points[seat] == max(points) for seat in event.seats) and tuple(points) == event.victory_points,
        lambda: f"{event.seats} win with {points}",
    )


# --- scoring ----------------------------------------------------------------------------------------------------------


def _ready(oracle: Oracle, event: ScoringBegan) -> None:
    ledger = oracle.ledger
    oracle.claim(
        "a base that scores is ready (score.ready)",
        event.total >= event.breakpoint or event.rule == "score.base-gone",  # a card lets another base score instead
        lambda: f"{oracle.name(event.base)}: {event.total} of {event.breakpoint}",
    )
    if numbers.derivable(ledger):
        total = sum(numbers.totals(ledger, event.site))
        if oracle.edition.breakpoint_by_minions:
            total = sum(numbers.power(ledger, minion) for minion in ledger.at(event.site, "minions"))
        limit = numbers.breakpoint_at(ledger, event.site)
        oracle.claim(
            "total power and breakpoint (score.ready)",
            (event.total, event.breakpoint) == (total, limit),
            lambda: (
                f"{oracle.name(event.base)}: {event.total} of {event.breakpoint}, the cards make {total} of {limit}"
            ),
        )


def _awards(oracle: Oracle, event: Awarded) -> None:
    ledger = oracle.ledger
    present = [
        any(minion.controller == seat for minion in ledger.at(event.site, "minions"))
        or (oracle.edition.power_is_presence and total > 0)
        for seat, total in enumerate(event.totals)
    ]
    ahead = [
        sum(there and other > mine for other, there in zip(event.totals, present, strict=True)) for mine in event.totals
    ]
    places = tuple(count + 1 if here and count < 3 else 0 for count, here in zip(ahead, present, strict=True))
    paid = numbers.facts(ledger.cards[event.base]).vp
    awards = tuple(
        _lowered(oracle, event.site, seat, paid[place - 1]) if place else 0 for seat, place in enumerate(places)
    )
    oracle.claim(
        "places and awards (score.places, score.ties)",
        (event.places, event.awards) == (places, awards),
        lambda: f"{event.totals}: places {event.places} for {event.awards}, not {places} for {awards}",
    )
    if numbers.derivable(ledger):
        totals = numbers.totals(ledger, event.site)
        oracle.claim("totals (score.power)", event.totals == totals, lambda: f"{event.totals}, the cards make {totals}")


SPOILS = frozenset({"dragons/great-wyrm", "dragons/ruins"})
"""Cards that take 1 VP from what their base awards to each other player."""


def _lowered(oracle: Oracle, site: int, seat: int, points: int) -> int:
    """What a base awards for a place, as cards there lower it for a player (term.floor)."""
    cards = [*oracle.ledger.at(site, "minions"), *oracle.ledger.at(site, "actions")]
    taken = sum(card.definition in SPOILS and card.controller != seat and oracle.has_abilities(card) for card in cards)
    return max(0, points - taken) if taken and oracle.edition.rewards_never_negative else points - taken


def _duel(oracle: Oracle, event: DuelEnded) -> None:
    oracle.claim("powers in a duel are not negative", min(event.powers, default=0) >= 0, lambda: f"{event.powers}")


def _stasis_left(oracle: Oracle, event: StasisChanged) -> None:
    card = oracle.card(event.card)
    if event.left >= 0 and event.moment in (0, event.position):
        oracle.claim(
            "stasis counters add up (stasis.countdown)",
            card.zone == "stasis" and event.left == card.stasis + event.amount,
            lambda: f"{oracle.name(event.card)}: {card.stasis} and {event.amount} leave {event.left}",
        )


def _acts_in_play(oracle: Oracle, event: Any) -> None:
    """Counters, control, moves and transfers reach only cards in play (term.leave-play)."""
    card = oracle.card(event.card)
    zones = {*IN_PLAY, "stasis"} | ({"buried"} if isinstance(event, Moved) else set())
    if isinstance(event, CountersChanged) and event.by == event.card:
        zones.add("beside")  # only a titan itself counts there
    oracle.claim(
        "verbs reach cards in play only (term.leave-play)",
        card.zone in zones,
        lambda: f"{oracle.name(event.card)} is {tag_of(event)} in {card.zone}",
    )
    if isinstance(event, Moved):
        oracle.claim(
            "a move leads to another base in play",
            event.origin == card.site != event.site and event.site in oracle.ledger.bases,
            lambda: f"{oracle.name(event.card)} at {card.site} moves from {event.origin} to {event.site}",
        )


def _made(oracle: Oracle, event: CardsMade) -> None:
    known = [
        number for number in range(event.first, event.first + len(event.definitions)) if number in oracle.ledger.cards
    ]
    oracle.claim("a card is made once", not known, lambda: f"{known}")


JUDGES: dict[type[Event], tuple[Callable[[Oracle, Any], None], ...]] = {
    CardsMade: (_made,),
    CardPlayed: (_source, _plays, _titan_played),
    Leaving: (_source, _last_known, _owners_pile),
    Destroyed: (_protected, _indestructible),
    Returned: (_protected,),
    Placed: (_protected,),
    Moved: (_acts_in_play, _protected),
    Transferred: (_acts_in_play,),
    ControlChanged: (_acts_in_play, _protected),
    CountersChanged: (_acts_in_play, _protected),
    Buried: (_source,),
    Stored: (_source,),
    StasisEntered: (_source,),
    StasisChanged: (_stasis_left,),
    Drawn: (_drawn_from_top,),
    AbilityUsed: (_used,),
    Asked: (_attached_card_follows, _nothing_left_over, _none_passed_over, _titans_lie),
    TurnBegan: (_turn,),
    EffectsEnded: (_effects_over,),
    PhaseBegan: (_phase,),
    GameWon: (_won,),
    ScoringBegan: (_ready,),
    Awarded: (_awards,),
    DuelEnded: (_duel,),
}


def examine(log: Iterable[Event]) -> Iterator[Deviation]:
    """Every deviation in a log."""
    yield from Oracle().read(log)
