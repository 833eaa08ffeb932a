"""A generated sweep over pairs of cards against general properties.

    python -m tests.examiners pairs

For every card and every partner of a property a small table is set, the card is played (and its talent used), and the
questions are answered at random, or declined. The properties speak of all cards alike, so no pair needs an expectation
of its own; the oracle reads every log as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudicator.scenarios.model import BaseStated, CardStated, PlayerStated, Scenario
from adjudicator.scenarios.setting import set_up
from core.engine.game import Endless, Game, RandomChance
from core.players.bots import RandomBot
from core.printed.definitions import FACTIONS, Definition, all_definitions, load_cards
from core.printed.editions import EDITIONS
from core.rules.turn import flow
from events.questions import NO, YES, Cards, Main, Pick, Play, Question, Use, Window
from events.vocabulary import EffectBegan, EffectEvent, Event, Leaving
from tests.examiners.findings import Finding
from tests.examiners.oracle import AFFECTING, Oracle

ANA, BEN = 0, 1
QUESTIONS = 60
"""Questions after which a card is left alone."""
STRONG = "vanilla 5"


@dataclass
class Sweep:
    """The results of some pairs."""

    pairs: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def merge(self, other: Sweep) -> None:
        """Add other pairs."""
        self.pairs += other.pairs
        self.findings += other.findings


def playable_cards() -> list[Definition]:
    """Every card of the factions that a player can play in Play Cards."""
    load_cards()
    factions = {faction.id for faction in FACTIONS.values() if faction.playable}
    return [
        facts
        for facts in all_definitions()
        if facts.faction in factions and not facts.is_base and facts.kind != "special-only"
    ]


# --- tables -------------------------------------------------------------------------------------------------------------


def table_for(
    facts: Definition,
    *,
    ben: str | CardStated = "vanilla 3",
    ben_actions: Sequence[str] = (),
    hand: Sequence[str] = ("vanilla 2",),
    discard: Sequence[str] = (),
    ana_actions: Sequence[str] = (),
) -> Scenario:
    """A table at which Ana holds a card, or has it beside her deck, and Ben's only minion stands beside one of hers."""
    actions = {name: tuple(cards) for name, cards in (("Ana", ana_actions), ("Ben", ben_actions)) if cards}
    cards_here: dict[str, Any] = {"minions": {"Ana": (STRONG,), "Ben": (ben,)}, "actions": actions}
    here = BaseStated(card="vanilla 40 4/2/1", name="X", **cards_here)
    there = BaseStated(card="vanilla 41 4/2/1", name="Y")
    deck = ("vanilla 1",) * 5
    it = CardStated(card=facts.id, name="it", counters=3 if facts.is_titan else 0)  # as many as any of them asks for
    hers = {"beside": (it,), "hand": hand} if facts.is_titan else {"hand": (it, *hand)}
    piles: dict[str, dict[str, Any]] = {
        "Ana": {**hers, "discard": tuple(discard), "deck": deck},
        "Ben": {"deck": deck},
    }
    players = {name: PlayerStated(**cards) for name, cards in piles.items()}
    return Scenario(title=facts.name, base=(here, there), player=players)


class Trial:
    """One card played on its table."""

    def __init__(self, scenario: Scenario, edition: str, seed: str) -> None:
        setting = set_up(scenario, edition)
        self.start = len(setting.events)
        self.card = setting.names.cards["it"]
        self.listing = setting.listing
        self.game = Game(list(setting.events), flow, table=setting.table, chance=RandomChance(seed))
        self.bot = RandomBot(seed)
        self.offered: list[tuple[Question, frozenset[str], tuple[int, ...], tuple[int, ...]]] = []
        """What was asked once the card had been played: the question, the actions on bases then, Ana's discard pile, and
        her hand."""

    @property
    def log(self) -> list[Event]:
        """What happened since the table was set."""
        return self.game.log[self.start :]

    def number(self, zone: str, seat: int) -> int:
        """The only card of a zone that is a player's."""
        return next(card.number for card in self.listing.cards if card.zone == zone and card.seat == seat)

    def play(self, *, decline: bool = False) -> bool:
        """Play the card, and use its talent if it has one. Returns whether it could be played."""
        game = self.game
        game.begin()
        played = False
        for _ in range(QUESTIONS):
            question = game.question
            if question is None:
                break
            picks: tuple[Pick, ...] | None
            if isinstance(question, Main):
                picks = self._next(question, played, decline)
                if picks is None:
                    break
                played = True
            else:
                picks = _declined(question) if decline else None
                picks = self.bot.pick(question) if picks is None else picks
            if played:
                self._note(question)
            game.answer(game.table.asked, picks)
        if game.question is not None and played:
            self._note(game.question)
        return played

    def _note(self, question: Question) -> None:
        table = self.game.table
        there = frozenset(card.definition for card in table.cards.values() if card.zone == "actions")
        ana = table.seats[ANA]
        self.offered.append((question, there, tuple(ana.discard), tuple(ana.hand)))

    def _next(self, question: Main, played: bool, decline: bool) -> tuple[Pick, ...] | None:
        """Play the card, then use it; nothing else is done."""
        used = [
            option
            for option in question.options
            if isinstance(option, Use) and self.card in (option.holder, option.granted_by)
        ]
        if not played:  # a titan beside the deck is played by its own ability
            plays = [option for option in question.options if isinstance(option, Play) and option.card == self.card]
            wanted: list[Pick] = [*plays, *used] if self.game.card(self.card).zone == "beside" else [*plays]
            return (wanted[0],) if wanted else None
        return (used[0],) if used and not decline else None


