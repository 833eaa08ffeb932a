"""The messages and their replies, as types. Their JSON Schema is generated (docs/MESSAGES.md).

A situation in a message is plain data in the shape of `adjudicator.scenarios.model.Scenario`. An error names the path
of the faulty key.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from adjudicator.rulings.comparison import Disagreement
from adjudicator.rulings.explored import Explored
from adjudicator.rulings.may import MayAnswer
from adjudicator.rulings.ruling import Part, Passage
from adjudicator.scenarios.model import Scenario
from adjudicator.viewer.model import CardText, Frame, StoryLine
from events.card_types import GameSettings
from events.limits import MESSAGE

VERSION = 1
"""Raised when a message or a reply changes in a way that a page written for the old one would notice."""

LONGEST_MESSAGE = MESSAGE.size
"""Bytes in one message. A situation has a few thousand; the longest messages hold a game file."""

MOST_ANSWERS = 5_000
"""Answers in one game."""

MOST_POSITIONS = 50_000
"""Maximum number of positions in one search."""

MOST_SECONDS = 60.0
"""Maximum duration of one search in seconds."""


class Message(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"
):
    """A question to the engine."""


class HelloRequest(Message, frozen=True, kw_only=True, tag="hello"):
    """Ask for the version, the rulebooks and the limits."""


class CardsRequest(Message, frozen=True, kw_only=True, tag="cards"):
    """Ask for every card and base, to choose from."""


class ReadRequest(Message, frozen=True, kw_only=True, tag="read"):
    """Read a situation from text: a scenario file, or a position written in one line."""

    text: str


class TextRequest(Message, frozen=True, kw_only=True, tag="text"):
    """Write a situation as a scenario file and as one line."""

    situation: dict[str, Any]


class RuleRequest(Message, frozen=True, kw_only=True, tag="rule"):
    """Rule on a situation by several editions."""

    situation: dict[str, Any]
    editions: tuple[str, ...] = ()  # none: all


class AnswerRequest(Message, frozen=True, kw_only=True, tag="answer"):
    """Put an answer to the open decision of a situation into the words of a step."""

    situation: dict[str, Any]
    edition: str
    picks: tuple[int, ...]  # places in the decision's options


class WhyRequest(Message, frozen=True, kw_only=True, tag="why"):
    """Ask why a player cannot do something now: a step in words, such as "play Haunting at X"."""

    situation: dict[str, Any]
    edition: str
    seat: str
    does: str


class ExploreRequest(Message, frozen=True, kw_only=True, tag="explore"):
    """Play every order and choice from the open decision on."""

    situation: dict[str, Any]
    edition: str
    goal: str = ""
    until: str = "end of turn"
    positions: int = 5_000
    seconds: float = 10.0


class MayRequest(Message, frozen=True, kw_only=True, tag="may"):
    """Ask whether a player may do something before the turn ends, and how: "Ana: destroy Haunting with Bear Hug"."""

    situation: dict[str, Any]
    edition: str
    deed: str
    positions: int = 5_000
    seconds: float = 10.0


class FrameRequest(Message, frozen=True, kw_only=True, tag="frame"):
    """Ask for the table of a situation's run at a position of its log."""

    situation: dict[str, Any]
    edition: str
    position: int


