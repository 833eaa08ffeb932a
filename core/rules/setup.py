"""Set-up: factions given or drafted, decks, the base deck, opening hands with their mulligan, the first player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Unpack

from core.engine.game import RULES_VERSION, Game
from core.printed.definitions import (
    FACTIONS,
    SETS,
    Definition,
    Steps,
    bases_of_set,
    faction,
    faction_of,
    load_cards,
    printing,
)
from core.printed.editions import MulliganRule, edition
from core.rules.decks import add_base, draw
from events.card_types import ALL_AGREED, CARD_TYPES, Settings
from events.errors import SmashUpError
from events.names import check_names
from events.questions import NO, YES, Draft, May
from events.questions import Mulligan as MulliganQuestion
from events.vocabulary import (
    CardsMade,
    Discarded,
    FactionChosen,
    GameBegun,
    Placed,
    Revealed,
    SeatSetup,
    SetAside,
)
from events.zones import Zone

HAND_SIZE = 5


def game_begun(
    names: Sequence[str],
    factions: Sequence[Sequence[str]] = (),
    *,
    edition_id: str = "EMD",
    first: int = -1,
    offer: Sequence[str] = (),
    **agreed: Unpack[Settings],
) -> GameBegun:
    """Return the first event of a game, after checking seats, factions (or an offer to draft from) and edition.

    `agreed`: the settings of `GameSettings`. Raises `SmashUpError`.
    """
    load_cards()
    book = edition(edition_id)
    if not 2 <= len(names) <= 4:
        raise SmashUpError(f"Smash Up is for 2 to 4 players, not {len(names)}.")
    check_names(names)

    def printed(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(printing(name, newest=book.newest_printings).id for name in names)

    chosen = [printed(pair) for pair in factions] or [()] * len(names)
    if len(chosen) != len(names):
        raise SmashUpError(f"There are {len(names)} players and factions for {len(chosen)}.")
    for name, pair in zip(names, chosen, strict=True):
        if pair and (len(pair) != 2 or len(set(map(faction_of, pair))) == 1):
            raise SmashUpError(f"{name} needs two different factions, not {', '.join(pair)}.")
    drafted = printed(offer)
    if not all(chosen):
        drafted = drafted or printed(default_offer(book.draft_offer or 2 * len(names)))
        if len(set(map(faction_of, drafted))) < len(set(drafted)):
            raise SmashUpError("A draft offers each faction in one printing only.")
        # A player takes at most one copy of a faction (setup.deck).
        if sum(min(copies, len(names)) for copies in Counter(drafted).values()) < 2 * len(names):
            raise SmashUpError(f"A draft for {len(names)} players needs {2 * len(names)} factions on offer.")
    if not -1 <= first < len(names):
        raise SmashUpError(f"There is no seat {first} to go first.")
    seats = tuple(SeatSetup(name=name, factions=pair) for name, pair in zip(names, chosen, strict=True))
    return GameBegun(
        position=1,
        edition=book.id,
        seats=seats,
        rules_version=RULES_VERSION,
        sets=() if book.bases_of_chosen_sets else sets_with_bases(),
        offer=drafted,
        first=first,
        rule="setup.players",
        **agreed,
    )


def deal_factions(seats: int, shuffled: Callable[[], Sequence[str]]) -> list[tuple[str, str]]:
    """Return two different factions for each seat, from the top of a pile: each once before any comes twice.

    `shuffled` returns a new pile, first and whenever the pile no longer holds two different ones.
    """
    pairs: list[tuple[str, str]] = []
    pile: list[str] = []
    for _ in range(seats):
        if len(set(map(faction_of, pile))) < 2:
            pile += shuffled()
        first = pile.pop(0)
        second = next(name for name in pile if faction_of(name) != faction_of(first))
        pile.remove(second)
        pairs.append((first, second))
    return pairs


def default_offer(count: int) -> tuple[str, ...]:
    """Return existing factions, as many as the book offers for a draft."""
    load_cards()
    playable = [
        faction.id for name in SETS for faction in FACTIONS.values() if faction.playable and faction.set == name
    ]
    return tuple(playable[:count])


def sets_with_bases() -> tuple[str, ...]:
    """Return the sets that have bases; guests are left out.

    A set whose factions are not implemented yet still contributes its bases.
    """
    load_cards()  # so that the factions are known
    guests = {faction.set for faction in FACTIONS.values() if not faction.playable and not faction.beside}
    return tuple(name for name in SETS if bases_of_set(name) and name not in guests)


def set_up(game: Game) -> Steps[int]:
    """Set up everything before the first turn. Returns the first player."""
    begun = game.log[0]
    assert isinstance(begun, GameBegun)
    first = begun.first
    if first < 0:
        (first,) = game.pick_at_random("seat", range(len(begun.seats)))
    yield from _choose_factions(game, begun)
    for seat in range(len(begun.seats)):
        _make_deck(game, seat)
    _make_base_deck(game, begun)
    _lay_beside(game)
    yield from _bring_cards(game, begun, first)
    for _ in range(len(begun.seats) + 1):
        add_base(game, rule="setup.bases-in-play")
    for seat in game.clockwise(first):
        draw(game, seat, HAND_SIZE, rule="setup.hand")
    for seat in game.clockwise(first):
        yield from mulligan(game, seat)
    return first


def _choose_factions(game: Game, begun: GameBegun) -> Steps[None]:
    """Take given factions, or draft: clockwise from a random first picker, and back in reverse (setup.draft).

    Who picks first does not decide who takes the first turn (setup.first-player, by reading.draft-first).
    """
    for seat, given in enumerate(begun.seats):
        for name in given.factions:
            game.emit(FactionChosen, seat=seat, faction=name, rule="setup.deck")
    drafting = [seat for seat, given in enumerate(begun.seats) if not given.factions]
    if len(drafting) > 1:
        game.note("reading.draft-first")
        (picker,) = game.pick_at_random("seat", drafting)
        drafting = [seat for seat in game.clockwise(picker) if seat in drafting]
    picking = [*drafting, *reversed(drafting)]
    while picking:
        seat = picking.pop(0)
        picks = yield seat, Draft(options=_left_on_offer(game, begun, seat, picking), about="a faction")
        game.emit(FactionChosen, seat=seat, faction=str(picks[0]), rule="setup.draft")


def _left_on_offer(game: Game, begun: GameBegun, seat: int, later: Sequence[int]) -> tuple[str, ...]:
    """Return what a player may pick. A faction offered twice has two copies, but nobody takes both (setup.deck), so
    nobody must be left with only a second copy of their own faction."""
    taken = [player.factions for player in game.table.seats]
    left = Counter(begun.offer) - Counter(name for own in taken for name in own)
    return tuple(
        name
        for name in dict.fromkeys(begun.offer)
        if left[name] and name not in taken[seat] and _enough(*_pick(left, taken, seat, name), later)
    )


Picked = Sequence[Sequence[str]]


def _pick(left: Counter[str], taken: Picked, seat: int, name: str) -> tuple[Counter[str], Picked]:
    """Return the remaining factions, and everybody's picks, if a player picks that faction."""
    return left - Counter([name]), [(*own, name) if other == seat else own for other, own in enumerate(taken)]


