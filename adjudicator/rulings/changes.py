"""What changed between two positions of a game, in sentences for a player, the most telling first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.games.power_breakdown import Addend, breakpoint_sum, power_sum, total_sum
from core.engine.game import Game
from core.engine.power import breakpoint_of, power, power_at, total_powers
from core.rules.turn import WINNING_POINTS
from events.questions import Cards, Hosts, Main, Play, Use, Window
from events.vocabulary import (
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseSwapped,
    CardPlayed,
    Destroyed,
    Discarded,
    Drawn,
    DuelEnded,
    Event,
    Forbidden,
    Placed,
    Replaced,
    ScoringBegan,
    Shuffled,
)
from events.zones import HOMES, TRANSIENT, zones_where
from projections.plain_words import NameOf, Words, a, counted, listed, ordinal, repeated
from projections.prompts import describe, prompt
from projections.table import IN_PLAY, Card
from projections.timeline import sentence

MOST_OPTIONS = 8
NOTHING_CHANGED = "nothing on the table changes"
NOBODY_WON = "nobody has won yet"
_OFF_TABLE = (
    zones_where(lambda row: row.pile and row.holder in ("seat", "table")) - TRANSIENT - frozenset(HOMES.values())
)
"""The piles that cards go to, other than back to a place of their own."""
_LAID_OPEN = zones_where(lambda row: row.holder == "seat" and not row.ordered) - frozenset(HOMES.values())
"""The piles of players whose cards are told apart, so that a card can be seen to change its player."""


def changed(before: Game, after: Game, name_of: NameOf) -> list[str]:
    """Return how the table differs from `before`, who has won, and what is asked next."""
    return _Changes(before, after, name_of).sentences()


def what_changed(before: Game, after: Game, name_of: NameOf) -> list[str]:
    """Return how the table differs from `before`, without the winner and the next question."""
    return _Changes(before, after, name_of).happened()


def standing(game: Game, name_of: NameOf) -> list[str]:
    """Return the minions whose power differs from the printed power, each with its breakdown."""
    return list(_Changes(game, game, name_of).standing())


def power_at_bases(game: Game, name_of: NameOf) -> list[str]:
    """Return how much of its breakpoint each base with power has, and whose power it is."""
    return list(_Changes(game, game, name_of).at_bases())


class _Changes:
    def __init__(self, before: Game, after: Game, name_of: NameOf) -> None:
        self.before, self.after, self.name_of = before, after, name_of
        self.events: Sequence[Event] = after.log[len(before.log) :]
        self.words = Words(after.table, name_of)
        self.destroyed = {event.card for event in self.events if isinstance(event, Destroyed)}
        self.played = {event.card for event in self.events if isinstance(event, CardPlayed)}
        self.done = {  # where these cards go is clear without asking: resolved actions, and cards at a scored base
            event.card
            for event in self.events
            if isinstance(event, Discarded)
            and (event.card in self.played or event.rule == "score.after")
            and after.table.cards[event.card].zone == "discard"
        }
        self.drawn = {number for event in self.events if isinstance(event, Drawn) for number in event.cards}

    def sentences(self) -> list[str]:
        """Return what changed, who has won and what is asked next."""
        lines, winner = self.happened() or [NOTHING_CHANGED], self.winner()
        if winner == NOBODY_WON:
            lines.append(winner)
        else:  # somebody has won, or leads with enough points and has not
            lines.insert(sum(isinstance(event, Awarded) for event in self.events), winner)
        return list(dict.fromkeys([*lines, self.next()]))

    def happened(self) -> list[str]:
        """Return what changed on the table."""
        moved = [number for number in self.after.table.cards if self.has_moved(number)]
        new = [number for number in moved if number not in self.drawn | self.done]
        sentences = [*self.scored(), *self.duels(), *self.prevented()]
        sentences += self.fates(number for number in new if number not in self.played)
        sentences += self.powers(played=False)
        sentences += self.stayed()
        sentences += self.fates(number for number in new if number in self.played)
        sentences += self.powers(played=True)
        sentences += [*self.counters(), *self.stasis(), *self.totals(), *self.new_bases(), *self.breakpoints()]
        sentences += [*self.lasting(), *self.draws(), *self.points()]
        sentences += self.fates(number for number in moved if number in self.done - self.drawn)
        return list(dict.fromkeys(sentences))

    def standing(self) -> Iterator[str]:
        """Return the minions whose power differs from the printed power, each with its breakdown."""
        for minion in self.after.table.minions():
            total = power_sum(self.after, minion, self.words.card)
            if not total.plain:
                yield f"{self.called(minion.number)} has {total.total} power: {total.parts_in_words()}"

    def at_bases(self) -> Iterator[str]:
        """Return how much of its breakpoint each base with power has, and whose power it is."""
        for site in self.after.table.sites:
            by_seat = total_powers(self.after, site)
            totals = [(by_seat[seat], player.name) for seat, player in enumerate(self.after.table.seats)]
            has = [f"{name} {power}" for power, name in sorted(totals, key=lambda total: -total[0]) if power]
            if has:
                needed = f"{power_at(self.after, site)} of {breakpoint_of(self.after, site)} power"
                yield f"{self.words.base(site)} has {needed} ({', '.join(has)})"

    # --- bases and points

    def scored(self) -> Iterator[str]:
        players = self.after.table.seats
        for event in self.events:
            if isinstance(event, Awarded):
                ranked = sorted((place, seat) for seat, place in enumerate(event.places) if place)
                places = [f"{players[seat].name} {ordinal(place)} ({event.awards[seat]} VP)" for place, seat in ranked]
                yield f"{self.words.card(event.base)} scores: {', '.join(places) or 'nobody takes a place'}"
        if self.passed_scoring() and not any(isinstance(event, ScoringBegan) for event in self.events):
            table = self.before.table
            totals = [
                f"{self.words.base(site)} has {power_at(self.before, site)} of {breakpoint_of(self.before, site)} power"
                for site in table.sites
                if site in self.after.table.sites
            ]
            yield f"no base scores: {listed(totals)}" if totals else "no base scores"

    def passed_scoring(self) -> bool:
        """Return whether the situation began with Score Bases, and the phase is over."""
        return self.before.table.phase == "score" and self.after.table.phase != "score"

    def duels(self) -> Iterator[str]:
        """Return how duels ended."""
        for event in self.events:
            if isinstance(event, DuelEnded):
                text = sentence(event, self.after.table, self.name_of).rstrip(".")
                yield f"the duel{text[8:]}" if text.startswith("The duel ") else text

    def points(self) -> Iterator[str]:
        for was, now in zip(self.before.table.seats, self.after.table.seats, strict=True):
            if gained := now.victory_points - was.victory_points:
                yield f"{now.name} has {now.victory_points} VP ({gained:+d})"

    def new_bases(self) -> Iterator[str]:
        """Return the bases that were swapped for others, and those that came without one of them scoring."""
        scored = any(isinstance(event, Awarded) for event in self.events)
        for event in self.events:
            if isinstance(event, BaseSwapped) or (isinstance(event, BaseArrived) and not scored):
                yield sentence(event, self.after.table, self.name_of).rstrip(".")

    def lasting(self) -> Iterator[str]:
        """Return the new lasting effects that no number on the table shows."""
        old = {effect.number for effect in self.before.table.lasting}
        for effect in self.after.table.lasting:
            if effect.number in old or effect.kind in ("power", "set-power", "breakpoint", "set-breakpoint"):
                continue
            by_card = effect.kind == "ability"
            does = f"{self.words.card(effect.by)} stays in effect" if by_card else self.words.lasting(effect)
            yield f"{does} {self.words.until(effect)}"

    def breakpoints(self) -> Iterator[str]:
        for site in self.after.table.sites:
            if site in self.before.table.sites and breakpoint_of(self.before, site) != breakpoint_of(self.after, site):
                total = breakpoint_sum(self.after, site, self.words.card)
                yield f"the breakpoint of {self.words.base(site)} is {total}"

    # --- cards

    def called(self, number: int) -> str:
        """Return a card's name, with its player if another card in play shares the name."""
        name = self.words.card(number)
        same = (card for card in self.after.table.cards.values() if card.zone in IN_PLAY or card.number == number)
        return name if sum(self.words.card(card.number) == name for card in same) < 2 else self.words.owned(number)

    def has_moved(self, number: int) -> bool:
        """Return whether a card has moved. Moves within decks and the base deck do not count."""
        now, was = self.after.table.cards[number], self.before.table.cards.get(number)
        if was is None or was.zone == "base" or now.zone in ("base", "resolving"):
            return False
        if was.zone == now.zone and now.zone not in IN_PLAY:
            return now.zone in _LAID_OPEN and was.controller != now.controller
        return _place(was) != _place(now)

    def fates(self, numbers: Iterator[int]) -> Iterator[str]:
        """Return what happened to cards, with one sentence for cards that share a fate."""
        alike: dict[tuple[str, str], list[str]] = {}
        for number in numbers:
            alike.setdefault(self.fate(number), []).append(self.called(number))
        for (single, many), names in alike.items():
            yield f"{_each(names)} {single if len(names) == 1 else many}"

    def pile(self, number: int) -> str:
        """Return the pile that a card has gone to; in a deck, also the end it is at, unless the deck was shuffled."""
        card = self.after.table.cards[number]
        pile = self.words.pile(card.zone, card.controller)
        put = next(
            (earlier for earlier in reversed(self.events) if isinstance(earlier, Placed) and earlier.card == number),
            None,
        )
        if card.zone != "deck" or put is None:
            return pile
        if any(isinstance(event, Shuffled) and event.position > put.position for event in self.events):
            return pile
        deck = self.after.table.seats[card.controller].deck
        end = "top" if deck[0] == number else "bottom" if deck[-1] == number else ""
        return f"the {end} of {pile}" if end else pile

    def fate(self, number: int) -> tuple[str, str]:
        """Return what happened to a card, in the singular and in the plural."""
        now, was = self.after.table.cards[number], self.before.table.cards[number]
        words = self.words
        if now.zone in _OFF_TABLE:
            pile = self.pile(number)
            if now.zone == "hand" and was.zone != "hand":
                return f"returns to {pile}", f"return to {pile}"
            if number in self.destroyed:
                return f"is destroyed and goes to {pile}", f"are destroyed and go to {pile}"
            return f"goes to {pile}", f"go to {pile}"
        if now.zone in HOMES.values():
            home = words.where(now).replace("the", words.whose(now.controller))
            back = f"{'destroyed and ' if number in self.destroyed else ''}back {home}"
            return f"is {back}", f"are {back}"
        if now.zone == "attached":
            on = f"on {self.called(now.host)}"
            return (
                (f"moves: it is now {on}", f"move: they are now {on}")
                if was.zone in IN_PLAY
                else (f"is {on}", f"are {on}")
            )
        if now.zone == "stored":
            return f"lies under {self.called(now.host)}", f"lie under {self.called(now.host)}"
        if now.zone == "buried":
            return f"is buried at {words.base(now.site)}", f"are buried at {words.base(now.site)}"
        if was.zone in IN_PLAY and was.site != now.site:
            return f"moves to {words.base(now.site)}", f"move to {words.base(now.site)}"
        if was.zone in IN_PLAY and was.controller != now.controller:
            taker = words.player(now.controller)
            return f"is now controlled by {taker}", f"are now controlled by {taker}"
        if now.site:
            whose = f" under {words.whose(now.controller)} control" if now.controller != now.owner else ""
            return f"is now at {words.base(now.site)}{whose}", f"are now at {words.base(now.site)}{whose}"
        where = words.where(now) or "set aside"
        return f"is {where}", f"are {where}"

    def powers(self, *, played: bool) -> Iterator[str]:
        """Return the minions whose power changed, each with its breakdown."""
        for minion in self.after.table.minions():
            was = self.before.table.cards.get(minion.number)
            new = was is None or was.zone != "minions"
            total = power_sum(self.after, minion, self.words.card)
            if (
                new != played
                or (new and total.plain)
                or (was is not None and not new and power(self.before, was) == total.total)
            ):
                continue
            yield f"{self.called(minion.number)} has {total.total} power" + (
                "" if total.plain else f": {total.parts_in_words()}"
            )

    def counters(self) -> Iterator[str]:
        """Return the cards other than minions that have more or fewer +1 power counters than before."""
        for card in self.after.table.cards.values():
            was = self.before.table.cards.get(card.number)
            if card.zone != "minions" and was is not None and was.counters != card.counters and was.zone == card.zone:
                many = {0: "no +1 power counter", 1: "a +1 power counter"}.get(card.counters)
                many = many or f"{card.counters} +1 power counters"
                yield f"{self.called(card.number)} has {many}"

    def stasis(self) -> Iterator[str]:
        """Return the cards in stasis that have more or fewer stasis counters than before."""
        for card in self.after.table.cards.values():
            was = self.before.table.cards.get(card.number)
            if was is not None and was.zone == card.zone == "stasis" and was.stasis != card.stasis:
                counters = counted(card.stasis, "stasis counter") if card.stasis else "no stasis counter"
                yield f"{self.called(card.number)} has {counters} left"

    def totals(self) -> Iterator[str]:
        """Return the totals at bases that changed by more than the power of minions."""
        for site in self.after.table.sites:
            for seat in range(len(self.after.table.seats)):
                total = total_sum(self.after, seat, site, self.words.card)
                was = total_sum(self.before, seat, site).parts if site in self.before.table.sites else ()
                if _besides_minions(was) != _besides_minions(total.parts):
                    at = f"at {self.words.base(site)}"
                    yield f"{self.words.player(seat)} has {total.total} power {at}: {total.parts_in_words() or 'nothing'}"

    def prevented(self) -> Iterator[str]:
        """Return what a card or a rule prevented."""
        for event in self.events:
            if isinstance(event, Forbidden | Replaced):
                yield sentence(event, self.after.table, self.name_of).rstrip(".")

    def stayed(self) -> Iterator[str]:
        """Return the cards that a player chose and that did not move."""
        chosen = [number for number in self.chosen() if number in self.before.table.cards]
        for number in dict.fromkeys(chosen):
            card = self.after.table.cards[number]
            if card.zone == "minions" and not self.has_moved(number):
                yield f"{self.called(number)} stays at {self.words.base(card.site)}"

    def chosen(self) -> Iterator[int]:
        """Return the cards picked in answers and the cards that an effect was prevented for."""
        question = self.before.question
        for event in self.events:
            if isinstance(event, Forbidden | Replaced):
                yield event.card
            elif isinstance(event, Asked):
                question = event.question
            elif isinstance(event, Answered) and isinstance(question, Cards | Hosts):
                yield from (pick for pick in event.picks if isinstance(pick, int))

    def draws(self) -> Iterator[str]:
        for seat, player in enumerate(self.after.table.seats):
            drawn = [self.words.card(number) for number in player.hand if number in self.drawn]
            if drawn:
                yield f"{self.words.player(seat)} draws {_each(drawn)}"

    # --- what comes next

    def winner(self) -> str:
        winners = self.after.table.winners
        if not winners:
            return NOBODY_WON + self.why_not_won()
        return f"{self.words.players(winners)} {'wins' if len(winners) == 1 else 'win'} the game"

    def why_not_won(self) -> str:
        """Return why nobody has won, if somebody has enough points to win."""
        seats = self.after.table.seats
        most = max(seat.victory_points for seat in seats)
        leaders = [number for number, seat in enumerate(seats) if seat.victory_points == most]
        if most < WINNING_POINTS:
            return ""
        if len(leaders) > 1:
            return f": {self.words.players(leaders)} tie for the lead with {most} VP"
        if "reading.madness-tie" in self.after.readings:
            return ": the players are tied after the Madness count, and the turns go on"
        return f": {self.words.player(leaders[0])} leads with {most} VP, and the turn is not over"

    def next(self) -> str:
        table, question = self.after.table, self.after.question
        if question is None:
            return "nothing more is asked"
        player = self.words.player(table.asked)
        if isinstance(question, Main):
            return (
                f"next, {player} may {self.to_do(question)}"
                if question.options
                else f"{player} has nothing left to play or use"
            )
        offered = list(dict.fromkeys(describe(pick, question, table, self.name_of) for pick in question.options))
        shown = f"{', '.join(offered[:MOST_OPTIONS])}{' …' if len(offered) > MOST_OPTIONS else ''}" or "nothing"
        kind = " may act" if isinstance(question, Window) else " is asked"
        return f"{player}{kind} next: {prompt(question, table, self.name_of)} – {shown}"

    def to_do(self, question: Main) -> str:
        """Return what may be played or used now: "play a minion or an action, or use Zeppelin"."""
        played = {self.after.facts[pick.card].type for pick in question.options if isinstance(pick, Play)}
        types = sorted(played, reverse=True)  # minions first
        uses = dict.fromkeys(self.words.card(pick.holder) for pick in question.options if isinstance(pick, Use))
        plays = f"play {' or '.join(a(noun) for noun in types)}" if types else ""
        return ", or ".join(filter(None, [plays, f"use {' or '.join(uses)}" if uses else ""]))


def _each(names: Sequence[str]) -> str:
    """Return names in words, counting equal ones."""
    return listed(repeated(names, "{times} × {name}"))


def _besides_minions(parts: Sequence[Addend]) -> int:
    return sum(part.amount for part in parts if part.why != "minion")


def _place(card: Card) -> tuple[object, ...]:
    return (card.zone, 0 if card.host else card.site, card.host, card.controller)  # what lies on a card goes with it
