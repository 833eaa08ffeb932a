"""Why a step is refused, in one sentence that names the card or the rule in the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from adjudicator.rulings.not_offered import last_acted, why_not_offered
from adjudicator.scenarios.model import Step
from adjudicator.scenarios.names import NoSuchName, TableNames
from adjudicator.scenarios.step_words import StepLine, read_line
from core.engine.game import Game
from core.engine.index import Instance
from core.engine.power import breakpoint_of, power, power_at
from core.rules.legality import USE_WORDS, abilities_to_use, applies, granting, play_obstacle, use_obstacle
from core.rules.places import Obstacle, forbidding, own_play_obstacle
from core.rules.playing import now_obstacle
from core.rules.replay import resume
from core.rules.scoring import ready_to_score
from core.rules.turn import flow
from events.card_types import CARD_TYPES
from events.questions import Cards, Hosts, Main, May, Modes, Numbers, Play, Question, Seats, Sites, Use, Window
from events.vocabulary import Asked
from events.zones import HOMES, PLAYER_PILES, Zone, works_in
from projections.plain_words import NameOf, Words, a, listed
from projections.prompts import describe, prompt
from projections.table import IN_PLAY, Card

_LABEL = re.compile(r"\[[a-z-]+\] ?")
_MAY_PLAY = re.compile(rf"\bmay\b.*\bplay (this ({'|'.join(CARD_TYPES)})|it)\b")
_SPECIAL = re.compile(r"^.*\[special\] ?", re.DOTALL)
_AT = re.compile(r"\s+(?:at|on)\s+")


class Refusal(msgspec.Struct, frozen=True):
    """What is refused, why, and the rule behind it ("" if the question itself refuses it)."""

    text: str
    rule: str = ""


class _Asking:
    """An open question, and a line that does not answer it."""

    def __init__(self, game: Game, names: TableNames, name_of: NameOf, seat: int) -> None:
        self.game, self.names, self.seat = game, names, seat
        self.words = Words(game.table, name_of)
        self.name_of = name_of

    @property
    def player(self) -> str:
        return self.game.table.seats[self.seat].name

    def find(self, text: str, zones: Iterable[str] = ()) -> int:
        """Find a card by name: first in the player's hand, then in play, then anywhere. Returns 0 if there is none."""
        cards = self.game.table.cards
        mine = [card for card in cards if cards[card].zone == "hand" and cards[card].controller == self.seat]
        in_play = [card for card in cards if cards[card].zone in IN_PLAY]
        for pool in (mine, in_play, list(cards)) if not zones else (in_play, mine, list(cards)):
            if fitting := self.names.fitting_cards(self.game.table, text, pool):
                return fitting[0]
        return 0

    def find_held(self, text: str, zones: Sequence[Zone]) -> int:
        """Find a card of the player's by name in some of the zones outside play. Returns 0 if there is none."""
        cards = self.game.table.cards
        own = [card for card in cards if cards[card].zone in zones and cards[card].controller == self.seat]
        fitting = self.names.fitting_cards(self.game.table, text, own)
        return fitting[0] if fitting else 0

    def place(self, text: str) -> tuple[int, int]:
        """Find a place by name: the site of a base, or a card to play on."""
        try:
            return self.names.find_site(self.game.table, text), 0
        except NoSuchName:
            return 0, self.find(text, ("play",))


def refusal(game: Game, names: TableNames, name_of: NameOf, step: Step, said: str = "", since: int = 0) -> Refusal:
    """Explain why a line is refused at a game's open question. `said` is the error it caused.

    `since`: the position of the line before, if the question after it may have been answered automatically.
    """
    table, question = game.table, game.question
    line = read_line(step.does)
    does = f"answer “{step.does}”" if line.verb in ("yes", "no", "none") else step.does
    seat = next(number for number, player in enumerate(table.seats) if player.name == step.seat)
    asking = _Asking(game, names, name_of, seat)
    if question is None:
        return Refusal(f"{step.seat} cannot {does}: nobody is asked anything")
    if since and line.verb == "play" and (missed := _missed(asking, line, since)):
        return missed
    if table.asked != seat:
        decides = table.seats[table.asked].name
        now = f"it is {decides}'s turn" if isinstance(question, Main) else f"{decides} decides"
        asked = "" if isinstance(question, Main) else f" ({prompt(question, table, name_of)})"
        return Refusal(f"{step.seat} cannot {does} now: {now}{asked}")
    if isinstance(question, Main) and line.verb in ("pass", "end turn"):
        return Refusal(f"{step.seat} cannot {does} yet: this is a later turn, and no line has ended the one before it")
    if line.verb == "play":
        return _play(asking, line, question)
    if line.verb == "score" and (early := _not_ready(asking, line.what)):
        return early
    if line.verb == "use" and isinstance(question, Main):
        return _use(asking, line)
    return _choose(asking, line, step, question, said)