def _enough(left: Counter[str], taken: Picked, later: Sequence[int]) -> bool:
    """Return whether everyone who picks later can still get a faction they do not have."""
    if not later:
        return True
    seat, *rest = later
    return any(_enough(*_pick(left, taken, seat, name), rest) for name in left if name not in taken[seat])


def _make_deck(game: Game, seat: int) -> None:
    cards = [
        card.id
        for name in game.table.seats[seat].factions
        for card, copies in printing(name).deck
        for _ in range(copies)
    ]
    make_cards(game, seat, "deck", cards, rule="setup.deck")
    game.shuffle("deck", seat, rule="setup.deck")


def make_cards(game: Game, seat: int, zone: Zone, definitions: Iterable[str], *, rule: str = "") -> range:
    """Put new cards into the game, in a pile. Returns their numbers."""
    names = tuple(definitions)
    first = len(game.table.cards) + 1
    game.emit(CardsMade, seat=seat, zone=zone, first=first, definitions=names, rule=rule)
    return range(first, first + len(names))


def bases_of(sets: Iterable[str]) -> list[Definition]:
    """Return one copy of each base of these sets, in order."""
    return [base for name in dict.fromkeys(sets) for base in bases_of_set(name)]


def _make_base_deck(game: Game, begun: GameBegun) -> None:
    """Make the base deck from all bases, or only those of the sets the factions come from (setup.base-deck).

    "All" means those listed when the game began: sets added later do not change a recorded game.
    """
    sets = begun.sets or [faction(faction_of(name)).set for seat in game.table.seats for name in seat.factions]
    make_cards(game, -1, "base_deck", [base.id for base in bases_of(sets)], rule="setup.base-deck")
    game.shuffle("base_deck", rule="setup.base-deck")