def _declined(question: Question) -> tuple[Pick, ...] | None:
    """The answer that does nothing; None if there is none."""
    if question.least == 0:
        return ()
    return (NO,) if question.options == (YES, NO) else None


# --- properties ---------------------------------------------------------------------------------------------------------

UNTOUCHABLE: dict[str, tuple[str | CardStated, tuple[str, ...]]] = {
    "ghosts/incorporeal": (CardStated(card="vanilla 3", on=("Incorporeal",)), ()),
    "elder-things/elder-thing": ("Elder Thing", ()),
    "star-roamers/protector-fields": ("vanilla 3", ("Protector Fields",)),
    "ghosts/haunting": ("Haunting", ()),
    "teens/babysitter": (CardStated(card="vanilla 3", on=("Babysitter",)), ()),
}
"""Ben's minion, and his action on its base, for everything that keeps other players' cards from affecting a minion."""

PROHIBITIONS: dict[str, tuple[str | CardStated, tuple[str, ...]]] = {
    "robots/warbot": ("Warbot", ()),
    "astroknights/ghost-knight": ("Ghost Knight", ()),
    "changerbots/bruiser": ("Bruiser", ()),
    "werewolves/unstoppable": (CardStated(card="vanilla 3", on=("Unstoppable",)), ()),
    "mad-scientists/uberserum": (CardStated(card="vanilla 3", on=("Überserum",)), ()),
    "bear-cavalry/general-ivan": ("General Ivan", ()),
    "bear-cavalry/superiority": ("vanilla 3", ("Superiority",)),
    "killer-plants/deep-roots": ("vanilla 3", ("Deep Roots",)),
    "bear-cavalry/polar-commando": ("Polar Commando", ()),
    "super-heroes/awesome-guy": ("Awesome Guy", ()),
    "super-heroes/expanded-power": (CardStated(card="vanilla 3", on=("Expanded Power",)), ()),
    "super-heroes/secret-base": ("vanilla 3", ("Secret Base",)),
    "fairies/ladybug": (CardStated(card="vanilla 3", on=("Ladybug",)), ()),
    "knights-of-the-round-table/excalibur": (CardStated(card="vanilla 3", on=("Excalibur",)), ()),
    "princesses/heirloom": (CardStated(card="vanilla 3", on=("Heirloom",)), ()),
    "mounties/battle-moose": (CardStated(card="vanilla 3", on=("Battle Moose",)), ()),
    "musketeers/porthos": ("Porthos", ()),
    "sumo-wrestlers/yokozuna": ("Yokozuna", ()),
    "kaiju/the-folly-of-men": ("vanilla 3", ("The Folly of Men",)),
}
"""The same for everything that says of a minion what can't happen to it."""


