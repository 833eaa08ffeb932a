"""Independent copies of a table, for jumping to a position and for forking live games."""

from __future__ import annotations

from collections.abc import MutableMapping

from projections.table import Card, Duel, Lasting, Piles, Scoring, Seat, Site, Table


def copied(table: Table) -> Table:
    """Return an equal table that shares only immutable parts with the original."""
    return with_cards(table, {number: copied_card(card) for number, card in table.cards.items()})


def with_cards(table: Table, cards: MutableMapping[int, Card]) -> Table:
    """Return a copy of a table with these cards: copies of its own."""
    scoring, duel = table.scoring, table.duel
    return Table(
        position=table.position,
        edition=table.edition,
        seats=[_seat(seat) for seat in table.seats],
        cards=cards,
        sites={number: Site(site.number, site.base, _piles(site.piles)) for number, site in table.sites.items()},
        piles=_piles(table.piles),
        current=table.current,
        turn=table.turn,
        turn_began=table.turn_began,
        phase=table.phase,
        phase_began=table.phase_began,
        allowances=[*table.allowances],
        lasting=[_lasting(lasting) for lasting in table.lasting],
        journal=[*table.journal],
        tied=table.tied,
        scoring=scoring and _scoring(scoring),
        duel=duel and Duel(duel.seat, duel.challenger, duel.challenged, duel.by, [*duel.placed]),
        asked=table.asked,
        question=table.question,
        winners=table.winners,
    )


def _seat(seat: Seat) -> Seat:
    return Seat(seat.name, [*seat.factions], seat.victory_points, _piles(seat.piles))


def _piles(piles: Piles) -> Piles:
    return {zone: pile.copy() for zone, pile in piles.items()}


def copied_card(card: Card) -> Card:
    """Return a copy of a card."""
    return Card(
        card.number,
        card.definition,
        card.owner,
        card.controller,
        card.zone,
        card.site,
        card.host,
        card.since,
        card.counters,
        card.stasis,
        card.off_top,
        card.control.copy(),
        card.attached.copy(),
        card.stored.copy(),
    )


def _scoring(scoring: Scoring) -> Scoring:
    return Scoring(
        scoring.site,
        scoring.base,
        scoring.totals,
        scoring.places,
        scoring.awards,
        scoring.awarded,
        scoring.present,
    )


def _lasting(lasting: Lasting) -> Lasting:
    return Lasting(
        lasting.number,
        lasting.kind,
        lasting.seat,
        lasting.by,
        [*lasting.cards],
        lasting.amount,
        lasting.ability,
        lasting.arguments,
        lasting.site,
        lasting.until,
        lasting.until_seat,
        lasting.but,
    )
