"""The planted bugs: each a kind, a file, what stands there and what stands there instead.

They are written as a tired engineer might make them: a condition dropped, a seat mixed up, a step left out, an order
turned round. `tests/campaign/planted.py` applies each to a clean copy of the tree and runs the campaign there.
"""

from __future__ import annotations

Bug = tuple[str, str, str, str]

VIEW = "projections/view.py"
ZONES = "events/zones.py"
TABLE = "projections/table.py"
SCORING = "core/rules/scoring.py"
TURN = "core/rules/turn.py"
DECKS = "core/rules/decks.py"
MOMENTS = "core/engine/moments.py"
LEAVING = "core/engine/leaving.py"
GAME = "core/engine/game.py"
POWER = "core/engine/power.py"
RESOLVING = "core/engine/resolving.py"
SETUP = "core/rules/setup.py"
PLAYING = "core/rules/playing.py"
PERMISSIONS = "core/rules/permissions.py"
DUELS = "core/rules/duels.py"
STASIS = "core/rules/stasis.py"
STORE = "events/store.py"
BATCHES = "events/batches.py"
FILES = "events/files.py"
COPYING = "events/copying.py"
RECORDERS = "events/recorders.py"
CATALOGUE = "events/game_list.py"
RENAMING = "projections/renaming.py"
QUESTIONS = "events/questions.py"

