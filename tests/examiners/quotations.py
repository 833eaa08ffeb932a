"""Where the catalogue says that two books differ, do their printed words differ?

    python -m tests.examiners quotations                        # hold the catalogue against the stored facts
    python -m tests.examiners.quotations AL9K=al9k.txt MS=ms.txt  # for whoever has the books: renew the stored facts

The books are not part of the project. What is kept of them (`fixtures/rulebooks/passages.json`) is, for each rule and book,
a hash of the sentences that speak of the rule, in normalized spelling: enough to tell whether two books print the same
words. Where they do and the catalogue says that the books differ, the difference is a reading and must be marked as one.
A rule that was added since the facts were stored is not compared until somebody who has the books renews them; the figures
count such rules.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from adjudicator.rulebooks.catalogue import catalogue
from tests.examiners.findings import Finding

PASSAGES = Path(__file__).parents[2] / "fixtures" / "rulebooks" / "passages.json"
SENTENCES = 3
"""How many sentences of a book make up the passage of a rule: those closest to what the catalogue says of it."""

DIFFER_ELSEWHERE: dict[tuple[str, str, str], str] = {
    ("setup.base-deck", "AL9K", "MS"): "the list of contents: the older box holds the core set's bases as well",
}
"""Rules whose passages are the same, but which another page of one of the books adds to."""

Passages = dict[str, dict[str, str]]
"""By rule and book: the hash of the passage."""


def sentences_of(book: str) -> list[str]:
    """The sentences of a book in normalized spelling, each once, in order."""
    text = re.sub(r"[*#_>`]", " ", book).replace("’", "'")
    text = re.sub(r"[“”]", '"', text)
    parts = re.split(r"(?<=[.!?])\s+|\n\s*\n|\n[-•·]\s*", text)
    plain = (" ".join(re.findall(r"[a-z0-9+']+", part.lower())) for part in parts)
    return list(dict.fromkeys(sentence for sentence in plain if len(sentence.split()) > 3))


def words_of(text: str) -> Counter[str]:
    """The words of a text, without endings: how often each occurs."""
    return Counter(re.sub(r"(ing|ed|es|s)$", "", word) for word in re.findall(r"[a-z0-9+']+", text.lower()))


def passage(sentences: Sequence[str], about: str) -> tuple[str, ...]:
    """The sentences closest to what is said of a rule, in the order of the book."""
    counted = [words_of(sentence) for sentence in sentences]
    spread = Counter(word for words in counted for word in words)
    weight = {word: math.log(len(sentences) / times) for word, times in spread.items()}
    wanted = words_of(about)
    scored = [
        (sum(weight[word] for word in words if word in wanted) / math.sqrt(sum(words.values())), -place)
        for place, words in enumerate(counted)
    ]
    best = sorted(sorted(scored, reverse=True)[:SENTENCES], key=lambda pair: -pair[1])
    return tuple(sentences[-place] for _, place in best)


def passages_of(books: Mapping[str, str]) -> Passages:
    """The hash of every rule's passage in every book."""
    printed = {book: sentences_of(text) for book, text in books.items()}
    found: Passages = {}
    for rule in catalogue().rules.values():
        about = " ".join(
            [rule.title, rule.statement, *(statement.says for statement in rule.statements if statement.says)]
        )
        for book, sentences in printed.items():
            words = "\n".join(passage(sentences, about))
            found.setdefault(rule.id, {})[book] = hashlib.sha256(words.encode()).hexdigest()[:16]
    return found


def examine(passages: Passages) -> tuple[list[Finding], dict[str, Any]]:
    """Differences between books that print the same words, without a reading that says so."""
    findings = [Finding("quotations", where, what) for where, what in _unmarked(passages)]
    pairs = [len(hashes) - 1 for hashes in passages.values()]
    same = sum(1 for hashes in passages.values() for a, b in _neighbors(hashes) if hashes[a] == hashes[b])
    missing = len(catalogue().rules.keys() - passages.keys())
    figures = {"rules": len(passages), "pairs of books": sum(pairs), "the same words": same, "not compared": missing}
    return findings, figures


def _neighbors(hashes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return pairwise(hashes)


def _unmarked(passages: Passages) -> Iterator[tuple[str, str]]:
    rules = catalogue().rules
    for id, hashes in passages.items():
        rule = rules.get(id)
        if rule is None:
            continue
        said = {
            statement.edition: statement
            for statement in rule.statements
            if not statement.silent and statement.follows is None
        }
        for earlier, later in _neighbors(hashes):
            first, second = said.get(earlier), said.get(later)
            if first is None or second is None or not first.says or not second.says or first.says == second.says:
                continue
            if (id, earlier, later) in DIFFER_ELSEWHERE:
                continue
            if hashes[earlier] == hashes[later] and not (first.reading or second.reading):
                yield f"{id}, {earlier} and {later}", "the books print the same words, and no reading is named"


def load_passages() -> Passages:
    """The stored facts about the books."""
    found: Passages = json.loads(PASSAGES.read_text(encoding="utf-8"))
    return found


def main(arguments: Sequence[str]) -> int:
    """Renew the stored facts from the books themselves: `BOOK=FILE` for each."""
    if not arguments or not all("=" in argument for argument in arguments):
        print("Name each book and its text: python -m tests.examiners.quotations AL9K=al9k.txt …", file=sys.stderr)
        return 2
    books = {
        name: Path(path).read_text(encoding="utf-8")
        for name, _, path in (argument.partition("=") for argument in arguments)
    }
    text = json.dumps(passages_of(books), indent=1, sort_keys=False)
    PASSAGES.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
