"""Answers messages (adjudicator/messages/model.py)."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from adjudicator.games.controller import GameController
from adjudicator.games.option_words import name_of
from adjudicator.games.session import LiveGame, decisions
from adjudicator.messages.model import (
    LONGEST_MESSAGE,
    MOST_ANSWERS,
    MOST_POSITIONS,
    MOST_SECONDS,
    VERSION,
    About,
    AnswerRequest,
    Answers,
    AnyMessage,
    Book,
    CardsRequest,
    Column,
    ExploreRequest,
    FindRequest,
    FoundItem,
    FrameRequest,
    GameSoFar,
    GoRequest,
    HelloRequest,
    HintRequest,
    MayRequest,
    NewRequest,
    Opened,
    OpenRequest,
    Palette,
    Permitted,
    Playing,
    Problem,
    ReadRequest,
    Reason,
    RecordRequest,
    Reply,
    Ruled,
    RuleRequest,
    Saved,
    SaveRequest,
    Searched,
    Shown,
    SituationReply,
    StepSaid,
    StoryRequest,
    Suggested,
    TakeRequest,
    TextRequest,
    Told,
    TypeOfCard,
    WhyRequest,
    Written,
)
from adjudicator.rulebooks.other_names import other_names
from adjudicator.rulings.changes import NOBODY_WON, NOTHING_CHANGED
from adjudicator.rulings.comparison import EditionRun, agreements_of, comparison_of, put_to
from adjudicator.rulings.explore import Limits, explore
from adjudicator.rulings.explored import told
from adjudicator.rulings.goals import read_goal
from adjudicator.rulings.may import may
from adjudicator.rulings.refusals import refusal
from adjudicator.rulings.ruling import passage
from adjudicator.scenarios import Outcome, Scenario, ScenarioError, parse, run
from adjudicator.scenarios.from_game import scenario_text
from adjudicator.scenarios.lines import answer_in_words
from adjudicator.scenarios.load import Misstated, from_data
from adjudicator.scenarios.model import BaseStated, Step
from adjudicator.scenarios.notation import is_situation, read_situation, situation_line
from adjudicator.scenarios.writing import scenario_file
from adjudicator.search.index import load as load_index
from adjudicator.search.query import MOST_HITS, Search
from adjudicator.search.query import told as told_of
from adjudicator.viewer.replay import Replay, card_text
from adjudicator.viewer.sources import from_text, of_scenario
from core.engine.game import RULES_VERSION, Game
from core.players.bots import BOTS, make_bot
from core.printed.definitions import FACTIONS, all_definitions, load_cards, playable_printings
from core.printed.editions import DEFAULT, EDITIONS, edition
from core.rules.fingerprint import fingerprint
from core.rules.setup import deal_factions, game_begun
from events.card_types import CARD_TYPES, settings
from events.catalogue import GameInfo
from events.errors import SmashUpError
from events.files import header_of, lines_of
from events.limits import MESSAGE, check_json
from events.names import displayed_text
from events.questions import Pick
from events.vocabulary import Answered, Asked, Event, GameBegun
from events.zones import HOMES, ZONES
from projections.plain_words import Called

MOST_ASKED = 1_000
"""Maximum number of characters read from a question."""

KINDS = ("rule", "ruling", "card", "faction", "glossary")

MOST_KEPT = 8
"""Live games kept to save time."""

_decoder = msgspec.json.Decoder(AnyMessage)
_encoder = msgspec.json.Encoder()


class Engine:
    """Answers messages. It may forget everything between two of them."""

    def __init__(self) -> None:
        self._live: OrderedDict[GameSoFar, LiveGame] = OrderedDict()
        self._replay = lru_cache(maxsize=MOST_KEPT)(from_text)  # A page asks for one position after another.
        self._handlers: dict[type, Callable[[Any], Reply]] = {
            HelloRequest: lambda _: about(),
            CardsRequest: lambda _: palette(),
            ReadRequest: read,
            TextRequest: text,
            RuleRequest: rule,
            AnswerRequest: answer,
            WhyRequest: why,
            ExploreRequest: search,
            MayRequest: permitted,
            FrameRequest: at,
            NewRequest: self.new,
            GoRequest: self.go,
            HintRequest: self.hint,
            OpenRequest: self.open,
            StoryRequest: self.story,
            SaveRequest: self.save,
            RecordRequest: recorded,
            TakeRequest: self.take,
            FindRequest: find,
        }

    def reply(self, message: bytes) -> bytes:
        """Answer one message; anything wrong with it is an answer too: `{"error": {...}}`, never an exception."""
        try:
            check_json(message, MESSAGE)
            return _encoder.encode({"ok": self.answer(_decoder.decode(message))})
        except msgspec.MsgspecError as error:
            problem = Problem(sentence=f"The message cannot be read: {error}.")
        except Misstated as error:
            problem = Problem(sentence=_sentence(error.wrong), path=_path(error.keys))
        except ScenarioError as error:
            problem = Problem(sentence=_sentence(error.wrong), path=_path(error.keys), line=error.line)
        except SmashUpError as error:
            problem = Problem(sentence=str(error))
        except RecursionError:
            problem = Problem(sentence="Lists and tables are nested too deeply.")
        return _encoder.encode({"error": problem})

    def answer(self, message: AnyMessage) -> Reply:
        """Answer a message; raises SmashUpError if it asks for something impossible."""
        return self._handlers[type(message)](message)

    # --- games

    def new(self, message: NewRequest) -> Reply:
        """Begin a game."""
        load_cards()
        pairs = message.factions or deal(len(message.seats), message.seed)
        if len(message.bots) != len(message.seats) or len(pairs) != len(message.seats):
            raise SmashUpError("State a bot and two factions for every seat; a bot may be empty, for a person.")
        for bot in message.bots:
            if bot:
                make_bot(bot)
        book = edition(message.edition or DEFAULT.id).id
        begun = GameSoFar(
            seats=message.seats,
            factions=tuple(pairs),
            edition=book,
            seed=message.seed,
            bots=message.bots,
            **settings(message),
        )
        return self.go(GoRequest(game=begun))

    def go(self, message: GoRequest) -> Reply:
        """Play on to the next decision of a person."""
        so_far, live = message.game, self.live(message.game)
        people = {seat for seat, kind in enumerate(so_far.bots) if not kind} if message.bots else None
        controller = GameController(live, people, [kind or "greedy" for kind in so_far.bots], skip=message.skip)
        if message.picks is not None:
            controller.answer(controller.picks_at(message.picks))
        controller.play_on()
        game = live.game
        now = msgspec.structs.replace(so_far, answers=answers_in(game.log))
        self._keep(now, live)
        viewer = "all" if message.as_seat < 0 else so_far.seats[min(message.as_seat, len(so_far.seats) - 1)]
        replay = Replay(live.info, game.log, viewer)
        story = tuple(line for line in map(replay.line, range(message.since + 1, len(game.log) + 1)) if line)
        return Playing(game=now, frame=replay.frame(len(game.log)), story=story, over=game.over)

    def hint(self, message: HintRequest) -> Reply:
        """Suggest an answer."""
        live = self.live(message.game)
        question = live.game.question
        if question is None:
            raise SmashUpError("There is nothing to answer, because the game is over.")
        reply = Suggested(picks=places(question.options, GameController(live).suggestion()))
        self._keep(message.game, live)
        return reply

    def save(self, message: SaveRequest) -> Reply:
        """Write a game as a file."""
        live = self.live(message.game)
        info = msgspec.structs.replace(
            live.info, id=_id_of(message.game), created=message.created, title=displayed_text(message.title)
        )
        log = list(live.game.log)
        self._keep(message.game, live)
        return _saved(info, log)

    def open(self, message: OpenRequest) -> Reply:
        """Show a game file at a position."""
        replay = self._replay(message.text, message.viewer)
        position = message.position or len(replay)
        if not 1 <= position <= len(replay):
            raise SmashUpError(f"There is no position {position}: the game has {len(replay)}.")
        return Opened(
            title=replay.info.title,
            seats=tuple(seat.name for seat in replay.info.seats),
            edition=replay.info.edition,
            events=len(replay),
            decisions=tuple(decisions(replay.log)),
            frame=replay.frame(position),
            line=replay.line(position),
            made_up=replay.info.made_up,
        )

    def story(self, message: StoryRequest) -> Reply:
        """Tell what happened in a game file."""
        replay = self._replay(message.text, message.viewer)
        last = min(message.last or len(replay), len(replay))
        return Told(story=tuple(line for line in map(replay.line, range(max(1, message.first), last + 1)) if line))

    def take(self, message: TakeRequest) -> Reply:
        """Turn a position into a situation."""
        if message.situation is not None:
            outcome = _run(message.situation, message.edition or DEFAULT.id)
            log: Sequence[Event] = outcome.log[: outcome.game.table.position]
        elif message.game is not None:
            live = self.live(message.game)
            log = list(live.game.log)
            self._keep(message.game, live)
        else:
            log = self._replay(message.text, "all").log
        begun = log[0]
        assert isinstance(begun, GameBegun)
        text = scenario_text(log, message.position or None, title=f"Position {message.position or len(log)}")
        return SituationReply(situation=_bare(parse(text, "situation")), editions=(begun.edition,))

    def live(self, so_far: GameSoFar) -> LiveGame:
        """Return the live game after these answers, kept or played again; it is removed from the cache, because it will change."""
        if (kept := self._live.pop(so_far, None)) is not None:
            return kept
        if len(so_far.answers) > MOST_ANSWERS:
            raise SmashUpError(f"A game has at most {MOST_ANSWERS:,} answers.")
        factions = list(so_far.factions)
        begun = game_begun(list(so_far.seats), factions, edition_id=so_far.edition, **settings(so_far))
        live = LiveGame.new(begun, seed=so_far.seed)
        for number, answer in enumerate(so_far.answers, 1):
            if live.game.over:
                raise SmashUpError(f"The game is over before answer {number}.")
            live.answer(live.game.table.asked, picks_at(live.game, answer))
        return live

    def _keep(self, so_far: GameSoFar, live: LiveGame) -> None:
        self._live[so_far] = live
        while len(self._live) > MOST_KEPT:
            self._live.popitem(last=False)


def _id_of(game: GameSoFar) -> str:
    """Return the id of a game in its file: the same for the same beginning."""
    began = msgspec.structs.replace(game, answers=())
    return f"g{sha256(msgspec.json.encode(began)).hexdigest()[:8]}"


def _sentence(wrong: str) -> str:
    return f"{wrong[:1].upper()}{wrong[1:]}{'' if wrong.endswith(('.', '!', '?')) else '.'}"


def _path(keys: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return a path as it is in the message, because a scenario file lists minions under the player's name alone."""
    if keys[:1] == ("base",) and len(keys) > 2 and keys[2] not in BaseStated.__struct_fields__:
        return (*keys[:2], "minions", *keys[2:])
    return keys


