"""The same table once more, to be changed apart from the first: what a fork of a live game stands on."""

from __future__ import annotations

from projections.table import Card, Duel, Lasting, Scoring, Seat, Site, Table


def copied(table: Table) -> Table:
    """A table equal to this one that shares with it only what never changes."""
    scoring, duel = table.scoring, table.duel
    return Table(
        position=table.position,
        edition=table.edition,
        seats=[_seat(seat) for seat in table.seats],
        cards={number: _card(card) for number, card in table.cards.items()},
        sites={
            number: Site(site.number, site.base, [*site.minions], [*site.actions], [*site.buried])
            for number, site in table.sites.items()
        },
        base_deck=[*table.base_deck],
        base_discard=[*table.base_discard],
        madness=[*table.madness],
        aside=[*table.aside],
        resolving=[*table.resolving],
        box=[*table.box],
        duelling=[*table.duelling],
        current=table.current,
        turn=table.turn,
        turn_began=table.turn_began,
        phase=table.phase,
        phase_began=table.phase_began,
        allowances=[*table.allowances],
        lasting=[_lasting(lasting) for lasting in table.lasting],
        journal=[*table.journal],
        tied=table.tied,
        scoring=scoring and Scoring(scoring.site, scoring.base, scoring.totals, scoring.places, scoring.awards),
        duel=duel and Duel(duel.seat, duel.challenger, duel.challenged, duel.by, [*duel.placed]),
        asked=table.asked,
        question=table.question,
        winners=table.winners,
    )


def _seat(seat: Seat) -> Seat:
    piles = ([*seat.hand], [*seat.deck], [*seat.discard], [*seat.stasis])
    return Seat(seat.name, [*seat.factions], seat.victory_points, *piles)


def _card(card: Card) -> Card:
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
        [*card.control],
        [*card.attached],
        [*card.stored],
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
