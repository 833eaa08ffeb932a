"""Writes the public record of a game: what everybody at the table saw, as lines that can be recorded again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from adjudicator.records.answering import may_be_held_for
from adjudicator.records.comparing import in_order
from adjudicator.records.house_rules import GOES_ON
from adjudicator.records.lines import UNKNOWN
from adjudicator.records.short_names import ShortNames
from adjudicator.records.spectator import SpectatorView, face_down, lies_open
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.step_words import StepLine, read_line
from adjudicator.scenarios.steps import DECLINING, can_answer, only_answer, use_meant
from core.printed.definitions import FIRST, ability, definition, printing
from core.printed.editions import Edition, edition
from core.rules.setup import about_bringing, brought_with
from events.card_types import BROUGHT, settings
from events.errors import SmashUpError
from events.questions import (
    Arrange,
    Cards,
    Distribute,
    Hosts,
    Main,
    May,
    Mulligan,
    Pick,
    Play,
    Question,
    Sites,
    Use,
    Window,
)
from events.vocabulary import (
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseLeft,
    BaseSwapped,
    Boxed,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    Discarded,
    Drawn,
    Event,
    GameBegun,
    GameWon,
    HouseRuled,
    Leaving,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Returned,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from events.zones import HOMES, TRANSIENT
from projections.renaming import card_of
from projections.table import Table


class WrittenLine(msgspec.Struct):
    """A line, with the facts that decide whether it is needed."""

    text: str
    seat: int = -1  # the player of a step, or -1
    question: Question | None = (
        None  # what it declines; the line is needed only if the next step could be taken for an acceptance
    )
    shortened: bool = True  # without the player's name, on that player's turn


def record_text(log: Sequence[Event]) -> str:
    """Return the public record of a game."""
    begun = log[0] if log else None
    if not isinstance(begun, GameBegun):
        raise SmashUpError("This is not a game: its first event does not start one.")
    if begun.scenario:
        raise SmashUpError("This game starts from a scenario. Only a complete game has a record.")
    writing = Writing(log)
    return "\n".join([*_heading(begun, log), "", *writing.lines()]) + "\n"


def _heading(begun: GameBegun, log: Sequence[Event]) -> list[str]:
    lines = [f"edition {begun.edition}"]
    book = edition(begun.edition)
    for seat in begun.seats:
        factions = ", ".join(_printing(name, book) for name in seat.factions)
        lines.append(f"player {seat.name}" + (f": {factions}" if factions else ""))
    if begun.offer:
        lines.append(f"offer {', '.join(_printing(name, book) for name in begun.offer)}")
    lines += _brought(begun, log)
    if begun.first >= 0:
        lines.append(f"first {begun.seats[begun.first].name}, given")
    else:
        picked = next(event for event in log if isinstance(event, PickedAtRandom))
        lines.append(f"first {begun.seats[picked.picks[0]].name}")
    return lines


def _brought(begun: GameBegun, log: Sequence[Event]) -> Iterator[str]:
    """Write which cards of each agreed type each player brought, unless the steps say it."""
    made = [event for event in log if isinstance(event, CardsMade) and event.zone in HOMES.values()]
    for row in (row for row in BROUGHT if getattr(begun, row.plural)):
        if _left_to_steps(begun, log):
            yield row.plural
            continue
        brought: dict[str, list[str]] = {}
        for event in made:
            cards = [card.name for card in map(definition, event.definitions) if card.type == row.type]
            brought.setdefault(begun.seats[event.seat].name, []).extend(cards)
        for name, names in (brought or {begun.seats[0].name: ["none"]}).items():
            yield f"{row.plural} {name}: {', '.join(names)}"


def _left_to_steps(begun: GameBegun, log: Sequence[Event]) -> bool:
    """Return whether the steps say who brings what: after a draft, and where it has not been decided yet."""
    drafted = not all(seat.factions for seat in begun.seats)
    return drafted or not any(isinstance(event, BaseArrived) for event in log)


def _asks_about_bringing(question: Question, factions: Sequence[str]) -> bool:
    """Return whether a question asks if a card of one of these factions is brought."""
    return isinstance(question, May) and question.about in map(about_bringing, brought_with(factions))


def _printing(name: str, book: Edition) -> str:
    """Write a faction, with its printing if that is not the edition's default."""
    printed = printing(name)
    meant = printed is printing(printed.faction.id, newest=book.newest_printings)
    return printed.faction.name if meant else f"{printed.faction.name}@{printed.mark or FIRST}"