def untouchables_stay_as_they_are(facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    """No verb of another player's card changes an untouchable card (term.affect)."""
    affect = EDITIONS[edition].affect
    for partner, (minion, actions) in UNTOUCHABLE.items():
        trial = Trial(table_for(facts, ben=minion, ben_actions=actions), edition, f"{facts.id}/{partner}/{seed}")
        if not trial.play():
            return
        number = trial.number("minions", BEN)
        wrong = [event for event in trial.log if _affects(event, number, affect) and _is_foreign(trial.game, event)]
        yield partner, f"it is changed: {wrong[0]}" if wrong else ""
        yield from _oracle(partner, trial)


def _affects(event: Event, number: int, affect: frozenset[str]) -> bool:
    if isinstance(event, EffectBegan):
        return event.kind == "power" and number in event.cards and "power" in affect
    verb = AFFECTING.get(type(event))
    return verb in affect and getattr(event, "card", 0) == number


def _is_foreign(game: Game, event: Event) -> bool:
    """Whether an effect is by a card of Ana's; what Ben does to his own card because of her is his doing."""
    return isinstance(event, EffectEvent) and event.by > 0 and event.seat == ANA and game.card(event.by).owner == ANA


def prohibitions_hold(facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    """What can't happen to a minion does not, whichever card would do it (void.cant-wins)."""
    for partner, (minion, actions) in PROHIBITIONS.items():
        trial = Trial(table_for(facts, ben=minion, ben_actions=actions), edition, f"{facts.id}/{partner}/{seed}")
        if not trial.play():
            return
        yield from _oracle(partner, trial)


def _oracle(partner: str, trial: Trial) -> Iterator[tuple[str, str]]:
    """What the oracle says of a trial."""
    yield partner, "; ".join(str(finding) for finding in Oracle().read(trial.game.log))


_OPTIONAL = re.compile(r"\[on-play\] You may[^\[.]*\.(?= ?(\[|$))")


def options_can_be_declined(facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    """A card whose whole on-play ability is a "you may" does nothing when everything is declined (term.may)."""
    if not _OPTIONAL.search(facts.text):
        return
    trial = Trial(table_for(facts, discard=("vanilla 4",)), edition, f"{facts.id}/{seed}")
    if not trial.play(decline=True):
        return
    done = [
        event
        for event in trial.log
        if isinstance(event, EffectEvent)
        and event.by == trial.card
        and (not isinstance(event, Leaving) or event.card != trial.card)
    ]
    yield "", f"although everything was declined: {done[0]}" if done else ""


SUBSTITUTES: dict[str, tuple[str, tuple[str, ...]]] = {
    "ghosts/spectre": ("Spectre", ()),
    "zombies/theyre-coming-to-get-you": ("vanilla 5", ("They're Coming To Get You",)),
}
"""A minion in the discard pile that may be played in place of one from hand, and what of Ana's on the base says so."""


_LIMITED: dict[str, re.Pattern[str]] = {
    "ghosts/spectre": re.compile("name"),
    "zombies/theyre-coming-to-get-you": re.compile("name|where|there|here|base"),
}
"""Texts of cards that may let a minion be played which the substitute is not: one of a certain name, or elsewhere."""


def substitutes_are_offered(facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    """Every way to play a minion from hand at a base offers what may be played in place of a card in hand (term.extra)."""
    for partner, (minion, actions) in SUBSTITUTES.items():
        # The minion in hand has the power of the substitute, so whatever limits the play fits both.
        scenario = table_for(facts, hand=(STRONG,), discard=(minion,), ana_actions=actions)
        trial = Trial(scenario, edition, f"{facts.id}/{partner}/{seed}")
        if not trial.play():
            return
        numbers = [card.number for card in trial.listing.cards if card.zone == "hand" and card.seat == ANA]
        substitute = trial.number("discard", ANA)
        wrong = ""
        if _LIMITED[partner].search(facts.text):
            continue
        for question in _offers(trial, numbers[-1], substitute, partner):
            if not any(_card_of(option) == substitute for option in question.options):
                wrong = (
                    f"{question.about}: {numbers[-1]} from hand is offered, {substitute} from the discard pile is not"
                )
        yield partner, wrong


def _offers(trial: Trial, number: int, substitute: int, partner: str) -> Iterator[Question]:
    """The questions that offer to play a minion from hand while the substitute's own condition holds."""
    for question, there, discarded, held in trial.offered:
        if substitute not in discarded:
            continue
        if _is_offered(number, question) and (len(held) <= 2 if partner == "ghosts/spectre" else partner in there):
            yield question


def _is_offered(number: int, question: Question) -> bool:
    """Whether a question offers to play a card."""
    playing = isinstance(question, Main | Window) or (isinstance(question, Cards) and "to play" in question.about)
    return playing and any(_card_of(option) == number for option in question.options)


def argonaut_is_offered(facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    """Every way to play an action from hand offers Argonaut, which may be played in its place."""
    trial = Trial(table_for(facts, hand=("vanilla action", "Argonaut")), edition, f"{facts.id}/argonaut/{seed}")
    if not trial.play():
        return
    action, argonaut = [card.number for card in trial.listing.cards if card.zone == "hand" and card.seat == ANA][-2:]
    wrong = [
        question
        for question, _, _, held in trial.offered
        if argonaut in held and _is_offered(action, question) and not _is_offered(argonaut, question)
    ]
    yield "mythic-greeks/argonaut", f"{wrong[0].about}: an action is offered, Argonaut is not" if wrong else ""


def _card_of(option: Pick) -> int:
    return option.card if isinstance(option, Play) else option if isinstance(option, int) else 0


PROPERTIES = {
    "no verb changes an untouchable card": untouchables_stay_as_they_are,
    "a prohibition holds against every verb it names": prohibitions_hold,
    "everything optional can be declined": options_can_be_declined,
    "every way to play a minion offers every substitute": substitutes_are_offered,
    "every way to play an action offers Argonaut": argonaut_is_offered,
}


def sweep(cards: Sequence[str], editions: Iterable[str] = ("EMD",), seeds: int = 1) -> Sweep:
    """The properties of some cards, with every partner."""
    by_id = {facts.id: facts for facts in playable_cards()}
    found = Sweep()
    for id in cards:
        for edition in editions:
            for seed in range(seeds):
                for name, holds in PROPERTIES.items():
                    for partner, wrong in _tried(holds, by_id[id], edition, seed):
                        found.pairs[name] += 1
                        if wrong:
                            where = f"{id} and {partner or 'nothing'} in {edition}, seed {seed}"
                            found.findings.append(Finding("pairs", where, f"{name}: {wrong}"))
    return found


def _tried(holds: object, facts: Definition, edition: str, seed: int) -> Iterator[tuple[str, str]]:
    try:
        yield from holds(facts, edition, seed)  # type: ignore[operator]
    except Endless:
        return
    except Exception as error:
        yield "", f"the rules fail: {type(error).__name__}: {error}"
