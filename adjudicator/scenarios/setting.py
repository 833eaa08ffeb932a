"""Sets the table: turns a scenario's position into ordinary events, marked as set-up.

First, all cards are created in their piles, and what was in play before this turn is put there. Then the turn begins,
followed by this turn's facts in order (cards played, talents used, cards destroyed), and finally the remaining plays
and the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from adjudicator.scenarios.facts import Facts
from adjudicator.scenarios.listing import Keys, Listed, Listing
from adjudicator.scenarios.load import Misstated
from adjudicator.scenarios.model import (
    FactStated,
    LastingStated,
    PlayerStated,
    PlayStated,
    Scenario,
    stated_piles,
)
from adjudicator.scenarios.names import TableNames, is_base
from adjudicator.scenarios.soundness import ON_THE_TABLE, left_behind, wrong_with
from core.engine.game import RULES_VERSION
from core.printed.definitions import FIRST, definition, printing, slug
from core.rules.permissions import ARGUMENTS
from core.rules.setup import game_begun
from events.card_types import settings
from events.errors import SmashUpError
from events.vocabulary import (
    AllowanceGiven,
    BaseArrived,
    BaseLeft,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    Discarded,
    EffectBegan,
    Event,
    FactionChosen,
    GameBegun,
    PhaseBegan,
    Placed,
    SeatSetup,
    Shuffled,
    StasisEntered,
    Stored,
    Taken,
    TurnBegan,
    VictoryPointsChanged,
)
from events.zones import HOMES, PLAYER_PILES, ZONES, Zone, zones_where
from projections.table import IN_PLAY, Table

_MADE_THERE = PLAYER_PILES | zones_where(lambda row: row.holder == "table" and bool(row.key) and row.zone != "box")
"""Zones in which a scenario's cards are created. Other cards are created in their owner's hand and moved from there."""


class TableSetup:
    """The events that set the table, and the names used for what is on it."""

    def __init__(self, scenario: Scenario, edition: str) -> None:
        self.scenario = scenario
        self.edition = edition
        self.events: list[Event] = []
        self.table = Table()
        self.listing = Listing(scenario)
        self.sites: dict[str, int] = {}
        self._site_of: dict[int, int] = {}
        self.plays: dict[str, int] = {}
        unstated: Sequence[int] = ()
        if scenario.phase == "setup":
            self._begin_setup()
        else:
            unstated = self.listing.unstated
            self._set_table()
        self.names = TableNames(self.listing.nicknames, self.sites, unstated)

    def _begin_setup(self) -> None:
        """Begin before there are any cards if the scenario is about setting up a game, because the rules create the
        decks.
        """
        scenario = self.scenario
        for key in ("base", *(row.key for row in stated_piles("table")), "lasting", "happened"):
            if getattr(scenario, key):
                raise Misstated((key,), "before set-up there are no cards: state factions, an offer and chance")
        players = [scenario.player.get(name, PlayerStated()) for name in scenario.seats]

        def marked(factions: Iterable[str]) -> list[str]:
            # Every edition gets the same cards, so that the books are compared and not the printings.
            return [faction if "@" in faction else f"{faction}@{FIRST}" for faction in factions]

        try:
            begun = game_begun(
                scenario.seats,
                [marked(player.factions) for player in players] if any(player.factions for player in players) else (),
                edition_id=self.edition,
                first=self.listing.seat_or(scenario.turn, 0, ("turn",)),
                offer=marked(scenario.offer),
                **settings(scenario),
            )
        except SmashUpError as error:
            raise Misstated(("seats",), str(error)) from None
        begun = msgspec.structs.replace(begun, scenario=scenario.title)
        self.events.append(begun)
        self.table.apply(begun)

    # --- events

    def site(self, name: str, keys: Keys) -> int:
        """Return the site of a base in play by its nickname or name; 0 for none."""
        if not name:
            return 0
        for number, base in enumerate(self.scenario.base):
            called = slug(name) == slug(base.name) or is_base(self.listing.cards[number].definition, name)
            if called and number in self._site_of:
                return self._site_of[number]
        known = [base.name or base.card for base in self.scenario.base]
        raise Misstated(keys, f"{name!r} is not a base in play; there are {', '.join(known)}")

    def emit(self, kind: type[Event], at: Keys = (), /, **fields: Any) -> Event:
        """Append one event of the set-up, stated at a place of the file."""
        event = kind(position=len(self.events) + 1, cause=0 if kind is GameBegun else 1, **fields)
        if wrong := wrong_with(self.table, event):
            raise Misstated(_key_of(at, wrong[0]), wrong[1])
        self.events.append(event)
        self.table.apply(event)
        return event

    def _set_table(self) -> None:
        scenario = self.scenario
        self._begin()
        self._make_cards()
        self._bases_arrive(fresh=False)
        cards = [listed for listed in self.listing.cards if listed.zone != "base"]
        before = [listed for listed in cards if not self.listing.of_this_turn(listed)]
        for listed in cards:
            if listed.out_of_stasis:
                self._arrive(listed, "stasis", 0, 0)
        self._put_all(before)
        for listed in before:
            if not self.listing.starts_anew(listed):
                self._take_control(listed)
                self._add_counters(listed)
        self._give_points()
        self._last(lambda lasting: lasting.earlier)
        current = self.listing.seat_or(scenario.turn, 0, ("turn",))
        self.emit(TurnBegan, ("turn_number",), seat=current, number=scenario.turn_number)
        self._bases_arrive(fresh=True)
        self._this_turn(current)
        self._last(lambda lasting: not lasting.earlier and lasting.after is None)
        if not scenario.base:
            raise Misstated(("base",), "a game always has a base in play: add a [[base]]")
        self.emit(PhaseBegan, phase=scenario.phase)
        for listed in self.listing.cards:
            if wrong := left_behind(self.table, listed.number):
                raise Misstated(listed.keys, wrong)

    def _begin(self) -> None:
        scenario = self.scenario
        players = [scenario.player.get(name, PlayerStated()) for name in scenario.seats]
        seats = []
        for name, player in zip(scenario.seats, players, strict=True):
            try:
                seats.append(SeatSetup(name=name, factions=tuple(printing(faction).id for faction in player.factions)))
            except SmashUpError as error:
                raise Misstated(("player", name, "factions"), str(error)) from None
        self.emit(
            GameBegun,
            edition=self.edition,
            seats=tuple(seats),
            rules_version=RULES_VERSION,
            first=self.listing.seat_or(scenario.turn, 0, ("turn",)),
            scenario=scenario.title,
        )
        for seat, setup in enumerate(seats):
            for name in setup.factions:
                self.emit(FactionChosen, seat=seat, faction=name)

    def _make_cards(self) -> None:
        """Create cards in their piles; those in play begin in their owner's hand (bases: the base deck)."""
        made: list[tuple[int, Zone, int, list[str]]] = []
        for listed in self.listing.cards:
            owner, zone = listed.owner, listed.zone
            if zone == "base":
                zone = "base_deck"
            elif owner >= 0 and (zone not in _MADE_THERE or definition(listed.definition).is_brought):
                zone = definition(listed.definition).played_from
            elif owner < 0 and zone in IN_PLAY:
                zone = "aside"  # It never was in anybody's hand.
            if zone in PLAYER_PILES and (listed.facts or owner != listed.seat):
                zone = "hand"
            if listed.zone == "discard" and owner != listed.seat:
                raise Misstated(listed.keys, "a card is discarded to its owner's pile: list it there")
            if owner < 0 and ZONES[zone].holder != "table":
                raise Misstated(listed.keys, "the card has no owner: add owner = …")
            if made and made[-1][:2] == (owner, zone):
                made[-1][3].append(listed.definition)
            else:
                made.append((owner, zone, listed.number, [listed.definition]))
        for owner, zone, first, definitions in made:
            self.emit(CardsMade, seat=owner, zone=zone, first=first, definitions=tuple(definitions))

    def _bases_arrive(self, fresh: bool) -> None:
        for number, base in enumerate(self.scenario.base):
            if base.fresh is not fresh:
                continue
            site = len(self.events) + 1
            self.emit(BaseArrived, base=number + 1, site=site)
            self._site_of[number] = site
            if base.name:
                if base.name in self.sites or base.name in self.listing.nicknames:
                    raise Misstated(("base", number, "name"), f"the nickname {base.name!r} is already taken")
                self.sites[base.name] = site

    def _put_all(self, some: Iterable[Listed]) -> None:
        """Put cards where they were. A card on another one that is listed later is put after it."""
        early: list[tuple[Listed, Zone, int, int]] = []
        for listed in some:
            zone, site, host = self._place(listed)
            if zone == "attached" and self.table.cards[host].zone != "minions":
                early.append((listed, zone, site, host))
            else:
                self._arrive(listed, zone, site, host)
        for arguments in early:
            self._arrive(*arguments)

    def _place(self, listed: Listed) -> tuple[Zone, int, int]:
        """Return where a card was before this turn's facts: in play, or already in its place."""
        first = listed.first_move
        if first is not None:
            return self._place_before(listed, first)
        if listed.entry.moved_from:
            return listed.zone, self.site(listed.entry.moved_from, (*listed.keys, "moved_from")), 0
        in_stasis = bool(listed.host) and self.listing.cards[listed.host - 1].out_of_stasis
        return listed.zone, 0 if in_stasis else self.listed_site(listed), listed.host

    def listed_site(self, listed: Listed) -> int:
        """Return the site of the base under which a card is listed."""
        if listed.base < 0:
            return 0
        if listed.base not in self._site_of:
            raise Misstated(
                listed.keys,
                "it would have been there before the base: say how it got there (fresh, moved_from, [[happened]])",
            )
        return self._site_of[listed.base]

    def _place_before(self, listed: Listed, fact: FactStated) -> tuple[Zone, int, int]:
        keys: Keys = listed.keys
        site = self.site(fact.origin or fact.base, keys)
        if fact.source == "buried":
            return "buried", site, 0
        host = self.listing.number(fact.origin_host if fact.event == "transferred" else fact.host, keys)
        zone = definition(listed.definition).at_base
        return ("attached", site, host) if host and zone == "actions" else (zone, site, 0)

    def _arrive(self, listed: Listed, zone: Zone, site: int, host: int) -> None:
        number, seat, entry = listed.number, listed.seat, listed.entry
        if host and not site:
            site = self.table.cards[host].site
        if zone in ON_THE_TABLE:
            player = listed.owner if listed.owner >= 0 else seat
            player = self.listing.seat_or(entry.played_by, player, (*listed.keys, "played_by"))
            self.emit(
                CardPlayed,
                listed.keys,
                seat=player,
                card=number,
                source=HOMES.get(zone) or ("hand" if listed.owner >= 0 else "aside"),
                to=zone,
                site=site,
                host=host,
                off_top=entry.off_top,
            )
        elif zone == "buried":
            self.emit(Buried, listed.keys, card=number, site=site, source="hand", seat=seat)
        elif zone == "stored":
            self.emit(Stored, listed.keys, card=number, host=host, source="hand", seat=seat)
        elif zone == "stasis":
            since_then = sum(fact.amount for fact in listed.facts if fact.event == "stasis-changed")
            counters = (0 if listed.out_of_stasis else entry.counters) - since_then
            to = listed.owner if listed.out_of_stasis else seat
            self.emit(StasisEntered, listed.keys, card=number, to=to, counters=counters, source="hand", seat=seat)
        elif zone == "hand" and listed.owner != seat:
            self.emit(Taken, listed.keys, card=number, to=seat, source="hand", seen=False)
        elif zone in PLAYER_PILES and listed.owner != seat:
            self.emit(Placed, listed.keys, card=number, to=seat, source="hand", end="bottom", zone=zone)
        elif zone == "box" and listed.owner >= 0:
            self.emit(Boxed, listed.keys, card=number, to=-1, source="hand")

    def _take_control(self, listed: Listed) -> None:
        """Put another player's card under this player's control: by the stated layers, or by the action on it that
        gives control.
        """
        if listed.zone not in ON_THE_TABLE or self.table.cards[listed.number].zone != listed.zone:
            return
        for number, layer in enumerate(listed.entry.control):
            keys: Keys = (*listed.keys, "control", number)
            seat, tied_to = self.listing.seat(layer.seat, keys), self.listing.number(layer.tied_to, keys)
            self.emit(
                ControlChanged,
                keys,
                card=listed.number,
                controller=seat,
                tied_to=tied_to,
                seat=seat,
                by=tied_to,
                until=layer.until,
                until_seat=self.listing.seat_or(layer.until_seat, -1, (*keys, "until_seat")),
            )
        if self.table.cards[listed.number].controller != listed.seat:
            holder = self._held_by(listed)
            self.emit(
                ControlChanged,
                listed.keys,
                card=listed.number,
                controller=listed.seat,
                tied_to=holder,
                seat=listed.seat,
                by=holder,
            )

    def _held_by(self, listed: Listed) -> int:
        """Return the player's action on the card that gives control of it while it is there (Make Contact), or 0."""
        for number in reversed(self.table.cards[listed.number].attached):
            action = self.table.cards[number]
            abilities = definition(action.definition).abilities
            if action.controller == listed.seat and any(
                ability.hook == "on-play" and ability.label == "ongoing" for ability in abilities
            ):
                return number
        return 0

    def _give_points(self) -> None:
        for name, player in self.scenario.player.items():
            if player.vp:
                self.emit(
                    VictoryPointsChanged, ("player", name, "vp"), to=self.scenario.seats.index(name), amount=player.vp
                )

    def _add_counters(self, listed: Listed) -> None:
        """Add power counters. In stasis they have a key of their own, because `counters` are stasis counters there."""
        key = "power_counters" if listed.zone == "stasis" else "counters"
        if amount := getattr(listed.entry, key):
            self.emit(CountersChanged, (*listed.keys, key), card=listed.number, amount=amount, seat=listed.seat)

    # --- this turn

    def _this_turn(self, current: int) -> None:
        facts = Facts(self)
        self._give_plays(current)
        happened = self.scenario.happened
        earlier = max((number for number, fact in enumerate(happened, 1) if fact.phase), default=0)
        if not earlier:
            self._play_cards_began()
        anew = [card for card in self.listing.cards if card.zone != "base" and self.listing.starts_anew(card)]
        self._put_all(arriving for arriving in anew if not arriving.facts and not self.listing.waits_for_host(arriving))
        for number, fact in enumerate(happened):
            self._last(lambda lasting, position=number: lasting.after == position)  # type: ignore[misc]
            facts.happens(fact, self.listing.concerned[number], ("happened", number))
            if number + 1 == earlier:
                self._play_cards_began()
        self._last(lambda lasting: lasting.after is not None and lasting.after >= len(happened))
        for listed in self.listing.cards:
            facts.shorthand(listed)
        for listed in self.listing.cards:
            self._settle(listed)
        for listed in anew:
            self._take_control(listed)
            self._add_counters(listed)
        self._order_decks()
        self._order_stasis()
        for number, base in enumerate(self.scenario.base):
            if base.left:
                self.emit(BaseLeft, ("base", number, "left"), base=number + 1, site=self._site_of[number])

    def _play_cards_began(self) -> None:
        """Begin Play Cards if the scenario begins in the middle of it, because the following facts happened there."""
        cards = self.listing.cards
        stated = self.scenario.happened or any(
            self.listing.of_this_turn(listed) or listed.entry.used for listed in cards
        )
        if stated and self.scenario.phase == "play":
            self.emit(PhaseBegan, phase="play")

    def _settle(self, listed: Listed) -> None:
        """Bring a card with facts of this turn to the place where it is listed."""
        card = self.table.cards[listed.number]
        if card.zone == listed.zone or not (listed.facts or self.listing.waits_for_host(listed)):
            return
        number, seat, zone = listed.number, listed.seat, card.zone
        if listed.zone == "hand":
            self.emit(Taken, listed.keys, card=number, to=seat, source=zone)
        elif listed.zone == "discard":
            self.emit(Discarded, listed.keys, card=number, to=seat, source=zone)
        elif listed.zone == "stasis":  # Its counters are the present ones, whatever was removed this turn.
            self.emit(
                StasisEntered, listed.keys, card=number, to=seat, counters=listed.entry.counters, source=zone, seat=seat
            )
        elif listed.zone in ("stored", "box"):
            site = self.listed_site(listed)
            self._arrive(listed, listed.zone, site, listed.host)
        elif ZONES[listed.zone].holder in ("seat", "table"):
            self.emit(Placed, listed.keys, card=number, to=seat, source=zone, end="bottom", zone=listed.zone)
        else:
            where = self.scenario.base[listed.base].card if listed.base >= 0 else listed.zone
            raise Misstated(listed.keys, f"what happened to it this turn does not lead to {where}")

    def _order_decks(self) -> None:
        for seat, player in enumerate(self.table.seats):
            order = tuple(
                listed.number for listed in self.listing.cards if listed.zone == "deck" and listed.seat == seat
            )
            if sorted(order) == sorted(player.deck) and list(order) != player.deck:
                self.emit(Shuffled, zone="deck", seat=seat, order=order)

    def _order_stasis(self) -> None:
        """Put cards in stasis in the order in which they came there, including those with facts of this turn."""
        for seat, player in enumerate(self.table.seats):
            order = [listed.number for listed in self.listing.cards if listed.zone == "stasis" and listed.seat == seat]
            if order != player.piles["stasis"]:
                for number in order:
                    counters, keys = self.table.cards[number].stasis, self.listing.cards[number - 1].keys
                    to = {"to": seat, "counters": counters, "keeps": True}
                    self.emit(StasisEntered, keys, card=number, source="stasis", seat=seat, **to)

    # --- plays, and what lasts

    def _give_plays(self, current: int) -> None:
        plays: list[tuple[int, PlayStated, Keys]] = []
        for seat, name in enumerate(self.scenario.seats):
            stated = self.scenario.player.get(name, PlayerStated()).plays
            if stated is None:
                stated = ("minion", "action") if seat == current and self.scenario.phase == "play" else ()
            for number, play in enumerate(stated):
                keys: Keys = ("player", name, "plays", number)
                plays.append((seat, self._play(play, keys), keys))
        for offset, (_, play, _) in enumerate(plays, 1):
            if play.name:  # Known in advance, because a group of plays names its first and last.
                self.plays[play.name] = len(self.events) + offset
        for seat, play, keys in plays:
            self.emit(
                AllowanceGiven,
                keys,
                seat=seat,
                kind=play.kind,
                condition=play.condition,
                arguments=self._arguments(play, keys),
                site=self.site(play.base, (*keys, "base")),
                extra=play.extra,
                until=play.until,
                by=self.listing.number(play.by, (*keys, "by")),
            )

    def _play(self, play: str | PlayStated, keys: Keys) -> PlayStated:
        if isinstance(play, PlayStated):
            return play
        words = play.split()
        if words[-1:] not in (["minion"], ["action"], ["card"]) or words[:-1] not in ([], ["extra"]):
            raise Misstated(keys, f"{play!r} is not a play: use minion, action, extra minion or extra action")
        return PlayStated(kind=words[-1], extra=len(words) > 1)  # type: ignore[arg-type]

    def _arguments(self, play: PlayStated, keys: Keys) -> tuple[str, ...]:
        """Return the arguments of a play's condition, with bases as their sites."""
        pairs = zip_longest(play.arguments, ARGUMENTS.get(play.condition, ())[: len(play.arguments)], fillvalue="")
        keys = (*keys, "arguments")
        return tuple(
            str(self.site(text[1:], keys)) if kind == "base" and text.startswith("@") else self.argument(text, keys)
            for text, kind in pairs
        )

    def argument(self, text: str, keys: Keys) -> str:
        """Return an argument of a lasting effect or a play.

        `@name` stands for the number of a play, a base or a card.
        """
        if not text.startswith("@"):
            return text
        name = text[1:]
        if name in self.plays:
            return str(self.plays[name])
        if name in self.sites:
            return str(self.sites[name])
        return str(self.listing.number(name, keys))

    def _last(self, now: Callable[[LastingStated], bool]) -> None:
        """Emit the lasting effects that begin at this point."""
        for number, lasting in enumerate(self.scenario.lasting):
            if now(lasting):
                self._begin_lasting(lasting, ("lasting", number))

    def _begin_lasting(self, lasting: LastingStated, keys: Keys) -> None:
        cards = tuple(self._target(name, (*keys, "cards")) for name in lasting.cards)
        site = self.site(lasting.base, (*keys, "base"))
        if lasting.kind in ("breakpoint", "set-breakpoint") and not cards and site:
            cards, site = (self.table.sites[site].base,), 0
        by = self.listing.number(lasting.by, (*keys, "by"))
        but = None
        if lasting.but is not None:
            but = (lasting.but[0], self.listing.number(lasting.but[1], (*keys, "but")))
        self.emit(
            EffectBegan,
            keys,
            kind=lasting.kind,
            cards=cards,
            amount=lasting.amount,
            ability=lasting.ability,
            arguments=tuple(self.argument(argument, keys) for argument in lasting.arguments),
            site=site,
            until=lasting.until,
            until_seat=self.listing.seat_or(lasting.until_seat, -1, (*keys, "until_seat")),
            but=but,
            by=by,
            seat=self.listing.seat_or(lasting.seat, self.table.cards[by].controller if by else -1, (*keys, "seat")),
        )

    def _target(self, name: str, keys: Keys) -> int:
        if name in self.sites:
            return self.table.sites[self.sites[name]].base
        return self.listing.number(name, keys)


_KEYS = {"site": "base", "holder": "card"}
"""The names of event fields in a scenario file."""


def _key_of(at: Keys, field: str) -> Keys:
    """Return the path to what a file says about a field. Facts, lasting effects and plays have keys of their own."""
    return (
        (*at, _KEYS.get(field, field)) if field and (at[:1] in (("happened",), ("lasting",)) or "plays" in at) else at
    )


def set_up(scenario: Scenario, edition: str) -> TableSetup:
    """Set up a scenario's table in an edition."""
    return TableSetup(scenario, edition)