def recorded(message: RecordRequest) -> Reply:
    """Turn a record into a game file."""
    # Imported late, because few ask for it and everybody waits for the engine to start.
    from adjudicator.records import BadRecord, read_record, record

    try:
        log = record(read_record(message.text)).game.log
    except BadRecord as error:
        raise ScenarioError("the record", error.line, "", error.reason) from None
    begun = log[0]
    assert isinstance(begun, GameBegun)
    info = GameInfo(
        id=f"r{sha256(message.text.encode()).hexdigest()[:8]}",
        title=displayed_text(message.title),
        comment="",
        edition=begun.edition,
        seats=begun.seats,
        created=message.created,
        seed=None,
        parent=None,
        copied=False,
    )
    return _saved(info, log)


def _saved(info: GameInfo, log: Sequence[Event]) -> Saved:
    return Saved(name=f"{info.id}.jsonl", text=b"".join(lines_of(header_of(info), log)).decode())


def picks_at(game: Game, chosen: Sequence[int]) -> tuple[Pick, ...]:
    """Return the options at these places."""
    question = game.question
    assert question is not None
    for card in chosen:
        if not 0 <= card < len(question.options):
            last = len(question.options) - 1
            raise SmashUpError(f"There is no option {card}: options are numbered from 0 to {last}.")
    return tuple(question.options[card] for card in chosen)


