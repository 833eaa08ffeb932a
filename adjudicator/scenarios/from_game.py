"""Writes a position of a recorded game as a scenario file.

The file states the table at the last quiet point before that position. The answers since then become its steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

from adjudicator.scenarios.lines import answer_in_words, card_in_words
from adjudicator.scenarios.listing import NOBODY
from adjudicator.scenarios.model import stated_piles
from adjudicator.scenarios.names import NoSuchName, TableNames, card_id
from adjudicator.scenarios.soundness import ON_THE_TABLE
from adjudicator.scenarios.step_words import read_line
from adjudicator.scenarios.steps import can_answer, kind_of, only_answer
from adjudicator.scenarios.toml import key, line, table
from core.printed.definitions import definition
from core.rules.permissions import ARGUMENTS
from core.rules.replay import quiet_point
from events.errors import SmashUpError
from events.questions import Main, Play, Use
from events.vocabulary import (
    Answered,
    Asked,
    CardPlayed,
    Event,
    GameBegun,
    PickedAtRandom,
    Shuffled,
    StasisChanged,
    tag_of,
)
from projections.table import IN_PLAY, Allowance, Card, Lasting, Table, fold

Facts = dict[str, Any]


def scenario_text(log: Sequence[Event], at: int | None = None, *, title: str = "") -> str:
    """Return the position after `at` events of a game (by default its end) as the text of a scenario file."""
    length = len(log) if at is None else at
    if not 1 <= length <= len(log):
        raise SmashUpError(f"There is no position {length}: the game ends at {len(log)}.")
    begun = log[0]
    if not isinstance(begun, GameBegun):
        raise SmashUpError("This log is not a game: its first event does not start one.")
    start = quiet_point(log[:length])
    before = fold(log[:start])
    if not before.phase:
        raise SmashUpError(
            f"At position {length} the game is still being set up. Choose a position after the first turn begins."
        )
    stop = _where_it_stops(log, length)
    stating = Stating(before)
    steps, chance = steps_between(log, start, stop, stating.names)
    if unclear := _unclear(log[start:stop], steps):
        stating = Stating(before, unclear)
        steps, chance = steps_between(log, start, stop, stating.names)
    heading = stating.heading(title or f"Position {length} of a game in {begun.edition}")
    if any(seat.made_up for seat in begun.seats):
        heading += "\n" + line(
            "note", "Recorded at a real table: cards in hands and decks that nobody saw are made up."
        )
    if chance:
        heading += "\n" + line("chance", chance)
    parts = [heading, *stating.tables()]
    parts += [table("[[step]]", step) for step in steps]
    parts.append(_expectations(log[:stop], stating.names))
    return "\n\n".join(part for part in parts if part) + "\n"


def _where_it_stops(log: Sequence[Event], length: int) -> int:
    """Return where a scenario of that position stops.

    The rules continue on their own until there is a real decision.
    """
    now = fold(log[:length])
    for position in range(length, len(log)):
        if isinstance(log[position - 1], Asked) and only_answer(now) is None:
            return position
        now.apply(log[position])
    return len(log)


# --- the table ------------------------------------------------------------------------------------------------------


class Stating:
    """Puts a table into the words of a scenario."""

    def __init__(self, before: Table, unclear: Iterable[int] = (), *, exact_bases: bool = True) -> None:
        self.table = before
        self.exact_bases = exact_bases  # whether the base deck consists of the bases listed
        self.gone = self._gone_sites()
        self.names = TableNames(self._nicknames(unclear), self._site_nicknames())

    # --- names

    def _printed(self, number: int) -> str:
        return definition(self.table.cards[number].definition).name

    def _nicknames(self, unclear: Iterable[int]) -> dict[str, int]:
        """Return nicknames for cards that share a name, if it matters which one is meant."""
        counts = Counter(self._printed(number) for number in self.table.cards)
        meant = {number for number, card in self.table.cards.items() if card.zone in IN_PLAY and card.zone != "base"}
        meant |= {number for entry in self.table.journal for number in _cards_of(entry)}
        meant |= {number for lasting in self.table.lasting for number in (*lasting.cards, lasting.by) if number}
        meant |= {layer.tied_to for card in self.table.cards.values() for layer in card.control if layer.tied_to}
        meant |= {allowance.by for allowance in self.table.allowances if allowance.by} | self._in_arguments("card")
        meant |= set(unclear)
        left = {entry.card for entry in self.table.journal if tag_of(entry) in _LEFT}  # type: ignore[union-attr]
        nicknames: dict[str, int] = {}
        seen: Counter[str] = Counter()
        for number in sorted(meant):
            name = self._printed(number)
            if self.table.cards[number].zone == "base" or (counts[name] == 1 and number not in left):
                continue
            seen[name] += 1
            nicknames[f"{name} ({seen[name]})"] = number
        return nicknames

    def _site_nicknames(self) -> dict[str, int]:
        bases = {site.number: self._printed(site.base) for site in self.table.sites.values()}
        counts = Counter(bases.values())
        nicknames = {f"{name} at {site}": site for site, name in bases.items() if counts[name] > 1}
        nicknames |= {f"gone {site}": site for site in self.gone}
        return nicknames

    def _gone_sites(self) -> list[int]:
        """Return the sites that this turn's facts name and that no longer exist."""
        named = {getattr(entry, field, 0) for entry in self.table.journal for field in ("site", "origin")}
        named |= {allowance.site for allowance in self.table.allowances} | self._in_arguments("base")
        return sorted(site for site in named if site and site not in self.table.sites)

    def _seat(self, seat: int) -> str:
        return self.table.seats[seat].name if seat >= 0 else NOBODY

    def _card(self, number: int) -> str:
        return self.names.card(self.table, number) if number else ""

    def _site(self, site: int) -> str:
        return self.names.site(self.table, site) if site else ""

    # --- parts of the file

    def heading(self, title: str) -> str:
        """Return the keys before the first table."""
        before = self.table
        facts: Facts = {
            "title": title,
            "editions": [before.edition],
            "seats": [seat.name for seat in before.seats],
            "turn": self._seat(before.current),
            "phase": before.phase,
            "turn_number": before.turn,
        }
        if self.exact_bases or before.base_deck:
            facts["base_deck"] = [self._printed_base(number) for number in before.base_deck]
        if self.exact_bases:
            facts["base_deck_exact"] = True
        gone = {self._last_base(site) for site in self.gone}
        discard = [number for number in before.base_discard if number not in gone]
        if discard:
            facts["base_discard"] = [self._printed_base(number) for number in discard]
        for row in stated_piles("table"):
            if not row.bases and before.piles[row.zone]:
                facts[row.key] = [self._entry(before.cards[number], -1) for number in before.piles[row.zone]]
        return "\n".join(line(name, content) for name, content in facts.items())

    def tables(self) -> list[str]:
        """Return bases, players, lasting effects, and what happened this turn."""
        before = self.table
        parts = [table("[[base]]", self._base(site)) for site in before.sites]
        parts += [
            table(
                "[[base]]",
                {"card": self._printed_base(self._last_base(site)), "name": f"gone {site}", "left": True},
            )
            for site in self.gone
        ]
        for seat, player in enumerate(before.seats):
            header = f"[player.{key(player.name)}]"
            parts.append(table(header, self._player(seat)))
        # An effect on cards that have all gone has no effect any more.
        alive = [lasting for lasting in before.lasting if lasting.cards or lasting.kind == "ability"]
        parts += [table("[[lasting]]", self._lasting(lasting)) for lasting in alive]
        parts += [table("[[happened]]", self._fact(entry)) for entry in before.journal]
        return parts

    def _printed_base(self, number: int) -> str:
        id = self.table.cards[number].definition
        if id.startswith("vanilla/base-"):
            breakpoint, *points = id.removeprefix("vanilla/base-").split("-")
            return f"vanilla {breakpoint} {'/'.join(points)}"
        return definition(id).marked_name

    def _last_base(self, site: int) -> int:
        """Return a base card from the discard pile for a site that is gone. Any will do; the newest are on top."""
        return self.table.base_discard[self.gone.index(site)]

    def _base(self, site: int) -> Facts:
        current = self.table.sites[site]
        facts: Facts = {"card": self._printed_base(current.base)}
        if self._site(site) != self._printed(current.base):
            facts["name"] = self._site(site)
        if site > self.table.turn_began:
            facts["fresh"] = True
        for seat, player in enumerate(self.table.seats):
            if mine := self._entries(current.minions, seat):
                facts[player.name] = mine
        for row in stated_piles("base"):
            if row.zone == "minions":
                continue
            by_seat = {
                player.name: mine
                for seat, player in enumerate(self.table.seats)
                if (mine := self._entries(current.piles[row.zone], seat))
            }
            if by_seat:
                facts[row.key] = by_seat
        return facts

    def _entries(self, numbers: Iterable[int], seat: int) -> list[str | Facts]:
        cards = (self.table.cards[number] for number in numbers)
        return [self._entry(card, seat) for card in cards if card.controller == seat]

    def _entry(self, card: Card, seat: int) -> str | Facts:
        """Return a card listed under a seat, as just its name if that is enough."""
        facts: Facts = {"card": self._card_name(card)}
        if self._card(card.number) != self._printed(card.number):
            facts["name"] = self._card(card.number)
        if card.owner != seat and card.owner >= 0:
            facts["owner"] = self._seat(card.owner)
        elif card.owner < 0 and card.zone in ON_THE_TABLE:
            facts["owner"] = NOBODY
        player = card.control[0].seat if card.control else card.controller
        if card.zone in IN_PLAY and player != (card.owner if card.owner >= 0 else seat):
            facts["played_by"] = self._seat(player)
        in_stasis = card.zone == "stasis"
        if counters := card.stasis if in_stasis else card.counters:
            facts["counters"] = counters
        if in_stasis and card.counters:
            facts["power_counters"] = card.counters
        if card.off_top:
            facts["off_top"] = True
        if card.control:
            facts["control"] = [
                {"seat": self._seat(layer.seat)}
                | ({"tied_to": self._card(layer.tied_to)} if layer.tied_to else {})
                | ({"until": layer.until} if layer.until else {})
                | ({"until_seat": self._seat(layer.until_seat)} if layer.until_seat >= 0 else {})
                for layer in card.control[1:]
            ]
        for row in stated_piles("card"):
            if numbers := getattr(card, row.zone):
                facts[row.key] = [self._inner(self.table.cards[number], seat) for number in numbers]
        return facts if len(facts) > 1 else facts["card"]

    def _inner(self, card: Card, seat: int) -> str | Facts:
        """Return a card on or under another, which is listed under a seat."""
        entry = self._entry(card, card.controller)
        if card.controller == seat:
            return entry
        facts: Facts = {"card": entry} if isinstance(entry, str) else entry
        return facts | {"by": self._seat(card.controller)}

    def _card_name(self, card: Card) -> str:
        """Return the printed name, or the id if two cards share the name."""
        name = self._printed(card.number)
        try:
            factions = tuple(self.table.seats[card.owner].factions) if card.owner >= 0 else ()
            return name if card_id(name, factions) == card.definition else card.definition
        except NoSuchName:
            return card.definition

    def _player(self, seat: int) -> Facts:
        player = self.table.seats[seat]
        facts: Facts = {"vp": player.victory_points}
        if player.factions:
            facts["factions"] = list(player.factions)
        for row in stated_piles("seat"):
            facts[row.key] = [self._entry(self.table.cards[number], seat) for number in player.piles[row.zone]]
        plays = [allowance for allowance in self.table.allowances if allowance.seat == seat]
        facts["plays"] = [self._play(allowance) for allowance in self._with_spent(plays)]
        return facts

    # --- plays

    def _with_spent(self, plays: Sequence[Allowance]) -> list[Allowance]:
        """Return a group of plays with those that were used, because the rest of the group depends on them."""
        by_number = {allowance.number: allowance for allowance in plays}
        for play in plays:
            if play.condition == "one-name":
                first, last = int(play.arguments[0]), int(play.arguments[1])
                for number in range(first, last + 1):
                    by_number.setdefault(number, Allowance(number, play.seat, play.kind, "", (), 0, True, "phase", 0))
        return [by_number[number] for number in sorted(by_number)]

    def _play(self, allowance: Allowance) -> str | Facts:
        named = self._named_plays()
        plain = not (
            allowance.condition or allowance.site or allowance.by or allowance.arguments or allowance.number in named
        )
        if plain and allowance.until == "phase":
            return f"extra {allowance.kind}" if allowance.extra else allowance.kind
        facts: Facts = {"kind": allowance.kind}
        if allowance.number in named:
            facts["name"] = f"play {allowance.number}"
        if not allowance.extra:
            facts["extra"] = False
        if allowance.condition:
            facts["condition"] = allowance.condition
        if allowance.arguments:
            kinds = ARGUMENTS.get(allowance.condition, ())
            facts["arguments"] = [
                self._argument(*pair) for pair in zip_longest(allowance.arguments, kinds, fillvalue="")
            ]
        if allowance.site:
            facts["base"] = self._site(allowance.site)
        if allowance.until != "phase":
            facts["until"] = allowance.until
        if allowance.by:
            facts["by"] = self._card(allowance.by)
        return facts

    def _argument(self, text: str, kind: str) -> str:
        """Return the object that a condition refers to by number, or the text itself."""
        match kind:
            case "play":
                return f"@play {text}"
            case "base":
                return f"@{self._site(int(text))}"
            case "card":
                return f"@{self._card(int(text))}"
        return text

    def _in_arguments(self, kind: str) -> set[int]:
        """Return the bases or cards that conditions of plays name."""
        pairs = (
            pair
            for allowance in self.table.allowances
            for pair in zip(allowance.arguments, ARGUMENTS.get(allowance.condition, ()), strict=False)
        )
        return {int(text) for text, its in pairs if its == kind}

    def _named_plays(self) -> set[int]:
        """Return the plays that others refer to: groups with a name, and those that a lasting effect waits for."""
        named: set[int] = set()
        for allowance in self.table.allowances:
            if allowance.condition == "one-name":
                named |= set(range(int(allowance.arguments[0]), int(allowance.arguments[1]) + 1))
            if any(self._waits_for(lasting, allowance) for lasting in self.table.lasting):
                named.add(allowance.number)
        return named

    def _waits_for(self, lasting: Lasting, allowance: Allowance) -> bool:
        return lasting.ability in allowance.arguments and str(allowance.number) in lasting.arguments

    # --- what lasts, what happened

    def _lasting(self, lasting: Lasting) -> Facts:
        facts: Facts = {"kind": lasting.kind}
        if lasting.cards:
            facts["cards"] = [self._target(number) for number in lasting.cards]
        if lasting.site:
            facts["base"] = self._site(lasting.site)
        if lasting.amount:
            facts["amount"] = lasting.amount
        if lasting.ability:
            facts["ability"] = lasting.ability
        if lasting.arguments:
            waited = {
                str(allowance.number) for allowance in self.table.allowances if self._waits_for(lasting, allowance)
            }
            facts["arguments"] = [f"@play {text}" if text in waited else text for text in lasting.arguments]
        if lasting.by:
            facts["by"] = self._target(lasting.by)
        facts["seat"] = self._seat(lasting.seat)
        facts["until"] = lasting.until
        if lasting.until_seat >= 0:
            facts["until_seat"] = self._seat(lasting.until_seat)
        if lasting.but is not None:
            facts["but"] = [lasting.but[0], self._card(lasting.but[1])]
        if lasting.number < self.table.turn_began:
            facts["earlier"] = True
        else:
            facts["after"] = sum(entry.position < lasting.number for entry in self.table.journal)
        return facts

    def _target(self, number: int) -> str:
        """Return a card by name, and a base by the name of its place."""
        card = self.table.cards[number]
        return self._site(card.site) if card.zone == "base" else self._card(number)

    def _fact(self, entry: Any) -> Facts:
        facts: Facts = {
            "event": tag_of(entry),
            "card": self._card(entry.holder if hasattr(entry, "holder") else entry.card),
        }
        for field, say in _FACT_FIELDS.items():
            content = getattr(entry, field, None)
            if content not in (None, 0, "") or (field in ("seat", "controller", "power") and content == 0):
                facts["base" if field == "site" else field] = say(self, content)
        if self.table.phase == "play" and entry.position < self.table.phase_began:
            facts["phase"] = "start"
        if isinstance(entry, StasisChanged):
            facts["left"] = entry.left
        if isinstance(entry, CardPlayed):
            if entry.allowance in self._named_plays():
                facts["play"] = f"play {entry.allowance}"
            if entry.to == "resolving":
                facts["to"] = entry.to
            if entry.off_top:
                facts["off_top"] = True
        return facts


