"""`smashup cards` and `smashup card`: what is printed on the cards, in our words."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from adjudicator.cli.options import CardName, FactionName, Json, SetName
from adjudicator.cli.output import console, listing, print_json
from core.printed.definitions import FACTIONS, SETS, Ability, Definition, all_definitions, slug
from events.errors import SmashUpError

TYPES = ("minion", "action", "base")


class NoSuchCard(SmashUpError):
    """No card is called that."""


def cards(
    set_name: SetName = None,
    faction: FactionName = None,
    type: Annotated[str | None, typer.Option("--type", metavar="minion|action|base", help="Of this type.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="With these words in name or text.")] = None,
    json: Json = False,
) -> None:
    """List cards and bases.

    Examples:

    \b
      smashup cards --faction ghosts
      smashup cards --type base --text "after this base scores"
      smashup cards --set awesome-level-9000 --json
    """
    found = [card for card in all_definitions() if matches(card, set_name, faction, type, text)]
    if json:
        print_json([facts_of(card) for card in found])
        return
    console().print(card_table(found, with_faction=faction is None))


def card_table(found: list[Definition], *, with_faction: bool) -> Table:
    """Cards in a table, without a column that would say the same in every line."""
    table = listing("Name", "Type", ">Power", ">Copies", *(["Faction"] if with_faction else []), "Text")
    for card in found:
        number = card.breakpoint if card.is_base else card.power
        kind = card.kind if card.is_action and card.kind != "standard" else card.type
        count = "" if card.is_base else str(card.copies)
        faction = [card.faction] if with_faction else []
        numbers = ("" if number is None else str(number), count)
        table.add_row(Text(card.name, "bold"), kind, *numbers, *faction, Text(card.text))
    return table


def matches(card: Definition, set_name: str | None, faction: str | None, type: str | None, text: str | None) -> bool:
    """Whether a card passes the filters; a filter that no card can pass is refused."""
    if type is not None and type not in TYPES:
        raise SmashUpError(f"There is no type {type!r}: a card is a {', '.join(TYPES[:-1])} or {TYPES[-1]}.")
    if set_name is not None and slug(set_name) not in known_sets():
        raise SmashUpError(f"There is no set {set_name!r}: there are {', '.join(known_sets())}.")
    if faction is not None and slug(faction) not in known_factions():
        raise SmashUpError(f"There is no faction {faction!r}: there are {', '.join(known_factions())}.")
    return (
        (set_name is None or card.set == slug(set_name))
        and (faction is None or card.faction == slug(faction))
        and (type is None or card.type == type)
        and (text is None or text.lower() in f"{card.name} {card.text}".lower())
    )


def known_sets() -> list[str]:
    """The sets there are cards of."""
    return list(dict.fromkeys(card.set for card in all_definitions()))


def known_factions() -> list[str]:
    """The factions that cards or bases belong to."""
    return sorted({card.faction for card in all_definitions()})


def facts_of(card: Definition) -> dict[str, Any]:
    """A card's facts for programs."""
    return {
        "id": card.id,
        "name": card.name,
        "set": card.set,
        "faction": card.faction,
        "type": card.type,
        "power": card.power,
        "copies": None if card.is_base else card.copies,
        "kind": card.kind or None,
        "labels": list(card.labels),
        "tags": list(card.tags),
        "text": card.text,
        "breakpoint": card.breakpoint,
        "vp": list(card.vp) if card.is_base else None,
    }


def card(name: CardName, json: Json = False) -> None:
    """Show all there is to know about a card.

    A name need not be quite right; an id is unambiguous.

    Examples:

    \b
      smashup card "cub scout"
      smashup card borscht
      smashup card steampunks/zeppelin --json
    """
    found = look_up(name)
    if json:
        print_json(facts_of(found) | {"abilities": [ability_facts(held) for held in found.abilities]})
        return
    out = console()
    out.print(Text(found.name, "bold"))
    out.print(headline(found))
    out.print(Text(found.text or "No ability."))
    if found.abilities:
        table = listing("Ability", "Label", "When", "Key")
        for held in found.abilities:
            table.add_row(held.name, held.label or "base", moment(held), Text(held.key, "dim"))
        out.print()
        out.print(table)


def headline(card: Definition) -> str:
    """Type, numbers, faction and set in a line."""
    faction = FACTIONS[card.faction].name if card.faction in FACTIONS else card.faction
    if card.is_base:
        what = f"base, breakpoint {card.breakpoint}, {'/'.join(str(points) for points in card.vp)} VP"
    elif card.is_minion:
        what = f"minion, power {card.power}, {copies(card.copies)}"
    else:
        what = f"action{f' ({card.kind})' if card.kind != 'standard' else ''}, {copies(card.copies)}"
    tags = f" · {', '.join(card.tags)}" if card.tags else ""
    return escape(f"{what} · {faction} · {SETS.get(card.set, card.set)}{tags} · {card.id}")


def copies(count: int) -> str:
    """How many of a card there are."""
    return "1 copy" if count == 1 else f"{count} copies"


def ability_facts(held: Ability) -> dict[str, Any]:
    """An ability for programs."""
    return {
        "key": held.key,
        "name": held.name,
        "label": held.label,
        "when": moment(held),
        "zone": held.zone,
        "optional": held.may,
    }


def moment(held: Ability) -> str:
    """When an ability acts, in words."""
    events = [hook.__name__ for hook in held.hooks if not isinstance(hook, str)]
    hook = held.hook if isinstance(held.hook, str) else f"after {' or '.join(events)}"
    words = hook.replace("-", " ")
    if held.zone != "play":
        words += f", {'as a ' + held.zone + ' effect' if held.zone == 'lasting' else 'in the ' + held.zone}"
    return words + (", optional" if held.may else "")


def look_up(name: str) -> Definition:
    """The card that is meant: by id, by name, by a part of its name, by something like it."""
    known = all_definitions()
    wanted = slug(name.rpartition("/")[2])
    for test in (
        lambda card: card.id == name.lower(),
        lambda card: slug(card.name) == wanted,
        lambda card: wanted and slug(card.name).startswith(wanted),
        lambda card: wanted and wanted in slug(card.name),
    ):
        found = [card for card in known if test(card)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchCard(f"Several cards could be {name!r}: {_ids(found)}.")
    by_name = {slug(card.name): card for card in known}
    near = get_close_matches(wanted, by_name, n=3, cutoff=0.6)
    if len(near) == 1:
        return by_name[near[0]]
    hint = f"; did you mean {' or '.join(by_name[one].name for one in near)}?" if near else "."
    raise NoSuchCard(f"There is no card {name!r}{hint}")


def _ids(cards: list[Definition]) -> str:
    ids = [card.id for card in cards]
    return ", ".join(ids[:5]) + (f" and {len(ids) - 5} more" if len(ids) > 5 else "")