def places(options: Sequence[Pick], picks: Sequence[Pick]) -> tuple[int, ...]:
    """Return the place of each pick among the options. Equal picks may share a place."""
    return tuple(options.index(pick) for pick in picks)


def answers_in(log: Sequence[Event]) -> tuple[tuple[int, ...], ...]:
    """Return every answer of a log, as places in the options of its question."""
    answers: list[tuple[int, ...]] = []
    options: Sequence[Pick] = ()
    for event in log:
        if isinstance(event, Asked):
            options = event.question.options
        elif isinstance(event, Answered):
            answers.append(places(options, event.picks))
    return tuple(answers)


def deal(seats: int, seed: int) -> list[tuple[str, str]]:
    """Deal two factions to each seat."""
    chance = random.Random(seed)
    factions = [faction.id for faction in FACTIONS.values() if faction.playable]  # in the edition's default printing
    return deal_factions(seats, lambda: chance.sample(factions, len(factions)))


# --- situations -----------------------------------------------------------------------------------------------------


@cache
def about() -> About:
    """Say which engine this is."""
    load_cards()
    return About(
        version=VERSION,
        rules=RULES_VERSION,
        fingerprint=fingerprint(),
        editions=tuple(Book(id=book.id, title=book.title, year=book.year) for book in EDITIONS.values()),
        default=DEFAULT.id,
        bots=tuple(BOTS),
        factions={printing.id: printing.name for printing in playable_printings()},
        types=tuple(
            TypeOfCard(type=row.type, zone=ZONES[row.at_base].key, home=ZONES[home].key if home else "")
            for row in CARD_TYPES.values()
            if not ZONES[row.at_base].bases
            for home in (HOMES.get(row.at_base),)
        ),
        longest_message=LONGEST_MESSAGE,
    )