def _not_ready(asking: _Asking, base: str) -> Refusal | None:
    """Explain that a base does not score, because its power is below its breakpoint."""
    game = asking.game
    site, _ = asking.place(base)
    if not site or site in ready_to_score(game):
        return None
    has = f"{power_at(game, site)} of the {breakpoint_of(game, site)} power it needs"
    return Refusal(f"{asking.words.base(site)} does not score now: it has {has}", "score.ready")


def _missed(asking: _Asking, line: StepLine, since: int) -> Refusal | None:
    """Explain why a Special was not offered in a round that is over, because its own text did not allow it then."""
    game, (number, _) = asking.game, _split_place(asking, line.what)
    rounds = [
        (event.position, event.question.moment)
        for event in game.log[since:]
        if isinstance(event, Asked) and event.seat == asking.seat and isinstance(event.question, Window)
    ]
    if not number or not rounds or game.card(number).controller != asking.seat:
        return None
    then = Game(game.log[: rounds[-1][0]], flow)
    for ability in game.facts[number].abilities:
        if ability.plays and rounds[-1][1] in ability.hooks:
            base = then.table.scoring.site if then.table.scoring else 0
            if not applies(Instance(then, ability, then.card(number), base, 0), asking.seat):
                text = _SPECIAL.sub("", game.facts[number].text).partition(" [")[0]
                may_not = f"{asking.player} may not play {asking.words.card(number)}"
                return Refusal(f"{may_not}: its own text does not allow it: “{text}”", "void.card-wins")
    return None


def not_offered(game: Game, name_of: NameOf, seat: int, number: int) -> Refusal | None:
    """Explain why a card that a player holds cannot be played now. Returns None if it can."""
    if game.table.current != seat:
        return Refusal(f"it is {game.table.seats[game.table.current].name}'s turn", "turn.play")
    if not isinstance(game.question, Main) or game.table.asked != seat:
        return Refusal("it is not the time to play cards", "turn.play")
    obstacle = play_obstacle(game, seat, game.card(number))
    if obstacle is None:
        return None
    return Refusal(_why_not_played(_Asking(game, TableNames(), name_of, seat), number, obstacle), obstacle.rule)


def _split_place(asking: _Asking, what: str) -> tuple[int, str]:
    """Split a line into the card to be played and the words for its place.

    A card that the player could play is meant before one of the same name in play, even if the words fit both.
    """
    splits = [(what, ""), *((what[: at.start()], what[at.end() :]) for at in reversed(list(_AT.finditer(what))))]
    for zones in (("hand",), ("discard", "stasis"), ()):
        for name, where in splits:
            if card := asking.find(name) if not zones else asking.find_held(name, zones):
                return card, where
    return 0, ""


