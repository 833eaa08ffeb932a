"""`smashup cards` and `smashup card`: what is printed on the cards, in our words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby
from typing import Annotated, Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from adjudicator.cli.find import searched
from adjudicator.cli.options import CardName, CardType, FactionName, Json, SetName
from adjudicator.cli.output import console, listing, print_json
from adjudicator.cli.parameters import Option
from adjudicator.rulebooks.errata import errata
from adjudicator.rulebooks.library import Library, LibraryEntry
from adjudicator.rulebooks.other_names import later_names
from adjudicator.rulebooks.printings import copies_of, printings_of
from core.printed.definitions import (
    FACTIONS,
    SETS,
    Ability,
    Definition,
    Faction,
    all_definitions,
    cards_named,
    definition,
    printing,
    slug,
)
from events.card_types import BROUGHT, CARD_TYPES
from events.errors import SmashUpError
from events.vocabulary import tag_of
from events.words import NamedRule, words_of
from events.zones import works_in

TYPES = tuple(CARD_TYPES)


class NoSuchCard(SmashUpError):
    """Raised for a name that no card has."""


def cards(
    set_name: SetName = None,
    faction: FactionName = None,
    type: CardType = None,
    text: Annotated[str | None, Option("--text", help="Only cards with these words in their name or text.")] = None,
    json: Json = False,
) -> None:
    """List cards and bases.

    Examples:

    \b
      smashup cards --faction ghosts
      smashup cards --faction ghosts@2026
      smashup cards --type base --text "after this base scores"
      smashup cards --set awesome-level-9000 --json
    """
    definitions = [card for card in all_definitions() if matches(card, set_name, faction, type, text)]
    if json:
        print_json([facts_of(card) for card in definitions])
        return
    console().print(card_table(definitions, with_faction=faction is None))


def card_table(definitions: list[Definition], *, with_faction: bool) -> Table:
    """Return a table of cards, without columns that are the same in every row."""
    table = listing("Name", "Type", ">Power", ">Copies", *(["Faction"] if with_faction else []), "Text")
    for card in definitions:
        number = card.breakpoint if card.is_base else card.power
        kind = card.kind if card.is_action and card.kind != "standard" else card.type
        count = "" if card.is_base else str(copies_of(card))
        faction = [card.faction] if with_faction else []
        numbers = ("" if number is None else str(number), count)
        table.add_row(Text(card.marked_name, "bold"), kind, *numbers, *faction, Text(card.text))
    return table


def matches(card: Definition, set_name: str | None, faction: str | None, type: str | None, text: str | None) -> bool:
    """Return whether a card passes the filters. Raises `SmashUpError` for a filter that no card can pass."""
    if type is not None and type not in TYPES:
        raise SmashUpError(f"There is no type {type!r}. Use {', '.join(TYPES[:-1])} or {TYPES[-1]}.")
    if set_name is not None and slug(set_name) not in known_sets():
        raise SmashUpError(f"There is no set {set_name!r}. The sets are {', '.join(known_sets())}.")
    name, _, mark = (faction or "").partition("@")
    if faction is not None and slug(name) not in known_factions():
        near = get_close_matches(slug(name), known_factions(), n=1)
        meant = f"; did you mean {near[0]}?" if near else "."
        raise SmashUpError(f"There is no faction {faction!r}{meant} `smashup factions` lists them.")
    return (
        (set_name is None or card.set == slug(set_name))
        and (faction is None or card.faction == slug(name))
        and (not mark or card.is_base or printing(str(faction)).copies(card) > 0)
        and (type is None or card.type == type)
        and (text is None or text.lower() in f"{card.name} {card.text}".lower())
    )


def known_sets() -> list[str]:
    """Return the sets that have cards."""
    return list(dict.fromkeys(card.set for card in all_definitions()))


def known_factions() -> list[str]:
    """Return the factions that cards or bases belong to."""
    return sorted({card.faction for card in all_definitions()})


def facts_of(card: Definition) -> dict[str, Any]:
    """Return a card's facts for programs."""
    return {
        "id": card.id,
        "name": card.name,
        "set": card.set,
        "faction": card.faction,
        "type": card.type,
        "power": card.power,
        "copies": None if card.is_base else copies_of(card),
        "kind": card.kind or None,
        "labels": list(card.labels),
        "tags": list(card.tags),
        "text": card.text,
        "breakpoint": card.breakpoint,
        "vp": list(card.vp) if card.is_base else None,
    }