class Writing:
    """Tells a game line by line, as a spectator sees it."""

    def __init__(self, log: Sequence[Event]) -> None:
        self.log = log
        self.view = SpectatorView()
        self.names = ShortNames(lambda number: self.view.order(number))
        self.written: list[WrittenLine] = []
        self.named: set[int] = set()  # cards that the last answer names and that have not been revealed yet
        self.points = ""
        self.placed = 0  # a card whose place belongs in the line before
        self.ruling = 0  # a house ruling whose events are being stated
        self.phase = ""  # … and the phase that continues after it, unless another is stated
        self.shown = _shown_by(log)
        begun = log[0]
        assert isinstance(begun, GameBegun)
        self.brought_in_heading = any(settings(begun).values()) and not _left_to_steps(begun, log)

    def lines(self) -> list[str]:
        """Return all lines after the heading."""
        for index, event in enumerate(self.log):
            now = self.view.truth
            if isinstance(event, Answered) and now.question is not None:
                self._answer(index, event, now, now.question)
            elif isinstance(event, HouseRuled):
                self.ruling, self.phase = event.position, GOES_ON.get(now.phase, now.phase)
                self.written.append(WrittenLine(f"house {event.does}"))
            elif self.ruling and (event.cause == self.ruling or isinstance(event, PhaseBegan)):
                self._stated(event, now)
            self.view.take(event)
            self._seen(event, self.view.truth)
        return self._needed()

    # --- the state after a ruling

    def _stated(self, event: Event, now: Table) -> None:
        """Write the line that states one event of a house ruling."""
        card = now.cards.get(getattr(event, "card", 0))
        self.named |= {number for number in (getattr(event, "card", 0), getattr(event, "base", 0)) if number}
        name = self.names.told_apart(now, card.number) if card else ""
        if card and card.zone == "hand":
            name = definition(card.definition).name
        words = ""
        match event:
            case PhaseBegan(phase=phase):
                words, self.ruling = f"phase {phase}" if phase != self.phase else "", 0
            case VictoryPointsChanged(to=seat, amount=amount):
                words = f"vp {now.seats[seat].name} {now.seats[seat].victory_points + amount}"
            case Drawn(seat=seat, cards=cards):
                words = f"hand {now.seats[seat].name} {len(now.seats[seat].hand) + len(cards)}"
            case AllowancesEnded():
                words = "plays none"
            case AllowanceGiven(kind=kind, rule=""):
                before = self.written[-1].text
                if before.startswith("so plays "):
                    self.written.pop()
                kept = before.removeprefix("so plays ") if before.startswith("so plays ") else "none"
                words = f"plays {kind}" if kept == "none" else f"plays {kept}, {kind}"
            case BaseArrived(base=base):
                words = f"base {self.names.card(now, base)} comes"
            case BaseLeft(base=base):
                words = f"base {self.names.card(now, base)} leaves"
            case CountersChanged(amount=amount) if card:
                words = f"counters {name} {card.counters + amount}"
            case ControlChanged(controller=seat):
                words = f"{now.seats[seat].name} controls {name}"
            case CardPlayed(host=host, site=site) | Transferred(host=host, site=site) if host:
                words = f"{name} on {self.names.told_apart(now, host)}"
            case CardPlayed(site=site) | Transferred(site=site) | Moved(site=site):
                words = f"{name} at {self.names.site(now, site)}"
            case Boxed():
                words = f"{name} in the box"
            case Leaving(to=to, source=source) if source not in TRANSIENT:
                words = f"{name} in {now.seats[to].name}'s {_PILES[type(event)]}"
        if words:
            self.written.append(WrittenLine(f"so {words}"))

    # --- what is seen

    def _seen(self, event: Event, now: Table) -> None:
        if isinstance(event, Asked):
            self.names.learn(now)
        if learned := [card for card in self.view.learned if card not in self.named and not lies_open(now, card)]:
            self._show(event, now, in_order(event, learned))
        self.named.difference_update(self.view.learned)
        match event:
            case PickedAtRandom(what="site", pool=pool, picks=picks) if len(pool) > 1:
                self.written += [WrittenLine(f"chance {self._site(now, site, pool)}") for site in picks]
            case PickedAtRandom(what="card", pool=pool, picks=picks) if len(pool) > len(picks):
                seen = [card for card in pool if self.view.knows(card)]
                self.written += [WrittenLine(f"chance {self._held(now, card, seen)}") for card in picks if card in seen]
            case TurnBegan(seat=seat, number=number):
                points = ", ".join(f"{player.name} {player.victory_points}" for player in now.seats)
                if points != self.points and number > 1:
                    self.written.append(WrittenLine(f"vp {points}"))
                self.points = points
                self.written += [WrittenLine(""), WrittenLine(f"turn {number}: {now.seats[seat].name}")]
            case Taken(source="deck", rule="term.owner-zone", seen=False, to=to):
                # No other line tells that this drawn card was another player's.
                count = f"hand {now.seats[to].name} "
                if self.written[-1].text.startswith(count):
                    self.written.pop()
                self.written.append(WrittenLine(f"{count}{len(now.seats[to].hand)}"))
            case Awarded(base=base, totals=totals):
                powers = ", ".join(f"{seat.name} {total}" for seat, total in zip(now.seats, totals, strict=True))
                self.written.append(WrittenLine(f"scores {definition(now.cards[base].definition).name}: {powers}"))
            case GameWon(seats=seats):
                self.written.append(WrittenLine(f"winner {', '.join(now.seats[seat].name for seat in seats)}"))

    def _show(self, event: Event, now: Table, cards: Sequence[int]) -> None:
        names = [definition(now.cards[card].definition).name for card in cards]
        if isinstance(event, BaseArrived | BaseSwapped):
            if not now.turn and self.written and self.written[-1].text.startswith("bases "):
                self.written[-1].text += f", {names[0]}"
            else:
                self.written.append(WrittenLine(f"base {names[0]} comes" if now.turn else f"bases {names[0]}"))
            return
        if all(now.cards[card].zone == "hand" for card in cards):
            names.sort()  # a hand has no order
        verb = "discards" if isinstance(event, Discarded) else "reveals"
        owner = now.cards[cards[0]].owner
        who = f"{now.seats[owner].name} " if owner >= 0 else ""
        self.written.append(WrittenLine(f"{who}{verb} {', '.join(names)}"))

    def _site(self, now: Table, site: int, pool: Sequence[int]) -> str:
        name = self.names.site(now, site)
        same = [card for card in pool if self.names.site(now, card) == name]
        return f"{name} #{same.index(site) + 1}" if len(same) > 1 else name

    def _held(self, now: Table, card: int, seen: Sequence[int]) -> str:
        """Return a visible card of a hand."""
        name = definition(now.cards[card].definition).name
        same = self.names.fitting_cards(now, name, seen)
        return f"{name} #{same.index(card) + 1}" if len(same) > 1 else name

    # --- answers

    def _answer(self, index: int, event: Answered, now: Table, question: Question) -> None:
        cards = {card_of(pick, question) for pick in event.picks} - {0}
        if event.picks and isinstance(event.picks[0], Play):
            unseen: set[int] = set()
        else:
            unseen = {card for card in cards if not self.view.knows(card) and not self._comes_into_sight(card, index)}
        self.named = {card for card in cards - unseen if not self.view.knows(card)} | (self.named & {question.by})
        if self.placed and event.picks and isinstance(question, Sites | Hosts) and question.by == self.placed:
            self.written[
                -1
            ].text += (
                f" {'at' if isinstance(question, Sites) else 'on'} {self._words(now, question, event.picks, unseen)}"
            )
            self.placed = 0
            return
        self.placed = 0
        does = self._does(now, question, event.picks, unseen)
        text = does if event.seat == now.current and now.turn else f"{now.seats[event.seat].name}: {does}"
        if self.brought_in_heading and not now.turn and _asks_about_bringing(question, now.seats[event.seat].factions):
            return
        if self._goes_without_saying(now, question, event.picks, unseen):
            self.written.append(WrittenLine(text, event.seat, self._as_seen(question)))
            return
        self.written.append(WrittenLine(text, event.seat))
        if event.picks and isinstance(event.picks[0], Play):
            self.placed = event.picks[0].card
        elif does.startswith("play "):
            self.placed = int(event.picks[0])  # type: ignore[arg-type]

    def _as_seen(self, question: Question) -> Question:
        """Return a priority question with only the options that everybody can see: nobody knows what a hand could
        answer.
        """
        if not isinstance(question, Window):
            return question
        return msgspec.structs.replace(
            question, options=tuple(pick for pick in question.options if self.view.knows(card_of(pick, question)))
        )

    def _comes_into_sight(self, card: int, index: int) -> bool:
        """Return whether a chosen card becomes visible before anything except its destination is asked."""
        following = (
            event.position for event in self.log[index + 1 :] if isinstance(event, Asked) and event.question.by != card
        )
        end = next(following, len(self.log))
        return any(index + 1 < shown <= end for shown in self.shown.get(card, ()))

    def _goes_without_saying(self, now: Table, question: Question, picks: Sequence[Pick], unseen: set[int]) -> bool:
        if isinstance(question, Mulligan):
            return picks == ("no",)
        if not picks:
            return isinstance(question, Main | Window) or (isinstance(question, Cards) and question.waits)
        hidden = any((card := card_of(option, question)) and not self.view.knows(card) for option in question.options)
        return not hidden and only_answer(now) is not None and tuple(only_answer(now) or ()) == tuple(picks)

    def _does(self, now: Table, question: Question, picks: Sequence[Pick], unseen: set[int]) -> str:
        if isinstance(question, Distribute) and picks:
            shares = [f"{self._card(now, question, card, question.options)} {count}" for card, count in _counted(picks)]
            return f"distribute {', '.join(shares)}"
        if not picks or isinstance(question, May | Mulligan):
            return answer_in_words(now, question, picks, self.names, self.log)
        if isinstance(picks[0], Use):
            return f"use {self._uses(now, question, picks, unseen)}"
        if isinstance(picks[0], Play):  # Cards in play whose abilities could be used instead do not count.
            plays = tuple(pick for pick in question.options if isinstance(pick, Play))
            question = msgspec.structs.replace(question, options=plays)
        words = self._words(now, question, picks, unseen)
        if isinstance(picks[0], Play):
            return f"play {words}"
        return f"{'arrange' if isinstance(question, Arrange) else 'choose'} {words}"

    def _words(self, now: Table, question: Question, picks: Sequence[Pick], unseen: set[int]) -> str:
        words: list[str] = []
        left = list(question.options)
        down = face_down(self.view)
        for pick in picks:
            card = card_of(pick, question)
            if card in unseen:
                words.append(
                    f"{UNKNOWN}{down.index(card) + 1}" if card in down else f"{self._others(now, card)}{UNKNOWN}"
                )
            elif card in down:
                words.append(f"{UNKNOWN}{down.index(card) + 1} is {definition(now.cards[card].definition).name}")
            elif card:
                words.append(self._card(now, question, card, left))
            elif isinstance(question, Sites):
                words.append(self._site(now, int(pick), [int(option) for option in question.options]))  # type: ignore[arg-type]
            else:
                words.append(self.names.pick(now, question, pick, self.log))
            left.remove(pick)
        return ", ".join(words)

    def _others(self, now: Table, card: int) -> str:
        """Return the owner of a hidden card if somebody else holds it; its destination may reveal the owner."""
        owner = now.cards[card].owner
        return f"{now.seats[owner].name}'s " if owner >= 0 and owner != now.cards[card].controller else ""

    def _card(self, now: Table, question: Question, card: int, left: Sequence[Pick]) -> str:
        """Return words that identify this card among the visible ones. For a hidden card the name is enough."""
        name = definition(now.cards[card].definition).name
        cards = [card_of(pick, question) for pick in left]
        seen = [number for number in cards if self.view.knows(number)]
        if card not in seen:
            return name if not self.names.fitting_cards(now, name, seen) else self.names.told_apart(now, card)
        everything = [
            number for number in (card_of(pick, question) for pick in question.options) if self.view.knows(number)
        ]
        same = self.names.fitting_cards(now, name, everything)
        for words in (name, self.names.told_apart(now, card)):
            try:
                if self.names.find_card(now, words, seen) == card:
                    return words
            except NoSuchName:
                continue
        return f"{name} #{same.index(card) + 1}"

    def _uses(self, now: Table, question: Question, picks: Sequence[Pick], unseen: set[int]) -> str:
        words = []
        down = face_down(self.view)
        seen = tuple(pick for pick in question.options if pick in picks or self.view.knows(card_of(pick, question)))
        question = msgspec.structs.replace(question, options=seen)
        for pick in picks:
            assert isinstance(pick, Use)
            if pick.holder in down:
                unknown = f"{UNKNOWN}{down.index(pick.holder) + 1}"
                name = definition(now.cards[pick.holder].definition).name
                words.append(unknown if pick.holder in unseen else f"{unknown} is {name}")
            else:
                words.append(self._use(now, question, pick))
            question = msgspec.structs.replace(
                question, options=tuple(option for option in question.options if option != pick)
            )
        return ", ".join(words)

    def _use(self, now: Table, question: Question, pick: Use) -> str:
        holders = [option for option in question.options if isinstance(option, Use)]
        card = self._card(now, question, pick.holder, list({holder.holder: holder for holder in holders}.values()))
        name = definition(now.cards[pick.holder].definition).name
        counted = self.names.fitting_cards(now, name, {holder.holder for holder in holders})
        numbered = f"{name} #{counted.index(pick.holder) + 1}" if pick.holder in counted else name
        own = ability(pick.ability).name
        about = self.names.pick(now, question, pick, self.log).rpartition(" for ")[2]
        counts = [f"for {about} #{count}" for count in range(1, len(holders) + 1)]
        plain = [words for first in (card, numbered) for words in (first, f"{first}: {own}")]
        plain += [f"{words} for {about}" for words in plain]
        for words in (*plain, *(f"{words} {count}" for words in plain[:4] for count in counts)):
            try:
                if use_meant(words, now, self.log, self.names, question) == pick:
                    return words
            except NoSuchName:
                continue
        return f"{numbered}: {own}"

    # --- which lines are needed

    def _needed(self) -> list[str]:
        """Return the lines, leaving out those that decline something the next step cannot be mistaken for."""
        kept: list[WrittenLine] = []
        following: WrittenLine | None = None
        for line in reversed(self.written):
            before_count = bool(kept) and kept[-1].text.startswith("hand ") and isinstance(line.question, Main)
            if line.question is not None and not before_count and not self._could_be_for(following, line):
                continue
            kept.append(line)
            if line.seat >= 0 or line.text.startswith("turn "):
                following = line
        return [line.text for line in reversed(kept)]

    def _could_be_for(self, following: WrittenLine | None, declined: WrittenLine) -> bool:
        """Return whether the next step of this turn could be mistaken for an acceptance of what was declined."""
        if following is None or following.seat != declined.seat or declined.question is None:
            return False
        words = following.text.split(": ", 1)[-1] if ": " in following.text else following.text
        line: StepLine = read_line(_after_name(following.text, words))
        if isinstance(declined.question, Main):
            return True
        if line.verb in DECLINING and isinstance(declined.question, Cards):
            return line.verb != "pass"  # whatever was on offer, since nobody saw it
        if not can_answer(line, declined.question):
            return False
        card = self.names.card_meant(line.what)
        if isinstance(declined.question, Window) and card is not None and line.verb == "play":
            return may_be_held_for(card, declined.question)
        return True


_PILES: dict[type[Event], str] = {Returned: "hand", Taken: "hand", Placed: "deck", Discarded: "discard"}
"""The zones in which a house ruling can put cards."""


def _counted(picks: Sequence[Pick]) -> list[tuple[int, int]]:
    """Return the cards that get counters, and how many."""
    return list(Counter(int(pick) for pick in picks if isinstance(pick, int)).items())


def _after_name(text: str, words: str) -> str:
    """Return a step without its player's name."""
    try:
        read_line(text)
    except SmashUpError:
        return words
    return text


def _shown_by(log: Sequence[Event]) -> dict[int, list[int]]:
    """Return the positions at which everybody was shown a card."""
    view = SpectatorView()
    positions: dict[int, list[int]] = {}
    for event in log:
        view.take(event)
        for card in view.learned:
            positions.setdefault(card, []).append(event.position)
    return positions