@cache
def palette() -> Palette:
    """List every card and base."""
    cards = {definition.id: card_text(definition.id) for definition in all_definitions()}
    nicknames = {id: tuple(names) for id, names in other_names().items() if id in cards}
    return Palette(cards=cards, nicknames=nicknames)


def read(message: ReadRequest) -> SituationReply:
    """Read a situation from text: one line, or a scenario file."""
    if "\n" not in message.text.strip() and is_situation(message.text):
        scenario = read_situation(message.text).scenario
    else:
        scenario = parse(message.text, "situation")
    return SituationReply(situation=_bare(scenario), editions=scenario.in_editions)


def text(message: TextRequest) -> Written:
    """Write a situation as a scenario file and as one line."""
    scenario = from_data(message.situation)
    return Written(toml=scenario_file(scenario), line=situation_line(scenario))


def _bare(scenario: Scenario) -> Scenario:
    """Return a scenario without its path and source text."""
    return msgspec.structs.replace(scenario, path="", text="")


def rule(message: RuleRequest) -> Ruled:
    """Rule on a situation by several editions."""
    scenario = from_data(message.situation)
    editions = tuple(edition(name).id for name in message.editions or EDITIONS)
    agreements = agreements_of(put_to(scenario, editions))
    return Ruled(
        columns=tuple(_column(agreement) for agreement in agreements), divergences=comparison_of(agreements).divergences
    )


def _column(agreement: Sequence[EditionRun]) -> Column:
    first = agreement[0]
    replay = of_scenario(first.outcome, "situation")
    return Column(
        editions=tuple(run.edition for run in agreement),
        verdict=_telling(first.ruling.verdict),
        stuck=first.stuck,
        failures=first.ruling.failures,
        frame=replay.frame(len(replay)),
        before=replay.frame(first.outcome.set_up),
        parts=first.ruling.parts,
        passages=first.ruling.passages,
    )


