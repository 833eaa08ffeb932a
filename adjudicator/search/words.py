"""Words as the search compares them. `adjudicator/web/static/search.js` does the same, step by step."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]+")
_APOSTROPHES = re.compile("['’]")


def tokens(text: str) -> list[str]:
    """Return the words of a text: lower case, without accents and apostrophes."""
    plain = _APOSTROPHES.sub("", text.lower())
    if not plain.isascii():
        plain = "".join(one for one in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(one))
    return _WORD.findall(plain)


@lru_cache(maxsize=65_536)  # a library says the same few thousand words half a million times
def stem(word: str) -> str:
    """Return the stem of a word: the same for destroy, destroys, destroyed and destroying."""
    if len(word) <= 3 or word[0].isdigit():
        return word
    if word.endswith(("ies", "ied")):
        if len(word) == 4:  # tie, ties and tied have no ending to lose
            return word[:3]
        word = word[:-3] + "y"
    elif word.endswith("ing") and len(word) > 5:
        word = word[:-3]
    elif (word.endswith("ed") and len(word) > 4) or word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us")):
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") else word


_ALIKE = (("ph", "f"), ("c", "k"), ("q", "k"), ("z", "s"), ("x", "ks"))


def sound(word: str) -> str:
    """Return what is heard of a word: its first letter and its consonants. It is the same for leprechaun and leprecon."""
    for letters, heard in _ALIKE:
        word = word.replace(letters, heard)
    kept = [letter for at, letter in enumerate(word) if not at or letter not in "aeiouhwy"]
    return "".join(letter for at, letter in enumerate(kept) if not at or letter != kept[at - 1])


def stems(text: str) -> list[str]:
    """Return the stems of the words of a text."""
    return [stem(word) for word in tokens(text)]


def distance(word: str, other: str, most: int) -> int:
    """Return how many letters to add, drop, replace or swap with their neighbor, or `most` + 1 if more than `most`."""
    if abs(len(word) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        last, before, row = before, row, [i] * (len(other) + 1)
        for j, opposite in enumerate(other, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != opposite))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == opposite:
                row[j] = min(row[j], last[j - 2] + 1)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