def _lay_beside(game: Game) -> None:
    """Put the Madness deck beside the table if a faction or a base of its set is in the game."""
    sets = {facts.set for facts in game.facts.values()}
    for pile in FACTIONS.values():
        if pile.beside and pile.set in sets:
            cards = [card.id for card, copies in pile.newest.deck for _ in range(copies)]
            make_cards(game, -1, pile.beside, cards, rule="win.madness")


def _bring_cards(game: Game, begun: GameBegun, first: int) -> Steps[None]:
    """Let each player bring the cards of their factions that are in no deck, if that was agreed."""
    for seat in game.clockwise(first):
        for card in brought_with(game.table.seats[seat].factions, begun):
            picks = yield seat, May(options=(YES, NO), about=about_bringing(card))
            if picks[0] == YES:
                make_cards(game, seat, card.played_from, (card.id,), rule=CARD_TYPES[card.type].brought_by)


def about_bringing(card: Definition) -> str:
    """Return the prompt for bringing a card, asked during set-up."""
    return f"whether to bring the {card.type} {card.name}"


def brought_with(factions: Iterable[str], agreed: object = ALL_AGREED) -> list[Definition]:
    """Return the cards in no deck that go with some factions, and that players may bring by this agreement."""
    cards = [card for name in factions for card in printing(name).brought]
    return [card for card in cards if getattr(agreed, CARD_TYPES[card.type].plural)]


def mulligan(game: Game, seat: int) -> Steps[None]:
    """Replace a hand without minions once, if the edition requires it or the player wants to (setup.mulligan)."""
    cards = game.table.seats[seat].hand
    hand = tuple(
        sorted(cards, key=lambda number: game.table.cards[number].definition)
    )  # the order of a hand is not visible
    minions = any(game.facts[number].is_minion for number in hand)
    how = game.edition.mulligan
    if how is not MulliganRule.MUST:
        # Every seat is asked, whatever it holds, because the question itself would tell the others.
        options = (NO,) if minions else (YES, NO)
        picks = yield seat, MulliganQuestion(options=options, about="whether to replace a hand without minions")
        minions = picks[0] == NO
    if minions:
        return
    game.emit(Revealed, seat=seat, cards=hand, rule="setup.mulligan")
    if how is MulliganRule.MAY_SHUFFLE_AFTER:
        game.emit(SetAside, seat=seat, cards=hand, rule="setup.mulligan")
        draw(game, seat, HAND_SIZE, rule="setup.mulligan")
        for number in hand:
            game.emit(
                Placed, card=number, to=seat, source="aside", controller=seat, end="bottom", rule="setup.mulligan"
            )
        game.shuffle("deck", seat, rule="setup.mulligan")
    else:
        for number in hand:
            game.emit(
                Discarded,
                card=number,
                to=seat,
                source="hand",
                controller=seat,
                seat=seat,
                reason="mulligan",
                rule="setup.mulligan",
            )
        draw(game, seat, HAND_SIZE, rule="setup.mulligan")