def _play(asking: _Asking, line: StepLine, question: Question) -> Refusal:
    number, where = _split_place(asking, line.what)
    if not number:
        return Refusal(f"{asking.player} may not play {line.what}: there is no such card")
    game, words = asking.game, asking.words
    site, host = asking.place(where) if where else (0, 0)
    there = f" {'on' if host else 'at'} {where}" if where else ""
    may_not = f"{asking.player} may not play {words.card(number)}{there}"
    players = [player.name.casefold() for player in game.table.seats]
    named_all = all(name.casefold() in players or any(asking.place(name)) for name in _AT.split(where))
    if where and not site and not host and not named_all:
        return Refusal(f"{may_not}: nothing there is called {where}")
    if isinstance(question, Main) and game.card(number).zone in HOMES.values():  # its own ability plays it
        return _use(asking, StepLine("play", game.fact(game.card(number)).name))
    if host and game.facts[host].is_base:
        return Refusal(f"{may_not}: {words.card(host)} is not in play")
    if host and game.card(host).zone not in IN_PLAY and host != number:
        return Refusal(f"{may_not}: {words.card(host)} is {words.where(game.card(host)) or 'not in play'}")
    if not isinstance(question, Main):
        if by := _in_its_way(asking, number, site, host):
            return Refusal(f"{may_not}: {words.card(by)} forbids it", "void.cant-wins")
        if refused := _certain_card(asking, may_not, number, question):
            return refused
        options = listed(describe(pick, question, game.table, asking.name_of) for pick in question.options)
        asked = f"{prompt(question, game.table, asking.name_of)} – {options or 'nothing fits'}"
        if not question.least and game.card(number).zone == "hand" and game.card(number).controller == asking.seat:
            return Refusal(f"{asking.player} must answer something else first (“none” declines it): {asked}")
        return Refusal(f"{may_not} now: {asked}")
    if where and game.facts[number].kind == "standard" and play_obstacle(game, asking.seat, game.card(number)) is None:
        return Refusal(f"{may_not}: {_why_not_chosen(asking, number, where)}")
    if game.card(number).zone == "discard" and list(_uses(asking, number)):
        by_itself = f"{words.card(number)} in the discard pile is played by its own ability"
        return Refusal(f"{by_itself}: say “use {game.fact(game.card(number)).name}”", "term.special")
    obstacle = play_obstacle(game, asking.seat, game.card(number), site, host)
    if obstacle is None:
        hosts = [card.number for card in game.table.cards.values() if card.zone in IN_PLAY] if host else []
        meant = {
            asking.names.told_apart(game.table, number)
            for number in asking.names.fitting_cards(game.table, where, hosts)
        }
        if len(meant) > 1:
            return Refusal(f"{where} could be {' or '.join(sorted(meant))}: the line must say which")
        return Refusal(f"{may_not}: it is not one of the cards that may be played now")
    return Refusal(f"{may_not}: {_why_not_played(asking, number, obstacle, site)}", obstacle.rule)


def _why_not_chosen(asking: _Asking, number: int, where: str) -> str:
    """Explain why an action that is not played on anything cannot choose what a line states."""
    game = resume(asking.game.log)
    game.edition = asking.game.edition
    assert game.question is not None
    play = next(pick for pick in game.question.options if isinstance(pick, Play) and pick.card == number)
    game.answer(asking.seat, (play,))
    card, question = asking.words.card(number), game.question
    if why := why_not_offered(game, asking.names, where):
        return why
    if question is not None and question.by == number and question.options:
        options = dict.fromkeys(describe(pick, question, game.table, asking.name_of) for pick in question.options)
        return f"{card} offers only {listed(options)}"
    return f"it is played without a place, and {card} does nothing to {where}"


def _certain_card(asking: _Asking, may_not: str, number: int, question: Question) -> Refusal | None:
    """Explain why a line does not play the card that an ability has just revealed and offers to play."""
    game, card = asking.game, asking.game.card(number)
    if card.zone != "aside" or not isinstance(question, Modes):
        return None
    if obstacle := now_obstacle(game, asking.seat, card):
        return Refusal(f"{may_not}: {_why_not_played(asking, number, obstacle)}", obstacle.rule)
    modes = " or ".join(f"“choose {mode}”" for mode in question.options)
    return Refusal(f"{may_not} by a line of its own: {prompt(question, game.table, asking.name_of)} – say {modes}")


def _in_its_way(asking: _Asking, number: int, site: int, host: int) -> int:
    """Return the card that forbids this play outside the main question, at the stated place or the scoring base."""
    table = asking.game.table
    there = table.cards[host].site if host else site or (table.scoring.site if table.scoring else 0)
    return forbidding(asking.game, asking.seat, asking.game.card(number), there, host) if there else 0