class GameSoFar(GameSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that is being played: how it began, and every answer since, as places in the options."""

    seats: tuple[str, ...]
    factions: tuple[tuple[str, str], ...]
    edition: str
    seed: int
    bots: tuple[str, ...]  # by seat; "" for a person
    answers: tuple[tuple[int, ...], ...] = ()


class NewRequest(Message, GameSettings, frozen=True, kw_only=True, tag="new"):
    """Begin a game and play it to the first decision of a person."""

    seats: tuple[str, ...] = ("You", "Greedy")
    bots: tuple[str, ...] = ("", "greedy")
    factions: tuple[tuple[str, str], ...] = ()  # none: dealt by the seed
    edition: str = ""
    seed: int


class GoRequest(Message, frozen=True, kw_only=True, tag="go"):
    """Answer the decision of a game, if picks are given, and play on to the next decision of a person."""

    game: GameSoFar
    picks: tuple[int, ...] | None = None
    bots: bool = True  # let bots decide for their seats
    skip: bool = False  # pass for people until something concerns them
    as_seat: int = 0  # the seat whose view is shown; -1: everything
    since: int = 0  # the position after which the story begins


class HintRequest(Message, frozen=True, kw_only=True, tag="hint"):
    """Ask what a bot would answer."""

    game: GameSoFar


class OpenRequest(Message, frozen=True, kw_only=True, tag="open"):
    """Read a game file's text and show it at a position."""

    text: str
    position: int = 0  # 0: the end
    viewer: str = "all"


class StoryRequest(Message, frozen=True, kw_only=True, tag="story"):
    """Ask what happened in a game file, in words, from one position to another."""

    text: str
    first: int = 1
    last: int = 0  # 0: the end
    viewer: str = "all"


class SaveRequest(Message, frozen=True, kw_only=True, tag="save"):
    """Write a game against bots as a game file."""

    game: GameSoFar
    created: datetime
    title: str = ""


class RecordRequest(Message, frozen=True, kw_only=True, tag="record"):
    """Turn the record of a game from a real table into a game file."""

    text: str
    created: datetime
    title: str = ""


class TakeRequest(Message, frozen=True, kw_only=True, tag="take"):
    """Turn a position of a game or of a situation into a situation of its own, without steps where possible."""

    game: GameSoFar | None = None
    text: str = ""  # or a game file
    situation: dict[str, Any] | None = None  # or a situation with its steps
    edition: str = ""  # the edition in which its steps are played
    position: int = 0  # 0: the end


class FindRequest(Message, frozen=True, kw_only=True, tag="find"):
    """Search rules, rulings, cards and the glossary for the answer to a question."""

    question: str
    kinds: tuple[str, ...] = ()  # rule, ruling, card, faction, glossary; none: all
    most: int = 8


AnyMessage = (
    HelloRequest
    | CardsRequest
    | ReadRequest
    | TextRequest
    | RuleRequest
    | AnswerRequest
    | WhyRequest
    | ExploreRequest
    | MayRequest
    | FrameRequest
    | NewRequest
    | GoRequest
    | HintRequest
    | OpenRequest
    | StoryRequest
    | SaveRequest
    | RecordRequest
    | TakeRequest
    | FindRequest
)


# --- replies --------------------------------------------------------------------------------------------------------


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer of the engine."""


class Book(Reply, frozen=True, kw_only=True):
    """A rulebook."""

    id: str
    title: str
    year: int


class TypeOfCard(Reply, frozen=True, kw_only=True):
    """A type of card: the zone of its cards at a base, and the pile that they begin in if they are in no deck."""

    type: str
    zone: str
    home: str = ""


class About(Reply, frozen=True, kw_only=True):
    """Which engine this is."""

    version: int
    rules: str
    fingerprint: str
    editions: tuple[Book, ...]
    default: str
    bots: tuple[str, ...]
    factions: dict[str, str]
    types: tuple[TypeOfCard, ...]
    longest_message: int


class Palette(Reply, frozen=True, kw_only=True):
    """Every card and base by its id, and what else players call them."""

    cards: dict[str, CardText]
    nicknames: dict[str, tuple[str, ...]] = {}


class Problem(Reply, frozen=True, kw_only=True):
    """Something wrong with a situation, and the path of the key that states it."""

    sentence: str
    path: tuple[str | int, ...] = ()
    line: int = 0


class SituationReply(Reply, frozen=True, kw_only=True):
    """A situation as data."""

    situation: Scenario
    editions: tuple[str, ...] = ()


class Written(Reply, frozen=True, kw_only=True):
    """A situation as text."""

    toml: str
    line: str


class Column(Reply, frozen=True, kw_only=True):
    """The result of the editions that agree: the verdict first, then the table, what happened and what is asked."""

    editions: tuple[str, ...]
    verdict: tuple[str, ...]
    stuck: str = ""
    failures: tuple[str, ...] = ()
    frame: Frame
    before: Frame
    parts: tuple[Part, ...]
    passages: tuple[Passage, ...] = ()


class Ruled(Reply, frozen=True, kw_only=True):
    """A ruling by several editions: one column for each group that agrees, and where the others diverge from the first."""

    columns: tuple[Column, ...]
    divergences: tuple[Disagreement, ...] = ()


class StepSaid(Reply, frozen=True, kw_only=True):
    """The step that an answer is."""

    seat: str
    does: str


class Reason(Reply, frozen=True, kw_only=True):
    """Why something is not possible. If `possible`, nothing prevents it."""

    possible: bool
    sentence: str
    rule: str = ""
    passage: Passage | None = None


class Searched(Reply, frozen=True, kw_only=True):
    """The findings of an exploration."""

    explored: Explored


class Permitted(Reply, frozen=True, kw_only=True):
    """Whether a player may do something."""

    found: MayAnswer


class Shown(Reply, frozen=True, kw_only=True):
    """A table."""

    frame: Frame
    line: str = ""


class Playing(Reply, frozen=True, kw_only=True):
    """A game at a decision of a person, or at its end, and what happened since it was last shown."""

    game: GameSoFar
    frame: Frame
    story: tuple[StoryLine, ...]
    over: bool = False


class Suggested(Reply, frozen=True, kw_only=True):
    """What a bot would answer."""

    picks: tuple[int, ...]


class Opened(Reply, frozen=True, kw_only=True):
    """A game file at a position."""

    title: str
    seats: tuple[str, ...]
    edition: str
    events: int
    decisions: tuple[int, ...]
    frame: Frame
    line: StoryLine | None = None
    made_up: bool = False  # recorded at a real table: nobody's hidden cards are shown


class Told(Reply, frozen=True, kw_only=True):
    """What happened in a game."""

    story: tuple[StoryLine, ...]


class Saved(Reply, frozen=True, kw_only=True):
    """A game as a file."""

    name: str
    text: str


class FoundItem(Reply, frozen=True, kw_only=True):
    """A rule, ruling, card, faction or word that answers a question."""

    kind: str
    id: str
    title: str
    answer: str


class Answers(Reply, frozen=True, kw_only=True):
    """The hits, best first, and how the question was understood."""

    hits: tuple[FoundItem, ...]
    told: tuple[str, ...] = ()


AnyReply = (
    About
    | Palette
    | SituationReply
    | Written
    | Ruled
    | StepSaid
    | Reason
    | Searched
    | Permitted
    | Shown
    | Playing
    | Suggested
    | Opened
    | Told
    | Saved
    | Answers
)


def schema() -> dict[str, Any]:
    """Return JSON Schema for all messages."""
    return msgspec.json.schema(AnyMessage)