_LEFT = frozenset({"destroyed", "discarded", "returned"})
_CARD_FIELDS = ("card", "holder", "by", "host", "origin_host", "granted_by", "target")
_FACT_FIELDS: dict[str, Callable[[Stating, Any], Any]] = {
    "site": Stating._site,
    "origin": Stating._site,
    "host": Stating._card,
    "origin_host": Stating._card,
    "seat": Stating._seat,
    "controller": Stating._seat,
    "by": Stating._target,
    "ability": lambda stating, key: key,
    "granted_by": Stating._card,
    "target": Stating._card,
    "amount": lambda stating, amount: amount,
    "power": lambda stating, power: power,
    "source": lambda stating, source: source,
    "reason": lambda stating, reason: reason,
    "seen": lambda stating, seen: seen,
}


def _cards_of(entry: Any) -> list[int]:
    return [number for field in _CARD_FIELDS if (number := getattr(entry, field, 0))]


# --- the steps ------------------------------------------------------------------------------------------------------


def steps_between(log: Sequence[Event], start: int, length: int, names: TableNames) -> tuple[list[Facts], list[object]]:
    """Return the answers between two positions as steps, each with the random results during it, and the random results
    before the first.
    """
    now = fold(log[:start])
    steps: list[Facts] = []
    chance: list[object] = []
    idle: list[tuple[str, str]] = []  # Forced answers need no line, unless the next line would be taken for one.
    for event in log[start:length]:
        if isinstance(event, Answered) and now.question is not None:
            question, seat = now.question, now.seats[event.seat].name
            does = answer_in_words(now, question, event.picks, names, log)
            if (
                question.options or only_answer(now) is None
            ):  # The only option is stated too, so that the next line keeps its place.
                steps += [{seat: does}] * idle.count((seat, does)) + [{seat: does}]
                idle.clear()
            elif can_answer(read_line(does), question):
                idle.append((seat, does))
        elif isinstance(event, PickedAtRandom):
            drawn = steps[-1].setdefault("chance", []) if steps else chance
            drawn += _picked(now, event, names)
        elif isinstance(event, Shuffled):
            drawn = steps[-1].setdefault("chance", []) if steps else chance
            drawn.append({"shuffle": [names.card(now, number) for number in event.order]})
        now.apply(event)
    return steps, chance