def _why_not_played(asking: _Asking, number: int, obstacle: Obstacle, site: int = 0) -> str:
    game, words, facts = asking.game, asking.words, asking.game.facts[number]
    kind = facts.type
    match obstacle.reason:
        case "not-held":
            card = game.card(number)
            if card.zone in PLAYER_PILES:
                own = next(
                    (sentence for sentence in facts.text.split(". ") if f"from your {card.zone}" in sentence), ""
                )
                why = f", and its own text sets a condition: “{without_labels(own).rstrip('.')}”" if own else ""
                return f"it is in {words.pile(card.zone, card.controller)}{why}"
            return f"it is {words.where(card) or 'elsewhere'}"
        case "special-only":
            return "it is a Special, played only at its own moment"
        case "no-play":
            why = f"{asking.player} has no {kind} left to play this turn"
            by = granting(game, asking.seat, kind, site)
            return f"{why}, but {words.card(by)} gives one: use it first" if by else why
        case "counting":
            counters = game.card(number).stasis
            return f"it is in stasis with {counters} stasis counter{'s' if counters > 1 else ''} left"
        case "allowance":
            mine = [
                allowance
                for allowance in game.table.allowances
                if allowance.seat == asking.seat and allowance.kind in ("card", kind)
            ]
            left = Counter(words.way(allowance) for allowance in mine)
            ways = listed(f"{count} × {way}" if count > 1 else way for way, count in left.items())
            return f"all {asking.player} has left to play: {ways or 'nothing'}"
        case "forbidden":
            return f"{words.card(obstacle.by)} forbids it"
        case "aim":
            return "it could not raise the power that this play is for"
        case "no-base":
            return "there is no base to play it on"
        case "no-minion" | "wrong-minion":
            return "there is no minion that it may be played on"
        case "place":
            return "it is played on a base" if facts.goes_to_base else "it is not played on anything"
    return f"its own text does not allow it: “{_first_sentence(facts.text)}”"


def without_labels(text: str) -> str:
    """Return a card's text without the labels of its abilities."""
    return _LABEL.sub("", text)


def _first_sentence(text: str) -> str:
    return _sentences(text)[0]


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s", text)


def _how_it_is_played(text: str) -> str:
    """Return the sentence of a text that says when its card may be played, or else its first one."""
    sentences = _sentences(without_labels(text))
    return (
        next((sentence for sentence in sentences if _MAY_PLAY.search(sentence)), sentences[0])
        .removeprefix("Then, ")
        .rstrip(".")
    )


def _use(asking: _Asking, line: StepLine) -> Refusal:
    name, _, ability = (part.strip() for part in line.what.partition(":"))
    number = _meant(asking, name)
    may_not = f"{asking.player} may not {line.verb} {name}"
    if not number:
        return Refusal(f"{may_not}: there is no such card")
    card = asking.game.card(number)
    abilities = abilities_to_use(asking.game, card)
    named = next(((known.key, by) for known, by in abilities if known.name == ability), ("", 0))
    obstacle = use_obstacle(asking.game, asking.seat, card, *named)
    if obstacle is None:
        each = [] if ability else list(_uses(asking, number))
        if len(each) > 1:
            return Refusal(
                f"{name} has more than one ability to use: say {' or '.join(f'“use {choice}”' for choice in each)}"
            )
        return Refusal(f"{may_not}: it is not one of the abilities that may be used now")
    words = asking.words
    own = "its own text does not allow it now"
    if card.zone in HOMES.values() and obstacle.reason in (USE_WORDS.reason, "not-in-play", "no-ability"):
        obstacle = own_play_obstacle(asking.game, asking.seat, card) or USE_WORDS
        own += f": “{_how_it_is_played(asking.game.fact(card).text)}”"
    why = {
        "no-ability": "it has nothing to use in Play Cards",
        "not-in-play": f"it is {words.where(card) or 'not in play'}",
        "elsewhere": f"it can be used only {works_in(abilities[0][0].zone) if abilities else ''}",
        "not-yours": f"{words.player(card.controller)} controls it",
        "lost": f"it has lost its abilities{f' to {words.card(obstacle.by)}' if obstacle.by else ''}",
        "ignored": f"{asking.player} ignores that base",
        "used": "it has been used this turn",
        "type-limit": f"{asking.player} already has {_as_many_in_play(asking, card)} in play",
        "no-play": f"{asking.player} has already used the regular play it would replace",
        "used-by-another": f"only one {asking.game.fact(card).name} may do this in a turn, and one has",
    }.get(obstacle.reason, own)
    return Refusal(f"{may_not}: {why}", obstacle.rule)


