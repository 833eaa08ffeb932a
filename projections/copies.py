"""The same table once more, to be changed apart from the first: what moving in time and forks of live games rest on."""

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
    # Field by field, past the constructor: of all that is copied nearly everything is cards.
    one = Card.__new__(Card)
    one.number = card.number
    one.definition = card.definition
    one.owner = card.owner
    one.controller = card.controller
    one.zone = card.zone
    one.site = card.site
    one.host = card.host
    one.since = card.since
    one.counters = card.counters
    one.stasis = card.stasis
    one.off_top = card.off_top
    one.control = card.control.copy()
    one.attached = card.attached.copy()
    one.stored = card.stored.copy()
    return one


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
