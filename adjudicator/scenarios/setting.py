"""Setting the table: a scenario's position as ordinary events, marked as set-up.

All cards are made in their piles first; what was in play before this turn is put there; the turn begins; then come this
turn's facts in order (cards played, talents used, what was destroyed); last the plays that are left and the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.scenarios.load import Misstated
from adjudicator.scenarios.model import (
    AnyCard,
    CardStated,
    FactStated,
    LastingStated,
    PlayerStated,
    PlayStated,
    Scenario,
)
from adjudicator.scenarios.names import Names, NoSuchName, base_id, card_id, is_base
from core.definitions import ability, definition, faction, slug
from core.game import RULES_VERSION
from core.setup import game_begun
from events.errors import SmashUpError
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    BaseArrived,
    BaseLeft,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    EffectBegan,
    Event,
    FactionChosen,
    GameBegun,
    Moved,
    PhaseBegan,
    Placed,
    Returned,
    SeatSetup,
    Shuffled,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from projections.table import Table

FILLER_DECK = ("vanilla 0",) * 10
FILLER_BASES = ("vanilla 25 4/2/1", "vanilla 24 4/2/1", "vanilla 23 4/2/1")

NOBODY = "nobody"
"""In the place of a player: a rule did it."""

Keys = tuple[str | int, ...]

_LEAVING: dict[str, type[Event]] = {"destroyed": Destroyed, "discarded": Discarded, "returned": Returned}
_MOVING = frozenset({*_LEAVING, "card-played", "moved", "transferred", "buried"})


class Listed:
    """A card of the scenario and the place in which it must end up."""

    __slots__ = ("base", "definition", "entry", "facts", "host", "keys", "number", "owner", "seat", "zone")

    def __init__(self, number: int, entry: CardStated, keys: Keys, *, owner: int, seat: int, zone: str) -> None:
        self.number = number
        self.entry = entry
        self.keys = keys
        self.owner = owner
        self.seat = seat
        self.zone = zone
        self.base = -1
        self.host = 0
        self.definition = ""
        self.facts: list[FactStated] = []


class Setting:
    """The events that set the table, and what things are called at it."""

    def __init__(self, scenario: Scenario, edition: str) -> None:
        self.scenario = scenario
        self.edition = edition
        self.events: list[Event] = []
        self.table = Table()
        self.cards: list[Listed] = []
        self.nicknames: dict[str, int] = {}
        self.sites: dict[str, int] = {}
        self._site_of: dict[int, int] = {}
        self._plays: dict[str, int] = {}
        self._concerned: list[Listed] = []  # the card of each fact of this turn
        if scenario.phase == "setup":
            self._begin_setup()
        else:
            self._list_cards()
            self._set_table()
        self.names = Names(self.nicknames, self.sites)

    def _begin_setup(self) -> None:
        """A scenario of setting up a game begins before there is any card: the rules make the decks."""
        scenario = self.scenario
        for key in ("base", "base_deck", "base_discard", "madness", "box", "lasting", "happened"):
            if getattr(scenario, key):
                raise Misstated((key,), "before setting up there are no cards: state factions, an offer and chance")
        players = [scenario.player.get(name, PlayerStated()) for name in scenario.seats]
        try:
            begun = game_begun(
                scenario.seats,
                [player.factions for player in players] if any(player.factions for player in players) else (),
                edition_id=self.edition,
                first=self._seat_or(scenario.turn, 0, ("turn",)),
                offer=scenario.offer,
            )
        except SmashUpError as error:
            raise Misstated(("seats",), str(error)) from None
        begun = msgspec.structs.replace(begun, scenario=scenario.title)
        self.events.append(begun)
        self.table.apply(begun)

    # --- listing ------------------------------------------------------------------------------------------------

    def _list_cards(self) -> None:
        scenario = self.scenario
        for number, base in enumerate(scenario.base):
            self._list(CardStated(card=base.card), ("base", number, "card"), -1, -1, "base", base=number)
        self._list_all(scenario.base_deck, ("base_deck",), -1, "base_deck")
        if not scenario.base_deck_exact:
            self._list_all(FILLER_BASES, ("base_deck",), -1, "base_deck")
        self._list_all(scenario.base_discard, ("base_discard",), -1, "base_discard")
        for name, zone in ((name, zone) for name in scenario.seats for zone in ("hand", "deck", "discard", "stasis")):
            player = scenario.player.get(name, PlayerStated())
            cards = getattr(player, zone)
            seat = scenario.seats.index(name)
            self._list_all(FILLER_DECK if cards is None else cards, ("player", name, zone), seat, zone)
        for number, base in enumerate(scenario.base):
            for zone, by_seat in (("minions", base.minions), ("actions", base.actions), ("buried", base.buried)):
                for name, cards in by_seat.items():
                    keys = ("base", number, name) if zone == "minions" else ("base", number, zone, name)
                    self._list_all(cards, keys, scenario.seats.index(name), zone, base=number)
        self._list_all(scenario.madness, ("madness",), -1, "madness")
        self._list_all(scenario.box, ("box",), -1, "box")
        for number, fact in enumerate(scenario.happened):
            self._take_fact(fact, ("happened", number))

    def _list_all(self, cards: Iterable[AnyCard], keys: Keys, seat: int, zone: str, base: int = -1) -> None:
        for number, card in enumerate(cards):
            entry = CardStated(card=card) if isinstance(card, str) else card
            owner = self._seat(entry.owner, (*keys, number, "owner")) if entry.owner else seat
            self._list(entry, (*keys, number), owner, seat, zone, base=base)

    def _list(
        self, entry: CardStated, keys: Keys, owner: int, seat: int, zone: str, *, base: int = -1, host: int = 0
    ) -> Listed:
        listed = Listed(len(self.cards) + 1, entry, keys, owner=owner, seat=seat, zone=zone)
        listed.base, listed.host = base, host
        try:
            listed.definition = base_id(entry.card) if zone.startswith("base") else card_id(entry.card)
        except NoSuchName as error:
            raise Misstated(keys, str(error)) from None
        self.cards.append(listed)
        if entry.name:
            if entry.name in self.nicknames:
                raise Misstated(keys, f"two cards are called {entry.name!r}")
            self.nicknames[entry.name] = listed.number
        for key, under, inner in (("on", "attached", entry.on), ("under", "stored", entry.under)):
            for number, card in enumerate(inner):
                other = CardStated(card=card) if isinstance(card, str) else card
                place: Keys = (*keys, key, number)
                by = self._seat(other.by, place) if other.by else seat
                owner_of = self._seat(other.owner, place) if other.owner else by
                self._list(other, place, owner_of, by, under, base=base, host=listed.number)
        return listed

    def _take_fact(self, fact: FactStated, keys: Keys) -> None:
        """Know which card a fact of this turn is about; a card that has left is made for it."""
        leaving = fact.event in ("destroyed", "discarded", "returned")
        if fact.card in self.nicknames or not leaving:
            listed = self.listed(fact.card, keys)
            listed.facts.append(fact)
            self._concerned.append(listed)
            return
        controller = self._seat(fact.controller or fact.owner or fact.seat, (*keys, "controller"))
        owner = self._seat(fact.owner, keys) if fact.owner else controller
        zone = "hand" if fact.event == "returned" else "discard"
        listed = self._list(CardStated(card=fact.card), keys, owner, owner, zone)
        listed.facts.append(fact)
        self._concerned.append(listed)

    # --- finding ------------------------------------------------------------------------------------------------

    def listed(self, name: str, keys: Keys) -> Listed:
        """The card of the scenario that a name means, by nickname or printed name (`#2`: the second of them)."""
        if name in self.nicknames:
            return self.cards[self.nicknames[name] - 1]
        bare, _, nth = name.partition("#")
        wanted = slug(bare)
        fitting = [
            one for one in self.cards if slug(definition(one.definition).name) == wanted or one.definition == name
        ]
        if nth.strip().isdecimal():
            fitting = fitting[int(nth) - 1 : int(nth)]
        if not fitting:
            raise Misstated(keys, f"{name!r} is none of the cards of this scenario")
        if len(fitting) > 1 and any(one.zone != "deck" for one in fitting):
            raise Misstated(keys, f"{name!r} is {len(fitting)} cards: give the one you mean a nickname (name = …)")
        return fitting[0]

    def _number(self, name: str, keys: Keys) -> int:
        return self.listed(name, keys).number if name else 0

    def _seat(self, name: str, keys: Keys) -> int:
        if name not in self.scenario.seats:
            raise Misstated(keys, f"{name!r} is none of {', '.join(self.scenario.seats)}")
        return self.scenario.seats.index(name)

    def _seat_or(self, name: str, otherwise: int, keys: Keys) -> int:
        if name == NOBODY:
            return -1
        return self._seat(name, keys) if name else otherwise

    def _site(self, name: str, keys: Keys) -> int:
        if not name:
            return 0
        for number, base in enumerate(self.scenario.base):
            called = slug(name) == slug(base.name) or is_base(self.cards[number].definition, name)
            if called and number in self._site_of:
                return self._site_of[number]
        known = [base.name or base.card for base in self.scenario.base]
        raise Misstated(keys, f"{name!r} is none of the bases in play: {', '.join(known)}")

    # --- events -------------------------------------------------------------------------------------------------

    def _emit(self, kind: type[Event], /, **fields: Any) -> Event:
        event = kind(position=len(self.events) + 1, cause=0 if kind is GameBegun else 1, **fields)
        self.events.append(event)
        self.table.apply(event)
        return event

    def _set_table(self) -> None:
        scenario = self.scenario
        self._begin()
        self._make_cards()
        self._bases_arrive(fresh=False)
        before = [listed for listed in self.cards if not self._of_this_turn(listed)]
        for listed in before:
            self._put(listed)
        for listed in before:
            if not self._starts_anew(listed):
                self._take_control(listed)
                self._add_counters(listed)
        self._give_points()
        self._last(lambda lasting: lasting.earlier)
        current = self._seat_or(scenario.turn, 0, ("turn",))
        self._emit(TurnBegan, seat=current, number=scenario.turn_number)
        self._bases_arrive(fresh=True)
        self._this_turn(current)
        self._last(lambda lasting: not lasting.earlier and lasting.after is None)
        self._emit(PhaseBegan, phase=scenario.phase)

    def _begin(self) -> None:
        scenario = self.scenario
        players = [scenario.player.get(name, PlayerStated()) for name in scenario.seats]
        seats = []
        for name, player in zip(scenario.seats, players, strict=True):
            try:
                seats.append(SeatSetup(name=name, factions=tuple(faction(one).id for one in player.factions)))
            except SmashUpError as error:
                raise Misstated(("player", name, "factions"), str(error)) from None
        self._emit(
            GameBegun,
            edition=self.edition,
            seats=tuple(seats),
            rules_version=RULES_VERSION,
            first=self._seat_or(scenario.turn, 0, ("turn",)),
            scenario=scenario.title,
        )
        for seat, setup in enumerate(seats):
            for name in setup.factions:
                self._emit(FactionChosen, seat=seat, faction=name)

    def _make_cards(self) -> None:
        """Cards in a pile are made there; the others in their owner's hand (bases: the base deck), to be put."""
        made: list[tuple[int, str, int, list[str]]] = []
        for listed in self.cards:
            owner, zone = listed.owner, listed.zone
            if zone == "base":
                zone = "base_deck"
            elif zone not in ("hand", "deck", "discard", "base_deck", "base_discard", "madness") and owner >= 0:
                zone = "hand"
            if zone in ("hand", "deck", "discard") and (listed.facts or owner != listed.seat):
                zone = "hand"
            if listed.zone == "discard" and owner != listed.seat:
                raise Misstated(listed.keys, "a card is discarded to the pile of its owner: list it there")
            if owner < 0 and zone not in ("base_deck", "base_discard", "madness", "box"):
                raise Misstated(listed.keys, "whose card is it? (owner = …)")
            if made and made[-1][:2] == (owner, zone):
                made[-1][3].append(listed.definition)
            else:
                made.append((owner, zone, listed.number, [listed.definition]))
        for owner, zone, first, definitions in made:
            self._emit(CardsMade, seat=owner, zone=zone, first=first, definitions=tuple(definitions))

    def _bases_arrive(self, fresh: bool) -> None:
        for number, base in enumerate(self.scenario.base):
            if base.fresh is not fresh:
                continue
            site = len(self.events) + 1
            self._emit(BaseArrived, base=number + 1, site=site)
            self._site_of[number] = site
            if base.name:
                if base.name in self.sites or base.name in self.nicknames:
                    raise Misstated(("base", number, "name"), f"{base.name!r} is the name of something else already")
                self.sites[base.name] = site

    def _of_this_turn(self, listed: Listed) -> bool:
        """Whether a card came to its place this turn."""
        if listed.entry.fresh or (listed.host and self._of_this_turn(self.cards[listed.host - 1])):
            return True
        first = _first_move(listed)
        return first is not None and first.event in ("card-played", "buried")

    def _starts_anew(self, listed: Listed) -> bool:
        """Whether what happened this turn makes it a new card: control and counters come after that."""
        return self._of_this_turn(listed) or any(fact.event in _LEAVING for fact in listed.facts)

    def _put(self, listed: Listed) -> None:
        """Put a card where it was before what happened this turn: in play, or in its place at once."""
        if listed.zone == "base":
            return
        first = _first_move(listed)
        if first is not None:
            zone, site, host = self._place_before(listed, first)
        elif listed.entry.moved_from:
            zone, site, host = listed.zone, self._site(listed.entry.moved_from, (*listed.keys, "moved_from")), 0
        else:
            zone, site, host = listed.zone, self._listed_site(listed), listed.host
        self._arrive(listed, zone, site, host)

    def _listed_site(self, listed: Listed) -> int:
        """The site of the base under which a card is listed."""
        if listed.base < 0:
            return 0
        if listed.base not in self._site_of:
            raise Misstated(
                listed.keys, "it was there before the base was: say how it came (fresh, moved_from, [[happened]])"
            )
        return self._site_of[listed.base]

    def _place_before(self, listed: Listed, fact: FactStated) -> tuple[str, int, int]:
        keys: Keys = listed.keys
        site = self._site(fact.origin or fact.base, keys)
        host = self._number(fact.origin_host if fact.event == "transferred" else fact.host, keys)
        if definition(listed.definition).is_minion:
            return "minions", site, 0
        return ("attached" if host else "actions"), site, host

    def _arrive(self, listed: Listed, zone: str, site: int, host: int) -> None:
        number, seat, entry = listed.number, listed.seat, listed.entry
        if host and not site:
            site = self.table.cards[host].site
        if zone in ("minions", "actions", "attached"):
            taken = listed.owner >= 0 and listed.owner != seat and not entry.played_by
            player = listed.owner if taken else seat
            self._emit(
                CardPlayed,
                seat=player,
                card=number,
                source="hand",
                to=zone,
                site=site,
                host=host,
                off_top=entry.off_top,
            )
        elif zone == "buried":
            self._emit(Buried, card=number, site=site, source="hand", seat=seat)
        elif zone == "stored":
            self._emit(Stored, card=number, host=host, source="hand", seat=seat)
        elif zone == "stasis":
            since_then = sum(fact.amount for fact in listed.facts if fact.event == "stasis-changed")
            counters = entry.counters - since_then
            self._emit(StasisEntered, card=number, to=seat, counters=counters, source="hand", seat=seat)
        elif zone == "hand" and listed.owner != seat:
            self._emit(Taken, card=number, to=seat, source="hand", seen=False)
        elif zone == "deck" and listed.owner != seat:
            self._emit(Placed, card=number, to=seat, source="hand", end="bottom")
        elif zone == "box" and listed.owner >= 0:
            self._emit(Boxed, card=number, to=-1, source="hand")

    def _take_control(self, listed: Listed) -> None:
        """Another's card under this player's control: the layers stated, or one that depends on nothing."""
        if listed.zone not in ("minions", "actions", "attached") or self.table.cards[listed.number].zone != listed.zone:
            return
        for number, layer in enumerate(listed.entry.control):
            keys: Keys = (*listed.keys, "control", number)
            seat, tied_to = self._seat(layer.seat, keys), self._number(layer.tied_to, keys)
            self._emit(ControlChanged, card=listed.number, controller=seat, tied_to=tied_to, seat=seat, by=tied_to)
        if self.table.cards[listed.number].controller != listed.seat:
            self._emit(ControlChanged, card=listed.number, controller=listed.seat, seat=listed.seat)

    def _give_points(self) -> None:
        for name, player in self.scenario.player.items():
            if player.vp:
                self._emit(VictoryPointsChanged, to=self.scenario.seats.index(name), amount=player.vp)

    def _add_counters(self, listed: Listed) -> None:
        if listed.entry.counters and listed.zone != "stasis":
            self._emit(CountersChanged, card=listed.number, amount=listed.entry.counters, seat=listed.seat)

    # --- this turn ----------------------------------------------------------------------------------------------

    def _this_turn(self, current: int) -> None:
        self._give_plays(current)
        anew = [listed for listed in self.cards if self._starts_anew(listed)]
        for listed in anew:
            if not listed.facts and not self._waits_for_host(listed):
                self._put(listed)
        for number, fact in enumerate(self.scenario.happened):
            self._last(lambda lasting, so_far=number: lasting.after == so_far)  # type: ignore[misc]
            self._fact(fact, self._concerned[number], ("happened", number))
        self._last(lambda lasting: lasting.after is not None and lasting.after >= len(self.scenario.happened))
        for listed in self.cards:
            self._shorthand(listed)
        for listed in self.cards:
            self._settle(listed)
        for listed in anew:
            self._take_control(listed)
            self._add_counters(listed)
        self._order_decks()
        for number, base in enumerate(self.scenario.base):
            if base.left:
                self._emit(BaseLeft, base=number + 1, site=self._site_of[number])

    def _waits_for_host(self, listed: Listed) -> bool:
        """Whether the card it lies on or under is still to come, by what happened this turn."""
        return (
            bool(listed.host)
            and self._of_this_turn(self.cards[listed.host - 1])
            and bool(self.cards[listed.host - 1].facts)
        )

    def _shorthand(self, listed: Listed) -> None:
        """`moved_from` and `used` of a card."""
        entry = listed.entry
        if entry.moved_from:
            origin = self._site(entry.moved_from, (*listed.keys, "moved_from"))
            site = self._listed_site(listed)
            self._emit(Moved, card=listed.number, origin=origin, site=site, seat=listed.seat)
        if entry.used:
            for key, holder, granted_by in self._used(listed):
                self._emit(
                    AbilityUsed,
                    seat=self.table.cards[holder].controller,
                    holder=holder,
                    ability=key,
                    granted_by=granted_by,
                    site=self.table.cards[holder].site,
                )

    def _used(self, listed: Listed) -> list[tuple[str, int, int]]:
        """The abilities of a card that were used: its talents, or those named."""
        held = [one for one in definition(listed.definition).abilities if one.hook != "on-play"]
        if isinstance(listed.entry.used, tuple):
            wanted = {slug(name) for name in listed.entry.used}
            held = [one for one in held if slug(one.name) in wanted or one.key in listed.entry.used]
        else:
            held = [one for one in held if one.hook in ("talent", "on-your-turn")]
        if not held:
            names = ", ".join(one.name for one in definition(listed.definition).abilities) or "none"
            raise Misstated((*listed.keys, "used"), f"it has no such ability; its abilities: {names}")
        host = self.table.cards[listed.number].host
        return [(one.key, host, listed.number) if one.grant else (one.key, listed.number, 0) for one in held]

    def _fact(self, fact: FactStated, listed: Listed, keys: Keys) -> None:
        card = self.table.cards[listed.number]
        seat = self._seat_or(fact.seat, listed.seat, (*keys, "seat"))
        site, by = self._site(fact.base, (*keys, "base")), self._number(fact.by, (*keys, "by"))
        number = listed.number
        match fact.event:
            case "card-played":
                self._played(listed, fact, seat, site, keys)
            case "ability-used":
                self._emit(
                    AbilityUsed,
                    seat=seat,
                    holder=number,
                    ability=self._ability_key(listed, fact, keys),
                    granted_by=self._number(fact.granted_by, (*keys, "granted_by")),
                    site=site or (card.site if card.zone != "base" else 0),
                )
            case "moved":
                origin = self._site(fact.origin, (*keys, "origin"))
                self._emit(Moved, card=number, origin=origin, site=site, seat=seat, by=by)
            case "transferred":
                host = self._number(fact.host, (*keys, "host"))
                self._emit(
                    Transferred,
                    card=number,
                    site=site,
                    host=host,
                    origin=self._site(fact.origin, (*keys, "origin")),
                    origin_host=self._number(fact.origin_host, (*keys, "origin_host")),
                    seat=seat,
                    by=by,
                )
            case "destroyed" | "discarded" | "returned":
                self._left(listed, fact, seat, by, keys)
            case "buried":
                source = fact.source or "hand"
                self._emit(Buried, card=number, site=site, source=source, seat=seat, by=by, seen=fact.seen)
            case "stasis-changed":
                self._emit(StasisChanged, card=number, amount=fact.amount, seat=seat, by=by)
            case "counters-transferred":
                target = self._number(fact.target, (*keys, "target"))
                self._emit(CountersChanged, card=number, amount=fact.amount)
                self._emit(CountersChanged, card=target, amount=-fact.amount)
                self._emit(CountersTransferred, card=number, target=target, amount=fact.amount, seat=seat, by=by)

    def _played(self, listed: Listed, fact: FactStated, seat: int, site: int, keys: Keys) -> None:
        host = self._number(fact.host, (*keys, "host"))
        kind = definition(listed.definition)
        to = fact.to or ("minions" if kind.is_minion else "attached" if host else "actions" if site else "resolving")
        if host and not site:
            site = self.table.cards[host].site
        self._emit(
            CardPlayed,
            seat=seat,
            card=listed.number,
            source=fact.source or "hand",
            to=to,
            site=site,
            host=host,
            allowance=self._plays[fact.play] if fact.play else 0,
            off_top=fact.off_top,
        )

    def _left(self, listed: Listed, fact: FactStated, seat: int, by: int, keys: Keys) -> None:
        card = self.table.cards[listed.number]
        more = {"reason": fact.reason} if fact.event == "discarded" else {}
        power = definition(listed.definition).power or 0 if fact.power is None else fact.power
        self._emit(
            _LEAVING[fact.event],
            card=listed.number,
            to=card.owner,
            source=fact.source or card.zone,
            controller=self._seat_or(fact.controller, card.controller, (*keys, "controller")),
            site=self._site(fact.base, (*keys, "base")) or card.site,
            host=self._number(fact.host, (*keys, "host")) or card.host,
            power=power,
            seat=seat,
            by=by,
            **more,
        )

    def _ability_key(self, listed: Listed, fact: FactStated, keys: Keys) -> str:
        granted_by = self.listed(fact.granted_by, (*keys, "granted_by")) if fact.granted_by else listed
        held = definition(granted_by.definition).abilities
        found = [one.key for one in held if fact.ability in (one.key, one.name)]
        if not found:
            names = ", ".join(one.name for one in held) or "none"
            raise Misstated((*keys, "ability"), f"it has no ability {fact.ability!r}; its abilities: {names}")
        return found[0]

    def _settle(self, listed: Listed) -> None:
        """A card with a story of this turn comes to the place where it is listed."""
        card = self.table.cards[listed.number]
        if card.zone == listed.zone or not (listed.facts or self._waits_for_host(listed)):
            return
        number, seat, zone = listed.number, listed.seat, card.zone
        if listed.zone == "hand":
            self._emit(Taken, card=number, to=seat, source=zone)
        elif listed.zone == "deck":
            self._emit(Placed, card=number, to=seat, source=zone, end="bottom")
        elif listed.zone == "discard":
            self._emit(Discarded, card=number, to=seat, source=zone)
        elif listed.zone in ("stored", "stasis", "box"):
            site = self._listed_site(listed)
            self._arrive(listed, listed.zone, site, listed.host)
        else:
            place = self.scenario.base[listed.base].card if listed.base >= 0 else listed.zone
            raise Misstated(listed.keys, f"what happened to it this turn does not lead to {place}")

    def _order_decks(self) -> None:
        for seat, player in enumerate(self.table.seats):
            order = tuple(one.number for one in self.cards if one.zone == "deck" and one.seat == seat)
            if sorted(order) == sorted(player.deck) and list(order) != player.deck:
                self._emit(Shuffled, zone="deck", seat=seat, order=order)

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
            if play.name:  # known beforehand: a group of plays names its first and last
                self._plays[play.name] = len(self.events) + offset
        for seat, play, keys in plays:
            self._emit(
                AllowanceGiven,
                seat=seat,
                kind=play.kind,
                condition=play.condition,
                arguments=tuple(self._argument(one, keys) for one in play.arguments),
                site=self._site(play.base, (*keys, "base")),
                extra=play.extra,
                until=play.until,
                by=self._number(play.by, (*keys, "by")),
            )

    def _play(self, play: str | PlayStated, keys: Keys) -> PlayStated:
        if isinstance(play, PlayStated):
            return play
        words = play.split()
        if words[-1:] not in (["minion"], ["action"], ["card"]) or words[:-1] not in ([], ["extra"]):
            raise Misstated(keys, f"{play!r} is not a play such as minion, action or extra minion")
        return PlayStated(kind=words[-1], extra=len(words) > 1)  # type: ignore[arg-type]

    def _argument(self, text: str, keys: Keys) -> str:
        """An argument of a lasting effect or a play: `@name` stands for the number of a play, a base or a card."""
        if not text.startswith("@"):
            return text
        name = text[1:]
        if name in self._plays:
            return str(self._plays[name])
        if name in self.sites:
            return str(self.sites[name])
        return str(self._number(name, keys))

    def _last(self, now: Callable[[LastingStated], bool]) -> None:
        """The lasting effects that begin at this point."""
        for number, lasting in enumerate(self.scenario.lasting):
            if now(lasting):
                self._begin_lasting(lasting, ("lasting", number))

    def _begin_lasting(self, lasting: LastingStated, keys: Keys) -> None:
        if lasting.ability:
            try:
                ability(lasting.ability)
            except SmashUpError as error:
                raise Misstated((*keys, "ability"), str(error)) from None
        cards = tuple(self._target(name, (*keys, "cards")) for name in lasting.cards)
        site = self._site(lasting.base, (*keys, "base"))
        if lasting.kind in ("breakpoint", "set-breakpoint") and not cards and site:
            cards, site = (self.table.sites[site].base,), 0
        by = self._number(lasting.by, (*keys, "by"))
        but = None
        if lasting.but is not None:
            but = (lasting.but[0], self._number(lasting.but[1], (*keys, "but")))
        self._emit(
            EffectBegan,
            kind=lasting.kind,
            cards=cards,
            amount=lasting.amount,
            ability=lasting.ability,
            arguments=tuple(self._argument(one, keys) for one in lasting.arguments),
            site=site,
            until=lasting.until,
            until_seat=self._seat_or(lasting.until_seat, -1, (*keys, "until_seat")),
            but=but,
            by=by,
            seat=self._seat_or(lasting.seat, self.table.cards[by].controller if by else -1, (*keys, "seat")),
        )

    def _target(self, name: str, keys: Keys) -> int:
        if name in self.sites:
            return self.table.sites[self.sites[name]].base
        return self._number(name, keys)


def _first_move(listed: Listed) -> FactStated | None:
    """The first thing this turn that took a card from one place to another."""
    return next((fact for fact in listed.facts if fact.event in _MOVING), None)


def set_up(scenario: Scenario, edition: str) -> Setting:
    """A scenario's table in an edition."""
    return Setting(scenario, edition)


def set_up_length(events: Sequence[Event]) -> int:
    """How many events of a scenario's log are its set-up: those up to its first phase."""
    return next((event.position for event in events if isinstance(event, PhaseBegan)), 0)