def _telling(verdict: Sequence[str]) -> tuple[str, ...]:
    """Return a verdict without its obvious parts. If nothing has happened, the possible actions come first."""
    telling = [sentence for sentence in verdict if sentence != NOBODY_WON]
    if NOTHING_CHANGED in telling:
        index = telling.index(NOTHING_CHANGED)
        telling = telling[index + 1 :] + telling[:index]
    return tuple(telling or verdict)


def _run(situation: dict[str, Any], book: str) -> Outcome:
    return run(from_data(situation), edition(book).id)


def answer(message: AnswerRequest) -> StepSaid:
    """Put an answer into the words of a step."""
    outcome = _run(message.situation, message.edition)
    game = outcome.game
    if game.question is None:
        raise SmashUpError("There is nothing to decide in this situation.")
    picks = picks_at(game, message.picks)
    if wrong := game.question.refusal(picks):
        raise SmashUpError(f"That is not a legal answer: {wrong}.")
    does = answer_in_words(game.table, game.question, picks, outcome.names, game.log)
    return StepSaid(seat=game.table.seats[game.table.asked].name, does=does)


def why(message: WhyRequest) -> Reason:
    """Say why a step is not possible."""
    outcome = _run(message.situation, message.edition)
    scenario, game = outcome.scenario, outcome.game
    if message.seat not in scenario.seats:
        raise SmashUpError(f"{message.seat} is not one of {', '.join(scenario.seats)}.")
    step = Step(seat=message.seat, does=message.does)
    tried = run(msgspec.structs.replace(scenario, step=(*scenario.step, step)), outcome.edition)
    if tried.stuck is None and len(tried.steps) > len(outcome.steps):
        return Reason(possible=True, sentence=f"{message.seat} can {message.does}.")
    own_names = outcome.names.own_names(game.table)
    refused = refusal(game, outcome.names, Called(name_of, own_names), step)
    cited = passage(refused.rule, outcome.edition) if refused.rule else None
    return Reason(possible=False, sentence=refused.text, rule=refused.rule, passage=cited)


def search(message: ExploreRequest) -> Searched:
    """Play every order and choice."""
    outcome = _run(message.situation, message.edition)
    log = outcome.game.log
    goal = read_goal(message.goal, log, outcome.names) if message.goal else None
    limits = _limits(message.positions, message.seconds)
    findings = explore(log, to=message.until, limits=limits, goal=goal)
    return Searched(explored=told(log, findings, goal, outcome.names))


def permitted(message: MayRequest) -> Permitted:
    """Search every way to do something."""
    limits = _limits(message.positions, message.seconds)
    return Permitted(found=may(from_data(message.situation), message.deed, edition(message.edition).id, limits=limits))


def _limits(positions: int, seconds: float) -> Limits:
    return Limits(positions=min(positions, MOST_POSITIONS), seconds=min(seconds, MOST_SECONDS))


def at(message: FrameRequest) -> Shown:
    """Show the table of a situation's run at a position."""
    replay = of_scenario(_run(message.situation, message.edition), "situation")
    position = max(replay.first, min(message.position, len(replay)))
    line = replay.line(position)
    return Shown(frame=replay.frame(position), line=line.text if line else "")


@cache
def _search() -> Search:
    return Search(load_index())


def find(message: FindRequest) -> Answers:
    """Search for the answer to a question."""
    if unknown := set(message.kinds) - set(KINDS):
        raise SmashUpError(f"{min(unknown)} is not one of {', '.join(KINDS)}.")
    results = _search().find(message.question[:MOST_ASKED], message.kinds, max(1, min(message.most, MOST_HITS)))
    items = (hit.item for hit in results.hits)
    hits = tuple(FoundItem(kind=item.kind, id=item.id, title=item.title, answer=item.answer) for item in items)
    return Answers(hits=hits, told=tuple(told_of(results)))