def _picked(now: Table, event: PickedAtRandom, names: TableNames) -> list[str]:
    if event.what == "seat":
        return [now.seats[seat].name for seat in event.picks]
    if event.what == "site":
        return [names.site(now, site) for site in event.picks]
    left = list(event.pool)
    words = []
    for number in event.picks:
        words.append(card_in_words(now, number, left, names))
        left.remove(number)
    return words


def _unclear(events: Sequence[Event], steps: Sequence[Facts]) -> set[int]:
    """Return cards that a step could identify only by number (`#2`), which depends on the order of the file."""
    if not any("#" in str(does) for step in steps for does in step.values()):
        return set()
    picks = [pick for event in events if isinstance(event, Answered) for pick in event.picks]
    cards = {pick.card if isinstance(pick, Play) else pick.holder if isinstance(pick, Use) else pick for pick in picks}
    return {card for card in cards if isinstance(card, int)}


def _expectations(log: Sequence[Event], names: TableNames) -> str:
    """Return the state at the position, if the scenario stops there because of a real decision."""
    now = fold(log)
    facts: Facts = {"vp": {seat.name: seat.victory_points for seat in now.seats}}
    question = now.question
    if now.winners:
        facts["winner"] = [now.seats[seat].name for seat in now.winners]
    elif question is None or only_answer(now) is not None:
        return ""
    elif not isinstance(question, Main):
        facts["asked"] = {"seat": now.seats[now.asked].name, "kind": kind_of(question)}
    return table("[expect]", facts)