def card(name: CardName, json: Json = False) -> None:
    """Show everything about a card.

    Give a name, a later name, a nickname or an id; case does not matter. The page includes the rulings that involve the
    card and the rules they cite. Other words list the cards that match them.

    Examples:

    \b
      smashup card "cub scout"
      smashup card steampunks/zeppelin --json
      smashup card "destroys an action"
    """
    definition = _named(name)
    if definition is None:
        _print_fitting(name, json)
        return
    rulings, rules = rulings_about(definition)
    if json:
        print_json(
            facts_of(definition)
            | {"abilities": [ability_facts(ability) for ability in definition.abilities]}
            | {"rulings": [_ruling_facts(entry) for entry in rulings], "rules": rules}
            | {"printings": printings_of(definition), "later_printings": errata().get(definition.id, ())}
        )
        return
    out = console()
    if slug(name.rpartition("/")[2]) not in (slug(definition.name), slug(definition.marked_name)):
        out.print(f"{name} is {definition.name}.", markup=False)
    out.print(Text(definition.name, "bold"))
    out.print(headline(definition))
    out.print(Text(definition.text or "No ability."))
    print_printings(out, definition)
    for later in errata().get(definition.id, ()):
        out.print(Text(f"Later printings: {later}", "dim"))
    if definition.abilities:
        table = listing("Ability", "Label", "When", "Key")
        table.columns[-1].no_wrap = True  # A key that is broken across lines cannot be copied.
        for own in definition.abilities:
            table.add_row(own.name, own.label or "base", moment(own), Text(own.key, "dim"))
        out.print()
        out.print(table)
    if rulings:
        out.print(Text(f"\nRulings ({len(rulings)}): smashup ask NAME", "bold"))
        print_rulings(out, rulings[:MOST_RULINGS])
        if len(rulings) > MOST_RULINGS:
            out.print(
                f"  … smashup rulings --card {definition.name!r} --limit {len(rulings)} shows them all", markup=False
            )
    if rules:
        out.print(Text("\nRules they cite: ", "bold").append(", ".join(rules), "not bold"))


def print_printings(out: Console, card: Definition) -> None:
    """Print a card's printings side by side, if they differ."""
    printings = printings_of(card)
    if not any(printed.changed for printed in printings):
        return
    table = listing("Printing", "Changed", *(f">{what}" for what in printings[0].numbers), "Text")
    for shown in printings:
        table.add_row(shown.printing, ", ".join(shown.changed), *shown.numbers.values(), Text(shown.text))
    out.print()
    out.print(table)
    out.print()


MOST_RULINGS = 12


def rulings_about(card: Definition) -> tuple[list[LibraryEntry], list[str]]:
    """Return the rulings that involve a card, those about it first, and their rules, most frequent first."""
    with Library() as library:
        entries = library.for_card(card.name)
    about = slug(card.name)
    entries.sort(key=lambda entry: (about not in slug(f"{entry.name} {entry.title}"), entry.name))
    rules = Counter(rule for entry in entries for rule in entry.rules)
    return entries, [rule for rule, _ in rules.most_common()]


def print_rulings(out: Console, rulings: Sequence[LibraryEntry]) -> None:
    """Print rulings by name, each with its question and answer, and the editions where they differ."""
    for entry in rulings:
        out.print(Text(f"  {entry.name}"), soft_wrap=True)
        out.print(Padding(Text(entry.question, "dim"), (0, 0, 0, 4), expand=False))
        out.print(Padding(Text(entry.answer), (0, 0, 0, 4), expand=False))
        if entry.divided:
            out.print(
                Padding(Text(f"The editions differ: {' | '.join(entry.divided)}", "dim"), (0, 0, 0, 4), expand=False)
            )


def _ruling_facts(entry: LibraryEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "question": entry.question,
        "answer": entry.answer,
        "editions_differ": entry.divided,
    }


def _named(name: str) -> Definition | None:
    """Return the card with that id, name, later name or nickname; None if there is none, or more than one."""
    try:
        return look_up(name)
    except NoSuchCard:
        if "@" in name:  # An id, not words to search for
            raise
        named = searched([name], ("card",)).cards
        return definition(named[0].id) if len(named) == 1 else None


def _print_fitting(words: str, json: bool) -> None:
    """Print the cards whose text matches words that are not a card's name."""
    hits = [hit for hit in searched([words], ("card",), MOST_RULINGS).hits if hit.score]
    if not hits:
        look_up(words)  # it suggests similar names
    definitions = [definition(hit.item.id) for hit in hits]
    if json:
        print_json([facts_of(card) for card in definitions])
        return
    out = console()
    out.print(f"No card is called {words!r}. These fit the words:")
    out.print(card_table(definitions, with_faction=True))


