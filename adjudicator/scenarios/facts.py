"""Turns what happened earlier this turn into events, which become the turn's journal."""

from __future__ import annotations

from typing import Any, Protocol

from adjudicator.scenarios.listing import Keys, Listed, Listing
from adjudicator.scenarios.load import Misstated
from adjudicator.scenarios.model import FactStated
from core.printed.definitions import ability, definition, slug
from events.errors import SmashUpError
from events.vocabulary import (
    AbilityUsed,
    Buried,
    CardPlayed,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Event,
    Moved,
    Returned,
    StasisChanged,
    Transferred,
)
from projections.table import Table

_LEFT: dict[str, type[Event]] = {"destroyed": Destroyed, "discarded": Discarded, "returned": Returned}


class TableBeingSet(Protocol):
    """The table of a scenario while it is being set up, as far as this turn's facts need it."""

    table: Table
    listing: Listing
    plays: dict[str, int]

    def site(self, name: str, keys: Keys) -> int:
        """Return the site of a base by its name."""

    def listed_site(self, listed: Listed) -> int:
        """Return the site of a listed card."""

    def emit(self, kind: type[Event], at: Keys = (), /, **fields: Any) -> Event:
        """Append an event to the table."""


class Facts:
    """Turns the facts of this turn into events, on the table that is being set up."""

    def __init__(self, setting: TableBeingSet) -> None:
        self.setting = setting
        self.listing = setting.listing

    def shorthand(self, listed: Listed) -> None:
        """Emit the facts that the keys `moved_from` and `used` of a card stand for."""
        entry = listed.entry
        if entry.moved_from:
            origin = self.setting.site(entry.moved_from, (*listed.keys, "moved_from"))
            site = self.setting.listed_site(listed)
            self.setting.emit(
                Moved, (*listed.keys, "moved_from"), card=listed.number, origin=origin, site=site, seat=listed.seat
            )
        if entry.used:
            for key, holder, granted_by in self._used(listed):
                self.setting.emit(
                    AbilityUsed,
                    (*listed.keys, "used"),
                    seat=self.setting.table.cards[holder].controller,
                    holder=holder,
                    ability=key,
                    granted_by=granted_by,
                    site=self.setting.table.cards[holder].site,
                )

    def _used(self, listed: Listed) -> list[tuple[str, int, int]]:
        """Return the abilities of a card that were used: its talents, or those named."""
        abilities = [ability for ability in definition(listed.definition).abilities if ability.hook != "on-play"]
        if isinstance(listed.entry.used, tuple):
            slugs = {slug(name) for name in listed.entry.used}
            abilities = [
                ability for ability in abilities if slug(ability.name) in slugs or ability.key in listed.entry.used
            ]
        else:
            abilities = [ability for ability in abilities if ability.hook in ("talent", "on-your-turn")]
        if not abilities:
            names = ", ".join(ability.name for ability in definition(listed.definition).abilities) or "none"
            raise Misstated((*listed.keys, "used"), f"it has no such ability; its abilities: {names}")
        host = self.setting.table.cards[listed.number].host
        return [
            (ability.key, host, listed.number) if ability.grant else (ability.key, listed.number, 0)
            for ability in abilities
        ]

    def happens(self, fact: FactStated, listed: Listed, keys: Keys) -> None:
        """Emit one fact as its event."""
        card = self.setting.table.cards[listed.number]
        seat = self.listing.seat_or(fact.seat, listed.seat, (*keys, "seat"))
        site, by = self.setting.site(fact.base, (*keys, "base")), self.listing.number(fact.by, (*keys, "by"))
        number = listed.number
        match fact.event:
            case "card-played":
                self._played(listed, fact, seat, site, keys)
            case "ability-used":
                self.setting.emit(
                    AbilityUsed,
                    keys,
                    seat=seat,
                    holder=number,
                    ability=self._ability_key(listed, fact, keys),
                    granted_by=self.listing.number(fact.granted_by, (*keys, "granted_by")),
                    site=site or (card.site if card.zone != "base" else 0),
                )
            case "moved":
                origin = self.setting.site(fact.origin, (*keys, "origin"))
                self.setting.emit(Moved, keys, card=number, origin=origin, site=site, seat=seat, by=by)
            case "transferred":
                host = self.listing.number(fact.host, (*keys, "host"))
                self.setting.emit(
                    Transferred,
                    keys,
                    card=number,
                    site=site,
                    host=host,
                    origin=self.setting.site(fact.origin, (*keys, "origin")),
                    origin_host=self.listing.number(fact.origin_host, (*keys, "origin_host")),
                    seat=seat,
                    by=by,
                )
            case "destroyed" | "discarded" | "returned":
                self._left(listed, fact, seat, by, keys)
            case "buried":
                source = fact.source or "hand"
                self.setting.emit(Buried, keys, card=number, site=site, source=source, seat=seat, by=by, seen=fact.seen)
            case "stasis-changed":
                left = self.setting.table.cards[number].stasis + fact.amount if fact.left is None else fact.left
                self.setting.emit(StasisChanged, keys, card=number, amount=fact.amount, left=left, seat=seat, by=by)
            case "counters-transferred":
                target = self.listing.number(fact.target, (*keys, "target"))
                self.setting.emit(CountersChanged, keys, card=number, amount=fact.amount)
                self.setting.emit(CountersChanged, keys, card=target, amount=-fact.amount)
                self.setting.emit(
                    CountersTransferred, keys, card=number, target=target, amount=fact.amount, seat=seat, by=by
                )

    def _played(self, listed: Listed, fact: FactStated, seat: int, site: int, keys: Keys) -> None:
        host = self.listing.number(fact.host, (*keys, "host"))
        kind = definition(listed.definition)
        to = fact.to or ("attached" if host else kind.at_base if site or kind.is_minion else "resolving")
        if host and not site:
            site = self.setting.table.cards[host].site
        self.setting.emit(
            CardPlayed,
            keys,
            seat=seat,
            card=listed.number,
            source=fact.source or kind.played_from,
            to=to,
            site=site,
            host=host,
            allowance=self._spent(fact.play, (*keys, "play")),
            off_top=fact.off_top,
        )

    def _spent(self, name: str, keys: Keys) -> int:
        """Return the play that was used, by its name, or 0 if it makes no difference."""
        if name and name not in self.setting.plays:
            raise Misstated(keys, f"no play is named {name!r}: add name = … to one of the player's `plays`")
        return self.setting.plays[name] if name else 0

    def _left(self, listed: Listed, fact: FactStated, seat: int, by: int, keys: Keys) -> None:
        card = self.setting.table.cards[listed.number]
        more = {"reason": fact.reason} if fact.event == "discarded" else {}
        power = definition(listed.definition).power or 0 if fact.power is None else fact.power
        self.setting.emit(
            _LEFT[fact.event],
            keys,
            card=listed.number,
            to=card.owner,
            source=fact.source or card.zone,
            controller=self.listing.seat_or(fact.controller, card.controller, (*keys, "controller")),
            site=self.setting.site(fact.base, (*keys, "base")) or card.site,
            host=self.listing.number(fact.host, (*keys, "host")) or card.host,
            power=power,
            seat=seat,
            by=by,
            **more,
        )

    def _ability_key(self, listed: Listed, fact: FactStated, keys: Keys) -> str:
        granted_by = self.listing.card(fact.granted_by, (*keys, "granted_by")) if fact.granted_by else listed
        abilities = definition(granted_by.definition).abilities
        matching = [ability.key for ability in abilities if fact.ability in (ability.key, ability.name)] or _of_a_rule(
            fact.ability
        )
        if not matching:
            names = ", ".join(ability.name for ability in abilities) or "none"
            raise Misstated((*keys, "ability"), f"it has no ability {fact.ability!r}; its abilities: {names}")
        return matching[0]


def _of_a_rule(key: str) -> list[str]:
    """Return the key if it names something that a rule does to any card: uncovering, stasis."""
    try:
        known = ability(key)
    except SmashUpError:
        return []
    return [known.key] if known.card.type == "rule" else []
