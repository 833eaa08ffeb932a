"""Answers a question from the index: how it was understood, and the hits, best first.from events.card_types import CARD_TYPES


Every step uses only integers, and `adjudicator/web/static/search.js` takes the same steps in the same order. A test
compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.search.index import NAME_MARK, Alternative, Item, SearchIndex
from adjudicator.search.parameters import (
    ABOUT_IT,
    ABOUT_PERHAPS,
    ALL_CARDS,
    BARE_NAME,
    CARD_NOT_NAMED,
    CARD_OTHERWISE,
    CARD_PERHAPS,
    CARDS_WANTED,
    CONTENT_WEIGHT,
    COVER_LEAST,
    COVER_MORE,
    FACTION_WITH_CARD,
    GENERAL,
    GENERAL_RULE,
    NAMED,
    NAMED_CARD,
    ON_TABLE,
    OTHER_CARD,
    RULE_WITH_CARD,
    RULE_WITH_DEED,
    RULING_WITH_DEED,
    SEVERAL,
    STOP_SHARE,
    UNNAMED_CARD,
    WRONG_TYPE,
)
from adjudicator.search.words import distance, sound, stem, tokens
from events.card_types import CARD_TYPES

MOST_HITS = 60
_LONGEST_NAME = 7
_LONGEST_PHRASE = 4
SOUNDS_LEAST = 4
_POSTINGS = msgspec.json.Decoder(list[int])


class Hit(msgspec.Struct, frozen=True):
    """A search result with its score."""

    item: Item
    score: int


class SearchResults(msgspec.Struct, frozen=True):
    """The hits, and what was understood of the question."""

    hits: list[Hit]
    cards: list[Item]  # cards the question names
    understood: list[str]  # "Cut Lass is Saucy Wench", "graveyard: discard pile"
    none_with_all: bool  # several cards are named, and no ruling involves all of them


class Concept(msgspec.Struct):
    """A word or phrase of the question, with everything that means the same."""

    said: str
    alternatives: list[tuple[Alternative, int]]  # each with its share of the score, in percent
    stop: bool = False
    whole: Alternative = ()  # a phrase that means something else than its words: it counts only where all of them are


class Search:
    """A loaded index, ready for questions."""

    def __init__(self, index: SearchIndex) -> None:
        self.index = index
        self.stop = frozenset(index.stop)
        self.weak = frozenset(index.weak)
        self.masks = {name: _mask(name) for name in index.names}
        self.sounds: dict[str, list[str]] = {}
        for name in index.names:
            self.sounds.setdefault(sound(name), []).append(name)
        self._decoded: dict[str, list[int]] = {}

    def find(self, question: str, kinds: Sequence[str] = (), most: int = MOST_HITS) -> SearchResults:
        """Answer a question; `kinds` limits the hits to these."""
        words = tokens(question)
        understood: list[str] = []
        strong, faint, spelled = self._cards(words, understood)
        type_asked, described = ("", 0) if strong else self._wanted_type(words)
        if type_asked:
            spelled = words[described:]
        concepts = self._concepts(spelled, understood)
        scores = self._scores(concepts, names=not type_asked)
        begun = self._begun_names(words) if not strong else []
        hits = self._ranked(scores, concepts, strong, faint, begun, type_asked, kinds)[:most]
        named = strong or (faint if len(hits) else [])
        items = self.index.items
        return SearchResults(hits, [items[place] for place in named], understood, self._apart(strong))

    # --- cards by name

    def _cards(self, words: list[str], understood: list[str]) -> tuple[list[int], list[int], list[str]]:
        """Return the cards that are certainly and perhaps named, and the question with their printed names."""
        strong: list[int] = []
        faint: list[int] = []
        printed: dict[int, list[str]] = {}
        covered: set[int] = set()
        for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
            for start in range(len(words) - size + 1):
                span = range(start, start + size)
                if covered.intersection(span):
                    continue
                typed = "".join(words[start : start + size])
                key = self._name(typed)
                fuzzy = False
                if not key and any(not self._known(words[at]) for at in span):
                    key, fuzzy = self._near_name(typed) or (self._sounding_like(typed) if size == 1 else ""), True
                if not key:
                    continue
                covered.update(span)
                for place in self.index.names[key]:
                    (faint if key in self.weak and len(words) > size else strong).append(place)
                title = self.index.items[self.index.names[key][0]].title
                if key in self.index.others:
                    understood.append(f"{self.index.others[key]} is {title}")
                elif fuzzy:
                    understood.append(f"{' '.join(words[start : start + size])}: {title}")
                if fuzzy or key in self.index.others:
                    printed |= {at: [] for at in span} | {start: tokens(title)}
        # "Gen Ivan and Assassination" names two cards, "Zapbot chain" hardly Daisy Chain.
        sure = bool(strong) and any(word in self.index.describing["joining"] for word in words)
        for at, word in enumerate(words):
            if at not in covered and word in self.index.parts and self.index.parts[word] not in strong:
                (strong if sure else faint).append(self.index.parts[word])
        spelled = [word for at, typed in enumerate(words) for word in printed.get(at, [typed])]
        return list(dict.fromkeys(strong)), [card for card in dict.fromkeys(faint) if card not in strong], spelled

    def _name(self, typed: str) -> str:
        """Return the name that was typed, perhaps in the plural, or nothing."""
        for key in (typed, typed[:-1] if typed.endswith("s") else "", typed[:-2] if typed.endswith("es") else ""):
            if key and key in self.index.names:
                return key
        return ""

    def _near_name(self, typed: str) -> str:
        """Return the closest name to a misspelled one, or nothing."""
        if len(typed) < 5:
            return ""
        most = 1 if len(typed) < 9 else 2
        mask = _mask(typed)
        best, nearest = "", most + 1
        for name, letters in self.masks.items():
            if abs(len(name) - len(typed)) > most or (letters ^ mask).bit_count() > 2 * most:
                continue
            apart = distance(typed, name, most)
            if apart < nearest:
                best, nearest = name, apart
        return best

    def _sounding_like(self, typed: str) -> str:
        """Return the only name that sounds like what was typed, or nothing."""
        heard = sound(typed)
        alike = self.sounds.get(heard, []) if len(heard) >= SOUNDS_LEAST else []
        return alike[0] if len(alike) == 1 else ""

    def _begun_names(self, words: list[str]) -> list[int]:
        """Return cards whose name begins like the whole question, or of whose name it is a word."""
        typed = "".join(words)
        if len(typed) < 3:
            return []
        cards = [places[0] for name, places in self.index.names.items() if name.startswith(typed)]
        if len(words) == 1 and typed in self.index.parts:
            cards.append(self.index.parts[typed])
        return cards

    def _known(self, word: str) -> bool:
        short = stem(word)
        return short in self.index.terms or short in self.stop or short in self.index.synonyms

    # --- words

    def _concepts(self, words: list[str], understood: list[str]) -> list[Concept]:
        """Return the question as concepts, the longest phrases with synonyms first; each word counts once."""
        stemmed = [stem(word) for word in words]
        concepts: list[Concept] = []
        seen: set[str] = set()
        at = 0
        while at < len(words):
            size = next(
                (
                    size
                    for size in range(min(_LONGEST_PHRASE, len(words) - at), 1, -1)
                    if " ".join(stemmed[at : at + size]) in self.index.synonyms
                ),
                1,
            )
            key = " ".join(stemmed[at : at + size])
            if key not in seen:
                seen.add(key)
                last = at + size == len(words)
                concepts.append(self._concept(words[at : at + size], stemmed[at : at + size], last, understood))
            at += size
        return concepts

    def _concept(self, words: list[str], stemmed: list[str], last: bool, understood: list[str]) -> Concept:
        typed = " ".join(words)
        key = " ".join(stemmed)
        meanings = self.index.synonyms.get(key, [])
        alternatives = [(tuple(stemmed), 100), *((meaning, 85) for meaning in meanings if meaning != tuple(stemmed))]
        if meanings:
            if key in self.index.slang:
                understood.append(f"{typed}: {self.index.slang[key]}")
            return Concept(typed, alternatives, key in self.stop, alternatives[0][0] if len(words) > 1 else ())
        short = stemmed[0]
        if short in self.stop or short in self.index.terms:
            return Concept(typed, alternatives, short in self.stop)
        if last and len(short) > 1 and (begun := self._begun(words[0])):
            return Concept(typed, [((stem,), 90) for stem in begun])
        if near := self._corrected(short):
            understood.append(f"{words[0]}: {near}")
            extra = [(synonym, 70) for synonym in self.index.synonyms.get(near, [])]
            return Concept(typed, [((near,), 85), *extra])
        return Concept(typed, [])

    def _begun(self, word: str) -> list[str]:
        """Return the most frequent stems that begin like an unfinished word."""
        fitting = [term for term in self.index.terms if term.startswith(word)]
        fitting.sort(key=lambda stem: (-len(self._postings(stem)), stem))
        return fitting[:8]

    def _corrected(self, short: str) -> str:
        """Return the closest known stem to a misspelled one, or nothing."""
        if len(short) < 4:
            return ""
        most = 1 if len(short) < 7 else 2
        best, nearest, uses = "", most + 1, 0
        for known in self.index.terms:
            if abs(len(known) - len(short)) > most or known.startswith(NAME_MARK):
                continue
            apart = distance(short, known, most)
            if apart > min(nearest, most):
                continue
            often = len(self._postings(known))
            if apart < nearest or often > uses:
                best, nearest, uses = known, apart, often
        return best

    # --- scores

    def _postings(self, short: str) -> list[int]:
        """Yield the places of the items that have a stem, each followed by its score."""
        postings = self._decoded.get(short)
        if postings is None:
            postings = _POSTINGS.decode(self.index.terms[short]) if short in self.index.terms else []
            self._decoded[short] = postings
        return postings

    def _scores(self, concepts: list[Concept], *, names: bool) -> dict[int, tuple[int, int]]:
        """Return for each item the sum of the best alternative of every concept, and the weight of the concepts it has.

        `names`: whether the names of cards count.
        """
        totals: dict[int, tuple[int, int]] = {}
        for concept in concepts:
            best: dict[int, int] = {}
            for alternative, share in concept.alternatives:
                for place, score in self._of_alternative(alternative, alternative is concept.whole, names).items():
                    score = score * share // 100
                    if score > best.get(place, 0):
                        best[place] = score
            for place, score in best.items():
                total, weight = totals.get(place, (0, 0))
                if concept.stop:
                    totals[place] = (total + score * STOP_SHARE // 100, weight + 1)
                else:
                    totals[place] = (total + score, weight + CONTENT_WEIGHT)
        return totals

    def _of_alternative(self, alternative: Alternative, whole: bool, names: bool) -> dict[int, int]:
        """Return the items that have some of these stems, or all (`whole`): the average score, higher if it takes several."""
        summed: dict[int, int] = {}
        for count, short in enumerate(alternative):
            postings = self._postings(short)
            for at in range(0, len(postings), 2):
                if not whole or not count or postings[at] in summed:
                    summed[postings[at]] = summed.get(postings[at], 0) + postings[at + 1]
            named = [] if names else self._postings(NAME_MARK + short)
            for at in range(0, len(named), 2):
                if named[at] in summed:
                    summed[named[at]] -= named[at + 1]
            if whole and count:
                having = set(postings[::2])
                summed = {place: score for place, score in summed.items() if place in having}
        if len(alternative) == 1:
            return summed
        return {place: score * SEVERAL // (100 * len(alternative)) for place, score in summed.items()}

    def _ranked(
        self,
        scores: dict[int, tuple[int, int]],
        concepts: list[Concept],
        strong: list[int],
        faint: list[int],
        begun: list[int],
        type_asked: str,
        kinds: Sequence[str],
    ) -> list[Hit]:
        whole = sum(1 if concept.stop else CONTENT_WEIGHT for concept in concepts) or 1
        bare = bool(strong) and sum(not concept.stop for concept in concepts) <= sum(
            len(tokens(self.index.items[place].title)) for place in strong[:1]
        )
        texts = bare or self._apart(strong)
        ranked: list[tuple[int, int]] = []
        places = set(scores) | set(strong) | set(faint) | set(begun)
        for place in places:
            item = self.index.items[place]
            if kinds and item.kind not in kinds:
                continue
            total, weight = scores.get(place, (0, 0))
            score = total * (COVER_LEAST * whole + COVER_MORE * weight) // ((COVER_LEAST + COVER_MORE) * whole)
            score = score * self._factor(place, item, strong, faint, texts, type_asked) // 100
            if place in begun:
                score = score * BARE_NAME // 100 + NAMED
            if place in strong:
                score += NAMED
            ranked.append((-score, place))
        if not ranked:  # If nothing at all was understood, the general rules are a place to start.
            ranked = [(0, place) for place, item in enumerate(self.index.items) if not kinds or item.kind in kinds]
        ranked.sort()
        return [Hit(self.index.items[place], -score) for score, place in ranked]

    def _apart(self, cards: Sequence[int]) -> bool:
        """Return whether several cards are named and no ruling involves all of them."""
        return len(cards) > 1 and not any(_involves_all(item, cards) for item in self.index.items)

    def _factor(self, place: int, item: Item, strong: list[int], faint: list[int], text: bool, type_asked: str) -> int:
        """Return how much an item counts for this kind of question, in percent.

        `text`: the texts of the named cards are the best answers, because only their names were typed or no ruling
        involves all of them. `type_asked`: the type of card that the question describes.
        """
        if item.kind == "ruling":
            if type_asked:
                return RULING_WITH_DEED
            about = sum(word in item.about for word in strong)
            table = sum(word in item.table for word in strong)
            if len(strong) > 1 and about + table == len(strong):
                return ALL_CARDS + 10 * about
            if about:
                return ABOUT_IT
            if table:
                return ON_TABLE
            if any(word in item.about for word in faint):
                return ABOUT_PERHAPS
            if strong:
                return OTHER_CARD if item.about else 100
            return GENERAL if item.general else UNNAMED_CARD
        if item.kind == "card":
            if place in strong:
                return BARE_NAME if text else NAMED_CARD
            if place in faint:
                return CARD_PERHAPS
            if type_asked:
                return CARDS_WANTED if _fits(item, type_asked) else WRONG_TYPE
            return CARD_NOT_NAMED if strong else CARD_OTHERWISE
        if item.kind == "faction":
            return FACTION_WITH_CARD if strong else 100
        return RULE_WITH_CARD if strong else RULE_WITH_DEED if type_asked else GENERAL_RULE

    def _wanted_type(self, words: list[str]) -> tuple[str, int]:
        """Return the type of card a question describes, and where the description begins.

        "Which minions draw …", "is there a card that …", "something that moves …", "what gets a minion back" and
        "destroys a minion …" describe cards. The type is "card" if any will do, and empty if the question does not
        describe a card.
        """
        describing = self.index.describing
        start = next((len(opening) for opening in describing["openings"] if words[: len(opening)] == opening), 0)
        while start < len(words) and words[start] in describing["before"]:
            start += 1
        if start < len(words) and words[start] in describing["kinds"]:
            follower, after = [*words[start + 1 : start + 3], "", ""][:2]
            able = follower in describing["able"] and after in describing["may"]
            if able or follower in describing["leading"] or stem(follower) in describing["deeds"]:
                return ("card" if words[start].endswith("thing") else words[start].removesuffix("s")), start
            return "", 0
        if words[:2] in describing["acting"] and len(words) > 3 and stem(words[2]) in describing["deeds"]:
            return "card", 2  # "what can save a minion", and a card's own words: "you may play an extra minion"
        if start == 1 and len(words) > 3 and words[1].endswith("s") and stem(words[1]) in describing["deeds"]:
            return "card", 1
        # "Destroying a minion …" asks what happens, "destroys a minion …" which card does it.
        # "Gives a point when it dies" is what a card does, "give a point when it dies" is not.
        deed = len(words) > 2 and stem(words[0]) in describing["deeds"] and not words[0].endswith("ing")
        timing = describing["timing"] if words and words[0].endswith("s") else ()
        asking = any(word in describing["asking"] and word not in timing for word in words)
        return ("card" if deed and not asking else ""), 0


def told(results: SearchResults) -> list[str]:
    """Return what was understood of a question, and what was not found."""
    lines = [f"Understood: {'; '.join(dict.fromkeys(results.understood))}."] if results.understood else []
    if results.none_with_all:
        names = [card.title for card in results.cards]
        involved = f"both {names[0]} and {names[1]}" if len(names) == 2 else f"all of {', '.join(names)}"
        lines.append(f"No ruling involves {involved}. These come closest.")
    if results.hits and not results.hits[0].score:
        lines.append("None of these words occur here. These are rules to start from.")
    return lines


def _fits(card: Item, type_asked: str) -> bool:
    """Return whether a card is of the wanted type. An item's type is minion, base, or the kind of an action."""
    if type_asked == "action":
        return card.type not in CARD_TYPES
    return type_asked in ("card", card.type)


def _involves_all(item: Item, places: Sequence[int]) -> bool:
    return item.kind == "ruling" and all(card in item.about or card in item.table for card in places)


def _mask(word: str) -> int:
    """Return the letters of a word as bits."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 31)
    return bits