def headline(card: Definition) -> str:
    """Return type, numbers, faction and set in one line."""
    faction = FACTIONS[card.faction].name if card.faction in FACTIONS else card.faction
    if card.is_base:
        what = f"base, breakpoint {card.breakpoint}, {'/'.join(str(points) for points in card.vp)} VP"
    elif card.is_minion:
        what = f"minion, power {card.power}, {copies(copies_of(card))}"
    elif card.is_brought:
        what = f"{card.type}, in no deck"
    else:
        what = f"action{f' ({card.kind})' if card.kind != 'standard' else ''}, {copies(copies_of(card))}"
    tags = f" · {', '.join(card.tags)}" if card.tags else ""
    return escape(f"{what} · {faction} · {SETS.get(card.set, card.set)}{tags} · {card.id}")


def copies(count: int) -> str:
    """Return the number of copies in words."""
    return "1 copy" if count == 1 else f"{count} copies"


def ability_facts(ability: Ability) -> dict[str, Any]:
    """Return an ability for programs."""
    return {
        "key": ability.key,
        "name": ability.name,
        "label": ability.label,
        "when": moment(ability),
        "zone": ability.zone,
        "optional": ability.may,
    }


def moment(ability: Ability) -> str:
    """Return when an ability acts, in words."""
    if isinstance(ability.hook, str):
        words = (
            "all the time"
            if ability.hook in ALL_THE_TIME
            else MOMENTS.get(ability.hook, ability.hook.replace("-", " "))
        )
    else:
        events = [AFTER[tag_of(hook)] for hook in ability.hooks if not isinstance(hook, str)]
        words = f"after {' or '.join(events)}"
    return (
        words
        + ("" if ability.zone == "play" else f", {works_in(ability.zone)}")
        + (", optional" if ability.may else "")
    )


AFTER = {
    "ability-used": "an ability is used",
    "base-arrived": "a base comes into play",
    "base-swapped": "a base is swapped",
    "boxed": "a card goes into the box",
    "buried": "a card is buried",
    "card-played": "a card is played",
    "control-changed": "somebody takes control",
    "counters-changed": "counters are placed or removed",
    "counters-transferred": "counters are transferred",
    "destroyed": "a card is destroyed",
    "discarded": "a card is discarded",
    "drawn": "cards are drawn",
    "duel-began": "a duel begins",
    "duel-ended": "a duel ends",
    "effect-began": "something begins that lasts",
    "looked": "somebody looks at cards",
    "moved": "a minion moves",
    "placed": "a card is put on a deck",
    "returned": "a card returns to a hand",
    "revealed": "a card is revealed",
    "stasis-changed": "stasis counters change",
    "stasis-entered": "a card goes into stasis",
    "stored": "a card is stored",
    "taken": "a card is taken into a hand",
}
"""The events that abilities respond to."""

MOMENTS = {
    "on-play": "as it is played",
    "uncovered": "as it is uncovered",
    "start-of-turn": "at the start of the turn",
    "end-of-turn": "at the end of the turn",
    "before-scores": "before a base scores",
    "when-scores": "when a base scores",
    "after-scores": "after a base scores",
    "award": "when a base scores",
    "rewards": "when a base scores",
    "as-discarded": "as the cards at a scored base are discarded",
    "after-replaced": "after a base is replaced",
    "arrival": "after this base comes into play",
    "leaves": "after a card leaves play",
    "just-before": "just before an effect happens",
    "as-soon-as": "as soon as its condition holds",
    "instead": "instead of something else",
    "play-from-discard": "when you play a card",
}
ALL_THE_TIME = frozenset(
    {"forbid", "forbid-play", "forbid-kind", "shield", "power", "own-power", "host-power", "total-power"}
    | {"printed-power", "counts-as", "breakpoint", "no-replacement", "plays-discarded-here", "plays-discarded"}
    | {"extra-limit", "cancels", "counts-for-player", "counts-for-breakpoint", "also-named"}
    | words_of(NamedRule)
)


def look_up(name: str, factions: Iterable[str] = ()) -> Definition:
    """Return the card with that id or name, printed or later (ignoring case, accents and punctuation). The error
    suggests similar names.

    `factions`: those at a table. Where several cards or printings share the name, it means the card of one of these
    factions.
    """
    if "/" in name:
        with suppress(SmashUpError):
            if (card := definition(name.strip().lower())).set:
                return card
    folded = slug(name.rpartition("/")[2])
    definitions = [card for faction in factions for card in printing(faction).cards if slug(card.name) == folded][:1]
    if not definitions:  # The mark may come last: Make Contact@2026
        named = (*cards_named(folded), *cards_named(folded.rpartition("-")[0]))
        definitions = [card for card in named if slug(card.marked_name) == folded]
    if len(definitions) == 1:
        return definitions[0]
    if definitions:
        raise NoSuchCard(f"Several cards are named {name!r}. Use one of these ids: {_ids(definitions)}.")
    if later := later_names().get(folded):
        return later
    of_faction, _, mark = name.partition("@")
    if mark and slug(of_faction) in known_factions():
        listed = f"smashup cards --faction {printing(name).marked_id}"
        raise NoSuchCard(f"{name!r} is a printing of a faction, not a card: `{listed}` lists its cards.")
    near = _near(slug(of_faction.rpartition("/")[2]), all_definitions())
    hint = f"; did you mean {_or(near)}?" if near else " in the sets so far: smashup cards lists them all."
    raise NoSuchCard(f"There is no card {name!r}{hint}")


