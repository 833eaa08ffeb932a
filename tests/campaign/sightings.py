"""Random walks of cards between hidden and open places: every view must know exactly what its seat was shown.

Whole games rarely come to the rare ways in which knowledge is gained and lost: somebody searches a deck whose top card
another player knows, or takes a card unseen out of a hand that was just revealed. Here such events follow each other at
random on a small table. No rules are involved; the second fold, the table and the views read the same events. Each walk is
also told with other copies of the same cards, which no view may notice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from events.questions import Cards, Main, Play
from events.vocabulary import (
    AbilityUsed,
    Answered,
    Asked,
    BaseArrived,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    Discarded,
    Drawn,
    DuelCardPlaced,
    DuelCardRevealed,
    Event,
    GameBegun,
    Looked,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Revealed,
    SeatSetup,
    SetAside,
    Shuffled,
    Stored,
    Taken,
    TurnBegan,
)
from projections.table import Card, Table
from projections.view import View
from tests.campaign.faults import Fault, told
from tests.campaign.visibility import Twins, Watcher

STEPS, WALKS, DECK, KINDS = 250, 8, 10, 4


class RandomWalk:
    """One walk; each step is an event that the table can take in."""

    def __init__(self, seed: int, views: type[View] = View) -> None:
        self.chance = random.Random(seed)
        self.seats = self.chance.randint(2, 3)
        self.table = Table()
        self.watcher = Watcher(self.seats, views)
        self.twins = Twins(self.seats, random.Random(f"{seed}/twins"), views)
        self.count = 0
        self._set_up()

    def tell(self, kind: type[Event], **facts: Any) -> None:
        """Let an event happen."""
        facts.setdefault("cause", self.chance.randint(max(0, self.count - 5), self.count))
        event = kind(position=self.count + 1, **facts)
        self.count += 1
        self.table.apply(event)
        self.watcher.take([event])
        self.twins.take(event)

    def check(self) -> None:
        """Check the masked tables."""
        self.watcher.look()
        self.twins.look()

    def _set_up(self) -> None:
        names = ("Ana", "Ben", "Cleo")[: self.seats]
        seats = tuple(SeatSetup(name=name) for name in names)
        self.tell(GameBegun, edition="EMD", seats=seats, rules_version="4")
        for seat in range(self.seats):
            first = 1 + seat * DECK
            kinds = tuple(f"{names[seat]}/{number % KINDS}" for number in range(DECK))
            self.tell(CardsMade, seat=seat, zone="deck", first=first, definitions=kinds)
        last = 1 + self.seats * DECK
        self.tell(CardsMade, seat=-1, zone="base_deck", first=last, definitions=("base/1", "base/2"))
        for seat in range(self.seats):
            self.shuffle(seat)
        self.tell(BaseArrived, base=last, site=self.count + 1)
        self.site = self.count
        self.tell(TurnBegan, seat=0, number=1)
        for seat in range(self.seats):
            self.draw(seat)

    def run(self, steps: int) -> None:
        """Take some steps, and look at the masked tables now and then."""
        for _ in range(steps):
            self.chance.choice(STEP)(self, self.chance.randrange(self.seats))
            if self.chance.random() < 0.1:
                self.check()

    # --- steps, each by a player

    def cards(self, *zones: str, of: int | None = None) -> list[Card]:
        found = [card for card in self.table.cards.values() if card.zone in zones]
        return [card for card in found if of is None or card.controller == of]

    def one(self, *zones: str, of: int | None = None) -> Card | None:
        cards = self.cards(*zones, of=of)
        return self.chance.choice(cards) if cards else None

    def shuffle(self, seat: int) -> None:
        order = list(self.table.seats[seat].deck)
        self.chance.shuffle(order)
        self.tell(Shuffled, zone="deck", seat=seat, order=tuple(order))

    def reshuffle(self, seat: int) -> None:
        order = [*self.table.seats[seat].deck, *self.table.seats[seat].discard]
        self.chance.shuffle(order)
        self.tell(Shuffled, zone="deck", seat=seat, order=tuple(order), with_discard=True)

    def draw(self, seat: int) -> None:
        if top := tuple(self.table.seats[seat].deck[: self.chance.randint(1, 3)]):
            self.tell(Drawn, seat=seat, cards=top)

    def look(self, seat: int) -> None:
        whose = self.chance.randrange(self.seats)
        player = self.table.seats[whose]
        pile = player.deck[: self.chance.randint(1, 4)] if self.chance.random() < 0.6 else player.hand
        if pile:
            kind = self.chance.choice((Looked, Looked, Revealed))
            self.tell(kind, seat=seat, cards=tuple(pile))

    def search(self, seat: int) -> None:
        if deck := self.table.seats[self.chance.randrange(self.seats)].deck:
            self.tell(Looked, seat=seat, cards=tuple(sorted(deck)), search=True)

    def find(self, seat: int) -> None:
        """A card is searched for and played, and what it does reaches the deck before the shuffle."""
        deck = self.table.seats[seat].deck
        if not deck:
            return
        self.tell(Looked, seat=seat, cards=tuple(sorted(deck)), search=True)
        topmost = {(card.definition, card.owner): card.number for card in map(self.table.cards.__getitem__, deck[::-1])}
        options = tuple(topmost[kind] for kind in sorted(topmost))
        self.tell(Asked, seat=seat, question=Cards(options=options, least=0))
        found = self.chance.choice(options)
        self.tell(Answered, seat=seat, picks=(found,))
        self.tell(Revealed, seat=seat, cards=(found,))
        self.check()
        self.tell(CardPlayed, seat=seat, card=found, source="deck", to="minions", site=self.site)
        for _ in range(self.chance.randint(0, 3)):
            self.chance.choice((RandomWalk.draw, RandomWalk.look, RandomWalk.place, RandomWalk.take))(self, seat)
        self.check()
        self.shuffle(seat)

    def take(self, seat: int) -> None:
        card = self.one("hand", "deck", "discard", "aside", "buried")
        if card is not None:
            seen = card.zone == "discard" or self.chance.random() < 0.5
            to = self.chance.choice((seat, card.owner))
            owned = self.chance.random() < 0.2
            self.tell(Taken, card=card.number, to=to, source=card.zone, controller=card.controller, seat=seat, seen=seen, owned=owned)  # fmt: skip

    def place(self, seat: int) -> None:
        card = self.one("hand", "deck", "discard", "aside", "minions")
        if card is not None:
            end = self.chance.choice(("top", "bottom"))
            self.tell(Placed, card=card.number, to=card.owner, source=card.zone, controller=card.controller, seat=seat, end=end)  # fmt: skip

    def discard(self, seat: int) -> None:
        card = self.one("hand", "deck", "aside", "buried", "resolving")
        if card is not None:
            to = self.chance.choice((card.owner, card.owner, seat))  # a Madness card is its holder's
            self.tell(Discarded, card=card.number, to=to, source=card.zone, controller=card.controller, seat=seat)  # fmt: skip

    def bury(self, seat: int) -> None:
        card = self.one("hand", "deck", "discard", of=seat)
        if card is not None:
            self.tell(Buried, card=card.number, site=self.site, source=card.zone, seat=seat, seen=self.chance.random() < 0.3)  # fmt: skip

    def store(self, seat: int) -> None:
        card, host = self.one("hand", "deck", of=seat), self.one("minions", of=seat)
        if card is not None and host is not None:
            self.tell(Stored, card=card.number, host=host.number, source=card.zone, seat=seat, seen=self.chance.random() < 0.3)  # fmt: skip

    def set_aside(self, seat: int) -> None:
        zone = self.chance.choice(("hand", "deck"))
        pile = self.table.seats[seat].piles[zone]  # type: ignore[index]
        if pile:
            cards = tuple(self.chance.sample(pile, self.chance.randint(1, min(3, len(pile)))))
            self.tell(SetAside, seat=seat, cards=cards, seen=self.chance.random() < 0.5)

    def play(self, seat: int) -> None:
        card = self.one("hand", "buried", "aside", of=seat)
        if card is not None:
            self.tell(CardPlayed, seat=seat, card=card.number, source=card.zone, to="minions", site=self.site)

    def control(self, seat: int) -> None:
        card = self.one("minions")
        if card is not None and card.controller != seat:
            self.tell(ControlChanged, card=card.number, controller=seat, seat=seat)

    def duel(self, seat: int) -> None:
        if laid := self.one("duelling"):
            self.tell(DuelCardRevealed, seat=laid.controller, card=laid.number)
            self.tell(Taken, card=laid.number, to=laid.controller, source="duelling", controller=laid.controller, seat=seat)  # fmt: skip
        elif card := self.one("hand", of=seat):
            self.tell(DuelCardPlaced, seat=seat, card=card.number)

    def use(self, seat: int) -> None:
        if card := self.one("hand", "minions", "discard", of=seat):
            self.tell(AbilityUsed, seat=seat, holder=card.number, ability="x", cause=self.count)

    def pick(self, seat: int) -> None:
        if hand := self.table.seats[seat].hand:
            self.tell(PickedAtRandom, what="card", pool=tuple(hand), picks=(self.chance.choice(hand),), seat=seat)

    def phase(self, seat: int) -> None:
        self.tell(PhaseBegan, phase="play")

    def ask(self, seat: int) -> None:
        own = tuple(Play(number) for number in self.table.seats[seat].hand)
        self.tell(Asked, seat=seat, question=Main(options=own, least=0), quiet=self.chance.random() < 0.5)
        self.tell(Answered, seat=seat)

    def ask_unseen(self, seat: int) -> None:
        hand = self.table.seats[self.chance.randrange(self.seats)].hand
        self.tell(Asked, seat=seat, question=Cards(options=tuple(sorted(hand)), least=0))
        self.tell(Answered, seat=seat, picks=tuple(hand[:1]))


STEP: tuple[Callable[[RandomWalk, int], None], ...] = (
    *(
        RandomWalk.shuffle,
        RandomWalk.reshuffle,
        RandomWalk.draw,
        RandomWalk.draw,
        RandomWalk.look,
        RandomWalk.look,
        RandomWalk.look,
        RandomWalk.search,
        RandomWalk.find,
        RandomWalk.take,
    ),
    *(
        RandomWalk.take,
        RandomWalk.place,
        RandomWalk.place,
        RandomWalk.discard,
        RandomWalk.bury,
        RandomWalk.store,
        RandomWalk.set_aside,
        RandomWalk.play,
        RandomWalk.control,
    ),
    *(RandomWalk.duel, RandomWalk.use, RandomWalk.pick, RandomWalk.phase, RandomWalk.ask, RandomWalk.ask_unseen),
)


def attack(chance: random.Random, folder: Path) -> Counter[str]:
    """Some walks."""
    for _ in range(WALKS):
        seed = chance.randrange(2**32)
        try:
            RandomWalk(seed).run(STEPS)
        except Exception as error:
            imports = "from tests.campaign.sightings import STEPS, RandomWalk"
            raise Fault(told(error), imports, f"RandomWalk({seed}).run(STEPS)") from error
    return Counter({"walks": WALKS})