def _as_many_in_play(asking: _Asking, card: Card) -> str:
    """Return how many cards of a card's type a player has in play, in words."""
    facts = asking.game.fact(card)
    count = len(asking.game.table.at_bases(facts.at_base, asking.seat))
    return a(facts.type) if count == 1 else f"{count} {CARD_TYPES[facts.type].plural}"


def _uses(asking: _Asking, number: int) -> Iterator[str]:
    """Return the abilities of a card that may be used now, each in the words of a line."""
    game, question = asking.game, asking.game.question
    assert question is not None
    for pick in question.options:
        if isinstance(pick, Use) and pick.holder == number:
            yield asking.names.pick(game.table, question, pick, game.log)


def _meant(asking: _Asking, name: str) -> int:
    """Return the card whose ability a line means, preferably one that can use it now, or 0 if there is none."""
    first = asking.find(name, ("play",))
    same = asking.names.fitting_cards(asking.game.table, name, list(asking.game.table.cards)) if first else []
    for number in (first, *same):
        obstacle = use_obstacle(asking.game, asking.seat, asking.game.card(number)) if number else None
        if obstacle is not None and obstacle.reason not in ("elsewhere", "not-in-play", "no-ability", "not-yours"):
            return number
    return first


def _choose(asking: _Asking, line: StepLine, step: Step, question: Question, said: str) -> Refusal:
    game = asking.game
    options = list(dict.fromkeys(describe(pick, question, game.table, asking.name_of) for pick in question.options))
    asked = prompt(question, game.table, asking.name_of)
    about = f"{asked[:1].lower()}{asked[1:]}"
    only = f"only {listed(options)}" if options else "nothing fits"
    if line.verb == "end turn":
        return Refusal(f"{asking.player} may not end the turn yet: {about} – {only}")
    if line.verb in ("none", "pass", "no") and question.least:
        return Refusal(f"{asking.player} may not decline: {about} – {only}")
    if isinstance(question, (Cards, Hosts)) and (meant := _could_be(asking, line.what, question)):
        return Refusal(f"{line.what} could be {' or '.join(meant)}: the line must say which")
    if together := _TOGETHER.search(said):  # any of them may be chosen
        return Refusal(f"{asking.player} may not {step.does}: {about} – {together.group()}")
    number = asking.find(line.what, ("play",)) if line.what else 0
    which = ""
    if number and isinstance(question, (Cards, Hosts)) and game.facts[number].is_minion:
        which = f", which has {power(game, game.card(number))} power"
    if line.verb in ("yes", "no", "none"):
        return Refusal(f"{asking.player} cannot answer “{step.does}” here: {about} – {only}")
    if isinstance(question, May):
        return Refusal(f"{asking.player} must answer yes or no first: {about}")
    if number and options and isinstance(question, (Modes, Sites, Seats, Numbers)):
        declined = "" if question.least else " (“none” declines it)"
        return Refusal(f"{asking.player} must answer something else first{declined}: {about} – {listed(options)}")
    why = why_not_offered(game, asking.names, line.what) if isinstance(question, Cards | Main) and line.what else ""
    if isinstance(question, Main) and line.verb == "choose":
        acted = last_acted(game.log[game.table.turn_began :])
        alone = (
            f"nothing is asked now that {asking.words.card(acted[0])} has resolved"
            if acted
            else "no card asks for a choice; say first what is played or used"
        )
        return Refusal(f"{asking.player} may not {step.does}: {why if ';' in why else alone}")
    if ";" in why:
        return Refusal(f"{asking.player} may not {step.does}: {why}; {about} – {only}")
    return Refusal(f"{asking.player} may not {step.does}{which}: {about} – {only}")


_TOGETHER = re.compile(
    r"pick (exactly |at most |\d+ to )\d+, not \d+|together they come to \d+, more than \d+|they must all share one name"
)
"""Refusals of picks that are illegal only in combination (`Question.refusal`)."""


def _could_be(asking: _Asking, what: str, question: Cards | Hosts) -> list[str]:
    """Return the options that a name could mean."""
    table, picks = asking.game.table, [pick for pick in question.options if isinstance(pick, int)]
    try:
        asking.names.find_card(table, what, picks)
    except NoSuchName:
        fitting = asking.names.fitting_cards(table, what, picks)
        return [describe(option, question, table, asking.name_of) for option in fitting]
    return []