def _near(sought: str, known: Sequence[Definition]) -> list[str]:
    """Return likely alternatives: names with a word that starts like this, then names with a similar spelling."""
    by_name = {slug(card.name): card.name for card in known}
    holding = [name for name in by_name if sought and f"-{name}".find(f"-{sought}") >= 0]
    near = get_close_matches(sought, by_name, n=3, cutoff=0.6)
    return [by_name[name] for name in dict.fromkeys((*holding[:5], *near))]


def _or(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


def _ids(cards: list[Definition]) -> str:
    ids = [card.id for card in cards]
    return ", ".join(ids[:5]) + (f" and {len(ids) - 5} more" if len(ids) > 5 else "")


# --- editions and factions ------------------------------------------------------------------------------------------


def editions(json: Json = False) -> None:
    """List the rulebooks: name, year, special features, and which one is the default.

    Examples:

    \b
      smashup editions
      smashup rules diff AL9K EMD      where two of them differ
    """
    from adjudicator.rulebooks.catalogue import rulebooks
    from core.printed.editions import DEFAULT, DEFAULT_BECAUSE

    books = rulebooks()
    if json:
        facts = ("id", "title", "year", "special", "authority")
        print_json(
            [{**{fact: getattr(book, fact) for fact in facts}, "default": book.id == DEFAULT.id} for book in books]
        )
        return
    table = listing("Id", "Rulebook", "Year", "What is special")
    for book in books:
        special = f"{book.special} Cited from the {book.authority}." if book.authority else book.special
        table.add_row(Text(book.id, "bold"), book.title, str(book.year), Text(special))
    console().print(table)
    console().print(f"\nDefault: {DEFAULT.id}. {DEFAULT_BECAUSE}")


def factions(set_name: SetName = None, json: Json = False) -> None:
    """List the factions with their set, statistics and play style.

    Examples:

    \b
      smashup factions
      smashup factions --set monster-smash
      smashup cards --faction ghosts        all cards of a faction
    """
    if set_name is not None and slug(set_name) not in SETS:
        raise SmashUpError(f"There is no set {set_name!r}. The sets are {', '.join(SETS)}.")
    all_definitions()
    of_set = slug(set_name) if set_name is not None else None
    rows = [
        faction_facts(faction) for faction in FACTIONS.values() if faction.playable and of_set in (None, faction.set)
    ]
    if json:
        print_json(rows)
        return
    out = console()
    for number, (set_id, inside) in enumerate(groupby(rows, key=lambda facts: facts["set"])):
        table = listing(SETS[set_id], ">Minions", ">Power", ">Actions", "How they play")
        table.columns[0].width = max(len(name) for name in (*SETS.values(), *(facts["name"] for facts in rows)))
        for facts in inside:
            numbers = (str(facts[key]) for key in ("minions", "power", "actions"))
            more = [f"{row.type.capitalize()}: {name}" for row in BROUGHT for name in facts[row.plural]]
            if len(facts["printings"]) > 1:
                more.append(f"Printings: {', '.join(facts['printings'])}")
            table.add_row(
                facts["name"], *numbers, Text(facts["style"]).append("".join(f"\n{line}" for line in more), "dim")
            )
        if number:
            out.print()
        out.print(table)


def faction_facts(faction: Faction) -> dict[str, Any]:
    """Return a faction for programs: the number of its minions and actions, the printed power of all its minions
    together, and the names of its cards in no deck.
    """
    deck = faction.newest.deck
    minions = [(card, copies) for card, copies in deck if card.is_minion]
    return {
        "id": faction.id,
        "name": faction.name,
        "set": faction.set,
        "minions": sum(copies for _, copies in minions),
        "power": sum(copies * (card.power or 0) for card, copies in minions),
        "actions": sum(copies for card, copies in deck if card.is_action),
        "different": len(deck),
        **{row.plural: [card.name for card in faction.newest.brought if card.type == row.type] for row in BROUGHT},
        "printings": [printing.id for printing in faction.printings.values()],
        "style": faction.style,
    }
