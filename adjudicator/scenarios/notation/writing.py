"""Writes a situation: the shortest line that reads back as the same table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from adjudicator.scenarios.model import (
    AnyCard,
    BaseStated,
    FactStated,
    LastingStated,
    PlayerStated,
    PlayStated,
    Scenario,
    Shuffle,
)
from adjudicator.scenarios.names import NoSuchName
from adjudicator.scenarios.notation.reading import (
    BASE_PILES,
    EXACT,
    IN_ONE_LIST,
    PHASES,
    PILES,
    TABLE_PILES,
    UNKNOWN,
    UNKNOWN_CARD,
    _Reading,
    setup_of,
)
from adjudicator.scenarios.notation.spans import SituationError, quoted
from adjudicator.scenarios.notation.words import base_name, card_name
from events.card_types import settings

_SHORT = {"card", "name", "on", "under"}
_TO = {phase: words for words, phase in PHASES.items()}


def situation_line(scenario: Scenario, *, unknown: bool = False) -> str:
    """Return the table of a scenario in one line, without steps and expectations.

    `unknown`: write `?` for `vanilla 0`, which stands for the cards that somebody does not know.
    """
    setup = setup_of(scenario)
    line = _Writing(setup, unknown=unknown).line()
    try:
        same = _Reading(line, "").seats_named() == setup.seats
    except SituationError:
        same = False
    return line if same else f"players: {', '.join(map(quoted, setup.seats))} | {line}"


class _Writing:
    def __init__(self, setup: Scenario, *, unknown: bool = False) -> None:
        self.setup = setup
        self.unknown = unknown

    def line(self) -> str:
        setup = self.setup
        parts = [self._base(base) for base in setup.base]
        parts += [
            player for name in setup.seats if (player := self._player(name, setup.player.get(name, PlayerStated())))
        ]
        for words, row in reversed(TABLE_PILES.items()):
            cards = getattr(setup, row.key)
            exact = row.zone == "base_deck" and setup.base_deck_exact
            if cards or exact:
                parts.append(f"{EXACT if exact else words}: {self._cards(cards, base=row.bases)}")
        if setup.offer:
            parts.append(f"offer: {', '.join(map(quoted, setup.offer))}")
        if setup.chance:
            parts.append(f"chance: {', '.join(self._chance(pick) for pick in setup.chance)}")
        if setup.lasting:
            parts.append(f"lasting: {', '.join(self._effect(effect) for effect in setup.lasting)}")
        if setup.happened:
            parts.append(f"happened: {', '.join(self._fact(fact) for fact in setup.happened)}")
        parts.append(self._status())
        return " | ".join(parts)

    def _status(self) -> str:
        setup = self.setup
        parts = [f"{setup.turn} to {_TO[setup.phase]}"]
        if setup.turn_number != 1:
            parts.append(f"turn {setup.turn_number}")
        if setup.until is not None:
            parts.append(f"until {setup.until}")
        parts += [name for name, agreed in settings(setup).items() if agreed]
        if setup.editions != "all":
            parts.append(" ".join(setup.editions))
        return ", ".join(parts)

    def _base(self, base: BaseStated) -> str:
        head = f"{quoted(base.name)}=" if base.name else ""
        head += _short_name(base.card, base=True)
        flags = [flag for flag in ("fresh", "left") if getattr(base, flag)]
        head += f"{{{', '.join(flags)}}}" if flags else ""
        groups = []
        for seat in self.setup.seats:
            if cards := [card for row in IN_ONE_LIST for card in getattr(base, row).get(seat, ())]:
                groups.append(f"{quoted(seat)} {self._cards(cards)}")
            for key in BASE_PILES:
                if cards := getattr(base, key).get(seat, ()):
                    groups.append(f"{quoted(seat)} {key}: {self._cards(cards)}")
        return f"{head}: {'; '.join(groups)}" if groups else f"{head}:"

    def _player(self, name: str, player: PlayerStated) -> str:
        parts = []
        for zone in PILES:
            cards = getattr(player, zone)
            if cards or (cards is not None and zone == "deck"):
                parts.append(f"{zone}: {self._cards(cards, stasis=zone == 'stasis')}")
        if player.factions:
            parts.append(f"factions: {', '.join(map(quoted, player.factions))}")
        if player.plays is not None:
            parts.append(f"plays: {', '.join(self._play(play) for play in player.plays) or 'none'}")
        if player.vp:
            parts.append(f"vp: {player.vp}")
        return f"{quoted(name)} {'; '.join(parts)}" if parts else ""

    def _play(self, play: str | PlayStated) -> str:
        if isinstance(play, str):
            return play
        facts = _facts(play, {"kind", "extra"})
        return f"{'extra ' if play.extra else ''}{play.kind}{facts}"

    def _cards(self, cards: Sequence[AnyCard], *, base: bool = False, stasis: bool = False) -> str:
        written = [self._card(card, base=base, stasis=stasis) for card in cards]
        counted = [(text, len(list(same))) for text, same in groupby(written)]
        return ", ".join(f"{count}x {text}" if count > 1 else text for text, count in counted) or "none"

    def _card(self, card: AnyCard, *, base: bool = False, stasis: bool = False, inner: bool = False) -> str:
        if isinstance(card, str):
            return UNKNOWN if self.unknown and card == UNKNOWN_CARD else _short_name(card, base=base)
        nickname = f"{quoted(card.name)}=" if card.name else ""
        short = set(_SHORT)
        owner = ""
        if inner and card.by:
            owner, short = f"{card.by}'s ", short | {"by"}
        elif not inner and card.owner:
            owner, short = f"{card.owner}'s ", short | {"owner"}
        counters = ""
        for field in ("counters", "power_counters"):
            if (amount := getattr(card, field)) > 0 and (stasis or field == "counters"):
                counters += f"{'*' if stasis and field == 'counters' else '+'}{amount}"
                short.add(field)
        on, under = (
            ", ".join(self._card(inner_card, inner=True) for inner_card in cards) if cards else ""
            for cards in (card.on, card.under)
        )
        name = UNKNOWN if self.unknown and card.card == UNKNOWN_CARD else _short_name(card.card, base=base)
        text = f"{nickname}{owner}{name}{counters}"
        text += f" [{on}]" if on else ""
        text += f" ({under})" if under else ""
        facts = _facts(card, short)
        return text + (f" {facts}" if facts else "")

    def _chance(self, chance: str | Shuffle) -> str:
        return quoted(chance) if isinstance(chance, str) else f"shuffle[{', '.join(map(quoted, chance.shuffle))}]"

    def _effect(self, lasting: LastingStated) -> str:
        return f"{lasting.kind}{_facts(lasting, {'kind'})}"

    def _fact(self, fact: FactStated) -> str:
        return f"{fact.event} {quoted(fact.card)}{_facts(fact, {'event', 'card'})}"


def _short_name(name: str, *, base: bool) -> str:
    """Return a name in the shortest form that reads back as the same name."""
    complete = base_name if base else card_name
    bare = name.removeprefix("vanilla ")
    for text in (bare, name.strip('"')):
        try:
            if quoted(text) == text and complete(text) == name and (text.isdecimal() or bare == name or base):
                return text
        except NoSuchName:
            continue
    return quoted(name)


def _facts(stated: msgspec.Struct, but: Iterable[str]) -> str:
    """Return, in braces, everything a part states that has no short form."""
    rest = {key: value for key, value in msgspec.to_builtins(stated).items() if key not in set(but)}
    return f"{{{_table(rest)}}}" if rest else ""


def _table(contents: Mapping[str, Any]) -> str:
    return ", ".join(key if value is True else f"{key}={_value(value)}" for key, value in contents.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{{_table(value)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(item) for item in value)}]"
    return quoted(str(value))