BUGS: tuple[Bug, ...] = (
    # --- leaks: a seat sees what it must not
    ("leak", VIEW, 'card.zone in OPEN or (card.zone in _OWN', 'card.zone in OPEN or card.zone == "buried" or (card.zone in _OWN'),
    ("leak", VIEW, 'card.zone in OPEN or (card.zone in _OWN', 'card.zone in OPEN or card.zone == "stored" or (card.zone in _OWN'),
    ("leak", VIEW, 'card.zone in _OWN and card.controller == self.seat)', 'card.zone in _OWN and card.owner == self.seat)'),
    ("leak", VIEW, 'card.zone in _OWN and card.controller == self.seat)', 'card.zone in _OWN and self.seat is not None)'),
    ("leak", VIEW, 'mine = event.seat == self.seat\n', 'mine = self.seat is not None\n'),
    ("leak", VIEW, 'if event.seat == self.seat or isinstance(question, _SAID_ALOUD):', 'if self.seat is not None or isinstance(question, _SAID_ALOUD):'),
    ("leak", VIEW, 'order=(0,) * len(event.order)', 'order=tuple(map(self.name, event.order))'),
    ("leak", VIEW, '        if isinstance(event, Shuffled):\n            for number in event.order:\n                self._drop(number)\n        elif', '        if'),
    ("leak", VIEW, 'for number in event.order:\n                self._drop(number)', 'for number in event.order[1:]:\n                self._drop(number)'),
    ("leak", VIEW, '                self._drop(number)\n                self._mix_hand(card.controller)', '                self._mix_hand(card.controller)'),
    ("leak", VIEW, '                self._drop(number)\n                self._mix_hand(card.controller)', '                self._drop(number)'),
    ("leak", VIEW, '            self._shown.clear()\n            self._mix_hand()', '            self._shown.clear()'),
    ("leak", VIEW, 'if search or (seat != self.seat and len(hidden) > 1):', 'if search:'),
    ("leak", VIEW, 'if search or (seat != self.seat and len(hidden) > 1):', 'if seat != self.seat and len(hidden) > 1:'),
    ("leak", VIEW, '        if seat == self.seat:\n            for number in self._listed(cards, search):', '        if self.seat is not None:\n            for number in self._listed(cards, search):'),
    ("leak", VIEW, 'definition if number in self._known else ""', 'definition'),
    ("leak", VIEW, 'card.definition if known else "",', 'card.definition,'),
    ("leak", VIEW, 'card.owner if known else -1,', 'card.owner,'),
    ("leak", VIEW, 'return [0 if number in self._unplaced else self.name(number) for number in numbers]', 'return [self.name(number) or number for number in numbers]'),
    ("leak", VIEW, 'msgspec.structs.replace(event, owned=False)', 'event'),
    ("leak", VIEW, 'if getattr(event, "seen", False) or number in self._shown:', 'if getattr(event, "seen", True) or number in self._shown:'),
    ("leak", VIEW, 'return number in self._known and getattr(event, "seat", -1) == self.seat', 'return number in self._known'),
    ("leak", VIEW, '        if drawn and not self._unplaced:\n            return', '        return'),
    ("leak", VIEW, 'if number in self._unplaced if places_known else number not in self._shown:', 'if number in self._unplaced:'),
    ("leak", VIEW, 'if not search and not any(self._in_foreign_hand', 'if search or not any(self._in_foreign_hand'),
    ("leak", VIEW, 'since=card.since if open_ else 0', 'since=card.since'),
    ("leak", VIEW, 'for number in tuple(self._blind):\n                self._drop(number)', 'pass'),
    ("leak", ZONES, '"buried",\n        "base",\n        "holder"', '"buried",\n        "base",\n        "everyone"'),
    ("leak", ZONES, '"duelling",\n        "table",\n        "holder"', '"duelling",\n        "table",\n        "everyone"'),
    ("leak", ZONES, '"hand",\n        "seat",\n        "holder"', '"hand",\n        "seat",\n        "everyone"'),
    ("leak", VIEW, 'return msgspec.structs.replace(told, pool=tuple(sorted(told.pool)))', 'return event'),
    ("leak", LEAVING, 'seen=False, rule="stored.leaving"', 'seen=True, rule="stored.leaving"'),
    ("leak", DECKS, 'for number in batch], seen=False, by=by', 'for number in batch], seen=True, by=by'),
    ("leak", SETUP, 'picks = yield seat, MulliganQuestion(options=options, about="whether to replace a hand without minions")', 'picks = (yield seat, MulliganQuestion(options=options, about="whether to replace a hand")) if not minions else (NO,)'),
    # --- losses: something disappears
    ("loss", TABLE, '    if zone == "hand" or not top:\n        target.append(number)', '    if zone == "hand":\n        target.append(number)'),
    ("loss", TABLE, '        source.remove(number)\n        hand.append(number)', '        source.remove(number)\n        hand[:] = [*hand[-11:], number]'),
    ("loss", TABLE, '        deck += discard\n        discard.clear()', '        deck += discard'),
    ("loss", TABLE, '    for number in (*card.attached, *card.stored):', '    for number in card.attached:'),
    ("loss", TABLE, '    table.base_discard.insert(0, number)', '    table.base_discard[:] = [number]'),
    ("loss", TABLE, 'table.seats[event.to].victory_points += event.amount', 'table.seats[event.to].victory_points = max(event.amount, table.seats[event.to].victory_points)'),
    ("loss", TABLE, '    table.cards[event.target].counters += event.amount\n', ''),
    ("loss", TABLE, '        card.counters = counters\n        _bring_along', '        _bring_along'),
    ("loss", TABLE, '    table.journal.append(event)\n\n\ndef _noted', '\n\ndef _noted'),
    ("loss", TABLE, 'allowance.number not in ended]', 'allowance.number in ended]'),
    ("loss", TABLE, 'lasting.number not in ended]', 'lasting.number < min(ended)]'),
    ("loss", TABLE, '                lasting.cards.remove(number)', '                lasting.cards.clear()'),
    ("loss", LEAVING, 'for number in (*card.attached, *(() if released else card.stored)):', 'for number in card.attached:'),
    ("loss", LEAVING, '        if number in anyway:\n            continue', '        continue'),
    ("loss", SCORING, '        for number in place.cards\n        if number not in elsewhere', '        for number in place.minions\n        if number not in elsewhere'),
    ("loss", RESOLVING, '            if game.card(frame.card).zone == "resolving":\n                discard_by_rule', '            if game.card(frame.card).zone == "box":\n                discard_by_rule'),
    ("loss", DECKS, '        drawn += batch', '        drawn += batch[:1]'),
    ("loss", TURN, 'over = len(hand) - HAND_LIMIT', 'over = len(hand) - HAND_LIMIT - 1'),
    # --- wrong owners
    ("owner", TABLE, '    card.owner = event.to  # a discard', '    card.owner = card.owner  # a discard'),
    ("owner", TABLE, '    if event.owned:\n        card.owner = event.to', '    card.owner = event.to'),
    ("owner", TABLE, '        if card.owner < 0:\n            card.owner = seat', '        if card.owner < -1:\n            card.owner = seat'),
    ("owner", TABLE, '    card.controller = event.controller\n    for number', '    card.owner = card.controller = event.controller\n    for number'),
    ("owner", TABLE, 'card.control = [Control(card.controller, 0)]', 'card.control = [Control(card.owner, 0)]'),
    ("owner", TABLE, '    for number in card.stored:\n        table.cards[number].controller = event.controller', ''),
    ("owner", MOMENTS, 'to = card.owner if effect.to < 0 else effect.to', 'to = card.controller if effect.to < 0 else effect.to'),
    ("owner", LEAVING, '            to=below.owner,', '            to=card.owner,'),
    ("owner", LEAVING, 'to=card.controller if game.facts[card.number].is_madness else card.owner', 'to=card.controller'),
    ("owner", DECKS, '    if card.owner in (holder, -1):\n        return holder', '    return holder'),
    ("owner", TURN, '            to=card.owner,\n            source="hand"', '            to=(seat + 1) % len(game.table.seats),\n            source="hand"'),
    ("owner", MOMENTS, '            to=card.owner,\n            counters=effect.amount', '            to=card.controller,\n            counters=effect.amount'),
    ("owner", DECKS, '    if game.facts[card.number].is_madness:\n        return card.controller if card.zone == "discard" else holder', '    if game.facts[card.number].is_madness:\n        return holder'),
    # --- scoring
    ("scoring", SCORING, 'if there and other > mine)', 'if other > mine)'),
    ("scoring", SCORING, 'if there and other > mine)', 'if there and other >= mine) - 1'),
    ("scoring", SCORING, 'ahead + 1 if here and ahead < 3 else 0', 'ahead + 1 if ahead < 3 else 0'),
    ("scoring", SCORING, 'ahead + 1 if here and ahead < 3 else 0', 'ahead + 1 if here and ahead < 2 else 0'),
    ("scoring", SCORING, 'paid[place - 1] if place else 0 for place in taken', 'paid[min(place, 2) - 1] if place else 0 for place in taken'),
    ("scoring", SCORING, 'amount = max(given[seat], -game.table.seats[seat].victory_points)', 'amount = max(given[seat] - 1, 0)'),
    ("scoring", SCORING, '                to=seat,\n                amount=amount', '                to=game.table.current,\n                amount=amount'),
    ("scoring", SCORING, '        if amount:\n            game.emit(', '        if amount > 1:\n            game.emit('),
    ("scoring", SCORING, '    return game.edition.power_is_presence and total > 0', '    return total > 0'),
    ("scoring", SCORING, '        site = int(picks[0])  # type: ignore[arg-type]\n    yield from score_base', '        site = waiting[0]\n    yield from score_base'),
    ("scoring", SCORING, '    if len(waiting) > 1:', '    if len(waiting) > 2:'),
    ("scoring", POWER, 'return power_at(game, site) >= breakpoint_of(game, site)', 'return power_at(game, site) > breakpoint_of(game, site)'),
    ("scoring", POWER, 'measure = minion_power if game.edition.breakpoint_by_minions else total_powers', 'measure = total_powers'),
    ("scoring", POWER, '        parts.append((number, card.counters, "counters"))', '        parts.append((number, 1, "counters"))'),
    ("scoring", POWER, '(game.facts[card.number].power or 0) + card.counters', '(game.facts[card.number].power or 0)'),
    ("scoring", POWER, '        totals[card.controller] += amount', '        totals[card.owner] += amount'),
    ("scoring", POWER, '        if lasting.kind == "power" and number in lasting.cards:', '        if lasting.kind == "power" and lasting.cards:'),
    ("scoring", POWER, '        if lasting.kind == "breakpoint":', '        if lasting.kind == "set-breakpoint":'),
    ("scoring", TURN, 'WINNING_POINTS = 15', 'WINNING_POINTS = 16'),
    ("scoring", TURN, 'most >= WINNING_POINTS and totals.count(most) == 1 else None', 'most >= WINNING_POINTS else None'),
    ("scoring", TURN, 'lost = min(counted[seat] // 2', 'lost = min((counted[seat] + 1) // 2'),
    ("scoring", TURN, 'reduced[seat] == max(reduced)]', 'reduced[seat] == min(reduced)]'),
    # --- order
    ("order", TABLE, '        target.append(number)\n    else:\n        target.insert(0, number)', '        target.insert(0, number)\n    else:\n        target.append(number)'),
    ("order", TABLE, '    deck[:] = event.order', '    deck[:] = event.order[::-1]'),
    ("order", DECKS, 'batch = deck[: count - len(drawn)]', 'batch = deck[len(drawn) - count :]'),
    ("order", DECKS, 'return table.base_deck[0] if', 'return table.base_deck[-1] if'),
    ("order", GAME, 'return [(start + step) % count for step in range(count)]', 'return [(start - step) % count for step in range(count)]'),
    ("order", TURN, 'begin_turn(game, (game.table.current + 1) % len(game.table.seats))', 'begin_turn(game, (game.table.current - 1) % len(game.table.seats))'),
    ("order", RESOLVING, '    for nested in reversed(frame.deferred):', '    for nested in frame.deferred:'),
    ("order", SETUP, 'picking = [*drafting, *reversed(drafting)]', 'picking = [*drafting, *drafting]'),
    ("order", DUELS, 'for minion in (challenger, challenged):\n        card', 'for minion in (challenged, challenger):\n        card'),
    ("order", GAME, '        order = self.chance.shuffle(cards) if recorded is None else recorded.order', '        order = tuple(sorted(self.chance.shuffle(cards))) if recorded is None else recorded.order'),
    ("order", MOMENTS, 'details["end"] = effect.end', 'details["end"] = "top"'),
    # --- timing
    ("timing", TURN, 'begin_phase(game, "draw")', 'begin_phase(game, "end")'),
    ("timing", TURN, '    _end_allowances(game, "phase")\n    begin_phase', '    begin_phase'),
    ("timing", TURN, '    expire(game, "turn")\n', ''),
    ("timing", TURN, '    expire(game, "start-of-turn")\n', ''),
    ("timing", TURN, 'isinstance(one, Control) or one.number < game.table.turn_began', 'True'),
    ("timing", TURN, 'DRAWN = 2', 'DRAWN = 3'),
    ("timing", TURN, 'for kind in ("minion", "action"):', 'for kind in ("minion", "minion", "action"):'),
    ("timing", TABLE, '        table.allowances = [allowance for allowance in table.allowances if allowance.number != spent]', '        pass'),
    ("timing", TABLE, '    table.turn_began = event.position\n    table.journal = []', '    table.turn_began = event.position'),
    ("timing", SCORING, '        yield from open_window(game, BEFORE_SCORES, lasts=lambda: not _base_has_gone(game, began))\n', ''),
    ("timing", SCORING, '        yield from open_window(game, AFTER_SCORES)\n        yield from _discard_cards(game, site)', '        yield from _discard_cards(game, site)\n        yield from open_window(game, AFTER_SCORES)'),
    ("timing", RESOLVING, '    if parent is not game.root and game.edition.nested_triggers_wait:', '    if game.edition.nested_triggers_wait and not parent:'),
    ("timing", GAME, 'return instance.active or self.moment <= instance.inactive_since <= self.last', 'return instance.active'),
    ("timing", PLAYING, '    if waits:\n        game.beginning.add(card.number)', ''),
    ("timing", PERMISSIONS, '    if allowance.site and ((site and site != allowance.site) or (kept and not _still_given(game, allowance))):\n        return ANOTHER_PLAY\n', ''),
    ("timing", PERMISSIONS, '    if allowance.kind not in facts.play_kinds and allowance.kind != "card":\n        return NO_PLAY', ''),
    ("timing", STASIS, '    if card.stasis:\n        return COUNTING', ''),
    ("timing", GAME, '            if self.powers:\n                self.powers.clear()', '            pass'),
    ("timing", QUESTIONS, '        if not self.least <= count <= self.most:', '        if count > self.most:'),
    ("timing", QUESTIONS, 'return option if type(option) is type(pick) else None', 'return option'),
    # --- persistence
    ("persistence", STORE, '    if [event.position for event in batch] != list(range(after + 1, after + 1 + len(batch))):', '    if False:'),
    ("persistence", STORE, '        if number == len(log) or (size > ROW and type(event) is Asked):', '        if size > ROW and type(event) is Asked:'),
    ("persistence", STORE, '        if after != head.last:\n            raise GameHasMovedOn(game, after)', ''),
    ("persistence", STORE, 'start if upto is None else min(start, upto)', 'upto'),
    ("persistence", STORE, 'return events[first + 1 - begins :], here or Head(first, b"")', 'return events, here or Head(first, b"")'),
    ("persistence", STORE, 'return events[: last + 1 - first]', 'return events'),
    ("persistence", STORE, 'along = [info.id for info in branches if info.deleted and info.deleted.along_with == game]', 'along = [info.id for info in branches if info.deleted]'),
    ("persistence", STORE, 'if leaving and not branches:\n                raise HasBranches(game, leaving)\n            return [Deleted(game=id, deletion=deletion) for id in (game, *leaving)]', 'return [Deleted(game=game, deletion=deletion)]'),
    ("persistence", STORE, '[Pruned(game=info.id) for info in self._catalogue if info.deleted]', '[Pruned(game=info.id) for info in self._catalogue if info.deleted or info.parent]'),
    ("persistence", STORE, '            title=begun.scenario if title is None else title,', '            title=begun.scenario,'),
    ("persistence", BATCHES, '    if seal != _seal(stream, first, topic, follows, body):', '    if False:'),
    ("persistence", BATCHES, '    if before is not None and follows != before:', '    if False:'),
    ("persistence", BATCHES, '    back = b"" if cause is None else b"<%d" % (position - int(cause))', '    back = b"" if cause is None else b"<1"'),
    ("persistence", BATCHES, 'return head if written_head(stream, head) == written else BROKEN', 'return head'),
    ("persistence", BATCHES, '            force_setattr(event, "cause", position - event.cause)', '            pass'),
    ("persistence", RECORDERS, '                connection.executemany(_MOVE_HEAD, heads_of(rows, starts))\n                for', '                for'),
    ("persistence", RECORDERS, 'connection.execute("BEGIN")', 'connection.isolation_level'),
    ("persistence", RECORDERS, 'ORDER BY originator_version"\n)', 'ORDER BY originator_version LIMIT 12"\n)'),
    ("persistence", FILES, '        if chain != match[1]:', '        if False:'),
    ("persistence", FILES, '        if not self._closed:\n            raise self._bad("the closing line is missing: the file was cut")', ''),
    ("persistence", FILES, '        title=header.title,\n', ''),
    ("persistence", COPYING, 'if here.get(stream) != there.get(stream)', 'if stream not in there'),
    ("persistence", COPYING, 'for game in entered for one in _missing(source, target, game)]', 'for game in entered[:1] for one in _missing(source, target, game)]'),
    ("persistence", CATALOGUE, '                    self._noted = after\n', ''),
    ("persistence", TABLE, '    card.off_top = event.off_top', '    card.off_top = False'),
    ("persistence", RENAMING, '*("challenger", "challenged", "base", "old", "new")', '*("challenger", "challenged", "base", "old")'),
)  # fmt: skip
